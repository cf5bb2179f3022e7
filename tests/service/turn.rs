//! play-turn: a whole turn in one call, as the moves of it alone would go.

use ayla_rules::{Side, Variant};
use ayla_test_games::Random;
use ayla_test_server::{START, Server};
use serde_json::{Value, json};

use super::transports::{Both, texts, with};

/// Plays a turn of Awalé on both transports.
async fn awale(both: &mut Both, body: Value) -> Value {
    both.ask("awale", "play-turn", &body).await.unwrap_or_else(|refused| panic!("{body}: {refused:?}"))
}

/// The reason of an error, and the fields at fault.
async fn refused(both: &mut Both, variant: &str, body: &Value) -> (String, Vec<String>) {
    let (reason, _, _, fields) = both.ask(variant, "play-turn", body).await.expect_err("refused");
    (reason, fields.into_iter().map(|(field, _)| field).collect())
}

fn moves(plays: &Value) -> Vec<(String, String)> {
    let play = |play: &Value| ["side", "move"].map(|name| play[name].as_str().expect("text").to_owned()).into();
    plays.as_array().map_or_else(Vec::new, |plays| plays.iter().map(play).collect())
}

#[tokio::test]
async fn random_games_go_as_they_do_move_by_move() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for &variant in Variant::ALL {
        for seed in 0..3 {
            let mut random = Random(seed << 8 | variant as u64);
            let (_, _, mut line) = random.line(variant, 5);
            let mut token = line.token();
            let shown = both.ask(variant.name(), "play-turn", &json!({"token": token})).await.expect("a game");
            let mut legal = both.ask(variant.name(), "legal-moves", &json!({"token": token})).await.expect("a game");
            assert_eq!(shown.get("plays"), None);
            for name in ["position", "status", "legalMoves", "illegalMoves"] {
                assert_eq!(shown.get(name), legal.get(name), "{name}");
            }
            for _ in 0..12 {
                let Some(played) = random.legal(&line.position()) else { break };
                let mover = line.position().turn();
                line.play_unchecked(played, &mut ());
                let viewer = random.pick(Side::ALL).name();
                let body = json!({
                    "token": token, "move": played.text(), "text": ["line", "board", "spoken"], "viewer": viewer,
                    "names": random_names(&mut random), "you": random.pick(&[true, false]),
                    "locale": random.pick(&["en", "fr"]),
                });
                // A proposal changes nothing, and lapses with the next move.
                propose(&mut both, variant, &mut random, &body).await;
                // Who speaks is addressed in a turn, and who looks elsewhere.
                let body = if viewer == mover.name() { body } else { with(&body, "you", false) };
                let mut speaking = with(&with(&body, "record", true), "side", mover.name());
                speaking["proposedBy"] = mover.other().name().into();
                let turn = both.ask(variant.name(), "play-turn", &speaking).await.expect("a turn");
                let applied = both.ask(variant.name(), "apply-move", &body).await.expect("legal");
                for name in ["position", "status", "legalMoves", "text"] {
                    assert_eq!(turn.get(name), applied.get(name), "{name} after {body}");
                }
                let play = &turn["plays"][0];
                assert_eq!((&play["side"], &play["move"]), (&json!(mover.name()), &json!(played.text())));
                assert_eq!(play["events"], applied["events"]);
                assert!(
                    applied["text"]["spoken"]
                        .as_str()
                        .expect("text")
                        .starts_with(play["sentence"].as_str().expect("text"))
                );
                token = line.token();
                assert_eq!(turn["position"]["token"], token);
                let mut shown = with(&body, "token", token.as_str());
                shown.as_object_mut().expect("an object").remove("move");
                legal = both.ask(variant.name(), "legal-moves", &shown).await.expect("a game");
                assert_eq!(turn["illegalMoves"], legal["illegalMoves"]);
                // The record stands for the same position.
                let again = json!({"position": turn["record"]});
                let again = both.ask(variant.name(), "play-turn", &again).await.expect("a line");
                assert_eq!(again["position"]["line"], turn["position"]["line"]);
                // What agreeing would give is what it gives.
                let agreed = with(&json!({"token": token}), "move", "agree");
                let agreed = both.ask(variant.name(), "apply-move", &agreed).await.ok();
                let agreed = agreed
                    .map(|agreed| json!({"winner": agreed["status"]["winner"], "score": agreed["status"]["score"]}));
                let shown = turn.get("agree").map(|agree| json!({"winner": agree["winner"], "score": agree["score"]}));
                assert_eq!(shown, agreed);
                let prompt = turn.get("prompt").is_some();
                let result = turn.get("result").is_some();
                assert_eq!(
                    (prompt, result),
                    (!turn["status"]["over"].as_bool().expect("a flag"), turn["status"]["over"] == true)
                );
            }
        }
    }
}

