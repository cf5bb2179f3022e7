//! Pages whose texts the server writes: one form for each language, from the Fluent catalogues of the service.

use std::future::ready;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_LANGUAGE, VARY};
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use crate::content::Content;

/// Returns the tag of the language that a request asks for.
pub type Negotiate = fn(&Parts) -> &'static str;

/// A page in each language, by its tag.
#[derive(Clone)]
pub(crate) struct Spoken(Arc<Vec<(String, Content)>>);

impl Spoken {
    /// Creates a page from a template with the keys of messages in double braces.
    pub(crate) fn new(template: &str, catalogues: &[(&str, &str)], content: impl Fn(String) -> Content) -> Self {
        let form = |&(tag, catalogue): &(&str, &str)| (tag.to_owned(), content(filled(template, tag, catalogue)));
        Self(Arc::new(catalogues.iter().map(form).collect()))
    }

    /// A route that returns the page in the language of each request.
    pub(crate) fn route(&self, negotiate: Negotiate) -> MethodRouter {
        let page = self.clone();
        get(move |request: Request| {
            let (head, _) = request.into_parts();
            ready(page.answer(&head, negotiate(&head)))
        })
    }

    /// The page in a language; in the first one if it has no other.
    pub(crate) fn answer(&self, request: &Parts, language: &'static str) -> Response {
        let found = self.0.iter().find(|(tag, _)| tag == language).or(self.0.first());
        let (_, content) = found.expect("there is a language");
        let mut response = content.checked(&request.headers);
        let headers = response.headers_mut();
        headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language"));
        response
    }
}

/// The template with the texts of a catalogue. The key `lang` stands for the tag of the language.
fn filled(template: &str, tag: &str, catalogue: &str) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").expect("a key ends with two braces");
        let text = if key == "lang" { tag } else { message(catalogue, key).unwrap_or(key) };
        page += &text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        page += rest;
    }
    page
}

/// A message of one line, or an attribute of a message after a point.
fn message<'a>(catalogue: &'a str, key: &str) -> Option<&'a str> {
    let (name, attribute) = key.split_once('.').map_or((key, None), |(name, attribute)| (name, Some(attribute)));
    let mut lines =
        catalogue.lines().skip_while(|line| line.strip_prefix(name).is_none_or(|rest| !rest.starts_with(" = ")));
    let value = lines.next()?.split_once(" = ")?.1;
    let Some(attribute) = attribute else { return Some(value) };
    let mut attributes = lines.map_while(|line| line.strip_prefix("    .")?.split_once(" = "));
    attributes.find_map(|(found, text)| (found == attribute).then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in_each_language() {
        let template = "<p lang=\"{{lang}}\" title=\"{{page-a.title}}\">{{page-ab}} {{page-a}}</p>";
        let english = "page-ab = 3 < 4 & more\npage-a = A\n    .rule = Rule\n    .title = Say \"a\"\n";
        assert_eq!(
            filled(template, "en", english),
            "<p lang=\"en\" title=\"Say &quot;a&quot;\">3 &lt; 4 &amp; more A</p>"
        );
    }

    #[test]
    fn every_key_of_a_template_has_a_text() {
        assert_eq!(filled("{{page-none}}", "en", "page-none-other = x\n"), "page-none");
    }
}
