//! `ayla-lab puzzles`: makes the puzzles of `crates/puzzles`, and checks them.
//!
//! ```text
//! ayla-lab puzzles make awale --games 4000 --seed 1 > crates/puzzles/data/awale.txt
//! ayla-lab puzzles grade awale > awale.txt
//! ayla-lab puzzles check awale
//! ```
//!
//! The first command plays games, proves what it finds in them, and chooses puzzles, each of which is checked by a
//! solver that shares only the rules with the engine. With equal arguments and an equal engine it prints the same,
//! whatever the jobs.

mod choose;
mod find;
mod recipe;
mod values;

use std::process::ExitCode;
use std::time::Instant;

use ayla_engine::ENGINE;
use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_puzzles::{Facts, Puzzle};
use ayla_rules::Variant;
use ayla_terminal::{number, print, report};
use clap::{Args, Subcommand};

use crate::parallel;
use find::Finder;
use recipe::Recipe;

/// Makes puzzles with one best move, and checks them.
#[derive(Debug, Subcommand)]
pub(crate) enum Puzzles {
    Make(Make),
    Grade(Grade),
    Check(Check),
}

impl Puzzles {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        match self {
            Self::Make(make) => make.make(),
            Self::Grade(grade) => grade.grade(),
            Self::Check(check) => check.check(),
        }
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
    /// The most puzzles to print.
    #[arg(long, default_value_t = 500, value_parser = number::<usize>("--most", 1..=1_000_000))]
    most: usize,
    /// Games to play at once.
    #[arg(long, default_value_t = 1, value_parser = number::<u8>("--jobs", 1..=64))]
    jobs: u8,
}

impl Make {
    fn make(&self) -> Result<ExitCode, String> {
        let Self { variant, games, seed, most, .. } = self;
        let origin = format!("ayla-lab puzzles make {variant} --games {games} --seed {seed} --most {most}, {ENGINE}");
        let recipe = Recipe::of(*variant);
        let begun = Instant::now();
        let player = || {
            let mut finder = Finder::new(&recipe, *seed);
            move |game| finder.play(game)
        };
        let found: Vec<Puzzle> = parallel::play(self.jobs, *games as usize, player).into_iter().flatten().collect();
        report(&format!("{} puzzles in {games} games, {:.0} s", found.len(), begun.elapsed().as_secs_f64()));
        Ok(print(&choose::choose(*variant, found, *most, &origin)?))
    }
}

/// Gives each puzzle of the game its grade again, and prints all of them in a new order, in which the grades take turns.
#[derive(Debug, Args)]
pub(crate) struct Grade {
    /// The name of the game, such as awale.
    #[arg(value_parser = crate::matches::variant)]
    variant: Variant,
}

impl Grade {
    fn grade(&self) -> Result<ExitCode, String> {
        let variant = self.variant;
        let graded = |mut puzzle: Puzzle| {
            puzzle.grade = Facts::of(&puzzle).grade;
            puzzle
        };
        let puzzles: Vec<Puzzle> = ayla_puzzles::puzzles(variant).flatten().map(graded).collect();
        let first = ayla_puzzles::text(variant).lines().next().unwrap_or_default();
        let made = first.trim_start_matches("# ").split("; ").next().unwrap_or_default();
        let count = puzzles.len();
        let origin = format!("{made}; ayla-lab puzzles grade {variant}");
        Ok(print(&choose::choose(variant, puzzles, count, &origin)?))
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
                        report(&format!("{variant} {number}: not proven within {} nodes", recipe.check_nodes));
                        code = ExitCode::FAILURE;
                    }
                    Verdict::False(what) => {
                        report(&format!("{variant} {number}: {what}: {puzzle}"));
                        code = ExitCode::FAILURE;
                    }
                }
            }
            println!("{variant}: {proven} puzzles proven, {:.0} s", begun.elapsed().as_secs_f64());
        }
        Ok(code)
    }
}
