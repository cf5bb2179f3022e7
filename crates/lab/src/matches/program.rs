//! Another build of the program, run as a server for the match.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot::{self, Sender};

/// A server process, which is stopped on drop.
#[derive(Debug)]
pub(super) struct Program {
    process: Child,
    /// The address of the server: `http://127.0.0.1:` and its port.
    pub(super) address: String,
}

/// The timeout for a program to listen.
const STARTING: Duration = Duration::from_secs(30);

impl Program {
    /// Starts a server on a free port for this many searches at once. It is stopped if this future is dropped.
    pub(super) async fn start(path: &Path, searches: usize) -> Result<Self, String> {
        let said = |why: &dyn std::fmt::Display| format!("{} is no ayla server: {why}", path.display());
        // A name without a slash is a file too, not a program in PATH.
        let mut command = Command::new(std::path::absolute(path).map_err(|error| said(&error))?);
        // Its only settings are those below.
        for (name, _) in std::env::vars_os() {
            if ["AYLA_", "OTEL_"].iter().any(|ours| name.as_encoded_bytes().starts_with(ours.as_bytes())) {
                command.env_remove(name);
            }
        }
        let settings = [
            ("AYLA_LISTEN", "127.0.0.1:0"),
            ("AYLA_ADMIN_LISTEN", "127.0.0.1:0"),
            ("AYLA_LOG_FORMAT", "json"),
            ("AYLA_LOG", "info"),
            // The largest values that all versions accept: the limits are those of the player.
            ("AYLA_SUGGEST_NODES", "1000000000000"),
            ("AYLA_SUGGEST_TIME_MS", "600000"),
            ("AYLA_DEADLINE_MS", "600000"),
            ("AYLA_SEARCH_SLOTS", &searches.to_string()),
        ];
        let process = command
            .envs(settings)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| said(&error))?;
        let mut program = Self { process, address: String::new() };
        let (sender, listening) = oneshot::channel();
        if let Some(log) = program.process.stderr.take() {
            std::thread::spawn(move || follow(log, sender));
        }
        match tokio::time::timeout(STARTING, listening).await {
            Ok(Ok(Ok(address))) => {
                program.address = format!("http://{address}");
                Ok(program)
            }
            Ok(Ok(Err(last))) => {
                let last = if last.is_empty() { String::new() } else { format!("; it said: {last}") };
                Err(said(&format!("it ended before it listened{last}")))
            }
            Ok(Err(_)) | Err(_) => Err(said(&format!("it does not listen after {} seconds", STARTING.as_secs()))),
        }
    }
}

/// Reads a log to its end, so that the server never blocks on it. Sends the address on which the server listens, or the last
/// line if it ends before.
fn follow(log: ChildStderr, listening: Sender<Result<String, String>>) {
    let mut listening = Some(listening);
    let mut last = String::new();
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        let entry: Value = serde_json::from_str(&line).unwrap_or_default();
        if entry["message"] == "listening"
            && let Some(address) = entry["address"].as_str()
            && let Some(listening) = listening.take()
        {
            // The receiver is gone if the server took too long.
            let _ = listening.send(Ok(address.to_owned()));
        }
        last = line;
    }
    if let Some(listening) = listening {
        let _ = listening.send(Err(last));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The server has no state to save.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
