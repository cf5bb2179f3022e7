//! How long it takes to solve Andada from each pattern of the opening (AN-1): 3, 3, 0 around the ring, the empty house of
//! three being the first, second or third of the player who chooses.
//!
//! `cargo bench --bench solve --no-default-features [-- HOUSES MIB]`: 3 and 6 houses, and 1024 MiB, unless given.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ayla::game::Line;
use ayla::game::notation::read_line;
use ayla::search::solve::Solver;

fn main() {
    // Cargo adds `--bench` to the arguments.
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<usize>().ok());
    let houses = numbers.next().map_or(vec![3, 6], |houses| vec![houses]);
    let memory = numbers.next().unwrap_or(1024);
    println!("position  value  moves in the line  nodes  positions kept  seconds");
    for houses in houses {
        let row =
            |from: usize| -> String { (from..from + houses).map(|at| if at % 3 == 0 { '0' } else { '3' }).collect() };
        let mut positions = vec![format!("andada {0}/{0} - s o", "2".repeat(houses))];
        positions.extend([0, 2, 1].map(|from| format!("andada {0}/{0} - s c", row(from))));
        for text in positions {
            let position = read_line(&text).expect("well formed").setup.position().expect("consistent");
            let mut solver = Solver::new(&Line::from(position), memory << 20).expect("small enough");
            let begun = Instant::now();
            let verdict = solver.step(u64::MAX, &AtomicBool::new(false)).expect("nothing stops it");
            let seconds = begun.elapsed().as_secs_f64();
            let (value, moves, nodes) = (verdict.value, verdict.line.len(), verdict.nodes);
            println!("{text}  {value:+}  {moves}  {nodes}  {}  {seconds:.3}", solver.progress().kept);
        }
    }
}
