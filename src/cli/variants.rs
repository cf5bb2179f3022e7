//! `ayla variants`: describes the games.

use ayla_api::catalogue::{BoardInfo, GetVariantResponse, ListVariantsResponse, Variant};
use ayla_api::error::Result;
use ayla_api::preset::Presets;
use ayla_api::words::{self, Language, Message, message};
use ayla_terminal::Format;
use clap::Args;

#[derive(Debug, Args)]
pub struct Variants {
    /// The name of a game [default: all games].
    name: Option<String>,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Variants {
    pub(super) fn answer(&self) -> Result<String> {
        let presets = Presets::built_in();
        let language = self.format.language();
        match &self.name {
            Some(name) => {
                let answer = GetVariantResponse::new(&name.as_str().into(), &presets, language)?;
                self.format.answer(&answer, |answer| one(&answer.variant, language))
            }
            None => self.format.answer(&ListVariantsResponse::new(&presets, language), |answer| {
                answer.variants.iter().map(heading).collect::<Vec<_>>().join("\n")
            }),
        }
    }
}

fn heading(variant: &Variant) -> String {
    format!("{} - {}\n{}\n", variant.name, variant.title, variant.summary)
}

fn one(variant: &Variant, language: Language) -> String {
    let mut text = heading(variant);
    let BoardInfo { rows: _, default_houses, houses, default_seeds, seeds } = variant.board;
    let board = message!("heading-board", houses = default_houses)
        .with("houses-domain", words::span(houses.into()))
        .with("seeds", default_seeds)
        .with("seeds-domain", words::span(seeds.into()));
    let say = |key| language.say(&Message::new(key));
    text += &format!("\n{}\n\n{}\n", language.say(&board), say("heading-options"));
    for option in &variant.options {
        let domain = language.say(&words::domain(option.domain));
        text += &format!("  {} = {} ({domain})\n", option.name, option.default.0);
        text += &format!("      {} [{}]\n", option.meaning, option.rulings.join(", "));
    }
    text += &format!("\n{}\n", say("heading-presets"));
    for preset in &variant.presets {
        let changed: Vec<_> = preset.options.iter().map(|(info, value)| format!("{}={value}", info.name)).collect();
        let changed = if changed.is_empty() { String::new() } else { format!(" ({})", changed.join(", ")) };
        text += &format!("  {}: {}{changed}\n", preset.name, preset.summary);
    }
    text += &format!("\n{}\n", say("heading-sources"));
    for source in &variant.sources {
        text += &format!("  {}\n", source.citation);
    }
    text
}
