//! The speed of building endgame tables of Awalé in memory, on one thread and on one for each processor, and the ratio to a plain
//! reference program on one thread.
//!
//! `cargo bench -p ayla-lab --bench tables [-- SEEDS...]`, for 16 seeds by default, after 12 with the reference program.

use std::time::Instant;

use ayla_engine::tablebase::{Class, Table};
use ayla_lab::reference;
use ayla_rules::Variant;

/// The seeds of the table that the reference program builds.
const REFERENCE: u8 = 12;

/// Builds a table with this many entries, and returns the entries a second too.
fn rate<T>(entries: usize, build: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let built = build();
    (built, entries as f64 / begun.elapsed().as_secs_f64())
}

fn main() {
    // Cargo adds `--bench` to the arguments.
    let mut sizes: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![16];
    }
    let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let print = |seeds: u32, by: &str, rate: f64, ratio: f64| {
        let (entries, millions) = (class.entries(seeds), rate / 1e6);
        let seconds = entries as f64 / rate;
        println!(
            "{seeds} seeds, {entries} entries, {by}: {seconds:.2} s, {millions:.2} million a second, ratio {ratio:.2}"
        );
    };

    let entries = class.entries(REFERENCE.into());
    let (values, plain) = rate(entries, || reference::tables::build(REFERENCE));
    print(REFERENCE.into(), "the reference program", plain, 1.0);
    let (table, one) = rate(entries, || Table::build(class, REFERENCE.into(), 1));
    for (seeds, values) in (0..=REFERENCE).zip(&values) {
        let same = table.layer(seeds).iter().map(|&value| value as i8).eq(values.iter().copied());
        assert!(same, "both find the same, {seeds} seeds");
    }
    print(REFERENCE.into(), "one thread", one, one / plain);
    for seeds in sizes {
        let entries = class.entries(seeds);
        let (_, one) = rate(entries, || Table::build(class, seeds, 1));
        print(seeds, "one thread", one, one / plain);
        let (_, many) = rate(entries, || Table::build(class, seeds, threads));
        print(seeds, &format!("{threads} threads"), many, many / plain);
    }
}
