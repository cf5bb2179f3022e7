//! Formulas of the documentation, worked out with settings.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::vec::IntoIter;

use crate::consistency::{help, setting};

/// Bytes.
pub(crate) const MIB: u64 = 1 << 20;

/// A formula of which the words are read one after the other.
struct Formula<'a> {
    words: Peekable<IntoIter<String>>,
    settings: &'a BTreeMap<String, String>,
    help: &'a str,
}

/// What a formula comes to: sums, products and brackets of numbers, units and settings. A setting that is not given has
/// its default, and the unit that its help names.
pub(crate) fn worked_out(formula: &str, settings: &BTreeMap<String, String>) -> u64 {
    let spaced = formula.replace('(', "( ").replace(')', " )");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    let help = help(&["serve"]).expect("a command");
    let mut formula = Formula { words: words.into_iter().peekable(), settings, help: &help };
    let value = formula.sum();
    assert_eq!(formula.words.next(), None, "the end of {spaced}");
    value
}

impl Formula<'_> {
    fn sum(&mut self) -> u64 {
        let mut value = self.product();
        while self.words.next_if(|word| word == "+").is_some() {
            value += self.product();
        }
        value
    }

    fn product(&mut self) -> u64 {
        let mut value = self.factor();
        while self.words.next_if(|word| word == "×").is_some() {
            value *= self.factor();
        }
        value
    }

    fn factor(&mut self) -> u64 {
        let word = self.words.next().expect("more");
        if word == "(" {
            let value = self.sum();
            assert_eq!(self.words.next().as_deref(), Some(")"));
            return value;
        }
        if let Ok(number) = word.parse::<u64>() {
            let unit = self.words.next_if(|word| word == "KiB" || word == "MiB");
            return number * unit.map_or(1, |unit| if unit == "KiB" { 1_024 } else { MIB });
        }
        let (default, form) = setting(self.help, &word).unwrap_or_else(|| panic!("no setting is called {word}"));
        let value = self.settings.get(&word).cloned().or(default).unwrap_or_else(|| panic!("{word} is not set"));
        value.parse::<u64>().expect("a number") * if form == "MIB" { MIB } else { 1 }
    }
}

#[test]
fn formulas_are_worked_out() {
    let settings = BTreeMap::from([("AYLA_CALLS", "3"), ("AYLA_TABLE_MEMORY", "2")]);
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    assert_eq!(worked_out("AYLA_CALLS × (5 + 2 × 1 KiB)\n+ AYLA_TABLE_MEMORY + 1 MiB", &settings), 6_159 + 3 * MIB);
}
