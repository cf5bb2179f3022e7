//! The process: how it starts, what its port serves, and how it reports bad settings.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use ayla_test_server::command::{Ended, ayla, command, folder, run, run_with, text};
use ayla_test_server::{START, Server, in_time};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/presets.toml");

#[tokio::test]
async fn one_port_serves_both_transports() {
    let server = Server::shared();
    let mut json = server.json().await;
    let answer = json.ask("awale", "start-game", &json!({"preset": "tournament"})).await.json();
    assert_eq!(answer["position"]["text"], "awale:majority=true,repetition=2 444444/444444 0/0 s");
    let web = [("content-type", "application/grpc-web")];
    let reply = json.send("POST", "/no.such.Service/Method", &web, &[]).await;
    assert_eq!((reply.status.as_u16(), reply.headers["grpc-status"].as_bytes()), (200, &b"12"[..]));
    let reply = json.post("/no.such.Service/Method", &json!({})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (404, &"NOT_FOUND".into()));
}

#[tokio::test]
async fn a_body_that_never_arrives_times_out() {
    let server = Server::start_with(&[("AYLA_BODY_TIME_MS", "700")]);
    let unfinished = async |path: &str, content_type: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: ayla\r\ncontent-type: {content_type}\r\n");
        let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
        let sent = format!("{head}connection: close\r\ncontent-length: 100\r\n\r\n{{");
        stream.write_all(sent.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        in_time(stream.read_to_string(&mut answer)).await.expect("an answer");
        answer
    };
    for path in ["/v1/variants/awale/start-game", "/mcp"] {
        if path == "/mcp" && !cfg!(feature = "mcp") {
            continue;
        }
        let answer = unfinished(path, "application/json").await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{path}: {answer}");
        assert!(answer.contains("MALFORMED_REQUEST") && answer.contains("did not arrive"), "{path}: {answer}");
    }
    // It is the caller's fault over gRPC too.
    let answer = unfinished("/mancala.v1.MancalaService/ApplyMove", "application/grpc-web").await;
    assert!(answer.contains("\r\ngrpc-status: 3\r\n"), "{answer}");
}

