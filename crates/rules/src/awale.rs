//! Awalé: Abapa rules of Côte d'Ivoire, with the options that players use (rulings AW).

pub mod bare;
mod lanes;
mod tally;

use self::bare::{Bare, Sown};
use self::lanes::{CaptureRule, Numbering};
use self::tally::{RECURRENCE, Stops, Tally};
use super::board::{Direction, House, Ring, Side};
use super::moves::{EndReason, IllegalReason, Move, MoveSet};
use super::option::{OptionSpec, QUIET, REPETITION, Remaining, Span};
use super::rules::{Game, Rules};
use super::ruling::{self, Ruling};
use super::setup::Setup;
use super::sowing::Recorder;

/// Houses in a row.
pub const ROW: u8 = 6;
/// The most seeds that a game can start with, and so the most that a position may hold (C-7).
pub const MAX_SEEDS: u32 = 96;

string_enum! {
    /// Which numbers of seeds can be captured (AW-2, AW-10).
    #[derive(Default)]
    pub enum Capture {
        /// A house that holds two or three.
        #[default]
        TwoOrThree = "two-or-three",
        /// Only a house that holds two.
        Two = "two",
    }
}

string_enum! {
    /// What is captured when more houses are capturable than `limit` (AW-9).
    #[derive(Default)]
    pub enum OverLimit {
        /// The last ones sown, up to the limit.
        #[default]
        Last = "last",
        /// Nothing at all.
        Nothing = "none",
    }
}

/// The options of Awalé.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is documented by its entry in OPTIONS")]
pub struct Options {
    pub capture: Capture,
    pub direction: Direction,
    pub few: u32,
    pub limit: u32,
    pub majority: bool,
    pub over_limit: OverLimit,
    pub quiet: u32,
    pub remaining: Remaining,
    pub repetition: u32,
    pub seeds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            capture: Capture::default(),
            direction: Direction::default(),
            few: 0,
            limit: ROW.into(),
            majority: false,
            over_limit: OverLimit::default(),
            quiet: 0,
            remaining: Remaining::default(),
            repetition: 0,
            seeds: 4,
        }
    }
}

/// The options of Awalé, in alphabetical order.
pub static OPTIONS: &[OptionSpec<Options>] = &[
    word_option!("capture", capture: Capture).means(
        "Which houses can be captured: those that hold two or three seeds, or only those that hold two.",
        &[ruling::AW_2, ruling::AW_10],
    ),
    word_option!("direction", direction: Direction).means("The direction of sowing.", &[ruling::C_2]),
    OptionSpec::number("few", &[Span::new(0, 48)], |options: &mut Options| &mut options.few)
        .means("Stop when at most this many seeds are left in the houses; 0 is off.", &[ruling::AW_14]),
    OptionSpec::number("limit", &[Span::new(1, 6)], |options: &mut Options| &mut options.limit)
        .means("At most this many houses may be captured in one move; 6 is no limit.", &[ruling::AW_8]),
    OptionSpec::flag("majority", |options: &mut Options| &mut options.majority)
        .means("Stop when a store holds more than half of all seeds.", &[ruling::AW_13]),
    word_option!("over-limit", over_limit: OverLimit).means(
        "When more houses than the limit are capturable: capture only the last ones sown, or nothing at all.",
        &[ruling::AW_9],
    ),
    OptionSpec::number("quiet", QUIET, |options: &mut Options| &mut options.quiet).means(
        "Stop after this many consecutive moves, of both players together, without a capture; 0 is off.",
        &[ruling::AW_15],
    ),
    word_option!("remaining", remaining: Remaining).means(
        "On a stop by agreement, majority, few, quiet or repetition the remaining seeds go each to the owner of the \
         house, or half and half (an odd seed leaves the game), or to nobody, and stay in the houses.",
        &[ruling::AW_17],
    ),
    OptionSpec::number("repetition", REPETITION, |options: &mut Options| &mut options.repetition).means(
        "Stop when the same houses with the same player to move occur for this many times in the line submitted; 0 \
         is off.",
        &[ruling::AW_16],
    ),
    OptionSpec::number("seeds", &[Span::new(1, 8)], |options: &mut Options| &mut options.seeds)
        .means("Seeds in each house at the start.", &[ruling::AW_1])
        .start_only(),
];

