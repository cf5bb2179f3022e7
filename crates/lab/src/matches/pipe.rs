//! An engine on a pipe: a process for each game that is played at once.

use std::process::Stdio;
use std::sync::Mutex;
use std::time::Duration;

use ayla_engine::DEFAULT_NODES;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::player::Found;
use super::spec::Limits;

/// The idle processes of an engine, which are killed on drop.
#[derive(Debug)]
pub(super) struct Pipe(Mutex<Vec<Process>>);

#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// The timeout for an engine to introduce itself.
const STARTING: Duration = Duration::from_secs(30);
/// The greatest seed that an engine reads.
const GREATEST_SEED: u64 = i32::MAX as u64;

impl Pipe {
    /// Starts an engine by the words of its command line, once for each game at once, and sets these options. Returns
    /// the name by which it introduces itself too.
    pub(super) async fn start(
        command: &[&str],
        options: &[(&str, u32)],
        games: usize,
    ) -> Result<(Self, String), String> {
        let mut idle = Vec::with_capacity(games);
        let mut name = command.join(" ");
        let failed = |why: String| format!("{} is no engine on a pipe: {why}", command.join(" "));
        for _ in 0..games {
            let started = async {
                let mut process = Process::start(command)?;
                process.send("uci").await?;
                let lines = process.read_to("uciok").await?;
                if let Some(found) = lines.iter().find_map(|line| line.strip_prefix("id name ")) {
                    found.clone_into(&mut name);
                }
                for (name, value) in options {
                    process.send(&format!("setoption name {name} value {value}")).await?;
                }
                Ok(process)
            };
            let started = tokio::time::timeout(STARTING, started).await;
            idle.push(started.unwrap_or_else(|_| Err("it does not answer uci".to_owned())).map_err(failed)?);
        }
        Ok((Self(Mutex::new(idle)), name))
    }

    /// Waits until every process is ready for games that begin with this line.
    pub(super) async fn prepare(&self, line: &str) -> Result<(), String> {
        let mut all = std::mem::take(&mut *self.idle());
        for process in &mut all {
            process.send(&format!("position {line}\nisready")).await?;
            process.read_to("readyok").await?;
        }
        self.idle().extend(all);
        Ok(())
    }

    /// Asks for a move at the end of a line.
    pub(super) async fn ask(&self, line: &str, limits: Limits, seed: Option<u64>) -> Result<Found, String> {
        // A process that fails, or is too late, does not come back.
        let process = self.idle().pop();
        let mut process = process.ok_or("the engine is no longer there")?;
        let mut go = "go".to_owned();
        for (name, limit) in [
            ("movetime", limits.time_ms.map(u64::from)),
            // A level alone limits a search, but without a word about it the engine would wait for `stop`.
            (
                "nodes",
                limits.nodes.or(Some(DEFAULT_NODES).filter(|_| limits.depth.is_none() && limits.time_ms.is_none())),
            ),
            ("depth", limits.depth.map(u64::from)),
        ] {
            go += &limit.map_or_else(String::new, |limit| format!(" {name} {limit}"));
        }
        if let Some(seed) = seed {
            process.send(&format!("setoption name Seed value {}", seed & GREATEST_SEED)).await?;
        }
        process.send(&format!("position {line}\n{go}")).await?;
        let lines = process.read_to("bestmove ").await?;
        self.idle().push(process);
        let played = lines.last().and_then(|last| last.split_whitespace().nth(1)).unwrap_or_default().to_owned();
        let last = lines.iter().rfind(|line| line.starts_with("info depth ")).map_or("", String::as_str);
        let number = |name: &str| last.split_whitespace().skip_while(|&word| word != name).nth(1)?.parse::<u64>().ok();
        let is_proven = last.split_whitespace().any(|word| word == "proven");
        let depth = number("depth").filter(|_| !is_proven).and_then(|depth| depth.try_into().ok());
        Ok((played, depth, number("nodes").unwrap_or_default()))
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Process {
    fn start(command: &[&str]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("it has no name")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("it has no pipe")?;
        Ok(Self { child, input, output: BufReader::new(output).lines() })
    }

    async fn send(&mut self, text: &str) -> Result<(), String> {
        self.input.write_all(format!("{text}\n").as_bytes()).await.map_err(|error| error.to_string())
    }

    /// Reads lines up to one that begins like this.
    async fn read_to(&mut self, last: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        while let Some(line) = self.output.next_line().await.map_err(|error| error.to_string())? {
            let is_last = line.starts_with(last);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
        Err(format!("it ended; its last line was {:?}", lines.last().map_or("", String::as_str)))
    }
}

/// Kills the process, and waits for its end.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        while matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