/// A server of the tools whose clients send what cannot be read, or leave, has done nothing wrong.
#[cfg(feature = "mcp")]
#[tokio::test]
async fn a_bad_body_of_a_tool_call_is_the_fault_of_its_caller() {
    let server = Server::start();
    let head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                accept: application/json, text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
    stream.write_all(format!("{head}no chunk\r\n").as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    let _ = in_time(stream.read_to_string(&mut answer)).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{answer}");
    for _ in 0..3 {
        let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
        stream.write_all(format!("{head}5\r\n{{\"a\":\r\n").as_bytes()).await.expect("it reads");
        drop(stream);
    }
    server.until("ayla_calls_in_flight", |calls| calls == 0.0).await;
    let metrics = String::from_utf8(server.operator().await.get("/metrics").await.body.to_vec()).expect("UTF-8");
    let failed =
        |line: &&str| line.starts_with("ayla_calls_total") && line.contains("\"500\"") && !line.ends_with(" 0");
    assert_eq!(metrics.lines().find(failed), None);
}

#[cfg(target_os = "linux")]
#[test]
fn too_few_file_descriptors_are_a_fault_of_the_settings() {
    let program = ayla();
    let limited = |hard: u32, command: &str| -> String {
        let script =
            format!("ulimit -Sn 100 && ulimit -Hn {hard} && exec env -i {program:?} {command} --connections 300");
        Ended::from(Command::new("sh").args(["-c", &script]).output().expect("a shell")).refusal(64)
    };
    // The soft limit is raised, but not the hard one. A server needs room for one connection.
    for (hard, command, room) in [(400, "check", "272"), (128, "check", "0"), (128, "serve", "0")] {
        let said = limited(hard, command);
        let room = format!("leaves room for {room};");
        assert!(said.contains("AYLA_CONNECTIONS is 300") && said.contains(&room), "{said}");
    }
}

#[test]
fn at_the_start_the_log_says_in_words_where_to_open_it() {
    let mut process = command(&[]).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut log = BufReader::new(process.stderr.take().expect("a log")).lines().map_while(Result::ok);
    let listening = log.find(|line| line.contains("listening")).expect("an address");
    let (_, address) = listening.split_once("address=").expect("an address");
    let address = address.split(' ').next().expect("an address");
    let said = log.next().expect("a line");
    let _ = process.kill();
    let _ = process.wait();
    assert!(said.contains(&format!("Ayla is at http://{address}/ - open it in a browser")), "{said}");
}

#[test]
fn a_bad_setting_is_named_and_exits_64() {
    for (setting, value) in [
        ("AYLA_LISTEN", "8080"),
        ("AYLA_SUGGEST_NODES", "many"),
        ("AYLA_SEARCH_SLOTS", "1000000"),
        ("AYLA_LOG_FORMAT", "xml"),
        ("AYLA_LOG", "ayla=loud"),
        ("AYLA_LOG", "loud"),
    ] {
        let said = run_with(&[], &[(setting, value)]).refusal(64);
        assert!(said.contains(setting) && !said.contains("listening"), "{said}");
        assert_eq!(run_with(&["check"], &[(setting, value)]).refusal(64), said);
    }
    let said = run_with(&[], &[("AYLA_LOG", "loud")]).refusal(64);
    assert!(said.contains("off, error, warn, info, debug or trace") && said.contains("'loud'"), "{said}");
}

/// The settings of `ayla serve`.
fn variables() -> Vec<String> {
    let help = run(&["serve", "--help"]).answer();
    help.split("[env: ").skip(1).filter_map(|rest| Some(rest.split('=').next()?.to_owned())).collect()
}

#[test]
fn an_empty_variable_counts_as_not_set() {
    let variables = variables();
    assert!(variables.len() > 20);
    let empty: Vec<_> = variables.iter().map(|variable| (variable.as_str(), "")).collect();
    assert_eq!(run_with(&["check"], &empty).stderr, run(&["check"]).stderr);
    run_with(&["variants"], &empty).answer();
    run_with(&["suggest", START, "--nodes", "10"], &empty).answer();
    for flag in ["--tls-cert=", "--keys=", "--tables=", "--log="] {
        assert_eq!(run(&["check", flag]).code, Some(0), "{flag}");
    }
}

#[test]
fn check_reports_nothing_if_the_settings_are_valid() {
    // What little memory and few processors there may be is enough for these.
    let small = ["--calls=7", "--connections=9", "--search-slots=1", "--picture-slots=1"];
    let ended = run(&[&["check", "--presets", EXAMPLE][..], &small].concat());
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_eq!(ended.stdout, "The settings and the files that they name are valid.\n");
}

#[test]
fn check_reports_every_fault() {
    let settings = [
        ("AYLA_LISTEN", "8080"),
        ("AYLA_LOG", "loud"),
        ("AYLA_CALLS", "0"),
        ("AYLA_PRESETS", "no-such-presets.toml"),
        ("AYLA_TABLES", "no-such-folder"),
        ("AYLA_KEYS", "no-such-keys.toml"),
        ("AYLA_TLS_KEY", "alone.key"),
    ];
    for command in ["check", "serve"] {
        let said = run_with(&[command, "--watch-ms=3", "--streams", "0"], &settings).refusal(64);
        for (setting, value) in settings {
            assert!(said.contains(setting), "{setting}: {said}");
            assert!(!value.starts_with("no-such-") || said.contains(value), "{value}: {said}");
        }
        assert!(said.contains("AYLA_WATCH_MS") && said.contains("AYLA_STREAMS"), "{said}");
    }
    let spans = [("OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://collector"), ("AYLA_KEYS", "no-such-keys.toml")];
    let said = run_with(&["check"], &spans).refusal(64);
    assert!(said.contains("OTEL_EXPORTER_OTLP_ENDPOINT") && said.contains("no-such-keys.toml"), "{said}");
}

#[test]
fn a_limit_above_another_is_refused_and_a_short_drain_warned_of() {
    let settings =
        [("AYLA_SUGGEST_TIME_MS", "20000"), ("AYLA_SEARCH_QUEUE", "2000"), ("AYLA_KEYS", "no-such-keys.toml")];
    for command in ["check", "serve"] {
        let said = run_with(&[command], &settings).refusal(64);
        let time =
            "AYLA_SUGGEST_TIME_MS is 20000, which is above AYLA_DEADLINE_MS, 15000: lower the one or raise the other";
        assert!(
            said.contains(time) && said.contains("AYLA_CALLS, 1024") && said.contains("no-such-keys.toml"),
            "{said}"
        );
    }
    let checked = run_with(&["check"], &[("AYLA_DEADLINE_MS", "30000")]);
    assert_eq!(checked.code, Some(0));
    assert!(checked.stderr.starts_with("ayla: AYLA_DRAIN_TIME_MS is 25000, and a call may take 40000"), "{checked:?}");
}

/// A named pipe would block its reader for ever, as would some devices.
#[cfg(unix)]
#[test]
fn a_file_that_is_not_regular_is_refused_by_name_and_type() {
    use std::os::unix::{fs::symlink, net::UnixListener};
    let folder = folder("process/irregular");
    let pipe = folder.join("pipe.ayla");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let _socket = UnixListener::bind(folder.join("socket")).expect("bound");
    symlink("pipe.ayla", folder.join("link")).expect("linked");
    for (name, kind) in [
        ("pipe.ayla", "a named pipe"),
        ("link", "a named pipe"),
        ("socket", "a socket"),
        (".", "a directory"),
        ("/dev/zero", "a device"),
    ] {
        let file = folder.join(name);
        let [presets, keys, certificate, key] =
            ["PRESETS", "KEYS", "TLS_CERT", "TLS_KEY"].map(|setting| format!("AYLA_{setting}"));
        let cert = folder.join("no-such.pem");
        let file = text(&file);
        for settings in
            [&[(presets.as_str(), file)][..], &[(&keys, file)], &[(&certificate, file), (&key, text(&cert))]]
        {
            let said = run_with(&["check"], settings).refusal(64);
            assert!(
                said.contains(&format!("{file}: the file cannot be read: it is {kind}, not a regular file")),
                "{said}"
            );
        }
        let table = run(&["tablebase", "info", file]).refusal(1);
        assert_eq!(table, format!("ayla: {file}: cannot be read: it is {kind}, not a regular file\n"));
        let output = run(&["tablebase", "build", "--seeds", "2", "--output", file]).refusal(1);
        assert_eq!(output, format!("ayla: {file}: is {kind}, not a regular file; name another\n"));
    }
    let said = run_with(&["check"], &[("AYLA_TABLES", text(&folder))]).refusal(64);
    assert!(said.contains("pipe.ayla: cannot be read: it is a named pipe, not a regular file"), "{said}");

    // Kubernetes mounts files as links to regular ones.
    let file = folder.join("presets.toml");
    let link = folder.join("presets-link.toml");
    std::fs::copy(EXAMPLE, &file).expect("copied");
    symlink("presets.toml", &link).expect("linked");
    run_with(&["check"], &[("AYLA_PRESETS", text(&link))]).answer();
}

#[test]
fn check_binds_no_port() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    run(&["check", "--listen", &address]).answer();
}

