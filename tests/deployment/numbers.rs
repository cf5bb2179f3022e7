//! The sentences of `numbers.txt` stand in the documentation, with the numbers that the code has.
//!
//! Constants are read from the sources, because most are private to their modules.

use std::str::Split;

use ayla::config::Config;

use super::files::{plain, read};

/// What the documentation says, as `numbers.txt` has it: each sentence with its page.
pub(crate) fn sentences() -> Vec<(String, String)> {
    let list = read("tests/deployment/numbers.txt");
    let mut page = String::new();
    let mut sentences = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.strip_prefix("  ") {
            Some(sentence) => sentences.push((page.clone(), plain(&filled(sentence)))),
            None => line.clone_into(&mut page),
        }
    }
    sentences
}

/// A sentence with numbers in place of what stands in braces.
fn filled(sentence: &str) -> String {
    let mut parts = sentence.split(['{', '}']);
    let mut filled = parts.next().expect("a part").to_owned();
    while let (Some(expression), Some(text)) = (parts.next(), parts.next()) {
        filled += &match expression.strip_suffix(" as word") {
            Some(expression) => word(value(expression)).to_owned(),
            None => written(value(expression)),
        };
        filled += text;
    }
    filled
}

/// The value of an expression, computed from left to right.
fn value(expression: &str) -> f64 {
    let mut words = expression.split(' ');
    let mut result = term(&mut words);
    while let Some(operator) = words.next() {
        let operand = term(&mut words);
        result = match operator {
            "*" => result * operand,
            "/" => result / operand,
            "+" => result + operand,
            "-" => result - operand,
            "<<" => result * operand.exp2(),
            _ => panic!("{operator} in {expression}"),
        };
    }
    result
}

/// A number, a default setting, or a file and the name of its constant or setting.
fn term(words: &mut Split<'_, char>) -> f64 {
    let word = words.next().expect("a term");
    if word.ends_with(".rs") {
        constant(word, words.next().expect("a name"))
    } else if word.ends_with(".env") {
        let settings = read(word);
        let name = words.next().expect("a name");
        let set = settings.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value(set.unwrap_or_else(|| panic!("{word} does not set {name}")))
    } else if word.starts_with("AYLA_") {
        Config::default().numbers()[word] as f64
    } else {
        word.replace('_', "").parse().unwrap_or_else(|_| panic!("{word} is not a number"))
    }
}

/// The value of a constant; of a duration, in milliseconds.
fn constant(path: &str, name: &str) -> f64 {
    let source = read(path);
    let declared = source.split_once(&format!("const {name}: ")).and_then(|(_, rest)| rest.split_once(';'));
    let (_, expression) =
        declared.and_then(|(text, _)| text.split_once(" = ")).unwrap_or_else(|| panic!("{path} {name}"));
    match expression.trim_end_matches(')').split_once('(') {
        Some(("Duration::from_secs", seconds)) => 1_000.0 * value(seconds),
        Some(("Duration::from_millis", milliseconds)) => value(milliseconds),
        _ => value(expression),
    }
}

/// A number as the documentation writes it, such as `1,024`.
fn written(number: f64) -> String {
    let digits = number.to_string();
    let places = digits.len();
    let place = |(index, digit): (usize, char)| {
        if index > 0 && (places - index).is_multiple_of(3) { format!(",{digit}") } else { format!("{digit}") }
    };
    digits.chars().enumerate().map(place).collect()
}

/// A small number as a word.
fn word(number: f64) -> &'static str {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if number == 50.0 { "fifty" } else { WORDS[number as usize] }
}

#[test]
fn the_documentation_has_the_numbers_of_the_code() {
    let sentences = sentences();
    assert!(sentences.len() > 60, "only {} sentences", sentences.len());
    let is_missing = |(page, sentence): &&(String, String)| !plain(&read(page)).contains(sentence);
    let missing: Vec<_> = sentences.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "not in the documentation: {missing:#?}");
}

/// A limit that is new has to be in `numbers.txt` too.
#[test]
fn every_number_in_a_table_of_limits_is_compared() {
    let sentences = sentences();
    for page in ["docs/operations.md", "docs/batch.md"] {
        let text = read(page);
        let (_, limits) = text.split_once("\n## Limits\n\n").expect("a section");
        let rows: Vec<_> = limits.lines().skip(2).take_while(|line| line.starts_with('|')).map(plain).collect();
        assert!(rows.len() > 5, "{page}: {rows:?}");
        for row in rows {
            let (limit, _) = row[2..].split_once(" | ").expect("cells");
            let said: Vec<_> = sentences.iter().filter(|(of, said)| of == page && row.contains(said)).collect();
            for number in limit.split(' ').filter(|word| word.starts_with(|first: char| first.is_ascii_digit())) {
                assert!(said.iter().any(|(_, said)| said.contains(number)), "{page}: {number} in {row}");
            }
        }
    }
}

#[test]
fn numbers_are_computed_and_written() {
    for (sentence, expected) in [
        ("at most {64 * 1_024} bytes, {1 << 20 / 1_048_576} MiB", "at most 65,536 bytes, 1 MiB"),
        ("after {3_000 / 1_000 as word} of {999} or {1234567}", "after three of 999 or 1,234,567"),
    ] {
        assert_eq!(filled(sentence), expected);
    }
}
