//! The operator's own presets: a TOML file with a table for each, such as `[awale.village]`.
//!
//! Everything that is wrong with a file is found at once, each fault with its line. Only a text that is no TOML is
//! refused for that alone, since nothing certain can be said about the rest of it.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::service::operator_file::{self, BadFile, FileFault, contents};
use ayla_rules::notation::quoted;
use ayla_rules::option::Given;
use ayla_rules::{Fault, Place, Rules, Side, Variant};

use super::{Preset, Presets};

/// The most presets of a file.
pub const MAX_PRESETS: usize = 256;
/// The most characters of a title.
pub const MAX_TITLE: usize = 64;
/// The most characters of a summary.
pub const MAX_SUMMARY: usize = 256;

/// The most characters of a key that a fault repeats bare.
const BARE: usize = 40;

/// The fields of a preset.
const FIELDS: [&str; 3] = ["title", "summary", "options"];

impl Presets {
    /// The presets that come with Ayla, and those of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is too large, or has any of the faults of [`Presets::parse`].
    pub fn read(file: &Path) -> Result<Self, BadFile> {
        Self::parse(file, &contents(file)?)
    }

    /// The presets that come with Ayla, and those of a text; `file` is what its faults call it.
    ///
    /// # Errors
    ///
    /// The text is not UTF-8 or not TOML; or all of these: unknown games and fields, values of a wrong type, titles and
    /// summaries that are too long or not on one line, names that are none or are taken, options that start-game would
    /// refuse, more than [`MAX_PRESETS`] presets.
    pub fn parse(file: &Path, text: &[u8]) -> Result<Self, BadFile> {
        let mut reader = Reader::new(file, text);
        let mut presets = Self::built_in();
        match std::str::from_utf8(text) {
            Ok(text) => reader.read(text, &mut presets),
            Err(error) => reader.fault(Some(error.valid_up_to()), None, None, "the file is not UTF-8"),
        }
        if reader.faults.is_empty() {
            return Ok(presets);
        }
        // They were found game by game, and a table may be spread over the file.
        reader.faults.sort_by_key(|fault| fault.line);
        Err(BadFile { faults: reader.faults })
    }
}

/// A key with its value.
type Entry<'t, 'i> = (&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>);

/// The entries of a table in the order in which they are written.
fn entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// What is known of a preset while it is read.
struct Subject {
    /// Where its name stands, in bytes.
    at: usize,
    /// Its game and name as faults call it.
    path: String,
}

/// A file that is being read, and what is wrong with it so far.
struct Reader<'a> {
    file: &'a Path,
    /// Where each line begins, in bytes. A million faults must not count a million lines each.
    lines: Vec<usize>,
    faults: Vec<FileFault>,
}

impl<'a> Reader<'a> {
    fn new(file: &'a Path, text: &[u8]) -> Self {
        let ends = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect();
        Self { file, lines, faults: Vec::new() }
    }

    /// Notes a fault at a place, in bytes.
    fn fault(&mut self, at: Option<usize>, preset: Option<&str>, field: Option<String>, message: impl Into<String>) {
        self.faults.push(FileFault {
            file: self.file.to_owned(),
            line: at.map(|at| self.lines.partition_point(|&begin| begin <= at)),
            entry: preset.map(|preset| format!("preset {preset}")),
            field,
            message: message.into(),
        });
    }

    /// Adds the presets of a text.
    fn read(&mut self, text: &str, presets: &mut Presets) {
        let (document, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            self.syntax(text, &errors);
            return;
        }
        let mut all = Vec::new();
        for (game, value) in entries(document.get_ref()) {
            let at = Some(game.span().start);
            match (Variant::from_name(game.get_ref()), value.get_ref()) {
                (Some(variant), DeValue::Table(table)) => {
                    for (name, value) in entries(table) {
                        all.push((name.span().start, path(variant.name(), name.get_ref())));
                        self.preset(variant, name, value, presets);
                    }
                }
                (Some(_), value) => {
                    let message = format!(
                        "a game has presets, each a table such as [{}.village], not {}",
                        game.get_ref(),
                        kind(value)
                    );
                    self.fault(at, None, Some(key(game.get_ref())), message);
                }
                (None, value) => self.unknown_game(game, value),
            }
        }
        all.sort_unstable();
        if let Some((at, path)) = all.get(MAX_PRESETS) {
            let message =
                format!("the file has {} presets; {MAX_PRESETS} are allowed, and this is one more", all.len());
            self.fault(Some(*at), Some(path), None, message);
        }
    }

