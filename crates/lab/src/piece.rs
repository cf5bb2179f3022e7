//! Pieces of a match or of self-play: some parts in a row, played by a process of their own, and their results in a folder.
//!
//! The file of a piece has a header and a line for each part, all in JSON. It appears when the piece is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use ayla_engine::regular_file;
use ayla_rules::notation::quoted;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The variable in which a pod of an Indexed Job finds its index, from 0.
const JOB_INDEX: &str = "JOB_COMPLETION_INDEX";

/// The number of a piece, from 1, and the number of pieces: `3/40`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Piece {
    #[serde(rename = "piece")]
    pub(crate) number: u32,
    pub(crate) pieces: u32,
}

impl Piece {
    /// Reads `3/40`; the number of `job/40` is one more than `index`, that of the pod.
    fn read(text: &str, index: Option<&str>) -> Result<Self, String> {
        let (number, pieces) = text.split_once('/').unwrap_or_default();
        let number = match (number, index) {
            ("job", None) => return Err(format!("job is for a pod of an Indexed Job: {JOB_INDEX} is not set")),
            ("job", Some(index)) => index.parse().ok().and_then(|index: u32| index.checked_add(1)),
            (number, _) => number.parse().ok(),
        };
        match (number, pieces.parse()) {
            (Some(number), Ok(pieces)) if (1..=pieces).contains(&number) => Ok(Self { number, pieces }),
            _ => Err(format!(
                "a piece is such as 3/40, the third of 40, which are numbered from 1, or job/40 in a pod whose {JOB_INDEX} \
                 counts from 0; {} is none{}",
                quoted(text),
                index.map_or_else(String::new, |index| format!(" ({JOB_INDEX}={index})"))
            )),
        }
    }

    /// The parts of this piece, such as openings. All pieces together have each of `count` once, in the order of the pieces.
    pub(crate) fn parts(self, count: usize) -> Range<usize> {
        let bound = |pieces: u32| (count as u64 * u64::from(pieces) / u64::from(self.pieces)) as usize;
        bound(self.number - 1)..bound(self.number)
    }

    /// The name of its file. In the order of these names the pieces are in their own order.
    fn file_name(self) -> String {
        let Self { number, pieces } = self;
        let digits = pieces.to_string().len();
        format!("{PREFIX}{number:0digits$}-of-{pieces}{SUFFIX}")
    }
}

const PREFIX: &str = "piece-";
const SUFFIX: &str = ".jsonl";

impl FromStr for Piece {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, std::env::var(JOB_INDEX).ok().as_deref())
    }
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
        let (ours, theirs) = (fields(self), fields(other));
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
        let file = folder.join(header.piece.file_name());
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
        let name = header.piece.file_name();
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
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        let file = folder.join(self.header.piece.file_name());
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
    fn pieces_are_numbered_from_1_and_the_index_of_a_job_from_0() {
        let piece = |number, pieces| Ok(Piece { number, pieces });
        assert_eq!(Piece::read("3/40", None), piece(3, 40));
        assert_eq!(Piece::read("40/40", Some("7")), piece(40, 40));
        assert_eq!(Piece::read("job/40", Some("0")), piece(1, 40));
        assert_eq!(Piece::read("job/40", Some("39")), piece(40, 40));
        for (text, index, said) in [
            ("0/40", None, "numbered from 1"),
            ("41/40", None, "'41/40' is none"),
            ("3", None, "'3' is none"),
            ("3/", None, "'3/' is none"),
            ("-1/4", None, "'-1/4' is none"),
            ("job/40", None, "JOB_COMPLETION_INDEX is not set"),
            ("job/40", Some("40"), "(JOB_COMPLETION_INDEX=40)"),
            ("job/40", Some(""), "(JOB_COMPLETION_INDEX=)"),
        ] {
            let error = Piece::read(text, index).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn missing_pieces_are_named_by_ranges() {
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[1, 3, 4, 5, 9]), "1, 3 to 5, 9");
    }

    #[test]
    fn the_pieces_have_each_part_once() {
        for (count, pieces) in [(1, 1), (5, 5), (50, 7), (5_000, 40), (1_000_000, 999)] {
            let cut = |number| Piece { number, pieces }.parts(count);
            assert_eq!((1..=pieces).flat_map(cut).collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
            let sizes: Vec<usize> = (1..=pieces).map(|number| cut(number).len()).collect();
            assert!(sizes.iter().max() <= sizes.iter().min().map(|least| least + 1).as_ref(), "{sizes:?}");
        }
    }
}
