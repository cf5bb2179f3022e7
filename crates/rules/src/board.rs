//! The board: sides, houses, and the ring that sowing goes round.

use std::ops::{Index, IndexMut};

use super::moves::MoveSet;

string_enum! {
    /// A player: South owns the near row, North the far row.
    pub enum Side {
        /// The near row, shown below.
        South = "south",
        /// The far row, shown above.
        North = "north",
    }
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player's letter, as texts have it.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::South => "S",
            Self::North => "N",
        }
    }

    /// The player's name as it stands in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::South => "South",
            Self::North => "North",
        }
    }
}

/// A value of each player, by the side of the board.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct BySide<T> {
    /// South's.
    pub south: T,
    /// North's.
    pub north: T,
}

impl<T> BySide<T> {
    /// The values that a function gives for South and for North.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> Self {
        Self { south: value(Side::South), north: value(Side::North) }
    }

    /// The values as the player to move sees them.
    #[inline]
    pub fn by_turn(self, turn: Side) -> ByTurn<T> {
        let Self { south, north } = self;
        match turn {
            Side::South => ByTurn { mover: south, other: north },
            Side::North => ByTurn { mover: north, other: south },
        }
    }

    /// The value of one player.
    #[inline]
    pub const fn get(&self, side: Side) -> &T {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }

    /// The values that follow from these, each from one.
    #[inline]
    pub fn map<U>(self, mut value: impl FnMut(T) -> U) -> BySide<U> {
        BySide { south: value(self.south), north: value(self.north) }
    }

    /// South's value, then North's.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        [&self.south, &self.north].into_iter()
    }

    /// South's value for North, and North's for South.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { south: self.north, north: self.south }
    }
}

/// South's value, then North's.
impl<T> IntoIterator for BySide<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        [self.south, self.north].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        self.get(side)
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::South => &mut self.south,
            Side::North => &mut self.north,
        }
    }
}

/// A value of each player, as the player to move sees them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByTurn<T> {
    /// That of the player to move.
    pub mover: T,
    /// The opponent's.
    pub other: T,
}

impl<T> ByTurn<T> {
    /// The values by the side of the board, where `turn` is the player to move.
    #[inline]
    pub fn by_side(self, turn: Side) -> BySide<T> {
        let Self { mover, other } = self;
        match turn {
            Side::South => BySide { south: mover, north: other },
            Side::North => BySide { south: other, north: mover },
        }
    }

    /// The values that follow from these, each from one.
    #[inline]
    pub fn map<U>(self, mut value: impl FnMut(T) -> U) -> ByTurn<U> {
        ByTurn { mover: value(self.mover), other: value(self.other) }
    }
}

string_enum! {
    /// The direction in which seeds are sown, seen from above (C-2).
    pub enum Direction {
        /// South 1 to H, then North 1 to H.
        Anticlockwise = "anticlockwise",
        /// The reverse.
        Clockwise = "clockwise",
    }
}

/// A house, named as players name it: by its owner and its number from the owner's left (C-1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    /// The owner.
    pub side: Side,
    /// The number, 1 for the owner's leftmost house.
    pub number: u8,
}

/// The most houses a row can have, in any game.
pub const MAX_ROW: usize = 48;

/// The order of the houses on the ring. An *index* counts houses in the order of sowing: South's row is `0..row`,
/// North's `row..2 * row`, and one step of sowing is always one index up, whatever the direction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    /// Houses in a row.
    pub row: u8,
    /// The direction of sowing.
    pub direction: Direction,
}

impl Ring {
    /// The rank of a player's house, given by its number, in that player's row in the order of sowing, from 0.
    #[inline]
    pub const fn step(self, number: u8) -> u8 {
        match self.direction {
            Direction::Anticlockwise => number - 1,
            Direction::Clockwise => self.row - number,
        }
    }

    /// The index of a house.
    #[inline]
    pub const fn index(self, house: House) -> u8 {
        self.step(house.number) + self.row * house.side as u8
    }

