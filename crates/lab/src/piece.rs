//! The results of the pieces of a match or of self-play, in a folder.
//!
//! The file of a piece has a header and a line for each part, all in JSON. It appears when the piece is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ayla::cli::Piece;
use ayla_engine::regular_file;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const PREFIX: &str = "piece-";
const SUFFIX: &str = ".jsonl";

/// The name of the file of a piece. In the order of these names the pieces are in their own order.
fn file_name(Piece { number, pieces }: Piece) -> String {
    let digits = pieces.to_string().len();
    format!("{PREFIX}{number:0digits$}-of-{pieces}{SUFFIX}")
}

/// What a piece belongs to. It is the first line of the file of a piece.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Header<W> {
    #[serde(flatten)]
    pub(crate) piece: Piece,
    /// The number of parts of the whole: openings, or games.
    count: usize,
    /// All that the results of the parts depend on, besides the program.
    #[serde(flatten)]
    pub(crate) whole: W,
    /// The version of the program.
    version: String,
}

impl<W: Serialize> Header<W> {
    pub(crate) fn new(piece: Piece, count: usize, whole: W) -> Self {
        Self { piece, count, whole, version: ayla::VERSION.to_owned() }
    }

    /// # Errors
    ///
    /// A piece called `name` belongs to another whole than the one in this file. The fields that differ are named, with both
    /// values.
    pub(crate) fn check(&self, file: &Path, other: &Self, name: &str) -> Result<(), String> {
        let fields = |header: &Self| match serde_json::to_value(header) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) | Err(_) => serde_json::Map::new(),
        };
        let ours = fields(self);
        let theirs = fields(other);
        let differing = ours.iter().filter(|(name, value)| *name != "piece" && theirs.get(*name) != Some(value));
        let differences: Vec<String> = differing
            .map(|(name, value)| format!("{name} is {value} and {}", theirs.get(name).unwrap_or(&Value::Null)))
            .collect();
        if differences.is_empty() {
            return Ok(());
        }
        Err(format!("{} and {name} do not belong together: {}", file.display(), differences.join("; ")))
    }
}

/// The result of a piece: that of each of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Results<W, R> {
    pub(crate) header: Header<W>,
    pub(crate) parts: Vec<R>,
}

impl<W: Serialize + DeserializeOwned, R: Serialize + DeserializeOwned> Results<W, R> {
    /// Reads the result of this piece, if it is in the folder.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or belongs to something else.
    pub(crate) fn find(folder: &Path, header: &Header<W>) -> Result<Option<Self>, String> {
        let file = folder.join(file_name(header.piece));
        match fs::exists(&file) {
            Ok(false) => return Ok(None),
            Ok(true) => {}
            Err(error) => return Err(format!("{}: {error}", file.display())),
        }
        let found = Self::read(&file)?;
        found.header.check(&file, header, "this piece")?;
        Ok(Some(found))
    }

    /// Reads the results in a folder, in the order of the pieces, and says which pieces are missing, if any.
    ///
    /// # Errors
    ///
    /// There is no result, a file cannot be read or is damaged, or two pieces do not belong together.
    pub(crate) fn all(folder: &Path) -> Result<(Vec<Self>, Option<String>), String> {
        let said = |why: &dyn std::fmt::Display| format!("{}: {why}", folder.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| said(&error))? {
            let file = entry.map_err(|error| said(&error))?.path();
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
                files.push(file);
            }
        }
        files.sort();
        let mut results: Vec<Self> = Vec::with_capacity(files.len());
        for file in &files {
            let read = Self::read(file)?;
            if let Some(first) = results.first() {
                read.header.check(file, &first.header, &files[0].display().to_string())?;
            }
            results.push(read);
        }
        let Some(first) = results.first() else { return Err(said(&"there is no result of a piece")) };
        let pieces = first.header.piece.pieces;
        let is_missing = |number: &u32| results.iter().all(|read| read.header.piece.number != *number);
        let missing: Vec<u32> = (1..=pieces).filter(is_missing).collect();
        let missing =
            (!missing.is_empty()).then(|| format!("of {pieces} pieces these are missing: {}", ranges(&missing)));
        Ok((results, missing))
    }

    fn read(file: &Path) -> Result<Self, String> {
        let said = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let text = regular_file::open(file).and_then(io::read_to_string).map_err(|error| said(&error))?;
        let mut lines = (1..).zip(text.lines());
        let no_result = |number: usize, why: &dyn std::fmt::Display| said(&format!("line {number}: {why}"));
        let (_, header) = lines.next().ok_or_else(|| said(&"it is empty"))?;
        let header: Header<W> = serde_json::from_str(header).map_err(|error| no_result(1, &error))?;
        let name = file_name(header.piece);
        if file.file_name().is_none_or(|found| found != name.as_str()) {
            return Err(said(&format!("it is the result of a piece whose file is called {name}")));
        }
        let parts: Vec<R> = lines
            .map(|(number, line)| serde_json::from_str(line).map_err(|error| no_result(number, &error)))
            .collect::<Result<_, _>>()?;
        if parts.len() != header.piece.parts(header.count).len() {
            return Err(said(&"lines are missing at its end, or there are too many"));
        }
        Ok(Self { header, parts })
    }

    /// Writes the result into its folder: to a file of another name, which is then renamed, so that the result is there
    /// completely or not at all.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        let file = folder.join(file_name(self.header.piece));
        // The same piece may be at work twice, in containers whose processes have the same number.
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let part = PathBuf::from(format!("{}.{}-{now}.part", file.display(), std::process::id()));
        let written = self.text().map_err(io::Error::other).and_then(|text| {
            let mut out = File::create_new(&part)?;
            out.write_all(text.as_bytes())?;
            out.sync_all()?;
            fs::rename(&part, &file)?;
            File::open(folder)?.sync_all()
        });
        written.map_err(|error| {
            // An incomplete result is of no use.
            let _ = fs::remove_file(&part);
            format!("{} cannot be written: {error}", file.display())
        })
    }

    fn text(&self) -> serde_json::Result<String> {
        let mut text = serde_json::to_string(&self.header)? + "\n";
        for part in &self.parts {
            text += &serde_json::to_string(part)?;
            text.push('\n');
        }
        Ok(text)
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
