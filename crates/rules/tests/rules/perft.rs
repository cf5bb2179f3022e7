//! Perft counts, compared with tables from other engines.

use ayla_rules::notation::read_line;
use ayla_rules::perft::perft;
use ayla_rules::{Line, Position, Side, Variant};

fn start(rules: &str) -> Position {
    let variant = Variant::from_name(rules.split(':').next().expect("a variant")).expect("a variant");
    let first = variant.default_rules().start(Side::South).to_string();
    let (_, board) = first.split_once(' ').expect("a board");
    read_line(&format!("{rules} {board}")).expect("well formed").setup.position().expect("consistent")
}

#[test]
fn awale_counts_agree_with_two_other_engines() {
    // Deeper rows of the table take minutes in a test build; `cargo bench` and the command line count them.
    for row in include_str!("../../../../tests/vectors/perft-awale.txt").lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(' ').collect();
        let (depth, lines) = (fields[1].parse().expect("a depth"), fields[2].parse::<u64>().expect("a count"));
        if depth <= 11 {
            assert_eq!(perft(&Line::from(start(fields[0])), depth), lines, "{row}");
        }
    }
}

#[test]
fn relay_counts_agree_with_another_engine() {
    for row in include_str!("../../../../tests/vectors/perft-relay.txt").lines().filter(|row| !row.starts_with('#')) {
        let (rest, lines) = row.rsplit_once(' ').expect("a count");
        let (position, depth) = rest.rsplit_once(' ').expect("a depth");
        let start = read_line(position).expect("well formed").setup.position().expect("consistent");
        let counted = perft(&Line::from(start), depth.parse().expect("a depth"));
        assert_eq!(counted, lines.parse::<u64>().expect("a count"), "{row}");
    }
}
