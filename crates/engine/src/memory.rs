//! The memory of large tables: mapped from the system, or allocated.

use std::ops::{Deref, DerefMut};

#[cfg(feature = "files")]
use bytemuck::Pod;
#[cfg(not(feature = "files"))]
use std::marker::Copy as Pod;

/// The items of a table, by the place where they are.
#[derive(Debug)]
pub(crate) enum Memory<T> {
    /// Memory of the allocator, which keeps it when it is freed.
    Allocated(Vec<T>),
    /// Memory of the system, which gets it back at once.
    #[cfg(feature = "files")]
    Mapped(memmap2::MmapMut),
    /// A mapped file, read-only.
    #[cfg(feature = "files")]
    File(symbolic_common::ByteView<'static>),
}

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self::Allocated(Vec::new())
    }
}

impl<T: Pod + Default> Memory<T> {
    /// Zeroed items. The system provides their memory when it is first used.
    pub(crate) fn zeroed(len: usize) -> Self {
        #[cfg(feature = "files")]
        if let Ok(mapped) = memmap2::MmapMut::map_anon(len * size_of::<T>()) {
            // Pages of 2 MiB, where the system has them: a search makes a tenth more nodes a second than with small
            // ones.
            #[cfg(target_os = "linux")]
            let _ = mapped.advise(memmap2::Advice::HugePage);
            return Self::Mapped(mapped);
        }
        Self::Allocated(vec![T::default(); len])
    }
}

impl<T: Pod> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Allocated(items) => items,
            #[cfg(feature = "files")]
            Self::Mapped(bytes) => bytemuck::cast_slice(bytes),
            #[cfg(feature = "files")]
            Self::File(bytes) => bytemuck::cast_slice(bytes),
        }
    }
}

impl<T: Pod> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::Allocated(items) => items,
            #[cfg(feature = "files")]
            Self::Mapped(bytes) => bytemuck::cast_slice_mut(bytes),
            // No table is built in a mapped file.
            #[cfg(feature = "files")]
            Self::File(_) => &mut [],
        }
    }
}
