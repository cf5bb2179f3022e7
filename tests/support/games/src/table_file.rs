//! Files of endgame tables of Awalé.

use std::path::{Path, PathBuf};

/// The bytes of the header, and of the record of a layer.
pub const HEADER: usize = 128;
pub const RECORD: usize = 48;

/// The file of an unfinished build.
pub fn partial(file: &Path) -> PathBuf {
    format!("{}.partial", file.display()).into()
}

/// The offset at which the layer of `seeds` seeds begins.
pub fn start(seeds: u32) -> usize {
    let seeds = seeds as usize;
    // Twelve houses hold fewer seeds in C(seeds + 11, 12) ways.
    let fewer = (1..=12).fold(1, |product, at| product * (seeds + at - 1) / at);
    HEADER + fewer + RECORD * seeds
}

/// The bytes, with `other` at an offset.
pub fn with(bytes: &[u8], at: usize, other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + other.len()].copy_from_slice(other);
    bytes
}
