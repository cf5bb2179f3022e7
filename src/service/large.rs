//! Answers that are much larger than their requests: those that tell a sowing of thousands of laps, or a long game.
//! Only a few are held at the same time, so that callers who do not read them cannot fill the memory.

use std::sync::Arc;

use ayla_api::answer::BYTES_PER_HOUSE;
use ayla_api::error::{Error, Result};
use ayla_fair::shares::Shares;

use crate::call::Call;

/// The most large answers that are held at the same time: over JSON, none is larger than 2 MB, of which events take 1.5
/// MB.
const MOST: usize = 8;
/// The houses sown in a large answer. Over JSON, a smaller one takes less than 256 KiB, which is four of the largest
/// bodies.
const HOUSES: usize = 3_000;
const _: () = assert!(HOUSES * BYTES_PER_HOUSE <= 256 * 1024);

/// The places of large answers.
#[derive(Clone, Debug)]
pub(super) struct LargeAnswers(Arc<Shares>);

impl Default for LargeAnswers {
    fn default() -> Self {
        Self(Shares::new(MOST))
    }
}

impl LargeAnswers {
    /// Takes a place for an answer, if it is large. `sown` is the number of sown houses in it, or in an answer of the
    /// same size. The call holds the place until the client has taken the answer.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if there is no place, or none for this caller: whoever holds most gives one up.
    pub(super) fn admit(&self, call: &Call, sown: usize) -> Result<()> {
        if sown >= HOUSES {
            let place = self.0.take_revocable(call.caller().clone()).ok_or_else(Error::overloaded)?;
            call.hold(place);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::operations::Exchange;
    use crate::service::operations::ReplayGame;
    use crate::service::{Limits, Service};
    use ayla_api::preset::Presets;
    use ayla_api::request::{ReplayGameRequest, TextForm};
    use ayla_rules::{Line, Position};

    /// A game after this many moves, that never ends: two pairs of seeds go round, one behind the other.
    fn request(moves: usize) -> ReplayGameRequest {
        let start = Position::read("awale 110000/110000 20/24 s").expect("a position");
        let mut line = Line::from(start);
        let mut made = Vec::new();
        for _ in 0..moves {
            let played = line.position().legal_moves()[0];
            line.play_unchecked(played, &mut ());
            made.push(played.text());
        }
        ReplayGameRequest { position: Some(start.to_string()), moves: made, ..ReplayGameRequest::default() }
    }

    #[tokio::test]
    async fn an_answer_takes_a_place_by_its_size() {
        let service = Arc::new(Service::new(Presets::built_in(), Limits::default()));
        // A move of 6,731 laps.
        let position = Some("andada 010194110/103238101 - s".to_owned());
        let long_move = ReplayGameRequest { position, moves: vec!["7".to_owned()], ..ReplayGameRequest::default() };
        for (request, is_large) in [(request(100), false), (request(1_000), false), (long_move, true)] {
            let text = TextForm::ALL.iter().copied().collect();
            let request = ReplayGameRequest { text, ..request };
            let positions = request.moves.len() + 1;
            let call = Call::local(ReplayGame::OPERATION);
            let answer = service.answer::<ReplayGame>(request, &call).await.expect("a game");
            assert_eq!((answer.positions.len(), service.large_answers.0.taken()), (positions, usize::from(is_large)));
            // The size is not put too low.
            let bytes = serde_json::to_vec(&answer).expect("JSON").len();
            assert!(bytes <= answer.size() * BYTES_PER_HOUSE, "{bytes} {}", answer.size());
        }
    }
}
