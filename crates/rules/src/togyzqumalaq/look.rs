//! The look of Togyzqumalaq in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Wood, stores: Stores::Ends, seed_shape: SeedShape::Nut, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0x7a5a1e, 0x231a08),
    base: tone(0xe6cf95, 0x4d3f1f),
    grain: [tone(0xdbc080, 0x443719), tone(0xefdcab, 0x574826)],
    rim: tone(0xf5e7c2, 0x6d5c33),
    hole: [tone(0x17404a, 0x06171b), tone(0x215662, 0x0b2329), tone(0x2a6672, 0x103038)],
    shadow: tone(0x0f2e36, 0x041013),
    seed: [tone(0x8f7a58, 0x7d6b4c), tone(0xe6d8bb, 0xd4c4a3), tone(0xf6eedd, 0xebe0c8), tone(0xffffff, 0xffffff)],
    ink: tone(0x10282e, 0xf8f0da),
    faint: tone(0x5a4312, 0xd9c48f),
    accent: tone(0x8f1f4f, 0xf79ac0),
    badge: [tone(0x10282e, 0xeadcb4), tone(0xfdf6e3, 0x10282e)],
};
