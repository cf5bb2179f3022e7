//! The pages of the rules, with the notation and the glossary that they refer to, as a server has them below `/rules/`.

mod edition;
mod example;
mod rulings;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter;

use ayla_rules::Variant;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Tag, TagEnd, html};

use crate::RULES_FOLDER;
use crate::catalogue::Catalogues;
use crate::games;
use crate::markdown::{Links, events, inline, raw, scrolled, text_until};
use crate::preview::Site;
use crate::spoken::{filled, rules_folder, with_header};

use edition::Edition;
pub use edition::documents;
pub(crate) use edition::{folders, pages, text};
pub(crate) use rulings::pages as pages_of_rulings;

/// The names of the pages below `/rules/`: in each edition, the one that leads to the others comes first.
pub(crate) fn names() -> impl Iterator<Item = String> {
    folders().flat_map(|folder| iter::once("").chain(pages()).map(move |name| format!("{folder}{name}")))
}

/// The page with this name as HTML. The addresses of its translations, for search engines, have to be whole ones:
/// without the address of the site there are none.
pub(crate) fn page(name: &str, catalogues: Catalogues, site: Site<'_>) -> String {
    let path = format!("{RULES_FOLDER}/{name}");
    let editions = Edition::all(catalogues);
    let (folder, name) = name.split_at(name.rfind('/').map_or(0, |at| at + 1));
    let edition = editions.iter().find(|edition| edition.folder == folder).expect("there is an edition in each folder");
    let shelf = Shelf::new(edition);
    let (title, contents, article) = match shelf.document(name) {
        Some(document) => (document.title, document.contents(edition), document.article(&shelf, &document.events)),
        None => (edition.say("page-rules"), String::new(), shelf.index()),
    };
    let mut alternates = String::new();
    let mut others = String::new();
    let mut translated = String::from("data-translated");
    for other in &editions {
        let tag = other.tag;
        let language = other.say("language");
        let link = edition.link_to(other, name);
        if let Some(site) = site.address {
            let page = format!("{site}/rules/{}{name}", other.folder);
            alternates += &format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{page}\">\n");
        }
        if tag != edition.tag {
            translated += &format!(" data-in-{tag}=\"{link}\"");
            others += &format!("<a href=\"{link}\" hreflang=\"{tag}\" lang=\"{tag}\">{language}</a>\n");
        }
    }
    let description = edition.say("document-description");
    let description = description.replace("{ $title }", title).replace("{ $games }", &games::titles());
    let variant = Variant::ALL.iter().find(|variant| variant.name() == name);
    let mut template = with_header(include_str!("../files/rules.html"), edition.root());
    if variant.is_some() {
        // Whoever reads the rules of a game plays this one.
        for view in ["play", "learn", "puzzles"] {
            template = template.replace(&format!("{view}\">"), &format!("{view}#{name}\">"));
        }
    }
    let variant = variant.unwrap_or(&Variant::ALL[0]);
    let template = template.replace("{preview}", &site.tags(&path, *variant, "{{title}} – Ayla", "{{description}}"));
    filled(&template, |key| match key {
        "lang" => edition.tag.into(),
        "title" => title.into(),
        "description" => description.as_str().into(),
        "alternates" if alternates.is_empty() => "".into(),
        "alternates" => format!("    {alternates}").into(),
        "languages" => others.trim_end().into(),
        "rules" => rules_folder(edition.tag).into(),
        "translations" => translated.as_str().into(),
        "root" => edition.root().into(),
        "here" if name.is_empty() => current(true).into(),
        "here" => " aria-current=\"true\"".into(),
        "pages" => navigation(edition, name).into(),
        "contents" => contents.as_str().into(),
        "article" => article.as_str().into(),
        message => edition.say(message).into(),
    })
}

/// The links to the pages, of which this one is shown.
fn navigation(edition: &Edition, shown: &str) -> String {
    documents().iter().fold(String::new(), |list, (file, _)| {
        let name = edition::page(file);
        list + &format!("<li><a href=\"{name}\"{}>{}</a></li>\n", current(name == shown), edition.title(file))
    })
}

/// The attribute of a link that leads to the page on which it is.
fn current(is_shown: bool) -> &'static str {
    if is_shown { " aria-current=\"page\"" } else { "" }
}

/// The documents of an edition, each read when it is needed.
struct Shelf<'a> {
    edition: &'a Edition,
    /// In the order of the navigation.
    documents: Vec<OnceCell<Document>>,
}

