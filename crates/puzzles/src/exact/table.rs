//! The values of all positions with few seeds, found by playing longer and longer games.
//!
//! At first a position is worth nothing. Then each is worth what its best move gains with the value of the position
//! after it, again and again, until nothing changes: after a number of rounds the values are those of games that stop
//! after that number of moves. Who can force a gain can force it within a number of moves, and who can prevent it for
//! ever prevents it until the game stops. So they become the values by C-10, where play that goes round for ever gains
//! nothing.

use ayla_rules::setup::Setup;
use ayla_rules::{BySide, Game, GameOptions, Rules, Side, Variant};

use super::boards::{self, Counts};
use super::{child, outcome, standing};

/// The values of all positions of up to a number of seeds.
#[derive(Debug)]
pub(super) struct SolvedTable {
    variant: Variant,
    seeds: u8,
    counts: Counts,
    /// For each number of seeds and phase, the values in the order of the boards.
    layers: Vec<Vec<i8>>,
}

/// The number of boards with this many seeds.
pub(super) fn boards(rules: &Rules, seeds: u8) -> u64 {
    boards::count(2 * rules.houses() as usize, seeds.into())
}

/// The moves of a layer that stay in it.
#[derive(Default)]
struct Moves {
    /// The best value of a move that leaves the layer; `i8::MIN` where there is none.
    best_exit: Vec<i8>,
    /// The positions after the others, from those of each position to those of the next one.
    to: Vec<u32>,
    ends: Vec<u32>,
}

/// Marks a move after which the same player is to move.
const SAME: u32 = 1 << 31;

impl SolvedTable {
    pub(super) fn build<G: Game>(game: &G, seeds: u8) -> Self {
        let houses = 2 * game.options().houses() as usize;
        let counts = Counts::new(houses, seeds.into());
        let mut table = Self { variant: G::Options::VARIANT, seeds, counts, layers: Vec::new() };
        for seeds in 0..=seeds {
            for phase in boards::phases(table.variant) {
                let mut setup = game.options().start(Side::South);
                setup.phase = *phase;
                setup.stores = setup.stores.map(|_| BySide::default());
                let values = table.settle(game, setup, seeds);
                table.layers.push(values);
            }
        }
        table
    }

    /// The value of a position to the player to move, from here on.
    pub(super) fn value<R>(&self, setup: &Setup<R>) -> Option<i8> {
        let layer = self.layer(setup)?;
        Some(self.layers[layer][self.counts.place(setup)])
    }

    fn layer<R>(&self, setup: &Setup<R>) -> Option<usize> {
        let phases = boards::phases(self.variant);
        let phase = phases.iter().position(|phase| phase.is_none() || *phase == setup.phase)?;
        let seeds = boards::seeds(setup);
        (seeds <= self.seeds).then_some(usize::from(seeds) * phases.len() + phase)
    }

    /// The values of the positions of the next layer.
    fn settle<G: Game>(&self, game: &G, mut setup: Setup<G::Options>, seeds: u8) -> Vec<i8> {
        let row = setup.south.len();
        let mut board = vec![0; 2 * row];
        board[2 * row - 1] = seeds;
        let mut values = Vec::new();
        let mut moves = Moves::default();
        loop {
            for (at, &seeds) in board.iter().enumerate() {
                let row = if at < row { &mut setup.south[at] } else { &mut setup.north[at - row] };
                *row = seeds.into();
            }
            let state = game.state(&setup);
            let over = game.over(&state).is_some();
            values.push(if over { (standing(game, &state) + outcome(game, &state)) as i8 } else { 0 });
            moves.add(self, game, &state);
            if !boards::next(&mut board) {
                break;
            }
        }
        while moves.improve(&mut values) {}
        values
    }
}

impl Moves {
    /// Adds the moves of a position.
    fn add<G: Game>(&mut self, table: &SolvedTable, game: &G, state: &G::State) {
        let mut best_exit = i8::MIN;
        for played in game.candidates(state) {
            let Some(child) = game.play(state, played, &[], &mut ()).and_then(|next| child(game, state, next)) else {
                continue;
            };
            let setup = game.setup(&child.state);
            let exit = if child.over {
                child.gained as i8
            } else {
                let layer = table.layer(&setup).unwrap_or(usize::MAX);
                let place = table.counts.place(&setup);
                let Some(values) = table.layers.get(layer) else {
                    // It is in the layer that is being settled, and no seed has been gained.
                    self.to.push(place as u32 | if child.turned { 0 } else { SAME });
                    continue;
                };
                let value = values[place];
                child.gained as i8 + if child.turned { -value } else { value }
            };
            best_exit = best_exit.max(exit);
        }
        self.best_exit.push(best_exit);
        self.ends.push(self.to.len() as u32);
    }

    /// Gives each position the value of its best move. Answers whether any value has changed.
    fn improve(&self, values: &mut [i8]) -> bool {
        let mut changed = false;
        let mut first = 0;
        for at in 0..values.len() {
            let to = &self.to[first as usize..self.ends[at] as usize];
            first = self.ends[at];
            let worth = |&to: &u32| {
                let value = values[(to & !SAME) as usize];
                if to & SAME == 0 { -value } else { value }
            };
            let best = to.iter().map(worth).fold(self.best_exit[at], i8::max);
            // A position without a move has the value that the end of the game gave it.
            if best != i8::MIN && best != values[at] {
                values[at] = best;
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Position;

    #[test]
    fn a_seed_that_can_be_had_is_worth_one_and_greater_boards_are_not_in_the_table() {
        let Position::Awale(at) = Position::read("awale 000001/110000 20/25 s").expect("a position") else {
            unreachable!("it is of Awalé")
        };
        let table = SolvedTable::build(&at.game, 4);
        let value = |text: &str| table.value(&Position::read(text).expect("a position").setup());
        assert_eq!(value("awale 000001/110000 20/25 s"), Some(1));
        assert_eq!(value("awale 000005/000000 20/23 s"), None);
    }
}