    /// Tells what makes a text no TOML, with the preset whose header stands above.
    fn syntax(&mut self, text: &str, errors: &[toml::de::Error]) {
        let headers: Vec<_> = headers(text).collect();
        for error in errors {
            let span = error.span();
            let at = span.as_ref().map(|span| span.start);
            let above = headers.partition_point(|(begin, _)| at.is_some_and(|at| *begin <= at));
            let preset = above.checked_sub(1).and_then(|last| headers[last].1.as_deref());
            let message = match span.and_then(|span| text.get(span)) {
                Some(piece) if !piece.is_empty() => format!("{}: {}", error.message(), quoted(piece)),
                Some(_) | None => error.message().to_owned(),
            };
            self.fault(at, preset, None, message);
        }
    }

    /// Notes every preset of a game that there is not.
    fn unknown_game(&mut self, game: &Spanned<DeString<'_>>, value: &DeValue<'_>) {
        let message = Fault::UnknownVariant { name: game.get_ref().to_string() }.to_string();
        let tables = value.as_table().map(entries).unwrap_or_default();
        let mut tables = tables.into_iter().filter(|(_, value)| value.get_ref().is_table()).peekable();
        if tables.peek().is_none() {
            self.fault(Some(game.span().start), None, Some(key(game.get_ref())), message.as_str());
        }
        for (name, _) in tables {
            let path = path(game.get_ref(), name.get_ref());
            self.fault(Some(name.span().start), Some(&path), None, message.as_str());
        }
    }

    /// Adds the preset of a table.
    fn preset(
        &mut self,
        variant: Variant,
        name: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
        presets: &mut Presets,
    ) {
        let subject = Subject { at: name.span().start, path: path(variant.name(), name.get_ref()) };
        let before = self.faults.len();
        if let Some(message) = wrong_name(variant, name.get_ref(), presets) {
            self.fault(Some(subject.at), Some(&subject.path), None, message);
        }
        let Some(table) = value.get_ref().as_table() else {
            let message = format!("a preset is a table of {}, not {}", FIELDS.join(", "), kind(value.get_ref()));
            self.fault(Some(subject.at), Some(&subject.path), None, message);
            return;
        };
        let (mut title, mut summary, mut rules) = (None, None, None);
        let mut has_options = false;
        for entry @ (field, value) in entries(table) {
            match field.get_ref().as_ref() {
                "title" => title = self.caption(&subject, entry, MAX_TITLE),
                "summary" => summary = self.caption(&subject, entry, MAX_SUMMARY),
                "options" => {
                    has_options = true;
                    rules = self.rules(&subject, variant, field.span().start, value.get_ref());
                }
                other => {
                    let message = format!("a preset has no such field; it has {}", FIELDS.join(", "));
                    self.fault(Some(field.span().start), Some(&subject.path), Some(key(other)), message);
                }
            }
        }
        if !has_options {
            let message = "the options are missing; those of the default rules are {}";
            self.fault(Some(subject.at), Some(&subject.path), Some("options".to_owned()), message);
        }
        if let (true, Some(rules)) = (self.faults.len() == before, rules) {
            let name = name.get_ref().to_string();
            let title = title.unwrap_or_else(|| name.clone());
            presets.0.push(Preset { name, title, summary: summary.unwrap_or_default(), rules, built_in: false });
        }
    }

