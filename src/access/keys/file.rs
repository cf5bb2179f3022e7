//! The file of API keys: TOML, with a table for each caller. No fault repeats anything of the file except names of
//! callers and fields: an operator may have written a key where its hash should be.

use std::collections::HashSet;
use std::path::Path;
use std::slice;
use std::sync::Arc;

use data_encoding::HEXLOWER_PERMISSIVE;
use toml::de::{DeTable, DeValue};

use crate::operator_file::toml::{Faults, Layout, integer, read};
use crate::operator_file::{BadFile, name_fault};

use super::{Caller, CallerMetrics, Hash, MAX_HASHES, RATES};
use ayla_fair::rate::{Limit, Limiter};

/// The range of a burst, in calls.
const BURSTS: [f64; 2] = [1.0, 1_000_000.0];

/// The fields of limits: a rate, and what there may be at once. Budgets are of milliseconds of processor time.
const LIMITS: [[&str; 2]; 2] = [["calls-per-second", "burst"], ["suggestions-per-second", "suggestions-burst"]];
const BUDGETS: [[&str; 2]; 3] = [
    ["search-ms-per-second", "search-ms-burst"],
    ["picture-ms-per-second", "picture-ms-burst"],
    ["rule-ms-per-second", "rule-ms-burst"],
];

const LAYOUT: Layout = Layout {
    entry: ["a caller", "a table such as [village-bot]"],
    depth: 1,
    // A text that is not a name may be a key.
    name: |path| path.first().filter(|name| name_fault(name).is_none()).map(|name| format!("caller {name}")),
    group_fault: |_, _| None,
    is_secret: true,
};

/// The callers of a file with this content. Those whose limits are as they were `before` share their limiters.
pub(super) fn parse(file: &Path, content: &[u8], before: &[Arc<Caller>]) -> Result<Vec<Arc<Caller>>, BadFile> {
    let mut known = HashSet::new();
    read(file, content, &LAYOUT, |faults, path, table| {
        let name = *path.first()?;
        let before = before.iter().find(|caller| *caller.name == *name);
        caller(faults, name, table, before.map(|before| &**before), &mut known).map(Arc::new)
    })
}

/// Reads a caller, and adds the hashes to the `known` ones of the file.
fn caller(
    faults: &mut Faults<'_>,
    name: &str,
    table: &DeTable<'_>,
    before: Option<&Caller>,
    known: &mut HashSet<Hash>,
) -> Option<Caller> {
    for field in ["sha256", "calls-per-second"] {
        faults.require(table, field, "the field is missing");
    }
    let hashes = hashes(faults, table, known);
    let mut number = |field, range, whole| faults.field(table, field, |value| number(value, range, whole));
    let mut numbers = |[rate, burst]: [&'static str; 2]| (number(rate, RATES, false), number(burst, BURSTS, true));
    let ([calls, suggestions], budgets) = (LIMITS.map(&mut numbers), BUDGETS.map(&mut numbers));
    for ((_, burst), [field, _]) in budgets.iter().zip(BUDGETS) {
        if burst.is_some() {
            faults.require(table, field, "the field is missing: there is a burst of it");
        }
    }
    let limit = |per_second: f64, burst: Option<f64>| Limit {
        per_second,
        burst: burst.unwrap_or_else(|| per_second.ceil()) as u32,
    };
    let calls = limit(calls.0?, calls.1);
    let suggestions = match suggestions {
        (None, None) => calls,
        (rate, burst) => limit(rate.unwrap_or(calls.per_second), burst),
    };
    let budget = |at: usize| {
        let (rate, burst) = budgets[at];
        limiter(limit(rate?, burst), before.and_then(|before| before.budgets[at].as_ref()))
    };
    Some(Caller {
        name: name.into(),
        hashes,
        calls: limiter(calls, before.map(|before| &before.calls))?,
        suggestions: limiter(suggestions, before.map(|before| &before.suggestions))?,
        budgets: std::array::from_fn(budget),
        metrics: CallerMetrics::new(name),
    })
}

/// The limiter of a caller: that before a reload if the limit is the same, since reloading a file refills no burst.
fn limiter(limit: Limit, before: Option<&Limiter>) -> Option<Limiter> {
    before.filter(|before| before.limit == limit).cloned().or_else(|| Limiter::new(limit))
}

/// The hashes of a caller: one string or an array of strings.
fn hashes(faults: &mut Faults<'_>, table: &DeTable<'_>, known: &mut HashSet<Hash>) -> Vec<Hash> {
    let value = faults.get(table, "sha256").map(|(_, value)| value);
    let texts = value.map(|value| value.get_ref().as_array().map_or(slice::from_ref(value), |texts| texts));
    let mut hashes = Vec::new();
    for text in texts.unwrap_or_default() {
        let message = match text.get_ref().as_str().and_then(hash) {
            Some(hash) if known.insert(hash) => {
                hashes.push(hash);
                if known.len() != MAX_HASHES + 1 {
                    continue;
                }
                format!("{MAX_HASHES} hashes are allowed, and this is one more")
            }
            Some(_) => "this hash is in the file twice".to_owned(),
            None => "a hash is a string of 64 hexadecimal digits: the SHA-256 of a key".to_owned(),
        };
        faults.add(text.span().start, Some("sha256"), message);
    }
    hashes
}

/// A number in a range, or a clause that says what it must be.
fn number(value: &DeValue<'_>, [least, most]: [f64; 2], whole: bool) -> Result<f64, String> {
    let number = match value {
        DeValue::Float(number) if !whole => number.as_str().parse().ok(),
        _ => integer(value).map(|number| number as f64),
    };
    let kind = if whole { "an integer" } else { "a number" };
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("it must be {kind} from {least} to {most}"))
}

