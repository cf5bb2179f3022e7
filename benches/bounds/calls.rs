//! Callers, and what became of their calls.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ayla_test_server::http2::{self, Answer, Call, Connection, Outcome};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::report::Report;

/// The pause of an endless caller after a refusal: what is measured are the calls of others, not a flood of refusals.
const REFUSED: Duration = Duration::from_millis(50);

/// The calls of one or more callers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    pub(crate) answered: Vec<Duration>,
    /// The number of calls without an answer in time, or with one that is no success.
    pub(crate) refused: usize,
    /// The number of answers, among those above, without the search that was asked for.
    pub(crate) unsearched: usize,
}

/// What an answer has of what was asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quality {
    Good,
    /// No search was completed.
    Unsearched,
    Refused,
}

/// A caller, who makes one call after the other.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The address that the calls come from.
    pub(crate) source: String,
    pub(crate) address: String,
    /// The calls, which are made in turn.
    pub(crate) calls: Arc<[Call]>,
    /// The time from the beginning of a call to that of the next, if it has ended by then.
    pub(crate) interval: Duration,
    /// Whether all calls are made on one connection.
    pub(crate) keeps_connection: bool,
    /// The time after which a call counts as refused.
    pub(crate) timeout: Duration,
    pub(crate) quality: fn(&Answer) -> Quality,
}

impl Calls {
    pub(crate) fn note(&mut self, (time, quality): (Duration, Quality)) {
        match quality {
            Quality::Good => self.answered.push(time),
            Quality::Unsearched => {
                self.answered.push(time);
                self.unsearched += 1;
            }
            Quality::Refused => self.refused += 1,
        }
    }

    /// The number of calls that have ended.
    pub(crate) fn made(&self) -> usize {
        self.answered.len() + self.refused
    }

    /// Prints how many calls there were, how many were refused, and their times.
    pub(crate) fn row(self, report: &mut Report, name: &str, bound_ms: u64) {
        let calls = self.made();
        let refused = self.refused;
        report.row(name, &[calls, refused], &self.answered.into(), 99, bound_ms);
        report.expect(&format!("{name}: refused"), refused == 0);
    }

    /// Prints the same, and how many answers lack a search. With a bound, every call is to be answered after a search.
    pub(crate) fn searched_row(self, report: &mut Report, name: &str, bound_ms: Option<u64>) {
        let calls = self.made();
        let Self { answered, refused, unsearched } = self;
        report.row(name, &[calls, refused, unsearched], &answered.into(), 99, bound_ms);
        if bound_ms.is_some() {
            report.expect(&format!("{name}: answered"), calls > 0 && refused == 0);
            report.expect(&format!("{name}: searched"), unsearched == 0);
        }
    }
}

impl FromIterator<Calls> for Calls {
    fn from_iter<I: IntoIterator<Item = Calls>>(callers: I) -> Self {
        callers.into_iter().fold(Self::default(), |mut all, calls| {
            all.answered.extend(calls.answered);
            all.refused += calls.refused;
            all.unsearched += calls.unsearched;
            all
        })
    }
}

impl Quality {
    /// The quality of an answer to a call that needs no search.
    pub(crate) fn of(answer: &Answer) -> Self {
        if answer.is_ok() { Self::Good } else { Self::Refused }
    }
}

impl Caller {
    /// A caller who keeps a connection and does not pause, with calls that need no search.
    pub(crate) fn new(source: &str, address: &str, calls: impl Into<Arc<[Call]>>, timeout: Duration) -> Self {
        let source = source.to_owned();
        let address = address.to_owned();
        let calls = calls.into();
        let interval = Duration::ZERO;
        Self { source, address, calls, interval, keeps_connection: true, timeout, quality: Quality::of }
    }

    /// Makes calls for this time. The interval must not be zero.
    pub(crate) async fn calls(self, time: Duration) -> Calls {
        let mut calls = Calls::default();
        let mut connection = None;
        let begun = Instant::now();
        let mut ticks = interval(self.interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for call in self.calls.iter().cycle() {
            ticks.tick().await;
            if begun.elapsed() >= time {
                break;
            }
            calls.note(self.call(&mut connection, call).await);
        }
        calls
    }

    /// Makes calls without end, and notes each.
    pub(crate) async fn endless_calls(self, calls: Arc<Mutex<Calls>>) {
        let mut connection = None;
        for call in self.calls.iter().cycle() {
            let (time, quality) = self.call(&mut connection, call).await;
            calls.lock().expect("no caller failed").note((time, quality));
            let pause = if quality == Quality::Refused { REFUSED } else { Duration::ZERO };
            sleep(self.interval.saturating_sub(time).max(pause)).await;
        }
    }

    /// The time of a call, and the quality of its answer. A connection that had an answer may be kept.
    pub(crate) async fn call(&self, connection: &mut Option<Connection>, call: &Call) -> (Duration, Quality) {
        let called = Instant::now();
        let answer = async {
            if connection.is_none() {
                *connection = Connection::attempt(&self.source, &self.address, &h2::client::Builder::new()).await;
            }
            match http2::call(&connection.as_ref()?.sender, call).await {
                Outcome::Answered(answer) => Some(answer),
                Outcome::NotTaken | Outcome::Failed(_) => None,
            }
        };
        let answer = timeout(self.timeout, answer).await.ok().flatten();
        let time = called.elapsed();
        if answer.is_none() || !self.keeps_connection {
            *connection = None;
        }
        (time, answer.map_or(Quality::Refused, |answer| (self.quality)(&answer)))
    }
}
