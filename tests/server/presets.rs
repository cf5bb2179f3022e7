//! Presets from a file: on both transports, with faults, and reloaded while the server runs.

use std::fs;
use std::path::PathBuf;

use ayla_test_server::command::{self, Ended, command, run_with, text};
use ayla_test_server::{Server, alike};
use serde_json::{Value, json};
use tonic::Code;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/presets.toml");

/// A file of presets in a folder of a test's own.
fn file(name: &str, presets: &str) -> PathBuf {
    let file = command::folder(&format!("presets/{name}")).join("presets.toml");
    fs::write(&file, presets).expect("written");
    file
}

/// A server with this in its file of presets, and the file.
fn server(name: &str, presets: &str) -> (Server, PathBuf) {
    let file = file(name, presets);
    (Server::start_with(&[("AYLA_PRESETS", text(&file)), ("AYLA_WATCH_MS", "0")]), file)
}

/// The first position of a game with a preset, on which both transports must agree; none if neither has the preset.
async fn started(server: &Server, variant: &str, preset: &str) -> Option<String> {
    let json = server.json().await.ask(variant, "start-game", &json!({"preset": preset})).await.json();
    match server.rpc().await.ask("start-game", &json!({"variant": variant, "preset": preset})).await {
        Ok(answer) => {
            assert_eq!(alike::of_json(json), answer, "{variant} {preset}");
            Some(answer["position"]["text"].as_str().expect("text").to_owned())
        }
        Err(status) => {
            assert_eq!((status.code(), &json["reason"]), (Code::NotFound, &"UNKNOWN_PRESET".into()), "{preset}");
            None
        }
    }
}

/// The presets of a game, on which all descriptions must agree.
async fn listed(server: &Server, variant: &str) -> Vec<Value> {
    let mut json = server.json().await;
    let rpc = server.rpc().await;
    let one = alike::of_json(json.get(&format!("/v1/variants/{variant}")).await.json());
    assert_eq!(rpc.ask("get-variant", &json!({"variant": variant})).await.expect("answered"), one);
    let all = alike::of_json(json.get("/v1/variants").await.json());
    assert_eq!(rpc.ask("list-variants", &json!({})).await.expect("answered"), all);
    assert!(all["variants"].as_array().expect("a list").contains(&one["variant"]));
    one["variant"]["presets"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn games_start_from_the_presets_of_the_example() {
    let server = Server::start_with(&[("AYLA_PRESETS", EXAMPLE)]);
    for (variant, preset, first) in [
        ("awale", "village", "awale:limit=3,over-limit=none 444444/444444 0/0 s"),
        ("awale", "school", "awale:majority=true 333333/333333 0/0 s"),
        ("anywoli", "evening", "anywoli:quiet=60,repetition=3 444444444444/444444444444 0/0 s"),
        ("awale", "tournament", "awale:majority=true,repetition=2 444444/444444 0/0 s"),
    ] {
        assert_eq!(started(&server, variant, preset).await.as_deref(), Some(first));
    }
    assert_eq!(started(&server, "andada", "village").await, None);
}

#[tokio::test]
async fn presets_of_the_file_are_listed_after_the_built_in_ones() {
    let server = Server::start_with(&[("AYLA_PRESETS", EXAMPLE)]);
    let presets = listed(&server, "awale").await;
    let names: Vec<_> = presets.iter().map(|preset| preset["name"].as_str().expect("text")).collect();
    assert_eq!(names, ["default", "tournament", "twos-only", "village", "school"]);
    let own = ["title", "summary", "builtIn"].map(|field| [&presets[3][field], &presets[4][field]]);
    let flags = [&json!(false); 2];
    assert_eq!(own, [[&json!("Village"), &json!("School")], [&json!("As we play it at home."), &json!("")], flags]);
    assert!(presets[..3].iter().all(|preset| preset["builtIn"] == true));
    assert!(listed(&server, "andada").await.iter().all(|preset| preset["builtIn"] == true));
}

#[tokio::test]
async fn the_maximum_number_of_presets_is_served() {
    let file: String = (1..=256).map(|number| format!("[awale.p{number:0>31}]\noptions = {{}}\n")).collect();
    let (server, _) = server("many", &file);
    assert_eq!(listed(&server, "awale").await.len(), 3 + 256);
    assert!(started(&server, "awale", &format!("p{:0>31}", 256)).await.is_some());
    // Errors of gRPC are in headers, of which clients accept only a few KiB.
    assert_eq!(started(&server, "awale", "no-such").await, None);
    let error = server.json().await.ask("awale", "start-game", &json!({"preset": "no-such"})).await.json();
    assert!(error["detail"].as_str().expect("text").ends_with(" and 243 more."), "{error}");
}

const PAGE: &str = include_str!("../../docs/presets.md");

#[tokio::test]
async fn the_page_lists_every_built_in_preset() {
    let server = Server::shared();
    let answer = server.json().await.get("/v1/variants").await.json();
    let presets = answer["variants"].as_array().expect("a list").iter().flat_map(|variant| {
        let presets = variant["presets"].as_array().expect("a list").iter();
        presets.map(|preset| {
            let options = preset["options"].as_object().expect("a map").iter();
            let options = options.map(|(name, value)| format!("{name}={}", value.to_string().replace('"', "")));
            let text = |field: &str| preset[field].as_str().expect("text").to_owned();
            (text("name"), text("title"), options.collect::<Vec<_>>())
        })
    });
    let (_, table) = PAGE.split_once("|---|---|---|---|\n").expect("a table");
    let rows = table.lines().take_while(|line| line.starts_with('|')).map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let options = cells[4].split('`').skip(1).step_by(2).map(str::to_owned);
        (cells[2].replace('`', ""), cells[3].to_owned(), options.collect::<Vec<_>>())
    });
    assert_eq!(rows.collect::<Vec<_>>(), presets.collect::<Vec<_>>());
}

