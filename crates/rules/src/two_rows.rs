//! Two rows, each with a store at its end: the positions of games whose sowing takes the mover's store along, how seeds are
//! sown and captured there, and how such a game ends.

use std::ops::Range;

use super::board::{Direction, House, Ring, Side};
use super::game::{Game, GameOptions};
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::ruling::Ruling;
use super::setup::Setup;
use super::sowing::{Event, Place, Recorder};

/// The number of bytes of a row: one more than any row has houses at least. Those beyond the houses are 0.
const BYTES: usize = 16;

/// Two rows with their stores, whose turn it is, and whether the game is over.
///
/// The rows come first in memory, so that a position is copied in the same parts in which it is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct TwoRows {
    /// The seeds in each row in the order of sowing, South's row first.
    rows: [[u8; BYTES]; 2],
    pub(super) stores: [u8; 2],
    pub(super) turn: Side,
    pub(super) over: Option<EndReason>,
}

/// What differs between sowings. The compiler makes a function of its own for each.
pub(super) trait Sowing {
    /// Whether the first of two or more seeds goes back into the house that they come from.
    const FIRST_GOES_BACK: bool = false;
    /// Whether a seed goes into the mover's store after the mover's last house.
    const INTO_STORE: bool = true;
    /// Whether a last seed in a house that holds seeds begins another lap with all of them.
    const RELAY: bool = false;

    /// The house of a row whose seeds go to a store, if there is one.
    #[inline]
    fn taker(&self, _row: Side) -> Option<Taker> {
        None
    }
}

/// A house in which no seed stays.
#[derive(Copy, Clone, Debug)]
pub(super) struct Taker {
    /// Its place in the row.
    pub(super) at: usize,
    /// The player into whose store each seed goes that is sown into the house.
    pub(super) to: Side,
    /// The ruling by which it goes there.
    pub(super) ruling: Ruling,
}

/// Where the last seed of a sowing fell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// In the mover's store.
    Store,
    /// In a house of this row, the place of which counts from 0 in the order of sowing. It holds so many seeds now; none if
    /// it is a [taker](Sowing::taker).
    House { row: Side, at: usize, holds: u8 },
}

impl TwoRows {
    /// The seeds in a player's row in the order of sowing. Beyond the houses of the game there are none.
    #[inline]
    pub const fn row(&self, side: Side) -> &[u8; BYTES] {
        &self.rows[side as usize]
    }

    /// The seeds in a player's store.
    #[inline]
    pub const fn store(&self, side: Side) -> u8 {
        self.stores[side as usize]
    }

    /// The number of seeds in the houses.
    #[inline]
    pub fn in_play(&self) -> u8 {
        let [south, north] = self.sums();
        south + north
    }

    /// The number of seeds in each row.
    #[inline]
    pub(super) fn sums(&self) -> [u8; 2] {
        self.rows.map(|row| row.iter().sum())
    }

    /// The seeds in the stores of the player to move and of the opponent.
    #[inline]
    pub(super) fn stores_of_mover(&self) -> [u8; 2] {
        let [south, north] = self.stores;
        self.turn.order(south, north)
    }

    /// The houses of the player to move that hold seeds.
    #[inline]
    pub(super) fn occupied(&self, ring: Ring) -> MoveSet {
        let row = self.row(self.turn);
        let filled = (0..BYTES).filter(|&at| row[at] > 0).fold(0_u64, |houses, at| houses | 1 << at);
        MoveSet::of_houses(match ring.direction {
            Direction::Anticlockwise => filled,
            Direction::Clockwise => filled.reverse_bits() >> (u64::BITS - u32::from(ring.row)),
        })
    }

    /// The place of a house of the player to move, if it holds seeds.
    #[inline]
    pub(super) fn origin(&self, ring: Ring, number: u8) -> Option<usize> {
        let at = usize::from((1..=ring.row).contains(&number).then(|| ring.step(number))?);
        (self.row(self.turn)[at] > 0).then_some(at)
    }

    /// Sows the seeds of a house of the player to move. The turn stays.
    #[inline]
    pub(super) fn sow<S: Sowing, R: Recorder>(
        &mut self,
        sowing: &S,
        ring: Ring,
        origin: usize,
        recorder: &mut R,
    ) -> Last {
        let length = usize::from(ring.row);
        let mover = self.turn;
        let mut row = mover;
        let mut at = origin;
        let mut lap = 1;
        loop {
            let mut hand = self.take(row, at);
            recorder.record(Event::PickUp { house: house(ring, row, at), seeds: hand, lap });
            if !S::FIRST_GOES_BACK || hand == 1 {
                at += 1;
            }
            loop {
                let end = length.min(at + usize::from(hand));
                self.sow_part(sowing, ring, row, at..end, recorder);
                hand -= (end - at) as u8;
                at = end;
                if hand == 0 {
                    break;
                }
                if S::INTO_STORE && row == mover {
                    self.stores[mover.index()] += 1;
                    hand -= 1;
                    recorder.record(Event::Sow { place: Place::Store(mover) });
                    if hand == 0 {
                        return Last::Store;
                    }
                }
                (row, at) = (row.other(), 0);
            }
            at -= 1;
            let holds = self.row(row)[at];
            if !S::RELAY || holds <= 1 {
                return Last::House { row, at, holds };
            }
            lap += 1;
        }
    }

