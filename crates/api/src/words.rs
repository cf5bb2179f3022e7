//! Sentences for people, in the languages of `locales/`: one Fluent catalogue a language, from all files of its folder,
//! built into the program. Code says what it means as a [`Message`], and whoever answers a person has a [`Language`]
//! say it.
//!
//! Texts for programs and operators (the descriptions of violations, logs, metrics) are in English, from the same
//! catalogue.

/// The [`Message`] with a key and arguments, each by its name: `message!("played-house", mover, house = number)`. One of the
/// same name as a variable is that.
#[macro_export]
macro_rules! message {
    (@ $name:ident) => { $name };
    (@ $name:ident $argument:expr) => { $argument };
    ($key:expr $(, $name:ident $(= $argument:expr)?)+ $(,)?) => {
        $crate::words::Message::new($key)$(.with(stringify!($name), $crate::message!(@ $name $($argument)?)))+
    };
}

mod names;
mod records;
mod rules;

pub use crate::message;

pub(crate) use names::{cut_to_bytes, cut_to_width, ends_of_isolates, isolated};
pub use records::placed;
pub(crate) use rules::WORD_MOVES;
pub use rules::{
    better, certainty, domain, ended, ending, faults, given_away, label, level, meaning, move_in_review, moves,
    option_title, outcome, played, preset, puzzle_task, puzzle_why, puzzle_worth, region, ruling, seed_count, span,
    summary, verdict,
};

use std::borrow::Cow;
use std::fmt;
use std::sync::{LazyLock, OnceLock};

use ayla_rules::notation::excerpt;
use ayla_rules::{BySide, House, Place, Side};
use ayla_steps::{count, weights};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use serde::Deserialize;
use unic_langid::LanguageIdentifier;
use utoipa::ToSchema;

/// The least similarity of a name that may have been meant.
const SIMILAR: f64 = 0.7;
/// The most bytes of a name for which similar ones are looked for.
const MOST_NAME_BYTES: usize = 64;

/// The known name that is most similar to this one, if one is similar at all.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MOST_NAME_BYTES {
        return None;
    }
    let similarity = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), &known.to_lowercase());
    let known = known.into_iter().map(|known| (similarity(known), known));
    let best = known.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(similarity, _)| *similarity >= SIMILAR).map(|(_, known)| known)
}

/// What is to be said, in any language: the key of a message in the catalogues, and its arguments.
///
/// ```
/// use ayla_api::words::{Language, message};
///
/// let message = message!("too-many-moves", moves = 1_001_u32, most = 1_000_u32);
/// assert_eq!(Language::ENGLISH.say(&message), "the line has 1,001 moves; 1,000 are allowed");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    key: Cow<'static, str>,
    arguments: Vec<(&'static str, Argument)>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A number, which decides on plurals.
    Number(u64),
    /// A text that is the same in every language.
    Text(Cow<'static, str>),
    /// A number with decimals.
    Decimal(f64),
    /// A text in the quotation marks of the language.
    Quotation(Cow<'static, str>),
    /// A player, by name.
    Side(Side),
    /// The text of another message.
    Message(Message),
    /// Any number of arguments, separated by commas.
    List(Vec<Argument>),
}

impl Message {
    /// The message with this key, which every catalogue must have.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { key: key.into(), arguments: Vec::new() }
    }

    /// A text that is the same in every language, such as the error of a library.
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Self {
        message!("verbatim", text = text.into())
    }

    /// Returns whether the message is a text that is the same in every language.
    pub fn is_verbatim(&self) -> bool {
        self.key == "verbatim"
    }

    /// The message with this key about a name that is not known (`name`), with the name that was perhaps meant
    /// (`hint`).
    pub fn unknown<'a>(key: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let hint = match nearest(name, known) {
            Some(meant) => message!("did-you-mean", meant = meant.to_owned()).into(),
            None => Argument::from(""),
        };
        Self::new(key).quoting("name", name).with("hint", hint)
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Self {
        self.arguments.push((name, argument.into()));
        self
    }

    /// Adds an argument that a caller wrote, in quotation marks.
    #[must_use]
    pub fn quoting(self, name: &'static str, text: &str) -> Self {
        self.with(name, Argument::quoting(text))
    }
}

