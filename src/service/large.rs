//! Answers that are much larger than their requests: those that tell a sowing of thousands of laps. Only a few are held at
//! the same time, so that callers who do not read them cannot fill the memory.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::answer::{ApplyMoveResponse, Event};
use super::error::{Error, Result};

/// The most large answers that are held at the same time: over JSON, none is larger than 1.5 MB.
const MOST: usize = 8;
/// The houses sown in a large answer. Over JSON, a smaller one takes less than 256 KiB, which is four of the largest bodies.
const HOUSES: usize = 3_000;

/// The places of large answers.
#[derive(Debug)]
pub(super) struct LargeAnswers(Arc<Semaphore>);

impl Default for LargeAnswers {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST)))
    }
}

impl LargeAnswers {
    /// A place for an answer; none for one that is not large.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if all places are taken.
    pub(super) fn admit(&self, answer: &ApplyMoveResponse) -> Result<Option<LargeAnswer>> {
        let houses = |event: &Event| if let Event::Sow(sow) = event { sow.houses.len() } else { 0 };
        if answer.events.iter().flatten().map(houses).sum::<usize>() < HOUSES {
            return Ok(None);
        }
        match Arc::clone(&self.0).try_acquire_owned() {
            Ok(place) => Ok(Some(LargeAnswer(Arc::new(place)))),
            Err(_) => Err(Error::overloaded()),
        }
    }
}

/// A place that is taken by a large answer, until this and the bytes that it [holds](Self::hold) are dropped.
#[derive(Clone, Debug)]
pub struct LargeAnswer(Arc<OwnedSemaphorePermit>);

/// Bytes of a large answer.
struct Held {
    bytes: Bytes,
    _place: Arc<OwnedSemaphorePermit>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl LargeAnswer {
    /// The bytes, which keep the place until they are sent.
    #[must_use]
    pub fn hold(&self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(Held { bytes, _place: Arc::clone(&self.0) })
    }
}
