//! Lists, documents, errors of the protocol, and who may call.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use ayla_test_server::Server;
use ayla_test_server::command::{command, folder, run, text as path};
use ayla_test_server::mcp::{Mcp, Revision, text};
use serde_json::{Value, json};

const TOOLS: [&str; 9] = [
    "list_games",
    "start_game",
    "open_game",
    "play_move",
    "show_game",
    "get_hint",
    "review_game",
    "get_puzzle",
    "explain_rule",
];

#[tokio::test]
async fn tools_are_listed_with_schemas_and_annotations() {
    let server = Server::shared();
    for revision in Revision::ALL {
        let mut mcp = Mcp::connect(server, revision).await;
        let tools = mcp.ask("tools/list", json!({})).await;
        let tools = tools["tools"].as_array().expect("a list");
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect();
        assert_eq!(names, TOOLS);
        for tool in tools {
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(tool[schema]["type"], "object", "{tool}");
                assert_no_dangling(&tool[schema], &tool[schema]);
            }
            let hints = &tool["annotations"];
            assert_eq!((&hints["readOnlyHint"], &hints["openWorldHint"]), (&true.into(), &false.into()));
            assert_eq!(hints["idempotentHint"], tool["name"] != "start_game" && tool["name"] != "open_game");
            let fields = tool["inputSchema"]["properties"].as_object().expect("fields");
            assert!(fields.values().all(|field| field["description"].is_string()), "{tool}");
        }
    }
}

/// Every reference in a schema leads to a definition in it.
fn assert_no_dangling(part: &Value, whole: &Value) {
    match part {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').expect("within the schema");
                assert!(whole.pointer(pointer).is_some(), "{reference}");
            }
            fields.values().for_each(|field| assert_no_dangling(field, whole));
        }
        Value::Array(items) => items.iter().for_each(|item| assert_no_dangling(item, whole)),
        _ => {}
    }
}

#[tokio::test]
async fn both_revisions_say_what_the_server_is() {
    let server = Server::shared();
    let mut older = Mcp::connect(server, Revision::Handshake).await;
    let hello =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let reply = older.send("initialize", hello, &[]).await;
    assert!(!reply.headers.contains_key("mcp-session-id"));
    let welcome = reply.json();
    assert_eq!(welcome["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(welcome["result"]["serverInfo"]["name"], "ayla");

    let mut newer = Mcp::connect(server, Revision::Stateless).await;
    let found = newer.ask("server/discover", json!({})).await;
    let versions = found["supportedVersions"].as_array().expect("versions");
    assert!(versions.contains(&"2026-07-28".into()) && versions.contains(&"2025-11-25".into()));
    assert_eq!(found["capabilities"], welcome["result"]["capabilities"]);
}

#[tokio::test]
async fn documents_and_rulings_are_resources() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let listed = mcp.ask("resources/list", json!({})).await;
    let listed = listed["resources"].as_array().expect("a list");
    assert!(listed.iter().any(|resource| resource["uri"] == "ayla://docs/notation.md"));
    for resource in listed {
        let read = mcp.ask("resources/read", json!({"uri": resource["uri"]})).await;
        let read = read["contents"][0]["text"].as_str().expect("text");
        assert_eq!(resource["size"], read.len());
    }
    for ruling in ayla_rules::ruling::all() {
        let uri = format!("ayla://rulings/{ruling}");
        let read = mcp.ask("resources/read", json!({"uri": uri})).await;
        let section = read["contents"][0]["text"].as_str().expect("text");
        assert!(section.contains(ruling.number()), "{ruling}: {section}");
        let explained = mcp.call("explain_rule", json!({"rule": ruling.number(), "locale": "fr"})).await;
        assert!(text(&explained).contains(ruling.number()));
    }
    let refused = mcp.send("resources/read", json!({"uri": "ayla://docs/secret.md"}), &[]).await.json();
    assert_eq!(refused["error"]["code"], -32602);
    let option = mcp.tool("explain_rule", json!({"rule": "majority", "variant": "awale"})).await;
    assert_eq!(option["rulings"][0]["number"], "AW-13");
    assert!(mcp.refused("explain_rule", json!({"rule": "AW-99"})).await.starts_with("NOT_FOUND: "));
}

#[tokio::test]
async fn prompts_take_their_arguments() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Handshake).await;
    let listed = mcp.ask("prompts/list", json!({})).await;
    for prompt in listed["prompts"].as_array().expect("a list") {
        let arguments = json!({"variant": "kalah"});
        let got = mcp.ask("prompts/get", json!({"name": prompt["name"], "arguments": arguments})).await;
        assert!(got["messages"][0]["content"]["text"].as_str().expect("text").contains("kalah"), "{got}");
    }
    for arguments in [json!({"variant": "chess"}), json!({"level": "16"})] {
        let refused =
            mcp.send("prompts/get", json!({"name": "play-against-me", "arguments": arguments}), &[]).await.json();
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_as_everywhere_and_then_as_in_json_rpc() {
    let mut json = Server::shared().json().await;
    let headers = [("content-type", "application/json"), ("accept", "application/json")];
    let unknown = json!({"name": "x".repeat(300), "arguments": {}});
    for (body, status, code) in [
        ("{".to_owned(), 400, -32700),
        ("[]".to_owned(), 400, -32600),
        (json!({"jsonrpc": "2.0", "id": 1}).to_string(), 400, -32600),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}).to_string(), 200, -32602),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": unknown}).to_string(), 200, -32602),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []}).to_string(), 200, -32602),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}).to_string(), 200, -32602),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "x".repeat(300)}).to_string(), 200, -32601),
    ] {
        let reply = json.send("POST", "/mcp", &headers, body.as_bytes()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["error"]["code"]), (status, &code.into()), "{body}");
        assert!(reply.body.len() < 250, "{body}");
    }
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    for (headers, status, reason) in [
        (vec![("content-type", "text/plain")], 415, "UNSUPPORTED_MEDIA_TYPE"),
        (vec![headers[0], ("content-encoding", "gzip")], 415, "UNSUPPORTED_MEDIA_TYPE"),
        (vec![headers[0], ("mcp-protocol-version", "1999-01-01")], 400, "MALFORMED_REQUEST"),
        (vec![headers[0], ("origin", "https://evil.example"), ("accept-language", "fr")], 403, "FORBIDDEN"),
    ] {
        let reply = json.send("POST", "/mcp", &headers, ping.as_bytes()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (status, &reason.into()), "{headers:?}");
        assert_eq!(reply.headers["content-type"], "application/problem+json");
    }
    for accept in ["application/json", "*/*", "text/html"] {
        let headers = [headers[0], ("accept", accept)];
        let reply = json.send("POST", "/mcp", &headers, ping.as_bytes()).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.headers["content-type"]),
            (200, &"application/json".parse().expect("it"))
        );
    }
}

