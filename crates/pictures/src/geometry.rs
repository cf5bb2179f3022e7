//! Where everything of a board lies, in whole pixels. All formats draw by this.

use ayla_rules::look::{Look, Material, Stores};
use ayla_rules::{Direction, Setup, Side, Variant};

/// The most houses of a row that stand beside each other.
const MOST_IN_BAND: u32 = 12;
/// The most where longer rows have to fold on a narrow picture.
const MOST_IN_NARROW_BAND: u32 = 6;
/// A picture below this width is narrow.
const NARROW: u32 = 480;

/// A rectangle of whole pixels.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The left edge.
    pub x: u32,
    /// The upper edge.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl Rect {
    /// The x of the centre.
    pub fn centre_x(self) -> f32 {
        self.x as f32 + self.width as f32 / 2.0
    }

    /// The y of the centre.
    pub fn centre_y(self) -> f32 {
        self.y as f32 + self.height as f32 / 2.0
    }

    /// The right edge.
    pub const fn right(self) -> u32 {
        self.x + self.width
    }

    /// The lower edge.
    pub const fn bottom(self) -> u32 {
        self.y + self.height
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let x = self.x.min(other.x);
        let y = self.y.min(other.y);
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self { x, y, width: right - x, height: bottom - y }
    }
}

/// The row of a house, as the person who looks sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// The row of the person who looks, below.
    Near,
    /// The row of the other side, above.
    Far,
}

impl Row {
    /// Both rows.
    pub const BOTH: [Self; 2] = [Self::Far, Self::Near];

    /// The row of a side, where `near` is the side that looks.
    pub fn of(side: Side, near: Side) -> Self {
        if side == near { Self::Near } else { Self::Far }
    }
}

/// The parts of a house: from the middle of the board outwards the hole, the number of its seeds, and its label.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HouseBox {
    /// The hole, a square.
    pub hole: Rect,
    /// The number of seeds.
    pub count: Rect,
    /// The label.
    pub label: Rect,
}

/// The parts of a store.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StoreBox {
    /// Where the seeds lie.
    pub seeds: Rect,
    /// The number of seeds.
    pub count: Rect,
}

/// A board laid out for a picture of some width.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The game.
    pub variant: Variant,
    /// The direction of sowing.
    pub direction: Direction,
    /// The width of the picture.
    pub width: u32,
    /// The height of the picture.
    pub height: u32,
    /// Houses in a row.
    pub houses: u32,
    /// Houses in a band, the last of which may have fewer.
    pub in_band: u32,
    /// The side of the square of a house.
    pub cell: u32,
    /// The board or the ground, within the picture.
    pub board: Rect,
    /// The left edge of the first house of a band.
    left: u32,
    /// The upper edge of the first band.
    top: u32,
}

impl Layout {
    /// The layout of a board with this many houses in a row.
    pub fn new(variant: Variant, direction: Direction, houses: u32, width: u32) -> Self {
        let most = if width < NARROW { MOST_IN_NARROW_BAND } else { MOST_IN_BAND };
        let bands = if houses <= MOST_IN_BAND { 1 } else { houses.div_ceil(most) };
        let in_band = houses.div_ceil(bands).max(1);
        let outside = width / 80;
        let Look { material, stores, .. } = variant.about().look;
        // Beside the houses: the edge of the board, and within it the stores or the arrows that say where a row goes
        // on. They are smaller on a narrow picture, so that the houses are large enough for fingers.
        let edge = width / 32;
        let (side, store) = if width < NARROW { (edge / 2, 7) } else { (edge, 13) };
        let tenths = match stores {
            // A part of a house for a store and the wood around it.
            Stores::Ends => in_band * 10 + 2 * store,
            Stores::None | Stores::Heaps => in_band * 10,
        };
        let cell = ((width - 2 * outside - 2 * side) * 10 / tenths).min(width / 8);
        let above = match material {
            Material::Wood => edge * 3 / 5,
            Material::Earth => cell / 6,
        };
        let mut layout = Self {
            variant,
            direction,
            width,
            height: 0,
            houses,
            in_band,
            cell,
            board: Rect { x: outside, y: outside, width: width - 2 * outside, height: 0 },
            left: (width - cell * in_band) / 2,
            top: outside + above,
        };
        layout.top += layout.heap();
        let bottom = layout.band_top(bands) - layout.band_gap() + layout.heap() + above;
        layout.board.height = bottom - outside;
        layout.height = bottom + outside + layout.thickness();
        layout
    }

