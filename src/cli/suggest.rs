//! `ayla suggest`: suggests a move.

use std::path::PathBuf;
use std::sync::Arc;

use crate::service::Service;
use crate::service::answer::SuggestMoveResponse;
use crate::service::error::{Error, Reason, Result};
use crate::service::json::{Seed, Whole};
use crate::service::request::SuggestMoveRequest;
use ayla_engine::Level;
use ayla_rules::Line;
use clap::Args;

use super::{Format, Start, board};

#[derive(Debug, Args)]
pub struct Suggest {
    #[command(flatten)]
    start: Start,
    /// The level of play, from 1, a beginner who looks one move ahead, to 10, the best play within the limits.
    #[arg(long, value_parser = clap::value_parser!(u32).range(i64::from(Level::LOWEST)..=Level::HIGHEST.into()))]
    level: Option<u32>,
    /// The seed for the random choices of a level below 10 [default: 0].
    #[arg(long)]
    seed: Option<u64>,
    /// The greatest depth, in moves.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The most nodes; a node is a move made in the search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The most time, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    time_ms: Option<u32>,
    /// Show the value of every legal move.
    #[arg(long)]
    candidates: bool,
    /// A folder of endgame tables, in files whose names end in .ayla.
    #[arg(long, env = "AYLA_TABLES", value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

impl Suggest {
    pub(super) fn answer(&self, mut service: Service) -> Result<String> {
        if let Some(folder) = &self.tables {
            service = service.with_tables_of(folder).map_err(|bad| Error::new(Reason::Internal, bad.to_string()))?;
        }
        let line = self.start.line()?;
        let request = SuggestMoveRequest {
            position: Some(line.to_string()),
            level: self.level.map(Whole::from),
            seed: self.seed.map(Seed),
            depth: self.depth.map(Whole::from),
            nodes: self.nodes.map(Whole),
            time_ms: self.time_ms.map(Whole::from),
            candidates: Some(self.candidates),
            ..SuggestMoveRequest::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| Error::new(Reason::Internal, error.to_string()))?;
        let service = Arc::new(service);
        let (suggestion, _) = runtime.block_on(service.suggest_move(request, None))?;
        self.format.answer(&suggestion, |suggestion| plain(&line, suggestion))
    }
}

fn plain(line: &Line, suggestion: &SuggestMoveResponse) -> String {
    let SuggestMoveResponse { r#move, seat, value, certainty, principal_line, .. } = suggestion;
    let mut text = board::standing(line);
    let seat = seat.map(|seat| format!(" (seat {seat})")).unwrap_or_default();
    text += &format!("\nBest move: {}{seat}\n", r#move);
    text += &format!("Value: {} ({})\n", signed(*value), certainty.0);
    text += &format!("Principal line: {}\n", principal_line.join(" "));
    text += &format!(
        "Searched: depth {}, {} nodes, stopped by {}\n",
        suggestion.depth, suggestion.nodes, suggestion.stopped_by.0
    );
    if !suggestion.candidates.is_empty() {
        text += "\nEvery move, best first:\n";
    }
    for candidate in &suggestion.candidates {
        text += &format!(
            "  {:<4} {:>7}  {:<9}  {}\n",
            candidate.r#move,
            signed(candidate.value),
            candidate.certainty.0.name(),
            candidate.principal_line.join(" ")
        );
    }
    text
}

/// A value for the player to move: whole when proven, to two places when estimated.
fn signed(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:+.0}") } else { format!("{value:+.2}") }
}
