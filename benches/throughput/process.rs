//! The processes. They end when their values are dropped, and with the benchmark, however that ends.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Result, Settings, Transport};

/// The tools needed, each with its package.
const TOOLS: [(&str, &str); 3] = [
    ("h2load", "it is in Debian's package nghttp2-client"),
    ("taskset", "it is in util-linux"),
    ("setpriv", "it is in util-linux"),
];

/// The timeout for a process to listen.
const START: Duration = Duration::from_secs(10);
/// The interval between two attempts to connect.
const RETRY: Duration = Duration::from_micros(100);

/// Checks that the tools and the two cores are there.
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

/// Waits for a process to end. One that takes longer than `time` is killed, which is an error.
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
    /// The time just before it was started.
    pub(crate) started: Instant,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts our server on its core.
    pub(crate) fn ayla(settings: &Settings) -> Result<Self> {
        let server = Self::start(pinned(settings.server_core, env!("CARGO_BIN_EXE_ayla")), ayla)?;
        server.await_connection()?;
        Ok(server)
    }

    /// Starts our server on any core, without waiting until it listens.
    pub(crate) fn ayla_unpinned() -> Result<Self> {
        Self::start(tied(env!("CARGO_BIN_EXE_ayla")), ayla)
    }

    /// Starts the bare server on the same core.
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

    /// Starts a server that nobody here wrote on the same core. It listens on an address of its own choice.
    pub(crate) fn example(settings: &Settings, program: &Path, address: SocketAddr) -> Result<Self> {
        if TcpListener::bind(address).is_err() {
            return Err(format!("another program uses {address}, on which this example listens").into());
        }
        let program = program.to_str().ok_or("the path of the example is no text")?;
        let server = Self::spawn(pinned(settings.server_core, program), address)?;
        server.await_connection()?;
        Ok(server)
    }

    fn start(mut command: Command, configure: impl FnOnce(&mut Command, SocketAddr)) -> Result<Self> {
        // Nothing listens on it now.
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        configure(&mut command, address);
        Self::spawn(command, address)
    }

    fn spawn(mut command: Command, address: SocketAddr) -> Result<Self> {
        let started = Instant::now();
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(Self { process, started, address })
    }

    /// Waits until it listens, and returns the first connection.
    pub(crate) fn await_connection(&self) -> Result<std::net::TcpStream> {
        loop {
            match std::net::TcpStream::connect_timeout(&self.address, START) {
                Ok(stream) => return Ok(stream),
                Err(error) if self.started.elapsed() > START => {
                    return Err(format!("a server did not listen on {}: {error}", self.address).into());
                }
                Err(_) => thread::sleep(RETRY),
            }
        }
    }

    /// The processor time of its threads so far, with those that have ended.
    pub(crate) fn busy(&self) -> Result<Duration> {
        /// The unit of these times in a second, the same on all processors.
        const TICKS: u64 = 100;
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        // After the name of the command, in parentheses.
        let (_, fields) = stat.rsplit_once(") ").ok_or("no times of a process")?;
        let times = fields.split(' ').skip(11).take(2).map(str::parse::<u64>);
        let ticks = times.sum::<std::result::Result<u64, _>>()?;
        Ok(Duration::from_millis(ticks * 1_000 / TICKS))
    }

    /// Its resident memory in MB: all of it (`VmRSS`), or what is not from files, such as that of the program
    /// (`RssAnon`).
    pub(crate) fn memory(&self, kind: &str) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(kind)?.strip_prefix(':'));
        let kilobytes: f64 = line.and_then(|line| line.split_whitespace().next()).ok_or("no such memory")?.parse()?;
        Ok(kilobytes * 1024.0 / 1e6)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sets the address of our server, and leaves all other settings at their defaults.
fn ayla(command: &mut Command, address: SocketAddr) {
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("AYLA_")) {
        command.env_remove(name);
    }
    command.env("AYLA_LISTEN", address.to_string()).env("AYLA_ADMIN_LISTEN", "127.0.0.1:0");
}
