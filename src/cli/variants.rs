//! `ayla variants`: describes the games.

use crate::service::Service;
use crate::service::catalogue::{BoardInfo, Variant};
use crate::service::error::Result;
use ayla_rules::option::Span;
use clap::Args;

use super::{Format, hint};

#[derive(Debug, Args)]
pub struct Variants {
    /// The name of a game [default: all games].
    name: Option<String>,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Variants {
    pub(super) fn answer(&self, service: &Service) -> Result<String> {
        match &self.name {
            Some(name) => {
                self.format.answer(&service.variant(name).map_err(|error| hint::add_game(error, name))?, |answer| {
                    one(&answer.variant)
                })
            }
            None => self.format.answer(&service.variants(), |answer| {
                answer.variants.iter().map(heading).collect::<Vec<_>>().join("\n")
            }),
        }
    }
}

fn heading(variant: &Variant) -> String {
    format!("{} - {}\n{}\n", variant.name, variant.title, variant.summary)
}

fn one(variant: &Variant) -> String {
    let mut text = heading(variant);
    let BoardInfo { rows, default_houses, houses, default_seeds, seeds } = variant.board;
    text += &format!(
        "\nBoard: {rows} rows of {default_houses} houses ({}), {default_seeds} seeds in each ({}).\n",
        Span::from(houses),
        Span::from(seeds)
    );
    text += "\nOptions:\n";
    for option in &variant.options {
        text += &format!("  {} = {} ({})\n", option.name, option.default.0, option.domain());
        text += &format!("      {} [{}]\n", option.meaning, option.rulings.join(", "));
    }
    text += "\nPresets:\n";
    for preset in &variant.presets {
        let changed: Vec<_> = preset.options.iter().map(|(info, value)| format!("{}={value}", info.name)).collect();
        let changed = if changed.is_empty() { String::new() } else { format!(" ({})", changed.join(", ")) };
        text += &format!("  {}: {}{changed}\n", preset.name, preset.summary);
    }
    text += "\nSources:\n";
    for source in &variant.sources {
        text += &format!("  {}\n", source.citation);
    }
    text
}
