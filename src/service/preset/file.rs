//! The presets of an operator: a TOML file with a table for each, such as `[awale.village]`.
//!
//! All faults of a file are found at once, each with its line. Only a syntax error hides other faults, since the rest of
//! the file cannot be read with certainty.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error};

use crate::service::operator_file::toml::{Entry, Faults, entries, kind, read, shown};
use crate::service::operator_file::{BadFile, name_fault};
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

/// The fields of a preset.
const FIELDS: [&str; 3] = ["title", "summary", "options"];

impl Presets {
    /// The presets that come with Ayla, and those of a file with this content.
    ///
    /// # Errors
    ///
    /// The content is not UTF-8 or not TOML; or it has any of these faults, and all of them are returned: unknown games
    /// and fields, values of a wrong type, titles and summaries that are too long or not on one line, names that are
    /// malformed or taken, options that start-game would refuse, more than [`MAX_PRESETS`] presets.
    pub fn parse(file: &Path, content: &[u8]) -> Result<Self, BadFile> {
        read(file, content, explain, |faults, document| {
            let mut reader = Reader { faults, presets: Self::built_in() };
            reader.document(document);
            reader.presets
        })
    }
}

/// A file that is being read.
struct Reader<'r, 'f> {
    faults: &'r mut Faults<'f>,
    /// The presets without faults so far, those that come with Ayla first.
    presets: Presets,
}

impl Reader<'_, '_> {
    fn document(&mut self, document: &DeTable<'_>) {
        let mut all = Vec::new();
        for (game, value) in entries(document) {
            self.faults.entry = None;
            let name = game.get_ref();
            let Some(variant) = Variant::from_name(name) else {
                self.unknown_game(game, value);
                continue;
            };
            let expected = format!("a game is a table of presets, such as [{name}.village]");
            let table = self.faults.table(game.span().start, Some(&shown(name)), value.get_ref(), &expected);
            for (name, value) in table.map(entries).unwrap_or_default() {
                let entry = entry(variant.name(), name.get_ref());
                all.push((name.span().start, entry.clone()));
                self.faults.entry = Some(entry);
                self.preset(variant, (name, value));
            }
        }
        all.sort_unstable();
        if let Some((offset, entry)) = all.get(MAX_PRESETS) {
            self.faults.entry = Some(entry.clone());
            let message =
                format!("the file has {} presets; {MAX_PRESETS} are allowed, and this is one more", all.len());
            self.faults.add(*offset, None, message);
        }
    }

    /// Adds a fault for each preset of a game that does not exist.
    fn unknown_game(&mut self, game: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) {
        let message = Fault::UnknownVariant { name: game.get_ref().to_string() }.to_string();
        let tables = value.get_ref().as_table().map(entries).unwrap_or_default();
        let mut tables = tables.into_iter().filter(|(_, value)| value.get_ref().is_table()).peekable();
        if tables.peek().is_none() {
            self.faults.add(game.span().start, Some(&shown(game.get_ref())), message.clone());
        }
        for (name, _) in tables {
            self.faults.entry = Some(entry(game.get_ref(), name.get_ref()));
            self.faults.add(name.span().start, None, message.as_str());
        }
    }

    fn preset(&mut self, variant: Variant, (name, value): Entry<'_, '_>) {
        let (offset, name) = (name.span().start, name.get_ref());
        let faults_before = self.faults.count();
        if let Some(message) = self.name_fault(variant, name) {
            self.faults.add(offset, None, message);
        }
        let expected = format!("a preset is a table of {}", FIELDS.join(", "));
        let Some(table) = self.faults.table(offset, None, value.get_ref(), &expected) else { return };
        for (field, _) in entries(table).iter().filter(|(field, _)| !FIELDS.contains(&field.get_ref().as_ref())) {
            let message = format!("a preset has no such field; it has {}", FIELDS.join(", "));
            self.faults.add(field.span().start, Some(&shown(field.get_ref())), message);
        }
        let title = self.caption(table, "title", MAX_TITLE);
        let summary = self.caption(table, "summary", MAX_SUMMARY);
        let rules = match table.get_key_value("options") {
            Some((field, value)) => self.rules(variant, field.span().start, value.get_ref()),
            None => {
                let message = "the options are missing; those of the default rules are {}";
                self.faults.add(offset, Some("options"), message);
                None
            }
        };
        if let (true, Some(rules)) = (self.faults.count() == faults_before, rules) {
            let name = name.to_string();
            let title = title.unwrap_or_else(|| name.clone());
            let summary = summary.unwrap_or_default();
            self.presets.0.push(Preset { name, title, summary, rules, built_in: false });
        }
    }

    fn name_fault(&self, variant: Variant, name: &str) -> Option<String> {
        name_fault(name).or_else(|| {
            // The keys of a table are distinct, so only a built-in preset can have the same name.
            let taken = self.presets.of(variant).any(|preset| preset.built_in && preset.name == name);
            taken.then(|| format!("{} has a built-in preset of this name", variant.title()))
        })
    }