impl Argument {
    /// A text that a caller wrote, in quotation marks: escaped, and cut where it is long.
    pub fn quoting(text: &str) -> Self {
        Self::Quotation(excerpt(text).into())
    }
}

/// Defines what arguments are made of.
macro_rules! arguments {
    ($($type:ty: $value:ident => $argument:expr;)+) => {
        $(impl From<$type> for Argument {
            fn from($value: $type) -> Self {
                $argument
            }
        })+
    };
}

arguments! {
    u8: number => Self::Number(number.into());
    u32: number => Self::Number(number.into());
    u64: number => Self::Number(number);
    usize: number => Self::Number(number as u64);
    f64: number => Self::Decimal(number);
    String: text => Self::Text(text.into());
    &'static str: text => Self::Text(text.into());
    Cow<'static, str>: text => Self::Text(text);
    Side: side => Self::Side(side);
    House: house => Self::Message(message!("house-of", side = house.side, house = house.number));
    Message: message => Self::Message(message);
}

impl<T: Copy + Into<Self>> From<&T> for Argument {
    fn from(value: &T) -> Self {
        (*value).into()
    }
}

impl From<Place> for Argument {
    fn from(place: Place) -> Self {
        match place {
            Place::House(house) => house.into(),
            Place::Store(side) => message!("store-of", side).into(),
        }
    }
}

impl<T: Into<Self>> FromIterator<T> for Argument {
    fn from_iter<I: IntoIterator<Item = T>>(arguments: I) -> Self {
        Self::List(arguments.into_iter().map(Into::into).collect())
    }
}

/// Arguments with a word before the last: `1, 2 and 3` with the key `list-and`.
pub fn enumeration(key: &'static str, arguments: impl IntoIterator<Item = impl Into<Argument>>) -> Argument {
    let mut items: Vec<Argument> = arguments.into_iter().map(Into::into).collect();
    match items.pop() {
        Some(last) if !items.is_empty() => message!(key, items = Argument::List(items), last).into(),
        only => Argument::List(only.into_iter().collect()),
    }
}

/// The catalogue of a language, read when it is first used.
struct Catalogue {
    text: &'static str,
    identifier: LanguageIdentifier,
    bundle: OnceLock<FluentBundle<FluentResource>>,
}

// The tag and the text of each catalogue in `locales/`, English first.
include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// The languages added to those of `locales/`, by [`add_languages`].
static ADDED: OnceLock<Vec<(&'static str, &'static str)>> = OnceLock::new();

/// The tags and texts of all languages.
static TEXTS: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| [LOCALES, ADDED.get_or_init(Vec::new)].concat());

static CATALOGUES: LazyLock<Vec<Catalogue>> = LazyLock::new(|| {
    let catalogue = |&(tag, text): &(&str, &'static str)| Catalogue {
        text,
        identifier: tag.parse().unwrap_or_default(),
        bundle: OnceLock::new(),
    };
    TEXTS.iter().map(catalogue).collect()
});

/// Adds languages that the program is not built with, for the tests: the tag of each, and its messages in Fluent. Must
/// be called before any language is used, and once.
///
/// # Errors
///
/// The languages, if others have been used or added before.
pub fn add_languages(languages: Vec<(&'static str, &'static str)>) -> Result<(), Vec<(&'static str, &'static str)>> {
    ADDED.set(languages)
}

impl Catalogue {
    /// Reads the text of the catalogue. What cannot be read in it is left out; a test finds that.
    fn read(&self) -> FluentBundle<FluentResource> {
        let resource = match FluentResource::try_new(self.text.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let mut bundle = FluentBundle::new_concurrent(vec![self.identifier.clone()]);
        // Without marks around arguments: they are control characters, which many programs show.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            // As programs write them: no separators within numbers.
            FluentValue::Number(FluentNumber { value, .. }) => Some(value.to_string()),
            _ => None,
        }));
        // A key that is there twice is found by a test, too.
        let _ = bundle.add_resource(resource);
        bundle
    }
}

