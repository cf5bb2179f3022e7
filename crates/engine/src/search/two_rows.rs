//! The games whose positions are two rows with their stores, for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::Networks;
use super::prover::{Proofs, Prover};
use super::searchable::{Key, Searchable};
use crate::hash::hash_rows;
use crate::solver::{Prove, SolverInput, Unsolvable};
use crate::tablebase::Table;
use ayla_rules::option::OptionTable;
use ayla_rules::two_rows::{StoreGame, StoreRules, TwoRows};
use ayla_rules::{ByTurn, Game, GameOptions, Phase, Rules, congklak, kalah, mangala};

/// The options of such a game, with what the search wants of it.
pub(crate) trait StoreSearch: StoreRules {
    /// The networks of the game.
    fn networks() -> &'static Networks<14, 32>;

    /// The options that values in a table depend on, the others at their defaults.
    #[must_use]
    fn tabled(self) -> Self {
        self.without_seeds()
    }

    /// How many places beyond its house the last of this many seeds falls, as the order of moves estimates it.
    #[inline]
    fn reach(seeds: u8) -> usize {
        seeds.into()
    }
}

impl StoreSearch for congklak::Options {
    #[inline]
    fn networks() -> &'static Networks<14, 32> {
        static NETWORKS: LazyLock<Networks<14, 32>> = LazyLock::new(|| Networks::of("congklak"));
        &NETWORKS
    }

    /// The direction mirrors the board.
    fn tabled(self) -> Self {
        Self { direction: Self::default().direction, ..self.without_seeds() }
    }
}

impl StoreSearch for kalah::Options {
    #[inline]
    fn networks() -> &'static Networks<14, 32> {
        static NETWORKS: LazyLock<Networks<14, 32>> = LazyLock::new(|| Networks::of("kalah"));
        &NETWORKS
    }

    /// The direction mirrors the board, and tables have no positions of the first turns.
    fn tabled(self) -> Self {
        let Self { direction, first_bonus, pie, .. } = Self::default();
        Self { direction, first_bonus, pie, ..self.without_seeds() }
    }
}

impl StoreSearch for mangala::Options {
    #[inline]
    fn networks() -> &'static Networks<14, 32> {
        static NETWORKS: LazyLock<Networks<14, 32>> = LazyLock::new(|| Networks::of("mangala"));
        &NETWORKS
    }

    /// The first of two or more seeds goes back (MN-1).
    #[inline]
    fn reach(seeds: u8) -> usize {
        usize::from(seeds) - usize::from(seeds > 1)
    }
}

impl<O: StoreSearch + Into<Rules>> Searchable for StoreGame<O> {
    const UNIT: i32 = 100;
    const FUTILITY_MARGIN: i32 = 300;

    #[inline]
    fn seeds(&self, state: &TwoRows) -> u32 {
        state.in_play().into()
    }

    /// A swap changes the stores too.
    #[inline]
    fn reach(&self, state: &TwoRows) -> i32 {
        let swapped = if in_first_turns::<O>(state) { 2 * self.standing(state).abs() } else { 0 };
        i32::from(state.in_play()) + swapped
    }

    /// The houses as the mover sees them: the rows themselves, or a hash where they have more than eight houses, or
    /// with a store where a stop or a swap depends on it.
    #[inline]
    fn key(&self, state: &TwoRows) -> Key {
        let ByTurn { mover: near, other: far } = rows(self.options(), state);
        if self.options().stops_by_majority() || in_first_turns::<O>(state) {
            let store = state.store(self.turn(state));
            return hash_rows(near, far, u64::from(store) | (state.phase() as u64) << 8);
        }
        if self.options().houses() > 8 {
            return hash_rows(near, far, 0);
        }
        let ByTurn { mover: near, other: far } = state.rows_by_turn().map(|row| Key::from_le_bytes(*row));
        near | far << 64
    }

    #[inline]
    fn table_value(&self, table: &Table, state: &TwoRows) -> Option<i8> {
        if in_first_turns::<O>(state) || self.has_burnt_houses() { None } else { table.value(self, state) }
    }

    fn tables_are_proof(&self) -> bool {
        !self.options().stops_by_majority() && !self.has_burnt_houses()
    }

    const HAS_LASTING_PROOFS: bool = true;

    /// Together with the table it finds a proof where alpha-beta does not, so it makes most of the nodes.
    const SOLVER_FIFTHS: u64 = 4;

    /// About one node in four leads to a position that is kept, in 8 bytes.
    fn solver_bytes(nodes: u64) -> usize {
        /// The most memory for a prover that runs beside a search.
        const MOST: u64 = 32 << 20;
        nodes.saturating_mul(4).min(MOST) as usize
    }

