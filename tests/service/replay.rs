//! replay-game over both transports: the same games as move by move.

use ayla_rules::{Move, Variant};
use ayla_test_games::Random;
use ayla_test_server::{Server, alike};
use serde_json::{Value, json};

use super::transports::{Both, with};

/// Every form of text.
const TEXTS: [&str; 3] = ["line", "board", "spoken"];

#[tokio::test]
async fn a_game_is_replayed_as_apply_move_plays_it() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let mut plays = 0;
    for &variant in Variant::ALL {
        for seed in 0..25 {
            let mut random = Random(seed << 8 | variant as u64);
            let (start, moves, _) = random.line(variant, 70);
            let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
            let shown = json!({"locale": random.pick(&["en", "fr"]), "viewer": random.pick(&["south", "north"])});
            let body = |rest: Value| {
                let mut body = shown.clone();
                body.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
                body
            };
            let to = random.below(moves.len() + 1).max(1);
            let asked = body(json!({"position": start.to_string(), "moves": moves, "text": TEXTS, "to": to}));
            // Without a move there is no ply.
            let asked = if moves.is_empty() { with(&asked, "to", Value::Null) } else { asked };
            let answer = both.ask(variant.name(), "replay-game", &asked).await.expect("legal moves");
            let positions = answer["positions"].as_array().expect("a list");
            assert_eq!((positions.len(), answer.get("firstIllegal")), (moves.len() + 1, None));
            let first = body(json!({"position": start.to_string()}));
            let mut before = both.over_json(variant.name(), "legal-moves", &first).await.expect("a position");
            assert_eq!(positions[0]["position"]["text"], before["position"]["text"]);
            for (ply, text) in moves.iter().enumerate().map(|(index, text)| (index + 1, text)) {
                let told = to.saturating_sub(49) <= ply && ply <= to;
                let stepped = body(json!({"token": before["position"]["token"], "move": text, "text": TEXTS}));
                let stepped = both.over_json(variant.name(), "apply-move", &stepped).await.expect("legal");
                let replayed = &positions[ply];
                assert_eq!(replayed["status"], stepped["status"]);
                assert_eq!(replayed["position"]["ply"], ply);
                if ply < moves.len() {
                    let shown = json!({"text": stepped["position"]["text"], "ply": ply});
                    assert_eq!(replayed["position"], shown);
                } else {
                    assert_eq!(replayed["position"], stepped["position"]);
                }
                assert_eq!(replayed.get("play").is_some(), told, "{ply} of {to}");
                if told {
                    plays += 1;
                    let play = &replayed["play"];
                    assert_eq!([&play["side"], &play["move"]], [&before["status"]["turn"], &json!(text)]);
                    assert_eq!(play.get("events"), stepped.get("events"));
                    assert_eq!(replayed["text"], stepped["text"]);
                    // The form for voices begins with the sentence.
                    let spoken = stepped["text"]["spoken"].as_str().expect("text");
                    assert!(spoken.starts_with(play["sentence"].as_str().expect("text")), "{spoken}");
                }
                before = stepped;
            }
            let is_over = before["status"]["over"] == true;
            assert_eq!(answer.get("result").is_some(), is_over, "{answer}");
        }
    }
    assert!(plays > 500, "{plays}");
}

#[tokio::test]
async fn a_new_game_a_line_and_a_setup_are_replayed_alike() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let moves = ["3", "4", "1", "1"];
    let position = "awale:majority=true,repetition=2 444444/444444 0/0 n";
    let line = format!("{position} moves {}", moves.join(" "));
    let new = json!({"preset": "tournament", "first": "north", "moves": moves});
    let mut answers = Vec::new();
    for body in [
        new.clone(),
        json!({"options": {"majority": true, "repetition": 2}, "first": "north", "moves": moves}),
        json!({"position": position, "moves": moves}),
        json!({"position": line}),
    ] {
        answers.push(both.ask("awale", "replay-game", &body).await.expect("a game"));
    }
    assert_eq!(answers[0]["positions"].as_array().map(Vec::len), Some(5));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    // A token brings the moves that a rule looks back at, and the ply of each.
    let token = answers[0]["positions"][4]["position"]["token"].clone();
    let by_token = both.ask("awale", "replay-game", &json!({"token": token})).await.expect("a game");
    assert_eq!(by_token["positions"].as_array().map(|all| &all[all.len() - 1]), Some(&answers[0]["positions"][4]));
    let mut json = server.json().await;
    let query = "preset=tournament&first=north&moves=3,4,1,1";
    let reply = json.get(&format!("/v1/variants/awale/replay-game?{query}")).await;
    assert_eq!(reply.headers["cache-control"], "no-store", "an operator may change presets");
    assert_eq!(alike::of_json(reply.json()), answers[0]);
    let reply = json.get("/v1/variants/awale/replay-game?moves=3,4").await;
    assert!(reply.headers.contains_key("etag"), "{:?}", reply.headers);
    for field in ["options", "setup", "names"] {
        let reply = json.get(&format!("/v1/variants/awale/replay-game?{field}=%7B%7D")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (400, &json!("UNKNOWN_FIELD")));
    }
}

