//! `ayla-lab tune`: trains the network that evaluates a game to games of the engine against itself, and prints it in the format
//! of `crates/engine/games/`.
//!
//! ```text
//! cargo run --release -p ayla-lab -- tune awale --table awale-24.ayla --games 240000 --nodes 1500 --seed 8
//! ```
//!
//! With equal arguments and an equal engine the numbers printed are equal. `crates/lab/docs/evaluation.md` has the record of
//! what was trained.

mod awale;
mod network;
mod recipe;
mod sample;
mod self_play;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use ayla::cli::{self, Piece};
use ayla::config::number;
use ayla_engine::TranspositionTable;
use ayla_engine::random::Random;
use ayla_engine::tablebase::Table;
use ayla_rules::{Position, Variant};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::piece::{Header, Results};
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
    /// Play only a piece of the games, and print no weights: 3/40 is the third of 40, numbered from 1. In a pod of an Indexed
    /// Job of Kubernetes, job/40 is the piece of its index, JOB_COMPLETION_INDEX, which counts from 0.
    #[arg(long, value_name = "NUMBER/PIECES", requires = "results")]
    piece: Option<Piece>,
    /// The folder for the positions of a piece. Without --piece no games are played: the weights are trained to the
    /// positions of all pieces in the folder.
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
}

/// Games that are played in pieces: all that their positions depend on.
#[derive(Debug, Serialize, Deserialize)]
struct Whole {
    variant: String,
    nodes: u64,
    seed: u64,
    houses: usize,
    /// The checksum of the endgame table.
    table: Option<String>,
}

impl Tune {
    /// Plays the games, and prints the weights.
    pub(crate) fn run(&self) -> ExitCode {
        let Some(recipe) = Recipe::new(self.variant, self.houses) else {
            return cli::fail(&format!("crates/engine/games/{}.txt has no line `start`", self.variant));
        };
        if recipe.starts.iter().any(|start| Position::read(start).is_err()) {
            return cli::fail(&format!("{} is not played with {} houses in a row", self.variant.title(), self.houses));
        }
        let tuned = match (recipe.training.with_table, &self.table) {
            (true, Some(file)) => match Table::open(file) {
                Ok(table) => self.tune(&recipe, Some(&table)),
                Err(error) => return cli::fail(&error.to_string()),
            },
            (true, None) => return cli::usage_error("--table is required"),
            (false, _) => self.tune(&recipe, None),
        };
        tuned.map_or_else(|why| cli::fail(&why), |()| ExitCode::SUCCESS)
    }

    /// Plays the games, and prints the weights.
    fn tune(&self, recipe: &Recipe, table: Option<&Table>) -> Result<(), String> {
        let Some(samples) = self.samples(recipe, table)? else { return Ok(()) };
        println!("\nhouses {}", recipe.houses);
        let ends = recipe.phases[1..].iter().copied().chain([u32::MAX]);
        for (stream, (first, end)) in (0..).zip(recipe.phases.into_iter().zip(ends)) {
            // The positions next to the phase count too, so that phases agree where they meet.
            let near = first.saturating_sub(1)..end.saturating_add(1);
            let of_phase = samples.iter().filter(|sample| near.contains(&sample.seeds)).collect();
            println!("\nseeds {first}");
            recipe.print_trained(of_phase, &mut Random::new(self.seed, stream));
        }
        Ok(())
    }

    /// The positions of all games in order, which are played or, in pieces, were; `None` if only a piece is played, whose
    /// positions go to its result.
    ///
    /// # Errors
    ///
    /// A result cannot be read or written, a piece is missing, or pieces do not belong to these arguments.
    fn samples(&self, recipe: &Recipe, table: Option<&Table>) -> Result<Option<Vec<Sample>>, String> {
        let count = usize::try_from(self.games).map_err(|_| "this machine has no memory for that number of games")?;
        let mut memory = TranspositionTable::default();
        let play = |game: usize| {
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
        };
        let Some(folder) = &self.results else {
            return Ok(Some((0..count).flat_map(play).collect()));
        };
        let table = table.map(|table| format!("{:016x}", table.checksum()));
        let variant = self.variant.name().to_owned();
        let whole = Whole { variant, nodes: self.nodes, seed: self.seed, houses: self.houses, table };
        let Some(piece) = self.piece else {
            let (results, missing) = Results::<_, Vec<Sample>>::all(folder)?;
            if let Some(missing) = missing {
                return Err(missing);
            }
            let header = Header::new(results[0].header.piece, count, whole);
            results[0].header.check(folder, &header, "these arguments")?;
            return Ok(Some(results.into_iter().flat_map(|results| results.parts).flatten().collect()));
        };
        fs::create_dir_all(folder).map_err(|error| format!("{} cannot be created: {error}", folder.display()))?;
        let header = Header::new(piece, count, whole);
        if Results::<Whole, Vec<Sample>>::find(folder, &header)?.is_none() {
            Results { header, parts: piece.parts(count).map(play).collect() }.write(folder)?;
        }
        Ok(None)
    }
}
