//! The options of the games, to and from the message of each.

use std::borrow::Cow;

use crate::service::request::{OptionInput, OptionsInput};
use ayla_rules::{Rules, Variant, andada, anywoli, awale};

use super::proto::{self, options::Game};
use super::word::Word;

/// The options that a caller gave: fields by the names of the rules, checked by nobody yet.
pub(super) fn read(options: &proto::Options) -> OptionsInput {
    let (variant, values) = match &options.game {
        None => (None, Vec::new()),
        Some(Game::Awale(given)) => (Some(Variant::Awale), read_awale(given).into_iter().flatten().collect()),
        Some(Game::Andada(given)) => (Some(Variant::Andada), read_andada(given).into_iter().flatten().collect()),
        Some(Game::Anywoli(given)) => (Some(Variant::Anywoli), read_anywoli(given).into_iter().flatten().collect()),
    };
    OptionsInput { variant, values }
}

type Given = Option<(Cow<'static, str>, OptionInput)>;

fn read_awale(given: &proto::AwaleOptions) -> [Given; 10] {
    [
        word::<awale::Capture>("capture", given.capture),
        word::<ayla_rules::Direction>("direction", given.direction),
        number("few", given.few),
        number("limit", given.limit),
        flag("majority", given.majority),
        word::<awale::OverLimit>("over-limit", given.over_limit),
        number("quiet", given.quiet),
        word::<ayla_rules::option::Remaining>("remaining", given.remaining),
        number("repetition", given.repetition),
        number("seeds", given.seeds),
    ]
}

fn read_andada(given: &proto::AndadaOptions) -> [Given; 5] {
    [
        word::<andada::BearOff>("bear-off", given.bear_off),
        word::<ayla_rules::Direction>("direction", given.direction),
        number("houses", given.houses),
        number("repetition", given.repetition),
        number("team", given.team),
    ]
}

fn read_anywoli(given: &proto::AnywoliOptions) -> [Given; 8] {
    [
        flag("bonus-move", given.bonus_move),
        word::<ayla_rules::Direction>("direction", given.direction),
        number("houses", given.houses),
        word::<anywoli::LastFour>("last-four", given.last_four),
        number("quiet", given.quiet),
        word::<ayla_rules::option::Remaining>("remaining", given.remaining),
        number("repetition", given.repetition),
        number("seeds", given.seeds),
    ]
}

fn flag(name: &'static str, given: Option<bool>) -> Given {
    Some((name.into(), OptionInput::Flag(given?)))
}

fn number(name: &'static str, given: Option<u32>) -> Given {
    Some((name.into(), OptionInput::Number(given?)))
}

/// The unspecified value is one that was not given. A number that the enum does not have stays a number, which is the
/// spelling of no value, so that it is refused as out of range together with every other fault of the options.
fn word<W: Word>(name: &'static str, given: Option<i32>) -> Given {
    let word = match W::from_number(given?) {
        Ok(value) => Cow::from(value?.spelling()),
        Err(unknown) => unknown.0.to_string().into(),
    };
    Some((name.into(), OptionInput::Word(word)))
}

/// The options that still matter in a position: all but those of the start, which the rows tell (N-2).
pub(super) fn in_force(rules: &Rules) -> proto::Options {
    write(rules, |name| !matches!(name, "seeds" | "houses"))
}

/// The options that differ from their defaults, those of the start too: what to send to start a game with them.
pub(super) fn changed(rules: &Rules) -> proto::Options {
    let default = rules.variant().default_rules().options();
    let changed: Vec<&str> = rules
        .options()
        .into_iter()
        .zip(default)
        .filter(|((_, value), (_, default))| value != default)
        .map(|((info, _), _)| info.name)
        .collect();
    write(rules, |name| changed.contains(&name))
}

/// The options for whose names `wanted` holds.
fn write(rules: &Rules, wanted: impl Fn(&str) -> bool) -> proto::Options {
    let game = match rules {
        Rules::Awale(options) => Game::Awale(write_awale(options, wanted)),
        Rules::Andada(options) => Game::Andada(write_andada(options, wanted)),
        Rules::Anywoli(options) => Game::Anywoli(write_anywoli(options, wanted)),
    };
    proto::Options { game: Some(game) }
}

fn write_awale(options: &awale::Options, wanted: impl Fn(&str) -> bool) -> proto::AwaleOptions {
    proto::AwaleOptions {
        seeds: wanted("seeds").then_some(options.seeds),
        direction: wanted("direction").then(|| options.direction.number()),
        capture: wanted("capture").then(|| options.capture.number()),
        limit: wanted("limit").then_some(options.limit),
        over_limit: wanted("over-limit").then(|| options.over_limit.number()),
        majority: wanted("majority").then_some(options.majority),
        few: wanted("few").then_some(options.few),
        quiet: wanted("quiet").then_some(options.quiet),
        repetition: wanted("repetition").then_some(options.repetition),
        remaining: wanted("remaining").then(|| options.remaining.number()),
    }
}

fn write_andada(options: &andada::Options, wanted: impl Fn(&str) -> bool) -> proto::AndadaOptions {
    proto::AndadaOptions {
        houses: wanted("houses").then_some(options.houses),
        direction: wanted("direction").then(|| options.direction.number()),
        team: wanted("team").then_some(options.team),
        repetition: wanted("repetition").then_some(options.repetition),
        bear_off: wanted("bear-off").then(|| options.bear_off.number()),
    }
}

fn write_anywoli(options: &anywoli::Options, wanted: impl Fn(&str) -> bool) -> proto::AnywoliOptions {
    proto::AnywoliOptions {
        houses: wanted("houses").then_some(options.houses),
        seeds: wanted("seeds").then_some(options.seeds),
        direction: wanted("direction").then(|| options.direction.number()),
        last_four: wanted("last-four").then(|| options.last_four.number()),
        bonus_move: wanted("bonus-move").then_some(options.bonus_move),
        quiet: wanted("quiet").then_some(options.quiet),
        repetition: wanted("repetition").then_some(options.repetition),
        remaining: wanted("remaining").then(|| options.remaining.number()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(options: &proto::Options) -> Vec<Cow<'static, str>> {
        read(options).values.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_option_of_the_rules_has_its_field() {
        for &variant in Variant::ALL {
            let rules = variant.default_rules();
            let all: Vec<_> = variant.options().iter().map(|info| info.name).collect();
            assert_eq!(names(&write(&rules, |_| true)), all);
            let later: Vec<_> =
                variant.options().iter().filter(|info| !info.start_only).map(|info| info.name).collect();
            assert_eq!(names(&in_force(&rules)), later);
            assert_eq!(names(&changed(&rules)), [""; 0]);
        }
    }

    #[test]
    fn an_unknown_number_is_handed_on_to_be_refused() {
        let given = proto::AndadaOptions { direction: Some(9), bear_off: Some(0), ..Default::default() };
        let read = read(&proto::Options { game: Some(Game::Andada(given)) });
        assert_eq!(read.values, [("direction".into(), OptionInput::Word("9".into()))]);
    }
}
