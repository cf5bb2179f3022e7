//! The presets of an operator: a TOML file with a table for each, such as `[awale.village]`.
//!
//! All faults of a file are found at once, each with its line. Only a syntax error hides other faults, since the rest
//! of the file cannot be read with certainty.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ayla_api::preset::{Description, Preset, Presets};
use ayla_api::words::Language;
use ayla_rules::option::Given;
use ayla_rules::{Fault, FaultPlace, Rules, Side, Variant};
use toml::de::DeValue;

use crate::operator_file::toml::{Faults, Layout, integer, read, shown, type_name};
use crate::operator_file::{self, BadFile, ContentHash, OperatorFile};
use crate::reload::ReloadSource;
use crate::service::Service;

/// The most presets of a file.
pub const MAX_PRESETS: usize = 256;
/// The most characters of a title.
pub const MAX_TITLE: usize = 64;
/// The most characters of a summary.
pub const MAX_SUMMARY: usize = 256;

const LAYOUT: Layout = Layout {
    entry: ["a preset", "a table of title, summary, options"],
    depth: 2,
    name: |path| Some(format!("preset {}", path.iter().map(|key| shown(key)).collect::<Vec<_>>().join("."))),
    group_fault: |game, value| match (Variant::from_name(game), value) {
        (None, _) => Some(Language::ENGLISH.say(&(&Fault::UnknownVariant { name: game.to_owned() }).into())),
        (Some(_), DeValue::Table(_)) => None,
        (Some(_), _) => {
            Some(format!("a game is a table of presets, such as [{game}.village], not {}", type_name(value)))
        }
    },
    is_secret: false,
};

/// The presets that come with Ayla, and those of a file; and the hash of its content.
///
/// # Errors
///
/// The file cannot be read, or as for [`parse`].
pub fn load(file: &Path) -> Result<(Presets, ContentHash), BadFile> {
    let (contents, hash) = operator_file::read(&[file.to_owned()]);
    Ok((parse(file, &contents?.concat())?, hash))
}

/// The preset file of a service as a source to reload; its content had this hash at startup.
pub fn source(service: Arc<Service>, file: PathBuf, hash: ContentHash) -> ReloadSource {
    ReloadSource::new(OperatorFile::Presets, vec![file.clone()], hash, move |contents| {
        let presets = parse(&file, &contents.concat())?;
        let added = presets.added();
        service.presets.store(Arc::new(presets));
        Ok(added)
    })
}

/// The presets that come with Ayla, and those of a file with this content.
///
/// # Errors
///
/// The content is not UTF-8 or not TOML; or it has any of these faults, and all of them are returned: unknown games
/// and fields, values of a wrong type, titles and summaries that are too long or not on one line, names that are
/// malformed or taken, options that start-game would refuse, more than [`MAX_PRESETS`] presets.
pub fn parse(file: &Path, content: &[u8]) -> Result<Presets, BadFile> {
    let mut presets = Presets::built_in();
    let mut count = 0;
    let added = read(file, content, &LAYOUT, |faults, path, table| {
        count += 1;
        if count == MAX_PRESETS + 1 {
            faults.add_to_entry(None, format!("{MAX_PRESETS} presets are allowed, and this is one more"));
        }
        let &[game, name] = path else { return None };
        let variant = Variant::from_name(game)?;
        // The keys of a table are distinct, so only a built-in preset can have the same name.
        if presets.of(variant).any(|preset| preset.name == name) {
            faults.add_to_entry(None, format!("{} has a built-in preset of this name", variant.title()));
        }
        let title = faults.field(table, "title", |value| caption(value, MAX_TITLE));
        let summary = faults.field(table, "summary", |value| caption(value, MAX_SUMMARY)).unwrap_or_default();
        faults.require(table, "options", "the options are missing; those of the default rules are {}");
        let (offset, value) = faults.get(table, "options")?;
        let rules = rules(faults, variant, offset, value.get_ref())?;
        let (name, title) = (name.to_owned(), title.unwrap_or_else(|| name.to_owned()));
        Some(Preset { name, description: Some(Description { title, summary }), rules })
    })?;
    presets.add(added);
    Ok(presets)
}

