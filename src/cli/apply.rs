//! `ayla apply`: plays moves.

use ayla_api::answer::{ApplyMoveResponse, Texts};
use ayla_api::error::{Error, Result};
use ayla_api::event_log::MOST_SOWN;
use ayla_api::request::Omit;
use ayla_api::text::LastMove;
use ayla_api::words::{self, Argument, Language, Message, message, seed_count};
use ayla_rules::{Destination, Event, House, Place, Side};
use ayla_terminal::{Format, StartPosition};
use clap::Args;

use super::board::{self, TextForms};

#[derive(Debug, Args)]
pub struct Apply {
    #[command(flatten)]
    start: StartPosition,
    /// The moves in order: numbers of houses, pass, take, give or agree. JSON describes the last one only.
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
    #[command(flatten)]
    texts: TextForms,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Apply {
    pub(super) fn answer(&self) -> Result<String> {
        let language = self.format.language();
        let mut line = self.start.line()?;
        let mut text = String::new();
        let mut last = None;
        for (index, played) in self.moves.iter().enumerate() {
            let after = board::play(&line, played, language).map_err(|error| self.with_move(index, error))?;
            line = after.line;
            last = after.last;
            text += &last.iter().map(|last| describe(last, language)).collect::<String>();
        }
        text += &(board::standing(&line, last.as_ref(), language) + &board::legal_moves(&line.position(), language));
        let texts = Texts::new(&line, &last, self.texts.options(language));
        let log = last.map(|last| last.log);
        let answer = ApplyMoveResponse { text: texts, ..ApplyMoveResponse::new(&line, log, Omit::default(), None) };
        self.format.answer(&answer, |answer| answer.text.as_ref().map_or(text, board::plain))
    }

    /// The error, with the move if there is more than one.
    fn with_move(&self, index: usize, mut error: Box<Error>) -> Box<Error> {
        if self.moves.len() > 1 {
            let message = message!("in-move", index = index + 1).quoting("move", &self.moves[index]);
            error.preface = Some(message);
        }
        error
    }
}

/// A description of a move and its events.
fn describe(last: &LastMove, language: Language) -> String {
    let mut text = language.say(&words::played(last.mover, last.played)) + "\n";
    let mut add = |message: &Message| text += &format!("  {}\n", language.say(message));
    let runs = last.log.events.chunk_by(|one, next| one.sown().is_some() && next.sown().is_some());
    runs.for_each(|run| add(&describe_run(run)));
    if last.log.truncated {
        add(&message!("events-truncated", houses = MOST_SOWN));
    }
    text + "\n"
}

/// A description of an event, or of seeds that are sown one after the other.
fn describe_run(run: &[Event]) -> Message {
    match &run[0] {
        Event::PickUp { house, seeds, lap } => {
            let message = match lap {
                1 => Message::new("event-pick-up"),
                lap => message!("event-lap", lap),
            };
            message.with("seeds", seed_count(*seeds)).with("house", in_order(&[Place::House(*house)]))
        }
        Event::Sow { .. } => {
            let places: Vec<_> = run.iter().filter_map(Event::sown).collect();
            message!("event-sow", houses = in_order(&places))
        }
        Event::Capture { house, seeds, to, ruling } => {
            let message = match to {
                Destination::South => message!("event-capture-store", store = Side::South),
                Destination::North => message!("event-capture-store", store = Side::North),
                Destination::Off => Message::new("event-capture-off"),
            };
            message
                .with("seeds", seed_count(*seeds))
                .with("house", in_order(&[Place::House(*house)]))
                .with("ruling", ruling.number())
        }
        Event::Tuzdik { house, to, ruling } => {
            message!("event-tuzdik", house = in_order(&[Place::House(*house)]), owner = *to, ruling = ruling.number())
        }
        Event::BearOff { seeds, ruling } => {
            message!("event-bear-off", seeds = seed_count(*seeds), ruling = ruling.number())
        }
        Event::Swap { ruling } => Message::new("event-swap").with("ruling", ruling.number()),
        Event::Share { south, north, off, ruling } => Message::new("event-share")
            .with("to-south", *south)
            .with("south", Side::South)
            .with("to-north", *north)
            .with("north", Side::North)
            .with("off", *off)
            .with("ruling", ruling.number()),
    }
}

/// Places in the order of sowing, each run in one row after its owner: `South 5 6, South's store, North 1 2`.
fn in_order(places: &[Place]) -> Argument {
    let in_one_row = |one: &Place, next: &Place| match (one, next) {
        (Place::House(one), Place::House(next)) => one.side == next.side,
        (Place::House(_) | Place::Store(_), Place::House(_) | Place::Store(_)) => false,
    };
    let number = |place: &Place| match place {
        Place::House(house) => Some(house.number.to_string()),
        Place::Store(_) => None,
    };
    let runs = places.chunk_by(in_one_row).map(|run| match run[0] {
        Place::House(House { side, .. }) => {
            let numbers: Vec<_> = run.iter().filter_map(number).collect();
            message!("houses-in-order", side, houses = numbers.join(" ")).into()
        }
        Place::Store(_) => Argument::from(run[0]),
    });
    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_are_listed_by_row_and_stores_by_themselves() {
        let house = |side, number| Place::House(House { side, number });
        let places = [house(Side::South, 5), house(Side::South, 6), Place::Store(Side::South), house(Side::North, 1)];
        let sown = places.map(|place| Event::Sow { place });
        assert_eq!(Language::ENGLISH.say(&describe_run(&sown)), "sows South 5 6, South's store, North 1");
    }
}
