//! The metrics of searches, and of the work by the rules.
//!
//! They go to the recorder that the process has installed before; without one they are lost.

use std::time::Duration;

use ayla_api::error::Reason;
use ayla_engine::{Level, Report};
use ayla_fair::scheduler::Scheduler;
use ayla_rules::Variant;
use metrics::{Counter, Histogram, counter, gauge, histogram};

use super::memory::Memory;
use super::tables::Tables;
use crate::operation::Operation;
use crate::telemetry::load::{self, from_zero, shed};
use crate::telemetry::metrics::describe_metrics;

describe_metrics! {
    /// Completed searches, by variant, by what stopped them and by the certainty of their value.
    counter SEARCHES = "ayla_searches_total";
    /// Work by the rules and for pictures, by operation, in steps of about ten nanoseconds of processor time. What is
    /// begun again on another thread counts each time.
    counter STEPS = "ayla_work_steps_total";
    /// Steps of work of calls on the threads that serve connections, of those with at least 1,000.
    histogram WORKER_STEPS = "ayla_worker_steps";
    /// Moves made in searches, by variant.
    counter NODES = "ayla_search_nodes_total", Count;
    /// Duration of turns that the engine replied to, by the level of the reply; none without a level.
    histogram TURNS = "ayla_turn_duration_seconds", Seconds;
    /// Turns that were left without the reply that was asked for, by its level and by the reason of the error.
    counter UNANSWERED = "ayla_turns_unanswered_total";
    /// Time that searches waited for a slot and for hash memory.
    histogram WAIT = "ayla_search_wait_seconds", Seconds;
    /// Duration of searches, by variant.
    histogram DURATION = "ayla_search_duration_seconds", Seconds;
    /// Search slots.
    gauge SLOTS = "ayla_search_slots";
    /// Search slots in use.
    gauge BUSY = "ayla_search_slots_busy";
    /// Capacity of the search queue.
    gauge PLACES = "ayla_search_queue_places";
    /// Searches waiting in the queue.
    gauge WAITING = "ayla_search_queue_waiting";
    /// Hash memory held, in use or kept for the next search.
    gauge MEMORY = "ayla_search_memory_bytes", Bytes;
    /// Maximum hash memory.
    gauge MEMORY_LIMIT = "ayla_search_memory_limit_bytes", Bytes;
    /// Endgame tables available, built on demand or from files.
    gauge TABLES = "ayla_endgame_tables";
    /// Memory of the endgame tables built on demand, and of files that are not mapped.
    gauge TABLE_MEMORY = "ayla_endgame_table_memory_bytes", Bytes;
    /// Endgame tables dropped because their files changed.
    counter TABLES_DROPPED = "ayla_endgame_tables_dropped_total";
}

/// The durations of turns at a level; 0 for those without one.
fn turns(level: u32) -> Histogram {
    histogram!(TURNS, "level" => level_label(level))
}

/// The counter of turns without a reply at a level, for this reason.
fn unanswered(level: u32, reason: Reason) -> Counter {
    counter!(UNANSWERED, "level" => level_label(level), "reason" => reason.name())
}

fn level_label(level: u32) -> String {
    if level == 0 { "none".to_owned() } else { level.to_string() }
}

/// Calls with fewer steps are left out of the histogram of steps on the threads that serve connections.
const LISTED_STEPS: u64 = 1_000;

/// The metrics of searches, and of the work of calls.
pub(super) struct SearchMetrics {
    /// The waits of searches before they began.
    pub(super) wait: Histogram,
    /// Counts suggestions that were refused because the queue was full.
    pub(super) queue_full: Counter,
    /// Counts pieces of calls by the rules that were refused because the queue was full.
    pub(super) lines_full: Counter,
    /// The steps of each operation.
    steps: [Counter; Operation::ALL.len()],
    worker_steps: Histogram,
    /// Counts suggestions that were refused because their time was over before their turn came, or could not but be.
    pub(super) search_late: Counter,
    /// The duration of turns, by level; first of those without one.
    turns: Vec<Histogram>,
    tables_dropped: Counter,
}

impl SearchMetrics {
    /// The metrics, from the recorder of the process.
    pub(super) fn new() -> Self {
        load::describe();
        describe();
        for level in 0..=Level::HIGHEST {
            for reason in [Reason::SearchQueueFull, Reason::DeadlineExceeded] {
                let _ = from_zero(unanswered(level, reason));
            }
        }
        Self {
            wait: histogram!(WAIT),
            queue_full: shed("search-queue"),
            lines_full: shed("line-queue"),
            steps: std::array::from_fn(|index| counter!(STEPS, "operation" => Operation::ALL[index].name())),
            worker_steps: histogram!(WORKER_STEPS),
            search_late: shed("search-time"),
            turns: (0..=Level::HIGHEST).map(turns).collect(),
            tables_dropped: from_zero(counter!(TABLES_DROPPED)),
        }
    }

    /// The counter of the steps of an operation.
    pub(super) fn steps(&self, operation: Operation) -> Counter {
        self.steps[operation as usize].clone()
    }

    /// Counts steps of a call on a thread that serves connections.
    pub(super) fn worked_here(&self, operation: Operation, steps: u64) {
        self.steps[operation as usize].increment(steps);
        if steps >= LISTED_STEPS {
            self.worker_steps.record(steps as f64);
        }
    }

    /// Records a turn with a reply at this level.
    pub(super) fn turn(&self, level: Option<u32>, time: Duration) {
        if let Some(turns) = self.turns.get(level.unwrap_or(0) as usize) {
            turns.record(time);
        }
    }

    /// Counts a turn that was left without a reply at this level, for this reason.
    pub(super) fn unanswered(&self, level: Option<u32>, reason: Reason) {
        unanswered(level.unwrap_or(0), reason).increment(1);
    }

    /// Records a completed search.
    pub(super) fn searched(&self, variant: Variant, report: &Report, duration: Duration) {
        let variant = variant.name();
        let stopped_by = report.stopped_by.name();
        let certainty = report.best.certainty.name();
        counter!(SEARCHES, "variant" => variant, "stopped_by" => stopped_by, "certainty" => certainty).increment(1);
        counter!(NODES, "variant" => variant).increment(report.nodes);
        histogram!(DURATION, "variant" => variant).record(duration);
    }

    /// Sets the gauges, and what is counted elsewhere.
    pub(super) fn set_gauges(&self, searches: &Scheduler, memory: &Memory, tables: &Tables) {
        gauge!(SLOTS).set(searches.size().places as f64);
        gauge!(BUSY).set(searches.busy() as f64);
        gauge!(PLACES).set(searches.size().queue as f64);
        gauge!(WAITING).set(searches.waiting() as f64);
        gauge!(MEMORY).set(memory.held() as f64);
        gauge!(MEMORY_LIMIT).set(memory.capacity as f64);
        gauge!(TABLES).set(tables.count() as f64);
        gauge!(TABLE_MEMORY).set(tables.bytes() as f64);
        self.tables_dropped.absolute(tables.dropped());
    }
}
