//! Togyzqumalaq of Kazakhstan, in Kyrgyzstan Toguz korgool: single sowing whose first seed goes back, captures of even
//! numbers, and tuzdiks, houses whose seeds go to the other player for the rest of the game (rulings TQ).

mod look;
mod options;

pub use self::options::Options;
use super::board::{BySide, ByTurn, House, Side};
use super::game::{Game, GameOptions, recurs};
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::option::OptionTable;
use super::ruling;
use super::setup::{MAX_QUIET, Setup};
use super::sowing::{Event, Recorder};
use super::two_rows::{Last, Sowing, Stage, Taker, TwoRows};

rulings! {
    TQ_1 = "TQ-1", TQ_2 = "TQ-2", TQ_3 = "TQ-3", TQ_4 = "TQ-4", TQ_5 = "TQ-5", TQ_6 = "TQ-6", TQ_7 = "TQ-7",
    TQ_8 = "TQ-8", TQ_9 = "TQ-9", TQ_10 = "TQ-10",
}

/// The most houses in a row.
pub const MAX_ROW: usize = 9;

/// A position of Togyzqumalaq.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The rows with their stores, whose turn it is, and whether the game is over.
    pub rows: TwoRows,
    tuzdiks: Tuzdiks,
    quiet: u32,
}

impl State {
    /// The number of the house in the opponent's row that is this player's tuzdik.
    #[inline]
    pub const fn tuzdik(&self, owner: Side) -> Option<u8> {
        match self.tuzdiks.0[owner as usize] {
            0 => None,
            house => Some(house),
        }
    }

    /// The number of moves in a row that put no seed into a store.
    #[inline]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }
}

/// The tuzdiks by [`Side::index`] of their owners, each by its number in the other row; 0 for none (TQ-4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Tuzdiks([u8; 2]);

/// A sowing past the tuzdiks.
struct PastTuzdiks {
    mover: Side,
    tuzdiks: ByTurn<u8>,
}

/// TQ-1, TQ-2 and TQ-6.
impl Sowing for PastTuzdiks {
    const FIRST_GOES_BACK: bool = true;
    const INTO_STORE: bool = false;

    #[inline]
    fn taker(&self, row: Side) -> Option<Taker> {
        let to = row.other();
        let ByTurn { mover, other } = self.tuzdiks;
        let at = (if row == self.mover { other } else { mover }).checked_sub(1)?;
        Some(Taker { at: at.into(), to, ruling: ruling::TQ_6 })
    }
}

/// Togyzqumalaq, ready to play.
#[derive(Copy, Clone, Debug)]
pub struct Togyzqumalaq {
    options: Options,
    /// A store with more seeds than this holds more than half of all.
    half: u8,
}

impl Togyzqumalaq {
    /// Whether a house in the opponent's row can become a tuzdik of the player to move (TQ-5, TQ-7).
    #[inline]
    fn can_arise(&self, state: &State, house: u8) -> bool {
        let Tuzdiks([south, north]) = state.tuzdiks;
        let ByTurn { mover, other } = BySide { south, north }.by_turn(state.rows.turn);
        self.options.tuzdik && mover == 0 && u32::from(house) < self.options.houses && house != other
    }

    /// Sows the seeds of the house at a place of the row of the player to move, and captures (TQ-1 to TQ-7).
    #[inline]
    fn sow<R: Recorder>(&self, state: &mut State, origin: usize, recorder: &mut R) {
        let ring = self.options.ring();
        let mover = state.rows.turn;
        let Tuzdiks([south, north]) = state.tuzdiks;
        let sowing = PastTuzdiks { mover, tuzdiks: BySide { south, north }.by_turn(mover) };
        let Last::House { row, at, holds } = state.rows.sow(&sowing, ring, origin, recorder) else { return };
        if row == mover {
            return;
        }
        let number = at as u8 + 1;
        if holds % 2 == 0 {
            state.rows.capture(ring, row, at, ruling::TQ_3, recorder);
        } else if holds == 3 && self.can_arise(state, number) {
            state.rows.capture(ring, row, at, ruling::TQ_4, recorder);
            state.tuzdiks.0[mover.index()] = number;
            recorder.record(Event::Tuzdik { house: House { side: row, number }, to: mover, ruling: ruling::TQ_4 });
        }
    }

