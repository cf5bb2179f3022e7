//! Answers that are much larger than their requests: those that tell a sowing of thousands of laps, or a long game. Only a few are held at
//! the same time, so that callers who do not read them cannot fill the memory.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;

use super::error::{Error, Result};

/// The most large answers that are held at the same time: over JSON, none is larger than 2 MB, of which events take 1.5 MB.
const MOST: usize = 8;
/// The most of them for one client, who may take as long as an answer may be taken.
const MOST_OF_CLIENT: usize = MOST / 2;
/// The houses sown in a large answer. Over JSON, a smaller one takes less than 256 KiB, which is four of the largest bodies.
const HOUSES: usize = 3_000;
/// The room that a sown house takes at most over JSON, with its share of the rest of its lap: by this other parts of an answer are
/// counted as sown houses.
pub(super) const BYTES_PER_HOUSE: usize = 256 * 1024 / HOUSES;

/// The places of large answers: the client of each that is held, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct LargeAnswers(Arc<Mutex<Vec<Option<IpAddr>>>>);

impl LargeAnswers {
    /// A place for an answer that tells of so many sown houses, or is as large; none for one that is not large.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if all places are taken.
    pub(super) fn admit(&self, sown: usize) -> Result<Option<LargeAnswer>> {
        if sown < HOUSES {
            return Ok(None);
        }
        let mut held = self.held();
        if held.len() >= MOST {
            return Err(Error::overloaded());
        }
        held.push(None);
        Ok(Some(LargeAnswer(Arc::new(Place { answers: self.clone(), client: OnceLock::new() }))))
    }

    fn held(&self) -> MutexGuard<'_, Vec<Option<IpAddr>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that is taken by a large answer, until this and the bytes that it [holds](Self::hold) are dropped.
#[derive(Clone, Debug)]
pub struct LargeAnswer(Arc<Place>);

#[derive(Debug)]
struct Place {
    answers: LargeAnswers,
    /// The client, once it is known.
    client: OnceLock<IpAddr>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let (mut held, client) = (self.answers.held(), self.client.get().copied());
        if let Some(at) = held.iter().position(|&holder| holder == client) {
            held.swap_remove(at);
        }
    }
}

/// Bytes of a large answer.
struct Held {
    bytes: Bytes,
    _place: Arc<Place>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl LargeAnswer {
    /// Counts the answer for a client: an address, or the network of an IPv6 address. Returns whether the client may have it;
    /// if not, drop the answer.
    #[must_use]
    pub fn count_for(&self, client: IpAddr) -> bool {
        let mut held = self.0.answers.held();
        let own = held.iter().filter(|&&holder| holder == Some(client)).count();
        let place = held.iter_mut().find(|holder| holder.is_none());
        match place {
            Some(place) if own < MOST_OF_CLIENT && self.0.client.set(client).is_ok() => *place = Some(client),
            Some(_) | None => return false,
        }
        true
    }

    /// The bytes, which keep the place until they are sent.
    #[must_use]
    pub fn hold(&self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(Held { bytes, _place: Arc::clone(&self.0) })
    }
}
