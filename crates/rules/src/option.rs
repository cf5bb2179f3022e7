//! Options: each game has one table of their names, values and meanings, and everything that reads, writes or lists
//! options goes through it.

use std::fmt;

use super::board::Direction;
use super::ruling::Ruling;
use super::string_enum::StringEnum;
use super::text::read_number;

/// The value of an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// One of the words that the option has.
    Word(&'static str),
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl<T: StringEnum> From<T> for Value {
    fn from(word: T) -> Self {
        Self::Word(word.name())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// The numbers from `min` to `max`, both included, in steps of `step`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least.
    pub min: u32,
    /// The greatest.
    pub max: u32,
    /// The distance from one to the next.
    pub step: u32,
}

impl Span {
    /// All numbers from `min` to `max`.
    pub const fn new(min: u32, max: u32) -> Self {
        Self { min, max, step: 1 }
    }

    /// Whether the span has this number.
    pub const fn contains(self, number: u32) -> bool {
        self.min <= number && number <= self.max && (number - self.min).is_multiple_of(self.step)
    }

    /// The number of numbers.
    pub const fn size(self) -> u32 {
        (self.max - self.min) / self.step + 1
    }
}

/// The values that an option may have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `true` and `false`.
    Flag,
    /// Numbers within any of these spans.
    Number(&'static [Span]),
    /// One of these words.
    Word(&'static [&'static str]),
}

impl Domain {
    /// Whether this is one of the values.
    pub fn contains(self, given: Given<&str>) -> bool {
        match (self, given) {
            (Self::Flag, Given::Flag(_) | Given::Text("true" | "false")) => true,
            (Self::Number(spans), Given::Number(number)) => spans.iter().any(|span| span.contains(number)),
            (Self::Number(_), Given::Text(text)) => {
                read_number(text).is_some_and(|number| self.contains(Given::Number(number)))
            }
            (Self::Word(words), Given::Word(word) | Given::Text(word)) => words.contains(&word),
            (Self::Flag, Given::Number(_) | Given::Word(_) | Given::Text(_))
            | (Self::Number(_), Given::Flag(_) | Given::Word(_))
            | (Self::Word(_), Given::Flag(_) | Given::Number(_)) => false,
        }
    }

    /// The number of values.
    pub fn size(self) -> u32 {
        match self {
            Self::Flag => 2,
            Self::Number(spans) => spans.iter().map(|span| span.size()).sum(),
            Self::Word(words) => words.len() as u32,
        }
    }

    /// The number of values before this one in their order: `false` before `true`, numbers from the least up, words as
    /// they are listed. Nothing for a value that is not among them.
    pub fn place(self, value: Value) -> Option<u32> {
        match (self, value) {
            (Self::Flag, Value::Flag(flag)) => Some(flag.into()),
            (Self::Number(spans), Value::Number(number)) => {
                let span = spans.iter().position(|span| span.contains(number))?;
                let before: u32 = spans[..span].iter().map(|span| span.size()).sum();
                Some(before + (number - spans[span].min) / spans[span].step)
            }
            (Self::Word(words), Value::Word(word)) => {
                words.iter().position(|known| *known == word).map(|place| place as u32)
            }
            (Self::Flag, Value::Number(_) | Value::Word(_))
            | (Self::Number(_), Value::Flag(_) | Value::Word(_))
            | (Self::Word(_), Value::Flag(_) | Value::Number(_)) => None,
        }
    }

    /// The value that this number of values comes before; nothing when there are not that many.
    pub fn value(self, place: u32) -> Option<Value> {
        match self {
            Self::Flag => (place < 2).then_some(Value::Flag(place == 1)),
            Self::Number(spans) => {
                let mut place = place;
                for span in spans {
                    if place < span.size() {
                        return Some(Value::Number(span.min + place * span.step));
                    }
                    place -= span.size();
                }
                None
            }
            Self::Word(words) => words.get(place as usize).map(|word| Value::Word(word)),
        }
    }
}

/// The description of an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The values that it may have.
    pub domain: Domain,
    /// The rulings that define it.
    pub rulings: &'static [Ruling],
    /// Whether it matters only at the start of a game, or follows from the rows (N-2): such an option is not written
    /// in canonical text.
    pub start_only: bool,
}

/// A value as a caller gives it, before the option it is for is known. `T` is the string type: `&str` while it is read,
/// `String` in a [`Fault`](crate::Fault).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Given<T> {
    /// A flag, from a typed form.
    Flag(bool),
    /// A number, from a typed form.
    Number(u32),
    /// A word, from a typed form.
    Word(T),
    /// Any value, from the text notation.
    Text(T),
}

impl<T> Given<T> {
    /// The value with another type of text.
    pub fn map<U>(self, text: impl FnOnce(T) -> U) -> Given<U> {
        match self {
            Self::Flag(flag) => Given::Flag(flag),
            Self::Number(number) => Given::Number(number),
            Self::Word(word) => Given::Word(text(word)),
            Self::Text(any) => Given::Text(text(any)),
        }
    }
}

impl From<Value> for Given<&'static str> {
    fn from(value: Value) -> Self {
        match value {
            Value::Flag(flag) => Self::Flag(flag),
            Value::Number(number) => Self::Number(number),
            Value::Word(word) => Self::Word(word),
        }
    }
}

