//! Sowing lap by lap, and the events that a recorder is told.

use ayla_steps::{count, has_to_stop, weights};

use super::board::{Board, House, Ring, Side};
use super::ruling::Ruling;

/// The most laps that a legal sowing may take; the first pick-up is lap 1 (C-6).
pub const MAX_LAPS: u32 = 10_000;

string_enum! {
    /// The place where captured or shared seeds go.
    pub enum Destination {
        /// To South's store.
        South = "south",
        /// To North's store.
        North = "north",
        /// Off the board, counted for nobody.
        Off = "off",
    }
}

impl From<Side> for Destination {
    fn from(side: Side) -> Self {
        match side {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }
}

/// A place that a seed is sown into.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A house.
    House(House),
    /// The store of this player, in games that [sow into stores](crate::About::sows_into_stores).
    Store(Side),
}

/// One thing that happened while a move was made, in the order in which a hand would do it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum Event {
    /// All seeds of a house are picked up, to be sown. This begins a lap of the sowing; the first is lap 1.
    PickUp { house: House, seeds: u8, lap: u32 },
    /// One seed is sown into the place.
    Sow { place: Place },
    /// All seeds of a house are captured by the ruling, and go `to` their destination.
    Capture { house: House, seeds: u8, to: Destination, ruling: Ruling },
    /// The house is the tuzdik of `to` from now on, by the ruling (TQ-4).
    Tuzdik { house: House, to: Side, ruling: Ruling },
    /// The seeds still in hand leave the board by the ruling (AN-5).
    BearOff { seeds: u8, ruling: Ruling },
    /// Each player has the row and the store that the other had, by the ruling (KA-11).
    Swap { ruling: Ruling },
    /// The game ends: houses and hand are emptied, and the seeds shared by the ruling. `south` and `north` seeds go to
    /// the stores, and `off` count for nobody.
    Share { south: u8, north: u8, off: u8, ruling: Ruling },
}

impl Event {
    /// The place that a seed is sown into, if this is what happened.
    #[inline]
    pub const fn sown(&self) -> Option<Place> {
        if let Self::Sow { place } = *self { Some(place) } else { None }
    }
}

/// A listener that is told what happens while a move is made. `()` records nothing and costs nothing, which is what the
/// search passes; a `Vec` of [`Event`]s records everything.
pub trait Recorder {
    /// Whether anything is recorded. If not, work that serves only the record is left out.
    const RECORDS: bool = true;

    /// Records what happens next.
    fn record(&mut self, event: Event);
}

impl Recorder for () {
    const RECORDS: bool = false;

    #[inline]
    fn record(&mut self, _: Event) {}
}

impl Recorder for Vec<Event> {
    #[inline]
    fn record(&mut self, event: Event) {
        self.push(event);
    }
}

/// A sowing that has passed [`MAX_LAPS`] laps: not a legal move (C-6). So is one whose work [has to stop](has_to_stop).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Endless;

/// The laps of a sowing between two counts of its steps. Most sowings take fewer.
const LAPS_BETWEEN_COUNTS: u32 = 16;
const _: () = assert!(MAX_LAPS.is_multiple_of(LAPS_BETWEEN_COUNTS));

/// Counts the work of a long sowing of this many laps, and returns whether it may go on. Not inlined, so that the
/// sowing stays in registers.
#[cold]
#[inline(never)]
fn goes_on(laps: u32) -> bool {
    count(u64::from(LAPS_BETWEEN_COUNTS) * weights::LAP);
    laps < MAX_LAPS && !has_to_stop()
}

/// A hand that sows seed by seed round the ring, picking up and going on as the game tells it to.
#[derive(Debug)]
pub(super) struct Hand<'a, R> {
    pub(super) board: &'a mut Board,
    pub(super) recorder: &'a mut R,
    ring: Ring,
    /// The index of the house last picked up from or sown to.
    pub(super) index: u8,
    /// Seeds in hand.
    pub(super) seeds: u8,
    /// The laps that may be made, as far as their steps are counted, and how many of them are left.
    counted: u32,
    left: u32,
}

impl<'a, R: Recorder> Hand<'a, R> {
    /// An empty hand over the house at `index`.
    #[inline]
    pub(super) fn new(board: &'a mut Board, ring: Ring, index: u8, recorder: &'a mut R) -> Self {
        Self { board, recorder, ring, index, seeds: 0, counted: LAPS_BETWEEN_COUNTS, left: LAPS_BETWEEN_COUNTS }
    }

