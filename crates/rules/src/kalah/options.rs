//! The options of Kalah, and what the game says about itself.

use super::{MAX_ROW, rulings};
use crate::about::{About, Preset};
use crate::board::{BySide, Direction, Side};
use crate::fault::{Fault, Part};
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, Span};
use crate::setup::{Phase, Setup};

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
        /// The direction of sowing (KA-14).
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2, KA_14], number: 6;
        /// Whether the last seed in an empty house of the mover is captured when the opposite house is empty, too
        /// (KA-5).
        "empty-capture" empty_capture: bool = false, Domain::Flag, [KA_4, KA_5];
        /// When the game ends (KA-6, KA-10).
        "end" end: End = End::EitherRow, Domain::Word(End::NAMES), [KA_6, KA_10], number: 1;
        /// Whether a last seed in the store gives the first move of the game another one (KA-12).
        "first-bonus" first_bonus: bool = true, Domain::Flag, [KA_3, KA_12], number: 4;
        /// The number of houses in a row.
        "houses" houses: u32 = 6, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// Whether the game ends when a store holds more than half of all seeds (KA-13).
        "majority" majority: bool = false, Domain::Flag, [KA_13], number: 5;
        /// Whether the first turn may be answered by a swap (KA-11).
        "pie" pie: bool = false, Domain::Flag, [KA_11], number: 3;
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
            Preset {
                name: "manchester",
                options: &[("first-bonus", "false"), ("houses", "7"), ("pie", "true"), ("seeds", "7")],
            },
        ],
        houses: HOUSES,
        parts: &[Part::Stores, Part::Phase],
        sows_into_stores: true,
        sows_in_laps: false,
        moves: &[MoveKind::House, MoveKind::Swap],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "KA",
        rulings: rulings::ALL,
        endings: &[EndReason::EmptyRow, EndReason::Majority],
        mistakes: [3.0, 9.0],
        levels: 10,
        look: super::look::LOOK,
    };

    fn stores_every_seed(&self) -> bool {
        self.remaining != Remaining::Leave && !self.majority
    }

    fn max_seeds(houses: u32) -> u32 {
        (MAX_HOUSE_SEEDS * houses).min(2 * MAX_ROW_SEEDS)
    }

    fn has_phase(&self) -> bool {
        self.pie || !self.first_bonus
    }

    fn start(&self, first: Side) -> Setup<Self> {
        let phase = self.has_phase().then_some(Phase::Opening);
        Setup { stores: Some(BySide::default()), phase, ..Setup::filled(*self, self.houses, self.seeds, first) }
    }

    /// KA-11 and KA-12.
    fn inconsistency<R>(&self, setup: &Setup<R>) -> Vec<Fault> {
        let is_possible = |phase: &Phase| match phase {
            Phase::Opening => self.has_phase() && setup.over.is_none(),
            Phase::Choice => self.pie && setup.over.is_none(),
            Phase::Play => true,
            Phase::BearOff => false,
        };
        let phase = setup.phase.filter(|phase| !is_possible(phase)).map(|phase| Fault::NoSuchPhase { phase });
        let conflict = self.conflict().filter(|_| HOUSES.contains(self.houses));
        conflict.into_iter().chain(phase).collect()
    }

    fn conflict(&self) -> Option<Fault> {
        let Self { houses, seeds, .. } = *self;
        let fits = houses.saturating_mul(seeds) <= MAX_ROW_SEEDS;
        (!fits).then_some(Fault::RowSeeds { houses, seeds, most: MAX_ROW_SEEDS, even: false })
    }
}