    /// A title or a summary: a text on one line.
    fn caption(&mut self, subject: &Subject, (field, value): Entry<'_, '_>, most: usize) -> Option<String> {
        let message = match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => "it is empty".to_owned(),
            DeValue::String(text) if text.contains(breaks_line) => "it must be on one line".to_owned(),
            DeValue::String(text) if text.chars().count() > most => {
                format!("it has {} characters; {most} are allowed", text.chars().count())
            }
            DeValue::String(text) => return Some(text.to_string()),
            other => format!("it is a text in quotation marks, not {}", kind(other)),
        };
        self.fault(Some(field.span().start), Some(&subject.path), Some(key(field.get_ref())), message);
        None
    }

    /// The rules that the options make, which stand at `at`.
    fn rules(&mut self, subject: &Subject, variant: Variant, at: usize, value: &DeValue<'_>) -> Option<Rules> {
        let Some(table) = value.as_table() else {
            let message = format!("the options are a table such as {{ repetition = 3 }}, not {}", kind(value));
            self.fault(Some(at), Some(&subject.path), Some("options".to_owned()), message);
            return None;
        };
        let options = entries(table);
        let before = self.faults.len();
        let mut rules = variant.default_rules();
        for (name, value) in &options {
            // One at a time, since a fault of an option that there is not says nothing about which one it is.
            let message = match set_option(rules, name.get_ref(), value.get_ref()) {
                Ok(changed) => {
                    rules = changed;
                    continue;
                }
                Err(message) => message,
            };
            let field = format!("options.{}", key(name.get_ref()));
            self.fault(Some(name.span().start), Some(&subject.path), Some(field), message);
        }
        // Options that are wrong by themselves would only seem to be in conflict.
        if self.faults.len() == before
            && let Err(conflicts) = rules.first_position(Side::South)
        {
            for conflict in conflicts {
                let given = |option| options.iter().find(|(name, _)| name.get_ref() == option);
                let (at, field) = if let Place::Option(option) = conflict.place() {
                    let at = given(option).map_or(at, |(name, _)| name.span().start);
                    (at, format!("options.{option}"))
                } else {
                    (at, "options".to_owned())
                };
                self.fault(Some(at), Some(&subject.path), Some(field), conflict.to_string());
            }
        }
        (self.faults.len() == before).then_some(rules)
    }
}

/// The rules with one option changed, or what is wrong with it.
fn set_option(mut rules: Rules, name: &str, value: &DeValue<'_>) -> Result<Rules, String> {
    let written;
    let given = match value {
        DeValue::Boolean(flag) => Given::Flag(*flag),
        DeValue::String(word) => Given::Word(word.as_ref()),
        DeValue::Integer(number) => {
            match i64::from_str_radix(number.as_str(), number.radix()).ok().and_then(|number| number.try_into().ok()) {
                Some(number) => Given::Number(number),
                // A number that no option can be, to be named in the fault.
                None => {
                    written = number.to_string();
                    Given::Text(written.as_str())
                }
            }
        }
        DeValue::Float(number) => Given::Text(number.as_str()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            return Err(format!("an option is true, false, a whole number or a word, not {}", kind(value)));
        }
    };
    rules.set(name, given).map_err(|fault| fault.to_string())?;
    Ok(rules)
}

/// What is wrong with the name of a preset.
fn wrong_name(variant: Variant, name: &str, presets: &Presets) -> Option<String> {
    let wrong = operator_file::wrong_name(name);
    if wrong.is_some() {
        return wrong;
    }
    // The keys of a table are distinct, so that only those that come with Ayla, which are first, can have it.
    let taken = presets.of(variant).take_while(|preset| preset.built_in).any(|preset| preset.name == name);
    taken.then(|| format!("{} has a built-in preset of this name", variant.title()))
}

/// The lines of a text that begin as the header of a table, where they begin, and the preset that they name.
fn headers(text: &str) -> impl Iterator<Item = (usize, Option<String>)> {
    let begins = text.split_inclusive('\n').scan(0, |next, line| {
        let begin = *next;
        *next += line.len();
        Some((begin, line))
    });
    begins.filter(|(_, line)| line.trim_start().starts_with('[')).map(|(begin, line)| {
        let table = DeTable::parse(line).ok();
        let preset = table.and_then(|table| {
            let (game, presets) = entries(table.get_ref()).into_iter().next()?;
            let (name, _) = entries(presets.get_ref().as_table()?).into_iter().next()?;
            Some(path(game.get_ref(), name.get_ref()))
        });
        (begin, preset)
    })
}

