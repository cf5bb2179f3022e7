//! Static evaluation by networks with one hidden layer, in whole numbers, so that it is the same on every machine.
//!
//! Each house with its number of seeds selects a row of weights. The sum of the rows is the hidden layer, whose numbers
//! are clipped, weighted and added up. A game has networks for one length of row or more, each with several phases of
//! the game. `games/README.md` describes the files of weights; the build script leaves their numbers.

use crate::data::PHASES;
use crate::weights::weights;

/// The greatest number of the hidden layer; smaller ones than 0 count as 0.
const ONE: i16 = 256;

/// The networks of a game. `SEEDS` is the number of rows of a house: for 0 seeds up to `SEEDS - 1` or more. `HIDDEN` is
/// the size of the hidden layer, as in the lab's recipe.
pub(crate) struct Networks<const SEEDS: usize, const HIDDEN: usize> {
    /// The output weights have a finer unit than the score, by this power of two with that of the hidden layer.
    shift: u32,
    /// By length, the shortest first.
    networks: Vec<Network<SEEDS, HIDDEN>>,
}

/// The network for rows of one length.
struct Network<const SEEDS: usize, const HIDDEN: usize> {
    /// The houses in a row of the games that it was trained to.
    houses: usize,
    /// The phases, the last one of the game first.
    phases: Vec<Phase<SEEDS, HIDDEN>>,
}

/// The network for a phase of the game.
struct Phase<const SEEDS: usize, const HIDDEN: usize> {
    /// The fewest seeds in the houses with which the phase begins.
    seeds: u32,
    bias: i32,
    output: [i16; HIDDEN],
    /// By the place of a house in the order of sowing, the mover's first, and its seeds.
    rows: Vec<[[i16; HIDDEN]; SEEDS]>,
}

impl<const SEEDS: usize, const HIDDEN: usize> Networks<SEEDS, HIDDEN> {
    /// The networks of the game of this name.
    pub(super) fn of(game: &str) -> Self {
        let weights = weights(game).expect("the weights of the game are built in, or were lent");
        Self::read(weights).expect("the file has all numbers of networks of this size")
    }

    /// Reads the numbers of a file of weights, or returns `None` if there are too few of them. A game without networks
    /// has no number.
    fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() {
            return Some(Self { shift: 0, networks: Vec::new() });
        }
        let mut numbers = bytes.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let shift = numbers.next()?.try_into().ok()?;
        let mut networks = Vec::new();
        while let Some(houses) = numbers.next() {
            let houses = houses.try_into().ok()?;
            let phases: Option<Vec<_>> = (0..PHASES).map(|_| Phase::read(&mut numbers, houses)).collect();
            networks.push(Network { houses, phases: phases? });
        }
        Some(Self { shift, networks })
    }

    /// The score of the player with the row `near`, who is to move, with this many seeds in the houses. Rows of a
    /// length without a network use that of the next longer one, shrunk, or if there is none the longest, stretched. A
    /// game without networks is judged by its moves. Arrays instead of slices make a length known to the compiler.
    #[inline]
    pub(super) fn evaluate<R: AsRef<[u8]> + ?Sized>(&self, near: &R, far: &R, seeds: u32) -> i32 {
        let near = near.as_ref();
        let far = far.as_ref();
        let longer = self.networks.iter().find(|network| network.houses >= near.len());
        let Some(network) = longer.or(self.networks.last()) else { return without_network(near, far) };
        if network.houses == near.len() {
            network.phase(seeds).evaluate(near, far, self.shift)
        } else {
            let houses = network.houses;
            let length = near.len();
            // The phase is that of a board of the network's own length which is as full.
            network.phase(seeds * houses as u32 / length as u32).evaluate_stretched(near, far, self.shift)
        }
    }
}

impl<const SEEDS: usize, const HIDDEN: usize> Network<SEEDS, HIDDEN> {
    #[inline]
    fn phase(&self, seeds: u32) -> &Phase<SEEDS, HIDDEN> {
        // The first phase begins with 0 seeds.
        self.phases.iter().rfind(|phase| phase.seeds <= seeds).unwrap_or(&self.phases[0])
    }
}

impl<const SEEDS: usize, const HIDDEN: usize> Phase<SEEDS, HIDDEN> {
    fn read(numbers: &mut impl Iterator<Item = i16>, houses: usize) -> Option<Self> {
        let seeds = numbers.next()?.try_into().ok()?;
        let bias = numbers.next()?.into();
        let mut phase = Self { seeds, bias, output: [0; HIDDEN], rows: vec![[[0; HIDDEN]; SEEDS]; 2 * houses] };
        for weight in phase.output.iter_mut().chain(phase.rows.as_flattened_mut().as_flattened_mut()) {
            *weight = numbers.next()?;
        }
        Some(phase)
    }