/// A language that a catalogue exists for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Language(u8);

/// The catalogues: the tag of each language, and the text of its files in the repository, one after the other.
pub fn catalogues() -> &'static [(&'static str, &'static str)] {
    &TEXTS
}

impl Language {
    /// English, the default.
    pub const ENGLISH: Self = Self(0);

    /// Every language.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TEXTS.len() as u8).map(Self)
    }

    /// The tag, such as `fr`.
    pub fn tag(self) -> &'static str {
        TEXTS[usize::from(self.0)].0
    }

    /// The language that suits best, by the lookup of RFC 4647: `locale`, a tag such as `fr-CI`, then `accepted`, which
    /// is written as the header `Accept-Language`, then English.
    pub fn negotiate(locale: Option<&str>, accepted: Option<&str>) -> Self {
        let of_locale = locale.and_then(Self::of_locale);
        of_locale.or_else(|| Self::of_header(accepted?)).unwrap_or(Self::ENGLISH)
    }

    /// The language of a locale such as `fr-CI`; none if there is no catalogue for it.
    pub fn of_locale(locale: &str) -> Option<Self> {
        Self::first_of([locale])
    }

    /// The language that suits best among those of a header `Accept-Language`; none if there is no catalogue for any.
    fn of_header(accepted: &str) -> Option<Self> {
        let mut ranges: Vec<(&str, f32)> = accepted.split(',').map(weighted).collect();
        ranges.retain(|(_, weight)| *weight > 0.0);
        // The sort is stable: among equal weights the first comes first.
        ranges.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        // Any language is as good as the default.
        let default = |tag| if tag == "*" { Self::ENGLISH.tag() } else { tag };
        Self::first_of(ranges.into_iter().map(|(tag, _)| default(tag)))
    }

    /// The first language in this order of tags that there is a catalogue for.
    fn first_of<'a>(tags: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let requested: Vec<LanguageIdentifier> = tags.into_iter().filter_map(|tag| tag.trim().parse().ok()).collect();
        let available: Vec<&LanguageIdentifier> = CATALOGUES.iter().map(|catalogue| &catalogue.identifier).collect();
        let found = negotiate_languages(&requested, &available, None, NegotiationStrategy::Lookup);
        let first = found.first()?;
        let index = available.iter().position(|identifier| identifier == *first)?;
        Some(Self(index as u8))
    }

    /// Says a message.
    pub fn say(self, message: &Message) -> String {
        Voice::from(self).say(message)
    }

    /// Says the attribute of a message, such as the summary of a preset.
    pub fn say_attribute(self, message: &Message, attribute: &str) -> String {
        Voice::from(self).say_part(message, Some(attribute))
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        let catalogue = &CATALOGUES[usize::from(self.0)];
        catalogue.bundle.get_or_init(|| catalogue.read())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in proto/mancala/v1")]
pub struct Names {
    /// The name of South.
    pub south: Option<String>,
    /// The name of North.
    pub north: Option<String>,
}

/// How sentences are said: in a language, with names for the players, and perhaps to one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Voice {
    /// The language.
    pub language: Language,
    /// The names of the players, fit for sentences. A player without one is South or North.
    names: BySide<Option<String>>,
    /// The player who is addressed with `you`; none where sentences are about both.
    pub you: Option<Side>,
}

impl From<Language> for Voice {
    fn from(language: Language) -> Self {
        Self { language, ..Self::default() }
    }
}

impl Voice {
    /// Creates a voice with these names, which may be anything.
    pub fn new(language: Language, names: Option<&Names>) -> Self {
        let cleaned = |name: fn(&Names) -> Option<&String>| names::cleaned(name(names?)?);
        let south = cleaned(|names| names.south.as_ref());
        let north = cleaned(|names| names.north.as_ref());
        Self { names: BySide { south, north }, ..language.into() }
    }

    /// The same voice, speaking to this player.
    #[must_use]
    pub fn to(self, you: Option<Side>) -> Self {
        Self { you, ..self }
    }

    /// The voice with another language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The name of a player, if there is one.
    pub fn name(&self, side: Side) -> Option<&str> {
        self.names[side].as_deref()
    }

