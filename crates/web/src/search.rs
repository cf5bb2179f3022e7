//! The operations that search: play-turn, suggest-move, suggest-move-stream and review-game.

use std::cell::Cell;
use std::time::Duration;

use ayla_api::answer::{StoppedBy, SuggestMoveStreamResponse};
use ayla_api::error::Reason;
use ayla_api::request::{PlayTurnRequest, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::review::Review;
use ayla_api::rule_calls;
use ayla_api::search::{Allowance, End, EngineSearch, Found, LONGEST_DEADLINE, SearchOptions, game_over};
use ayla_api::turn::Turn;
use ayla_engine::{Interrupt, has_weights, suggest_watched};
use ayla_rules::Line;

use crate::call::{Stopped, WebCall};
use crate::json::json;

type Answered = Result<Vec<u8>, Stopped>;

impl WebCall<'_> {
    /// The move of a person, and the engine's reply.
    pub(crate) fn play_turn(&mut self) -> Answered {
        let request: PlayTurnRequest = self.read()?;
        let mut turn = Turn::begin(&request, &self.rules.presets, self.language)?;
        while let Some(options) = turn.awaited_reply() {
            match self.search(turn.searched_line().clone(), options, (self.host.now)(), None) {
                Ok(found) => turn.reply(found),
                Err(Stopped::Refused(error)) => turn.leave_unanswered(&error),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(json(&turn.answer()))
    }

    /// The best move.
    pub(crate) fn suggest_move(&mut self) -> Answered {
        let request: SuggestMoveRequest = self.read()?;
        let omit = request.omit;
        let found = self.suggest(&request, None)?;
        Ok(json(&found.answer(omit, self.language)))
    }

    /// The best move, and each better move as the search finds it.
    pub(crate) fn suggest_move_stream(&mut self) -> Answered {
        let request: SuggestMoveRequest = self.read()?;
        let host = self.host;
        let language = self.language;
        let send = |found: Found, last| {
            let suggestion = found.answer(request.omit, language);
            (host.send)(&json(&SuggestMoveStreamResponse { suggestion, last }));
        };
        let found = self.suggest(&request, Some(&mut |found| send(found, false)))?;
        send(found, true);
        Ok(Vec::new())
    }

    /// What the moves of a game cost.
    pub(crate) fn review_game(&mut self) -> Answered {
        let request: ReviewGameRequest = self.read()?;
        let mut review = Review::begin(&request, &self.rules.presets, self.language, Allowance::DEFAULT)?;
        let mut has_searched = false;
        let ended = loop {
            let Some(line) = review.awaited_search().cloned() else { break None };
            let reviewed = match self.search(line, review.options, (self.host.now)(), None) {
                Ok(found) => {
                    has_searched = true;
                    review.go_on(&found)
                }
                // The search began too late to find anything.
                Err(Stopped::Refused(error)) if error.reason == Reason::SearchQueueFull && has_searched => {
                    Err(Review::too_late())
                }
                Err(Stopped::Refused(error)) => Err(error),
                Err(stopped) => return Err(stopped),
            };
            match reviewed {
                Ok(messages) => messages.iter().for_each(|message| self.send(message)),
                Err(error) if !has_searched => return Err(error.into()),
                Err(error) => break Some(error),
            }
        };
        self.send(&review.end(ended));
        Ok(Vec::new())
    }

    fn suggest(&mut self, request: &SuggestMoveRequest, watch: Watch<'_>) -> Result<Found, Stopped> {
        let options = SearchOptions::of_suggestion(request)?;
        let line = rule_calls::line(request)?;
        self.search(line, options, self.arrived, watch)
    }

    /// Searches for a move at the end of a line. The time of the request counts from `begins`. Intermediate answers go
    /// to `watch`.
    fn search(
        &mut self,
        line: Line,
        options: SearchOptions,
        begins: Duration,
        mut watch: Watch<'_>,
    ) -> Result<Found, Stopped> {
        let allowance = Allowance::DEFAULT;
        let search = EngineSearch::new(line, options, allowance)?;
        if !has_weights(search.variant()) {
            return Err(Stopped::NeedsWeights(search.variant()));
        }
        let now = self.host.now;
        let started = now();
        let deadline = self.arrived + LONGEST_DEADLINE;
        let ends =
            options.time(allowance).map_or(deadline, |time| begins + time).min(started + allowance.time).min(deadline);
        // A search goes on until it has found something.
        let limit = Cell::new(deadline);
        let interrupt = || (now() >= limit.get()).then_some(Interrupt::Time);
        let request = search.request(u64::MAX, &interrupt);
        let report = suggest_watched(&mut self.rules.table, &request, &mut |report| {
            if report.depth > 0 {
                limit.set(ends);
            }
            if let Some(watch) = &mut watch {
                let stopped_by = StoppedBy::Nothing;
                watch(Found { stopped_by, deterministic: false, ..search.found(report, None) });
            }
        });
        let end = End { by_caller: false, time: ends.saturating_sub(started) };
        let found = search.found(report.ok_or_else(game_over)?, Some(end));
        // Without a completed depth there is no answer.
        if found.is_searched() { Ok(found) } else { Err(end.no_result().into()) }
    }
}

/// What takes the intermediate answers of a search, if anything does.
type Watch<'a> = Option<&'a mut dyn FnMut(Found)>;
