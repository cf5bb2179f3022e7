//! The settings that files name are those of the table, with its defaults and ranges.

use std::collections::{BTreeMap, BTreeSet};

use ayla::config::Config;
use ayla_test_server::command::run;

use super::files::{operator_files, read, words};

#[test]
fn operations_page_and_help_have_every_setting_as_the_table_does() {
    let page = read("docs/operations.md");
    let help = run(&["serve", "--help"]).answer();
    let mut config = Config::default();
    let settings = config.settings();
    assert!(settings.len() > 20);
    assert_eq!(page.lines().filter(|line| line.starts_with("| `--")).count(), settings.len());
    for setting in settings {
        let flag = setting.flag();
        let variable = setting.variable;
        let default = if setting.shown.is_empty() { "none" } else { &setting.shown };
        let row = format!("| `--{flag}` | `{variable}` | {default} | {} | ", setting.range);
        assert!(
            page.lines().any(|line| line.starts_with(&row)),
            "docs/operations.md has no row that begins with {row}"
        );
        let flag = format!("--{flag} <{}>", setting.value_name);
        assert!(help.contains(&flag) && help.contains(&format!("[env: {variable}=")), "{variable}");
    }
}

#[test]
fn every_variable_that_is_named_exists() {
    let dockerfile = read("Dockerfile");
    let arguments = dockerfile.lines().filter_map(|line| line.strip_prefix("ARG "));
    let mut config = Config::default();
    let settings = config.settings().into_iter().map(|setting| setting.variable);
    // Tests that write files read the first one, and builds the others.
    let others = ["AYLA_MEND", "AYLA_RULES_MODULE"];
    let known: BTreeSet<&str> = settings.chain(arguments).chain(others).collect();
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

/// Such as `AYLA_DEADLINE_MS` (15 s), in documents, and in comments of files for clusters and balancers.
#[test]
fn a_time_beside_a_variable_is_its_default_or_that_of_the_cluster() {
    let defaults = Config::default().numbers();
    let cluster = read("k8s/base/settings.env");
    let cluster: BTreeMap<&str, u64> = cluster
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect();
    let mut times = 0;
    for (path, text) in operator_files() {
        for variable in words(&text, "AYLA_").filter(|variable| variable.ends_with("_MS")) {
            let end = variable.as_ptr() as usize - text.as_ptr() as usize + variable.len();
            let after = text[end..].trim_start_matches(['`', ',', ' ', '(']);
            let Some(Ok(seconds)) = after.split_once(" s").map(|(seconds, _)| seconds.parse::<u64>()) else { continue };
            let known = [defaults.get(variable), cluster.get(variable)];
            assert!(known.contains(&Some(&(seconds * 1_000))), "{path}: {variable} is not {seconds} s");
            times += 1;
        }
    }
    assert!(times > 5, "{times}");
}

#[test]
fn the_settings_of_the_service_of_systemd_fit_its_limits() {
    let unit = read("examples/systemd/ayla.service");
    let values = |name: &str| -> Vec<&str> {
        let lines = unit.lines().filter_map(|line| line.split_once('=')).filter(|(key, _)| *key == name);
        lines.map(|(_, value)| value).collect()
    };
    let mut config = Config::default();
    for (variable, value) in
        values("Environment").iter().flat_map(|line| line.split(' ')).map(|set| set.split_once('=').expect(set))
    {
        let mut settings = config.settings();
        let setting = settings.iter_mut().find(|setting| setting.variable == variable).expect(variable);
        setting.read(value.as_ref()).expect("a value");
    }
    // With TLS too.
    config.access.tls_cert = Some("tls.crt".into());
    let mebibytes: u64 = values("MemoryMax")[0].trim_end_matches('M').parse().expect("mebibytes");
    assert_eq!(config.memory_fault(mebibytes << 20), None);
    assert!(config.memory_fault((mebibytes - 16) << 20).is_some(), "MemoryMax can be less");
    // The descriptors for all but connections of callers.
    assert!(values("LimitNOFILE")[0].parse::<usize>().expect("a number") >= config.capacity.connections + 128);
    let drain = config.drain.delay + config.drain.time + std::time::Duration::from_secs(5);
    let timeout: u64 = values("TimeoutStopSec")[0].trim_end_matches('s').parse().expect("seconds");
    assert!(timeout >= drain.as_secs());
}

#[test]
fn the_page_of_the_image_has_its_variables() {
    let page = read("docs/container.md");
    let dockerfile = read("Dockerfile");
    let set = dockerfile.lines().map(|line| line.trim_start_matches("ENV ").trim().trim_end_matches('\\').trim_end());
    let set = set.filter(|line| line.starts_with("AYLA_") || line.starts_with("MIMALLOC_"));
    let set = set.filter_map(|line| line.split_once('='));
    let rows: Vec<_> = set.map(|(name, value)| format!("| `{name}` | {value} |")).collect();
    assert!(rows.len() > 3, "{rows:?}");
    for row in rows {
        assert!(page.contains(&row), "docs/container.md: {row}");
    }
}
