//! Finds puzzles in games of the engine against itself.

use std::collections::HashSet;

use ayla_engine::random::Random;
use ayla_engine::{ALL_MOVES, Level, Request, suggest_in};
use ayla_puzzles::{Facts, Puzzle, PuzzleTheme};
use ayla_rules::{Line, Move, Phase, Position, Setup, Side};

use super::recipe::Recipe;
use super::values::{Prover, Values};

/// The fewest random plies of an opening, and the number of possible counts from there.
const OPENING: [u64; 2] = [2, 8];
/// The weakest level of the players, and the number of levels from there: they err, and so leave something to find.
const LEVELS: [u64; 2] = [1, 4];
/// The most plies of a game.
const MOST_PLIES: usize = 300;
/// The most puzzles of a game.
const MOST_OF_GAME: usize = 3;
/// The most choices of a solution.
const MOST_CHOICES: usize = 4;
/// The most moves of a solution.
const MOST_MOVES: usize = 14;

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
    pub(super) fn play(&mut self, game: usize) -> Vec<Puzzle> {
        let mut random = Random::new(self.seed, game as u64);
        let start = self.recipe.starts[game % self.recipe.starts.len()];
        let mut start = Position::read(start).expect("the start of a recipe is a position");
        if self.recipe.is_shuffled {
            start = shuffled(start, &mut random);
        }
        let mut line = Line::from(start);
        let opening = (OPENING[0] + random.number() % OPENING[1]) as usize;
        let Some(level) = Level::new((LEVELS[0] + random.number() % LEVELS[1]) as u32) else { return Vec::new() };
        let mut found = Vec::new();
        let mut tried = HashSet::new();
        let mut ahead = 0;
        for ply in 0..if self.recipe.is_shuffled { opening } else { MOST_PLIES } {
            let position = line.position();
            let Some(any) = random.pick(&position.legal_moves()) else { break };
            let seed = random.number();
            if ahead == 0
                && let Some(puzzle) = self.puzzle(&position, &mut tried)
            {
                ahead = puzzle.line.len();
                found.push(puzzle);
                if found.len() == MOST_OF_GAME {
                    break;
                }
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
    fn puzzle(&mut self, position: &Position, tried: &mut HashSet<String>) -> Option<Puzzle> {
        let moves = position.legal_moves().len();
        if moves < 2 || matches!(position.setup().phase, Some(Phase::Opening | Phase::Choice)) {
            return None;
        }
        let from = from_south(position)?;
        let setup = from.setup();
        let seeds: u32 = setup.south.iter().chain(&setup.north).sum();
        let [fewest, most] = self.recipe.seeds;
        if !(fewest..=most).contains(&seeds) || !tried.insert(from.to_string()) {
            return None;
        }
        let values = self.prover.clear_values(&from)?;
        let position = at_stake(&from, values.best().1, values.worst())?;
        // Where a majority ends the game, values depend on the stores.
        let values = if position == from { values } else { self.prover.clear_values(&position)? };
        let value = values.best().1;
        if value < 0 || values.worst() > 0 {
            return None;
        }
        let second = value - values.lead()?;
        let mut puzzle = Puzzle { position, grade: 1, themes: Vec::new(), value, second, line: Vec::new() };
        puzzle.line = self.solution(&puzzle, values)?;
        let Facts { themes, grade, .. } = Facts::of(&puzzle);
        let puzzle = Puzzle { grade, themes, ..puzzle };
        let has_point = PuzzleTheme::WINS.iter().chain(&[PuzzleTheme::Denies, PuzzleTheme::Starves]);
        let has_point = has_point.into_iter().any(|theme| puzzle.themes.contains(theme));
        has_point.then_some(puzzle)
    }

    /// The solution: as long as there is one best move, until the seeds that every other first move loses are won and
    /// the turn ends.
    fn solution(&mut self, puzzle: &Puzzle, values: Values) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut position = puzzle.position;
        let mut choices = 0;
        let mut end = 0;
        let mut known = Some(values);
        while line.len() < MOST_MOVES && choices < MOST_CHOICES {
            let moves = position.legal_moves();
            let played = match (position.turn(), moves.as_slice()) {
                (_, []) => break,
                (_, &[only]) => only,
                (Side::South, _) => {
                    let Some(values) = known.take().or_else(|| self.prover.clear_values(&position)) else { break };
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
            let is_won = ahead(&position) - ahead(&puzzle.position) >= puzzle.value - puzzle.second;
            if is_won && end == line.len() && position.turn() == Side::North && position.stores().is_some() {
                break;
            }
        }
        line.truncate(end);
        Some(line)
    }

    /// The best reply of North: if there are several, one after which South has one best move again.
    fn reply(&mut self, position: &Position) -> Option<Move> {
        let replies: Vec<Move> = self.prover.values(position)?.best_moves().collect();
        let leads_on = |prover: &mut Prover, reply: Move| {
            let next = position.play_unchecked(reply, &mut ()).filter(|next| next.turn() == Side::South);
            next.is_some_and(|next| next.legal_moves().len() > 1 && prover.clear_values(&next).is_some())
        };
        let prover = &mut self.prover;
        let found = (replies.len() > 1).then(|| replies.iter().find(|&&reply| leads_on(prover, reply))).flatten();
        found.or(replies.first()).copied()
    }
}

/// The position with its houses in another order.
fn shuffled(position: Position, random: &mut Random) -> Position {
    let mut setup = position.setup();
    let mut houses = [setup.south, setup.north].concat();
    random.shuffle(&mut houses);
    setup.north = houses.split_off(houses.len() / 2);
    setup.south = houses;
    setup.position().unwrap_or(position)
}

/// The seeds that South has more than North in the store.
fn ahead(position: &Position) -> i32 {
    position.stores().map_or(0, |stores| i32::from(stores.south) - i32::from(stores.north))
}

/// The position with as many seeds moved between the stores as make the winner depend on the move, if none depends on it
/// yet: then the best move wins by as little as possible. The best and the worst value are given. `None` if that cannot
/// be, or if a player would have more than half of all seeds.
fn at_stake(position: &Position, best: i32, worst: i32) -> Option<Position> {
    let mut setup = position.setup();
    let Some(stores) = &mut setup.stores else { return (best >= 0 && worst < best).then_some(*position) };
    if best < 0 || best == 0 && worst == 0 || worst > 0 {
        // Two seeds or one: seeds that go round for ever are left over.
        let moved = (if best % 2 == 0 { 2 } else { 1 } - best) / 2;
        stores.south = stores.south.checked_add_signed(moved)?;
        stores.north = stores.north.checked_add_signed(-moved)?;
    }
    let most = stores.south.max(stores.north);
    (u64::from(most) * 2 <= setup.seeds()).then(|| setup.position().ok()).flatten()
}

/// The position with the players swapped, if North is to move, and without what its value does not depend on: South is
/// to move.
fn from_south(position: &Position) -> Option<Position> {
    let setup = position.setup();
    let setup = if setup.turn == Side::North { setup.mirrored() } else { setup };
    Setup { quiet: None, first: None, ..setup }.position().ok()
}
