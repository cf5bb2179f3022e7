//! The look of Kalah in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
    material: Material::Wood,
    stores: Stores::Ends,
    seed_shape: SeedShape::Pebble,
    light: Colours {
        edge: hex(0x8f8068),
        base: hex(0xded3bd),
        grain: [hex(0xd1c5ad), hex(0xe8dfcc)],
        rim: hex(0xebe2cf),
        hole: [hex(0x4f4636), hex(0x665b48), hex(0x746853)],
        shadow: hex(0x3a3226),
        seed: [hex(0x1f5f66), hex(0x5fb0b5), hex(0x9ed6d8), hex(0xe9fbfb)],
        ink: hex(0x221d14),
        faint: hex(0x5a503a),
        accent: hex(0x0a3f66),
        badge: [hex(0x221d14), hex(0xfbf5e8)],
    },
    dark: Colours {
        edge: hex(0x262219),
        base: hex(0x4d473b),
        grain: [hex(0x443f34), hex(0x575044)],
        rim: hex(0x696152),
        hole: [hex(0x171410), hex(0x242019), hex(0x2d2820)],
        shadow: hex(0x0f0d09),
        seed: [hex(0x2a6f75), hex(0x74c2c6), hex(0xa9dfe1), hex(0xeffdfd)],
        ink: hex(0xf7efdf),
        faint: hex(0xd0c4a9),
        accent: hex(0x9bdcff),
        badge: [hex(0xede2c8), hex(0x221d14)],
    },
};
