//! Positions with what a network learns of them.

use ayla_rules::fault::Part;
use ayla_rules::{House, Position};

/// A position, and what the player to move still gains over the opponent.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// What the network is told of each house in the order of sowing, the mover's first: the seeds, or in a game with tuzdiks 0
    /// for one of them and else one more than the seeds.
    pub(super) houses: Vec<u8>,
    /// The seeds in the houses.
    pub(super) seeds: u32,
    /// In points.
    pub(super) gain: f32,
}

impl Sample {
    /// A position with its value to the player to move, stores included.
    pub(super) fn new(position: &Position, value: f64) -> Self {
        let setup = position.setup();
        let [mine, theirs] = [setup.turn, setup.turn.other()];
        let has_tuzdiks = setup.rules.variant().about().parts.contains(&Part::Tuzdiks);
        let told = |(number, seeds, side)| match setup.tuzdik_of(House { side, number }) {
            Some(_) => 0,
            None => seeds as u8 + u8::from(has_tuzdiks),
        };
        let row = |side| (1..).zip(setup.row(side)).map(move |(number, &seeds)| told((number, seeds, side)));
        let seeds = setup.south.iter().chain(&setup.north).sum();
        let [south, north] = setup.stores.unwrap_or_default().map(f64::from);
        let [ahead, _] = mine.order(south - north, north - south);
        Self { houses: row(mine).chain(row(theirs)).collect(), seeds, gain: (value - ahead) as f32 }
    }
}
