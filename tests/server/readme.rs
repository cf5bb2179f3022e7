//! The README's examples, run against a server: the answers shown are the answers given.

use ayla::proto::{ApplyMoveRequest, Part};
use ayla_test_server::alike::POOL;
use ayla_test_server::command::run;
use ayla_test_server::{Json, Server};
use prost::Message;
use prost_reflect::DynamicMessage;
use serde_json::Value;

/// The commands of the README, each with its output.
fn examples() -> Vec<(String, String)> {
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```").skip(1).step_by(2);
    blocks
        .filter_map(|block| block.strip_prefix("console\n$ "))
        .map(|block| block.split_once('\n').expect("a command and its output"))
        .map(|(command, answer)| (command.to_owned(), answer.trim_end().to_owned()))
        .collect()
}

/// The texts in single quotes.
fn quoted(command: &str) -> Vec<&str> {
    command.split('\'').skip(1).step_by(2).collect()
}

async fn curl(json: &mut Json, command: &str) -> Value {
    let (_, rest) = command.split_once("http://127.0.0.1:8080").expect("an address");
    let path = rest.split(['\'', ' ']).next().expect("a path");
    match quoted(command).last().filter(|_| command.contains(" -d ")) {
        Some(body) => json.post(path, &serde_json::from_str(body).expect("JSON")).await.json(),
        None => json.get(path).await.json(),
    }
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

#[tokio::test]
async fn the_examples_print_what_the_readme_shows() {
    let server = Server::start();
    let mut json = server.json().await;
    let examples = examples();
    assert_eq!(examples.len(), 4);
    for (command, answer) in examples {
        let json_answer = || serde_json::from_str::<Value>(&answer).expect("JSON");
        match command.split(' ').next() {
            Some("curl") => assert_eq!(curl(&mut json, &command).await, json_answer(), "{command}"),
            Some("buf") => assert_eq!(grpc(&server, &command).await, json_answer(), "{command}"),
            Some("ayla") => {
                let position = quoted(&command)[0];
                let played = command.rsplit(' ').next().expect("a move");
                assert_eq!(run(&["apply", position, played]).answer().trim_end(), answer, "{command}");
            }
            _ => panic!("{command}"),
        }
    }
}
