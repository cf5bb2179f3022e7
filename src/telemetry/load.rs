//! The metrics of load: the processor time that callers use, and what is refused because a limit is reached.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use metrics::{Counter, counter};

use super::metrics::describe_metrics;
use crate::operation::Work;

describe_metrics! {
    /// Calls and connections refused because a limit was reached, by reason: calls, search-queue, search-time (searches
    /// whose turn did not come in their time), line-queue (calls with large work), picture-queue, connections, rate
    /// (the rate of an API key, or of pictures for an address).
    counter SHED = "ayla_shed_total";
    /// Processor time used for callers, in whole seconds, by caller (the name of its API key; empty for all callers
    /// without one) and work: rules, search, picture.
    counter PROCESSOR_TIME = "ayla_work_seconds_total";
}

/// The counter of what is shed for this reason.
pub(crate) fn shed(reason: &'static str) -> Counter {
    from_zero(counter!(SHED, "reason" => reason))
}

/// A counter that is reported from zero on: a rate sees no increase from nothing to one.
pub(crate) fn from_zero(counter: Counter) -> Counter {
    counter.increment(0);
    counter
}

/// The processor time that a caller has used, by the kind of work.
#[derive(Clone)]
pub(crate) struct WorkMetrics([WorkTime; Work::ALL.len()]);

/// A sum of processor time, whose whole seconds are counted: counters are whole numbers.
#[derive(Clone)]
struct WorkTime {
    microseconds: Arc<AtomicU64>,
    seconds: Counter,
}

impl WorkMetrics {
    /// Registers the counters of the owner of an API key, by name, or of all callers without a key, whose name is
    /// empty.
    pub(crate) fn new(caller: &str) -> Self {
        let counter =
            |work: Work| from_zero(counter!(PROCESSOR_TIME, "caller" => caller.to_owned(), "work" => work.name()));
        Self(std::array::from_fn(|index| WorkTime { microseconds: Arc::default(), seconds: counter(Work::ALL[index]) }))
    }

    /// Counts processor time.
    pub(crate) fn add(&self, work: Work, time: Duration) {
        const SECOND: u64 = 1_000_000;
        let WorkTime { microseconds, seconds } = &self.0[work as usize];
        let more = u64::try_from(time.as_micros()).unwrap_or_default();
        let before = microseconds.fetch_add(more, Relaxed);
        seconds.increment((before + more) / SECOND - before / SECOND);
    }
}
