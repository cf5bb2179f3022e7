//! The look of Andada in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
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
        faint: hex(0x583e14),
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
        faint: hex(0xf2deb3),
        accent: hex(0xa5e0ff),
        badge: [hex(0xffe9b8), hex(0x2f1f06)],
    },
};
