//! Two rows, each with a store at its end: the positions of games whose sowing takes the mover's store along, how seeds
//! are sown and captured there, and how such a game ends.

mod sowing;

pub(super) use self::sowing::{Last, Sowing, Taker};

use super::board::{BySide, ByTurn, House, Ring, Side};
use super::game::{Game, GameOptions};
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::ruling::Ruling;
use super::setup::{Phase, Setup};
use super::sowing::{Event, Recorder};

/// The number of bytes of a row: one more than any row has houses at least. Those beyond the houses are 0.
const BYTES: usize = 16;

/// The seeds in a row in the order of sowing, and 0 beyond its houses.
pub type Row = [u8; BYTES];

/// Houses of both rows, by their places in the order of sowing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Houses([u16; 2]);

impl Houses {
    /// Houses of one row, by their places as bits.
    #[inline]
    pub(super) const fn of(row: Side, bits: u16) -> Self {
        match row {
            Side::South => Self([bits, 0]),
            Side::North => Self([0, bits]),
        }
    }

    /// Whether the house at a place of a row is among them.
    #[inline]
    pub(super) const fn contains(self, row: Side, at: usize) -> bool {
        self.0[row as usize] >> (at % BYTES) & 1 == 1
    }

    /// Whether there is no house.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// The houses of these numbers, South's and North's.
    fn of_numbers(ring: Ring, numbers: &BySide<Vec<u32>>) -> Self {
        let bits = |side| numbers[side].iter().fold(0, |bits, &number| bits | 1 << ring.step(number as u8));
        Self([Side::South, Side::North].map(bits))
    }

    /// The numbers of the houses of each row.
    fn numbers(self, ring: Ring) -> BySide<Vec<u32>> {
        let of =
            |row| (1..=ring.row).filter(move |&number| self.contains(row, ring.step(number).into())).map(u32::from);
        BySide::from_fn(|row| of(row).collect())
    }
}

/// How far a game is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The first turn lasts, in a game that ends or answers it in its own way (KA-11, KA-12).
    FirstTurn,
    /// The first turn has just ended, and the player to move may swap (KA-11).
    MaySwap,
    /// Regular play.
    Play,
    /// The game is over.
    Over(EndReason),
}

/// Two rows with their stores, whose turn it is, and how far the game is.
///
/// The rows come first in memory, so that a position is copied in the same parts in which it is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct TwoRows {
    // By `Side::index`, both: to compute an address is quicker here than to choose a field of a `BySide`.
    /// The seeds in each row in the order of sowing.
    rows: [Row; 2],
    stores: [u8; 2],
    pub(super) turn: Side,
    pub(super) stage: Stage,
}

impl TwoRows {
    /// The position with these rows, empty stores and South to move. It may be one in which the game
    /// [is over](StoreGame::settled).
    pub const fn of_rows(BySide { south, north }: BySide<Row>) -> Self {
        Self { rows: [south, north], stores: [0; 2], turn: Side::South, stage: Stage::Play }
    }

    /// The rows of the player to move and of the opponent.
    #[inline]
    pub const fn rows_by_turn(&self) -> ByTurn<&Row> {
        ByTurn { mover: self.row(self.turn), other: self.row(self.turn.other()) }
    }

    /// The seeds in a player's row in the order of sowing. Beyond the houses of the game there are none.
    #[inline]
    pub const fn row(&self, side: Side) -> &Row {
        &self.rows[side as usize]
    }

    /// The seeds in a player's store.
    #[inline]
    pub const fn store(&self, side: Side) -> u8 {
        self.stores[side as usize]
    }

    /// Why the game has ended, if it has.
    #[inline]
    pub(super) const fn over(&self) -> Option<EndReason> {
        match self.stage {
            Stage::Over(reason) => Some(reason),
            Stage::FirstTurn | Stage::MaySwap | Stage::Play => None,
        }
    }

    /// The phase of a game with a first turn of its own.
    #[inline]
    pub const fn phase(&self) -> Phase {
        match self.stage {
            Stage::FirstTurn => Phase::Opening,
            Stage::MaySwap => Phase::Choice,
            Stage::Play | Stage::Over(_) => Phase::Play,
        }
    }

    /// The number of seeds in the houses.
    #[inline]
    pub fn in_play(&self) -> u8 {
        let BySide { south, north } = self.sums();
        south + north
    }

