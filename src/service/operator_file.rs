//! What files that an operator wrote have in common, and what can be wrong with them.

use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

ayla_rules::string_enum! {
    /// What is read.
    pub enum Watched {
        /// Option sets with a name.
        Presets = "presets",
        /// Who may call.
        Keys = "keys",
        /// The certificate of the public port, with its key.
        Certificates = "certificates",
    }
}

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

/// The most bytes of a file.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The most characters of a name that a file gives.
pub const MAX_NAME: usize = 32;

/// What is wrong with a name that a file gives, if anything is.
#[must_use]
pub fn wrong_name(name: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let letter_first = name.starts_with(|first: char| first.is_ascii_lowercase());
    let wrong = !letter_first || name.len() > MAX_NAME || !name.bytes().all(allowed);
    let rest = "lower-case letters, digits and hyphens";
    wrong.then(|| format!("a name is a lower-case letter and at most {} more {rest}", MAX_NAME - 1))
}

/// The contents of a file.
///
/// # Errors
///
/// It cannot be read, or is larger than [`MAX_BYTES`].
pub fn contents(file: &Path) -> Result<Vec<u8>, BadFile> {
    let read = || -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        File::open(file)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut text)?;
        Ok(text)
    };
    match read() {
        Ok(text) if text.len() > MAX_BYTES => {
            Err(BadFile::whole(file, format!("the file is larger than {MAX_BYTES} bytes")))
        }
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

/// What files hold, in short.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Seen(u64);

impl Seen {
    /// Of files that hold this.
    pub fn of(texts: &[Vec<u8>]) -> Self {
        Self::of_all(&Ok::<_, ()>(texts))
    }

    pub(crate) fn of_all(read: &impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        read.hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// What each of these files holds.
///
/// # Errors
///
/// One cannot be read, or is too large.
pub fn read(files: &[PathBuf]) -> Result<Vec<Vec<u8>>, BadFile> {
    files.iter().map(|file| contents(file)).collect()
}
