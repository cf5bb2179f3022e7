//! Random loads on a simulated clock, on machines that give the threads of the service only a part of their time.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::super::state::{Id, Next, Profile, SLICE, State};
use super::super::{Again, Client, Size};
use super::profile;
use crate::client::Caller;
use ayla_test_games::Random;

const MILLISECOND: Duration = Duration::from_millis(1);
const HOUR: Duration = Duration::from_secs(3_600);
/// The step of the clock.
const STEP: Duration = Duration::from_micros(250);
/// How often pieces that have not begun look whether they may.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);
/// The number of loads.
const LOADS: u64 = 40;
/// How often what callers had is checked at.
const LOOK: Duration = Duration::from_millis(25);

/// How a caller behaves.
#[derive(Copy, Clone, Debug)]
enum Habit {
    /// It always has this many pieces without an end.
    Greedy(usize),
    /// It asks for a piece of about this length, and again after a pause.
    Asks(Duration, Duration),
    /// As [`Asks`](Self::Asks), each time from another network.
    Disguised(Duration, Duration),
    /// It asks for a short piece of this length, the same each time, and again after a pause.
    Plays(Duration, Duration),
}

/// The part of its time that a thread gets.
#[derive(Copy, Clone, Debug)]
struct Machine {
    /// The part for a thread of the normal priority.
    normal: f64,
    /// The part for a thread of the lowered priority.
    low: f64,
    /// Threads of the lowered priority get their time in lumps of this length.
    lump: Duration,
}

impl Machine {
    const IDLE: Self = Self { normal: 1.0, low: 1.0, lump: STEP };

    fn any(random: &mut Random) -> Self {
        let normal = random.pick(&[1.0, 0.5, 0.25, 0.05]);
        Self {
            normal,
            low: normal * random.pick(&[1.0, 0.5, 0.1, 0.02]),
            lump: MILLISECOND * random.below(20) as u32 + STEP,
        }
    }
}

/// A piece with a place.
#[derive(Copy, Clone, Debug)]
struct Running {
    id: Id,
    slice_end: Duration,
    due: Duration,
    /// The processor time that has not been charged.
    uncharged: Duration,
}

/// A piece, as its thread knows it.
#[derive(Copy, Clone, Debug)]
struct Work {
    of: usize,
    left: Duration,
    had: Duration,
    new_for: Duration,
    since: Duration,
}

/// What a caller has had by a look, and what would have been its share.
#[derive(Copy, Clone, Debug)]
struct Look {
    had: Duration,
    share: f64,
    /// The most callers with work since the look before.
    callers: usize,
    /// Whether there was work since the look before at any time.
    always: bool,
}

struct Simulation {
    random: Random,
    size: Size,
    machine: Machine,
    state: State<usize>,
    now: Duration,
    work: BTreeMap<Id, Work>,
    running: Vec<Running>,
    habits: Vec<Habit>,
    /// The number of pieces of each habit.
    pieces: Vec<usize>,
    /// When each habit asks next; none while it waits for a piece.
    next: Vec<Option<Duration>>,
    /// The processor time that each habit has had, that of all together, and its share.
    had: Vec<Duration>,
    share: Vec<f64>,
    looks: Vec<VecDeque<Look>>,
    disguises: u32,
    /// The times from asking to the end, of those who play.
    waits: Vec<Duration>,
}

fn caller(number: u32) -> Caller {
    Caller::of_address(std::net::Ipv4Addr::from_bits(number << 8).into())
}

impl Simulation {
    fn new(random: Random, places: usize, machine: Machine, habits: Vec<Habit>) -> Self {
        let count = habits.len();
        let size = Size { places, queue: 1_000, begun: 1_000, memory: 0, largest: 0 };
        let mut random = random;
        let next = habits.iter().map(|_| Some(MILLISECOND * random.below(100) as u32)).collect();
        Self {
            random,
            size,
            machine,
            state: State::new(size),
            now: Duration::ZERO,
            work: BTreeMap::new(),
            running: Vec::new(),
            pieces: vec![0; count],
            next,
            had: vec![Duration::ZERO; count],
            share: vec![0.0; count],
            looks: vec![VecDeque::new(); count],
            habits,
            disguises: 0,
            waits: Vec::new(),
        }
    }

