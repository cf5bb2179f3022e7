//! Awalé: Abapa rules of Côte d'Ivoire, with the options that players use (rulings AW).

use super::board::{Direction, House, Ring, Side};
use super::moves::{EndReason, IllegalReason, Move, MoveSet};
use super::option::{OptionSpec, QUIET, REPETITION, Remaining, Span};
use super::position::Setup;
use super::rules::{Game, Rules};
use super::ruling::{self, Ruling};
use super::sowing::Recorder;

/// Houses in a row.
pub const ROW: u8 = 6;
/// The most seeds that a game can start with, and so the most that a position may hold (C-7).
pub const MAX_SEEDS: u32 = 96;
/// Where the count of quiet moves stops (N-3).
pub(super) const MAX_QUIET: u32 = 999_999;

words! {
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

words! {
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

// A row is six bytes of a word, in the order of sowing, the house sown first lowest. A house holds at most 96 seeds,
// so additions never carry from one house into the next, and bit 7 of each byte is free for tests.

/// One in each house.
const ONES: u64 = 0x0101_0101_0101;
/// Bit 7 of each house.
const TOPS: u64 = ONES << 7;
/// Added to a row, this sets bit 7 of the houses that hold a seed.
const OCCUPIED: u64 = ONES * 0x7f;
/// Added to a row, this sets bit 7 of the houses whose sowing reaches the opponent's row: house `i` needs `6 - i` seeds.
const REACHING: u64 = ONES * 0x7a + 0x0504_0302_0100;

/// What sowing a house adds to both rows, the origin's loss included.
#[derive(Copy, Clone)]
struct Sowing {
    near: u64,
    far: u64,
    /// All bits of the opponent's houses up to the last one sown; none when the sowing ends in the mover's row.
    chain: u64,
    /// How many bits those are.
    top: u32,
}

/// Every sowing, by the origin's step in its row and the seeds it holds (AW-1).
static SOWINGS: [[Sowing; 128]; ROW as usize] = sowings();

const fn sowings() -> [[Sowing; 128]; ROW as usize] {
    let mut table = [[Sowing { near: 0, far: 0, chain: 0, top: 0 }; 128]; ROW as usize];
    let mut origin = 0;
    while origin < ROW as usize {
        let mut seeds = 1;
        while seeds <= MAX_SEEDS as usize {
            let (mut near, mut far) = (0_u64, 0_u64);
            let mut last = origin;
            let mut sown = 0;
            while sown < seeds {
                last = after(origin, last);
                if last < 6 {
                    near += 1 << (8 * last);
                } else {
                    far += 1 << (8 * (last - 6));
                }
                sown += 1;
            }
            let top = if last < 6 { 0 } else { 8 * (last as u32 - 5) };
            table[origin][seeds] =
                Sowing { near: near.wrapping_sub((seeds as u64) << (8 * origin)), far, chain: (1 << top) - 1, top };
            seeds += 1;
        }
        origin += 1;
    }
    table
}

/// The house sown after `house`, the mover's houses being 0 to 5 and the opponent's 6 to 11: the origin is always
/// skipped (AW-1).
const fn after(origin: usize, house: usize) -> usize {
    let next = (house + 1) % 12;
    if next == origin { (next + 1) % 12 } else { next }
}

/// The sum of the seeds of a row.
#[inline]
const fn sum(row: u64) -> u8 {
    (row.wrapping_mul(u64::from_ne_bytes([1; 8])) >> 56) as u8
}

/// A position of Awalé, seen by the player to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The mover's row, a byte for each house in the order of sowing, the house sown first lowest.
    near: u64,
    /// The opponent's row, likewise.
    far: u64,
    quiet: u32,
    /// The mover's store.
    mine: u8,
    /// The opponent's store.
    theirs: u8,
    /// Seeds in the houses.
    in_play: u8,
    turn: Side,
    over: Option<EndReason>,
}

impl State {
    /// The seeds in the houses of the mover and of the opponent, a byte for each house in the order of sowing.
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> [u64; 2] {
        [self.near, self.far]
    }

    /// How many seeds are in the houses.
    #[inline]
    #[must_use]
    pub const fn in_play(&self) -> u8 {
        self.in_play
    }

    /// How many moves in a row have captured nothing.
    #[inline]
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }
}

/// Awalé, ready to play: the options, and what playing by them needs at every move.
#[derive(Copy, Clone, Debug)]
pub struct Awale {
    options: Options,
    /// The bits in which a capturable house equals 2.
    capturable: u64,
    /// The most bits of the opponent's row that one capture may cover (AW-8).
    most: u32,
    /// Whether any stop option is on.
    stops: bool,
}

