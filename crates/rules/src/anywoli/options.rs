//! The options of Anywoli, and what the game says about itself.

use super::rulings;
use crate::about::{About, Preset};
use crate::board::{BySide, Direction, Side};
use crate::fault::{Fault, Part};
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, QUIET, REPETITION, Remaining, Span};
use crate::setup::Setup;

/// Houses that a row may have.
const HOUSES: Span = Span::new(3, 24);

/// The most seeds that a row can start with.
const MAX_ROW_SEEDS: u32 = 120;

string_enum! {
    /// How the last seeds are taken (AY-6, AY-12).
    pub enum LastFour {
        /// The player whose capture leaves four or fewer takes those too, and the game ends.
        LastCaptor = "last-captor",
        /// Once a capture leaves eight or fewer, the player who began the game takes them, and it ends.
        StarterTakesEight = "starter-takes-eight",
        /// No such rule: the game ends when no seed is left.
        PlayOut = "play-out",
    }
}

options! {
    /// The options of Anywoli.
    {
        /// Whether a capture with the last seed of a lap gives another move (AY-9).
        "bonus-move" bonus_move: bool = false, Domain::Flag, [AY_3, AY_9];
        /// The direction of sowing (C-2).
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2];
        /// The number of houses in a row.
        "houses" houses: u32 = 12, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// The way in which the last seeds are taken (AY-6, AY-12).
        "last-four" last_four: LastFour = LastFour::LastCaptor, Domain::Word(LastFour::NAMES), [AY_6, AY_12];
        /// The number of moves in a row, passes included, without a capture that ends the game (AY-8); 0 is never.
        "quiet" quiet: u32 = 0, Domain::Number(QUIET), [AY_8];
        /// The seeds left in the houses on a stop (AW-17).
        "remaining" remaining: Remaining = Remaining::OwnSide, Domain::Word(Remaining::NAMES), [AY_10, AW_17];
        /// The number of times that a position occurs to end the game (AW-16); 0 is never.
        "repetition" repetition: u32 = 0, Domain::Number(REPETITION), [AW_16];
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 4, Domain::Number(&[Span::new(1, 8)]), [N_2], start_only: true;
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Anywoli;
    const ABOUT: &'static About = &About {
        title: "Anywoli",
        aliases: &[],
        sources: &["Richard Pankhurst, \"Gabata and Related Board Games of Ethiopia and the Horn of Africa\", \
                    Ethiopia Observer 14 (3), 1971: page 203"],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset { name: "finite", options: &[("quiet", "100")] },
            Preset { name: "ba-awa", options: &[("last-four", "starter-takes-eight")] },
            Preset { name: "bonus", options: &[("bonus-move", "true")] },
            Preset { name: "yit-nuri", options: &[("houses", "7")] },
            Preset { name: "yit-jani", options: &[("houses", "13"), ("seeds", "2")] },
        ],
        houses: HOUSES,
        parts: &[Part::Stores, Part::Quiet, Part::First],
        sows_into_stores: false,
        sows_in_laps: true,
        moves: &[MoveKind::House, MoveKind::Pass, MoveKind::Agree],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "AY",
        rulings: rulings::ALL,
        endings: &[
            EndReason::Quiet,
            EndReason::Repetition,
            EndReason::Agreement,
            EndReason::NoMove,
            EndReason::LastFour,
            EndReason::LastEight,
            EndReason::NoSeeds,
        ],
        mistakes: [3.0, 9.0],
        levels: 10,
        look: super::look::LOOK,
    };

    fn max_seeds(_: u32) -> u32 {
        2 * MAX_ROW_SEEDS
    }

    fn conflict(&self) -> Option<Fault> {
        let Self { houses, seeds, .. } = *self;
        let row = houses.saturating_mul(seeds);
        let fits = row <= MAX_ROW_SEEDS && row.is_multiple_of(2);
        (!fits).then_some(Fault::RowSeeds { houses, seeds, most: MAX_ROW_SEEDS, even: true })
    }

    fn start(&self, first: Side) -> Setup<Self> {
        let setup = Setup::filled(*self, self.houses, self.seeds, first);
        Setup { stores: Some(BySide::default()), first: Some(first), ..setup }
    }
}
