//! Positions: consistent with their rules, and settled.

use std::cmp::Ordering;
use std::fmt;

use ayla_steps::{count, weights};

use super::board::{BySide, Side};
use super::congklak::NoRound;
use super::fault::{Faults, Malformed};
use super::game::{Game, GameOptions};
use super::illegal::Illegal;
use super::moves::{Move, Proposal};
use super::notation::read_line;
use super::rules::Rules;
use super::setup::Setup;
use super::sowing::Recorder;
use super::status::{Status, Winner};

/// A position of one game: its rules with a state of the board.
#[derive(Copy, Clone, Debug)]
pub struct GamePosition<G: Game> {
    /// The rules, ready to play by.
    pub game: G,
    /// The state of the board.
    pub state: G::State,
}

impl<G: Game> GamePosition<G> {
    fn new<R>(options: G::Options, setup: &Setup<R>) -> Self {
        let game = G::of_setup(options, setup);
        Self { game, state: game.state(setup) }
    }

    fn status(&self) -> Status {
        let turn = self.game.turn(&self.state);
        let Some(reason) = self.game.over(&self.state) else {
            return Status::InProgress { can_agree: G::Options::ABOUT.has_agreement() };
        };
        let winner = match self.game.result(&self.state) {
            Ordering::Greater => turn.into(),
            Ordering::Less => turn.other().into(),
            Ordering::Equal => Winner::Nobody,
        };
        let stores = self.game.stores(&self.state);
        Status::Over { reason, winner, score: stores.map(|stores| stores.by_side(turn)) }
    }

    fn nearest_result(&self, value: f64) -> f64 {
        if self.game.stores(&self.state).is_none() {
            return value;
        }
        let odd = (self.game.setup(&self.state).seeds() % 2) as f64;
        let nearest = if self.game.options().stores_every_seed() {
            2.0 * ((value - odd) / 2.0).round() + odd
        } else {
            value.round()
        };
        // Plus zero, for there is no difference of -0.
        nearest + 0.0
    }
}

enum_of_games! {
    /// A position of one of the games, consistent with its rules and settled: a game without a move is over (C-8).
    ///
    /// A position knows nothing of the moves that led to it. So it never ends by `repetition`; play a
    /// [`Line`](crate::Line) where that option is on.
    ///
    /// ```
    /// use ayla_rules::{Move, Position, Status};
    ///
    /// let position = Position::read("andada 222/222 - s o")?;
    /// let opened = position.play(Move::House(1))?;
    /// assert_eq!(opened.legal_moves(), [Move::Take, Move::Give]);
    /// assert_eq!(opened.status(), Status::InProgress { can_agree: false });
    ///
    /// let error = opened.play(Move::House(1)).expect_err("the choice comes first");
    /// assert_eq!(error.illegal.ruling().number(), "AN-2");
    /// assert_eq!(error.from, opened);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Copy, Clone, Debug)]
    pub enum Position of all GamePosition
}

impl<R: Copy + Into<Rules>> Setup<R> {
    /// The position, settled (C-8).
    ///
    /// # Errors
    ///
    /// Everything that makes the set-up inconsistent (C-7).
    pub fn position(&self) -> Result<Position, Faults> {
        count(weights::POSITION + (self.south.len() + self.north.len()) as u64);
        let rules: Rules = self.rules.into();
        let position = || {
            if let Rules::Awale(options) = rules
                && !options.fits_words()
            {
                return Position::AwaleByHouse(GamePosition::new(options, self));
            }
            by_variant!(Rules => Position, rules, options => GamePosition::new(options, self))
        };
        Faults::check(rules.faults(self), position)
    }
}

impl Rules {
    /// The first position of a game in which `first` begins (C-5).
    ///
    /// # Errors
    ///
    /// What is wrong with the options taken together.
    pub fn first_position(&self, first: Side) -> Result<Position, Faults> {
        match self.conflict() {
            Some(fault) => Err(fault.into()),
            None => self.start(first).position(),
        }
    }
}

