//! The rules, the notation and the board as resources, and the sections that state rulings.

use std::sync::LazyLock;

use ayla_api::words::{self, Language};
use ayla_rules::{Variant, ruling};
use rmcp::model::{MetaObject, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::answer::RulingText;

/// The beginning of the addresses of documents, followed by their path below `docs/`.
const DOCUMENTS: &str = "ayla://docs/";
/// The beginning of the addresses of rulings, followed by their number.
const RULINGS: &str = "ayla://rulings/";
/// What stands for the number in the template of these addresses.
const NUMBER: &str = "{number}";
/// The media type of documents.
const MARKDOWN: &str = "text/markdown";
/// The document of the notation.
const NOTATION: &str = "notation.md";

/// The address of the board that hosts show in a chat, beside a result about a game.
pub(crate) const BOARD: &str = "ui://ayla/board";
/// The media type of such pages (MCP Apps, revision 2026-01-26).
const APP: &str = "text/html;profile=mcp-app";

/// What is read as resources.
#[derive(Copy, Clone, Debug)]
pub struct Documents {
    /// The path of each document below `docs/`, and its text.
    pub texts: &'static [(&'static str, &'static str)],
    /// The page with the board, one file that needs nothing else.
    pub board: &'static LazyLock<String>,
}

impl Documents {
    /// The text of a document.
    fn text(self, path: &str) -> Option<&'static str> {
        self.texts.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
    }

    /// The documents and the board as resources.
    pub fn resources(self) -> Vec<Resource> {
        let resource = |&(path, text): &(&str, &str)| {
            let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(path);
            let name = path.trim_end_matches(".md");
            Resource::new(format!("{DOCUMENTS}{path}"), name)
                .with_title(title)
                .with_mime_type(MARKDOWN)
                .with_size(text.len() as u64)
        };
        let board = Resource::new(BOARD, "board")
            .with_title("Board")
            .with_description("The board of a game, on which a person plays within the chat.")
            .with_mime_type(APP)
            .with_size(self.board.len() as u64);
        self.texts.iter().map(resource).chain([board]).collect()
    }

    /// The rulings as a template of resources.
    pub fn templates() -> Vec<ResourceTemplate> {
        let template = ResourceTemplate::new(format!("{RULINGS}{NUMBER}"), "ruling")
            .with_title("Ruling by number")
            .with_description(
                "The section of the rules that states a ruling, such as AW-3. Results cite rulings by number.",
            )
            .with_mime_type(MARKDOWN);
        vec![template]
    }

    /// Whether this is the address of the template of rulings.
    pub fn is_template(uri: &str) -> bool {
        uri.strip_prefix(RULINGS) == Some(NUMBER)
    }

    /// The numbers of the rulings that answers cite.
    pub fn numbers() -> Vec<String> {
        ruling::all().map(|ruling| ruling.number().to_owned()).collect()
    }

    /// The content of a resource; none for an address that no resource has.
    pub fn read(self, uri: &str) -> Option<ResourceContents> {
        if uri == BOARD {
            let page = ResourceContents::text(self.board.as_str(), uri).with_mime_type(APP);
            return Some(page.with_meta(ui_meta(json!({"prefersBorder": false}))));
        }
        let text = match uri.strip_prefix(DOCUMENTS) {
            Some(path) => self.text(path)?.to_owned(),
            None => self.ruling(uri.strip_prefix(RULINGS)?, Language::ENGLISH)?.section,
        };
        Some(ResourceContents::text(text, uri).with_mime_type(MARKDOWN))
    }

    /// What a ruling says, in this language if the rules are translated; none for a number that no ruling has.
    pub fn ruling(self, number: &str, language: Language) -> Option<RulingText> {
        let number = number.trim().to_ascii_uppercase();
        let (letters, digits) = number.split_once('-')?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let path = match letters {
            "C" => "rules/common.md".to_owned(),
            "N" => NOTATION.to_owned(),
            _ => {
                let of_letters = |variant: &&Variant| variant.about().ruling_prefix == letters;
                format!("rules/{}.md", Variant::ALL.iter().find(of_letters)?)
            }
        };
        let translated = path.replacen("rules/", &format!("rules/{}/", language.tag()), 1);
        let path = if self.text(&translated).is_some() { translated } else { path };
        let section = stating(self.text(&path)?, &number)?.to_owned();
        let known = ruling::all().find(|ruling| ruling.number() == number);
        let title = known.map(|ruling| language.say(&words::ruling(ruling)));
        Some(RulingText { number, title, section, resource: format!("{DOCUMENTS}{path}") })
    }
}

/// What hosts that show pages know of a resource or a tool.
pub(crate) fn ui_meta(facts: serde_json::Value) -> MetaObject {
    MetaObject([("ui".to_owned(), facts)].into_iter().collect())
}

/// The section of a document that states a ruling: the one whose heading has its number, otherwise the first that has
/// it in brackets, otherwise the first that mentions it.
fn stating<'a>(text: &'a str, number: &str) -> Option<&'a str> {
    let starts = text.match_indices("\n#").map(|(at, _)| at + 1);
    let starts: Vec<_> = std::iter::once(0).chain(starts).chain([text.len()]).collect();
    let sections = || starts.windows(2).map(|ends| text[ends[0]..ends[1]].trim());
    let names = |part: &str| part.split(|at: char| !at.is_ascii_alphanumeric() && at != '-').any(|word| word == number);
    let in_heading = |section: &&str| section.lines().next().is_some_and(names);
    let in_brackets = |section: &&str| section.contains(&format!("({number})"));
    let found = sections().find(in_heading).or_else(|| sections().find(in_brackets));
    found.or_else(|| sections().skip(1).find(|section| names(section)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Title\n\nRulings AW-1 to AW-3.\n\n## One\n\nSow (AW-1).\n\n### Two AW-2\n\nText\n\n## Three\n\nAs AW-3 and \
                        AW-30 (AW-1) say.\n";

    #[test]
    fn a_ruling_is_stated_by_its_heading_or_in_brackets() {
        for (number, section) in
            [("AW-1", "## One"), ("AW-2", "### Two AW-2"), ("AW-3", "## Three"), ("AW-30", "## Three")]
        {
            assert!(stating(TEXT, number).is_some_and(|found| found.starts_with(section)), "{number}");
        }
        assert_eq!(stating(TEXT, "AW-4"), None);
    }
}
