//! The look of Anywoli in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
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
        faint: hex(0x4b1e11),
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
        faint: hex(0xeec3ac),
        accent: hex(0xa5e0ff),
        badge: [hex(0xffe0cc), hex(0x34120a)],
    },
};
