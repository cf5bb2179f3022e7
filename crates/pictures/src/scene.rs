//! What a picture shows: a position as somebody sees it, with its marks.

use ayla_rules::board::MAX_ROW;
use ayla_rules::{Event, House, Move, Place, Seen, Setup, Side, View, string_enum};

use crate::geometry::{Layout, Rect, Row};
use crate::seeds::{WAYS, scatter};
use crate::style::{Style, Theme};

string_enum! {
    /// The width of a picture, in pixels.
    pub enum Width {
        /// For a small place.
        W320 = "320",
        /// For a phone.
        W480 = "480",
        /// For a chat.
        W640 = "640",
        /// For a page.
        W960 = "960",
        /// For print.
        W1280 = "1280",
    }
}

impl Width {
    /// The number of pixels.
    pub const fn pixels(self) -> u32 {
        match self {
            Self::W320 => 320,
            Self::W480 => 480,
            Self::W640 => 640,
            Self::W960 => 960,
            Self::W1280 => 1280,
        }
    }
}

/// Who looks at a board, and at what kind of picture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Viewer {
    /// The side whose row is below.
    pub near: Side,
    /// What may be seen.
    pub view: View,
    /// The colours.
    pub theme: Theme,
    /// The width.
    pub width: Width,
}

/// What the last move did to a house, as a line around it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Ring {
    /// Nothing.
    #[default]
    None,
    /// It passed.
    Path,
    /// It began there.
    Origin,
    /// Its last seed fell there.
    End,
    /// It began there, and its last seed fell there.
    OriginAndEnd,
}

/// The marks of the last move at a house.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Mark {
    pub(crate) ring: Ring,
    pub(crate) captured: bool,
}

/// The marks on a board: what the last move did, and which houses can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    houses: [[Mark; MAX_ROW]; 2],
    legal: u64,
}

impl Default for Marks {
    fn default() -> Self {
        Self { houses: [[Mark::default(); MAX_ROW]; 2], legal: 0 }
    }
}

impl Marks {
    /// The marks of a move in which this happened.
    pub fn of_move<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut marks = Self::default();
        let mut origin = None;
        let mut end = None;
        for event in events {
            match event {
                Event::PickUp { house, .. } => {
                    origin.get_or_insert(*house);
                    // A later lap passes the house that it begins with.
                    marks.set(*house, Ring::Path);
                    end = None;
                }
                Event::Sow { place: Place::House(house) } => {
                    marks.set(*house, Ring::Path);
                    end = Some(*house);
                }
                // Marks are of houses.
                Event::Sow { place: Place::Store(_) } => end = None,
                Event::Capture { house, .. } => marks.capture(*house),
                // The last seed left the board.
                Event::BearOff { .. } => end = None,
                // It belongs to the position, not to the move.
                Event::Tuzdik { .. } | Event::Share { .. } => {}
            }
        }
        marks.set_ends(origin, end);
        marks
    }

    /// These marks with the houses that the player to move may play.
    #[must_use]
    pub fn with_legal(mut self, moves: &[Move]) -> Self {
        self.legal = moves.iter().fold(0, |legal, played| match played {
            Move::House(number) => legal | 1 << (number - 1),
            Move::Pass | Move::Take | Move::Give | Move::Agree => legal,
        });
        self
    }

    /// These marks without an end: what happened last is not known.
    #[must_use]
    pub fn without_end(mut self) -> Self {
        for mark in self.houses.as_flattened_mut() {
            mark.ring = match mark.ring {
                Ring::End => Ring::Path,
                Ring::OriginAndEnd => Ring::Origin,
                other => other,
            };
        }
        self
    }

    fn at(&mut self, house: House) -> Option<&mut Mark> {
        self.houses[house.side.index()].get_mut(usize::from(house.number).wrapping_sub(1))
    }

    pub(crate) fn capture(&mut self, house: House) {
        if let Some(mark) = self.at(house) {
            mark.captured = true;
        }
    }

    /// Marks where a move began and where it ended, as far as that is in a house.
    pub(crate) fn set_ends(&mut self, origin: Option<House>, end: Option<House>) {
        match (origin, end) {
            (Some(origin), Some(end)) if origin == end => self.set(origin, Ring::OriginAndEnd),
            _ => {
                if let Some(origin) = origin {
                    self.set(origin, Ring::Origin);
                }
                if let Some(end) = end {
                    self.set(end, Ring::End);
                }
            }
        }
    }

    pub(crate) fn set(&mut self, house: House, ring: Ring) {
        if let Some(mark) = self.at(house) {
            mark.ring = ring;
        }
    }
}

