//! `ayla legal`: the legal moves of a position.

use crate::http::answer::LegalMovesResponse;
use crate::service::Service;
use crate::service::answer::{MoveList, Standing};
use crate::service::error::Result;
use crate::service::request::Omit;
use clap::Args;

use super::{Form, Start, board, json};

#[derive(Debug, Args)]
pub struct Legal {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    form: Form,
}

impl Legal {
    pub(super) fn answer(&self, service: &Service) -> Result<String> {
        let answer = service.legal_moves(&self.start.input(), Omit::default())?;
        if self.form.json { json(&LegalMovesResponse::from(answer)) } else { Ok(plain(&answer)) }
    }
}

fn plain((standing, moves): &(Standing, MoveList)) -> String {
    let mut text = board::standing(standing);
    let legal = moves.legal.as_deref().unwrap_or_default();
    if !legal.is_empty() {
        text += &format!("\nLegal moves: {}\n", board::moves(legal));
    }
    if !moves.illegal.is_empty() {
        text += "\nNot legal:\n";
    }
    for (asked, illegal) in &moves.illegal {
        text += &format!("  {asked:>2}  {} ({}): {}\n", illegal.reason(), illegal.ruling(), illegal);
    }
    text
}
