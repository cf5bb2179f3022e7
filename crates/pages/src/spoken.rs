//! Pages whose texts the server writes: one form for each language, from the Fluent catalogues of the service.

use std::borrow::Cow;

use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::catalogue::{Catalogues, message, messages};
use crate::content::{Content, HTML, accepts};
use crate::{POLICY, RULES_FOLDER, door, rules};

/// A page in each language, by its tag.
pub(crate) struct Spoken(Vec<(&'static str, Content)>);

impl Spoken {
    /// Creates a page from a template with the keys of messages in double braces. With its texts, it is what `finish`
    /// makes of it.
    pub(crate) fn new(
        content_type: &'static str,
        template: &str,
        catalogues: Catalogues,
        finish: impl Fn(String) -> String + Clone + Send + 'static,
    ) -> Self {
        let content = |&(tag, _): &(&'static str, &str)| {
            let template = template.to_owned();
            let finish = finish.clone();
            (tag, Content::new(content_type, move || finish(in_language(&template, tag, catalogues)).into()))
        };
        Self(catalogues.iter().map(content).collect())
    }

    /// The page in a language; in the first one if it has no other.
    fn content(&self, language: &str) -> &Content {
        let found = self.0.iter().find(|(tag, _)| *tag == language).or(self.0.first());
        &found.expect("there is a language").1
    }

    /// The response to a request for the page in this language.
    pub(crate) fn answer(&self, head: &Parts, language: &'static str) -> Response {
        let mut response = self.content(language).answer(head);
        let headers = response.headers_mut();
        headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language"));
        response
    }
}

/// What stands in the page for addresses where there is nothing for the way to the root of the server.
const ROOT: &str = "{root}";

/// The page at addresses where there is nothing.
pub struct Missing(Spoken);

impl Missing {
    /// Creates the page from the catalogues, as [`routes`](crate::routes) takes them.
    pub fn new(catalogues: Catalogues) -> Self {
        Self(Spoken::new(HTML, &with_header(include_str!("../files/missing.html"), ROOT), catalogues, |page| page))
    }

    /// The response to a request for an unknown address in this language; none if the caller does not ask for HTML.
    pub fn answer(&self, request: &Parts, language: &'static str) -> Option<Response> {
        if !matches!(request.method, Method::GET | Method::HEAD) || !accepts(&request.headers, ACCEPT, "text/html") {
            return None;
        }
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static(HTML)),
            (CONTENT_LANGUAGE, HeaderValue::from_static(language)),
            (CONTENT_SECURITY_POLICY, POLICY),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (VARY, HeaderValue::from_static("accept-language")),
        ];
        let page = String::from_utf8_lossy(&self.0.content(language).plain.1);
        let page = page.replace(ROOT, &root_from(request.uri.path()));
        Some((StatusCode::NOT_FOUND, headers, page).into_response())
    }
}

/// The relative address of the root of the server, seen from a page at this path.
fn root_from(path: &str) -> String {
    let folders = path.matches('/').count().saturating_sub(1);
    if folders == 0 { "./".to_owned() } else { "../".repeat(folders) }
}

/// A template with the header that all pages have, from which this address leads to the root of the server.
pub(crate) fn with_header(template: &str, root: &str) -> String {
    template.replace("{header}", &include_str!("../files/header.html").replace("{root}", root))
}

/// The template with the texts of a language. Some keys are no messages: `lang` stands for the tag of the language,
/// `languages` for links to the page in the others, `rules` for the folder of the rules in this language, and `here`
/// for what marks the link to the rules on their pages.
fn in_language(template: &str, tag: &str, catalogues: &[(&str, &str)]) -> String {
    let catalogue = catalogues.iter().find_map(|(own, catalogue)| (*own == tag).then_some(*catalogue));
    let messages = messages(catalogue.unwrap_or_default());
    filled(template, |key| match key {
        "lang" => tag.into(),
        "languages" => links_to_others(tag, catalogues).into(),
        "rules" => rules_folder(tag).into(),
        "here" => "".into(),
        "empty-board" => door::empty_board().into(),
        _ => escape(messages.get(key).copied().unwrap_or(key)).into(),
    })
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

/// Links to the page in the other languages.
fn links_to_others(tag: &str, catalogues: &[(&str, &str)]) -> String {
    let others = catalogues.iter().filter(|(other, _)| *other != tag);
    others.fold(String::new(), |links, (other, catalogue)| {
        let name = escape(message(catalogue, "language").unwrap_or(other));
        links + &format!("<a href=\"?locale={other}\" hreflang=\"{other}\" lang=\"{other}\">{name}</a>")
    })
}

/// The folder of the rules in a language, or in English.
pub(crate) fn rules_folder(tag: &str) -> String {
    let edition = rules::folders().find(|folder| folder.strip_suffix('/') == Some(tag)).unwrap_or_default();
    format!("{}/{edition}", RULES_FOLDER.trim_start_matches('/'))
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in_each_language() {
        let template = "<p lang=\"{{lang}}\" title=\"{{greeting.title}}\">{{greetings}} {{greeting}} {{nothing-said}}</p>{{languages}} {{rules}}";
        let english =
            "language = English\ngreetings = 3 < 4 & more\ngreeting = A\n    .rule = Rule\n    .title = Say \"a\"\n";
        let french = "language = Français\ngreetings = ab\ngreeting = A\n    .title = a\n";
        assert_eq!(
            in_language(template, "en", &[("en", english), ("fr", french)]),
            "<p lang=\"en\" title=\"Say &quot;a&quot;\">3 &lt; 4 &amp; more A nothing-said</p>\
             <a href=\"?locale=fr\" hreflang=\"fr\" lang=\"fr\">Français</a> rules/"
        );
        assert_eq!(
            in_language(template, "fr", &[("fr", french)]),
            "<p lang=\"fr\" title=\"a\">ab A nothing-said</p> rules/fr/"
        );
    }
}