#[tokio::test]
async fn everything_before_an_illegal_move_is_told() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let legal = json!({"moves": ["3", "3", "1"], "names": {"south": "Akissi"}});
    let body = with(&legal, "moves", json!(["3", "3", "1", "3", "1"]));
    let mut answer = both.ask("awale", "replay-game", &body).await.expect("an answer");
    let illegal = answer.as_object_mut().expect("an object").remove("firstIllegal");
    assert_eq!(answer, both.ask("awale", "replay-game", &legal).await.expect("an answer"));
    let expected = json!({
        "index": 3,
        "reason": "EMPTY_HOUSE",
        "ruling": "AW-1",
        "rulingTitle": "A move sows all seeds of a house, and always skips that house.",
        "message": "North's house 3 is empty.",
    });
    assert_eq!(illegal, Some(expected));
    assert!(answer["positions"][1]["play"]["sentence"].as_str().is_some_and(|said| said.starts_with("Akissi plays")));
    // Plies that were asked for and not made are no fault.
    let to = both.ask("awale", "replay-game", &with(&body, "to", 5)).await.expect("an answer");
    assert_eq!(to["positions"], answer["positions"]);
}

#[tokio::test]
async fn look_alikes_have_the_same_replay_in_a_view() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    // What North hides in houses 5 and 6 is not sown, and cannot be told from what South sees.
    let [one, other] = ["awale 444444/111179 0/0 s", "awale 444444/111197 0/0 s"];
    for view in ["south", "public"] {
        let mut told = Vec::new();
        for position in [one, other] {
            let body = json!({"position": position, "moves": ["1", "1", "2", "2"], "text": TEXTS, "view": view});
            let mut answer = both.ask("awale", "replay-game", &body).await.expect("a game");
            let last = &mut answer["positions"][4]["position"];
            assert!(last.as_object_mut().expect("an object").remove("token").is_some());
            told.push(answer);
        }
        assert_eq!(told[0], told[1]);
        for replayed in told[0]["positions"].as_array().expect("a list") {
            let fields: Vec<_> = replayed["position"].as_object().expect("an object").keys().collect();
            assert_eq!(fields, ["ply"]);
            assert_eq!(replayed["board"]["north"][5], json!({"seeds": 6, "orMore": true}));
        }
        assert!(told[0]["positions"][4]["text"]["line"].as_str().is_some_and(|line| line.contains("6:6+")));
    }
    let body = json!({"position": one, "moves": ["1", "1"], "view": "north"});
    let mine = both.ask("awale", "replay-game", &body).await.expect("a game");
    assert_eq!(mine["positions"][0]["board"]["north"][5], json!({"seeds": 9}));
}

#[tokio::test]
async fn the_events_of_all_plies_share_one_bound() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    // A first move of 6,731 laps and 23,674 seeds.
    let body = json!({"position": "andada 010194110/103238101 - s", "moves": ["7", "1"]});
    let answer = both.ask("andada", "replay-game", &body).await.expect("a game");
    let plays: Vec<_> = (1..3).map(|ply| &answer["positions"][ply]["play"]).collect();
    assert!(plays.iter().all(|play| play["eventsTruncated"] == true), "{plays:?}");
    assert_eq!(plays[1].get("events"), None);
    let quiet = both.ask("andada", "replay-game", &with(&body, "from", 2)).await.expect("a game");
    assert_eq!(quiet["positions"][2]["play"].get("eventsTruncated"), None, "only its own events count");
}
