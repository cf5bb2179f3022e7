//! The bytes of a table: built in memory, or mapped from a file.

use std::ops::{Deref, DerefMut};

/// The bytes, by the place where they are.
#[derive(Debug)]
pub(super) enum Memory {
    /// Memory of the allocator.
    #[cfg_attr(feature = "files", allow(dead_code, reason = "only if memory cannot be mapped"))]
    Allocated(Vec<u8>),
    /// Memory of the system, in pages of 2 MiB where it has them, since access is random.
    #[cfg(feature = "files")]
    Mapped(memmap2::MmapMut),
    /// A mapped file, read-only.
    #[cfg(feature = "files")]
    File(symbolic_common::ByteView<'static>),
}

impl Memory {
    /// Zeroed bytes for a table to build.
    pub(super) fn new(bytes: usize) -> Self {
        #[cfg(feature = "files")]
        if let Ok(mapped) = memmap2::MmapMut::map_anon(bytes) {
            #[cfg(target_os = "linux")]
            let _ = mapped.advise(memmap2::Advice::HugePage);
            return Self::Mapped(mapped);
        }
        Self::Allocated(vec![0; bytes])
    }
}

impl Deref for Memory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Allocated(bytes) => bytes,
            #[cfg(feature = "files")]
            Self::Mapped(bytes) => bytes,
            #[cfg(feature = "files")]
            Self::File(bytes) => bytes,
        }
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Allocated(bytes) => bytes,
            #[cfg(feature = "files")]
            Self::Mapped(bytes) => bytes,
            // No table is built in a mapped file.
            #[cfg(feature = "files")]
            Self::File(_) => &mut [],
        }
    }
}
