//! Sowing lap by lap, and the events that a recorder is told.

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

/// One thing that happened while a move was made, in the order in which a hand would do it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum Event {
    /// All seeds of a house are picked up, to be sown. This begins a lap of the sowing; the first is lap 1.
    PickUp { house: House, seeds: u8, lap: u32 },
    /// One seed is sown into each of these houses, in this order.
    Sow { houses: Vec<House> },
    /// All seeds of a house are captured by the ruling, and go `to` their destination.
    Capture { house: House, seeds: u8, to: Destination, ruling: Ruling },
    /// The seeds still in hand leave the board by the ruling (AN-5).
    BearOff { seeds: u8, ruling: Ruling },
    /// The game ends: houses and hand are emptied, and the seeds shared by the ruling. `south` and `north` seeds go to the
    /// stores, and `off` count for nobody.
    Share { south: u8, north: u8, off: u8, ruling: Ruling },
}

/// A listener that is told what happens while a move is made, and takes no notice of what it has no method for. `()` records
/// nothing and costs nothing, which is what the search passes; a `Vec` of [`Event`]s records everything.
pub trait Recorder {
    /// Whether anything is recorded. If not, work that serves only the record is left out.
    const RECORDS: bool = true;

    /// All seeds of `house` are picked up, to be sown as lap `lap`.
    #[inline]
    fn pick_up(&mut self, _house: House, _seeds: u8, _lap: u32) {}
    /// One seed is sown into `house`.
    #[inline]
    fn sow(&mut self, _house: House) {}
    /// The seeds of `house` are captured.
    #[inline]
    fn capture(&mut self, _house: House, _seeds: u8, _to: Destination, _ruling: Ruling) {}
    /// The seeds in hand leave the board.
    #[inline]
    fn bear_off(&mut self, _seeds: u8, _ruling: Ruling) {}
    /// Houses and hand are emptied: `stores` seeds to South's and North's store, `off` to nobody.
    #[inline]
    fn share(&mut self, _stores: [u8; 2], _off: u8, _ruling: Ruling) {}
}

impl Recorder for () {
    const RECORDS: bool = false;
}

/// Records events in order; seeds sown with nothing between are one event.
impl Recorder for Vec<Event> {
    fn pick_up(&mut self, house: House, seeds: u8, lap: u32) {
        self.push(Event::PickUp { house, seeds, lap });
    }

    fn sow(&mut self, house: House) {
        if let Some(Event::Sow { houses }) = self.last_mut() {
            houses.push(house);
        } else {
            // Few sowings go further without another event.
            let mut houses = Vec::with_capacity(16);
            houses.push(house);
            self.push(Event::Sow { houses });
        }
    }

    fn capture(&mut self, house: House, seeds: u8, to: Destination, ruling: Ruling) {
        self.push(Event::Capture { house, seeds, to, ruling });
    }

    fn bear_off(&mut self, seeds: u8, ruling: Ruling) {
        self.push(Event::BearOff { seeds, ruling });
    }

    fn share(&mut self, [south, north]: [u8; 2], off: u8, ruling: Ruling) {
        self.push(Event::Share { south, north, off, ruling });
    }
}

/// A sowing that has passed [`MAX_LAPS`] laps: not a legal move (C-6).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Endless;

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
    laps: u32,
}

impl<'a, R: Recorder> Hand<'a, R> {
    /// An empty hand over the house at `index`.
    #[inline]
    pub(super) fn new(board: &'a mut Board, ring: Ring, index: u8, recorder: &'a mut R) -> Self {
        Self { board, recorder, ring, index, seeds: 0, laps: 0 }
    }

    /// Takes up all seeds of the house the hand is at, which begins another lap.
    #[inline]
    pub(super) fn pick_up(&mut self) -> Result<(), Endless> {
        self.laps += 1;
        if self.laps > MAX_LAPS {
            return Err(Endless);
        }
        self.seeds = self.board.take(self.index);
        self.recorder.pick_up(self.ring.house(self.index), self.seeds, self.laps);
        Ok(())
    }

    /// Moves on by one house and sows a seed there; answers the seeds that the house holds now.
    #[inline]
    pub(super) fn sow(&mut self) -> u8 {
        self.index = self.board.next(self.index);
        self.seeds -= 1;
        self.recorder.sow(self.ring.house(self.index));
        self.board.add(self.index)
    }

    /// Takes all seeds of a house off the ring, as a capture.
    #[inline]
    pub(super) fn capture(&mut self, index: u8, to: Destination, ruling: Ruling) -> u8 {
        let seeds = self.board.take(index);
        self.recorder.capture(self.ring.house(index), seeds, to, ruling);
        seeds
    }

    /// Takes the seeds in hand off the board.
    #[inline]
    pub(super) fn bear_off(&mut self, ruling: Ruling) -> u8 {
        let seeds = std::mem::take(&mut self.seeds);
        self.recorder.bear_off(seeds, ruling);
        seeds
    }
}

/// A detector of boards that come again: then the sowing goes round for ever, and passes [`MAX_LAPS`] (C-6). It is for
/// games in which the next lap follows only from the board and the house the hand is at.
///
/// Each board is compared with the one of the last lap whose number is a power of two, so that a cycle shows within three
/// times the sum of its length and that of the way into it (Brent 1980).
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
    use super::*;
    use crate::board::Direction;

    #[test]
    fn the_ten_thousandth_lap_is_legal_and_the_next_is_not() {
        let (mut board, ring) = (Board::filled(3, 0), Ring { row: 3, direction: Direction::Anticlockwise });
        let mut recorder = ();
        let mut hand = Hand::new(&mut board, ring, 0, &mut recorder);
        for lap in 1..=MAX_LAPS {
            assert_eq!(hand.pick_up(), Ok(()), "lap {lap}");
        }
        assert_eq!(hand.pick_up(), Err(Endless));
    }

    /// Two houses whose seeds a hand carries to and fro: the board of a lap comes again two laps later.
    #[test]
    fn a_board_that_comes_again_is_seen() {
        let (mut board, ring) = (Board::filled(1, 0), Ring { row: 1, direction: Direction::Anticlockwise });
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
