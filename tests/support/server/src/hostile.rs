//! Requests as bad as the limits allow: 64 KiB of body, 4 KiB of query, 8 KiB of a header, full of faults or of what is
//! slow to read.

use std::fmt::Write;

use ayla_api::form::QUERY_BYTES;
use hyper::Method;

use crate::START;
use crate::http2::{Call, frame};

/// A request, and how it is refused.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: &'static str,
    pub call: Call,
    /// The reason of the refusal; empty where the request is answered.
    pub reason: &'static str,
    /// How many faults are found.
    pub faults: usize,
}

const SETUP: &str =
    r#""variant":"awale","south":[4,4,4,4,4,4],"north":[4,4,4,4,4,4],"stores":{"south":0,"north":0},"turn":"south""#;

/// As many pieces as fit into `bytes`, separated by `between`, and how many they are.
fn filled(bytes: usize, before: &str, piece: impl Fn(usize) -> String, between: &str, after: &str) -> (String, usize) {
    let mut text = before.to_owned();
    let mut count = 0;
    loop {
        let next = piece(count);
        let separator = if count > 0 { between } else { "" };
        if text.len() + separator.len() + next.len() + after.len() > bytes {
            return (text + after, count);
        }
        text += separator;
        text += &next;
        count += 1;
    }
}

/// A short name that no other number has.
fn name(mut number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    loop {
        name.push(char::from(LETTERS[number % LETTERS.len()]));
        number /= LETTERS.len();
        if number == 0 {
            return name;
        }
    }
}

/// A field of a message: its number, its wire type, and its value as it is written.
fn field(number: u64, wire: u64, value: &[u8]) -> Vec<u8> {
    [&varint(number << 3 | wire), value].concat()
}

/// A field of bytes, text, a message or packed numbers.
fn bytes(number: u64, value: impl AsRef<[u8]>) -> Vec<u8> {
    let value = value.as_ref();
    field(number, 2, &[&varint(value.len() as u64), value].concat())
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut written = Vec::new();
    while number >= 0x80 {
        written.push(number as u8 | 0x80);
        number >>= 7;
    }
    written.push(number as u8);
    written
}

/// Every request. Names are unique.
pub fn cases() -> Vec<Case> {
    [json_bodies(), options(), texts(), lines(), setups(), queries(), heads(), messages()].concat()
}

fn json(name: &'static str, operation: &str, body: impl Into<Vec<u8>>, reason: &'static str, faults: usize) -> Case {
    let path = format!("/v1/variants/awale/{operation}");
    Case { name, call: Call::new(&path, "application/json", body.into()), reason, faults }
}

fn grpc(name: &'static str, rpc: &str, message: impl AsRef<[u8]>, reason: &'static str, faults: usize) -> Case {
    let path = format!("/mancala.v1.MancalaService/{rpc}");
    Case { name, call: Call::new(&path, "application/grpc", frame(message.as_ref())), reason, faults }
}