#[tokio::test]
async fn a_first_turn_starts_the_game() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for body in [
        json!({}),
        json!({"preset": "tournament", "first": "north"}),
        json!({"options": {"limit": 3, "over-limit": "none"}}),
    ] {
        let started = both.ask("awale", "start-game", &body).await.expect("a game");
        let shown = awale(&mut both, body.clone()).await;
        assert_eq!((&shown["position"], &shown["status"]), (&started["position"], &started["status"]));
        let after = both.ask("awale", "apply-move", &json!({"token": started["position"]["token"], "move": "3"})).await;
        let played = awale(&mut both, with(&body, "move", "3")).await;
        assert_eq!(played["position"], after.expect("legal")["position"]);
        // Moves may come before it, in a new game too.
        let played = awale(&mut both, with(&with(&body, "moves", json!(["3"])), "move", "2")).await;
        assert_eq!(played["position"]["ply"], 2);
    }
    assert_eq!(refused(&mut both, "awale", &json!({"preset": "nobody"})).await.0, "UNKNOWN_PRESET");
    let both_given = json!({"position": START, "preset": "tournament", "first": "south"});
    let (reason, fields) = refused(&mut both, "awale", &both_given).await;
    assert_eq!((reason.as_str(), fields), ("CONFLICTING_FIELDS", vec!["preset".to_owned(), "first".to_owned()]));
}

#[tokio::test]
async fn a_button_of_an_older_board_is_refused_with_the_newest_board() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    // Ply 0, and after a capture in Anywoli, where the same player may move again: the plies of buttons do not tell
    // their age.
    for (variant, setup) in [("awale", json!({})), ("anywoli", json!({"options": {"bonus-move": true}}))] {
        let first = both.ask(variant, "play-turn", &setup).await.expect("a game");
        let old = &first["position"]["token"];
        let next = both.ask(variant, "play-turn", &json!({"token": old, "move": "1"})).await.expect("a turn");
        let newest = &next["position"]["token"];
        let press = json!({"token": old, "newestToken": newest, "move": "2", "reply": {"level": 1}, "text": ["line"]});
        let answer = both.ask(variant, "play-turn", &press).await.expect("an answer");
        assert_eq!((&answer["refused"]["reason"], answer.get("plays")), (&json!("OLD_BOARD"), None));
        assert_eq!((&answer["position"], &answer["status"]), (&next["position"], &next["status"]));
        let line = answer["text"]["line"].as_str().expect("text");
        assert!(line.starts_with("This button belongs to an older board: here is the newest one."), "{line}");
        let press = json!({"token": newest, "newestToken": newest, "move": next["legalMoves"][0]["move"]});
        let answer = both.ask(variant, "play-turn", &press).await.expect("a turn");
        assert_eq!(answer["plays"].as_array().map(Vec::len), Some(1), "{answer}");
    }
    let alone = json!({"newestToken": "EAAAMPe973ve973gDf", "move": "3"});
    assert_eq!(refused(&mut both, "awale", &alone).await, ("MISSING_FIELD".to_owned(), vec!["token".to_owned()]));
    let bad = json!({"token": "EAAAMPe973ve973gDf", "newestToken": "EAAAMPe973ve973gDg", "move": "3"});
    assert_eq!(
        refused(&mut both, "awale", &bad).await,
        ("MALFORMED_TOKEN".to_owned(), vec!["newest_token".to_owned()])
    );
}

#[tokio::test]
async fn a_room_gets_its_texts_in_each_of_its_languages() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let asked = json!({"move": "7", "text": ["line"], "locales": ["fr-CI", "en", "fr"], "locale": "en"});
    let answer = awale(&mut both, asked.clone()).await;
    let texts = answer["texts"].as_array().expect("texts");
    let locales: Vec<_> = texts.iter().map(|text| text["locale"].as_str().expect("a tag")).collect();
    assert_eq!(locales, ["fr", "en"]);
    assert_eq!(texts[1]["text"], answer["text"]);
    let alone = awale(&mut both, json!({"move": "7", "text": ["line"], "locale": "fr"})).await;
    assert_eq!(texts[0]["text"], alone["text"]);
    let without = json!({"move": "3", "locales": ["fr"]});
    assert_eq!(awale(&mut both, without).await.get("texts"), None);
}

