//! The heap memory of a search, besides its transposition table.

use allocation_counter::measure;
use ayla_engine::{ALL_MOVES, Limits, Request, TranspositionTable, suggest_in};
use ayla_test_games::read;

/// The most bytes in use at once during a search of a position.
fn peak(table: &mut TranspositionTable, text: &str) -> u64 {
    let line = read(text);
    let limits = Limits { nodes: Some(400_000), ..Limits::default() };
    let request = Request { limits, wanted: ALL_MOVES, ..Request::new(&line) };
    measure(|| assert!(suggest_in(table, &request).is_some())).bytes_max
}

#[test]
fn an_exhausted_search_keeps_within_the_documented_memory() {
    let mut table = TranspositionTable::with_bytes(TranspositionTable::MOST_BYTES);
    let peaks = [
        "awale 101010/010101 20/22 s",
        "awale 110110/211011 19/19 s",
        "anywoli 100001000010/010000100000 40/51 s",
        "andada 110000000001/001000010001 - s",
        "andada 100000000000000000000000000000100000000000000000/000000000000010000000000000000000000000000000000 - s",
    ]
    .map(|text| peak(&mut table, text));
    let most = peaks.into_iter().max().expect("some");
    assert!((4 << 20..32 << 20).contains(&most), "{peaks:?}");
}
