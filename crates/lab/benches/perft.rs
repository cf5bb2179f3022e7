//! The speed of the rules of Awalé: perft through [`Game::play`](ayla_rules::Game::play), which the service, the search
//! and the tests share, against a reference loop that knows only the default rules. Both make every leaf on one thread.
//! Each run follows one of the reference loop, so that other load on the machine affects both, and the median of the
//! ratios is printed. The depth matters: at depth 8 the reference loop is a tenth slower than at 9. On a machine with
//! more load than cores the ratios mean little.
//!
//! `cargo bench -p ayla-lab --bench perft [-- ROUNDS]`

mod reference;

use std::hint::black_box;
use std::time::Instant;

use ayla_rules::perft::perft;
use ayla_rules::{Line, Position};

/// The positions: a name, South's row, North's row, the stores, and the depth.
const BOARDS: [(&str, &str, &str, &str, u32); 3] = [
    ("start", "444444", "444444", "0/0", 9),
    ("middle game", "091670", "201d13", "2/3", 9),
    ("sparse endgame", "100201", "021010", "20/20", 16),
];

/// Rules, each with the least share of the reference loop's speed to reach.
const RULES: [(&str, f64); 7] = [
    ("awale", 0.75),
    ("awale:repetition=2", 0.5),
    ("awale:majority=true,repetition=2", 0.5),
    ("awale:direction=clockwise", 0.5),
    ("awale:few=4,limit=3,majority=true,quiet=100,remaining=split,repetition=3", 0.5),
    ("awale:few=4,limit=1,majority=true,over-limit=none,quiet=100,remaining=leave,repetition=2", 0.5),
    (
        "awale:capture=two,direction=clockwise,few=4,limit=1,majority=true,over-limit=none,quiet=100,\
         remaining=split,repetition=2",
        0.5,
    ),
];

/// The leaves a second of a count.
fn rate(count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let leaves = count();
    leaves as f64 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    // Cargo adds `--bench` to the arguments.
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(9);
    for (name, south, north, stores, depth) in BOARDS {
        let board = reference::board(south, north);
        let line = |rules: &str| {
            Line::from(Position::read(&format!("{rules} {south}/{north} {stores} s")).expect("a position"))
        };
        assert_eq!(perft(&line("awale"), 8).total, reference::perft::<48, 0>(board, 8).0, "{name}: both count alike");

        let lines = RULES.map(|(rules, _)| line(rules));
        let mut rates = Vec::new();
        let mut ratios = RULES.map(|_| Vec::new());
        for _ in 0..rounds {
            for (line, ratios) in lines.iter().zip(&mut ratios) {
                let reference = rate(|| black_box(reference::perft::<48, 0>(black_box(board), black_box(depth))).0);
                ratios.push(rate(|| perft(black_box(line), black_box(depth)).total) / reference);
                rates.push(reference);
            }
        }
        println!("{name}, depth {depth}: the reference loop makes {:.0} million leaves a second", median(rates) / 1e6);
        for ((rules, least), ratios) in RULES.iter().zip(ratios) {
            let ratio = median(ratios);
            let verdict = if ratio < *least { "  below its bound" } else { "" };
            println!("{:5.0}%  {rules}{verdict}", 100.0 * ratio);
        }
    }
}
