//! What can be wrong with a file that an operator wrote.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// One thing that is wrong with a file.
///
/// It is written as `FILE:LINE: preset awale.village: field options.limit: what is wrong`, on one line, without the
/// parts that it has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The file, as the setting names it.
    pub file: PathBuf,
    /// The line, from 1; none when the fault is in the file as a whole, or in a key of more than 80 parts.
    pub line: Option<usize>,
    /// What the file has there, such as `preset awale.village`.
    pub entry: Option<String>,
    /// The field, such as `options.limit`.
    pub field: Option<String>,
    /// What is wrong, as a clause.
    pub message: String,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(entry) = &self.entry {
            write!(f, ": {entry}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ": field {field}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A file that cannot be used. It is written as its faults, one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFile {
    /// Everything that is wrong with it, in the order of the lines; at least one fault.
    pub faults: Vec<FileFault>,
}

impl BadFile {
    /// A file that has one fault, as a whole.
    pub fn whole(file: &Path, message: impl Into<String>) -> Self {
        let (file, message) = (file.to_owned(), message.into());
        Self { faults: vec![FileFault { file, line: None, entry: None, field: None, message }] }
    }
}

/// The contents of a file that may have so many bytes.
///
/// # Errors
///
/// It cannot be read, or is larger.
pub fn contents(file: &Path, most: usize) -> Result<Vec<u8>, BadFile> {
    let read = || -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        File::open(file)?.take(most as u64 + 1).read_to_end(&mut text)?;
        Ok(text)
    };
    match read() {
        Ok(text) if text.len() > most => Err(BadFile::whole(file, format!("the file is larger than {most} bytes"))),
        Ok(text) => Ok(text),
        Err(error) => Err(BadFile::whole(file, format!("the file cannot be read: {error}"))),
    }
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BadFile {}
