//! The look of Mangala in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Wood, stores: Stores::Ends, seed_shape: SeedShape::Pebble, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0x8a5f4a, 0x2a1a14),
    base: tone(0xe3c0ab, 0x533a30),
    grain: [tone(0xd8b19a, 0x4a332a), tone(0xeccfbd, 0x5d4338)],
    rim: tone(0xf0dacb, 0x725448),
    hole: [tone(0x4e2f27, 0x190e0b), tone(0x683f34, 0x281813), tone(0x774a3d, 0x321f19)],
    shadow: tone(0x3a211a, 0x110907),
    seed: [tone(0x23407f, 0x33569c), tone(0x6f93d6, 0x86a8e4), tone(0xa9c2ee, 0xb8cdf3), tone(0xeef4ff, 0xf2f7ff)],
    ink: tone(0x27150f, 0xf9ece4),
    faint: tone(0x643d30, 0xdcc0b1),
    accent: tone(0x0b4a3a, 0x8fe3c6),
    badge: [tone(0x27150f, 0xf0d8ca), tone(0xfdf3ec, 0x27150f)],
};
