//! What can be wrong with the file of a table.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::VERSION;
use ayla_rules::notation::quoted;

/// What is wrong with a file.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is something else.
    Foreign,
    /// It is a table of another version of the form.
    Version(u32),
    /// It is for rules that this version does not know.
    Class(String),
    /// It is for so many seeds, more than there can be.
    Seeds(u64),
    /// It ends early.
    Truncated {
        /// The bytes that there are.
        found: u64,
        /// The bytes that there should be, when that can be known.
        whole: Option<u64>,
    },
    /// Something follows the table.
    Longer {
        /// The bytes that there are.
        found: u64,
        /// The bytes of the table.
        whole: u64,
    },
    /// The header is not as it was written.
    AlteredHeader,
    /// The layer of so many seeds is not as it was written.
    AlteredLayer(u8),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Foreign => f.write_str("is not an endgame table"),
            Self::Version(version) => {
                write!(f, "is an endgame table of version {version}, and only version {VERSION} can be read")
            }
            Self::Class(name) => write!(f, "is a table for unknown rules, {}", quoted(name)),
            Self::Seeds(seeds) => write!(f, "is a table of {seeds} seeds, more than there can be"),
            Self::Truncated { found, whole: Some(whole) } => {
                write!(f, "is truncated: it has {found} bytes of {whole}")
            }
            Self::Truncated { found, whole: None } => write!(f, "is truncated: it has {found} bytes"),
            Self::Longer { found, whole } => write!(f, "is altered: it has {found} bytes, and the table {whole}"),
            Self::AlteredHeader => f.write_str("is altered: its header does not match its checksum"),
            Self::AlteredLayer(layer) => {
                write!(f, "is altered: the boards of {layer} seeds do not match their checksum")
            }
        }
    }
}

/// A file that cannot be used as a table. It is written as the file and the fault.
#[derive(Debug)]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for TableError {}
