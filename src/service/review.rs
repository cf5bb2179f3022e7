//! review-game: what the moves of a game cost, by a search of each position.

use std::sync::Arc;

use ayla_api::answer::ReviewGameResponse;
use ayla_api::error::{Error, Reason, Result};
use ayla_api::plies::MOST_PLIES;
use ayla_api::request::ReviewGameRequest;
use ayla_api::review::Review;
use ayla_api::rule_calls::Answered;
use ayla_api::search::Found;
use ayla_rules::Line;
use futures_util::stream::unfold;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument, Span};

use super::Service;
use super::operations::{Messages, ReviewGame, StreamMessage, Streamed, first_message};
use super::suggest::Times;
use crate::call::Call;

/// Finds what each move of a game cost, and sends it ply by ply.
///
/// Each search is one of suggest-move, and waits for its turn as such. Before each but the first, which the call itself
/// was admitted for, the call is asked whether it may. All of them together end by the deadline.
///
/// The review does not wait until its messages are read, since they are few. Its errors are faults of the game, the
/// range, the limit or the names, and what refuses the first search.
impl Streamed for ReviewGame {
    async fn run(
        service: &Arc<Service>,
        request: ReviewGameRequest,
        call: &Call,
    ) -> Result<Answered<Messages<ReviewGameResponse>>> {
        let times = Times::new(service, call);
        let presets = service.presets();
        let begin = {
            let language = call.language();
            let allowance = service.limits.allowance();
            move || Review::begin(&request, &presets, language, allowance)
        };
        let review = service.compute(call, begin).await?;
        let reviewer =
            Reviewer { service: Arc::clone(service), call: call.clone(), times, review, has_searched: false };
        let (sender, messages) = mpsc::channel(MOST_PLIES as usize + 1);
        let task = AbortOnDropHandle::new(tokio::spawn(reviewer.run(sender).instrument(Span::current())));
        let messages = unfold(Some((messages, task)), async |review| {
            let (mut messages, task) = review?;
            let message = messages.recv().await.unwrap_or_else(|| Err(Error::internal()));
            let goes_on = message.as_ref().is_ok_and(|message| !message.is_last());
            Some((message, goes_on.then_some((messages, task))))
        });
        Ok(Answered::with_sentences(first_message(messages).await?))
    }
}

impl StreamMessage for ReviewGameResponse {
    const NAME: &'static str = "review";

    fn is_last(&self) -> bool {
        self.end.is_some()
    }
}

/// A review under way.
struct Reviewer {
    service: Arc<Service>,
    call: Call,
    times: Times,
    review: Review,
    /// Whether the first search was not refused.
    has_searched: bool,
}

impl Reviewer {
    /// Reviews the plies, and says how far it came.
    async fn run(mut self, messages: mpsc::Sender<Result<ReviewGameResponse>>) {
        let last = match self.send_plies(&messages).await {
            Err(error) if !self.has_searched || error.reason == Reason::Internal => Err(error),
            reviewed => Ok(self.review.end(reviewed.err())),
        };
        // Without a receiver the caller has left.
        let _ = messages.send(last).await;
    }

    /// Reviews the plies until something ends that.
    async fn send_plies(&mut self, messages: &mpsc::Sender<Result<ReviewGameResponse>>) -> Result<()> {
        while let Some(line) = self.review.awaited_search() {
            let line = line.clone();
            let found = self.search(line).await?;
            let review = self.review.clone();
            let go_on = move || {
                let mut review = review.clone();
                let messages = review.go_on(&found)?;
                Ok((review, messages))
            };
            let (review, messages_of_ply) = self.service.compute(&self.call, go_on).await?;
            self.review = review;
            for message in messages_of_ply {
                let _ = messages.send(Ok(message)).await;
            }
        }
        Ok(())
    }

