//! Answers that are much larger than their requests: those that tell a sowing of thousands of laps, or a long game. Only a few are held at
//! the same time, so that callers who do not read them cannot fill the memory.

use std::sync::Arc;

use ayla_api::answer::BYTES_PER_HOUSE;
use ayla_api::error::{Error, Result};

use super::call::{CallContext, Caller};
use crate::shares::Shares;

/// The most large answers that are held at the same time: over JSON, none is larger than 2 MB, of which events take 1.5 MB.
const MOST: usize = 8;
/// The houses sown in a large answer. Over JSON, a smaller one takes less than 256 KiB, which is four of the largest bodies.
const HOUSES: usize = 3_000;
const _: () = assert!(HOUSES * BYTES_PER_HOUSE <= 256 * 1024);

/// The places of large answers.
#[derive(Clone, Debug)]
pub(super) struct LargeAnswers(Arc<Shares<Caller>>);

impl Default for LargeAnswers {
    fn default() -> Self {
        Self(Shares::new(MOST))
    }
}

impl LargeAnswers {
    /// How many are held.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.0.taken()
    }

    /// Takes a place for an answer with this many sown houses, or of the same size. The call holds the place until the client
    /// has taken the answer.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if there is no place, or none for this caller.
    pub(super) fn admit(&self, call: &CallContext, sown: usize) -> Result<()> {
        if sown >= HOUSES {
            let place = self.0.take(Some(call.client().caller.clone()));
            call.hold(place.ok_or_else(Error::overloaded)?);
        }
        Ok(())
    }
}
