//! Answers that describe the variants and the server.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use std::sync::Arc;
use std::time::Duration;

use ayla_rules::option::{Domain, OptionInfo as RulesOption, Span, Value};
use ayla_rules::{Side, line, sowing};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::{Answered, Call, CallContext, GetServerInfo, GetVariant, ListVariants};
use super::error::Result;
use super::json::{Named, VariantName};
use super::operation::Operation;
use super::options::{OptionValue, Options};
use super::request::{GetServerInfoRequest, GetVariantRequest, ListVariantsRequest, VariantInput};
use super::{Limits as ServiceLimits, RULES_VERSION, Service};
use super::{preset, read};
use crate::words::{self, Language};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Source {
    pub citation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'static str>,
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
    pub r#type: OptionTypeName,
    pub values: Vec<&'static str>,
    pub ranges: Vec<NumberRange>,
    pub default: OptionValue,
    pub meaning: String,
    pub rulings: Vec<&'static str>,
    pub start_only: bool,
    #[serde(skip)]
    domain: Domain,
}

impl OptionInfo {
    /// The values that the option may have, for people.
    #[must_use]
    pub const fn domain(&self) -> Domain {
        self.domain
    }

    fn new(variant: ayla_rules::Variant, info: &'static RulesOption, default: Value, language: Language) -> Self {
        let (kind, words, spans): (_, &[&str], &[Span]) = match info.domain {
            Domain::Flag => (OptionType::Flag, &[], &[]),
            Domain::Number(spans) => (OptionType::Number, &[], spans),
            Domain::Word(words) => (OptionType::Word, words, &[]),
        };
        Self {
            name: info.name,
            r#type: Named(kind),
            values: words.to_vec(),
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
    pub options: Options,
    pub built_in: bool,
}

impl Preset {
    fn new(preset: &preset::Preset, language: Language) -> Self {
        let preset::Description { title, summary } = preset.describe(language);
        let (name, options) = (preset.name.clone(), Options::changed(preset.rules));
        Self { name, title, summary, options, built_in: preset.is_built_in() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Variant {
    #[schema(value_type = VariantName)]
    pub name: &'static str,
    pub title: &'static str,
    pub summary: String,
    pub sources: Vec<Source>,
    pub board: BoardInfo,
    pub options: Vec<OptionInfo>,
    pub presets: Vec<Preset>,
}

impl Variant {
    /// The description of a variant with these presets, in a language.
    #[must_use]
    pub fn new(variant: ayla_rules::Variant, presets: &preset::Presets, language: Language) -> Self {
        let option = |(info, default)| OptionInfo::new(variant, info, default, language);
        Self {
            name: variant.name(),
            title: variant.title(),
            summary: language.say(&words::summary(variant)),
            sources: variant.about().sources.iter().map(|&citation| Source { citation, url: None }).collect(),
            board: BoardInfo::new(variant),
            options: variant.default_rules().options().into_iter().map(option).collect(),
            presets: presets.of(variant).map(|preset| Preset::new(preset, language)).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListVariantsResponse {
    pub variants: Vec<Variant>,
}

impl ListVariantsResponse {
    /// Every variant with these presets, in a language.
    #[must_use]
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

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Build {
    pub version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<&'static str>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    pub body_bytes: u32,
    pub query_bytes: u32,
    pub line_moves: u32,
    pub sowing_laps: u32,
    pub suggest_nodes_max: u64,
    pub suggest_time_ms_max: u32,
    pub suggest_depth_max: u32,
    pub get_suggest_nodes_max: u64,
    pub default_suggest_nodes: u64,
    pub search_slots: u32,
    pub search_queue: u32,
    pub deadline_ms: u32,
}

impl From<&ServiceLimits> for Limits {
    fn from(limits: &ServiceLimits) -> Self {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            body_bytes: count(limits.body_bytes),
            query_bytes: count(ServiceLimits::QUERY_BYTES),
            line_moves: count(line::MAX_MOVES),
            sowing_laps: sowing::MAX_LAPS,
            suggest_nodes_max: limits.suggest_nodes,
            suggest_time_ms_max: milliseconds(limits.suggest_time),
            suggest_depth_max: ayla_engine::MAX_DEPTH,
            get_suggest_nodes_max: limits.nodes_by_get(),
            default_suggest_nodes: limits.default_nodes(),
            search_slots: count(limits.search_slots),
            search_queue: count(limits.search_queue),
            deadline_ms: milliseconds(limits.longest_deadline),
        }
    }
}

/// A time in whole milliseconds, or the greatest of 32 bits.
pub(super) fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    pub per_second: f64,
    pub burst: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallerLimits {
    pub calls: Rate,
    pub suggestions: Rate,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_ms: Option<Rate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture_ms: Option<Rate>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GetServerInfoResponse {
    pub build: Build,
    pub engine: &'static str,
    pub rules: &'static str,
    pub limits: Limits,
    pub tables: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<CallerLimits>,
}

impl GetServerInfoResponse {
    /// This build with these limits, endgame tables, and limits of the caller.
    #[must_use]
    pub fn new(limits: &ServiceLimits, tables: Vec<String>, caller: Option<CallerLimits>) -> Self {
        Self {
            build: Build { version: env!("CARGO_PKG_VERSION"), commit: crate::COMMIT },
            engine: ayla_engine::ENGINE,
            rules: RULES_VERSION,
            limits: limits.into(),
            tables,
            caller,
        }
    }
}

impl Call for ListVariants {
    const OPERATION: Operation = Operation::ListVariants;
    type Request = ListVariantsRequest;
    type Answer = ListVariantsResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: ListVariantsRequest,
        _: &Arc<CallContext>,
        write: impl FnOnce(Answered<ListVariantsResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let answer = ListVariantsResponse::new(&service.presets(), request.language);
        Ok(write(Answered::in_language(request.language, answer)))
    }
}

impl Call for GetVariant {
    const OPERATION: Operation = Operation::GetVariant;
    type Request = GetVariantRequest;
    type Answer = GetVariantResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: GetVariantRequest,
        _: &Arc<CallContext>,
        write: impl FnOnce(Answered<GetVariantResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let answer = GetVariantResponse::new(&request.variant, &service.presets(), request.language)?;
        Ok(write(Answered::in_language(request.language, answer)))
    }
}

impl Call for GetServerInfo {
    const OPERATION: Operation = Operation::GetServerInfo;
    type Request = GetServerInfoRequest;
    type Answer = GetServerInfoResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        _: GetServerInfoRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<GetServerInfoResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let answer = GetServerInfoResponse::new(service.limits(), service.tables().names(), call.limits());
        Ok(write(Answered::wordless(answer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Variant;

    #[test]
    fn boards_follow_from_the_options() {
        let board = BoardInfo::new;
        assert_eq!(board(Variant::Awale).houses, Span::new(6, 6).into());
        assert_eq!(board(Variant::Andada).houses, NumberRange { min: 3, max: 48, step: 3 });
        assert_eq!(board(Variant::Anywoli).seeds, Span::new(1, 8).into());
        assert_eq!(board(Variant::Andada).default_seeds, 2);
    }
}
