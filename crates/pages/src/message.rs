//! Messages of one line, as the catalogues have them, and templates that name them.

use std::borrow::Cow;

/// The text of a message of one line.
pub(crate) fn message<'a>(catalogue: &'a str, key: &str) -> Option<&'a str> {
    catalogue.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))
}

/// A template with the text of each key that it has in double braces.
pub(crate) fn filled<'a>(template: &str, text: impl Fn(&str) -> Cow<'a, str>) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").expect("a key ends with two braces");
        page += &text(key);
        page += rest;
    }
    page
}
