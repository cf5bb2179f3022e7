//! The end of a call.

use std::time::Duration;

use ayla_api::error::Reason;

use super::{Arrived, Status};

/// How a call ended, as the code that answers it reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The status, as the transport has it.
    pub status: Status,
    /// Why there is an error instead of an answer. A refused tool of a language model has a reason and the HTTP status
    /// 200.
    pub reason: Option<Reason>,
    /// What the log says of it beside the status and the reason.
    pub detail: Option<String>,
}

impl End {
    /// An end with this status, and without an error of ours.
    pub const fn of(status: Status) -> Self {
        Self { status, reason: None, detail: None }
    }

    /// An end with this status, for this reason.
    pub const fn refused(status: Status, reason: Reason) -> Self {
        Self { status, reason: Some(reason), detail: None }
    }
}

/// A call that has ended. The log, the metrics and the traces read nothing else.
pub struct Ended<'a> {
    /// The head.
    pub call: &'a Arrived,
    /// How it ended; the client disconnected if nobody noted an end.
    pub end: End,
    /// From the end of the request, or where it never came, from the head, until the answer was sent.
    pub time: Duration,
    /// From the head to the end of the request; none where the end never came.
    pub arriving: Option<Duration>,
    /// The bytes of the body that were handed to the connection.
    pub bytes: u64,
}

impl<'a> Ended<'a> {
    /// The end of this call, as far as it was noted.
    pub fn new(call: &'a Arrived, time: Duration, arriving: Option<Duration>, bytes: u64) -> Self {
        let end = call.end().cloned().unwrap_or_else(|| End::of(Status::disconnected(call.transport)));
        Self { call, end, time, arriving, bytes }
    }

    /// Whether the call took at least this long, without the time of its searches. False for a call without an end of
    /// its own, and for one whose request never arrived as a whole.
    pub fn is_slow(&self, slow: Duration) -> bool {
        let is_bounded = !self.call.operation.is_unbounded();
        self.arriving.is_some() && is_bounded && self.time.saturating_sub(self.call.searched()) >= slow
    }

    /// Whether the request took this long to arrive, or never did as a whole.
    pub fn arrived_slowly(&self, slow: Duration) -> bool {
        self.arriving.unwrap_or(self.time) >= slow
    }
}
