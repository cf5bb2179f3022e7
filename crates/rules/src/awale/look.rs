//! The look of Awalé in pictures.

use crate::look::{Colours, Look, Material, SeedShape, Stores, Tone, tone};

/// The look of the game.
pub(super) const LOOK: Look =
    Look { material: Material::Wood, stores: Stores::Ends, seed_shape: SeedShape::Nut, colours: COLOURS };

const COLOURS: Colours<Tone> = Colours {
    edge: tone(0x8a5a34, 0x2d1a0e),
    base: tone(0xcf9d69, 0x5f3d24),
    grain: [tone(0xc39060, 0x55361f), tone(0xd8a976, 0x69452a)],
    rim: tone(0xe4bb8a, 0x7b5333),
    hole: [tone(0x55331b, 0x1c0f07), tone(0x6f4626, 0x2b190d), tone(0x7d5230, 0x352012)],
    shadow: tone(0x3d2412, 0x120904),
    seed: [tone(0x565d4d, 0x4b5243), tone(0x99a18b, 0x98a18a), tone(0xbcc3ae, 0xbbc4ae), tone(0xf1f4e8, 0xf0f4e6)],
    ink: tone(0x2b170a, 0xfff0d6),
    faint: tone(0x472a15, 0xdcbb95),
    accent: tone(0x0a3f66, 0x9bdcff),
    badge: [tone(0x2b170a, 0xffe8c2), tone(0xfff4e0, 0x2b170a)],
};
