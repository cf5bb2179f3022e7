//! Positions with what a network learns of them.

use ayla_rules::fault::Part;
use ayla_rules::{ByTurn, House, Position};

/// A position, and what the player to move still gains over the opponent.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The inputs of the network for each house in the order of sowing, the mover's first: the seeds, or in a game with
    /// tuzdiks 0 for one of them and else one more than the seeds.
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
        let has_tuzdiks = setup.rules.variant().about().parts.contains(&Part::Tuzdiks);
        let input = |(number, seeds, side)| match setup.tuzdik_of(House { side, number }) {
            Some(_) => 0,
            None => seeds as u8 + u8::from(has_tuzdiks),
        };
        let row = |side| (1..).zip(setup.row(side)).map(move |(number, &seeds)| input((number, seeds, side)));
        let seeds = setup.south.iter().chain(&setup.north).sum();
        let houses = row(setup.turn).chain(row(setup.turn.other())).collect();
        let ByTurn { mover, other } = setup.stores.unwrap_or_default().map(f64::from).by_turn(setup.turn);
        Self { houses, seeds, gain: (value - (mover - other)) as f32 }
    }
}
