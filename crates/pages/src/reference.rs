//! The reference of the API as a page, with a form to try each operation, from what the server says of them in
//! Markdown.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd, html};

use crate::catalogue::Catalogues;
use crate::content::HTML;
use crate::markdown::{Links, events, raw, scrolled, text_until};
use crate::rules;
use crate::spoken::{Spoken, escape, with_header};

/// The page around the reference, with the keys of its texts.
const TEMPLATE: &str = include_str!("../files/reference.html");

/// The reference as HTML: its heading, what follows it, and the links to its sections.
struct Article {
    heading: String,
    text: String,
    contents: String,
}

/// The page in each language, and what `finish` makes of it. The reference itself is in English, and is written when
/// the page is first requested.
pub(crate) fn page(
    catalogues: Catalogues,
    reference: fn() -> String,
    finish: impl Fn(String) -> String + Clone + Send + 'static,
) -> Spoken {
    let article = Arc::new(LazyLock::new(move || Article::read(&reference())));
    let template = TEMPLATE.replace("{site}", &link_to_site(env!("CARGO_PKG_HOMEPAGE")));
    Spoken::new(HTML, &with_header(&template, "../"), catalogues, move |page| {
        let Article { heading, text, contents } = &**article;
        let page = finish(page).replace("{heading}", heading);
        page.replace("{contents}", contents).replace("{article}", text)
    })
}

/// The link to the site of the documents. A build that no owner has released has none: its site is an example.
fn link_to_site(site: &str) -> String {
    let is_example = site.contains("example.");
    if is_example { String::new() } else { format!(" <a href=\"{site}\">{{{{docs-site}}}}</a>") }
}

impl Article {
    fn read(markdown: &str) -> Self {
        let events = events(markdown);
        let mut out = Vec::new();
        let mut contents = String::new();
        let mut section = String::new();
        // The title of the part, such as the operations.
        let mut part = String::new();
        let mut links = Links::default();
        for (at, event) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    section = text_until(&events[at..], TagEnd::Heading(*level));
                    let id = section.to_lowercase().replace(' ', "-");
                    if *level == HeadingLevel::H2 {
                        part.clone_from(&section);
                    }
                    if *level == HeadingLevel::H2 || (*level == HeadingLevel::H3 && part == "Operations") {
                        let _ = writeln!(contents, "<li class=\"{level}\"><a href=\"#{id}\">{section}</a></li>");
                    }
                    out.push(raw(format!("<{level} id=\"{id}\">")));
                }
                // As wide as the text.
                Event::Start(Tag::Table(_)) => {
                    let label = scrolled(&format!("Table: {section}"));
                    out.extend([raw(format!("<div class=\"scroll\" {label}>")), event.clone()]);
                }
                Event::End(TagEnd::Table) => out.extend([event.clone(), raw("</div>\n".to_owned())]),
                Event::Start(Tag::Link { dest_url, .. }) => out.extend(links.begin(target(dest_url))),
                Event::End(TagEnd::Link) => out.extend(links.end()),
                Event::End(TagEnd::Paragraph) => {
                    out.push(event.clone());
                    let paths = paths(&events[..at]);
                    if !paths.is_empty() {
                        let paths = escape(&paths.join(" "));
                        out.push(raw(format!("<ayla-try operation=\"{section}\" paths=\"{paths}\"></ayla-try>\n")));
                    }
                }
                other => out.push(other.clone()),
            }
        }
        let mut text = String::new();
        let first = out.iter().position(|event| *event == Event::End(TagEnd::Heading(HeadingLevel::H1)));
        let rest = out.split_off(first.map_or(0, |end| end + 1));
        let mut heading = String::new();
        html::push_html(&mut heading, out.into_iter());
        html::push_html(&mut text, rest.into_iter());
        Self { heading, text, contents }
    }
}

/// The paths of an operation, if the paragraph that ends here names them.
fn paths<'a>(events: &'a [Event<'_>]) -> Vec<&'a str> {
    let start = events.iter().rposition(|event| *event == Event::Start(Tag::Paragraph)).unwrap_or_default();
    let paragraph = &events[start..];
    if !matches!(paragraph.get(1), Some(Event::Text(text)) if text.starts_with("gRPC: ")) {
        return Vec::new();
    }
    let codes = paragraph.iter().filter_map(|event| if let Event::Code(code) = event { Some(&**code) } else { None });
    codes.filter(|code| code.starts_with('/')).collect()
}

/// Where a link of the reference leads from the page; none if it leads to a document that the server does not have.
fn target(link: &str) -> Option<String> {
    if link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let name = path.strip_suffix(".md")?.rsplit('/').next()?;
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    rules::pages().any(|page| page == name).then(|| format!("../rules/{name}{anchor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_site_that_an_owner_has_is_linked() {
        assert_eq!(link_to_site("https://ayla.games/docs"), " <a href=\"https://ayla.games/docs\">{{docs-site}}</a>");
        assert_eq!(link_to_site("https://ayla.example.org/docs"), "");
    }

    #[test]
    fn an_operation_has_its_form_and_links_that_lead_somewhere() {
        let Article { heading, text, contents } = Article::read(
            "# Reference\n\n[Service](service.md) [rulings](rules/common.md) [start](#start-game)\n\n## Operations\n\n### start-game\n\n\
             gRPC: `StartGame`. HTTP: POST `/v1/start-game`.\n\n| a | b |\n|---|---|\n| `c` | d |\n\n## Types\n\n### Side\n",
        );
        assert_eq!(heading, "<h1 id=\"reference\">Reference</h1>\n");
        assert!(
            text.contains("<p>Service <a href=\"../rules/common\">rulings</a> <a href=\"#start-game\">start</a></p>"),
            "{text}"
        );
        assert!(
            text.contains("</p>\n<ayla-try operation=\"start-game\" paths=\"/v1/start-game\"></ayla-try>"),
            "{text}"
        );
        assert!(text.contains("aria-label=\"Table: start-game\"><table>"), "{text}");
        assert_eq!(
            contents,
            "<li class=\"h2\"><a href=\"#operations\">Operations</a></li>\n<li class=\"h3\"><a href=\"#start-game\">start-game</a></li>\n\
             <li class=\"h2\"><a href=\"#types\">Types</a></li>\n"
        );
    }
}
