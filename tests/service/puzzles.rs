//! Puzzles over both transports: by id, by what is wanted, by the day, and solved by play-turn.

use ayla_puzzles::{Filter, Id, Puzzle, PuzzleTask, PuzzleTheme};
use ayla_rules::{Line, Move, Position, Side, Variant};
use ayla_test_server::{Server, alike};
use serde_json::{Value, json};

use super::grpc::refusal;
use super::transports::{Both, with};

/// The answer over both transports, which must be the same; or the status of HTTP, the reason and the fields at fault.
async fn ask(both: &mut Both, path: &str, operation: &str, body: &Value) -> Result<Value, (u16, String, Vec<String>)> {
    let reply = both.json.get(path).await;
    let json = reply.json();
    match both.rpc.ask(operation, body).await {
        Ok(answer) => {
            assert_eq!(reply.status, 200, "{path}: {json}");
            assert_eq!(alike::of_json(json.clone()), answer, "{path}");
            Ok(json)
        }
        Err(status) => {
            let refused = refusal(&status);
            assert_eq!(json["reason"], refused.reason.as_str(), "{path}");
            assert_eq!(json["detail"], status.message(), "{path}");
            let violations = json["violations"].as_array().into_iter().flatten();
            let fields = violations.map(|violation| violation["field"].as_str().expect("text").to_owned());
            let fields: Vec<_> = fields.collect();
            assert_eq!(fields, refused.fields, "{path}");
            Err((reply.status.as_u16(), refused.reason, fields))
        }
    }
}

async fn get(both: &mut Both, id: &str) -> Result<Value, (u16, String, Vec<String>)> {
    ask(both, &format!("/v1/puzzles/{id}"), "get-puzzle", &json!({"id": id})).await
}

async fn find(both: &mut Both, body: &Value) -> Result<Value, (u16, String, Vec<String>)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let fields = body.as_object().expect("an object").iter();
    let query: Vec<_> = fields.map(|(name, value)| format!("{name}={}", text(value).replace(' ', "+"))).collect();
    ask(both, &format!("/v1/puzzles?{}", query.join("&")), "find-puzzle", body).await
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|text| text.as_str().expect("text")).collect()
}

#[tokio::test]
async fn a_puzzle_has_what_its_file_says() {
    let mut both = Both::new(Server::shared()).await;
    for &variant in Variant::ALL {
        let all: Vec<Id> = Filter::default().ids(variant).collect();
        for (at, id) in [all[0], all[all.len() / 2], all[all.len() - 1]].into_iter().enumerate() {
            let puzzle = id.puzzle().expect("a puzzle");
            let answer = get(&mut both, &id.to_string()).await.expect("a puzzle");
            assert_eq!(answer["id"], id.to_string());
            assert_eq!(answer["variant"], variant.name());
            assert_eq!(answer["position"], puzzle.position.to_string());
            assert_eq!(answer["token"], Line::from(puzzle.position).token());
            assert_eq!(answer["grade"], puzzle.grade);
            assert_eq!(texts(&answer["themes"]), puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>());
            assert_eq!(answer["task"], puzzle.task().name());
            assert_eq!(answer["moves"], puzzle.choices().len());
            assert_eq!(answer["matches"], all.len());
            let next = (at < 2).then(|| Id { number: id.number + 1, ..id }.to_string());
            assert_eq!(answer.get("next"), next.map(Value::from).as_ref());
            assert_eq!((answer.get("solution"), answer.get("solutionText")), (None, None));
        }
    }
    let body = json!({"id": "awale-17", "solution": true, "locale": "fr"});
    let answer =
        ask(&mut both, "/v1/puzzles/awale-17?solution=true&locale=fr", "get-puzzle", &body).await.expect("one");
    let id = Id { variant: Variant::Awale, number: 17 };
    let solution: Vec<_> = id.puzzle().expect("a puzzle").line.iter().map(|played| played.text()).collect();
    assert_eq!(texts(&answer["solution"]), solution);
    assert_eq!(texts(&answer["solutionText"]).len(), solution.len());
    assert!(answer["solutionText"][0].as_str().expect("text").starts_with("Sud joue la case "), "{answer}");
    assert!(answer["text"].as_str().expect("text").starts_with("Vous jouez Sud"), "{answer}");
}

