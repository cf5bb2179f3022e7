//! What must hold for any input. Fuzzers look for inputs for which it does not; they begin with those in `fuzz/seeds`,
//! which `tests/service/corpus.rs` replays.

pub mod cost;
pub mod json;
pub mod play;
pub mod protobuf;
pub mod record;
pub mod text;
pub mod token;

/// What a fuzz target does with an input: it panics if something does not hold that must.
pub type Check = fn(&[u8]);

/// The fuzz targets, by name.
pub const TARGETS: [(&str, Check); 7] = [
    ("cost", cost::check),
    ("json", json::check),
    ("play", play::check),
    ("protobuf", protobuf::check),
    ("record", record::check),
    ("text", text::check),
    ("token", token::check),
];

/// The first line of an input, and what follows it.
fn first_line(input: &[u8]) -> Option<(&str, &[u8])> {
    let end = input.iter().position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&input[..end]).ok()?, &input[end + 1..]))
}
