//! Awalé: Abapa rules of Côte d'Ivoire, with the options that players use (rulings AW).

mod by_house;
mod capture;
mod counters;
mod look;
mod options;
pub mod packed;
pub mod retrograde;
mod swar;

pub use self::by_house::{AwaleByHouse, State as StateByHouse};
use self::capture::CaptureRule;
use self::counters::{Counters, RECURRENCE, Stops};
pub use self::options::{Capture, GrandSlam, MAX_SEEDS, Options, OverLimit, ROW};
use self::packed::{PackedBoard, Sowing};
use self::swar::Numbering;
use super::board::{BySide, ByTurn, House, Ring, Side};
use super::game::Game;
use super::games::EndReason;
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::option::{OptionTable, Remaining};
use super::ruling;
use super::setup::Setup;
use super::sowing::{Event, Place, Recorder};

rulings! {
    AW_1 = "AW-1", AW_2 = "AW-2", AW_3 = "AW-3", AW_4 = "AW-4", AW_5 = "AW-5", AW_6 = "AW-6", AW_7 = "AW-7",
    AW_8 = "AW-8", AW_9 = "AW-9", AW_10 = "AW-10", AW_13 = "AW-13", AW_14 = "AW-14", AW_15 = "AW-15", AW_16 = "AW-16",
    AW_17 = "AW-17", AW_18 = "AW-18", AW_19 = "AW-19", AW_20 = "AW-20",
}

/// A position of Awalé, seen by the player to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The mover's row, in lanes.
    near: u64,
    /// The opponent's row, in lanes.
    far: u64,
    counters: Counters,
}

impl State {
    /// The position of these houses with empty stores and South to move; not settled (C-8).
    pub const fn of_board(board: PackedBoard) -> Self {
        Self {
            near: board.near,
            far: board.far,
            counters: Counters::new(ByTurn { mover: 0, other: 0 }, Side::South, 0),
        }
    }

    /// The houses without stores, turn and counts.
    #[inline]
    pub const fn board(&self) -> PackedBoard {
        PackedBoard { near: self.near, far: self.far }
    }

    /// This position with seeds only in the houses of `kept`, and other counters.
    #[inline]
    const fn keeping(&self, (kept, counters): (u64, Counters)) -> Self {
        Self { near: self.near & kept, far: self.far & kept, counters }
    }

    /// The seeds in the houses of the mover and of the opponent: a byte for each house in the order of sowing, the
    /// house sown first lowest, and two bytes that are 0.
    #[inline]
    pub const fn rows(&self) -> ByTurn<u64> {
        // Lanes are against the order of sowing.
        ByTurn { mover: self.near.swap_bytes() >> 16, other: self.far.swap_bytes() >> 16 }
    }

    /// The number of seeds in the houses.
    #[inline]
    pub const fn in_play(&self) -> u8 {
        swar::sum(self.near + self.far)
    }

    /// The number of moves in a row that captured nothing.
    #[inline]
    pub const fn quiet(&self) -> u32 {
        self.counters.quiet()
    }
}

/// Awalé, ready to play by some options.
#[derive(Copy, Clone, Debug)]
pub struct Awale {
    options: Options,
    numbering: Numbering,
    capture: CaptureRule,
    stops: Stops,
}

impl Awale {
    /// The game with these options, of `seeds` seeds in houses and stores together: a game never changes how many there
    /// are (C-4).
    pub fn new(options: Options, seeds: u32) -> Self {
        Self {
            options,
            numbering: Numbering::new(options.direction),
            capture: CaptureRule::new(&options),
            stops: Stops::new(&options, seeds),
        }
    }

    /// Sows the house in a lane, and captures (AW-1 to AW-3, AW-8 to AW-10).
    #[inline(always)]
    pub fn sow(&self, board: PackedBoard, lane: u32) -> Sowing {
        let change = swar::sowing(lane, swar::seeds(board.near, lane));
        let sown = board.far.wrapping_add(change.far);
        let captured = self.capture.captured(sown, change.last);
        // The turn passes: the row that was near is far.
        Sowing { board: PackedBoard { near: sown - captured, far: board.near.wrapping_add(change.near) }, captured }
    }

