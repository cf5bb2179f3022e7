//! Colours, and those that a picture needs.

/// A colour: red, green and blue.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Colour(pub(crate) [u8; 3]);

/// The colour that is written `#rrggbb` in SVG, as a number.
pub(crate) const fn hex(value: u32) -> Colour {
    let [_, red, green, blue] = value.to_be_bytes();
    Colour([red, green, blue])
}

impl Colour {
    /// The colour as SVG has it.
    pub(crate) fn svg(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours of a board and its seeds. They are few, so that pictures are small.
#[derive(Debug)]
pub(crate) struct Colours {
    /// The side of the board below, or the edge of the ground.
    pub(crate) edge: Colour,
    /// The board or the ground. House tiles are drawn over it.
    pub(crate) base: Colour,
    /// The grain of the wood, and what lies on the ground.
    pub(crate) grain: [Colour; 2],
    /// The lip around a hole, in the light.
    pub(crate) rim: Colour,
    /// The wall of a hole in the shadow, its floor, and the middle of the floor.
    pub(crate) hole: [Colour; 3],
    /// The shadow of a seed.
    pub(crate) shadow: Colour,
    /// The outline of a seed, its dark side, its light side, and the reflection on it.
    pub(crate) seed: [Colour; 4],
    /// Numbers of seeds.
    pub(crate) ink: Colour,
    /// Labels, and the marks of the direction of sowing.
    pub(crate) faint: Colour,
    /// Where the last move passed.
    pub(crate) accent: Colour,
    /// The label of a house that can be played: its ground and its digits.
    pub(crate) badge: [Colour; 2],
}