impl Awale {
    /// The game with these options.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self {
            options,
            capturable: match options.capture {
                Capture::TwoOrThree => ONES * 0xfe,
                Capture::Two => ONES * 0xff,
            },
            most: 8 * options.limit,
            stops: options.majority || options.few > 0 || options.quiet > 0 || options.repetition > 0,
        }
    }

    /// The options played by.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    const fn ring(&self) -> Ring {
        Ring { row: ROW, direction: self.options.direction }
    }

    /// Where the house that the mover calls `number` lies in the mover's row; within the row whatever the number.
    #[inline]
    const fn step(&self, number: u8) -> usize {
        let step = match self.options.direction {
            Direction::Anticlockwise => number.wrapping_sub(1),
            Direction::Clockwise => ROW.wrapping_sub(number),
        };
        if step < ROW { step as usize } else { 0 }
    }

    /// The house at a place in the order of sowing, 0 to 5 the mover's, 6 to 11 the opponent's.
    fn house(&self, turn: Side, place: usize) -> House {
        let side = if place < 6 { turn } else { turn.other() };
        self.ring().house((place % 6) as u8 + ROW * side as u8)
    }

    /// The set of the houses whose bit 7 is set in `tops`.
    #[inline]
    const fn set_of(&self, tops: u64) -> MoveSet {
        let bits = tops >> 7;
        // The product gathers bit 0 of every byte in the highest byte, in the order of the houses or against it.
        MoveSet::of_houses(match self.options.direction {
            Direction::Anticlockwise => bits.wrapping_mul(0x0102_0408_1020_4080) >> 56,
            Direction::Clockwise => bits.wrapping_mul(0x8040_2010_0804_0201) >> 58,
        })
    }

    /// The houses the mover may play, as bits 7 (AW-1, AW-4).
    #[inline]
    const fn playable(&self, state: &State) -> u64 {
        let test = if state.far == 0 { REACHING } else { OCCUPIED };
        (state.near + test) & TOPS
    }

    /// How many bits of the opponent's row below `sowing.top` are captured, after AW-2, AW-8, AW-9 and AW-3.
    #[inline]
    fn captured(&self, far: u64, sowing: &Sowing) -> u64 {
        let unlike = (far ^ (2 * ONES)) & self.capturable;
        // Bit 7 of every house that cannot be captured, up to the last one sown.
        let barrier = (unlike + OCCUPIED) & TOPS & sowing.chain;
        let mut bottom = u64::BITS - barrier.leading_zeros();
        if sowing.top - bottom > self.most {
            bottom = match self.options.over_limit {
                OverLimit::Last => sowing.top - self.most,
                OverLimit::Nothing => sowing.top,
            };
        }
        let captured = far & sowing.chain & (u64::MAX << bottom);
        if captured == far { 0 } else { captured }
    }

    /// Tells the recorder of a sowing and its capture, house by house.
    fn record<R: Recorder>(&self, state: &State, origin: usize, captured: u64, recorder: &mut R) {
        let seeds = (state.near >> (8 * origin)) as u8;
        recorder.pick_up(self.house(state.turn, origin), seeds, 1);
        let mut at = origin;
        for _ in 0..seeds {
            at = after(origin, at);
            recorder.sow(self.house(state.turn, at));
        }
        for step in (0..6).rev() {
            let taken = (captured >> (8 * step)) as u8;
            if taken > 0 {
                recorder.capture(self.house(state.turn, 6 + step), taken, state.turn.into(), ruling::AW_2);
            }
        }
    }

    /// Why the game ends with this position, the turn having passed (AW-11).
    #[inline]
    fn end(&self, state: &State, past: &[State]) -> Option<EndReason> {
        if state.far == 0 || state.near == 0 {
            if self.playable(state) == 0 {
                return Some(EndReason::Famine);
            }
        }
        if self.stops { self.stop(state, past) } else { None }
    }

    /// Whether a stop option ends the game with this position (AW-13 to AW-16).
    #[inline]
    fn stop(&self, state: &State, past: &[State]) -> Option<EndReason> {
        let (mine, theirs, in_play) = (state.mine as u32, state.theirs as u32, state.in_play as u32);
        if self.options.majority && 2 * mine.max(theirs) > mine + theirs + in_play {
            return Some(EndReason::Majority);
        }
        if in_play <= self.options.few && self.options.few > 0 {
            return Some(EndReason::Few);
        }
        if state.quiet >= self.options.quiet && self.options.quiet > 0 {
            return Some(EndReason::Quiet);
        }
        if self.options.repetition > 0 {
            let same =
                |earlier: &&State| earlier.near == state.near && earlier.far == state.far && earlier.turn == state.turn;
            let recent = past.iter().rev().take_while(|earlier| earlier.in_play == state.in_play);
            if recent.filter(same).count() + 1 >= self.options.repetition as usize {
                return Some(EndReason::Repetition);
            }
        }
        None
    }

    /// Ends the game: the remaining seeds are shared (AW-5, AW-6, AW-17).
    #[cold]
    fn finish<R: Recorder>(&self, mut state: State, reason: EndReason, recorder: &mut R) -> State {
        let (near, far) = (sum(state.near), sum(state.far));
        let (sharing, ruling) = match reason {
            // With one row empty, all seeds are on the side of the player who takes them.
            EndReason::Famine if state.near == 0 => (Remaining::OwnSide, ruling::AW_6),
            EndReason::Famine => (Remaining::OwnSide, ruling::AW_5),
            _ => (self.options.remaining, ruling::AW_17),
        };
        state.over = Some(reason);
        if let Some([mine, theirs, off]) = sharing.share(near, far) {
            recorder.share(by_side(state.turn, mine, theirs), off, ruling);
            state = State { near: 0, far: 0, in_play: 0, ..state };
            state.mine += mine;
            state.theirs += theirs;
        }
        state
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
        state.turn
    }

    #[inline]
    fn over(&self, state: &State) -> Option<EndReason> {
        state.over
    }

    #[inline]
    fn stores(&self, state: &State) -> Option<[u8; 2]> {
        Some([state.mine, state.theirs])
    }

    fn setup(&self, state: &State) -> Setup {
        let row = |row: u64| -> Vec<u32> {
            (1..=ROW).map(|number| ((row >> (8 * self.step(number))) & 0xff) as u32).collect()
        };
        let [south, north] = by_side(state.turn, row(state.near), row(state.far));
        Setup {
            rules: self.rules(),
            south,
            north,
            stores: Some(by_side(state.turn, state.mine.into(), state.theirs.into())),
            turn: state.turn,
            phase: None,
            quiet: Some(state.quiet),
            first: None,
            over: state.over,
        }
    }

    fn place(&self, setup: &Setup) -> State {
        let row = |houses: &[u32]| -> u64 {
            (1..=ROW).zip(houses).map(|(number, &seeds)| u64::from(seeds) << (8 * self.step(number))).sum()
        };
        let [near, far] = by_side(setup.turn, row(&setup.south), row(&setup.north));
        let [south, north] = setup.stores.unwrap_or_default();
        let [mine, theirs] = by_side(setup.turn, south as u8, north as u8);
        let state = State {
            near,
            far,
            quiet: setup.quiet.unwrap_or(0),
            mine,
            theirs,
            in_play: sum(near) + sum(far),
            turn: setup.turn,
            over: setup.over,
        };
        if state.over.is_none() && self.playable(&state) == 0 {
            self.finish(state, EndReason::Famine, &mut ())
        } else {
            state
        }
    }

    #[inline]
    fn candidates(&self, state: &State) -> MoveSet {
        if state.over.is_some() { MoveSet::default() } else { self.set_of(self.playable(state)) }
    }

    #[inline]
    fn play<R: Recorder>(&self, state: &State, played: Move, past: &[State], recorder: &mut R) -> Option<State> {
        let number = match played {
            Move::House(number) => number,
            Move::Agree => return Some(self.finish(*state, EndReason::Agreement, recorder)),
            Move::Pass | Move::Take | Move::Give => return None,
        };
        let origin = self.step(number);
        let sowing = &SOWINGS[origin][(state.near >> (8 * origin)) as usize & 0x7f];
        let far = state.far.wrapping_add(sowing.far);
        let captured = self.captured(far, sowing);
        if R::RECORDS {
            self.record(state, origin, captured, recorder);
        }
        let taken = sum(captured);
        let next = State {
            near: far - captured,
            far: state.near.wrapping_add(sowing.near),
            quiet: if taken > 0 { 0 } else { MAX_QUIET.min(state.quiet + 1) },
            mine: state.theirs,
            theirs: state.mine + taken,
            in_play: state.in_play - taken,
            turn: state.turn.other(),
            over: None,
        };
        Some(match self.end(&next, past) {
            None => next,
            Some(reason) => self.finish(next, reason, recorder),
        })
    }

    #[inline]
    fn could_recur(&self, earlier: &State, later: &State) -> bool {
        earlier.in_play == later.in_play
    }

    fn knows(&self, played: Move) -> bool {
        matches!(played, Move::House(_) | Move::Agree)
    }

    fn obstacle(&self, state: &State, played: Move) -> Option<(IllegalReason, Ruling)> {
        let Move::House(number) = played else { return None };
        let tops = 0x80 << (8 * self.step(number));
        if (state.near + OCCUPIED) & tops == 0 {
            Some((IllegalReason::EmptyHouse, ruling::AW_1))
        } else if self.playable(state) & tops == 0 {
            Some((IllegalReason::MustFeed, ruling::AW_4))
        } else {
            None
        }
    }
}