impl<'a> Shelf<'a> {
    fn new(edition: &'a Edition) -> Self {
        Self { edition, documents: pages().map(|_| OnceCell::new()).collect() }
    }

    /// The document of the page with this name.
    fn document(&self, name: &str) -> Option<&Document> {
        let mut documents = documents().iter().zip(&self.documents);
        let ((file, _), document) = documents.find(|((file, _), _)| edition::page(file) == name)?;
        Some(document.get_or_init(|| Document::read(file, self.edition)))
    }

    /// All documents.
    fn all(&self) -> impl Iterator<Item = &Document> {
        pages().filter_map(|name| self.document(name))
    }

    /// What leads to the pages and to each ruling.
    fn index(&self) -> String {
        let edition = self.edition;
        let mut index = format!("<h1>{}</h1>\n", edition.say("page-rules"));
        for (number, document) in self.all().enumerate() {
            let Document { name, title, .. } = document;
            let is_of_a_game = Variant::ALL.iter().any(|variant| variant.name() == *name);
            let board = if is_of_a_game { document.first_board(edition, number) } else { String::new() };
            let kind = if board.is_empty() { "page" } else { "game" };
            let about = document.article(self, document.summary(edition));
            let _ = write!(
                index,
                "<section class=\"{kind}\"><h2><a href=\"{name}\">{title}</a></h2>\n{about}{board}</section>\n"
            );
        }
        let rulings = edition.say("document-rulings");
        let _ = write!(index, "<section><h2 id=\"rulings\">{rulings}</h2>\n<dl class=\"rulings\">\n");
        for document in self.all().filter(|document| !document.rulings.is_empty()) {
            let _ = writeln!(index, "<dt>{}</dt>", document.title);
            let mut rulings: Vec<_> = document.rulings.keys().collect();
            rulings.sort_by_key(|number| (number.len(), *number));
            for number in rulings {
                let address = rulings::address(number).unwrap_or_default();
                let _ = writeln!(index, "<dd><a href=\"{address}\">{number}</a></dd>");
            }
        }
        index + "</dl></section>\n"
    }

    /// Where a link of a document leads among the pages; none if it leads to a document that the server does not have.
    fn link(&self, from: &Document, target: &str) -> Option<String> {
        let (path, slug) = target.split_once('#').map_or((target, None), |(path, slug)| (path, Some(slug)));
        let file = path.rsplit('/').next().unwrap_or(path);
        let name = if path.is_empty() { from.name } else { edition::page(file.strip_suffix(".md").map(|_| file)?) };
        let sections = &self.document(name)?.sections;
        let anchor = slug.map(|slug| {
            let section = sections.iter().find(|section| section.slug == slug);
            format!("#{}", section.map_or(slug, |section| &section.id))
        });
        let anchor = anchor.unwrap_or_default();
        Some(if path.is_empty() { anchor } else { format!("{name}{anchor}") })
    }
}

/// The heading of a section.
struct Section {
    level: HeadingLevel,
    title: String,
    /// The anchor of the section in the document, as links between the documents have it.
    slug: String,
    /// The anchor of the section on the page, which is the same in every edition.
    id: String,
}

/// A document as it is read.
struct Document {
    name: &'static str,
    title: &'static str,
    events: Vec<Event<'static>>,
    sections: Vec<Section>,
    /// The rulings of this page, each with the place among the mentions of [`rulings::mentions`] at which it is stated.
    rulings: BTreeMap<String, usize>,
}

impl Document {
    /// Reads a document, of which this is the path in English. A translation has the anchors of its original.
    fn read(file: &'static str, edition: &Edition) -> Self {
        let text = edition.text(file);
        let events = events(text);
        let name = edition::page(file);
        let rulings = rulings::stated(name, &events);
        let mut sections = sections(text);
        for (section, original) in sections.iter_mut().zip(self::sections(edition::text(file))) {
            section.id = original.slug;
        }
        Self { name, title: edition.title(file), events, sections, rulings }
    }

    /// The code blocks, most of which are examples.
    fn examples(&self) -> impl Iterator<Item = String> {
        let starts =
            self.events.iter().enumerate().filter(|(_, event)| matches!(event, Event::Start(Tag::CodeBlock(_))));
        starts.map(|(at, _)| text_until(&self.events[at..], TagEnd::CodeBlock))
    }