    /// The index of the house that a player calls `number`, if there is one.
    #[inline]
    pub fn find(self, side: Side, number: u8) -> Option<u8> {
        (1..=self.row).contains(&number).then(|| self.index(House { side, number }))
    }

    /// The houses of a player whose rank in the order of sowing is among these bits.
    #[inline]
    pub(super) const fn houses(self, steps: u64) -> MoveSet {
        MoveSet::of_houses(match self.direction {
            Direction::Anticlockwise => steps,
            Direction::Clockwise => steps.reverse_bits() >> (u64::BITS - self.row as u32),
        })
    }

    /// The house at an index.
    #[inline]
    pub const fn house(self, index: u8) -> House {
        let (side, step) = if index < self.row { (Side::South, index) } else { (Side::North, index - self.row) };
        let number = match self.direction {
            Direction::Anticlockwise => step + 1,
            Direction::Clockwise => self.row - step,
        };
        House { side, number }
    }
}

/// The seeds in every house of the ring, by index; inline and `Copy`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    row: u8,
    seeds: [u8; 2 * MAX_ROW],
}

impl Board {
    /// A board of `row` houses a side (at most [`MAX_ROW`]), with `seeds` in each.
    pub fn filled(row: u8, seeds: u8) -> Self {
        let mut board = Self { row: row.min(MAX_ROW as u8), seeds: [0; 2 * MAX_ROW] };
        board.seeds_mut().fill(seeds);
        board
    }

    /// Houses on the ring.
    #[inline]
    pub const fn houses(&self) -> usize {
        2 * self.row as usize
    }

    /// The seeds of all houses, by index.
    #[inline]
    pub fn seeds(&self) -> &[u8] {
        &self.seeds[..self.houses()]
    }

    /// The seeds of all houses, by index, to be changed.
    #[inline]
    pub fn seeds_mut(&mut self) -> &mut [u8] {
        let houses = self.houses();
        &mut self.seeds[..houses]
    }

    /// The indices of a player's row.
    #[inline]
    pub const fn row_of(&self, side: Side) -> std::ops::Range<u8> {
        let start = self.row * side as u8;
        start..start + self.row
    }

    /// The seeds of a player's row, in the order of sowing.
    #[inline]
    pub fn side(&self, side: Side) -> &[u8] {
        let range = self.row_of(side);
        &self.seeds[range.start as usize..range.end as usize]
    }

    /// The owner of the house at an index.
    #[inline]
    pub const fn owner(&self, index: u8) -> Side {
        if index < self.row { Side::South } else { Side::North }
    }

    /// The index of the house that faces this one.
    #[inline]
    pub const fn opposite(&self, index: u8) -> u8 {
        2 * self.row - 1 - index
    }

    /// The index after this one, in the direction of sowing.
    #[inline]
    pub const fn next(&self, index: u8) -> u8 {
        let next = index + 1;
        if next == 2 * self.row { 0 } else { next }
    }

    /// The index before this one, against the direction of sowing.
    #[inline]
    pub const fn previous(&self, index: u8) -> u8 {
        if index == 0 { 2 * self.row - 1 } else { index - 1 }
    }

    /// The seeds in one house.
    #[inline]
    pub const fn get(&self, index: u8) -> u8 {
        self.seeds[index as usize]
    }

    /// The houses of a player that hold seeds, by index.
    #[inline]
    pub(super) fn filled_houses(&self, side: Side) -> impl Iterator<Item = u8> {
        self.row_of(side).filter(|&index| self.get(index) > 0)
    }

    /// The seeds in the house where a lap from this one would end; none if the lap goes round the board.
    #[inline]
    pub(super) fn lap_end(&self, index: u8) -> Option<u8> {
        let houses = self.houses();
        let seeds = self.get(index) as usize;
        let last = index as usize + seeds;
        let end = if last < houses { last } else { last - houses };
        if seeds < houses { self.seeds().get(end).copied() } else { None }
    }

