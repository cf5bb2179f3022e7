//! Random loads on a simulated clock.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::super::state::{Id, NEW, Next, Profile, SLICE, State};
use super::super::{Client, Size};
use super::profile;
use crate::client::Caller;
use ayla_test_games::Random;

const MILLISECOND: Duration = Duration::from_millis(1);
/// The number of loads.
const LOADS: u64 = 80;
/// How often what callers had is looked at.
const LOOK: Duration = Duration::from_millis(25);

/// How a caller behaves.
#[derive(Copy, Clone, Debug)]
enum Habit {
    /// It always has this many pieces without an end.
    Greedy(usize),
    /// It asks for a piece of about this length, and again after a pause.
    Asks(Duration, Duration),
    /// As [`Asks`](Self::Asks), each time as another caller.
    Disguised(Duration, Duration),
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
    places: usize,
    state: State<usize>,
    now: Duration,
    /// The work that is left of each piece, and the habit that it is of.
    left: BTreeMap<Id, (Duration, usize)>,
    /// The pieces with a place, and since when.
    running: Vec<(Id, Duration)>,
    habits: Vec<Habit>,
    /// The number of pieces of each habit.
    pieces: Vec<usize>,
    /// When each habit asks next; none while it waits for a piece.
    next: Vec<Option<Duration>>,
    had: Vec<Duration>,
    share: Vec<f64>,
    looks: Vec<VecDeque<Look>>,
    disguises: u32,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let places = 1 + random.below(3);
        let count = 1 + random.below(12);
        let habits: Vec<_> = (0..count).map(|_| habit(&mut random)).collect();
        let size = Size { places, queue: 1_000, begun: 1_000, memory: 0, largest: 0 };
        let next = habits.iter().map(|_| Some(MILLISECOND * random.below(100) as u32)).collect();
        Self {
            random,
            places,
            state: State::new(size),
            now: Duration::ZERO,
            left: BTreeMap::new(),
            running: Vec::new(),
            next,
            had: vec![Duration::ZERO; count],
            share: vec![0.0; count],
            looks: vec![VecDeque::new(); count],
            pieces: vec![0; count],
            habits,
            disguises: 0,
        }
    }

    fn run(&mut self, until: Duration) {
        let mut look = self.now + LOOK;
        let mut callers = 0;
        let mut always = vec![true; self.habits.len()];
        while self.now < until {
            self.arrive();
            self.give_places();
            let active = self.active();
            callers = callers.max(active);
            for (habit, always) in always.iter_mut().enumerate() {
                *always &= self.pieces[habit] > 0;
            }
            let step = self.next_event(look.min(until)) - self.now;
            self.pass(step, active);
            if self.now == look {
                for (habit, &always) in always.iter().enumerate() {
                    let (had, share) = (self.had[habit], self.share[habit]);
                    let seen = Look { had, share, callers, always };
                    self.looks[habit].push_back(seen);
                    self.check(habit);
                }
                (look, callers) = (look + LOOK, 0);
                always.fill(true);
            }
        }
    }

    /// The number of callers with work. Whoever has a disguise has one piece at a time.
    fn active(&self) -> usize {
        self.pieces.iter().filter(|&&pieces| pieces > 0).count()
    }

    /// Lets pieces come that are due.
    fn arrive(&mut self) {
        for of in 0..self.habits.len() {
            if self.next[of].is_none_or(|at| at > self.now) {
                continue;
            }
            let (pieces, length) = match self.habits[of] {
                Habit::Greedy(pieces) => (pieces, Duration::from_secs(3_600)),
                Habit::Asks(length, _) | Habit::Disguised(length, _) => {
                    (1, length.mul_f64(0.2 + 1.6 * self.random.below(1_000) as f64 / 1e3))
                }
            };
            self.next[of] = None;
            for _ in 0..pieces {
                let number = match self.habits[of] {
                    Habit::Disguised(..) => {
                        self.disguises += 1;
                        u32::MAX - self.disguises
                    }
                    Habit::Greedy(_) | Habit::Asks(..) => of as u32,
                };
                let caller = Caller::Network(std::net::Ipv4Addr::from_bits(number).into());
                let hour = Duration::from_secs(3_600);
                let client = Client::of(caller);
                let id = self.state.add(self.now, profile(client), hour, of).expect("there is room");
                self.left.insert(id, (length.max(Duration::from_micros(10)), of));
                self.pieces[of] += 1;
            }
        }
    }

    /// Gives free places away, and takes them from those whose slice is over while others wait.
    fn give_places(&mut self) {
        loop {
            while let Some(next) = self.state.pick(self.now) {
                let (Next::Begin(id, _) | Next::Resume(id)) = next;
                self.running.push((id, self.now));
            }
            assert!(
                self.running.len() == self.places || !self.state.is_contended(),
                "a place is free, and a piece waits"
            );
            let over = |&(id, since): &(Id, Duration)| self.now - since >= self.state.slice(id);
            let Some(at) = self.running.iter().position(over).filter(|_| self.state.is_contended()) else { return };
            let (id, since) = self.running.remove(at);
            self.state.pause(self.now, id, self.now - since);
        }
    }

    /// When something happens next.
    fn next_event(&self, look: Duration) -> Duration {
        let contended = self.state.is_contended();
        let running = self.running.iter().map(|(id, since)| {
            let ends = self.now + self.left[id].0;
            if contended { ends.min(*since + self.state.slice(*id)) } else { ends }
        });
        running.chain(self.next.iter().flatten().copied()).fold(look, Duration::min).max(self.now)
    }

    /// Lets time pass.
    fn pass(&mut self, step: Duration, active: usize) {
        self.now += step;
        for (id, _) in &self.running {
            let (left, of) = self.left.get_mut(id).expect("it runs");
            *left -= step.min(*left);
            self.had[*of] += step;
        }
        for (of, share) in self.share.iter_mut().enumerate() {
            let places = (self.places as f64 / active.max(1) as f64).min(self.pieces[of] as f64);
            *share += step.as_secs_f64() * places;
        }
        let ended: Vec<_> = self.running.extract_if(.., |(id, _)| self.left[id].0.is_zero()).collect();
        for (id, since) in ended {
            self.state.end(self.now, id, self.now - since);
            let Some((_, of)) = self.left.remove(&id) else { continue };
            self.pieces[of] -= 1;
            if let Habit::Asks(_, pause) | Habit::Disguised(_, pause) = self.habits[of] {
                self.next[of] = Some(self.now + pause.mul_f64(self.random.below(2_000) as f64 / 1e3));
            }
        }
    }

    /// Checks the share of a caller that had work all the time, over the last second, or three rounds of slices if that is
    /// longer.
    fn check(&mut self, of: usize) {
        let looks = &mut self.looks[of];
        let Some(last) = looks.back().copied() else { return };
        if !last.always || matches!(self.habits[of], Habit::Disguised(..)) {
            looks.clear();
            looks.push_back(Look { always: true, ..last });
            return;
        }
        let most = looks.iter().map(|look| look.callers).max().unwrap_or(0);
        let window = Duration::from_secs(1).max(3 * SLICE * most as u32);
        let count = window.div_duration_f64(LOOK).ceil() as usize;
        if let Some(first) = looks.len().checked_sub(count + 1).map(|at| looks[at]) {
            let (had, share) = ((last.had - first.had).as_secs_f64(), last.share - first.share);
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
    let threads = std::thread::available_parallelism().map_or(2, usize::from) as u64;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for seed in (0..LOADS).filter(|seed| seed % threads == thread) {
                    Simulation::new(seed).run(Duration::from_millis(1_200));
                }
            });
        }
    });
}

