//! Numbers and quotations, as the notation and the messages write them.

use std::fmt;

/// The most characters, escapes included, that a message repeats of a caller's text.
const MAX_QUOTED: usize = 40;

/// Quotes a piece of a caller's text for a message: escaped, in quotation marks, and cut after 40 characters. The
/// length of the text does not matter for the time this takes.
///
/// ```
/// use ayla_rules::notation::quoted;
///
/// assert_eq!(quoted("44444x"), "'44444x'");
/// assert_eq!(quoted(&"4".repeat(50)), format!("'{}…'", "4".repeat(40)));
/// ```
pub fn quoted(text: &str) -> String {
    format!("'{}'", excerpt(text))
}

/// What [`quoted`] puts between the quotation marks: what cannot be seen is escaped, and all else stays as people write
/// it.
pub fn excerpt(text: &str) -> String {
    let is_plain = |letter: &char| matches!(letter, '\'' | '"' | '\\');
    let mut letters = text.chars().flat_map(|letter| {
        let plain = Some(letter).filter(is_plain);
        let escaped = plain.is_none().then(|| letter.escape_debug());
        plain.into_iter().chain(escaped.into_iter().flatten())
    });
    let mut shown: String = letters.by_ref().take(MAX_QUOTED).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Reads a number without leading zeros; one above `u32::MAX` is read as `u32::MAX`, since both are out of every range.
pub(super) fn read_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    Some(text.parse().unwrap_or(u32::MAX))
}

/// Writes a number, which seldom has more than two digits, without the machinery of formatting.
pub(super) fn write_number(number: u32, out: &mut impl fmt::Write) -> fmt::Result {
    let digit = |number: u32| char::from_digit(number, 10).unwrap_or_default();
    match number {
        0..=9 => out.write_char(digit(number)),
        10..=99 => {
            out.write_char(digit(number / 10))?;
            out.write_char(digit(number % 10))
        }
        _ => write!(out, "{number}"),
    }
}
