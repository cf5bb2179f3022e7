//! Whole games by tools: each turn on another replica, with refused moves, old handles and proposals.

use ayla_rules::Variant;
use ayla_test_server::Server;
use ayla_test_server::mcp::{Mcp, Revision, text};
use serde_json::{Value, json};

/// The most bytes of the result of a turn in these games: a model pays for each.
const MOST_BYTES: usize = 1_536;

/// The first legal move of an answer.
fn first_move(game: &Value) -> Value {
    game["turn"]["legalMoves"][0].clone()
}

#[tokio::test]
async fn games_go_on_on_any_replica() {
    let replicas = [Server::start(), Server::start(), Server::start()];
    for revision in Revision::ALL {
        let mut clients = Vec::new();
        for replica in &replicas {
            clients.push(Mcp::connect(replica, revision).await);
        }
        for &variant in Variant::ALL {
            let start = json!({"variant": variant.name(), "level": 1, "seed": 3, "side": "north"});
            let mut game = clients[0].tool("start_game", start).await;
            let mut turns = 0_usize;
            while game["turn"]["status"]["over"] == false && turns < 200 {
                turns += 1;
                let played = json!({"handle": game["handle"], "move": first_move(&game)});
                let mut result = clients[turns % 3].call("play_move", played).await;
                let bytes = serde_json::to_string(&result).expect("JSON").len();
                assert!(bytes < MOST_BYTES, "{bytes}: {result}");
                let next = result["structuredContent"].take();
                assert!(next["ply"].as_u64() > game["ply"].as_u64(), "{next}");
                assert_eq!((next.get("side"), next.get("variant")), (None, None));
                game = next;
            }
            assert!(turns > 2, "{game}");
        }
    }
}

#[tokio::test]
async fn rounds_of_a_match_follow_one_another() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let mut game = mcp.tool("start_game", json!({"variant": "congklak", "side": "both"})).await;
    let early = mcp.call("start_game", json!({"after": game["handle"]})).await;
    assert!(early["isError"] == true && text(&early).contains("ROUND_NOT_OVER"), "{early}");
    let mut rounds = 0;
    while rounds < 2 || !game["turn"]["position"]["text"].as_str().expect("a position").contains(" burnt=") {
        for _ in 0..300 {
            if game["turn"]["status"]["over"] == true {
                break;
            }
            game = mcp.tool("play_move", json!({"handle": game["handle"], "move": first_move(&game)})).await;
        }
        game = mcp.tool("start_game", json!({"after": game["handle"], "side": "both"})).await;
        assert_eq!((&game["ply"], &game["side"]), (&0.into(), &"both".into()), "{game}");
        rounds += 1;
    }
}

#[tokio::test]
async fn a_move_that_is_not_legal_is_an_answer_with_the_legal_moves() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "awale", "seed": 1})).await;
    for (written, reason) in [("7", "NO_SUCH_HOUSE"), ("the left one", "MALFORMED_MOVE"), ("pass", "NOT_IN_THIS_GAME")]
    {
        let result = mcp.call("play_move", json!({"handle": game["handle"], "move": written})).await;
        let answer = &result["structuredContent"];
        assert_eq!(answer["turn"]["refused"]["reason"], reason, "{answer}");
        assert_eq!(answer["handle"], game["handle"]);
        let said = text(&result);
        assert!(said.contains("Legal moves: 1, 2"), "{said}");
        assert!(said.contains(game["handle"].as_str().expect("a handle")), "{said}");
    }
    let other = mcp.tool("play_move", json!({"handle": game["handle"], "move": "3", "side": "north"})).await;
    assert_eq!((&other["turn"]["refused"]["reason"], &other["ply"]), (&"NOT_YOUR_TURN".into(), &0.into()));
    assert_eq!(other["turn"]["plays"], json!([]));
    let french = mcp.call("play_move", json!({"handle": game["handle"], "move": "7", "locale": "fr"})).await;
    assert!(text(&french).contains("Coups permis\u{a0}: 1, 2"), "{french}");
}

