//! Building a table in a file.
//!
//! Finished layers are appended to `FILE.partial`, each synced to the disk before the next is begun, and the file is renamed at
//! the end. So whatever ends the process, a later one continues after the last finished layer, and a file with the final name
//! is complete.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::super::class::Class;
use super::super::layer::Counts;
use super::super::workers::WorkerPool;
use super::{HEADER, Header, RECORD, TableError, check, record};
use crate::memory::Memory;
use crate::regular_file::other_type;

/// A layer that has been written to the file.
#[derive(Copy, Clone, Debug)]
pub struct BuiltLayer {
    /// The seeds of its boards.
    pub seeds: u8,
    /// The counts of its entries.
    pub counts: Counts,
    /// Whether it was there before.
    pub found: bool,
}

struct Partial {
    path: PathBuf,
    file: File,
    header: Header,
    layers: u8,
}

/// Builds a table of up to `seeds` seeds, or [`Class::most_seeds`] if that is less, in a file. It continues after the layers of
/// an interrupted build. `finished` is called for each layer in the file, fewest seeds first. The file is the same byte for
/// byte, whatever the number of threads, and whether or not the build was interrupted.
///
/// # Errors
///
/// The file cannot be written, another process is writing it, or the output or the partial file is something else.
pub fn build_file(
    class: Class,
    seeds: u32,
    output: &Path,
    workers: &WorkerPool<'_>,
    mut finished: impl FnMut(&BuiltLayer),
) -> Result<(), TableError> {
    if let Ok(Some(other)) = other_type(output) {
        let why = format!("is {other}, not a regular file; name another");
        return Err(TableError { path: output.to_owned(), why });
    }
    let header = Header { class, seeds: seeds.min(class.most_seeds()) as u8 };
    let mut memory = Memory::zeroed(class.fewer(header.seeds + 1));
    let mut partial = Partial::open(output, header)?;
    partial.resume(&mut memory, |layer| {
        workers.count(2 * layer.counts.total() as usize);
        finished(layer);
    })?;
    if partial.layers <= header.seeds {
        let builder = class.builder(header.seeds);
        for layer in partial.layers..=header.seeds {
            let (fewer, rest) = memory.split_at_mut(class.fewer(layer));
            let values = &mut rest[..class.layer(layer)];
            let counts = builder.settle(layer, fewer, values, workers);
            partial.add(values, &counts)?;
            finished(&BuiltLayer { seeds: layer, counts, found: false });
        }
    }
    partial.finish(output)
}

impl Partial {
    fn open(output: &Path, header: Header) -> Result<Self, TableError> {
        let mut path = output.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let error = |error| unwritable(&path, header, 0, error);
        let file = opened.map_err(error)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, file, header, layers: 0 }),
            Err(TryLockError::WouldBlock) => {
                Err(TableError { path, why: "another process is building this table".to_owned() })
            }
            Err(TryLockError::Error(failed)) => Err(error(failed)),
        }
    }

    /// Reads the layers that are in the file and valid.
    fn resume(&mut self, memory: &mut [u8], mut finished: impl FnMut(&BuiltLayer)) -> Result<(), TableError> {
        let length = self.file.metadata().map_err(|error| self.unwritable(error))?.len();
        let mut header = [0; HEADER];
        if length < HEADER as u64 || self.read(&mut header).is_none() {
            return self.begin(length);
        }
        match Header::read(&header) {
            Ok(header) if header == self.header => {}
            Ok(Header { class, seeds }) => {
                return Err(self.other(&format!("is part of a table of {seeds} seeds for {class}")));
            }
            Err(fault) => return Err(self.other(&fault)),
        }
        let class = self.header.class;
        let seed = self.header.seed();
        while self.layers <= self.header.seeds && self.header.start(self.layers + 1) as u64 <= length {
            let layer = self.layers;
            let values = &mut memory[class.fewer(layer)..class.fewer(layer + 1)];
            let mut record = [0; RECORD];
            let read = self.read(values).and_then(|()| self.read(&mut record));
            let Some(counts) = read.and_then(|()| check(seed, layer, values, &record)) else { break };
            self.layers += 1;
            finished(&BuiltLayer { seeds: layer, counts, found: true });
        }
        self.cut().map_err(|error| self.unwritable(error))
    }

    /// Writes the header. The file is empty, or an interrupted build has left less than a header.
    fn begin(&mut self, length: u64) -> Result<(), TableError> {
        if length > 0 {
            self.file.set_len(0).map_err(|error| self.unwritable(error))?;
        }
        let header = self.header.to_bytes();
        let written = self.file.rewind().and_then(|()| self.file.write_all(&header));
        written.map_err(|error| self.unwritable(error))
    }

    fn read(&mut self, bytes: &mut [u8]) -> Option<()> {
        self.file.read_exact(bytes).ok()
    }

    /// Truncates the file after the last finished layer.
    fn cut(&mut self) -> io::Result<()> {
        let end = self.header.start(self.layers) as u64;
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    fn add(&mut self, values: &[u8], counts: &Counts) -> Result<(), TableError> {
        let record = record(self.header.seed(), self.layers, values, counts);
        let written = self.file.write_all(values);
        let written = written.and_then(|()| self.file.write_all(&record)).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // This frees space on a full disk; the rest of an unfinished layer does no harm.
            let _ = self.cut();
            self.unwritable(error)
        })?;
        self.layers += 1;
        Ok(())
    }

    fn finish(self, output: &Path) -> Result<(), TableError> {
        let folder = match output.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            Some(_) | None => Path::new("."),
        };
        let synced = self.file.sync_all();
        let named = synced.and_then(|()| fs::rename(&self.path, output)).and_then(|()| File::open(folder)?.sync_all());
        named.map_err(|error| self.unwritable(error))
    }

    /// The error of a partial file that is not the beginning of this table.
    fn other(&self, what: &str) -> TableError {
        TableError { path: self.path.clone(), why: format!("{what}; remove it, or name another file") }
    }

    fn unwritable(&self, error: io::Error) -> TableError {
        unwritable(&self.path, self.header, self.layers, error)
    }
}

fn unwritable(path: &Path, header: Header, layers: u8, error: io::Error) -> TableError {
    let written = if layers == 0 { 0 } else { header.start(layers) };
    let why = format!(
        "cannot be written: {error}; the table takes {} bytes, of which {written} are written; the same command continues from there",
        header.len()
    );
    TableError { path: path.to_owned(), why }
}
