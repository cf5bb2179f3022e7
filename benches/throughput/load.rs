//! The load: `h2load`, and what it prints.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use prost::Message;

use super::process::{Server, pinned, wait};
use super::{Result, Settings};

const HTTP2_CONNECTIONS: u32 = 4;

/// A load of one question, asked over and over.
pub(crate) struct Load {
    core: usize,
    path: &'static str,
    media_type: &'static str,
    /// The connections, and the calls of each at the same time.
    connections: Connections,
    /// The body of a call; without one it is a GET.
    body: Option<PathBuf>,
    log: PathBuf,
}

/// The connections of a load.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Connections {
    /// Four connections of HTTP/2, each with this number of calls at the same time.
    Http2(u32),
    /// This number of connections of HTTP/1.1, each with one call after another.
    Http1(u32),
}

/// The result of a load.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Run {
    /// Answers a second.
    pub(crate) rate: f64,
    /// The processor time of an answer, in microseconds.
    pub(crate) busy: f64,
    /// The 99th percentile of the time of an answer, in microseconds; 0 unless the load has a given rate.
    pub(crate) slow: f64,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.slow > 0.0 {
            write!(f, "{:.0} µs", self.slow)
        } else {
            write!(f, "{:.0} a second, {:.1} µs each", self.rate, self.busy)
        }
    }
}

impl Load {
    /// Creates a load of calls at `path`, each with the body `question`, if there is one.
    pub(crate) fn new(
        settings: &Settings,
        path: &'static str,
        media_type: &'static str,
        connections: Connections,
        question: Option<&[u8]>,
    ) -> Result<Self> {
        // Two loads can be there at the same time, with different paths.
        let name = format!("{}{}", std::process::id(), path.replace('/', "-"));
        let file = |kind: &str| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{kind}"));
        let body = question.map(|_| file("body"));
        let log = file("log");
        let load = Self { core: settings.load_core, path, media_type, connections, body, log };
        if let (Some(body), Some(question)) = (&load.body, question) {
            fs::write(body, question)?;
        }
        Ok(load)
    }

    /// Calls as fast as the server answers, or at a rate. An error for any call that fails.
    pub(crate) fn run(&self, server: &Server, time: Duration, rate: Option<f64>) -> Result<Run> {
        let mut command = pinned(self.core, "h2load");
        command.arg("-t1").arg(format!("--duration={}ms", time.as_millis()));
        let connections = match self.connections {
            Connections::Http2(streams) => {
                command.arg(format!("-m{streams}"));
                HTTP2_CONNECTIONS
            }
            Connections::Http1(connections) => {
                command.arg("--h1");
                connections
            }
        };
        command.arg(format!("-c{connections}"));
        if let Some(body) = &self.body {
            command.arg("--data").arg(body);
            command.args(["-H", &format!("content-type: {}", self.media_type), "-H", "te: trailers"]);
        }
        if let Some(rate) = rate {
            let of_each = (rate / f64::from(connections)).max(1.0);
            command.arg(format!("--rps={of_each:.0}")).arg("--log-file").arg(&self.log);
        }
        // By a name: h2load writes an IPv6 address without its brackets, which servers refuse.
        command.arg(format!("--connect-to={}", server.address));
        command.arg(format!("http://localhost:{}{}", server.address.port(), self.path));

        let busy = server.busy()?;
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        // What it prints is far less than a pipe holds.
        wait(&mut process, time + Duration::from_secs(15))?;
        let busy = server.busy()? - busy;
        let mut printed = String::new();
        process.stdout.take().ok_or("no output")?.read_to_string(&mut printed)?;
        let answered = answered(&printed).map_err(|error| format!("h2load: {error}\n{printed}"))?;
        let slow = if rate.is_some() { slow(&fs::read_to_string(&self.log)?)? } else { 0.0 };
        let answered = answered as f64;
        Ok(Run { rate: answered / time.as_secs_f64(), busy: busy.as_secs_f64() * 1e6 / answered, slow })
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        if let Some(body) = &self.body {
            let _ = fs::remove_file(body);
        }
        let _ = fs::remove_file(&self.log);
    }
}

/// A message as gRPC sends it.
pub(crate) fn frame(question: &impl Message) -> Vec<u8> {
    let message = question.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
    [&[0], &length.to_be_bytes()[..], &message].concat()
}

/// The number of answers, all of which must be good.
fn answered(printed: &str) -> Result<u64> {
    let number = |line: &str, what: &str| -> Result<u64> {
        let line = printed.lines().find_map(|printed| printed.strip_prefix(line)).ok_or("it printed no such line")?;
        let number =
            line.split(',').find_map(|part| part.trim().strip_suffix(what)).ok_or("it printed no such number")?;
        Ok(number.trim().parse()?)
    };
    for fault in [" failed", " errored", " timeout"] {
        if number("requests: ", fault)? > 0 {
            return Err(format!("some requests{fault}").into());
        }
    }
    for status in [" 3xx", " 4xx", " 5xx"] {
        if number("status codes: ", status)? > 0 {
            return Err(format!("some answers were {status}").into());
        }
    }
    // At the end some answers have a status and are not done.
    let done = number("requests: ", " done")?;
    if done == 0 || number("status codes: ", " 2xx")? < done {
        Err("there are requests without an answer".into())
    } else {
        Ok(done)
    }
}

/// The 99th percentile of the times, which are the third column of the log.
fn slow(log: &str) -> Result<f64> {
    let times = log.lines().map(|line| line.split('\t').nth(2).and_then(|time| time.parse::<u32>().ok()));
    let mut times: Vec<u32> = times.collect::<Option<_>>().ok_or("the log of h2load has another form")?;
    times.sort_unstable();
    let slow = times.get(times.len() * 99 / 100).ok_or("the log of h2load is empty")?;
    Ok((*slow).into())
}
