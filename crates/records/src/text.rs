//! Words of a text with their places.

use ayla_steps::{count, has_to_stop, weights};

/// More characters than a sentence repeats of a text.
const MOST_SHOWN: usize = 64;

/// A place in a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl TextPlace {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl Default for TextPlace {
    fn default() -> Self {
        Self::START
    }
}

/// A piece of one line of a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub place: TextPlace,
}

impl<'a> Word<'a> {
    /// The piece without its first `bytes` bytes.
    pub(crate) fn after(self, bytes: usize) -> Self {
        let (before, text) = self.text.split_at(bytes);
        let column = self.place.column + before.chars().count() as u32;
        Self { text, place: TextPlace { column, ..self.place } }
    }

    /// The first `bytes` bytes of the piece.
    pub(crate) fn before(self, bytes: usize) -> Self {
        Self { text: &self.text[..bytes], ..self }
    }

    /// The place after the piece.
    pub(crate) fn end(self) -> TextPlace {
        self.after(self.text.len()).place
    }

    /// The piece without white space at its beginning.
    pub(crate) fn trim_start(self) -> Self {
        self.after(self.text.len() - self.text.trim_start().len())
    }

    /// What follows these characters, if the piece begins with them.
    pub(crate) fn strip_prefix(self, prefix: &str) -> Option<Self> {
        self.text.starts_with(prefix).then(|| self.after(prefix.len()))
    }

    /// The pieces between separators.
    pub(crate) fn split(self, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Word<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let word = rest.filter(|_| !has_to_stop())?;
            count(weights::WORD);
            let end = word.text.char_indices().find(|&(_, character)| is_separator(character));
            rest = end.map(|(end, character)| word.after(end + character.len_utf8()));
            Some(word.before(end.map_or(word.text.len(), |(end, _)| end)))
        })
    }

    /// The pieces between white space.
    pub(crate) fn words(self) -> impl Iterator<Item = Word<'a>> {
        self.split(char::is_whitespace).filter(|word| !word.text.is_empty())
    }

    /// The number that the piece is.
    pub(crate) fn number(self) -> Option<u32> {
        number(self.text)
    }
}

/// Reads a number.
pub(crate) fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// The lines of a text, until the work has to stop.
pub(crate) fn all_lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.lines().zip(1..).map_while(|(text, line)| {
        count_bytes(text);
        (!has_to_stop()).then_some(Word { text, place: TextPlace { line, column: 1 } })
    })
}

/// The lines of a text that are not blank.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    all_lines(text).map(|line| Word { text: line.text.trim_end(), ..line }).filter(|line| !line.text.is_empty())
}

/// Counts the reading of a piece of a text.
pub(crate) fn count_bytes(text: &str) {
    count(weights::SIXTEEN_BYTES * (text.len() as u64 / 16 + 1));
}

/// The beginning of a piece of a text, which is all that a sentence about it shows.
pub(crate) fn beginning(text: &str) -> &str {
    text.char_indices().nth(MOST_SHOWN).map_or(text, |(end, _)| &text[..end])
}