    /// The layout for a position.
    pub fn of(setup: &Setup, width: u32) -> Self {
        Self::new(setup.rules.variant(), setup.rules.direction(), setup.south.len() as u32, width)
    }

    /// The look of the game.
    pub(crate) fn look(&self) -> &'static Look {
        &self.variant.about().look
    }

    /// The number of bands.
    pub const fn bands(&self) -> u32 {
        self.houses.div_ceil(self.in_band)
    }

    /// The height of the number of seeds of a house.
    pub fn count_height(&self) -> u32 {
        (self.cell * 34 / 100).max(13)
    }

    /// The height of a label.
    pub fn label_height(&self) -> u32 {
        (self.cell * 28 / 100).max(13)
    }

    /// The height between the rows.
    const fn row_gap(&self) -> u32 {
        self.cell * 22 / 100
    }

    /// The height between two bands.
    const fn band_gap(&self) -> u32 {
        self.cell * 30 / 100
    }

    /// How thick a carved board looks.
    pub fn thickness(&self) -> u32 {
        match self.look().material {
            Material::Wood => self.cell / 9,
            Material::Earth => 0,
        }
    }

    /// The height of the heaps above and below the rows.
    fn heap(&self) -> u32 {
        match self.look().stores {
            Stores::Heaps => self.cell * 90 / 100,
            Stores::None | Stores::Ends => 0,
        }
    }

    fn band_top(&self, band: u32) -> u32 {
        let height = 2 * (self.label_height() + self.count_height() + self.cell) + self.row_gap();
        self.top + band * (height + self.band_gap())
    }

    /// The column of a house in the unfolded rows, from 0.
    const fn column(&self, row: Row, number: u32) -> u32 {
        match row {
            Row::Near => number - 1,
            Row::Far => self.houses - number,
        }
    }

    /// A house of a row, by the number that its owner gives it: 1 to [`houses`](Self::houses).
    pub fn house(&self, row: Row, number: u32) -> HouseBox {
        let column = self.column(row, number);
        let band = column / self.in_band;
        let column = column % self.in_band;
        let x = self.left + column * self.cell;
        let top = self.band_top(band);
        let width = self.cell;
        let label = self.label_height();
        let count = self.count_height();
        let part = |y, height| Rect { x, y, width, height };
        match row {
            Row::Far => HouseBox {
                label: part(top, label),
                count: part(top + label, count),
                hole: part(top + label + count, self.cell),
            },
            Row::Near => {
                let hole = top + label + count + self.cell + self.row_gap();
                HouseBox {
                    hole: part(hole, self.cell),
                    count: part(hole + self.cell, count),
                    label: part(hole + self.cell + count, label),
                }
            }
        }
    }

    /// The store of the side whose row this is: at the end where sowing leaves the row, or a heap to the right as its
    /// owner sees it; none in a game without stores.
    pub fn store(&self, row: Row) -> Option<StoreBox> {
        let count = self.count_height();
        let cell = self.cell;
        let row_right = self.left + self.in_band * cell;
        match self.look().stores {
            Stores::None => None,
            Stores::Ends => {
                let HouseBox { hole: far, count: far_count, .. } = self.house(Row::Far, 1);
                let HouseBox { hole: near, count: near_count, .. } = self.house(Row::Near, 1);
                let gap = cell * if self.width < NARROW { 8 } else { 15 } / 100;
                let width = cell.min(self.margin() - 2 * gap);
                let left = self.left - gap - width;
                let right = row_right + gap;
                let x = match (row, self.direction) {
                    (Row::Near, Direction::Anticlockwise) | (Row::Far, Direction::Clockwise) => right,
                    (Row::Near, Direction::Clockwise) | (Row::Far, Direction::Anticlockwise) => left,
                };
                let count = match row {
                    Row::Near => near_count,
                    Row::Far => far_count,
                };
                let seeds = Rect { x, y: far.y, width, height: near.bottom() - far.y };
                Some(StoreBox { seeds, count: Rect { x, width, ..count } })
            }
            Stores::Heaps => {
                let width = cell * 3;
                let height = cell * 80 / 100;
                let y = match row {
                    Row::Near => self.band_top(self.bands()) - self.band_gap() + cell * 10 / 100,
                    Row::Far => self.top - cell * 90 / 100,
                };
                let (x, count_x) = match row {
                    Row::Near => (row_right - width, row_right - width - cell),
                    Row::Far => (self.left, self.left + width),
                };
                let count = Rect { x: count_x, y: y + (height - count) / 2, width: cell, height: count };
                Some(StoreBox { seeds: Rect { x, y, width, height }, count })
            }
        }
    }

    /// Where the letter of a side stands: beside the labels of its row, below or above its store if that is at an end,
    /// otherwise to the right as its owner sees it.
    pub fn letter(&self, row: Row) -> Rect {
        // The last house of each owner, at the right as its owner sees it.
        let label = self.house(row, self.houses).label;
        if let (Stores::Ends, Some(store)) = (self.look().stores, self.store(row)) {
            return Rect { x: store.seeds.x, width: store.seeds.width, ..label };
        }
        // A little away from the edge of the ground.
        let width = (self.margin() * 3 / 4).min(self.cell);
        let x = match row {
            Row::Near => label.right(),
            Row::Far => label.x - width,
        };
        Rect { x, width, ..label }
    }

    /// The middle of the four houses to the left and right of a boundary between columns, for every such boundary
    /// within a band.
    pub fn crossings(&self) -> impl Iterator<Item = (f32, f32)> {
        (1..self.houses).filter(|column| column % self.in_band != 0).map(|column| {
            let hole = self.house(Row::Near, column).hole;
            (hole.right() as f32, hole.y as f32 - self.row_gap() as f32 / 2.0)
        })
    }

    /// The width to the left and right of the bands, within the board.
    pub const fn margin(&self) -> u32 {
        self.left - self.board.x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Width;

    /// Every size of board at every width.
    fn each(mut test: impl FnMut(Layout)) {
        for &variant in Variant::ALL {
            let span = variant.about().houses;
            for houses in (span.min..=span.max).filter(|&houses| span.contains(houses)) {
                for &width in Width::ALL {
                    for &direction in Direction::ALL {
                        test(Layout::new(variant, direction, houses, width.pixels()));
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_board() {
        each(|layout| {
            let mut boxes = Vec::new();
            for row in Row::BOTH {
                for number in 1..=layout.houses {
                    let HouseBox { hole, count, label } = layout.house(row, number);
                    boxes.extend([hole, count, label]);
                }
                boxes.extend(layout.store(row).into_iter().flat_map(|store| [store.seeds, store.count]));
                boxes.push(layout.letter(row));
            }
            let Rect { x, y, .. } = layout.board;
            for (index, one) in boxes.iter().enumerate() {
                assert!(one.x >= x && one.right() <= layout.board.right(), "{layout:?}: {one:?}");
                assert!(one.y >= y && one.bottom() <= layout.board.bottom(), "{layout:?}: {one:?}");
                for other in &boxes[index + 1..] {
                    let apart = one.right() <= other.x
                        || other.right() <= one.x
                        || one.bottom() <= other.y
                        || other.bottom() <= one.y;
                    assert!(apart, "{layout:?}: {one:?} and {other:?}");
                }
            }
        });
    }

    #[test]
    fn rows_of_up_to_twelve_houses_stand_in_one_band() {
        each(|layout| {
            assert_eq!(layout.bands() == 1, layout.houses <= MOST_IN_BAND, "{layout:?}");
            assert!(layout.in_band <= MOST_IN_BAND && layout.cell >= 22, "{layout:?}");
        });
    }

    #[test]
    fn opposite_houses_face_each_other() {
        each(|layout| {
            for number in 1..=layout.houses {
                let near = layout.house(Row::Near, number).hole;
                let far = layout.house(Row::Far, layout.houses + 1 - number).hole;
                assert!(near.x == far.x && far.bottom() <= near.y, "{layout:?}");
            }
        });
    }
}