/// The bytes of 64 hexadecimal digits.
fn hash(text: &str) -> Option<Hash> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    fn read(text: &str) -> Result<Vec<Arc<Caller>>, String> {
        parse(Path::new("keys.toml"), text.as_bytes(), &[]).map_err(|bad| bad.to_string())
    }

    #[test]
    fn limits_that_are_not_given_follow_from_the_others() {
        let text = format!(
            "[slow]\nsha256 = '{HASH}'\ncalls-per-second = 0.2\n[fast]\nsha256 = []\ncalls-per-second = 50\nburst = 7\n"
        );
        let callers = read(&text).expect("good");
        let limits = |caller: &Caller| (caller.name.to_string(), caller.calls.limit, caller.suggestions.limit);
        let limit = |per_second, burst| Limit { per_second, burst };
        assert_eq!(limits(&callers[0]), ("slow".to_owned(), limit(0.2, 1), limit(0.2, 1)));
        assert_eq!(limits(&callers[1]), ("fast".to_owned(), limit(50.0, 7), limit(50.0, 7)));
        let text =
            format!("[a]\nsha256 = ['{HASH}']\ncalls-per-second = 9\nburst = 20\nsuggestions-per-second = 1.5\n");
        assert_eq!(read(&text).expect("good")[0].suggestions.limit, limit(1.5, 2));
        assert!(read("").expect("nobody may call").is_empty());
    }

    #[test]
    fn every_fault_is_reported_with_its_line_and_without_a_value() {
        let text = format!(
            "[Bot]\nsha256 = 'secret-key'\ncalls-per-second = 0\n\n[a]\nsha256 = [\n'{HASH}',\n'{HASH}']\n\
             calls-per-second = 'secret-key'\nsuggestions-burst = 0\nsecret-key = 1\n[b]\nsha256 = 3\nburst = 1.5\n\
             calls-per-second = inf\n[c]\n"
        );
        let expected = [
            "keys.toml:1: a name is a lower-case letter and at most 31 more lower-case letters, digits and hyphens",
            "keys.toml:2: field sha256: a hash is a string of 64 hexadecimal digits: the SHA-256 of a key",
            "keys.toml:3: field calls-per-second: it must be a number from 0.001 to 1000000",
            "keys.toml:8: caller a: field sha256: this hash is in the file twice",
            "keys.toml:9: caller a: field calls-per-second: it must be a number from 0.001 to 1000000",
            "keys.toml:10: caller a: field suggestions-burst: it must be an integer from 1 to 1000000",
            "keys.toml:11: caller a: a caller has no such field; it has sha256, calls-per-second, burst, \
             suggestions-per-second, suggestions-burst, search-ms-per-second, search-ms-burst, picture-ms-per-second, \
             picture-ms-burst, rule-ms-per-second, rule-ms-burst",
            "keys.toml:13: caller b: field sha256: a hash is a string of 64 hexadecimal digits: the SHA-256 of a key",
            "keys.toml:14: caller b: field burst: it must be an integer from 1 to 1000000",
            "keys.toml:15: caller b: field calls-per-second: it must be a number from 0.001 to 1000000",
            "keys.toml:16: caller c: field sha256: the field is missing",
            "keys.toml:16: caller c: field calls-per-second: the field is missing",
        ];
        assert_eq!(read(&text).err().expect("faults").lines().collect::<Vec<_>>(), expected);
        for (text, expected) in [
            ("[a\nsecret-key", "keys.toml:1: "),
            ("[a]\nsecret-key = 1\nsecret-key = 2\n", "keys.toml:3: duplicate key"),
            ("a = 'secret-key'", "keys.toml:1: caller a: a caller is a table such as [village-bot], not a string"),
        ] {
            let faults = read(text).err().expect("a fault");
            assert!(faults.starts_with(expected) && !faults.contains("secret"), "{faults}");
        }
    }

    #[test]
    fn the_number_of_hashes_is_limited() {
        let many = |count| {
            let hashes: Vec<String> = (0..count).map(|number| format!("'{number:064x}'")).collect();
            read(&format!("[a]\nsha256 = [{}]\ncalls-per-second = 1\n", hashes.join(",")))
        };
        assert!(many(MAX_HASHES).is_ok());
        assert!(
            many(MAX_HASHES + 1)
                .err()
                .expect("too many")
                .contains(": field sha256: 1000 hashes are allowed, and this is one more")
        );
    }

    #[test]
    fn reloading_a_file_refills_no_burst() {
        let text = |rate| format!("[a]\nsha256 = '{HASH}'\ncalls-per-second = {rate}\nburst = 1\n");
        let again = |rate, before: &[Arc<Caller>]| {
            parse(Path::new("keys.toml"), text(rate).as_bytes(), before).expect("good").remove(0)
        };
        let first = [again(0.001, &[])];
        assert!(first[0].calls.count().is_ok());
        let wait = again(0.001, &first).calls.count().expect_err("too soon").as_secs();
        assert!((900..=1_000).contains(&wait), "{wait}");
        assert!(again(0.002, &first).calls.count().is_ok(), "another rate has another limiter");
    }
}
