//! review-game: what the moves of a game cost, by a search of each position.

use std::sync::Arc;

use ayla_api::answer::{LegalMove, ReviewEnd, ReviewGameResponse, ReviewedPly, Unanswered};
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::json::Named;
use ayla_api::plies::{MOST_PLIES, PlyRange};
use ayla_api::preset::Presets;
use ayla_api::read;
use ayla_api::request::{GameRequest, Reply, ReviewGameRequest};
use ayla_api::rule_calls::Answered;
use ayla_api::search::SearchOptions;
use ayla_api::text;
use ayla_api::words::{self, Message, Voice};
use ayla_engine::{self as engine, Certainty};
use ayla_rules::fault::Part;
use ayla_rules::{Line, Move, Position, Side, Status, Winner};
use futures_util::stream::unfold;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument, Span};

use super::Service;
use super::operations::{Exchange, Messages, StreamMessage, Streamed, first_message};
use super::suggest::Times;
use crate::call::Call;
use crate::operation::Operation;
use crate::operation::contract::ReviewGame;

/// What the moves of a game cost, ply by ply as it is found.
///
/// Each search is one of suggest-move, and waits for its turn as such. Before each but the first, which the call itself was
/// admitted for, the call is asked whether it may. All of them together end by the deadline.
///
/// The review does not wait for its messages to be asked for: there are few. Its errors are faults of the game, the range, the limit
/// or the names, and what refuses the first search.
impl Exchange for ReviewGame {
    const OPERATION: Operation = Operation::ReviewGame;
    type Request = ReviewGameRequest;
    type Answer = ReviewGameResponse;
}

impl Streamed for ReviewGame {
    async fn run(
        service: &Arc<Service>,
        request: ReviewGameRequest,
        call: &Call,
    ) -> Result<Answered<Messages<ReviewGameResponse>>> {
        let times = Times::new(service, call);
        let presets = service.presets();
        let begin = {
            let service = Arc::clone(service);
            let call = call.clone();
            move |request: &ReviewGameRequest| Reviewer::begin(request, service, times, call, &presets)
        };
        let reviewer = service.rule_call(request, call.deadline(), call, begin).await?;
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
    options: SearchOptions,
    voice: Voice,
    /// The game up to the last ply that was reviewed.
    line: Line,
    /// That ply.
    ply: u32,
    /// The moves to review.
    moves: Vec<Move>,
    /// The number of plies so far whose values are too uncertain to judge a move by.
    left_out: u32,
    /// Whether the first search was not refused.
    has_searched: bool,
}

/// The fewest nodes of a search by whose estimate a move is judged.
const JUDGING_NODES: u64 = 20_000;

impl Reviewer {
    /// Reads a request, and plays the game up to the first ply to review.
    fn begin(
        request: &ReviewGameRequest,
        service: Arc<Service>,
        times: Times,
        call: Call,
        presets: &Presets,
    ) -> Result<Self> {
        let ReviewGameRequest { nodes, by_get, .. } = *request;
        let you = request.viewer.filter(|_| request.you == Some(true)).map(|Named(side)| side);
        let voice = Voice::new(call.language(), request.names.as_ref()).to(you);
        let nobody = read::you_fault(request.you == Some(true), you.is_some(), "viewer");
        let mut errors: Vec<_> = nobody.into_iter().collect();
        let limits = Reply { nodes, ..Reply::default() };
        let options = SearchOptions::read(limits, None, Field::named).map_err(|error| errors.push(*error)).ok();
        let range = PlyRange::read(request.from, request.to, &mut errors);
        let game = read::game(request.game(), presets, errors)?;
        let plies = range.within(&game, 0)?;

        let skipped = (plies.start() - game.first_ply() - 1) as usize;
        let (before, rest) = game.moves().split_at(skipped);
        let mut line = Line::from(game.start());
        for &played in before {
            line.play_unchecked(played, &mut ());
        }
        let moves = rest[..plies.count()].to_vec();
        // What cannot be read is an error by now.
        let options =
            options.ok_or_else(Error::internal)?.shared_by(moves.len() + 1, by_get, service.limits().allowance());
        Ok(Self {
            call,
            times,
            options,
            voice,
            line,
            ply: game.first_ply() + skipped as u32,
            moves,
            left_out: 0,
            has_searched: false,
            service,
        })
    }

    /// Reviews the plies, and says how far it came.
    async fn run(mut self, messages: mpsc::Sender<Result<ReviewGameResponse>>) {
        let nodes = self.options.nodes.unwrap_or_default();
        let error = self.review(&messages).await.err();
        let language = self.voice.language;
        let last = match error {
            Some(error) if !self.has_searched || error.reason == Reason::Internal => Err(error),
            error => {
                let unanswered = error.map(|error| Unanswered::new(&error, language));
                Ok(ReviewEnd { reviewed_to: self.ply, nodes, unanswered, left_out: self.left_out })
            }
        };
        let last = last.map(|end| ReviewGameResponse { reviewed: None, end: Some(end) });
        // Without a receiver the caller has left.
        let _ = messages.send(last).await;
    }