    /// The first paragraph that says what the page is about.
    fn summary(&self, edition: &Edition) -> &[Event<'static>] {
        let paragraphs = self.events.split_inclusive(|event| *event == Event::End(TagEnd::Paragraph));
        let paragraphs = paragraphs.filter_map(|events| {
            let start = events.iter().position(|event| *event == Event::Start(Tag::Paragraph))?;
            Some(&events[start..])
        });
        let rulings = edition.say("document-rulings");
        let is_about =
            |events: &&[Event<'static>]| !matches!(&events[1], Event::Text(text) if text.starts_with(rulings));
        paragraphs.into_iter().find(is_about).unwrap_or_default()
    }

    /// The first example, which shows the start of a game.
    fn first_board(&self, edition: &Edition, number: usize) -> String {
        self.examples().find_map(|block| example::render(edition, &block, number)).unwrap_or_default()
    }

    /// The sections, with links to them.
    fn contents(&self, edition: &Edition) -> String {
        let mut contents = String::new();
        for Section { level, title, id, .. } in &self.sections {
            if *level != HeadingLevel::H1 {
                let _ =
                    writeln!(contents, "<li class=\"{level}\"><a href=\"#{id}\">{}</a></li>", without_rulings(title));
            }
        }
        let label = edition.say("document-contents");
        format!("<nav class=\"contents\" aria-label=\"{label}\"><ul>\n{contents}</ul></nav>")
    }

    /// These events as HTML.
    fn article(&self, shelf: &Shelf<'_>, events: &[Event<'static>]) -> String {
        let mut out: Vec<Event<'static>> = Vec::new();
        let edition = shelf.edition;
        let label = |key: &str, section: &str| scrolled(&edition.say(key).replace("{ $section }", section));
        let mut sections = self.sections.iter();
        let mut section = "";
        let mut id = "";
        let mut examples = 0;
        let mut mentioned = 0;
        let mut links = Links::default();
        let mut rest = events.iter().enumerate();
        while let Some((at, event)) = rest.next() {
            let end = |end: TagEnd| at + events[at..].iter().position(|event| *event == Event::End(end)).unwrap_or(0);
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    (section, id) = sections.next().map_or(("", ""), |found| (&found.title, &found.id));
                    out.push(raw(format!("<{level} id=\"{id}\">")));
                }
                Event::End(TagEnd::Heading(level)) => {
                    let label =
                        format!("<a class=\"anchor\" href=\"#{id}\" aria-hidden=\"true\" tabindex=\"-1\">#</a>");
                    out.push(raw(format!(" {label}</{level}>\n")));
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                    let block = text_until(&events[at..], TagEnd::CodeBlock);
                    let is_at = end(TagEnd::CodeBlock);
                    rest.nth(is_at - at - 1);
                    examples += 1;
                    if let Some(example) = example::render(edition, &block, examples) {
                        out.push(raw(example));
                    } else {
                        out.push(raw(format!("<pre {}>", label("document-text", section))));
                        out.push(Event::Text(block.into()));
                        out.push(raw("</pre>\n".to_owned()));
                    }
                }
                // Styles within the page are not allowed, so columns are not aligned.
                Event::Start(Tag::Table(_)) => {
                    out.push(raw(format!("<div class=\"scroll\" {}>", label("document-table", section))));
                    out.push(Event::Start(Tag::Table(Vec::new())));
                }
                Event::End(TagEnd::Table) => out.extend([event.clone(), raw("</div>\n".to_owned())]),
                // The boards of the examples are drawn, so the pictures would show them twice.
                Event::Start(Tag::Paragraph) if matches!(events.get(at + 1), Some(Event::Start(Tag::Image { .. }))) => {
                    rest.nth(end(TagEnd::Paragraph) - at - 1);
                }
                Event::Start(Tag::Link { dest_url, .. }) => out.extend(links.begin(shelf.link(self, dest_url))),
                Event::End(TagEnd::Link) => out.extend(links.end()),
                Event::Text(text) if links.0.is_empty() => self.cite(text, &mut mentioned, &mut out),
                other => out.push(other.clone()),
            }
        }
        let mut page = String::new();
        html::push_html(&mut page, out.into_iter());
        page
    }

    /// A text with its mentions of rulings as links, and those that state one as the places of these rulings.
    fn cite(&self, text: &CowStr<'_>, mentioned: &mut usize, out: &mut Vec<Event<'static>>) {
        let mut from = 0;
        for (start, number) in rulings::mentions(text) {
            let Some(address) = rulings::address(number) else { continue };
            out.push(Event::Text(text[from..start].to_owned().into()));
            let (page, anchor) = address.split_once('#').unwrap_or_default();
            let id = if page == self.name && self.rulings.get(number) == Some(mentioned) {
                format!(" id=\"{anchor}\"")
            } else {
                String::new()
            };
            let page = if page == self.name { "" } else { page };
            out.push(inline(format!("<a class=\"ruling\"{id} href=\"{page}#{anchor}\">{number}</a>")));
            *mentioned += 1;
            from = start + number.len();
        }
        out.push(Event::Text(text[from..].to_owned().into()));
    }
}