#[tokio::test]
async fn other_hosts_and_origins_are_refused() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", "https://games.example")]);
    let mut json = server.json().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let accept = ("accept", "application/json, text/event-stream");
    for (origin, status) in [("https://games.example", 200), ("https://evil.example", 403), ("http://localhost", 403)] {
        let headers = [("content-type", "application/json"), accept, ("origin", origin)];
        assert_eq!(json.send("POST", "/mcp", &headers, ping.as_bytes()).await.status, status, "{origin}");
    }
    let elsewhere = Server::shared();
    let mut json = ayla_test_server::Json::over(
        ayla_test_server::connect("127.0.0.1", &elsewhere.address).await.expect("it listens"),
        "evil.example",
    )
    .await;
    let headers = [("content-type", "application/json"), accept];
    assert_eq!(json.send("POST", "/mcp", &headers, ping.as_bytes()).await.status, 403);
    // A name of the settings, and any name with a key.
    let keys = folder("mcp-hosts").join("keys.toml");
    let made = run(&["key", "agent"]);
    let bearer = format!("Bearer {}", made.stderr.trim_end().rsplit(' ').next().expect("a key"));
    std::fs::write(&keys, made.answer()).expect("written");
    let hosts = ("AYLA_TOOL_HOSTS", "ayla.games.svc,192.168.1.7");
    let [open, keyed] = [Server::start_with(&[hosts]), Server::start_with(&[hosts, ("AYLA_KEYS", path(&keys))])];
    for (server, host, key, status) in [
        (&open, "ayla.games.svc:8080", "", 200),
        (&open, "192.168.1.7", "", 200),
        (&open, "evil.example", "", 403),
        (&keyed, "evil.example", "", 401),
        (&keyed, "any.name", &bearer[..], 200),
    ] {
        let stream = ayla_test_server::connect("127.0.0.1", &server.address).await.expect("it listens");
        let mut json = ayla_test_server::Json::over(stream, host).await;
        let key = [("authorization", key)];
        let headers = [&headers[..], &key[..usize::from(!key[0].1.is_empty())]].concat();
        assert_eq!(json.send("POST", "/mcp", &headers, ping.as_bytes()).await.status, status, "{host}");
    }
    let mut json = elsewhere.json().await;
    let get = json.send("GET", "/mcp", &[accept], &[]).await;
    assert_eq!((get.status.as_u16(), &get.headers["allow"]), (405, &"POST".parse().expect("a header")));
}

