//! Renders the rules, with the notation and the glossary that they refer to, as the pages that a server has below
//! `/rules/`.

pub(super) mod editions;
mod example;
pub(super) mod rulings;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{fs, iter};

use ayla_rules::Variant;
use editions::{EDITIONS, Edition};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Tag, TagEnd, html};

use super::games;
use super::markdown::{Links, events, inline, raw, scrolled, text_until};
use super::message::filled;

/// The folder of the documents, beside the folder of the crates.
pub(super) const FOLDER: &str = "../../docs";
/// What stands in a page for the address of the site, which only the server knows.
const SITE: &str = "{{site}}";
/// The page around a document.
const TEMPLATE: &str = "files/rules.html";

/// Writes the pages, and Rust constants of their names and texts and of the documents.
pub(super) fn render(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut constant =
        String::from("/// The path and the text of each document.\nconst DOCUMENTS: &[(&str, &str)] = &[\n");
    let files: Vec<_> = editions::files().collect();
    for source in &files {
        let path = format!("{FOLDER}/{source}");
        writeln!(constant, "    ({source:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{path}\"))),")?;
    }
    let texts = EDITIONS.iter().map(|edition| read(edition, &files)).collect::<Result<Vec<_>, _>>()?;
    let mut shelves: Vec<Vec<Document<'_>>> = Vec::new();
    for (edition, texts) in EDITIONS.iter().zip(&texts) {
        let originals = shelves.first().map(Vec::as_slice).unwrap_or_default();
        let read = texts.iter().map(|(file, text)| Document::read(edition, file, text, originals));
        shelves.push(read.collect::<Result<_, _>>()?);
    }
    let template = fs::read_to_string(TEMPLATE)?;
    writeln!(constant, "];\n/// What stands in pages for the address of the site.\nconst SITE: &str = {SITE:?};")?;
    constant += "/// The name and the text of each page of the rules.\nconst RULES: &[(&str, &str)] = &[\n";
    for (edition, documents) in EDITIONS.iter().zip(&shelves) {
        let shelf = Shelf { edition, documents };
        let mut keep = |name: &str, title: &str, contents: &str, article: &str| {
            let page = page(&template, &shelf, name, title, [contents, article]);
            let name = format!("{}{name}", edition.folder);
            let file = format!("rules-{}.html", name.replace('/', "-"));
            let _ = writeln!(constant, "    ({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))),");
            fs::write(folder.join(file), page)
        };
        keep("", edition.say("page-rules"), "", &index(&shelf)?)?;
        for document in documents {
            let article = document.article(&shelf, &document.events)?;
            keep(document.name, &document.title, &document.contents(edition), &article)?;
        }
    }
    constant += "];\n";
    Ok(fs::write(folder.join("rules.rs"), constant)?)
}

/// The documents of an edition: the file of each in English, and its text.
fn read<'a>(edition: &Edition, files: &'a [String]) -> Result<Vec<(&'a str, String)>, Box<dyn Error>> {
    let mut texts = Vec::new();
    for file in files {
        let path = format!("{FOLDER}/{}", edition.document(file));
        println!("cargo:rerun-if-changed={path}");
        texts.push((file.as_str(), fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?));
    }
    Ok(texts)
}

/// The page of a document, with these contents and this article.
fn page(template: &str, shelf: &Shelf<'_>, name: &str, title: &str, [contents, article]: [&str; 2]) -> String {
    let Shelf { edition, documents } = shelf;
    let mut alternates = String::new();
    let mut others = String::new();
    let mut translated = String::from("data-translated");
    for other in &EDITIONS {
        let tag = other.tag;
        let language = other.say("language");
        let link = edition.link_to(other, name);
        let page = format!("{SITE}/rules/{}{name}", other.folder);
        alternates += &format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{page}\">\n");
        if tag != edition.tag {
            translated += &format!(" data-in-{tag}=\"{link}\"");
            others += &format!("<li><a href=\"{link}\" hreflang=\"{tag}\" lang=\"{tag}\">{language}</a></li>\n");
        }
    }
    let description = edition.say("document-description");
    let description = description.replace("{ $title }", title).replace("{ $games }", &games::titles());
    filled(template, |key| match key {
        "lang" => edition.tag.into(),
        "title" => title.into(),
        "description" => description.as_str().into(),
        "alternates" => alternates.trim_end().into(),
        "editions" => others.trim_end().into(),
        "translations" => translated.as_str().into(),
        "root" => edition.root().into(),
        "here" => if name.is_empty() { " aria-current=\"page\"" } else { "" }.into(),
        "pages" => navigation(documents, name).into(),
        "contents" => contents.into(),
        "article" => article.into(),
        message => edition.say(message).into(),
    })
}

