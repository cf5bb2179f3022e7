//! Awalé house by house: rows of any length and every grand slam (AW-19, AW-20). It is slower than a row in one word,
//! which plays what [fits one](Options::fits_words).

use std::ops::Range;

use super::{Capture, GrandSlam, Options, OverLimit};
use crate::board::{BySide, ByTurn, Direction, Side};
use crate::game::{Game, GameOptions, recurs};
use crate::games::EndReason;
use crate::illegal::Illegal;
use crate::moves::{Move, MoveSet};
use crate::option::OptionTable;
use crate::ruling;
use crate::setup::{MAX_QUIET, Setup};
use crate::sowing::{Event, Recorder};
use crate::two_rows::{Houses, Last, Sowing, Stage, TwoRows};

/// A position of Awalé, house by house.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The rows with their stores, whose turn it is, and whether the game is over.
    pub rows: TwoRows,
    quiet: u32,
}

impl State {
    /// The number of moves in a row that captured nothing.
    #[inline]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }
}

/// A sowing that skips the house just emptied (AW-1).
struct Skipping {
    origin: Houses,
}

impl Sowing for Skipping {
    const INTO_STORE: bool = false;
    const SKIPS: bool = true;

    #[inline]
    fn skipped(&self) -> Houses {
        self.origin
    }
}

/// What a sowing captures: houses of the opponent, by their places, and whether that is a grand slam (AW-3).
struct Captured {
    places: Range<usize>,
    is_grand_slam: bool,
}

/// Awalé house by house, ready to play by some options.
#[derive(Copy, Clone, Debug)]
pub struct AwaleByHouse {
    options: Options,
    /// A store with more seeds than this holds more than half of all.
    half: u8,
}

impl AwaleByHouse {
    /// Sows the seeds of the house at a place of the mover's row. Answers what could be captured, before AW-3.
    fn sow<R: Recorder>(&self, rows: &mut TwoRows, origin: usize, recorder: &mut R) -> Captured {
        let mover = rows.turn;
        let skipping = Skipping { origin: Houses::of(mover, 1 << origin) };
        let Last::House { row, at, .. } = rows.sow(&skipping, self.options.ring(), origin, recorder) else {
            return Captured { places: 0..0, is_grand_slam: false };
        };
        let far = rows.row(mover.other());
        let is_capturable = |seeds: u8| seeds == 2 || seeds == 3 && self.options.capture == Capture::TwoOrThree;
        let run = if row == mover { 0 } else { (0..=at).rev().take_while(|&at| is_capturable(far[at])).count() };
        let limit = if self.options.limit < 6 { self.options.limit as usize } else { usize::MAX };
        let taken = match self.options.over_limit {
            OverLimit::Nothing if run > limit => 0,
            OverLimit::Nothing | OverLimit::Last => run.min(limit),
        };
        let places = at + 1 - taken..at + 1;
        let is_grand_slam = taken > 0 && far[places.clone()].iter().sum::<u8>() == rows.sums()[mover.other()];
        Captured { places, is_grand_slam }
    }

    /// The houses that a sowing captures (AW-3, AW-18, AW-20).
    fn captured(&self, Captured { places: Range { start, end }, is_grand_slam }: &Captured) -> Range<usize> {
        // The opponent's highest number is the last place that is sown into anticlockwise, and the first one clockwise.
        let leaves_last = match (self.options.grand_slam, is_grand_slam) {
            (GrandSlam::NoCapture | GrandSlam::Illegal, true) => return 0..0,
            (GrandSlam::LeaveLeft, true) if end - start > 1 => self.options.direction == Direction::Anticlockwise,
            (GrandSlam::LeaveRight, true) if end - start > 1 => self.options.direction == Direction::Clockwise,
            _ => return *start..*end,
        };
        if leaves_last { *start..end - 1 } else { start + 1..*end }
    }

    /// The places of the houses that hold seeds, and feed the opponent if need be (AW-1, AW-4).
    fn feeding(&self, rows: &TwoRows) -> impl Iterator<Item = usize> + Clone {
        let near = *rows.row(rows.turn);
        let houses = self.options.houses as usize;
        let must_feed = rows.sums()[rows.turn.other()] == 0;
        (0..houses).filter(move |&at| usize::from(near[at]) >= if must_feed { houses - at } else { 1 })
    }

    /// The houses that may be played, by their places as bits (AW-1, AW-4, AW-18).
    fn playable(&self, rows: &TwoRows) -> u64 {
        let bits = |places: &mut dyn Iterator<Item = usize>| places.fold(0, |houses, at| houses | 1 << at);
        let feeding = self.feeding(rows);
        let all = bits(&mut feeding.clone());
        if self.options.grand_slam != GrandSlam::Illegal {
            return all;
        }
        let is_grand_slam = |&at: &usize| self.sow(&mut { *rows }, at, &mut ()).is_grand_slam;
        match all & !bits(&mut feeding.filter(is_grand_slam)) {
            0 => all,
            others => others,
        }
    }