    /// Says a message.
    pub fn say(&self, message: &Message) -> String {
        self.say_part(message, None)
    }

    /// Says messages one after the other.
    pub fn say_all(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| self.say(message)).collect::<Vec<_>>().join(" ")
    }

    fn say_part(&self, message: &Message, attribute: Option<&str>) -> String {
        count(weights::SENTENCE);
        let mut arguments = FluentArgs::with_capacity(message.arguments.len());
        for (name, argument) in &message.arguments {
            arguments.set(*name, self.value(argument));
        }
        arguments.set("you", self.addressed(message));
        let bundle = self.language.bundle();
        let found = bundle.get_message(&message.key);
        let pattern = found.and_then(|found| match attribute {
            None => found.value(),
            Some(attribute) => found.get_attribute(attribute).map(|attribute| attribute.value()),
        });
        let mut errors = Vec::new();
        let text = pattern.map(|pattern| bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned());
        debug_assert!(text.is_some() && errors.is_empty(), "{message:?} in {}: {errors:?}", self.language);
        text.unwrap_or_else(|| message.key.clone().into_owned())
    }

    /// The name of the argument that is the player who is addressed; empty if there is none.
    fn addressed(&self, message: &Message) -> &'static str {
        let is_you = |argument: &Argument| matches!(argument, Argument::Side(side) if Some(*side) == self.you);
        message.arguments.iter().find(|(_, argument)| is_you(argument)).map_or("", |(name, _)| name)
    }

    fn value<'a>(&self, argument: &'a Argument) -> FluentValue<'a> {
        match argument {
            // Plurals do not tell large numbers apart.
            Argument::Number(number) if *number >= 1_000 => FluentValue::from(self.text(argument)),
            Argument::Number(number) => FluentValue::from(*number),
            Argument::Text(text) => FluentValue::from(text.as_ref()),
            Argument::Decimal(_)
            | Argument::Quotation(_)
            | Argument::Side(_)
            | Argument::Message(_)
            | Argument::List(_) => FluentValue::from(self.text(argument)),
        }
    }

    fn text(&self, argument: &Argument) -> String {
        match argument {
            Argument::Number(number) if *number >= 1_000 => {
                let separator = self.say(&Message::new("thousands"));
                let digits = number.to_string();
                let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
                groups.collect::<Vec<_>>().join(&separator)
            }
            Argument::Number(number) => number.to_string(),
            Argument::Text(text) => text.clone().into_owned(),
            Argument::Decimal(number) => number.to_string().replace('.', &self.say(&Message::new("decimal-mark"))),
            Argument::Quotation(text) => self.say(&message!("quotation", text = text.clone())),
            Argument::Side(side) => self.name(*side).map_or_else(|| self.say(&self::side(*side)), names::isolated),
            Argument::Message(message) => self.say(message),
            Argument::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.text(item)).collect();
                items.join(&self.say(&Message::new("list-comma")))
            }
        }
    }
}

/// The name of a player.
pub fn side(side: Side) -> Message {
    Message::new(match side {
        Side::South => "side-south",
        Side::North => "side-north",
    })
}

/// An element of `Accept-Language`: a range, and its weight from 0 to 1.
fn weighted(element: &str) -> (&str, f32) {
    let (range, parameters) = element.split_once(';').unwrap_or((element, ""));
    let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.trim().parse().ok());
    (range.trim(), weight.unwrap_or(0.0))
}

/// The capital of a letter in the language with this tag: of `i`, Turkish and Azeri keep the dot.
fn capital(letter: char, tag: &str) -> String {
    match (letter, tag.split('-').next()) {
        ('i', Some("tr" | "az")) => "İ".to_owned(),
        _ => letter.to_uppercase().collect(),
    }
}

/// A clause as a sentence of this language: with a capital letter and a full stop.
pub fn sentence(clause: &str, language: Language) -> String {
    let mut characters = clause.chars();
    let Some(first) = characters.next() else { return String::new() };
    let mut sentence = capital(first, language.tag()) + characters.as_str();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests;
