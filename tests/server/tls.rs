//! TLS: both transports, refused connections, and certificates replaced while the server runs.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ayla_test_server::command::{folder, run, text};
use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::{Json, START, Server, in_time};
use rcgen::{CertificateParams, CertifiedKey, KeyPair, date_time_ymd, generate_simple_self_signed};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// A certificate for this machine, and its key, in files of a test's own.
struct Certificate {
    folder: PathBuf,
    der: CertificateDer<'static>,
}

impl Certificate {
    fn new(name: &str) -> Self {
        let folder = folder(&format!("tls/{name}"));
        let mut certificate = Self { folder, der: CertificateDer::from(Vec::new()) };
        certificate.replace();
        certificate
    }

    /// Replaces the certificate, and then its key.
    fn replace(&mut self) {
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).expect("one");
        fs::write(self.file("tls.crt"), cert.pem()).expect("written");
        fs::write(self.file("tls.key"), signing_key.serialize_pem()).expect("written");
        self.der = cert.der().clone();
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn server(&self, settings: &[(&str, &str)]) -> Server {
        let certificate = self.file("tls.crt");
        let key = self.file("tls.key");
        let files = [("AYLA_TLS_CERT", text(&certificate)), ("AYLA_TLS_KEY", text(&key))];
        Server::start_with(&[&files[..], settings].concat())
    }

    /// A client that trusts only this certificate, and offers these protocols.
    fn connector(&self, protocols: &[&str]) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone()).expect("a certificate");
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().expect("versions");
        let mut config = config.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        TlsConnector::from(Arc::new(config))
    }

    async fn connect(&self, server: &Server, protocols: &[&str]) -> std::io::Result<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(&server.address).await.expect("it listens");
        let name = ServerName::try_from("localhost").expect("a name");
        self.connector(protocols).connect(name, stream).await
    }
}

fn legal_moves() -> Call {
    Call::grpc("legal-moves", &json!({"position": START}))
}

async fn answers(connection: &Connection) -> bool {
    match http2::call(&connection.sender, &legal_moves()).await {
        Outcome::Answered(answer) => answer.code() == Some("0"),
        Outcome::NotTaken | Outcome::Failed(_) => false,
    }
}

#[tokio::test]
async fn both_transports_are_served_over_tls() {
    let certificate = Certificate::new("served");
    let server = certificate.server(&[]);
    let stream = certificate.connect(&server, &["h2", "http/1.1"]).await.expect("a handshake");
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let connection = Connection::over(stream, &h2::client::Builder::new()).await;
    assert!(answers(&connection).await);
    for protocols in [&["http/1.1"][..], &[]] {
        let stream = certificate.connect(&server, protocols).await.expect("a handshake");
        assert_eq!(Json::over(stream, "localhost").await.get("/v1/server-info").await.status, 200, "{protocols:?}");
    }
    assert_eq!(server.operator().await.get("/readyz").await.status, 200, "the admin port has no TLS");
}

#[tokio::test]
async fn callers_without_tls_or_with_another_root_are_not_served() {
    let certificate = Certificate::new("ours");
    let other = Certificate::new("theirs");
    let server = certificate.server(&[("AYLA_HEAD_TIME_MS", "3000")]);
    let error = other.connect(&server, &["h2"]).await.expect_err("not trusted");
    assert!(error.to_string().contains("invalid peer certificate"), "{error}");
    for said in ["GET /v1/server-info HTTP/1.1\r\nhost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""] {
        let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
        stream.write_all(said.as_bytes()).await.expect("it reads");
        let mut heard = Vec::new();
        // It is closed with an alert, or when the first bytes take too long.
        let _ = stream.read_to_end(&mut heard).await;
        assert!(!heard.starts_with(b"HTTP"), "{heard:?}");
    }
    server.until("ayla_tls_handshakes_failed_total", |failed| failed == 3.0).await;
    let stream = certificate.connect(&server, &["h2"]).await.expect("others are still served");
    assert!(answers(&Connection::over(stream, &h2::client::Builder::new()).await).await);
}

#[tokio::test]
async fn callers_who_are_silent_after_the_handshake_time_out() {
    let certificate = Certificate::new("silent");
    let server = certificate.server(&[("AYLA_HEAD_TIME_MS", "3000"), ("AYLA_IDLE_TIME_MS", "3600000")]);
    let mut silent = Vec::new();
    for (protocol, said) in [("h2", ""), ("h2", "PRI * HTTP/2.0"), ("http/1.1", ""), ("http/1.1", "GET / HTT")] {
        let mut stream = certificate.connect(&server, &[protocol]).await.expect("a handshake");
        stream.write_all(said.as_bytes()).await.expect("it reads");
        silent.push((protocol, said, stream));
    }
    for (protocol, said, mut stream) in silent {
        let mut heard = Vec::new();
        // The connection may also be reset.
        let _ = in_time(stream.read_to_end(&mut heard)).await;
        assert_eq!(String::from_utf8_lossy(&heard), "", "{protocol} {said:?}");
    }
    server.until("ayla_connections_open", |open| open == 0.0).await;
}

