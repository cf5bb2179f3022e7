//! The examples of the README and of the pages for callers, run against a server: the answers shown are the answers
//! given.

mod layout;

use std::fs;
use std::path::Path;

use ayla::proto::{ApplyMoveRequest, Part};
use ayla_test_server::alike::POOL;
use ayla_test_server::command::run;
use ayla_test_server::{Json, Reply, Server};
use prost::Message;
use prost_reflect::DynamicMessage;
use serde_json::{Value, json};

const README: &str = include_str!("../../README.md");
const FIRST_GAME: &str = include_str!("../../docs/first-game.md");
const SERVICE: &str = include_str!("../../docs/service.md");
const EXAMPLES: &str = include_str!("../../docs/examples.md");
const TEXTS: &str = include_str!("texts.md");
const BOTS: &str = include_str!("../../docs/bots.md");
const PUZZLES: &str = include_str!("../../docs/puzzles.md");
const BATCH: &str = include_str!("../../docs/batch.md");
const NOTATION: &str = include_str!("../../docs/notation.md");

/// The commands of a page, each with its output. Commands without one are not among them.
fn examples(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("```").skip(1).step_by(2);
    let commands = blocks.filter_map(|block| block.strip_prefix("console\n$ ")?.split_once('\n'));
    let examples = commands.map(|(command, answer)| (command, answer.trim_end()));
    examples.filter(|(_, answer)| !answer.is_empty()).collect()
}

/// The texts in single quotes.
fn quoted(command: &str) -> Vec<&str> {
    command.split('\'').skip(1).step_by(2).collect()
}

/// The reply to a command. That to a stream of suggestions is the reply of suggest-move.
async fn reply(json: &mut Json, command: &str) -> Reply {
    let (_, rest) = command.split_once("http://127.0.0.1:8080").expect("an address");
    let path = rest.split(['\'', ' ']).next().expect("a path").trim_end_matches("-stream");
    match quoted(command).last().filter(|_| command.contains(" -d ") || command.contains(" --json ")) {
        Some(body) => json.post(path, &serde_json::from_str(body).expect("JSON")).await,
        None => json.get(path).await,
    }
}

/// The answer to a command. Of a stream of suggestions it is the last, which suggest-move gives too.
async fn curl(json: &mut Json, command: &str) -> Value {
    let reply = reply(json, command).await;
    if reply.headers["content-type"] == "text/event-stream" {
        return data(std::str::from_utf8(&reply.body).expect("UTF-8"));
    }
    reply.json()
}

/// What server-sent events say.
fn data(events: &str) -> Value {
    let data = events.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|line| serde_json::from_str::<Value>(line).expect("JSON")).collect()
}

/// The output of a `curl` command, without what depends on the build and on the call, and without the marks of what is
/// left out.
fn shown(answer: &str) -> Value {
    let answer = &answer.split('…').map(|part| part.trim_end().trim_end_matches(',')).collect::<String>();
    let mut messages = data(answer);
    match messages.as_array_mut().and_then(|messages| messages.last_mut()) {
        None => comparable(serde_json::from_str(answer).expect("JSON")),
        // Those before depend on the speed of the machine.
        Some(last) if last["last"] == true => last["suggestion"].take(),
        Some(_) => messages,
    }
}

/// An answer without the fields that are left out in what is shown of it.
fn shortened(answer: Value, shown: &Value) -> Value {
    match (answer, shown) {
        (Value::Object(fields), Value::Object(shown)) => {
            let kept = fields.into_iter().filter_map(|(name, value)| {
                let value = shortened(value, shown.get(&name)?);
                Some((name, value))
            });
            Value::Object(kept.collect())
        }
        (Value::Array(items), Value::Array(shown)) if items.len() == shown.len() => {
            items.into_iter().zip(shown).map(|(item, shown)| shortened(item, shown)).collect()
        }
        (answer, _) => answer,
    }
}

fn comparable(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("build");
        fields.remove("requestId");
    }
    answer
}

async fn grpc(server: &Server, command: &str) -> Value {
    assert!(command.contains("/mancala.v1.MancalaService/ApplyMove"), "{command}");
    let asked: Value = serde_json::from_str(quoted(command)[0]).expect("JSON");
    let text = |name: &str| Some(asked[name].as_str().expect("text").to_owned());
    let parts = asked["omit"].as_array().expect("a list").iter();
    let omit = parts.map(|part| Part::from_str_name(part.as_str().expect("a name")).expect("a part").into());
    let request = ApplyMoveRequest {
        position: text("position"),
        r#move: text("move"),
        omit: omit.collect(),
        ..Default::default()
    };
    let answer = server.grpc().await.apply_move(request).await.expect("an answer").into_inner();
    let descriptor = POOL.get_message_by_name("mancala.v1.ApplyMoveResponse").expect("a message");
    let message = DynamicMessage::decode(descriptor, answer.encode_to_vec().as_slice()).expect("the message");
    serde_json::to_value(message).expect("JSON")
}

/// What a command of `ayla` prints.
fn run_command(command: &str) -> String {
    // Words, and texts in quotation marks.
    let parts = command.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let arguments: Vec<_> = parts.skip(1).collect();
    run(&arguments).answer().trim_end().to_owned()
}

/// Compares a page whose answers are generated with these: each command, what the page shows, and the answer. If they
/// differ, writes the page as it should be beside the build, and fails.
fn assert_current<'a>(path: &str, page: &str, answers: impl IntoIterator<Item = (&'a str, &'a str, String)>) {
    let mut current = page.to_owned();
    for (command, shown, answer) in answers {
        current = current.replace(&format!("{command}\n{shown}\n"), &format!("{command}\n{answer}\n"));
    }
    if current != page {
        let name = Path::new(path).file_name().expect("a name");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&file, current).expect("a file");
        panic!("{path} is out of date; mend it with: cp {} {path}", file.display());
    }
}

