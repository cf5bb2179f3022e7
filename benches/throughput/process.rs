//! The processes: they end with the values that stand for them, and with the benchmark however that ends.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Result, Settings, Transport};

/// What is needed beside the servers, and where it comes from.
const TOOLS: [(&str, &str); 3] = [
    ("h2load", "it is in Debian's package nghttp2-client"),
    ("taskset", "it is in util-linux"),
    ("setpriv", "it is in util-linux"),
];

/// How long a process may take to be up.
const START: Duration = Duration::from_secs(10);
/// How often it is looked whether a process is up, or has ended.
const LOOK_AGAIN: Duration = Duration::from_micros(100);

/// Whether everything is there.
///
/// # Errors
///
/// What is missing, and where it is to be had.
pub(crate) fn check_tools(settings: &Settings) -> Result<()> {
    for (tool, source) in TOOLS {
        let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            return Err(format!("{tool} is needed and cannot be run: {source}").into());
        }
    }
    if settings.server_core == settings.load_core {
        return Err("the servers and h2load need a core each".into());
    }
    for core in [settings.server_core, settings.load_core] {
        let pinned = Command::new("taskset").args(["-c", &core.to_string(), "true"]).stderr(Stdio::null()).status();
        if !pinned.is_ok_and(|status| status.success()) {
            return Err(format!(
                "core {core} cannot be used: two cores are needed, choose with --server-core and --load-core"
            )
            .into());
        }
    }
    Ok(())
}

/// A command that is killed when the benchmark ends, even if it is killed itself.
pub(crate) fn tied(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "--", program]).stdin(Stdio::null());
    command
}

/// A command on one core.
pub(crate) fn pinned(core: usize, program: &str) -> Command {
    let mut command = tied("taskset");
    command.args(["-c", &core.to_string(), program]);
    command
}

/// Waits for a process to end, and kills it when that takes too long.
///
/// # Errors
///
/// It took too long.
pub(crate) fn wait(process: &mut Child, time: Duration) -> Result<()> {
    let end = Instant::now() + time;
    while process.try_wait()?.is_none() {
        if Instant::now() > end {
            process.kill()?;
            process.wait()?;
            return Err(format!("a process was killed that took longer than {time:?}").into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// A running server.
pub(crate) struct Server {
    process: Child,
    /// Just before it was started.
    pub(crate) started: Instant,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Ours, on its core.
    pub(crate) fn ayla(settings: &Settings) -> Result<Self> {
        let server = Self::start(pinned(settings.server_core, env!("CARGO_BIN_EXE_ayla")), ayla)?;
        server.await_connection()?;
        Ok(server)
    }

    /// Ours, started as by anybody, and perhaps not yet listening.
    pub(crate) fn ayla_unpinned() -> Result<Self> {
        Self::start(tied(env!("CARGO_BIN_EXE_ayla")), ayla)
    }

    /// The bare one, on the same core.
    pub(crate) fn baseline(settings: &Settings, transport: Transport) -> Result<Self> {
        let ourselves = std::env::current_exe()?;
        let ourselves = ourselves.to_str().ok_or("the path of the benchmark is no text")?;
        let transport = match transport {
            Transport::Grpc => "grpc",
            Transport::Json => "json",
        };
        let server = Self::start(pinned(settings.server_core, ourselves), |command, address| {
            command.args(["baseline", transport, &address.port().to_string()]);
        })?;
        server.await_connection()?;
        Ok(server)
    }

    fn start(mut command: Command, tell: impl FnOnce(&mut Command, SocketAddr)) -> Result<Self> {
        let address = free_address()?;
        tell(&mut command, address);
        let started = Instant::now();
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(Self { process, started, address })
    }

    /// Waits until it takes connections, and answers the first.
    pub(crate) fn await_connection(&self) -> Result<std::net::TcpStream> {
        loop {
            match std::net::TcpStream::connect_timeout(&self.address, START) {
                Ok(stream) => return Ok(stream),
                Err(error) if self.started.elapsed() > START => {
                    return Err(format!("a server did not listen on {}: {error}", self.address).into());
                }
                Err(_) => thread::sleep(LOOK_AGAIN),
            }
        }
    }

    /// The processor time that its threads have had.
    pub(crate) fn busy(&self) -> Result<Duration> {
        let mut nanoseconds = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.process.id()))? {
            let times = fs::read_to_string(thread?.path().join("schedstat"))?;
            nanoseconds += times.split(' ').next().unwrap_or_default().parse::<u64>()?;
        }
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// Its resident memory, in MB.
    pub(crate) fn memory(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: f64 = line.and_then(|line| line.split_whitespace().next()).ok_or("no VmRSS")?.parse()?;
        Ok(kilobytes * 1024.0 / 1e6)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Ours is told where to listen; all else is at its default.
fn ayla(command: &mut Command, address: SocketAddr) {
    let ours = std::env::vars().map(|(name, _)| name).filter(|name| name.starts_with("AYLA_"));
    ours.for_each(|name| {
        command.env_remove(name);
    });
    command.env("AYLA_LISTEN", address.to_string()).env("AYLA_ADMIN_LISTEN", "127.0.0.1:0");
}

/// An address that nobody listens on now.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