#[tokio::test]
async fn a_certificate_is_replaced_while_the_server_runs() {
    let mut certificate = Certificate::new("replaced");
    let server = certificate.server(&[("AYLA_WATCH_MS", "100")]);
    let stream = certificate.connect(&server, &["h2"]).await.expect("a handshake");
    let before = Connection::over(stream, &h2::client::Builder::new()).await;
    assert!(answers(&before).await);

    fs::write(certificate.file("tls.key"), "-----BEGIN PRIVATE KEY-----\nsecret\n").expect("written");
    let entries = server.logged("certificates not reloaded");
    assert!(!entries.iter().any(|entry| entry.to_string().contains("secret")), "{entries:#?}");
    assert!(certificate.connect(&server, &["h2"]).await.is_ok(), "the old one is still served");

    certificate.replace();
    // The files may have been checked between the two writes.
    server.logged("certificates reloaded");
    let stream = certificate.connect(&server, &["h2"]).await.expect("the new one");
    assert!(answers(&Connection::over(stream, &h2::client::Builder::new()).await).await);
    assert!(answers(&before).await, "open connections stay open");
}

#[tokio::test]
async fn shutdown_fails_no_call_over_tls() {
    let certificate = Certificate::new("ends");
    let mut server = certificate.server(&[]);
    let stream = certificate.connect(&server, &["h2"]).await.expect("a handshake");
    let connection = Connection::over(stream, &h2::client::Builder::new()).await;
    let suggestions = Call::grpc("suggest-move-stream", &json!({"position": START, "timeMs": 2_000}));
    let (outcome, ()) = tokio::join!(http2::call(&connection.sender, &suggestions), async {
        server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
        server.signal("TERM");
    });
    assert_eq!(outcome.answer().code(), Some("0"));
    assert!(matches!(http2::call(&connection.sender, &legal_moves()).await, Outcome::NotTaken));
    connection.ended.await.expect("no panic").expect("closed as it should be");
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn bad_tls_files_are_refused_at_startup() {
    let one = Certificate::new("one");
    let other = Certificate::new("other");
    let certificate = one.file("tls.crt");
    let key = one.file("tls.key");
    let other_key = other.file("tls.key");
    let certificate = text(&certificate);
    let key = text(&key);
    let other_key = text(&other_key);
    for (certificate, key, expected) in [
        (Some(certificate), None, "--tls-key"),
        (None, Some(key), "--tls-cert"),
        (Some(certificate), Some(other_key), "does not belong to the certificate"),
        (Some(key), Some(key), "tls.key: the file contains no certificate"),
        (Some(certificate), Some(certificate), "tls.crt: the file contains no private key"),
        (Some("no/such/file"), Some(key), "no/such/file: the file cannot be read"),
        (Some(certificate), Some("no/such/file"), "no/such/file: the file cannot be read"),
    ] {
        let flags = [("--tls-cert", certificate), ("--tls-key", key)];
        let flags: Vec<_> = flags.into_iter().filter_map(|(flag, file)| Some([flag, file?])).flatten().collect();
        let said = run(&flags).refusal(64);
        assert!(said.contains(expected), "{said}");
    }
}

#[tokio::test]
async fn the_expiry_of_the_certificate_in_use_is_a_metric() {
    let certificate = Certificate::new("expiry");
    let expire = |year| {
        let mut params = CertificateParams::new(["localhost".to_owned()]).expect("a name");
        params.not_after = date_time_ymd(year, 2, 3);
        let key = KeyPair::generate().expect("a key");
        let signed = params.self_signed(&key).expect("signed");
        fs::write(certificate.file("tls.crt"), signed.pem()).expect("written");
        fs::write(certificate.file("tls.key"), key.serialize_pem()).expect("written");
    };
    expire(2031);
    let server = certificate.server(&[("AYLA_WATCH_MS", "0")]);
    let expiry = "ayla_certificate_not_after_timestamp_seconds";
    assert_eq!(server.metric(expiry).await, Some(1927843200.0));
    expire(2032);
    server.signal("HUP");
    server.logged("certificates reloaded");
    assert_eq!(server.metric(expiry).await, Some(1959379200.0));
}
