//! The tables that are built on demand.
//!
//! One thread of low priority builds them, and lets searches go first where there are not enough processors. The next
//! is for the caller whose last one was built longest ago, and its time is charged to that caller. When the tables
//! would exceed their memory limit, one of them makes room: of the caller whose tables take the most memory, the least
//! recently used one that nobody else uses. A call that is using it keeps it until the call ends.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ayla_api::search::table_name;
use ayla_engine::tablebase::{Class, Table, WorkerPool};
use ayla_fair::client::{Caller, Client};
use ayla_fair::lock;
use ayla_fair::scheduler::Scheduler;
use ayla_fair::shares::may_take;
use ayla_fair::thread::{lower_priority, processor_time};

use crate::config::processors;

/// The tables built on demand.
pub(super) struct BuiltTables {
    /// Limits the seeds of a first and of a larger table, where the class of the table allows more.
    max_seeds: [u32; 2],
    /// The most bytes of all together, without those of files.
    pub(super) max_bytes: usize,
    /// The finished tables, the most recently used last.
    pub(super) ready: Vec<Ready>,
    /// What to build: the class, the most seeds, and for whom.
    pub(super) queue: Vec<(Class, u32, Client)>,
    /// What is being built.
    in_work: Option<Class>,
    pub(super) building: bool,
    /// The callers for whom tables were built last, the latest at the end.
    served: VecDeque<Caller>,
}

/// A finished table.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) table: Arc<Table>,
    /// How many searches with a time limit have used the table since a larger one was last asked for.
    timed: u32,
    /// The callers whose searches used the table last, each with the time of the last use; the latest first.
    users: Vec<(Caller, Instant)>,
}

/// How many searches with a time limit a class needs before it gets a larger table.
pub(super) const MANY_TIMED: u32 = 16;
/// How many seeds more than the first a larger table has at least.
const LARGER_BY: u32 = 3;

/// The most classes that wait to be built.
pub(super) const MOST_QUEUED: usize = 64;
/// How many callers are remembered for whom tables were built.
const MOST_SERVED: usize = 64;
/// How many users of a table are remembered, and how long a use counts.
const MOST_USERS: usize = 8;
const USE_COUNTS: Duration = Duration::from_secs(600);

impl Ready {
    /// Notes a use.
    fn used_by(&mut self, caller: &Caller) {
        self.users.retain(|(other, at)| other != caller && at.elapsed() < USE_COUNTS);
        self.users.truncate(MOST_USERS - 1);
        self.users.insert(0, (caller.clone(), Instant::now()));
    }

    /// The callers who used the table within [`USE_COUNTS`].
    fn users(&self) -> Vec<&Caller> {
        self.users.iter().filter(|(_, at)| at.elapsed() < USE_COUNTS).map(|(caller, _)| caller).collect()
    }
}

impl BuiltTables {
    /// Creates the state without any table. `max_seeds` limits the seeds of a first and of a larger table, `max_bytes`
    /// the bytes of all tables together.
    pub(super) fn new(max_seeds: [u32; 2], max_bytes: usize) -> Self {
        Self {
            max_seeds,
            max_bytes,
            ready: Vec::new(),
            queue: Vec::new(),
            in_work: None,
            building: false,
            served: VecDeque::new(),
        }
    }

    /// The seeds of the first table of this class.
    pub(super) fn first_seeds(&self, class: &Class) -> u32 {
        class.few_seeds().min(self.max_seeds[0])
    }

    /// The number of seeds of a larger table of this class: the most that is worth its memory and has room beside all
    /// other tables. None if that is hardly more than the first table has.
    fn larger_seeds(&self, class: &Class) -> Option<u32> {
        let most = class.many_seeds().min(self.max_seeds[1]);
        (self.first_seeds(class) + LARGER_BY..=most).rev().find(|&seeds| self.may_fit(class, seeds))
    }

    /// The table of this class for a search of a caller, who uses it now, if one is ready: the larger one for a search
    /// with a time limit, or else the first. Also the seeds of a table that is to be built.
    pub(super) fn find(&mut self, class: &Class, is_timed: bool, caller: &Caller) -> (Option<Arc<Table>>, Option<u32>) {
        let first = self.first_seeds(class);
        if is_timed && let Some(larger) = self.using(class, caller, |seeds| seeds > first) {
            return (Some(Arc::clone(&larger.table)), None);
        }
        let Some(ready) = self.using(class, caller, |seeds| seeds == first) else { return (None, Some(first)) };
        ready.timed += u32::from(is_timed);
        let table = Arc::clone(&ready.table);
        let wants_larger = ready.timed >= MANY_TIMED;
        if wants_larger {
            ready.timed = 0;
        }
        (Some(table), if wants_larger { self.larger_seeds(class) } else { None })
    }

