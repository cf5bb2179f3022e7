//! Positions: consistent with their rules, and settled.

use std::fmt;

use super::andada::Andada;
use super::anywoli::{self, Anywoli};
use super::awale::{self, Awale};
use super::board::Side;
use super::legality;
use super::moves::{EndReason, Illegal, Move, Proposal, Status, Winner};
use super::rules::{Game, Rules};
use super::setup::{Fault, Setup};

impl Setup {
    /// The position, settled (C-8).
    ///
    /// # Errors
    ///
    /// Everything that makes the position inconsistent (C-7), all at once.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(match self.rules {
            Rules::Awale(options) => {
                let seeds = awale::Options::default().seeds;
                let options = awale::Options { seeds, ..options };
                Position::Awale(At::new(Awale::new(options, self.seeds()), self))
            }
            Rules::Andada(options) => Position::Andada(At::new(Andada::new(options), self)),
            Rules::Anywoli(options) => {
                let seeds = anywoli::Options::default().seeds;
                Position::Anywoli(At::new(Anywoli::new(anywoli::Options { seeds, ..options }), self))
            }
        })
    }
}

/// A game with its state: one position of it.
#[derive(Copy, Clone, Debug)]
pub struct At<G: Game> {
    /// The rules, ready to play by.
    pub game: G,
    /// The state of the board.
    pub state: G::State,
}

impl<G: Game> At<G> {
    fn new(game: G, setup: &Setup) -> Self {
        Self { game, state: game.place(setup) }
    }

    fn status(&self) -> Status {
        let turn = self.game.turn(&self.state);
        let Some(reason) = self.game.over(&self.state) else {
            return Status::InProgress { can_agree: self.game.knows(Move::Agree) };
        };
        let stores = self.game.stores(&self.state);
        let winner = match stores {
            Some([mine, theirs]) => match mine.cmp(&theirs) {
                std::cmp::Ordering::Greater => turn.into(),
                std::cmp::Ordering::Less => turn.other().into(),
                std::cmp::Ordering::Equal => Winner::Nobody,
            },
            None if reason == EndReason::NoMove => turn.other().into(),
            None => Winner::Nobody,
        };
        let score = stores.map(|[mine, theirs]| match turn {
            Side::South => [mine, theirs],
            Side::North => [theirs, mine],
        });
        Status::Over { reason, winner, score }
    }
}

/// A position of one of the games, consistent with its rules and settled: a game without a move is over (C-8).
#[derive(Copy, Clone, Debug)]
pub enum Position {
    /// Of Awalé.
    Awale(At<Awale>),
    /// Of Andada.
    Andada(At<Andada>),
    /// Of Anywoli.
    Anywoli(At<Anywoli>),
}

impl Position {
    /// The variant and options.
    #[must_use]
    pub fn rules(&self) -> Rules {
        by_variant!(Position, self, at => at.game.rules())
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        by_variant!(Position, self, at => at.game.turn(&at.state))
    }

    /// How the game stands.
    #[must_use]
    pub fn status(&self) -> Status {
        by_variant!(Position, self, at => at.status())
    }

    /// The position as a caller would set it up; [`Setup::position`] gives the same position back.
    #[must_use]
    pub fn setup(&self) -> Setup {
        by_variant!(Position, self, at => at.game.setup(&at.state))
    }

    /// Every legal move but `agree`: houses in ascending order, then the others.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        by_variant!(Position, self, at => legality::legal_moves(&at.game, &at.state))
    }

    /// Every house that the player to move cannot play, with the reason why not.
    #[must_use]
    pub fn illegal_houses(&self) -> Vec<(Move, Illegal)> {
        by_variant!(Position, self, at => legality::illegal_houses(&at.game, &at.state))
    }

    /// Tests a move that somebody asks about, and the seat that makes it, if one is named (AN-7).
    ///
    /// # Errors
    ///
    /// The one reason why the move is not legal (C-9).
    pub fn check(&self, proposal: Proposal, seat: Option<u32>) -> Result<Move, Illegal> {
        by_variant!(Position, self, at => legality::check(&at.game, &at.state, proposal, seat))
    }

    /// The seat that controls the house of a move, from 1, in games with seats (AN-7).
    #[must_use]
    pub fn seat(&self, played: Move) -> Option<u32> {
        match played {
            Move::House(number) => by_variant!(Position, self, at => at.game.seat(number)),
            Move::Pass | Move::Take | Move::Give | Move::Agree => None,
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.setup() == other.setup()
    }
}

impl Eq for Position {}

/// The canonical text (N-1 to N-4).
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
