//! Kalah: single sowing that takes the mover's store along, moves again, and captures opposite (rulings KA).

mod look;
mod options;
pub(crate) mod rulings;

pub use self::options::{End, Options, Remaining};
use super::board::{House, Side};
use super::game::Game;
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::ruling;
use super::setup::Setup;
use super::sowing::{Event, Place, Recorder};

/// The most houses in a row.
pub const MAX_ROW: usize = 12;

/// The number of bytes of a row: beyond its houses they are 0, and one word is enough for most.
const BYTES: usize = 16;

/// A position of Kalah.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The seeds in each row, South's first, from the owner's left.
    rows: [[u8; BYTES]; 2],
    stores: [u8; 2],
    turn: Side,
    over: bool,
}

impl State {
    /// The seeds in a player's row, from the owner's left. Beyond the houses of the game there are none.
    #[inline]
    pub const fn row(&self, side: Side) -> &[u8; BYTES] {
        &self.rows[side as usize]
    }

    /// The seeds in a player's store.
    #[inline]
    pub const fn store(&self, side: Side) -> u8 {
        self.stores[side as usize]
    }

    /// The number of seeds in the houses.
    #[inline]
    pub fn in_play(&self) -> u8 {
        self.rows.as_flattened().iter().sum()
    }
}

/// Kalah, ready to play.
#[derive(Copy, Clone, Debug)]
pub struct Kalah {
    options: Options,
}

impl Kalah {
    /// The game with these options.
    pub const fn new(options: Options) -> Self {
        Self { options }
    }

    /// Houses in a row.
    #[inline]
    pub const fn row(&self) -> usize {
        self.options.houses as usize
    }

    /// The place in the row of the player to move of a house that holds seeds.
    #[inline]
    fn origin(&self, state: &State, number: u8) -> Option<usize> {
        let place = usize::from(number).checked_sub(1).filter(|&place| place < self.row())?;
        (state.row(state.turn)[place] > 0).then_some(place)
    }

    /// Ends the game if it is over (KA-6, KA-10).
    #[inline]
    fn settle<R: Recorder>(&self, state: &mut State, recorder: &mut R) {
        let sums = state.rows.map(|row| row.iter().sum::<u8>());
        let is_over = match self.options.end {
            End::EitherRow => sums.contains(&0),
            End::OwnTurn => sums[state.turn.index()] == 0,
        };
        if is_over {
            self.finish(state, sums, recorder);
        }
    }

    /// Ends the game: the seeds left, so many in each row, are shared (KA-9).
    #[cold]
    fn finish<R: Recorder>(&self, state: &mut State, sums: [u8; 2], recorder: &mut R) {
        state.over = true;
        let ([south, north], ruling) = match self.options.remaining {
            Remaining::OwnSide => (sums, ruling::KA_6),
            Remaining::Finisher => ([sums[1], sums[0]], ruling::KA_9),
            Remaining::Leave => return,
        };
        if sums != [0, 0] {
            recorder.record(Event::Share { south, north, off: 0, ruling });
        }
        state.rows = [[0; BYTES]; 2];
        state.stores[0] += south;
        state.stores[1] += north;
    }

    /// Sows the seeds of a house, and captures (KA-1 to KA-5). The turn passes unless the last seed fell in the mover's store.
    #[inline]
    fn sow<R: Recorder>(&self, state: &mut State, origin: usize, recorder: &mut R) {
        let row = self.row();
        let mover = state.turn;
        let mine = mover.index();
        let house = |side: Side, index: usize| House { side, number: index as u8 + 1 };
        let mut hand = std::mem::take(&mut state.rows[mine][origin]);
        recorder.record(Event::PickUp { house: house(mover, origin), seeds: hand, lap: 1 });
        state.turn = mover.other();
        // The row that is being sown, and the house that is next.
        let mut side = mover;
        let mut at = origin + 1;
        while hand > 0 {
            if at == row {
                if side == mover {
                    state.stores[mine] += 1;
                    hand -= 1;
                    recorder.record(Event::Sow { place: Place::Store(mover) });
                    if hand == 0 {
                        state.turn = mover;
                        return;
                    }
                }
                (side, at) = (side.other(), 0);
            }
            state.rows[side.index()][at] += 1;
            hand -= 1;
            recorder.record(Event::Sow { place: Place::House(house(side, at)) });
            at += 1;
        }
        let last = at - 1;
        if side != mover || state.rows[mine][last] != 1 {
            return;
        }
        let opposite = row - 1 - last;
        let taken = state.rows[1 - mine][opposite];
        let ruling = match taken {
            0 if self.options.empty_capture => ruling::KA_5,
            0 => return,
            _ => ruling::KA_4,
        };
        for (house, seeds) in [(house(mover, last), 1), (house(mover.other(), opposite), taken)] {
            if seeds > 0 {
                recorder.record(Event::Capture { house, seeds, to: mover.into(), ruling });
            }
        }
        state.rows[mine][last] = 0;
        state.rows[1 - mine][opposite] = 0;
        state.stores[mine] += 1 + taken;
    }
}

impl Game for Kalah {
    type Options = Options;
    type State = State;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, _: u32) -> Self {
        Self::new(Options { seeds: Options::default().seeds, ..options })
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
        state.over.then_some(EndReason::EmptyRow)
    }

    #[inline]
    fn stores(&self, state: &State) -> Option<[u8; 2]> {
        let [south, north] = state.stores;
        Some(state.turn.order(south, north))
    }

    fn setup(&self, state: &State) -> Setup<Options> {
        let rows = state.rows.map(|row| row[..self.row()].iter().map(|&seeds| seeds.into()).collect());
        Setup {
            stores: Some(state.stores.map(u32::from)),
            over: self.over(state),
            ..Setup::of_rows(self.options, rows, state.turn)
        }
    }

    fn state<R>(&self, setup: &Setup<R>) -> State {
        let row = |houses: &[u32]| {
            let mut row = [0; BYTES];
            row.iter_mut().zip(houses).for_each(|(house, &seeds)| *house = seeds as u8);
            row
        };
        let rows = [row(&setup.south), row(&setup.north)];
        let stores = setup.stores.unwrap_or_default().map(|seeds| seeds as u8);
        let mut state = State { rows, stores, turn: setup.turn, over: setup.over.is_some() };
        if !state.over {
            self.settle(&mut state, &mut ());
        }
        state
    }

    #[inline]
    fn occupied(&self, state: &State) -> MoveSet {
        let filled = (0..BYTES).filter(|&index| state.row(state.turn)[index] > 0);
        MoveSet::of_houses(filled.fold(0, |houses, index| houses | 1 << index))
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.over { MoveSet::default() } else { self.occupied(state) }
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &State, played: Move, _: &[State], recorder: &mut R) -> Option<State> {
        let Move::House(number) = played else { return None };
        let origin = self.origin(state, number)?;
        let mut next = *state;
        self.sow(&mut next, origin, recorder);
        self.settle(&mut next, recorder);
        Some(next)
    }

    fn check(&self, state: &State, played: Move) -> Result<(), Illegal> {
        let mover = state.turn;
        match played {
            Move::House(house) if self.origin(state, house).is_none() => {
                Err(Illegal::EmptyHouse { mover, house, ruling: ruling::KA_1 })
            }
            Move::House(_) | Move::Pass | Move::Take | Move::Give | Move::Agree => Ok(()),
        }
    }
}