    /// The houses that the player to move may play, as top bits (AW-1, AW-4, AW-18).
    #[inline]
    fn playable(&self, state: &State) -> u64 {
        let playable = swar::playable(state.near, state.far);
        if self.options.grand_slam == GrandSlam::Illegal {
            self.without_grand_slams(state.board(), playable)
        } else {
            playable
        }
    }

    /// The houses without those whose sowing is a grand slam; all of them if every sowing is one (AW-18).
    #[cold]
    fn without_grand_slams(&self, board: PackedBoard, houses: u64) -> u64 {
        let is_grand_slam = |&lane: &u32| {
            let change = swar::sowing(lane, swar::seeds(board.near, lane));
            self.capture.is_grand_slam(board.far.wrapping_add(change.far), change.last)
        };
        let grand_slams = swar::each(houses).filter(is_grand_slam).fold(0, |tops, lane| tops | swar::top(lane));
        if grand_slams == houses { houses } else { houses ^ grand_slams }
    }

    /// The house at a place in the order of sowing, 0 to 5 the mover's, 6 to 11 the opponent's.
    fn house(&self, turn: Side, place: usize) -> House {
        let side = if place < 6 { turn } else { turn.other() };
        let ring = Ring { row: ROW, direction: self.options.direction };
        ring.house((place % 6) as u8 + ROW * side as u8)
    }

    /// Records a sowing and its capture, house by house.
    fn record<R: Recorder>(&self, state: &State, origin: u32, captured: u64, recorder: &mut R) {
        let turn = state.counters.turn();
        let seeds = swar::seeds(state.near, origin);
        let origin = swar::place(origin);
        recorder.record(Event::PickUp { house: self.house(turn, origin), seeds, lap: 1 });
        let mut place = origin;
        for _ in 0..seeds {
            place = swar::place_after(origin, place);
            recorder.record(Event::Sow { place: Place::House(self.house(turn, place)) });
        }
        // Lanes are against the order of sowing, as captures are.
        for (step, &seeds) in captured.to_le_bytes()[..6].iter().enumerate() {
            if seeds > 0 {
                let house = self.house(turn, 11 - step);
                recorder.record(Event::Capture { house, seeds, to: turn.into(), ruling: ruling::AW_2 });
            }
        }
    }

    /// The position once its turn has come, when a test of AW-11 may hold: the houses that keep their seeds, all or
    /// none, and the counters. Apart from the rest of a move, which seldom comes here, and all in registers: a position
    /// handed over in memory would cost every move.
    #[cold]
    #[inline(never)]
    fn settle<R: Recorder>(
        &self,
        near: u64,
        far: u64,
        counters: Counters,
        past: &[State],
        recorder: &mut R,
    ) -> (u64, Counters) {
        let state = State { near, far, counters: counters.capped() };
        match self.end(&state, past) {
            None => (u64::MAX, state.counters),
            Some(reason) => self.finish(&state, reason, recorder),
        }
    }

    /// Why the game ends with this position, the turn having passed (AW-11).
    #[inline]
    fn end(&self, state: &State, past: &[State]) -> Option<EndReason> {
        let stops = &self.stops;
        let counters = state.counters;
        let ByTurn { mover, other } = counters.stores();
        if swar::playable(state.near, state.far) == 0 {
            Some(EndReason::Famine)
        } else if mover.max(other) >= stops.majority {
            Some(EndReason::Majority)
        } else if counters.taken() >= stops.few {
            Some(EndReason::Few)
        } else if counters.quiet() >= stops.quiet {
            Some(EndReason::Quiet)
        } else if counters.quiet() >= stops.recurrence && self.recurs(state, past) {
            Some(EndReason::Repetition)
        } else {
            None
        }
    }

    /// Whether this position has occurred often enough (AW-16). `past` ends before the position that led to this one.
    #[inline]
    fn recurs(&self, state: &State, past: &[State]) -> bool {
        // The last of `past` is two moves back: ten more make twelve. The turn is the same at every second one.
        let (far_enough, _) = past.split_at(past.len().saturating_sub(RECURRENCE as usize - 2));
        let mut occurred = 1;
        for earlier in far_enough.iter().rev().step_by(2) {
            // Before the last capture there were more seeds in the houses.
            if !self.could_recur(earlier, state) {
                break;
            }
            if (earlier.near ^ state.near) | (earlier.far ^ state.far) == 0 {
                occurred += 1;
                if occurred == self.options.repetition {
                    return true;
                }
            }
        }
        false
    }

