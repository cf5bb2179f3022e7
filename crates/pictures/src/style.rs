//! What each game looks like in each theme.

use ayla_rules::{Variant, string_enum};

string_enum! {
    /// The colours of a picture.
    pub enum Theme {
        /// For a light page.
        Light = "light",
        /// For a dark page.
        Dark = "dark",
        /// Black and white, for print and for weak eyes.
        Contrast = "contrast",
    }
}

/// A colour: red, green and blue.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Colour(pub(crate) [u8; 3]);

impl Colour {
    const fn hex(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self([red, green, blue])
    }

    /// The colour as SVG has it.
    pub(crate) fn svg(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// What a board is made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Material {
    /// Carved of wood, with stores.
    Wood,
    /// Holes dug in the ground.
    Earth,
    /// Outlines.
    Paper,
}

/// What the seeds are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeedShape {
    /// Round nuts of the nicker tree, with which Awalé is played.
    Nut,
    /// Pebbles.
    Pebble,
    /// Long seeds with a seam.
    Bean,
}

/// The look of a game in a theme. The colours are few, so that pictures are small.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    pub(crate) material: Material,
    pub(crate) seed_shape: SeedShape,
    /// Around the board.
    pub(crate) backdrop: Colour,
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

impl Style {
    /// The style of a game in a theme.
    pub(crate) const fn new(variant: Variant, theme: Theme) -> Self {
        let seed_shape = match variant {
            Variant::Awale => SeedShape::Nut,
            Variant::Andada => SeedShape::Pebble,
            Variant::Anywoli => SeedShape::Bean,
        };
        let material = match variant {
            Variant::Awale => Material::Wood,
            Variant::Andada | Variant::Anywoli => Material::Earth,
        };
        const fn hex(value: u32) -> Colour {
            Colour::hex(value)
        }
        let light = Self {
            material,
            seed_shape,
            backdrop: hex(0xfaf6ee),
            edge: hex(0x8a5a34),
            base: hex(0xcf9d69),
            grain: [hex(0xc39060), hex(0xd8a976)],
            rim: hex(0xe4bb8a),
            hole: [hex(0x55331b), hex(0x6f4626), hex(0x7d5230)],
            shadow: hex(0x3d2412),
            seed: [hex(0x565d4d), hex(0x99a18b), hex(0xbcc3ae), hex(0xf1f4e8)],
            ink: hex(0x2b170a),
            faint: hex(0x6d4425),
            accent: hex(0x0a3f66),
            badge: [hex(0x2b170a), hex(0xfff4e0)],
        };
        match (theme, variant) {
            (Theme::Light, Variant::Awale) => light,
            (Theme::Light, Variant::Andada) => Self {
                edge: hex(0xc49a4e),
                base: hex(0xe2bd78),
                grain: [hex(0xd3ab62), hex(0xefd39a)],
                rim: hex(0xf0d6a1),
                hole: [hex(0x80591f), hex(0xa0742f), hex(0xae833c)],
                shadow: hex(0x694716),
                seed: [hex(0x837660), hex(0xdcd3c0), hex(0xf4eee1), hex(0xffffff)],
                ink: hex(0x2f1f06),
                faint: hex(0x7a5820),
                accent: hex(0x0b4a6f),
                badge: [hex(0x2f1f06), hex(0xfff6e0)],
                ..light
            },
            (Theme::Light, Variant::Anywoli) => Self {
                edge: hex(0xb56a48),
                base: hex(0xdb9370),
                grain: [hex(0xcb8260), hex(0xe8aa8a)],
                rim: hex(0xedb294),
                hole: [hex(0x6a2e18), hex(0x8a4329), hex(0x985036)],
                shadow: hex(0x511f0f),
                seed: [hex(0x7d5a2a), hex(0xd9b777), hex(0xf0d9a6), hex(0xfff8e4)],
                ink: hex(0x34120a),
                faint: hex(0x77351f),
                accent: hex(0x06415c),
                badge: [hex(0x34120a), hex(0xfff1e6)],
                ..light
            },
            (Theme::Dark, Variant::Awale) => Self {
                backdrop: hex(0x15110e),
                edge: hex(0x2d1a0e),
                base: hex(0x5f3d24),
                grain: [hex(0x55361f), hex(0x69452a)],
                rim: hex(0x7b5333),
                hole: [hex(0x1c0f07), hex(0x2b190d), hex(0x352012)],
                shadow: hex(0x120904),
                seed: [hex(0x4b5243), hex(0x98a18a), hex(0xbbc4ae), hex(0xf0f4e6)],
                ink: hex(0xfff0d6),
                faint: hex(0xcfa67c),
                accent: hex(0x9bdcff),
                badge: [hex(0xffe8c2), hex(0x2b170a)],
                ..light
            },
            (Theme::Dark, Variant::Andada) => Self {
                backdrop: hex(0x15110e),
                edge: hex(0x4b3613),
                base: hex(0x6b4f20),
                grain: [hex(0x5f4519), hex(0x7b5d2a)],
                rim: hex(0x85662f),
                hole: [hex(0x2c1e08), hex(0x3f2c0f), hex(0x493414)],
                shadow: hex(0x1e1404),
                seed: [hex(0x6f644f), hex(0xcfc5b0), hex(0xebe4d4), hex(0xffffff)],
                ink: hex(0xfff1d2),
                faint: hex(0xdab878),
                accent: hex(0xa5e0ff),
                badge: [hex(0xffe9b8), hex(0x2f1f06)],
                ..light
            },
            (Theme::Dark, Variant::Anywoli) => Self {
                backdrop: hex(0x15110e),
                edge: hex(0x4a2214),
                base: hex(0x6e3623),
                grain: [hex(0x612d1c), hex(0x80442f)],
                rim: hex(0x8d4d36),
                hole: [hex(0x2a0f07), hex(0x3d190e), hex(0x482014)],
                shadow: hex(0x1b0803),
                seed: [hex(0x6b4d22), hex(0xcfad6e), hex(0xe9d19c), hex(0xfff6de)],
                ink: hex(0xffeadb),
                faint: hex(0xe0a487),
                accent: hex(0xa5e0ff),
                badge: [hex(0xffe0cc), hex(0x34120a)],
                ..light
            },
            (Theme::Contrast, Variant::Awale | Variant::Andada | Variant::Anywoli) => {
                const WHITE: Colour = Colour::hex(0xffffff);
                const BLACK: Colour = Colour::hex(0x000000);
                Self {
                    material: Material::Paper,
                    seed_shape,
                    backdrop: WHITE,
                    edge: BLACK,
                    base: WHITE,
                    grain: [WHITE, WHITE],
                    rim: BLACK,
                    hole: [WHITE, WHITE, WHITE],
                    shadow: WHITE,
                    seed: [WHITE, BLACK, BLACK, BLACK],
                    ink: BLACK,
                    faint: BLACK,
                    accent: BLACK,
                    badge: [BLACK, WHITE],
                }
            }
        }
    }

    /// Every colour, and pairs of those that meet at an edge, with the number of shades that pictures need between them.
    pub(crate) fn colours(&self) -> (Vec<Colour>, Vec<([Colour; 2], u8)>) {
        let Self { backdrop, edge, base, grain, rim, hole, shadow, seed, ink, faint, accent, badge, .. } = *self;
        let flat = vec![
            base, backdrop, edge, grain[0], grain[1], rim, hole[0], hole[1], hole[2], shadow, seed[0], seed[1],
            seed[2], seed[3], ink, faint, accent, badge[0], badge[1],
        ];
        let pairs = vec![
            ([base, ink], 2),
            ([base, accent], 2),
            ([badge[0], badge[1]], 2),
            ([seed[0], seed[1]], 1),
            ([seed[0], seed[2]], 1),
            ([hole[1], seed[0]], 1),
            ([rim, hole[0]], 1),
            ([base, faint], 1),
            ([base, rim], 1),
            ([backdrop, edge], 1),
            ([backdrop, base], 1),
            ([base, shadow], 1),
        ];
        (flat, pairs)
    }
}