    /// Reviews the plies until something ends that.
    async fn review(&mut self, messages: &mpsc::Sender<Result<ReviewGameResponse>>) -> Result<()> {
        let mut before = if self.moves.is_empty() { return Ok(()) } else { self.search().await? };
        for played in std::mem::take(&mut self.moves) {
            let position = self.line.position();
            self.line.play_unchecked(played, &mut ());
            let after = match self.line.position().status() {
                Status::InProgress { .. } => self.search().await?,
                Status::Over { winner, score, .. } => Known::of_result(winner, score),
            };
            self.ply += 1;
            if self.can_judge(&before, &after) {
                let reviewed = Some(self.reviewed(&position, played, &before, &after));
                let _ = messages.send(Ok(ReviewGameResponse { reviewed, end: None })).await;
            } else {
                self.left_out += 1;
            }
            before = after;
        }
        Ok(())
    }

    /// Searches at the end of the line. A search that the clock cuts is an error: what a review finds does not depend on it.
    async fn search(&mut self) -> Result<Known> {
        let times = self.times.of_later_search();
        let position = self.line.position();
        let too_late = || Error::new(Reason::DeadlineExceeded, Message::new("review-too-late"));
        let found = match self.service.search_line(self.line.clone(), self.options, times, &self.call, None).await {
            // The search began too late to find anything, which is not for want of a slot.
            Err(error) if error.reason == Reason::SearchQueueFull && self.has_searched && times.are_over() => {
                return Err(too_late());
            }
            found => found?,
        };
        self.has_searched = true;
        if found.is_cut() {
            return Err(too_late());
        }
        let engine::Candidate { played, value, certainty, .. } = found.best;
        Ok(Known { of: position.turn(), worth: Worth { value, certainty }, best: Some(played), winner: found.winner })
    }

    /// Whether a move can be judged by the values before and after it: they are proven, or estimates of long searches.
    fn can_judge(&self, before: &Known, after: &Known) -> bool {
        let are_proven = [before, after].iter().all(|known| known.worth.certainty == Certainty::Proven);
        are_proven || self.options.nodes.is_none_or(|nodes| nodes >= JUDGING_NODES)
    }

    /// What was found of a move.
    fn reviewed(&self, position: &Position, played: Move, before: &Known, after: &Known) -> ReviewedPly {
        let mover = position.turn();
        let before_move = before.worth_to(mover);
        let after_move = after.worth_to(mover);
        // Both agree, and no search considers it.
        let is_considered = played != Move::Agree;
        let (before_move, cost) = if is_considered {
            compare(before_move, after_move, before.best == Some(played))
        } else {
            (before_move, 0.0)
        };
        let better = before.best.filter(|_| cost > 0.0);
        let LegalMove { r#move, seat, .. } = LegalMove::new(position, played);
        ReviewedPly {
            ply: self.ply,
            side: Named(mover),
            r#move,
            seat,
            value_before: before_move.value,
            certainty_before: Named(before_move.certainty),
            value_after: after_move.value,
            certainty_after: Named(after_move.certainty),
            better: better.map(|better| LegalMove::new(position, better)),
            cost,
            sentence: self.sentence(
                mover,
                played,
                better,
                words::given_away(mover, before.winner, after.winner),
                Worth { value: cost, ..before_move },
                after_move,
            ),
        }
    }

    /// The move, the better one and by how much it was better, what result was given away, and how the game stands after it.
    fn sentence(
        &self,
        mover: Side,
        played: Move,
        better: Option<Move>,
        given_away: Option<Message>,
        cost: Worth,
        after: Worth,
    ) -> String {
        let position = self.line.position();
        let voice = &self.voice;
        let rules = position.rules();
        let mut messages = Vec::new();
        if played != Move::Agree {
            // The value of a game with stores is a number of seeds.
            let margin = rules.variant().about().parts.contains(&Part::Stores).then_some(cost.value);
            let are_proven = [cost, after].iter().all(|worth| worth.certainty == Certainty::Proven);
            let certainty = if are_proven { Certainty::Proven } else { Certainty::Estimated };
            let better = better.map(|better| words::better(better, margin, certainty));
            messages.push(words::played(mover, played));
            messages.push(better.unwrap_or_else(|| Message::new("review-best")));
            messages.extend(given_away);
        }
        match position.status() {
            Status::InProgress { .. } => {
                let verdict = words::verdict(&rules, mover, after.value, after.certainty);
                format!("{} {}", voice.say_all(&messages), words::sentence(&voice.say(&verdict)))
            }
            status @ Status::Over { .. } => {
                messages.push(text::standing(&position.setup(), status, &position, None));
                voice.say_all(&messages)
            }
        }
    }
}

/// What is known of a position.
#[derive(Copy, Clone, Debug)]
struct Known {
    /// The player whose value it is.
    of: Side,
    worth: Worth,
    /// The best move; none once the game is over.
    best: Option<Move>,
    /// The winner under best play, if that is proven.
    winner: Option<Winner>,
}

/// The value of a position to a player.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Worth {
    value: f64,
    certainty: Certainty,
}

impl Known {
    /// What is known of a game that has ended so.
    fn of_result(winner: Winner, score: Option<[u8; 2]>) -> Self {
        let value = match (score, winner) {
            (Some([south, north]), _) => f64::from(south) - f64::from(north),
            (None, Winner::South) => 1.0,
            (None, Winner::North) => -1.0,
            (None, Winner::Nobody) => 0.0,
        };
        Self { of: Side::South, worth: Worth { value, certainty: Certainty::Proven }, best: None, winner: Some(winner) }
    }

