//! The file format of a table, and its reader.
//!
//! A file is a header, followed by the values and a record of each layer from 0 seeds. Numbers are little-endian.
//!
//! | bytes of the header | |
//! |---|---|
//! | 0-7 | `ayla-tb` and a line feed |
//! | 8-11 | the version of the format, [`VERSION`] |
//! | 12-15 | the most seeds |
//! | 16-23 | the number of entries |
//! | 24-119 | the name of the class, padded with zeros |
//! | 120-127 | the checksum of the bytes before |
//!
//! | bytes of a record | |
//! |---|---|
//! | 0-7 | the seeds of the layer |
//! | 8-39 | the numbers of wins, draws, losses and cycles, 8 bytes each |
//! | 40-47 | the checksum of the values and the bytes before, seeded with that of the header |
//!
//! Checksums are 64-bit XXH3. An unfinished table is the beginning of the same file.

mod build;

pub use build::{BuiltLayer, build_file};

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use symbolic_common::ByteView;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::class::Class;
use super::layer::Counts;
use super::table::Table;
use crate::memory::Memory;
use crate::regular_file;
use ayla_rules::notation::quoted;

/// The version of the format: the header, the records, and the order of entries.
pub const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"ayla-tb\n";
const HEADER: usize = 128;
const NAME: usize = 96;
const RECORD: usize = 48;

/// A file that is no table, or cannot be written as one.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", .path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it; its name and this are a sentence.
    pub why: String,
}

impl TableError {
    /// The error of a file that the system does not let be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self { path: path.to_owned(), why: format!("cannot be read: {error}") }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Header {
    class: Class,
    seeds: u8,
}

impl Header {
    fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let name = self.class.to_string();
        let mut at = 0;
        let mut put = |field: &[u8]| {
            bytes[at..at + field.len()].copy_from_slice(field);
            at += field.len();
        };
        put(&MAGIC);
        put(&VERSION.to_le_bytes());
        put(&u32::from(self.seeds).to_le_bytes());
        put(&(self.class.fewer(self.seeds + 1) as u64).to_le_bytes());
        put(name.as_bytes());
        let checksum = xxh3_64(&bytes[..HEADER - 8]);
        bytes[HEADER - 8..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file, or says what is wrong with it.
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let altered = || "is altered: its header does not match its checksum".to_owned();
        if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
            return Err("is not an endgame table".to_owned());
        }
        let truncated = || format!("is truncated: it has {} bytes", bytes.len());
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(truncated)?;
        let version = number(&header[8..12]) as u32;
        if version != VERSION {
            return Err(format!("is an endgame table of version {version}, and only version {VERSION} can be read"));
        }
        if xxh3_64(&header[..HEADER - 8]) != number(&header[HEADER - 8..]) {
            return Err(altered());
        }
        let name = String::from_utf8_lossy(&header[24..24 + NAME]);
        let name = name.trim_end_matches('\0');
        let class = Class::named(name).ok_or_else(|| format!("is a table for unknown rules, {}", quoted(name)))?;
        let seeds = number(&header[12..16]);
        let header = u8::try_from(seeds).ok().filter(|&seeds| u32::from(seeds) <= class.most_seeds());
        let too_many = || format!("is a table of {seeds} seeds, more than there can be");
        let header = header.map(|seeds| Self { class, seeds }).ok_or_else(too_many)?;
        if header.to_bytes() == bytes[..HEADER] { Ok(header) } else { Err(altered()) }
    }

    /// The offset of a layer.
    fn start(&self, layer: u8) -> usize {
        HEADER + self.class.fewer(layer) + RECORD * usize::from(layer)
    }

    /// The size of the file in bytes.
    fn len(&self) -> usize {
        self.start(self.seeds + 1)
    }

    /// The seed of the checksums of records.
    fn seed(&self) -> u64 {
        number(&self.to_bytes()[HEADER - 8..])
    }
}

/// Reads a number of up to eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The record of a layer.
fn record(seed: u64, layer: u8, values: &[u8], counts: &Counts) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    let fields = [layer.into(), counts.wins, counts.draws, counts.losses, counts.cycles];
    for (place, field) in record.chunks_exact_mut(8).zip(fields) {
        place.copy_from_slice(&field.to_le_bytes());
    }
    let mut checksum = Xxh3::with_seed(seed);
    checksum.update(values);
    checksum.update(&record[..RECORD - 8]);
    record[RECORD - 8..].copy_from_slice(&checksum.digest().to_le_bytes());
    record
}

/// The counts of a layer, if its values match its record.
fn check(seed: u64, layer: u8, values: &[u8], bytes: &[u8]) -> Option<Counts> {
    let field = |at: usize| number(&bytes[8 * at..][..8]);
    let counts = Counts { wins: field(1), draws: field(2), losses: field(3), cycles: field(4) };
    (record(seed, layer, values, &counts) == bytes).then_some(counts)
}

impl Table {
    /// Maps a file into memory and verifies all of it. While it is mapped, the file must not be changed or truncated:
    /// after a truncation the system ends the process that looks up a value. Replace it with a new file of the same
    /// name, as [`build_file`] does.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not a regular file or not a table, or is truncated or altered.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::from_file(path, |file, _| ByteView::map_file(file).map(Memory::File))
    }

    /// Reads a file into memory and verifies all of it. The table does not depend on the file any more.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn load(path: &Path) -> Result<Self, TableError> {
        Self::from_file(path, |mut file, bytes| {
            let mut memory = Memory::zeroed(bytes);
            file.read_exact(&mut memory)?;
            Ok(memory)
        })
    }

    /// The checksum of all bytes of the table, which is that of the whole file if it was opened from one.
    pub fn checksum(&self) -> u64 {
        xxh3_64(&self.memory)
    }

    fn from_file(path: &Path, read: impl FnOnce(File, usize) -> io::Result<Memory<u8>>) -> Result<Self, TableError> {
        let bytes = regular_file::open(path).and_then(|file| {
            let bytes = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
            read(file, bytes)
        });
        let bytes = bytes.map_err(|error| TableError::unreadable(path, &error))?;
        Self::verified(bytes).map_err(|why| TableError { path: path.to_owned(), why })
    }

    /// The table in the content of a file, or what is wrong with it.
    fn verified(bytes: Memory<u8>) -> Result<Self, String> {
        let header = Header::read(&bytes)?;
        let found = bytes.len();
        let whole = header.len();
        if found < whole {
            return Err(format!("is truncated: it has {found} bytes of {whole}"));
        }
        if found > whole {
            return Err(format!("is altered: it has {found} bytes, and the table {whole}"));
        }
        let seed = header.seed();
        let counts = (0..=header.seeds).map(|layer| {
            let (values, record) =
                bytes[header.start(layer)..header.start(layer + 1)].split_at(header.class.layer(layer));
            let altered = || format!("is altered: the boards of {layer} seeds do not match their checksum");
            check(seed, layer, values, record).ok_or_else(altered)
        });
        let counts = counts.collect::<Result<Vec<Counts>, String>>()?;
        Ok(Self::new(header.class, bytes, counts, |layer| header.start(layer)))
    }
}
