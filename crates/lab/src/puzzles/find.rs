//! Finds puzzles in games of the engine against itself.

use std::collections::HashSet;

use ayla_engine::random::Random;
use ayla_engine::{ALL_MOVES, Level, Request, suggest_in};
use ayla_puzzles::Puzzle;
use ayla_rules::{BySide, Line, Move, Phase, Position, Side};

use super::effort::effort;
use super::recipe::Recipe;
use super::themes::{Facts, facts};
use super::values::{Prover, Values};

/// The fewest random plies of an opening, and the number of possible counts from there.
const OPENING: [u64; 2] = [2, 8];
/// The weakest level of the players, and the number of levels from there.
const LEVELS: [u64; 2] = [5, 5];
/// The most plies of a game.
const MOST_PLIES: usize = 300;
/// The most choices of a solution.
const MOST_CHOICES: usize = 5;
/// The most moves of a solution.
const MOST_MOVES: usize = 14;

/// A puzzle that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The puzzle, with the grade 1.
    pub(super) puzzle: Puzzle,
    /// What it takes the engine to solve it.
    pub(super) effort: u8,
}

/// Plays games, and finds puzzles in them.
#[derive(Debug)]
pub(super) struct Finder<'a> {
    recipe: &'a Recipe,
    seed: u64,
    prover: Prover,
}

impl<'a> Finder<'a> {
    pub(super) fn new(recipe: &'a Recipe, seed: u64) -> Self {
        Self { recipe, seed, prover: Prover::new(recipe) }
    }

    /// Plays a game, and returns the puzzles in it. After one that the game follows, the search goes on behind its
    /// solution.
    pub(super) fn play(&mut self, game: usize) -> Vec<Found> {
        let mut random = Random::new(self.seed, game as u64);
        let start = &self.recipe.starts[game % self.recipe.starts.len()];
        let mut line = Line::from(Position::read(start.position).expect("the start of a recipe is a position"));
        let opening = (OPENING[0] + random.number() % OPENING[1]) as usize;
        let level = Level::new((LEVELS[0] + random.number() % LEVELS[1]) as u32).unwrap_or(Level::FULL);
        let mut found = Vec::new();
        let mut tried = HashSet::new();
        let mut ahead = 0;
        for ply in 0..MOST_PLIES {
            let position = line.position();
            let Some(any) = random.pick(&position.legal_moves()) else { break };
            let seed = random.number();
            if ahead == 0
                && let Some(puzzle) = self.puzzle(&position, start.seeds, &mut tried)
            {
                ahead = puzzle.line.len();
                let effort = effort(&mut self.prover.memory, &puzzle.choices());
                found.push(Found { puzzle, effort });
            }
            ahead = ahead.saturating_sub(1);
            let played = if ply < opening { any } else { self.move_of(level, &line, seed).unwrap_or(any) };
            line.play_unchecked(played, &mut ());
        }
        found
    }

    /// The move of a level.
    fn move_of(&mut self, level: Level, line: &Line, seed: u64) -> Option<Move> {
        let limits = level.limits(line.position().rules().variant());
        let request = Request { limits, wanted: ALL_MOVES, ..Request::new(line) };
        let seen = suggest_in(&mut self.prover.memory, &request)?;
        Some(level.choose(seen, line, seed).best.played)
    }

    /// The puzzle in a position, if it is one. Positions that were tried are not tried again.
    fn puzzle(&mut self, position: &Position, [fewest, most]: [u64; 2], tried: &mut HashSet<String>) -> Option<Puzzle> {
        if position.legal_moves().len() < 2 || matches!(position.setup().phase, Some(Phase::Opening | Phase::Choice)) {
            return None;
        }
        let position = from_south(position)?;
        let setup = position.setup();
        let seeds: u64 = setup.south.iter().chain(&setup.north).copied().map(u64::from).sum();
        if !(fewest..=most).contains(&seeds) || !tried.insert(position.to_string()) {
            return None;
        }
        let values = self.prover.values(&position)?;
        if !values.has_one_answer(self.recipe.margin) {
            return None;
        }
        let second = values.second()?;
        let value = values.best().1;
        let line = self.solution(position, values)?;
        let Facts { themes, pays, .. } = facts(&position, &line);
        pays.then_some(Puzzle { position, grade: 1, themes, value, second, line })
    }

    /// The solution: as long as there is one best move. None with fewer than two choices that matter.
    fn solution(&mut self, start: Position, values: Values) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut position = start;
        let mut choices = 0;
        let mut end = 0;
        let mut known = Some(values);
        while line.len() < MOST_MOVES && choices < MOST_CHOICES {
            let moves = position.legal_moves();
            let played = match (position.turn(), moves.as_slice()) {
                (_, []) => break,
                (_, &[only]) => only,
                (Side::South, _) => {
                    let values = known.take().or_else(|| self.prover.values(&position));
                    // From the second choice on it is enough that only one move is best.
                    let margin = if choices < 2 { self.recipe.margin } else { 1 };
                    let Some(values) = values.filter(|values| values.has_one_answer(margin)) else { break };
                    choices += 1;
                    end = line.len() + 1;
                    values.best().0
                }
                (Side::North, _) => {
                    let Some(reply) = self.reply(&position) else { break };
                    reply
                }
            };
            known = None;
            line.push(played);
            position = position.play_unchecked(played, &mut ())?;
        }
        line.truncate(end);
        (choices >= 2).then_some(line)
    }

    /// The best reply of North: if there are several, one after which South has one best move again.
    fn reply(&mut self, position: &Position) -> Option<Move> {
        let replies: Vec<Move> = self.prover.values(position)?.best_moves().collect();
        let margin = self.recipe.margin;
        let leads_on = |prover: &mut Prover, reply: Move| {
            let next = position.play_unchecked(reply, &mut ()).filter(|next| next.turn() == Side::South);
            next.filter(|next| next.legal_moves().len() > 1)
                .and_then(|next| prover.values(&next))
                .is_some_and(|values| values.has_one_answer(margin))
        };
        let prover = &mut self.prover;
        let found = (replies.len() > 1).then(|| replies.iter().find(|&&reply| leads_on(prover, reply))).flatten();
        found.or(replies.first()).copied()
    }
}

/// The position with the players swapped, if North is to move, and without what its value does not depend on: South is
/// to move.
fn from_south(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    if setup.turn == Side::North {
        std::mem::swap(&mut setup.south, &mut setup.north);
        setup.stores = setup.stores.map(BySide::swapped);
        setup.tuzdiks = setup.tuzdiks.swapped();
        setup.turn = Side::South;
    }
    setup.quiet = None;
    setup.first = None;
    setup.position().ok()
}