#[tokio::test]
async fn a_turn_needs_no_name_of_the_game_where_the_position_has_it() {
    let server = Server::shared();
    let mut json = server.json().await;
    for variant in Variant::ALL {
        let path = format!("/v1/variants/{variant}/play-turn");
        let token = json.post(&path, &json!({})).await.json()["position"]["token"].clone();
        let turn = json!({"token": token, "move": "1"});
        let named = json.post(&path, &turn).await;
        let short = json.post("/v1/play-turn", &turn).await;
        assert_eq!((short.status, short.json()), (named.status, named.json()), "{variant}");
    }
    let reply = json.post("/v1/play-turn", &json!({"move": "3"})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (400, &"MISSING_FIELD".into()), "{}", reply.json());
    assert_eq!(json.get("/v1/play-turn").await.status, 405);
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_in_an_answer_that_shows_the_game() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for (position, side, text, reason, ruling) in [
        (START, None, "7", "NO_SUCH_HOUSE", "C-1"),
        (START, None, "0", "NO_SUCH_HOUSE", "C-1"),
        (START, Some("south"), "x", "MALFORMED_MOVE", "N-6"),
        (START, Some("south"), "", "MALFORMED_MOVE", "N-6"),
        (START, Some("north"), "3", "NOT_YOUR_TURN", "C-3"),
        (START, Some("north"), "x", "NOT_YOUR_TURN", "C-3"),
        (START, None, "pass", "NOT_IN_THIS_GAME", "C-3"),
        ("awale 041001/000000 20/22 s", None, "2", "MUST_FEED", "AW-4"),
        ("awale 000000/000000 24/24 s over=famine", Some("north"), "3", "GAME_OVER", "C-8"),
        ("awale 000000/000000 24/24 s over=famine", None, "x", "GAME_OVER", "C-8"),
    ] {
        let mut body = json!({"position": position, "move": text, "reply": {"level": 1}, "text": ["line"]});
        if let Some(side) = side {
            body["side"] = side.into();
        }
        let answer = awale(&mut both, body.clone()).await;
        let refused = &answer["refused"];
        assert_eq!((&refused["reason"], &refused["ruling"]), (&json!(reason), &json!(ruling)), "{body}: {answer}");
        let line = answer["text"]["line"].as_str().expect("text");
        // That the game is over is said once.
        let first =
            if reason == "GAME_OVER" { "The game is over." } else { refused["message"].as_str().expect("text") };
        assert!(line.starts_with(first), "{line}");
        assert!(["message", "rulingTitle"].iter().all(|name| refused[name].as_str().expect("text").ends_with('.')));
        assert_eq!((&answer["position"]["ply"], answer.get("plays")), (&json!(0), None));
        let shown = awale(&mut both, json!({"position": position, "text": ["line"]})).await;
        assert_eq!((&answer["position"], &answer["legalMoves"]), (&shown["position"], &shown["legalMoves"]));
    }
    // A position at fault is an error, and so is a seat that does not exist.
    assert_eq!(
        refused(&mut both, "awale", &json!({"position": "awale 4/4 s", "move": "1"})).await.0,
        "MALFORMED_POSITION"
    );
    let seated = json!({"position": "andada:team=3 222/222 - s o", "move": "1", "seat": 4});
    assert_eq!(refused(&mut both, "andada", &seated).await, ("SEAT_OUT_OF_RANGE".to_owned(), vec!["seat".to_owned()]));
    for (body, fields) in [
        (with(&seated, "width", 1), &["width", "seat"][..]),
        (with(&seated, "moves", json!(["9"])), &["seat"]),
        (with(&seated, "move", "x"), &["seat"]),
        (json!({"position": "andada:team=3 222/222 - s o", "seat": 1}), &["seat"]),
    ] {
        assert_eq!(refused(&mut both, "andada", &body).await.1, fields, "{body}");
    }
    let other = both.ask("andada", "play-turn", &with(&seated, "seat", 2)).await.expect("an answer");
    assert_eq!(other["refused"]["reason"], "NOT_YOUR_HOUSE");
}

