//! `ayla-lab puzzles`: makes the puzzles of `crates/puzzles`, and checks them.
//!
//! ```text
//! ayla-lab puzzles make awale --games 4000 --seed 1 --piece 3/8 --results awale-puzzles
//! ayla-lab puzzles make awale --games 4000 --seed 1 --results awale-puzzles > crates/puzzles/data/awale.txt
//! ayla-lab puzzles check awale
//! ```
//!
//! The first command plays a piece of the games and proves what it finds in them. The second one chooses from all pieces, and has
//! each puzzle checked by a solver that shares only the rules with the engine. With equal arguments and an equal engine they print
//! the same. With `--onto` and another seed, puzzles are added to those of a file, which keep their numbers.

mod choose;
mod effort;
mod find;
mod recipe;
mod themes;
mod values;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use ayla::cli::{self, Piece};
use ayla::config::number;
use ayla_engine::ENGINE;
use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_rules::Variant;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use crate::piece::{Header, Results};
use find::{Finder, Found};
use recipe::Recipe;

/// Makes puzzles with one best move, and checks them.
#[derive(Debug, Subcommand)]
pub(crate) enum Puzzles {
    Make(Make),
    Check(Check),
}

impl Puzzles {
    pub(crate) fn run(&self) -> ExitCode {
        let done = match self {
            Self::Make(make) => make.make(),
            Self::Check(check) => check.check(),
        };
        done.unwrap_or_else(|why| cli::fail(&why))
    }
}

/// Finds puzzles in games of the engine against itself, and prints those that it chooses.
#[derive(Debug, Args)]
pub(crate) struct Make {
    /// The name of the game, such as awale.
    #[arg(value_parser = crate::matches::variant)]
    variant: Variant,
    /// Games to play.
    #[arg(long, default_value_t = 100, value_parser = number::<u32>("--games", 1..=100_000_000))]
    games: u32,
    /// Seed of the openings and of the moves.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>("--seed", 0..=u64::MAX))]
    seed: u64,
    /// A file of puzzles to which those of other games are added. Its puzzles are printed first.
    #[arg(long, value_name = "FILE", conflicts_with = "piece")]
    onto: Option<PathBuf>,
    /// The most puzzles to print, with those of the file.
    #[arg(long, default_value_t = 500, value_parser = number::<usize>("--most", 1..=1_000_000))]
    most: usize,
    /// Play only a piece of the games, and print nothing: 3/40 is the third of 40, numbered from 1.
    #[arg(long, value_name = "NUMBER/PIECES")]
    piece: Option<Piece>,
    /// The folder for what is found in a piece. Without --piece no games are played: the puzzles are chosen from all pieces in the
    /// folder.
    #[arg(long, value_name = "FOLDER")]
    results: PathBuf,
}

/// All that the puzzles depend on.
#[derive(Debug, Serialize, Deserialize)]
struct Whole {
    variant: String,
    seed: u64,
    engine: String,
}

impl Make {
    fn make(&self) -> Result<ExitCode, String> {
        let whole = Whole { variant: self.variant.name().to_owned(), seed: self.seed, engine: ENGINE.to_owned() };
        let count = self.games as usize;
        let Some(piece) = self.piece else {
            let (results, missing) = Results::<Whole, Vec<Found>>::all(&self.results)?;
            if let Some(missing) = missing {
                return Err(missing);
            }
            let header = Header::new(results[0].header.piece, count, whole);
            results[0].header.check(&self.results, &header, "these arguments")?;
            let found = results.into_iter().flat_map(|results| results.parts).flatten();
            let Self { variant, games, seed, most, .. } = self;
            let mut command = format!("{variant} --games {games} --seed {seed} --most {most}");
            let mut earlier = String::new();
            if let Some(file) = &self.onto {
                let shown = file.display();
                command += &format!(" --onto {shown}");
                earlier = fs::read_to_string(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
            }
            return Ok(cli::print(&choose::choose(*variant, found.collect(), *most, &command, &earlier)?));
        };
        let folder = &self.results;
        fs::create_dir_all(folder).map_err(|error| format!("{} cannot be created: {error}", folder.display()))?;
        let header = Header::new(piece, count, whole);
        if Results::<Whole, Vec<Found>>::find(folder, &header)?.is_none() {
            let recipe = Recipe::of(self.variant);
            let mut finder = Finder::new(&recipe, self.seed);
            let begun = Instant::now();
            let parts: Vec<Vec<Found>> = piece.parts(count).map(|game| finder.play(game)).collect();
            let found: usize = parts.iter().map(Vec::len).sum();
            cli::report(&format!("{found} puzzles in {} games, {:.0} s", parts.len(), begun.elapsed().as_secs_f64()));
            Results { header, parts }.write(folder)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Proves what the puzzles say, by a solver that shares only the rules with the engine.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The names of the games, such as awale. Without a name, all games are checked.
    #[arg(value_name = "VARIANT", value_parser = crate::matches::variant)]
    variants: Vec<Variant>,
}

impl Check {
    fn check(&self) -> Result<ExitCode, String> {
        let variants = if self.variants.is_empty() { Variant::ALL } else { &self.variants };
        let mut code = ExitCode::SUCCESS;
        for &variant in variants {
            let begun = Instant::now();
            let recipe = Recipe::of(variant);
            let mut solver = Solver::default();
            let mut proven = 0;
            for (number, puzzle) in (1..).zip(ayla_puzzles::puzzles(variant)) {
                let puzzle = puzzle.ok_or_else(|| format!("{variant} {number} is no puzzle"))?;
                solver.prepare(&puzzle.position, recipe.check_boards);
                match check(&mut solver, &puzzle, recipe.check_nodes) {
                    Verdict::Proven => proven += 1,
                    Verdict::Unknown => {
                        cli::report(&format!("{variant} {number}: not proven within {} nodes", recipe.check_nodes));
                        code = ExitCode::FAILURE;
                    }
                    Verdict::False(what) => {
                        cli::report(&format!("{variant} {number}: {what}: {puzzle}"));
                        code = ExitCode::FAILURE;
                    }
                }
            }
            println!("{variant}: {proven} puzzles proven, {:.0} s", begun.elapsed().as_secs_f64());
        }
        Ok(code)
    }
}
