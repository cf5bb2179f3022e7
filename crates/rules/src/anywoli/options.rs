//! The options of Anywoli.

use super::about::{ABOUT, HOUSES};
use crate::about::About;
use crate::board::{Direction, Side};
use crate::fault::Fault;
use crate::game::GameOptions;
use crate::option::{OptionSpec, QUIET, REPETITION, Remaining, Span};
use crate::ruling;
use crate::setup::Setup;
use crate::variant::Variant;

/// The most seeds that a row can start with.
const MAX_ROW_SEEDS: u32 = 120;

string_enum! {
    /// How the last seeds are taken (AY-6, AY-12).
    #[derive(Default)]
    pub enum LastFour {
        /// The player whose capture leaves four or fewer takes those too, and the game ends.
        #[default]
        LastCaptor = "last-captor",
        /// Once a capture leaves eight or fewer, the player who began the game takes them, and it ends.
        StarterTakesEight = "starter-takes-eight",
        /// No such rule: the game ends when no seed is left.
        PlayOut = "play-out",
    }
}

/// The options of Anywoli.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is documented by its entry in SPECS")]
pub struct Options {
    pub bonus_move: bool,
    pub direction: Direction,
    pub houses: u32,
    pub last_four: LastFour,
    pub quiet: u32,
    pub remaining: Remaining,
    pub repetition: u32,
    pub seeds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bonus_move: false,
            direction: Direction::default(),
            houses: 12,
            last_four: LastFour::default(),
            quiet: 0,
            remaining: Remaining::default(),
            repetition: 0,
            seeds: 4,
        }
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Anywoli;
    const ABOUT: &'static About = &ABOUT;
    const SPECS: &'static [OptionSpec<Self>] = &[
        OptionSpec::flag("bonus-move", |options: &mut Options| &mut options.bonus_move)
            .documented("After a capture by the last seed of a lap the same player moves again.", &[ruling::AY_3, ruling::AY_9]),
        word_option!("direction", direction: Direction).documented("The direction of sowing.", &[ruling::C_2]),
        OptionSpec::number("houses", &[HOUSES], |options: &mut Options| &mut options.houses)
            .documented("Houses in a row; houses times seeds must be even and at most 120.", &[ruling::AY_1])
            .start_only(),
        word_option!("last-four", last_four: LastFour).documented(
            "Who takes the last seeds: the player whose capture leaves four or fewer in play; or, once a capture leaves \
             eight or fewer, the player who began the game; or there is no such rule, and play goes on until no seed is \
             left.",
            &[ruling::AY_6, ruling::AY_12],
        ),
        OptionSpec::number("quiet", QUIET, |options: &mut Options| &mut options.quiet).documented(
            "Stop after this many consecutive moves, passes included, without a capture; 0 is off. Play with few seeds \
             left can go on for ever without it.",
            &[ruling::AY_8],
        ),
        word_option!("remaining", remaining: Remaining).documented(
            "On a stop by quiet, repetition, no-move or agreement the remaining seeds go each to the owner of the house, \
             or half and half (an odd seed leaves the game), or to nobody, and stay in the houses.",
            &[ruling::AY_10, ruling::AW_17],
        ),
        OptionSpec::number("repetition", REPETITION, |options: &mut Options| &mut options.repetition).documented(
            "Stop when the same houses with the same player to move occur for this many times in the line submitted; 0 \
             is off.",
            &[ruling::AW_16],
        ),
        OptionSpec::number("seeds", &[Span::new(1, 8)], |options: &mut Options| &mut options.seeds)
            .documented("Seeds in each house at the start; houses times seeds must be even and at most 120.", &[ruling::AY_1])
            .start_only(),
    ];

    fn houses(&self) -> u32 {
        self.houses
    }

    fn set_houses(&mut self, houses: u32) {
        self.houses = houses;
    }

    fn repetition(&self) -> u32 {
        self.repetition
    }

    fn max_seeds(_: u32) -> u32 {
        2 * MAX_ROW_SEEDS
    }

    fn conflict(&self) -> Option<Fault> {
        let Self { houses, seeds, .. } = *self;
        let row = houses.saturating_mul(seeds);
        let fits = row <= MAX_ROW_SEEDS && row.is_multiple_of(2);
        (!fits).then_some(Fault::RowSeeds { houses, seeds, most: MAX_ROW_SEEDS })
    }

    fn start(&self, first: Side) -> Setup<Self> {
        let mut setup = Setup::filled(*self, self.houses, self.seeds, first);
        setup.stores = Some([0, 0]);
        setup.first = Some(first);
        setup
    }

    /// The seeds of the start, together with the houses in the rows (N-2).
    fn inconsistency<R>(&self, _: &Setup<R>) -> Vec<Fault> {
        self.conflict().filter(|_| HOUSES.contains(self.houses)).into_iter().collect()
    }
}
