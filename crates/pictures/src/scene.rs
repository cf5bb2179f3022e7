//! What a picture shows: a position as somebody sees it, with its marks.

use ayla_rules::{BySide, Event, House, Move, Place, Seen, Setup, Side, View, string_enum};

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

/// Houses of each player: the bit of a house is its number.
type Houses = BySide<u64>;

fn insert(houses: &mut Houses, House { side, number }: House) {
    houses[side] |= 1 << (number % 64);
}

fn contains(houses: Houses, House { side, number }: House) -> bool {
    houses[side] >> (number % 64) & 1 == 1
}

/// The marks on a board: what the last move did, and which houses can be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    origin: Option<House>,
    /// The house in which the move ended, so far as that is known.
    pub end: Option<House>,
    passed: Houses,
    captured: Houses,
    legal: u64,
}

impl Marks {
    /// The marks of a move in which this happened.
    pub fn of_move<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut marks = Self::default();
        events.into_iter().for_each(|event| marks.record(event));
        marks
    }

    /// Marks what happens next in the move.
    pub(crate) fn record(&mut self, event: &Event) {
        match *event {
            Event::PickUp { house, .. } => {
                self.origin.get_or_insert(house);
                // A later lap passes the house that it begins with.
                insert(&mut self.passed, house);
                self.end = None;
            }
            Event::Sow { place: Place::House(house) } => {
                insert(&mut self.passed, house);
                self.end = Some(house);
            }
            // Marks are of houses.
            Event::Sow { place: Place::Store(_) } | Event::BearOff { .. } | Event::Swap { .. } => self.end = None,
            Event::Capture { house, .. } => insert(&mut self.captured, house),
            // It belongs to the position, not to the move.
            Event::Tuzdik { .. } | Event::Share { .. } => {}
        }
    }

    /// These marks with the houses that the player to move may play.
    #[must_use]
    pub fn with_legal(mut self, moves: &[Move]) -> Self {
        self.legal = moves.iter().fold(0, |legal, played| match played {
            Move::House(number) => legal | 1 << (number % 64),
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => legal,
        });
        self
    }

    /// The mark of a house.
    fn of_house(&self, house: House) -> Mark {
        let ring = match (self.origin == Some(house), self.end == Some(house)) {
            (true, true) => Ring::OriginAndEnd,
            (true, false) => Ring::Origin,
            (false, true) => Ring::End,
            (false, false) if contains(self.passed, house) => Ring::Path,
            (false, false) => Ring::None,
        };
        Mark { ring, captured: contains(self.captured, house) }
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
    /// A hole that is burnt.
    Burnt { way: u32 },
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
        self.side(row).letter()
    }

    fn side(&self, row: Row) -> Side {
        match row {
            Row::Near => self.viewer.near,
            Row::Far => self.viewer.near.other(),
        }
    }

    /// The places of the picture with what is drawn there. Scenes of the same layout have the same places in the same
    /// order.
    pub(crate) fn slots(&self) -> Vec<Slot> {
        let layout = self.layout();
        let mut slots = Vec::with_capacity(6 * layout.houses as usize + 4);
        let mut put = |place, tiles| slots.push(Slot { place, tiles });
        for row in Row::BOTH {
            let side = self.side(row);
            if let (Some(store), Some(stores)) = (layout.store(row), self.setup.stores) {
                let seeds = stores[side];
                put(store.seeds, [Some(Tile::Store { seeds }), None]);
                put(store.count, [Some(Tile::Count { seeds, or_more: false }), None]);
            }
            for (number, &seeds) in (1..).zip(self.setup.row(side)) {
                let Seen { seeds, or_more } = self.viewer.view.see(layout.variant, side, seeds);
                let place = layout.house(row, number);
                let house = House { side, number: number as u8 };
                let mark = self.marks.of_house(house);
                let mark = (mark != Mark::default()).then_some(Tile::Mark(mark));
                let way = way(side, number);
                let (hole, count) = match self.setup.tuzdik_of(house) {
                    Some(owner) => {
                        (Tile::Tuzdik { owner: Row::of(owner, self.viewer.near), way }, Some(Tile::Letter(owner)))
                    }
                    None if self.setup.is_burnt(house) => (Tile::Burnt { way }, None),
                    None => (Tile::Hole { seeds, way }, Some(Tile::Count { seeds, or_more })),
                };
                put(place.hole, [Some(hole), mark]);
                put(place.count, [count, None]);
                let is_legal = side == self.setup.turn && self.marks.legal >> number & 1 == 1;
                put(place.label, [is_legal.then_some(Tile::Badge { number, row }), None]);
            }
        }
        slots
    }
}

/// The way in which the seeds of a house lie.
fn way(side: Side, number: u32) -> u32 {
    (scatter(number * 2 + side.index() as u32) * WAYS as f32) as u32 % WAYS
}
