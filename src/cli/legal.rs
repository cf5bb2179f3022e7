//! `ayla legal`: the legal moves of a position.

use ayla_api::answer::{LegalMovesResponse, Texts};
use ayla_api::error::Result;
use ayla_api::request::Omit;
use ayla_api::words::{Language, Message};
use ayla_rules::Line;
use ayla_terminal::{Format, StartPosition};
use clap::Args;

use super::board::{self, TextForms};

#[derive(Debug, Args)]
pub struct Legal {
    #[command(flatten)]
    start: StartPosition,
    #[command(flatten)]
    texts: TextForms,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Legal {
    pub(super) fn answer(&self) -> Result<String> {
        let line = self.start.line()?;
        let language = self.format.language();
        let text = Texts::new(&line, [], self.texts.options(language));
        let answer =
            LegalMovesResponse { text, ..LegalMovesResponse::new(&line, Omit::default(), &language.into(), None) };
        self.format.answer(&answer, |answer| answer.text.as_ref().map_or_else(|| plain(&line, language), board::plain))
    }
}

fn plain(line: &Line, language: Language) -> String {
    let position = line.position();
    let mut text = board::standing(line, None, language);
    let legal = board::legal_moves(&position, language);
    if !legal.is_empty() {
        text += &format!("\n{legal}");
    }
    let illegal = position.illegal_houses();
    if !illegal.is_empty() {
        text += &format!("\n{}\n", language.say(&Message::new("heading-illegal")));
    }
    for (house, illegal) in illegal {
        let sentence = language.say(&(&illegal).into());
        text += &format!("  {house:>2}  {illegal}: {sentence}\n");
    }
    text
}
