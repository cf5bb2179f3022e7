//! The options of Awalé, and what the game says about itself.

use super::rulings;
use crate::about::{About, Preset};
use crate::board::Direction;
use crate::fault::Part;
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, QUIET, REPETITION, Remaining, Span};

/// Houses in a row, unless an option says so (AW-19).
pub const ROW: u8 = 6;

/// Houses that a row may have (AW-19).
const HOUSES: Span = Span::new(3, 12);

/// The most seeds of a position for each house in a row (C-7): as many as with eight in every house.
const MAX_HOUSE_SEEDS: u32 = 16;

/// The most seeds that a game with rows of six houses can start with, and so the most that a position may hold (C-7).
pub const MAX_SEEDS: u32 = MAX_HOUSE_SEEDS * ROW as u32;

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

string_enum! {
    /// What becomes of a move that would capture all the seeds in the opponent's row (AW-3, AW-18, AW-20).
    pub enum GrandSlam {
        /// It captures nothing.
        NoCapture = "no-capture",
        /// It is not legal while there is another move, and else captures nothing.
        Illegal = "illegal",
        /// It captures them, and the game ends.
        Capture = "capture",
        /// It captures them, and the opponent takes those that are left.
        OpponentTakes = "opponent-takes",
        /// It captures all but those of the house furthest left, as the mover sees it.
        LeaveLeft = "leave-left",
        /// It captures all but those of the house furthest right.
        LeaveRight = "leave-right",
    }
}

options! {
    /// The options of Awalé.
    {
        /// The numbers of seeds that can be captured (AW-2, AW-10).
        "capture" capture: Capture = Capture::TwoOrThree, Domain::Word(Capture::NAMES), [AW_2, AW_10];
        /// The direction of sowing (C-2).
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2, AW_2];
        /// The number of seeds left in the houses that ends the game (AW-14); 0 is never.
        "few" few: u32 = 0, Domain::Number(&[Span::new(0, 48)]), [AW_14];
        /// What becomes of a move that would capture all the seeds in the opponent's row (AW-3, AW-18, AW-20).
        "grand-slam" grand_slam: GrandSlam = GrandSlam::NoCapture, Domain::Word(GrandSlam::NAMES), [AW_3, AW_18, AW_20], number: 9;
        /// The number of houses in a row (AW-19).
        "houses" houses: u32 = ROW as u32, Domain::Number(&[HOUSES]), [C_7, N_2, AW_19], start_only: true, number: 10;
        /// The most houses that one move may capture (AW-8).
        "limit" limit: u32 = 6, Domain::Number(&[Span::new(1, 6)]), [AW_8];
        /// Whether more than half of all seeds in a store ends the game (AW-13).
        "majority" majority: bool = false, Domain::Flag, [AW_13];
        /// The houses captured by a move that could capture more than `limit` (AW-9).
        "over-limit" over_limit: OverLimit = OverLimit::Last, Domain::Word(OverLimit::NAMES), [AW_9];
        /// The number of moves in a row without a capture that ends the game (AW-15); 0 is never.
        "quiet" quiet: u32 = 0, Domain::Number(QUIET), [AW_15];
        /// The seeds left in the houses on a stop (AW-17).
        "remaining" remaining: Remaining = Remaining::OwnSide, Domain::Word(Remaining::NAMES), [AW_17];
        /// The number of times that a position occurs to end the game (AW-16); 0 is never.
        "repetition" repetition: u32 = 0, Domain::Number(REPETITION), [AW_16];
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 4, Domain::Number(&[Span::new(1, 8)]), [N_2], start_only: true;
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Awale;
    const ABOUT: &'static About = &About {
        title: "Awalé",
        aliases: &[
            ("awalé", "ivory-coast"),
            ("awele", "ivory-coast"),
            ("awélé", "ivory-coast"),
            ("oware", "ghana"),
            ("ayo", "nigeria"),
            ("wari", "west-africa"),
            ("warri", "caribbean"),
            ("awari", "suriname"),
            ("ouril", "cape-verde"),
        ],
        sources: &[
            "Jean Retschitzki, Stratégies des joueurs d'awélé, 1990",
            "André Deledicq and Assia Popova, Wari et solo: le jeu de calculs africain, 1977",
        ],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset { name: "tournament", options: &[("majority", "true"), ("repetition", "2")] },
            Preset { name: "twos-only", options: &[("capture", "two")] },
        ],
        houses: HOUSES,
        parts: &[Part::Stores, Part::Quiet],
        sows_into_stores: false,
        sows_in_laps: false,
        moves: &[MoveKind::House, MoveKind::Agree],
        letters: true,
        at_a_glance: Some(5),
        ruling_prefix: "AW",
        rulings: rulings::ALL,
        endings: &[
            EndReason::Famine,
            EndReason::Majority,
            EndReason::Few,
            EndReason::Quiet,
            EndReason::Repetition,
            EndReason::Agreement,
        ],
        mistakes: [2.0, 6.0],
        levels: 15,
        look: super::look::LOOK,
    };

    fn stores_every_seed(&self) -> bool {
        (self.repetition > 0 || self.quiet > 0) && self.remaining == Remaining::OwnSide
    }

    fn max_seeds(houses: u32) -> u32 {
        MAX_HOUSE_SEEDS * houses
    }
}

impl Options {
    /// Whether a row in one word plays by these options.
    pub const fn fits_words(&self) -> bool {
        self.houses == ROW as u32
            && matches!(self.grand_slam, GrandSlam::NoCapture | GrandSlam::Illegal | GrandSlam::Capture)
    }
}
