//! Static evaluation of Awalé: a network with one hidden layer, in whole numbers, so that it is the same on every machine.
//!
//! Each house with its number of seeds selects a row of weights. The sum of the twelve rows is the hidden layer, whose numbers
//! are clipped, weighted and added up. There is a network for each phase of the game.

use crate::search::weights::Weights;

/// Seeds from which on a house counts as having this many.
const MOST_SEEDS: usize = 19;
/// The rows of weights of a house: for 0 to `MOST_SEEDS` seeds.
const WIDTH: usize = MOST_SEEDS + 1;
/// The numbers of the hidden layer.
const HIDDEN: usize = 32;
/// The greatest number of the hidden layer; smaller ones than 0 count as 0.
const ONE: i16 = 256;
/// The output weights have a finer unit than the score, by this power of two with that of the hidden layer.
const SHIFT: u32 = 10;
const PHASES: usize = 4;

/// The network for a phase of the game, whose output is in hundredths of a seed that the player to move still gains.
#[derive(Copy, Clone)]
struct Phase {
    /// The fewest seeds in the houses with which the phase begins.
    seeds: u8,
    bias: i16,
    output: [i16; HIDDEN],
    /// By the place of a house in the order of sowing, the mover's first, and its seeds.
    rows: [[[i16; HIDDEN]; WIDTH]; 12],
}

/// The phases, the last one first.
static PHASES_OF_PLAY: [Phase; PHASES] = read(include_str!("../../../weights/awale.txt"));

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
    let (seeds, bias) = (weights.field("seeds") as u8, weights.field("bias"));
    let output = weights.fields("output");
    weights.word("rows");
    let mut rows = [[[0; HIDDEN]; WIDTH]; 12];
    let mut row = 0;
    while row < 12 * WIDTH {
        rows[row / WIDTH][row % WIDTH] = weights.numbers();
        row += 1;
    }
    Phase { seeds, bias, output, rows }
}

/// The score of the player with the row `near`, who is to move, with this many seeds in the houses.
#[inline]
pub(super) fn evaluate(near: u64, far: u64, seeds: u8) -> i32 {
    // The first phase begins with 0 seeds.
    let phase = PHASES_OF_PLAY.iter().rfind(|phase| phase.seeds <= seeds).unwrap_or(&PHASES_OF_PLAY[0]);
    let mut hidden = [0_i16; HIDDEN];
    let (mine, theirs) = phase.rows.split_at(6);
    for (row, places) in [(near, mine), (far, theirs)] {
        for (house, by_seeds) in row.to_le_bytes().into_iter().zip(places) {
            for (sum, weight) in hidden.iter_mut().zip(&by_seeds[usize::from(house).min(MOST_SEEDS)]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }
    let weighted =
        hidden.iter().zip(&phase.output).map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight));
    (weighted.sum::<i32>() >> SHIFT) + i32::from(phase.bias)
}
