//! The faults of a table file.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::VERSION;
use ayla_rules::notation::quoted;

/// A fault of a table file.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is not a table.
    Foreign,
    /// It has another version of the format.
    Version(u32),
    /// It is for unknown rules.
    Class(String),
    /// It is for more seeds than possible.
    Seeds(u64),
    /// It is truncated.
    Truncated {
        /// The bytes found.
        found: u64,
        /// The bytes expected, if known.
        whole: Option<u64>,
    },
    /// It continues after the table.
    Longer {
        /// The bytes found.
        found: u64,
        /// The bytes of the table.
        whole: u64,
    },
    /// The header does not match its checksum.
    AlteredHeader,
    /// The layer with this many seeds does not match its checksum.
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

/// A file that cannot be used as a table. It is displayed as the file and the fault.
#[derive(Debug)]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub fault: Fault,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for TableError {}