impl Options {
    pub(super) fn specs(&self) -> &'static [OptionSpec<Self>] {
        OPTIONS
    }

    pub(super) fn start(&self, first: Side) -> Setup {
        let mut setup = Setup::start(Rules::Awale(*self), self.seeds, first);
        setup.stores = Some([0, 0]);
        setup
    }
}

/// A position of Awalé, seen by the player to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The mover's row, in lanes.
    near: u64,
    /// The opponent's row, in lanes.
    far: u64,
    tally: Tally,
}

impl State {
    /// The same with seeds only in the houses of `kept`, and another tally.
    #[inline]
    const fn keeping(&self, (kept, tally): (u64, Tally)) -> Self {
        Self { near: self.near & kept, far: self.far & kept, tally }
    }

    /// The seeds in the houses of the mover and of the opponent: a byte for each house in the order of sowing, the house
    /// sown first lowest, and two bytes that are 0.
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> [u64; 2] {
        // Lanes are against the order of sowing.
        [self.near.swap_bytes() >> 16, self.far.swap_bytes() >> 16]
    }

    /// How many seeds are in the houses.
    #[inline]
    #[must_use]
    pub const fn in_play(&self) -> u8 {
        lanes::sum(self.near + self.far)
    }

    /// How many moves in a row have captured nothing.
    #[inline]
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.tally.quiet()
    }
}

