//! The state of a solver as bytes, so that a long solution can be stopped and gone on with.
//!
//! All numbers are little-endian: the magic, the version, the position's text after its length, the nodes made, the number
//! of entries, each entry's name and content, and the XXH3 of 64 bits of everything before.

use std::fmt;
use std::io::{self, Read, Write};

use xxhash_rust::xxh3::Xxh3;

use super::Solver;

const MAGIC: [u8; 8] = *b"aylasolv";
/// Changes whenever the same bytes would mean something else: the form, the names, the packing of entries.
const VERSION: u32 = 2;
/// No position's text is longer.
const LONGEST_TEXT: u32 = 4096;

/// Why bytes are not the state of a solver, or not of this one.
#[derive(Debug)]
pub enum Unusable {
    /// They cannot be read.
    Unreadable(io::Error),
    /// They are something else.
    Foreign,
    /// They were written by another version of Ayla.
    Version(u32),
    /// They are about another position.
    Other(String),
    /// They keep so many positions, more than there is room for.
    Larger {
        /// The positions.
        kept: u64,
        /// The room.
        capacity: u64,
    },
    /// They end too soon, go on too long, or are not what was written.
    Damaged(&'static str),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Foreign => f.write_str("is not a state of a solution"),
            Self::Version(version) => {
                write!(f, "is of version {version}; this program reads and writes version {VERSION}")
            }
            Self::Other(position) => write!(f, "is about another position: {position}"),
            Self::Larger { kept, capacity } => {
                write!(f, "keeps {kept} positions, and there is memory for {capacity}: give it as much as before")
            }
            Self::Damaged(how) => write!(f, "is damaged: {how}"),
        }
    }
}

impl std::error::Error for Unusable {}

/// Counts what passes into the checksum.
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
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Unusable> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Unusable> {
        self.stream.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Unusable::Damaged("it ends too soon"),
            _ => Unusable::Unreadable(error),
        })?;
        self.sum.update(bytes);
        Ok(())
    }
}

impl Solver {
    /// Writes all that was found out so far, which changes nothing for the next step.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn save(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.search.keep_path();
        let mut out = Summed { stream: out, sum: Xxh3::new() };
        out.put(&MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        let text = self.position();
        out.put(&(text.len() as u32).to_le_bytes())?;
        out.put(text.as_bytes())?;
        out.put(&self.search.nodes().to_le_bytes())?;
        out.put(&self.search.proofs.used().to_le_bytes())?;
        for (name, packed) in self.search.proofs.raw() {
            let mut entry = [0; 16];
            entry[..8].copy_from_slice(&name.to_le_bytes());
            entry[8..].copy_from_slice(&packed.to_le_bytes());
            out.put(&entry)?;
        }
        let sum = out.sum.digest();
        out.put(&sum.to_le_bytes())
    }

    /// Takes over what [`save`](Self::save) wrote, of a solver for the same position. The memory may be another, as long as
    /// there is room.
    ///
    /// # Errors
    ///
    /// The bytes are not the state of a solver for this position, whole and unaltered, or there is no room for all that it
    /// keeps; then nothing is taken over.
    pub fn load(&mut self, input: &mut impl Read) -> Result<(), Unusable> {
        let search = &self.search;
        let proofs = search.proofs.another().map_err(|error| Unusable::Unreadable(error.into()))?;
        let mut loaded = Self::with(search.game, &self.start, search.names.clone(), proofs);
        let mut input = Summed { stream: input, sum: Xxh3::new() };
        if input.take().map_err(foreign)? != MAGIC {
            return Err(Unusable::Foreign);
        }
        let version = u32::from_le_bytes(input.take()?);
        if version != VERSION {
            return Err(Unusable::Version(version));
        }
        let length = u32::from_le_bytes(input.take()?);
        if length > LONGEST_TEXT {
            return Err(Unusable::Damaged("its position is too long"));
        }
        let mut text = vec![0; length as usize];
        input.fill(&mut text)?;
        let text = String::from_utf8(text).map_err(|_| Unusable::Damaged("its position is no text"))?;
        if text != self.position() {
            // Escaped: it comes from a file.
            return Err(Unusable::Other(text.escape_debug().to_string()));
        }
        loaded.search.set_nodes(u64::from_le_bytes(input.take()?));
        let (kept, capacity) = (u64::from_le_bytes(input.take()?), loaded.search.proofs.capacity());
        if kept > capacity {
            return Err(Unusable::Larger { kept, capacity });
        }
        for _ in 0..kept {
            let (name, packed) = (u64::from_le_bytes(input.take()?), u64::from_le_bytes(input.take()?));
            if !loaded.search.proofs.put_raw(name, packed) {
                return Err(Unusable::Damaged("an entry is none"));
            }
        }
        let sum = input.sum.digest();
        if u64::from_le_bytes(input.take()?) != sum {
            return Err(Unusable::Damaged("the checksum differs"));
        }
        match input.stream.read(&mut [0]) {
            Ok(0) => {}
            Ok(_) => return Err(Unusable::Damaged("it goes on after its end")),
            Err(error) => return Err(Unusable::Unreadable(error)),
        }
        *self = loaded;
        Ok(())
    }
}

/// What is too short for the magic is something else.
fn foreign(error: Unusable) -> Unusable {
    if matches!(error, Unusable::Damaged(_)) { Unusable::Foreign } else { error }
}
