//! `ayla-lab starts`: proves the values of first positions that the engine knows beforehand.

use std::process::ExitCode;

use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{Order, Proof};
use ayla_rules::{Line, Position};
use ayla_terminal::{Progress, number, print};
use clap::Args;

/// Houses in a row, and seeds in each: boards of Kalah that a search within the default limit does not prove.
const BOARDS: [(usize, u8); 3] = [(5, 4), (6, 3), (6, 4)];
const NODES: u64 = 1_000_000;

/// Proves the values of first positions of Kalah, and prints the lines of crates/engine/games/starts.
#[derive(Debug, Args)]
pub(crate) struct Starts {
    /// The memory for results, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = number::<u32>("--memory-mib", 1..=1 << 20))]
    memory_mib: u32,
}

impl Starts {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let progress = Progress::with_total(2 * BOARDS.len() as u64, "positions", std::time::Duration::from_secs(30));
        let mut text = String::new();
        for (done, (rules, (houses, seeds))) in
            (1..).zip(["kalah", "kalah:empty-capture=true"].into_iter().flat_map(|rules| BOARDS.map(|it| (rules, it))))
        {
            let row = seeds.to_string().repeat(houses);
            text += &self.prove(&format!("{rules} {row}/{row} 0/0 s"))?;
            progress.set_done(done);
        }
        Ok(print(&text))
    }

    /// The line of a position.
    fn prove(&self, text: &str) -> Result<String, String> {
        let position = Position::read(text).map_err(|faults| ayla_api::words::faults(&faults))?;
        let class = Class::of(&position.rules()).ok_or("the game has no tables")?;
        let table = Table::build(class, class.many_seeds(), 1);
        let memory = (self.memory_mib as usize) << 20;
        let mut proof =
            Proof::new(&Line::from(position), memory, Some(&table), Order::default()).map_err(|why| why.to_string())?;
        let verdict = std::iter::repeat_with(|| proof.step(NODES)).flatten().next().ok_or("it has no end")?;
        let moves: Vec<String> = verdict.line.iter().map(ToString::to_string).collect();
        Ok(format!("{position} value {} {}\n", verdict.value, moves.join(" ")))
    }
}