#[tokio::test]
async fn moves_are_read_as_people_write_them() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let north = "awale 444444/444444 0/0 n";
    for (position, text, played) in [
        (START, " #03. ", "3"),
        (START, "C", "3"),
        (START, "c", "3"),
        (north, "C", "3"),
        (north, "c.", "3"),
        ("andada 033/033 - n c", "Je prends", "take"),
        ("andada 033/033 - n c", "give", "give"),
    ] {
        let variant = position.split(' ').next().expect("a name");
        let body = json!({"position": position, "move": text, "locale": "fr"});
        let answer = both.ask(variant, "play-turn", &body).await.expect("an answer");
        assert_eq!(answer["plays"][0]["move"], played, "{text}: {answer}");
        let exact = both.ask(variant, "play-turn", &with(&body, "lenient", false)).await.expect("an answer");
        assert_eq!(
            exact.get("refused").is_some(),
            text != "give" && (text, position) != ("C", START),
            "{text}: {exact}"
        );
    }
    // What each text means, in a room of any language: house 3; nothing; or somebody wants to know how, or to stop.
    let mut wrong = Vec::new();
    for line in include_str!("typed-moves.tsv").lines() {
        let (meaning, text) = line.split_once('\t').expect("two columns");
        for locale in ["en", "fr"] {
            let answer = awale(&mut both, json!({"position": START, "move": text, "locale": locale})).await;
            let says = |words: [&str; 2]| {
                let message = answer["refused"]["message"].as_str().unwrap_or_default();
                words.iter().any(|words| message.starts_with(words))
            };
            let is_as_meant = match meaning {
                "-" => says(["\u{27}", "\u{ab}"]),
                "help" => says(["To play, type", "Pour jouer, tapez"]),
                "stop" => says(["To propose to stop, type", "Pour proposer d'arr\u{ea}ter"]),
                house => answer["plays"][0]["move"] == house,
            };
            if !is_as_meant {
                wrong.push(format!("{locale} {line}: {} {}", answer["plays"][0]["move"], answer["refused"]["message"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for locale in ["en", "fr"] {
        for text in ["AGREE", "D\u{2019}accord", "I agree", "J\u{2019}accepte !", "Agree to stop", "'agree'"] {
            let body = json!({"position": north, "side": "north", "move": text, "locale": locale});
            assert_eq!(awale(&mut both, body).await["proposed"]["by"], "north", "{text}");
        }
    }
}

#[tokio::test]
async fn a_word_that_is_a_move_ends_the_text() {
    let mut both = Both::new(Server::shared()).await;
    for (text, played) in [
        ("my choice is: take", Some("take")),
        ("give (Laisser)", Some("give")),
        ("Nord laisse commencer Sud.", Some("give")),
        ("Nord laisse commencer Sud ?", None),
        ("Sud laisse commencer Nord.", None),
        ("take the house", None),
        ("take or give", None),
        ("give, take", None),
    ] {
        let body = json!({"position": "andada 033/033 - n c", "move": text});
        let answer = both.ask("andada", "play-turn", &body).await.expect("an answer");
        assert_eq!(answer["plays"][0]["move"].as_str(), played, "{text}: {answer}");
    }
}

#[tokio::test]
async fn a_seat_is_read_beside_its_house() {
    let mut both = Both::new(Server::shared()).await;
    let body = json!({"position": "andada:team=3 222/222 - s o"});
    for (text, seat, reason) in [
        ("2 (seat 2)", json!(null), None),
        ("Meilleur coup : 2 (place 2).", json!(2), None),
        ("2 (seat 1)", json!(null), Some("NOT_YOUR_HOUSE")),
        ("2 (seat 4)", json!(null), Some("MALFORMED_MOVE")),
        ("2 (seat 2)", json!(1), Some("MALFORMED_MOVE")),
        ("seat 2", json!(null), Some("MALFORMED_MOVE")),
        ("2 (seat)", json!(null), Some("MALFORMED_MOVE")),
    ] {
        let body = with(&with(&body, "move", text), "seat", seat);
        let answer = both.ask("andada", "play-turn", &body).await.expect("an answer");
        assert_eq!(answer["refused"]["reason"].as_str(), reason, "{text}: {answer}");
        assert_eq!(answer["plays"][0]["move"].as_str(), reason.is_none().then_some("2"), "{text}: {answer}");
    }
}

#[tokio::test]
async fn the_engine_replies_until_the_turn_leaves_its_side() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let reply = json!({"level": 4});
    let turn = awale(&mut both, json!({"position": START, "move": "3", "reply": reply})).await;
    let suggested = both.ask("awale", "suggest-move", &json!({"position": START, "moves": ["3"], "level": 4})).await;
    assert_eq!(turn["plays"][1]["suggestion"], suggested.expect("a suggestion"));
    assert_eq!(moves(&turn["plays"])[1].0, "north");
    assert_eq!((&turn["position"]["ply"], turn.get("truncated")), (&json!(2), None));
    assert!(turn["plays"][0].get("suggestion").is_none());

    // The engine begins, or it is not its turn.
    let begun = awale(&mut both, json!({"position": START, "side": "north", "reply": reply})).await;
    assert_eq!((moves(&begun["plays"]).len(), &begun["status"]["turn"]), (1, &json!("north")));
    let begun = awale(&mut both, json!({"position": START, "reply": reply})).await;
    assert_eq!((moves(&begun["plays"]).len(), &begun["status"]["turn"]), (1, &json!("north")));
    let waits = awale(&mut both, json!({"position": START, "side": "south", "reply": reply})).await;
    assert_eq!(waits.get("plays"), None);

    // It chooses who goes next, and goes on if it takes; if it gives, the turn is the person's.
    let opened = json!({"options": {"houses": 3}, "move": "1", "reply": {"depth": 6}});
    let opened = both.ask("andada", "play-turn", &opened).await.expect("a turn");
    let plays = moves(&opened["plays"]);
    assert_eq!(plays[0].0, "south");
    assert!(plays[1..].iter().all(|(side, _)| side == "north"), "{plays:?}");
    assert_eq!(plays[1].1 == "take", plays.len() > 2, "{plays:?}");
    // A pass of the engine is its own, one of the person is theirs.
    let passing = "anywoli 100000000000/000000000000 20/27 n";
    let passed = both.ask("anywoli", "play-turn", &json!({"position": passing, "reply": reply})).await.expect("a turn");
    assert_eq!(moves(&passed["plays"]), [("north".to_owned(), "pass".to_owned())], "{passed}");
    let must_pass = json!({"position": passing, "side": "north", "reply": reply});
    let must_pass = both.ask("anywoli", "play-turn", &must_pass).await.expect("a turn");
    assert_eq!(must_pass.get("plays"), None);
    assert_eq!(texts(&must_pass["legalMoves"], "move"), ["pass"]);

    // Eight moves are enough for one call.
    let bonus = "anywoli:bonus-move=true,last-four=play-out 131313131313131313131313/444444444444444444444444 0/0 s";
    let body = json!({"position": bonus, "side": "north", "reply": {"nodes": 20_000}, "text": ["line"]});
    let long = both.ask("anywoli", "play-turn", &body).await.expect("a turn");
    assert_eq!((moves(&long["plays"]).len(), &long["truncated"]), (8, &json!(true)));
    let line = long["text"]["line"].as_str().expect("text").split('\n').next().expect("a sentence").to_owned();
    assert!(line.starts_with("… ") && line.ends_with(" South moves again.") && line.len() <= 400, "{line}");
    let again = json!({"token": long["position"]["token"], "side": "north", "reply": {"nodes": 20_000}});
    let again = both.ask("anywoli", "play-turn", &again).await.expect("a turn");
    assert!(again["position"]["ply"].as_u64() > Some(8), "{again}");

    let faulty = json!({"position": START, "reply": {"level": 16, "depth": 0}, "width": 9});
    let (reason, mut fields) = refused(&mut both, "awale", &faulty).await;
    fields.sort_unstable();
    assert_eq!(
        (reason.as_str(), fields.as_slice()),
        ("MALFORMED_REQUEST", &["reply.depth", "reply.level", "width"].map(str::to_owned)[..])
    );
}

#[tokio::test]
async fn names_stand_for_the_sides_in_every_text() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    let names = json!({"south": "Awa", "north": "Ko\u{301}fi \u{1F98A}"});
    let body = json!({"position": START, "move": "3", "names": names, "text": ["line", "board", "spoken"]});
    let turn = awale(&mut both, body.clone()).await;
    assert!(turn["plays"][0]["sentence"].as_str().expect("text").starts_with("Awa plays house 3."), "{turn}");
    assert_eq!(turn["prompt"], "Ko\u{301}fi \u{1F98A} to move.");
    let text = |name: &str| turn["text"][name].as_str().expect("text");
    assert!(text("line").ends_with(
        " to move.\nKo\u{301}fi \u{1F98A} (N) 6:4 5:4 4:4 3:4 2:4 1:5 [0]\nAwa (S) 1:4 2:4 3:0 4:5 5:5 6:5 [0]"
    ));
    assert!(
        text("board").contains("\nKo\u{301}fi \u{1F98A} (N) 0   4") && text("board").contains("\nAwa (S)"),
        "{}",
        text("board")
    );
    assert!(text("spoken").contains("Awa (South), houses 1 to 6: 4, 4, 0, 5, 5, 5."), "{}", text("spoken"));
    let picture = json!({"position": START, "move": "3", "names": names, "text": ["spoken"]});
    let spoken = both.ask("awale", "apply-move", &picture).await.expect("legal");
    assert_eq!(spoken["text"]["spoken"], text("spoken"));

    // A name is never an error. What changes the text around it is left out, and what shows nothing is no name.
    for (name, shown) in [
        ("  ", "North"),
        ("\u{3164}", "North"),
        (" \u{fe0f} ", "North"),
        ("\u{200d}", "North"),
        (" Kofi ", "Kofi"),
        ("a\nb", "ab"),
        ("\u{202e}x", "x"),
        ("a\u{2028}b", "ab"),
        // A family is one character to those who read it.
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
        ("\u{627}\u{645}\u{64A}\u{646}\u{629}", "\u{2068}\u{627}\u{645}\u{64A}\u{646}\u{629}\u{2069}"),
        (&"x".repeat(32), &"x".repeat(32)),
        (&"x".repeat(33), &format!("{}\u{2026}", "x".repeat(31))),
        (&"\u{1F98A}".repeat(32), &"\u{1F98A}".repeat(32)),
    ] {
        let turn = awale(&mut both, with(&body, "names", json!({"north": name}))).await;
        assert_eq!(turn["prompt"], format!("{shown} to move."), "{name:?}");
    }
    // Every text is as short as before, whatever the names are.
    let long = json!({"south": "\u{1F98A}".repeat(200), "north": "\u{627}".repeat(4_000)});
    let turn = awale(&mut both, with(&with(&body, "names", long), "width", 40)).await;
    assert!(turn["text"]["line"].as_str().expect("text").split('\n').all(|line| line.len() <= 400), "{turn}");
}

#[tokio::test]
async fn sentences_address_the_person_who_speaks() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let position = "awale 000001/100004 10/10 s";
    let body = json!({"position": position, "move": "6", "side": "south", "you": true, "text": ["spoken"]});
    let turn = awale(&mut both, body.clone()).await;
    assert_eq!(
        turn["plays"][0]["sentence"],
        "You play house 6. Its only seed falls in North's house 1. You capture 2 seeds from North's house 1."
    );
    let french = awale(&mut both, with(&body, "locale", "fr")).await;
    assert!(french["plays"][0]["sentence"].as_str().expect("text").contains("Vous récoltez 2 graines"), "{french}");
    let waiting = with(&json!({"position": position, "you": true}), "side", "south");
    assert_eq!(awale(&mut both, waiting.clone()).await["prompt"], "Your turn.");
    assert_eq!(awale(&mut both, with(&waiting, "side", "north")).await["prompt"], "South to move.");
    // In the other calls the viewer is addressed.
    let applied = json!({"position": position, "move": "6", "viewer": "north", "you": true, "text": ["spoken"]});
    let applied = both.ask("awale", "apply-move", &applied).await.expect("legal");
    let spoken = applied["text"]["spoken"].as_str().expect("text");
    assert!(spoken.starts_with("South plays house 6. Its only seed falls in your house 1."), "{spoken}");
    for (operation, field) in [("play-turn", "side"), ("legal-moves", "viewer"), ("start-game", "viewer")] {
        let (reason, _, _, fields) = both.ask("awale", operation, &json!({"you": true})).await.expect_err("nobody");
        assert_eq!((reason.as_str(), fields[0].0.as_str()), ("MISSING_FIELD", field), "{operation}");
    }
}

/// Names for the players, or none.
fn random_names(random: &mut Random) -> Value {
    let name = |random: &mut Random| {
        random.pick(&[
            "",
            "Awa",
            "Ko\u{301}fi",
            "\u{627}\u{645}\u{64A}",
            "a very long name that has to be cut somewhere",
        ])
    };
    json!({"south": name(random), "north": name(random)})
}

/// Proposes to stop in this game where the players can, and looks at what agreeing and lapsing do.
async fn propose(both: &mut Both, variant: Variant, random: &mut Random, body: &Value) {
    let by = random.pick(Side::ALL);
    let proposal = with(&with(&with(body, "move", "agree"), "side", by.name()), "lenient", random.pick(&[true, false]));
    let shown = both.ask(variant.name(), "play-turn", &proposal).await.expect("an answer");
    assert_eq!(shown["position"]["token"], body["token"]);
    assert_eq!(shown.get("plays"), None);
    let applied = json!({"token": body["token"], "move": "agree", "names": body["names"], "locale": body["locale"]});
    let Ok(agreed) = both.ask(variant.name(), "apply-move", &applied).await else {
        assert!(shown.get("refused").is_some() && shown.get("proposed").is_none(), "{shown}");
        return;
    };
    let proposed = &shown["proposed"];
    assert_eq!(proposed["by"], by.name());
    assert_eq!((&proposed["winner"], &proposed["score"]), (&agreed["status"]["winner"], &agreed["status"]["score"]));
    assert!(!proposed["message"].as_str().expect("text").is_empty() && proposed.get("accepted").is_none());
    // The same player cannot agree to the own proposal; the other can, in whoever's turn it is.
    let again = with(&proposal, "proposedBy", by.name());
    assert_eq!(both.ask(variant.name(), "play-turn", &again).await.expect("an answer")["proposed"], *proposed);
    let other = with(&again, "side", by.other().name());
    let ended = both.ask(variant.name(), "play-turn", &other).await.expect("an answer");
    assert_eq!((&ended["position"], &ended["status"]), (&agreed["position"], &agreed["status"]));
    assert_eq!((&ended["plays"][0]["side"], &ended["plays"][0]["move"]), (&json!(by.other().name()), &json!("agree")));
    assert!(!ended["plays"][0]["sentence"].as_str().expect("text").is_empty() && ended.get("proposed").is_none());
}

#[tokio::test]
async fn agreeing_takes_two() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    // It has to be known who agrees, with an engine or without.
    for body in [json!({"move": "agree"}), json!({"move": "agree", "reply": {"level": 1}})] {
        assert_eq!(refused(&mut both, "awale", &body).await, ("MISSING_FIELD".to_owned(), vec!["side".to_owned()]));
    }
    // The engine agrees if it expects no more; if not it plays on, and moves if it is its turn.
    for (position, side, accepted, plays) in [
        // Stopping, South has four seeds more; South to move would win by six, and with North to move it is a draw.
        ("awale 222000/000001 20/21 s", "south", true, 1),
        ("awale 222000/000001 20/21 s", "north", false, 1),
        ("awale 222000/000001 20/21 n", "south", false, 1),
        ("awale 222000/000001 20/21 n", "north", true, 1),
        // Stopping is a draw, and North can hope for more.
        ("awale:remaining=leave 000120/120200 20/20 s", "south", false, 0),
    ] {
        let body =
            json!({"position": position, "move": "agree", "side": side, "reply": {"level": 9}, "text": ["line"]});
        let turn = awale(&mut both, body).await;
        let proposed = &turn["proposed"];
        assert_eq!((&proposed["by"], &proposed["accepted"]), (&json!(side), &json!(accepted)), "{turn}");
        assert_eq!((turn["status"]["reason"] == "agreement", moves(&turn["plays"]).len()), (accepted, plays), "{turn}");
        let message = proposed["message"].as_str().expect("text");
        assert!(message.contains(if accepted { "agrees to stop" } else { "does not agree" }), "{message}");
        let line = turn["text"]["line"].as_str().expect("text");
        assert!(if accepted { line.contains("agreed to stop") } else { line.starts_with(message) }, "{line}");
    }
    // `proposedBy` does not stand for the engine.
    let body =
        json!({"position": "awale 110000/110000 0/44 s", "move": "agree", "side": "south", "proposedBy": "north"});
    assert_eq!(awale(&mut both, with(&body, "reply", json!({"level": 1}))).await["status"]["over"], false);
    assert_eq!(awale(&mut both, body).await["status"]["reason"], "agreement");
    // Seeds that are left on the board are told, too.
    let leave = json!({"position": "awale:remaining=leave 444444/444444 0/0 s", "move": "agree", "side": "north", "proposedBy": "south"});
    let ended = awale(&mut both, leave).await;
    assert!(!ended["plays"][0]["sentence"].as_str().expect("text").is_empty(), "{ended}");
}

#[tokio::test]
async fn a_game_that_goes_round_is_noticed() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let mut body = json!({"position": "awale 110000/110000 20/24 s q28", "moves": [], "text": ["line"]});
    let mut line =
        ayla_rules::Line::from(ayla_rules::Position::read("awale 110000/110000 20/24 s q28").expect("a position"));
    let mut seen = vec![line.position().setup()];
    for ply in 29..110_u32 {
        let played = line.position().legal_moves()[0];
        line.play_unchecked(played, &mut ());
        body["moves"].as_array_mut().expect("moves").push(played.text().into());
        let turn = awale(&mut both, body.clone()).await;
        let setup = line.position().setup();
        let is_same = |other: &&ayla_rules::Setup| {
            (&other.south, &other.north, other.turn) == (&setup.south, &setup.north, setup.turn)
        };
        assert_eq!(turn["recurrences"], seen.iter().filter(is_same).count());
        let is_advised = turn["prompt"].as_str().expect("text").contains("agree to stop");
        assert_eq!(is_advised, ply >= 30, "{turn}");
        seen.push(setup);
    }
    assert!(body["moves"].as_array().expect("moves").len() > 80);
}

