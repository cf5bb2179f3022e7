//! Request bodies that the service does not read to the end.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Incoming};
use tokio::time::timeout;

/// The most bytes of an unwanted body that are read so that its connection can be kept.
const MAX_UNWANTED: u64 = 64 * 1_024;
/// The timeout for receiving an unwanted body.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

/// The rest of a request body over HTTP/1 after the request was answered, most likely refused. It precedes the next request
/// of the connection.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Whether there is a body; saves taking the lock.
    any: AtomicBool,
    /// Whether the answer is made. A body that is left later is not read.
    answered: AtomicBool,
    body: Mutex<Option<Incoming>>,
}

impl Unread {
    /// Begins a request.
    pub(super) fn reset(&self) {
        self.answered.store(false, Ordering::Release);
    }

    /// Leaves the rest of a body.
    pub(super) fn leave(&self, body: Incoming) {
        if self.answered.load(Ordering::Acquire) {
            return;
        }
        *self.body.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        self.any.store(true, Ordering::Release);
    }

    /// Reads the rest of the body, if there is one, within this time, and returns whether the connection can be kept. It
    /// cannot after a body that is large or late.
    ///
    /// If the server closed the connection instead, a client that is still sending would see a reset and lose the answer.
    pub(super) async fn read(&self, time: Option<Duration>) -> bool {
        self.answered.store(true, Ordering::Release);
        if !self.any.swap(false, Ordering::Acquire) {
            return true;
        }
        let body = self.body.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (body, time) {
            (Some(body), Some(time)) if body.size_hint().lower() <= MAX_UNWANTED => {
                timeout(time, read(body)).await.unwrap_or_default()
            }
            (Some(_), _) => false,
            (None, _) => true,
        }
    }
}

/// Reads an unwanted body, unless it is large or late.
pub(super) async fn discard<B: Body<Data = Bytes>>(body: B) {
    let _ = timeout(UNWANTED_TIME, read(body)).await;
}

/// Reads a body to its end, and returns whether it was small enough.
async fn read<B: Body<Data = Bytes>>(body: B) -> bool {
    let mut body = pin!(body);
    let mut left = MAX_UNWANTED;
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let Ok(frame) = frame else { return false };
        let length = frame.data_ref().map_or(0, |data| data.len() as u64);
        let Some(rest) = left.checked_sub(length) else { return false };
        left = rest;
    }
    true
}