/// A title or a summary: text on one line.
fn caption(value: &DeValue<'_>, max: usize) -> Result<String, String> {
    let Some(text) = value.as_str() else { return Err(format!("it must be a string, not {}", type_name(value))) };
    match text.chars().count() {
        _ if text.trim().is_empty() => Err("it is empty".to_owned()),
        _ if text.contains(breaks_line) => Err("it must be on one line".to_owned()),
        count if count > max => Err(format!("it has {count} characters; {max} are allowed")),
        _ => Ok(text.to_owned()),
    }
}

/// The default rules with these options, which begin at this offset; `None` if they have faults.
fn rules(faults: &mut Faults<'_>, variant: Variant, offset: usize, value: &DeValue<'_>) -> Option<Rules> {
    let before = faults.found.len();
    let Some(table) = value.as_table() else {
        let expected = "the options are a table such as { repetition = 3 }";
        faults.add(offset, Some("options"), format!("{expected}, not {}", type_name(value)));
        return None;
    };
    let mut rules = variant.default_rules();
    // One at a time, since the fault of an unknown option does not say which one it is.
    for (name, value) in table {
        if let Err(message) = set_option(&mut rules, name.get_ref(), value.get_ref()) {
            faults.add(name.span().start, Some(&format!("options.{}", shown(name.get_ref()))), message);
        }
    }
    // Options with faults of their own would only seem to be in conflict.
    if faults.found.len() == before
        && let Err(conflicts) = rules.first_position(Side::South)
    {
        for conflict in conflicts.iter() {
            let (offset, field) = if let FaultPlace::Option(option) = conflict.place() {
                let given = table.get_key_value(option).map(|(name, _)| name.span().start);
                (given.unwrap_or(offset), format!("options.{option}"))
            } else {
                (offset, "options".to_owned())
            };
            faults.add(offset, Some(&field), Language::ENGLISH.say(&conflict.into()));
        }
    }
    (faults.found.len() == before).then_some(rules)
}

/// Sets an option, or returns a clause that says what is wrong with it.
fn set_option(rules: &mut Rules, name: &str, value: &DeValue<'_>) -> Result<(), String> {
    let text;
    let given = match value {
        DeValue::Boolean(flag) => Given::Flag(*flag),
        DeValue::String(word) => Given::Word(word.as_ref()),
        DeValue::Integer(number) => {
            text = number.to_string();
            // A number of another size is out of range for any option; the fault repeats it.
            integer(value).and_then(|number| number.try_into().ok()).map_or(Given::Text(text.as_str()), Given::Number)
        }
        DeValue::Float(number) => Given::Text(number.as_str()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            return Err(format!("an option is a boolean, an integer or a string, not {}", type_name(value)));
        }
    };
    rules.set(name, given).map_err(|fault| Language::ENGLISH.say(&(&fault).into()))
}

