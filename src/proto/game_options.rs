//! The options of the games, from and to the message of each variant.

use std::borrow::Cow;

use ayla_api::error::Result;
use ayla_api::options::{OptionInput, Options, OptionsInput};
use ayla_rules::option::{Given, Value};
use ayla_rules::{Rules, Variant, by_variant};

use super::mapping::{At, FromProto, IntoProto};
use crate::proto::{self, options::Game};

/// The kind of value of an option in protobuf.
trait Field: Sized {
    /// The value as a caller gave it.
    fn input(self) -> Given<Cow<'static, str>>;
    /// The value in an answer.
    fn answer(value: Value) -> Option<Self>;
}

impl Field for bool {
    fn input(self) -> Given<Cow<'static, str>> {
        Given::Flag(self)
    }

    fn answer(value: Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(flag) } else { None }
    }
}

impl Field for u32 {
    fn input(self) -> Given<Cow<'static, str>> {
        Given::Number(self)
    }

    fn answer(value: Value) -> Option<Self> {
        if let Value::Number(number) = value { Some(number) } else { None }
    }
}

/// The words of an option by their numbers in an enum of the contract.
type Words = [(i32, &'static str)];

/// A word as the number of a value of an enum. The unspecified value is one that was not given. A number that the enum
/// does not have stays a number, which is the spelling of no value: it is refused as out of range, together with every
/// other fault of the options.
fn word(words: &Words, given: Option<i32>) -> Option<Given<Cow<'static, str>>> {
    let number = given.filter(|&number| number != 0)?;
    let known = words.iter().find(|(known, _)| *known == number);
    Some(Given::Word(known.map_or_else(|| number.to_string().into(), |(_, word)| (*word).into())))
}

fn number_of(words: &Words, value: Value) -> Option<i32> {
    let Value::Word(word) = value else { return None };
    words.iter().find(|(_, known)| *known == word).map(|(number, _)| *number)
}

/// Maps each option to its field, both ways, by the table that `build.rs` makes of the contract. An option of words has
/// them by their numbers.
macro_rules! options {
    ($($variant:ident $message:ident { $($name:literal $field:ident $(: $words:expr)?),+ $(,)? })+) => {$(
        impl Message for proto::$message {
            const VARIANT: Variant = Variant::$variant;

            fn inputs(self) -> Inputs {
                let all = [$(($name, options!(@read self.$field $(, $words)?))),+];
                all.into_iter().filter_map(|(name, value)| Some((name.into(), OptionInput(value?)))).collect()
            }

            fn answer(options: &Options) -> Self {
                let mut message = Self::default();
                for (info, value) in options.iter() {
                    match info.name {
                        $($name => message.$field = options!(@write value $(, $words)?),)+
                        _ => {}
                    }
                }
                message
            }
        }
    )+};
    (@read $given:expr) => { $given.map(Field::input) };
    (@read $given:expr, $words:expr) => { word(&$words, $given) };
    (@write $value:expr) => { Field::answer($value) };
    (@write $value:expr, $words:expr) => { number_of(&$words, $value) };
}

/// Options as a caller gave them, by the names of the rules.
type Inputs = Vec<(Cow<'static, str>, OptionInput)>;

/// The message of a variant's options.
trait Message: Sized {
    const VARIANT: Variant;
    fn variant(&self) -> Variant {
        Self::VARIANT
    }
    fn inputs(self) -> Inputs;
    fn answer(options: &Options) -> Self;
}

include!(concat!(env!("OUT_DIR"), "/options.rs"));

impl FromProto<proto::Options> for OptionsInput {
    fn from_proto(options: proto::Options, _: At<'_>) -> Result<Self> {
        let (variant, values) = match options.game {
            None => (None, Vec::new()),
            Some(game) => by_variant!(Game, game, given => (Some(given.variant()), given.inputs())),
        };
        Ok(Self { variant, values })
    }
}

impl IntoProto<Option<proto::Options>> for Options {
    fn into_proto(self) -> Option<proto::Options> {
        let rules = self.variant().default_rules();
        let game = by_variant!(Rules => Game, rules, _rules => Message::answer(&self));
        Some(proto::Options { game: Some(game) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn inputs(options: &Options) -> Inputs {
        let sent: Option<proto::Options> = options.clone().into_proto();
        OptionsInput::from_proto(sent.expect("options"), At::Request).expect("well formed").values
    }

    fn names(options: &Options) -> Vec<Cow<'static, str>> {
        inputs(options).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_option_of_the_rules_has_its_field() {
        for &variant in Variant::ALL {
            let rules = variant.default_rules();
            let infos = variant.options();
            let in_play: Vec<_> = infos.iter().filter(|info| !info.start_only).map(|info| info.name).collect();
            assert_eq!(names(&Options::in_play(rules)), in_play, "the fields of {variant}");
            assert_eq!(names(&Options::changed(rules)), [""; 0]);
        }
        let rules = ayla_rules::notation::read_rules("anywoli:houses=6,seeds=3").expect("well formed");
        assert_eq!(names(&Options::changed(rules)), ["houses", "seeds"]);
    }

    #[test]
    fn every_value_of_an_option_is_kept() {
        let mut lost = BTreeSet::new();
        for &variant in Variant::ALL {
            let defaults = variant.default_rules();
            for info in variant.options() {
                for value in (0..info.domain.size()).filter_map(|place| info.domain.value(place)) {
                    let (input, option) = match value {
                        Value::Flag(flag) => (flag.input(), format!("{variant}:{}", info.name)),
                        Value::Number(number) => (number.input(), format!("{variant}:{}", info.name)),
                        Value::Word(word) => (Given::Word(word.into()), format!("{variant}:{}={word}", info.name)),
                    };
                    let mut rules = defaults;
                    rules.set(info.name, Given::Text(&value.to_string())).expect("a value of the option");
                    let is_default = rules == defaults;
                    let answered = if is_default { Options::in_play(rules) } else { Options::changed(rules) };
                    let is_kept = inputs(&answered).contains(&(info.name.into(), OptionInput(input)));
                    let is_left_out = is_default && info.start_only;
                    if !(is_kept || is_left_out) {
                        lost.insert(option);
                    }
                }
            }
        }
        assert!(lost.is_empty(), "proto/mancala/v1/options.proto has no field or no value for {lost:?}");
    }

    #[test]
    fn an_unknown_number_is_kept_so_that_the_rules_refuse_it() {
        let given = proto::AndadaOptions { direction: Some(9), bear_off: Some(0), ..Default::default() };
        let given = proto::Options { game: Some(Game::Andada(given)) };
        let read = OptionsInput::from_proto(given, At::Request).expect("well formed");
        assert_eq!(read.values, [("direction".into(), OptionInput(Given::Word("9".into())))]);
    }
}