    /// Searches at the end of a line.
    async fn search(&mut self, line: Line) -> Result<Found> {
        let times = self.times.of_later_search();
        match self.service.search_line(line, self.review.options, times, &self.call, None).await {
            // The search began too late to find anything, which is not for want of a slot.
            Err(error) if error.reason == Reason::SearchQueueFull && self.has_searched && times.are_over() => {
                Err(Review::too_late())
            }
            found => {
                self.has_searched |= found.is_ok();
                found
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{Operation, Work};
    use crate::service::Limits;
    use ayla_api::json::Nodes;
    use ayla_api::preset::Presets;
    use ayla_api::review::JUDGING_NODES;
    use ayla_api::words::Message;
    use ayla_fair::client::{Caller, Client};
    use ayla_fair::scheduler::{Again, Need, Task};
    use futures_util::{FutureExt, StreamExt};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    /// A service with one slot and no queue, and the review of some moves by it.
    async fn review(gate: impl Fn(&Arc<Service>) -> Result<()> + Send + Sync + 'static) -> Vec<ReviewGameResponse> {
        let hour = Duration::from_secs(3_600);
        let limits = Limits { search_slots: 1, search_queue: 0, suggest_time: hour, ..Limits::default() };
        let limits = Limits { longest_deadline: hour, ..limits };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        let moves = ["3", "4", "1", "1"].map(str::to_owned).into();
        let nodes = Some(Nodes(JUDGING_NODES));
        let request = ReviewGameRequest { variant: "awale".into(), moves, nodes, ..ReviewGameRequest::default() };
        let own = Arc::clone(&service);
        let call = Call::asking(Operation::ReviewGame, move |work| {
            assert_eq!(work, Work::Search);
            gate(&own)
        });
        let review = service.stream::<ReviewGame>(request, &call).await.expect("a review");
        review.map(|message| message.expect("no error")).collect().await
    }

    #[tokio::test]
    async fn each_search_but_the_first_asks_the_gate() {
        let options = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&options);
        let messages = review(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        assert_eq!(messages.await.len(), 5);
        assert_eq!(options.load(Ordering::Relaxed), 4);
    }

    #[tokio::test]
    async fn the_rate_of_the_caller_ends_a_review() {
        let options = AtomicUsize::new(0);
        let messages = review(move |_| match options.fetch_add(1, Ordering::Relaxed) {
            0 | 1 => Ok(()),
            _ => Err(Error::new(Reason::RateLimited, Message::new("overloaded")).after(Duration::from_secs(7))),
        });
        let messages = messages.await;
        let end = messages.last().and_then(|last| last.end.as_ref()).expect("an end");
        assert_eq!((messages.len(), end.reviewed_to), (3, 2));
        let unanswered = end.unanswered.as_ref().expect("why");
        assert_eq!((unanswered.reason, unanswered.retry_after_ms), (Reason::RateLimited, 7_000));
    }

    #[tokio::test]
    async fn a_full_queue_ends_a_review() {
        // Another search takes the one slot between the plies.
        let other = Mutex::new(None);
        let messages = review(move |service| {
            let service = Arc::clone(service);
            let mut other = other.lock().expect("no panic");
            other.get_or_insert_with(|| {
                let mut search = Box::pin(async move {
                    let client = Client::of(Caller::of_address([127, 0, 0, 2].into()));
                    let deadline = Instant::now() + Duration::from_secs(3_600);
                    let task =
                        Task { client: &client, need: Need::default(), is_short: false, again: Again::No, deadline };
                    service.searches.run(task, |turn| while turn.interrupt().is_none() {}).await
                });
                assert!(search.as_mut().now_or_never().is_none());
                search
            });
            Ok(())
        });
        let messages = messages.await;
        let end = messages.last().and_then(|last| last.end.as_ref()).expect("an end");
        assert_eq!((messages.len(), end.reviewed_to), (1, 0));
        assert_eq!(end.unanswered.as_ref().map(|unanswered| unanswered.reason), Some(Reason::SearchQueueFull));
    }
}
