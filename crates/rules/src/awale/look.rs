//! The look of Awalé in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
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
        faint: hex(0x472a15),
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
        faint: hex(0xdcbb95),
        accent: hex(0x9bdcff),
        badge: [hex(0xffe8c2), hex(0x2b170a)],
    },
};
