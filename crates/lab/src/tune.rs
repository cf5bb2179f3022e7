//! `ayla-lab tune`: fits the evaluation of a game to games of the engine against itself, and prints it in the format of
//! `crates/engine/weights/`.
//!
//! ```text
//! cargo run --release -p ayla-lab -- tune awale --table awale-24.ayla --games 16000 --nodes 1500 --seed 5
//! ```
//!
//! With equal arguments and an equal engine the numbers printed are equal. `crates/lab/docs/evaluation.md` has the record of
//! what was fitted.

mod awale;
mod least_squares;
mod network;
mod rows;
mod self_play;

use std::path::PathBuf;
use std::process::ExitCode;

use ayla::cli;
use ayla::config::number;
use ayla_engine::TranspositionTable;
use ayla_engine::random::Random;
use ayla_engine::tablebase::Table;
use ayla_rules::Variant;
use clap::Args;

use least_squares::LeastSquares;
use self_play::Sample;

/// The games for an evaluation.
struct Games {
    /// First positions, which games have in turn.
    starts: Vec<String>,
    /// The fewest random plies of an opening, and the number of possible counts from there.
    opening: [u64; 2],
    /// The fewest seeds in the houses of each phase, the last phase first. Each phase is fitted by itself.
    phases: Vec<u32>,
}

/// A linear evaluation to fit.
trait Model {
    /// The games to fit it to.
    fn games(&self) -> &Games;

    fn weights(&self) -> usize;

    /// The weights that count in a position, each with its factor.
    fn features(&self, sample: &Sample) -> Vec<(usize, f64)>;

    fn print(&self, phases: &[(u32, Vec<f64>)]);
}

/// The ridge of the least squares, which keeps weights small that the games say little about.
const RIDGE: f64 = 50.0;
/// The number of games between two lines of progress.
const REPORT: u64 = 2_000;

/// Fits the evaluation of a game to games of the engine against itself, and prints the weights.
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
}

impl Tune {
    /// Plays the games, and prints the weights.
    pub(crate) fn run(&self) -> ExitCode {
        match self.variant {
            Variant::Awale => match self.table.as_ref().map(|file| Table::open(file)) {
                Some(Ok(table)) => awale::tune(self.games, self.nodes, self.seed, &table),
                Some(Err(error)) => return cli::fail(&error.to_string()),
                None => return cli::usage_error("--table is required"),
            },
            Variant::Andada => tune(&rows::Rows::andada(self.houses), self),
            Variant::Anywoli => tune(&rows::Rows::anywoli(self.houses), self),
            Variant::Kalah => tune(&rows::Rows::kalah(self.houses), self),
        }
        ExitCode::SUCCESS
    }
}

fn tune(model: &impl Model, arguments: &Tune) {
    let games = model.games();
    let phases = &games.phases;
    let mut fits: Vec<_> = phases.iter().map(|_| LeastSquares::new(model.weights())).collect();
    let mut table = TranspositionTable::default();
    for game in 0..arguments.games {
        let random = Random::new(arguments.seed, game);
        let start = &games.starts[game as usize % games.starts.len()];
        for sample in self_play::play(&mut table, start, games.opening, arguments.nodes, random) {
            let phase =
                phases.iter().rposition(|&fewest| sample.seeds() >= fewest).expect("the last phase begins with 0");
            fits[phase].add(&model.features(&sample), sample.gain);
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
    model.print(&fitted);
}

/// Weights in whole units, as a line of a weights file.
fn rounded(weights: &[f64], unit: f64) -> String {
    let rounded = weights.iter().map(|weight| ((unit * weight).round() as i32).to_string());
    rounded.collect::<Vec<_>>().join(" ")
}
