//! What a game looks like in pictures.

use std::fmt;

string_enum! {
    /// What a board is made of.
    pub enum Material {
        /// Carved of wood.
        Wood = "wood",
        /// Holes dug in the ground.
        Earth = "earth",
    }
}

string_enum! {
    /// Where the stores of the players are.
    pub enum Stores {
        /// There are none.
        None = "none",
        /// At the ends of the board, as hollows beside the houses.
        Ends = "ends",
        /// Above and below the rows, as heaps.
        Heaps = "heaps",
    }
}

string_enum! {
    /// What the seeds are.
    pub enum SeedShape {
        /// Round nuts of the nicker tree.
        Nut = "nut",
        /// Pebbles.
        Pebble = "pebble",
        /// Long seeds with a seam.
        Bean = "bean",
    }
}

/// A look: all that pictures of a game depend on beside its positions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What its board is made of.
    pub material: Material,
    /// Where its stores are.
    pub stores: Stores,
    /// What its seeds are.
    pub seed_shape: SeedShape,
    /// Its colours on a light page.
    pub light: Colours,
    /// Its colours on a dark page.
    pub dark: Colours,
}

/// A colour: red, green and blue.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub [u8; 3]);

/// The colour that is written `#rrggbb` in SVG, as a number.
#[must_use]
pub const fn hex(value: u32) -> Colour {
    let [_, red, green, blue] = value.to_be_bytes();
    Colour([red, green, blue])
}

impl fmt::Display for Colour {
    /// Writes the colour as SVG and CSS have it, as `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours of a board and its seeds. They are few, so that pictures are small.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The side of the board below, or the edge of the ground.
    pub edge: Colour,
    /// The board or the ground. House tiles are drawn over it.
    pub base: Colour,
    /// The grain of the wood, and what lies on the ground.
    pub grain: [Colour; 2],
    /// The lip around a hole, in the light.
    pub rim: Colour,
    /// The wall of a hole in the shadow, its floor, and the middle of the floor.
    pub hole: [Colour; 3],
    /// The shadow of a seed.
    pub shadow: Colour,
    /// The outline of a seed, its dark side, its light side, and the reflection on it.
    pub seed: [Colour; 4],
    /// Numbers of seeds.
    pub ink: Colour,
    /// Labels, and the marks of the direction of sowing.
    pub faint: Colour,
    /// Where the last move passed.
    pub accent: Colour,
    /// The label of a house that can be played: its ground and its digits.
    pub badge: [Colour; 2],
}
