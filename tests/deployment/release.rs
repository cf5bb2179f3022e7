//! The version and the description of the crate are the same in all files that repeat them, and the changelog has the
//! form that `.ci/release.py` expects.

use ayla_rules::Variant;

use super::files::{below, read};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The texts between `before` and the next `after`.
fn between<'a>(text: &'a str, before: &str, after: char) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}

#[test]
fn every_file_has_the_version_of_the_crate() {
    let document: serde_json::Value = serde_json::from_str(&read("openapi/mancala.v1.json")).expect("JSON");
    assert_eq!(document["info"]["version"], VERSION);
    for folder in ["clients/rules", "clients/typescript"] {
        let file = |name: &str| -> serde_json::Value {
            serde_json::from_str(&read(&format!("{folder}/{name}"))).expect("JSON")
        };
        let lock = file("package-lock.json");
        let package = file("package.json");
        for version in [&package["version"], &lock["version"], &lock["packages"][""]["version"]] {
            assert_eq!(version, VERSION);
        }
    }
    let project = read("clients/python/pyproject.toml");
    assert_eq!(between(&project, "name = \"ayla-client\"\nversion = \"", '"'), [VERSION]);
    let registered: serde_json::Value = serde_json::from_str(&read("server.json")).expect("JSON");
    assert_eq!(registered["version"], VERSION);
    let mut images = below("k8s", ".yaml");
    images.push(("compose.yaml".to_owned(), read("compose.yaml")));
    let tags = |name: &str| -> Vec<&str> { images.iter().flat_map(|(_, text)| between(text, name, '\n')).collect() };
    assert_eq!(tags("image: ayla:"), [VERSION; 2]);
}

#[test]
fn the_image_and_the_compiler_are_described_as_the_crate_is() {
    let dockerfile = read("Dockerfile");
    let labels = |name: &str| between(&dockerfile, &format!("org.opencontainers.image.{name}=\""), '"');
    assert_eq!(labels("version"), [VERSION]);
    assert_eq!(labels("title"), [env!("CARGO_PKG_NAME")]);
    assert_eq!(labels("description"), [env!("CARGO_PKG_DESCRIPTION")]);
    assert_eq!(labels("licenses"), [env!("CARGO_PKG_LICENSE")]);
    assert!(read("README.md").contains(concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"), " or newer")));
    // The image's compiler can build the crate.
    let number = |text: &str| text.split('.').take(2).map(|part| part.parse().expect("a number")).collect::<Vec<u32>>();
    let compiler = between(&dockerfile, "ARG RUST_VERSION=", '\n');
    assert!(number(compiler[0]) >= number(env!("CARGO_PKG_RUST_VERSION")), "{compiler:?}");
}

#[test]
fn what_is_read_first_names_every_game() {
    let registered: serde_json::Value = serde_json::from_str(&read("server.json")).expect("JSON");
    let description = registered["description"].as_str().expect("a text");
    assert!(description.chars().count() <= 100, "the registry takes no more: {description}");
    for (file, text) in
        [("server.json", description), ("README.md", &read("README.md")), ("CHANGELOG.md", &read("CHANGELOG.md"))]
    {
        for variant in Variant::ALL {
            assert!(text.contains(variant.title()), "{file} does not name {}", variant.title());
        }
    }
}

#[test]
fn the_changelog_has_its_form() {
    let changelog = read("CHANGELOG.md");
    let mut titles = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    assert_eq!(titles.next(), Some("[Unreleased]"));
    let releases = titles.map(|title| {
        let (version, date) = title.strip_prefix('[').and_then(|title| title.split_once("] - ")).expect(title);
        let digits: Vec<&str> = date.split('-').filter(|part| part.bytes().all(|byte| byte.is_ascii_digit())).collect();
        assert_eq!(digits.iter().map(|part| part.len()).collect::<Vec<_>>(), [4, 2, 2], "{title}");
        let number = version.split('-').next().expect("a part").split('.').map(|part| part.parse().expect("a number"));
        number.collect::<Vec<u32>>()
    });
    assert!(releases.is_sorted_by(|newer, older| newer >= older), "the latest release comes first");
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    for kind in changelog.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(kinds.contains(&kind), "{kind} is not a kind of change");
    }
}