    /// A table of this class with such a number of seeds, which a caller uses now.
    fn using(&mut self, class: &Class, caller: &Caller, seeds: impl Fn(u32) -> bool) -> Option<&mut Ready> {
        let is_it = |ready: &Ready| ready.table.class() == class && seeds(ready.table.seeds().into());
        let mut ready = self.ready.remove(self.ready.iter().position(is_it)?);
        ready.used_by(caller);
        self.ready.push(ready);
        self.ready.last_mut()
    }

    /// The bytes of all tables.
    pub(super) fn bytes(&self) -> usize {
        self.ready.iter().map(|ready| ready.table.bytes()).sum()
    }

    /// Asks for a table to be built for a client, unless its class is waiting already, or too many classes are.
    pub(super) fn enqueue(&mut self, class: Class, seeds: u32, client: &Client) {
        if self.may_fit(&class, seeds) && self.may_queue(&class, &client.caller) {
            self.queue.push((class, seeds, client.clone()));
        }
    }

    /// Whether there can be room for a table. No other one is dropped for a larger one.
    fn may_fit(&self, class: &Class, seeds: u32) -> bool {
        let kept = if seeds > self.first_seeds(class) { self.bytes() } else { 0 };
        kept + class.entries(seeds) <= self.max_bytes
    }

    /// Whether a class may join the queue for a caller: it is not waiting yet, and the caller leaves places to others.
    pub(super) fn may_queue(&self, class: &Class, caller: &Caller) -> bool {
        let own = self.queue.iter().filter(|(_, _, client)| client.caller == *caller).count();
        let waits = self.in_work.as_ref() == Some(class) || self.queue.iter().any(|(waiting, _, _)| waiting == class);
        !waits && may_take(own, self.queue.len(), MOST_QUEUED)
    }

    /// The next table to build, after others have made room for it. First tables come before larger ones. If there is
    /// none, building ends.
    pub(super) fn next_to_build(&mut self) -> Option<(Class, u32, Client)> {
        self.in_work = None;
        while !self.queue.is_empty() {
            let order = |&index: &usize| {
                let (class, seeds, client) = &self.queue[index];
                let last = self.served.iter().position(|caller| *caller == client.caller);
                (*seeds > self.first_seeds(class), last)
            };
            let next = (0..self.queue.len()).min_by_key(order).unwrap_or(0);
            let (class, seeds, client) = self.queue.remove(next);
            if !self.may_fit(&class, seeds) || !self.make_room(class.entries(seeds), &client.caller) {
                continue;
            }
            self.served.retain(|caller| *caller != client.caller);
            self.served.push_back(client.caller.clone());
            if self.served.len() > MOST_SERVED {
                self.served.pop_front();
            }
            self.in_work = Some(class);
            return Some((class, seeds, client));
        }
        self.building = false;
        None
    }

    /// Drops tables until a further table of `bytes` bytes fits under the limit. Returns `false` if it does not fit,
    /// because other callers use what is left.
    fn make_room(&mut self, bytes: usize, caller: &Caller) -> bool {
        while self.bytes() + bytes > self.max_bytes {
            let Some(index) = self.dispensable(bytes, caller) else { return false };
            let dropped = self.ready.remove(index);
            tracing::debug!(table = table_name(&dropped.table), "an endgame table is dropped to make room");
        }
        true
    }

    /// The index of the table to drop so that a caller can have a further one of `bytes` bytes; `None` if all have to
    /// stay. Tables that nobody used lately are dropped first. Then come tables with a single user, if that user is the
    /// caller itself, or has more memory in such tables than the caller would have: those of the user with most memory
    /// first. Among equal ones the least recently used is dropped.
    fn dispensable(&self, bytes: usize, caller: &Caller) -> Option<usize> {
        let mut memory: HashMap<&Caller, usize> = HashMap::from([(caller, bytes)]);
        for ready in &self.ready {
            let users = ready.users();
            for user in &users {
                *memory.entry(user).or_default() += ready.table.bytes() / users.len();
            }
        }
        let own = memory[caller];
        let owner = |ready: &Ready| match ready.users()[..] {
            [] => Some(usize::MAX),
            [one] if one == caller || memory[one] > own => Some(memory[one]),
            _ => None,
        };
        let owners = self.ready.iter().enumerate().filter_map(|(index, ready)| Some((owner(ready)?, index)));
        // Of equal ones the first, which was used longest ago.
        owners.max_by_key(|&(memory, index)| (memory, std::cmp::Reverse(index))).map(|(_, index)| index)
    }

