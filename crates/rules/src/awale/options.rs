//! The options of Awalé.

use super::about::{ABOUT, ROW};
use crate::about::About;
use crate::board::{Direction, Side};
use crate::game::GameOptions;
use crate::option::{OptionSpec, QUIET, REPETITION, Remaining, Span};
use crate::ruling;
use crate::setup::Setup;
use crate::variant::Variant;

/// The most seeds that a game can start with, and so the most that a position may hold (C-7).
pub const MAX_SEEDS: u32 = 96;

string_enum! {
    /// Which numbers of seeds can be captured (AW-2, AW-10).
    #[derive(Default)]
    pub enum Capture {
        /// A house that holds two or three.
        #[default]
        TwoOrThree = "two-or-three",
        /// Only a house that holds two.
        Two = "two",
    }
}

string_enum! {
    /// What is captured when more houses are capturable than `limit` (AW-9).
    #[derive(Default)]
    pub enum OverLimit {
        /// The last ones sown, up to the limit.
        #[default]
        Last = "last",
        /// Nothing at all.
        Nothing = "none",
    }
}

/// The options of Awalé.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is documented by its entry in SPECS")]
pub struct Options {
    pub capture: Capture,
    pub direction: Direction,
    pub few: u32,
    pub limit: u32,
    pub majority: bool,
    pub over_limit: OverLimit,
    pub quiet: u32,
    pub remaining: Remaining,
    pub repetition: u32,
    pub seeds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            capture: Capture::default(),
            direction: Direction::default(),
            few: 0,
            limit: ROW.into(),
            majority: false,
            over_limit: OverLimit::default(),
            quiet: 0,
            remaining: Remaining::default(),
            repetition: 0,
            seeds: 4,
        }
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Awale;
    const ABOUT: &'static About = &ABOUT;
    const SPECS: &'static [OptionSpec<Self>] = &[
        word_option!("capture", capture: Capture).documented(
            "Which houses can be captured: those that hold two or three seeds, or only those that hold two.",
            &[ruling::AW_2, ruling::AW_10],
        ),
        word_option!("direction", direction: Direction).documented("The direction of sowing.", &[ruling::C_2]),
        OptionSpec::number("few", &[Span::new(0, 48)], |options: &mut Options| &mut options.few)
            .documented("Stop when at most this many seeds are left in the houses; 0 is off.", &[ruling::AW_14]),
        OptionSpec::number("limit", &[Span::new(1, 6)], |options: &mut Options| &mut options.limit)
            .documented("At most this many houses may be captured in one move; 6 is no limit.", &[ruling::AW_8]),
        OptionSpec::flag("majority", |options: &mut Options| &mut options.majority)
            .documented("Stop when a store holds more than half of all seeds.", &[ruling::AW_13]),
        word_option!("over-limit", over_limit: OverLimit).documented(
            "When more houses than the limit are capturable: capture only the last ones sown, or nothing at all.",
            &[ruling::AW_9],
        ),
        OptionSpec::number("quiet", QUIET, |options: &mut Options| &mut options.quiet).documented(
            "Stop after this many consecutive moves, of both players together, without a capture; 0 is off.",
            &[ruling::AW_15],
        ),
        word_option!("remaining", remaining: Remaining).documented(
            "On a stop by agreement, majority, few, quiet or repetition the remaining seeds go each to the owner of the \
             house, or half and half (an odd seed leaves the game), or to nobody, and stay in the houses.",
            &[ruling::AW_17],
        ),
        OptionSpec::number("repetition", REPETITION, |options: &mut Options| &mut options.repetition).documented(
            "Stop when the same houses with the same player to move occur for this many times in the line submitted; 0 \
             is off.",
            &[ruling::AW_16],
        ),
        OptionSpec::number("seeds", &[Span::new(1, 8)], |options: &mut Options| &mut options.seeds)
            .documented("Seeds in each house at the start.", &[ruling::AW_1])
            .start_only(),
    ];

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
        let mut setup = Setup::filled(*self, ROW.into(), self.seeds, first);
        setup.stores = Some([0, 0]);
        setup
    }
}
