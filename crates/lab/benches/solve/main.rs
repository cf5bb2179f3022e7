//! How long it takes to solve Andada from each pattern of the opening (AN-1): 3, 3, 0 around the ring, the empty house of
//! three being the first, second or third of the player who chooses. Beside the moves that the solver makes in a second is
//! their share in those that perft makes, which only counts, in the same run.
//!
//! `cargo bench --bench solve --no-default-features [-- HOUSES MIB]`: 3 and 6 houses, and 1024 MiB, unless given.

use std::time::Instant;

use ayla_engine::solver::Solver;
use ayla_rules::Line;
use ayla_rules::notation::read_line;
use ayla_rules::perft::perft;

/// Leaves that perft counts in a second, with 6 houses.
fn perft_rate() -> f64 {
    let position = read_line("andada 222222/222222 - s o").expect("well formed").setup.position().expect("consistent");
    let begun = Instant::now();
    let leaves = perft(&Line::from(position), 9);
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
            let position = read_line(&text).expect("well formed").setup.position().expect("consistent");
            let mut solver = Solver::new(&Line::from(position), memory << 20).expect("small enough");
            let begun = Instant::now();
            let verdict = solver.step(u64::MAX).expect("nothing stops it");
            let seconds = begun.elapsed().as_secs_f64();
            let (value, moves, nodes) = (verdict.value, verdict.line.len(), verdict.nodes);
            let (kept, rate) = (solver.progress().kept, nodes as f64 / seconds);
            let (millions, share) = (rate / 1e6, 100.0 * rate / counted);
            println!("{text}  {value:+}  {moves}  {nodes}  {kept}  {seconds:.3}  {millions:.2}  {share:.0}%");
        }
    }
}
