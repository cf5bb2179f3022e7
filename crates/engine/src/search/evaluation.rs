//! Static evaluation of rows of any length: the sum of a weight for each house, by its place and seeds.

use super::weights::Weights;

/// The longest rows that there are weights for, and the most phases.
const PLACES: usize = 24;
const PHASES: usize = 16;

/// The weights for rows of one length. `SEEDS` is the number of weights of a house: for 0 seeds up to `SEEDS - 1` or more.
#[derive(Copy, Clone)]
pub(super) struct RowWeights<const SEEDS: usize> {
    /// The houses in a row of the games that the weights were fitted to.
    pub(super) houses: usize,
    /// The phases of the game, the last one first.
    phases: [Phase<SEEDS>; PHASES],
    phase_count: usize,
}

/// The weights for a phase of the game, in units that the player to move still gains.
#[derive(Copy, Clone)]
struct Phase<const SEEDS: usize> {
    /// The fewest seeds in the houses with which the phase begins.
    seeds: u32,
    tempo: i16,
    /// The weights of the mover's houses in the order of sowing, by their seeds. The opponent's count against the mover.
    places: [[i16; SEEDS]; PLACES],
}

/// Reads a file of weights for rows of `ROWS` lengths.
pub(super) const fn read<const SEEDS: usize, const ROWS: usize>(text: &'static str) -> [RowWeights<SEEDS>; ROWS] {
    let mut weights = Weights::new(text);
    let mut rows = [read_row(&mut weights); ROWS];
    let mut index = 1;
    while index < ROWS {
        rows[index] = read_row(&mut weights);
        index += 1;
    }
    assert!(weights.is_empty(), "the file goes on after the last row");
    rows
}

const fn read_row<const SEEDS: usize>(weights: &mut Weights) -> RowWeights<SEEDS> {
    let (houses, phase_count) = (weights.field("houses") as usize, weights.field("phases") as usize);
    let mut phases = [read_phase(weights, houses); PHASES];
    let mut phase = 1;
    while phase < phase_count {
        phases[phase] = read_phase(weights, houses);
        phase += 1;
    }
    RowWeights { houses, phases, phase_count }
}

const fn read_phase<const SEEDS: usize>(weights: &mut Weights, houses: usize) -> Phase<SEEDS> {
    let (seeds, tempo) = (weights.field("seeds") as u32, weights.field("tempo"));
    weights.word("places");
    let (mut places, mut place) = ([[0; SEEDS]; PLACES], 0);
    while place < houses {
        places[place] = weights.numbers();
        place += 1;
    }
    Phase { seeds, tempo, places }
}

/// The weights for the rows nearest in length.
#[inline]
pub(super) fn nearest<const SEEDS: usize>(rows: &[RowWeights<SEEDS>], houses: usize) -> Option<&RowWeights<SEEDS>> {
    rows.iter().min_by_key(|row| row.houses.abs_diff(houses))
}

impl<const SEEDS: usize> RowWeights<SEEDS> {
    /// The score of the player with the row `near`, who is to move, in the phase of the game with this many seeds.
    #[inline]
    pub(super) fn evaluate(&self, near: &[u8], far: &[u8], seeds: u32) -> i32 {
        let Some(phase) = self.phases[..self.phase_count].iter().rfind(|phase| phase.seeds <= seeds) else {
            return 0;
        };
        let places = &phase.places[..self.houses];
        let houses = near.iter().zip(far);
        let house = |[near, far]: [u8; 2], weights: &[i16; SEEDS]| {
            let weight = |seeds: u8| i32::from(weights[usize::from(seeds).min(SEEDS - 1)]);
            weight(near) - weight(far)
        };
        let sum: i32 = if near.len() == places.len() {
            houses.zip(places).map(|((&near, &far), weights)| house([near, far], weights)).sum()
        } else {
            // The weights of the house that is as far along the row.
            let place = |index: usize| (2 * index + 1) * places.len() / (2 * near.len());
            houses.enumerate().map(|(index, (&near, &far))| house([near, far], &places[place(index)])).sum()
        };
        sum + i32::from(phase.tempo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static ROWS: [RowWeights<3>; 2] = read(
        "# two lengths
        houses 2
        phases 2
        seeds 0
        tempo 1
        places
        0 2 4
        0 10 20
        seeds 9
        tempo 3
        places
        0 100 200
        0 1000 2000
        houses 6 phases 1 seeds 0 tempo -4 places 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 # the second",
    );

    #[test]
    fn rows_of_other_lengths_are_stretched() {
        let short = nearest(&ROWS, 3).expect("there are rows");
        assert_eq!(short.houses, 2);
        // More seeds than there are weights for count as the most.
        assert_eq!(short.evaluate(&[1, 2], &[0, 7], 8), 1 + 2 + 20 - 20);
        assert_eq!(short.evaluate(&[1, 2], &[1, 0], 9), 3 + 2_000);
        // The middle house belongs to the second half.
        assert_eq!(short.evaluate(&[1, 0, 0], &[0, 0, 0], 1), 1 + 2);
        assert_eq!(short.evaluate(&[0, 0, 0], &[0, 1, 1], 2), 1 - 20);
        let long = nearest(&ROWS, 5).expect("there are rows");
        assert_eq!((long.houses, long.evaluate(&[2; 6], &[0; 6], 12)), (6, 12 - 4));
    }
}
