//! Presets from a file: on both transports, with faults, and reloaded while the server runs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ayla::proto::{GetVariantRequest, ListVariantsRequest, StartGameRequest};
use ayla_test_server::Server;
use serde_json::{Value, json};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/presets.toml");

/// A folder of a test's own, empty, with this in its file of presets.
fn folder(name: &str, presets: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("presets").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("presets.toml"), presets).expect("written");
    folder
}

/// A server with this in its file of presets, and the file.
fn server(name: &str, presets: &str) -> (Server, PathBuf) {
    let file = folder(name, presets).join("presets.toml");
    let settings = [("AYLA_PRESETS", file.to_str().expect("UTF-8")), ("AYLA_WATCH_MS", "0")];
    (Server::start_with(&settings), file)
}

fn ayla(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ayla"));
    command.current_dir(folder).args(arguments).env("AYLA_LISTEN", "127.0.0.1:0");
    command.output().expect("it starts")
}

/// The first position of a game by a preset, which both transports must agree on; nothing when neither has the preset.
async fn started(server: &Server, variant: &str, preset: &str) -> Option<String> {
    let json = server.json().await.ask(variant, "start-game", &json!({"preset": preset})).await;
    let request =
        StartGameRequest { variant: variant.to_owned(), preset: Some(preset.to_owned()), ..Default::default() };
    match server.grpc().await.start_game(request).await {
        Ok(answer) => {
            let text = answer.into_inner().position.expect("a position").text;
            assert_eq!(json.json()["position"]["text"], text.as_str(), "{variant} {preset}");
            Some(text)
        }
        Err(status) => {
            assert_eq!(status.code(), tonic::Code::NotFound, "{status}");
            assert_eq!(json.json()["reason"], "UNKNOWN_PRESET", "{variant} {preset}");
            None
        }
    }
}

/// Name, title, summary, and whether it is built in, of the presets of a game, which both transports must agree on.
async fn listed(server: &Server, variant: &str) -> Vec<(String, String, String, bool)> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let of_json = |game: &Value| -> Vec<_> {
        let presets = game["presets"].as_array().expect("a list").iter();
        presets
            .map(|preset| {
                let built_in = preset["builtIn"].as_bool().expect("a flag");
                (text(&preset["name"]), text(&preset["title"]), text(&preset["summary"]), built_in)
            })
            .collect()
    };
    let of_grpc = |game: ayla::proto::Variant| -> Vec<_> {
        let presets = game.presets.into_iter();
        presets.map(|preset| (preset.name, preset.title, preset.summary, preset.built_in)).collect()
    };
    let mut json = server.json().await;
    let mut grpc = server.grpc().await;
    let presets = of_json(&json.get(&format!("/v1/variants/{variant}")).await.json()["variant"]);
    let request = GetVariantRequest { variant: variant.to_owned() };
    let answer = grpc.get_variant(request).await.expect("answered").into_inner();
    assert_eq!(of_grpc(answer.variant.expect("a game")), presets);

    let all = json.get("/v1/variants").await.json();
    let game = all["variants"].as_array().expect("a list").iter().find(|game| game["name"] == variant);
    assert_eq!(of_json(game.expect("listed")), presets);
    let answer = grpc.list_variants(ListVariantsRequest {}).await.expect("answered").into_inner();
    let game = answer.variants.into_iter().find(|game| game.name == variant);
    assert_eq!(of_grpc(game.expect("listed")), presets);
    presets
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
    let names: Vec<_> = presets.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["default", "tournament", "twos-only", "village", "school"]);
    let own = |name: &str, title: &str, summary: &str| (name.to_owned(), title.to_owned(), summary.to_owned(), false);
    let expected = [own("village", "Village", "As we play it at home."), own("school", "School", "")];
    assert_eq!(presets[3..], expected);
    assert!(presets[..3].iter().all(|(.., built_in)| *built_in));
    assert!(listed(&server, "andada").await.iter().all(|(.., built_in)| *built_in));
}

#[tokio::test]
async fn the_maximum_number_of_presets_is_served() {
    let file: String = (1..=256).map(|number| format!("[awale.p{number:0>31}]\noptions = {{}}\n")).collect();
    let (server, _) = server("many", &file);
    assert_eq!(listed(&server, "awale").await.len(), 3 + 256);
    assert!(started(&server, "awale", &format!("p{:0>31}", 256)).await.is_some());
    // gRPC clients take no more than a few KiB of headers, which is where errors come.
    assert_eq!(started(&server, "awale", "no-such").await, None);
    let error = server.json().await.ask("awale", "start-game", &json!({"preset": "no-such"})).await.json();
    assert!(error["detail"].as_str().expect("text").ends_with(" and 243 more."), "{error}");
}

/// The blocks of this kind on the page about presets.
fn blocks(kind: &str) -> Vec<&'static str> {
    let blocks = include_str!("../../docs/presets.md").split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n')).collect()
}

