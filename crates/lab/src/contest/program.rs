//! Another build of this program, as a server that lives as long as the match.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot::{self, Sender};

/// A server; it ends with this value.
#[derive(Debug)]
pub(super) struct Program {
    process: Child,
    /// Where it is asked: `http://127.0.0.1:` and its port.
    pub(super) address: String,
}

/// How long a program may take until it listens.
const STARTING: Duration = Duration::from_secs(30);

impl Program {
    /// Starts a server on a free port, for so many searches at once. It is ended when this is given up.
    ///
    /// # Errors
    ///
    /// It cannot be started, or it ends or does nothing instead of listening.
    pub(super) async fn start(path: &Path, searches: usize) -> Result<Self, String> {
        let said = |why: &dyn std::fmt::Display| format!("{} is no ayla server: {why}", path.display());
        // A name without a slash is a file too, and not sought among the installed programs.
        let mut command = Command::new(std::path::absolute(path).map_err(|error| said(&error))?);
        // Its settings are those below, whatever this process was started with.
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
            // As much as any version takes: a player's limits are those of the match.
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

/// Reads a log to its end, so that the server never waits for somebody to read it. Tells where the server listens, or the
/// last line when it never does.
fn follow(log: ChildStderr, listening: Sender<Result<String, String>>) {
    let mut listening = Some(listening);
    let mut last = String::new();
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        let entry: Value = serde_json::from_str(&line).unwrap_or_default();
        if entry["message"] == "listening"
            && let Some(address) = entry["address"].as_str()
            && let Some(listening) = listening.take()
        {
            // Nobody listens to this when the server took too long.
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
        // It keeps nothing that would have to be put away.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
