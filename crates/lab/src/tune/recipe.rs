//! What the network of a game is trained to, for rows of one length.

use ayla_engine::data::{PHASES, Training, data};
use ayla_engine::random::Random;
use ayla_rules::Variant;

use super::network::Network;
use super::sample::Sample;

pub(super) struct Recipe {
    pub(super) training: Training,
    /// First positions, which games have in turn.
    pub(super) starts: Vec<String>,
    /// The houses in a row.
    pub(super) houses: usize,
    /// The fewest seeds in the houses of each phase, the last phase of the game first.
    pub(super) phases: [u32; PHASES],
}

impl Recipe {
    /// The recipe for rows of this many houses; none for a game without networks.
    pub(super) fn new(variant: Variant, houses: usize) -> Option<Self> {
        let training = data(variant)?.training;
        if training.starts.is_empty() {
            return None;
        }
        // The rows of some games have one length.
        let allowed = variant.about().houses;
        let houses = if allowed.min == allowed.max { allowed.min as usize } else { houses };
        let phases = training.phases.map(|seeds| seeds * houses as u32 / 12);
        let starts = training.starts.iter().map(|start| with_rows(start, houses)).collect();
        Some(Self { training, starts, houses, phases })
    }

    /// Trains a network to positions, with the size of the hidden layer that the engine has for this game, and prints
    /// it.
    pub(super) fn print_trained(&self, samples: Vec<&Sample>, random: &mut Random) {
        match self.training.hidden {
            64 => Network::<64>::train(self, samples, random).print(self),
            _ => Network::<32>::train(self, samples, random).print(self),
        }
    }

    /// The rows of weights: for each number of seeds in each house of both players.
    pub(super) fn rows(&self) -> usize {
        2 * self.houses * self.width()
    }

    /// The rows of a house.
    pub(super) fn width(&self) -> usize {
        usize::from(self.training.most_seeds) + 1
    }
}

/// A position with each row that stands as the seeds of its houses, such as `{4}`, written out.
fn with_rows(text: &str, houses: usize) -> String {
    let mut parts = text.split(['{', '}']);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    while let Some(seeds) = parts.next() {
        whole += &seeds.repeat(houses);
        whole += parts.next().unwrap_or_default();
    }
    whole
}