/// A text as the position of legal-moves, over both transports.
fn position(names: [&'static str; 2], text: &str, reason: &'static str, faults: usize) -> [Case; 2] {
    let body = format!("{{\"position\":{}}}", serde_json::Value::from(text));
    [json(names[0], "legal-moves", body, reason, faults), grpc(names[1], "LegalMoves", bytes(1, text), reason, faults)]
}

const BODY: usize = 65_536;
/// For what stands in a JSON body that must not be too large either.
const TEXT: usize = BODY - 200;
/// For what stands in such a text.
const LONG: usize = TEXT - 50;

/// Bodies whose form is at fault.
fn json_bodies() -> Vec<Case> {
    let malformed = |name, body: Vec<u8>, faults| json(name, "apply-move", body, "MALFORMED_REQUEST", faults);
    let unknown = |name, field: &str| {
        json(name, "apply-move", format!("{{{}:1}}", serde_json::Value::from(field)), "UNKNOWN_FIELD", 1)
    };
    let (full, _) = filled(TEXT, "{\"moves\":[", |_| "\"1\"".to_owned(), ",", "]");
    vec![
        malformed("arrays in arrays", b"[".repeat(BODY), 1),
        malformed("objects in objects", b"{\"setup\":".repeat(BODY / 9), 1),
        malformed("spaces", b" ".repeat(BODY), 1),
        malformed("spaces after the body", [b"{}".to_vec(), b" ".repeat(BODY - 3), b"x".to_vec()].concat(), 1),
        malformed("a text without end", [b"{\"position\":\"".to_vec(), b"a".repeat(TEXT)].concat(), 1),
        malformed(
            "a bad escape at the end",
            [b"{\"position\":\"".to_vec(), b"\\n".repeat(TEXT / 2), b"\\x\"}".to_vec()].concat(),
            1,
        ),
        malformed(
            "bytes that are no text",
            [b"{\"position\":\"".to_vec(), b"a".repeat(TEXT), b"\xff\"}".to_vec()].concat(),
            1,
        ),
        malformed("a text for a list", format!("{{\"moves\":\"{}\"}}", "\\\"".repeat(TEXT / 2)).into(), 1),
        malformed("a long number", format!("{{\"seat\":{}}}", "9".repeat(TEXT)).into(), 1),
        json("a long fraction", "apply-move", format!("{{\"seat\":0.{}}}", "9".repeat(TEXT)), "MISSING_FIELD", 2),
        malformed("a long list, and a fault after it", format!("{full},\"seat\":\"x\"}}").into(), 1),
        malformed("a field twice", format!("{full},\"moves\":[]}}").into(), 1),
        malformed(
            "omit: the last part unknown",
            filled(TEXT, "{\"omit\":[", |_| "\"setup\"".to_owned(), ",", ",\"x\"]}").0.into(),
            1,
        ),
        malformed("omit: a long part", format!("{{\"omit\":[\"{}\"]}}", "x".repeat(TEXT)).into(), 1),
        json(
            "omit: a part again and again",
            "legal-moves",
            filled(BODY, &format!("{{\"position\":\"{START}\",\"omit\":["), |_| "\"setup\"".to_owned(), ",", "]}").0,
            "",
            0,
        ),
        unknown("an unknown field with a long name", &"x".repeat(TEXT)),
        unknown("an unknown field named in quotation marks", &"`\"".repeat(TEXT / 3)),
        unknown("an unknown field of control characters", &"\u{1}".repeat(TEXT / 6)),
        unknown("an unknown field that says what is expected", &"`, expected ".repeat(TEXT / 12)),
        json("an unknown field after a long list", "apply-move", format!("{full},\"color\":1}}"), "UNKNOWN_FIELD", 1),
        malformed(
            "words that are none of an enum",
            format!("{{\"setup\":{{\"turn\":\"{}\"}}}}", "\\u0000".repeat(TEXT / 6)).into(),
            1,
        ),
        json(
            "a long preset",
            "start-game",
            format!("{{\"preset\":\"{}\"}}", "\\u0001".repeat(TEXT / 6)),
            "UNKNOWN_PRESET",
            1,
        ),
        json(
            "a long move",
            "apply-move",
            format!("{{\"position\":\"{START}\",\"move\":\"{}\"}}", "\\u202e".repeat(TEXT / 6)),
            "MALFORMED_MOVE",
            1,
        ),
    ]
}

/// As many unknown options as a body of this many bytes has room for.
pub fn unknown_options(bytes: usize) -> Call {
    let (body, _) = filled(bytes, "{\"options\":{", |number| format!("\"{}\":0", name(number)), ",", "}}");
    Call::new("/v1/variants/awale/start-game", "application/json", body)
}

/// Options, in JSON.
fn options() -> Vec<Case> {
    let start = |name, piece: &dyn Fn(usize) -> String| {
        let (body, count) = filled(BODY, "{\"options\":{", piece, ",", "}}");
        json(name, "start-game", body, "UNKNOWN_OPTION", count)
    };
    let value = |name, value: String| {
        json(name, "start-game", format!("{{\"options\":{{\"limit\":{value}}}}}"), "MALFORMED_REQUEST", 1)
    };
    let unknown = |number| format!("\"{}\":0", self::name(number));
    let (in_setup, count) = filled(BODY, &format!("{{\"setup\":{{{SETUP},\"options\":{{"), unknown, ",", "}}}");
    let (and_preset, both) = filled(BODY, "{\"preset\":\"x\",\"options\":{", unknown, ",", "}}");
    let (twice, _) = filled(BODY, "{\"options\":{", unknown, ",", ",\"a\":0}}");
    vec![
        start("unknown options", &unknown),
        start("unknown options with wide names", &|number| format!("\"{}{}\":0", "𝔸".repeat(40), self::name(number))),
        start("unknown options with names to escape", &|number| {
            format!("\"{}{}\":0", "\\u0000".repeat(10), self::name(number))
        }),
        start("unknown options named in quotation marks", &|number| {
            format!("\"{}{}\":0", "\\\"".repeat(30), self::name(number))
        }),
        start("unknown options of words", &|number| format!("\"{}\":\"\"", self::name(number))),
        start("unknown options of fractions", &|number| format!("\"{}\":1e-9", self::name(number))),
        json("unknown options in a setup", "legal-moves", in_setup, "UNKNOWN_OPTION", count),
        json("unknown options and a preset", "start-game", and_preset, "UNKNOWN_OPTION", both + 3),
        json("an option twice after many others", "start-game", twice, "MALFORMED_REQUEST", 1),
        json(
            "an option out of range by a long word",
            "start-game",
            format!("{{\"options\":{{\"limit\":\"{}\"}}}}", "\\u0000".repeat(TEXT / 6)),
            "OPTION_OUT_OF_RANGE",
            1,
        ),
        value("an option of arrays in arrays", "[".repeat(TEXT)),
        value("an option of a long array", format!("[{}0]", "0,".repeat(TEXT / 2))),
        value(
            "an option of a long object",
            filled(TEXT, "{", |number| format!("\"{}\":[]", self::name(number)), ",", "}").0,
        ),
        value("an option of a long number", "1".repeat(TEXT)),
    ]
}

/// Positions as text.
fn texts() -> Vec<Case> {
    let options = |piece: &dyn Fn(usize) -> String, after: &str| {
        filled(TEXT, "awale:", piece, ",", &format!("{after} 444444/444444 0/0 s"))
    };
    let (unknown, count) = options(&|number| format!("{}=0", name(number)), "");
    let (with_rows, _) =
        filled(TEXT, "awale:", |number| format!("{}=0", name(number)), ",", " 4/4444 - n o over=no-move");
    let (twice, _) = options(&|number| format!("{}=0", name(number)), ",a=0");
    let row = |cell: &str| format!("awale {}/444444 0/0 s", cell.repeat((TEXT - 50) / cell.len()));
    [
        position(["unknown options in a text", "unknown options in a text, gRPC"], &unknown, "UNKNOWN_OPTION", count),
        position(
            ["unknown options beside faulty rows", "unknown options beside faulty rows, gRPC"],
            &with_rows,
            "UNKNOWN_OPTION",
            filled(TEXT, "awale:", |number| format!("{}=0", name(number)), ",", " 4/4444 - n o over=no-move").1 + 6,
        ),
        position(["an option twice in a text", "an option twice in a text, gRPC"], &twice, "MALFORMED_POSITION", 1),
        position(["a long text", "a long text, gRPC"], &"x".repeat(TEXT), "MALFORMED_POSITION", 1),
        position(["a text of separators", "a text of separators, gRPC"], &"_".repeat(TEXT), "MALFORMED_POSITION", 1),
        position(["a text of colons", "a text of colons, gRPC"], &":".repeat(TEXT), "MALFORMED_POSITION", 1),
        position(
            ["a long variant", "a long variant, gRPC"],
            &format!("{} 4/4 0/0 s", "x".repeat(TEXT - 20)),
            "UNKNOWN_VARIANT",
            1,
        ),
        position(["a long row", "a long row, gRPC"], &row("4"), "INCONSISTENT_POSITION", 3),
        position(["a row of numbers", "a row of numbers, gRPC"], &row("(99)"), "INCONSISTENT_POSITION", 3),
        position(["a row of parentheses", "a row of parentheses, gRPC"], &row("("), "MALFORMED_POSITION", 1),
        position(["a row of wide characters", "a row of wide characters, gRPC"], &row("é"), "MALFORMED_POSITION", 1),
        position(
            ["a row of one long number", "a row of one long number, gRPC"],
            &format!("awale ({})/4 0/0 s", "9".repeat(LONG)),
            "INCONSISTENT_POSITION",
            3,
        ),
        position(
            ["long stores", "long stores, gRPC"],
            &format!("awale 444444/444444 {}/0 s", "9".repeat(LONG)),
            "INCONSISTENT_POSITION",
            1,
        ),
        position(
            ["a long flag", "a long flag, gRPC"],
            &format!("{START} q{}", "9".repeat(LONG)),
            "MALFORMED_POSITION",
            1,
        ),
        position(
            ["many flags", "many flags, gRPC"],
            &format!("{START}{}", " q1".repeat(LONG / 3)),
            "MALFORMED_POSITION",
            1,
        ),
    ]
    .concat()
}

/// Lines with moves that cannot be read, or too many of them. None is played.
fn lines() -> Vec<Case> {
    let moves = |text: &str, count: usize| {
        format!("{{\"position\":\"{START}\",\"moves\":[{}]}}", vec![format!("\"{text}\""); count].join(","))
    };
    let repeated = |text: &str, count: usize| [bytes(1, START), bytes(3, text).repeat(count)].concat();
    let in_text = |text: &str, count: usize| format!("{START} moves{}", format!(" {text}").repeat(count));
    let wide = "𝔸".repeat(14);
    let long = "A".repeat(TEXT);
    let mut everything = format!(
        "{{\"position\":\"{}\",\"moves\":[",
        "awale:capture=x,few=x,limit=x,seeds=x 4/44 - s o q1 first=n over=no-move"
    );
    let _ = write!(everything, "{}],\"move\":\"x\",\"seat\":9}}", vec!["\"x\""; 1_000].join(","));
    [
        vec![
            json("moves that are none", "legal-moves", moves("x", 1_000), "MALFORMED_MOVE", 1_000),
            grpc("moves that are none, gRPC", "LegalMoves", repeated("x", 1_000), "MALFORMED_MOVE", 1_000),
            json("long moves that are none", "legal-moves", moves(&wide, 1_000), "MALFORMED_MOVE", 1_000),
            grpc("long moves that are none, gRPC", "LegalMoves", repeated(&wide, 1_000), "MALFORMED_MOVE", 1_000),
            json("too many moves", "legal-moves", moves("", 21_000), "MALFORMED_REQUEST", 1),
            grpc("too many moves, gRPC", "LegalMoves", repeated("", 32_000), "MALFORMED_REQUEST", 1),
            json("too many moves for a suggestion", "suggest-move", moves("1", 16_000), "MALFORMED_REQUEST", 1),
            grpc("too many moves for a suggestion, gRPC", "SuggestMove", repeated("1", 21_000), "MALFORMED_REQUEST", 1),
            json("too many moves for a stream", "suggest-move-stream", moves("1", 16_000), "MALFORMED_REQUEST", 1),
            json("too many moves for a turn", "play-turn", moves("1", 16_000), "MALFORMED_REQUEST", 1),
            json("a long token", "legal-moves", format!("{{\"token\":\"{long}\"}}"), "MALFORMED_TOKEN", 1),
            grpc("a long token, gRPC", "LegalMoves", bytes(9, &long), "MALFORMED_TOKEN", 1),
            json("everything at fault", "apply-move", everything, "OPTION_OUT_OF_RANGE", 1_012),
        ],
        position(
            ["too many moves in a text", "too many moves in a text, gRPC"],
            &in_text("1", 32_000),
            "MALFORMED_REQUEST",
            1,
        )
        .into(),
        position(
            ["moves in a text that are none", "moves in a text that are none, gRPC"],
            &in_text(&wide, 1_000),
            "MALFORMED_MOVE",
            1_000,
        )
        .into(),
    ]
    .concat()
}

/// Positions in structured form.
fn setups() -> Vec<Case> {
    let row = |piece: &str| filled(TEXT, "", |_| piece.to_owned(), ",", "").0;
    let setup = |south: &str, rest: &str| {
        format!("{{\"setup\":{{\"variant\":\"awale\",\"south\":[{south}],\"north\":[4],\"turn\":\"south\"{rest}}}}}")
    };
    let packed = bytes(2, [bytes(1, "awale"), bytes(3, vec![1; 65_000]), field(6, 0, &[1])].concat());
    let one_by_one = bytes(2, [bytes(1, "awale"), field(3, 0, &[1]).repeat(32_000), field(6, 0, &[1])].concat());
    vec![
        json("a long row in a setup", "legal-moves", setup(&row("4"), ""), "MISSING_FIELD", 5),
        json(
            "a long row of large numbers",
            "legal-moves",
            setup(&row("18446744073709551615"), ",\"stores\":{\"south\":4294967295,\"north\":4294967295}"),
            "INCONSISTENT_POSITION",
            4,
        ),
        json(
            "a long row and a fault at its end",
            "legal-moves",
            setup(&(row("4") + ",-1"), ""),
            "MALFORMED_REQUEST",
            1,
        ),
        json("a long row of fractions", "legal-moves", setup(&row("4.0"), ""), "MISSING_FIELD", 5),
        json(
            "a long variant in a setup",
            "legal-moves",
            format!("{{\"setup\":{{\"variant\":\"{}\"}}}}", "\\n".repeat(TEXT / 2)),
            "UNKNOWN_VARIANT",
            1,
        ),
        grpc("a packed row", "LegalMoves", packed, "MISSING_FIELD", 2),
        grpc("a row one by one", "LegalMoves", one_by_one, "MISSING_FIELD", 2),
    ]
}

/// Parameters of GET.
fn queries() -> Vec<Case> {
    let get = |name, query: String, reason, faults| {
        let mut call = Call::new(&format!("/v1/variants/awale/apply-move?{query}"), "text/plain", Vec::new());
        call.method = Method::GET;
        Case { name, call, reason, faults }
    };
    let bytes = QUERY_BYTES;
    let start = START.replace(' ', "_");
    let (unknown, count) =
        filled(bytes - 20, "position=awale:", |number| format!("{}=0", name(number)), ",", "_444444/444444_0/0_s");
    let (moves, none) = filled(bytes, &format!("position={start}&move=1&moves="), |_| "x".to_owned(), ",", "");
    vec![
        get("a query that is too long", "x".repeat(bytes + 1), "TOO_LARGE", 0),
        get("a parameter with a long name", "%01".repeat(bytes / 3), "UNKNOWN_FIELD", 1),
        get("many parameters", filled(bytes, "", name, "&", "").0, "UNKNOWN_FIELD", 1),
        get(
            "a parameter again and again",
            filled(bytes, "move=1", |_| "move=1".to_owned(), "&", "").0,
            "MALFORMED_REQUEST",
            1,
        ),
        get("unknown options in a query", unknown, "UNKNOWN_OPTION", count + 1),
        get("too many moves in a query", moves, if none > 1_000 { "MALFORMED_REQUEST" } else { "MALFORMED_MOVE" }, 1),
        get("a long number in a query", format!("seat={}", "9".repeat(bytes - 5)), "MALFORMED_REQUEST", 1),
        get("a long word for a number", format!("seat={}", "%22".repeat(bytes / 3 - 2)), "MALFORMED_REQUEST", 1),
        get("a long part to omit", format!("omit={}", "%00".repeat(bytes / 3 - 2)), "MALFORMED_REQUEST", 1),
        get("a query that is no text", format!("position={}", "%ff".repeat(bytes / 3 - 4)), "MALFORMED_POSITION", 2),
    ]
}

/// Paths, methods and headers.
fn heads() -> Vec<Case> {
    let call =
        |name, path: &str, kind: &str, reason, faults| Case { name, call: Call::new(path, kind, "{}"), reason, faults };
    let long = "x".repeat(8_000);
    let legal_moves = "/v1/variants/awale/legal-moves";
    let rpc = "/mancala.v1.MancalaService/LegalMoves";
    let with = |case: Case, header, value: &str| Case { call: case.call.with(header, value), ..case };
    let mut method = call("a long method", legal_moves, "application/json", "METHOD_NOT_ALLOWED", 0);
    method.call.method = Method::from_bytes("X".repeat(8_000).as_bytes()).expect("a method");
    let mut grpc_method = grpc("a long method, gRPC", "LegalMoves", bytes(1, START), "METHOD_NOT_ALLOWED", 0);
    grpc_method.call.method = method.call.method.clone();
    vec![
        method,
        grpc_method,
        call("a long path", &format!("/{long}"), "application/json", "NOT_FOUND", 0),
        call("a long path, gRPC", &format!("/{long}"), "application/grpc", "NOT_FOUND", 0),
        call(
            "a long variant in a path",
            &format!("/v1/variants/{long}/legal-moves"),
            "application/json",
            "UNKNOWN_VARIANT",
            1,
        ),
        call(
            "a variant to escape in a path",
            &format!("/v1/variants/{}/legal-moves", "%01".repeat(2_600)),
            "application/json",
            "UNKNOWN_VARIANT",
            1,
        ),
        call(
            "a variant that is no text in a path",
            &format!("/v1/variants/{}/legal-moves", "%ff".repeat(2_600)),
            "application/json",
            "MALFORMED_REQUEST",
            0,
        ),
        call("a long content type", legal_moves, &long, "UNSUPPORTED_MEDIA_TYPE", 0),
        call("a long content type, gRPC", rpc, &format!("application/grpc+{long}"), "UNSUPPORTED_MEDIA_TYPE", 0),
        with(
            call("a long content encoding", legal_moves, "application/json", "UNSUPPORTED_MEDIA_TYPE", 0),
            "content-encoding",
            &long,
        ),
        with(
            grpc("a long content encoding, gRPC", "LegalMoves", bytes(1, START), "UNSUPPORTED_MEDIA_TYPE", 0),
            "content-encoding",
            &long,
        ),
        with(
            grpc("a long encoding, gRPC", "LegalMoves", bytes(1, START), "UNSUPPORTED_MEDIA_TYPE", 0),
            "grpc-encoding",
            &long,
        ),
        with(
            grpc("a long timeout, gRPC", "LegalMoves", bytes(1, START), "MALFORMED_REQUEST", 0),
            "grpc-timeout",
            &long,
        ),
    ]
}

/// Messages of gRPC.
fn messages() -> Vec<Case> {
    let position = bytes(1, START);
    let unknown = field(100, 0, &[1]).repeat(21_000);
    let groups = [field(100, 3, &[]).repeat(15_000), field(100, 4, &[]).repeat(15_000)].concat();
    let awale = |options: &[u8]| bytes(2, bytes(1, options));
    vec![
        grpc("unknown fields, gRPC", "LegalMoves", [&position[..], &unknown].concat(), "", 0),
        grpc("groups in groups, gRPC", "LegalMoves", [&position[..], &groups].concat(), "MALFORMED_REQUEST", 0),
        grpc(
            "options again and again, gRPC",
            "StartGame",
            [bytes(1, "awale"), awale(&field(4, 0, &[9])).repeat(10_000)].concat(),
            "OPTION_OUT_OF_RANGE",
            1,
        ),
        grpc(
            "setups again and again, gRPC",
            "LegalMoves",
            bytes(2, bytes(1, "awale")).repeat(7_000),
            "MISSING_FIELD",
            4,
        ),
        grpc("positions again and again, gRPC", "LegalMoves", bytes(1, "x").repeat(21_000), "MALFORMED_POSITION", 1),
        grpc(
            "parts that are none, gRPC",
            "LegalMoves",
            [&position[..], &bytes(4, vec![9; 65_000])].concat(),
            "MALFORMED_REQUEST",
            1,
        ),
        grpc("a part again and again, gRPC", "LegalMoves", [&position[..], &bytes(4, vec![1; 65_000])].concat(), "", 0),
        grpc("bytes that are no text, gRPC", "LegalMoves", bytes(1, vec![0xff; 65_000]), "MALFORMED_REQUEST", 0),
        grpc(
            "a message that ends early, gRPC",
            "LegalMoves",
            &bytes(1, vec![b'x'; 65_000])[..60_000],
            "MALFORMED_REQUEST",
            0,
        ),
        grpc("a long variant of a game, gRPC", "StartGame", bytes(1, "\u{1}".repeat(65_000)), "UNKNOWN_VARIANT", 1),
        grpc(
            "a long preset, gRPC",
            "StartGame",
            [bytes(1, "awale"), bytes(3, "é".repeat(32_000))].concat(),
            "UNKNOWN_PRESET",
            1,
        ),
        grpc(
            "a long move, gRPC",
            "ApplyMove",
            [&position[..], &bytes(4, "\u{1}".repeat(65_000))].concat(),
            "MALFORMED_MOVE",
            1,
        ),
        Case {
            name: "empty messages again and again, gRPC",
            call: Call::new("/mancala.v1.MancalaService/LegalMoves", "application/grpc", frame(b"").repeat(13_000)),
            reason: "MISSING_FIELD",
            faults: 1,
        },
    ]
}
