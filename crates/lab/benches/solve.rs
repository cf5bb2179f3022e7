//! The time to solve Andada from the opening and after each pattern of it (AN-1): 3, 3, 0 around the ring, where the
//! empty house of three is the first, second or third of the player who chooses. The last column is the share of the
//! solver's nodes a second in those of perft, which only counts, in the same run.
//!
//! `cargo bench -p ayla-lab --bench solve [-- HOUSES MIB]`, for 3 and 6 houses and with 1024 MiB by default.

use std::time::Instant;

use ayla_engine::solver::Solver;
use ayla_rules::perft::perft;
use ayla_rules::{Line, Position};

/// The leaves a second that perft counts with 6 houses.
fn perft_rate() -> f64 {
    let position = Position::read("andada 222222/222222 - s o").expect("a position");
    let begun = Instant::now();
    let leaves = perft(&Line::from(position), 9).total;
    leaves as f64 / begun.elapsed().as_secs_f64()
}

fn main() {
    // Cargo adds `--bench` to the arguments.
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<usize>().ok());
    let houses = numbers.next().map_or(vec![3, 6], |houses| vec![houses]);
    let memory = numbers.next().unwrap_or(1024);
    let counted = perft_rate();
    println!(
        "position  value  moves in the line  nodes  positions kept  seconds  million nodes a second  share of perft's"
    );
    for houses in houses {
        let row =
            |from: usize| -> String { (from..from + houses).map(|at| if at % 3 == 0 { '0' } else { '3' }).collect() };
        let mut positions = vec![format!("andada {0}/{0} - s o", "2".repeat(houses))];
        positions.extend([0, 2, 1].map(|from| format!("andada {0}/{0} - s c", row(from))));
        for text in positions {
            let position = Position::read(&text).expect("a position");
            let mut solver = Solver::new(&Line::from(position), memory << 20).expect("small enough");
            let begun = Instant::now();
            let verdict = solver.step(u64::MAX).expect("nothing stops it");
            let seconds = begun.elapsed().as_secs_f64();
            let value = verdict.value;
            let moves = verdict.line.len();
            let nodes = verdict.nodes;
            let stored = solver.progress().stored;
            let rate = nodes as f64 / seconds;
            let millions = rate / 1e6;
            let share = 100.0 * rate / counted;
            println!("{text}  {value:+}  {moves}  {nodes}  {stored}  {seconds:.3}  {millions:.2}  {share:.0}%");
        }
    }
}
