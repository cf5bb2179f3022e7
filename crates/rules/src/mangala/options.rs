//! The options of Mangala, and what the game says about itself.

use super::{MAX_ROW, rulings};
use crate::about::{About, Preset};
use crate::fault::Part;
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, Span};

/// Houses that a row may have.
const HOUSES: Span = Span::new(4, MAX_ROW as u32);

/// The most seeds of a position for each house in a row (C-7): as many as with six in every house.
const MAX_HOUSE_SEEDS: u32 = 12;

string_enum! {
    /// What becomes of the seeds that are in a row when the other one is empty at the end (MN-6, MN-7).
    pub enum Remaining {
        /// They go to the player whose row is empty.
        Finisher = "finisher",
        /// They go to the owner of the row.
        OwnSide = "own-side",
    }
}

options! {
    /// The options of Mangala.
    {
        /// The number of houses in a row.
        "houses" houses: u32 = 6, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// Whether the game ends when a store holds more than half of all seeds (MN-8).
        "majority" majority: bool = false, Domain::Flag, [MN_8];
        /// The seeds left in a row at the end (MN-6, MN-7).
        "remaining" remaining: Remaining = Remaining::Finisher, Domain::Word(Remaining::NAMES), [MN_6, MN_7];
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 4, Domain::Number(&[Span::new(1, 6)]), [N_2], start_only: true;
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Mangala;
    const ABOUT: &'static About = &About {
        title: "Mangala",
        aliases: &[("mangala-turk", "turkey"), ("gocurme", "turkey"), ("göçürme", "turkey")],
        sources: &["World Ethnosport Confederation, \"Mangala\", worldethnosport.org"],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset { name: "own-side", options: &[("remaining", "own-side")] },
            Preset { name: "first-to-25", options: &[("majority", "true")] },
        ],
        houses: HOUSES,
        parts: &[Part::Stores],
        sows_into_stores: true,
        sows_in_laps: false,
        moves: &[MoveKind::House],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "MN",
        rulings: rulings::ALL,
        endings: &[EndReason::EmptyRow, EndReason::Majority],
        mistakes: [3.0, 9.0],
        levels: 10,
        look: super::look::LOOK,
    };

    fn stores_every_seed(&self) -> bool {
        !self.majority
    }

    fn max_seeds(houses: u32) -> u32 {
        MAX_HOUSE_SEEDS * houses
    }
}
