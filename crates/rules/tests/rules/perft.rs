//! Perft counts, compared with tables from other engines.

use ayla_rules::Side;
use ayla_rules::notation::read_rules;
use ayla_rules::perft::perft;
use ayla_test_games::read;

/// Compares perft counts with a table whose rows are a start, a depth and a count. Deeper rows than `most` are left out.
fn compare(table: &str, most: u32, start: impl Fn(&str) -> String) {
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let (rest, lines) = row.rsplit_once(' ').expect("a count");
        let (text, depth) = rest.rsplit_once(' ').expect("a depth");
        let depth = depth.parse().expect("a depth");
        if depth <= most {
            assert_eq!(perft(&read(&start(text)), depth).to_string(), lines, "{row}");
        }
    }
}

#[test]
fn awale_counts_agree_with_two_other_engines() {
    // Deeper rows take minutes in a test build. `cargo bench` and the command line count them.
    compare(include_str!("../../../../tests/vectors/perft-awale.txt"), 11, |rules| {
        read_rules(rules).expect("well formed").start(Side::South).to_string()
    });
}

#[test]
fn relay_counts_agree_with_another_engine() {
    compare(include_str!("../../../../tests/vectors/perft-relay.txt"), u32::MAX, str::to_owned);
}
