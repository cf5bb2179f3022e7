//! The evaluation of Awalé: a network with one hidden layer, trained to values of an endgame table and of searches.
//!
//! The games go on from each position with the best move, or now and then with another. Above the seeds of the table a
//! position counts as what a short search that sees the table says, from there on as what the table says, and so do the
//! positions after other moves that are nearly as good, which a search has to judge too.

use ayla_engine::random::Random;
use ayla_engine::tablebase::Table;
use ayla_engine::{Limits, Request, TranspositionTable, proven_value, suggest_in};
use ayla_rules::{ByTurn, Line, Move, Position};

use super::recipe::Recipe;
use super::sample::Sample;

/// A position after another move is used if the move loses no more seeds than this, one time in two.
const NEARLY_BEST: f64 = 6.0;
/// The fewest seeds of a position that is used.
const FEWEST: u32 = 6;
/// The most plies of a game, for endings go round.
const MOST_PLIES: u64 = 150;

/// Plays a game, and returns positions of it.
pub(super) fn play(
    memory: &mut TranspositionTable,
    table: &Table,
    recipe: &Recipe,
    start: &str,
    nodes: u64,
    mut random: Random,
) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut line = Line::from(Position::read(start).expect("a position"));
    let opening = recipe.training.opening[0] + random.number() % recipe.training.opening[1];
    for ply in 0..MOST_PLIES {
        let position = line.position();
        let Some(any) = random.pick(&position.legal_moves()) else { break };
        let seeds = Sample::new(&position, 0.0).seeds;
        if seeds < FEWEST {
            break;
        }
        let best = if seeds <= u32::from(table.seeds()) {
            add_exact(&position, table, &mut random, &mut samples)
        } else if ply < opening {
            any
        } else {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let alone = Line::from(position);
            let request = Request { limits, endgame: Some(table), ..Request::new(&alone) };
            let best = suggest_in(memory, &request).expect("not over").best;
            samples.push(Sample::new(&position, best.value));
            best.played
        };
        line.play_unchecked(if random.number().is_multiple_of(recipe.training.aside) { any } else { best }, &mut ());
    }
    samples
}

/// Adds a position of the table, and others that nearly best moves lead to. Returns a best move.
fn add_exact(position: &Position, table: &Table, random: &mut Random, samples: &mut Vec<Sample>) -> Move {
    let after = |played| position.play_unchecked(played, &mut ()).expect("a sowing ends");
    let value = |next: &Position| {
        let ByTurn { mover, other } = next.stores().unwrap_or_default().map(f64::from).by_turn(next.turn());
        let value = proven_value(next, table).map_or(mover - other, f64::from);
        if next.turn() == position.turn() { value } else { -value }
    };
    let moves: Vec<_> = position.legal_moves().into_iter().map(|played| (played, after(played))).collect();
    let moves: Vec<_> = moves.into_iter().map(|(played, next)| (played, next, value(&next))).collect();
    let best = moves.iter().map(|&(.., value)| value).fold(f64::NEG_INFINITY, f64::max);
    samples.push(Sample::new(position, best));
    for (_, next, value) in &moves {
        if best - value <= NEARLY_BEST && random.number().is_multiple_of(2) && !next.legal_moves().is_empty() {
            samples.push(Sample::new(next, proven_value(next, table).map_or(-value, f64::from)));
        }
    }
    let equal: Vec<Move> = moves.iter().filter(|&&(.., value)| value == best).map(|&(played, ..)| played).collect();
    random.pick(&equal).expect("one is the best")
}