#[test]
fn check_refuses_unknown_variables_and_serve_warns_of_them_but_not_of_those_of_kubernetes() {
    let misspelled = ("AYLA_LISTN", "127.0.0.1:1");
    let service = [
        ("AYLA_SERVICE_HOST", "10.0.0.1"),
        ("AYLA_SERVICE_PORT", "8080"),
        ("AYLA_SERVICE_PORT_API", "8080"),
        ("AYLA_PORT", "tcp://10.0.0.1:8080"),
        ("AYLA_PORT_8080_TCP_ADDR", "10.0.0.1"),
    ];
    run_with(&["check"], &service).answer();
    let warning = "AYLA_LISTN is not a setting of Ayla; did you mean AYLA_LISTEN?";
    let settings = [&[misspelled][..], &service].concat();
    let said = run_with(&["check"], &[&settings[..], &[("AYLA_XYZZY", "1")]].concat()).refusal(64);
    assert!(said.contains(warning) && said.contains("AYLA_XYZZY is not a setting of Ayla"), "{said}");
    assert!(!said.contains("AYLA_PORT") && !said.contains("AYLA_SERVICE"), "{said}");
    // Beside the faults of other settings.
    let said = run_with(&["check"], &[misspelled, ("AYLA_CALLS", "0"), ("AYLA_SUGGEST_TIME_MS", "x")]).refusal(64);
    for fault in ["AYLA_CALLS", "AYLA_SUGGEST_TIME_MS", warning] {
        assert!(said.contains(fault), "{fault}: {said}");
    }

    let server = Server::start_with(&settings);
    let entries = server.started();
    let warned: Vec<_> = entries.iter().filter(|entry| entry["level"] == "WARN").collect();
    assert_eq!(warned.len(), 1, "{entries:?}");
    assert_eq!(warned[0]["message"], warning);
}

#[tokio::test]
async fn the_start_line_has_addresses_that_open_in_a_browser() {
    let server = Server::start_with(&[("AYLA_LISTEN", "0.0.0.0:0")]);
    let port = |address: &str| address.rsplit_once(':').expect("a port").1.to_owned();
    let entries = server.started();
    let started = entries.last().expect("an entry");
    assert_eq!(started["docs"], format!("http://127.0.0.1:{}/docs/", port(&server.address)));
    assert_eq!(started["metrics"], format!("http://{}/metrics", server.admin));
    assert_eq!(server.json().await.get("/docs/").await.status, 200);
}

#[tokio::test]
async fn the_server_knows_its_commit() {
    let server = Server::shared();
    let info = server.json().await.get("/v1/server-info").await.json();
    assert_eq!(info["build"]["commit"].as_str(), ayla::COMMIT);
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    for (flag, variable) in [("--listen", "AYLA_LISTEN"), ("--admin-listen", "AYLA_ADMIN_LISTEN")] {
        let expected =
            format!("cannot listen on {address}: the port is already in use; choose another with {flag} or {variable}");
        // Whatever the log shows.
        for log in ["info", "off", "off,hyper=debug"] {
            for format in ["text", "json"] {
                let said = run(&[flag, &address, "--log", log, "--log-format", format]).refusal(1);
                assert!(said.contains(&expected), "{log} {format}: {said}");
            }
        }
    }
}
