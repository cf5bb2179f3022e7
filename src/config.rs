//! What can be set about the server, by a flag or by an environment variable.
//!
//! What is not in its range is found here, before any port is bound.

mod access;
mod value;

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::server::Settings;
use crate::service::Limits;
use crate::service::operator_file::{self, Seen};
use crate::service::preset::Presets;
use ayla_engine::MAX_DEPTH;
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use tracing_subscriber::EnvFilter;

pub use access::Access;
use value::{address, milliseconds, number, number_or_zero};

/// Settings of the server.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Address and port to serve gRPC, gRPC-web and JSON on. Port 0 picks a free one, which the log names.
    #[arg(long, env = "AYLA_LISTEN", value_name = "ADDRESS:PORT", default_value_t = Settings::default().listen,
        value_parser = address("AYLA_LISTEN"))]
    listen: SocketAddr,
    /// Where health and metrics are.
    #[command(flatten)]
    admin: AdminAddress,
    /// A TOML file of presets beside the built-in ones, with a table for each, such as `[awale.village]`. Read anew
    /// when it changes and on SIGHUP, where a file with a fault changes nothing.
    #[arg(long, env = "AYLA_PRESETS", value_name = "FILE", value_parser = PathBufValueParser::new().try_map(preset_file))]
    pub presets: Option<PresetFile>,
    /// How often the files of presets, keys and certificates are looked at, in milliseconds; what has changed is read anew.
    /// 0 for never: then on SIGHUP alone.
    #[arg(long, env = "AYLA_WATCH_MS", value_name = "MILLISECONDS", default_value_t = 10_000,
        value_parser = number_or_zero("AYLA_WATCH_MS", 100..=3_600_000))]
    watch_ms: u64,
    /// A folder of endgame tables, as `ayla tablebase build` makes them: each file whose name ends in `.ayla`.
    #[arg(long, env = "AYLA_TABLES", value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    /// What suggestions may cost.
    #[command(flatten)]
    suggest: Suggest,
    /// What callers may take.
    #[command(flatten)]
    bounds: Bounds,
    /// Who may call, and how.
    #[command(flatten)]
    pub access: Access,
    /// How the process ends.
    #[command(flatten)]
    drain: Drain,
    /// What is logged, and how.
    #[command(flatten)]
    pub log: Log,
}

/// Where health and metrics are.
#[derive(Copy, Clone, Debug, Args)]
pub struct AdminAddress {
    /// Address and port on which the server serves health and metrics: /livez, /readyz, /metrics. For operators, not for
    /// the public. Port 0 picks a free one, which the log names.
    #[arg(long = "admin-listen", env = "AYLA_ADMIN_LISTEN", value_name = "ADDRESS:PORT",
        default_value_t = Settings::default().admin_listen, value_parser = address("AYLA_ADMIN_LISTEN"))]
    pub address: SocketAddr,
}

