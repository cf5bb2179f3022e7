//! `ayla apply`: plays moves.

use std::fmt::Write;

use crate::service::answer::ApplyMoveResponse;
use crate::service::error::{Error, Result};
use crate::service::request::{MoveRequest, Omit};
use crate::service::rule_calls::{self, MOST_SOWN, Told};
use ayla_rules::{Destination, Event, House, Side};
use clap::Args;

use super::{Format, StartPosition, board};

#[derive(Debug, Args)]
pub struct Apply {
    #[command(flatten)]
    start: StartPosition,
    /// The moves in order: numbers of houses, pass, take, give or agree. JSON describes the last one only.
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Apply {
    pub(super) fn answer(&self) -> Result<String> {
        let mut line = self.start.line()?;
        let mut text = String::new();
        let mut told = Told::default();
        for (index, played) in self.moves.iter().enumerate() {
            let mover = line.position().turn();
            let (position, r#move) = (Some(line.to_string()), Some(played.clone()));
            let request = MoveRequest { position, r#move, ..MoveRequest::default() };
            let (after, move_told) = rule_calls::play_move(&request).map_err(|error| self.with_move(index, error))?;
            line = after;
            told = move_told.unwrap_or_default();
            text += &describe(mover, played, &told);
        }
        text += &(board::standing(&line) + &board::legal_moves(&line.position()));
        self.format.answer(&ApplyMoveResponse::new(&line, Some(told), Omit::default()), |_| text)
    }

    /// The error, with the move if there is more than one.
    fn with_move(&self, index: usize, mut error: Box<Error>) -> Box<Error> {
        if self.moves.len() > 1 {
            error.detail = format!("Move {} ('{}'): {}", index + 1, self.moves[index].escape_debug(), error.detail);
        }
        error
    }
}

/// A description of a move and its events.
fn describe(mover: Side, played: &str, told: &Told) -> String {
    let mut text = format!("{} plays {played}\n", mover.title());
    for event in &told.events {
        text += &format!("  {}\n", describe_event(event));
    }
    if told.truncated {
        text += &format!("  and more: only the first {MOST_SOWN} sown houses are shown\n");
    }
    text + "\n"
}

fn describe_event(event: &Event) -> String {
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

/// Houses in order, grouped by owner: `South 5 6, North 1 2`.
fn names(houses: &[House]) -> String {
    let groups = houses.chunk_by(|one, next| one.side == next.side).map(|group| {
        group.iter().fold(group[0].side.title().to_owned(), |mut names, house| {
            let _ = write!(names, " {}", house.number);
            names
        })
    });
    groups.collect::<Vec<_>>().join(", ")
}
