//! Set-ups: positions as a caller describes them, consistent or not (C-7).

use super::board::{Board, BySide, ByTurn, House, MAX_ROW, Ring, Side};
use super::games::EndReason;

/// The number at which the count of quiet moves stops (N-3).
pub const MAX_QUIET: u32 = 999_999;

string_enum! {
    /// The phases of Andada, and of the first turns of Kalah (KA-11).
    pub enum Phase {
        /// The opening move is to be made (AN-1), or the first turn lasts (KA-11, KA-12).
        Opening = "opening",
        /// The player to move says who makes the first regular move (AN-2), or may swap (KA-11).
        Choice = "choice",
        /// Regular play (AN-3).
        Play = "play",
        /// Regular play in which seeds leave the board at the end of the mover's row (AN-5).
        BearOff = "bear-off",
    }
}

/// A position as a caller sets it up: well formed, not yet known to be consistent (C-7). `R` is the type of the rules:
/// those of any game, as in [`ayla_rules::Setup`](crate::Setup), or the options of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<R> {
    /// The variant and its options. A `houses` that was given is kept, to be compared with the rows.
    pub rules: R,
    /// South's row, from South's left to right: the seeds in each house.
    pub south: Vec<u32>,
    /// North's row, from North's left to right.
    pub north: Vec<u32>,
    /// The seeds in the stores; none in Andada.
    pub stores: Option<BySide<u32>>,
    /// The player to move.
    pub turn: Side,
    /// The phase, in Andada and Kalah only; regular play when not given.
    pub phase: Option<Phase>,
    /// The tuzdik of each player, in Togyzqumalaq only: the number of a house in the other player's row (TQ-14).
    pub tuzdiks: BySide<Option<u32>>,
    /// The burnt houses of each row, in Congklak only: rising numbers (CO-14).
    pub burnt: BySide<Vec<u32>>,
    /// Consecutive moves without a capture, not in Andada; 0 when not given.
    pub quiet: Option<u32>,
    /// The player who began the game, in Anywoli only; South when not given.
    pub first: Option<Side>,
    /// Why the game has ended, if it has.
    pub over: Option<EndReason>,
}

impl<R> Setup<R> {
    /// A set-up of these rows in which nothing else is given.
    pub fn of_rows(rules: R, BySide { south, north }: BySide<Vec<u32>>, turn: Side) -> Self {
        Self {
            rules,
            south,
            north,
            stores: None,
            turn,
            phase: None,
            tuzdiks: BySide::default(),
            burnt: BySide::default(),
            quiet: None,
            first: None,
            over: None,
        }
    }

    /// Rows of `houses` houses (at most 48) with `seeds` seeds in each, nothing else given.
    pub(super) fn filled(rules: R, houses: u32, seeds: u32, turn: Side) -> Self {
        let row = vec![seeds; houses.min(MAX_ROW as u32) as usize];
        Self::of_rows(rules, BySide { south: row.clone(), north: row }, turn)
    }

    /// Converts the rules, and keeps everything else.
    pub fn map_rules<T>(self, rules: impl FnOnce(R) -> T) -> Setup<T> {
        let Self { rules: old, south, north, stores, turn, phase, tuzdiks, burnt, quiet, first, over } = self;
        Setup { rules: rules(old), south, north, stores, turn, phase, tuzdiks, burnt, quiet, first, over }
    }

    /// The set-up with the sides exchanged: what was South's is North's.
    ///
    /// ```
    /// use ayla_rules::Position;
    ///
    /// let mirrored = |text| Position::read(text).and_then(|position| position.setup().mirrored().position());
    /// for (text, expected) in [
    ///     ("anywoli 100000000000/000000000002 40/5 s q3", "anywoli 000000000002/100000000000 5/40 n q3 first=n"),
    ///     ("kalah 444444/444444 0/0 s", "kalah 444444/444444 0/0 n"),
    /// ] {
    ///     assert_eq!(mirrored(text)?.to_string(), expected);
    /// }
    /// # Ok::<(), ayla_rules::Faults>(())
    /// ```
    #[must_use]
    pub fn mirrored(self) -> Self {
        let Self { south, north, stores, turn, tuzdiks, burnt, first, .. } = self;
        Self {
            south: north,
            north: south,
            stores: stores.map(BySide::swapped),
            turn: turn.other(),
            tuzdiks: tuzdiks.swapped(),
            burnt: burnt.swapped(),
            first: first.map(Side::other),
            ..self
        }
    }

    /// The seeds of a row, from the owner's left to right.
    pub fn row(&self, side: Side) -> &[u32] {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }

    /// The rows as the player to move sees them.
    pub fn rows_by_turn(&self) -> ByTurn<&[u32]> {
        ByTurn { mover: self.row(self.turn), other: self.row(self.turn.other()) }
    }

    /// The player whose tuzdik the house is, if it is one.
    pub fn tuzdik_of(&self, House { side, number }: House) -> Option<Side> {
        let owner = side.other();
        (self.tuzdiks[owner] == Some(number.into())).then_some(owner)
    }

    /// Whether a house is burnt (CO-14).
    pub fn has_burnt_houses(&self) -> bool {
        self.burnt.iter().any(|numbers| !numbers.is_empty())
    }

    /// Whether this house is burnt.
    pub fn is_burnt(&self, House { side, number }: House) -> bool {
        self.burnt[side].contains(&number.into())
    }

    /// The number of seeds in houses and stores.
    pub fn seeds(&self) -> u64 {
        self.south.iter().chain(&self.north).chain(self.stores.unwrap_or_default().iter()).copied().map(u64::from).sum()
    }

    /// The houses on a ring. The rows must be as long as the ring's, and no house hold more than 255 seeds.
    pub(super) fn board(&self, ring: Ring) -> Board {
        let mut board = Board::filled(ring.row, 0);
        for &side in Side::ALL {
            for (number, &seeds) in (1..=ring.row).zip(self.row(side)) {
                board.seeds_mut()[ring.index(House { side, number }) as usize] = seeds as u8;
            }
        }
        board
    }
}