/// The bytes of an answer without its token.
async fn bytes(both: &mut Both, body: &Value) -> String {
    let mut answer = both.ask("awale", "play-turn", body).await.expect("an answer");
    assert!(answer["position"]["token"].is_string());
    answer["position"]["token"] = Value::Null;
    answer.to_string()
}

#[tokio::test]
async fn positions_that_look_alike_get_the_same_bytes() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let mut pairs = 0;
    for seed in 0..200 {
        let mut random = Random(seed << 8 | 7);
        let (_, _, line) = random.line(Variant::Awale, 40);
        let setup = line.position().setup();
        let view = random.pick(&["south", "north", "public"]);
        let hidden = |side: Side| view != side.name();
        // Seeds change places between two hidden houses of six or more.
        let houses: Vec<(Side, usize)> = Side::ALL
            .iter()
            .flat_map(|&side| (0..setup.row(side).len()).map(move |house| (side, house)))
            .filter(|&(side, house)| hidden(side) && setup.row(side)[house] >= 6)
            .collect();
        let Some((&(from, from_house), &(to, to_house))) = houses
            .iter()
            .flat_map(|from| houses.iter().map(move |to| (from, to)))
            .find(|((side, house), to)| (*side, *house) != **to && setup.row(*side)[*house] > 6)
        else {
            continue;
        };
        let mut other = setup.clone();
        for (side, house, up) in [(from, from_house, false), (to, to_house, true)] {
            let row = if side == Side::South { &mut other.south } else { &mut other.north };
            row[house] = if up { row[house] + 1 } else { row[house] - 1 };
        }
        let Ok(other) = other.position() else { continue };
        pairs += 1;
        let shown = |position: String| {
            json!({"position": position, "view": view, "text": ["line", "board", "spoken"],
            "record": true, "move": "x", "locale": random_locale(seed)})
        };
        let one = bytes(&mut both, &shown(line.position().to_string())).await;
        assert_eq!(one, bytes(&mut both, &shown(other.to_string())).await);
        // A move that neither feeds nor empties a hidden house leaves them alike.
        for text in 1..=6 {
            let with_move = |position: String| with(&shown(position), "move", text.to_string());
            let mut after = Vec::new();
            for position in [line.position().to_string(), other.to_string()] {
                after.push(both.ask("awale", "play-turn", &with_move(position)).await.expect("an answer"));
            }
            after.iter_mut().for_each(|after| after["position"]["token"] = Value::Null);
            let seen = |after: &Value| [after["board"].clone(), after["plays"][0]["events"].clone()];
            if seen(&after[0]) == seen(&after[1]) {
                assert_eq!(after[0], after[1]);
            }
        }
        assert!(one.contains("6+"), "{one}");
        for absent in ["\"line\":\"awale", "\"setup\"", "\"record\"", "\"agree\":", "suggestion"] {
            assert!(!one.contains(absent), "{absent} in {one}");
        }
    }
    assert!(pairs > 20, "{pairs} pairs");
}