    /// A title or a summary, if there is one: text on one line.
    fn caption(&mut self, table: &DeTable<'_>, field: &str, max: usize) -> Option<String> {
        let (key, value) = table.get_key_value(field)?;
        let message = match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => "it is empty".to_owned(),
            DeValue::String(text) if text.contains(breaks_line) => "it must be on one line".to_owned(),
            DeValue::String(text) if text.chars().count() > max => {
                format!("it has {} characters; {max} are allowed", text.chars().count())
            }
            DeValue::String(text) => return Some(text.to_string()),
            other => format!("it must be a string, not {}", kind(other)),
        };
        self.faults.add(key.span().start, Some(field), message);
        None
    }

    /// The default rules with these options, which begin at this offset.
    fn rules(&mut self, variant: Variant, offset: usize, value: &DeValue<'_>) -> Option<Rules> {
        let expected = "the options are a table such as { repetition = 3 }";
        let table = self.faults.table(offset, Some("options"), value, expected)?;
        let faults_before = self.faults.count();
        let mut rules = variant.default_rules();
        // One at a time, since the fault of an unknown option does not say which one it is.
        for (name, value) in entries(table) {
            match set_option(rules, name.get_ref(), value.get_ref()) {
                Ok(changed) => rules = changed,
                Err(message) => {
                    let field = format!("options.{}", shown(name.get_ref()));
                    self.faults.add(name.span().start, Some(&field), message);
                }
            }
        }
        // Options with faults of their own would only seem to be in conflict.
        if self.faults.count() == faults_before
            && let Err(conflicts) = rules.first_position(Side::South)
        {
            for conflict in conflicts.iter() {
                let (offset, field) = if let Place::Option(option) = conflict.place() {
                    let given = table.get_key_value(option).map(|(name, _)| name.span().start);
                    (given.unwrap_or(offset), format!("options.{option}"))
                } else {
                    (offset, "options".to_owned())
                };
                self.faults.add(offset, Some(&field), conflict.to_string());
            }
        }
        (self.faults.count() == faults_before).then_some(rules)
    }
}

/// The rules with one option changed.
///
/// # Errors
///
/// A clause that says what is wrong with the option.
fn set_option(mut rules: Rules, name: &str, value: &DeValue<'_>) -> Result<Rules, String> {
    let text;
    let given = match value {
        DeValue::Boolean(flag) => Given::Flag(*flag),
        DeValue::String(word) => Given::Word(word.as_ref()),
        DeValue::Integer(number) => {
            text = number.to_string();
            let number = i64::from_str_radix(number.as_str(), number.radix()).ok();
            // A number of another size is out of range for any option; the fault repeats it.
            number.and_then(|number| number.try_into().ok()).map_or(Given::Text(text.as_str()), Given::Number)
        }
        DeValue::Float(number) => Given::Text(number.as_str()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            return Err(format!("an option is a boolean, an integer or a string, not {}", kind(value)));
        }
    };
    rules.set(name, given).map_err(|fault| fault.to_string())?;
    Ok(rules)
}

/// Adds a fault for each syntax error, with the preset whose header precedes it.
fn explain(faults: &mut Faults<'_>, text: &str, errors: &[Error]) {
    let headers: Vec<_> = headers(text).collect();
    for error in errors {
        let span = error.span();
        let offset = span.as_ref().map(|span| span.start);
        let preceding = headers.partition_point(|(header, _)| offset.is_some_and(|offset| *header <= offset));
        faults.entry = preceding.checked_sub(1).and_then(|last| headers[last].1.clone());
        let message = match span.and_then(|span| text.get(span)) {
            Some(piece) if !piece.is_empty() => format!("{}: {}", error.message(), quoted(piece)),
            Some(_) | None => error.message().to_owned(),
        };
        faults.add(offset, None, message);
    }
}

/// The offset of each line that begins like the header of a table, with the preset that it names.
fn headers(text: &str) -> impl Iterator<Item = (usize, Option<String>)> {
    let lines = text.split_inclusive('\n').scan(0, |next, line| {
        let offset = *next;
        *next += line.len();
        Some((offset, line))
    });
    lines.filter(|(_, line)| line.trim_start().starts_with('[')).map(|(offset, line)| {
        let table = DeTable::parse(line).ok();
        let preset = table.and_then(|table| {
            let (game, presets) = entries(table.get_ref()).into_iter().next()?;
            let (name, _) = entries(presets.get_ref().as_table()?).into_iter().next()?;
            Some(entry(game.get_ref(), name.get_ref()))
        });
        (offset, preset)
    })
}

/// A preset as faults name it.
fn entry(game: &str, name: &str) -> String {
    format!("preset {}.{}", shown(game), shown(name))
}

