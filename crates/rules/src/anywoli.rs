//! Anywoli of the Anuak: relay sowing, captures of four by the owner of the house (rulings AY).

mod look;
mod options;
pub mod retrograde;

pub use self::options::{LastFour, Options};
use super::board::{Board, BySide, ByTurn, Side};
use super::game::{Game, GameOptions, recurs};
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::option::OptionTable;
use super::ruling::{self, Ruling};
use super::setup::{MAX_QUIET, Setup};
use super::sowing::{Endless, Event, Hand, MAX_LAPS, Recorder};

rulings! {
    AY_1 = "AY-1", AY_2 = "AY-2", AY_3 = "AY-3", AY_4 = "AY-4", AY_5 = "AY-5", AY_6 = "AY-6", AY_7 = "AY-7",
    AY_8 = "AY-8", AY_9 = "AY-9", AY_10 = "AY-10", AY_12 = "AY-12",
}

/// A position of Anywoli.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    stores: BySide<u8>,
    /// Seeds in the houses.
    in_play: u8,
    turn: Side,
    first: Side,
    over: Option<EndReason>,
    quiet: u32,
}

impl State {
    /// The seeds in every house.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move; once the game is over, the turn as AY-6 leaves it.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The number of seeds in the houses.
    #[inline]
    pub const fn in_play(&self) -> u8 {
        self.in_play
    }

    /// The number of moves in a row that captured nothing.
    #[inline]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The player who began the game.
    #[inline]
    pub const fn first(&self) -> Side {
        self.first
    }
}

/// The end of a sowing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Ending {
    /// The last seed fell in an empty house (AY-4).
    Empty,
    /// The last seed was captured with others by the mover (AY-3).
    Captured,
    /// The game ended with a capture (AY-6, AY-12).
    Game,
}

/// Anywoli, ready to play.
#[derive(Copy, Clone, Debug)]
pub struct Anywoli {
    options: Options,
}

impl Anywoli {
    /// The game with these options.
    pub const fn new(options: Options) -> Self {
        Self { options }
    }

    /// The player who takes the seeds left after a capture by `captor`, if the game ends with it, with reason and
    /// ruling.
    #[inline]
    fn last_taker(&self, state: &State, captor: Side) -> Option<(Side, EndReason, Ruling)> {
        match self.options.last_four {
            LastFour::LastCaptor if state.in_play <= 4 => Some((captor, EndReason::LastFour, ruling::AY_6)),
            LastFour::StarterTakesEight if state.in_play <= 8 => {
                Some((state.first, EndReason::LastEight, ruling::AY_12))
            }
            LastFour::PlayOut if state.in_play == 0 => Some((captor, EndReason::NoSeeds, ruling::AY_6)),
            LastFour::LastCaptor | LastFour::StarterTakesEight | LastFour::PlayOut => None,
        }
    }

    /// Relay sowing with its captures (AY-1 to AY-6). Everything of the state but the turn is as after the move.
    #[inline]
    fn sow<R: Recorder>(&self, state: &mut State, origin: u8, recorder: &mut R) -> Result<Ending, Endless> {
        let mut board = state.board;
        let mut hand = Hand::new(&mut board, self.options.ring(), origin, recorder);
        state.quiet = MAX_QUIET.min(state.quiet + 1);
        let ending = 'move_: loop {
            hand.pick_up()?;
            let mut held = 0;
            while hand.seeds > 0 {
                held = hand.sow();
                if held != 4 {
                    continue;
                }
                let (captor, ruling) = if hand.seeds > 0 {
                    (hand.board.owner(hand.index), ruling::AY_2)
                } else {
                    (state.turn, ruling::AY_3)
                };
                hand.capture(hand.index, captor.into(), ruling);
                state.quiet = 0;
                state.in_play -= 4;
                state.stores[captor] += 4;
                if let Some((taker, reason, ruling)) = self.last_taker(state, captor) {
                    hand.board.seeds_mut().fill(0);
                    let mut shares = BySide::default();
                    shares[taker] = std::mem::take(&mut state.in_play);
                    if shares != BySide::default() {
                        let BySide { south, north } = shares;
                        hand.recorder.record(Event::Share { south, north, off: 0, ruling });
                    }
                    state.stores[taker] += shares[taker];
                    state.over = Some(reason);
                    break 'move_ Ending::Game;
                }
                if hand.seeds == 0 {
                    break 'move_ Ending::Captured;
                }
            }
            if held == 1 {
                break Ending::Empty;
            }
        };
        state.board = board;
        Ok(ending)
    }

    /// Whether the player to move has a house whose sowing ends (AY-7).
    fn can_move(&self, state: &State) -> bool {
        let filled = || state.board.filled_houses(state.turn);
        // Nearly always some house ends its sowing with the first lap, which needs no sowing to see: what lies between
        // does not matter, a house that becomes four on the way is only emptied.
        filled().any(|index| matches!(state.board.lap_end(index), Some(0 | 3)))
            || filled().any(|index| self.sow(&mut { *state }, index, &mut ()).is_ok())
    }

    /// Why the game ends with this position, the turn having passed (AY-11).
    #[inline]
    fn end(&self, state: &State, after: Move, past: &[State]) -> Option<EndReason> {
        if after == Move::Pass && !self.can_move(state) {
            return Some(EndReason::NoMove);
        }
        if self.options.quiet > 0 && state.quiet >= self.options.quiet {
            return Some(EndReason::Quiet);
        }
        if recurs(self, state, past, |earlier| earlier.board == state.board) {
            return Some(EndReason::Repetition);
        }
        None
    }

    /// Ends the game between moves: the remaining seeds are shared (AY-7, AY-10, AW-17).
    fn finish<R: Recorder>(&self, mut state: State, reason: EndReason, recorder: &mut R) -> State {
        state.over = Some(reason);
        let south = state.board.sum(Side::South);
        let north = state.board.sum(Side::North);
        if let Some([south, north, off]) = self.options.remaining.share(south, north) {
            recorder.record(Event::Share { south, north, off, ruling: ruling::AW_17 });
            state.board.seeds_mut().fill(0);
            state.in_play = 0;
            state.stores.south += south;
            state.stores.north += north;
        }
        state
    }
}

