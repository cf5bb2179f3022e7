//! The look of Kalah in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Wood, stores: Stores::Ends, seed_shape: SeedShape::Pebble, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0x8f8068, 0x262219),
    base: tone(0xded3bd, 0x4d473b),
    grain: [tone(0xd1c5ad, 0x443f34), tone(0xe8dfcc, 0x575044)],
    rim: tone(0xebe2cf, 0x696152),
    hole: [tone(0x4f4636, 0x171410), tone(0x665b48, 0x242019), tone(0x746853, 0x2d2820)],
    shadow: tone(0x3a3226, 0x0f0d09),
    seed: [tone(0x1f5f66, 0x2a6f75), tone(0x5fb0b5, 0x74c2c6), tone(0x9ed6d8, 0xa9dfe1), tone(0xe9fbfb, 0xeffdfd)],
    ink: tone(0x221d14, 0xf7efdf),
    faint: tone(0x5a503a, 0xd0c4a9),
    accent: tone(0x0a3f66, 0x9bdcff),
    badge: [tone(0x221d14, 0xede2c8), tone(0xfbf5e8, 0x221d14)],
};
