//! What the network of a game is trained to, and the units of its weights.

use ayla_engine::random::Random;
use ayla_rules::Variant;

use super::network::Network;
use super::sample::Sample;

/// The phases of a network.
const PHASES: usize = 4;

pub(super) struct Recipe {
    /// First positions, which games have in turn.
    pub(super) starts: Vec<String>,
    /// The fewest random plies of an opening, and the number of possible counts from there.
    pub(super) opening: [u64; 2],
    /// After the opening one move in this many is random, so that games leave the path of best play.
    pub(super) aside: u64,
    /// The houses in a row.
    pub(super) houses: usize,
    /// The seeds from which on a house counts as having this many.
    pub(super) most_seeds: u8,
    /// The fewest seeds in the houses of each phase, the last phase of the game first.
    pub(super) phases: [u32; PHASES],
    /// A greater error, in points, counts as this, so that a few surprising games do not decide.
    pub(super) greatest_error: f32,
    /// How often each position is seen.
    pub(super) epochs: usize,
    /// Trains a network to positions, with the size of the hidden layer that the engine has for this game, and prints it.
    pub(super) print_trained: fn(&Self, Vec<&Sample>, &mut Random),
    /// The number of units in a point.
    pub(super) unit: f32,
    /// The power of two by which output weights have a finer unit, with that of the hidden layer.
    pub(super) shift: u32,
}

impl Recipe {
    /// The recipe for rows of this many houses, which Awalé does not ask for.
    pub(super) fn new(variant: Variant, houses: usize) -> Self {
        let scaled = |seeds: [u32; PHASES]| seeds.map(|seeds| seeds * houses as u32 / 12);
        let row = |seeds: &str| seeds.repeat(houses);
        match variant {
            Variant::Awale => Self {
                starts: vec!["awale 444444/444444 0/0 s".to_owned()],
                opening: [2, 20],
                aside: 10,
                houses: 6,
                most_seeds: 19,
                phases: [0, 16, 24, 34],
                greatest_error: 6.0,
                epochs: 10,
                print_trained: Network::<64>::print_trained,
                unit: 100.0,
                shift: 10,
            },
            Variant::Andada => Self {
                starts: vec![format!("andada:repetition=2 {row}/{row} - s o", row = row("2"))],
                opening: [3, 16],
                aside: 64,
                houses,
                most_seeds: 7,
                phases: scaled([0, 18, 26, 34]),
                greatest_error: 1.0,
                epochs: 4,
                print_trained: Network::<32>::print_trained,
                unit: 10_000.0,
                shift: 8,
            },
            Variant::Anywoli => Self {
                starts: vec![format!("anywoli:repetition=2 {row}/{row} 0/0 s", row = row("4"))],
                opening: [1, 20],
                aside: 64,
                houses,
                most_seeds: 5,
                phases: scaled([0, 9, 17, 33]),
                greatest_error: 8.0,
                epochs: 4,
                print_trained: Network::<32>::print_trained,
                unit: 100.0,
                shift: 10,
            },
            Variant::Kalah => Self {
                starts: ["4", "6"].map(|seeds| format!("kalah {row}/{row} 0/0 s", row = row(seeds))).to_vec(),
                opening: [2, 12],
                aside: 64,
                houses,
                most_seeds: 13,
                phases: scaled([0, 48, 80, 120]),
                greatest_error: 8.0,
                epochs: 4,
                print_trained: Network::<32>::print_trained,
                unit: 100.0,
                shift: 10,
            },
        }
    }

    /// The rows of weights: for each number of seeds in each house of both players.
    pub(super) fn rows(&self) -> usize {
        2 * self.houses * self.width()
    }

    /// The rows of a house.
    pub(super) fn width(&self) -> usize {
        usize::from(self.most_seeds) + 1
    }
}
