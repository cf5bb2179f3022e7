//! Positions with what a network learns of them.

use ayla_rules::Position;
use serde::{Deserialize, Serialize};

/// A position, and what the player to move still gains over the opponent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Sample {
    /// The seeds of each house in the order of sowing, the mover's first.
    pub(super) houses: Vec<u8>,
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
        let rows = setup.row(mine).iter().chain(setup.row(theirs));
        let [south, north] = setup.stores.unwrap_or_default().map(f64::from);
        let [ahead, _] = mine.order(south - north, north - south);
        Self { houses: rows.map(|&seeds| seeds as u8).collect(), gain: (value - ahead) as f32 }
    }

    pub(super) fn seeds(&self) -> u32 {
        self.houses.iter().copied().map(u32::from).sum()
    }
}