/// The links to the pages, of which this one is shown.
fn navigation(documents: &[Document<'_>], shown: &str) -> String {
    let pages = documents.iter().map(|document| (document.name, document.title.as_str()));
    pages.fold(String::new(), |list, (name, title)| {
        let current = if name == shown { " aria-current=\"page\"" } else { "" };
        list + &format!("<li><a href=\"{name}\"{current}>{title}</a></li>\n")
    })
}

/// The page that leads to the others and to each ruling.
fn index(shelf: &Shelf<'_>) -> Result<String, Box<dyn Error>> {
    let Shelf { edition, documents } = shelf;
    let mut index = format!("<h1>{}</h1>\n", edition.say("page-rules"));
    for (number, document) in documents.iter().enumerate() {
        let name = document.name;
        let title = &document.title;
        let board = if document.is_of_a_game() { document.first_board(edition, number)? } else { String::new() };
        let kind = if board.is_empty() { "page" } else { "game" };
        let about = document.article(shelf, document.summary(edition))?;
        let _ = write!(
            index,
            "<section class=\"{kind}\"><h2><a href=\"{name}\">{title}</a></h2>\n{about}{board}</section>\n"
        );
    }
    let rulings = edition.say("document-rulings");
    let _ = write!(index, "<section><h2 id=\"rulings\">{rulings}</h2>\n<dl class=\"rulings\">\n");
    for document in documents.iter().filter(|document| !document.rulings.is_empty()) {
        let _ = writeln!(index, "<dt>{}</dt>", document.title);
        let mut rulings: Vec<_> = document.rulings.keys().collect();
        rulings.sort_by_key(|number| (number.len(), *number));
        for number in rulings {
            let address = rulings::address(number).unwrap_or_default();
            let _ = writeln!(index, "<dd><a href=\"{address}\">{number}</a></dd>");
        }
    }
    Ok(index + "</dl></section>\n")
}

/// The documents of an edition.
struct Shelf<'a> {
    edition: &'static Edition,
    documents: &'a [Document<'a>],
}

impl Shelf<'_> {
    /// Where a link of a document leads among the pages; none if it leads to a document that the server does not have.
    fn link(&self, from: &Document<'_>, target: &str) -> Option<String> {
        let (path, slug) = target.split_once('#').map_or((target, None), |(path, slug)| (path, Some(slug)));
        let file = path.rsplit('/').next().unwrap_or(path);
        let name = if path.is_empty() { from.name } else { editions::page(file) };
        if !path.is_empty() && (!file.ends_with(".md") || editions::files().all(|file| editions::page(&file) != name)) {
            return None;
        }
        let sections = self.documents.iter().find(|document| document.name == name).map(|found| &found.sections);
        let section = |slug: &str| sections?.iter().find(|section| section.slug == slug).map(|found| found.id.clone());
        let anchor = slug.map(|slug| format!("#{}", section(slug).unwrap_or_else(|| slug.to_owned())));
        let page = if path.is_empty() { "" } else { name };
        Some(page.to_owned() + &anchor.unwrap_or_default())
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
struct Document<'a> {
    name: &'a str,
    title: String,
    events: Vec<Event<'a>>,
    sections: Vec<Section>,
    /// The rulings of this page, each with the place among the mentions of [`rulings::mentions`] at which it is stated.
    rulings: BTreeMap<String, usize>,
}

