//! Request bodies that nobody reads to the end.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Incoming};
use tokio::time::timeout;

/// How much of a body that nobody wants is read all the same, so that its connection can be kept.
const MOST_UNWANTED: u64 = 64 * 1_024;
/// How long one that is answered without it is waited for.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

/// The body of a request over HTTP/1 that was answered without it: refused, most likely. It is in the way of the next
/// request of its connection.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Spares the others the lock.
    any: AtomicBool,
    /// Whether the answer is made: what is left from now on nobody reads.
    answered: AtomicBool,
    body: Mutex<Option<Incoming>>,
}

impl Unread {
    /// A request has arrived: what is left of its body stands in the way of the next one.
    pub(super) fn reset(&self) {
        self.answered.store(false, Ordering::Release);
    }

    pub(super) fn leave(&self, body: Incoming) {
        if self.answered.load(Ordering::Acquire) {
            return;
        }
        *self.body.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        self.any.store(true, Ordering::Release);
    }

    /// Reads it, if there is one, where it may take so long: whether the connection can go on. It cannot after a body
    /// that is large or late.
    ///
    /// A server that closed the connection instead might lose the answer with it: a caller who is still sending is told
    /// that the connection was reset.
    pub(super) async fn read(&self, time: Option<Duration>) -> bool {
        self.answered.store(true, Ordering::Release);
        if !self.any.swap(false, Ordering::Acquire) {
            return true;
        }
        let body = self.body.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (body, time) {
            (Some(body), Some(time)) if body.size_hint().lower() <= MOST_UNWANTED => {
                timeout(time, read(body)).await.unwrap_or_default()
            }
            (Some(_), _) => false,
            (None, _) => true,
        }
    }
}

/// Reads a body that nobody wants, as far as it is neither large nor late.
pub(super) async fn discard<B: Body<Data = Bytes>>(body: B) {
    let _ = timeout(UNWANTED_TIME, read(body)).await;
}

/// Reads a body to its end, unless it is too large.
async fn read<B: Body<Data = Bytes>>(body: B) -> bool {
    let mut body = pin!(body);
    let mut left = MOST_UNWANTED;
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let Ok(frame) = frame else { return false };
        let length = frame.data_ref().map_or(0, |data| data.len() as u64);
        let Some(rest) = left.checked_sub(length) else { return false };
        left = rest;
    }
    true
}
