//! The options of Andada, and what the game says about itself.

use super::rulings;
use crate::about::{About, Preset};
use crate::board::{Direction, Side};
use crate::fault::{Fault, FaultKind, Part};
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, REPETITION, Span};
use crate::setup::{Phase, Setup};

/// Houses that a row may have.
const HOUSES: Span = Span { min: 3, max: 48, step: 3 };

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

string_enum! {
    /// When a game ends (AN-11).
    pub enum End {
        /// When the player to move has no legal move.
        NoMove = "no-move",
        /// Also when a row is empty after a move.
        EmptyRow = "empty-row",
    }
}

options! {
    /// The options of Andada.
    {
        /// Whether bearing off, once begun, lasts (AN-9).
        "bear-off" bear_off: BearOff = BearOff::Permanent, Domain::Word(BearOff::NAMES), [AN_5, AN_9];
        /// The direction of sowing (C-2).
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2, AN_5];
        /// When the game ends (AN-11).
        "end" end: End = End::NoMove, Domain::Word(End::NAMES), [AN_6, AN_11], number: 4;
        /// The number of houses in a row.
        "houses" houses: u32 = 12, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// The number of times that a position occurs to end the game (AN-10); 0 is never.
        "repetition" repetition: u32 = 0, Domain::Number(REPETITION), [AN_10];
        /// The number of players in a team (AN-7).
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
    const ABOUT: &'static About = &About {
        title: "Andada",
        aliases: &[],
        sources: &["Richard Pankhurst, \"Gabata and Related Board Games of Ethiopia and the Horn of Africa\", \
                    Ethiopia Observer 14 (3), 1971: Game 10"],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset { name: "houses-24", options: &[("houses", "24")] },
            Preset { name: "teams-of-four", options: &[("team", "4")] },
            Preset { name: "clockwise", options: &[("direction", "clockwise")] },
            Preset { name: "finite", options: &[("repetition", "2")] },
        ],
        houses: HOUSES,
        parts: &[Part::Phase],
        sows_into_stores: false,
        sows_in_laps: true,
        moves: &[MoveKind::House, MoveKind::Take, MoveKind::Give],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "AN",
        rulings: rulings::ALL,
        endings: &[EndReason::NoMove, EndReason::Repetition, EndReason::EmptyRow],
        mistakes: [0.2, 0.8],
        levels: 13,
        look: super::look::LOOK,
    };

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
