//! The process: how it starts, what its port serves, and how it reports bad settings.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A process that serves on a port of its own.
struct Server {
    process: Child,
    address: String,
}

fn ayla(settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ayla"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("AYLA_")) {
        command.env_remove(name);
    }
    command
        .envs(settings.iter().copied())
        .env("AYLA_LISTEN", "127.0.0.1:0")
        .env("AYLA_ADMIN_LISTEN", "127.0.0.1:0")
        .stderr(Stdio::piped());
    command
}

impl Server {
    fn start() -> Self {
        Self::start_with(&[])
    }

    fn start_with(settings: &[(&str, &str)]) -> Self {
        let mut process = ayla(settings).spawn().expect("it starts");
        let mut log = BufReader::new(process.stderr.take().expect("piped"));
        let mut line = String::new();
        log.read_line(&mut line).expect("UTF-8");
        assert!(line.contains("listening"), "{line}");
        let address = line.split_once("address=").expect("an address").1.split(' ').next().expect("some").to_owned();
        Self { process, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream
    }

    /// A connection on which so much has been sent, and nothing more will be.
    fn send(&self, bytes: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(bytes.as_bytes()).expect("it reads");
        stream
    }

    fn post(&self, path: &str, content_type: &str, body: &str) -> TcpStream {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: ayla\r\nconnection: close\r\ncontent-type: {content_type}\r\n\
             content-length: {length}\r\n\r\n{body}"
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Status, head and body of an answer.
fn read(mut stream: TcpStream) -> (u16, String, String) {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_ascii_lowercase(), body.to_owned())
}

#[test]
fn one_port_serves_both_transports() {
    let server = Server::start();
    let start = r#"{"preset": "tournament"}"#;
    let (status, head, body) = read(server.post("/v1/variants/awale/start-game", "application/json", start));
    assert_eq!(status, 200, "{head}");
    let answer: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(answer["position"]["text"], "awale:majority=true,repetition=2 444444/444444 0/0 s");

    let (status, head, _) = read(server.post("/no.such.Service/Method", "application/grpc-web", ""));
    assert_eq!(status, 200);
    assert!(head.contains("\r\ngrpc-status: 12"), "{head}");

    let (status, head, _) = read(server.post("/no.such.Service/Method", "application/json", "{}"));
    assert_eq!(status, 404);
    assert!(head.contains("application/problem+json"), "{head}");
}

#[test]
fn a_body_that_never_arrives_times_out() {
    let server = Server::start_with(&[("AYLA_BODY_TIME_MS", "700")]);
    let begun = Instant::now();
    let unfinished = |path: &str, content_type: &str| {
        let head =
            format!("POST {path} HTTP/1.1\r\nhost: ayla\r\ncontent-type: {content_type}\r\nconnection: close\r\n");
        read(server.send(&format!("{head}content-length: 100\r\n\r\n{{")))
    };
    let (status, _, body) = unfinished("/v1/variants/awale/start-game", "application/json");
    assert_eq!(status, 400, "{body}");
    assert!(body.contains("MALFORMED_REQUEST") && body.contains("did not arrive"), "{body}");
    // It is the caller's fault over gRPC too.
    let (_, head, _) = unfinished("/mancala.v1.MancalaService/ApplyMove", "application/grpc-web");
    assert!(head.contains("\r\ngrpc-status: 3\r\n"), "{head}");
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn grpc_over_http_1_is_refused_with_a_hint() {
    let server = Server::start();
    let (status, head, _) = read(server.post("/mancala.v1.MancalaService/GetServerInfo", "application/grpc", ""));
    assert_eq!(status, 200);
    assert!(head.contains("\r\ngrpc-status: 3\r\n"), "{head}");
    assert!(head.contains("needs%20http/2") || head.contains("needs http/2"), "{head}");
}

#[test]
fn the_json_log_format_writes_json() {
    let mut server = ayla(&[("AYLA_LOG_FORMAT", "json")]).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stderr.take().expect("piped")).read_line(&mut line).expect("UTF-8");
    server.kill().and_then(|()| server.wait()).expect("it ends");
    let entry: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&entry["level"], &entry["message"]), (&"INFO".into(), &"listening".into()));
    assert!(entry["address"].as_str().is_some_and(|address| address.starts_with("127.0.0.1:")), "{line}");
}

#[test]
fn a_bad_setting_is_named_and_exits_64() {
    for (setting, value) in [
        ("AYLA_LISTEN", "8080"),
        ("AYLA_SUGGEST_NODES", "many"),
        ("AYLA_SUGGEST_DEPTH", "0"),
        ("AYLA_SEARCH_SLOTS", "1000000"),
        ("AYLA_LOG_FORMAT", "xml"),
        ("AYLA_LOG", "ayla=loud"),
    ] {
        let output = ayla(&[]).env(setting, value).output().expect("it starts");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(64), "{setting}: {said}");
        assert!(said.contains(setting) && !said.contains("listening"), "{said}");
    }
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let output = ayla(&[]).args(["--listen", &address]).output().expect("it starts");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(&address), "{said}");
}
