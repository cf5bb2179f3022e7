//! Andada of the Kunama: long rows, an opening of its own, relay sowing, cross captures, bearing off (rulings AN).

use std::cmp::Ordering;

mod look;
mod options;

pub use self::options::{BearOff, End, Options, SEEDS};
use super::board::{Board, Side};
use super::game::{Game, GameOptions, recurs};
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::ruling;
use super::setup::{Phase, Setup};
use super::sowing::{CycleDetector, Destination, Endless, Hand, MAX_LAPS, Recorder};

rulings! {
    AN_1 = "AN-1", AN_2 = "AN-2", AN_3 = "AN-3", AN_4 = "AN-4", AN_5 = "AN-5", AN_6 = "AN-6", AN_7 = "AN-7",
    AN_8 = "AN-8", AN_9 = "AN-9", AN_10 = "AN-10", AN_11 = "AN-11",
}

/// A position of Andada.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    /// Seeds on the board.
    seeds: u8,
    turn: Side,
    phase: Phase,
    over: Option<EndReason>,
}

impl State {
    /// The seeds in every house.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of seeds on the board.
    #[inline]
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The phase.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether a player's row is empty.
    #[inline]
    fn is_empty(&self, side: Side) -> bool {
        self.board.side(side).iter().all(|&seeds| seeds == 0)
    }

    /// Whether no house holds more than one seed (AN-5).
    fn is_thin(&self) -> bool {
        self.board.seeds().iter().all(|&seeds| seeds <= 1)
    }
}

/// Andada, ready to play.
#[derive(Copy, Clone, Debug)]
pub struct Andada {
    options: Options,
}

impl Andada {
    /// The game with these options.
    pub const fn new(options: Options) -> Self {
        Self { options }
    }

    /// The opening move: two by two around the whole board (AN-1).
    fn open<R: Recorder>(&self, state: &mut State, origin: u8, recorder: &mut R) -> Result<(), Endless> {
        let laps = state.board.houses() / 3;
        let mut hand = Hand::new(&mut state.board, self.options.ring(), origin, recorder);
        for _ in 0..laps {
            hand.pick_up()?;
            while hand.seeds > 0 {
                hand.sow();
            }
            hand.index = hand.board.next(hand.index);
        }
        state.phase = Phase::Choice;
        Ok(())
    }

    /// A regular move: relay sowing, capture, bearing off (AN-3 to AN-5).
    #[inline]
    fn sow<R: Recorder>(&self, state: &mut State, origin: u8, recorder: &mut R) -> Result<(), Endless> {
        let bearing_off = match self.options.bear_off {
            BearOff::Permanent => state.phase == Phase::BearOff,
            BearOff::Momentary => state.is_thin(),
        };
        let own = state.board.row_of(state.turn);
        let mut hand = Hand::new(&mut state.board, self.options.ring(), origin, recorder);
        let mut cycle = CycleDetector::new(&hand);
        loop {
            cycle.check(&hand)?;
            hand.pick_up()?;
            let mut held = 0;
            while hand.seeds > 0 {
                if bearing_off && hand.index + 1 == own.end {
                    state.seeds -= hand.bear_off(ruling::AN_5);
                    return Ok(());
                }
                held = hand.sow();
            }
            if held == 1 {
                break;
            }
        }
        let facing = hand.board.opposite(hand.index);
        if own.contains(&hand.index) && hand.board.get(facing) > 0 {
            state.seeds -= hand.capture(facing, Destination::Off, ruling::AN_4);
        }
        Ok(())
    }

    /// Whether the player to move has a move: one whose sowing ends (AN-6, AN-8).
    fn can_move(&self, state: &State) -> bool {
        // The opening finds two seeds in every house (C-7).
        if matches!(state.phase, Phase::Opening | Phase::Choice) {
            return true;
        }
        let filled = || state.board.filled_houses(state.turn);
        // Nearly always some house ends its sowing with the first lap, which needs no sowing to see.
        filled().any(|index| state.board.lap_end(index) == Some(0))
            || filled().any(|index| self.sow(&mut { *state }, index, &mut ()).is_ok())
    }

    /// Whether a row is empty, by rules that end the game then (AN-11).
    #[inline]
    fn has_empty_row(&self, state: &State) -> bool {
        self.options.end == End::EmptyRow && Side::ALL.iter().any(|&side| state.is_empty(side))
    }