/// Whether a character does not belong on a line.
fn breaks_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator_file::MAX_NAME;

    const EXAMPLE: &str = include_str!("../../examples/presets.toml");

    fn presets(text: &str) -> Result<Presets, BadFile> {
        parse(Path::new("p.toml"), text.as_bytes())
    }

    /// The faults of a text, as they are written.
    fn faults(text: &str) -> Vec<String> {
        let bad = presets(text).expect_err(text);
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
        let presets = presets("[awale.z]\noptions = {}\n[awale.b]\ntitle = 'B'\nsummary = 'Bee.'\noptions.limit = 3\n")
            .expect("no fault");
        assert_eq!(presets.added(), 2);
        let names: Vec<_> = presets.of(Variant::Awale).map(|preset| preset.name.as_str()).collect();
        assert_eq!(names, ["default", "tournament", "twos-only", "z", "b"]);
        let z = presets.find(Variant::Awale, "z").expect("added");
        let description = z.describe(Language::ENGLISH);
        assert_eq!((description.title.as_str(), description.summary.as_str()), ("z", ""));
        assert_eq!(z.rules, Variant::Awale.default_rules());
        let b = presets.find(Variant::Awale, "b").expect("added");
        let description = b.describe(Language::ENGLISH);
        assert_eq!((description.title.as_str(), description.summary.as_str()), ("B", "Bee."));
        assert_eq!(b.rules.to_string(), "awale:limit=3");
    }

    #[test]
    fn a_file_without_presets_adds_none() {
        for text in ["", "# nothing yet\n", "[awale]\n", "\u{feff}[awale]\r\n"] {
            assert_eq!(presets(text), Ok(Presets::built_in()), "{text}");
        }
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let options = "{ majority = true, limit = 0x3, few = +1_0, quiet = -0, over-limit = 'none' }";
        let presets = presets(&of("awale", options)).expect("no fault");
        let rules = presets.find(Variant::Awale, "village").expect("added").rules;
        assert_eq!(rules.to_string(), "awale:few=10,limit=3,majority=true,over-limit=none");
    }

    #[test]
    fn a_preset_of_another_game_may_have_the_name() {
        let presets = presets("[awale.finite]\noptions = {}\n[kalah.finite]\noptions = {}\n").expect("no fault");
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
        let no_game = format!("no game is called 'chess'; there are {}", Variant::NAMES.join(", "));
        let table = "a preset is a table of title, summary, options, not an";
        let fields = "a preset has no such field; it has title, summary, options";
        for (text, expected) in [
            ("\nchess = 3\n", format!("2: field chess: {no_game}")),
            ("[chess]\nlimit = 3\n", format!("2: preset chess.limit: {no_game}")),
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
        let bad = parse(Path::new("p.toml"), b"[awale.village]\ntitle = '\xff'\n").expect_err("not UTF-8");
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
        presets(&format!("[awale.{}]\noptions = {{}}\n", "a".repeat(MAX_NAME))).expect("as long as may be");
    }

    #[test]
    fn too_many_presets_are_refused_at_the_first_that_is_too_many() {
        let presets = |count: usize| -> String {
            let game = |number| if number % 2 == 0 { "awale" } else { "andada" };
            (1..=count).map(|number| format!("{}.p{number}.options = {{}}\n", game(number))).collect()
        };
        assert_eq!(
            super::parse(Path::new("p.toml"), presets(MAX_PRESETS).as_bytes()).expect("as many as are allowed").added(),
            MAX_PRESETS
        );
        let expected = "p.toml:257: preset andada.p257: 256 presets are allowed, and this is one more";
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
            ("summary", "1979-05-27".to_owned(), not_string("a datetime")),
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
            presets(&with(&format!("{field} = '{}'", "\u{e9}".repeat(most)))).expect("as long as may be");
        }
    }

    #[test]
    fn options_are_those_of_the_game_with_values_in_range() {
        let at = |option: &str, why: &str| format!("p.toml:2: preset awale.village: field options.{option}: {why}");
        let limit = |found: &str| at("limit", &format!("the option limit must be a number from 1 to 6, not {found}"));
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
        for (value, found) in [("[3]", "an array"), ("{ x = 3 }", "a table"), ("1979-05-27", "a datetime")] {
            let why = format!("an option is a boolean, an integer or a string, not {found}");
            assert_eq!(fault(&of("awale", &format!("{{ limit = {value} }}"))), at("limit", &why));
        }
        let expected = at("majority", "the option majority must be true or false, not the word 'true'");
        assert_eq!(fault(&of("awale", "{ majority = 'true' }")), expected);
        let expected = at("over-limit", "the option over-limit must be one of last, none, not 1");
        assert_eq!(fault(&of("awale", "{ over-limit = 1 }")), expected);
        let said = fault(&of("awale", "{ 'over limit' = 1 }"));
        let why = "Awal\u{e9} has no option called 'over limit' (did you mean over-limit?); it has capture, ";
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
        let places: Vec<_> = presets(text)
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
            let _ = presets(&EXAMPLE[..end]);
            for slip in ["[", "\"", "}", "=", "\n", "'''"] {
                let _ = presets(&format!("{}{slip}{}", &EXAMPLE[..end], &EXAMPLE[end..]));
            }
        }
        for slip in ["=\n", "[a\n", "[a.b]\n", "a\n", "[", "{", "'", "[awale.A]\n"] {
            let bad = presets(&slip.repeat(100_000)).expect_err("a fault");
            assert!(bad.faults.iter().all(|fault| fault.line.is_some()), "{slip}");
        }
    }

    #[test]
    fn the_example_in_the_repository_has_no_fault() {
        assert_eq!(presets(EXAMPLE).expect("no fault").added(), 3);
    }
}
