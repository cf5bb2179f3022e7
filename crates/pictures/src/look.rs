//! The look of each game: all that its pictures depend on, in one entry a game.

use ayla_rules::Variant;

use crate::colour::{Colours, hex};

/// What a board is made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Material {
    /// Carved of wood.
    Wood,
    /// Holes dug in the ground.
    Earth,
}

/// Where the stores of the players are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stores {
    /// There are none.
    None,
    /// At the ends of the board, as hollows beside the houses.
    Ends,
    /// Above and below the rows, as heaps.
    Heaps,
}

/// What the seeds are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeedShape {
    /// Round nuts of the nicker tree.
    Nut,
    /// Pebbles.
    Pebble,
    /// Long seeds with a seam.
    Bean,
}

/// What a game looks like.
#[derive(Debug)]
pub(crate) struct Look {
    /// What its board is made of.
    pub(crate) material: Material,
    /// Where its stores are.
    pub(crate) stores: Stores,
    /// What its seeds are.
    pub(crate) seed_shape: SeedShape,
    /// Its colours on a light page.
    pub(crate) light: Colours,
    /// Its colours on a dark page.
    pub(crate) dark: Colours,
}

impl Look {
    /// The look of a game.
    pub(crate) const fn of(variant: Variant) -> &'static Self {
        match variant {
            Variant::Awale => &AWALE,
            Variant::Andada => &ANDADA,
            Variant::Anywoli => &ANYWOLI,
        }
    }
}

const AWALE: Look = Look {
    material: Material::Wood,
    stores: Stores::Ends,
    seed_shape: SeedShape::Nut,
    light: Colours {
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
    },
    dark: Colours {
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
    },
};

const ANDADA: Look = Look {
    material: Material::Earth,
    stores: Stores::None,
    seed_shape: SeedShape::Pebble,
    light: Colours {
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
    },
    dark: Colours {
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
    },
};

const ANYWOLI: Look = Look {
    material: Material::Earth,
    stores: Stores::Heaps,
    seed_shape: SeedShape::Bean,
    light: Colours {
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
    },
    dark: Colours {
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
    },
};
