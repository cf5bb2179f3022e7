//! `ayla apply`: the position after moves, and what happens on the way.

use std::fmt::Write;

use crate::http::answer::ApplyMoveResponse;
use crate::service::Service;
use crate::service::answer::{Applied, Standing};
use crate::service::error::{Error, Result};
use crate::service::request::{LineInput, MoveInput, Omit};
use ayla_rules::{Destination, Event, House, Side};
use clap::Args;

use super::{Form, Start, board, json};

#[derive(Debug, Args)]
pub struct Apply {
    #[command(flatten)]
    start: Start,
    /// Moves, one after the other: houses by number, pass, take, give or agree. In JSON the answer is about the last.
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
    #[command(flatten)]
    form: Form,
}

impl Apply {
    pub(super) fn answer(&self, service: &Service) -> Result<String> {
        let (mut standing, _) = service.legal_moves(&self.start.input(), Omit::default())?;
        let mut text = String::new();
        let mut last = None;
        for (index, asked) in self.moves.iter().enumerate() {
            let from = LineInput { position: Some(standing.position.line.clone()), ..LineInput::default() };
            let input = MoveInput { text: Some(asked.clone()), seat: None };
            let applied = service.apply_move(&from, &input, Omit::default()).map_err(|error| self.at(index, error))?;
            text += &played(&standing, asked, applied.events.as_deref().unwrap_or_default());
            standing.clone_from(&applied.standing);
            last = Some(applied);
        }
        match last {
            Some(applied) if self.form.json => json(&ApplyMoveResponse::from(applied)),
            Some(applied) => Ok(text + &after(&applied)),
            // At least one move is required.
            None => Ok(text),
        }
    }

    /// An error, with the move it is about where there are several.
    fn at(&self, index: usize, mut error: Box<Error>) -> Box<Error> {
        if self.moves.len() > 1 {
            error.detail = format!("Move {} ('{}'): {}", index + 1, self.moves[index].escape_debug(), error.detail);
        }
        error
    }
}

/// What happened in one move.
fn played(before: &Standing, asked: &str, events: &[Event]) -> String {
    let mover = board::mover(before).map_or("", Side::title);
    let mut text = format!("{mover} plays {asked}\n");
    for event in events {
        text += &format!("  {}\n", happened(event));
    }
    text + "\n"
}

fn happened(event: &Event) -> String {
    match event {
        Event::PickUp { house, seeds, lap: 1 } => format!("picks up {} from {}", count(*seeds), name(*house)),
        Event::PickUp { house, seeds, lap } => {
            format!("lap {lap}: picks up {} from {}", count(*seeds), name(*house))
        }
        Event::Sow { houses } => format!("sows {}", names(houses)),
        Event::Capture { house, seeds, to, ruling } => {
            format!("captures {} from {}, {} ({ruling})", count(*seeds), name(*house), destination(*to))
        }
        Event::BearOff { seeds, ruling } => format!("bears off {} ({ruling})", count(*seeds)),
        Event::Share { south, north, off, ruling } => {
            format!("the seeds left are shared: {south} to South, {north} to North, {off} to nobody ({ruling})")
        }
    }
}

fn count(seeds: u8) -> String {
    if seeds == 1 { "1 seed".to_owned() } else { format!("{seeds} seeds") }
}

fn name(house: House) -> String {
    format!("{} {}", house.side.title(), house.number)
}

const fn destination(to: Destination) -> &'static str {
    match to {
        Destination::South => "to South's store",
        Destination::North => "to North's store",
        Destination::Off => "off the board",
    }
}

/// Houses in order, the owner said again only where it changes: `South 5 6, North 1 2`.
fn names(houses: &[House]) -> String {
    let groups = houses.chunk_by(|one, next| one.side == next.side).map(|group| {
        group.iter().fold(group[0].side.title().to_owned(), |mut names, house| {
            let _ = write!(names, " {}", house.number);
            names
        })
    });
    groups.collect::<Vec<_>>().join(", ")
}

fn after(applied: &Applied) -> String {
    let mut text = board::standing(&applied.standing);
    let legal = applied.moves.legal.as_deref().unwrap_or_default();
    if !legal.is_empty() {
        text += &format!("Legal moves: {}\n", board::moves(legal));
    }
    text
}