/// The code blocks in this language on the page about presets.
fn blocks(kind: &str) -> Vec<&'static str> {
    let blocks = PAGE.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n')).collect()
}

#[test]
fn the_page_shows_the_example_and_what_a_bad_file_prints() {
    let [example, bad] = blocks("toml")[..] else { panic!("two files are shown") };
    assert!(fs::read_to_string(EXAMPLE).expect("the example").starts_with(example));
    let file = file("page", bad);
    for arguments in [&["--presets", "presets.toml"][..], &["serve", "--presets=presets.toml"]] {
        let mut command = command(arguments);
        let output = command.current_dir(file.with_file_name("")).output().expect("it starts");
        assert_eq!(Ended::from(output).refusal(64), blocks("text").concat());
    }
}

#[test]
fn a_bad_file_is_reported_before_a_port_is_bound() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let file = file("port", "[awale.village\n");
    for (file, expected) in [
        (text(&file), "presets.toml:1: preset awale.village: unclosed table"),
        ("no-such.toml", "\nno-such.toml: the file cannot be read: "),
        (".", "\n.: the file cannot be read: "),
    ] {
        let said = run_with(&["--presets", file], &[("AYLA_LISTEN", &address)]).refusal(64);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn commands_other_than_serve_do_not_read_the_file() {
    run_with(&["variants", "awale"], &[("AYLA_PRESETS", "no-such-file.toml")]).answer();
}

const RED: &str = "[awale.red]\noptions = { limit = 1 }\n";
const BLUE: &str = "[awale.blue]\noptions = { limit = 2 }\n[andada.blue]\noptions = { team = 2 }\n";
const FIRST_RED: &str = "awale:limit=1 444444/444444 0/0 s";
const FIRST_BLUE: &str = "awale:limit=2 444444/444444 0/0 s";

#[tokio::test]
async fn a_hangup_replaces_the_presets() {
    let (server, file) = server("replace", RED);
    assert_eq!(started(&server, "awale", "red").await.as_deref(), Some(FIRST_RED));
    fs::write(&file, BLUE).expect("written");
    // Nothing changes before the signal.
    assert_eq!(started(&server, "awale", "blue").await, None);

    server.signal("HUP");
    let read = server.logged("presets reloaded").pop().expect("an entry");
    assert_eq!((&read["level"], &read["count"]), (&json!("INFO"), &json!(2)));
    assert_eq!(read["file"], text(&file));
    assert_eq!(started(&server, "awale", "blue").await.as_deref(), Some(FIRST_BLUE));
    assert_eq!(started(&server, "awale", "red").await, None);
    assert_eq!(listed(&server, "awale").await.len(), 4);
    assert!(started(&server, "awale", "tournament").await.is_some(), "the built-in ones stay");

    fs::write(&file, "").expect("written");
    server.signal("HUP");
    let read = server.logged("presets reloaded").pop().expect("an entry");
    assert_eq!(read["count"], 0);
    assert_eq!(started(&server, "awale", "blue").await, None);
}

#[tokio::test]
async fn a_hangup_with_a_bad_file_changes_nothing() {
    let (server, file) = server("keep", RED);
    let before = listed(&server, "awale").await;

    fs::write(&file, format!("{BLUE}[awale.green]\ncolour = 'green'\noptions = {{ limit = 9 }}\n")).expect("written");
    server.signal("HUP");
    let entries = server.logged("presets not reloaded");
    let [.., colour, limit, stay] = &entries[..] else { panic!("{entries:#?}") };
    for entry in [colour, limit, stay] {
        assert_eq!((&entry["level"], &entry["file"]), (&json!("ERROR"), &json!(text(&file))), "{entry}");
    }
    assert_eq!(stay["faults"], 2);
    let parts = |entry: &Value| ["line", "entry", "field", "message"].map(|part| entry[part].clone());
    let why = "a preset has no such field; it has title, summary, options";
    assert_eq!(parts(colour), [json!(6), json!("preset awale.green"), json!("colour"), json!(why)]);
    let why = "the option limit must be a number from 1 to 6, not 9";
    assert_eq!(parts(limit), [json!(7), json!("preset awale.green"), json!("options.limit"), json!(why)]);
    assert_eq!(listed(&server, "awale").await, before);
    assert_eq!(started(&server, "awale", "red").await.as_deref(), Some(FIRST_RED));
    assert_eq!(started(&server, "awale", "blue").await, None);

    fs::remove_file(&file).expect("removed");
    server.signal("HUP");
    let entries = server.logged("presets not reloaded");
    let [.., gone, _] = &entries[..] else { panic!("{entries:#?}") };
    assert!(gone["message"].as_str().expect("text").starts_with("the file cannot be read: "), "{gone}");
    assert_eq!((&gone["line"], &gone["entry"]), (&Value::Null, &Value::Null));
    assert_eq!(started(&server, "awale", "red").await.as_deref(), Some(FIRST_RED));

    // A repaired file is read again.
    fs::write(&file, BLUE).expect("written");
    server.signal("HUP");
    server.logged("presets reloaded");
    assert_eq!(started(&server, "awale", "blue").await.as_deref(), Some(FIRST_BLUE));
}

#[tokio::test]
async fn a_changed_file_is_reloaded_without_a_signal() {
    let file = file("watched", RED);
    let server = Server::start_with(&[("AYLA_PRESETS", text(&file)), ("AYLA_WATCH_MS", "100")]);
    // Volumes of containers are replaced in one step too.
    let other = file.with_extension("new");
    fs::write(&other, BLUE).expect("written");
    fs::rename(&other, &file).expect("renamed");
    server.logged("presets reloaded");
    assert_eq!(started(&server, "awale", "blue").await.as_deref(), Some(FIRST_BLUE));

    fs::write(&other, "[awale.green]\ncolour = 'green'\noptions = {}\n").expect("written");
    fs::rename(&other, &file).expect("renamed");
    let entries = server.logged("presets not reloaded");
    assert_eq!(entries.last().expect("an entry")["faults"], 1, "{entries:#?}");
    // The fault is reported once.
    fs::write(&other, RED).expect("written");
    fs::rename(&other, &file).expect("renamed");
    let entries = server.logged("presets reloaded");
    assert!(entries.iter().all(|entry| entry["level"] == "INFO"), "{entries:#?}");
    let failed = server.metric(r#"ayla_reloads_total{file="presets",result="failed"}"#).await;
    assert_eq!((failed, started(&server, "awale", "red").await.as_deref()), (Some(1.0), Some(FIRST_RED)));
}

#[tokio::test]
async fn a_hangup_without_a_file_is_ignored() {
    let server = Server::start();
    for _ in 0..2 {
        server.signal("HUP");
        let ignored = server.logged("SIGHUP is ignored").pop().expect("an entry");
        assert_eq!(ignored["level"], "INFO");
    }
    assert!(started(&server, "awale", "tournament").await.is_some());
}
