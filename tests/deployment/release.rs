//! One version: of the crate, and told alike by all that tells one.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use server::Server;

#[path = "support/server.rs"]
mod server;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is there")
}

/// What stands between these in a text, each time.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| Some(rest.split_once(after)?.0)).collect()
}

#[tokio::test]
async fn a_server_tells_the_version_everywhere() {
    let server = Server::start();
    let info = server.json().await.get("/v1/server-info").await.json();
    assert_eq!(info["build"]["version"], VERSION);
    let document = server.json().await.get("/openapi.json").await.json();
    assert_eq!(document["info"]["version"], VERSION);

    let metrics = server.operator().await.get("/metrics").await.body;
    let metrics = std::str::from_utf8(&metrics).expect("UTF-8");
    let told = metrics.lines().find(|line| line.starts_with("ayla_build_info{")).expect("a metric");
    assert_eq!(between(told, "version=\"", "\""), [VERSION]);
}

#[test]
fn the_command_line_tells_the_version() {
    let said = Command::new(env!("CARGO_BIN_EXE_ayla")).arg("--version").output().expect("it runs").stdout;
    assert_eq!(String::from_utf8(said).expect("UTF-8"), format!("ayla {VERSION}\n"));
}

#[test]
fn the_files_tell_the_version() {
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        assert_eq!(between(&read(lock), "name = \"ayla\"\nversion = \"", "\""), [VERSION], "{lock}");
    }
    let document: Value = serde_json::from_str(&read("openapi/mancala.v1.json")).expect("JSON");
    assert_eq!(document["info"]["version"], VERSION);
    assert_eq!(between(&read("Dockerfile"), "org.opencontainers.image.version=\"", "\""), [VERSION]);
}

/// The image says of itself what the crate says.
#[test]
fn the_image_tells_what_the_crate_is() {
    let dockerfile = read("Dockerfile");
    let label = |name: &str| between(&dockerfile, &format!("org.opencontainers.image.{name}=\""), "\"").join(" and ");
    assert_eq!(label("title"), env!("CARGO_PKG_NAME"));
    assert_eq!(label("description"), env!("CARGO_PKG_DESCRIPTION"));
    assert_eq!(label("licenses"), env!("CARGO_PKG_LICENSE"));
    // A compiler that the crate can be built with.
    let number = |text: &str| text.split('.').take(2).map(|part| part.parse().expect("a number")).collect::<Vec<u32>>();
    let compiler = between(&dockerfile, "ARG RUST_VERSION=", "\n");
    assert!(number(compiler[0]) >= number(env!("CARGO_PKG_RUST_VERSION")), "{compiler:?}");
}

/// What `.ci/release.py` relies on, and leaves.
#[test]
fn the_changelog_has_its_form() {
    let changelog = read("CHANGELOG.md");
    let titles: Vec<&str> = changelog.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(titles.first(), Some(&"[Unreleased]"), "{titles:?}");

    let mut later = None;
    for title in &titles[1..] {
        let (version, date) =
            title.strip_prefix('[').and_then(|title| title.split_once("] - ")).expect("[version] - date");
        let number = version.split_once('-').map_or(version, |(number, _)| number);
        let number: Vec<u32> = number.split('.').map(|part| part.parse().expect("a number")).collect();
        assert_eq!(number.len(), 3, "{title}");
        assert!(later.is_none_or(|later| number <= later), "{title} is not older than the one above");
        later = Some(number);
        let widths: Vec<usize> = date.split('-').map(str::len).collect();
        assert!(widths == [4, 2, 2] && date.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()), "{title}");
    }
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    for kind in changelog.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(kinds.contains(&kind), "{kind} is no kind of change");
    }
}
