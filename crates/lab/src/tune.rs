//! `ayla-lab tune`: trains the network that evaluates a game to games of the engine against itself, and prints it in
//! the format of `crates/engine/games/`.
//!
//! ```text
//! cargo run --release -p ayla-lab -- tune awale --table awale-24.ayla --games 240000 --nodes 1500 --seed 8
//! ```
//!
//! With equal arguments and an equal engine the numbers printed are equal. `crates/lab/docs/evaluation.md` has the
//! record of what was trained.

mod awale;
mod network;
mod recipe;
mod sample;
mod self_play;

use std::path::PathBuf;
use std::process::ExitCode;

use ayla_engine::TranspositionTable;
use ayla_engine::random::Random;
use ayla_engine::tablebase::Table;
use ayla_rules::{Position, Variant};
use ayla_terminal::{number, usage_error};
use clap::Args;

use crate::parallel;
use recipe::Recipe;
use sample::Sample;

/// The number of games between two lines of progress.
const REPORT: u64 = 2_000;

/// Trains the evaluation of a game to games of the engine against itself, and prints the weights.
#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// The name of the game, such as awale.
    #[arg(value_parser = crate::matches::variant)]
    variant: Variant,
    /// Games to play.
    #[arg(long, default_value_t = 1_000, value_parser = number::<u64>("--games", 0..=u64::MAX))]
    games: u64,
    /// Nodes of each move.
    #[arg(long, default_value_t = 1_000, value_parser = number::<u64>("--nodes", 0..=u64::MAX))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>("--seed", 0..=u64::MAX))]
    seed: u64,
    /// Houses in a row, except in Awalé.
    #[arg(long, default_value_t = 12, value_parser = number::<usize>("--houses", 0..=u64::MAX))]
    houses: usize,
    /// The endgame table whose values the evaluation of Awalé learns.
    #[arg(long, value_name = "FILE", required_if_eq("variant", "awale"))]
    table: Option<PathBuf>,
    /// Games to play at once.
    #[arg(long, default_value_t = 1, value_parser = number::<u8>("--jobs", 1..=64))]
    jobs: u8,
}

impl Tune {
    /// Plays the games, and prints the weights.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let recipe = Recipe::new(self.variant, self.houses);
        let recipe = recipe.ok_or_else(|| format!("crates/engine/games/{}.txt has no line `start`", self.variant))?;
        if recipe.starts.iter().any(|start| Position::read(start).is_err()) {
            return Err(format!("{} is not played with {} houses in a row", self.variant.title(), self.houses));
        }
        let table = match (recipe.training.with_table, &self.table) {
            (true, Some(file)) => Some(Table::open(file).map_err(|error| error.to_string())?),
            (true, None) => return Ok(usage_error("--table is required")),
            (false, _) => None,
        };
        let samples = self.samples(&recipe, table.as_ref())?;
        println!("\nhouses {}", recipe.houses);
        let ends = recipe.phases[1..].iter().copied().chain([u32::MAX]);
        for (stream, (first, end)) in (0..).zip(recipe.phases.into_iter().zip(ends)) {
            // The positions next to the phase count too, so that phases agree where they meet.
            let near = first.saturating_sub(1)..end.saturating_add(1);
            let of_phase = samples.iter().filter(|sample| near.contains(&sample.seeds)).collect();
            println!("\nseeds {first}");
            recipe.print_trained(of_phase, &mut Random::new(self.seed, stream));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The positions of all games in order.
    fn samples(&self, recipe: &Recipe, table: Option<&Table>) -> Result<Vec<Sample>, String> {
        let count = usize::try_from(self.games).map_err(|_| "this machine has no memory for that number of games")?;
        let player = || {
            let mut memory = TranspositionTable::default();
            move |game: usize| {
                let random = Random::new(self.seed, game as u64);
                let start = &recipe.starts[game % recipe.starts.len()];
                let samples = match table {
                    Some(table) => awale::play(&mut memory, table, recipe, start, self.nodes, random),
                    None => self_play::play(&mut memory, recipe, start, self.nodes, random),
                };
                if game as u64 % REPORT == REPORT - 1 {
                    eprintln!("{} games", game + 1);
                }
                samples
            }
        };
        Ok(parallel::play(self.jobs, count, player).into_iter().flatten().collect())
    }
}
