//! The look of Congklak in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
    material: Material::Wood,
    stores: Stores::Ends,
    seed_shape: SeedShape::Bean,
    light: Colours {
        edge: hex(0x6a3a2c),
        base: hex(0xbb7d66),
        grain: [hex(0xb07059), hex(0xc58b75)],
        rim: hex(0xd49f8a),
        hole: [hex(0x3a1a13), hex(0x51281e), hex(0x5e3226)],
        shadow: hex(0x2a110c),
        seed: [hex(0x7a6a4c), hex(0xe0d2b2), hex(0xf5ecd6), hex(0xffffff)],
        ink: hex(0x1c0905),
        faint: hex(0x250e07),
        accent: hex(0x06304f),
        badge: [hex(0x1f0b06), hex(0xfff0e8)],
    },
    dark: Colours {
        edge: hex(0x220f0a),
        base: hex(0x4e271c),
        grain: [hex(0x442017), hex(0x583024)],
        rim: hex(0x6d4033),
        hole: [hex(0x160806), hex(0x24100b), hex(0x2d1610)],
        shadow: hex(0x0e0503),
        seed: [hex(0x6d5e42), hex(0xd6c7a6), hex(0xefe4cc), hex(0xffffff)],
        ink: hex(0xffe9df),
        faint: hex(0xe4bfb0),
        accent: hex(0x9bdcff),
        badge: [hex(0xf6d6c8), hex(0x1f0b06)],
    },
};
