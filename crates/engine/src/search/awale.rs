//! Awalé, to the search.

mod worth;

use super::searchable::{Key, Searchable};
use crate::tablebase;
use ayla_rules::awale::{Awale, Capture, Options, State};
use ayla_rules::rules::Game;

/// More quiet moves than this are the same to every value of the option.
const MAX_QUIET: u32 = 1_023;

/// Seven bits of each house of a row, which no house exceeds, side by side.
const fn pack(row: u64) -> u64 {
    let mut packed = 0;
    let mut step = 0;
    while step < 6 {
        packed |= (row >> (8 * step) & 0x7f) << (7 * step);
        step += 1;
    }
    packed
}

impl Searchable for Awale {
    const UNIT: i32 = 100;

    /// The houses as the mover sees them, with the quiet moves and a store where a stop looks at them: all of it, not a
    /// hash.
    #[inline]
    fn key(&self, state: &State) -> Key {
        let [near, far] = state.rows();
        let options = self.options();
        let quiet = if options.quiet > 0 { state.quiet().min(MAX_QUIET) } else { 0 };
        // The other store follows from this one: no seed leaves the game before its end.
        let store = if options.majority { self.stores(state).map_or(0, |[mine, _]| mine) } else { 0 };
        u128::from(pack(near)) | u128::from(pack(far)) << 42 | u128::from(quiet) << 84 | u128::from(store) << 94
    }

    #[inline]
    fn reach(&self, state: &State) -> i32 {
        state.in_play().into()
    }

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    #[inline]
    fn layer(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    #[inline]
    fn look_up(&self, table: &tablebase::Table, state: &State) -> Option<i32> {
        table.value(state).map(i32::from)
    }

    fn tables_are_proof(&self) -> bool {
        let Options { majority, few, quiet, repetition, .. } = *self.options();
        !majority && few == 0 && quiet == 0 && repetition == 0
    }

    /// What each house is worth by the seeds in it, and what could be captured next.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [near, far] = state.rows();
        let at = usize::from(PHASE_OF[usize::from(state.in_play() & 0x7f)]);
        let (rows, weights) = (&ROWS[at], &worth::PHASES[at]);
        let (mine, theirs) = (sum(&rows.near, near), sum(&rows.far, far));
        let captures_three = self.options().capture == Capture::TwoOrThree;
        let [threats, dangers] = [(mine, far), (theirs, near)].map(|(sum, row)| {
            let reached = occupied(sum >> VALUE);
            let ones = (reached & holding(row, 1)).count_ones() as i32;
            let twos = if captures_three { (reached & holding(row, 2)).count_ones() as i32 } else { 0 };
            [ones, twos]
        });
        let value = |sum: u64| (sum & ((1 << VALUE) - 1)) as i32 - 6 * OFFSET;
        let each = |[one, two]: [i16; 2], [ones, twos]: [i32; 2]| i32::from(one) * ones + i32::from(two) * twos;
        let once = |weight: i16, holds: bool| if holds { i32::from(weight) } else { 0 };
        value(mine)
            + value(theirs)
            + each(weights.threats, threats)
            + each(weights.dangers, dangers)
            + once(weights.first_threat, threats != [0, 0])
            + once(weights.first_danger, dangers != [0, 0])
            + once(weights.second_danger, dangers[0] + dangers[1] > 1)
    }
}

/// The bits of an entry that hold its value, above those below which lanes begin: one for each house of the other row,
/// with one in that in which the sowing ends.
const VALUE: u32 = 16;
/// Added to each value, so that none is negative.
const OFFSET: i32 = 4_000;

/// By the place of a house and its seeds: what it is worth, and where its sowing ends.
type Entries = [[u64; 32]; 6];

/// The values of both rows in a phase.
struct Rows {
    near: Entries,
    far: Entries,
}

/// The phase of the game by the seeds in the houses.
static PHASE_OF: [u8; 128] = phase_of();

const fn phase_of() -> [u8; 128] {
    let mut of = [0; 128];
    let mut seeds = 0;
    while seeds < 128 {
        let mut phase = 0;
        while phase + 1 < worth::PHASES.len() && worth::PHASES[phase + 1].seeds as usize <= seeds {
            phase += 1;
        }
        of[seeds] = phase as u8;
        seeds += 1;
    }
    of
}

/// By phase.
static ROWS: [Rows; worth::PHASES.len()] = rows();

const fn rows() -> [Rows; worth::PHASES.len()] {
    const NONE: Rows = Rows { near: [[0; 32]; 6], far: [[0; 32]; 6] };
    let mut rows = [NONE; worth::PHASES.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = Rows { near: entries(&worth::PHASES[at].near), far: entries(&worth::PHASES[at].far) };
        at += 1;
    }
    rows
}

const fn entries(values: &[[i16; worth::MOST_SEEDS + 1]; 6]) -> Entries {
    let mut entries = [[0; 32]; 6];
    let mut place = 0;
    while place < 6 {
        let mut seeds = 0;
        while seeds < 32 {
            let counted = if seeds < worth::MOST_SEEDS { seeds } else { worth::MOST_SEEDS };
            let value = values[place][counted] as i32 + OFFSET;
            assert!(value >= 0 && 6 * value < 1 << VALUE, "six values add up in their lane");
            entries[place][seeds] = value as u64;
            // Once round the board the house itself is skipped (AW-1).
            let end = if seeds < 12 { place + seeds } else { place + seeds + 1 } % 12;
            if seeds > 0 && seeds < 23 && end >= 6 {
                entries[place][seeds] |= 1 << (VALUE + 8 * (end as u32 - 6));
            }
            seeds += 1;
        }
        place += 1;
    }
    entries
}

/// The entries of the houses of a row, added up.
#[inline]
fn sum(entries: &Entries, row: u64) -> u64 {
    let row = if row & (ONES * 0xe0) == 0 { row } else { at_most_31(row) };
    (0..6).map(|place| entries[place][(row >> (8 * place)) as usize & 31]).sum()
}

/// The row as though no house held more than 31 seeds.
#[cold]
fn at_most_31(row: u64) -> u64 {
    (0..6).map(|place| (row >> (8 * place) & 0xff).min(31) << (8 * place)).sum()
}

/// One in each lane.
const ONES: u64 = 0x0101_0101_0101;

/// The top bits of the lanes that are not 0.
#[inline]
const fn occupied(lanes: u64) -> u64 {
    (lanes + ONES * 0x7f) & (ONES << 7)
}

/// The top bits of the lanes that hold so many.
#[inline]
const fn holding(row: u64, seeds: u64) -> u64 {
    !occupied(row ^ (ONES * seeds)) & (ONES << 7)
}
