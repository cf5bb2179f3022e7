//! suggest-move-stream: the answers of a search that is still going on, each better than the one before.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;

use super::Service;
use super::answer::{SuggestMoveResponse, SuggestMoveStreamResponse};
use super::call::CallContext;
use super::error::Result;
use super::request::SuggestMoveRequest;

/// The answers of a search, to come. The search stops, or leaves the queue, when this is dropped.
///
/// It does not wait for them to be asked for: of those on the way the newest is kept, and the last one replaces it.
pub struct Suggestions {
    /// What the search comes to; nothing once that was answered.
    end: Option<Pin<Box<dyn Future<Output = Result<SuggestMoveResponse>> + Send>>>,
    updates: watch::Receiver<Option<SuggestMoveResponse>>,
    first: Option<SuggestMoveStreamResponse>,
}

impl Service {
    /// Every better answer to suggest-move as it is found. The first is known when this returns.
    ///
    /// Turns, deadlines and limits are those of [`suggest_move`](Self::suggest_move).
    ///
    /// # Errors
    ///
    /// As [`suggest_move`](Self::suggest_move).
    pub async fn suggest_stream(
        self: &Arc<Self>,
        request: SuggestMoveRequest,
        deadline: Option<Instant>,
        call: &Arc<CallContext>,
    ) -> Result<Suggestions> {
        let (service, call) = (Arc::clone(self), Arc::clone(call));
        let (sender, updates) = watch::channel(None);
        let end = Box::pin(async move { service.suggest(request, deadline, &call, Some(sender)).await });
        let mut suggestions = Suggestions { end: Some(end), updates, first: None };
        suggestions.first = suggestions.next().await.transpose()?;
        Ok(suggestions)
    }
}

impl Suggestions {
    /// The next answer; none after the last.
    ///
    /// # Errors
    ///
    /// `INTERNAL` when the search fails on its way. It is the end.
    pub async fn next(&mut self) -> Option<Result<SuggestMoveStreamResponse>> {
        if let Some(first) = self.first.take() {
            return Some(Ok(first));
        }
        let end = self.end.as_mut()?;
        tokio::select! {
            biased;
            ended = end => {
                self.end = None;
                Some(ended.map(|suggestion| SuggestMoveStreamResponse { suggestion, last: true }))
            }
            Some(suggestion) = newer(&mut self.updates) => Some(Ok(SuggestMoveStreamResponse { suggestion, last: false })),
        }
    }
}

/// An answer on the way that was not there before; none when no more will come.
async fn newer(updates: &mut watch::Receiver<Option<SuggestMoveResponse>>) -> Option<SuggestMoveResponse> {
    updates.changed().await.ok()?;
    updates.borrow_and_update().clone()
}

impl fmt::Debug for Suggestions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Suggestions").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Limits;
    use crate::service::json::Whole;
    use crate::service::operation::Operation;
    use crate::service::preset::Presets;
    use std::time::Duration;

    #[tokio::test]
    async fn who_does_not_ask_misses_what_is_updates_and_holds_nothing() {
        // No deadline ends it, however busy the machine is.
        let (search_slots, hour) = (1, Duration::from_secs(3_600));
        let limits = Limits { search_slots, suggest_time: hour, longest_deadline: hour, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        let position = Some("awale 444444/444444 0/0 s".to_owned());
        let request = SuggestMoveRequest { position, nodes: Some(Whole(1_000_000)), ..SuggestMoveRequest::default() };
        let call = CallContext::local(Operation::SuggestMoveStream);
        // On a busy machine, what waits for the first answer may come to it when the last is found.
        let mut tries = 0..20;
        let (mut suggestions, first, alone) = loop {
            assert!(tries.next().is_some(), "the first answer is always the last");
            let mut suggestions = service.suggest_stream(request.clone(), None, &call).await.expect("a first answer");
            while service.searches().busy() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let alone = service.suggest_move(request.clone(), None, &call).await.expect("the slot is free");
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