impl Position {
    /// Reads the text of a position (N-1 to N-4), such as `awale 444444/444444 0/0 s`. [`read_line`] reads a position
    /// with the moves made since.
    ///
    /// # Errors
    ///
    /// The text is malformed, or everything that makes the position inconsistent (C-7).
    pub fn read(text: &str) -> Result<Self, Faults> {
        let line = read_line(text)?;
        if line.moves.is_empty() { line.setup.position() } else { Err(Malformed::Moves.into()) }
    }

    /// The variant and options.
    pub fn rules(&self) -> Rules {
        by_variant!(Position, self, at => (*at.game.options()).into())
    }

    /// The player to move.
    pub fn turn(&self) -> Side {
        by_variant!(Position, self, at => at.game.turn(&at.state))
    }

    /// The seeds in the stores; none in Andada.
    pub fn stores(&self) -> Option<BySide<u8>> {
        by_variant!(Position, self, at => {
            let stores = at.game.stores(&at.state);
            stores.map(|stores| stores.by_side(at.game.turn(&at.state)))
        })
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        by_variant!(Position, self, at => at.status())
    }

    /// The possible difference of the stores at the end that is nearest to an estimate of it; in games without stores
    /// the estimate itself, which says how likely each side is to win.
    ///
    /// ```
    /// use ayla_rules::Position;
    ///
    /// let position = Position::read("awale:repetition=2 444444/444444 0/0 s")?;
    /// // Every seed goes to one of the players: of 48 seeds nobody has one more.
    /// assert_eq!([0.9, 1.1, -1.2].map(|value| position.nearest_result(value)), [0.0, 2.0, -2.0]);
    /// // Without a stop, play that goes round for ever may leave seeds in the houses.
    /// assert_eq!(Position::read("awale 444444/444444 0/0 s")?.nearest_result(1.1), 1.0);
    /// # Ok::<(), ayla_rules::Faults>(())
    /// ```
    pub fn nearest_result(&self, value: f64) -> f64 {
        by_variant!(Position, self, at => at.nearest_result(value))
    }

    /// The set-up that describes this position; [`Setup::position`] gives the same position back.
    pub fn setup(&self) -> Setup<Rules> {
        by_variant!(Position, self, at => at.game.setup(&at.state).map_rules(Rules::from))
    }

    /// Every legal move but `agree`: houses in ascending order, then the others.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.count_houses();
        by_variant!(Position, self, at => at.legal_moves())
    }

    /// Every house that the player to move cannot play, with the reason.
    pub fn illegal_houses(&self) -> Vec<(Move, Illegal)> {
        self.count_houses();
        by_variant!(Position, self, at => at.illegal_houses())
    }

    /// Tests a proposed move, and the seat that makes it, if one is named (AN-7).
    ///
    /// # Errors
    ///
    /// The one reason why the move is not legal (C-9).
    pub fn check(&self, proposal: Proposal, seat: Option<u32>) -> Result<Move, Illegal> {
        count(weights::MOVE);
        by_variant!(Position, self, at => at.check(proposal, seat))
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The one reason why the move is not legal (C-9), with this position.
    #[expect(clippy::result_large_err, reason = "the error gives back what was taken, and is hardly larger")]
    pub fn play(self, proposal: impl Into<Proposal>) -> Result<Self, PlayError<Self>> {
        match self.check(proposal.into(), None) {
            Ok(played) => Ok(self.play_unchecked(played, &mut ()).unwrap_or(self)),
            Err(illegal) => Err(PlayError { illegal, from: self }),
        }
    }

    /// Plays a move that [`check`](Self::check) has found legal, and records what happens. Answers nothing for a move
    /// that cannot be played at all, and any position, without panic, for another that is not legal; what was recorded
    /// is then of no use.
    pub fn play_unchecked<R: Recorder>(self, played: Move, recorder: &mut R) -> Option<Self> {
        count(weights::MOVE);
        Some(by_variant!(Position => Position, self, at => {
            GamePosition { state: at.game.play(&at.state, played, &[], recorder)?, ..at }
        }))
    }

    /// The round after this one, which has ended (CO-15). `first` begins it; without, the player with fewer seeds does,
    /// and South at equal stores (CO-16).
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn next_round(&self, first: Option<Side>) -> Result<Self, NoRound> {
        let Self::Congklak(at) = self else { return Err(NoRound::OtherGame) };
        let next = at.game.setup(&at.state).next_round(first)?;
        Ok(Self::Congklak(GamePosition::new(*at.game.options(), &next)))
    }

    /// Counts the work of looking at each house of a row. That of long sowings is counted where they happen.
    fn count_houses(&self) {
        count(u64::from(self.rules().houses()) * weights::MOVE);
    }

    /// The seat that controls the house of a move, from 1, in games with seats (AN-7).
    pub fn seat(&self, played: Move) -> Option<u32> {
        let Move::House(number) = played else { return None };
        by_variant!(Position, self, at => at.game.seat(number))
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

/// Why a move could not be played, with the position or line that it was to be played from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayError<T> {
    /// The one reason (C-9).
    pub illegal: Illegal,
    /// What was taken, unchanged.
    pub from: T,
}

impl<T> fmt::Display for PlayError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.illegal.fmt(f)
    }
}

