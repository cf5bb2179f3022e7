//! `ayla start`: the first position of a game.

use ayla_api::answer::{StartGameResponse, Texts};
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::options::{OptionInput, OptionsInput};
use ayla_api::preset::Presets;
use ayla_api::request::{Omit, StartGameRequest};
use ayla_api::rule_calls;
use ayla_api::words::{Argument, Message, message};
use ayla_rules::notation::read_options;
use ayla_rules::{Side, Variant};
use ayla_terminal::{Format, word};
use clap::Args;

use super::board::{self, TextForms};

#[derive(Debug, Args)]
pub struct Start {
    /// The game, with the options that are not at their defaults, such as andada or awale:capture=two,limit=3
    /// [default: awale, or the game of the preset].
    #[arg(value_name = "GAME[:OPTIONS]")]
    game: Option<String>,
    /// A built-in preset of options, as `ayla variants GAME` lists them.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// The player who begins, south or north [default: south].
    #[arg(long, value_name = "SIDE", value_parser = word::<Side>(board::SIDES))]
    first: Option<Side>,
    /// The position that has ended, after which the game is the next round; with its options.
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["game", "preset"])]
    after: Option<String>,
    #[command(flatten)]
    texts: TextForms,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Start {
    pub(super) fn answer(&self) -> Result<String> {
        let presets = Presets::built_in();
        let language = self.format.language();
        let texts = self.texts.options(language);
        let line = rule_calls::start(&self.request(&presets)?, &presets, &texts)?;
        let text = Texts::new(&line, [], texts);
        let answer = StartGameResponse { text, ..StartGameResponse::new(&line, Omit::default(), None) };
        self.format.answer(&answer, |answer| match &answer.text {
            Some(texts) => board::plain(texts),
            None => board::standing(&line, None, language) + &board::legal_moves(&line.position(), language),
        })
    }

    fn request(&self, presets: &Presets) -> Result<StartGameRequest> {
        let preset = self.preset.clone();
        let first = self.first.map(Into::into);
        let after = self.after.clone();
        let request = StartGameRequest { preset, first, after, ..StartGameRequest::default() };
        if self.after.is_some() {
            return Ok(request);
        }
        let Some(game) = &self.game else {
            let variant = self.preset.as_deref().map_or(Ok(Variant::Awale), |name| game_of(presets, name))?;
            return Ok(StartGameRequest { variant: Some(variant).into(), ..request });
        };
        let rules = read_options(game)
            .map_err(|malformed| Error::at(Field::named("options"), Reason::MalformedRequest, &malformed))?;
        let given = rules
            .options
            .into_iter()
            .map(|(name, value)| (name.to_owned().into(), OptionInput(value.map(|text| text.to_owned().into()))));
        let values: Vec<_> = given.collect();
        let options = (!values.is_empty()).then_some(OptionsInput { variant: None, values });
        Ok(StartGameRequest { variant: rules.variant.into(), options, ..request })
    }
}

/// The only game that has a preset of this name.
fn game_of(presets: &Presets, name: &str) -> Result<Variant> {
    let has = |variant: &Variant| presets.of(*variant).any(|preset| preset.name == name);
    let games: Vec<Variant> = Variant::ALL.iter().copied().filter(has).collect();
    let names: Argument = games.iter().map(|game| game.name()).collect();
    match games[..] {
        [game] => Ok(game),
        [] => {
            let message = Message::new("preset-of-no-game").quoting("name", name);
            Err(Error::at(Field::named("preset"), Reason::UnknownPreset, message))
        }
        _ => {
            let message = message!("preset-of-games", games = names).quoting("name", name);
            Err(Error::at(Field::named("variant"), Reason::MissingField, message))
        }
    }
}