#[tokio::test]
async fn those_that_match_follow_each_other_until_the_last() {
    let mut both = Both::new(Server::shared()).await;
    let filters = [
        (json!({"variant": "awale", "theme": "sacrifice", "grade": 6}), Some(PuzzleTheme::Sacrifice), Some(6)),
        (json!({"variant": "congklak", "theme": "starves"}), Some(PuzzleTheme::Starves), None),
        (json!({"variant": "togyzqumalaq", "grade": 3}), None, Some(3)),
    ];
    for (body, theme, grade) in filters {
        let variant = Variant::from_name(body["variant"].as_str().expect("text")).expect("a game");
        let matching: Vec<Id> = Filter { theme, grade }.ids(variant).collect();
        assert!((2..200).contains(&matching.len()), "{body}: {}", matching.len());
        let mut found = Vec::new();
        let mut next = find(&mut both, &body).await;
        while let Ok(answer) = next {
            assert_eq!(answer["matches"], matching.len());
            assert!(theme.is_none_or(|theme| texts(&answer["themes"]).contains(&theme.name())));
            assert!(grade.is_none_or(|grade| answer["grade"] == grade));
            let id = answer["id"].as_str().expect("text").to_owned();
            next = find(&mut both, &with(&body, "after", id.clone())).await;
            assert_eq!(answer.get("next"), next.as_ref().ok().map(|next| &next["id"]), "{id}");
            found.push(id);
        }
        assert_eq!(next.expect_err("the end"), (404, "NO_SUCH_PUZZLE".to_owned(), Vec::new()));
        assert_eq!(found, matching.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn each_day_has_a_puzzle_of_its_own() {
    let mut both = Both::new(Server::shared()).await;
    let body = json!({"variant": "mangala", "grade": 3});
    let mut days = Vec::new();
    for day in ["2026-12-01", "2026-12-02", "2026-12-01"] {
        days.push(find(&mut both, &with(&body, "day", day)).await.expect("a puzzle"));
    }
    assert_eq!(days[0], days[2]);
    assert_eq!(days[0]["next"], days[1]["id"], "the last one of the grade is on another day");
    let filter = Filter { grade: Some(3), ..Filter::default() };
    let id = filter.of_day(Variant::Mangala, "2026-12-01".parse().expect("a day")).expect("a puzzle");
    assert_eq!(days[0]["id"], id.to_string());
}

#[tokio::test]
async fn what_does_not_exist_is_refused() {
    let mut both = Both::new(Server::shared()).await;
    for id in ["awale-0", "awale-501", "awale-017", "oware-1", "awale", "%C3%A9"] {
        let decoded = if id.starts_with('%') { "é" } else { id };
        let refused = ask(&mut both, &format!("/v1/puzzles/{id}"), "get-puzzle", &json!({"id": decoded})).await;
        let expected = (404, "NO_SUCH_PUZZLE".to_owned(), vec!["id".to_owned()]);
        assert_eq!(refused.expect_err(id), expected, "{id}");
    }
    for (body, status, reason, fields) in [
        (json!({}), 400, "MISSING_FIELD", &["variant"][..]),
        (json!({"variant": "chess"}), 404, "UNKNOWN_VARIANT", &["variant"]),
        (json!({"variant": "awale", "grade": 0}), 400, "MALFORMED_REQUEST", &["grade"]),
        (json!({"variant": "awale", "grade": 7}), 400, "MALFORMED_REQUEST", &["grade"]),
        (json!({"variant": "awale", "after": "awale-0"}), 400, "MALFORMED_REQUEST", &["after"]),
        (json!({"variant": "awale", "after": "kalah-1"}), 400, "CONFLICTING_FIELDS", &["variant", "after"]),
        (json!({"variant": "awale", "day": "2026-02-29"}), 400, "MALFORMED_REQUEST", &["day"]),
        (
            json!({"variant": "awale", "after": "awale-1", "day": "2026-12-01"}),
            400,
            "CONFLICTING_FIELDS",
            &["after", "day"],
        ),
        (
            json!({"variant": "awale", "grade": 9, "after": "x", "day": "y"}),
            400,
            "MALFORMED_REQUEST",
            &["grade", "after", "day", "after", "day"],
        ),
        (json!({"variant": "awale", "theme": "tuzdik"}), 404, "NO_SUCH_PUZZLE", &[]),
        (json!({"variant": "awale", "after": "awale-500"}), 404, "NO_SUCH_PUZZLE", &[]),
        (json!({"variant": "awale", "after": "awale-99999"}), 404, "NO_SUCH_PUZZLE", &[]),
    ] {
        let (found_status, found, at) = find(&mut both, &body).await.expect_err("refused");
        assert_eq!((found_status, found.as_str()), (status, reason), "{body}");
        assert_eq!(at, fields, "{body}");
    }
    let theme = both.json.get("/v1/puzzles?variant=awale&theme=fork").await;
    assert_eq!((theme.status.as_u16(), &theme.json()["violations"][0]["field"]), (400, &json!("theme")));
    let posted = both.json.post("/v1/puzzles", &json!({"variant": "awale"})).await;
    assert_eq!((posted.status.as_u16(), &posted.json()["reason"]), (405, &json!("METHOD_NOT_ALLOWED")));
}

#[tokio::test]
async fn a_puzzle_may_be_kept_and_is_tagged() {
    let mut json = Server::shared().json().await;
    for path in ["/v1/puzzles/kalah-3", "/v1/puzzles?variant=kalah&day=2026-12-01"] {
        let reply = json.get(path).await;
        let tag = reply.headers["etag"].to_str().expect("text").to_owned();
        assert_eq!(reply.headers["cache-control"], "public, max-age=3600");
        let again = json.send("GET", path, &[("if-none-match", &tag)], &[]).await;
        assert_eq!(again.status, 304, "{path}");
    }
}

/// A turn of a puzzle.
async fn turn(both: &mut Both, id: Id, body: &Value) -> Value {
    let body = with(body, "puzzle", id.to_string());
    let answered = both.ask(id.variant.name(), "play-turn", &body).await;
    answered.unwrap_or_else(|refused| panic!("{body}: {refused:?}"))
}

/// Some puzzles of a game: the first one of each task and grade.
fn some(variant: Variant) -> Vec<(Id, Puzzle)> {
    let mut known = Vec::new();
    let all = Filter::default().ids(variant).map(|id| (id, id.puzzle().expect("a puzzle")));
    all.filter(|(_, puzzle)| {
        let kind = (puzzle.task(), puzzle.grade);
        let is_new = !known.contains(&kind);
        known.push(kind);
        is_new
    })
    .collect()
}

#[tokio::test]
async fn the_solution_of_a_puzzle_solves_it() {
    let mut both = Both::new(Server::shared()).await;
    for &variant in Variant::ALL {
        for (id, puzzle) in some(variant) {
            let shown = turn(&mut both, id, &json!({"text": ["line"]})).await;
            assert_eq!(shown["position"]["text"], puzzle.position.to_string());
            assert_eq!(shown["puzzle"]["state"], "goes-on", "{id}");
            assert_eq!(shown["puzzle"]["movesLeft"], puzzle.choices().len(), "{id}");
            let task = shown["puzzle"]["text"].as_str().expect("text");
            assert!(shown["text"]["line"].as_str().expect("text").starts_with(task), "{id}: {shown}");

            let mut token = Value::Null;
            let mut position = puzzle.position;
            let mut plays = Vec::new();
            let mut left = puzzle.choices().len();
            while position.turn() == Side::South && plays.len() < puzzle.line.len() {
                let played = puzzle.line[plays.len()];
                left -= usize::from(position.legal_moves().len() > 1);
                let answer = turn(&mut both, id, &json!({"token": token, "move": played.text()})).await;
                for play in answer["plays"].as_array().expect("plays") {
                    assert_eq!(play.get("suggestion"), None);
                    plays.push(play["move"].as_str().expect("text").to_owned());
                }
                let progress = &answer["puzzle"];
                let state = if left == 0 { "solved" } else { "goes-on" };
                assert_eq!(progress["state"], state, "{id} after {plays:?}");
                assert_eq!(progress.get("movesLeft").and_then(Value::as_u64).unwrap_or(0), left as u64, "{id}");
                assert_eq!(progress.get("refutation"), None, "{id}");
                token = answer["position"]["token"].clone();
                position = Position::read(answer["position"]["text"].as_str().expect("text")).expect("a position");
            }
            assert_eq!(plays, puzzle.line.iter().map(|played| played.text()).collect::<Vec<_>>(), "{id}");
        }
    }
}

/// The sentences of a wrong move in both languages, the last of which says what it misses.
const MISSED: [[&str; 4]; 2] = [
    [
        "Your move does not win.",
        "Your move loses.",
        "There is a move that brings more seeds.",
        "There is a move that wins by more.",
    ],
    [
        "Votre coup ne gagne pas.",
        "Votre coup perd.",
        "Il y a un coup qui rapporte plus de graines.",
        "Un autre coup gagne avec plus d'avance.",
    ],
];

/// Checks the answer to a wrong move, as South's `choices` before and after have it.
fn check_wrong(id: Id, puzzle: &Puzzle, before: Position, wrong: Move, answer: &Value, missed: &[&str; 4]) {
    let progress = &answer["puzzle"];
    assert_eq!(progress["state"], "wrong", "{id}: {answer}");
    assert_eq!(answer.get("plays"), None, "{id}");
    assert_eq!(answer["position"]["text"], before.to_string(), "{id}");
    let refutation = texts(&progress["refutation"]);
    assert_eq!(refutation[0], wrong.text(), "{id}");
    let mut line = Line::from(before);
    for (at, text) in refutation.iter().enumerate() {
        let side = if at == 0 { Side::South } else { Side::North };
        let played = line.position().legal_moves().into_iter().find(|played| played.text() == *text);
        assert_eq!(line.position().turn(), side, "{id}: {refutation:?}");
        assert!(line.play_unchecked(played.expect("legal"), &mut ()), "{id}: {refutation:?}");
    }
    let end = line.position();
    assert!(end.turn() == Side::South || end.legal_moves().is_empty(), "{id}: {refutation:?}");
    let text = progress["text"].as_str().expect("text");
    let said = missed.iter().position(|missed| text.ends_with(missed)).expect(text);
    match puzzle.task() {
        PuzzleTask::Win => assert!([0, 3].contains(&said), "{id}: {text}"),
        PuzzleTask::Draw => assert_eq!(said, 1, "{id}: {text}"),
        PuzzleTask::Seeds => assert_eq!(said, 2, "{id}: {text}"),
    }
    if puzzle.task() == PuzzleTask::Win && before == puzzle.position {
        assert_eq!(said, 0, "{id}: {text}");
    }
}

#[tokio::test]
async fn every_other_move_is_wrong_and_refuted() {
    let mut both = Both::new(Server::shared()).await;
    for &variant in Variant::ALL {
        // Three of each game, with other tasks and grades.
        for (id, puzzle) in some(variant).into_iter().step_by(3).take(3) {
            let mut wrongs = 0;
            for (before, best) in puzzle.choices() {
                let token = Line::from(before).token();
                for wrong in before.legal_moves().into_iter().filter(|&played| played != best) {
                    wrongs += 1;
                    let body = json!({"token": token, "move": wrong.text()});
                    let answer = turn(&mut both, id, &body).await;
                    check_wrong(id, &puzzle, before, wrong, &answer, &MISSED[0]);
                    if wrongs == 1 {
                        let french = turn(&mut both, id, &with(&body, "locale", "fr")).await;
                        check_wrong(id, &puzzle, before, wrong, &french, &MISSED[1]);
                        assert_eq!(french["puzzle"]["refutation"], answer["puzzle"]["refutation"]);
                    }
                }
            }
            assert!(wrongs > 0, "{id}");
        }
    }
}

/// The position after the first move of the solution.
fn after_first(puzzle: &Puzzle) -> Position {
    puzzle.position.play_unchecked(puzzle.line[0], &mut ()).expect("legal")
}

#[tokio::test]
async fn what_is_not_a_turn_of_the_puzzle_is_refused() {
    let mut both = Both::new(Server::shared()).await;
    // One with a reply, in which house 6 is empty.
    let is_fit = |(_, puzzle): &(Id, Puzzle)| {
        let choices = puzzle.choices();
        let is_empty = !puzzle.position.legal_moves().contains(&Move::House(6));
        let end =
            puzzle.line.iter().fold(puzzle.position, |at, &played| at.play_unchecked(played, &mut ()).expect("legal"));
        let goes_on = end.turn() == Side::South && !end.legal_moves().is_empty();
        is_empty
            && goes_on
            && choices.len() > 1
            && puzzle.line.get(1).is_some_and(|_| after_first(puzzle).turn() == Side::North)
    };
    let mut all = Filter::default().ids(Variant::Kalah).map(|id| (id, id.puzzle().expect("a puzzle")));
    let (id, puzzle) = all.find(is_fit).expect("there is one");
    let name = id.to_string();
    let [first, second] = [puzzle.line[0], puzzle.line[1]].map(|played| played.text());
    let other = puzzle.position.legal_moves().into_iter().map(|played| played.text()).find(|text| *text != first);
    for (body, reason, fields) in [
        (json!({"puzzle": "kalah-0"}), "NO_SUCH_PUZZLE", &["puzzle"][..]),
        (json!({"puzzle": "awale-1"}), "VARIANT_MISMATCH", &["puzzle"]),
        (json!({"puzzle": name, "reply": {"level": 1}}), "CONFLICTING_FIELDS", &["puzzle", "reply"]),
        (json!({"puzzle": name, "preset": "default"}), "CONFLICTING_FIELDS", &["preset"]),
        (json!({"puzzle": name, "moves": [other]}), "CONFLICTING_FIELDS", &["puzzle"]),
        (json!({"puzzle": name, "position": "kalah 444444/444444 0/0 s"}), "CONFLICTING_FIELDS", &["puzzle"]),
        (json!({"puzzle": name, "moves": ["6"]}), "ILLEGAL_LINE", &["moves[0]"]),
    ] {
        let (found, _, _, at) = both.ask("kalah", "play-turn", &body).await.expect_err("refused");
        let at: Vec<_> = at.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!((found.as_str(), &at[..]), (reason, fields), "{body}");
    }
    let all: Vec<_> = puzzle.line.iter().map(|played| played.text()).collect();
    let end =
        puzzle.line.iter().fold(puzzle.position, |at, &played| at.play_unchecked(played, &mut ()).expect("legal"));
    let over = json!({"puzzle": name, "moves": all, "move": end.legal_moves()[0].text()});
    let solved = turn(&mut both, id, &json!({"moves": all})).await;
    assert_eq!(solved["puzzle"]["state"], "solved");
    let refused = both.ask("kalah", "play-turn", &over).await.expect_err("no further move");
    assert_eq!((refused.0.as_str(), refused.3[0].0.as_str()), ("CONFLICTING_FIELDS", "move"));

    // A move that is not legal is refused as always, and the puzzle goes on.
    for (played, reason) in [("6", "EMPTY_HOUSE"), ("hello", "MALFORMED_MOVE"), ("agree", "NOT_IN_THIS_GAME")] {
        let answer = turn(&mut both, id, &json!({"move": played})).await;
        assert_eq!((&answer["refused"]["reason"], &answer["puzzle"]["state"]), (&json!(reason), &json!("goes-on")));
    }
    // The same by moves from the beginning, with North's reply or without it.
    for body in [json!({"moves": [first, second]}), json!({"moves": [first]})] {
        let answer = turn(&mut both, id, &body).await;
        assert_eq!(answer["puzzle"]["state"], "goes-on", "{body}");
        assert_eq!(answer["status"]["turn"], "south", "{body}");
    }
    // A game in which players may agree to stop.
    let agreed =
        turn(&mut both, Id { variant: Variant::Awale, number: 1 }, &json!({"move": "agree", "side": "south"})).await;
    assert_eq!(agreed["refused"]["reason"], "NOT_IN_THIS_GAME");
    assert_eq!(agreed.get("proposed"), None);
}

#[cfg(feature = "pictures")]
#[tokio::test]
async fn a_picture_shows_the_position_of_a_puzzle() {
    let mut json = Server::shared().json().await;
    let position = Id { variant: Variant::Anywoli, number: 2 }.puzzle().expect("a puzzle").position.to_string();
    for format in ["svg", "png"] {
        let path = format!("/v1/variants/anywoli/board.{format}");
        let puzzle = json.get(&format!("{path}?puzzle=anywoli-2")).await;
        let plain = json.get(&format!("{path}?position={}", position.replace(' ', "_"))).await;
        assert_eq!((puzzle.status.as_u16(), puzzle.body), (200, plain.body), "{format}");
        let both = json.get(&format!("{path}?puzzle=anywoli-2&position={}", position.replace(' ', "_"))).await;
        assert_eq!((both.status.as_u16(), &both.json()["reason"]), (400, &json!("CONFLICTING_FIELDS")));
        let none = json.get(&format!("{path}?puzzle=anywoli-0")).await;
        assert_eq!((none.status.as_u16(), &none.json()["reason"]), (404, &json!("NO_SUCH_PUZZLE")));
    }
}