/// How faults call a preset.
fn path(game: &str, name: &str) -> String {
    format!("{}.{}", key(game), key(name))
}

/// A key as faults repeat it: bare where TOML could have it so.
fn key(name: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !name.is_empty() && name.len() <= BARE && name.bytes().all(bare) { name.to_owned() } else { quoted(name) }
}

/// Whether a character has no place within a line.
fn breaks_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// What kind of value it is.
const fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../../examples/presets.toml");

    fn parse(text: &str) -> Result<Presets, BadFile> {
        Presets::parse(Path::new("p.toml"), text.as_bytes())
    }

    /// The faults of a text, as they are written.
    fn faults(text: &str) -> Vec<String> {
        let bad = parse(text).expect_err(text);
        bad.to_string().lines().map(str::to_owned).collect()
    }

    fn fault(text: &str) -> String {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{faults:#?}");
        faults.concat()
    }

    /// A preset on lines 1 to 3 with this on line 2.
    fn with(field: &str) -> String {
        format!("[awale.village]\n{field}\noptions = {{ limit = 3 }}\n")
    }

    /// A preset of a game with these options on line 2.
    fn of(game: &str, options: &str) -> String {
        format!("[{game}.village]\noptions = {options}\n")
    }

    #[test]
    fn presets_are_added_in_the_order_of_the_file() {
        let presets = parse("[awale.z]\noptions = {}\n[awale.b]\ntitle = 'B'\nsummary = 'Bee.'\noptions.limit = 3\n")
            .expect("no fault");
        assert_eq!(presets.added(), 2);
        let names: Vec<_> = presets.of(Variant::Awale).map(|preset| preset.name.as_str()).collect();
        assert_eq!(names, ["default", "tournament", "twos-only", "z", "b"]);
        let z = presets.find(Variant::Awale, "z").expect("added");
        assert_eq!((z.title.as_str(), z.summary.as_str(), z.built_in), ("z", "", false));
        assert_eq!(z.rules, Variant::Awale.default_rules());
        let b = presets.find(Variant::Awale, "b").expect("added");
        assert_eq!((b.title.as_str(), b.summary.as_str(), b.built_in), ("B", "Bee.", false));
        assert_eq!(b.rules.to_string(), "awale:limit=3");
    }

    #[test]
    fn a_file_without_presets_adds_none() {
        for text in ["", "# nothing yet\n", "[awale]\n", "\u{feff}[awale]\r\n"] {
            assert_eq!(parse(text), Ok(Presets::built_in()), "{text}");
        }
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let options = "{ majority = true, limit = 0x3, few = +1_0, quiet = -0, over-limit = 'none' }";
        let presets = parse(&of("awale", options)).expect("no fault");
        let rules = presets.find(Variant::Awale, "village").expect("added").rules;
        assert_eq!(rules.to_string(), "awale:few=10,limit=3,majority=true,over-limit=none");
    }

    #[test]
    fn a_preset_of_another_game_may_have_the_name() {
        let presets = parse("[awale.finite]\noptions = {}\n[andada.finite]\noptions = {}\n").expect("no fault");
        assert_eq!(presets.added(), 2);
    }

    #[test]
    fn a_text_that_is_no_toml_is_refused_with_its_lines() {
        assert_eq!(
            fault("[awale.village]\noptions = {}\n\n[awale.village]\ntitle = 'V'\n"),
            "p.toml:4: preset awale.village: duplicate key: 'village'"
        );
        assert_eq!(
            fault("[awale.village]\ntitle = 'a'\ntitle = 'b'\n"),
            "p.toml:3: preset awale.village: duplicate key: 'title'"
        );
        let two = faults("# first\n[awale.village\noptions = {}\n[awale.school]\ntitle = \n");
        assert_eq!(two.len(), 2, "{two:#?}");
        assert!(two[0].starts_with("p.toml:2: unclosed table"), "{two:#?}");
        assert!(two[1].starts_with("p.toml:5: preset awale.school: "), "{two:#?}");
    }

    #[test]
    fn a_text_that_is_not_utf_8_is_refused_with_its_line() {
        let bad = Presets::parse(Path::new("p.toml"), b"[awale.village]\ntitle = '\xff'\n").expect_err("not UTF-8");
        assert_eq!(bad.to_string(), "p.toml:2: the file is not UTF-8");
    }

    #[test]
    fn unknown_games_are_named_with_their_presets() {
        let why = "no game is called 'chess'; there are awale, andada, anywoli";
        let expected = [format!("p.toml:1: preset chess.a: {why}"), format!("p.toml:3: preset chess.b: {why}")];
        assert_eq!(faults("[chess.a]\noptions = {}\n[chess.b]\n"), expected);
        assert_eq!(fault("\nchess = 3\n"), format!("p.toml:2: field chess: {why}"));
        assert_eq!(fault("[chess]\nlimit = 3\n"), format!("p.toml:1: field chess: {why}"));
    }

    #[test]
    fn what_should_be_a_table_is_one() {
        let expected =
            "p.toml:1: field awale: a game has presets, each a table such as [awale.village], not a whole number";
        assert_eq!(fault("awale = 3\n"), expected);
        let expected =
            "p.toml:2: preset awale.limit: a preset is a table of title, summary, options, not a whole number";
        assert_eq!(fault("[awale]\nlimit = 3\n"), expected);
        let expected = "p.toml:1: preset awale.village: a preset is a table of title, summary, options, not a list";
        assert_eq!(fault("[[awale.village]]\n"), expected);
        let expected = "p.toml:2: preset awale.village: field options: the options are a table such as { repetition = 3 }, not a text";
        assert_eq!(fault(&of("awale", "'limit=3'")), expected);
    }

    #[test]
    fn names_are_short_and_plain() {
        let why = "a name is a lower-case letter and at most 31 more lower-case letters, digits and hyphens";
        let long = "a".repeat(33);
        for (name, shown) in [
            ("Village", "Village"),
            ("3-limit", "3-limit"),
            ("-", "-"),
            ("my_own", "my_own"),
            ("''", "''"),
            ("\"my own\"", "'my own'"),
            ("\"vill\\nage\"", "'vill\\nage'"),
            ("\"\u{e9}cole\"", "'\u{e9}cole'"),
            (&long, &long),
        ] {
            let expected = format!("p.toml:2: preset awale.{shown}: {why}");
            assert_eq!(fault(&format!("\n[awale.{name}]\noptions = {{}}\n")), expected);
        }
        parse(&format!("[awale.{}]\noptions = {{}}\n", "a".repeat(operator_file::MAX_NAME)))
            .expect("as long as may be");
    }

    #[test]
    fn a_built_in_name_is_taken() {
        let expected = "p.toml:3: preset awale.tournament: Awal\u{e9} has a built-in preset of this name";
        assert_eq!(fault("# Ours.\n\n[awale.tournament]\noptions = {}\n"), expected);
        let expected = "p.toml:1: preset andada.default: Andada has a built-in preset of this name";
        assert_eq!(fault("[andada.default.options]\n"), expected);
    }

    #[test]
    fn too_many_presets_are_refused_at_the_first_that_is_too_many() {
        let presets = |count: usize| -> String {
            let game = |number| if number % 2 == 0 { "awale" } else { "andada" };
            (1..=count).map(|number| format!("{}.p{number}.options = {{}}\n", game(number))).collect()
        };
        assert_eq!(parse(&presets(MAX_PRESETS)).expect("so many are allowed").added(), MAX_PRESETS);
        let expected =
            "p.toml:257: preset andada.p257: the file has 300 presets; 256 are allowed, and this is one more";
        assert_eq!(fault(&presets(300)), expected);
        fault(&presets(30_000));
    }

    #[test]
    fn unknown_fields_are_named() {
        let why = "a preset has no such field; it has title, summary, options";
        assert_eq!(fault(&with("option = 3")), format!("p.toml:2: preset awale.village: field option: {why}"));
        assert_eq!(fault(&with("'a b' = 3")), format!("p.toml:2: preset awale.village: field 'a b': {why}"));
    }

    #[test]
    fn titles_and_summaries_are_short_texts_on_one_line() {
        let at = |field: &str, why: &str| format!("p.toml:2: preset awale.village: field {field}: {why}");
        let not_text = |kind| format!("it is a text in quotation marks, not {kind}");
        for (field, value, why) in [
            ("title", "3".to_owned(), not_text("a whole number")),
            ("title", "true".to_owned(), not_text("true or false")),
            ("title", "3.5".to_owned(), not_text("a fraction")),
            ("title", "[]".to_owned(), not_text("a list")),
            ("summary", "{}".to_owned(), not_text("a table")),
            ("summary", "1979-05-27".to_owned(), not_text("a date")),
            ("title", "''".to_owned(), "it is empty".to_owned()),
            ("summary", "'  '".to_owned(), "it is empty".to_owned()),
            ("title", r#""a\nb""#.to_owned(), "it must be on one line".to_owned()),
            ("title", r#""a\u001bb""#.to_owned(), "it must be on one line".to_owned()),
            ("summary", "'''a\nb'''".to_owned(), "it must be on one line".to_owned()),
            ("summary", r#""a\u2028b""#.to_owned(), "it must be on one line".to_owned()),
            ("title", format!("'{}'", "\u{e9}".repeat(65)), "it has 65 characters; 64 are allowed".to_owned()),
            ("summary", format!("'{}'", "a".repeat(257)), "it has 257 characters; 256 are allowed".to_owned()),
        ] {
            assert_eq!(fault(&with(&format!("{field} = {value}"))), at(field, &why));
        }
        for (field, most) in [("title", MAX_TITLE), ("summary", MAX_SUMMARY)] {
            parse(&with(&format!("{field} = '{}'", "\u{e9}".repeat(most)))).expect("as long as may be");
        }
    }

    #[test]
    fn options_must_be_given() {
        let expected = "p.toml:2: preset awale.village: field options: \
                        the options are missing; those of the default rules are {}";
        assert_eq!(fault("\n[awale.village]\ntitle = 'Village'\n"), expected);
    }

    #[test]
    fn options_are_those_of_the_game_with_values_in_range() {
        let at = |option: &str, why: &str| format!("p.toml:2: preset awale.village: field options.{option}: {why}");
        let limit = |found: &str| at("limit", &format!("the option limit is a number: 1 to 6, not {found}"));
        for (value, found) in [
            ("7", "7"),
            ("0", "0"),
            ("-1", "'-1'"),
            ("9999999999999999999999", "'9999999999999999999999'"),
            ("3.0", "'3.0'"),
            ("true", "true"),
            ("'3'", "the word '3'"),
        ] {
            assert_eq!(fault(&of("awale", &format!("{{ limit = {value} }}"))), limit(found));
        }
        for (value, found) in [("[3]", "a list"), ("{ x = 3 }", "a table"), ("1979-05-27", "a date")] {
            let why = format!("an option is true, false, a whole number or a word, not {found}");
            assert_eq!(fault(&of("awale", &format!("{{ limit = {value} }}"))), at("limit", &why));
        }
        let expected = at("majority", "the option majority is true or false, not the word 'true'");
        assert_eq!(fault(&of("awale", "{ majority = 'true' }")), expected);
        let expected = at("over-limit", "the option over-limit is one of last, none, not 1");
        assert_eq!(fault(&of("awale", "{ over-limit = 1 }")), expected);
        let said = fault(&of("awale", "{ 'over limit' = 1 }"));
        let why = "Awal\u{e9} has no option called 'over limit'; it has capture, ";
        assert!(said.starts_with(&at("'over limit'", why)), "{said}");
        assert!(fault(&of("andada", "{ limit = 3 }")).contains(": field options.limit: Andada has no option called"));
    }

    #[test]
    fn options_go_together_as_a_game_needs_them() {
        let text = "[andada.village.options]\nteam = 2\nhouses = 9\n";
        let expected = "p.toml:2: preset andada.village: field options.team: \
                        a team of 2 cannot share 9 houses equally (AN-7)";
        assert_eq!(fault(text), expected);
        let said = fault("[anywoli.village.options]\nhouses = 23\n\nseeds = 5\n");
        let expected =
            "p.toml:4: preset anywoli.village: field options.seeds: 23 houses of 5 seeds make 115 in a row; ";
        assert!(said.starts_with(expected), "{said}");
    }

    #[test]
    fn all_faults_are_told_at_once_in_the_order_of_the_lines() {
        let text = "[awale.Village]\n\
                    titel = 'V'\n\
                    options = { limit = 9, wrong = 1 }\n\
                    [chess.a]\n\
                    [andada.x]\n\
                    [awale.default]\n\
                    options = 3\n";
        let places: Vec<_> = parse(text)
            .expect_err("full of faults")
            .faults
            .into_iter()
            .map(|fault| (fault.line, fault.entry.unwrap_or_default(), fault.field.unwrap_or_default()))
            .collect();
        let place = |line: usize, preset: &str, field: &str| (Some(line), format!("preset {preset}"), field.to_owned());
        assert_eq!(
            places,
            [
                place(1, "awale.Village", ""),
                place(2, "awale.Village", "titel"),
                place(3, "awale.Village", "options.limit"),
                place(3, "awale.Village", "options.wrong"),
                place(4, "chess.a", ""),
                place(5, "andada.x", "options"),
                place(6, "awale.default", ""),
                place(7, "awale.default", "options"),
            ]
        );
    }

    #[test]
    fn options_may_be_on_lines_of_their_own() {
        let text = "[awale.village]\r\noptions = {\r\n  limit = 3, # three\r\n  quiet = 'never',\r\n}\r\n";
        let said = fault(text);
        assert!(said.starts_with("p.toml:4: preset awale.village: field options.quiet: "), "{said}");
    }

    #[test]
    fn a_file_that_cannot_be_read_or_is_too_large_is_refused() {
        let folder = std::env::temp_dir();
        let said = Presets::read(&folder.join("ayla-no-such-file.toml")).expect_err("not there").to_string();
        assert!(said.contains("ayla-no-such-file.toml: the file cannot be read: "), "{said}");
        let said = Presets::read(&folder).expect_err("a folder").to_string();
        assert!(said.contains(": the file cannot be read: "), "{said}");

        let file = folder.join(format!("ayla-presets-{}.toml", std::process::id()));
        let comment = "#".repeat(operator_file::MAX_BYTES);
        std::fs::write(&file, &comment).expect("written");
        let fits = Presets::read(&file);
        std::fs::write(&file, comment + "\n").expect("written");
        let too_large = Presets::read(&file);
        std::fs::remove_file(&file).expect("removed");
        assert_eq!(fits, Ok(Presets::built_in()));
        let said = too_large.expect_err("too large").to_string();
        assert_eq!(said, format!("{}: the file is larger than 1048576 bytes", file.display()));
    }

    /// A slip of the hand, such as half a file, is told in words and in time.
    #[test]
    fn no_text_is_too_much() {
        for end in (0..EXAMPLE.len()).filter(|&end| EXAMPLE.is_char_boundary(end)) {
            let _ = parse(&EXAMPLE[..end]);
            for slip in ["[", "\"", "}", "=", "\n", "'''"] {
                let _ = parse(&format!("{}{slip}{}", &EXAMPLE[..end], &EXAMPLE[end..]));
            }
        }
        for slip in ["=\n", "[a\n", "[a.b]\n", "a\n", "[", "{", "'", "[awale.A]\n"] {
            let bad = parse(&slip.repeat(100_000)).expect_err("a fault");
            assert!(bad.faults.iter().all(|fault| fault.line.is_some()), "{slip}");
        }
    }

    #[test]
    fn the_example_of_the_repository_is_without_fault() {
        assert_eq!(parse(EXAMPLE).expect("no fault").added(), 3);
    }
}
