//! The look of Mangala in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, hex};

/// The look of the game.
pub(super) const LOOK: Look = Look {
    material: Material::Wood,
    stores: Stores::Ends,
    seed_shape: SeedShape::Pebble,
    light: Colours {
        edge: hex(0x8a5f4a),
        base: hex(0xe3c0ab),
        grain: [hex(0xd8b19a), hex(0xeccfbd)],
        rim: hex(0xf0dacb),
        hole: [hex(0x4e2f27), hex(0x683f34), hex(0x774a3d)],
        shadow: hex(0x3a211a),
        seed: [hex(0x23407f), hex(0x6f93d6), hex(0xa9c2ee), hex(0xeef4ff)],
        ink: hex(0x27150f),
        faint: hex(0x643d30),
        accent: hex(0x0b4a3a),
        badge: [hex(0x27150f), hex(0xfdf3ec)],
    },
    dark: Colours {
        edge: hex(0x2a1a14),
        base: hex(0x533a30),
        grain: [hex(0x4a332a), hex(0x5d4338)],
        rim: hex(0x725448),
        hole: [hex(0x190e0b), hex(0x281813), hex(0x321f19)],
        shadow: hex(0x110907),
        seed: [hex(0x33569c), hex(0x86a8e4), hex(0xb8cdf3), hex(0xf2f7ff)],
        ink: hex(0xf9ece4),
        faint: hex(0xdcc0b1),
        accent: hex(0x8fe3c6),
        badge: [hex(0xf0d8ca), hex(0x27150f)],
    },
};