fn random_locale(seed: u64) -> &'static str {
    if seed.is_multiple_of(2) { "en" } else { "fr" }
}

#[tokio::test]
async fn a_view_hides_what_is_picked_up_and_what_the_engine_thinks() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let body = json!({"position": "awale 444444/740001 0/0 n", "move": "1", "text": ["line"], "reply": {"level": 4}});
    let south = awale(&mut both, with(&body, "view", "south")).await;
    assert_eq!(south["plays"][0]["events"][0]["pickUp"]["seeds"], 6);
    assert_eq!(south["plays"][0]["events"][0]["pickUp"]["orMore"], true);
    assert!(!south["plays"][0]["sentence"].as_str().expect("text").contains('7'), "{south}");
    assert!(south["plays"].as_array().expect("plays").iter().all(|play| play.get("suggestion").is_none()));
    let north = awale(&mut both, with(&body, "view", "north")).await;
    assert_eq!(
        north["plays"][0]["events"][0]["pickUp"],
        json!({"house": {"side": "north", "house": 1}, "seeds": 7, "lap": 1})
    );
    // In the other games a view hides nothing.
    let andada = json!({"position": "andada 333030303/333030303 - s", "record": true});
    let all = both.ask("andada", "play-turn", &andada).await.expect("a game");
    assert_eq!(both.ask("andada", "play-turn", &with(&andada, "view", "public")).await, Ok(all));
    let mut json = server.json().await;
    let unknown = json.ask("awale", "play-turn", &json!({"view": "west"})).await;
    assert_eq!(unknown.status, 400);
    assert_eq!(unknown.json()["violations"][0]["field"], "view");
}

