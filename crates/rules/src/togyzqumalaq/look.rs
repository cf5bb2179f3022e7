//! The look of Togyzqumalaq in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
    material: Material::Wood,
    stores: Stores::Ends,
    seed_shape: SeedShape::Nut,
    light: Colours {
        edge: hex(0x7a5a1e),
        base: hex(0xe6cf95),
        grain: [hex(0xdbc080), hex(0xefdcab)],
        rim: hex(0xf5e7c2),
        hole: [hex(0x17404a), hex(0x215662), hex(0x2a6672)],
        shadow: hex(0x0f2e36),
        seed: [hex(0x8f7a58), hex(0xe6d8bb), hex(0xf6eedd), hex(0xffffff)],
        ink: hex(0x10282e),
        faint: hex(0x5a4312),
        accent: hex(0x8f1f4f),
        badge: [hex(0x10282e), hex(0xfdf6e3)],
    },
    dark: Colours {
        edge: hex(0x231a08),
        base: hex(0x4d3f1f),
        grain: [hex(0x443719), hex(0x574826)],
        rim: hex(0x6d5c33),
        hole: [hex(0x06171b), hex(0x0b2329), hex(0x103038)],
        shadow: hex(0x041013),
        seed: [hex(0x7d6b4c), hex(0xd4c4a3), hex(0xebe0c8), hex(0xffffff)],
        ink: hex(0xf8f0da),
        faint: hex(0xd9c48f),
        accent: hex(0xf79ac0),
        badge: [hex(0xeadcb4), hex(0x10282e)],
    },
};