/// What callers may take.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "What callers may take")]
struct Bounds {
    /// The most bytes of a request's body.
    #[arg(long = "body-bytes", env = "AYLA_BODY_BYTES", value_name = "BYTES",
        default_value_t = Limits::default().body_bytes, value_parser = number::<usize>("AYLA_BODY_BYTES", 1_024..=16_777_216))]
    body_bytes: usize,
    /// The most bytes of a request's head.
    #[arg(long = "header-bytes", env = "AYLA_HEADER_BYTES", value_name = "BYTES",
        default_value_t = Settings::default().header_bytes, value_parser = number::<u32>("AYLA_HEADER_BYTES", 8_192..=1_048_576))]
    header_bytes: u32,
    /// The most open connections; further ones are closed at once.
    #[arg(long = "connections", env = "AYLA_CONNECTIONS", value_name = "COUNT",
        default_value_t = Settings::default().connections, value_parser = number::<usize>("AYLA_CONNECTIONS", 1..=1_000_000))]
    connections: usize,
    /// The most calls at once on one HTTP/2 connection.
    #[arg(long = "streams", env = "AYLA_STREAMS", value_name = "COUNT",
        default_value_t = Settings::default().streams, value_parser = number::<u32>("AYLA_STREAMS", 1..=1_000_000))]
    streams: u32,
    /// The most calls at once in all; further ones are refused as OVERLOADED.
    #[arg(long = "calls", env = "AYLA_CALLS", value_name = "COUNT",
        default_value_t = Settings::default().calls, value_parser = number::<usize>("AYLA_CALLS", 1..=1_000_000))]
    calls: usize,
    /// How long the head of a request may take once it has begun, in milliseconds.
    #[arg(long = "head-time-ms", env = "AYLA_HEAD_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().head_time), value_parser = number::<u64>("AYLA_HEAD_TIME_MS", TIMES))]
    head_time_ms: u64,
    /// How long the body of a request may take, in milliseconds.
    #[arg(long = "body-time-ms", env = "AYLA_BODY_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().body_time), value_parser = number::<u64>("AYLA_BODY_TIME_MS", TIMES))]
    body_time_ms: u64,
    /// How long a caller may leave an answer untaken before its connection is closed, in milliseconds.
    #[arg(long = "stall-time-ms", env = "AYLA_STALL_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().stall_time), value_parser = number::<u64>("AYLA_STALL_TIME_MS", TIMES))]
    stall_time_ms: u64,
    /// How long an HTTP/1 connection without a call is kept, in milliseconds.
    #[arg(long = "idle-time-ms", env = "AYLA_IDLE_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().idle_time), value_parser = number::<u64>("AYLA_IDLE_TIME_MS", TIMES))]
    idle_time_ms: u64,
    /// How often an HTTP/2 connection is asked whether its caller is still there, in milliseconds.
    #[arg(long = "ping-interval-ms", env = "AYLA_PING_INTERVAL_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().ping_interval), value_parser = number::<u64>("AYLA_PING_INTERVAL_MS", TIMES))]
    ping_interval_ms: u64,
    /// How long the caller of an HTTP/2 connection may take to answer when asked whether it is still there, in milliseconds.
    #[arg(long = "ping-time-ms", env = "AYLA_PING_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().ping_time), value_parser = number::<u64>("AYLA_PING_TIME_MS", TIMES))]
    ping_time_ms: u64,
    /// How long a connection is kept before its caller is told to open another, in milliseconds; 0 for ever. Each is kept
    /// up to a tenth shorter or longer, so that they do not all go at once.
    #[arg(long = "connection-age-ms", env = "AYLA_CONNECTION_AGE_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().connection_age.unwrap_or_default()),
        value_parser = number_or_zero("AYLA_CONNECTION_AGE_MS", 1_000..=86_400_000))]
    connection_age_ms: u64,
    /// How long calls on an HTTP/2 connection of that age may take to finish, in milliseconds; the rest is cut off. Keep
    /// it above AYLA_BODY_TIME_MS and AYLA_DEADLINE_MS together.
    #[arg(long = "connection-grace-ms", env = "AYLA_CONNECTION_GRACE_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().connection_grace),
        value_parser = number::<u64>("AYLA_CONNECTION_GRACE_MS", 0..=3_600_000))]
    connection_grace_ms: u64,
}

/// The range of times that callers are waited for, in milliseconds.
const TIMES: RangeInclusive<u64> = 100..=3_600_000;

/// How the process ends.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "Shutdown")]
struct Drain {
    /// How long calls are still taken after SIGTERM, while /readyz says not ready, in milliseconds.
    #[arg(long = "drain-delay-ms", env = "AYLA_DRAIN_DELAY_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().drain_delay),
        value_parser = number::<u64>("AYLA_DRAIN_DELAY_MS", 0..=3_600_000))]
    drain_delay_ms: u64,
    /// How long calls that run may then take to finish, in milliseconds; the rest is cut off. Keep it above AYLA_BODY_TIME_MS and AYLA_DEADLINE_MS together.
    #[arg(long = "drain-time-ms", env = "AYLA_DRAIN_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().drain_time),
        value_parser = number::<u64>("AYLA_DRAIN_TIME_MS", 0..=3_600_000))]
    drain_time_ms: u64,
}

