//! Syntax errors in requests. Turns the English messages of serde into a field and a message that can be translated.

use ayla_api::error::{Error, Field, Reason, cut};
use ayla_api::words::{Argument, Message};
use ayla_rules::notation::quoted;
use serde_json::error::Category;

/// The most bytes of a field's path that an error quotes. The paths of valid requests are shorter.
const FIELD_BYTES: usize = 200;
/// The most bytes of a name or a value that an error quotes.
const QUOTATION_BYTES: usize = 60;

/// The error for a faulty body: the JSON itself is malformed, or a value in it is wrong.
pub(super) fn json(path: &str, error: &serde_json::Error) -> Box<Error> {
    let text = error.to_string();
    // The line and the column become arguments of the message. For a value, the field says as much.
    let what = &text[..text.rfind(" at line ").unwrap_or(text.len())];
    let message = match error.classify() {
        Category::Eof if (error.line(), error.column()) == (1, 0) => return fault(path, Message::new("body-empty")),
        Category::Eof => Message::new("json-ends"),
        // serde's English text says what it expected there.
        Category::Syntax => Message::new("json-malformed").with("error", what.to_owned()),
        Category::Data | Category::Io => return value(path, what),
    };
    fault(path, message.with("line", error.line()).with("column", error.column()))
}

/// The error for a wrong value, or for the wrong name of a field, in a body or a query.
pub(super) fn value(path: &str, text: &str) -> Box<Error> {
    // For an unknown or duplicate field, the path ends before that field.
    let named = |what: &str| text.strip_prefix(what)?.strip_prefix(" `")?.split_once('`').map(|(name, _)| name);
    let inner = |name: &str| match field_of(path) {
        "" => name.to_owned(),
        path if path.rsplit('.').next() == Some(name) => path.to_owned(),
        path => format!("{path}.{name}"),
    };
    if let Some(name) = named("unknown field") {
        let message = match text.rsplit_once(", expected ") {
            Some((_, known)) => {
                Message::new("unknown-field").with("known", known.trim_start_matches("one of ").replace(" or ", ", "))
            }
            None => Message::new("unknown-field-of-none"),
        };
        return at(inner(name), Reason::UnknownField, message.with("field", short(&quoted(name))));
    }
    if let Some(name) = named("duplicate field") {
        return at(inner(name), Reason::MalformedRequest, Message::new("field-twice").quoting("field", name));
    }
    let repeated = text.strip_prefix("the option ").and_then(|text| text.strip_suffix(" is given twice"));
    let message = match (repeated, mismatch(text)) {
        (Some(option), _) => Message::new("malformed-repeated-option").with("text", short(option)),
        (None, Some(_)) if path.is_empty() || path == "." => Message::new("body-no-object"),
        (None, Some((found, expected))) => {
            let message = Message::new("wrong-value").with("field", short(field_of(path)));
            message.with("expected", self::expected(expected)).with("found", self::found(found))
        }
        (None, None) => Message::new("unreadable").with("error", short(text)),
    };
    fault(path, message)
}

/// Splits a message of serde into what was found and what was expected, if it says both.
fn mismatch(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix("invalid type: ").or_else(|| text.strip_prefix("invalid value: ")) {
        Some(text) => text.rsplit_once(", expected "),
        None => text.rsplit_once(" is not "),
    }
}

/// What a field accepts, in a form that can be translated.
fn expected(text: &str) -> Argument {
    let key = match text {
        "a string" => "type-text",
        "a sequence" => "type-list",
        "an object" | "a map of options" => "type-object",
        "a boolean" | "true or false" => "domain-flag",
        "a whole number" | "a whole number from 0" => "type-whole",
        "a whole number from 0 to 18446744073709551615" => {
            return Message::new("span").with("min", 0_u32).with("max", u64::MAX).into();
        }
        "true, false, a number or a word" => "type-option",
        other => {
            return match other.strip_prefix("one of ") {
                Some(words) => Message::new("domain-word").with("words", words.to_owned()).into(),
                None => other.to_owned().into(),
            };
        }
    };
    Message::new(key).into()
}

/// What was found instead: the value as written, or its type.
fn found(text: &str) -> Argument {
    match text {
        "sequence" => Message::new("type-list").into(),
        "map" => Message::new("type-object").into(),
        scalar => short(&scalar[scalar.find(['`', '"']).unwrap_or(0)..]).into(),
    }
}

fn fault(path: &str, message: Message) -> Box<Error> {
    at(field_of(path).to_owned(), Reason::MalformedRequest, message)
}

fn at(field: String, reason: Reason, message: Message) -> Box<Error> {
    Error::at(Field::named(cut(field, FIELD_BYTES)), reason, message)
}

/// The field that a path leads to, without the marks that serde adds for unnamed places.
fn field_of(path: &str) -> &str {
    path.trim_end_matches(['.', '?'])
}

fn short(text: &str) -> String {
    cut(text.to_owned(), QUOTATION_BYTES)
}