    /// Sows a seed into each house of a part of a row.
    #[inline]
    fn sow_part<S: Sowing, R: Recorder>(
        &mut self,
        sowing: &S,
        ring: Ring,
        row: Side,
        places: Range<usize>,
        recorder: &mut R,
    ) {
        let taker = sowing.taker(row);
        if R::RECORDS {
            for at in places.clone() {
                let into = house(ring, row, at);
                recorder.record(Event::Sow { place: Place::House(into) });
                if let Some(Taker { to, ruling, .. }) = taker.filter(|taker| taker.at == at) {
                    recorder.record(Event::Capture { house: into, seeds: 1, to: to.into(), ruling });
                }
            }
        }
        let [first, count] = [places.start, places.len()].map(|number| number as u8);
        let houses = &mut self.rows[row.index()];
        for (at, house) in (0..).zip(houses) {
            *house = house.wrapping_add(u8::from(u8::wrapping_sub(at, first) < count));
        }
        if let Some(Taker { at, to, .. }) = taker {
            self.stores[to.index()] += self.take(row, at);
        }
    }

    /// Empties a house; answers its seeds.
    #[inline]
    fn take(&mut self, row: Side, at: usize) -> u8 {
        let houses = &mut self.rows[row.index()];
        let seeds = houses[at];
        // As in the sowing, a row is written as a whole: to read as a whole what was just written in part takes time.
        for (other, house) in (0..).zip(houses) {
            *house &= u8::from(other == at as u8).wrapping_sub(1);
        }
        seeds
    }

    /// Captures all seeds of a house, if there are any, for the player to move.
    #[inline]
    pub(super) fn capture<R: Recorder>(&mut self, ring: Ring, row: Side, at: usize, ruling: Ruling, recorder: &mut R) {
        let seeds = self.take(row, at);
        if seeds > 0 {
            self.stores[self.turn.index()] += seeds;
            recorder.record(Event::Capture { house: house(ring, row, at), seeds, to: self.turn.into(), ruling });
        }
    }

    /// Captures the last seed, which fell in an empty house of the player to move, with those of the house opposite by one
    /// ruling; when there are none, alone by the other ruling, or not at all.
    #[inline]
    pub(super) fn capture_opposite<R: Recorder>(
        &mut self,
        ring: Ring,
        at: usize,
        ruling: Ruling,
        alone: Option<Ruling>,
        recorder: &mut R,
    ) {
        let opposite = usize::from(ring.row) - 1 - at;
        let other = self.turn.other();
        let ruling = if self.row(other)[opposite] > 0 { Some(ruling) } else { alone };
        if let Some(ruling) = ruling {
            self.capture(ring, self.turn, at, ruling, recorder);
            self.capture(ring, other, opposite, ruling, recorder);
        }
    }

    /// Ends the game. South and North get so many of the seeds in the houses by the ruling, and no seed stays in the houses.
    #[cold]
    pub(super) fn end_and_share<R: Recorder>(
        &mut self,
        reason: EndReason,
        [south, north]: [u8; 2],
        ruling: Ruling,
        recorder: &mut R,
    ) {
        if [south, north] != [0, 0] {
            recorder.record(Event::Share { south, north, off: 0, ruling });
        }
        self.over = Some(reason);
        self.rows = [[0; BYTES]; 2];
        self.stores[0] += south;
        self.stores[1] += north;
    }

    /// The set-up that describes this position of a game with these options.
    pub(super) fn setup<O: GameOptions>(&self, options: O) -> Setup<O> {
        let ring = ring(&options);
        let row = |side| (1..=ring.row).map(|number| self.row(side)[usize::from(ring.step(number))].into()).collect();
        let rows = [Side::South, Side::North].map(row);
        Setup { stores: Some(self.stores.map(u32::from)), over: self.over, ..Setup::of_rows(options, rows, self.turn) }
    }