    fn add(&mut self, table: Arc<Table>, caller: &Caller) {
        tracing::debug!(table = table_name(&table), "an endgame table is ready");
        let mut ready = Ready { table, timed: 0, users: Vec::new() };
        ready.used_by(caller);
        self.ready.push(ready);
    }
}

/// The niceness of a thread that builds tables, which is lower in priority than searches.
pub(crate) const NICENESS: i32 = 19;

/// A guard that lets another thread build after a panic of this one.
struct Builder(Arc<Mutex<BuiltTables>>);

impl Drop for Builder {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!("building an endgame table failed");
            let mut built = lock(&self.0);
            built.queue.clear();
            (built.in_work, built.building) = (None, false);
        }
    }
}

/// The processor time of a part of a build after which the thread may rest.
const PART: Duration = Duration::from_millis(2);
/// The length of a rest on a single processor, as a multiple of the time worked before it. A server that is limited to
/// half a processor then spends two thirds of it on the build.
const RESTS: u32 = 2;
/// While searches leave one processor, the length of a rest is the time worked divided by this number. Other calls have
/// the processor during the rest.
const REST_BESIDE: u32 = 3;
/// The greatest length of a rest while searches use all processors, as a multiple of the time worked. The build then
/// goes on, so that the table is completed even if searches never pause.
const MOST_RESTS: u32 = 20;

/// Rests during a build, so that searches and calls go first.
struct Rests<'a> {
    scheduler: &'a Scheduler,
    /// The whole processors that the process may use, at least one.
    processors: usize,
    /// The processor time of the thread, the only one that builds, after its last rest.
    rested: Mutex<Duration>,
}

impl Rests<'_> {
    /// Rests, if it is time.
    fn rest(&self) {
        let mut rested = lock(&self.rested);
        let worked = processor_time().saturating_sub(*rested);
        if worked < PART {
            return;
        }
        let begun = Instant::now();
        while let Some(left) = rest_left(worked, begun.elapsed(), self.processors, self.scheduler.busy()) {
            std::thread::sleep(left);
        }
        *rested = processor_time();
    }
}

/// How long a thread that has worked and rested for these times sleeps before it looks again; `None` if it goes on
/// working.
fn rest_left(worked: Duration, rested: Duration, processors: usize, searches: usize) -> Option<Duration> {
    let least = match processors {
        1 => RESTS * worked,
        _ if searches > 0 && searches + 1 >= processors => worked / REST_BESIDE,
        _ => Duration::ZERO,
    };
    let waits = searches >= processors && rested < MOST_RESTS * worked;
    let left = least.saturating_sub(rested);
    if waits { Some(left.max(PART)) } else { Some(left).filter(|left| !left.is_zero()) }
}

/// Starts a thread that builds the queue, and returns whether it could be started.
pub(super) fn start_building(built: Arc<Mutex<BuiltTables>>, scheduler: Arc<Scheduler>) -> bool {
    let work = move || {
        lower_priority(NICENESS);
        let builder = Builder(built);
        loop {
            let Some((class, seeds, client)) = lock(&builder.0).next_to_build() else { return };
            let began = processor_time();
            let rested = Mutex::new(processor_time());
            let rests = Rests { scheduler: &scheduler, processors: processors(), rested };
            let between = || rests.rest();
            let done = AtomicU64::new(0);
            let workers = WorkerPool::new(1, &done).with_rests(&between);
            let table = Arc::new(Table::build_by(class, seeds, &workers));
            scheduler.charge(&client, processor_time().saturating_sub(began));
            lock(&builder.0).add(table, &client.caller);
        }
    };
    match std::thread::Builder::new().name("ayla-tables".to_owned()).spawn(work) {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(%error, "cannot start a thread");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_rests_on_one_processor_and_while_searches_leave_none() {
        let [none, one, three, four, eight, eighty] = [0, 1, 3, 4, 8, 80].map(Duration::from_millis);
        assert_eq!(rest_left(four, none, 2, 0), None);
        assert_eq!(rest_left(four, none, 3, 1), None);
        // Some time is left for other calls.
        assert_eq!(rest_left(three, none, 2, 1), Some(one));
        assert_eq!(rest_left(three, one, 2, 1), None);
        assert_eq!(rest_left(four, none, 1, 0), Some(eight));
        assert_eq!(rest_left(four, eight, 1, 0), None);
        // Searches have all processors, but not for ever.
        assert_eq!(rest_left(four, none, 2, 2), Some(PART));
        assert_eq!(rest_left(four, eight, 1, 1), Some(PART));
        for processors in [1, 2] {
            assert_eq!(rest_left(four, eighty, processors, processors), None);
        }
    }
}
