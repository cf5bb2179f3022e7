//! Documents in Markdown as HTML: what the pages of the rules, which the build renders, and the reference of the API
//! have in common.

use pulldown_cmark::{Event, Options, Parser, TagEnd, TextMergeStream};

/// The parts of a document.
pub(crate) fn events(markdown: &str) -> Vec<Event<'_>> {
    TextMergeStream::new(Parser::new_ext(markdown, Options::ENABLE_TABLES)).collect()
}

/// The text of the first element, up to this end.
pub(crate) fn text_until(events: &[Event<'_>], end: TagEnd) -> String {
    let events = events.iter().take_while(|event| **event != Event::End(end));
    let text = |event| if let &(Event::Text(ref text) | Event::Code(ref text)) = event { Some(&**text) } else { None };
    events.filter_map(text).collect()
}

/// HTML that stands by itself.
pub(crate) fn raw(html: String) -> Event<'static> {
    Event::Html(html.into())
}

/// HTML within a paragraph.
pub(crate) fn inline(html: String) -> Event<'static> {
    Event::InlineHtml(html.into())
}

/// The attributes of something that scrolls by itself, so that the keyboard can scroll it too, with its name.
pub(crate) fn scrolled(label: &str) -> String {
    format!("tabindex=\"0\" role=\"group\" aria-label=\"{label}\"")
}

/// The links around a text: whether each leads somewhere.
#[derive(Default)]
pub(crate) struct Links(pub(crate) Vec<bool>);

impl Links {
    /// The beginning of a link to this address; nothing of one that leads nowhere.
    pub(crate) fn begin(&mut self, target: Option<String>) -> Option<Event<'static>> {
        self.0.push(target.is_some());
        target.map(|target| inline(format!("<a href=\"{target}\">")))
    }

    /// The end of the innermost link.
    pub(crate) fn end(&mut self) -> Option<Event<'static>> {
        self.0.pop().filter(|leads| *leads).map(|_| inline("</a>".to_owned()))
    }
}
