//! Static evaluation of Awalé: the seeds of each house, and the houses that could be captured next.
//!
//! A row is one word with a byte for each house. For each house a table has one entry, which holds both its weight and the
//! house in which its sowing ends, so that the entries of a row are added up in one pass.

use crate::search::weights::Weights;

/// Seeds from which on a house counts as having this many.
const MOST_SEEDS: usize = 19;
const PHASES: usize = 10;

/// The weights for a phase of the game, in hundredths of a seed that the player to move still gains.
#[derive(Copy, Clone)]
struct Phase {
    /// The fewest seeds in the houses with which the phase begins.
    seeds: usize,
    near: Entries,
    far: Entries,
    /// The weights of each house of one seed, and of two, in which a sowing of the mover would end.
    threats: [i16; 2],
    /// The weight of having any such house.
    first_threat: i16,
    /// The weights of each house of one seed, and of two, in which a sowing of the opponent would end.
    dangers: [i16; 2],
    /// The weight of having any such house.
    first_danger: i16,
    /// The weight of having two or more: the mover cannot save all.
    second_danger: i16,
}

/// The phases, the last one first.
static WEIGHTS: [Phase; PHASES] = read(include_str!("../../../weights/awale.txt"));

const fn read(text: &'static str) -> [Phase; PHASES] {
    let mut weights = Weights::new(text);
    let mut phases = [read_phase(&mut weights); PHASES];
    let mut index = 1;
    while index < PHASES {
        phases[index] = read_phase(&mut weights);
        index += 1;
    }
    assert!(weights.is_empty(), "the file goes on after the last phase");
    phases
}

const fn read_phase(weights: &mut Weights) -> Phase {
    Phase {
        seeds: weights.field("seeds") as usize,
        near: read_entries(weights, "near"),
        far: read_entries(weights, "far"),
        threats: weights.fields("threats"),
        first_threat: weights.field("first-threat"),
        dangers: weights.fields("dangers"),
        first_danger: weights.field("first-danger"),
        second_danger: weights.field("second-danger"),
    }
}

/// The bits of an entry that hold its weight. The bits above are a byte for each house of the other row, which is 1 for the
/// house in which the sowing ends.
const WEIGHT: u32 = 16;
/// Added to each weight, so that none is negative.
const OFFSET: i32 = 4_000;

/// The weight of a house and the end of its sowing, by the place of the house in the order of sowing and its seeds.
type Entries = [[u64; 32]; 6];

const fn read_entries(weights: &mut Weights, name: &str) -> Entries {
    weights.word(name);
    let mut entries = [[0; 32]; 6];
    let mut place = 0;
    while place < 6 {
        let values: [i16; MOST_SEEDS + 1] = weights.numbers();
        let mut seeds = 0;
        while seeds < 32 {
            let counted = if seeds < MOST_SEEDS { seeds } else { MOST_SEEDS };
            let weight = values[counted] as i32 + OFFSET;
            assert!(weight >= 0 && 6 * weight < 1 << WEIGHT, "the sum of six weights fits");
            entries[place][seeds] = weight as u64;
            // After a whole round the origin is skipped (AW-1).
            let end = if seeds < 12 { place + seeds } else { place + seeds + 1 } % 12;
            if seeds > 0 && seeds < 23 && end >= 6 {
                entries[place][seeds] |= 1 << (WEIGHT + 8 * (end as u32 - 6));
            }
            seeds += 1;
        }
        place += 1;
    }
    entries
}

/// The index of the phase by the seeds in the houses.
static PHASE_OF: [u8; 128] = phase_of();

const fn phase_of() -> [u8; 128] {
    let mut of = [0; 128];
    let mut seeds = 0;
    while seeds < 128 {
        let mut phase = 0;
        while phase + 1 < PHASES && WEIGHTS[phase + 1].seeds <= seeds {
            phase += 1;
        }
        of[seeds] = phase as u8;
        seeds += 1;
    }
    of
}

/// The score of the player with the row `near`, who is to move, with this many seeds in the houses.
#[inline]
pub(super) fn evaluate(near: u64, far: u64, seeds: u8, captures_three: bool) -> i32 {
    let phase = &WEIGHTS[usize::from(PHASE_OF[usize::from(seeds & 0x7f)])];
    let (mine, theirs) = (sum(&phase.near, near), sum(&phase.far, far));
    let [threats, dangers] = [(mine, far), (theirs, near)].map(|(sum, row)| {
        let reached = occupied(sum >> WEIGHT);
        let ones = (reached & holding(row, 1)).count_ones() as i32;
        let twos = if captures_three { (reached & holding(row, 2)).count_ones() as i32 } else { 0 };
        [ones, twos]
    });
    let houses = |sum: u64| (sum & ((1 << WEIGHT) - 1)) as i32 - 6 * OFFSET;
    let each = |[one, two]: [i16; 2], [ones, twos]: [i32; 2]| i32::from(one) * ones + i32::from(two) * twos;
    let once = |weight: i16, holds: bool| if holds { i32::from(weight) } else { 0 };
    houses(mine)
        + houses(theirs)
        + each(phase.threats, threats)
        + each(phase.dangers, dangers)
        + once(phase.first_threat, threats != [0, 0])
        + once(phase.first_danger, dangers != [0, 0])
        + once(phase.second_danger, dangers[0] + dangers[1] > 1)
}

#[inline]
fn sum(entries: &Entries, row: u64) -> u64 {
    let row = if row & (ONES * 0xe0) == 0 { row } else { at_most_31(row) };
    (0..6).map(|place| entries[place][(row >> (8 * place)) as usize & 31]).sum()
}

/// The row with at most 31 seeds in each house.
#[cold]
fn at_most_31(row: u64) -> u64 {
    (0..6).map(|place| (row >> (8 * place) & 0xff).min(31) << (8 * place)).sum()
}

const ONES: u64 = 0x0101_0101_0101;

/// The top bits of the bytes that are not 0.
#[inline]
const fn occupied(row: u64) -> u64 {
    (row + ONES * 0x7f) & (ONES << 7)
}

/// The top bits of the bytes that hold this many seeds.
#[inline]
const fn holding(row: u64, seeds: u64) -> u64 {
    !occupied(row ^ (ONES * seeds)) & (ONES << 7)
}
