//! The speed of building endgame tables of Awalé in memory, on one thread and on one for each processor.
//!
//! `cargo bench -p ayla-lab --bench tables [-- SEEDS...]`, for 16 seeds by default.

use std::hint::black_box;
use std::time::Instant;

use ayla_engine::tablebase::{Class, Table};
use ayla_rules::Variant;

fn main() {
    // Cargo adds `--bench` to the arguments.
    let mut sizes: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![16];
    }
    let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    for seeds in sizes {
        let entries = class.entries(seeds);
        for threads in [1, processors] {
            let begun = Instant::now();
            black_box(Table::build(class, seeds, threads));
            let seconds = begun.elapsed().as_secs_f64();
            let millions = entries as f64 / seconds / 1e6;
            println!(
                "{seeds} seeds, {entries} entries, threads {threads}: {seconds:.2} s, {millions:.2} million a second"
            );
        }
    }
}
