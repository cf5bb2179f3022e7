//! The events of a move, up to the number that an answer reports.

use ayla_rules::{Event, Recorder};

/// The initial capacity for the events of a move: few moves have more.
const EVENTS: usize = 16;
/// The most sown houses that the events of an answer report. A sowing of 10,000 laps passes more.
pub const MOST_SOWN: usize = 20_000;

/// The events of a move, cut off before the first sown seed that would exceed [`MOST_SOWN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLog {
    /// The events in order.
    pub events: Vec<Event>,
    /// Whether events were cut off.
    pub truncated: bool,
    /// The number of houses sown, including those of earlier moves in the same answer.
    sown: usize,
}

impl Default for EventLog {
    fn default() -> Self {
        Self { events: Vec::with_capacity(EVENTS), truncated: false, sown: 0 }
    }
}

impl EventLog {
    /// Creates the log for a further move in the same answer. It counts towards the same bound.
    #[must_use]
    pub fn for_next_move(&self) -> Self {
        Self { events: Vec::with_capacity(EVENTS), truncated: self.truncated, sown: self.sown }
    }
}

impl Recorder for EventLog {
    fn record(&mut self, event: Event) {
        if event.sown().is_some() {
            self.truncated |= self.sown == MOST_SOWN;
            self.sown += 1;
        }
        if !self.truncated {
            self.events.push(event);
        }
    }
}
