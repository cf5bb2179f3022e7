//! How seeds lie: placed by a fixed rule, so that a picture is the same every time.

/// Where a seed lies, and which of the drawn seeds it is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct SeedPlace {
    /// From the middle, in units of the width of a house.
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// One of [`SHAPES`].
    pub(crate) shape: usize,
}

/// The number of different seeds that are drawn.
pub(crate) const SHAPES: usize = 4;
/// The number of ways in which the same number of seeds lies.
pub(crate) const WAYS: u32 = 6;
/// The radius of a seed, in units of the width of a house.
pub(crate) const RADIUS: f32 = 0.09;
/// The most seeds that a house shows: with more, a heap looks no fuller.
pub(crate) const MOST_IN_HOLE: u32 = 30;

/// A number from 0 to 1 that looks random.
pub(crate) fn scatter(seed: u32) -> f32 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x21f0_aaad);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x735a_2d97);
    mixed ^= mixed >> 15;
    (mixed >> 8) as f32 / (1 << 24) as f32
}

/// Seeds in a round hole, in the order in which they fell: one more changes nothing about the others. Up to five lie
/// apart, so that they are seen at a glance; more fill the hole, and at last heap up.
pub(crate) fn in_hole(seeds: u32, way: u32) -> impl Iterator<Item = SeedPlace> {
    /// A fifth of a turn, twice and once: the next seed falls away from the last.
    const FIFTHS: f32 = 2.0 * std::f32::consts::TAU / 5.0;
    const OUTER: f32 = 4.0 * std::f32::consts::TAU / 9.0;
    let turn = scatter(way * 977 + 5) * std::f32::consts::TAU;
    (0..seeds.min(MOST_IN_HOLE)).map(move |index| {
        let key = way * 8_191 + index * 31;
        let (distance, angle, loose) = match index {
            0..=4 => (0.175, index as f32 * FIFTHS, 0.018),
            5 => (0.0, 0.0, 0.015),
            6..=14 => (0.282, index as f32 * OUTER, 0.012),
            // Those on top.
            _ => (0.2 * ((index - 14) as f32 / (MOST_IN_HOLE - 14) as f32).sqrt(), index as f32 * GOLDEN, 0.02),
        };
        scattered([distance, distance], angle + turn, loose, key)
    })
}

/// The angle after which the next seed falls into a gap between all others, as in a sunflower.
const GOLDEN: f32 = 2.399_963;

fn scattered([across, down]: [f32; 2], angle: f32, loose: f32, key: u32) -> SeedPlace {
    let stray = |which: u32| (scatter(key + which) - 0.5) * 2.0 * loose;
    let (sine, cosine) = angle.sin_cos();
    let shape = (scatter(key + 3) * SHAPES as f32) as usize % SHAPES;
    SeedPlace { x: across * cosine + stray(1), y: down * sine + stray(2), shape }
}

/// Seeds in an oblong store or on a heap of this width and height, in units of the width of a house, in the same way.
/// There is room for `most`.
pub(crate) fn in_store(seeds: u32, [width, height]: [f32; 2], most: u32) -> impl Iterator<Item = SeedPlace> {
    (0..seeds.min(most)).map(move |index| {
        let reach = ((index as f32 + 0.5) / most as f32).sqrt() / 2.0;
        scattered([reach * width, reach * height], index as f32 * GOLDEN, 0.025, index * 31 + 613)
    })
}
