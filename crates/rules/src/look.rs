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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    /// The relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
    fn luminance(Colour(channels): Colour) -> f64 {
        let [red, green, blue] = channels.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours, from 1 to 21.
    fn contrast(one: Colour, other: Colour) -> f64 {
        let [one, other] = [one, other].map(|colour| luminance(colour) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn numbers_and_marks_stand_out_on_every_board() {
        for variant in Variant::ALL {
            let look = &variant.about().look;
            for Colours { base, grain, ink, faint, accent, badge, .. } in [look.light, look.dark] {
                // Numbers lie on the grain too.
                for ground in [base, grain[0], grain[1]] {
                    for text in [ink, faint] {
                        assert!(contrast(text, ground) >= 4.5, "{variant}: {text} on {ground}");
                    }
                    assert!(contrast(accent, ground) >= 3.0, "{variant}: {accent} on {ground}");
                }
                assert!(contrast(badge[0], badge[1]) >= 4.5, "{variant}: {} on {}", badge[1], badge[0]);
            }
        }
    }
}
