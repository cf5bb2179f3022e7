//! The options of Kalah, and what the game says about itself.

use super::{MAX_ROW, rulings};
use crate::about::{About, Preset};
use crate::fault::{Fault, Part};
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, Span};

/// Houses that a row may have.
const HOUSES: Span = Span::new(3, MAX_ROW as u32);

/// The most seeds of a position for each house in a row (C-7): as many as with twelve in every house.
const MAX_HOUSE_SEEDS: u32 = 24;

/// The most seeds of a row at the start, half of those that a position may have (C-7).
const MAX_ROW_SEEDS: u32 = 120;

string_enum! {
    /// When a game ends (KA-6, KA-10).
    pub enum End {
        /// When a row is empty after a move.
        EitherRow = "either-row",
        /// When the row of the player to move is empty.
        OwnTurn = "own-turn",
    }
}

string_enum! {
    /// What becomes of the seeds that are in a row when the other one is empty at the end (KA-9).
    pub enum Remaining {
        /// They go to the owner of the row.
        OwnSide = "own-side",
        /// They go to the player whose row is empty.
        Finisher = "finisher",
        /// They stay in the houses and count for nobody.
        Leave = "leave",
    }
}

options! {
    /// The options of Kalah.
    {
        /// Whether the last seed in an empty house of the mover is captured when the opposite house is empty, too
        /// (KA-5).
        "empty-capture" empty_capture: bool = false, Domain::Flag, [KA_4, KA_5];
        /// When the game ends (KA-6, KA-10).
        "end" end: End = End::EitherRow, Domain::Word(End::NAMES), [KA_6, KA_10], number: 1;
        /// The number of houses in a row.
        "houses" houses: u32 = 6, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// The seeds left in a row at the end (KA-9).
        "remaining" remaining: Remaining = Remaining::OwnSide, Domain::Word(Remaining::NAMES), [KA_6, KA_9], number: 2;
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 4, Domain::Number(&[Span::new(1, 12)]), [N_2], start_only: true;
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Kalah;
    const ABOUT: &'static About = &About {
        title: "Kalah",
        aliases: &[("kalaha", "europe")],
        sources: &["Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, \"Solving Kalah\", \
                    ICGA Journal 23 (3), 2000: pages 139 to 147"],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset { name: "six-seeds", options: &[("seeds", "6")] },
            Preset { name: "empty-capture", options: &[("empty-capture", "true")] },
        ],
        houses: HOUSES,
        parts: &[Part::Stores],
        sows_into_stores: true,
        sows_in_laps: false,
        moves: &[MoveKind::House],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "KA",
        rulings: rulings::ALL,
        endings: &[EndReason::EmptyRow],
        mistakes: [3.0, 9.0],
        look: super::look::LOOK,
    };

    fn stores_every_seed(&self) -> bool {
        self.remaining != Remaining::Leave
    }

    fn max_seeds(houses: u32) -> u32 {
        (MAX_HOUSE_SEEDS * houses).min(2 * MAX_ROW_SEEDS)
    }

    fn conflict(&self) -> Option<Fault> {
        let Self { houses, seeds, .. } = *self;
        let fits = houses.saturating_mul(seeds) <= MAX_ROW_SEEDS;
        (!fits).then_some(Fault::RowSeeds { houses, seeds, most: MAX_ROW_SEEDS, even: false })
    }
}
