//! The reader of TOML files that operators write: tables of entries, such as presets or callers, whose faults are all
//! found at once, each with its line.
//!
//! It reads the values with their places. A derived `Deserialize` would end at the first fault of an entry, and its
//! messages repeat values, of which one may be an API key.

use std::path::Path;

use ayla_rules::notation::quoted;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::{BadFile, FileFault, name_fault};

/// The most characters of a key that a fault repeats without quotation marks.
const MAX_BARE_KEY: usize = 40;

/// The layout of a file: a table for each entry.
#[derive(Debug)]
pub(crate) struct Layout {
    /// An entry with an article, such as `a caller`, and the table that it is, such as `a table such as [village-bot]`.
    pub(crate) entry: [&'static str; 2],
    /// The number of keys in the path of an entry.
    pub(crate) depth: usize,
    /// The entry with this path as faults name it, such as `preset awale.village`; `None` if they must not repeat it.
    pub(crate) name: fn(&[&str]) -> Option<String>,
    /// The fault of a key above the entries, by its value: it is reported for each of them.
    pub(crate) group_fault: fn(&str, &DeValue<'_>) -> Option<String>,
    /// Whether faults must repeat nothing of the file but names of entries and fields.
    pub(crate) is_secret: bool,
}

/// An entry: the offset of its last key, its path and its value.
type Found<'t> = (usize, Vec<&'t str>, &'t DeValue<'t>);

/// The faults found so far in a file.
#[derive(Debug)]
pub(crate) struct Faults<'a> {
    file: &'a Path,
    /// The offset of each line, in bytes. Without it, a million faults would count a million lines each.
    lines: Vec<usize>,
    pub(crate) found: Vec<FileFault>,
    /// The name and the offset of the entry that is being read.
    entry: (Option<String>, usize),
    /// The fields of it that were asked for: those that an entry may have.
    fields: Vec<&'static str>,
}

/// Reads a file with this content. Its entries are those that `entry` returns for each path and table. It asks for
/// every field that there may be.
///
/// # Errors
///
/// The content is not UTF-8 or not TOML, or there are faults: those that `entry` adds, names that are malformed, and
/// fields that it does not ask for.
pub(crate) fn read<T>(
    file: &Path,
    content: &[u8],
    layout: &Layout,
    mut entry: impl FnMut(&mut Faults<'_>, &[&str], &DeTable<'_>) -> Option<T>,
) -> Result<Vec<T>, BadFile> {
    let ends = content.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    let lines = std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect();
    let mut faults = Faults { file, lines, found: Vec::new(), entry: (None, 0), fields: Vec::new() };
    let mut read = Vec::new();
    match std::str::from_utf8(content) {
        Ok(text) => {
            let (document, errors) = DeTable::parse_recoverable(text);
            let mut entries = Vec::new();
            faults.find(layout, &[], document.get_ref(), &mut entries);
            entries.sort_by_key(|(offset, ..)| *offset);
            if errors.is_empty() {
                for (offset, path, value) in entries {
                    faults.entry = ((layout.name)(&path), offset);
                    if let Some(message) = path.last().and_then(|name| name_fault(name)) {
                        faults.add_to_entry(None, message);
                    }
                    let Some(table) = value.as_table() else {
                        let [article, expected] = layout.entry;
                        faults.add_to_entry(None, format!("{article} is {expected}, not {}", type_name(value)));
                        continue;
                    };
                    faults.fields.clear();
                    read.extend(entry(&mut faults, &path, table));
                    faults.add_unknown_fields(layout, table);
                }
            } else {
                // Other faults may follow from these.
                faults.found.clear();
                errors.iter().for_each(|error| faults.add_syntax_error(layout, text, &entries, error));
            }
        }
        Err(error) => faults.add(error.valid_up_to(), None, "the file is not UTF-8"),
    }
    // They were found entry by entry, and a table may be spread over the file.
    faults.found.sort_by_key(|fault| fault.line);
    if faults.found.is_empty() { Ok(read) } else { Err(BadFile { faults: faults.found }) }
}

