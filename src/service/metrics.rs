//! Metrics of the work: searches, and what is refused for want of room.
//!
//! They go to whatever recorder the process has installed, and nowhere without one.

use metrics::{Counter, describe_counter};

const SHED: &str = "ayla_shed_total";

/// Says what each metric means, to the recorder of the process.
pub(crate) fn describe() {
    describe_counter!(
        SHED,
        "What was refused for want of room, by reason: calls (too many run), search-queue (too many suggestions wait), \
         line-queue (too many calls with long lines wait), connections (too many are open)."
    );
}

/// The counter of what is refused for want of this.
pub(crate) fn shed(reason: &'static str) -> Counter {
    metrics::counter!(SHED, "reason" => reason)
}
