//! JSON as the pages show it: fields in the order of the answer, and line breaks only where a line would be too long.

use std::iter::Peekable;
use std::str::Chars;

/// The most characters of a line that has an object or a list.
const WIDTH: usize = 120;
/// The spaces of one level.
const STEP: usize = 2;

/// A value, with the texts of its atoms as they were written.
enum Node {
    Atom(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

/// Lays out a JSON text without spaces.
pub(super) fn laid_out(json: &str) -> String {
    let mut page = String::new();
    node(&mut json.chars().peekable()).write(0, 0, &mut page);
    page
}

fn node(rest: &mut Peekable<Chars<'_>>) -> Node {
    match rest.peek() {
        Some('[') => Node::List(items(rest, ']', node)),
        Some('{') => Node::Object(items(rest, '}', |rest| {
            let name = text(rest);
            assert_eq!(rest.next(), Some(':'));
            (name, node(rest))
        })),
        Some('"') => Node::Atom(text(rest)),
        _ => {
            let mut atom = String::new();
            while let Some(letter) = rest.next_if(|letter| !matches!(letter, ',' | ']' | '}')) {
                atom.push(letter);
            }
            Node::Atom(atom)
        }
    }
}

/// The items between two brackets.
fn items<T>(rest: &mut Peekable<Chars<'_>>, end: char, read: impl Fn(&mut Peekable<Chars<'_>>) -> T) -> Vec<T> {
    rest.next();
    let mut items = Vec::new();
    while rest.next_if_eq(&end).is_none() {
        items.push(read(rest));
        rest.next_if_eq(&',');
    }
    items
}

/// A text with its quotation marks.
fn text(rest: &mut Peekable<Chars<'_>>) -> String {
    let mut text = String::from(rest.next().expect("a quotation mark"));
    let mut is_escaped = false;
    for letter in rest.by_ref() {
        text.push(letter);
        match letter {
            '"' if !is_escaped => break,
            letter => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    text
}

impl Node {
    fn on_one_line(&self) -> String {
        match self {
            Self::Atom(text) => text.clone(),
            Self::List(items) => format!("[{}]", items.iter().map(Self::on_one_line).collect::<Vec<_>>().join(", ")),
            Self::Object(fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name}: {}", value.on_one_line())).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
    }

    /// Writes the node at this level, after `before` characters of its line.
    fn write(&self, level: usize, before: usize, page: &mut String) {
        let line = self.on_one_line();
        // The outermost object is always taken apart.
        if matches!(self, Self::Atom(_)) || level > 0 && before + line.chars().count() < WIDTH {
            return page.push_str(&line);
        }
        let indent = " ".repeat(STEP * (level + 1));
        let mut separator = "";
        page.push(if matches!(self, Self::List(_)) { '[' } else { '{' });
        let (names, values): (Vec<_>, Vec<_>) = match self {
            Self::List(items) => items.iter().map(|item| (String::new(), item)).unzip(),
            Self::Object(fields) => fields.iter().map(|(name, value)| (format!("{name}: "), value)).unzip(),
            Self::Atom(_) => unreachable!("an atom is one line"),
        };
        // A list of short values fills its lines.
        let is_short = values.iter().all(|value| value.on_one_line().chars().count() < WIDTH / 3);
        let fills = matches!(self, Self::List(_)) && is_short;
        let mut length = WIDTH;
        for (name, value) in names.iter().zip(&values) {
            page.push_str(separator);
            let size = name.chars().count() + value.on_one_line().chars().count();
            if fills && length + size + 3 <= WIDTH {
                page.push(' ');
                length += size + 2;
            } else {
                page.push('\n');
                page.push_str(&indent);
                length = indent.len() + size + 1;
            }
            page.push_str(name);
            value.write(level + 1, indent.len() + name.chars().count(), page);
            separator = ",";
        }
        page.push('\n');
        page.push_str(&" ".repeat(STEP * level));
        page.push(if matches!(self, Self::List(_)) { ']' } else { '}' });
    }
}