impl<T: fmt::Debug> std::error::Error for PlayError<T> {}

#[cfg(test)]
mod tests {
    use ayla_steps::within;

    use super::*;
    use crate::board::House;
    use crate::fault::{Fault, FaultPlace, Part};
    use crate::games::Variant;
    use crate::illegal::IllegalReason;
    use crate::line::Line;

    fn position(text: &str) -> Position {
        Position::read(text).expect("a position")
    }

    #[test]
    fn a_result_is_even_or_odd_as_the_number_of_seeds() {
        for (text, nearest) in [
            ("kalah 444444/444444 0/0 s", [0.0, 0.0, 2.0, -2.0]),
            ("kalah 444444/444442 0/0 s", [0.0, 0.0, 2.0, -2.0]),
            ("kalah 444444/444443 0/0 s", [-1.0, 1.0, 3.0, -3.0]),
            ("kalah:remaining=leave 444444/444443 0/0 s", [0.0, 0.0, 2.0, -2.0]),
            ("awale 444444/444443 0/0 s", [0.0, 0.0, 2.0, -2.0]),
            ("awale:quiet=9 444444/444443 0/0 s", [-1.0, 1.0, 3.0, -3.0]),
            ("awale:repetition=2 444444/444443 0/0 s", [-1.0, 1.0, 3.0, -3.0]),
            ("awale:remaining=leave,repetition=2 444444/444443 0/0 s", [0.0, 0.0, 2.0, -2.0]),
            ("congklak 7777777/7777776 0/0 s", [-1.0, 1.0, 3.0, -3.0]),
            ("mangala 444444/444443 0/0 s", [-1.0, 1.0, 3.0, -3.0]),
            ("mangala:majority=true 444444/444443 0/0 s", [0.0, 0.0, 2.0, -2.0]),
            ("andada 111/111 - s", [-0.2, 0.2, 2.1, -2.1]),
        ] {
            let position = position(text);
            assert_eq!([-0.2, 0.2, 2.1, -2.1].map(|value| position.nearest_result(value)), nearest, "{text}");
        }
        // What lies between two results is rounded alike for both players.
        let even = position("kalah 444444/444444 0/0 s");
        assert_eq!([1.0, -1.0].map(|value| even.nearest_result(value)), [2.0, -2.0]);
        assert!(even.nearest_result(-0.2).is_sign_positive());
    }

    #[test]
    fn a_game_has_the_stores_and_seats_that_it_is_said_to_have() {
        for &variant in Variant::ALL {
            let rules = variant.default_rules();
            let start = rules.first_position(Side::North).expect("consistent");
            assert_eq!(start.stores().is_some(), variant.about().parts.contains(&Part::Stores), "{variant}");
            assert_eq!(start.seat(Move::House(1)), rules.seats(), "{variant}");
        }
        assert_eq!(position("kalah 444444/444444 3/5 n").stores(), Some(BySide { south: 3, north: 5 }));
    }

