//! Answers about games in the formats of other programs: read-game, and the record of replay-game.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_records::{self as records, Reading, WhyNot, Written};
use ayla_steps::has_to_stop;
use serde::Serialize;
use utoipa::ToSchema;

use super::BYTES_PER_HOUSE;
use crate::json::{AssumptionKind, Named, RecordFaultKind, RecordFormat, VariantName};
use crate::words::{self, Message, Voice};

answer! {
    pub struct ReadGameResponse {
        pub format: Option<RecordFormat>,
        pub games: Vec<ReadGame>,
        pub more_games: Option<u32>,
        pub faults: Vec<RecordFault>,
        pub more_faults: Option<u32>,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReadGame {
    pub line: u32,
    pub variant: VariantName,
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub position: String,
    pub moves: Vec<String>,
    pub assumed: Vec<Assumption>,
    pub tags: Vec<RecordTag>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Assumption {
    pub kind: AssumptionKind,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RecordTag {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RecordFault {
    pub line: u32,
    pub column: u32,
    pub kind: RecordFaultKind,
    pub message: String,
}

answer! {
    #[derive(Default)]
    pub struct GameRecord {
        pub text: Option<String>,
        pub notes: Vec<String>,
    }
}

/// These, as long as somebody waits for what is said of them.
fn until_stopped<T>(items: &[T]) -> impl Iterator<Item = &T> {
    items.iter().take_while(|_| !has_to_stop())
}

impl ReadGameResponse {
    /// What was read of a text.
    pub(crate) fn new(reading: &Reading, voice: &Voice) -> Self {
        let more = |more: usize| Some(more as u32).filter(|&more| more > 0);
        Self {
            format: reading.format.map(Named),
            games: until_stopped(&reading.records).map(|record| ReadGame::new(record, voice)).collect(),
            more_games: more(reading.more_records),
            faults: until_stopped(&reading.faults).map(|fault| RecordFault::new(fault, voice)).collect(),
            more_faults: more(reading.more_faults),
        }
    }

    /// The size of the answer as a number of sown houses that take as much room.
    pub(crate) fn size(&self) -> usize {
        let bytes = |game: &ReadGame| {
            let tags: usize = game.tags.iter().map(|tag| tag.name.len() + tag.value.len()).sum();
            let assumed: usize = game.assumed.iter().map(|assumption| assumption.message.len()).sum();
            game.position.len() + 6 * game.moves.len() + tags + assumed
        };
        self.games.iter().map(bytes).sum::<usize>() / BYTES_PER_HOUSE
    }
}

impl ReadGame {
    fn new(record: &records::Record, voice: &Voice) -> Self {
        let game = &record.game;
        let assumption = |assumption: &records::Assumption| Assumption {
            kind: Named(assumption.name()),
            message: words::sentence(&voice.say(&assumption.into()), voice.language),
        };
        let tag = |tag: &records::Tag| RecordTag { name: tag.name.clone(), value: tag.value.clone() };
        Self {
            line: record.place.line,
            variant: Named(game.start.rules().variant()),
            position: game.start.to_string(),
            moves: game.moves.iter().map(ToString::to_string).collect(),
            assumed: record.assumed.iter().map(assumption).collect(),
            tags: game.tags.iter().map(tag).collect(),
        }
    }
}

impl RecordFault {
    fn new(fault: &records::Fault, voice: &Voice) -> Self {
        Self {
            line: fault.place.line,
            column: fault.place.column,
            kind: Named(fault.kind.name()),
            message: words::sentence(&voice.say(&(&fault.kind).into()), voice.language),
        }
    }
}

impl GameRecord {
    /// A game that was written, or why it was not.
    pub(crate) fn new(written: Result<Written, Vec<WhyNot>>, voice: &Voice) -> Self {
        let say = |message: Message| words::sentence(&voice.say(&message), voice.language);
        match written {
            Ok(Written { text, omitted }) => {
                Self { text: Some(text), notes: omitted.iter().map(|option| say(option.into())).collect() }
            }
            Err(why) => Self { text: None, notes: why.iter().map(|why| say(why.into())).collect() },
        }
    }
}
