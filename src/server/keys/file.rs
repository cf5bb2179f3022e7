//! The file of API keys: TOML, with a table for each caller. Nothing that it says is repeated in a fault: somebody may
//! have written a key where its hash should be.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::service::operator_file::{BadFile, FileFault, wrong_name};

use super::{Allowed, Caller, Hash, MAX_HASHES, Rate};

/// The most and the least a second that can be allowed.
const LEAST: f64 = 0.001;
const MOST: f64 = 1_000_000.0;
/// The most at once.
const MOST_AT_ONCE: u32 = 1_000_000;

/// The fields of a caller.
const FIELDS: &str = "sha256, calls-per-second, burst, suggestions-per-second, suggestions-burst";

/// A caller as the file has it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table for each caller, such as [village-bot]")]
struct Entry {
    sha256: Hashes,
    calls_per_second: f64,
    burst: Option<u32>,
    suggestions_per_second: Option<f64>,
    suggestions_burst: Option<u32>,
}

/// One hash or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "sha256 is 64 hexadecimal digits in quotation marks, or a list of such")]
enum Hashes {
    One(String),
    Several(Vec<String>),
}

impl Hashes {
    fn all(&self) -> &[String] {
        match self {
            Self::One(hash) => std::slice::from_ref(hash),
            Self::Several(hashes) => hashes,
        }
    }
}

/// The callers of a text; `file` is what its faults call it.
pub(super) fn parse(file: &Path, text: &[u8], before: &[Caller]) -> Result<Vec<Caller>, BadFile> {
    let Ok(text) = std::str::from_utf8(text) else { return Err(BadFile::whole(file, "the file is not UTF-8")) };
    let mut reader = Reader { file, text, before, seen: HashSet::new(), faults: Vec::new() };
    let callers = match toml::from_str::<BTreeMap<String, Spanned<Entry>>>(text) {
        Ok(entries) => entries.iter().filter_map(|(name, entry)| reader.caller(name, entry)).collect(),
        Err(error) => {
            reader.fault(error.span().map(|span| span.start), None, None, without_values(error.message()));
            Vec::new()
        }
    };
    let hashes = reader.seen.len();
    if hashes > MAX_HASHES {
        reader.fault(None, None, None, format!("it has {hashes} hashes; {MAX_HASHES} are allowed"));
    }
    if reader.faults.is_empty() {
        return Ok(callers);
    }
    reader.faults.sort_by_key(|fault| fault.line);
    Err(BadFile { faults: reader.faults })
}

/// A file that is being read, and what is wrong with it so far.
struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    /// Whoever could call until now.
    before: &'a [Caller],
    seen: HashSet<Hash>,
    faults: Vec<FileFault>,
}

impl Reader<'_> {
    /// Notes a fault at a place, in bytes.
    fn fault(&mut self, at: Option<usize>, caller: Option<&str>, field: Option<&str>, message: impl Into<String>) {
        let line = |at: usize| 1 + self.text.bytes().take(at).filter(|&byte| byte == b'\n').count();
        self.faults.push(FileFault {
            file: self.file.to_owned(),
            line: at.map(line),
            // What is no name may be a key.
            entry: caller.filter(|name| wrong_name(name).is_none()).map(|name| format!("caller {name}")),
            field: field.map(str::to_owned),
            message: message.into(),
        });
    }

    /// The caller of an entry.
    fn caller(&mut self, name: &str, entry: &Spanned<Entry>) -> Option<Caller> {
        let (at, entry) = (Some(entry.span().start), entry.get_ref());
        let mut faults: Vec<(Option<&str>, String)> = Vec::new();
        faults.extend(wrong_name(name).map(|wrong| (None, wrong)));
        let mut hashes = Vec::new();
        for text in entry.sha256.all() {
            match hash(text) {
                Some(hash) if self.seen.insert(hash) => hashes.push(hash),
                Some(_) => faults.push((Some("sha256"), "a hash stands twice in the file".to_owned())),
                None => {
                    faults.push((Some("sha256"), "a hash is 64 hexadecimal digits: the SHA-256 of a key".to_owned()));
                }
            }
        }
        let known = self.before.iter().find(|caller| *caller.name == *name);
        let mut rate = |per_second: f64, burst: Option<u32>, fields: [&'static str; 2], before: Option<&Rate>| {
            if !(LEAST..=MOST).contains(&per_second) {
                faults.push((Some(fields[0]), format!("it is a number from {LEAST} to {MOST}")));
                return None;
            }
            // Of a rate below one a second, one.
            let at_once = burst.unwrap_or(per_second.ceil() as u32);
            if !(1..=MOST_AT_ONCE).contains(&at_once) {
                faults.push((Some(fields[1]), format!("it is a whole number from 1 to {MOST_AT_ONCE}")));
                return None;
            }
            Rate::new(Allowed { per_second, at_once }, before)
        };
        let before = known.map(|known| &known.calls);
        let calls = rate(entry.calls_per_second, entry.burst, ["calls-per-second", "burst"], before);
        let before = known.map(|known| &known.suggestions);
        let suggestions = match (entry.suggestions_per_second, entry.suggestions_burst) {
            (None, None) => calls.as_ref().and_then(|calls| Rate::new(calls.allowed, before)),
            (per_second, burst) => {
                let per_second = per_second.unwrap_or(entry.calls_per_second);
                rate(per_second, burst, ["suggestions-per-second", "suggestions-burst"], before)
            }
        };
        for (field, message) in faults {
            self.fault(at, Some(name), field, message);
        }
        Some(Caller { name: name.into(), hashes, calls: calls?, suggestions: suggestions? })
    }
}