/// A position as it is drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The position.
    pub setup: Setup,
    /// Its marks.
    pub marks: Marks,
    /// Who looks at it.
    pub viewer: Viewer,
}

/// A part of a picture that is drawn once and used in many places.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tile {
    /// A hole with seeds, which lie in one of several ways.
    Hole { seeds: u32, way: u32 },
    /// A hole that is the tuzdik of the player with this row.
    Tuzdik { owner: Row, way: u32 },
    /// The letter of a side.
    Letter(Side),
    /// The number of seeds of a house or a store.
    Count { seeds: u32, or_more: bool },
    /// The marks of the last move.
    Mark(Mark),
    /// The label of a house that can be played.
    Badge { number: u32, row: Row },
    /// A store with seeds.
    Store { seeds: u32 },
}

/// A place of a picture, with what is drawn there, one over the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) place: Rect,
    pub(crate) tiles: [Option<Tile>; 2],
}

impl Scene {
    /// Where everything lies.
    pub fn layout(&self) -> Layout {
        Layout::of(&self.setup, self.viewer.width.pixels())
    }

    pub(crate) fn style(&self) -> Style {
        Style::new(self.setup.rules.variant(), self.viewer.theme)
    }

    /// The letter of the side whose row this is, as in the notation of texts.
    pub(crate) fn letter(&self, row: Row) -> &'static str {
        letter(self.side(row))
    }

    fn side(&self, row: Row) -> Side {
        match row {
            Row::Near => self.viewer.near,
            Row::Far => self.viewer.near.other(),
        }
    }

    /// The places of the picture with what is drawn there. Scenes of the same layout have the same places in the same order.
    pub(crate) fn slots(&self) -> Vec<Slot> {
        let layout = self.layout();
        let mut slots = Vec::with_capacity(6 * layout.houses as usize + 4);
        let mut put = |place, tiles| slots.push(Slot { place, tiles });
        for row in Row::BOTH {
            let side = self.side(row);
            if let (Some(store), Some(stores)) = (layout.store(row), self.setup.stores) {
                let seeds = stores[side.index()];
                put(store.seeds, [Some(Tile::Store { seeds }), None]);
                put(store.count, [Some(Tile::Count { seeds, or_more: false }), None]);
            }
            for (number, &seeds) in (1..).zip(self.setup.row(side)) {
                let Seen { seeds, or_more } = self.viewer.view.see(layout.variant, side, seeds);
                let house = layout.house(row, number);
                let mark = self.marks.houses[side.index()][number as usize - 1];
                let mark = (mark != Mark::default()).then_some(Tile::Mark(mark));
                let way = way(side, number);
                let (hole, count) = match self.setup.tuzdik_of(House { side, number: number as u8 }) {
                    Some(owner) => (Tile::Tuzdik { owner: Row::of(owner, self.viewer.near), way }, Tile::Letter(owner)),
                    None => (Tile::Hole { seeds, way }, Tile::Count { seeds, or_more }),
                };
                put(house.hole, [Some(hole), mark]);
                put(house.count, [Some(count), None]);
                let is_legal = side == self.setup.turn && self.marks.legal & 1 << (number - 1) != 0;
                put(house.label, [is_legal.then_some(Tile::Badge { number, row }), None]);
            }
        }
        slots
    }
}

/// The letter of a side, as in the notation of texts.
pub(crate) const fn letter(side: Side) -> &'static str {
    match side {
        Side::South => "S",
        Side::North => "N",
    }
}

/// The way in which the seeds of a house lie.
fn way(side: Side, number: u32) -> u32 {
    (scatter(number * 2 + side.index() as u32) * WAYS as f32) as u32 % WAYS
}
