//! The speed of the search of Awalé: the time to a depth in full width, and nodes a second, a node being a move made.
//! The positions are the first one and twenty from the middle of games in `tests/positions/`. Each search runs beside
//! the reference loop of the bench `perft`, which only makes moves, so that other load on the machine affects both. The
//! share is that of nodes a second in the leaves a second of that loop.
//!
//! It uses one thread and, as in a service that has run for a while, an endgame table of twelve seeds and memory of
//! earlier searches, whose entries are not used.
//!
//! `cargo bench -p ayla-lab --bench search [-- DEPTH...]`, to the depths 15, 17 and 19 by default.

mod reference;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ayla_engine::tablebase::{self, Class};
use ayla_engine::{Interrupt, Limits, Report, Request, TranspositionTable, suggest_in};
use ayla_rules::{Line, Position, Variant};

const FIRST: &str = "awale:majority=true,repetition=2 444444/444444 0/0 s";
const MIDDLE: &str = include_str!("../../../tests/positions/awale-middle.txt");
/// The time of a search without a limit of depth.
const FREE: Duration = Duration::from_secs(1);

/// The memory of the searches.
struct Memory {
    hash: TranspositionTable,
    endgame: tablebase::Table,
}

/// The sums over several searches.
#[derive(Default)]
struct Totals {
    nodes: u64,
    seconds: f64,
    /// The leaves a second of the reference loop, beside each search.
    reference: Vec<f64>,
}

impl Totals {
    /// Searches beside a run of the reference loop.
    fn add(&mut self, memory: &mut Memory, line: &Line, limits: Limits) -> Report {
        let board = reference::board("444444", "444444");
        let begun = Instant::now();
        let (leaves, _) = black_box(reference::perft::<48, 0>(black_box(board), black_box(8)));
        self.reference.push(leaves as f64 / begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        let interrupt = || (begun.elapsed() >= FREE && limits.depth.is_none()).then_some(Interrupt::Time);
        let request = Request { limits, endgame: Some(&memory.endgame), interrupt: &interrupt, ..Request::new(line) };
        let report = suggest_in(&mut memory.hash, &request).expect("not over");
        self.seconds += begun.elapsed().as_secs_f64();
        self.nodes += report.nodes;
        report
    }

    fn print(&mut self, what: &str) {
        self.reference.sort_by(f64::total_cmp);
        let rate = self.nodes as f64 / self.seconds;
        let reference = self.reference[self.reference.len() / 2];
        let millions = rate / 1e6;
        let share = 100.0 * rate / reference;
        println!(
            "{what:36} {:8.3} s {:12} nodes {millions:6.1} million a second {share:4.0}%",
            self.seconds, self.nodes
        );
    }
}

fn main() {
    // Cargo adds `--bench` to the arguments.
    let mut depths: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if depths.is_empty() {
        depths = vec![15, 17, 19];
    }
    let read = |text: &str| Line::from(Position::read(text).expect("a position"));
    let first = [read(FIRST)];
    let middle: Vec<Line> = MIDDLE.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    let mut memory = Memory { hash: TranspositionTable::default(), endgame: tablebase::Table::build(class, 12, 1) };
    Totals::default().add(&mut memory, &first[0], Limits { depth: Some(18), ..Limits::default() });

    for (name, lines) in [("first position", &first[..]), ("middle game, all positions", &middle)] {
        for &depth in &depths {
            let mut totals = Totals::default();
            for line in lines {
                totals.add(&mut memory, line, Limits { depth: Some(depth), ..Limits::default() });
            }
            totals.print(&format!("{name}, depth {depth}"));
        }
        let mut totals = Totals::default();
        let mut reached = 0;
        for line in lines {
            reached += totals.add(&mut memory, line, Limits { time: Some(FREE), ..Limits::default() }).depth;
        }
        let mean = f64::from(reached) / lines.len() as f64;
        totals.print(&format!("{name}, 1 s, mean depth {mean:.1}"));
    }
}