/// An option of the game whose options are `O`: its description, and the access to its value.
#[derive(Debug)]
pub struct OptionSpec<O> {
    /// Its description.
    pub info: OptionInfo,
    /// Reads its value in a set of options.
    pub get: fn(&O) -> Value,
    /// Sets the value from its text, and answers whether it could.
    pub(super) set: fn(&mut O, &str) -> bool,
    /// Its number in tokens, which never changes; none for an option that tokens of version 1 have, where the order of
    /// their names is their number.
    pub(super) number: Option<u32>,
    /// The values that it had when version 1 of tokens was all there was. New ones come after them.
    pub(super) version_1: Domain,
}

/// The options of a game, as the macro `options` defines them: the table of all, and those that several games have. A
/// game without one of these has what stands here.
pub trait OptionTable: Copy + Default + Eq + fmt::Debug + 'static {
    /// The options, in alphabetical order.
    const SPECS: &'static [OptionSpec<Self>];

    /// Houses in a row, where the game leaves their number open.
    fn row(&self) -> Option<u32> {
        None
    }
    /// Sets the length of the rows, where the game leaves it open. The length is not checked.
    fn set_houses(&mut self, _: u32) {}
    /// The seeds in each house at the start.
    fn seeds(&self) -> u32 {
        0
    }
    /// Replaces the seeds in each house at the start by their default: no position says anything of them (N-2).
    #[must_use]
    fn without_seeds(self) -> Self {
        self
    }
    /// The direction of sowing (C-2).
    fn direction(&self) -> Direction {
        Direction::Anticlockwise
    }
    /// How often a position must occur to end the game; 0 is never (AW-16, AN-10), as in a game whose positions never
    /// recur.
    fn repetition(&self) -> u32 {
        0
    }
}

/// What [`OptionTable`] has for the option of a field; nothing for an option of one game.
macro_rules! accessor {
    (houses) => {
        fn row(&self) -> Option<u32> {
            Some(self.houses)
        }
        fn set_houses(&mut self, houses: u32) {
            self.houses = houses;
        }
    };
    (seeds) => {
        fn seeds(&self) -> u32 {
            self.seeds
        }
        fn without_seeds(self) -> Self {
            Self { seeds: Self::default().seeds, ..self }
        }
    };
    (direction) => {
        fn direction(&self) -> $crate::board::Direction {
            self.direction
        }
    };
    (repetition) => {
        fn repetition(&self) -> u32 {
            self.repetition
        }
    };
    ($field:ident) => {};
}

/// Defines the `Options` of a variant and their [`OptionTable`]: the name, field, default, domain and rulings of each
/// option, in alphabetical order. An option of a game whose tokens have version 1 gets a `number` if it is added to
/// them, and keeps its domain as `version_1` if values are.
macro_rules! options {
    ($(#[$meta:meta])* {
        $($(#[$doc:meta])+ $name:literal $field:ident: $type:ty = $default:expr, $domain:expr,
            [$($ruling:ident),+] $(, start_only: $start_only:literal)? $(, number: $number:literal)?
            $(, version_1: $version_1:expr)?;)+
    }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub struct Options { $($(#[$doc])+ pub $field: $type),+ }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: $default),+ }
            }
        }

        impl $crate::option::OptionTable for Options {
            const SPECS: &'static [$crate::option::OptionSpec<Self>] = &[$($crate::option::OptionSpec {
                info: $crate::option::OptionInfo {
                    name: $name,
                    domain: $domain,
                    rulings: &[$($crate::ruling::$ruling),+],
                    start_only: false $(|| $start_only)?,
                },
                get: |options| options.$field.into(),
                set: |options, text| text.parse().map(|value| options.$field = value).is_ok(),
                number: or_given!(None $(, Some($number))?),
                version_1: or_given!($domain $(, $version_1)?),
            }),+];

            $(accessor!($field);)+
        }
    };
}

/// A default, or what is given in its place.
macro_rules! or_given {
    ($default:expr) => {
        $default
    };
    ($default:expr, $given:expr) => {
        $given
    };
}

/// The values of `repetition`: how often a position must occur to end the game; 0 is never.
pub(super) const REPETITION: &[Span] = &[Span::new(0, 0), Span::new(2, 10)];
/// The values of `quiet`: how many moves without a capture end the game; 0 is never.
pub(super) const QUIET: &[Span] = &[Span::new(0, 1000)];

string_enum! {
    /// What becomes of the seeds left in the houses on a stop (AW-17).
    pub enum Remaining {
        /// Each seed goes to the owner of its house.
        OwnSide = "own-side",
        /// Half and half; an odd seed leaves the game.
        Split = "split",
        /// They stay in the houses and count for nobody.
        Leave = "leave",
    }
}

impl Remaining {
    /// Shares the seeds in the houses of two players, `own` and `other`: the seeds for the first, for the second, and
    /// those that leave the game. None when the seeds stay in the houses, or there are no seeds.
    pub(super) const fn share(self, own: u8, other: u8) -> Option<[u8; 3]> {
        let all = own + other;
        match self {
            _ if all == 0 => None,
            Self::OwnSide => Some([own, other, 0]),
            Self::Split => Some([all / 2, all / 2, all % 2]),
            Self::Leave => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Variant;

    #[test]
    fn values_and_places_are_inverse() {
        for option in Variant::ALL.iter().flat_map(|variant| variant.options()) {
            let OptionInfo { name, domain, .. } = *option;
            for place in 0..domain.size() {
                let value = domain.value(place).expect("a value for each place");
                assert_eq!(domain.place(value), Some(place), "{name}={value}");
                assert!(domain.contains(value.into()), "{name}={value}");
            }
            assert_eq!(domain.value(domain.size()), None, "{name}");
        }
    }
}