    /// The number of seeds in each row.
    #[inline]
    pub(super) fn sums(&self) -> BySide<u8> {
        let [south, north] = self.rows.map(|row| row.iter().sum());
        BySide { south, north }
    }

    /// The seeds in the stores.
    #[inline]
    pub(super) const fn stores(&self) -> BySide<u8> {
        let [south, north] = self.stores;
        BySide { south, north }
    }

    /// Whether both positions have the same seeds in the stores.
    #[inline]
    pub(super) fn has_stores_of(&self, other: &Self) -> bool {
        self.stores == other.stores
    }

    /// The houses of the player to move that hold seeds.
    #[inline]
    pub(super) fn occupied(&self, ring: Ring) -> MoveSet {
        let row = self.row(self.turn);
        let filled = (0..BYTES).filter(|&at| row[at] > 0).fold(0_u64, |houses, at| houses | 1 << at);
        ring.houses(filled)
    }

    /// The place of a house of the player to move, if it holds seeds.
    #[inline]
    pub(super) fn origin(&self, ring: Ring, number: u8) -> Option<usize> {
        let at = usize::from((1..=ring.row).contains(&number).then(|| ring.step(number))?);
        (self.row(self.turn)[at] > 0).then_some(at)
    }

    /// Captures all seeds of a house, if there are any, for the player to move.
    #[inline]
    pub(super) fn capture<R: Recorder>(&mut self, ring: Ring, row: Side, at: usize, ruling: Ruling, recorder: &mut R) {
        let seeds = self.take(row, at);
        if seeds > 0 {
            self.stores[self.turn.index()] += seeds;
            recorder.record(Event::Capture { house: house(ring, row, at), seeds, to: self.turn.into(), ruling });
        }
    }

    /// Captures the last seed, which fell in an empty house of the player to move, with those of the house opposite by
    /// one ruling; when there are none, alone by the other ruling, or not at all.
    #[inline]
    pub(super) fn capture_opposite<R: Recorder>(
        &mut self,
        ring: Ring,
        at: usize,
        ruling: Ruling,
        alone: Option<Ruling>,
        recorder: &mut R,
    ) {
        let opposite = usize::from(ring.row) - 1 - at;
        let other = self.turn.other();
        let ruling = if self.row(other)[opposite] > 0 { Some(ruling) } else { alone };
        if let Some(ruling) = ruling {
            self.capture(ring, self.turn, at, ruling, recorder);
            self.capture(ring, other, opposite, ruling, recorder);
        }
    }

    /// Ends the game and empties the houses. `shares` are the numbers of seeds that the stores get, by the ruling.
    #[cold]
    pub(super) fn end_and_share<R: Recorder>(
        &mut self,
        reason: EndReason,
        shares: BySide<u8>,
        ruling: Ruling,
        recorder: &mut R,
    ) {
        let BySide { south, north } = shares;
        if shares != BySide::default() {
            recorder.record(Event::Share { south, north, off: 0, ruling });
        }
        self.end(reason, shares);
    }

    /// Ends the game, empties the houses, and puts these numbers of seeds into the stores.
    pub(super) fn end(&mut self, reason: EndReason, BySide { south, north }: BySide<u8>) {
        self.stage = Stage::Over(reason);
        self.rows = Default::default();
        self.stores[0] += south;
        self.stores[1] += north;
    }

    /// Gives each player the row and the store that the other had, and passes on the turn.
    #[cold]
    fn swap<R: Recorder>(&mut self, ruling: Ruling, recorder: &mut R) {
        recorder.record(Event::Swap { ruling });
        self.rows.reverse();
        self.stores.reverse();
        self.turn = self.turn.other();
        self.stage = Stage::Play;
    }

    /// The set-up that describes this position of a game with these options.
    pub(super) fn setup<O: GameOptions>(&self, options: O) -> Setup<O> {
        let ring = options.ring();
        let row = |side| (1..=ring.row).map(|number| self.row(side)[usize::from(ring.step(number))].into()).collect();
        let rows = BySide::from_fn(row);
        Setup {
            stores: Some(self.stores().map(u32::from)),
            phase: options.has_phase().then_some(self.phase()),
            over: self.over(),
            ..Setup::of_rows(options, rows, self.turn)
        }
    }

