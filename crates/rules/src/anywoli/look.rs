//! The look of Anywoli in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Earth, stores: Stores::Heaps, seed_shape: SeedShape::Bean, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0xb56a48, 0x4a2214),
    base: tone(0xdb9370, 0x6e3623),
    grain: [tone(0xcb8260, 0x612d1c), tone(0xe8aa8a, 0x80442f)],
    rim: tone(0xedb294, 0x8d4d36),
    hole: [tone(0x6a2e18, 0x2a0f07), tone(0x8a4329, 0x3d190e), tone(0x985036, 0x482014)],
    shadow: tone(0x511f0f, 0x1b0803),
    seed: [tone(0x7d5a2a, 0x6b4d22), tone(0xd9b777, 0xcfad6e), tone(0xf0d9a6, 0xe9d19c), tone(0xfff8e4, 0xfff6de)],
    ink: tone(0x34120a, 0xffeadb),
    faint: tone(0x4b1e11, 0xeec3ac),
    accent: tone(0x06415c, 0xa5e0ff),
    badge: [tone(0x34120a, 0xffe0cc), tone(0xfff1e6, 0x34120a)],
};
