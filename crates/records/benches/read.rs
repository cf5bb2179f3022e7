//! The time to read texts of 64 KiB in every format that they take long in, beside the steps that are counted for it.
//!
//! `cargo bench -p ayla-records`

use std::hint::black_box;
use std::time::Instant;

use ayla_records::{Format, read};
use ayla_steps::within;

/// The length of a text.
const BYTES: usize = 64 << 10;

/// What texts repeat: the smallest games, and the smallest faults.
const UNITS: &[&str] = &[
    "a\n",
    "AaB\n",
    "AfEbCaBcFdAe\n",
    "startpos\n",
    "1.a ",
    "1.a1a2 ",
    "1.\n",
    "1. 42\n",
    "1S,5/6 24 23 S 1 ",
    "/ a b c d ",
    "awale 444444/444444 0/0 s\n",
    "<3,0,0,1,1,1,1,1,1>\n",
    "game: oware()\n",
    "[\n",
    "(",
];

fn main() {
    println!("{:30} {:12} {:>8} {:>10}", "text", "format", "ms", "steps");
    for unit in UNITS {
        let text = unit.repeat(BYTES / unit.len());
        let shown = format!("{unit:?}");
        for format in [None].into_iter().chain(Format::ALL.iter().copied().map(Some)) {
            let time = || {
                let begun = Instant::now();
                let steps = within(u64::MAX - 1, || black_box(read(&text, format))).steps;
                (begun.elapsed().as_secs_f64() * 1e3, steps)
            };
            let Some((ms, steps)) = (0..5).map(|_| time()).min_by(|one, other| one.0.total_cmp(&other.0)) else {
                continue;
            };
            if ms > 3.0 {
                println!("{shown:30} {:12} {ms:8.2} {steps:10}", format.map_or("found", Format::name));
            }
        }
    }
}