#[test]
fn who_has_just_come_waits_for_one_slice_whoever_is_there() {
    for (greedy, pieces) in [(1, 1), (1, 100), (20, 2), (64, 1)] {
        let mut simulation = Simulation::new(1);
        simulation.habits = vec![Habit::Greedy(pieces); greedy];
        simulation.habits.push(Habit::Asks(MILLISECOND, 100 * MILLISECOND));
        simulation.places = 1;
        simulation.state = State::new(Size { places: 1, queue: 1_000, begun: 1_000, memory: 0, largest: 0 });
        let count = simulation.habits.len();
        simulation.next = vec![Some(Duration::ZERO); count];
        simulation.next[greedy] = Some(Duration::from_secs(1));
        simulation.pieces = vec![0; count];
        simulation.had = vec![Duration::ZERO; count];
        simulation.share = vec![0.0; count];
        simulation.looks = vec![VecDeque::new(); count];
        let mut waits: Vec<Duration> = Vec::new();
        let mut asked = None;
        while simulation.now < Duration::from_secs(4) {
            simulation.run(simulation.now + MILLISECOND);
            let waiting = simulation.pieces[greedy] > 0;
            match (asked, waiting) {
                (None, true) => asked = Some(simulation.now),
                (Some(since), false) => {
                    waits.push(simulation.now - since);
                    asked = None;
                }
                _ => {}
            }
        }
        let longest = waits.iter().max().expect("some");
        assert!(waits.len() > 10 && *longest <= SLICE + NEW, "{longest:?} beside {greedy} callers");
    }
}

#[test]
fn short_work_goes_before_long_work_that_is_as_new() {
    let mut state = State::new(Size { places: 1, queue: 1_000, begun: 1_000, memory: 0, largest: 0 });
    let mut add = |number: u32, is_short| {
        let client = Client::of(Caller::Network(std::net::Ipv4Addr::from_bits(number).into()));
        let hour = Duration::from_secs(3_600);
        state.add(Duration::ZERO, Profile { is_short, ..profile(client) }, hour, ()).expect("there is room")
    };
    let long: Vec<_> = (0..64).map(|number| add(number, false)).collect();
    let short = add(64, true);
    assert_eq!(state.pick(Duration::ZERO), Some(Next::Begin(short, 0)));
    state.end(MILLISECOND, short, MILLISECOND);
    assert_eq!(state.pick(MILLISECOND), Some(Next::Begin(long[0], 0)));
}
