//! The turn of a piece of work, as its thread sees it.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hand_over::Signal;
use super::state::{Id, Profile, SLICE};
use super::{Priority, Shared, Stop};
use crate::client::Client;
use crate::thread::{NICENESS, lower_priority, processor_time};

/// The longest rest between two checks whether the work has to stop.
const LONGEST_REST: Duration = Duration::from_millis(5);

/// The turn of a piece of work: its place while the piece runs, and its reserved memory.
pub struct Turn {
    shared: Arc<Shared>,
    signal: Arc<Signal>,
    id: Id,
    client: Client,
    /// The bytes that are reserved for the work.
    pub bytes: u64,
    deadline: Cell<Instant>,
    /// When others may need the place.
    slice_end: Cell<Instant>,
    /// When to charge the caller, whether others wait or not.
    due: Cell<Instant>,
    /// The processor time of the thread up to which the caller is charged.
    charged: Cell<Duration>,
    /// The processor time of the thread that was reported to the pace.
    paced: Cell<Duration>,
    /// The processor time that the piece has had, and for how much of it the piece counts as new.
    had: Cell<Duration>,
    new_for: Duration,
}

impl Turn {
    /// The turn of a piece that gets a place now, with these reserved bytes.
    pub(super) fn new(
        shared: Arc<Shared>,
        signal: Arc<Signal>,
        profile: Profile,
        deadline: Instant,
        id: Id,
        bytes: u64,
    ) -> Self {
        let now = Instant::now();
        let new_for = profile.new_for();
        Self {
            signal,
            id,
            client: profile.client,
            bytes,
            deadline: Cell::new(deadline),
            slice_end: Cell::new(now + shared.places.with_state(|state| state.slice())),
            due: Cell::new(now + new_for),
            charged: Cell::default(),
            paced: Cell::default(),
            had: Cell::default(),
            new_for,
            shared,
        }
    }

    /// Begins the work, on the thread that calls this.
    pub(super) fn begin(&self) {
        let time = processor_time();
        self.charged.set(time);
        self.paced.set(time);
        self.rest();
    }

    /// Rests for as long as the work is ahead of its pace, or until it has to stop.
    fn rest(&self) {
        let Some(pace) = self.shared.pace.get() else { return };
        let time = processor_time();
        let mut spent = time.saturating_sub(self.paced.replace(time));
        while let Some(rest) = pace.spend(std::mem::take(&mut spent)) {
            if self.signal.stop().is_some() || Instant::now() >= self.deadline.get() {
                break;
            }
            std::thread::sleep(rest.min(LONGEST_REST));
        }
    }

    /// Whether nobody needs the result any more.
    pub fn is_cancelled(&self) -> bool {
        self.signal.stop() == Some(Stop::Cancelled)
    }

    /// Makes the time of the work end earlier: at this instant, unless it ends before.
    pub fn end_by(&self, deadline: Instant) {
        self.deadline.set(self.deadline.get().min(deadline));
    }

    /// Returns whether, and why, the work has to stop. Work has to call this often: it is also where a piece hands its
    /// place over and waits for the next one.
    pub fn interrupt(&self) -> Option<Stop> {
        self.rest();
        if let Some(stop) = self.signal.stop() {
            return Some(stop);
        }
        let now = Instant::now();
        if now >= self.deadline.get() {
            return Some(Stop::Time);
        }
        let slice_is_over = now >= self.slice_end.get() && self.shared.places.are_contended();
        if slice_is_over || now >= self.due.get() { self.settle(slice_is_over) } else { None }
    }

    /// Charges the caller. If the piece has to hand its place over, waits for the next one.
    #[cold]
    fn settle(&self, slice_is_over: bool) -> Option<Stop> {
        let places = &self.shared.places;
        let handed_over = places.settle(self.shared.now(), self.id, self.spend(), slice_is_over);
        let stop = handed_over.and_then(|begun| {
            begun.begin();
            let left = || self.deadline.get().saturating_duration_since(Instant::now());
            let stop = places.wait(self.id, &self.signal, left);
            self.slice_end.set(Instant::now() + places.with_state(|state| state.slice()));
            stop
        });
        // A new piece leaves a quick place soon after it has had its time.
        let left = self.new_for.saturating_sub(self.had.get());
        self.due.set(Instant::now() + if left.is_zero() { SLICE } else { left });
        stop
    }

    /// The processor time that the work has used since the last time. It is also reported to the client's meter. Once
    /// the piece is old, lowers the priority of its thread.
    fn spend(&self) -> Duration {
        let time = processor_time();
        let spent = time.saturating_sub(self.charged.replace(time));
        let was_new = self.had.get() < self.new_for;
        self.had.set(self.had.get() + spent);
        self.client.spend(spent);
        if was_new && self.had.get() >= self.new_for && self.shared.priority == Priority::LowOnceOld {
            lower_priority(NICENESS);
        }
        spent
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let spent = self.spend();
        if let Some(pace) = self.shared.pace.get() {
            // The next piece rests for this time.
            let _ = pace.spend(processor_time().saturating_sub(self.paced.get()));
        }
        self.shared.places.end(self.shared.now(), self.id, spent).begin();
    }
}
