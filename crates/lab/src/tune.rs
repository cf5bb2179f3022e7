//! Fits the evaluation of a game to games of the engine against itself, and prints it as Rust.
//!
//! ```text
//! cargo run --release -p ayla-lab -- tune awale --games 40000 --nodes 2000 --seed 21
//! ```
//!
//! The same arguments and the same engine print the same numbers. How they are used, and what came of them, is in
//! `docs/evaluation.md`.

mod awale;
mod least_squares;
mod rows;
mod self_play;

use std::process::ExitCode;

use ayla_engine::TranspositionTable;
use ayla_rules::Variant;
use clap::Args;

use least_squares::LeastSquares;
use self_play::Seen;

/// What is fitted, and to which games.
trait Subject {
    /// The position in which the games begin.
    fn start(&self) -> String;

    /// The fewest random plies in the opening of a game, and how many more there may be.
    fn opening(&self) -> [u64; 2];

    /// The fewest seeds in the houses of each part of the game, the last of it first. Each part is fitted by itself.
    fn phases(&self) -> &[u32];

    /// The number of weights.
    fn weights(&self) -> usize;

    /// Which weights are counted in a position, and how often each.
    fn features(&self, seen: &Seen) -> Vec<(usize, f64)>;

    /// The weights of each part of the game as Rust.
    fn print(&self, phases: &[(u32, Vec<f64>)]);
}

/// Keeps weights small of which the games say little.
const RIDGE: f64 = 50.0;
/// Games between two reports on the way.
const REPORT: u64 = 2_000;

/// Fits the evaluation of a game to games of the engine against itself, and prints the weights.
#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// The game: awale, andada or anywoli.
    #[arg(value_parser = super::contest::variant)]
    variant: Variant,
    /// Games to play.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Nodes of each move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Houses in a row, in Andada and Anywoli.
    #[arg(long, default_value_t = 12)]
    houses: usize,
}

impl Tune {
    /// Plays the games, and prints the weights.
    pub(crate) fn run(&self) -> ExitCode {
        match self.variant {
            Variant::Awale => tune(&awale::Awale, self),
            Variant::Andada => tune(&rows::Rows::andada(self.houses), self),
            Variant::Anywoli => tune(&rows::Rows::anywoli(self.houses), self),
        }
        ExitCode::SUCCESS
    }
}

fn tune(subject: &impl Subject, arguments: &Tune) {
    let phases = subject.phases();
    let mut fits: Vec<_> = phases.iter().map(|_| LeastSquares::new(subject.weights())).collect();
    let mut table = TranspositionTable::default();
    for game in 0..arguments.games {
        let number = arguments.seed * 1_000_003 + game;
        for seen in self_play::play(&mut table, &subject.start(), subject.opening(), arguments.nodes, number) {
            let phase = phases.iter().rposition(|&fewest| seen.seeds() >= fewest).expect("the last part begins with 0");
            fits[phase].add(&subject.features(&seen), seen.gain);
        }
        if game % REPORT == REPORT - 1 {
            eprintln!("{} games", game + 1);
        }
    }
    let fitted: Vec<_> = phases.iter().zip(&fits).map(|(&seeds, fit)| (seeds, fit.solve(RIDGE))).collect();
    for ((seeds, weights), fit) in fitted.iter().zip(&fits) {
        eprintln!(
            "from {seeds} seeds: {} positions, mean square {:.3}, residual {:.3}",
            fit.observations(),
            fit.mean_square(),
            fit.residual(weights)
        );
    }
    let of_all = |part: &dyn Fn(&LeastSquares, &[f64]) -> f64| -> f64 {
        let total: f64 = fits.iter().map(|fit| fit.observations() as f64).sum();
        let parts = fits.iter().zip(&fitted).map(|(fit, (_, weights))| fit.observations() as f64 * part(fit, weights));
        parts.sum::<f64>() / total
    };
    eprintln!(
        "in all: mean square {:.3}, residual {:.3}",
        of_all(&|fit, _| fit.mean_square()),
        of_all(&LeastSquares::residual)
    );
    subject.print(&fitted);
}
