//! The settings that files name are those of `ayla serve`.

use std::collections::BTreeSet;

use ayla_test_server::command::run;

use crate::files::{operator_files, read, words};

/// A setting as the help describes it.
struct Setting {
    flag: String,
    variable: String,
    default: Option<String>,
}

fn settings() -> Vec<Setting> {
    let help = run(&["serve", "--help"]).answer();
    let between = |text: &str, begin: &str| Some(text.split_once(begin)?.1.split(['=', ']']).next()?.trim().to_owned());
    let entries = help.split("\n      --").skip(1);
    let settings = entries.filter_map(|entry| {
        let flag = entry.split([' ', '\n']).next()?.to_owned();
        Some(Setting { flag, variable: between(entry, "[env: ")?, default: between(entry, "[default: ") })
    });
    settings.collect()
}

#[test]
fn operations_page_lists_every_setting_as_the_help_does() {
    let page = read("docs/operations.md");
    let settings = settings();
    assert!(settings.len() > 20);
    assert_eq!(page.lines().filter(|line| line.starts_with("| `--")).count(), settings.len());
    for Setting { flag, variable, default } in settings {
        let row = page.lines().find(|line| line.starts_with(&format!("| `--{flag}` | `{variable}` |")));
        let row = row.unwrap_or_else(|| panic!("no row for {flag}"));
        if let Some(default) = default {
            assert_eq!(row.split(" | ").nth(2), Some(default.as_str()), "{row}");
        }
    }
}

#[test]
fn every_variable_that_is_named_exists() {
    let dockerfile = read("Dockerfile");
    let arguments = dockerfile.lines().filter_map(|line| line.strip_prefix("ARG ")).map(str::to_owned);
    let known: BTreeSet<String> = settings().into_iter().map(|setting| setting.variable).chain(arguments).collect();
    let mut libraries = BTreeSet::new();
    for (path, text) in operator_files() {
        for variable in words(&text, "AYLA_") {
            assert!(known.contains(variable), "{path}: no setting is called {variable}");
        }
        libraries.extend(words(&text, "OTEL_").map(str::to_owned));
    }
    // The variables of OpenTelemetry are in no help, but the binary has to contain their names.
    let binary = std::fs::read(env!("CARGO_BIN_EXE_ayla")).expect("a binary");
    for variable in libraries {
        assert!(binary.windows(variable.len()).any(|bytes| bytes == variable.as_bytes()), "{variable}");
    }
}
