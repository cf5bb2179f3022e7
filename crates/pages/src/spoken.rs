//! Pages whose texts the server writes: one form for each language, from the Fluent catalogues of the service.

use std::future::ready;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};

use crate::content::{Content, HTML, accepts};
use crate::{POLICY, RULES, RULES_FOLDER};

/// Returns the tag of the language that a request asks for.
pub type Negotiate = fn(&Parts) -> &'static str;

/// A page in each language, by its tag.
#[derive(Clone)]
pub(crate) struct Spoken(Arc<Vec<(String, Content)>>);

impl Spoken {
    /// Creates a page from a template with the keys of messages in double braces.
    pub(crate) fn new(template: &str, catalogues: &[(&str, &str)], content: impl Fn(String) -> Content) -> Self {
        let form = |&(tag, _): &(&str, &str)| (tag.to_owned(), content(filled(template, tag, catalogues)));
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

/// What stands in the page for addresses where there is nothing for the way to the root of the server.
const ROOT: &str = "{root}";

/// The page at addresses where there is nothing: its text in each language, by the tag of the language.
#[derive(Clone)]
pub struct Missing(Arc<Vec<(String, String)>>);

impl Missing {
    /// Creates the page from the catalogues, as [`routes`](crate::routes) takes them.
    pub fn new(catalogues: &[(&str, &str)]) -> Self {
        let template = include_str!(concat!(env!("OUT_DIR"), "/missing.html"));
        let page = |&(tag, _): &(&str, &str)| (tag.to_owned(), filled(template, tag, catalogues));
        Self(Arc::new(catalogues.iter().map(page).collect()))
    }

    /// The response to a request for an unknown address in this language; none if the caller does not ask for HTML.
    pub fn answer(&self, request: &Parts, language: &'static str) -> Option<Response> {
        let asks =
            matches!(request.method, Method::GET | Method::HEAD) && accepts(&request.headers, ACCEPT, "text/html");
        let (_, page) = asks.then(|| self.0.iter().find(|(tag, _)| tag == language).or(self.0.first()))??;
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static(HTML)),
            (CONTENT_LANGUAGE, HeaderValue::from_static(language)),
            (CONTENT_SECURITY_POLICY, POLICY),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (VARY, HeaderValue::from_static("accept-language")),
        ];
        let page = page.replace(ROOT, &root_from(request.uri.path()));
        Some((StatusCode::NOT_FOUND, headers, page).into_response())
    }
}

/// The relative address of the root of the server, seen from a page at this path.
fn root_from(path: &str) -> String {
    let folders = path.matches('/').count().saturating_sub(1);
    if folders == 0 { "./".to_owned() } else { "../".repeat(folders) }
}

/// The template with the texts of a language. Three keys are no messages: `lang` stands for the tag of the language, `languages`
/// for links to the page in the others, and `rules` for the folder of the rules in this language.
fn filled(template: &str, tag: &str, catalogues: &[(&str, &str)]) -> String {
    let catalogue =
        catalogues.iter().find_map(|(own, catalogue)| (*own == tag).then_some(*catalogue)).unwrap_or_default();
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").expect("a key ends with two braces");
        match key {
            "lang" => page += tag,
            "languages" => page += &links(tag, catalogues),
            "rules" => page += &rules(tag),
            _ => page += &escaped(message(catalogue, key).unwrap_or(key)),
        }
        page += rest;
    }
    page
}

/// Links to the page in the other languages.
fn links(tag: &str, catalogues: &[(&str, &str)]) -> String {
    let others = catalogues.iter().filter(|(other, _)| *other != tag);
    others.fold(String::new(), |links, (other, catalogue)| {
        let name = escaped(message(catalogue, "language").unwrap_or(other));
        links + &format!("<a href=\"?locale={other}\" hreflang=\"{other}\" lang=\"{other}\">{name}</a>")
    })
}

/// The folder of the rules in a language, or in English.
fn rules(tag: &str) -> String {
    let edition = format!("{tag}/");
    let is_translated = RULES.iter().any(|(name, _)| *name == edition);
    format!("{}/{}", RULES_FOLDER.trim_start_matches('/'), if is_translated { &edition } else { "" })
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
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
        let template = "<p lang=\"{{lang}}\" title=\"{{greeting.title}}\">{{greetings}} {{greeting}} {{nothing-said}}</p>{{languages}} {{rules}}";
        let english =
            "language = English\ngreetings = 3 < 4 & more\ngreeting = A\n    .rule = Rule\n    .title = Say \"a\"\n";
        let french = "language = Français\ngreetings = ab\ngreeting = A\n    .title = a\n";
        assert_eq!(
            filled(template, "en", &[("en", english), ("fr", french)]),
            "<p lang=\"en\" title=\"Say &quot;a&quot;\">3 &lt; 4 &amp; more A nothing-said</p>\
             <a href=\"?locale=fr\" hreflang=\"fr\" lang=\"fr\">Français</a> rules/"
        );
        assert_eq!(
            filled(template, "fr", &[("fr", french)]),
            "<p lang=\"fr\" title=\"a\">ab A nothing-said</p> rules/fr/"
        );
    }
}