/// The bytes that so many hexadecimal digits are.
fn hash(text: &str) -> Option<Hash> {
    let mut hash = Hash::default();
    if text.len() != 2 * hash.len() || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, digits) in hash.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(hash)
}

/// A message of the reader of TOML without what it is about: somebody may have written a key there.
fn without_values(message: &str) -> String {
    if message.starts_with("unknown field") {
        return format!("a caller has no such field; it has {FIELDS}");
    }
    match message.rsplit_once(", expected ") {
        Some((wrong, expected)) if wrong.starts_with("invalid") => {
            let expected = match expected {
                "f64" => "a number",
                "u32" => "a whole number",
                other => other,
            };
            format!("the value is of the wrong kind: expected is {expected}")
        }
        Some(_) | None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    fn read(text: &str) -> Result<Vec<Caller>, String> {
        parse(Path::new("keys.toml"), text.as_bytes(), &[]).map_err(|bad| bad.to_string())
    }

    #[test]
    fn what_is_not_said_follows_from_what_is() {
        let text = format!(
            "[slow]\nsha256 = '{HASH}'\ncalls-per-second = 0.2\n[fast]\nsha256 = []\ncalls-per-second = 50\nburst = 7\n"
        );
        let callers = read(&text).expect("good");
        let said = |caller: &Caller| (caller.name.to_string(), caller.calls.allowed, caller.suggestions.allowed);
        let allowed = |per_second, at_once| Allowed { per_second, at_once };
        assert_eq!(said(&callers[0]), ("fast".to_owned(), allowed(50.0, 7), allowed(50.0, 7)));
        assert_eq!(said(&callers[1]), ("slow".to_owned(), allowed(0.2, 1), allowed(0.2, 1)));
        let text =
            format!("[a]\nsha256 = ['{HASH}']\ncalls-per-second = 9\nburst = 20\nsuggestions-per-second = 1.5\n");
        assert_eq!(read(&text).expect("good")[0].suggestions.allowed, allowed(1.5, 2));
        assert!(read("").expect("nobody may call").is_empty());
    }

    #[test]
    fn every_fault_is_told_with_its_line_and_no_value() {
        let text = format!(
            "[Bot]\nsha256 = 'secret-key'\ncalls-per-second = 0\n\n[a]\nsha256 = ['{HASH}', '{HASH}']\ncalls-per-second = 1\n\
             suggestions-burst = 0\n"
        );
        let said = read(&text).err().expect("faults");
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(lines.len(), 5, "{said}");
        assert!(lines[0].starts_with("keys.toml:1: a name is"), "{said}");
        assert!(said.contains("keys.toml:1: field sha256: a hash is 64"), "{said}");
        assert!(said.contains("field calls-per-second: it is a number from 0.001 to 1000000"), "{said}");
        assert!(said.contains("keys.toml:5: caller a: field sha256: a hash stands twice"), "{said}");
        assert!(
            said.contains("keys.toml:5: caller a: field suggestions-burst: it is a whole number from 1 to 1000000"),
            "{said}"
        );

        for (text, expected) in [
            ("[a]\nsha256 = 3\ncalls-per-second = 1", "keys.toml:2: sha256 is 64 hexadecimal digits"),
            (
                "[a]\nsha256 = []\ncalls-per-second = 'secret-key'",
                "keys.toml:3: the value is of the wrong kind: expected is a number",
            ),
            (
                "[a]\nsha256 = []\nsecret-key = 1\ncalls-per-second = 1",
                "keys.toml:3: a caller has no such field; it has",
            ),
            (
                "[a]\nsha256 = []\ncalls-per-second = 1\nburst = 1.5",
                "keys.toml:4: the value is of the wrong kind: expected is a whole",
            ),
            ("[a]\nsha256 = []", "keys.toml:1: missing field `calls-per-second`"),
            ("[a\nsecret-key", "keys.toml:1: "),
            ("a = 'secret-key'", "keys.toml:1: the value is of the wrong kind: expected is a table for each caller"),
        ] {
            let said = read(text).err().expect("a fault");
            assert!(said.starts_with(expected) && !said.contains("secret"), "{said}");
        }
    }

    #[test]
    fn there_are_no_more_than_can_be_compared() {
        let many = |count| {
            let hashes: Vec<String> = (0..count).map(|number| format!("'{number:064x}'")).collect();
            read(&format!("[a]\nsha256 = [{}]\ncalls-per-second = 1\n", hashes.join(",")))
        };
        assert!(many(MAX_HASHES).is_ok());
        assert!(many(MAX_HASHES + 1).err().expect("too many").contains("1001 hashes; 1000 are allowed"));
    }

    #[test]
    fn a_file_that_is_read_anew_gives_nobody_more() {
        let text = |rate| format!("[a]\nsha256 = '{HASH}'\ncalls-per-second = {rate}\nburst = 1\n");
        let again = |rate, before: &[Caller]| {
            parse(Path::new("keys.toml"), text(rate).as_bytes(), before).expect("good").remove(0)
        };
        let first = [again(0.001, &[])];
        assert!(first[0].calls.ask("calls").is_none());
        let error = again(0.001, &first).calls.ask("calls").expect("too soon");
        let wait = error.retry_after.expect("told").as_secs();
        assert!((900..=1_000).contains(&wait), "{wait}");
        assert!(again(0.002, &first).calls.ask("calls").is_none(), "another rate begins anew");
    }
}