#[tokio::test]
async fn a_game_of_another_program_goes_on() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let record = "1. 31 42";
    let result = mcp.call("open_game", json!({"record": record, "side": "both"})).await;
    let game = &result["structuredContent"];
    assert_eq!((&game["variant"], &game["ply"], &game["side"]), (&"awale".into(), &2.into(), &"both".into()), "{game}");
    let said = text(&result);
    assert!(said.contains("Legal moves: 1"), "{said}");
    let next = mcp.tool("play_move", json!({"handle": game["handle"], "move": first_move(game)})).await;
    assert_eq!(next["ply"], 3);

    for (record, expected) in [
        (json!("1. 31 49"), "line 1, column 7"),
        (json!("awale 444444/444444 0/0 s\nawale 444444/444444 0/0 s moves 3\n"), "the text has 2 games"),
        (json!(null), "the text is missing"),
    ] {
        let result = mcp.call("open_game", json!({"record": record})).await;
        assert!(result["isError"] == true && text(&result).to_lowercase().contains(expected), "{result}");
    }
}

#[tokio::test]
async fn what_a_host_adds_is_passed_over_and_named() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Handshake).await;
    let added = json!({"variant": "Oware", "toolCallId": "x", "sessionId": "y", "levle": 3});
    let result = mcp.call("start_game", added).await;
    let game = &result["structuredContent"];
    assert_eq!(game["ignored"], json!(["toolCallId", "sessionId", "levle"]));
    assert!(result["content"][1]["text"].as_str().expect("text").ends_with("arguments: toolCallId, sessionId, levle."));
    assert_eq!(game["turn"]["position"]["text"], "awale:majority=true,repetition=2 444444/444444 0/0 s");
    let handle = format!("`{}`.", game["handle"].as_str().expect("a handle"));
    for written in [json!(["3"]), json!("Final Answer: 3"), json!("\\boxed{3}"), json!(3.0)] {
        let played = mcp.tool("play_move", json!({"handle": handle, "move": written})).await;
        assert_eq!(played["turn"]["plays"][0]["move"], "3", "{written}");
    }
    let refused = mcp.refused("start_game", json!({"variant": "awale", "level": "hard"})).await;
    assert_eq!(refused, "MALFORMED_REQUEST: The level must be 1 to 15.");
    let listed = mcp.ask("tools/call", json!({"name": "list_games", "arguments": []})).await;
    assert!(listed["structuredContent"]["games"].is_array(), "{listed}");
}

#[tokio::test]
async fn values_may_be_sent_as_texts() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let start = json!({"variant": "awale", "level": "2", "seed": "1", "hints": "true", "preset": "", "options": r#"{"limit": "3"}"#});
    let game = mcp.tool("start_game", start).await;
    assert_eq!(
        (&game["level"], &game["turn"]["position"]["text"]),
        (&2.into(), &"awale:limit=3 444444/444444 0/0 s".into())
    );
    let reviewed = json!({"handle": game["handle"], "moves": r#"["3", 3]"#, "from": "1", "to": "null"});
    // How far it comes depends on who else searches.
    assert!(mcp.tool("review_game", reviewed).await["end"]["reviewedTo"].is_u64());
}

#[tokio::test]
async fn without_assist_no_result_lists_the_legal_moves() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "kalah", "seed": 1, "assist": false})).await;
    for (tool, written) in [("play_move", Some("9")), ("play_move", Some("1")), ("show_game", None)] {
        let mut arguments = json!({"handle": game["handle"]});
        if let Some(written) = written {
            arguments["move"] = written.into();
        }
        let result = mcp.call(tool, arguments).await;
        assert!(!text(&result).contains("Legal moves"), "{result}");
        let players = text(&result).contains("The person plays South, the engine North at level 3.");
        assert_eq!(players, tool == "show_game", "{result}");
        let turn = &result["structuredContent"]["turn"];
        assert_eq!((turn.get("legalMoves"), turn["status"]["over"].as_bool()), (None, Some(false)), "{turn}");
    }
}

#[tokio::test]
async fn moves_of_the_engine_are_not_listed_for_the_person() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    // A game of Congklak in which the engine has made eight moves in a turn, and moves again.
    let handle = json!({"handle": "JQDyQMX__f3ev_-0f__n6_8q1.HCAAAACAya"});
    let result = mcp.call("show_game", handle.clone()).await;
    assert!(text(&result).contains("The engine has not moved yet"), "{result}");
    assert_eq!(result["structuredContent"]["turn"].get("legalMoves"), None, "{result}");
    let game = mcp.tool("play_move", handle).await;
    assert!(game["turn"]["legalMoves"].is_array() && !game["turn"]["plays"].is_null(), "{game}");
}

