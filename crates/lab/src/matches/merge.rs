//! `ayla-lab merge`: the score of a match from the results of its pieces.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use ayla::cli::{self, Format};
use clap::Args;

use super::MatchResults;
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
        let (results, missing) = MatchResults::all(&self.folder)?;
        match missing {
            Some(missing) if self.partial => cli::report(&missing),
            Some(missing) => return Err(missing),
            None => {}
        }
        let pairs = || results.iter().flat_map(|results| &results.parts);
        if let Some(path) = &self.games_file {
            let text: String = pairs().flatten().map(|game| format!("{game}\n")).collect();
            let written = File::create(path).and_then(|mut file| file.write_all(text.as_bytes()));
            written.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        }
        Report::new(&results[0].header.whole.players, &Score::of(pairs())).conclude(&self.format)
    }
}