impl Game for Anywoli {
    type Options = Options;
    type State = State;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, _: u32) -> Self {
        Self::new(options.without_seeds())
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

    #[inline]
    fn stores(&self, state: &State) -> Option<ByTurn<u8>> {
        Some(state.stores.by_turn(state.turn))
    }

    fn setup(&self, state: &State) -> Setup<Options> {
        let rows = state.board.rows(self.options.direction);
        Setup {
            stores: Some(state.stores.map(u32::from)),
            quiet: Some(state.quiet),
            first: Some(state.first),
            over: state.over,
            ..Setup::of_rows(self.options, rows, state.turn)
        }
    }

    fn state<R>(&self, setup: &Setup<R>) -> State {
        let board = setup.board(self.options.ring());
        let in_play = board.sum(Side::South) + board.sum(Side::North);
        let over = if in_play == 0 { setup.over.or(Some(EndReason::NoSeeds)) } else { setup.over };
        State {
            board,
            stores: setup.stores.unwrap_or_default().map(|seeds| seeds as u8),
            in_play,
            turn: setup.turn,
            first: setup.first.unwrap_or(Side::South),
            over,
            quiet: setup.quiet.unwrap_or(0),
        }
    }

    #[inline]
    fn occupied(&self, state: &State) -> MoveSet {
        state.board.occupied(state.turn, self.options.direction)
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.over.is_some() {
            MoveSet::default()
        } else if self.can_move(state) {
            self.occupied(state)
        } else {
            MoveSet::ONLY_PASS
        }
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let mut next = *state;
        match played {
            Move::House(number) => {
                match self.sow(&mut next, self.options.ring().find(state.turn, number)?, recorder).ok()? {
                    Ending::Game => return Some(next),
                    Ending::Captured if self.options.bonus_move => {}
                    Ending::Captured | Ending::Empty => next.turn = state.turn.other(),
                }
            }
            Move::Pass => {
                next.quiet = MAX_QUIET.min(state.quiet + 1);
                next.turn = state.turn.other();
            }
            Move::Agree => return Some(self.finish(next, EndReason::Agreement, recorder)),
            Move::Take | Move::Give | Move::Swap => return None,
        }
        Some(match self.end(&next, played, past) {
            None => next,
            Some(reason) => self.finish(next, reason, recorder),
        })
    }

    #[inline]
    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.in_play == later.in_play
    }

    fn check(&self, state: &State, played: Move) -> Result<(), Illegal> {
        let mover = state.turn;
        match played {
            Move::House(house) => {
                match self.options.ring().find(mover, house).filter(|&index| state.board.get(index) > 0) {
                    None => Err(Illegal::EmptyHouse { mover, house, ruling: ruling::AY_1 }),
                    Some(index) if self.sow(&mut { *state }, index, &mut ()).is_err() => {
                        Err(Illegal::EndlessSowing { mover, house, laps: MAX_LAPS })
                    }
                    Some(_) => Ok(()),
                }
            }
            Move::Pass if self.can_move(state) => Err(Illegal::MustMove { mover, ruling: ruling::AY_7 }),
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => Ok(()),
        }
    }
}