    /// The position that a consistent set-up describes, as it was submitted.
    pub(super) fn of_setup<R>(setup: &Setup<R>, ring: Ring) -> Self {
        let mut rows = [[0; BYTES]; 2];
        for side in [Side::South, Side::North] {
            for (number, &seeds) in (1..=ring.row).zip(setup.row(side)) {
                rows[side.index()][usize::from(ring.step(number))] = seeds as u8;
            }
        }
        let stores = setup.stores.unwrap_or_default().map(|seeds| seeds as u8);
        Self { rows, stores, turn: setup.turn, over: setup.over }
    }
}

/// The ring of a game with these options.
#[inline]
pub(super) fn ring(options: &impl GameOptions) -> Ring {
    Ring { row: options.houses() as u8, direction: options.direction() }
}

/// The house at a place of a row.
#[inline]
const fn house(ring: Ring, row: Side, at: usize) -> House {
    ring.house(at as u8 + ring.row * row as u8)
}

/// A game of which [`TwoRows`] says all: what is left of its rules. Everything else follows, as a [`Game`].
pub trait StoreGame: Copy {
    /// The options of the game.
    type Options: GameOptions;
    /// The ruling that wants seeds in the house of a move.
    const NEEDS_SEEDS: Ruling;
    /// The ruling by which a player passes who has no seed in the own row, and no other; none where nobody passes.
    const PASS: Option<Ruling> = None;

    /// The game with these options, for positions of this many seeds in houses and stores together.
    fn with_options(options: Self::Options, seeds: u32) -> Self;
    /// The options played by.
    fn options(&self) -> &Self::Options;
    /// Sows the seeds of the house at a place of the row of the player to move, captures, and passes on the turn.
    fn sow<R: Recorder>(&self, state: &mut TwoRows, origin: usize, recorder: &mut R);
    /// Ends the game if the houses are such that it is over (C-8).
    fn settle<R: Recorder>(&self, state: &mut TwoRows, recorder: &mut R);
    /// Ends the game if a stop ends it after a move that has not.
    #[inline]
    fn stop(&self, _state: &mut TwoRows) {}
}

impl<G: StoreGame> Game for G {
    type Options = G::Options;
    type State = TwoRows;

    fn with_options(options: Self::Options, seeds: u32) -> Self {
        StoreGame::with_options(options, seeds)
    }

    #[inline]
    fn options(&self) -> &Self::Options {
        StoreGame::options(self)
    }

    #[inline]
    fn turn(&self, state: &TwoRows) -> Side {
        state.turn
    }

    #[inline]
    fn over(&self, state: &TwoRows) -> Option<EndReason> {
        state.over
    }

    #[inline]
    fn stores(&self, state: &TwoRows) -> Option<[u8; 2]> {
        Some(state.stores_of_mover())
    }

    fn setup(&self, state: &TwoRows) -> Setup<Self::Options> {
        state.setup(*StoreGame::options(self))
    }

    fn state<R>(&self, setup: &Setup<R>) -> TwoRows {
        let mut state = TwoRows::of_setup(setup, ring(StoreGame::options(self)));
        if state.over.is_none() {
            self.settle(&mut state, &mut ());
        }
        state
    }

    #[inline]
    fn occupied(&self, state: &TwoRows) -> MoveSet {
        state.occupied(ring(StoreGame::options(self)))
    }

    #[inline]
    fn candidates(&self, state: &TwoRows) -> MoveSet {
        if state.over.is_some() {
            return MoveSet::default();
        }
        let houses = self.occupied(state);
        if G::PASS.is_some() && houses.is_empty() { MoveSet::ONLY_PASS } else { houses }
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &TwoRows, played: Move, _: &[TwoRows], recorder: &mut R) -> Option<TwoRows> {
        let mut next = *state;
        match played {
            Move::House(number) => {
                let origin = state.origin(ring(StoreGame::options(self)), number)?;
                self.sow(&mut next, origin, recorder);
            }
            Move::Pass if G::PASS.is_some() => next.turn = next.turn.other(),
            Move::Pass | Move::Take | Move::Give | Move::Agree => return None,
        }
        self.settle(&mut next, recorder);
        if next.over.is_none() {
            self.stop(&mut next);
        }
        Some(next)
    }

    fn check(&self, state: &TwoRows, played: Move) -> Result<(), Illegal> {
        let mover = state.turn;
        match (played, G::PASS) {
            (Move::House(house), _) if state.origin(ring(StoreGame::options(self)), house).is_none() => {
                Err(Illegal::EmptyHouse { mover, house, ruling: G::NEEDS_SEEDS })
            }
            (Move::Pass, Some(ruling)) if !self.occupied(state).is_empty() => Err(Illegal::MustMove { mover, ruling }),
            _ => Ok(()),
        }
    }
}
