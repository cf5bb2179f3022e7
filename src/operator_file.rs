//! Files that operators write (presets, API keys and certificates) and their faults.

pub(crate) mod toml;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ayla_engine::regular_file;

ayla_rules::string_enum! {
    /// The content of an operator's file.
    pub enum OperatorFile {
        /// Named option sets.
        Presets = "presets",
        /// API keys, as hashes.
        Keys = "keys",
        /// The certificate of the public port and its private key.
        Certificates = "certificates",
    }
}

/// A fault in an operator's file.
///
/// It is displayed as `FILE:LINE: preset awale.village: field options.limit: MESSAGE`, on one line, without the parts
/// that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileFault {
    /// The file, as the setting names it.
    pub file: PathBuf,
    /// The line, from 1; none if the fault is in the file as a whole, or in a key of more than 80 parts.
    pub line: Option<usize>,
    /// The entry at fault, such as `preset awale.village`.
    pub entry: Option<String>,
    /// The field at fault, such as `options.limit`.
    pub field: Option<String>,
    /// A clause that says what is wrong.
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

/// A file that cannot be used. It is displayed as its faults, one per line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BadFile {
    /// Every fault, in the order of the lines; at least one.
    pub faults: Vec<FileFault>,
}

impl BadFile {
    /// A file with one fault, which concerns the whole file.
    pub fn whole(file: &Path, message: impl Into<String>) -> Self {
        let file = file.to_owned();
        let message = message.into();
        Self { faults: vec![FileFault { file, line: None, entry: None, field: None, message }] }
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

/// The most bytes of a file.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The most characters of a name in a file.
pub const MAX_NAME: usize = 32;

/// The fault of a name that breaks the rule for names, which presets and callers share.
pub fn name_fault(name: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let letter_first = name.starts_with(|first: char| first.is_ascii_lowercase());
    let wrong = !letter_first || name.len() > MAX_NAME || !name.bytes().all(allowed);
    let rest = "lower-case letters, digits and hyphens";
    wrong.then(|| format!("a name is a lower-case letter and at most {} more {rest}", MAX_NAME - 1))
}

/// A hash of the content of some files, or of the error of reading them. It differs between processes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ContentHash(u64);

/// Reads files that belong together: the content of each, or the fault of the first that cannot be read or is larger
/// than [`MAX_BYTES`]; and a hash of that.
pub fn read(files: &[PathBuf]) -> (Result<Vec<Vec<u8>>, BadFile>, ContentHash) {
    let contents: Result<Vec<_>, _> = files.iter().map(|file| content(file)).collect();
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    (contents, ContentHash(hasher.finish()))
}

fn content(file: &Path) -> Result<Vec<u8>, BadFile> {
    let read = || -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        regular_file::open(file)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut content)?;
        Ok(content)
    };
    match read() {
        Ok(content) if content.len() <= MAX_BYTES => Ok(content),
        Ok(_) => Err(BadFile::whole(file, format!("the file is larger than {MAX_BYTES} bytes"))),
        Err(error) => Err(BadFile::whole(file, format!("the file cannot be read: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_or_is_too_large_is_refused() {
        let folder = std::env::temp_dir();
        let read = |file: PathBuf| read(&[file]).0.map_err(|bad| bad.to_string());
        let fault = read(folder.join("ayla-no-such-file.toml")).expect_err("not there");
        assert!(fault.contains("ayla-no-such-file.toml: the file cannot be read: "), "{fault}");
        let fault = read(folder.clone()).expect_err("a folder");
        assert!(fault.ends_with(": the file cannot be read: it is a directory, not a regular file"), "{fault}");

        let file = folder.join(format!("ayla-operator-file-{}.toml", std::process::id()));
        let comment = "#".repeat(MAX_BYTES);
        std::fs::write(&file, &comment).expect("written");
        let fits = read(file.clone());
        std::fs::write(&file, comment + "\n").expect("written");
        let too_large = read(file.clone());
        std::fs::remove_file(&file).expect("removed");
        assert_eq!(fits.map(|contents| contents.concat().len()), Ok(MAX_BYTES));
        let fault = too_large.expect_err("too large");
        assert_eq!(fault, format!("{}: the file is larger than 1048576 bytes", file.display()));
    }
}
