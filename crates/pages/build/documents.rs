//! Renders the rules, with the notation and the glossary that they refer to, as the pages that a server has below `/rules/`.

mod example;
pub(super) mod rulings;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{fs, iter};

use ayla_rules::Variant;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html};

use super::games;

/// The folder of the documents, beside the folder of the crates.
const FOLDER: &str = "../../docs";
/// The documents after those of the games.
const SHARED: [&str; 3] = ["rules/common.md", "notation.md", "glossary.md"];
/// The page around a document.
const TEMPLATE: &str = "files/rules.html";

/// The documents, in the order of the navigation. A page is called by the name of its file.
fn files() -> impl Iterator<Item = String> {
    Variant::ALL.iter().map(|variant| variant.document()).chain(SHARED.map(str::to_owned))
}

/// Writes the pages, and Rust constants of their names and texts and of the documents.
pub(super) fn render(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut constant =
        String::from("/// The path and the text of each document.\nconst DOCUMENTS: &[(&str, &str)] = &[\n");
    let files: Vec<_> = files().collect();
    let mut sources = Vec::new();
    for source in &files {
        let path = format!("{FOLDER}/{source}");
        println!("cargo:rerun-if-changed={path}");
        writeln!(constant, "    ({source:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{path}\"))),")?;
        sources.push(fs::read_to_string(path)?);
    }
    let documents: Vec<_> = files.iter().zip(&sources).map(|(file, source)| Document::read(file, source)).collect();
    let template = fs::read_to_string(TEMPLATE)?.replace("{{games}}", &games::titles());
    constant += "];\n/// The name and the text of each page of the rules.\nconst RULES: &[(&str, &str)] = &[\n";
    let mut keep = |name: &str, title: &str, contents: &str, article: &str| {
        let page = template
            .replace("{{title}}", title)
            .replace("{{pages}}", &navigation(&documents, name))
            .replace("{{contents}}", contents)
            .replace("{{article}}", article);
        let file = format!("rules-{name}.html");
        let _ = writeln!(constant, "    ({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))),");
        fs::write(folder.join(file), page)
    };
    keep("", "Rules", "", &index(&documents)?)?;
    for document in &documents {
        let article = document.article(&document.events)?;
        keep(document.name, &document.title, &document.contents(), &article)?;
    }
    constant += "];\n";
    Ok(fs::write(folder.join("rules.rs"), constant)?)
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
fn index(documents: &[Document<'_>]) -> Result<String, Box<dyn Error>> {
    let mut index = String::from("<h1>Rules</h1>\n");
    for (number, document) in documents.iter().enumerate() {
        let (name, title) = (document.name, &document.title);
        let board = if document.is_of_a_game() { document.first_board(number)? } else { String::new() };
        let kind = if board.is_empty() { "page" } else { "game" };
        let about = document.article(document.summary())?;
        let _ = write!(
            index,
            "<section class=\"{kind}\"><h2><a href=\"{name}\">{title}</a></h2>\n{about}{board}</section>\n"
        );
    }
    index += "<section><h2 id=\"rulings\">Rulings</h2>\n<dl class=\"rulings\">\n";
    for document in documents.iter().filter(|document| !document.rulings.is_empty()) {
        let _ = writeln!(index, "<dt>{}</dt>", document.title);
        let mut rulings: Vec<_> = document.rulings.keys().collect();
        rulings.sort_by_key(|number| (number.len(), *number));
        for number in rulings {
            let _ =
                writeln!(index, "<dd><a href=\"{}\">{number}</a></dd>", rulings::address(number).unwrap_or_default());
        }
    }
    Ok(index + "</dl></section>\n")
}

/// A document as it is read.
struct Document<'a> {
    name: &'a str,
    title: String,
    events: Vec<Event<'a>>,
    /// The rulings of this page, each with the place among the mentions of [`rulings::mentions`] at which it is stated.
    rulings: BTreeMap<String, usize>,
}

impl<'a> Document<'a> {
    fn read(file: &'a str, source: &'a str) -> Self {
        let events: Vec<_> = TextMergeStream::new(Parser::new_ext(source, Options::ENABLE_TABLES)).collect();
        let name = Path::new(file).file_stem().and_then(|name| name.to_str()).unwrap_or(file);
        let rulings = rulings::stated(name, &events);
        Self { name, title: text_until(&events, TagEnd::Heading(HeadingLevel::H1)), events, rulings }
    }

    fn is_of_a_game(&self) -> bool {
        Variant::ALL.iter().any(|variant| variant.name() == self.name)
    }

    /// The first paragraph that says what the page is about.
    fn summary(&self) -> &[Event<'a>] {
        let paragraphs = self.events.split_inclusive(|event| *event == Event::End(TagEnd::Paragraph));
        let paragraphs = paragraphs.filter_map(|events| {
            let start = events.iter().position(|event| *event == Event::Start(Tag::Paragraph))?;
            Some(&events[start..])
        });
        let is_about = |events: &&[Event<'a>]| !matches!(&events[1], Event::Text(text) if text.starts_with("Rulings"));
        paragraphs.into_iter().find(is_about).unwrap_or_default()
    }

    /// The first example, which shows the start of a game.
    fn first_board(&self, number: usize) -> Result<String, Box<dyn Error>> {
        for (at, event) in self.events.iter().enumerate() {
            if let (Event::Start(Tag::CodeBlock(_)), Some(Event::Text(block))) = (event, self.events.get(at + 1))
                && let Some(board) = example::render(block, number)?
            {
                return Ok(board);
            }
        }
        Ok(String::new())
    }

    /// The sections, with links to them.
    fn contents(&self) -> String {
        let (mut contents, mut slugs) = (String::new(), Slugs::default());
        for (at, event) in self.events.iter().enumerate() {
            if let Event::Start(Tag::Heading { level, .. }) = event {
                let title = text_until(&self.events[at..], TagEnd::Heading(*level));
                let slug = slugs.of(&title);
                if *level != HeadingLevel::H1 {
                    let _ = writeln!(contents, "<li class=\"{level}\"><a href=\"#{slug}\">{}</a></li>", bare(&title));
                }
            }
        }
        format!("<nav class=\"contents\" aria-label=\"On this page\"><ul>\n{contents}</ul></nav>")
    }

    /// These events as HTML.
    fn article(&self, events: &[Event<'a>]) -> Result<String, Box<dyn Error>> {
        let mut out: Vec<Event<'a>> = Vec::new();
        let mut slugs = Slugs::default();
        let (mut section, mut examples, mut mentioned) = (String::new(), 0, 0);
        // The links around the text: whether each leads somewhere.
        let mut links = Vec::new();
        let mut rest = events.iter().enumerate();
        while let Some((at, event)) = rest.next() {
            let end = |end: TagEnd| at + events[at..].iter().position(|event| *event == Event::End(end)).unwrap_or(0);
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    section = text_until(&events[at..], TagEnd::Heading(*level));
                    let slug = slugs.of(&section);
                    out.push(raw(format!("<{level} id=\"{slug}\">")));
                }
                Event::End(TagEnd::Heading(level)) => {
                    let slug = slugs.last();
                    let label =
                        format!("<a class=\"anchor\" href=\"#{slug}\" aria-hidden=\"true\" tabindex=\"-1\">#</a>");
                    out.push(raw(format!(" {label}</{level}>\n")));
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                    let block = text_until(&events[at..], TagEnd::CodeBlock);
                    let is_at = end(TagEnd::CodeBlock);
                    rest.nth(is_at - at - 1);
                    examples += 1;
                    if let Some(example) = example::render(&block, examples)? {
                        out.push(raw(example));
                    } else {
                        out.push(raw(format!("<pre {}>", scrolled("Text", &section))));
                        out.push(Event::Text(block.into()));
                        out.push(raw("</pre>\n".to_owned()));
                    }
                }
                // Styles within the page are not allowed, so columns are not aligned.
                Event::Start(Tag::Table(_)) => {
                    out.push(raw(format!("<div class=\"scroll\" {}>", scrolled("Table", &section))));
                    out.push(Event::Start(Tag::Table(Vec::new())));
                }
                Event::End(TagEnd::Table) => out.extend([event.clone(), raw("</div>\n".to_owned())]),
                // The boards of the examples are drawn, so the pictures would show them twice.
                Event::Start(Tag::Paragraph) if matches!(events.get(at + 1), Some(Event::Start(Tag::Image { .. }))) => {
                    rest.nth(end(TagEnd::Paragraph) - at - 1);
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    let target = page_link(dest_url);
                    links.push(target.is_some());
                    out.extend(target.map(|target| inline(format!("<a href=\"{target}\">"))));
                }
                Event::End(TagEnd::Link) => {
                    let leads = links.pop().unwrap_or(false);
                    out.extend(leads.then(|| inline("</a>".to_owned())));
                }
                Event::Text(text) if links.is_empty() => self.cite(text, &mut mentioned, &mut out),
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

/// Where a link of a document leads among the pages; none if it leads to a document that the server does not have.
fn page_link(target: &str) -> Option<String> {
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_page = files().any(|file| file.rsplit('/').next() == Some(name));
    let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
    (path.is_empty() || is_page).then(|| format!("{}{anchor}", name.trim_end_matches(".md")))
}

/// The attributes of something that scrolls by itself, so that the keyboard can scroll it too.
fn scrolled(what: &str, section: &str) -> String {
    format!("tabindex=\"0\" role=\"group\" aria-label=\"{what}: {section}\"")
}

/// The text of the first element, up to this end.
fn text_until(events: &[Event<'_>], end: TagEnd) -> String {
    let events = events.iter().take_while(|event| **event != Event::End(end));
    events
        .filter_map(|event| if let Event::Text(text) | Event::Code(text) = event { Some(&**text) } else { None })
        .collect()
}

/// A title without the rulings after it.
fn bare(title: &str) -> &str {
    title.split(" (").next().unwrap_or(title)
}

fn raw(html: String) -> Event<'static> {
    Event::Html(html.into())
}

fn inline(html: String) -> Event<'static> {
    Event::InlineHtml(html.into())
}

/// The names of sections, as the links between the documents have them.
#[derive(Default)]
struct Slugs(Vec<String>);

impl Slugs {
    fn of(&mut self, title: &str) -> String {
        let kept =
            title.to_lowercase().replace(|letter: char| !letter.is_alphanumeric() && !"- _".contains(letter), "");
        let slug = kept.replace(' ', "-");
        let numbered = iter::once(slug.clone()).chain((1..).map(|number| format!("{slug}-{number}")));
        let slug = numbered.into_iter().find(|slug| !self.0.contains(slug)).unwrap_or(slug);
        self.0.push(slug.clone());
        slug
    }

    fn last(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }
}
