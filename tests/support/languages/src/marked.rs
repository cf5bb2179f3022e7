//! Catalogues that leave a trace: every text names the message, and the variant of it, that it is from.

use std::collections::BTreeSet;

use crate::{rewritten, text};

/// Begins the name of a message, before its text.
const MESSAGE: char = '\u{e000}';
/// Begins the keys of a variant, before its text.
const VARIANT: char = '\u{e001}';
/// Ends a name.
const NAMED: char = '\u{e002}';
/// Ends the text of a message.
const END: char = '\u{e003}';

/// A catalogue with marks.
pub struct Marked {
    pub catalogue: String,
    /// Every message, and every variant of one, such as `seeds[seeds one]`.
    pub places: BTreeSet<String>,
}

impl Marked {
    /// Marks the messages of a catalogue, except those for which `is_left_out`.
    pub fn new(catalogue: &str, is_left_out: impl Fn(&str) -> bool) -> Self {
        let mut places = BTreeSet::new();
        let catalogue = rewritten(catalogue, |place, pattern| {
            if is_left_out(place.message) {
                return;
            }
            let name = format!("{}{}", place.message, place.variants);
            let begin = if place.variants.is_empty() { MESSAGE } else { VARIANT };
            pattern.elements.insert(0, text(format!("{begin}{name}{NAMED}")));
            if place.variants.is_empty() {
                pattern.elements.push(text(END));
            }
            places.insert(name);
        });
        Self { catalogue, places }
    }
}

/// What the marks of a text say.
#[derive(Debug, Default)]
pub struct Trace {
    /// The text without marks.
    pub text: String,
    /// The messages that were said one after the other, without those that are arguments of others.
    pub messages: Vec<String>,
    /// Every message and variant.
    pub places: BTreeSet<String>,
}

impl Trace {
    pub fn new(said: &str) -> Self {
        let mut trace = Self::default();
        let mut depth = 0_usize;
        let mut rest = said;
        while let Some(at) = rest.find([MESSAGE, VARIANT, END]) {
            let (before, marked) = rest.split_at(at);
            trace.text += before;
            if let Some(after) = marked.strip_prefix(END) {
                depth -= 1;
                rest = after;
                continue;
            }
            let (name, after) = marked[MESSAGE.len_utf8()..].split_once(NAMED).expect("the end of a name");
            if marked.starts_with(MESSAGE) {
                if depth == 0 {
                    trace.messages.push(name.to_owned());
                }
                depth += 1;
            }
            trace.places.insert(name.to_owned());
            rest = after;
        }
        trace.text += rest;
        trace
    }
}
