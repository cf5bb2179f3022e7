//! Perft counts, compared with tables from other engines.

use ayla_rules::perft::perft;
use ayla_test_games::read;
use ayla_test_games::vectors::rows_of_all;

/// Larger counts take minutes in a test build. `cargo bench` and the command line count them.
const MOST: u64 = 100_000_000;

#[test]
fn counts_agree_with_other_engines() {
    for (variant, row) in rows_of_all("perft.txt") {
        let (rest, lines) = row.rsplit_once(' ').expect("a count");
        let (text, depth) = rest.rsplit_once(' ').expect("a depth");
        let (depth, lines): (u32, u64) = (depth.parse().expect("a depth"), lines.parse().expect("a count"));
        let line = read(text);
        assert_eq!(line.position().rules().variant(), variant, "{row}");
        if lines <= MOST {
            assert_eq!(perft(&line, depth).total, lines, "{row}");
        }
    }
}