/// Whether a character does not belong on a line.
fn breaks_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::operator_file::MAX_NAME;

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
    fn a_text_that_is_not_toml_is_refused_with_its_lines() {
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
    fn each_fault_is_reported_with_its_line_and_place() {
        let no_game = "no game is called 'chess'; there are awale, andada, anywoli";
        let table = "a preset is a table of title, summary, options, not an";
        let fields = "a preset has no such field; it has title, summary, options";
        for (text, expected) in [
            ("\nchess = 3\n", format!("2: field chess: {no_game}")),
            ("[chess]\nlimit = 3\n", format!("1: field chess: {no_game}")),
            ("[chess.a]\noptions = {}\n", format!("1: preset chess.a: {no_game}")),
            ("awale = 3\n", "1: field awale: a game is a table of presets, such as [awale.village], not an integer".into()),
            ("[awale]\nlimit = 3\n", format!("2: preset awale.limit: {table} integer")),
            ("[[awale.village]]\n", format!("1: preset awale.village: {table} array")),
            (
                "[awale.village]\noptions = 'limit=3'\n",
                "2: preset awale.village: field options: the options are a table such as { repetition = 3 }, not a string".into(),
            ),
            (
                "# Ours.\n\n[awale.tournament]\noptions = {}\n",
                "3: preset awale.tournament: Awal\u{e9} has a built-in preset of this name".into(),
            ),
            (
                "[andada.default.options]\n",
                "1: preset andada.default: Andada has a built-in preset of this name".into(),
            ),
            (&with("option = 3"), format!("2: preset awale.village: field option: {fields}")),
            (&with("'a b' = 3"), format!("2: preset awale.village: field 'a b': {fields}")),
            (
                "\n[awale.village]\ntitle = 'Village'\n",
                "2: preset awale.village: field options: the options are missing; those of the default rules are {}".into(),
            ),
            (
                "[andada.village.options]\nteam = 2\nhouses = 9\n",
                "2: preset andada.village: field options.team: a team of 2 cannot share 9 houses equally (AN-7)".into(),
            ),
        ] {
            assert_eq!(fault(text), format!("p.toml:{expected}"));
        }
        assert_eq!(faults("[chess.a]\noptions = {}\n[chess.b]\n").len(), 2);
        let said = fault("[anywoli.village.options]\nhouses = 23\n\nseeds = 5\n");
        let expected =
            "p.toml:4: preset anywoli.village: field options.seeds: 23 houses of 5 seeds make 115 in a row; ";
        assert!(said.starts_with(expected), "{said}");
        let bad = Presets::parse(Path::new("p.toml"), b"[awale.village]\ntitle = '\xff'\n").expect_err("not UTF-8");
        assert_eq!(bad.to_string(), "p.toml:2: the file is not UTF-8");
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
        parse(&format!("[awale.{}]\noptions = {{}}\n", "a".repeat(MAX_NAME))).expect("as long as may be");
    }

    #[test]
    fn too_many_presets_are_refused_at_the_first_that_is_too_many() {
        let presets = |count: usize| -> String {
            let game = |number| if number % 2 == 0 { "awale" } else { "andada" };
            (1..=count).map(|number| format!("{}.p{number}.options = {{}}\n", game(number))).collect()
        };
        assert_eq!(parse(&presets(MAX_PRESETS)).expect("as many as are allowed").added(), MAX_PRESETS);
        let expected =
            "p.toml:257: preset andada.p257: the file has 300 presets; 256 are allowed, and this is one more";
        assert_eq!(fault(&presets(300)), expected);
        fault(&presets(30_000));
    }

    #[test]
    fn titles_and_summaries_are_short_texts_on_one_line() {
        let at = |field: &str, why: &str| format!("p.toml:2: preset awale.village: field {field}: {why}");
        let not_string = |kind| format!("it must be a string, not {kind}");
        for (field, value, why) in [
            ("title", "3".to_owned(), not_string("an integer")),
            ("title", "true".to_owned(), not_string("a boolean")),
            ("title", "3.5".to_owned(), not_string("a float")),
            ("title", "[]".to_owned(), not_string("an array")),
            ("summary", "{}".to_owned(), not_string("a table")),
            ("summary", "1979-05-27".to_owned(), not_string("a date")),
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
        for (value, found) in [("[3]", "an array"), ("{ x = 3 }", "a table"), ("1979-05-27", "a date")] {
            let why = format!("an option is a boolean, an integer or a string, not {found}");
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
    fn all_faults_are_reported_at_once_in_the_order_of_the_lines() {
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

    /// Whatever an editor leaves behind, such as half a file, is reported with a line, and in time.
    #[test]
    fn every_text_is_read_or_refused_in_time() {
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
    fn the_example_in_the_repository_has_no_fault() {
        assert_eq!(parse(EXAMPLE).expect("no fault").added(), 3);
    }
}
