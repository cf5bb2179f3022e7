//! The steps of each kind of work, as measured: a step is about ten nanoseconds of processor time, and seldom much
//! more. `cargo bench -p ayla-api --bench steps` measures them again.

/// The steps of a millisecond of processor time.
pub const PER_MILLISECOND: u64 = 100_000;

/// Playing a move of one lap, or finding out whether it is legal.
pub const MOVE: u64 = 4;
/// A lap of a long sowing.
pub const LAP: u64 = 1;
/// Eight earlier positions that a move is compared with, where a position may come again.
pub const EIGHT_POSITIONS: u64 = 1;
/// Reading or writing a position.
pub const POSITION: u64 = 20;
/// A word of a text that is read.
pub const WORD: u64 = 3;
/// Sixteen bytes of a text that is read.
pub const SIXTEEN_BYTES: u64 = 4;
/// A byte of JSON that is read.
pub const BYTE_OF_JSON: u64 = 1;
/// Saying a sentence, or a part of one.
pub const SENTENCE: u64 = 30;
/// An event, kept and written.
pub const EVENT: u64 = 4;
/// Sixteen bytes of an answer that is written.
pub const SIXTEEN_BYTES_WRITTEN: u64 = 2;
/// A thousand pixels put into a picture, and packed.
pub const THOUSAND_PIXELS: u64 = 1_000;
/// Drawing a part of a picture that is not kept.
pub const DRAWING: u64 = 30_000;