    /// Takes up all seeds of the house the hand is at, which begins another lap.
    #[inline]
    pub(super) fn pick_up(&mut self) -> Result<(), Endless> {
        if self.left == 0 {
            if !goes_on(self.counted) {
                return Err(Endless);
            }
            self.left = LAPS_BETWEEN_COUNTS;
            self.counted += LAPS_BETWEEN_COUNTS;
        }
        self.left -= 1;
        self.seeds = self.board.take(self.index);
        let house = self.ring.house(self.index);
        self.recorder.record(Event::PickUp { house, seeds: self.seeds, lap: self.counted - self.left });
        Ok(())
    }

    /// Moves on by one house and sows a seed there; answers the seeds that the house holds now.
    #[inline]
    pub(super) fn sow(&mut self) -> u8 {
        self.index = self.board.next(self.index);
        self.seeds -= 1;
        self.recorder.record(Event::Sow { place: Place::House(self.ring.house(self.index)) });
        self.board.add(self.index)
    }

    /// Takes all seeds of a house off the ring, as a capture.
    #[inline]
    pub(super) fn capture(&mut self, index: u8, to: Destination, ruling: Ruling) -> u8 {
        let seeds = self.board.take(index);
        self.recorder.record(Event::Capture { house: self.ring.house(index), seeds, to, ruling });
        seeds
    }

    /// Takes the seeds in hand off the board.
    #[inline]
    pub(super) fn bear_off(&mut self, ruling: Ruling) -> u8 {
        let seeds = std::mem::take(&mut self.seeds);
        self.recorder.record(Event::BearOff { seeds, ruling });
        seeds
    }
}

/// A detector of boards that come again: then the sowing goes round for ever, and passes [`MAX_LAPS`] (C-6). It is for
/// games in which the next lap follows only from the board and the house the hand is at.
///
/// Each board is compared with the one of the last lap whose number is a power of two, so that a cycle shows within
/// three times the sum of its length and that of the way into it (Brent 1980).
#[derive(Debug)]
pub(super) struct CycleDetector {
    board: Board,
    index: u8,
    laps: u32,
    next: u32,
}

impl CycleDetector {
    /// The first lap whose board is kept: few sowings take as many.
    const FIRST: u32 = 16;

    /// A detector before the first lap.
    #[inline]
    pub(super) fn new<R: Recorder>(hand: &Hand<'_, R>) -> Self {
        Self { board: *hand.board, index: u8::MAX, laps: 0, next: Self::FIRST }
    }

    /// Compares the board before a lap.
    ///
    /// # Errors
    ///
    /// [`Endless`] when the same board was there before.
    #[inline]
    pub(super) fn check<R: Recorder>(&mut self, hand: &Hand<'_, R>) -> Result<(), Endless> {
        if hand.index == self.index && *hand.board == self.board {
            return Err(Endless);
        }
        self.laps += 1;
        if self.laps == self.next {
            (self.board, self.index, self.next) = (*hand.board, hand.index, 2 * self.next);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ayla_steps::within;

    use super::*;
    use crate::board::Direction;

    #[test]
    fn the_ten_thousandth_lap_is_legal_and_the_next_is_not() {
        let mut board = Board::filled(3, 0);
        let ring = Ring { row: 3, direction: Direction::Anticlockwise };
        let mut recorder: Vec<Event> = Vec::new();
        let mut hand = Hand::new(&mut board, ring, 0, &mut recorder);
        let sowing = within(u64::MAX - 1, || {
            for lap in 1..=MAX_LAPS {
                assert_eq!(hand.pick_up(), Ok(()), "lap {lap}");
            }
            assert_eq!(hand.pick_up(), Err(Endless));
        });
        assert_eq!(sowing.steps, u64::from(MAX_LAPS) * weights::LAP);
        let house = House { side: Side::South, number: 1 };
        assert!(recorder.into_iter().eq((1..=MAX_LAPS).map(|lap| Event::PickUp { house, seeds: 0, lap })));
    }

    /// Two houses whose seeds a hand carries to and fro: the board of a lap comes again two laps later.
    #[test]
    fn a_board_that_comes_again_is_seen() {
        let mut board = Board::filled(1, 0);
        let ring = Ring { row: 1, direction: Direction::Anticlockwise };
        board.add(0);
        let mut recorder = ();
        let mut hand = Hand::new(&mut board, ring, 0, &mut recorder);
        let mut cycle = CycleDetector::new(&hand);
        let mut laps = 0;
        while cycle.check(&hand).is_ok() {
            laps += 1;
            hand.pick_up().expect("far from too many");
            hand.sow();
        }
        assert_eq!(laps, CycleDetector::FIRST + 1);
    }
}
