//! The events of a move, up to the number that an answer reports.

use ayla_rules::{Destination, Event, House, Recorder, Ruling};

/// The initial capacity for the events of a move: most moves have fewer.
const EVENTS: usize = 8;
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

    /// The list for the next event; none once events are cut off.
    fn open(&mut self) -> Option<&mut Vec<Event>> {
        (!self.truncated).then_some(&mut self.events)
    }
}

impl Recorder for EventLog {
    fn pick_up(&mut self, house: House, seeds: u8, lap: u32) {
        if let Some(events) = self.open() {
            events.pick_up(house, seeds, lap);
        }
    }

    fn sow(&mut self, house: House) {
        self.truncated |= self.sown == MOST_SOWN;
        self.sown += 1;
        if let Some(events) = self.open() {
            events.sow(house);
        }
    }

    fn capture(&mut self, house: House, seeds: u8, to: Destination, ruling: Ruling) {
        if let Some(events) = self.open() {
            events.capture(house, seeds, to, ruling);
        }
    }

    fn bear_off(&mut self, seeds: u8, ruling: Ruling) {
        if let Some(events) = self.open() {
            events.bear_off(seeds, ruling);
        }
    }

    fn share(&mut self, stores: [u8; 2], off: u8, ruling: Ruling) {
        if let Some(events) = self.open() {
            events.share(stores, off, ruling);
        }
    }
}
