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
    /// Its colours.
    pub colours: Colours<Tone>,
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

/// A colour on a light and on a dark page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tone {
    /// On a light page.
    pub light: Colour,
    /// On a dark page.
    pub dark: Colour,
}

/// The tone of two colours that are written `#rrggbb` in SVG, as numbers.
pub(super) const fn tone(light: u32, dark: u32) -> Tone {
    Tone { light: hex(light), dark: hex(dark) }
}

/// The colours of a board and its seeds. They are few, so that pictures are small.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Colours<T = Colour> {
    /// The side of the board below, or the edge of the ground.
    pub edge: T,
    /// The board or the ground. House tiles are drawn over it.
    pub base: T,
    /// The grain of the wood, and what lies on the ground.
    pub grain: [T; 2],
    /// The lip around a hole, in the light.
    pub rim: T,
    /// The wall of a hole in the shadow, its floor, and the middle of the floor.
    pub hole: [T; 3],
    /// The shadow of a seed.
    pub shadow: T,
    /// The outline of a seed, its dark side, its light side, and the reflection on it.
    pub seed: [T; 4],
    /// Numbers of seeds.
    pub ink: T,
    /// Labels, and the marks of the direction of sowing.
    pub faint: T,
    /// Where the last move passed.
    pub accent: T,
    /// The label of a house that can be played: its ground and its digits.
    pub badge: [T; 2],
}

impl<T> Colours<T> {
    /// The colours that follow from these, each from one.
    pub fn map<U>(self, colour: impl Fn(T) -> U) -> Colours<U> {
        let Self { edge, base, grain, rim, hole, shadow, seed, ink, faint, accent, badge } = self;
        Colours {
            edge: colour(edge),
            base: colour(base),
            grain: grain.map(&colour),
            rim: colour(rim),
            hole: hole.map(&colour),
            shadow: colour(shadow),
            seed: seed.map(&colour),
            ink: colour(ink),
            faint: colour(faint),
            accent: colour(accent),
            badge: badge.map(&colour),
        }
    }
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
            let colours = variant.about().look.colours;
            for Colours { base, grain, ink, faint, accent, badge, .. } in
                [colours.map(|tone| tone.light), colours.map(|tone| tone.dark)]
            {
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