#[tokio::test]
async fn a_record_is_the_whole_game_and_ends_at_a_thousand_moves() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let start = "awale 110000/110000 20/24 s";
    let record = async |both: &mut Both, moves: usize| {
        let mut line = ayla_rules::Line::from(ayla_rules::Position::read(start).expect("a position"));
        let mut played = Vec::new();
        for _ in 0..moves {
            played.push(line.position().legal_moves()[0]);
            line.play_unchecked(played[played.len() - 1], &mut ());
        }
        let next = line.position().legal_moves()[0].text();
        let played: Vec<_> = played.iter().map(|played| played.text()).collect();
        let body =
            json!({"position": start, "moves": played, "move": next, "record": true, "omit": ["setup", "events"]});
        both.ask("awale", "play-turn", &body).await.expect("a turn").get("record").cloned()
    };
    let whole = record(&mut both, 999).await.expect("a record");
    assert_eq!(whole.as_str().expect("text").split(' ').count(), 4 + 1 + 1_000);
    let shown = awale(&mut both, json!({"position": whole})).await;
    assert_eq!(shown["position"]["ply"], 1_000);
    assert_eq!(record(&mut both, 1_000).await, None);
    let too_many = json!({"position": start, "moves": vec!["1"; 1_001]});
    assert_eq!(
        refused(&mut both, "awale", &too_many).await,
        ("MALFORMED_REQUEST".to_owned(), vec!["moves".to_owned()])
    );
    let mut json = server.json().await;
    let million = json.ask("awale", "play-turn", &json!({"moves": vec!["1"; 1_000_000]})).await;
    assert_eq!((million.status.as_u16(), &million.json()["reason"]), (413, &json!("TOO_LARGE")));
}

