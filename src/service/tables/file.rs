//! A table in a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use ayla_engine::tablebase::{Table, TableError};

/// A table in a file.
#[derive(Debug)]
pub(super) struct TableFile {
    pub(super) path: PathBuf,
    /// The state of the file before it was opened.
    state: FileState,
    pub(super) table: Arc<Table>,
    /// Whether the file is mapped rather than read into memory.
    pub(super) is_mapped: bool,
}

/// What changes when a file is written to, truncated or replaced.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct FileState {
    bytes: u64,
    modified: Option<SystemTime>,
    /// The numbers of the device and of the inode.
    #[cfg(unix)]
    inode: [u64; 2],
}

impl FileState {
    fn of(path: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        let found = fs::metadata(path)?;
        Ok(Self {
            bytes: found.len(),
            modified: found.modified().ok(),
            #[cfg(unix)]
            inode: [found.dev(), found.ino()],
        })
    }
}

impl TableFile {
    /// Opens a file: reads it into memory if it has at most `memory` bytes, and maps it otherwise.
    pub(super) fn open(path: PathBuf, memory: usize) -> Result<Self, TableError> {
        let state = FileState::of(&path).map_err(|error| TableError::unreadable(&path, &error))?;
        let is_mapped = state.bytes > memory as u64;
        let table = Arc::new(if is_mapped { Table::open(&path)? } else { Table::load(&path)? });
        Ok(Self { path, state, table, is_mapped })
    }

    /// A clause that says how the file has changed since it was opened; `None` if it has not.
    pub(super) fn change(&self) -> Option<String> {
        match FileState::of(&self.path) {
            Ok(found) if found == self.state => None,
            Ok(FileState { bytes, .. }) if bytes != self.state.bytes => {
                Some(format!("the file had {} bytes and now has {bytes}", self.state.bytes))
            }
            Ok(_) => Some("the file was overwritten or replaced".to_owned()),
            Err(error) => Some(format!("the file cannot be examined: {error}")),
        }
    }

    /// The bytes of memory that count towards the limit.
    pub(super) fn memory(&self) -> usize {
        if self.is_mapped { 0 } else { self.table.bytes() }
    }
}
