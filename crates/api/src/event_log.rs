//! The events of a move, up to the number that an answer reports.

use ayla_rules::{Event, House, Place, Recorder};
use ayla_steps::{count, weights};

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
    unreported: Unreported,
}

/// What sentences say of the events that were cut off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Unreported {
    /// How the first lap began, where even that was cut off.
    first: Option<Event>,
    /// The laps.
    laps: usize,
    /// The place of the last sown seed.
    last_sown: Option<Place>,
    /// The captures and all that is neither picked up nor sown: a move has few of them.
    others: Vec<Event>,
}

impl Default for EventLog {
    fn default() -> Self {
        Self { events: Vec::with_capacity(EVENTS), truncated: false, sown: 0, unreported: Unreported::default() }
    }
}

impl EventLog {
    /// Creates the log for a further move in the same answer. It counts towards the same bound.
    pub fn for_next_move(&self) -> Self {
        Self { truncated: self.truncated, sown: self.sown, ..Self::default() }
    }

    /// The house from which the first lap took seeds, and how many; none where nothing was sown.
    pub fn first_pick_up(&self) -> Option<(House, u8)> {
        let pick_up =
            |event: &Event| if let Event::PickUp { house, seeds, .. } = *event { Some((house, seeds)) } else { None };
        self.events.iter().chain(&self.unreported.first).find_map(pick_up)
    }

    /// The number of laps of the move.
    pub fn laps(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count() + self.unreported.laps
    }

    /// The place in which the last seed of the move fell; none where it left the board.
    pub fn last_sown(&self) -> Option<Place> {
        let leaves = |event: &Event| matches!(event, Event::BearOff { .. });
        if self.unreported.others.iter().any(leaves) {
            return None;
        }
        let reported = || {
            self.events.iter().rev().find_map(|event| match event {
                Event::Sow { place } => Some(Some(*place)),
                Event::BearOff { .. } => Some(None),
                Event::PickUp { .. }
                | Event::Capture { .. }
                | Event::Tuzdik { .. }
                | Event::Swap { .. }
                | Event::Share { .. } => None,
            })
        };
        self.unreported.last_sown.or_else(|| reported().flatten())
    }

    /// The events that are neither picked up nor sown, all of them.
    pub fn outcomes(&self) -> impl Iterator<Item = &Event> {
        let is_outcome = |event: &&Event| !matches!(event, Event::PickUp { .. } | Event::Sow { .. });
        self.events.iter().filter(is_outcome).chain(&self.unreported.others)
    }
}

impl Recorder for EventLog {
    fn record(&mut self, event: Event) {
        count(weights::EVENT);
        if event.sown().is_some() {
            self.truncated |= self.sown == MOST_SOWN;
            self.sown += 1;
        }
        if !self.truncated {
            self.events.push(event);
            return;
        }
        match event {
            Event::PickUp { .. } => {
                self.unreported.first.get_or_insert(event);
                self.unreported.laps += 1;
            }
            Event::Sow { place } => self.unreported.last_sown = Some(place),
            Event::Capture { .. }
            | Event::Tuzdik { .. }
            | Event::BearOff { .. }
            | Event::Swap { .. }
            | Event::Share { .. } => {
                self.unreported.others.push(event);
            }
        }
    }
}
