//! The `ayla` binary on a free port, and clients of both transports.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla_test_command::{ayla, command, configured};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::SendRequest;
use hyper::{HeaderMap, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream};
use tonic::transport::Channel;

use crate::http2::Connection;
use crate::rpc::Rpc;
use crate::suggestions::ENDLESS;

/// A running server, killed when dropped.
pub struct Server {
    process: Child,
    pub address: String,
    /// The address of health and metrics.
    pub admin: String,
    /// The log entries up to that of the start.
    started: Vec<Value>,
    /// The log entries that no test has read yet.
    log: Mutex<Receiver<Value>>,
}

/// The timeout of every wait. No test measures it: it makes a test fail instead of hanging, however busy the machine
/// is.
pub const WAIT: Duration = Duration::from_secs(60);

/// Waits for a future, or fails after [`WAIT`].
pub async fn in_time<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(WAIT, future).await.expect("it takes less than a minute")
}

impl Server {
    /// Starts a server without endgame tables: a table that becomes ready would change its answers.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// The server of [`Self::start`] that tests share which look at nothing but its answers.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Server> = LazyLock::new(|| {
            // Nothing drops it, so a shell ends it when the tests have ended, and with them the pipe.
            let mut shell = Command::new("sh");
            shell.args(["-c", "\"$0\" & read end; kill -KILL $!"]).arg(ayla()).stdin(Stdio::piped());
            // On a busy machine, the searches of all these tests take a while.
            Server::listening(configured(shell), &[("AYLA_DEADLINE_MS", "600000")])
        });
        &SHARED
    }

    /// Starts a server with these environment variables, by default without endgame tables.
    pub fn start_with(settings: &[(&str, &str)]) -> Self {
        Self::listening(command(&[]), settings)
    }

    /// Runs a command that starts a server, and waits until it listens.
    fn listening(mut command: Command, settings: &[(&str, &str)]) -> Self {
        let mut process = command
            .envs([("AYLA_LOG_FORMAT", "json"), ("AYLA_TABLE_MEMORY", "0")])
            .envs(settings.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(process.stderr.take().expect("a log")).lines();
        let (sender, log) = mpsc::channel();
        // Reads the log to its end, so that the server never blocks on a full pipe.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap_or(Value::String(line)));
            }
        });
        let mut server =
            Self { process, address: String::new(), admin: String::new(), started: Vec::new(), log: Mutex::new(log) };
        server.started = server.logged("listening");
        let listening = server.started.last().expect("an entry");
        listening["address"].as_str().expect("an address").clone_into(&mut server.address);
        listening["admin"].as_str().expect("an address").clone_into(&mut server.admin);
        server
    }

    /// Starts a server whose searches last longer than any test, with these environment variables.
    pub fn with_endless_searches(settings: &[(&str, &str)]) -> Self {
        Self::start_with(&[&ENDLESS, settings].concat())
    }

    /// The log entries up to that of the start.
    pub fn started(&self) -> &[Value] {
        &self.started
    }

    /// Waits for a log entry whose message starts with `message`, and returns the unread entries up to it.
    pub fn logged(&self, message: &str) -> Vec<Value> {
        let log = self.log.lock().expect("no test failed here");
        let mut entries = Vec::new();
        loop {
            let entry: Value = log.recv_timeout(WAIT).unwrap_or_else(|_| panic!("no {message:?} in {entries:#?}"));
            let found = entry["message"].as_str().is_some_and(|said| said.starts_with(message));
            entries.push(entry);
            if found {
                return entries;
            }
        }
    }

    /// Sends the process a signal, such as `HUP`.
    pub fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs").success());
    }

    /// Waits until the process ends by itself, and returns its status and the unread log entries.
    pub fn end(&mut self) -> (ExitStatus, Vec<Value>) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.process.try_wait().expect("it can be asked") {
                break status;
            }
            assert!(begun.elapsed() < WAIT, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        (status, self.log.lock().expect("no test failed here").iter().collect())
    }

    /// The resident memory of the process, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory_of("VmRSS:")
    }

    /// The most resident memory that the process has had, in bytes.
    pub fn most_memory(&self) -> u64 {
        self.memory_of("VmHWM:")
    }

    fn memory_of(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("a line");
        1_024 * line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
    }

    /// The number of open file descriptors of the process.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.process.id())).expect("it runs").count()
    }

    /// The processor time of all threads of the process that are still there.
    pub fn processor_time(&self) -> Duration {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).expect("it runs");
        let nanoseconds = threads.map(|thread| {
            let times = std::fs::read_to_string(thread.expect("an entry").path().join("schedstat")).unwrap_or_default();
            times.split(' ').next().and_then(|running| running.parse::<u64>().ok()).unwrap_or_default()
        });
        Duration::from_nanos(nanoseconds.sum())
    }

    /// The sum of a metric over all series that have these labels, among others, given as Prometheus writes them;
    /// `None` if there is no such series.
    pub async fn metric(&self, name: &str) -> Option<f64> {
        let text = self.operator().await.get("/metrics").await.body;
        let text = std::str::from_utf8(&text).expect("UTF-8");
        let parts = |series: &str| {
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            let labels = labels.trim_end_matches('}').split("\",").map(|label| label.trim_matches('"').to_owned());
            (name.to_owned(), labels.filter(|label| !label.is_empty()).collect::<Vec<_>>())
        };
        let (wanted, labels) = parts(name);
        let value = |line: &str| {
            let (series, value) = line.rsplit_once(' ')?;
            let (name, own) = parts(series);
            let is_wanted = name == wanted && labels.iter().all(|label| own.contains(label));
            is_wanted.then(|| value.parse::<f64>().expect("a number"))
        };
        let lines = text.lines().filter(|line| line.starts_with(&wanted));
        lines.filter_map(value).fold(None, |sum, value| Some(sum.unwrap_or_default() + value))
    }

    /// Waits until `is` holds for the value of a metric.
    pub async fn until(&self, name: &str, is: impl Fn(f64) -> bool) {
        let begun = Instant::now();
        loop {
            let value = self.metric(name).await;
            if value.is_some_and(&is) {
                return;
            }
            assert!(begun.elapsed() < WAIT, "{name} stays {value:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A client of the admin port.
    pub async fn operator(&self) -> Json {
        Json::connect(&self.admin).await
    }

    pub async fn rpc(&self) -> Rpc {
        Rpc(Connection::open(&self.address).await)
    }

    /// A connection from this address of the loopback interface, such as 127.0.0.2.
    pub async fn connect_from(&self, address: &str) -> TcpStream {
        connect(address, &self.address).await.expect("it listens")
    }

    /// The client that tonic generates.
    pub async fn grpc(&self) -> MancalaServiceClient<Channel> {
        MancalaServiceClient::connect(format!("http://{}", self.address)).await.expect("a connection")
    }

    pub async fn json(&self) -> Json {
        Json::connect(&self.address).await
    }
}

/// A connection from an address of the loopback interface.
///
/// # Errors
///
/// It is refused.
pub async fn connect(from: &str, to: &str) -> io::Result<TcpStream> {
    let from: SocketAddr = format!("{from}:0").parse().expect("an address");
    let socket = if from.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.bind(from)?;
    let stream = socket.connect(to.parse().expect("an address")).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A client for JSON over HTTP/1.1.
pub struct Json {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

/// The answer to a JSON call.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body))
    }
}

impl Json {
    async fn connect(address: &str) -> Self {
        Self::over(TcpStream::connect(address).await.expect("a connection"), address).await
    }

    pub async fn over<S>(stream: S, address: &str) -> Self
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let (sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("a connection");
        tokio::spawn(connection);
        Self { sender, host: address.to_owned() }
    }

    /// Whether the connection is closed.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    pub async fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header("host", &self.host);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::copy_from_slice(body))).expect("a request");
        self.sender.ready().await.expect("an open connection");
        let (parts, body) = self.sender.send_request(request).await.expect("an answer").into_parts();
        let body = body.collect().await.expect("a body").to_bytes();
        Reply { status: parts.status, headers: parts.headers, body }
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, &[], &[]).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Reply {
        let body = body.to_string();
        self.send("POST", path, &[("content-type", "application/json")], body.as_bytes()).await
    }

    /// Calls an operation of a game.
    pub async fn ask(&mut self, variant: &str, operation: &str, body: &Value) -> Reply {
        self.post(&format!("/v1/variants/{variant}/{operation}"), body).await
    }
}