    /// The position that a consistent set-up describes, as it was submitted.
    pub(super) fn of_setup<R>(setup: &Setup<R>, ring: Ring) -> Self {
        let mut rows = [Row::default(); 2];
        for &side in Side::ALL {
            for (number, &seeds) in (1..=ring.row).zip(setup.row(side)) {
                rows[side.index()][usize::from(ring.step(number))] = seeds as u8;
            }
        }
        let BySide { south, north } = setup.stores.unwrap_or_default();
        let stage = match (setup.over, setup.phase) {
            (Some(reason), _) => Stage::Over(reason),
            (None, Some(Phase::Opening)) => Stage::FirstTurn,
            (None, Some(Phase::Choice)) => Stage::MaySwap,
            (None, Some(Phase::Play | Phase::BearOff) | None) => Stage::Play,
        };
        Self { rows, stores: [south as u8, north as u8], turn: setup.turn, stage }
    }
}

/// The house at a place of a row.
#[inline]
const fn house(ring: Ring, row: Side, at: usize) -> House {
    ring.house(at as u8 + ring.row * row as u8)
}

/// A game of which [`TwoRows`] says all, ready to play by its options `O`.
#[derive(Copy, Clone, Debug)]
pub struct StoreGame<O> {
    options: O,
    /// A store with more seeds than this holds more than half of all.
    half: u8,
    /// The houses that hold nothing in this game (CO-14).
    burnt: Houses,
    /// Whether nothing of this game is [rare](StoreRules::is_usual), and no house burnt: such games are played by code
    /// of their own.
    is_usual: bool,
}

/// The options of a [`StoreGame`], with what is left of its rules. Everything else follows, as a [`Game`].
pub trait StoreRules: GameOptions {
    /// The ruling that wants seeds in the house of a move.
    const NEEDS_SEEDS: Ruling;
    /// The ruling by which a house may be burnt; none where none is.
    const BURNT: Option<Ruling> = None;
    /// The ruling by which a player passes who has no seed in the own row, and no other; none where nobody passes.
    const PASS: Option<Ruling> = None;
    /// The ruling by which the first turn can be answered by a swap; none in a game without one.
    const SWAP: Option<Ruling> = None;

    /// Sows the seeds of the house at a place of the row of the player to move, captures, and passes on the turn.
    fn sow<const USUAL: bool, R: Recorder>(&self, state: &mut TwoRows, origin: usize, burnt: Houses, recorder: &mut R);
    /// Whether these options are those that nearly all play by: then there are no first turns and no stop.
    fn is_usual(&self) -> bool {
        true
    }
    /// The ring of houses, in a usual game or in another one.
    #[inline]
    fn ring_of<const USUAL: bool>(&self) -> Ring {
        self.ring()
    }
    /// Says how far the game is once `mover` has sown while it was not in regular play: whether the first turn ends,
    /// and what follows it.
    #[cold]
    fn sown_in_first_turn(&self, _state: &mut TwoRows, _mover: Side) {}
    /// Ends the game if the houses are such that it is over (C-8).
    fn settle<R: Recorder>(&self, state: &mut TwoRows, recorder: &mut R);
    /// Whether a store with more than half of all seeds ends the game after a move that has not.
    #[inline]
    fn stops_by_majority(&self) -> bool {
        false
    }
}

impl<O: StoreRules> StoreGame<O> {
    /// Whether a house is burnt (CO-14).
    #[inline]
    pub const fn has_burnt_houses(&self) -> bool {
        !self.burnt.is_empty()
    }

    /// The position, which is over if its houses are such (C-8).
    #[must_use]
    pub fn settled(&self, mut state: TwoRows) -> TwoRows {
        if state.over().is_none() {
            self.options.settle(&mut state, &mut ());
        }
        state
    }

    /// Plays a move of any game.
    #[cold]
    #[inline(never)]
    fn play_rare<R: Recorder>(&self, state: &TwoRows, played: Move, recorder: &mut R) -> Option<TwoRows> {
        let mut next = *state;
        match O::SWAP {
            Some(ruling) if played == Move::Swap && state.stage == Stage::MaySwap => next.swap(ruling, recorder),
            _ => self.sow::<false, R>(&mut next, played, recorder)?,
        }
        if state.stage != Stage::Play && played != Move::Swap {
            self.options.sown_in_first_turn(&mut next, state.turn);
        }
        self.options.settle(&mut next, recorder);
        if self.options.stops_by_majority()
            && next.over().is_none()
            && next.stores.iter().any(|&store| store > self.half)
        {
            next.stage = Stage::Over(EndReason::Majority);
        }
        Some(next)
    }

