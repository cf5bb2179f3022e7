//! The faults of a table file.

use std::io;
use std::path::PathBuf;

use super::VERSION;
use ayla_rules::notation::quoted;

/// A fault of a table file.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// It is not a table.
    #[error("is not an endgame table")]
    Foreign,
    /// It has another version of the format.
    #[error("is an endgame table of version {0}, and only version {known} can be read", known = VERSION)]
    Version(u32),
    /// It is for unknown rules.
    #[error("is a table for unknown rules, {}", quoted(.0))]
    Class(String),
    /// It is for more seeds than possible.
    #[error("is a table of {0} seeds, more than there can be")]
    Seeds(u64),
    /// It is truncated.
    #[error("is truncated: it has {found} bytes{}", .whole.map(|whole| format!(" of {whole}")).unwrap_or_default())]
    Truncated {
        /// The bytes found.
        found: u64,
        /// The bytes expected, if known.
        whole: Option<u64>,
    },
    /// It continues after the table.
    #[error("is altered: it has {found} bytes, and the table {whole}")]
    Longer {
        /// The bytes found.
        found: u64,
        /// The bytes of the table.
        whole: u64,
    },
    /// The header does not match its checksum.
    #[error("is altered: its header does not match its checksum")]
    AlteredHeader,
    /// The layer with this many seeds does not match its checksum.
    #[error("is altered: the boards of {0} seeds do not match their checksum")]
    AlteredLayer(u8),
}

/// A file that cannot be used as a table.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub fault: Fault,
}