    /// The state once its turn has come: the end of the game, if this is it (AN-6, AN-10, AN-11).
    #[inline]
    fn settle(&self, mut state: State, past: &[State]) -> State {
        if self.has_empty_row(&state) {
            state.over = Some(EndReason::EmptyRow);
        } else if !self.can_move(&state) {
            state.over = Some(EndReason::NoMove);
        } else if recurs(self, &state, past, |earlier| earlier.board == state.board) {
            state.over = Some(EndReason::Repetition);
        }
        state
    }
}

impl Game for Andada {
    type Options = Options;
    type State = State;

    fn with_options(options: Options, _: u32) -> Self {
        Self::new(options)
    }

    #[inline]
    fn options(&self) -> &Options {
        &self.options
    }

    #[inline]
    fn turn(&self, state: &State) -> Side {
        state.turn
    }

    #[inline]
    fn over(&self, state: &State) -> Option<EndReason> {
        state.over
    }

    /// A player without a move has lost (AN-6). Of an empty row, the owner has; if both are empty, or none is, the
    /// player to move (AN-11).
    fn result(&self, state: &State) -> Ordering {
        let other = state.turn.other();
        match state.over {
            Some(EndReason::EmptyRow) if state.is_empty(other) && !state.is_empty(state.turn) => Ordering::Greater,
            Some(EndReason::EmptyRow | EndReason::NoMove) => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    fn setup(&self, state: &State) -> Setup<Options> {
        let rows = state.board.rows(self.options.direction);
        let setup = Setup::of_rows(self.options, rows, state.turn);
        Setup { phase: Some(state.phase), over: state.over, ..setup }
    }

    fn state<R>(&self, setup: &Setup<R>) -> State {
        let board = setup.board(self.options.ring());
        let state = State {
            board,
            seeds: board.sum(Side::South) + board.sum(Side::North),
            turn: setup.turn,
            phase: setup.phase.unwrap_or(Phase::Play),
            over: setup.over,
        };
        if state.over.is_some() { state } else { self.settle(state, &[]) }
    }

    #[inline]
    fn occupied(&self, state: &State) -> MoveSet {
        state.board.occupied(state.turn, self.options.direction)
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.over.is_some() {
            return MoveSet::default();
        }
        if state.phase == Phase::Choice {
            return MoveSet::CHOICE;
        }
        self.occupied(state)
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let mut next = *state;
        match (state.phase, played) {
            (Phase::Choice, Move::Take) => {
                next.phase = Phase::Play;
                return Some(self.settle(next, past));
            }
            (Phase::Choice, Move::Give) => next.phase = Phase::Play,
            (Phase::Opening, Move::House(number)) => {
                self.open(&mut next, self.options.ring().find(state.turn, number)?, recorder).ok()?;
            }
            (Phase::Play | Phase::BearOff, Move::House(number)) => {
                self.sow(&mut next, self.options.ring().find(state.turn, number)?, recorder).ok()?;
                if self.options.bear_off == BearOff::Permanent && next.is_thin() {
                    next.phase = Phase::BearOff;
                }
            }
            (_, Move::House(_) | Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap) => return None,
        }
        next.turn = state.turn.other();
        Some(self.settle(next, past))
    }

    #[inline]
    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.seeds == later.seeds && earlier.phase == later.phase
    }

    fn is_wrong_phase(&self, state: &State, played: Move) -> bool {
        (state.phase == Phase::Choice) != matches!(played, Move::Take | Move::Give)
    }

    fn seat(&self, house: u8) -> Option<u32> {
        Some(u32::from(house).checked_sub(1)? / (self.options.houses / self.options.team) + 1)
    }

    fn check(&self, state: &State, played: Move) -> Result<(), Illegal> {
        let (mover, Move::House(house)) = (state.turn, played) else { return Ok(()) };
        if self.options.ring().find(mover, house).is_none_or(|index| state.board.get(index) == 0) {
            Err(Illegal::EmptyHouse { mover, house, ruling: ruling::AN_3 })
        } else if self.play(state, played, &[], &mut ()).is_none() {
            Err(Illegal::EndlessSowing { mover, house, laps: MAX_LAPS })
        } else {
            Ok(())
        }
    }
}
