//! What is said of requests that cannot be answered.

use Variant::{Andada, Awale, Kalah};
use std::collections::BTreeMap;

use ayla_api::error::{Error, Reason};
use ayla_api::words::{Argument, Message, enumeration, placed};
use ayla_records::{Assumption, FaultKind, Format, Why, WhyNot, read, write};
use ayla_rules::awale::Capture;
use ayla_rules::{BadToken, IllegalReason, Position, Variant};
use serde_json::{Value, json};

use crate::example::{Example, Section, fault, of_every_game, refused, said, sentence};

/// The sections about faults.
pub(crate) fn sections() -> Vec<Section> {
    vec![
        Section {
            title: "Faults of positions and options",
            about: "Most of these are for programmers; a person sees them who types a position.",
            examples: positions(),
        },
        Section {
            title: "Games of other programs",
            about: "What is wrong with a text, what it does not say, and what a format cannot express.",
            examples: records(),
        },
        Section { title: "Faults of requests", about: "What is wrong with the other fields.", examples: requests() },
        Section {
            title: "Refusals",
            about: "What the service cannot do at the moment, or not for this caller.",
            examples: refusals(),
        },
        Section { title: "Faults of transports", about: "What cannot be read as a call.", examples: transports() },
    ]
}

fn position(text: &str) -> Example {
    refused(None, "legal-moves", &json!({"position": text}).to_string())
}

fn start(variant: Variant, options: Value) -> Example {
    refused(Some(variant), "start-game", &json!({"options": options}).to_string())
}

fn positions() -> Vec<Example> {
    let texts = [
        "",
        "awale  444444/444444 0/0 s",
        "awale 444444/444444",
        "awale",
        "awale 444444/444444 0/0",
        ":limit=2 444444/444444 0/0 s",
        "awale:limit 444444/444444 0/0 s",
        "awale:limit=2,limit=3 444444/444444 0/0 s",
        "awale:limit=02 444444/444444 0/0 s",
        "awale 444444 0/0 s",
        "awale /444444 0/0 s",
        "awale 44444(40/444444 0/0 s",
        "awale 44444(12)/444444 0/0 s",
        "awale 44444?/444444 0/0 s",
        "awale 444444/444444 0 s",
        "awale 444444/444444 0/0 x",
        "awale 444444/444444 0/0 s z",
        "awale 444444/444444 0/0 s q1 q2",
        "awale 444444/444444 0/0 s tuz=3",
        "awale 444444/444444 0/0 s q0",
        "awale 444444/444444 0/0 s over=boredom",
        "awale 444444/444444 0/0 s moves",
        "awale 444444/444444 0/0 s q99999999",
        "chess 444444/444444 0/0 s",
        "mancala 444444/444444 0/0 s",
        "444444/444444 0/0 s",
        "awalle 444444/444444 0/0 s",
        "awale:limt=2 444444/444444 0/0 s",
        "awale:colour=2 444444/444444 0/0 s",
        "awale:limit=9 444444/444444 0/0 s",
        "awale 44444/444444 0/0 s",
        "andada 2222/222222 - s",
        "awale 4/444444 0/0 s",
        "anywoli:houses=5 4444/4444 0/0 s",
        "awale zzzzzz/zzzzzz 0/0 s",
        "andada 222222/222222 0/0 s",
        "awale 444444/444444 0/0 s o",
        "andada 222222/222222 - s q3",
        "awale 444444/444444 0/0 s first=n",
        "awale 444444/444444 0/0 s tuz=3/-",
        "awale 444444/444444 - s",
        "awale 000000/000000 24/24 s over=last-four",
    ];
    let options = [
        (Awale, json!({"limit": true})),
        (Awale, json!({"capture": "three"})),
        (Awale, json!({"majority": 2})),
        (Kalah, json!({"houses": 99})),
        (Andada, json!({"houses": 13})),
    ];
    let setup = json!({"variant": "awale", "south": [4, 4, 4, 4, 4, 4], "north": [4, 4, 4, 4, 4, 4],
        "stores": {"south": 0, "north": 0}, "turn": "south", "quiet": 99_999_999});
    let mut examples: Vec<_> = texts.into_iter().map(position).collect();
    examples.extend(of_every_game("refused", position));
    examples.extend(options.into_iter().map(|(variant, options)| start(variant, options)));
    examples.push(refused(None, "legal-moves", &json!({"setup": setup}).to_string()));
    // Every request takes a line in place of a position; the library reads positions alone.
    let line = Position::read("awale 444444/444444 0/0 s moves 3").expect_err("moves");
    examples.push(sentence(&line[0]));
    examples
}

