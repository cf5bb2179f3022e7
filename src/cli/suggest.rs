//! `ayla suggest`: suggests a move.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

use ayla_api::answer::{Bounds, StoppedBy, SuggestMoveResponse};
use ayla_api::error::{Error, Result};
use ayla_api::json::{Named, Nodes, Seed, Whole};
use ayla_api::request::SuggestMoveRequest;
use ayla_api::words::{self, Argument, Language, Message, message};
use ayla_engine::{Certainty, Level};
use ayla_rules::Line;
use ayla_terminal::{Format, Signals, StartPosition, number, system_error};
use clap::{Args, value_parser};
use futures_util::StreamExt;

use super::board;
use crate::call::Call;
use crate::operation::Operation;
use crate::service::Service;
use crate::service::operations::SuggestMoveStream;

#[derive(Debug, Args)]
pub struct Suggest {
    #[command(flatten)]
    start: StartPosition,
    /// The level of play, from 1, a beginner who looks one move ahead, to the highest of the game, the best play within
    /// the limits.
    #[arg(long, value_parser = number::<u32>("--level", Level::LOWEST.into()..=Level::HIGHEST.into()))]
    level: Option<u32>,
    /// The seed for the random choices of a level below the highest [default: 0].
    #[arg(long, value_parser = number::<u64>("--seed", 0..=u64::MAX))]
    seed: Option<u64>,
    /// The greatest depth, in moves.
    #[arg(long, value_parser = number::<u32>("--depth", 1..=u32::MAX.into()))]
    depth: Option<u32>,
    /// The most nodes; a node is a move made in the search.
    #[arg(long, value_parser = number::<u64>("--nodes", 1..=u64::MAX))]
    nodes: Option<u64>,
    /// The most time, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", value_parser = number::<u32>("--time-ms", 1..=u32::MAX.into()))]
    time_ms: Option<u32>,
    /// Show the value of every legal move.
    #[arg(long)]
    candidates: bool,
    /// Show the values of as many moves, the best.
    #[arg(long, value_name = "MOVES", value_parser = number::<u32>("--multi", 1..=u32::MAX.into()))]
    multi: Option<u32>,
    /// A folder of endgame tables, in files whose names end in .ayla.
    #[arg(long, env = "AYLA_TABLES", value_name = "FOLDER", value_parser = value_parser!(OsString))]
    tables: Option<OsString>,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Suggest {
    pub(super) fn answer(&self, mut service: Service) -> Result<String> {
        // Empty, it counts as not set, as for the server.
        if let Some(folder) = self.tables.as_ref().filter(|folder| !folder.is_empty()) {
            service = service.with_tables_of(folder.as_ref()).map_err(system_error)?;
        }
        let line = self.start.line()?;
        let request = SuggestMoveRequest {
            position: Some(line.to_string()),
            level: self.level.map(Whole::from),
            seed: self.seed.map(Seed),
            depth: self.depth.map(Whole::from),
            nodes: self.nodes.map(Nodes),
            time_ms: self.time_ms.map(Whole::from),
            candidates: Some(self.candidates),
            multi: self.multi.map(Whole::from),
            why: Some(true),
            locale: Some(self.format.language().tag().to_owned()),
            ..SuggestMoveRequest::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(system_error)?;
        let (suggestion, signal) = runtime.block_on(search(&Arc::new(service), request))?;
        self.format.answer(&suggestion, |suggestion| plain(&line, suggestion, signal, self.format.language()))
    }
}

/// The best move, and the signal that ended the search, if one did.
async fn search(
    service: &Arc<Service>,
    request: SuggestMoveRequest,
) -> Result<(SuggestMoveResponse, Option<&'static str>)> {
    let mut signals = Signals::new().map_err(system_error)?;
    let begun = Instant::now();
    let call = Call::local(Operation::SuggestMoveStream).for_locale(request.locale.as_deref());
    let mut answers = service.stream::<SuggestMoveStream>(request, &call).await?;
    let mut best: Option<SuggestMoveResponse> = None;
    loop {
        tokio::select! {
            biased;
            answer = answers.next() => match answer {
                Some(answer) => best = Some(answer?.suggestion),
                None => return Ok((best.ok_or_else(Error::internal)?, None)),
            },
            // The first answer is there at once.
            signal = signals.next(), if best.is_some() => {
                let mut best = best.ok_or_else(Error::internal)?;
                // The caller has decided that the time is over.
                best.stopped_by = Named(StoppedBy::Deadline);
                let time = u32::try_from(begun.elapsed().as_millis()).unwrap_or(u32::MAX);
                best.limits.time_ms.get_or_insert(time.max(1));
                return Ok((best, Some(signal)));
            }
        }
    }
}

fn plain(line: &Line, suggestion: &SuggestMoveResponse, signal: Option<&'static str>, language: Language) -> String {
    let SuggestMoveResponse { r#move, seat, value, certainty, outcome, principal_line, .. } = suggestion;
    let position = line.position();
    let proven = (outcome.certainty.0 == Certainty::Proven).then_some(outcome.winner.0);
    let verdict = words::outcome(&position.rules(), position.turn(), *value, certainty.0, proven);
    let stopper: Argument = match signal {
        Some(signal) => signal.into(),
        None => Message::new(format!("stopped-by-{}", suggestion.stopped_by.0)).into(),
    };
    let mut messages = vec![
        message!("best-move", move = board::with_seat(&position, r#move.clone(), *seat)),
        message!("value", value = signed(*value), verdict),
        message!("principal-line", moves = principal_line.join(" ")),
        message!("searched", depth = suggestion.depth, nodes = suggestion.nodes, stopper),
    ];
    if certainty.0 == Certainty::Estimated
        && let Some(Bounds { least, most }) = suggestion.bounds
    {
        let [least, most] = [least, most].map(f64::from).map(signed);
        messages.insert(2, message!("bounds", least, most));
    }
    messages.splice(0..0, suggestion.limits.level.map(|level| words::level(position.rules().variant(), level)));
    let mut text = board::standing(line, None, language) + "\n";
    messages.iter().for_each(|message| text += &format!("{}\n", language.say(message)));
    suggestion.why.iter().for_each(|why| text += &format!("{why}\n"));
    if !suggestion.candidates.is_empty() {
        text += &format!("\n{}\n", language.say(&Message::new("heading-candidates")));
    }
    for candidate in &suggestion.candidates {
        let certainty = language.say(&words::certainty(candidate.certainty.0));
        text += &format!(
            "  {:<4} {:>7}  {certainty:<9}  {}\n",
            candidate.r#move,
            signed(candidate.value),
            candidate.principal_line.join(" ")
        );
    }
    text
}

/// A value for the player to move: whole in games with stores, otherwise to two places when estimated.
fn signed(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:+.0}") } else { format!("{value:+.2}") }
}
