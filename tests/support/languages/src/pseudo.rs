//! Pseudo-languages: English with accents and longer words, and English from right to left.

use fluent_syntax::ast::PatternElement;

use crate::{catalogue, rewritten, text};

/// The tag of the accented language.
pub const ACCENTED: &str = "en-XA";
/// The tag of the language from right to left.
pub const MIRRORED: &str = "ar-XB";

/// What a message in the accented language begins and ends with.
pub const BRACKETS: [char; 2] = ['⟦', '⟧'];

/// Right-to-left isolate, and pop directional isolate.
const ISOLATE: [char; 2] = ['\u{2067}', '\u{2069}'];
/// What a word begins and ends with: a right-to-left mark and override, and their ends.
const WORD: [&str; 2] = ["\u{200f}\u{202e}", "\u{202c}\u{200f}"];

/// The tags of the pseudo-languages, each with its catalogue, which lives as long as the program.
pub fn pseudo_languages() -> Vec<(&'static str, &'static str)> {
    let english = catalogue("en");
    vec![(ACCENTED, accented(&english).leak()), (MIRRORED, mirrored(&english).leak())]
}

/// Messages that are no text for people: what separates digits, and the words that people may write, which are
/// compared.
fn is_kept(message: &str) -> bool {
    message == "thousands" || message.starts_with("words-")
}

/// A catalogue in letters with accents, with each vowel twice, which makes words about 40 % longer. Each message is in
/// brackets.
fn accented(catalogue: &str) -> String {
    rewritten(catalogue, |place, pattern| {
        if is_kept(place.message) {
            return;
        }
        for element in &mut pattern.elements {
            if let PatternElement::TextElement { value } = element {
                *value = value.chars().flat_map(with_accent).collect();
            }
        }
        if place.variants.is_empty() {
            let [begin, end] = BRACKETS;
            pattern.elements.insert(0, text(begin));
            pattern.elements.push(text(end));
        }
    })
}

/// A letter with an accent; a vowel twice.
fn with_accent(letter: char) -> impl Iterator<Item = char> {
    const PLAIN: &str = "aeiouyAEIOUYbcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ";
    const ACCENTED: &str = "áéíóúýÁÉÍÓÚÝƀçďƒğĥĵķľḿñþʠřšťṽŵẋžƁÇĎƑĞĤĴĶĽḾÑÞɊŘŠŤṼŴẊŽ";
    let place = PLAIN.chars().position(|plain| plain == letter);
    let accented = place.and_then(|place| ACCENTED.chars().nth(place)).unwrap_or(letter);
    let times = if place.is_some_and(|place| place < 12) { 2 } else { 1 };
    std::iter::repeat_n(accented, times)
}

/// A catalogue whose words run from right to left, letter by letter, in messages that are isolated from what is around
/// them.
fn mirrored(catalogue: &str) -> String {
    let [begin, end] = WORD;
    let word = |word: &str| if word.is_empty() { String::new() } else { format!("{begin}{word}{end}") };
    rewritten(catalogue, |place, pattern| {
        if is_kept(place.message) {
            return;
        }
        for element in &mut pattern.elements {
            if let PatternElement::TextElement { value } = element {
                *value = value.split(' ').map(word).collect::<Vec<_>>().join(" ");
            }
        }
        if place.variants.is_empty() {
            let [begin, end] = ISOLATE;
            pattern.elements.insert(0, text(begin));
            pattern.elements.push(text(end));
        }
    })
}