    /// The candidates of any game.
    #[cold]
    #[inline(never)]
    fn rare_candidates(&self, state: &TwoRows) -> MoveSet {
        let houses = self.occupied(state);
        match state.stage {
            Stage::Over(_) => MoveSet::default(),
            Stage::MaySwap if O::SWAP.is_some() => houses.with_swap(),
            _ if O::PASS.is_some() && houses.is_empty() => MoveSet::ONLY_PASS,
            _ => houses,
        }
    }

    /// Sows the house of a move, or passes.
    #[inline]
    fn sow<const USUAL: bool, R: Recorder>(&self, next: &mut TwoRows, played: Move, recorder: &mut R) -> Option<()> {
        match played {
            Move::House(number) => {
                let origin = next.origin(self.options.ring_of::<USUAL>(), number)?;
                self.options.sow::<USUAL, R>(next, origin, self.burnt, recorder);
            }
            Move::Pass if O::PASS.is_some() => next.turn = next.turn.other(),
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => return None,
        }
        Some(())
    }
}

impl<O: StoreRules> Game for StoreGame<O> {
    type Options = O;
    type State = TwoRows;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: O, seeds: u32) -> Self {
        let is_usual = options.is_usual();
        Self { options: options.without_seeds(), half: (seeds / 2) as u8, burnt: Houses::default(), is_usual }
    }

    fn of_setup<R>(options: O, setup: &Setup<R>) -> Self {
        let burnt = Houses::of_numbers(options.ring(), &setup.burnt);
        let is_usual = options.is_usual() && burnt.is_empty();
        Self { burnt, is_usual, ..Self::with_options(options, setup.seeds() as u32) }
    }

    #[inline]
    fn options(&self) -> &O {
        &self.options
    }

    #[inline]
    fn turn(&self, state: &TwoRows) -> Side {
        state.turn
    }

    #[inline]
    fn over(&self, state: &TwoRows) -> Option<EndReason> {
        state.over()
    }

    #[inline]
    fn stores(&self, state: &TwoRows) -> Option<ByTurn<u8>> {
        Some(state.stores().by_turn(state.turn))
    }

    fn setup(&self, state: &TwoRows) -> Setup<O> {
        Setup { burnt: self.burnt.numbers(self.options.ring()), ..state.setup(self.options) }
    }

    fn state<R>(&self, setup: &Setup<R>) -> TwoRows {
        self.settled(TwoRows::of_setup(setup, self.options.ring()))
    }

    #[inline]
    fn occupied(&self, state: &TwoRows) -> MoveSet {
        state.occupied(self.options.ring())
    }

    #[inline(always)]
    fn candidates(&self, state: &TwoRows) -> MoveSet {
        if !self.is_usual {
            return self.rare_candidates(state);
        }
        // A usual game has no first turn.
        if state.stage != Stage::Play {
            return MoveSet::default();
        }
        let houses = state.occupied(self.options.ring_of::<true>());
        if O::PASS.is_some() && houses.is_empty() { MoveSet::ONLY_PASS } else { houses }
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &TwoRows, played: Move, _: &[TwoRows], recorder: &mut R) -> Option<TwoRows> {
        if !self.is_usual {
            return self.play_rare(state, played, recorder);
        }
        let mut next = *state;
        self.sow::<true, R>(&mut next, played, recorder)?;
        self.options.settle(&mut next, recorder);
        Some(next)
    }

    fn is_wrong_phase(&self, state: &TwoRows, played: Move) -> bool {
        played == Move::Swap && state.stage != Stage::MaySwap
    }

    fn check(&self, state: &TwoRows, played: Move) -> Result<(), Illegal> {
        let mover = state.turn;
        match (played, O::PASS) {
            (Move::House(house), _) if state.origin(self.options.ring(), house).is_none() => {
                let at = self.options.ring().step(house).into();
                let burnt = O::BURNT.filter(|_| self.burnt.contains(mover, at));
                Err(Illegal::EmptyHouse { mover, house, ruling: burnt.unwrap_or(O::NEEDS_SEEDS) })
            }
            (Move::Pass, Some(ruling)) if !self.occupied(state).is_empty() => Err(Illegal::MustMove { mover, ruling }),
            _ => Ok(()),
        }
    }
}
