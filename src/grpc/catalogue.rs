//! From the catalogue of games to messages.

use crate::service::catalogue::{BoardInfo, OptionEntry, VariantInfo};
use crate::service::preset::Preset;
use ayla_rules::option::{Domain, Span, Value};

use super::options;
use super::proto::{self, option_value};

/// A game.
pub(super) fn variant(info: VariantInfo) -> proto::Variant {
    proto::Variant {
        name: info.variant.name().to_owned(),
        title: info.variant.title().to_owned(),
        summary: info.summary.to_owned(),
        sources: info
            .sources
            .iter()
            .map(|source| proto::Source { citation: source.citation.to_owned(), url: None })
            .collect(),
        board: Some(board(&info.board)),
        options: info.options.iter().map(option).collect(),
        presets: info.presets.into_iter().map(preset).collect(),
    }
}

fn board(board: &BoardInfo) -> proto::BoardInfo {
    proto::BoardInfo {
        rows: board.rows,
        default_houses: board.default_houses,
        houses: Some(range(&board.houses)),
        default_seeds: board.default_seeds,
        seeds: Some(range(&board.seeds)),
    }
}

fn range(span: &Span) -> proto::NumberRange {
    proto::NumberRange { min: span.min, max: span.max, step: span.step }
}

fn option(OptionEntry { info, default }: &OptionEntry) -> proto::OptionInfo {
    let (kind, values, ranges) = match info.domain {
        Domain::Flag => (proto::OptionType::Flag, Vec::new(), Vec::new()),
        Domain::Number(spans) => (proto::OptionType::Number, Vec::new(), spans.iter().map(range).collect()),
        Domain::Word(words) => (proto::OptionType::Word, words.iter().map(ToString::to_string).collect(), Vec::new()),
    };
    proto::OptionInfo {
        name: info.name.to_owned(),
        r#type: kind.into(),
        values,
        ranges,
        default: Some(proto::OptionValue { value: Some(value(*default)) }),
        meaning: info.meaning.to_owned(),
        rulings: info.rulings.iter().map(ToString::to_string).collect(),
        start_only: info.start_only,
    }
}

fn value(value: Value) -> option_value::Value {
    match value {
        Value::Flag(flag) => option_value::Value::Flag(flag),
        Value::Number(number) => option_value::Value::Number(number),
        Value::Word(word) => option_value::Value::Word(word.to_owned()),
    }
}

/// A preset, with the options that differ from their defaults, so that they can be read off and sent as they stand.
fn preset(preset: Preset) -> proto::Preset {
    proto::Preset {
        name: preset.name,
        title: preset.title,
        summary: preset.summary,
        options: Some(options::changed(&preset.rules)),
        built_in: preset.built_in,
    }
}
