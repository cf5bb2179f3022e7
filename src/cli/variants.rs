//! `ayla variants`: what there is to know about the games.

use crate::http::catalogue::{GetVariantResponse, ListVariantsResponse};
use crate::service::Service;
use crate::service::catalogue::VariantInfo;
use crate::service::error::Result;
use crate::service::preset::Preset;
use clap::Args;

use super::{Form, json};

#[derive(Debug, Args)]
pub struct Variants {
    /// The name of a game; all games when not given.
    name: Option<String>,
    #[command(flatten)]
    form: Form,
}

impl Variants {
    pub(super) fn answer(&self, service: &Service) -> Result<String> {
        match &self.name {
            Some(name) => {
                let variant = service.variant(name)?;
                if self.form.json { json(&GetVariantResponse { variant: variant.into() }) } else { Ok(one(&variant)) }
            }
            None => {
                let variants = service.variants();
                if !self.form.json {
                    return Ok(variants.iter().map(heading).collect::<Vec<_>>().join("\n"));
                }
                json(&ListVariantsResponse { variants: variants.into_iter().map(Into::into).collect() })
            }
        }
    }
}

fn heading(info: &VariantInfo) -> String {
    format!("{} - {}\n{}\n", info.variant, info.variant.title(), info.summary)
}

fn one(info: &VariantInfo) -> String {
    let mut text = heading(info);
    let board = info.board;
    text += &format!(
        "\nBoard: {} rows of {} houses ({}), {} seeds in each ({}).\n",
        board.rows, board.default_houses, board.houses, board.default_seeds, board.seeds
    );
    text += "\nOptions:\n";
    for option in &info.options {
        let rulings: Vec<_> = option.info.rulings.iter().map(ToString::to_string).collect();
        text += &format!("  {} = {} ({})\n", option.info.name, option.default, option.info.domain);
        text += &format!("      {} [{}]\n", option.info.meaning, rulings.join(", "));
    }
    text += "\nPresets:\n";
    for preset in &info.presets {
        text += &format!("  {}: {}{}\n", preset.name, preset.summary, changed(preset));
    }
    text += "\nSources:\n";
    for source in info.sources {
        text += &format!("  {}\n", source.citation);
    }
    text
}

/// The options of a preset that differ from their defaults.
fn changed(preset: &Preset) -> String {
    let defaults = preset.rules.variant().default_rules().options();
    let options = preset.rules.options().into_iter().zip(defaults);
    let changed = options.filter(|((_, value), (_, default))| value != default);
    let changed: Vec<_> = changed.map(|((info, value), _)| format!("{}={value}", info.name)).collect();
    if changed.is_empty() { String::new() } else { format!(" ({})", changed.join(", ")) }
}