    /// Ends the game if the player to move has no move (AW-5, AW-6). Answers whether it does.
    fn settle<R: Recorder>(&self, state: &mut State, recorder: &mut R) -> bool {
        let is_over = self.feeding(&state.rows).next().is_none();
        if is_over {
            let own = state.rows.sums()[state.rows.turn];
            let ruling = if own == 0 { ruling::AW_6 } else { ruling::AW_5 };
            state.rows.end_and_share(EndReason::Famine, state.rows.sums(), ruling, recorder);
        }
        is_over
    }

    /// Why a stop ends the game with this position (AW-13 to AW-16).
    fn stop(&self, state: &State, past: &[State]) -> Option<EndReason> {
        let Options { majority, few, quiet, .. } = self.options;
        if majority && state.rows.stores().iter().any(|&store| store > self.half) {
            Some(EndReason::Majority)
        } else if few > 0 && u32::from(state.rows.in_play()) <= few {
            Some(EndReason::Few)
        } else if quiet > 0 && state.quiet >= quiet {
            Some(EndReason::Quiet)
        } else if recurs(self, state, past, |earlier| earlier.rows == state.rows) {
            Some(EndReason::Repetition)
        } else {
            None
        }
    }

    /// Stops the game (AW-7, AW-17).
    fn finish<R: Recorder>(&self, state: &mut State, reason: EndReason, recorder: &mut R) {
        let BySide { south, north } = state.rows.sums();
        match self.options.remaining.share(south, north) {
            None => state.rows.stage = Stage::Over(reason),
            Some([south, north, off]) => {
                recorder.record(Event::Share { south, north, off, ruling: ruling::AW_17 });
                state.rows.end(reason, BySide { south, north });
            }
        }
    }
}

impl Game for AwaleByHouse {
    type Options = Options;
    type State = State;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, seeds: u32) -> Self {
        Self { options: options.without_seeds(), half: (seeds / 2) as u8 }
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self, state: &State) -> Side {
        state.rows.turn
    }

    fn over(&self, state: &State) -> Option<EndReason> {
        state.rows.over()
    }

    fn stores(&self, state: &State) -> Option<ByTurn<u8>> {
        Some(state.rows.stores().by_turn(state.rows.turn))
    }

    fn setup(&self, state: &State) -> Setup<Options> {
        Setup { quiet: Some(state.quiet), ..state.rows.setup(self.options) }
    }

    fn state<R>(&self, setup: &Setup<R>) -> State {
        let rows = TwoRows::of_setup(setup, self.options.ring());
        let mut state = State { rows, quiet: setup.quiet.unwrap_or(0) };
        if setup.over.is_none() {
            self.settle(&mut state, &mut ());
        }
        state
    }

    fn occupied(&self, state: &State) -> MoveSet {
        state.rows.occupied(self.options.ring())
    }

    fn candidates(&self, state: &State) -> MoveSet {
        if state.rows.over().is_some() {
            return MoveSet::default();
        }
        self.options.ring().houses(self.playable(&state.rows))
    }

    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let ring = self.options.ring();
        let mut next = *state;
        let number = match played {
            Move::House(number) => number,
            Move::Agree => {
                self.finish(&mut next, EndReason::Agreement, recorder);
                return Some(next);
            }
            Move::Pass | Move::Take | Move::Give | Move::Swap => return None,
        };
        let origin = state.rows.origin(ring, number)?;
        let mover = state.rows.turn;
        let could_be = self.sow(&mut next.rows, origin, recorder);
        let captured = self.captured(&could_be);
        next.quiet = if captured.is_empty() { MAX_QUIET.min(state.quiet + 1) } else { 0 };
        captured.rev().for_each(|at| next.rows.capture(ring, mover.other(), at, ruling::AW_2, recorder));
        next.rows.turn = mover.other();
        if could_be.is_grand_slam && self.options.grand_slam == GrandSlam::OpponentTakes {
            let left = next.rows.in_play();
            next.rows.end_and_share(
                EndReason::Famine,
                ByTurn { mover: 0, other: left }.by_side(mover),
                ruling::AW_20,
                recorder,
            );
        } else if !self.settle(&mut next, recorder)
            && let Some(reason) = self.stop(&next, past)
        {
            self.finish(&mut next, reason, recorder);
        }
        Some(next)
    }

    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.rows.has_stores_of(&later.rows)
    }

    fn check(&self, state: &State, played: Move) -> Result<(), Illegal> {
        let (mover, Move::House(house)) = (state.rows.turn, played) else { return Ok(()) };
        let Some(origin) = state.rows.origin(self.options.ring(), house) else {
            return Err(Illegal::EmptyHouse { mover, house, ruling: ruling::AW_1 });
        };
        if !self.feeding(&state.rows).any(|at| at == origin) {
            Err(Illegal::MustFeed { mover, house })
        } else if self.playable(&state.rows) >> origin & 1 == 0 {
            Err(Illegal::GrandSlam { mover, house })
        } else {
            Ok(())
        }
    }
}
