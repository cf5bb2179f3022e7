//! list_games and explain_rule: what the catalogue and the rules say.

use ayla_api::catalogue::Variant;
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::json::Named;
use ayla_api::preset::Presets;
use ayla_api::words::{Argument, Language, Message, message, nearest};
use ayla_rules::{self as rules, ruling};
use serde_json::{Map, Value};

use crate::answer::{GameSummary, GamesAnswer, PresetSummary, RuleAnswer, WithText};
use crate::arguments::{self, ExplainRule, ListGames};
use crate::documents::Documents;

/// Answers list_games.
///
/// # Errors
///
/// Faults of the arguments.
pub fn list(arguments: Map<String, Value>, language: Language, presets: &Presets) -> Result<WithText<GamesAnswer>> {
    let ListGames { variant: game, locale: _ } = arguments::read(arguments)?;
    let asked = game.map(|Named(game)| Variant::new(game, presets, language));
    let listed = rules::Variant::ALL.iter().filter(|&&variant| game.is_none_or(|Named(game)| game == variant));
    let games: Vec<_> = listed.map(|&variant| summary(Variant::new(variant, presets, language))).collect();
    let mut lines: Vec<_> = games.iter().map(|game| sentence(game, language)).collect();
    if let Some(variant) = &asked {
        lines.extend(variant.options.iter().map(|option| {
            let message = message!(
                "tool-option",
                name = option.name,
                default = option.default.0.to_string(),
                domain = Argument::from(ayla_api::words::domain(option.domain)),
                meaning = option.meaning.clone()
            );
            language.say(&message)
        }));
        lines.extend(variant.levels.iter().map(|level| level.title.clone()));
    }
    Ok(WithText { text: lines.join("\n"), answer: GamesAnswer { games, variant: asked } })
}

fn summary(variant: Variant) -> GameSummary {
    let preset = |preset: ayla_api::catalogue::Preset| PresetSummary { name: preset.name, summary: preset.summary };
    let presets = variant.presets.into_iter().map(preset).collect();
    GameSummary { name: variant.name, title: variant.title, summary: variant.summary, presets }
}

/// A game and its presets in sentences.
fn sentence(game: &GameSummary, language: Language) -> String {
    let presets = game.presets.iter().map(|preset| preset.name.clone()).collect::<Argument>();
    let message = message!("tool-game", name = game.name, title = game.title, summary = game.summary.clone(), presets);
    language.say(&message)
}

/// Answers explain_rule.
///
/// # Errors
///
/// Faults of the arguments, and `NOT_FOUND` for a rule that there is not.
pub fn explain(
    arguments: Map<String, Value>,
    language: Language,
    presets: &Presets,
    documents: Documents,
) -> Result<WithText<RuleAnswer>> {
    let ExplainRule { rule, variant: game, locale: _ } = arguments::read(arguments)?;
    let missing = || Error::at(Field::named("rule"), Reason::MissingField, Message::new("rule-missing"));
    let rule = rule.ok_or_else(missing)?;
    let has_option = |variant: &&rules::Variant| variant.options().iter().any(|option| option.name == rule.trim());
    let owners: Vec<_> = rules::Variant::ALL.iter().filter(has_option).collect();
    if let (None, [_, ..]) = (&game, &owners[..]) {
        let games = owners.iter().map(|variant| variant.name().to_owned()).collect::<Argument>();
        let message = Message::new("rule-of-which-game").quoting("rule", &rule).with("games", games);
        return Err(Error::at(Field::named("variant"), Reason::MissingField, message));
    }
    let variant = game.map(|Named(game)| Variant::new(game, presets, language));
    let option = variant.iter().flat_map(|variant| &variant.options).find(|option| option.name == rule.trim());
    let numbers = option.map_or_else(|| vec![rule.as_str()], |option| option.rulings.clone());
    let rulings: Vec<_> = numbers.into_iter().filter_map(|number| documents.ruling(number, language)).collect();
    let meaning = option.map(|option| option.meaning.clone());
    if rulings.is_empty() && meaning.is_none() {
        let options = variant.iter().flat_map(|variant| &variant.options).map(|option| option.name);
        let known = options.chain(ruling::all().map(|ruling| ruling.number()));
        let hint = nearest(&rule, known).map(|meant| message!("did-you-mean", meant = meant.to_owned()));
        let message = Message::new("no-such-rule").quoting("rule", &rule);
        let message = message.with("hint", hint.map_or_else(|| Argument::from(""), Argument::from));
        return Err(Error::at(Field::named("rule"), Reason::NotFound, message));
    }
    let mut lines: Vec<_> = meaning.iter().cloned().collect();
    for ruling in &rulings {
        lines.extend(ruling.title.as_ref().map(|title| format!("{}: {title}", ruling.number)));
        lines.push(ruling.section.clone());
    }
    Ok(WithText { text: lines.join("\n\n"), answer: RuleAnswer { rulings, meaning } })
}