    /// Ends the game: the remaining seeds are shared (AW-5, AW-6, AW-17). Answers what [`settle`](Self::settle) does.
    #[cold]
    #[inline(never)]
    fn finish<R: Recorder>(&self, state: &State, reason: EndReason, recorder: &mut R) -> (u64, Counters) {
        let near = swar::sum(state.near);
        let far = swar::sum(state.far);
        let (sharing, ruling) = if reason != EndReason::Famine {
            (self.options.remaining, ruling::AW_17)
        } else if state.near == 0 {
            (Remaining::OwnSide, ruling::AW_6)
        } else {
            (Remaining::OwnSide, ruling::AW_5)
        };
        let Some([mover, other, off]) = sharing.share(near, far) else {
            return (u64::MAX, state.counters.ended(reason, ByTurn::default()));
        };
        let shares = ByTurn { mover, other };
        let BySide { south, north } = shares.by_side(state.counters.turn());
        recorder.record(Event::Share { south, north, off, ruling });
        (0, state.counters.ended(reason, shares))
    }
}

impl Game for Awale {
    type Options = Options;
    type State = State;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, seeds: u32) -> Self {
        Self::new(options.without_seeds(), seeds)
    }

    #[inline]
    fn options(&self) -> &Options {
        &self.options
    }

    #[inline]
    fn turn(&self, state: &State) -> Side {
        state.counters.turn()
    }

    #[inline]
    fn over(&self, state: &State) -> Option<EndReason> {
        state.counters.over()
    }

    #[inline]
    fn stores(&self, state: &State) -> Option<ByTurn<u8>> {
        Some(state.counters.stores())
    }

    fn setup(&self, state: &State) -> Setup<Options> {
        let row = |row: u64| -> Vec<u32> {
            (1..=ROW).map(|number| swar::seeds(row, self.numbering.lane(number)).into()).collect()
        };
        let turn = state.counters.turn();
        let rows = ByTurn { mover: row(state.near), other: row(state.far) };
        Setup {
            stores: Some(state.counters.stores().map(u32::from).by_side(turn)),
            quiet: Some(state.quiet()),
            over: state.counters.over(),
            ..Setup::of_rows(self.options, rows.by_side(turn), turn)
        }
    }

    fn state<R>(&self, setup: &Setup<R>) -> State {
        let row = |houses: &[u32]| {
            let lanes =
                (1..=ROW).zip(houses).map(|(number, &seeds)| swar::holding(self.numbering.lane(number), seeds as u8));
            lanes.fold(0, std::ops::BitOr::bitor)
        };
        let rows = BySide::from_fn(|side| row(setup.row(side)));
        let ByTurn { mover: near, other: far } = rows.by_turn(setup.turn);
        let stores = setup.stores.unwrap_or_default().map(|seeds| seeds as u8).by_turn(setup.turn);
        let state = State { near, far, counters: Counters::new(stores, setup.turn, setup.quiet.unwrap_or(0)) };
        match setup.over {
            Some(reason) => State { counters: state.counters.ended(reason, ByTurn::default()), ..state },
            None if swar::playable(near, far) == 0 => state.keeping(self.finish(&state, EndReason::Famine, &mut ())),
            None => state,
        }
    }

    #[inline]
    fn occupied(&self, state: &State) -> MoveSet {
        self.numbering.set(swar::occupied(state.near))
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.counters.is_over() { MoveSet::default() } else { self.numbering.set(self.playable(state)) }
    }

    #[inline(always)]
    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let origin = match played {
            Move::House(number) => self.numbering.lane(number),
            Move::Agree => return Some(state.keeping(self.finish(state, EndReason::Agreement, recorder))),
            Move::Pass | Move::Take | Move::Give | Move::Swap => return None,
        };
        let Sowing { board: PackedBoard { near, far }, captured } = self.sow(state.board(), origin);
        if R::RECORDS {
            self.record(state, origin, captured, recorder);
        }
        let next = State { near, far, counters: state.counters.after(captured) };
        // Only a player who has just emptied their own row can meet a famine (AW-5): the other row was fed (AW-4), and
        // where a capture may empty it (AW-18) each move has an alarm.
        if far == 0 || self.stops.alarm(next.counters) {
            return Some(next.keeping(self.settle(near, far, next.counters, past, recorder)));
        }
        Some(next)
    }

    #[inline]
    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.counters.taken() == later.counters.taken()
    }

    fn check(&self, state: &State, played: Move) -> Result<(), Illegal> {
        let (mover, Move::House(house)) = (state.counters.turn(), played) else { return Ok(()) };
        let top = swar::top(self.numbering.lane(house));
        if swar::occupied(state.near) & top == 0 {
            Err(Illegal::EmptyHouse { mover, house, ruling: ruling::AW_1 })
        } else if swar::playable(state.near, state.far) & top == 0 {
            Err(Illegal::MustFeed { mover, house })
        } else if self.playable(state) & top == 0 {
            Err(Illegal::GrandSlam { mover, house })
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use ayla_test_games::Random;

    use super::*;
    use crate::game::GameOptions;
    use crate::setup::MAX_QUIET;

    fn board(game: &Awale, state: &State) -> (Vec<u32>, Vec<u32>, Side) {
        let setup = game.setup(state);
        (setup.south, setup.north, setup.turn)
    }

    /// Plays endgames of a few seeds at random. What ends by repetition must be what a look at every earlier position
    /// says, wherever the count of quiet moves began, and whether or not the line is cut at the last capture.
    #[test]
    fn repetition_is_as_by_looking_at_all_earlier_positions() {
        let mut random = Random(7);
        let mut repetitions = 0;
        let mut longest = 0;
        for round in 0..4_000 {
            let repetition = 2 + round % 3;
            let quiet = random.pick(&[0, 5, 400, MAX_QUIET - 10, MAX_QUIET]);
            let mut setup = Options { repetition, ..Options::default() }.start(Side::South);
            setup.south.fill(0);
            setup.north.fill(0);
            let seeds = 2 + random.below(5) as u32;
            for _ in 0..seeds {
                let row = if random.chance(2) { &mut setup.south } else { &mut setup.north };
                row[random.below(6)] += 1;
            }
            setup.quiet = Some(quiet);
            let options = setup.rules;
            let game = Awale::new(options, seeds);
            let mut past = Vec::new();
            let mut state = game.state(&setup);
            let mut cut = 0;
            while state.counters.over().is_none() && past.len() < 600 {
                let moves: Vec<Move> = game.candidates(&state).collect();
                let played = random.pick(&moves);
                let next = game.play(&state, played, &past, &mut ()).expect("a sowing ends");
                assert_eq!(game.play(&state, played, &past[cut..], &mut ()), Some(next));

                let endless = Awale::new(Options { repetition: 0, ..options }, seeds);
                let plain = endless.play(&state, played, &past, &mut ()).expect("a sowing ends");
                past.push(state);
                let same = past.iter().filter(|earlier| board(&game, earlier) == board(&game, &plain)).count();
                let recurs = plain.counters.over().is_none() && same + 1 >= repetition as usize;
                let over = if recurs { Some(EndReason::Repetition) } else { plain.counters.over() };
                assert_eq!(next.counters.over(), over, "{:?}", game.setup(&plain));
                assert!(next.quiet() <= MAX_QUIET);
                if !game.could_recur(&state, &next) {
                    cut = past.len();
                }
                state = next;
            }
            repetitions += usize::from(state.counters.over() == Some(EndReason::Repetition));
            longest = longest.max(past.len());
        }
        assert!(repetitions > 500 && longest > 100, "{repetitions} repetitions, {longest} moves");
    }

    #[test]
    fn what_is_no_candidate_is_played_without_panic() {
        let mut setup = Options::default().start(Side::North);
        setup.south.fill(0);
        let game = Awale::new(Options::default(), 24);
        let state = game.state(&setup);
        for number in 0..=u8::MAX {
            let mut events = Vec::<Event>::new();
            let _ = game.play(&state, Move::House(number), &[], &mut events);
        }
    }

    #[test]
    fn rows_are_in_the_order_of_sowing() {
        let mut setup = Options::default().start(Side::South);
        setup.south = vec![1, 2, 3, 4, 5, 6];
        setup.north = vec![0, 0, 0, 0, 0, 9];
        let state = Awale::new(Options::default(), 30).state(&setup);
        assert_eq!(state.rows(), ByTurn { mover: 0x0605_0403_0201, other: 0x0900_0000_0000 });
        assert_eq!(state.in_play(), 30);
    }
}
