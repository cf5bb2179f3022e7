//! Stores, turn, end and quiet moves of Awalé, in one word.

use super::options::{GrandSlam, Options};
use crate::board::{ByTurn, Side};
use crate::games::EndReason;
use crate::setup::MAX_QUIET;

/// The stores, the turn, the end of the game and the count of quiet moves, in one word, so that one addition tests them
/// all ([`Stops::alarm`]). From the lowest bit:
///
/// | bits | field |
/// |---|---|
/// | 0-7 | the opponent's store |
/// | 8-15 | both stores together |
/// | 16-23 | the mover's store |
/// | 24 | the turn |
/// | 25-31 | why the game has ended: 0, or 1 more than the index in `EndReason::ALL` |
/// | 32-63 | moves in a row that have captured nothing |
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) struct Counters(u64);

const THEIRS: u32 = 0;
const TAKEN: u32 = 8;
const MINE: u32 = 16;
const TURN: u32 = 24;
const OVER: u32 = 25;
const QUIET: u32 = 32;

/// The bits of a store, at the lowest place.
const STORE: u64 = 0xff;
/// The bits of the reason, in place.
const OVER_BITS: u64 = 0x7f << OVER;
/// The bits of all fields but the count of quiet moves, in place.
const BUT_QUIET: u64 = (1 << QUIET) - 1;

impl Counters {
    /// The counters of a game that goes on.
    pub(super) const fn new(ByTurn { mover, other }: ByTurn<u8>, turn: Side, quiet: u32) -> Self {
        let taken = mover.wrapping_add(other);
        Self(
            (other as u64) << THEIRS
                | (taken as u64) << TAKEN
                | (mover as u64) << MINE
                | (turn as u64) << TURN
                | (quiet as u64) << QUIET,
        )
    }

    /// The mover's store and the opponent's.
    #[inline]
    pub(super) const fn stores(self) -> ByTurn<u8> {
        ByTurn { mover: (self.0 >> MINE) as u8, other: (self.0 >> THEIRS) as u8 }
    }

    /// The seeds in both stores.
    #[inline]
    pub(super) const fn taken(self) -> u8 {
        (self.0 >> TAKEN) as u8
    }

    #[inline]
    pub(super) const fn turn(self) -> Side {
        if self.0 >> TURN & 1 == 0 { Side::South } else { Side::North }
    }

    #[inline]
    pub(super) const fn is_over(self) -> bool {
        self.0 & OVER_BITS != 0
    }

    #[inline]
    pub(super) fn over(self) -> Option<EndReason> {
        let index = ((self.0 & OVER_BITS) >> OVER).checked_sub(1)?;
        EndReason::ALL.get(index as usize).copied()
    }

    #[inline]
    pub(super) const fn quiet(self) -> u32 {
        (self.0 >> QUIET) as u32
    }

    /// The counters after a move that captured these seeds, lane by lane; the turn has passed. The count of quiet moves
    /// may now be one beyond [`MAX_QUIET`].
    #[inline]
    pub(super) const fn after(self, captured: u64) -> Self {
        // As in `sum`, and since the seventh and eighth lane are empty, the two highest bytes are the sum each: one for
        // the store of the player who moved, the other for both stores.
        let sums = captured.wrapping_mul(0x0101_0101_0101_0101) >> 48;
        let stores = self.0 >> MINE & STORE | (self.0 & STORE) << MINE;
        let passed = (self.0 & !(STORE << THEIRS | STORE << MINE) ^ 1 << TURN) | stores;
        // One less than no seeds has all bits, one less than any others none of those that count quiet moves.
        let quiet = sums.wrapping_sub(1) | BUT_QUIET;
        Self((passed.wrapping_add(1 << QUIET) & quiet).wrapping_add(sums))
    }

    /// The counters with the count of quiet moves where it stops (N-3).
    pub(super) const fn capped(self) -> Self {
        if self.quiet() > MAX_QUIET { Self(self.0 & BUT_QUIET | (MAX_QUIET as u64) << QUIET) } else { self }
    }

    /// The counters with these seeds added to the mover's and the opponent's store, and the game at its end.
    pub(super) const fn ended(self, reason: EndReason, shares: ByTurn<u8>) -> Self {
        let ByTurn { mover, other } = self.stores();
        let stores = ByTurn { mover: mover.wrapping_add(shares.mover), other: other.wrapping_add(shares.other) };
        Self(Self::new(stores, self.turn(), self.quiet()).0 | (reason as u64 + 1) << OVER)
    }
}

impl std::fmt::Debug for Counters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stores = self.stores();
        let turn = self.turn();
        let quiet = self.quiet();
        let over = self.over();
        write!(f, "Counters {{ stores: {stores:?}, turn: {turn:?}, quiet: {quiet}, over: {over:?} }}")
    }
}

/// The fewest moves in which a position can recur. No seed left the houses meanwhile, and one house at least was sown.
/// Every sowing puts a seed into the next house, which has as many seeds as before only if it is sown too; and so on
/// round the ring, so each of the twelve houses is.
pub(super) const RECURRENCE: u32 = 12;

/// The least values of the counters at which the stops of AW-13 to AW-16 apply; those of an option that is off are
/// never reached.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stops {
    /// The least store that is more than half of all seeds (AW-13).
    pub(super) majority: u8,
    /// The fewest seeds in both stores that leave few in the houses (AW-14).
    pub(super) few: u8,
    /// The fewest quiet moves that end the game (AW-15).
    pub(super) quiet: u32,
    /// The fewest quiet moves after which a position can have occurred often enough (AW-16).
    pub(super) recurrence: u32,
    /// Added to counters, this sets the top bit of each field that has reached its value.
    alarm: u64,
}

impl Stops {
    /// More seeds than a store ever holds, and the top bit of a store.
    const NO_STORE: u32 = 0x80;
    /// The count of quiet moves that is reached only until it is capped (N-3).
    const NO_QUIET: u32 = MAX_QUIET + 1;

    /// The stops of a game of `seeds` seeds, stores included.
    pub(super) fn new(options: &Options, seeds: u32) -> Self {
        let Options { majority, few, quiet, repetition, .. } = *options;
        let majority = if majority { Self::NO_STORE.min(seeds / 2 + 1) } else { Self::NO_STORE };
        let few = if few > 0 { Self::NO_STORE.min(seeds.saturating_sub(few)) } else { Self::NO_STORE };
        let quiet = if quiet > 0 { Self::NO_QUIET.min(quiet) } else { Self::NO_QUIET };
        let apart = if repetition > 0 { RECURRENCE.saturating_mul(repetition - 1) } else { Self::NO_QUIET };
        let recurrence = apart.min(Self::NO_QUIET);
        // A grand slam that captures may end the game at any move (AW-18).
        let least_quiet = if options.grand_slam == GrandSlam::Capture { 0 } else { quiet.min(recurrence) };
        let store = (Self::NO_STORE - majority) as u64;
        let alarm = store << THEIRS
            | store << MINE
            | ((Self::NO_STORE - few) as u64) << TAKEN
            | ((1 << 31) - least_quiet as u64) << QUIET;
        Self { majority: majority as u8, few: few as u8, quiet, recurrence, alarm }
    }

    /// Whether one of the stops or a grand slam may end the game, or the count of quiet moves must be stopped (N-3):
    /// the one test that every move pays for all of them.
    #[inline]
    pub(super) const fn alarm(&self, counters: Counters) -> bool {
        const TOPS: u64 = 0x80 << THEIRS | 0x80 << TAKEN | 0x80 << MINE | 1 << (QUIET + 31);
        counters.0.wrapping_add(self.alarm) & TOPS != 0
    }
}
