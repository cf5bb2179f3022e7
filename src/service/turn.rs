//! play-turn: the move of a person, and the engine's reply.

use std::sync::Arc;
use std::time::Instant;

use ayla_api::answer::{BYTES_PER_HOUSE, Picture, PlayTurnResponse};
use ayla_api::error::Result;
use ayla_api::request::PlayTurnRequest;
use ayla_api::rule_calls::Answered;
use ayla_api::turn::Turn;
use ayla_engine::Level;

use super::Service;
use super::operations::{PlayTurn, Unary};
use super::suggest::Times;
use crate::call::Call;

/// Plays a person's move, lets the engine reply, and describes the game after that.
///
/// A move that cannot be made and a reply that cannot be searched are answers. Each search is one of suggest-move, with
/// its limits, and waits for its turn as such; the call is asked before it whether it may. All of them together end by
/// the deadline.
impl Unary for PlayTurn {
    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: PlayTurnRequest,
        call: &Call,
        write: impl FnOnce(Answered<PlayTurnResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let arrived = Instant::now();
        let presets = service.presets();
        let language = call.language();
        let times = Times::new(service, call);
        let begin = move || Turn::begin(&request, &presets, language);
        let mut turn = service.compute(call, begin).await?;
        let level = turn.awaited_reply().map(|options| options.level.map(Level::number));
        let mut unanswered = None;
        while let Some(options) = turn.awaited_reply() {
            let line = turn.searched_line().clone();
            let before = turn.clone();
            let replied = async {
                let found = service.search_line(line, options, times.of_later_search(), call, None).await?;
                service.compute(call, move || Ok(before.clone().after_reply(found.clone()))).await
            };
            match replied.await {
                Ok(replied) => turn = replied,
                Err(error) => {
                    unanswered = Some(error.reason);
                    turn.leave_unanswered(&error);
                }
            }
        }
        let answer = {
            let service = Arc::clone(service);
            move || {
                let picture = service.picture_of(&turn);
                Ok(PlayTurnResponse { picture, ..turn.clone().answer() })
            }
        };
        let finish = {
            let call = call.clone();
            let large_answers = service.large_answers.clone();
            move |mut answer: PlayTurnResponse| {
                if large_answers.admit(&call, answer.sown_houses()).is_err() {
                    // The moves were made, and may have been searched for long: only what happened in them is left out.
                    answer.leave_out_events();
                }
                Ok(call.part("write").in_scope(|| write(Answered::with_sentences(answer))))
            }
        };
        let bytes = |answer: &PlayTurnResponse| answer.sown_houses() * BYTES_PER_HOUSE;
        let written = service.finish(call, call.deadline(), answer, bytes, finish).await?;
        if let Some(level) = level {
            match unanswered {
                Some(reason) => service.metrics.unanswered(level, reason),
                None => service.metrics.turn(level, arrived.elapsed()),
            }
        }
        Ok(written)
    }
}

impl Service {
    /// The picture of the game after a turn; none from a server without pictures, or without a public address.
    #[cfg(feature = "pictures")]
    fn picture_of(&self, turn: &Turn) -> Option<Picture> {
        let url = self.picture_url(&turn.before, &turn.moves(), &turn.texts)?;
        Some(Picture { url, alt: turn.spoken() })
    }

    #[cfg(not(feature = "pictures"))]
    const fn picture_of(&self, _: &Turn) -> Option<Picture> {
        None
    }
}