/// A file of presets, and what it held when the process began.
#[derive(Clone, Debug)]
pub struct PresetFile {
    /// Where it is.
    pub path: PathBuf,
    /// The presets that come with Ayla, and its own.
    pub presets: Presets,
    /// What it held.
    pub seen: Seen,
}

/// What suggestions may cost.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "Suggestions")]
struct Suggest {
    /// The most nodes of a suggestion; a node is a move made in the search.
    #[arg(long = "suggest-nodes", env = "AYLA_SUGGEST_NODES", value_name = "NODES",
        default_value_t = Limits::default().suggest_nodes, value_parser = number::<u64>("AYLA_SUGGEST_NODES", 1..=1_000_000_000_000))]
    nodes: u64,
    /// The nodes of a suggestion that no limit was given for.
    #[arg(long = "suggest-nodes-default", env = "AYLA_SUGGEST_NODES_DEFAULT", value_name = "NODES",
        default_value_t = Limits::default().suggest_nodes_default,
        value_parser = number::<u64>("AYLA_SUGGEST_NODES_DEFAULT", 1..=1_000_000_000_000))]
    nodes_default: u64,
    /// The most nodes of a suggestion asked for with GET, which link previews follow.
    #[arg(long = "suggest-nodes-get", env = "AYLA_SUGGEST_NODES_GET", value_name = "NODES",
        default_value_t = Limits::default().suggest_nodes_by_get,
        value_parser = number::<u64>("AYLA_SUGGEST_NODES_GET", 1..=1_000_000_000_000))]
    nodes_by_get: u64,
    /// The most time for a suggestion, in milliseconds. No more than AYLA_DEADLINE_MS.
    #[arg(long = "suggest-time-ms", env = "AYLA_SUGGEST_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Limits::default().suggest_time),
        value_parser = number::<u64>("AYLA_SUGGEST_TIME_MS", 1..=600_000))]
    time_ms: u64,
    /// The greatest depth of a suggestion, in moves.
    #[arg(long = "suggest-depth", env = "AYLA_SUGGEST_DEPTH", value_name = "MOVES",
        default_value_t = Limits::default().suggest_depth,
        value_parser = number::<u32>("AYLA_SUGGEST_DEPTH", 1..=MAX_DEPTH.into()))]
    depth: u32,
    /// How many suggestions are worked on at once; all processors but one when not given.
    #[arg(long = "search-slots", env = "AYLA_SEARCH_SLOTS", value_name = "COUNT",
        value_parser = number::<usize>("AYLA_SEARCH_SLOTS", 1..=MOST_SLOTS))]
    slots: Option<usize>,
    /// How many more suggestions may wait; further ones are refused.
    #[arg(long = "search-queue", env = "AYLA_SEARCH_QUEUE", value_name = "COUNT",
        default_value_t = Limits::default().search_queue,
        value_parser = number::<usize>("AYLA_SEARCH_QUEUE", 0..=100_000))]
    queue: usize,
    /// The most hash memory of all suggestions together, in MiB; 64 for each that is worked on at once when not given.
    ///
    /// It is taken when it is first needed, and given back after ten seconds without a suggestion. One takes 32 KiB to
    /// 64 MiB, by its limits, and waits until that is free. Some take up to 32 MiB more.
    #[arg(long = "search-memory-mib", env = "AYLA_SEARCH_MEMORY_MIB", value_name = "MIB",
        value_parser = number::<u64>("AYLA_SEARCH_MEMORY_MIB", 64..=1_048_576))]
    memory_mib: Option<u64>,
    /// The most memory of all endgame tables that are built on use, in MiB; 0 for none.
    ///
    /// Of each set of capture options of Awalé one is built when it is first asked for, in the background: 2.6 MiB each.
    /// When there is no room for another, the one asked for longest ago goes.
    #[arg(long = "table-memory", env = "AYLA_TABLE_MEMORY", value_name = "MIB",
        default_value_t = Limits::default().table_memory >> 20, value_parser = number::<usize>("AYLA_TABLE_MEMORY", 0..=1_048_576))]
    table_memory_mib: usize,
    /// The longest that any call waits and runs, in milliseconds, whatever its caller's deadline.
    #[arg(long = "deadline-ms", env = "AYLA_DEADLINE_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Limits::default().longest_deadline),
        value_parser = number::<u64>("AYLA_DEADLINE_MS", 1..=600_000))]
    deadline_ms: u64,
}

