//! The look of Andada in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Earth, stores: Stores::None, seed_shape: SeedShape::Pebble, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0xc49a4e, 0x4b3613),
    base: tone(0xe2bd78, 0x6b4f20),
    grain: [tone(0xd3ab62, 0x5f4519), tone(0xefd39a, 0x7b5d2a)],
    rim: tone(0xf0d6a1, 0x85662f),
    hole: [tone(0x80591f, 0x2c1e08), tone(0xa0742f, 0x3f2c0f), tone(0xae833c, 0x493414)],
    shadow: tone(0x694716, 0x1e1404),
    seed: [tone(0x837660, 0x6f644f), tone(0xdcd3c0, 0xcfc5b0), tone(0xf4eee1, 0xebe4d4), tone(0xffffff, 0xffffff)],
    ink: tone(0x2f1f06, 0xfff1d2),
    faint: tone(0x583e14, 0xf2deb3),
    accent: tone(0x0b4a6f, 0xa5e0ff),
    badge: [tone(0x2f1f06, 0xffe9b8), tone(0xfff6e0, 0x2f1f06)],
};
