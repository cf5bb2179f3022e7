//! read-game: the games of a text in a format of other programs; and a game in such a format.

use ayla_records::{Game, RecordFormat, Tag, read, write};
use ayla_rules::{Move, Position, Side};
use ayla_steps::{weights, within};

use crate::answer::{GameRecord, ReadGameResponse};
use crate::error::{Error, Field, Reason, Result};
use crate::request::ReadGameRequest;
use crate::words::{Language, Message, Voice};

/// The most steps of work for reading a text: about thirty milliseconds. Only texts of long sowings come near it.
pub const MOST_STEPS: u64 = 30 * weights::PER_MILLISECOND;

/// Reads the games of a text.
///
/// # Errors
///
/// There is no text; `TOO_LARGE` for one that takes more than [`MOST_STEPS`].
pub fn read_game(request: &ReadGameRequest, language: Language) -> Result<ReadGameResponse> {
    let Some(text) = &request.text else {
        return Err(Error::at(Field::named("text"), Reason::MissingField, Message::new("text-missing")));
    };
    let reading = within(MOST_STEPS, || read(text, request.format.map(|format| format.0)));
    let Some(reading) = reading.result else {
        let message = message!("text-too-much-work", most = MOST_STEPS);
        return Err(Error::at(Field::named("text"), Reason::TooLarge, message));
    };
    Ok(ReadGameResponse::new(&reading, &Voice::from(language)))
}

/// A game in a format of other programs, with the names of its players.
pub(crate) fn record(start: Position, moves: Vec<Move>, format: RecordFormat, voice: &Voice) -> GameRecord {
    let Some(game) = Game::new(start, moves) else { return GameRecord::default() };
    let tag = |(side, name): (Side, &str)| {
        voice.name(side).map(|value| Tag { name: name.to_owned(), value: value.to_owned() })
    };
    let tags = [(Side::South, "South"), (Side::North, "North")].into_iter().filter_map(tag).collect();
    GameRecord::new(write(&Game { tags, ..game }, format), voice)
}