    /// The score of rows as long as those of the network.
    #[inline]
    fn evaluate(&self, near: &[u8], far: &[u8], shift: u32) -> i32 {
        let (mine, theirs) = self.rows.split_at(near.len());
        let mut hidden = [0_i16; HIDDEN];
        for (row, places) in [(near, mine), (far, theirs)] {
            for (&seeds, by_seeds) in row.iter().zip(places) {
                for (sum, weight) in hidden.iter_mut().zip(&by_seeds[usize::from(seeds).min(SEEDS - 1)]) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
        self.output(hidden.map(|sum| sum.clamp(0, ONE)), shift)
    }

    /// The score of rows of another length. Each house has the weights of the one that is as far along the row. The sum
    /// is then that of more or fewer houses than the network knows, and is scaled.
    #[cold]
    fn evaluate_stretched(&self, near: &[u8], far: &[u8], shift: u32) -> i32 {
        let houses = self.rows.len() / 2;
        let length = near.len();
        let (mine, theirs) = self.rows.split_at(houses);
        let mut hidden = [0_i32; HIDDEN];
        for (row, places) in [(near, mine), (far, theirs)] {
            for (index, &seeds) in row.iter().enumerate() {
                let by_seeds = &places[(2 * index + 1) * houses / (2 * length)];
                for (sum, &weight) in hidden.iter_mut().zip(&by_seeds[usize::from(seeds).min(SEEDS - 1)]) {
                    *sum += i32::from(weight);
                }
            }
        }
        let scaled = hidden.map(|sum| (sum * houses as i32 / length as i32).clamp(0, ONE.into()) as i16);
        self.output(scaled, shift)
    }

    /// The score that a hidden layer of 0 to [`ONE`] gives.
    #[inline]
    fn output(&self, hidden: [i16; HIDDEN], shift: u32) -> i32 {
        let weighted = hidden.iter().zip(&self.output).map(|(&hidden, &weight)| i32::from(hidden) * i32::from(weight));
        (weighted.sum::<i32>() >> shift) + self.bias
    }
}

/// The score of the player with the row `near`: half a seed for each house that can be played.
fn without_network(near: &[u8], far: &[u8]) -> i32 {
    let moves = |row: &[u8]| row.iter().filter(|&&seeds| seeds > 0).count() as i32;
    50 * (moves(near) - moves(far))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lengths, of one house and of two. In each phase, one number of the hidden layer is half of the full, and
    /// more by ten times the seeds, up to two, of the mover's houses; the phases have different biases.
    fn networks() -> Networks<3, 8> {
        let row = |first: i16| {
            let mut row = [0; 8];
            row[0] = first;
            row
        };
        let mut numbers = vec![4];
        for houses in [1, 2] {
            numbers.push(houses);
            for phase in 0..PHASES as i16 {
                numbers.extend([4 * phase, 1_000 * phase]);
                numbers.extend(row(16));
                let mine = (0..houses).flat_map(|_| (0..3).map(|seeds| row(128 / houses + 10 * seeds)));
                let theirs = (0..3 * houses).map(|_| row(0));
                numbers.extend(mine.chain(theirs).flatten());
            }
        }
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i16::to_le_bytes).collect();
        Networks::read(&bytes).expect("weights")
    }

    #[test]
    fn houses_select_rows_by_their_seeds_and_phases_follow_from_all_seeds() {
        let networks = networks();
        assert_eq!(networks.evaluate(&[0], &[9], 0), 128);
        assert_eq!(networks.evaluate(&[1], &[0], 4), 1_000 + 138);
        assert_eq!(
            networks.evaluate(&[7], &[0], 100),
            3_000 + 148,
            "more seeds than there are rows for count as the most"
        );
        assert_eq!(networks.evaluate(&[1, 2], &[0, 0], 3), 158);
    }

    #[test]
    fn rows_of_other_lengths_are_stretched() {
        let networks = networks();
        assert_eq!(networks.evaluate(&[0; 4], &[0; 4], 0), 128);
        // Twice the houses that the network has count half, and so do the seeds that choose the phase.
        assert_eq!(networks.evaluate(&[2, 2, 0, 0], &[0; 4], 9), 1_000 + 128 + 20);
    }
}
