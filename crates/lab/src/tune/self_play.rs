//! Games of the engine against itself.

use ayla_engine::random::Random;
use ayla_engine::{Certainty, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::{BySide, Line, Position, Side};

use super::recipe::Recipe;
use super::sample::Sample;
use crate::matches::game::leader;

/// The most plies of a game; a longer one counts as its stores stand.
const MOST_PLIES: u64 = 400;
/// How much the value that a search gives a position counts; the rest is the result of the game.
const SEARCHED: f64 = 0.5;

/// Plays a game, which sows anticlockwise. Returns the positions in which the engine was asked: those after the
/// opening, up to the first with a proven value.
pub(super) fn play(
    table: &mut TranspositionTable,
    recipe: &Recipe,
    start: &str,
    nodes: u64,
    mut random: Random,
) -> Vec<Sample> {
    let mut line = Line::from(Position::read(start).expect("a position"));
    let opening = recipe.training.opening[0] + random.number() % recipe.training.opening[1];
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut searched = Vec::new();
    let mut proven = None;
    for ply in 0..=MOST_PLIES {
        let position = line.position();
        let Some(any) = random.pick(&position.legal_moves()) else { break };
        let played = if ply < opening {
            any
        } else {
            let best = suggest_in(table, &Request { limits, ..Request::new(&line) }).expect("not over").best;
            searched.push((position, best.value));
            if best.certainty == Certainty::Proven {
                proven = Some(for_side(position.turn(), best.value));
                break;
            }
            if random.number().is_multiple_of(recipe.training.aside) { any } else { best.played }
        };
        line.play_unchecked(played, &mut ());
    }
    let last = line.position().setup();
    let result = proven.unwrap_or_else(|| match last.stores {
        Some(BySide { south, north }) => f64::from(south) - f64::from(north),
        None => leader(&line).map_or(0.0, |side| for_side(side, 1.0)),
    });
    let sample = |(position, value): &(Position, f64)| {
        let result = for_side(position.turn(), result);
        Sample::new(position, SEARCHED * value + (1.0 - SEARCHED) * result)
    };
    searched.iter().map(sample).collect()
}

/// South's points as a side sees them.
fn for_side(side: Side, points: f64) -> f64 {
    match side {
        Side::South => points,
        Side::North => -points,
    }
}
