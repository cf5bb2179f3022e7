//! read-game and the record of replay-game over both transports: the texts of `tests/vectors/records/`.

use std::fs;

use ayla_test_games::vectors;
use ayla_test_server::{Server, alike};
use serde_json::{Value, json};

use super::transports::Both;

/// The answer to a text, which must be the same over both transports.
async fn read(both: &mut Both, body: &Value) -> Value {
    let reply = both.json.post("/v1/read-game", body).await;
    assert_eq!(reply.status, 200, "{body}");
    let answer = alike::of_json(reply.json());
    assert_eq!(answer, both.rpc.ask("read-game", body).await.expect("an answer"), "{body}");
    answer
}

#[tokio::test]
async fn texts_are_read_alike_and_written_again() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let mut written = 0;
    for file in fs::read_dir(vectors::root().join("records")).expect("a folder") {
        for row in vectors::rows(&file.expect("an entry").path()) {
            let case: Value = serde_json::from_str(&row).expect("JSON");
            if case["text"].as_str().is_some_and(|text| text.trim().is_empty()) {
                continue;
            }
            let mut body = json!({"text": case["text"]});
            if case["format"].is_string() {
                body["format"] = case["format"].clone();
            }
            let answer = read(&mut both, &body).await;
            let faults: Vec<_> = list(&answer["faults"]).iter().map(place_and_kind).collect();
            assert_eq!(json!(faults), case["faults"], "{row}");
            let games = list(&answer["games"]);
            assert_eq!(games.len(), list(&case["games"]).len());
            // A game without tags is written as the case has it.
            let [game] = games else { continue };
            if case["written"].is_null() || !list(&game["tags"]).is_empty() {
                continue;
            }
            // The number of a turn is in no position.
            if case["text"].as_str().is_some_and(|text| text.ends_with(" N 10\n")) {
                continue;
            }
            let variant = game["variant"].as_str().expect("text");
            let body = json!({"position": game["position"], "moves": game["moves"], "record": case["found"]});
            let replayed = both.ask(variant, "replay-game", &body).await.expect("a game");
            assert_eq!(replayed["record"]["text"], case["written"], "{row}");
            written += 1;
        }
    }
    assert!(written > 15, "only {written}");
}

/// The items of a list, which may be absent if there are none.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn place_and_kind(fault: &Value) -> String {
    format!("{}:{} {}", fault["line"], fault["column"], fault["kind"].as_str().expect("text"))
}

#[tokio::test]
async fn a_format_that_cannot_express_a_game_says_why() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let body = json!({"position": "kalah 444444/444444 0/0 s", "record": "ogn", "locale": "fr"});
    let record = both.ask("kalah", "replay-game", &body).await.expect("a game")["record"].clone();
    assert_eq!(
        (record.get("text"), record["notes"][0].as_str()),
        (None, Some("Le format n'a pas ce jeu\u{a0}: Kalah."))
    );
}

#[tokio::test]
async fn players_have_their_names_in_the_record() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let body = json!({"moves": ["3"], "names": {"south": "Amina"}, "record": "ogn"});
    let answer = both.ask("awale", "replay-game", &body).await.expect("a game");
    let text = answer["record"]["text"].as_str().expect("text");
    assert!(text.contains("[South \"Amina\"]\n[North \"?\"]\n"), "{text}");
}

#[tokio::test]
async fn faults_and_games_beyond_the_first_are_counted() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let answer = read(&mut both, &json!({"text": "Z ".repeat(123), "format": "letters"})).await;
    assert_eq!((list(&answer["faults"]).len(), &answer["moreFaults"]), (100, &json!(23)));
    let answer = read(&mut both, &json!({"text": "A a\n".repeat(1_002)})).await;
    assert_eq!((list(&answer["games"]).len(), &answer["moreGames"]), (1_000, &json!(2)));
}

#[tokio::test]
async fn a_text_is_needed() {
    let server = Server::shared();
    let reply = server.json().await.post("/v1/read-game", &json!({})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (400, &json!("MISSING_FIELD")));
    let status = server.rpc().await.ask("read-game", &json!({})).await.expect_err("refused");
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
}
