//! `ayla legal`: the legal moves of a position.

use crate::service::answer::LegalMovesResponse;
use crate::service::error::Result;
use crate::service::request::Omit;
use ayla_rules::Line;
use clap::Args;

use super::{Format, StartPosition, board};

#[derive(Debug, Args)]
pub struct Legal {
    #[command(flatten)]
    start: StartPosition,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Legal {
    pub(super) fn answer(&self) -> Result<String> {
        let line = self.start.line()?;
        self.format.answer(&LegalMovesResponse::new(&line, Omit::default()), |_| plain(&line))
    }
}

fn plain(line: &Line) -> String {
    let position = line.position();
    let mut text = board::standing(line);
    let legal = board::legal_moves(&position);
    if !legal.is_empty() {
        text += &format!("\n{legal}");
    }
    let illegal = position.illegal_houses();
    if !illegal.is_empty() {
        text += "\nNot legal:\n";
    }
    for (house, illegal) in illegal {
        text += &format!("  {house:>2}  {} ({}): {}\n", illegal.reason(), illegal.ruling(), illegal);
    }
    text
}
