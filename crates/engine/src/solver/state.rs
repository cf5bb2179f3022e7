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
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut bytes = [0; N];
        self.fill(&mut bytes).map_err(|error| unreadable(&error))?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.stream.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }
}

/// What an error of the system says about a state.
fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged("it is truncated"),
        _ => format!("cannot be read: {error}"),
    }
}

fn damaged(how: &str) -> String {
    format!("is damaged: {how}")
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
    /// memory. Then the solver stays as it was. The error continues a sentence that begins with the name of the file.
    pub fn load(&mut self, input: &mut impl Read) -> Result<(), String> {
        let search = &self.search;
        let proofs = search.proofs.same_size().map_err(|error| unreadable(&error.into()))?;
        let mut loaded = Self::from_parts(search.game, &self.start, search.indexer.clone(), proofs);
        let mut input = Summed { stream: input, sum: Xxh3::new() };
        let mut magic = [0; MAGIC.len()];
        match input.fill(&mut magic) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(unreadable(&error)),
            Ok(()) if magic == MAGIC => {}
            Ok(()) | Err(_) => return Err("is not the state of a solver".to_owned()),
        }
        let version = u32::from_le_bytes(input.take()?);
        if version != VERSION {
            return Err(format!("has version {version}; this program reads and writes version {VERSION}"));
        }
        let length = u32::from_le_bytes(input.take()?);
        if length > LONGEST_TEXT {
            return Err(damaged("its position is too long"));
        }
        let mut text = vec![0; length as usize];
        input.fill(&mut text).map_err(|error| unreadable(&error))?;
        let text = String::from_utf8(text).map_err(|_| damaged("its position is not text"))?;
        if text != self.position() {
            // It comes from a file.
            return Err(format!("is for another position: {}", text.escape_debug()));
        }
        loaded.search.nodes = u64::from_le_bytes(input.take()?);
        let kept = u64::from_le_bytes(input.take()?);
        let capacity = loaded.search.proofs.capacity();
        if kept > capacity {
            return Err(format!(
                "has {kept} positions, but only {capacity} fit into memory: give it as much as before"
            ));
        }
        for _ in 0..kept {
            let id = u64::from_le_bytes(input.take()?);
            let packed = u64::from_le_bytes(input.take()?);
            if !loaded.search.proofs.put_raw(id, packed) {
                return Err(damaged("an entry is not valid"));
            }
        }
        let sum = input.sum.digest();
        if u64::from_le_bytes(input.take()?) != sum {
            return Err(damaged("the checksum differs"));
        }
        match input.stream.read(&mut [0]) {
            Ok(0) => {}
            Ok(_) => return Err(damaged("it continues after its end")),
            Err(error) => return Err(unreadable(&error)),
        }
        *self = loaded;
        Ok(())
    }
}
