//! Static evaluation by networks with one hidden layer, in whole numbers, so that it is the same on every machine.
//!
//! Each house with its number of seeds selects a row of weights. The sum of the rows is the hidden layer, whose numbers
//! are clipped, weighted and added up. A game has networks for one length of row or more, each with several phases of the game.
//! The files in `weights/` describe their own format.

use std::str::FromStr;

/// The numbers of the hidden layer.
const HIDDEN: usize = 32;
/// The greatest number of the hidden layer; smaller ones than 0 count as 0.
const ONE: i16 = 256;

/// The networks of a game. `SEEDS` is the number of rows of a house: for 0 seeds up to `SEEDS - 1` or more.
pub(super) struct Networks<const SEEDS: usize> {
    /// The output weights have a finer unit than the score, by this power of two with that of the hidden layer.
    shift: u32,
    networks: Vec<Network<SEEDS>>,
}

/// The network for rows of one length.
struct Network<const SEEDS: usize> {
    /// The houses in a row of the games that it was trained to.
    houses: usize,
    /// The phases, the last one of the game first.
    phases: Vec<Phase<SEEDS>>,
}

/// The network for a phase of the game.
struct Phase<const SEEDS: usize> {
    /// The fewest seeds in the houses with which the phase begins.
    seeds: u32,
    bias: i32,
    output: [i16; HIDDEN],
    /// By the place of a house in the order of sowing, the mover's first, and its seeds.
    rows: Vec<[[i16; HIDDEN]; SEEDS]>,
}

impl<const SEEDS: usize> Networks<SEEDS> {
    /// Reads a file of weights, or returns `None` if it does not have their format.
    pub(super) fn read(text: &str) -> Option<Self> {
        let lines = text.lines().filter_map(|line| line.split('#').next());
        let mut words = lines.flat_map(str::split_whitespace);
        let mut read = Self { shift: field(&mut words, "shift")?, networks: Vec::new() };
        while let Some(word) = words.next() {
            match word {
                "houses" => read.networks.push(Network { houses: number(&mut words)?, phases: Vec::new() }),
                "seeds" => {
                    let network = read.networks.last_mut()?;
                    network.phases.push(Phase::read(&mut words, network.houses)?);
                }
                _ => return None,
            }
        }
        Some(read)
    }

    /// The score of the player with the row `near`, who is to move, with this many seeds in the houses. Rows of a length
    /// without a network use the nearest one, stretched or shrunk.
    #[inline]
    pub(super) fn evaluate(&self, near: &[u8], far: &[u8], seeds: u32) -> i32 {
        let longer = self.networks.iter().find(|network| network.houses >= near.len());
        let Some(network) = longer.or(self.networks.last()) else { return 0 };
        if network.houses == near.len() {
            network.phase(seeds).evaluate(near, far, self.shift)
        } else {
            let (houses, length) = (network.houses, near.len());
            // The seeds of as full a board of the length of the network.
            network.phase(seeds * houses as u32 / length as u32).evaluate_stretched(near, far, self.shift)
        }
    }
}

impl<const SEEDS: usize> Network<SEEDS> {
    #[inline]
    fn phase(&self, seeds: u32) -> &Phase<SEEDS> {
        // The first phase begins with 0 seeds.
        self.phases.iter().rfind(|phase| phase.seeds <= seeds).unwrap_or(&self.phases[0])
    }
}

impl<const SEEDS: usize> Phase<SEEDS> {
    fn read<'a>(words: &mut impl Iterator<Item = &'a str>, houses: usize) -> Option<Self> {
        let (seeds, bias) = (number(words)?, field(words, "bias")?);
        let mut phase = Self { seeds, bias, output: [0; HIDDEN], rows: vec![[[0; HIDDEN]; SEEDS]; 2 * houses] };
        word(words, "output")?;
        for weight in &mut phase.output {
            *weight = number(words)?;
        }
        word(words, "rows")?;
        for weight in phase.rows.as_flattened_mut().as_flattened_mut() {
            *weight = number(words)?;
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

    /// The score of rows of another length. Each house has the weights of the one that is as far along the row. The sum is then
    /// that of more or fewer houses than the network knows, and is scaled.
    #[cold]
    fn evaluate_stretched(&self, near: &[u8], far: &[u8], shift: u32) -> i32 {
        let (houses, length) = (self.rows.len() / 2, near.len());
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

/// Reads this word.
fn word<'a>(words: &mut impl Iterator<Item = &'a str>, expected: &str) -> Option<()> {
    (words.next()? == expected).then_some(())
}

fn number<'a, N: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<N> {
    words.next()?.parse().ok()
}

/// Reads this word and the number after it.
fn field<'a, N: FromStr>(words: &mut impl Iterator<Item = &'a str>, name: &str) -> Option<N> {
    word(words, name)?;
    number(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lengths, of one house and of two. In each phase, one number of the hidden layer is half of the full, and more by ten
    /// times the seeds, up to two, of the mover's houses; the phases have different biases.
    fn networks() -> Networks<3> {
        let phase = |houses: usize, index: usize| {
            let row = |first: usize| format!("{first}{}\n", " 0".repeat(HIDDEN - 1));
            let mine: String = (0..houses).flat_map(|_| (0..3).map(|seeds| row(128 / houses + 10 * seeds))).collect();
            let theirs = row(0).repeat(3 * houses);
            format!(
                "seeds {} bias {} output 16{} rows\n{mine}{theirs}",
                4 * index,
                1_000 * index,
                " 0".repeat(HIDDEN - 1)
            )
        };
        let network = |houses| {
            let phases: String = (0..4).map(|index| phase(houses, index)).collect();
            format!("houses {houses} # a length\n{phases}")
        };
        Networks::read(&format!("# two lengths\nshift 4\n{}{}", network(1), network(2))).expect("weights")
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
