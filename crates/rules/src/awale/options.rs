//! The options of Awalé, and what the game says about itself.

use crate::about::{About, Preset};
use crate::board::{Direction, Side};
use crate::fault::Part;
use crate::game::GameOptions;
use crate::moves::MoveKind;
use crate::option::{Domain, OptionSpec, QUIET, REPETITION, Remaining, Span};
use crate::setup::Setup;
use crate::status::EndReason;
use crate::variant::Variant;

/// Houses in a row.
pub const ROW: u8 = 6;

/// The most seeds that a game can start with, and so the most that a position may hold (C-7).
pub const MAX_SEEDS: u32 = 96;

string_enum! {
    /// Which numbers of seeds can be captured (AW-2, AW-10).
    pub enum Capture {
        /// A house that holds two or three.
        TwoOrThree = "two-or-three",
        /// Only a house that holds two.
        Two = "two",
    }
}

string_enum! {
    /// What is captured when more houses are capturable than `limit` (AW-9).
    pub enum OverLimit {
        /// The last ones sown, up to the limit.
        Last = "last",
        /// Nothing at all.
        Nothing = "none",
    }
}

options! {
    /// The options of Awalé.
    Awale {
        /// With two-or-three, a house can be captured when it holds two or three seeds; with two, only when it holds two.
        "capture" capture: Capture = Capture::TwoOrThree, Domain::Word(Capture::NAMES), [AW_2, AW_10];
        /// The direction of sowing.
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2, AW_2];
        /// The game stops when at most this many seeds are left in the houses; 0 turns this off.
        "few" few: u32 = 0, Domain::Number(&[Span::new(0, 48)]), [AW_14];
        /// The most houses that one move may capture; 6 is no limit.
        "limit" limit: u32 = 6, Domain::Number(&[Span::new(1, 6)]), [AW_8];
        /// Whether the game stops once a store holds more than half of all seeds.
        "majority" majority: bool = false, Domain::Flag, [AW_13];
        /// When more houses than the limit can be captured, a move captures only those sown last (last), or nothing (none).
        "over-limit" over_limit: OverLimit = OverLimit::Last, Domain::Word(OverLimit::NAMES), [AW_9];
        /// The game stops after this many consecutive moves, of both players together, without a capture; 0 turns this
        /// off.
        "quiet" quiet: u32 = 0, Domain::Number(QUIET), [AW_15];
        /// On a stop by agreement, majority, few, quiet or repetition, the seeds left in the houses go to the owner of each
        /// house (own-side), are halved between the players, an odd seed leaving the game (split), or stay where they are
        /// and count for nobody (leave).
        "remaining" remaining: Remaining = Remaining::OwnSide, Domain::Word(Remaining::NAMES), [AW_17];
        /// The game stops when the same houses, with the same player to move, have occurred this many times in the line
        /// submitted; 0 turns this off.
        "repetition" repetition: u32 = 0, Domain::Number(REPETITION), [AW_16];
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 4, Domain::Number(&[Span::new(1, 8)]), [N_2], start_only: true;
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Awale;
    const ABOUT: &'static About = &About {
        title: "Awalé",
        summary: "Two rows of six houses, by the Abapa rules of Côte d'Ivoire. Twos and threes are captured from the \
                  opponent's row, in a chain backwards from the last seed sown; an empty row must be fed. Most seeds win.",
        sources: &[
            "Jean Retschitzki, Stratégies des joueurs d'awélé, 1990",
            "André Deledicq and Assia Popova, Wari et solo: le jeu de calculs africain, 1977",
        ],
        presets: &[
            Preset {
                name: "default",
                title: "Abapa",
                summary: "Four seeds in each house, twos and threes captured, no stop option.",
                options: &[],
            },
            Preset {
                name: "tournament",
                title: "Tournament",
                summary: "Stops at a majority, and when a position recurs.",
                options: &[("majority", "true"), ("repetition", "2")],
            },
            Preset {
                name: "twos-only",
                title: "Twos only",
                summary: "Only a house that holds two can be captured.",
                options: &[("capture", "two")],
            },
        ],
        houses: Span::new(ROW as u32, ROW as u32),
        parts: &[Part::Stores, Part::Quiet],
        moves: &[MoveKind::House, MoveKind::Agree],
        letters: true,
        endings: &[
            EndReason::Famine,
            EndReason::Majority,
            EndReason::Few,
            EndReason::Quiet,
            EndReason::Repetition,
            EndReason::Agreement,
        ],
    };
    const SPECS: &'static [OptionSpec<Self>] = SPECS;

    fn houses(&self) -> u32 {
        ROW.into()
    }

    fn set_houses(&mut self, _: u32) {}

    fn repetition(&self) -> u32 {
        self.repetition
    }

    fn max_seeds(_: u32) -> u32 {
        MAX_SEEDS
    }

    fn start(&self, first: Side) -> Setup<Self> {
        Setup { stores: Some([0, 0]), ..Setup::filled(*self, ROW.into(), self.seeds, first) }
    }
}
