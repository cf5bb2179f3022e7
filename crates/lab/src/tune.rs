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

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use ayla::cli;
use ayla::config::number;
use ayla_engine::TranspositionTable;
use ayla_engine::random::Random;
use ayla_engine::tablebase::Table;
use ayla_rules::Variant;
use clap::Args;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::piece::{Header, Piece, Results};
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
    /// Play only a piece of the games, and print no weights: 3/40 is the third of 40, numbered from 1. In a pod of an Indexed
    /// Job of Kubernetes, job/40 is the piece of its index, JOB_COMPLETION_INDEX, which counts from 0.
    #[arg(long, value_name = "NUMBER/PIECES", requires = "results")]
    piece: Option<Piece>,
    /// The folder for the positions of a piece. Without --piece no games are played: the weights are fitted to the
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
        let tuned = match self.variant {
            Variant::Awale => match self.table.as_ref().map(|file| Table::open(file)) {
                Some(Ok(table)) => awale::tune(self, &table),
                Some(Err(error)) => return cli::fail(&error.to_string()),
                None => return cli::usage_error("--table is required"),
            },
            Variant::Andada => tune(&rows::Rows::andada(self.houses), self),
            Variant::Anywoli => tune(&rows::Rows::anywoli(self.houses), self),
            Variant::Kalah => tune(&rows::Rows::kalah(self.houses), self),
        };
        tuned.map_or_else(|why| cli::fail(&why), |()| ExitCode::SUCCESS)
    }

    /// Passes the positions of each game to `learn`, in the order of the games, which are played or, in pieces, were. Returns
    /// false if only a piece is played, whose positions go to its result.
    ///
    /// # Errors
    ///
    /// A result cannot be read or written, a piece is missing, or pieces do not belong to these arguments.
    fn games<S: Serialize + DeserializeOwned>(
        &self,
        table: Option<&Table>,
        mut play: impl FnMut(u64) -> Vec<S>,
        mut learn: impl FnMut(Vec<S>),
    ) -> Result<bool, String> {
        let count = usize::try_from(self.games).map_err(|_| "this machine has no memory for that number of games")?;
        let mut play = |game: usize| {
            let samples = play(game as u64);
            if game as u64 % REPORT == REPORT - 1 {
                eprintln!("{} games", game + 1);
            }
            samples
        };
        let Some(folder) = &self.results else {
            (0..count).for_each(|game| learn(play(game)));
            return Ok(true);
        };
        let table = table.map(|table| format!("{:016x}", table.checksum()));
        let variant = self.variant.name().to_owned();
        let whole = Whole { variant, nodes: self.nodes, seed: self.seed, houses: self.houses, table };
        let Some(piece) = self.piece else {
            let (results, missing) = Results::all(folder)?;
            if let Some(missing) = missing {
                return Err(missing);
            }
            let header = Header::new(results[0].header.piece, count, whole);
            results[0].header.check(folder, &header, "these arguments")?;
            results.into_iter().flat_map(|results| results.parts).for_each(learn);
            return Ok(true);
        };
        fs::create_dir_all(folder).map_err(|error| format!("{} cannot be created: {error}", folder.display()))?;
        let header = Header::new(piece, count, whole);
        if Results::<Whole, Vec<S>>::find(folder, &header)?.is_none() {
            Results { header, parts: piece.parts(count).map(play).collect() }.write(folder)?;
        }
        Ok(false)
    }
}

fn tune(model: &impl Model, arguments: &Tune) -> Result<(), String> {
    let games = model.games();
    let phases = &games.phases;
    let mut fits: Vec<_> = phases.iter().map(|_| LeastSquares::new(model.weights())).collect();
    let mut memory = TranspositionTable::default();
    let play = |game: u64| {
        let random = Random::new(arguments.seed, game);
        let start = &games.starts[game as usize % games.starts.len()];
        self_play::play(&mut memory, start, games.opening, arguments.nodes, random)
    };
    let learn = |samples: Vec<Sample>| {
        for sample in samples {
            let phase =
                phases.iter().rposition(|&fewest| sample.seeds() >= fewest).expect("the last phase begins with 0");
            fits[phase].add(&model.features(&sample), sample.gain);
        }
    };
    if !arguments.games(None, play, learn)? {
        return Ok(());
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
    Ok(())
}

/// Weights in whole units, as a line of a weights file.
fn rounded(weights: &[f64], unit: f64) -> String {
    let rounded = weights.iter().map(|weight| ((unit * weight).round() as i32).to_string());
    rounded.collect::<Vec<_>>().join(" ")
}
