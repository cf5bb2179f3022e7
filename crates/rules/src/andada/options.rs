//! The options of Andada.

use super::about::{ABOUT, HOUSES};
use crate::about::About;
use crate::board::{Direction, Side};
use crate::fault::{Fault, FaultKind};
use crate::game::GameOptions;
use crate::option::{Domain, OptionSpec, REPETITION, Span};
use crate::setup::{Phase, Setup};
use crate::variant::Variant;

/// Seeds in each house at the start.
pub const SEEDS: u32 = 2;

string_enum! {
    /// Whether bearing off, once begun, lasts (AN-9).
    pub enum BearOff {
        /// To the end of the game.
        Permanent = "permanent",
        /// Only for a move that starts with no house above one seed.
        Momentary = "momentary",
    }
}

options! {
    /// The options of Andada.
    Andada {
        /// Whether bearing off, once begun, lasts to the end, or holds only for a move that starts with no house above
        /// one seed.
        "bear-off" bear_off: BearOff = BearOff::Permanent, Domain::Word(BearOff::NAMES), [AN_5, AN_9];
        /// The direction of sowing.
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2];
        /// Houses in a row. Traditional boards have 12 to 24 or more; smaller ones give shallow games for study.
        "houses" houses: u32 = 12, Domain::Number(&[HOUSES]), [AN_1], start_only: true;
        /// Stop, with no winner, when the same houses, phase and player to move occur for this many times in the line
        /// submitted; 0 is off.
        "repetition" repetition: u32 = 0, Domain::Number(REPETITION), [AN_10];
        /// Players in a team; must divide the houses. Each controls an equal run of houses, seat 1 the leftmost.
        "team" team: u32 = 1, Domain::Number(&[Span::new(1, 4)]), [AN_7];
    }
}

impl Options {
    /// The fault of a team whose players cannot have equally many houses (AN-7).
    fn unequal_team(&self, kind: FaultKind) -> Option<Fault> {
        let Self { team, houses, .. } = *self;
        (!houses.is_multiple_of(team)).then_some(Fault::UnequalTeam { team, houses, kind })
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Andada;
    const ABOUT: &'static About = &ABOUT;
    const SPECS: &'static [OptionSpec<Self>] = SPECS;

    fn houses(&self) -> u32 {
        self.houses
    }

    fn set_houses(&mut self, houses: u32) {
        self.houses = houses;
    }

    fn repetition(&self) -> u32 {
        self.repetition
    }

    fn seats(&self) -> Option<u32> {
        Some(self.team)
    }

    fn max_seeds(houses: u32) -> u32 {
        2 * SEEDS * houses
    }

    fn conflict(&self) -> Option<Fault> {
        self.unequal_team(FaultKind::OptionOutOfRange)
    }

    fn start(&self, first: Side) -> Setup<Self> {
        Setup { phase: Some(Phase::Opening), ..Setup::filled(*self, self.houses, SEEDS, first) }
    }

    /// The team and the phase.
    fn inconsistency<R>(&self, setup: &Setup<R>) -> Vec<Fault> {
        let team = self.unequal_team(FaultKind::Inconsistent).filter(|_| HOUSES.contains(self.houses));
        let mut houses = setup.south.iter().chain(&setup.north);
        let phase = match setup.phase {
            Some(Phase::Opening) => houses.any(|&seeds| seeds != SEEDS).then_some(Fault::NotAnOpening { seeds: SEEDS }),
            Some(Phase::Choice) => (!is_opened(setup)).then_some(Fault::NotOpened),
            Some(Phase::BearOff) => (self.bear_off == BearOff::Momentary).then_some(Fault::MomentaryBearOff),
            Some(Phase::Play) | None => None,
        };
        team.into_iter().chain(phase).collect()
    }
}

/// Whether the houses hold 3, 3, 0 all around the board (AN-1).
fn is_opened<R>(setup: &Setup<R>) -> bool {
    let ring = || setup.south.iter().chain(&setup.north).enumerate();
    (0..3).any(|empty| ring().all(|(index, &seeds)| seeds == if index % 3 == empty { 0 } else { 3 }))
}