    /// Ends the game if the player to move cannot (TQ-8).
    #[inline]
    fn settle<R: Recorder>(&self, state: &mut State, recorder: &mut R) {
        if state.rows.row(state.rows.turn).iter().all(|&seeds| seeds == 0) {
            let left = state.rows.sums();
            state.rows.end_and_share(EndReason::NoMove, left, ruling::TQ_8, recorder);
        }
    }

    /// Why a stop ends the game with this position (TQ-9, TQ-10).
    #[inline]
    fn stop(&self, state: &State, past: &[State]) -> Option<EndReason> {
        let Options { majority, quiet, .. } = self.options;
        if majority && state.rows.stores().iter().any(|&store| store > self.half) {
            Some(EndReason::Majority)
        } else if quiet > 0 && state.quiet >= quiet {
            Some(EndReason::Quiet)
        } else if recurs(self, state, past, |earlier| earlier.rows == state.rows) {
            Some(EndReason::Repetition)
        } else {
            None
        }
    }
}

impl Game for Togyzqumalaq {
    type Options = Options;
    type State = State;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, seeds: u32) -> Self {
        Self { options: options.without_seeds(), half: (seeds / 2) as u8 }
    }

    #[inline]
    fn options(&self) -> &Options {
        &self.options
    }

    #[inline]
    fn turn(&self, state: &State) -> Side {
        state.rows.turn
    }

    #[inline]
    fn over(&self, state: &State) -> Option<EndReason> {
        state.rows.over()
    }

    #[inline]
    fn stores(&self, state: &State) -> Option<ByTurn<u8>> {
        Some(state.rows.stores().by_turn(state.rows.turn))
    }

    fn setup(&self, state: &State) -> Setup<Options> {
        let tuzdiks = BySide::from_fn(|owner| state.tuzdik(owner).map(u32::from));
        Setup { tuzdiks, quiet: Some(state.quiet), ..state.rows.setup(self.options) }
    }

    fn state<R>(&self, setup: &Setup<R>) -> State {
        let BySide { south, north } = setup.tuzdiks.map(|house| house.unwrap_or(0) as u8);
        let mut state = State {
            rows: TwoRows::of_setup(setup, self.options.ring()),
            tuzdiks: Tuzdiks([south, north]),
            quiet: setup.quiet.unwrap_or(0),
        };
        if setup.over.is_none() {
            self.settle(&mut state, &mut ());
        }
        state
    }

    #[inline]
    fn occupied(&self, state: &State) -> MoveSet {
        state.rows.occupied(self.options.ring())
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.rows.stage == Stage::Play { self.occupied(state) } else { MoveSet::default() }
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let Move::House(number) = played else { return None };
        let origin = state.rows.origin(self.options.ring(), number)?;
        let mut next = *state;
        self.sow(&mut next, origin, recorder);
        next.quiet = if self.could_recur(state, &next) { MAX_QUIET.min(state.quiet + 1) } else { 0 };
        next.rows.turn = next.rows.turn.other();
        self.settle(&mut next, recorder);
        if next.rows.stage == Stage::Play
            && let Some(reason) = self.stop(&next, past)
        {
            next.rows.stage = Stage::Over(reason);
        }
        Some(next)
    }

    /// As long as no seed goes to a store, no tuzdik arises either.
    #[inline]
    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.rows.has_stores_of(&later.rows)
    }

    fn check(&self, state: &State, played: Move) -> Result<(), Illegal> {
        let (mover, Move::House(house)) = (state.rows.turn, played) else { return Ok(()) };
        let owner = mover.other();
        if state.rows.origin(self.options.ring(), house).is_some() {
            Ok(())
        } else if state.tuzdik(owner) == Some(house) {
            Err(Illegal::Tuzdik { mover, owner, house, ruling: ruling::TQ_6 })
        } else {
            Err(Illegal::EmptyHouse { mover, house, ruling: ruling::TQ_1 })
        }
    }
}