impl<'a> Document<'a> {
    /// Reads a document. A translation has the sections, examples and rulings of its original.
    fn read(
        edition: &Edition,
        file: &'a str,
        source: &'a str,
        originals: &[Document<'_>],
    ) -> Result<Self, Box<dyn Error>> {
        let events = events(source);
        let name = editions::page(file);
        let rulings = rulings::stated(name, &events);
        let sections = sections(&events);
        let title = sections.first().map(|section| section.title.clone()).unwrap_or_default();
        let mut document = Self { name, title, events, sections, rulings };
        if let Some(original) = originals.iter().find(|original| original.name == name) {
            document.match_with(original, edition).map_err(|what| format!("{name} in {}: {what}", edition.tag))?;
        }
        Ok(document)
    }

    /// Takes the anchors of the original.
    fn match_with(&mut self, original: &Document<'_>, edition: &Edition) -> Result<(), String> {
        let levels =
            |document: &Document<'_>| document.sections.iter().map(|section| section.level).collect::<Vec<_>>();
        if levels(self) != levels(original) {
            return Err("its sections are not those of the original".to_owned());
        }
        for (section, original) in self.sections.iter_mut().zip(&original.sections) {
            section.id.clone_from(&original.id);
        }
        let translated: Vec<_> = original.examples().map(|block| edition.example(&block)).collect();
        if let Some((block, _)) = translated.iter().zip(self.examples()).find(|(block, own)| *block != own) {
            return Err(format!("this example of the original is missing or different:\n{block}"));
        }
        if translated.len() != self.examples().count() {
            return Err(format!("it has {} examples, not {}", self.examples().count(), translated.len()));
        }
        if !self.rulings.keys().eq(original.rulings.keys()) {
            return Err(format!("it has the rulings {:?}", self.rulings.keys()));
        }
        Ok(())
    }

    /// The code blocks, most of which are examples.
    fn examples(&self) -> impl Iterator<Item = String> {
        let starts =
            self.events.iter().enumerate().filter(|(_, event)| matches!(event, Event::Start(Tag::CodeBlock(_))));
        starts.map(|(at, _)| text_until(&self.events[at..], TagEnd::CodeBlock))
    }

    fn is_of_a_game(&self) -> bool {
        Variant::ALL.iter().any(|variant| variant.name() == self.name)
    }

    /// The first paragraph that says what the page is about.
    fn summary(&self, edition: &Edition) -> &[Event<'a>] {
        let paragraphs = self.events.split_inclusive(|event| *event == Event::End(TagEnd::Paragraph));
        let paragraphs = paragraphs.filter_map(|events| {
            let start = events.iter().position(|event| *event == Event::Start(Tag::Paragraph))?;
            Some(&events[start..])
        });
        let rulings = edition.say("document-rulings");
        let is_about = |events: &&[Event<'a>]| !matches!(&events[1], Event::Text(text) if text.starts_with(rulings));
        paragraphs.into_iter().find(is_about).unwrap_or_default()
    }

    /// The first example, which shows the start of a game.
    fn first_board(&self, edition: &Edition, number: usize) -> Result<String, Box<dyn Error>> {
        for block in self.examples() {
            if let Some(board) = example::render(edition, &block, number)? {
                return Ok(board);
            }
        }
        Ok(String::new())
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
    fn article(&self, shelf: &Shelf<'_>, events: &[Event<'a>]) -> Result<String, Box<dyn Error>> {
        let mut out: Vec<Event<'a>> = Vec::new();
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
                    if let Some(example) = example::render(edition, &block, examples)? {
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
        Ok(page)
    }

    /// A text with its mentions of rulings as links, and those that state one as the places of these rulings.
    fn cite(&self, text: &CowStr<'a>, mentioned: &mut usize, out: &mut Vec<Event<'a>>) {
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
fn sections(events: &[Event<'_>]) -> Vec<Section> {
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