#[tokio::test]
async fn arguments_are_completed_and_an_option_asks_for_its_game() {
    let server = Server::shared();
    for revision in Revision::ALL {
        let mut mcp = Mcp::connect(server, revision).await;
        let [play, ruling] = [
            json!({"type": "ref/prompt", "name": "play-against-me"}),
            json!({"type": "ref/resource", "uri": "ayla://rulings/{number}"}),
        ];
        for (of, name, value, expected) in [
            (&play, "variant", "an", json!(["andada", "anywoli"])),
            (&play, "level", "1", json!(["1", "10", "11", "12", "13", "14", "15"])),
            (&play, "board", "", json!([])),
            (&ruling, "number", "ka-4", json!(["KA-4"])),
        ] {
            let asked = json!({"ref": of, "argument": {"name": name, "value": value}});
            assert_eq!(mcp.ask("completion/complete", asked).await["completion"]["values"], expected, "{name}");
        }
        let asked = mcp.refused("explain_rule", json!({"rule": "few"})).await;
        assert_eq!(asked, "MISSING_FIELD: 'few' is an option of awale: say of which game, with `game`.");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn calls_need_a_key_where_there_are_keys_and_are_counted() {
    let keys = folder("mcp-keys").join("keys.toml");
    std::fs::write(&keys, "").expect("written");
    let keyed = Server::start_with(&[("AYLA_KEYS", path(&keys))]);
    let mut mcp = Mcp::connect(&keyed, Revision::Stateless).await;
    let refused = mcp.send("tools/list", json!({}), &[]).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["reason"]), (401, &"UNAUTHENTICATED".into()));

    let open = Server::start();
    let mut mcp = Mcp::connect(&open, Revision::Stateless).await;
    mcp.tool("list_games", json!({})).await;
    let counted = open.operator().await.get("/metrics").await.body;
    let counted = std::str::from_utf8(&counted).expect("UTF-8");
    let of_mcp = |line: &&str| line.starts_with("ayla_calls_total{") && line.contains("operation=\"mcp\"");
    assert!(counted.lines().any(|line| of_mcp(&line) && line.ends_with(" 1")), "{counted}");
}

#[tokio::test]
async fn a_review_streams_if_progress_is_asked_for() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "awale", "side": "both"})).await;
    let arguments = json!({"handle": game["handle"], "moves": ["3", "3", "1"]});
    let call = json!({"name": "review_game", "arguments": arguments, "_meta": {"progressToken": 7}});
    let reply = mcp.send("tools/call", call, &[]).await;
    assert_eq!(reply.headers["content-type"], "text/event-stream");
    let body = std::str::from_utf8(&reply.body).expect("UTF-8");
    let messages: Vec<Value> =
        body.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
    let progress = |message: &&Value| message["method"] == "notifications/progress";
    assert_eq!(messages.iter().filter(progress).count(), 3, "{body}");
    let result = &messages.last().expect("a result")["result"]["structuredContent"];
    assert_eq!(result["reviewed"].as_array().map(Vec::len), Some(3));

    let whole = mcp.send("tools/call", json!({"name": "review_game", "arguments": arguments}), &[]).await;
    assert_eq!(whole.headers["content-type"], "application/json");
    assert_eq!(&whole.json()["result"]["structuredContent"], result);
}

#[test]
fn a_host_on_this_machine_plays_on_standard_input_and_output() {
    let mut process =
        command(&["mcp"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary starts");
    let mut input = process.stdin.take().expect("piped");
    let mut output = BufReader::new(process.stdout.take().expect("piped")).lines();
    let mut send = |message: Value| writeln!(input, "{message}").expect("written");
    let mut answer =
        || -> Value { serde_json::from_str(&output.next().expect("a line").expect("text")).expect("JSON") };
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": [], "clientInfo": client});
    for (params, field) in [(json!({}), "protocolVersion"), (json!({"protocolVersion": "2025-11-25"}), "capabilities")]
    {
        send(json!({"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": params}));
        let refused = answer();
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(7), &json!(-32602)), "{refused}");
        assert_eq!(refused["error"]["data"]["field"], field);
    }
    send(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}));
    assert_eq!(answer()["result"]["protocolVersion"], "2025-11-25");
    send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    send(json!({"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": "list_games"}));
    let refused = answer();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(8), &json!(-32602)), "{refused}");
    let mut call = |tool: &str, arguments: Value| {
        send(
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}),
        );
        answer()["result"]["structuredContent"].take()
    };
    let game = call("start_game", json!({"variant": "kalah", "level": 1, "seed": 1}));
    let game = call("play_move", json!({"handle": game["handle"], "move": 3}));
    assert!(game["ply"].as_u64().is_some_and(|ply| ply >= 1), "{game}");
    drop(input);
    assert!(process.wait().expect("it ends").success());
}
