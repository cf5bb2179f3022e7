//! The work of reading a text: linear in its length, counted, and given up where it has to stop.

use std::thread;

use ayla_records::{Format, MOST_FAULTS, MOST_RECORDS, read};
use ayla_steps::within;

/// What texts of all formats are made of.
const TOKENS: &[&str] = &[
    "1.",
    " ",
    "\n",
    "\r",
    "\t",
    "[A \"b\"]\n",
    "\n[Variant \"Oware\"]\n",
    "[",
    "{",
    "}",
    "(",
    ")",
    ";",
    "1S,5/6 24 23 S 1 ",
    "/",
    "<3,0,0,1,1,1,1,1,1>\n",
    "<",
    "state ",
    "move 1\n",
    "game: oware()\n",
    "action: 0\n",
    "[Game]\n",
    "startpos moves ",
    "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    "A",
    "a\n",
    "64 ",
    "(5) ",
    "*",
    "1-0 ",
    "agree ",
    "Player 1 score = ",
    "-4-4-4-4-4-4-\n",
    "awale 444444/444444 0/0 s moves 3 ",
    "awale:a=1,",
    "moves",
    "é",
    "\0",
];

/// The most steps for each byte of a text. A game of two bytes is a position to play from.
const MOST_PER_BYTE: u64 = 100;

/// Returns a text that repeats a unit, of this many bytes or a few fewer.
fn repeated(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len())
}

/// The tokens, and every pair of two.
fn units() -> Vec<String> {
    let pairs = TOKENS.iter().flat_map(|first| TOKENS.iter().map(move |second| format!("{first}{second}")));
    TOKENS.iter().map(ToString::to_string).chain(pairs).collect()
}

fn steps(text: &str, format: Option<Format>) -> u64 {
    within(u64::MAX - 1, || read(text, format)).steps
}

/// Does something with every unit, and with its index, on both processors of a small machine.
fn for_each_unit(test: impl Fn(usize, &str) + Sync) {
    let units = units();
    thread::scope(|scope| {
        for part in 0..2 {
            let units = &units;
            let test = &test;
            scope.spawn(move || (part..units.len()).step_by(2).for_each(|index| test(index, &units[index])));
        }
    });
}

/// Every format, and none.
fn formats() -> Vec<Option<Format>> {
    [None].into_iter().chain(Format::ALL.iter().copied().map(Some)).collect()
}

/// A text takes at most 1.3 times as many steps for each byte as one that is half as long.
fn assert_linear(unit: &str, bytes: usize, format: Option<Format>) {
    let half = repeated(unit, bytes / 2);
    let whole = half.repeat(2);
    let before = steps(&half, format);
    let after = steps(&whole, format);
    assert!(10 * after <= 26 * before, "{unit:?} as {format:?}: {before} and {after} steps");
    assert!(after <= MOST_PER_BYTE * whole.len() as u64, "{unit:?} as {format:?}: {after} steps");
}

#[test]
fn steps_grow_as_the_text_does() {
    let formats = formats();
    for token in TOKENS {
        formats.iter().for_each(|&format| assert_linear(token, 16 << 10, format));
    }
    // Every token is in pairs that are read in each format.
    for_each_unit(|index, unit| assert_linear(unit, 8 << 10, formats[index % formats.len()]));
}

#[test]
fn reading_that_has_to_stop_stops() {
    let formats = formats();
    for_each_unit(|index, unit| {
        let text = repeated(unit, 300);
        let format = formats[index % formats.len()];
        let whole = read(&text, format);
        for end in [1, 10, 30, 100, 300, 1_000, 3_000, 10_000] {
            let outcome = within(end, || read(&text, format));
            assert!(outcome.result.is_none_or(|reading| reading == whole), "{unit:?} as {format:?}");
            // What is done between two looks is the reading of a line or a position.
            assert!(outcome.steps <= end + 1_000, "{unit:?} as {format:?}: {} for {end} steps", outcome.steps);
        }
    });
}

#[test]
fn cases_that_have_to_stop_give_nothing_or_the_same() {
    for &format in Format::ALL {
        let file = ayla_test_games::vectors::root().join("records").join(format!("{format}.jsonl"));
        let rows = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for row in rows.lines() {
            let case: serde_json::Value = serde_json::from_str(row).expect("JSON");
            let text = case["text"].as_str().expect("a text");
            for format in [None, Some(format)] {
                let whole = read(text, format);
                for end in (0..2_000).step_by(37) {
                    let outcome = within(end, || read(text, format));
                    assert!(outcome.result.is_none_or(|reading| reading == whole), "{text}");
                }
            }
        }
    }
}

#[test]
fn games_and_faults_beyond_those_that_are_kept_are_counted() {
    let reading = read(&"a\n".repeat(2_500), Some(Format::Letters));
    assert_eq!((reading.records.len(), reading.more_records, reading.faults.len()), (MOST_RECORDS, 1_500, 0));
    let reading = read(&"?\n".repeat(2_500), Some(Format::Letters));
    assert_eq!((reading.records.len(), reading.faults.len(), reading.more_faults), (0, MOST_FAULTS, 2_400));
    let lines: Vec<_> = reading.faults.iter().map(|fault| fault.place.line).collect();
    assert_eq!(lines, (1..=100).collect::<Vec<_>>(), "the first are kept, in the order of the text");
}

#[test]
fn games_of_a_section_share_its_tags() {
    let text = format!("[Variant \"Oware\"]\n[P1 \"Afia\"]\n\n{}", "1S,5/6 24 23 S 1 ".repeat(3));
    let reading = read(&text, None);
    assert_eq!((reading.records.len(), &reading.faults[..]), (3, &[][..]));
    assert!(reading.records.iter().all(|record| {
        std::ptr::eq(&*record.game.tags, &*reading.records[0].game.tags) && record.game.tags.len() == 2
    }));
}

#[test]
fn games_that_share_very_many_tags_are_counted() {
    let text = format!("[Variant \"Oware\"]\n{}\n{}", "[A \"\"]\n".repeat(4_000), "1S,5/6 24 23 S 1 ".repeat(1_500));
    let reading = read(&text, None);
    let tags: usize = reading.records.iter().map(|record| record.game.tags.len()).sum();
    assert!(tags < 30_000 && reading.records.len() + reading.more_records == 1_500, "{tags} tags");
}

#[test]
fn what_follows_too_many_moves_is_still_read() {
    let text = format!("{}?(5)", "A".repeat(3_000));
    let reading = read(&text, Some(Format::Letters));
    let places: Vec<_> = reading.faults.iter().map(|fault| fault.place.column).collect();
    assert_eq!(places, [2, 3_001, 3_002, 3_003, 3_004]);
}
