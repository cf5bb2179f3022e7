//! `ayla suggest`: the best move.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::http::answer::SuggestMoveResponse;
use crate::service::Service;
use crate::service::answer::{Candidate, Standing, Suggestion};
use crate::service::error::{Error, Reason, Result};
use crate::service::request::{Omit, SuggestMove};
use ayla_engine::Level;
use ayla_rules::Move;
use clap::Args;

use super::{Form, Start, board, json};

/// Without a limit, a million nodes are searched.
#[derive(Debug, Args)]
pub struct Suggest {
    #[command(flatten)]
    start: Start,
    /// How well to play: 1, a beginner who sees one move, to 10, as well as the limits allow.
    #[arg(long, value_parser = clap::value_parser!(u32).range(i64::from(Level::LOWEST)..=Level::HIGHEST.into()))]
    level: Option<u32>,
    /// What the choices of a level below 10 follow from; 0 when not given.
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
    /// The value of every legal move.
    #[arg(long)]
    candidates: bool,
    /// A folder of endgame tables, the files in it that end in .ayla; without one there are none.
    #[arg(long, env = "AYLA_TABLES", value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

impl Suggest {
    pub(super) fn answer(&self, mut service: Service) -> Result<String> {
        if let Some(folder) = &self.tables {
            service = service.with_tables_of(folder).map_err(|bad| Error::new(Reason::Internal, bad.to_string()))?;
        }
        let request = SuggestMove {
            from: self.start.input(),
            level: self.level,
            seed: self.seed,
            depth: self.depth,
            nodes: self.nodes,
            time: self.time_ms.map(|time| Duration::from_millis(time.into())),
            candidates: self.candidates,
            ..SuggestMove::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| Error::new(Reason::Internal, error.to_string()))?;
        let service = Arc::new(service);
        let (suggestion, _) = runtime.block_on(service.suggest_move(request))?;
        if self.form.json {
            return json(&SuggestMoveResponse::from(suggestion));
        }
        let (standing, _) = service.legal_moves(&self.start.input(), Omit::default())?;
        Ok(plain(&standing, &suggestion))
    }
}

fn plain(standing: &Standing, suggestion: &Suggestion) -> String {
    let best = &suggestion.best;
    let mut text = board::standing(standing);
    text += &format!("\nBest move: {}\n", board::legal_move(&best.legal));
    text += &format!("Value: {} ({})\n", value(best), best.certainty);
    text += &format!("Principal line: {}\n", line(&best.line));
    text += &format!(
        "Searched: depth {}, {} nodes, stopped by {}\n",
        suggestion.depth, suggestion.nodes, suggestion.stopped_by
    );
    if !suggestion.candidates.is_empty() {
        text += "\nEvery move, best first:\n";
    }
    for candidate in &suggestion.candidates {
        text += &format!(
            "  {:<4} {:>7}  {:<9}  {}\n",
            candidate.legal.played.to_string(),
            value(candidate),
            candidate.certainty.name(),
            line(&candidate.line)
        );
    }
    text
}

/// For the player to move: whole when proven, to two places when estimated.
fn value(candidate: &Candidate) -> String {
    if candidate.value.fract() == 0.0 { format!("{:+.0}", candidate.value) } else { format!("{:+.2}", candidate.value) }
}

fn line(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