/// Runs the examples of a page, of which there are `expected`.
async fn run_examples(page: &str, expected: usize) {
    // By default a server has a slot fewer than its machine has processors.
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    let mut json = server.json().await;
    let examples = examples(page);
    assert_eq!(examples.len(), expected);
    for (command, answer) in examples {
        match command.split(' ').next() {
            Some("curl") => {
                let full = comparable(curl(&mut json, command).await);
                let shown = shown(answer);
                let full = if answer.contains('…') { shortened(full, &shown) } else { full };
                assert_eq!(full, shown, "{command}");
            }
            Some("buf") => {
                let answer: Value = serde_json::from_str(answer).expect("JSON");
                assert_eq!(grpc(&server, command).await, answer, "{command}");
            }
            Some("ayla") => assert_eq!(run_command(command), answer, "{command}"),
            _ => panic!("{command}"),
        }
    }
}

#[tokio::test]
async fn the_examples_print_what_the_readme_shows() {
    run_examples(README, 6).await;
}

#[tokio::test]
async fn the_first_game_goes_as_its_page_shows() {
    run_examples(FIRST_GAME, 6).await;
}

#[test]
fn texts_are_as_their_page_shows_them() {
    let examples = examples(TEXTS);
    assert_eq!(examples.len(), 27);
    let answers = examples.iter().map(|&(command, shown)| {
        assert!(command.starts_with("ayla "), "{command}");
        (command, shown, run_command(command))
    });
    assert_current("tests/server/texts.md", TEXTS, answers);
}

#[tokio::test]
async fn the_requests_of_a_bot_are_answered() {
    let server = Server::shared();
    let mut json = server.json().await;
    let blocks: Vec<_> = BOTS.split("```").skip(1).step_by(2).map(str::trim).collect();
    let mut token = None;
    for (index, block) in blocks.iter().enumerate() {
        let Some((path, body)) =
            block.strip_prefix("POST ").and_then(|request| request.split_once(char::is_whitespace))
        else {
            continue;
        };
        let answer = json.post(path, &serde_json::from_str(body).expect("JSON")).await;
        assert_eq!(answer.status, 200, "{block}: {}", answer.json());
        let answer = answer.json();
        token.get_or_insert_with(|| answer["position"]["token"].as_str().expect("a token").to_owned());
        if let Some(line) = answer["text"]["line"].as_str() {
            assert_eq!(line, blocks[index + 1]);
        }
    }
    // The button on the page continues the game that the page starts.
    assert!(BOTS.contains(&format!("`{}.3`", token.expect("a game is started"))));
}

#[tokio::test]
async fn the_operations_answer_what_their_page_shows() {
    run_examples(SERVICE, 5).await;
}

#[tokio::test]
async fn a_puzzle_is_solved_as_its_page_shows() {
    run_examples(PUZZLES, 3).await;
}

#[tokio::test]
async fn the_answers_of_the_examples_page_are_current() {
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    let mut json = server.json().await;
    let mut answers = Vec::new();
    for (command, shown) in examples(EXAMPLES) {
        let reply = reply(&mut json, command).await;
        let mut body = String::from_utf8(reply.body.to_vec()).expect("UTF-8");
        if let Some(id) = reply.headers.get("x-request-id").and_then(|id| id.to_str().ok()) {
            body = body.replace(&format!(r#""requestId":"{id}","#), "");
        }
        // The build differs from one server to the next.
        let body = match body.strip_prefix(r#"{"build":"#).and_then(|rest| rest.split_once("},")) {
            Some((_, rest)) => format!("{{{rest}"),
            None => body,
        };
        answers.push((command, shown, layout::laid_out(&body)));
    }
    assert_eq!(answers.len(), 11);
    assert_current("docs/examples.md", EXAMPLES, answers);
}

#[tokio::test]
async fn a_batch_is_answered_as_its_page_shows() {
    let server = Server::shared();
    let [(command, shown)] = examples(BATCH)[..] else { panic!("one example") };
    let requests: Vec<_> = quoted(command).into_iter().filter(|text| text.starts_with('{')).collect();
    let headers = [("content-type", "application/x-ndjson")];
    let reply = server.json().await.send("POST", "/v1/batch", &headers, requests.join("\n").as_bytes()).await;
    assert_eq!(std::str::from_utf8(&reply.body).expect("UTF-8").trim_end(), shown);
    assert_eq!(shown.lines().count(), requests.len());
}

#[tokio::test]
async fn the_notation_refuses_texts_for_the_reasons_on_its_page() {
    let server = Server::shared();
    let mut json = server.json().await;
    let mut texts = 0;
    for (title, given) in [
        ("### Malformed\n", Some("MALFORMED_POSITION")),
        ("### Variant and options\n", None),
        ("### Inconsistent\n", Some("INCONSISTENT_POSITION")),
    ] {
        let (_, section) = NOTATION.split_once(title).expect("a section");
        let rows = section.lines().take_while(|line| !line.starts_with('#')).filter(|line| line.starts_with("| `"));
        for row in rows {
            let code: Vec<_> = row.split('`').skip(1).step_by(2).collect();
            let game = code[0].split([' ', ':', '_']).next().expect("a part");
            // A position without its game is asked for where Awalé is played.
            let variant = if game.contains('/') { "awale" } else { game };
            let answer = json.ask(variant, "legal-moves", &json!({"position": code[0]})).await.json();
            assert_eq!(answer["reason"], given.unwrap_or_else(|| code[1]), "{row}");
            texts += 1;
        }
    }
    assert!(texts > 30, "only {texts} texts were found");
}
