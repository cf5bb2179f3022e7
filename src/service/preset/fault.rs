//! What can be wrong with a file of presets.

use std::fmt;
use std::path::PathBuf;

/// One thing that is wrong with a file of presets.
///
/// It is written as `FILE:LINE: preset awale.village: field options.limit: what is wrong`, on one line, without the
/// parts that it has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The file, as the setting names it.
    pub file: PathBuf,
    /// The line, from 1; none when the fault is in the file as a whole, or in a key of more than 80 parts.
    pub line: Option<usize>,
    /// The game and the name of the preset, such as `awale.village`.
    pub preset: Option<String>,
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
        if let Some(preset) = &self.preset {
            write!(f, ": preset {preset}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ": field {field}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A file of presets that cannot be used. It is written as its faults, one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFile {
    /// Everything that is wrong with it, in the order of the lines; at least one fault.
    pub faults: Vec<FileFault>,
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