#[tokio::test]
async fn an_old_handle_goes_on_from_its_own_move() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let start = mcp.tool("start_game", json!({"variant": "anywoli", "seed": 5, "level": 2})).await;
    let played = json!({"handle": start["handle"], "move": first_move(&start)});
    let first = mcp.tool("play_move", played.clone()).await;
    let second = mcp.tool("play_move", json!({"handle": first["handle"], "move": first_move(&first)})).await;
    assert!(second["ply"].as_u64() > first["ply"].as_u64());
    let again = mcp.call("play_move", played).await;
    assert_eq!(again["structuredContent"], first);
    let shown = mcp.tool("show_game", json!({"handle": first["handle"]})).await;
    assert_eq!((&shown["handle"], &shown["ply"]), (&first["handle"], &first["ply"]));
}

#[tokio::test]
async fn a_handle_with_one_character_changed_is_refused_by_name() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "awale"})).await;
    let handle = game["handle"].as_str().expect("a handle");
    for place in [0, 5, handle.len() - 4, handle.len() - 1] {
        let mut changed = handle.to_owned();
        let other = if changed[place..].starts_with('A') { "B" } else { "A" };
        changed.replace_range(place..=place, other);
        for tool in ["play_move", "show_game", "get_hint", "review_game"] {
            let refused = mcp.refused(tool, json!({"handle": changed})).await;
            assert!(refused.starts_with("MALFORMED_TOKEN: "), "{refused}");
        }
    }
    for (arguments, reason) in
        [(json!({}), "MISSING_FIELD: "), (json!({"handle": "awale 444444/444444 0/0 s"}), "MALFORMED_TOKEN: ")]
    {
        let refused = mcp.refused("play_move", arguments).await;
        assert!(refused.starts_with(reason), "{refused}");
    }
}

#[tokio::test]
async fn the_engine_answers_a_proposal_at_once_and_a_person_later() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "awale"})).await;
    let asked = mcp.tool("play_move", json!({"handle": game["handle"], "move": "agree"})).await;
    assert!(asked["turn"]["proposed"]["accepted"].is_boolean(), "{asked}");

    let game = mcp.tool("start_game", json!({"variant": "awale", "side": "both"})).await;
    let agree = |game: &Value, side: &str| json!({"handle": game["handle"], "move": "agree", "side": side});
    let nobody = mcp.refused("play_move", json!({"handle": game["handle"], "move": "agree"})).await;
    assert!(nobody.starts_with("MISSING_FIELD: "), "{nobody}");
    let open = mcp.tool("play_move", agree(&game, "south")).await;
    assert_eq!((&open["turn"]["proposed"]["by"], &open["ply"]), (&"south".into(), &0.into()));
    assert_ne!(open["handle"], game["handle"]);
    // Looking at the game, or asking again, leaves the proposal open.
    let shown = mcp.tool("show_game", json!({"handle": open["handle"]})).await;
    assert_eq!(shown["handle"], open["handle"]);
    let again = mcp.tool("play_move", agree(&open, "south")).await;
    assert_eq!((&again["handle"], &again["turn"]["status"]["over"]), (&open["handle"], &false.into()));
    let played = mcp.tool("play_move", json!({"handle": open["handle"], "move": "3"})).await;
    let late = mcp.tool("play_move", agree(&played, "north")).await;
    assert_eq!(late["turn"]["status"]["over"], false, "playing on declines");
    let both = mcp.tool("play_move", agree(&open, "north")).await;
    assert_eq!(both["turn"]["status"]["reason"], "agreement", "{both}");
}

#[tokio::test]
async fn hints_are_given_where_they_are_allowed() {
    let server = Server::start();
    let mut mcp = Mcp::connect(&server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "kalah", "seed": 2, "level": 1})).await;
    let hint = mcp.call("get_hint", json!({"handle": game["handle"]})).await;
    assert!(text(&hint).contains(hint["structuredContent"]["suggestion"]["move"].as_str().expect("a move")), "{hint}");
    let strict = mcp.tool("start_game", json!({"variant": "kalah", "hints": false})).await;
    for tool in ["get_hint", "review_game"] {
        let refused = mcp.refused(tool, json!({"handle": strict["handle"]})).await;
        assert!(refused.starts_with("CONFLICTING_FIELDS: "), "{refused}");
    }
    let conflict = mcp.refused("start_game", json!({"variant": "kalah", "side": "both", "level": 3})).await;
    assert!(conflict.starts_with("CONFLICTING_FIELDS: "), "{conflict}");
    let missing = mcp.refused("start_game", json!({})).await;
    assert!(missing.starts_with("MISSING_FIELD: "), "{missing}");
}