#[tokio::test]
async fn the_persons_move_counts_when_the_reply_cannot_be_searched() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    let mut both = Both::new(&server).await;
    let endless = ayla_test_server::suggestions::Caller::Http1.call(&server, "suggest-move").await;
    server.until("ayla_search_slots_busy", |busy| busy > 0.0).await;
    let turn = awale(
        &mut both,
        json!({"position": START, "move": "3", "reply": {"level": 4}, "locale": "fr", "text": ["spoken"]}),
    )
    .await;
    assert_eq!(moves(&turn["plays"]), [("south".to_owned(), "3".to_owned())]);
    assert_eq!((&turn["position"]["ply"], &turn["status"]["turn"]), (&json!(1), &json!("north")));
    let unanswered = &turn["unanswered"];
    assert_eq!((&unanswered["reason"], &unanswered["retryAfterMs"]), (&json!("SEARCH_QUEUE_FULL"), &json!(1_000)));
    assert!(unanswered["message"].as_str().expect("text").starts_with("Le moteur est trop occupé"), "{unanswered}");
    assert!(turn["text"]["spoken"].as_str().expect("text").starts_with("Le moteur est trop occupé"), "{turn}");
    drop(endless);
    server.until("ayla_search_slots_busy", |busy| busy == 0.0).await;
    let asked_again = json!({"token": turn["position"]["token"], "side": "south", "reply": {"level": 4}});
    assert_eq!(moves(&awale(&mut both, asked_again).await["plays"]).len(), 1);
}

#[tokio::test]
async fn the_events_of_all_moves_keep_the_bound_of_one_answer() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    // 6,731 laps and 23,674 seeds.
    let body = json!({"position": "andada 010194110/103238101 - s", "move": "7", "reply": {"level": 1}});
    let turn = both.ask("andada", "play-turn", &body).await.expect("a turn");
    let plays = turn["plays"].as_array().expect("plays");
    let sown = |play: &Value| {
        let events = play["events"].as_array().map(Vec::as_slice).unwrap_or_default();
        events.iter().filter_map(|event| event["sow"]["houses"].as_array()).map(Vec::len).sum::<usize>()
    };
    assert_eq!(plays.iter().map(sown).sum::<usize>(), 20_000);
    assert!(plays.len() > 1 && plays.iter().all(|play| play["eventsTruncated"] == true));
    let quiet = both.ask("andada", "play-turn", &with(&body, "omit", json!(["events"]))).await.expect("a turn");
    assert_eq!(quiet["position"], turn["position"]);
    assert!(quiet["plays"][0].get("eventsTruncated").is_none());
}
