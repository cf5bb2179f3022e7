//! The metrics that files name exist. The table of `docs/operations.md` stands for those of the server, which
//! `tests/server/operators.rs` compares with it.

use std::collections::BTreeSet;

use super::files::{operator_files, read, words};

/// The packages for Python and the WebAssembly module, whose names begin as those of metrics do.
const OTHERS: [&str; 3] = ["ayla_client", "ayla_rules", "ayla_web"];

/// The names of the metrics in a text, each histogram by its base name. Words with digits are API keys.
fn metrics(text: &str) -> BTreeSet<&str> {
    let names = words(text, "ayla_").chain(words(text, "process_"));
    let names = names.filter(|name| !OTHERS.contains(name) && !name.contains(|letter: char| letter.is_ascii_digit()));
    let base = |name| ["_bucket", "_sum", "_count"].iter().find_map(|end| str::strip_suffix(name, end)).unwrap_or(name);
    names.map(base).collect()
}

fn documented(page: &str) -> BTreeSet<&str> {
    let rows = page.lines().filter(|line| line.starts_with("| `ayla_") || line.starts_with("| `process_"));
    rows.filter_map(|row| row.split('`').nth(1)).collect()
}

#[test]
fn every_metric_that_is_named_exists() {
    let page = read("docs/operations.md");
    for (path, text) in operator_files() {
        let unknown: Vec<&str> = metrics(&text).difference(&documented(&page)).copied().collect();
        assert!(unknown.is_empty(), "{path}: there are no metrics {unknown:?}");
    }
}

#[test]
fn the_dashboard_shows_every_metric() {
    let page = read("docs/operations.md");
    let dashboard = read("k8s/components/monitoring/dashboard.json");
    assert_eq!(metrics(&dashboard), documented(&page));
}
