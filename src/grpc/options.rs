//! The options of the games, from and to the message of each variant.

use std::borrow::Cow;

use ayla_api::options::{OptionInput, Options, OptionsInput};
use ayla_rules::option::{Given, Remaining, Value};
use ayla_rules::string_enum::StringEnum;
use ayla_rules::{Direction, Rules, Variant, andada, anywoli, awale, by_variant, kalah};

use super::enums::known;
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

/// A word as the number of a value of an enum. The unspecified value is one that was not given. A number that the enum does
/// not have stays a number, which is the spelling of no value: it is refused as out of range, together with every other
/// fault of the options.
fn word<T: StringEnum>(given: Option<i32>) -> Option<Given<Cow<'static, str>>> {
    let number = given.filter(|&number| number != 0)?;
    Some(Given::Word(known::<T>(number).map_or_else(|| number.to_string().into(), |value| value.name().into())))
}

fn number_of<T: StringEnum>(value: Value) -> Option<i32> {
    let Value::Word(word) = value else { return None };
    T::NAMES.iter().position(|name| *name == word).map(|index| index as i32 + 1)
}

/// Maps each option to its field, both ways. A word names its enum.
macro_rules! options {
    ($($variant:ident $message:ident { $($name:literal $field:ident $(: $enum:ty)?),+ $(,)? })+) => {$(
        impl Message for proto::$message {
            const VARIANT: Variant = Variant::$variant;

            fn inputs(self) -> Inputs {
                let all = [$(($name, options!(@read self.$field $(, $enum)?))),+];
                all.into_iter().filter_map(|(name, value)| Some((name.into(), OptionInput(value?)))).collect()
            }

            fn answer(options: &Options) -> Self {
                let mut message = Self::default();
                for (info, value) in options.iter() {
                    match info.name {
                        $($name => message.$field = options!(@write value $(, $enum)?),)+
                        _ => {}
                    }
                }
                message
            }
        }
    )+};
    (@read $given:expr) => { $given.map(Field::input) };
    (@read $given:expr, $enum:ty) => { word::<$enum>($given) };
    (@write $value:expr) => { Field::answer($value) };
    (@write $value:expr, $enum:ty) => { number_of::<$enum>($value) };
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

options! {
    Awale AwaleOptions {
        "capture" capture: awale::Capture,
        "direction" direction: Direction,
        "few" few,
        "grand-slam" grand_slam: awale::GrandSlam,
        "limit" limit,
        "majority" majority,
        "over-limit" over_limit: awale::OverLimit,
        "quiet" quiet,
        "remaining" remaining: Remaining,
        "repetition" repetition,
        "seeds" seeds,
    }
    Andada AndadaOptions {
        "bear-off" bear_off: andada::BearOff,
        "direction" direction: Direction,
        "end" end: andada::End,
        "houses" houses,
        "repetition" repetition,
        "team" team,
    }
    Anywoli AnywoliOptions {
        "bonus-move" bonus_move,
        "direction" direction: Direction,
        "houses" houses,
        "last-four" last_four: anywoli::LastFour,
        "quiet" quiet,
        "remaining" remaining: Remaining,
        "repetition" repetition,
        "seeds" seeds,
    }
    Kalah KalahOptions {
        "empty-capture" empty_capture,
        "end" end: kalah::End,
        "houses" houses,
        "remaining" remaining: kalah::Remaining,
        "seeds" seeds,
    }
}

impl From<proto::Options> for OptionsInput {
    fn from(options: proto::Options) -> Self {
        let (variant, values) = match options.game {
            None => (None, Vec::new()),
            Some(game) => by_variant!(Game, game, given => (Some(given.variant()), given.inputs())),
        };
        Self { variant, values }
    }
}

impl From<&Options> for proto::Options {
    fn from(options: &Options) -> Self {
        let rules = options.variant().default_rules();
        let game = by_variant!(Rules => Game, rules, _rules => Message::answer(options));
        Self { game: Some(game) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(options: proto::Options) -> Vec<Cow<'static, str>> {
        OptionsInput::from(options).values.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_option_of_the_rules_has_its_field() {
        for &variant in Variant::ALL {
            let rules = variant.default_rules();
            let infos = variant.options();
            let in_play: Vec<_> = infos.iter().filter(|info| !info.start_only).map(|info| info.name).collect();
            assert_eq!(names((&Options::in_play(rules)).into()), in_play);
            assert_eq!(names((&Options::changed(rules)).into()), [""; 0]);
        }
        let rules = ayla_rules::notation::read_rules("anywoli:houses=6,seeds=3").expect("well formed");
        assert_eq!(names((&Options::changed(rules)).into()), ["houses", "seeds"]);
    }

    #[test]
    fn an_unknown_number_is_kept_so_that_the_rules_refuse_it() {
        let given = proto::AndadaOptions { direction: Some(9), bear_off: Some(0), ..Default::default() };
        let read = OptionsInput::from(proto::Options { game: Some(Game::Andada(given)) });
        assert_eq!(read.values, [("direction".into(), OptionInput(Given::Word("9".into())))]);
    }
}
