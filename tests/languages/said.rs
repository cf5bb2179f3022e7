//! What an answer says to people: the texts that are others in another language.

use ayla_rules::Variant;
use ayla_test_languages::BRACKETS;
use serde_json::{Value, json};

/// A text in an answer.
#[derive(Debug)]
pub(crate) struct Said {
    /// The fields that lead to it, such as `.plays[0].sentence`.
    pub(crate) place: String,
    pub(crate) text: String,
}

/// The body of an answer: JSON, the events of a stream, or the title and the description of a picture.
pub(crate) fn parsed(body: &str) -> Value {
    if let Ok(json) = serde_json::from_str(body) {
        return json;
    }
    if body.starts_with("<svg") {
        let of = |tag: &str| {
            let (_, rest) = body.split_once(&format!("<{tag}")).and_then(|(_, rest)| rest.split_once('>')).expect(tag);
            rest.split("</").next().expect("its end").to_owned()
        };
        return json!({"title": of("title"), "alt": of("desc")});
    }
    let events = body.lines().filter_map(|line| line.strip_prefix("data: "));
    events.map(|event| serde_json::from_str::<Value>(event).expect("JSON")).collect()
}

/// The texts in which an answer differs from the same in English. All others are for programs.
pub(crate) fn said(english: &Value, answer: &Value) -> Vec<Said> {
    let mut found = Vec::new();
    compare(english, answer, String::new(), &mut found);
    found
}

fn compare(english: &Value, answer: &Value, place: String, found: &mut Vec<Said>) {
    match (english, answer) {
        (Value::Object(english), Value::Object(answer)) => {
            assert!(english.keys().eq(answer.keys()), "{place}");
            for (name, value) in answer {
                compare(&english[name], value, format!("{place}.{name}"), found);
            }
        }
        (Value::Array(english), Value::Array(answer)) => {
            assert_eq!(english.len(), answer.len(), "{place}");
            for (index, (english, answer)) in english.iter().zip(answer).enumerate() {
                compare(english, answer, format!("{place}[{index}]"), found);
            }
        }
        (Value::String(english), Value::String(text)) if english != text => {
            found.push(Said { place, text: text.clone() });
        }
        (Value::String(text), _) => {
            assert_eq!(english, answer, "{place}");
            // What operators and programmers read is in English, and so are the words of the notation.
            let is_english = [".description", ".citation", ".line"].iter().any(|name| place.ends_with(name));
            assert!(is_english || self::english(text).is_none(), "{place}: {text}");
        }
        _ => assert_eq!(english, answer, "{place}"),
    }
}

/// Two words of plain letters that follow each other, as in English sentences and not in lists of identifiers.
pub(crate) fn english(text: &str) -> Option<(&str, &str)> {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_alphabetic());
    let words: Vec<&str> = text.split(' ').collect();
    let pairs = words.windows(2).map(|pair| (pair[0], pair[1]));
    pairs
        .into_iter()
        .find(|(one, other)| is_word(one) && is_word(other.trim_end_matches(['.', ',', ';', ':', '!', '?'])))
}

/// Whether every message of a text in the accented language is there to its end, with nothing between them.
pub(crate) fn is_whole(text: &str) -> bool {
    let [begin, end] = BRACKETS;
    let is_accented = |letter: char| matches!(letter, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    let mut depth = 0_i32;
    let mut messages = 0;
    // The title of a game is the same in every language.
    for letter in text.replace(Variant::Awale.title(), "").chars() {
        if letter == begin {
            depth += 1;
            messages += 1;
        } else if letter == end {
            depth -= 1;
        } else if depth == 0 && is_accented(letter) {
            return false;
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0 && messages > 0
}

/// Whether each isolate and override of a line ends. The end of an isolate also ends the overrides within it.
pub(crate) fn is_balanced(line: &str) -> bool {
    let is_isolate = |begin: &char| *begin >= '\u{2066}';
    let mut open = Vec::new();
    let is_in_order = line.chars().all(|letter| match letter {
        '\u{2066}'..='\u{2068}' | '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' => {
            open.push(letter);
            true
        }
        '\u{202c}' => open.pop().is_some_and(|begin| !is_isolate(&begin)),
        '\u{2069}' => {
            let isolate = open.iter().rposition(is_isolate);
            open.truncate(isolate.unwrap_or_default());
            isolate.is_some()
        }
        _ => true,
    });
    is_in_order && open.is_empty()
}