#[test]
fn the_page_shows_the_example_and_the_messages_for_a_bad_file() {
    let [example, bad] = blocks("toml")[..] else { panic!("two files are shown") };
    assert_eq!(example, fs::read_to_string(EXAMPLE).expect("the example"));
    let folder = folder("page", bad);
    for arguments in [&["--presets", "presets.toml"][..], &["serve", "--presets=presets.toml"]] {
        let output = ayla(&folder, arguments);
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(64), "{said}");
        assert!(said.contains(&format!("\n{}", blocks("text").concat())), "{said}");
        assert!(said.contains("AYLA_PRESETS") && !said.contains("listening"), "{said}");
    }
}

#[test]
fn a_bad_file_is_reported_before_a_port_is_bound() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let folder = folder("port", "[awale.village\n");
    for (file, expected) in [
        ("presets.toml", "\npresets.toml:1: unclosed table"),
        ("no-such.toml", "\nno-such.toml: the file cannot be read: "),
        (".", "\n.: the file cannot be read: "),
    ] {
        let output = ayla(&folder, &["--presets", file, "--listen", &address]);
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(64), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn commands_other_than_serve_do_not_read_the_file() {
    let output = Command::new(env!("CARGO_BIN_EXE_ayla"))
        .args(["variants", "awale"])
        .env("AYLA_PRESETS", "no-such-file.toml")
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{output:?}");
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
    // Nothing changes before it is asked to.
    assert_eq!(started(&server, "awale", "blue").await, None);

    server.signal("HUP");
    let read = server.logged("presets reloaded").pop().expect("an entry");
    assert_eq!((&read["level"], &read["count"]), (&json!("INFO"), &json!(2)));
    assert_eq!(read["file"], file.to_str().expect("UTF-8"));
    assert_eq!(started(&server, "awale", "blue").await.as_deref(), Some(FIRST_BLUE));
    assert_eq!(started(&server, "awale", "red").await, None);
    assert_eq!(listed(&server, "awale").await.len(), 4);
    assert!(started(&server, "awale", "tournament").await.is_some(), "those that are built in stay");

    fs::write(&file, "").expect("written");
    server.signal("HUP");
    let read = server.logged("presets reloaded").pop().expect("an entry");
    assert_eq!(read["count"], 0);
    assert_eq!(started(&server, "awale", "blue").await, None);
}

#[tokio::test]
async fn a_hangup_with_a_bad_file_changes_nothing() {
    let (server, file) = server("keep", RED);
    let path = file.to_str().expect("UTF-8");
    let before = listed(&server, "awale").await;

    fs::write(&file, format!("{BLUE}[awale.green]\ncolour = 'green'\noptions = {{ limit = 9 }}\n")).expect("written");
    server.signal("HUP");
    let entries = server.logged("presets not reloaded");
    let [.., colour, limit, stay] = &entries[..] else { panic!("{entries:#?}") };
    for entry in [colour, limit, stay] {
        assert_eq!((&entry["level"], &entry["file"]), (&json!("ERROR"), &json!(path)), "{entry}");
    }
    assert_eq!(stay["faults"], 2);
    let parts = |entry: &Value| ["line", "entry", "field", "message"].map(|part| entry[part].clone());
    let why = "a preset has no such field; it has title, summary, options";
    assert_eq!(parts(colour), [json!(6), json!("preset awale.green"), json!("colour"), json!(why)]);
    let why = "the option limit is a number: 1 to 6, not 9";
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

    // And a file that is mended is read again.
    fs::write(&file, BLUE).expect("written");
    server.signal("HUP");
    server.logged("presets reloaded");
    assert_eq!(started(&server, "awale", "blue").await.as_deref(), Some(FIRST_BLUE));
}

#[tokio::test]
async fn a_changed_file_is_reloaded_without_a_signal() {
    let file = folder("watched", RED).join("presets.toml");
    let settings = [("AYLA_PRESETS", file.to_str().expect("UTF-8")), ("AYLA_WATCH_MS", "100")];
    let server = Server::start_with(&settings);
    // As volumes are changed in containers: the name leads elsewhere from one moment to the next.
    let other = file.with_extension("new");
    fs::write(&other, BLUE).expect("written");
    fs::rename(&other, &file).expect("renamed");
    server.logged("presets reloaded");
    assert_eq!(started(&server, "awale", "blue").await.as_deref(), Some(FIRST_BLUE));

    // One that is written bit by bit is read when it is whole.
    let mut slowly = fs::File::create(&file).expect("created");
    for line in ["[awale.green]\n", "colour = 'green'\n", "options = {}\n"] {
        slowly.write_all(line.as_bytes()).expect("written");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let entries = server.logged("presets not reloaded");
    assert_eq!(entries.last().expect("an entry")["faults"], 1, "{entries:#?}");
    // It is told once.
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
