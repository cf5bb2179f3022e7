//! `ayla-lab perft`: counts lines.

use std::process::ExitCode;
use std::time::Instant;

use ayla_api::error::Result;
use ayla_rules::Move;
use ayla_rules::line::MAX_MOVES;
use ayla_rules::perft::{self, perft};
use ayla_terminal::{Format, StartPosition, number};
use clap::Args;
use serde::Serialize;

/// Counts the lines of a number of moves, for each first move.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    start: StartPosition,
    /// The number of moves of a line.
    #[arg(value_parser = number::<u32>("DEPTH", 0..=MAX_MOVES as u64))]
    depth: u32,
    #[command(flatten)]
    format: Format,
}

/// The number of lines of `depth` moves.
#[derive(Debug, Serialize)]
struct Count {
    depth: u32,
    /// Empty for depth 0.
    moves: Vec<MoveCount>,
    total: u64,
    seconds: f64,
}

/// The number of lines that begin with a move.
#[derive(Debug, Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    played: String,
    lines: u64,
}

impl Perft {
    /// Counts the lines, and prints their numbers.
    pub(crate) fn run(&self) -> ExitCode {
        self.format.print(self.answer())
    }

    fn answer(&self) -> Result<String> {
        let line = self.start.line()?;
        let begun = Instant::now();
        let perft::Count { moves, total } = perft(&line, self.depth);
        let seconds = begun.elapsed().as_secs_f64();
        let count = |(played, lines): (Move, u64)| MoveCount { played: played.to_string(), lines };
        let count = Count { depth: self.depth, moves: moves.into_iter().map(count).collect(), total, seconds };
        self.format.answer(&count, plain)
    }
}

fn plain(count: &Count) -> String {
    let width = count.total.to_string().len();
    let mut text = String::new();
    for MoveCount { played, lines } in &count.moves {
        text += &format!("{played:<5} {lines:>width$}\n");
    }
    text += &format!("{:<5} {:>width$}\n", "total", count.total);
    let speed = if count.seconds > 0.0 { count.total as f64 / count.seconds } else { 0.0 };
    text += &format!("{:.3} s, {speed:.0} lines/s\n", count.seconds);
    text
}