/// Texts of other programs with faults, and with something that was assumed; and games that formats cannot express.
fn records() -> Vec<Example> {
    const OGN: &str = "[Variant \"Oware Abapa\"]\n";
    let texts = [
        (None, String::new()),
        (None, "hello".to_owned()),
        (None, format!("{OGN}\n1. C d {{ a comment }} (1. A) 2. Z")),
        (None, format!("{OGN}[Event ?]\n\n1. C d")),
        (None, format!("{OGN}\n1. C d 24-24")),
        (None, format!("{OGN}\n1. C d 25-23")),
        (None, format!("{OGN}\n1. C d+3 3. B * A")),
        (None, format!("{OGN}\n1. C D {{ never closed")),
        (None, "[Variant \"Ayo\"]\n\n1. C d".to_owned()),
        (None, format!("{} moves {}", "4-".repeat(12) + "0-0-S", "Aa")),
        (Some(Format::Auale), "4-4-4-x".to_owned()),
        (Some(Format::Auale), "4-4-4-4".to_owned()),
        (Some(Format::Auale), "fen".to_owned()),
        (Some(Format::Auale), "1-0-0-0-0-0-0-0-0-0-0-0-0-0-S".to_owned()),
        (Some(Format::Auale), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-W".to_owned()),
        (Some(Format::PlayStrategy), "*".to_owned()),
        (None, "[Variant \"Oware\"]\n\n1. d1e2 c2c1".to_owned()),
        (None, "4S,4S,4S,5S,5S,5Q/4S,4S,4S,4S,1,5S 0 0 N 1".to_owned()),
        (None, "4S,4S,4S,5S,5S,5S/4S,4S,4S,4S,1,5S 0 0".to_owned()),
        (None, "1,1S,1S,1S,1S,2S/6 22 26 S 50".to_owned()),
        (None, "1. 64 64\n2. 21 31".to_owned()),
        (None, "1. 76x 76".to_owned()),
        (None, "1. 76(10) 76(10)\n2. 67(12) 99\n3. 78(4) 89".to_owned()),
        (None, "action: 3\ngame: oware\naction: 2".to_owned()),
        (Some(Format::OpenSpiel), "[Game]\n[State]\n".to_owned()),
        (None, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4>".to_owned()),
        (None, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove".to_owned()),
        (None, "1. C { a comment } d (1. A) 2. B".to_owned()),
        (None, "1. 64 64".to_owned()),
        (None, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>".to_owned()),
        (None, "1-1-4-4-4-4-4-4-4-4-4-4-0-0-S".to_owned()),
    ];
    let mut messages: Vec<Message> = Vec::new();
    for (format, text) in texts {
        let reading = read(&text, format);
        messages.extend(reading.faults.iter().map(placed));
        messages.extend(reading.records.iter().flat_map(|record| &record.assumed).map(Into::into));
    }
    let games = [
        (Format::Ogn, "kalah 444444/444444 0/0 s moves 3"),
        (Format::ScoreSheet, "togyzqumalaq 55555/55555 0/0 s moves 3"),
        (Format::Letters, "awale 333333/333333 0/0 s moves 3"),
        (Format::Letters, "awale 444444/444444 0/0 s"),
        (Format::Wikimanqala, "awale 444444/444444 0/0 n moves 3"),
        (Format::Wikimanqala, "awale 444444/444444 0/0 s moves agree"),
        (Format::OpenSpiel, "awale 440555/544444 0/0 n moves 3"),
        (Format::Auale, "awale 000000/000000 24/24 s over=famine"),
        (Format::Auale, "awale:capture=two 444444/444444 0/0 s moves 3"),
    ];
    for (format, text) in games {
        let game = read(text, Some(Format::Ayla)).records.remove(0).game;
        match write(&game, format) {
            Ok(written) => messages.extend(written.omitted.iter().map(Into::into)),
            Err(why) => messages.extend(why.iter().map(Into::into)),
        }
    }
    let rest = [
        Message::from(&FaultKind::SeveralFormats { formats: vec![Format::Wikimanqala, Format::ScoreSheet] }),
        Message::from(&FaultKind::TooManyMoves { most: 1_000 }),
        Message::from(&Assumption::Option { name: "majority", value: true.into(), why: Why::Ending }),
        Message::from(&Assumption::Option { name: "majority", value: false.into(), why: Why::WentOn }),
        Message::from(&Assumption::UnmarkedTuzdik { ply: 13 }),
        Message::from(&Assumption::CapturesOfMoves),
        Message::from(&FaultKind::Result { said: "30-18".to_owned(), is: "25-23".to_owned() }),
        Message::from(&WhyNot::Option { name: "capture", value: Capture::Two.into() }),
        Message::new("text-missing"),
        Message::new("text-too-much-work").with("most", 3_000_000_u32),
        Message::new("games-converted").with("games", 1_u32),
        Message::new("games-converted").with("games", 8_u32),
    ];
    messages.into_iter().chain(rest).map(sentence).collect()
}

/// An error that only a server can make.
fn error(reason: Reason, message: Message) -> Example {
    fault(Error::new(reason, message))
}

fn requests() -> Vec<Example> {
    const BODIES: [(Option<Variant>, &str, &str); 37] = [
        (None, "start-game", "{}"),
        (Some(Kalah), "legal-moves", r#"{"position": "awale 444444/444444 0/0 s"}"#),
        (None, "legal-moves", r#"{"position": "awale 444444/444444 0/0 s", "token": "EAAAMPe973ve973gDf"}"#),
        (None, "legal-moves", "{}"),
        (None, "play-turn", r#"{"position": "awale 444444/444444 0/0 s", "preset": "default"}"#),
        (None, "replay-game", r#"{"position": "awale 444444/444444 0/0 s", "from": 8, "to": 2}"#),
        (None, "replay-game", r#"{"position": "awale 444444/444444 0/0 s", "from": 1, "to": 99}"#),
        (None, "replay-game", r#"{"position": "awale 444444/444444 0/0 s moves 3 4", "from": 9}"#),
        (None, "replay-game", r#"{"position": "awale 444444/444444 0/0 s moves 3", "from": 9}"#),
        (None, "replay-game", r#"{"position": "awale 444444/444444 0/0 s", "from": 1}"#),
        (None, "play-turn", r#"{"position": "awale 444444/444444 0/0 s", "you": true}"#),
        (None, "play-turn", r#"{"position": "awale 444444/444444 0/0 s", "move": "agree"}"#),
        (None, "legal-moves", r#"{"token": "hello!"}"#),
        (None, "legal-moves", r#"{"token": "EAAAMPe973ve973gDg"}"#),
        (None, "legal-moves", r#"{"position": "awale 444444/444444 0/0 s moves 3", "moves": ["4"]}"#),
        (Some(Awale), "start-game", r#"{"options": {}, "preset": "default"}"#),
        (None, "legal-moves", r#"{"setup": {"variant": "kalah"}}"#),
        (
            None,
            "legal-moves",
            r#"{"setup": {"variant": "kalah", "south": [4, 4, 4, 4], "north": [4, 4, 4, 4], "turn": "south", "stores": {"south": 1}}}"#,
        ),
        (None, "legal-moves", r#"{"position": "awale 444444/444444 0/0 s", "moves": ["hello"]}"#),
        (None, "legal-moves", r#"{"position": "andada 303303/303303 - s", "moves": ["hello"]}"#),
        (None, "apply-move", r#"{"position": "awale 444444/444444 0/0 s"}"#),
        (None, "legal-moves", r#"{"position": "awale 444444/444444 0/0 s", "moves": ["3", "9"]}"#),
        (Some(Awale), "start-game", r#"{"preset": "blitz"}"#),
        (Some(Awale), "start-game", r#"{"preset": "turnament"}"#),
        (None, "play-turn", r#"{"position": "awale 444444/444444 0/0 s", "reply": {"nodes": 0}}"#),
        (None, "play-turn", r#"{"position": "awale 444444/444444 0/0 s", "reply": {"level": 16}}"#),
        (None, "play-turn", r#"{"position": "awale 444444/444444 0/0 s", "width": 10}"#),
        (None, "play-turn", r#"{"puzzle": "awale-0"}"#),
        (None, "play-turn", r#"{"puzzle": "awale-1", "reply": {}}"#),
        (None, "play-turn", r#"{"puzzle": "awale-1", "position": "awale 444444/444444 0/0 s"}"#),
        (None, "find-puzzle", r#"{"variant": "awale", "grade": 7}"#),
        (None, "find-puzzle", r#"{"variant": "awale", "after": "awale"}"#),
        (None, "find-puzzle", r#"{"variant": "awale", "after": "kalah-1"}"#),
        (None, "find-puzzle", r#"{"variant": "awale", "after": "awale-1", "day": "1 May"}"#),
        (None, "find-puzzle", r#"{"variant": "awale", "theme": "tuzdik"}"#),
        (None, "find-puzzle", r#"{"variant": "awale", "after": "awale-9999"}"#),
        (
            Some(Awale),
            "start-game",
            r#"{"options": {"limit": 9, "few": 99, "quiet": true, "seeds": 99, "capture": "x", "direction": 3, "remaining": "all", "over-limit": "all"}}"#,
        ),
    ];
    let mut examples: Vec<_> =
        BODIES.iter().map(|&(variant, operation, body)| refused(variant, operation, body)).collect();
    let long = json!({"position": "awale 110000/110000 20/24 s", "moves": vec!["1"; 1_001]});
    examples.push(refused(None, "legal-moves", &long.to_string()));
    for after in [
        "kalah 000000/000000 24/24 n over=empty-row",
        "congklak 777/777 0/0 s",
        "congklak 000/000 9/8 s over=no-seeds",
        "congklak 000/000 35/1 s over=no-seeds",
    ] {
        examples.push(refused(None, "start-game", &json!({"after": after}).to_string()));
    }
    let with_options = json!({"after": "congklak 000/000 12/6 s over=no-seeds", "preset": "five"});
    examples.push(refused(Some(Variant::Congklak), "start-game", &with_options.to_string()));
    let unknown: BTreeMap<_, _> = (0..12).map(|index| (format!("x{index}"), 1)).collect();
    examples.push(refused(Some(Awale), "start-game", &json!({"options": unknown}).to_string()));
    let of_many = Message::unknown("unknown-preset-of-many", "blitz", ["club-1"])
        .with("variant", Awale.title())
        .with("known", "default, tournament, twos-only, club-1, club-2")
        .with("more", 12_u32);
    examples.push(error(Reason::UnknownPreset, of_many));
    let solved = Message::new("puzzle-over").with("id", "awale-1");
    examples.push(error(Reason::ConflictingFields, solved));
    examples.extend(
        [
            ("awale 444444/444444 0/0 s", "1", 2),
            ("andada 210501/013501 - s", "1", 2),
            ("andada:team=3 210501/013501 - s", "1", 9),
            ("andada:team=3 303303/303303 - s c", "take", 1),
        ]
        .map(|(position, played, seat)| {
            let body = json!({"position": position, "move": played, "seat": seat});
            refused(None, "apply-move", &body.to_string())
        }),
    );
    let of_pictures = [
        Message::new("picture-width").with("widths", enumeration("list-or", [320_u32, 480, 640, 960, 1_280])),
        Message::new("format-missing"),
        Message::new("plies-without-gif"),
        Message::new("no-such-ply").with("plies", 8_u32),
        Message::new("plies-backwards").with("from", 8_u32).with("to", 2_u32),
        Message::new("too-many-plies").with("most", 120_u32),
    ];
    examples.extend(of_pictures.map(|message| error(Reason::MalformedRequest, message)));
    examples.push(error(Reason::Illegal(IllegalReason::GameOver), Message::new("nothing-to-suggest")));
    for bad in [BadToken::OtherVersion(9), BadToken::NeverWritten] {
        examples.push(error(Reason::MalformedToken, bad.into()));
    }
    examples
}

fn refusals() -> Vec<Example> {
    let rate = |key, rate: f64, burst: u32| {
        error(Reason::RateLimited, Message::new(key).with("rate", rate).with("burst", burst))
    };
    vec![
        said(Message::new("unanswered-busy")),
        said(Message::new("unanswered-late")),
        fault(Error::queue_full()),
        fault(Error::overloaded()),
        fault(Error::too_late()),
        fault(Error::internal()),
        fault(Error::no_pictures()),
        error(Reason::DeadlineExceeded, Message::new("search-too-late")),
        error(Reason::SearchQueueFull, Message::new("search-out-of-time")),
        error(Reason::DeadlineExceeded, Message::new("review-too-late")),
        rate("rate-of-calls", 10.0, 20),
        rate("rate-of-suggestions", 0.5, 5),
        rate("rate-of-pictures", 5.0, 20),
        rate("rate-of-search-time", 250.0, 5_000),
        rate("rate-of-picture-time", 100.0, 2_000),
        rate("rate-of-rule-time", 250.0, 5_000),
        error(Reason::Unauthenticated, Message::new("key-missing")),
        error(Reason::Unauthenticated, Message::new("key-unknown")),
        error(Reason::MalformedRequest, Message::new("end-user-too-long").with("most", 64_u32)),
    ]
}

fn transports() -> Vec<Example> {
    let bodies = [
        "[]",
        r#"{"position": "#,
        r#"{"move" 1}"#,
        r#"{"move": [3]}"#,
        r#"{"moves": 3}"#,
        r#"{"seat": []}"#,
        r#"{"setup": "x"}"#,
        r#"{"names": true}"#,
        r#"{"viewer": "east"}"#,
        r#"{"viewer": "SIDE_SOUTH"}"#,
        r#"{"you": {}}"#,
        r#"{"you": null, "lenient": 1.5}"#,
        r#"{"reply": {"seed": -1}}"#,
        r#"{"options": {"limit": []}}"#,
        r#"{"mov": "3"}"#,
        r#"{"move": "3", "move": "4"}"#,
    ];
    let mut examples: Vec<_> = bodies.iter().map(|body| refused(Some(Awale), "play-turn", body)).collect();
    let malformed = [
        Message::new("not-in-query").with("field", "setup"),
        Message::new("path-not-utf8"),
        Message::new("query-too-long").with("most", 4_096_u32),
        Message::new("body-unreadable"),
        Message::new("message-unreadable"),
        Message::new("message-compressed"),
        Message::new("unreadable"),
        Message::new("call-cancelled"),
        Message::new("unknown-number").with("field", "viewer").with("number", "9"),
        Message::new("unknown-field-of-none").with("field", "'x'").with("hint", "").with("known", ""),
        Message::new("reads-proto-json")
            .with("fault", Message::new("move-missing"))
            .with("path", "/mancala.v1.MancalaService/ApplyMove"),
        Message::new("timeout-unreadable"),
        Message::new("connect-query"),
        Message::new("connect-timeout-unreadable"),
        Message::new("connect-version"),
        Message::new("proto-json").with("cause", "unknown field name \"mov\""),
        Message::new("host-header"),
        Message::new("tools-headers"),
        Message::new("tools-host").quoting("name", "games.example").with("setting", "AYLA_PUBLIC_URL"),
        Message::new("cors-origin").quoting("name", "https://games.example").with("setting", "AYLA_CORS_ORIGINS"),
        Message::new("tools-origin").quoting("name", "https://games.example").with("setting", "AYLA_CORS_ORIGINS"),
    ];
    examples.extend(malformed.map(|message| error(Reason::MalformedRequest, message)));
    examples.extend([
        error(Reason::NotFound, Message::new("not-found").quoting("path", "/v1/nowhere")),
        error(Reason::NotFound, Message::new("no-such-rpc")),
        error(
            Reason::MethodNotAllowed,
            Message::new("method-not-allowed").quoting("path", "/v1/variants").with("method", "POST"),
        ),
        error(Reason::MethodNotAllowed, Message::new("not-post")),
        error(Reason::TooLarge, Message::new("body-too-large").with("most", 65_536_u32)),
        error(Reason::TooLarge, Message::new("message-too-large").with("most", 65_536_u32)),
        error(Reason::TooLarge, Message::new("item-too-large").with("most", 65_536_u32)),
        error(Reason::TooLarge, Message::new("batch-too-long").with("most", 1_000_u32)),
        error(Reason::MissingField, Message::new("handle-missing")),
        error(Reason::MalformedToken, Message::new("handle-form")),
        error(Reason::MalformedToken, Message::new("handle-changed")),
        error(Reason::ConflictingFields, Message::new("hints-off")),
        error(Reason::OptionOutOfRange, Message::new("seed-out-of-range").with("most", u32::MAX)),
        error(Reason::ConflictingFields, Message::new("level-of-nobody")),
        error(Reason::MissingField, Message::new("rule-missing")),
        error(Reason::MissingField, Message::new("newest-needs-token")),
        error(
            Reason::MissingField,
            Message::new("rule-of-which-game")
                .quoting("rule", "houses")
                .with("games", ["andada", "kalah"].map(str::to_owned).into_iter().collect::<Argument>()),
        ),
        error(Reason::NotFound, Message::new("no-such-rule").quoting("rule", "AW-99").with("hint", "")),
        sentence(Message::new("side-of-engine").with("side", ayla_rules::Side::North)),
        error(Reason::MalformedRequest, Message::new("id-too-long").with("most", 64_u32)),
        error(Reason::UnsupportedMediaType, Message::new("not-json")),
        error(Reason::UnsupportedMediaType, Message::new("not-utf8").quoting("charset", "latin1")),
        error(Reason::UnsupportedMediaType, Message::new("not-ndjson")),
        error(Reason::UnsupportedMediaType, Message::new("not-protobuf")),
        error(
            Reason::UnsupportedMediaType,
            Message::new("not-connect").with("known", "application/json, application/proto"),
        ),
        error(Reason::UnsupportedMediaType, Message::new("grpc-needs-http2")),
        error(
            Reason::UnsupportedMediaType,
            Message::new("content-encoding").quoting("encoding", "gzip").with("known", "identity"),
        ),
        error(Reason::UnsupportedTransferCoding, Message::new("transfer-coding")),
    ]);
    examples
}