    fn run(&mut self, until: Duration, mut looks: impl FnMut(&mut Self, &[bool], usize)) {
        let mut look = self.now + LOOK;
        let mut again = self.now;
        let mut callers = 0;
        let mut always = vec![true; self.habits.len()];
        while self.now < until {
            let has_come = self.arrive();
            if has_come || self.now >= again {
                self.give_places();
                again = self.now + CHECK_INTERVAL;
            }
            callers = callers.max(self.active());
            for (habit, always) in always.iter_mut().enumerate() {
                *always &= self.pieces[habit] > 0;
            }
            self.pass();
            if self.now >= look {
                looks(self, &always, callers);
                look += LOOK;
                callers = 0;
                always.fill(true);
            }
        }
    }

    /// The number of callers with work. Whoever has a disguise has one piece at a time.
    fn active(&self) -> usize {
        self.pieces.iter().filter(|&&pieces| pieces > 0).count()
    }

    /// Lets pieces come that are due.
    fn arrive(&mut self) -> bool {
        let mut has_come = false;
        for of in 0..self.habits.len() {
            if self.next[of].is_none_or(|at| at > self.now) {
                continue;
            }
            let (pieces, length) = match self.habits[of] {
                Habit::Greedy(pieces) => (pieces, HOUR),
                Habit::Plays(length, _) => (1, length),
                Habit::Asks(length, _) | Habit::Disguised(length, _) => {
                    (1, length.mul_f64(0.2 + 1.6 * self.random.below(1_000) as f64 / 1e3))
                }
            };
            self.next[of] = None;
            has_come = true;
            for _ in 0..pieces {
                let number = match self.habits[of] {
                    Habit::Disguised(..) => {
                        self.disguises += 1;
                        (1 << 22) + self.disguises
                    }
                    Habit::Greedy(_) | Habit::Asks(..) | Habit::Plays(..) => (1 << 21) + of as u32,
                };
                let is_short = matches!(self.habits[of], Habit::Plays(..));
                let profile = Profile { is_short, ..profile(Client::of(caller(number))) };
                let new_for = profile.new_for();
                let (id, displaced) = self.state.add(self.now, profile, of).expect("there is room");
                assert_eq!(displaced, None);
                let work = Work { of, left: length.max(STEP), had: Duration::ZERO, new_for, since: self.now };
                self.work.insert(id, work);
                self.pieces[of] += 1;
            }
        }
        has_come
    }

    /// Gives free places away.
    fn give_places(&mut self) {
        while let Some(next) = self.state.pick(self.now) {
            let (Next::Begin(id, _) | Next::Resume(id)) = next;
            let slice_end = self.now + self.state.slice();
            let due = self.due(id);
            self.running.push(Running { id, slice_end, due, uncharged: Duration::ZERO });
        }
        assert!(
            self.state.ordinary == self.size.places || !self.state.is_contended(),
            "a place is free, and a piece waits"
        );
    }

    fn due(&self, id: Id) -> Duration {
        let Work { had, new_for, .. } = self.work[&id];
        let left = new_for.saturating_sub(had);
        self.now + if left.is_zero() { SLICE } else { left }
    }

    /// Lets a step of time pass. The threads that get processor time look at the clock.
    fn pass(&mut self) {
        self.now += STEP;
        let active = self.active();
        let mut has_changed = false;
        let mut spent = Duration::ZERO;
        for mut one in std::mem::take(&mut self.running) {
            let work = self.work.get_mut(&one.id).expect("it runs");
            let is_low = work.had >= work.new_for;
            let part = if is_low { self.machine.low } else { self.machine.normal };
            let lump = if is_low { self.machine.lump } else { STEP };
            let period = lump.div_f64(part).max(STEP);
            if self.now.as_nanos() % period.as_nanos() >= lump.as_nanos() {
                self.running.push(one);
                continue;
            }
            let time = STEP.min(work.left);
            (work.left, work.had, one.uncharged) = (work.left - time, work.had + time, one.uncharged + time);
            spent += time;
            let of = work.of;
            let has_ended = work.left.is_zero();
            self.had[of] += time;
            let slice_is_over = self.now >= one.slice_end;
            if has_ended {
                self.state.end(self.now, one.id, one.uncharged);
                self.end(one.id);
                has_changed = true;
            } else if slice_is_over && self.state.is_contended() || self.now >= one.due {
                let keeps = self.state.settle(self.now, one.id, one.uncharged, slice_is_over);
                (one.uncharged, one.due) = (Duration::ZERO, self.due(one.id));
                if keeps {
                    self.running.push(one);
                } else {
                    has_changed = true;
                }
            } else {
                self.running.push(one);
            }
        }
        for (of, share) in self.share.iter_mut().enumerate() {
            let most = spent.as_secs_f64() * (self.pieces[of] as f64 / self.size.places as f64).min(1.0);
            *share += (spent.as_secs_f64() / active.max(1) as f64).min(most);
        }
        if has_changed {
            self.give_places();
        }
    }

