//! How fast Awalé is searched: time to a depth in full width, and nodes a second, a node being a move made. The first
//! position, and twenty from the middle of games that are kept in `tests/positions/`. Each search is beside a run of the
//! bare loop that makes moves and does nothing else (`benches/awale_perft`), so that what else the machine does weighs on
//! both: the share is that of nodes a second in the leaves a second that the loop makes.
//!
//! One thread; as in a service that has been running for a while, with a table of endings of twelve seeds, and with memory
//! that other searches had before. Nothing that they left in it is used.
//!
//! `cargo bench --bench search --no-default-features [-- DEPTH...]`: 15, 17 and 19 unless given.

#[path = "../perft/bare.rs"]
mod bare;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ayla_engine::tablebase::{self, Class};
use ayla_engine::{Interrupt, Limits, Report, Request, TranspositionTable, suggest_in};
use ayla_rules::notation::read_line;
use ayla_rules::{Line, Variant};

const FIRST: &str = "awale:majority=true,repetition=2 444444/444444 0/0 s";
const MIDDLE: &str = include_str!("../../../../tests/positions/awale-middle.txt");
/// How long a search takes that looks as far as it likes.
const FREE: Duration = Duration::from_secs(1);

/// What a searcher has.
struct Desk {
    memory: TranspositionTable,
    endings: tablebase::Table,
}

/// What searches took together.
#[derive(Default)]
struct Effort {
    nodes: u64,
    seconds: f64,
    /// Leaves that the bare loop makes in a second, for each search.
    bare: Vec<f64>,
}

impl Effort {
    /// Searches beside a run of the bare loop.
    fn add(&mut self, desk: &mut Desk, line: &Line, limits: Limits) -> Report {
        let board = 0x0404_0404_0404_0404_0404_0404;
        let begun = Instant::now();
        let (leaves, _) = black_box(bare::perft::<48, 0>(black_box(board), black_box(8)));
        self.bare.push(leaves as f64 / begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        let interrupt = || (begun.elapsed() >= FREE && limits.depth.is_none()).then_some(Interrupt::Time);
        let request = Request { limits, endgame: Some(&desk.endings), interrupt: &interrupt, ..Request::new(line) };
        let report = suggest_in(&mut desk.memory, &request).expect("not over");
        self.seconds += begun.elapsed().as_secs_f64();
        self.nodes += report.nodes;
        report
    }

    fn print(&mut self, what: &str) {
        self.bare.sort_by(f64::total_cmp);
        let (rate, bare) = (self.nodes as f64 / self.seconds, self.bare[self.bare.len() / 2]);
        let (millions, share) = (rate / 1e6, 100.0 * rate / bare);
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
    let read =
        |text: &str| -> Line { read_line(text).expect("well formed").setup.position().expect("consistent").into() };
    let first = [read(FIRST)];
    let middle: Vec<Line> = MIDDLE.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    let mut desk = Desk { memory: TranspositionTable::default(), endings: tablebase::Table::build(class, 12, 1) };
    Effort::default().add(&mut desk, &first[0], Limits { depth: Some(18), ..Limits::default() });

    for (name, lines) in [("first position", &first[..]), ("middle game, all positions", &middle)] {
        for &depth in &depths {
            let mut effort = Effort::default();
            for line in lines {
                effort.add(&mut desk, line, Limits { depth: Some(depth), ..Limits::default() });
            }
            effort.print(&format!("{name}, depth {depth}"));
        }
        let (mut effort, mut reached) = (Effort::default(), 0);
        for line in lines {
            reached += effort.add(&mut desk, line, Limits { time: Some(FREE), ..Limits::default() }).depth;
        }
        let mean = f64::from(reached) / lines.len() as f64;
        effort.print(&format!("{name}, 1 s, mean depth {mean:.1}"));
    }
}
