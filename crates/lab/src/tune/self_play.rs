//! Games of the engine against itself.

use ayla_engine::random::Random;
use ayla_engine::{Certainty, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::{EndReason, Line, Position, Side};
use serde::{Deserialize, Serialize};

/// The most plies of a game; a longer one counts as its stores stand.
const MOST_PLIES: u64 = 400;
/// After the opening one move in this many is random, so that games leave the path of best play.
const ASIDE: u64 = 64;

/// A position of a game, with its outcome.
#[derive(Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The row of the player to move, in the order of sowing.
    pub(crate) near: Vec<usize>,
    /// The row of the opponent, in the order of sowing.
    pub(crate) far: Vec<usize>,
    /// The points that the player to move still gained over the opponent, a whole number.
    pub(crate) gain: f64,
}

impl Sample {
    pub(crate) fn seeds(&self) -> u32 {
        self.near.iter().chain(&self.far).sum::<usize>() as u32
    }
}

/// Plays a game, which sows anticlockwise. Returns the positions in which the engine was asked: those after the
/// opening, up to the first with a proven value.
pub(super) fn play(
    table: &mut TranspositionTable,
    start: &str,
    opening: [u64; 2],
    nodes: u64,
    mut random: Random,
) -> Vec<Sample> {
    let mut line = Line::from(Position::read(start).expect("a position"));
    let opening = opening[0] + random.number() % opening[1];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut seen = Vec::new();
    let mut proven = None;
    for ply in 0..=MOST_PLIES {
        let position = line.position();
        let Some(any) = random.pick(&position.legal_moves()) else { break };
        let played = if ply < opening {
            any
        } else {
            let report = suggest_in(table, &Request { limits, ..Request::new(&line) }).expect("not over");
            let setup = position.setup();
            let turn = setup.turn;
            seen.push(setup);
            if report.best.certainty == Certainty::Proven {
                proven = Some(for_side(turn, report.best.value));
                break;
            }
            if random.number().is_multiple_of(ASIDE) { any } else { report.best.played }
        };
        line.play_unchecked(played, &mut ());
    }
    let last = line.position().setup();
    let result = proven.unwrap_or_else(|| match last.stores {
        Some([south, north]) => f64::from(south) - f64::from(north),
        // Without stores, the player who cannot move has lost (AN-6).
        None if last.over == Some(EndReason::NoMove) => for_side(last.turn, -1.0),
        None => 0.0,
    });
    let row = |row: &[u32]| row.iter().map(|&seeds| seeds as usize).collect();
    seen.iter()
        .map(|setup| {
            let [south, north] = setup.stores.unwrap_or_default().map(f64::from);
            let gain = for_side(setup.turn, result - (south - north));
            Sample { near: row(setup.row(setup.turn)), far: row(setup.row(setup.turn.other())), gain }
        })
        .collect()
}

/// South's points as a side sees them.
fn for_side(side: Side, points: f64) -> f64 {
    match side {
        Side::South => points,
        Side::North => -points,
    }
}
