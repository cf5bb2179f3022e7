//! Files that are read only if they are regular.
//!
//! Opening a named pipe waits for a writer, a device may have no end, and what a socket says is no file. Operators who
//! name one by mistake get an error that says what it is.

use std::fs::{self, File, FileType};
use std::io;
use std::path::Path;

/// Opens a regular file for reading. Symbolic links are followed.
///
/// # Errors
///
/// There is no such file, the system refuses to open it, or it is of another type, which the error names.
pub fn open(path: &Path) -> io::Result<File> {
    match other_type(path)? {
        None => File::open(path),
        Some(other) => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {other}, not a regular file"))),
    }
}

/// The type of a file that is not a regular one, with an article.
///
/// # Errors
///
/// There is no such file, or the system refuses to examine it.
pub fn other_type(path: &Path) -> io::Result<Option<&'static str>> {
    let found = fs::metadata(path)?;
    Ok((!found.is_file()).then(|| type_name(found.file_type())))
}

fn type_name(found: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.is_fifo() {
            return "a named pipe";
        }
        if found.is_socket() {
            return "a socket";
        }
        if found.is_char_device() || found.is_block_device() {
            return "a device";
        }
    }
    if found.is_dir() { "a directory" } else { "a special file" }
}
