//! Positions and moves as the commands print them.

use ayla_api::answer::Texts;
use ayla_api::error::Result;
use ayla_api::request::{ApplyMoveRequest, TextForm, TextOptions, TextRequest};
use ayla_api::rule_calls::{self, Played};
use ayla_api::text::{self, DEFAULT_WIDTH, LastMove, MAX_WIDTH, MIN_WIDTH, Scene};
use ayla_api::words::{Argument, Language, Message, message};
use ayla_rules::{Line, Position, Side, Status, View};
use ayla_terminal::{number, word};
use clap::Args;

/// What stands before the names of the sides in an error.
pub(super) const SIDES: &str = "a side is one of";

/// The texts of a position to print in place of everything else.
#[derive(Clone, Debug, Args)]
pub(super) struct TextForms {
    /// Print only this text of the position, as in the API: line, board or spoken. Can be given several times.
    #[arg(long = "text", value_name = "FORM", value_parser = word::<TextForm>("--text is one of"))]
    forms: Vec<TextForm>,
    /// The side from which the board is seen in such a text: south or north.
    #[arg(long, value_name = "SIDE", default_value_t = Side::South, value_parser = word::<Side>(SIDES), requires = "forms")]
    viewer: Side,
    /// The width of such a board: 40 to 160 characters [default: 72].
    #[arg(long, value_name = "CHARACTERS", value_parser = number::<u32>("--width", MIN_WIDTH.into()..=MAX_WIDTH.into()), requires = "forms")]
    width: Option<u32>,
}

impl TextForms {
    /// The texts asked for.
    pub(super) fn options(&self, language: Language) -> TextOptions {
        TextOptions {
            forms: self.forms.iter().copied().collect(),
            viewer: self.viewer,
            width: self.width,
            view: View::All,
            voice: language.into(),
            is_personal: false,
            notice: None,
        }
    }
}

/// These texts, one after the other.
pub(super) fn plain(texts: &Texts) -> String {
    let Texts { line, board, spoken } = texts;
    let texts: Vec<_> = [line, board, spoken].into_iter().flatten().map(|text| text.trim_end()).collect();
    texts.join("\n\n") + "\n"
}

/// Plays a move at the end of a line.
pub(super) fn play(line: &Line, played: &str, language: Language) -> Result<Played> {
    let token = Some(line.token());
    let r#move = Some(played.to_owned());
    let request = ApplyMoveRequest { token, r#move, ..ApplyMoveRequest::default() };
    rule_calls::play_move(&request, &request.text_options(language))
}

/// The board at the end of a line, whose turn it is or how the game ended, and the text to go on from.
pub(super) fn standing(line: &Line, last: Option<&LastMove>, language: Language) -> String {
    let position = line.position();
    let setup = position.setup();
    let here = setup.text();
    let line_text = line.to_string();
    let status = position.status();
    let mut messages = vec![text::standing(&setup, status, &position, last)];
    if let Status::InProgress { can_agree: true } = status {
        messages.push(Message::new("can-agree"));
    }
    if let Some(quiet @ 1..) = setup.quiet {
        messages.push(message!("quiet-moves", moves = quiet));
    }
    let sentences: Vec<_> = messages.iter().map(|message| language.say(message)).collect();
    let heading = |key, text| language.say(&message!(key, text)) + "\n";
    // As in the documentation, South is always below.
    let board = Scene::new(line, last, Side::South, language).board(DEFAULT_WIDTH);
    let mut text = format!("{board}\n{}\n\n{}", sentences.join(" "), heading("heading-position", here.clone()));
    if line_text != here {
        text += &heading("heading-line", line_text);
    }
    text + &heading("heading-token", line.token())
}

/// The line that lists the legal moves; empty when there are none.
pub(super) fn legal_moves(position: &Position, language: Language) -> String {
    let moves: Vec<Argument> = position
        .legal_moves()
        .into_iter()
        .map(|played| with_seat(position, played.to_string(), position.seat(played)))
        .collect();
    if moves.is_empty() {
        return String::new();
    }
    language.say(&message!("heading-legal", moves = Argument::List(moves))) + "\n"
}

/// A move, with its seat where there are several.
pub(super) fn with_seat(position: &Position, played: String, seat: Option<u32>) -> Argument {
    let has_several = position.rules().seats().is_some_and(|seats| seats > 1);
    match seat.filter(|_| has_several) {
        Some(seat) => message!("with-seat", move = played, seat).into(),
        None => played.into(),
    }
}
