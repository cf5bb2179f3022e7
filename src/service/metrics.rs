//! Metrics of the work: searches, and what is refused for want of room.
//!
//! They go to whatever recorder the process has installed before, and nowhere without one.

use std::fmt;
use std::time::Duration;

use metrics::histogram;
use metrics::{Counter, Gauge, Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};

use ayla_engine::Report;
use ayla_rules::Variant;

use super::memory::Memory;
use super::pool::Pool;
use super::tables::Tables;

const SHED: &str = "ayla_shed_total";
const SEARCHES: &str = "ayla_searches_total";
const NODES: &str = "ayla_search_nodes_total";
const WAIT: &str = "ayla_search_wait_seconds";
const DURATION: &str = "ayla_search_duration_seconds";
const SLOTS: &str = "ayla_search_slots";
const BUSY: &str = "ayla_search_slots_busy";
const PLACES: &str = "ayla_search_queue_places";
const WAITING: &str = "ayla_search_queue_waiting";
const MEMORY: &str = "ayla_search_memory_bytes";
const MEMORY_LIMIT: &str = "ayla_search_memory_limit_bytes";
const TABLES: &str = "ayla_endgame_tables";
const TABLE_MEMORY: &str = "ayla_endgame_table_memory_bytes";

/// Says what each metric means, to the recorder of the process.
pub(crate) fn describe() {
    describe_counter!(
        SHED,
        "What was refused for want of room, by reason: calls (too many run), search-queue (too many suggestions wait), \
         line-queue (too many calls with long lines wait), connections (too many are open), rate (more than an API key is for)."
    );
    describe_counter!(
        SEARCHES,
        "Searches that ended, by variant, by what stopped them, and by how sure their value is."
    );
    describe_counter!(NODES, Unit::Count, "Moves made in searches, by variant.");
    describe_histogram!(WAIT, Unit::Seconds, "How long searches waited for a slot and for hash memory.");
    describe_histogram!(DURATION, Unit::Seconds, "How long searches ran, by variant.");
    describe_gauge!(SLOTS, "How many searches may run at once.");
    describe_gauge!(BUSY, "How many searches run now.");
    describe_gauge!(PLACES, "How many more may wait.");
    describe_gauge!(WAITING, "How many wait now.");
    describe_gauge!(MEMORY, Unit::Bytes, "Hash memory that searches hold, or keep for the next.");
    describe_gauge!(MEMORY_LIMIT, Unit::Bytes, "The most hash memory of all searches together.");
    describe_gauge!(TABLES, "How many endgame tables there are now, built on use or from files.");
    describe_gauge!(TABLE_MEMORY, Unit::Bytes, "Memory of the endgame tables that were built on use.");
}

/// The counter of what is refused for want of this. It exists from now on, so that its first rise is seen.
pub(crate) fn shed(reason: &'static str) -> Counter {
    let counter = counter!(SHED, "reason" => reason);
    counter.increment(0);
    counter
}

/// The metrics of searches.
pub(super) struct SearchMetrics {
    wait: Histogram,
    gauges: [Gauge; 8],
    /// Suggestions, and calls with long lines, that were refused.
    shed: [Counter; 2],
}

impl SearchMetrics {
    /// Those of this process.
    pub(super) fn new() -> Self {
        let gauges =
            [SLOTS, BUSY, PLACES, WAITING, MEMORY, MEMORY_LIMIT, TABLES, TABLE_MEMORY].map(|name| gauge!(name));
        Self { wait: histogram!(WAIT), gauges, shed: [shed("search-queue"), shed("line-queue")] }
    }

    /// A suggestion was refused, since too many wait.
    pub(super) fn queue_full(&self) {
        self.shed[0].increment(1);
    }

    /// A call with a long line was refused, since too many wait.
    pub(super) fn lines_full(&self) {
        self.shed[1].increment(1);
    }

    /// A search waited so long before it began.
    pub(super) fn waited(&self, time: Duration) {
        self.wait.record(time);
    }

    /// A search ended.
    pub(super) fn searched(&self, variant: Variant, report: &Report, taken: Duration) {
        let variant = variant.name();
        let (stopped_by, certainty) = (report.stopped_by.name(), report.best.certainty.name());
        counter!(SEARCHES, "variant" => variant, "stopped_by" => stopped_by, "certainty" => certainty).increment(1);
        counter!(NODES, "variant" => variant).increment(report.nodes);
        histogram!(DURATION, "variant" => variant).record(taken);
    }

    /// What is true at the moment.
    pub(super) fn observe(&self, searches: &Pool, memory: &Memory, tables: &Tables) {
        let [slots, busy, places, waiting, held, limit, count, built] = &self.gauges;
        slots.set(searches.slots() as f64);
        busy.set(searches.busy() as f64);
        places.set(searches.queue() as f64);
        waiting.set(searches.waiting() as f64);
        held.set(memory.held() as f64);
        limit.set(memory.capacity() as f64);
        count.set(tables.count() as f64);
        built.set(tables.built_bytes() as f64);
    }
}

impl fmt::Debug for SearchMetrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchMetrics").finish_non_exhaustive()
    }
}
