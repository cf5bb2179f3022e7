//! TOML files that operators write, read so that every fault is found at once, each with its line.

use std::path::Path;

use ayla_rules::notation::quoted;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error};

use super::{BadFile, FileFault};

/// The most characters of a key that a fault repeats without quotation marks.
const MAX_BARE_KEY: usize = 40;

/// A key with its value.
pub(crate) type Entry<'t, 'i> = (&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>);

/// The faults found so far in a file that is being read.
#[derive(Debug)]
pub(crate) struct Faults<'a> {
    file: &'a Path,
    /// The offset of each line, in bytes. Without it, a million faults would count a million lines each.
    lines: Vec<usize>,
    faults: Vec<FileFault>,
    /// The entry that is being read, as faults name it, such as `preset awale.village`.
    pub(crate) entry: Option<String>,
}

impl Faults<'_> {
    /// The number of faults so far.
    pub(crate) const fn count(&self) -> usize {
        self.faults.len()
    }

    /// Adds a fault of this field of the entry, `offset` bytes from the beginning of the file.
    pub(crate) fn add(&mut self, offset: impl Into<Option<usize>>, field: Option<&str>, message: impl Into<String>) {
        let line = offset.into().map(|offset| self.lines.partition_point(|&begin| begin <= offset));
        let (file, entry, field) = (self.file.to_owned(), self.entry.clone(), field.map(str::to_owned));
        self.faults.push(FileFault { file, line, entry, field, message: message.into() });
    }

    /// The table in a value; a fault if it is no table, with this clause about what it should be.
    pub(crate) fn table<'t, 'i>(
        &mut self,
        offset: usize,
        field: Option<&str>,
        value: &'t DeValue<'i>,
        expected: &str,
    ) -> Option<&'t DeTable<'i>> {
        let table = value.as_table();
        if table.is_none() {
            self.add(offset, field, format!("{expected}, not {}", kind(value)));
        }
        table
    }
}

/// Reads a file with this content: its document by `read`, or its syntax errors, which `explain` adds to the faults.
///
/// # Errors
///
/// The content is not UTF-8 or not TOML, or `read` found faults.
pub(crate) fn read<T>(
    file: &Path,
    content: &[u8],
    explain: impl FnOnce(&mut Faults<'_>, &str, &[Error]),
    read: impl FnOnce(&mut Faults<'_>, &DeTable<'_>) -> T,
) -> Result<T, BadFile> {
    let ends = content.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    let lines = std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect();
    let mut faults = Faults { file, lines, faults: Vec::new(), entry: None };
    let value = match std::str::from_utf8(content) {
        Ok(text) => {
            let (document, errors) = DeTable::parse_recoverable(text);
            if errors.is_empty() {
                Some(read(&mut faults, document.get_ref()))
            } else {
                explain(&mut faults, text, &errors);
                None
            }
        }
        Err(error) => {
            faults.add(error.valid_up_to(), None, "the file is not UTF-8");
            None
        }
    };
    let mut faults = faults.faults;
    match value {
        Some(value) if faults.is_empty() => Ok(value),
        Some(_) | None => {
            // They were found entry by entry, and a table may be spread over the file.
            faults.sort_by_key(|fault| fault.line);
            Err(BadFile { faults })
        }
    }
}

/// The entries of a table in the order in which they are written.
pub(crate) fn entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A key as faults repeat it: in quotation marks unless it can be a bare key.
pub(crate) fn shown(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !key.is_empty() && key.len() <= MAX_BARE_KEY && key.bytes().all(bare) { key.to_owned() } else { quoted(key) }
}

/// The TOML type of a value.
pub(crate) const fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