    /// Adds one seed to a house and answers the seeds it holds now.
    #[inline]
    pub fn add(&mut self, index: u8) -> u8 {
        let seeds = &mut self.seeds[index as usize];
        *seeds += 1;
        *seeds
    }

    /// Empties a house and answers the seeds it held.
    #[inline]
    pub fn take(&mut self, index: u8) -> u8 {
        std::mem::take(&mut self.seeds[index as usize])
    }

    /// The number of seeds in a player's row.
    #[inline]
    pub fn sum(&self, side: Side) -> u8 {
        self.side(side).iter().sum()
    }

    /// The houses of a player that hold seeds.
    #[inline]
    pub(super) fn occupied(&self, side: Side, direction: Direction) -> MoveSet {
        let mut steps = 0;
        for (step, &seeds) in self.side(side).iter().enumerate() {
            steps |= u64::from(seeds > 0) << step;
        }
        Ring { row: self.row, direction }.houses(steps)
    }

    /// The seeds in the houses of South's row and of North's, each from its owner's left to right (C-1).
    pub(super) fn rows(&self, direction: Direction) -> BySide<Vec<u32>> {
        let ring = Ring { row: self.row, direction };
        let seeds = |side, number| self.get(ring.index(House { side, number })).into();
        BySide::from_fn(|side| (1..=self.row).map(|number| seeds(side, number)).collect())
    }
}

/// Every board of `row` houses a side on which there are `seeds` seeds.
#[cfg(test)]
pub(super) fn all_boards(row: u8, seeds: u8) -> Vec<Board> {
    let mut boards = vec![Board::filled(row, 0)];
    for _ in 0..seeds {
        // The next seed is put where the last one is or after it, so that each board is made once.
        let more = |board: &Board| -> Vec<Board> {
            let last = board.seeds().iter().rposition(|&seeds| seeds > 0).unwrap_or_default();
            let put = |house| {
                let mut board = *board;
                board.add(house);
                board
            };
            (last as u8..2 * row).map(put).collect()
        };
        boards = boards.iter().flat_map(more).collect();
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_letters() {
        assert_eq!([Side::South, Side::North].map(Side::letter), ["S", "N"]);
    }

    #[test]
    fn houses_and_indices_are_inverse() {
        for direction in Direction::ALL.iter().copied() {
            for row in 1..=MAX_ROW as u8 {
                let ring = Ring { row, direction };
                for index in 0..2 * row {
                    assert_eq!(ring.index(ring.house(index)), index);
                }
            }
        }
    }

    #[test]
    fn facing_houses_number_to_row_plus_one() {
        for direction in Direction::ALL.iter().copied() {
            let ring = Ring { row: 9, direction };
            let board = Board::filled(9, 0);
            for index in 0..18 {
                let house = ring.house(index);
                let facing = ring.house(board.opposite(index));
                assert_eq!((facing.side, facing.number), (house.side.other(), 10 - house.number));
            }
        }
    }

    #[test]
    fn anticlockwise_sowing_goes_up_the_numbers() {
        let ring = Ring { row: 6, direction: Direction::Anticlockwise };
        assert_eq!(ring.house(5), House { side: Side::South, number: 6 });
        assert_eq!(ring.house(6), House { side: Side::North, number: 1 });
    }

    #[test]
    fn a_lap_ends_as_many_houses_on_as_it_has_seeds() {
        for row in 1..=4 {
            let houses = 2 * row;
            for index in 0..houses {
                for seeds in 0..=3 * houses {
                    let mut board = Board::filled(row, 0);
                    board.seeds_mut().iter_mut().zip(10..).for_each(|(house, held)| *house = held);
                    board.seeds_mut()[usize::from(index)] = seeds;
                    let end = (0..seeds).fold(index, |at, _| board.next(at));
                    let expected = (seeds < houses).then(|| board.get(end));
                    assert_eq!(board.lap_end(index), expected, "{seeds} from {index} of {houses}");
                }
                let board = Board::filled(row, 0);
                assert_eq!(board.previous(board.next(index)), index, "{index} of {houses}");
            }
        }
    }
}
