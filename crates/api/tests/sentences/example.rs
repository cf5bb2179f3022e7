//! An example: something that is said, in any language and to anybody.

use std::sync::Arc;

use ayla_api::error::Error;
use ayla_api::event_log::EventLog;
use ayla_api::form;
use ayla_api::preset::Presets;
use ayla_api::request::{
    ApplyMoveRequest, CallRequest, FindPuzzleRequest, LegalMovesRequest, PlayTurnRequest, ReplayGameRequest,
    StartGameRequest,
};
use ayla_api::rule_calls::RuleRequest;
use ayla_api::text::{LastMove, Scene};
use ayla_api::turn::Turn;
use ayla_api::words::{self, Language, Message, Names, Voice};
use ayla_rules::notation::read_move;
use ayla_rules::{Move, Side, Variant, View};
use ayla_test_games::vectors::sentences;
use serde::de::DeserializeOwned;

/// Sentences about one subject.
#[derive(Clone)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    pub(crate) examples: Vec<Example>,
}

/// Something that is said.
#[derive(Clone)]
pub(crate) struct Example(Arc<dyn Fn(&Voice) -> String>);

impl Example {
    /// What is said in a language: to nobody about South and North, to a player about people with names.
    pub(crate) fn say(&self, language: Language, you: Option<Side>) -> String {
        let names = Names { south: Some("Amina".to_owned()), north: Some("Koffi".to_owned()) };
        let names = you.map(|_| &names);
        (self.0)(&Voice::new(language, names).to(you))
    }
}

fn example(say: impl Fn(&Voice) -> String + 'static) -> Example {
    Example(Arc::new(say))
}

/// The kinds of rows of the file `sentences.txt` of a game.
pub(crate) const KINDS: [&str; 6] = ["move", "turn", "illegal", "suggestion", "board", "refused"];

/// Examples of one kind from the positions and lines that the files `sentences.txt` of all games have for it.
pub(crate) fn of_every_game(kind: &str, example: impl Fn(&str) -> Example) -> Vec<Example> {
    assert!(KINDS.contains(&kind));
    sentences(kind).iter().map(|line| example(line)).collect()
}

/// A message as it is.
pub(crate) fn said(message: impl Into<Message>) -> Example {
    let message = message.into();
    example(move |voice| voice.say(&message))
}

/// Messages one after the other.
pub(crate) fn said_together(messages: Vec<Message>) -> Example {
    example(move |voice| voice.say_all(&messages))
}

/// A clause that stands alone as a sentence.
pub(crate) fn sentence(message: impl Into<Message>) -> Example {
    let message = message.into();
    example(move |voice| words::sentence(&voice.say(&message), voice.language))
}

/// What a review says of a move, and how the game stands after it.
pub(crate) fn review(messages: Vec<Message>, verdict: Message) -> Example {
    example(move |voice| {
        format!("{} {}", voice.say_all(&messages), words::sentence(&voice.say(&verdict), voice.language))
    })
}

/// The attribute of a message.
pub(crate) fn attribute(message: Message, attribute: &str) -> Example {
    let attribute = attribute.to_owned();
    example(move |voice| voice.language.say_attribute(&message, &attribute))
}

/// What is said after the last move of a line.
pub(crate) fn played(line: &str) -> Example {
    shown(line, View::All, |scene| scene.sentence())
}

/// The board after a line, in words, as somebody with this view sees it.
pub(crate) fn seen(line: &str, view: View) -> Example {
    shown(line, view, |scene| scene.spoken())
}

/// What a scene says, after the last move of a line.
fn shown(line: &str, view: View, say: fn(&Scene<'_>) -> String) -> Example {
    let (before, text) = line.rsplit_once(' ').expect("a move");
    let line = ayla_test_games::read(before.trim_end_matches(" moves"));
    let position = line.position();
    let proposal = read_move(text, &position.rules()).expect("a move");
    let played = position.check(proposal, None).expect("a legal move");
    let mut log = EventLog::default();
    let line = ayla_test_games::play(line, text, &mut log);
    let last = LastMove { mover: position.turn(), played, log };
    example(move |voice| say(&Scene::new(&line, [&last], Side::South, voice.clone()).seen_by(view)))
}

/// What a move says in which this happens.
pub(crate) fn happened(mover: Side, played: Move, log: EventLog) -> Example {
    let last = LastMove { mover, played, log };
    example(move |voice| voice.say_all(&last.messages(Variant::Awale, View::All)))
}

/// A position in words.
pub(crate) fn spoken(position: &str) -> Example {
    let line = ayla_test_games::read(position);
    example(move |voice| Scene::new(&line, [], Side::South, voice.clone()).spoken())
}

/// A position in words for South, who has no name.
pub(crate) fn spoken_to_one_without_a_name(position: &str) -> Example {
    let line = ayla_test_games::read(position);
    example(move |voice| {
        let voice = Voice::from(voice.language).to(Some(Side::South));
        Scene::new(&line, [], Side::South, voice).spoken()
    })
}

/// What play-turn says is to be done in a position.
pub(crate) fn prompt(position: &str) -> Example {
    let body = format!(r#"{{"position": "{position}"}}"#);
    example(move |voice| {
        let mut request: PlayTurnRequest = form::from_json(body.as_bytes()).expect("a request");
        request.names = Some(Names {
            south: voice.name(Side::South).map(str::to_owned),
            north: voice.name(Side::North).map(str::to_owned),
        });
        request.you = Some(voice.you.is_some());
        request.side = voice.you.map(ayla_api::json::Named);
        let turn = Turn::begin(&request, &Presets::built_in(), voice.language).expect("a turn");
        let answer = turn.answer();
        answer.prompt.or(answer.result).expect("how the game stands")
    })
}

/// The detail of an error.
pub(crate) fn fault(error: Box<Error>) -> Example {
    example(move |voice| error.detail(voice.language))
}

/// The detail of the error of a request about a game.
pub(crate) fn refused(variant: Option<Variant>, operation: &str, body: &str) -> Example {
    let error = match operation {
        "start-game" => error_of::<StartGameRequest>(variant, body),
        "legal-moves" => error_of::<LegalMovesRequest>(variant, body),
        "apply-move" => error_of::<ApplyMoveRequest>(variant, body),
        "find-puzzle" => error_of::<FindPuzzleRequest>(variant, body),
        "replay-game" => error_of::<ReplayGameRequest>(variant, body),
        "play-turn" => read::<PlayTurnRequest>(variant, body)
            .and_then(|request| Turn::begin(&request, &Presets::built_in(), Language::ENGLISH))
            .err(),
        _ => panic!("no operation {operation}"),
    };
    fault(error.unwrap_or_else(|| panic!("{operation} takes {body}")))
}

fn read<T: CallRequest + DeserializeOwned>(variant: Option<Variant>, body: &str) -> Result<T, Box<Error>> {
    let mut request: T = form::from_json(body.as_bytes())?;
    request.set_request_line(variant, false);
    Ok(request)
}

fn error_of<T: RuleRequest + DeserializeOwned>(variant: Option<Variant>, body: &str) -> Option<Box<Error>> {
    read::<T>(variant, body)
        .and_then(|request| request.answer(&Presets::built_in(), Language::ENGLISH).map(|_| ()))
        .err()
}
