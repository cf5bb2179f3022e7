//! Answers that describe the variants and the server.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_engine::Level;
use ayla_rules::option::{Domain, OptionInfo as RulesOption, Span, Value};
use ayla_rules::{Ruling, Side, ruling};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Result;
use crate::json::{Named, VariantName};
use crate::options::{OptionValue, Options};
use crate::request::VariantInput;
use crate::words::{self, Language};
use crate::{preset, read};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Source {
    pub citation: &'static str,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NumberRange {
    pub min: u32,
    pub max: u32,
    pub step: u32,
}

impl From<NumberRange> for Span {
    fn from(range: NumberRange) -> Self {
        Self { min: range.min, max: range.max, step: range.step }
    }
}

impl From<Span> for NumberRange {
    fn from(span: Span) -> Self {
        Self { min: span.min, max: span.max, step: span.step }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardInfo {
    pub rows: u32,
    pub default_houses: u32,
    pub houses: NumberRange,
    pub default_seeds: u32,
    pub seeds: NumberRange,
}

impl BoardInfo {
    /// The board of a variant, from the defaults and ranges of the options where the variant leaves them open.
    fn new(variant: ayla_rules::Variant) -> Self {
        let start = variant.default_rules().start(Side::South);
        let default_seeds = start.south.first().copied().unwrap_or_default();
        let seeds = match variant.options().into_iter().find(|info| info.name == "seeds").map(|info| info.domain) {
            Some(Domain::Number(&[seeds])) => seeds,
            Some(Domain::Number(_) | Domain::Flag | Domain::Word(_)) | None => Span::new(default_seeds, default_seeds),
        };
        Self {
            rows: Side::ALL.len() as u32,
            default_houses: start.south.len() as u32,
            houses: variant.about().houses.into(),
            default_seeds,
            seeds: seeds.into(),
        }
    }
}

ayla_rules::string_enum! {
    /// The kinds of value that an option takes.
    pub enum OptionType {
        /// `true` or `false`.
        Flag = "flag",
        /// A whole number.
        Number = "number",
        /// A word.
        Word = "word",
    }
}

/// The kind of value that an option takes, as JSON spells it.
pub type OptionTypeName = Named<OptionType>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionInfo {
    pub name: &'static str,
    pub title: String,
    pub r#type: OptionTypeName,
    pub values: Vec<&'static str>,
    pub value_titles: Vec<String>,
    pub ranges: Vec<NumberRange>,
    pub default: OptionValue,
    pub meaning: String,
    pub rulings: Vec<&'static str>,
    pub start_only: bool,
    /// The values that the option may have, for people.
    #[serde(skip)]
    pub domain: Domain,
}

impl OptionInfo {
    fn new(variant: ayla_rules::Variant, info: &'static RulesOption, default: Value, language: Language) -> Self {
        let (kind, words, spans): (_, &[&str], &[Span]) = match info.domain {
            Domain::Flag => (OptionType::Flag, &[], &[]),
            Domain::Number(spans) => (OptionType::Number, &[], spans),
            Domain::Word(words) => (OptionType::Word, words, &[]),
        };
        let title = words::option_title(info);
        Self {
            name: info.name,
            title: language.say(&title),
            r#type: Named(kind),
            values: words.to_vec(),
            value_titles: words.iter().map(|word| language.say_attribute(&title, word)).collect(),
            ranges: spans.iter().map(|&span| span.into()).collect(),
            default: OptionValue(default),
            meaning: language.say(&words::meaning(variant, info)),
            rulings: info.rulings.iter().map(|ruling| ruling.number()).collect(),
            start_only: info.start_only,
            domain: info.domain,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    pub name: String,
    pub title: String,
    pub summary: String,
    // They do not say which game they are of, so no reader could choose among the schemas of the games.
    #[schema(value_type = BTreeMap<String, OptionValue>)]
    pub options: Options,
    pub built_in: bool,
}

impl Preset {
    fn new(preset: &preset::Preset, language: Language) -> Self {
        let preset::Description { title, summary } = preset.describe(language);
        let name = preset.name.clone();
        let options = Options::changed(preset.rules);
        Self { name, title, summary, options, built_in: preset.is_built_in() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Variant {
    #[schema(value_type = VariantName)]
    pub name: &'static str,
    pub title: &'static str,
    pub aliases: Vec<Alias>,
    pub summary: String,
    pub sources: Vec<Source>,
    pub board: BoardInfo,
    pub options: Vec<OptionInfo>,
    pub presets: Vec<Preset>,
    pub levels: Vec<LevelInfo>,
    pub rulings: Vec<RulingInfo>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Alias {
    #[schema(example = "oware")]
    pub name: &'static str,
    #[schema(example = "Ghana")]
    pub region: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LevelInfo {
    pub level: u32,
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RulingInfo {
    #[schema(example = "AW-4")]
    pub number: &'static str,
    pub title: String,
}

impl Variant {
    /// The description of a variant with these presets, in a language.
    pub fn new(variant: ayla_rules::Variant, presets: &preset::Presets, language: Language) -> Self {
        let level = |level| LevelInfo { level, title: language.say(&words::level(variant, level)) };
        let of_ruling =
            |ruling: Ruling| RulingInfo { number: ruling.number(), title: language.say(&words::ruling(ruling)) };
        let alias = |&(name, region)| Alias { name, region: language.say(&words::region(region)) };
        let option = |(info, default)| OptionInfo::new(variant, info, default, language);
        Self {
            name: variant.name(),
            title: variant.title(),
            aliases: variant.about().aliases.iter().map(alias).collect(),
            summary: language.say(&words::summary(variant)),
            sources: variant.about().sources.iter().map(|&citation| Source { citation }).collect(),
            board: BoardInfo::new(variant),
            options: variant.default_rules().options().into_iter().map(option).collect(),
            presets: presets.of(variant).map(|preset| Preset::new(preset, language)).collect(),
            levels: (Level::LOWEST..=variant.about().levels).map(level).collect(),
            rulings: ruling::of(variant).map(of_ruling).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListVariantsResponse {
    pub variants: Vec<Variant>,
}

impl ListVariantsResponse {
    /// Every variant with these presets, in a language.
    pub fn new(presets: &preset::Presets, language: Language) -> Self {
        let describe = |&variant| Variant::new(variant, presets, language);
        Self { variants: ayla_rules::Variant::ALL.iter().map(describe).collect() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GetVariantResponse {
    pub variant: Variant,
}

impl GetVariantResponse {
    /// A variant with these presets, in a language.
    ///
    /// # Errors
    ///
    /// `MISSING_FIELD` without one, `UNKNOWN_VARIANT` for a name that no variant has.
    pub fn new(variant: &VariantInput, presets: &preset::Presets, language: Language) -> Result<Self> {
        Ok(Self { variant: Variant::new(read::variant(variant)?, presets, language) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Variant;

    #[test]
    fn boards_follow_from_the_options() {
        let board = BoardInfo::new;
        assert_eq!(board(Variant::Awale).houses, Span::new(3, 12).into());
        assert_eq!(board(Variant::Andada).houses, NumberRange { min: 3, max: 48, step: 3 });
        assert_eq!(board(Variant::Anywoli).seeds, Span::new(1, 8).into());
        assert_eq!(board(Variant::Andada).default_seeds, 2);
    }
}