/// The most slots. Each may take a thread for a search, and one of the 512 that there are for other work for a long line.
const MOST_SLOTS: u64 = 250;

/// What is logged, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Log")]
pub struct Log {
    /// The form of the log's lines: text for people, or json for machines, an object a line.
    #[arg(long = "log-format", env = "AYLA_LOG_FORMAT", value_name = "FORMAT", default_value = "text",
        value_parser = log_format)]
    pub format: LogFormat,
    /// What is logged: a level (error, warn, info, debug, trace), or directives; `info,crate::call=debug` logs every call.
    #[arg(long = "log", env = "AYLA_LOG", value_name = "FILTER", default_value = "info", value_parser = log_filter)]
    pub filter: String,
    /// From when on a call is logged as slow, in milliseconds; time spent in a search does not count.
    #[arg(long = "slow-ms", env = "AYLA_SLOW_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().slow), value_parser = number::<u64>("AYLA_SLOW_MS", 1..=3_600_000))]
    slow_ms: u64,
}

/// The form of the log's lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// JSON for machines, an object a line.
    Json,
}

impl Config {
    /// The bounds that the service holds requests and their work to.
    pub fn limits(&self) -> Limits {
        let (default, suggest) = (Limits::default(), &self.suggest);
        let search_slots = suggest.slots.unwrap_or(default.search_slots).min(MOST_SLOTS as usize);
        let memory = suggest.memory_mib.map_or(Limits::search_memory_for(search_slots), |mib| mib << 20);
        Limits {
            body_bytes: self.bounds.body_bytes,
            suggest_nodes: suggest.nodes,
            suggest_nodes_by_get: suggest.nodes_by_get.min(suggest.nodes),
            suggest_nodes_default: suggest.nodes_default.min(suggest.nodes),
            suggest_time: Duration::from_millis(suggest.time_ms.min(suggest.deadline_ms)),
            suggest_depth: suggest.depth,
            search_slots,
            search_queue: suggest.queue,
            search_memory: memory,
            table_memory: suggest.table_memory_mib << 20,
            longest_deadline: Duration::from_millis(suggest.deadline_ms),
            ..default
        }
    }

    /// How often files are looked at.
    pub fn watch(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.watch_ms)).filter(|interval| !interval.is_zero())
    }

    /// Where the server listens, and the bounds that it holds callers to.
    pub fn settings(&self) -> Settings {
        let (bounds, drain) = (&self.bounds, &self.drain);
        Settings {
            listen: self.listen,
            admin_listen: self.admin.address,
            connections: bounds.connections,
            streams: bounds.streams,
            calls: bounds.calls,
            header_bytes: bounds.header_bytes,
            head_time: Duration::from_millis(bounds.head_time_ms),
            body_time: Duration::from_millis(bounds.body_time_ms),
            stall_time: Duration::from_millis(bounds.stall_time_ms),
            idle_time: Duration::from_millis(bounds.idle_time_ms),
            ping_interval: Duration::from_millis(bounds.ping_interval_ms),
            ping_time: Duration::from_millis(bounds.ping_time_ms),
            connection_age: Some(Duration::from_millis(bounds.connection_age_ms)).filter(|age| !age.is_zero()),
            connection_grace: Duration::from_millis(bounds.connection_grace_ms),
            drain_delay: Duration::from_millis(drain.drain_delay_ms),
            drain_time: Duration::from_millis(drain.drain_time_ms),
            slow: Duration::from_millis(self.log.slow_ms),
        }
    }
}