/// A title without the rulings after it.
fn without_rulings(title: &str) -> &str {
    title.split(" (").next().unwrap_or(title)
}

/// The sections of a document, whose anchors are those that the links between the documents have.
fn sections(document: &str) -> Vec<Section> {
    let events = events(document);
    let mut sections: Vec<Section> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let Event::Start(Tag::Heading { level, .. }) = event else { continue };
        let title = text_until(&events[at..], TagEnd::Heading(*level));
        let kept =
            title.to_lowercase().replace(|letter: char| !letter.is_alphanumeric() && !"- _".contains(letter), "");
        let slug = kept.replace(' ', "-");
        let numbered = iter::once(slug.clone()).chain((1..).map(|number| format!("{slug}-{number}")));
        let is_free = |slug: &String| sections.iter().all(|section| section.slug != *slug);
        let slug = numbered.into_iter().find(is_free).unwrap_or(slug);
        sections.push(Section { level: *level, title, id: slug.clone(), slug });
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Side;

    const CATALOGUES: Catalogues = &[
        ("en", include_str!("../../../locales/en/common.ftl")),
        ("fr", include_str!("../../../locales/fr/common.ftl")),
    ];

    /// Does something with each document of the original, and with that of each translation.
    fn with_translations(check: impl Fn(&str, &Edition, &Document, &Edition, &Document)) {
        let editions = Edition::all(CATALOGUES);
        assert_eq!((editions.len(), pages().count()), (CATALOGUES.len(), Variant::ALL.len() + 3));
        let original = Shelf::new(&editions[0]);
        for edition in &editions[1..] {
            let translation = Shelf::new(edition);
            for name in pages() {
                let [one, other] = [&original, &translation].map(|shelf| shelf.document(name).expect("a document"));
                check(&format!("{name} in {}", edition.tag), &editions[0], one, edition, other);
            }
        }
    }

    #[test]
    fn a_translation_has_the_sections_the_examples_and_the_rulings_of_its_original() {
        with_translations(|name, edition, original, other, translation| {
            let levels =
                |document: &Document| document.sections.iter().map(|section| section.level).collect::<Vec<_>>();
            assert_eq!(levels(translation), levels(original), "{name}");
            assert!(translation.rulings.keys().eq(original.rulings.keys()), "{name}");
            // The rows of the diagrams begin with the names of the sides, which are as wide.
            let named = |block: String, side| {
                let english = edition.side(side);
                block.replace(english, &format!("{:1$}", other.side(side), english.len()))
            };
            let translated = original.examples().map(|block| [Side::South, Side::North].into_iter().fold(block, named));
            assert_eq!(translated.collect::<Vec<_>>(), translation.examples().collect::<Vec<_>>(), "{name}");
        });
    }

    #[test]
    fn every_example_of_a_game_is_shown_as_a_board() {
        with_translations(|name, _, original, edition, translation| {
            let is_of_a_game = Variant::ALL.iter().any(|variant| variant.name() == original.name);
            let is_example = |block: &String| ["before ", "given ", "line "].iter().any(|word| block.starts_with(word));
            for block in translation.examples().filter(is_example) {
                assert!(example::render(edition, &block, 1).is_some(), "{name}: {block}");
            }
            assert!(!is_of_a_game || !translation.first_board(edition, 0).is_empty(), "{name}");
        });
    }

    #[test]
    fn the_pages_say_only_what_the_catalogues_have() {
        for name in names() {
            let site = Site { address: Some("https://games.example"), has_pictures: true };
            let page = page(&name, CATALOGUES, site);
            assert!(page.contains("<h1") && !page.contains("\"\"") && !page.contains("><</"), "{name}");
        }
    }
}
