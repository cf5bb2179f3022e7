//! The bodies that describe the games and the server.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::answer;
use crate::service::catalogue;
use crate::service::preset;
use ayla_rules::option::{Domain, Span};
use ayla_rules::{line, sowing};

use super::answer::millis;
use super::options::{OptionValue, Options};

/// Where a game is described.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Source {
    /// Author, title, year, and where in it.
    pub citation: String,
    /// Where it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Numbers from `min` to `max`, both included, in steps of `step`.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct NumberRange {
    /// The least.
    pub min: u32,
    /// The greatest.
    pub max: u32,
    /// The distance from one to the next.
    pub step: u32,
}

impl From<Span> for NumberRange {
    fn from(span: Span) -> Self {
        Self { min: span.min, max: span.max, step: span.step }
    }
}

/// The board of a game.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardInfo {
    /// Rows of houses.
    pub rows: u32,
    /// Houses in a row, unless an option says otherwise.
    pub default_houses: u32,
    /// Houses that a row may have.
    pub houses: NumberRange,
    /// Seeds in each house at the start, unless an option says otherwise.
    pub default_seeds: u32,
    /// Seeds that each house may start with.
    pub seeds: NumberRange,
}

/// What kind of value an option has.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OptionType {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A word.
    Word,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// What kind of value it has.
    #[serde(rename = "type")]
    pub kind: OptionType,
    /// The words that it may be; none for another type.
    pub values: Vec<String>,
    /// The numbers that it may be; none for another type.
    pub ranges: Vec<NumberRange>,
    /// The value when none is given.
    pub default: OptionValue,
    /// What it changes.
    pub meaning: String,
    /// The rulings that define it.
    pub rulings: Vec<String>,
    /// Whether it matters only at the start of a game, or follows from the rows.
    pub start_only: bool,
}

impl From<catalogue::OptionEntry> for OptionInfo {
    fn from(catalogue::OptionEntry { info, default }: catalogue::OptionEntry) -> Self {
        let (kind, words, spans): (_, &[&str], &[Span]) = match info.domain {
            Domain::Flag => (OptionType::Flag, &[], &[]),
            Domain::Number(spans) => (OptionType::Number, &[], spans),
            Domain::Word(words) => (OptionType::Word, words, &[]),
        };
        Self {
            name: info.name.to_owned(),
            kind,
            values: words.iter().map(ToString::to_string).collect(),
            ranges: spans.iter().map(|&span| span.into()).collect(),
            default: default.into(),
            meaning: info.meaning.to_owned(),
            rulings: info.rulings.iter().map(ToString::to_string).collect(),
            start_only: info.start_only,
        }
    }
}

/// An option set with a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// The name to start a game with.
    pub name: String,
    /// The name as a title.
    pub title: String,
    /// What it is for.
    pub summary: String,
    /// The options that differ from their defaults.
    pub options: Options,
    /// Whether it comes with Ayla.
    pub built_in: bool,
}

impl From<preset::Preset> for Preset {
    fn from(preset: preset::Preset) -> Self {
        Self {
            name: preset.name,
            title: preset.title,
            summary: preset.summary,
            options: Options::changed(&preset.rules),
            built_in: preset.built_in,
        }
    }
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Variant {
    /// The name that positions and paths begin with.
    pub name: String,
    /// The name as a title.
    pub title: String,
    /// Who plays it and what it is like.
    pub summary: String,
    /// Where it is described.
    pub sources: Vec<Source>,
    /// The board.
    pub board: BoardInfo,
    /// Every option, in alphabetical order.
    pub options: Vec<OptionInfo>,
    /// The presets.
    pub presets: Vec<Preset>,
}

impl From<catalogue::VariantInfo> for Variant {
    fn from(info: catalogue::VariantInfo) -> Self {
        Self {
            name: info.variant.name().to_owned(),
            title: info.variant.title().to_owned(),
            summary: info.summary.to_owned(),
            sources: info
                .sources
                .iter()
                .map(|source| Source { citation: source.citation.to_owned(), url: None })
                .collect(),
            board: BoardInfo {
                rows: info.board.rows,
                default_houses: info.board.default_houses,
                houses: info.board.houses.into(),
                default_seeds: info.board.default_seeds,
                seeds: info.board.seeds.into(),
            },
            options: info.options.into_iter().map(Into::into).collect(),
            presets: info.presets.into_iter().map(Into::into).collect(),
        }
    }
}

/// The answer that lists the games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListVariantsResponse {
    /// Every game.
    pub variants: Vec<Variant>,
}

/// The answer that describes one game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GetVariantResponse {
    /// The game.
    pub variant: Variant,
}

/// What was built.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Build {
    /// The version of Ayla.
    pub version: String,
    /// The commit, where the build was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// The limits in force.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// The most bytes of a request's body.
    pub body_bytes: u32,
    /// The most bytes of a query string.
    pub query_bytes: u32,
    /// The most moves of a line.
    pub line_moves: u32,
    /// The most laps of a sowing (C-6).
    pub sowing_laps: u32,
    /// The most nodes of a suggestion.
    pub suggest_nodes_max: u64,
    /// The most time for a suggestion, in milliseconds.
    pub suggest_time_ms_max: u32,
    /// The greatest depth of a suggestion.
    pub suggest_depth_max: u32,
    /// The most nodes of a suggestion asked for with GET.
    pub get_suggest_nodes_max: u64,
    /// The nodes of a suggestion that no limit was given for.
    pub default_suggest_nodes: u64,
    /// How many suggestions are worked on at once.
    pub search_slots: u32,
    /// How many more may wait.
    pub search_queue: u32,
    /// The longest that a call waits and runs, in milliseconds, whatever its caller's deadline.
    pub deadline_ms: u32,
}

/// The answer of server-info.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GetServerInfoResponse {
    /// What is running.
    pub build: Build,
    /// The engine, with its version.
    pub engine: String,
    /// The version of the rulings that answers follow.
    pub rules: String,
    /// The limits in force.
    pub limits: Limits,
    /// The endgame tables loaded.
    pub tables: Vec<String>,
}

impl From<answer::ServerInfo> for GetServerInfoResponse {
    fn from(info: answer::ServerInfo) -> Self {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let limits = info.limits;
        Self {
            build: Build { version: info.version.to_owned(), commit: info.commit.map(ToOwned::to_owned) },
            engine: info.engine.to_owned(),
            rules: info.rules.to_owned(),
            limits: Limits {
                body_bytes: count(limits.body_bytes),
                query_bytes: count(limits.query_bytes),
                line_moves: count(line::MAX_MOVES),
                sowing_laps: sowing::MAX_LAPS,
                suggest_nodes_max: limits.suggest_nodes,
                suggest_time_ms_max: millis(limits.suggest_time),
                suggest_depth_max: limits.suggest_depth,
                get_suggest_nodes_max: limits.suggest_nodes_by_get,
                default_suggest_nodes: limits.suggest_nodes_default,
                search_slots: count(limits.search_slots),
                search_queue: count(limits.search_queue),
                deadline_ms: millis(limits.longest_deadline),
            },
            tables: info.tables,
        }
    }
}