    /// AN-6, AN-10, AN-11; where there are stores, the fuller one wins.
    #[test]
    fn the_winner_follows_from_the_reason_or_the_stores() {
        for (text, expected) in [
            ("andada 000/111 - s over=no-move", Winner::North),
            ("andada 111/111 - n over=repetition", Winner::Nobody),
            ("andada:end=empty-row 000/111 - s over=empty-row", Winner::North),
            ("andada:end=empty-row 000/111 - n over=empty-row", Winner::North),
            ("andada:end=empty-row 111/000 - s over=empty-row", Winner::South),
            ("andada:end=empty-row 000/000 - s over=empty-row", Winner::North),
            ("andada:end=empty-row 111/111 - s over=empty-row", Winner::North),
            ("kalah 000000/000000 30/18 n over=empty-row", Winner::South),
            ("kalah 000000/000000 18/30 n over=empty-row", Winner::North),
            ("kalah 000000/000000 24/24 s over=empty-row", Winner::Nobody),
        ] {
            let status = position(text).status();
            assert!(matches!(status, Status::Over { winner, .. } if winner == expected), "{text}: {status:?}");
        }
    }

    #[test]
    fn a_seat_controls_an_equal_part_of_the_row() {
        let position = position("andada:team=3 100000000/000100000 - n");
        let seats: Vec<_> = (1..=9).map(|number| position.seat(Move::House(number))).collect();
        assert_eq!(seats, [1, 1, 1, 2, 2, 2, 3, 3, 3].map(Some));
        assert_eq!([Move::Pass, Move::House(0)].map(|played| position.seat(played)), [None, None]);
        for seat in 1..=3 {
            let checked = position.check(Move::House(4).into(), Some(seat)).map_err(|illegal| illegal.reason());
            let expected = if seat == 2 { Ok(Move::House(4)) } else { Err(IllegalReason::NotYourHouse) };
            assert_eq!(checked, expected, "seat {seat}");
        }
    }

    #[test]
    fn the_fault_of_too_many_seeds_is_where_they_are() {
        let house = |side, number| FaultPlace::House(House { side, number });
        for (text, place) in [
            ("awale 0(97)0000/000000 0/0 s", house(Side::South, 2)),
            ("awale 000000/00(97)000 0/0 s", house(Side::North, 3)),
            ("awale 100000/000000 0/97 s", FaultPlace::Part(Part::Stores)),
            ("awale 1(96)0000/000000 0/0 s", FaultPlace::Row(Side::South)),
            ("awale 100000/(96)00000 0/0 s", FaultPlace::Row(Side::North)),
            ("awale (50)00000/(50)00000 0/0 s", FaultPlace::Row(Side::South)),
        ] {
            let faults = Position::read(text).expect_err("too many seeds");
            assert_eq!(faults.iter().map(Fault::place).collect::<Vec<_>>(), [place], "{text}");
        }
    }

    #[test]
    fn work_is_counted_where_it_is_done() {
        let steps = |work: &dyn Fn()| within(u64::MAX - 1, work).steps;
        let start = position("awale 444444/444444 0/0 s");
        let setup = start.setup();
        assert_eq!(steps(&|| assert!(setup.position().is_ok())), weights::POSITION + 12);
        assert_eq!(steps(&|| assert_eq!(start.legal_moves().len(), 6)), 6 * weights::MOVE);
        assert_eq!(steps(&|| assert_eq!(start.illegal_houses().len(), 0)), 6 * weights::MOVE);
        assert_eq!(steps(&|| assert!(start.check(Move::House(1).into(), None).is_ok())), weights::MOVE);
        assert_eq!(steps(&|| assert!(start.play_unchecked(Move::House(1), &mut ()).is_some())), weights::MOVE);
    }

    /// Two seeds that go round one behind the other, and what a move is compared with.
    #[test]
    fn the_work_of_looking_back_is_counted() {
        let mut line = Line::from(position("awale:repetition=10 100000/100000 23/23 s"));
        for looks in 0..4 {
            for _ in 0..8 {
                let played = line.position().legal_moves()[0];
                let steps = within(u64::MAX - 1, || assert!(line.play_unchecked(played, &mut ()))).steps;
                assert_eq!(steps, weights::MOVE + looks * weights::EIGHT_POSITIONS);
            }
        }
    }
}
