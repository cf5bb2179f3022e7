//! The spans of the parts of a call, within the span of the call: reading, waiting, the work, and writing. They are
//! made only of a call whose span is exported.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use ayla_api::error::{Error, Result};
use ayla_fair::lock;
use ayla_rules::Variant;
use tracing::field::Empty;
use tracing::{Span, debug_span};

use super::Arrived;
use crate::operation::Work;

/// The most parts of a call that have spans. A review has a few for each move.
const MOST: u32 = 256;

/// The span of a call while its answer is on the way; none unless it is exported.
#[derive(Default)]
pub(super) struct Parts {
    whole: OnceLock<Mutex<Option<Span>>>,
    made: AtomicU32,
}

impl Parts {
    /// The span of the call, until it ends.
    fn whole(&self) -> Option<MutexGuard<'_, Option<Span>>> {
        self.whole.get().map(|whole| lock(whole))
    }
}

impl Arrived {
    /// Notes that this span of the call is exported.
    pub(crate) fn follow(&self, whole: &Span) {
        // A call has one span.
        let _ = self.parts.whole.set(Mutex::new(Some(whole.clone())));
    }

    /// Forgets the span of the call, which ends. What still works for the call does not keep it.
    pub(crate) fn end_parts(&self) {
        self.parts.whole().map(|mut whole| whole.take());
    }

    /// A span for a part of the call with this name.
    pub(crate) fn part(&self, name: &'static str) -> Span {
        let parts = &self.parts;
        let guard = parts.whole();
        let whole = guard.as_ref().and_then(|whole| whole.as_ref());
        let Some(whole) = whole.filter(|_| parts.made.fetch_add(1, Ordering::Relaxed) < MOST) else {
            return Span::none();
        };
        debug_span!(
            parent: whole,
            "part",
            "otel.name" = name,
            "otel.status_code" = Empty,
            "ayla.operation" = self.operation.name(),
            "ayla.transport" = self.transport.name(),
            "ayla.variant" = self.noted_variant().map(Variant::name),
            "ayla.reason" = Empty,
            "ayla.work" = Empty,
            "ayla.search.level" = Empty,
            "ayla.search.limit.depth" = Empty,
            "ayla.search.limit.nodes" = Empty,
            "ayla.search.limit.time_ms" = Empty,
            "ayla.search.depth" = Empty,
            "ayla.search.nodes" = Empty,
            "ayla.search.certainty" = Empty,
            "ayla.search.stopped_by" = Empty,
        )
    }

    /// A span for the time that this work of the call waits for its turn.
    pub(crate) fn waiting_for(&self, work: Work) -> Span {
        let span = self.part("wait");
        span.record("ayla.work", work.name());
        span
    }
}

/// Ends the span of a part now, whoever still holds it.
#[inline]
pub(crate) fn end(part: &Span) {
    if !part.is_disabled() {
        // For the exporter, a span ends when it was last exited.
        part.in_scope(|| ());
    }
}

/// Ends the span of a part that came to this, and returns it. If it is an error, the span has the reason.
#[inline]
pub(crate) fn ended<T>(part: &Span, result: Result<T>) -> Result<T> {
    end(part);
    result.inspect_err(|error| refuse(part, error))
}

/// Notes in the span of a part why it came to nothing.
pub(crate) fn refuse(part: &Span, error: &Error) {
    part.record("ayla.reason", error.reason.name());
    if error.reason.status() >= 500 {
        part.record("otel.status_code", "ERROR");
    }
}
