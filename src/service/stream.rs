//! suggest-move-stream: the answers of a search that is still going on, each better than the one before.

use std::pin::Pin;
use std::sync::Arc;

use ayla_api::answer::SuggestMoveStreamResponse;
use ayla_api::error::Result;
use ayla_api::request::SuggestMoveRequest;
use ayla_api::rule_calls::Answered;
use ayla_api::search::Found;
use futures_util::stream::{StreamExt, unfold};
use tokio::sync::watch;

use super::Service;
use super::operations::{Messages, StreamMessage, Streamed, SuggestMoveStream, first_message};
use crate::call::Call;

/// Every better answer to suggest-move as it is found. Turns, deadlines, limits and errors are those of suggest-move.
///
/// The search does not wait for its answers to be asked for: of those on the way the newest is kept, and the last one
/// replaces it.
impl Streamed for SuggestMoveStream {
    async fn run(
        service: &Arc<Service>,
        request: SuggestMoveRequest,
        call: &Call,
    ) -> Result<Answered<Messages<SuggestMoveStreamResponse>>> {
        let omit = request.omit;
        let has_sentences = request.why == Some(true);
        let language = call.language();
        let service = Arc::clone(service);
        let call = call.clone();
        let (sender, updates) = watch::channel(None);
        let end = async move { service.suggest(request, &call, Some(sender)).await };
        let searched = Searched { end: Some(Box::pin(end)), updates };
        let found = unfold(searched, async |mut searched| Some((searched.next().await?, searched)));
        let messages = found.map(move |found: Result<(Found, bool)>| {
            found.map(|(found, last)| SuggestMoveStreamResponse { suggestion: found.answer(omit, language), last })
        });
        Ok(Answered { has_sentences, ..Answered::wordless(first_message(messages).await?) })
    }
}

impl StreamMessage for SuggestMoveStreamResponse {
    const NAME: &'static str = "suggestion";

    fn is_last(&self) -> bool {
        self.last
    }
}

/// The answers that a running search is still to find.
struct Searched {
    /// The result of the search; none once it was taken.
    end: Option<Pin<Box<dyn Future<Output = Result<Found>> + Send>>>,
    updates: watch::Receiver<Option<Found>>,
}

impl Searched {
    /// The next answer, and whether it is the last; none after the last.
    async fn next(&mut self) -> Option<Result<(Found, bool)>> {
        let end = self.end.as_mut()?;
        tokio::select! {
            biased;
            ended = end => {
                self.end = None;
                Some(ended.map(|found| (found, true)))
            }
            Some(found) = newer(&mut self.updates) => Some(Ok((found, false))),
        }
    }
}

/// The next answer before the last that was not returned yet; none when no more will come.
async fn newer(updates: &mut watch::Receiver<Option<Found>>) -> Option<Found> {
    updates.changed().await.ok()?;
    updates.borrow_and_update().clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Operation;
    use crate::service::Limits;
    use crate::service::operations::SuggestMove;
    use ayla_api::json::Nodes;
    use ayla_api::preset::Presets;
    use std::time::Duration;

    #[tokio::test]
    async fn who_does_not_ask_misses_what_is_updates_and_holds_nothing() {
        // No deadline ends it, however busy the machine is.
        let search_slots = 1;
        let hour = Duration::from_secs(3_600);
        let limits = Limits { search_slots, suggest_time: hour, longest_deadline: hour, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        let position = Some("awale 444444/444444 0/0 s".to_owned());
        let request = SuggestMoveRequest { position, nodes: Some(Nodes(1_000_000)), ..SuggestMoveRequest::default() };
        let call = Call::local(Operation::SuggestMoveStream);
        // On a busy machine, the test may see the first answer only when the last has been found.
        let mut tries = 0..20;
        let (mut suggestions, first, alone) = loop {
            assert!(tries.next().is_some(), "the first answer is always the last");
            let suggestions = SuggestMoveStream::run(&service, request.clone(), &call).await;
            let mut suggestions = suggestions.expect("a first answer").answer;
            while service.searches.busy() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let alone = service.answer::<SuggestMove>(request.clone(), &call).await.expect("the slot is free");
            let first = suggestions.next().await.expect("an answer").expect("no error");
            if !first.last {
                break (suggestions, first, alone);
            }
        };
        assert!(first.suggestion.depth < alone.depth);
        let last = suggestions.next().await.expect("an answer").expect("no error");
        assert_eq!(last, SuggestMoveStreamResponse { suggestion: alone, last: true });
        assert!(suggestions.next().await.is_none());
        assert!(!call.searched().is_zero());
    }
}
