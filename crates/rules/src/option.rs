//! The options of a game: one table for each says names, values, defaults and meanings, and everything that reads,
//! writes or lists options goes through it.

use std::fmt;

use super::notation::{number, quoted};
use super::ruling::Ruling;

/// The value of an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// One of the words that the option knows.
    Word(&'static str),
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

/// Numbers from `min` to `max`, both included, in steps of `step`.
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
    /// Every number from `min` to `max`.
    #[must_use]
    pub const fn new(min: u32, max: u32) -> Self {
        Self { min, max, step: 1 }
    }

    /// Whether a number is among them.
    #[must_use]
    pub const fn contains(self, number: u32) -> bool {
        self.min <= number && number <= self.max && (number - self.min).is_multiple_of(self.step)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { min, max, .. } if min == max => write!(f, "{min}"),
            Self { min, max, step: 1 } => write!(f, "{min} to {max}"),
            Self { min, max, step } => write!(f, "{min} to {max} in steps of {step}"),
        }
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

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true or false"),
            Self::Number(spans) => {
                let spans: Vec<_> = spans.iter().map(Span::to_string).collect();
                write!(f, "a number: {}", spans.join(" or "))
            }
            Self::Word(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// What there is to know about an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The values that it may have.
    pub domain: Domain,
    /// What it changes, in a sentence or two.
    pub meaning: &'static str,
    /// The rulings that define it.
    pub rulings: &'static [Ruling],
    /// Whether it matters only at the start of a game, or follows from the rows (N-2): such an option is not written
    /// in canonical text.
    pub start_only: bool,
}

/// A value as a caller gave it, before the option it is for is known.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Given<'a> {
    /// A flag, from a typed form.
    Flag(bool),
    /// A number, from a typed form.
    Number(u32),
    /// A word from a typed form.
    Word(&'a str),
    /// Any value, from the text notation.
    Text(&'a str),
}

impl fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => write!(f, "the word {}", quoted(word)),
            Self::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

/// An option of the game whose options are `O`: what there is to know about it, and where its value is kept.
#[derive(Debug)]
pub struct OptionSpec<O: 'static> {
    /// What there is to know about it.
    pub info: OptionInfo,
    access: Access<O>,
}

#[derive(Debug)]
enum Access<O: 'static> {
    Flag(fn(&mut O) -> &mut bool),
    Number(fn(&mut O) -> &mut u32),
    Word { get: fn(&O) -> &'static str, set: fn(&mut O, &str) -> bool },
}

impl<O: Copy> OptionSpec<O> {
    /// An option that is on or off.
    pub(super) const fn flag(name: &'static str, place: fn(&mut O) -> &mut bool) -> Self {
        Self::new(name, Domain::Flag, Access::Flag(place))
    }

    /// An option that is a number.
    pub(super) const fn number(name: &'static str, spans: &'static [Span], place: fn(&mut O) -> &mut u32) -> Self {
        Self::new(name, Domain::Number(spans), Access::Number(place))
    }

    /// An option that is a word; `set` says whether the word is one.
    pub(super) const fn word(
        name: &'static str,
        words: &'static [&'static str],
        get: fn(&O) -> &'static str,
        set: fn(&mut O, &str) -> bool,
    ) -> Self {
        Self::new(name, Domain::Word(words), Access::Word { get, set })
    }

    const fn new(name: &'static str, domain: Domain, access: Access<O>) -> Self {
        let info = OptionInfo { name, domain, meaning: "", rulings: &[], start_only: false };
        Self { info, access }
    }

    /// Says what the option changes.
    pub(super) const fn means(mut self, meaning: &'static str, rulings: &'static [Ruling]) -> Self {
        self.info.meaning = meaning;
        self.info.rulings = rulings;
        self
    }

    /// Says that the option matters only at the start of a game.
    pub(super) const fn start_only(mut self) -> Self {
        self.info.start_only = true;
        self
    }

    /// The value in a set of options.
    #[must_use]
    pub fn get(&self, options: &O) -> Value {
        let mut options = *options;
        match self.access {
            Access::Flag(place) => Value::Flag(*place(&mut options)),
            Access::Number(place) => Value::Number(*place(&mut options)),
            Access::Word { get, .. } => Value::Word(get(&options)),
        }
    }

    /// Changes the value in a set of options; answers false, with nothing changed, when the option cannot have it.
    #[must_use]
    pub fn set(&self, options: &mut O, given: Given<'_>) -> bool {
        match (&self.access, self.info.domain) {
            (Access::Flag(place), _) => match given {
                Given::Flag(flag) => *place(options) = flag,
                Given::Text("true") => *place(options) = true,
                Given::Text("false") => *place(options) = false,
                Given::Number(_) | Given::Word(_) | Given::Text(_) => return false,
            },
            (Access::Number(place), Domain::Number(spans)) => {
                let number = match given {
                    Given::Number(number) => Some(number),
                    Given::Text(text) => number(text),
                    Given::Flag(_) | Given::Word(_) => None,
                };
                match number.filter(|&number| spans.iter().any(|span| span.contains(number))) {
                    Some(number) => *place(options) = number,
                    None => return false,
                }
            }
            (Access::Word { set, .. }, _) => match given {
                Given::Word(word) | Given::Text(word) => return set(options, word),
                Given::Flag(_) | Given::Number(_) => return false,
            },
            (Access::Number(_), Domain::Flag | Domain::Word(_)) => return false,
        }
        true
    }
}

/// A word-valued option of the `Options` in scope: `$field` holds the value of the enum `$kind` with that spelling.
macro_rules! word_option {
    ($name:literal, $field:ident: $kind:ty) => {
        OptionSpec::word(
            $name,
            <$kind>::NAMES,
            |options: &Options| options.$field.name(),
            |options: &mut Options, word| match <$kind>::from_name(word) {
                Some(value) => {
                    options.$field = value;
                    true
                }
                None => false,
            },
        )
    };
}

/// How often a position must occur to end the game: 0 is never.
pub(super) const REPETITION: &[Span] = &[Span::new(0, 0), Span::new(2, 10)];
/// How many moves without a capture end the game: 0 is never.
pub(super) const QUIET: &[Span] = &[Span::new(0, 1000)];

string_enum! {
    /// What becomes of the seeds left in the houses on a stop (AW-17).
    #[derive(Default)]
    pub enum Remaining {
        /// Each seed goes to the owner of its house.
        #[default]
        OwnSide = "own-side",
        /// Half and half; an odd seed leaves the game.
        Split = "split",
        /// They stay in the houses and count for nobody.
        Leave = "leave",
    }
}

impl Remaining {
    /// Shares the seeds in the houses of two players, `own` and `other`: what the first gets, what the second gets,
    /// and what leaves the game. Nothing when the seeds stay in the houses, or there are none.
    #[must_use]
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
