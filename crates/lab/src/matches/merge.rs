//! `ayla-lab merge`: the score of a match from the results of its pieces.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use ayla::cli::{self, Format};
use clap::Args;

use super::piece::Results;
use super::score::{Report, Score};

/// Prints the score of a match whose pieces were played by themselves, as `match` prints it for the whole match.
///
/// If a piece is missing, or pieces belong to different matches, there is no score.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The folder of results: that of `match --results`.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Print the score of the pieces that are there, even if others are missing.
    #[arg(long)]
    partial: bool,
    /// A file to write the games to, as `match` writes it.
    #[arg(long, value_name = "FILE")]
    games_file: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

impl Merge {
    /// Reads the results, and prints the score.
    pub(crate) fn run(&self) -> ExitCode {
        self.merge().unwrap_or_else(|why| cli::fail(&why))
    }

    fn merge(&self) -> Result<ExitCode, String> {
        let (results, missing) = Results::all(&self.folder)?;
        let header = &results[0].header;
        if !missing.is_empty() {
            let pieces = header.piece.pieces;
            let said = format!("of {pieces} pieces these are missing: {}", ranges(&missing));
            if !self.partial {
                return Err(said);
            }
            cli::report(&said);
        }
        let pairs = || results.iter().flat_map(|results| &results.pairs);
        if let Some(path) = &self.games_file {
            let text: String = pairs().flatten().map(|game| format!("{game}\n")).collect();
            let written = File::create(path).and_then(|mut file| file.write_all(text.as_bytes()));
            written.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        }
        Report::new(&header.players, &Score::of(pairs())).conclude(&self.format)
    }
}

/// Numbers in ascending order as text, such as `2, 5 to 9`.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        run => run.iter().map(u32::to_string).collect(),
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_pieces_are_named_by_ranges() {
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[1, 3, 4, 5, 9]), "1, 3 to 5, 9");
    }
}