    fn end(&mut self, id: Id) {
        let Some(Work { of, since, .. }) = self.work.remove(&id) else { return };
        self.pieces[of] -= 1;
        match self.habits[of] {
            Habit::Greedy(_) => {}
            Habit::Asks(_, pause) | Habit::Disguised(_, pause) => {
                self.next[of] = Some(self.now + pause.mul_f64(self.random.below(2_000) as f64 / 1e3));
            }
            Habit::Plays(_, pause) => {
                self.next[of] = Some(self.now + pause);
                self.waits.push(self.now - since);
            }
        }
    }

    /// Checks the share of a caller that had work all the time, over the last second, or three rounds of slices if that
    /// is longer.
    fn check(&mut self, of: usize, seen: Look) {
        let looks = &mut self.looks[of];
        looks.push_back(seen);
        if !seen.always || matches!(self.habits[of], Habit::Disguised(..)) {
            looks.clear();
            looks.push_back(Look { always: true, ..seen });
            return;
        }
        let most = looks.iter().map(|look| look.callers).max().unwrap_or(0);
        let window = Duration::from_secs(1).max(3 * SLICE * most as u32);
        let count = window.div_duration_f64(LOOK).ceil() as usize;
        if let Some(first) = looks.len().checked_sub(count + 1).map(|at| looks[at]) {
            let had = (seen.had - first.had).as_secs_f64();
            let share = seen.share - first.share;
            assert!(
                had >= share / 2.0,
                "{:?} had {had} of {share} at {:?}: {:?}",
                self.habits[of],
                self.now,
                self.habits
            );
        }
        if looks.len() > 400 {
            looks.pop_front();
        }
    }
}

fn habit(random: &mut Random) -> Habit {
    let milliseconds = |random: &mut Random, most| MILLISECOND * (1 + random.below(most)) as u32;
    match random.below(10) {
        0..4 => {
            let most = if random.chance(4) { 40 } else { 3 };
            Habit::Greedy(1 + random.below(most))
        }
        4..6 => Habit::Asks(milliseconds(random, 12), milliseconds(random, 60)),
        6 => Habit::Asks(milliseconds(random, 12), Duration::ZERO),
        7 => Habit::Asks(milliseconds(random, 600), milliseconds(random, 200)),
        8 => Habit::Disguised(milliseconds(random, 12), Duration::ZERO),
        _ => Habit::Disguised(milliseconds(random, 40), milliseconds(random, 20)),
    }
}

#[test]
fn a_caller_with_work_has_at_least_half_of_its_share_of_any_second() {
    for seed in 0..LOADS {
        let mut random = Random(seed);
        let places = 1 + random.below(3);
        let count = 1 + random.below(12);
        let habits = (0..count).map(|_| habit(&mut random)).collect();
        let mut simulation = Simulation::new(random, places, Machine::IDLE, habits);
        simulation.run(Duration::from_millis(1_200), |simulation, always, callers| {
            for (of, &always) in always.iter().enumerate() {
                let seen = Look { had: simulation.had[of], share: simulation.share[of], callers, always };
                simulation.check(of, seen);
            }
        });
    }
}

/// Whatever the machine, a turn takes the time that its thread needs, and the time of two looks at the queue.
#[test]
fn a_turn_waits_for_no_search_on_any_machine() {
    for seed in 0..LOADS {
        let mut random = Random(seed);
        let places = 1 + random.below(2);
        let machine = Machine::any(&mut random);
        let (greedy, pieces) = random.pick(&[(1, 1), (1, 100), (20, 2), (64, 1)]);
        let length = MILLISECOND * (1 + random.below(10)) as u32;
        let pause = MILLISECOND * 300;
        let habits: Vec<_> =
            std::iter::repeat_n(Habit::Greedy(pieces), greedy).chain([Habit::Plays(length, pause)]).collect();
        let mut simulation = Simulation::new(random, places, machine, habits);
        // All searches have begun, and been alone for long, when the first turn comes.
        simulation.next[greedy] = Some(Duration::from_secs(3));
        simulation.run(Duration::from_secs(6), |_, _, _| ());
        let alone = length.div_f64(machine.normal) + 2 * STEP;
        let longest = simulation.waits.iter().max().copied().unwrap_or(HOUR);
        assert!(
            simulation.waits.len() > 5 && longest <= alone + 2 * CHECK_INTERVAL,
            "{longest:?} instead of {alone:?} of {} turns on {places} of {machine:?} beside {greedy} times {pieces}",
            simulation.waits.len()
        );
    }
}

