//! Positions with what a network learns of them.

use ayla_rules::fault::Part;
use ayla_rules::{House, Position};
use serde::{Deserialize, Serialize};

/// A position, and what the player to move still gains over the opponent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Sample {
    /// What the network is told of each house in the order of sowing, the mover's first: the seeds, or in a game with tuzdiks 0
    /// for one of them and else one more than the seeds.
    pub(super) houses: Vec<u8>,
    /// The seeds in the houses.
    pub(super) seeds: u32,
    /// In points. Written as its bits, so that it is the same when it is read.
    #[serde(with = "bits")]
    pub(super) gain: f32,
}

mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(gain: &f32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(gain.to_bits())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
        u32::deserialize(deserializer).map(f32::from_bits)
    }
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