    fn solver<'a>(
        &self,
        state: &TwoRows,
        input: SolverInput<'a>,
        proofs: Option<&'a mut Proofs>,
    ) -> Result<Box<dyn Prove + 'a>, Unsolvable> {
        if self.options().stops_by_majority() {
            return Err(Unsolvable::OtherGame);
        }
        Ok(Box::new(Prover::new(*self, state, input, proofs).ok_or(Unsolvable::TooLarge)?))
    }

    #[inline]
    fn evaluate(&self, state: &TwoRows) -> i32 {
        let ByTurn { mover: near, other: far } = rows(self.options(), state);
        let gain = O::networks().evaluate(near, far, state.in_play().into());
        if !in_first_turns::<O>(state) {
            return gain;
        }
        // Whoever may swap takes the better side.
        let standing = self.standing(state) * Self::UNIT;
        let margin = (standing + gain).abs();
        (if state.phase() == Phase::Choice { margin } else { -margin }) - standing
    }
}

/// Whether the first turn lasts, or may be answered by a swap (KA-11).
#[inline]
pub(super) fn in_first_turns<O: StoreRules>(state: &TwoRows) -> bool {
    O::SWAP.is_some() && state.phase() != Phase::Play
}

/// The rows in the order of sowing.
#[inline]
pub(super) fn rows<'a>(options: &impl GameOptions, state: &'a TwoRows) -> ByTurn<&'a [u8]> {
    let houses = options.houses() as usize;
    state.rows_by_turn().map(|row| &row[..houses])
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ayla_rules::{Line, Position};

    use crate::{Certainty, Limits, Request, suggest};

    /// Houses in a row, seeds in each, and what South gains by best play without and with empty captures.
    ///
    /// The values with empty captures are those of table 9 of Irving, Donkers and Uiterwijk ("Solving Kalah", 2000).
    /// That South wins four houses and three seeds by six without them is in the results of
    /// <https://github.com/jakesellison/kalah>.
    const SOLVED: [(usize, u8, [f64; 2]); 9] = [
        (4, 1, [2.0, 2.0]),
        (4, 2, [6.0, 6.0]),
        (4, 3, [6.0, 8.0]),
        (4, 4, [2.0, 2.0]),
        (5, 1, [0.0, 0.0]),
        (5, 2, [2.0, 0.0]),
        (5, 3, [6.0, 8.0]),
        (6, 1, [2.0, 2.0]),
        (6, 2, [6.0, 10.0]),
    ];

    /// The final stores of the player to move minus the opponent's, by best play of both: every move is looked at.
    fn value(position: Position, known: &mut HashMap<String, i32>) -> i32 {
        let text = position.to_string();
        if let Some(&value) = known.get(&text) {
            return value;
        }
        let turn = position.turn();
        let by_move = |played| {
            let next = position.play_unchecked(played, &mut ()).expect("legal");
            let value = value(next, known);
            if next.turn() == turn { value } else { -value }
        };
        let best = position.legal_moves().into_iter().map(by_move).max();
        let value = best.unwrap_or_else(|| {
            let stores = position.stores().expect("a game with stores");
            i32::from(stores[turn]) - i32::from(stores[turn.other()])
        });
        known.insert(text, value);
        value
    }

    #[test]
    fn a_swap_and_burnt_houses_have_their_values() {
        for text in [
            "kalah:pie=true 222/222 0/0 s o",
            "kalah:first-bonus=false,pie=true 222/222 0/0 n o",
            "kalah:direction=clockwise,pie=true 021/321 3/0 n c",
            "kalah:pie=true 110/101 0/4 n c",
            "kalah:pie=true 100/002 9/0 n c",
            "kalah:majority=true,pie=true 222/222 0/0 s o",
            "congklak 0220/2022 0/0 s burnt=1,4/2",
            "congklak:end=empty-row 022/222 2/0 n burnt=1/-",
        ] {
            let position = Position::read(text).expect("a position");
            let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
            let line = Line::from(position);
            let report = suggest(&Request { limits, ..Request::new(&line) }).expect("the game is not over");
            let expected = value(position, &mut HashMap::new());
            assert_eq!((report.best.certainty, report.best.value), (Certainty::Proven, expected.into()), "{text}");
        }
    }

    #[test]
    fn small_boards_of_kalah_have_their_published_values() {
        for (houses, seeds, values) in SOLVED {
            for (empty_capture, value) in [false, true].into_iter().zip(values) {
                let row = seeds.to_string().repeat(houses);
                let start = format!("kalah:empty-capture={empty_capture} {row}/{row} 0/0 s");
                let line = Line::from(Position::read(&start).expect("a position"));
                let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
                let report = suggest(&Request { limits, ..Request::new(&line) }).expect("the game is not over");
                assert_eq!((report.best.certainty, report.best.value), (Certainty::Proven, value), "{start}");
            }
        }
    }
}
