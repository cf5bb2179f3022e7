//! The pace of long work where the process has only a part of the processors' time.
//!
//! A control group with a quota stops all threads of the process once they have used it up, until the next period
//! begins. So long work has to leave a part of the quota to threads that serve connections.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::lock;

/// The share of the processor time that long work may use. Its threads and the work around it take about as much again.
const PART: f64 = 1.0 / 3.0;
/// The seconds of all processor time that long work may save up.
const AT_ONCE: f64 = 0.02;
/// The smallest part of a processor that a pace can be made for.
const LEAST: f64 = 0.01;

/// A budget of processor time that pieces of long work share.
#[derive(Debug)]
pub struct Pace {
    /// The seconds of processor time that are gained each second.
    gained: f64,
    /// The most seconds that are saved up.
    most: f64,
    /// The seconds left, which may be negative, and when they were counted.
    left: Mutex<(f64, Instant)>,
}

impl Pace {
    /// The pace of long work in a process that has the time of this many processors, or of a part of one.
    pub fn new(processors: f64) -> Self {
        let processors = processors.max(LEAST);
        let most = processors * AT_ONCE;
        Self { gained: processors * PART, most, left: Mutex::new((most, Instant::now())) }
    }

    /// Whether more was used than there is.
    pub fn is_behind(&self) -> bool {
        self.spend(Duration::ZERO).is_some()
    }

    /// Deducts processor time that was used. Returns how long to rest before more is used.
    pub fn spend(&self, time: Duration) -> Option<Duration> {
        self.spend_at(time, Instant::now())
    }

    fn spend_at(&self, time: Duration, now: Instant) -> Option<Duration> {
        let mut state = lock(&self.left);
        let (left, counted) = *state;
        let gained = now.saturating_duration_since(counted).as_secs_f64() * self.gained;
        let left = (left + gained).min(self.most) - time.as_secs_f64();
        *state = (left, now);
        (left < 0.0).then(|| Duration::from_secs_f64(-left / self.gained))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_uses_a_third_of_the_time_and_a_little_more_at_once() {
        let pace = Pace::new(0.5);
        let begun = Instant::now();
        let milliseconds = Duration::from_millis;
        assert_eq!(pace.spend_at(milliseconds(9), begun), None);
        let rest = pace.spend_at(milliseconds(6), begun).expect("more than there was");
        assert!((29..=31).contains(&rest.as_millis()), "{rest:?}");
        assert_eq!(pace.spend_at(Duration::ZERO, begun + milliseconds(31)), None);
        // Nothing is saved up beyond that.
        assert_eq!(pace.spend_at(milliseconds(9), begun + milliseconds(60_000)), None);
        assert!(pace.spend_at(milliseconds(2), begun + milliseconds(60_000)).is_some());
    }
}
