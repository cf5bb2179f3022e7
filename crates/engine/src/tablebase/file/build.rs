//! Building a table in a file.
//!
//! Layers are written to `FILE.partial` as they are finished, each brought to the disk before the next is begun, and the
//! name is changed at the end. So whatever ends the process, what has been finished is there to go on from, and a file
//! that has its name is whole.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::super::class::Class;
use super::super::layer::Counts;
use super::super::memory::Memory;
use super::super::workers::WorkerPool;
use super::fault::Fault;
use super::{HEADER, Header, RECORD, check, record};

/// A layer that is in the file.
#[derive(Copy, Clone, Debug)]
pub struct BuiltLayer {
    /// The seeds of its boards.
    pub seeds: u8,
    /// How many entries are what.
    pub counts: Counts,
    /// Whether it was there when building began.
    pub found: bool,
}

/// Why a table was not built.
#[derive(Debug)]
pub struct BuildError {
    /// The file in which something went wrong.
    pub path: PathBuf,
    /// What went wrong.
    pub cause: BuildCause,
}

/// What went wrong while a table was built.
#[derive(Debug)]
pub enum BuildCause {
    /// The file is no beginning of this table.
    Partial(Fault),
    /// The file is the beginning of a table of another class or of other seeds: which.
    Other {
        /// The class.
        class: Class,
        /// The seeds.
        seeds: u8,
    },
    /// Where the table is to be, there is something that is no file.
    NoFile,
    /// Another process is building it.
    Busy,
    /// It cannot be written.
    Unwritable {
        /// What the system says.
        error: io::Error,
        /// The bytes of the layers that are written.
        written: u64,
        /// The bytes of the table.
        whole: u64,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.cause {
            BuildCause::Partial(fault) => write!(f, "{path}: {fault}; remove it, or name another file"),
            BuildCause::Other { class, seeds } => {
                write!(f, "{path}: is part of a table of {seeds} seeds for {class}; remove it, or name another file")
            }
            BuildCause::NoFile => write!(f, "{path}: is no file; name another"),
            BuildCause::Busy => write!(f, "{path}: another process is building this table"),
            BuildCause::Unwritable { error, written, whole } => write!(
                f,
                "{path}: cannot be written: {error}; the table takes {whole} bytes, of which {written} are written and \
                 will be gone on from"
            ),
        }
    }
}

impl std::error::Error for BuildError {}

/// The file that grows, and how far it is.
struct Partial {
    path: PathBuf,
    file: File,
    header: Header,
    /// The layers that are in it.
    layers: u8,
}

/// Builds the table of up to `seeds` seeds, or as many as there can be, in a file, going on from what was built of it
/// before. `finished` hears of each layer that is in the file, fewest seeds first. The file is the same byte for byte,
/// whatever the number of threads, and whether or not it was interrupted.
///
/// # Errors
///
/// The file cannot be written or is no file, another process writes it, or what is there is not the beginning of this table.
pub fn build_file(
    class: Class,
    seeds: u32,
    output: &Path,
    workers: &WorkerPool<'_>,
    mut finished: impl FnMut(&BuiltLayer),
) -> Result<(), BuildError> {
    if fs::metadata(output).is_ok_and(|there| !there.is_file()) {
        return Err(BuildError { path: output.to_owned(), cause: BuildCause::NoFile });
    }
    let header = Header { class, seeds: seeds.min(class.most_seeds()) as u8 };
    let mut memory = Memory::new(class.fewer(header.seeds + 1));
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
    fn open(output: &Path, header: Header) -> Result<Self, BuildError> {
        let mut path = output.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let error = |error| unwritable(&path, header, 0, error);
        let file = opened.map_err(error)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, file, header, layers: 0 }),
            Err(TryLockError::WouldBlock) => Err(BuildError { path, cause: BuildCause::Busy }),
            Err(TryLockError::Error(failed)) => Err(error(failed)),
        }
    }

    /// Takes over what is in the file, as far as it is in order.
    fn resume(&mut self, memory: &mut Memory, mut finished: impl FnMut(&BuiltLayer)) -> Result<(), BuildError> {
        let length = self.file.metadata().map_err(|error| self.unwritable(error))?.len();
        let mut header = [0; HEADER];
        if length < HEADER as u64 || self.read(&mut header).is_none() {
            return self.begin(length);
        }
        match Header::read(&header) {
            Ok(header) if header == self.header => {}
            Ok(Header { class, seeds }) => return Err(self.error(BuildCause::Other { class, seeds })),
            Err(fault) => return Err(self.error(BuildCause::Partial(fault))),
        }
        let (class, seed) = (self.header.class, self.header.seed());
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

    /// Begins the file; it is empty, or a kill has left it with less than a header.
    fn begin(&mut self, length: u64) -> Result<(), BuildError> {
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

    /// Cuts off what is not a finished layer, and goes to where the next is to be.
    fn cut(&mut self) -> io::Result<()> {
        let end = self.header.start(self.layers) as u64;
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    fn add(&mut self, values: &[u8], counts: &Counts) -> Result<(), BuildError> {
        let record = record(self.header.seed(), self.layers, values, counts);
        let written = self.file.write_all(values);
        let written = written.and_then(|()| self.file.write_all(&record)).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // Gives room back on a disk that is full; what is left of the layer would be no harm.
            let _ = self.cut();
            self.unwritable(error)
        })?;
        self.layers += 1;
        Ok(())
    }

    /// Gives the file its name.
    fn finish(self, output: &Path) -> Result<(), BuildError> {
        let folder = match output.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            Some(_) | None => Path::new("."),
        };
        let synced = self.file.sync_all();
        let named = synced.and_then(|()| fs::rename(&self.path, output)).and_then(|()| File::open(folder)?.sync_all());
        named.map_err(|error| self.unwritable(error))
    }

    fn error(&self, cause: BuildCause) -> BuildError {
        BuildError { path: self.path.clone(), cause }
    }

    fn unwritable(&self, error: io::Error) -> BuildError {
        unwritable(&self.path, self.header, self.layers, error)
    }
}

fn unwritable(path: &Path, header: Header, layers: u8, error: io::Error) -> BuildError {
    let written = if layers == 0 { 0 } else { header.start(layers) as u64 };
    BuildError { path: path.to_owned(), cause: BuildCause::Unwritable { error, written, whole: header.len() as u64 } }
}