impl Faults<'_> {
    /// Adds a fault of this field of the entry, `offset` bytes from the beginning of the file.
    pub(crate) fn add(&mut self, offset: impl Into<Option<usize>>, field: Option<&str>, message: impl Into<String>) {
        let line = offset.into().map(|offset| self.lines.partition_point(|&begin| begin <= offset));
        let file = self.file.to_owned();
        let entry = self.entry.0.clone();
        let field = field.map(str::to_owned);
        self.found.push(FileFault { file, line, entry, field, message: message.into() });
    }

    /// Adds a fault of the entry, or of a field that it does not have.
    pub(crate) fn add_to_entry(&mut self, field: Option<&str>, message: impl Into<String>) {
        self.add(self.entry.1, field, message);
    }

    /// The offset of a field and its value, if there is one.
    pub(crate) fn get<'t>(
        &mut self,
        table: &'t DeTable<'t>,
        field: &'static str,
    ) -> Option<(usize, &'t Spanned<DeValue<'t>>)> {
        self.fields.push(field);
        table.get_key_value(field).map(|(key, value)| (key.span().start, value))
    }

    /// Adds a fault with this message if there is no such field.
    pub(crate) fn require(&mut self, table: &DeTable<'_>, field: &'static str, message: &str) {
        if !table.contains_key(field) {
            self.add_to_entry(Some(field), message);
        }
    }

    /// The value of a field, if there is one, as `read` reads it; a fault with the message that `read` returns.
    pub(crate) fn field<T>(
        &mut self,
        table: &DeTable<'_>,
        field: &'static str,
        read: impl FnOnce(&DeValue<'_>) -> Result<T, String>,
    ) -> Option<T> {
        let (offset, value) = self.get(table, field)?;
        read(value.get_ref()).map_err(|message| self.add(offset, Some(field), message)).ok()
    }

    /// Adds a syntax error, in the last entry that begins before it. Of a secret file, what was read of it may be a
    /// secret.
    fn add_syntax_error(&mut self, layout: &Layout, text: &str, entries: &[Found<'_>], error: &Error) {
        let mut message = error.message().to_owned();
        let span = error.span();
        self.entry.0 = None;
        if let Some(span) = span.clone().filter(|_| !layout.is_secret) {
            let before = entries.partition_point(|(begin, ..)| *begin <= span.start).checked_sub(1);
            self.entry.0 = before.and_then(|last| (layout.name)(&entries[last].1));
            if let Some(piece) = text.get(span).filter(|piece| !piece.is_empty()) {
                message = format!("{message}: {}", quoted(piece));
            }
        }
        self.add(span.map(|span| span.start), None, message);
    }

    /// Finds the entries of a table with this path.
    fn find<'t>(&mut self, layout: &Layout, path: &[&'t str], table: &'t DeTable<'t>, found: &mut Vec<Found<'t>>) {
        for (key, value) in table {
            let path = [path, &[key.get_ref()]].concat();
            let offset = key.span().start;
            let key = key.get_ref();
            let value = value.get_ref();
            if path.len() == layout.depth {
                found.push((offset, path, value));
                continue;
            }
            let below = value.as_table().filter(|table| !table.is_empty());
            match ((layout.group_fault)(key, value), below) {
                (None, Some(table)) => self.find(layout, &path, table, found),
                (None, None) => {}
                (Some(fault), Some(table)) => {
                    for (name, _) in table {
                        self.entry.0 = (layout.name)(&[key, name.get_ref()]);
                        self.add(name.span().start, None, fault.as_str());
                    }
                    self.entry.0 = None;
                }
                (Some(fault), None) => self.add(offset, Some(&shown(key)), fault),
            }
        }
    }

    /// Adds a fault for each field of an entry that was not asked for.
    fn add_unknown_fields(&mut self, layout: &Layout, table: &DeTable<'_>) {
        let known = std::mem::take(&mut self.fields);
        for (field, _) in table.iter().filter(|(field, _)| !known.contains(&field.get_ref().as_ref())) {
            let name = (!layout.is_secret).then(|| shown(field.get_ref()));
            let message = format!("{} has no such field; it has {}", layout.entry[0], known.join(", "));
            self.add(field.span().start, name.as_deref(), message);
        }
    }
}

/// A key as faults repeat it: in quotation marks unless it can be a bare key.
pub(crate) fn shown(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !key.is_empty() && key.len() <= MAX_BARE_KEY && key.bytes().all(bare) { key.to_owned() } else { quoted(key) }
}

/// The type of a value, with an article.
pub(crate) fn type_name(value: &DeValue<'_>) -> String {
    let name = value.type_str();
    format!("{} {name}", if name.starts_with(['a', 'i']) { "an" } else { "a" })
}

/// The number in an integer; `None` if it has more than 64 bits.
pub(crate) fn integer(value: &DeValue<'_>) -> Option<i64> {
    value.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
}
