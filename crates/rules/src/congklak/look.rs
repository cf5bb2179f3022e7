//! The look of Congklak in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Wood, stores: Stores::Ends, seed_shape: SeedShape::Bean, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0x6a3a2c, 0x220f0a),
    base: tone(0xbb7d66, 0x4e271c),
    grain: [tone(0xb07059, 0x442017), tone(0xc58b75, 0x583024)],
    rim: tone(0xd49f8a, 0x6d4033),
    hole: [tone(0x3a1a13, 0x160806), tone(0x51281e, 0x24100b), tone(0x5e3226, 0x2d1610)],
    shadow: tone(0x2a110c, 0x0e0503),
    seed: [tone(0x7a6a4c, 0x6d5e42), tone(0xe0d2b2, 0xd6c7a6), tone(0xf5ecd6, 0xefe4cc), tone(0xffffff, 0xffffff)],
    ink: tone(0x1c0905, 0xffe9df),
    faint: tone(0x250e07, 0xe4bfb0),
    accent: tone(0x06304f, 0x9bdcff),
    badge: [tone(0x1f0b06, 0xf6d6c8), tone(0xfff0e8, 0x1f0b06)],
};