/// Awalé, ready to play: the options, and what playing by them needs at every move.
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
    #[must_use]
    pub const fn new(options: Options, seeds: u32) -> Self {
        Self {
            options,
            numbering: Numbering::new(options.direction),
            capture: CaptureRule::new(&options),
            stops: Stops::new(&options, seeds),
        }
    }

    /// The options played by.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The house at a place in the order of sowing, 0 to 5 the mover's, 6 to 11 the opponent's.
    fn house(&self, turn: Side, place: usize) -> House {
        let side = if place < 6 { turn } else { turn.other() };
        let ring = Ring { row: ROW, direction: self.options.direction };
        ring.house((place % 6) as u8 + ROW * side as u8)
    }

    /// Tells the recorder of a sowing and its capture, house by house.
    fn record<R: Recorder>(&self, state: &State, origin: u32, captured: u64, recorder: &mut R) {
        let (turn, seeds, origin) = (state.tally.turn(), lanes::seeds(state.near, origin), lanes::place(origin));
        recorder.pick_up(self.house(turn, origin), seeds, 1);
        let mut place = origin;
        for _ in 0..seeds {
            place = lanes::place_after(origin, place);
            recorder.sow(self.house(turn, place));
        }
        // Lanes are against the order of sowing, as captures are.
        for (step, &seeds) in captured.to_le_bytes()[..6].iter().enumerate() {
            if seeds > 0 {
                recorder.capture(self.house(turn, 11 - step), seeds, turn.into(), ruling::AW_2);
            }
        }
    }

    /// The position once its turn has come, when a test of AW-11 may hold: the houses that keep their seeds, all or
    /// none, and the tally. Apart from the rest of a move, which seldom comes here, and all in registers: a position
    /// handed over in memory would cost every move.
    #[cold]
    #[inline(never)]
    fn settle<R: Recorder>(&self, near: u64, far: u64, tally: Tally, past: &[State], recorder: &mut R) -> (u64, Tally) {
        let state = State { near, far, tally: tally.capped() };
        match self.end(&state, past) {
            None => (u64::MAX, state.tally),
            Some(reason) => self.finish(&state, reason, recorder),
        }
    }

    /// Why the game ends with this position, the turn having passed (AW-11).
    #[inline]
    fn end(&self, state: &State, past: &[State]) -> Option<EndReason> {
        let (stops, tally) = (&self.stops, state.tally);
        let [mine, theirs] = tally.stores();
        if lanes::playable(state.near, state.far) == 0 {
            Some(EndReason::Famine)
        } else if mine.max(theirs) >= stops.majority {
            Some(EndReason::Majority)
        } else if tally.taken() >= stops.few {
            Some(EndReason::Few)
        } else if tally.quiet() >= stops.quiet {
            Some(EndReason::Quiet)
        } else if tally.quiet() >= stops.recurrence && self.recurs(state, past) {
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

    /// Ends the game: the remaining seeds are shared (AW-5, AW-6, AW-17). Answers as [`settle`](Self::settle) does.
    #[cold]
    #[inline(never)]
    fn finish<R: Recorder>(&self, state: &State, reason: EndReason, recorder: &mut R) -> (u64, Tally) {
        let (near, far) = (lanes::sum(state.near), lanes::sum(state.far));
        let (sharing, ruling) = if reason != EndReason::Famine {
            (self.options.remaining, ruling::AW_17)
        } else if state.near == 0 {
            (Remaining::OwnSide, ruling::AW_6)
        } else {
            (Remaining::OwnSide, ruling::AW_5)
        };
        let Some([mine, theirs, off]) = sharing.share(near, far) else {
            return (u64::MAX, state.tally.ended(reason, [0, 0]));
        };
        recorder.share(by_side(state.tally.turn(), mine, theirs), off, ruling);
        (0, state.tally.ended(reason, [mine, theirs]))
    }
}

/// South's and North's, from the mover's and the opponent's.
fn by_side<T>(turn: Side, mine: T, theirs: T) -> [T; 2] {
    match turn {
        Side::South => [mine, theirs],
        Side::North => [theirs, mine],
    }
}

impl Game for Awale {
    type State = State;

    fn rules(&self) -> Rules {
        Rules::Awale(self.options)
    }

    #[inline]
    fn turn(&self, state: &State) -> Side {
        state.tally.turn()
    }

    #[inline]
    fn over(&self, state: &State) -> Option<EndReason> {
        state.tally.over()
    }

    #[inline]
    fn stores(&self, state: &State) -> Option<[u8; 2]> {
        Some(state.tally.stores())
    }

    fn setup(&self, state: &State) -> Setup {
        let row = |row: u64| -> Vec<u32> {
            (1..=ROW).map(|number| lanes::seeds(row, self.numbering.lane(number)).into()).collect()
        };
        let turn = state.tally.turn();
        let [south, north] = by_side(turn, row(state.near), row(state.far));
        let [mine, theirs] = state.tally.stores();
        Setup {
            rules: self.rules(),
            south,
            north,
            stores: Some(by_side(turn, mine.into(), theirs.into())),
            turn,
            phase: None,
            quiet: Some(state.quiet()),
            first: None,
            over: state.tally.over(),
        }
    }

    fn place(&self, setup: &Setup) -> State {
        let row = |houses: &[u32]| {
            let lanes =
                (1..=ROW).zip(houses).map(|(number, &seeds)| lanes::holding(self.numbering.lane(number), seeds as u8));
            lanes.fold(0, std::ops::BitOr::bitor)
        };
        let [near, far] = by_side(setup.turn, row(&setup.south), row(&setup.north));
        let [south, north] = setup.stores.unwrap_or_default();
        let stores = by_side(setup.turn, south as u8, north as u8);
        let state = State { near, far, tally: Tally::new(stores, setup.turn, setup.quiet.unwrap_or(0)) };
        match setup.over {
            Some(reason) => State { tally: state.tally.ended(reason, [0, 0]), ..state },
            None if lanes::playable(near, far) == 0 => state.keeping(self.finish(&state, EndReason::Famine, &mut ())),
            None => state,
        }
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.tally.is_over() {
            MoveSet::default()
        } else {
            self.numbering.set(lanes::playable(state.near, state.far))
        }
    }

    #[inline(always)]
    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let origin = match played {
            Move::House(number) => self.numbering.lane(number),
            Move::Agree => return Some(state.keeping(self.finish(state, EndReason::Agreement, recorder))),
            Move::Pass | Move::Take | Move::Give => return None,
        };
        let Sown { board: Bare { near, far }, captured } = self.sow(state.bare(), origin);
        if R::RECORDS {
            self.record(state, origin, captured, recorder);
        }
        let next = State { near, far, tally: state.tally.after(captured) };
        // Only a player who has just emptied the own row can meet a famine (AW-5): the other row was fed (AW-4) and is
        // never emptied by capture (AW-3).
        if far == 0 || self.stops.alarm(next.tally) {
            return Some(next.keeping(self.settle(near, far, next.tally, past, recorder)));
        }
        Some(next)
    }

    #[inline]
    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.tally.taken() == later.tally.taken()
    }

    fn knows(&self, played: Move) -> bool {
        matches!(played, Move::House(_) | Move::Agree)
    }

    fn obstacle(&self, state: &State, played: Move) -> Option<(IllegalReason, Ruling)> {
        let Move::House(number) = played else { return None };
        let house = lanes::top(self.numbering.lane(number));
        if lanes::occupied(state.near) & house == 0 {
            Some((IllegalReason::EmptyHouse, ruling::AW_1))
        } else if lanes::playable(state.near, state.far) & house == 0 {
            Some((IllegalReason::MustFeed, ruling::AW_4))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::MAX_QUIET;

    /// Numbers that look random, below `limit`.
    fn random(seed: &mut u64, limit: u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % limit
    }

    fn board(game: &Awale, state: &State) -> (Vec<u32>, Vec<u32>, Side) {
        let setup = game.setup(state);
        (setup.south, setup.north, setup.turn)
    }

    /// Plays endgames of a few seeds at random. What ends by repetition must be what a look at every earlier position
    /// says, wherever the count of quiet moves began, and whether or not the line is cut at the last capture.
    #[test]
    fn repetition_is_as_by_looking_at_all_earlier_positions() {
        let (mut seed, mut repetitions, mut longest) = (7, 0, 0);
        for round in 0..4_000 {
            let repetition = 2 + round % 3;
            let quiet = [0, 5, 400, MAX_QUIET - 10, MAX_QUIET][random(&mut seed, 5) as usize];
            let mut setup = Options { repetition, ..Options::default() }.start(Side::South);
            setup.south.fill(0);
            setup.north.fill(0);
            let seeds = 2 + random(&mut seed, 5) as u32;
            for _ in 0..seeds {
                let row = if random(&mut seed, 2) == 0 { &mut setup.south } else { &mut setup.north };
                row[random(&mut seed, 6) as usize] += 1;
            }
            setup.quiet = Some(quiet);
            let Rules::Awale(options) = setup.rules else { unreachable!("the start of Awalé") };
            let game = Awale::new(options, seeds);
            let (mut past, mut state) = (Vec::new(), game.place(&setup));
            let mut cut = 0;
            while state.tally.over().is_none() && past.len() < 600 {
                let moves: Vec<Move> = game.candidates(&state).collect();
                let played = moves[random(&mut seed, moves.len() as u64) as usize];
                let next = game.play(&state, played, &past, &mut ()).expect("a sowing ends");
                assert_eq!(game.play(&state, played, &past[cut..], &mut ()), Some(next));

                let endless = Awale::new(Options { repetition: 0, ..options }, seeds);
                let plain = endless.play(&state, played, &past, &mut ()).expect("a sowing ends");
                past.push(state);
                let same = past.iter().filter(|earlier| board(&game, earlier) == board(&game, &plain)).count();
                let recurs = plain.tally.over().is_none() && same + 1 >= repetition as usize;
                let over = if recurs { Some(EndReason::Repetition) } else { plain.tally.over() };
                assert_eq!(next.tally.over(), over, "{:?}", game.setup(&plain));
                assert!(next.quiet() <= MAX_QUIET);
                if !game.could_recur(&state, &next) {
                    cut = past.len();
                }
                state = next;
            }
            repetitions += usize::from(state.tally.over() == Some(EndReason::Repetition));
            longest = longest.max(past.len());
        }
        assert!(repetitions > 500 && longest > 100, "{repetitions} repetitions, {longest} moves");
    }

    #[test]
    fn what_is_no_candidate_is_played_without_panic() {
        let mut setup = Options::default().start(Side::North);
        setup.south.fill(0);
        let game = Awale::new(Options::default(), 24);
        let state = game.place(&setup);
        for number in 0..=u8::MAX {
            let mut events = Vec::<super::super::Event>::new();
            let _ = game.play(&state, Move::House(number), &[], &mut events);
        }
    }

    #[test]
    fn rows_are_in_the_order_of_sowing() {
        let mut setup = Options::default().start(Side::South);
        setup.south = vec![1, 2, 3, 4, 5, 6];
        setup.north = vec![0, 0, 0, 0, 0, 9];
        let state = Awale::new(Options::default(), 30).place(&setup);
        assert_eq!(state.rows(), [0x0605_0403_0201, 0x0900_0000_0000]);
        assert_eq!(state.in_play(), 30);
    }
}
