//! The state of a solver as bytes, so that a long solution can be interrupted and continued.
//!
//! All numbers are little-endian: the magic, the version, the position's text after its length, the nodes made, the number
//! of entries, each entry's position id and content, and the 64-bit XXH3 of everything before.

use std::io::{self, Read, Write};

use xxhash_rust::xxh3::Xxh3;

use super::Solver;

const MAGIC: [u8; 8] = *b"aylasolv";
/// The version of the format, which changes with its layout, the position ids or the packing of entries.
const VERSION: u32 = 2;
const LONGEST_TEXT: u32 = 4096;

/// The reason why bytes are not the state of this solver.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// They cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// They are not a state.
    #[error("is not the state of a solver")]
    Foreign,
    /// They have another version of the format.
    #[error("has version {0}; this program reads and writes version {known}", known = VERSION)]
    Version(u32),
    /// They are the state for another position.
    #[error("is for another position: {0}")]
    Other(String),
    /// They hold more positions than fit into memory.
    #[error("has {kept} positions, but only {capacity} fit into memory: give it as much as before")]
    Larger {
        /// The number of positions.
        kept: u64,
        /// The number that fits.
        capacity: u64,
    },
    /// They are truncated, too long or altered.
    #[error("is damaged: {0}")]
    Damaged(&'static str),
}

/// A stream with the checksum of what passes through it.
struct Summed<S> {
    stream: S,
    sum: Xxh3,
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.stream.write_all(bytes)
    }
}

impl<R: Read> Summed<R> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), StateError> {
        self.stream.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => StateError::Damaged("it is truncated"),
            _ => StateError::Unreadable(error),
        })?;
        self.sum.update(bytes);
        Ok(())
    }
}

impl Solver {
    /// Writes the state. The next step is not affected.
    ///
    /// # Errors
    ///
    /// The state cannot be written.
    pub fn save(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.search.store_path();
        let mut out = Summed { stream: out, sum: Xxh3::new() };
        out.put(&MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        let text = self.position();
        out.put(&(text.len() as u32).to_le_bytes())?;
        out.put(text.as_bytes())?;
        out.put(&self.search.nodes.to_le_bytes())?;
        out.put(&self.search.proofs.used.to_le_bytes())?;
        for (id, packed) in self.search.proofs.raw() {
            let mut entry = [0; 16];
            entry[..8].copy_from_slice(&id.to_le_bytes());
            entry[8..].copy_from_slice(&packed.to_le_bytes());
            out.put(&entry)?;
        }
        let sum = out.sum.digest();
        out.put(&sum.to_le_bytes())
    }

    /// Reads the state that [`save`](Self::save) wrote for the same position. The size of the memory may differ, if the stored
    /// positions fit.
    ///
    /// # Errors
    ///
    /// The bytes are not the whole and unaltered state of a solver for this position, or its positions do not fit into
    /// memory. Then the solver stays as it was.
    pub fn load(&mut self, input: &mut impl Read) -> Result<(), StateError> {
        let search = &self.search;
        let proofs = search.proofs.same_size().map_err(|error| StateError::Unreadable(error.into()))?;
        let mut loaded = Self::from_parts(search.game, &self.start, search.indexer.clone(), proofs);
        let mut input = Summed { stream: input, sum: Xxh3::new() };
        if input.take().map_err(foreign)? != MAGIC {
            return Err(StateError::Foreign);
        }
        let version = u32::from_le_bytes(input.take()?);
        if version != VERSION {
            return Err(StateError::Version(version));
        }
        let length = u32::from_le_bytes(input.take()?);
        if length > LONGEST_TEXT {
            return Err(StateError::Damaged("its position is too long"));
        }
        let mut text = vec![0; length as usize];
        input.fill(&mut text)?;
        let text = String::from_utf8(text).map_err(|_| StateError::Damaged("its position is not text"))?;
        if text != self.position() {
            // It comes from a file.
            return Err(StateError::Other(text.escape_debug().to_string()));
        }
        loaded.search.nodes = u64::from_le_bytes(input.take()?);
        let kept = u64::from_le_bytes(input.take()?);
        let capacity = loaded.search.proofs.capacity();
        if kept > capacity {
            return Err(StateError::Larger { kept, capacity });
        }
        for _ in 0..kept {
            let id = u64::from_le_bytes(input.take()?);
            let packed = u64::from_le_bytes(input.take()?);
            if !loaded.search.proofs.put_raw(id, packed) {
                return Err(StateError::Damaged("an entry is not valid"));
            }
        }
        let sum = input.sum.digest();
        if u64::from_le_bytes(input.take()?) != sum {
            return Err(StateError::Damaged("the checksum differs"));
        }
        match input.stream.read(&mut [0]) {
            Ok(0) => {}
            Ok(_) => return Err(StateError::Damaged("it continues after its end")),
            Err(error) => return Err(StateError::Unreadable(error)),
        }
        *self = loaded;
        Ok(())
    }
}

/// Reports a file that is too short for the magic as one that is not a state.
fn foreign(error: StateError) -> StateError {
    if matches!(error, StateError::Damaged(_)) { StateError::Foreign } else { error }
}