#[test]
fn short_work_goes_before_long_work_that_is_as_new() {
    let mut state = State::new(Size { places: 1, queue: 1_000, begun: 1_000, memory: 0, largest: 0 });
    let add = |state: &mut State<()>, number: u32, is_short| {
        let profile = Profile { is_short, ..profile(Client::of(caller(number + 1))) };
        state.add(Duration::ZERO, profile, ()).expect("there is room").0
    };
    let long: Vec<_> = (0..64).map(|number| add(&mut state, number, false)).collect();
    assert_eq!(state.pick(Duration::ZERO), Some(Next::Begin(long[0], 0)));
    let short = add(&mut state, 64, true);
    assert_eq!(state.pick(Duration::ZERO), Some(Next::Begin(short, 0)));
    state.end(MILLISECOND, short, MILLISECOND);
    assert_eq!(state.pick(MILLISECOND), Some(Next::Begin(long[1], 0)));
}

#[test]
fn whoever_has_most_makes_room() {
    use super::super::state::Displaced;

    let mut state = State::new(Size { places: 1, queue: 7, begun: 8, memory: 0, largest: 0 });
    let add =
        |state: &mut State<u32>, number: u32| state.add(Duration::ZERO, profile(Client::of(caller(number))), number);
    let first = add(&mut state, 1).expect("there is room").0;
    assert_eq!(state.pick(Duration::ZERO), Some(Next::Begin(first, 0)));
    // A caller alone gets half of the room, and others what is left, until there is none.
    let taken = (0..20).filter(|_| add(&mut state, 1).is_ok()).count();
    assert_eq!(taken, 3);
    for number in 2..=5 {
        assert_eq!(add(&mut state, number).expect("there is room").1, None);
    }
    // Those that wait go first, the last one first; then the one that has begun.
    for number in 6..=8 {
        assert_eq!(add(&mut state, number).expect("one makes room").1, Some(Displaced::Refused(1)));
    }
    assert!(add(&mut state, 9).is_err(), "nobody has more than one");
    assert_eq!(state.pieces(), 8);
}

#[test]
fn one_of_the_caller_with_most_begun_pieces_gives_way_to_a_caller_with_none() {
    let mut state = State::new(Size { places: 8, queue: 8, begun: 7, memory: 0, largest: 0 });
    let add = |state: &mut State<()>, number: u32, again| {
        let profile = Profile { again, ..profile(Client::of(caller(number))) };
        state.add(Duration::ZERO, profile, ()).expect("there is room").0
    };
    let first: Vec<_> = (0..4).map(|_| add(&mut state, 1, Again::Can)).collect();
    let others: Vec<_> = (2..=4).map(|number| add(&mut state, number, Again::Can)).collect();
    while state.pick(Duration::ZERO).is_some() {}
    assert!(first.iter().chain(&others).all(|&id| state.is_running(id)));
    assert_eq!(state.give_way(), None, "nobody waits");
    state.settle(MILLISECOND, first[0], MILLISECOND, false);
    let newcomer = add(&mut state, 5, Again::Can);
    assert_eq!(state.pick(Duration::ZERO), None);
    // The one that loses least, and one at a time.
    assert_eq!(state.give_way(), Some(first[1]));
    assert_eq!(state.give_way(), None);
    state.end(MILLISECOND, first[1], MILLISECOND);
    assert_eq!(state.pick(MILLISECOND), Some(Next::Begin(newcomer, 0)));
    assert_eq!(state.give_way(), None, "it has begun");
    // If no caller has more than one, the one that has had most, once it is no longer new; and none for one that did so
    // itself.
    let mut state = State::new(Size { places: 8, queue: 8, begun: 2, memory: 0, largest: 0 });
    let first = add(&mut state, 1, Again::Can);
    add(&mut state, 2, Again::No);
    while state.pick(Duration::ZERO).is_some() {}
    add(&mut state, 3, Again::Has);
    state.settle(MILLISECOND, first, 20 * MILLISECOND, false);
    assert_eq!(state.give_way(), None);
    add(&mut state, 4, Again::Can);
    assert_eq!(state.give_way(), Some(first));
}