    /// The value to a player: the turn need not have changed.
    fn worth_to(&self, side: Side) -> Worth {
        let Worth { value, certainty } = self.worth;
        // Plus zero, for there is no value -0.
        let value = if side == self.of { value } else { 0.0 - value };
        Worth { value, certainty }
    }
}

/// The value before a move, in the light of that after it, and what the move cost. `is_best` says whether it is the move that the
/// search before it found.
fn compare(before: Worth, after: Worth, is_best: bool) -> (Worth, f64) {
    // The search after a move has looked further along it than the one before.
    let is_raised = after.value > before.value && before.certainty == Certainty::Estimated;
    let before = if is_raised { Worth { value: after.value, ..before } } else { before };
    let cost = if is_best { 0.0 } else { (before.value - after.value).max(0.0) };
    // Values have fewer digits than that: what lies beyond comes from subtracting.
    (before, (cost * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Work;
    use crate::service::Limits;
    use Certainty::{Estimated, Proven};
    use ayla_api::json::Nodes;
    use ayla_fair::client::{Caller, Client};
    use ayla_fair::scheduler::{Need, Task};
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
        assert_eq!((unanswered.reason.0, unanswered.retry_after_ms), (Reason::RateLimited, 7_000));
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
                    let until = Instant::now() + Duration::from_secs(3_600);
                    let task = Task { client: &client, need: Need::default(), is_short: false, until };
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
        assert_eq!(end.unanswered.as_ref().map(|unanswered| unanswered.reason.0), Some(Reason::SearchQueueFull));
    }

    fn worth(value: f64, certainty: Certainty) -> Worth {
        Worth { value, certainty }
    }

    #[test]
    fn a_move_costs_what_the_value_falls_by() {
        let estimated = |value| worth(value, Estimated);
        for (before, after, is_best, value, cost) in [
            (estimated(3.1), estimated(-1.2), false, 3.1, 4.3),
            // The search before was too hopeful of its own move.
            (estimated(3.1), estimated(-1.2), true, 3.1, 0.0),
            // The move turned out better than the search before had found.
            (estimated(1.0), estimated(2.5), false, 2.5, 0.0),
            (estimated(1.0), worth(2.0, Proven), true, 2.0, 0.0),
            (worth(4.0, Proven), worth(2.0, Proven), false, 4.0, 2.0),
            // No estimate is above a proven value.
            (worth(4.0, Proven), estimated(5.5), false, 4.0, 0.0),
        ] {
            let (raised, found) = compare(before, after, is_best);
            assert_eq!((raised, found), (worth(value, before.certainty), cost), "{before:?} {after:?}");
        }
    }

    #[test]
    fn a_value_is_that_of_a_player() {
        let found = Known { of: Side::North, worth: worth(2.5, Estimated), best: None, winner: None };
        assert_eq!(found.worth_to(Side::North), worth(2.5, Estimated));
        assert_eq!(found.worth_to(Side::South), worth(-2.5, Estimated));
        for (winner, score, value) in [
            (Winner::North, Some([21, 27]), -6.0),
            (Winner::Nobody, Some([24, 24]), 0.0),
            (Winner::South, None, 1.0),
            (Winner::North, None, -1.0),
            (Winner::Nobody, None, 0.0),
        ] {
            let found = Known::of_result(winner, score);
            assert_eq!(found.worth_to(Side::South), worth(value, Proven));
            assert_eq!(found.worth_to(Side::North), worth(0.0 - value, Proven));
            assert!(found.worth_to(Side::North).value.is_sign_positive() || value > 0.0);
        }
    }
}