fn preset_file(path: PathBuf) -> Result<PresetFile, String> {
    let read = operator_file::read(std::slice::from_ref(&path));
    match read.and_then(|texts| Ok((Presets::parse(&path, &texts.concat())?, Seen::of(&texts)))) {
        Ok((presets, seen)) => Ok(PresetFile { path, presets, seen }),
        // On lines of their own, so that the place in each can be followed.
        Err(bad) => Err(format!("AYLA_PRESETS is a file of presets, and in this one:\n{bad}")),
    }
}

fn log_format(text: &str) -> Result<LogFormat, String> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("AYLA_LOG_FORMAT is text or json".to_owned()),
    }
}

fn log_filter(text: &str) -> Result<String, String> {
    match EnvFilter::builder().parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("AYLA_LOG is a level or a list such as info,ayla=debug: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        config: Config,
    }

    fn read(flags: &[&str]) -> Result<Config, clap::Error> {
        CommandLine::try_parse_from(["ayla"].iter().chain(flags)).map(|line| line.config)
    }

    #[test]
    fn without_a_setting_the_limits_are_the_default_ones() {
        let config = read(&[]).expect("nothing is wrong");
        assert_eq!(config.limits(), Limits::default());
        assert_eq!(config.settings(), Settings::default());
    }

    #[test]
    fn no_limit_exceeds_the_most_nodes() {
        let limits = read(&["--suggest-nodes", "1000"]).expect("nothing is wrong").limits();
        assert_eq!((limits.suggest_nodes_default, limits.suggest_nodes_by_get), (1_000, 1_000));
    }

    #[test]
    fn there_is_hash_memory_for_every_slot_when_not_set() {
        let memory = |flags: &[&str]| read(flags).expect("nothing is wrong").limits().search_memory >> 20;
        assert_eq!(memory(&["--search-slots", "3"]), 192);
        assert_eq!(memory(&["--search-slots", "3", "--search-memory-mib", "100"]), 100);
    }

    #[test]
    fn a_fault_names_the_setting_and_what_is_expected() {
        for (flag, value, setting) in [
            ("--listen", "8080", "AYLA_LISTEN"),
            ("--admin-listen", "localhost:9090", "AYLA_ADMIN_LISTEN"),
            ("--body-bytes", "64k", "AYLA_BODY_BYTES"),
            ("--calls", "0", "AYLA_CALLS"),
            ("--head-time-ms", "1", "AYLA_HEAD_TIME_MS"),
            ("--connection-age-ms", "999", "AYLA_CONNECTION_AGE_MS"),
            ("--suggest-nodes", "0", "AYLA_SUGGEST_NODES"),
            ("--suggest-depth", "4294967297", "AYLA_SUGGEST_DEPTH"),
            ("--suggest-time-ms", "10s", "AYLA_SUGGEST_TIME_MS"),
            ("--search-slots", "-1", "AYLA_SEARCH_SLOTS"),
            ("--search-queue", "", "AYLA_SEARCH_QUEUE"),
            ("--search-memory-mib", "63", "AYLA_SEARCH_MEMORY_MIB"),
            ("--table-memory", "many", "AYLA_TABLE_MEMORY"),
            ("--deadline-ms", "0", "AYLA_DEADLINE_MS"),
            ("--log-format", "xml", "AYLA_LOG_FORMAT"),
            ("--log", "ayla=loud", "AYLA_LOG"),
            ("--presets", "no/such/file.toml", "AYLA_PRESETS"),
            ("--watch-ms", "99", "AYLA_WATCH_MS"),
            ("--cors-origins", "https://games.example/page", "AYLA_CORS_ORIGINS"),
        ] {
            let message = read(&[&format!("{flag}={value}")]).expect_err("out of range").to_string();
            assert!(message.contains(flag) && message.contains(setting), "{message}");
        }
    }
}