#[cfg(feature = "pictures")]
#[tokio::test]
async fn the_board_is_a_picture_when_asked_for() {
    let server = Server::start();
    let mut mcp = Mcp::connect(&server, Revision::Stateless).await;
    let game = mcp.call("start_game", json!({"variant": "awale"})).await;
    assert_eq!(game["content"].as_array().map(Vec::len), Some(1));
    let handle = &game["structuredContent"]["handle"];
    let shown = mcp.call("show_game", json!({"handle": handle, "picture": true})).await;
    let picture = &shown["content"][1];
    assert_eq!((&picture["type"], &picture["mimeType"]), (&"image".into(), &"image/png".into()));
    assert!(picture["data"].as_str().is_some_and(|data| data.starts_with("iVBOR")));
}

#[cfg(feature = "pictures")]
#[tokio::test]
async fn pictures_of_tools_count_against_their_rate() {
    // Four seconds' worth at once.
    let server = Server::start_with(&[("AYLA_PICTURE_RATE", "1")]);
    let mut mcp = Mcp::connect(&server, Revision::Stateless).await;
    let handle = mcp.tool("start_game", json!({"variant": "awale"})).await["handle"].take();
    let mut drawn = 0;
    let refused = loop {
        let shown = mcp.call("show_game", json!({"handle": handle, "picture": true})).await;
        if shown["isError"] == true {
            break text(&shown).to_owned();
        }
        drawn += 1;
        assert!(drawn < 100, "no picture is refused");
    };
    assert!(drawn >= 4 && refused.starts_with("RATE_LIMITED: "), "{drawn}: {refused}");
    mcp.tool("show_game", json!({"handle": handle})).await;
}

#[tokio::test]
async fn a_puzzle_is_solved_by_all_moves_tried_so_far() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    for &variant in Variant::ALL {
        let wanted = json!({"variant": variant.name(), "grade": "1", "day": "2026-12-01"});
        let mut answer = mcp.call("get_puzzle", wanted.clone()).await["structuredContent"].take();
        let id = answer["id"].as_str().expect("an id").to_owned();
        let puzzle = id.parse::<ayla_puzzles::Id>().expect("an id").puzzle().expect("a puzzle");
        assert_eq!(answer["position"], puzzle.position.to_string());
        let next = mcp.tool("get_puzzle", json!({"variant": variant.name(), "grade": 1, "after": id})).await;
        assert_eq!(answer["next"], next["id"], "the last one of the grade is on another day");

        let best = puzzle.line[0];
        let wrong = puzzle.position.legal_moves().into_iter().find(|&played| played != best).expect("a choice");
        let tried = json!({"id": id, "answer": [wrong.text(), best.text()]});
        let result = mcp.call("get_puzzle", tried).await;
        let bytes = serde_json::to_string(&result).expect("JSON").len();
        assert!(bytes < MOST_BYTES, "{bytes}: {result}");
        let judged = &result["structuredContent"];
        assert_eq!((&judged["progress"]["state"], &judged["position"]), (&"wrong".into(), &answer["position"]));
        let said = text(&result);
        let why = judged["progress"]["text"].as_str().expect("text");
        assert!(said.contains(why) && said.contains("Legal moves: "), "{said}");

        let mut position = puzzle.position;
        let mut tried = Vec::new();
        for &played in &puzzle.line {
            if position.turn() == ayla_rules::Side::South {
                tried.push(played.text());
                let result = mcp.call("get_puzzle", json!({"id": id, "answer": tried})).await;
                let bytes = serde_json::to_string(&result).expect("JSON").len();
                assert!(bytes < MOST_BYTES, "{bytes}: {result}");
                answer = result["structuredContent"].clone();
                assert_ne!(answer["progress"]["state"], "wrong", "{id} {tried:?}");
            }
            position = position.play_unchecked(played, &mut ()).expect("legal");
        }
        assert_eq!(answer["progress"]["state"], "solved", "{id} {tried:?}");
    }
    let refused = mcp.tool("get_puzzle", json!({"id": "awale-1", "answer": ["9"]})).await;
    assert_eq!(refused["refused"]["reason"], "NO_SUCH_HOUSE");
    assert!(mcp.refused("get_puzzle", json!({"id": "awale-0"})).await.starts_with("NO_SUCH_PUZZLE: "));
    assert!(mcp.refused("get_puzzle", json!({"grade": 2})).await.starts_with("MISSING_FIELD: "));
}
