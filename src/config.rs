//! The settings of the server: flags and environment variables.
//!
//! Values out of range are found here, before a port is bound.

mod access;
mod pictures;
mod value;

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::net::{Capacity, Http};
use crate::server::{self, Settings};
use crate::service::Limits;
use crate::service::operator_file::{self, ContentHash};
use crate::service::preset::Presets;
use crate::telemetry::LogFormat;
use ayla_engine::MAX_DEPTH;
use ayla_rules::notation::quoted;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, FromArgMatches};
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

pub use access::Access;
pub use value::number;
use value::{address, boolean, milliseconds, network, number_or_zero, switch};

/// Settings of the server.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// It comes first, since the fields take their values out of what it reads.
    #[command(flatten)]
    given: Given,
    /// Public port, for gRPC, gRPC-web and JSON. Port 0 picks a free one, which is logged.
    #[arg(long, env = "AYLA_LISTEN", value_name = "ADDRESS:PORT", default_value_t = Settings::default().listen,
        value_parser = address("AYLA_LISTEN"))]
    listen: SocketAddr,
    #[command(flatten)]
    admin: AdminAddress,
    /// TOML file of presets besides the built-in ones, with a table for each, such as `[awale.village]`. Reloaded when it
    /// changes and on SIGHUP; a file with a fault changes nothing.
    #[arg(long, env = "AYLA_PRESETS", value_name = "FILE", value_parser = PathBufValueParser::new().try_map(preset_file))]
    pub presets: Option<PresetFile>,
    /// Interval in milliseconds at which the files of presets, API keys and certificates are checked for changes. 0 disables
    /// it; SIGHUP always reloads them.
    #[arg(long, env = "AYLA_WATCH_MS", value_name = "MILLISECONDS", default_value_t = 10_000,
        value_parser = number_or_zero("AYLA_WATCH_MS", 100..=3_600_000))]
    watch_ms: u64,
    /// Folder of endgame tables, as built by `ayla tablebase build`, in files whose names end in `.ayla`. Those that fit into
    /// AYLA_TABLE_MEMORY are read into memory, the others are mapped.
    #[arg(long, env = "AYLA_TABLES", value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    /// Whether there are pages for people, on or off: to play at /, to try the API at /docs, and the rules.
    #[arg(long, env = "AYLA_PAGES", value_name = "on|off", default_value = "on", action = ArgAction::Set,
        value_parser = switch("AYLA_PAGES"))]
    pages: bool,
    #[command(flatten)]
    suggest: Suggest,
    #[command(flatten)]
    client: ClientLimits,
    #[command(flatten)]
    access: Access,
    #[command(flatten)]
    pictures: pictures::Pictures,
    #[command(flatten)]
    drain: Drain,
    /// The log and the traces.
    #[command(flatten)]
    pub log: Log,
}

/// The limits that are set, as opposed to those that have their defaults.
#[derive(Clone, Debug, Default)]
struct Given(Vec<&'static str>);

impl Given {
    /// The ids of the limits that another one bounds.
    const BOUNDED: [&str; 5] = ["nodes_default", "nodes_by_get", "time_ms", "slots", "queue"];
}

impl Args for Given {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = Self::default();
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let is_given = |id: &&str| matches.value_source(id).is_some_and(|source| source != ValueSource::DefaultValue);
        self.0 = Self::BOUNDED.into_iter().filter(is_given).collect();
        Ok(())
    }
}

/// The address of the admin port.
#[derive(Copy, Clone, Debug, Args)]
pub struct AdminAddress {
    /// Admin port of the server, for health and metrics: /livez, /readyz, /metrics. Do not expose it to the public. Port 0
    /// picks a free one, which is logged.
    #[arg(long = "admin-listen", env = "AYLA_ADMIN_LISTEN", value_name = "ADDRESS:PORT",
        default_value_t = Settings::default().admin_listen, value_parser = address("AYLA_ADMIN_LISTEN"))]
    pub address: SocketAddr,
}

/// Limits and timeouts for clients.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits and timeouts for clients")]
struct ClientLimits {
    /// Maximum size of a request body, in bytes.
    #[arg(long = "body-bytes", env = "AYLA_BODY_BYTES", value_name = "BYTES",
        default_value_t = Limits::default().body_bytes, value_parser = number::<usize>("AYLA_BODY_BYTES", 1_024..=16_777_216))]
    body_bytes: usize,
    /// Maximum size of a request head, in bytes.
    #[arg(long = "header-bytes", env = "AYLA_HEADER_BYTES", value_name = "BYTES",
        default_value_t = Settings::default().http.header_bytes, value_parser = number::<u32>("AYLA_HEADER_BYTES", 8_192..=1_048_576))]
    header_bytes: u32,
    /// Maximum open connections. One address, or one IPv6 network of 64 bits, may have as many as it leaves free. For a further
    /// one, the connection that has kept a call waiting longest is closed, or the one that has been without a call for longest.
    #[arg(long = "connections", env = "AYLA_CONNECTIONS", value_name = "COUNT",
        default_value_t = Settings::default().capacity.connections, value_parser = number::<usize>("AYLA_CONNECTIONS", 1..=1_000_000))]
    connections: usize,
    /// Addresses or networks of proxies, with a comma between them, such as 10.0.0.0/8. They may have any number of
    /// connections, and their calls count for the client in the header `x-forwarded-for`, which the log names too.
    #[arg(long = "trusted-proxies", env = "AYLA_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',',
        value_parser = network("AYLA_TRUSTED_PROXIES"))]
    trusted_proxies: Vec<IpNet>,
    /// Maximum concurrent streams of an HTTP/2 connection.
    #[arg(long = "streams", env = "AYLA_STREAMS", value_name = "COUNT",
        default_value_t = Settings::default().http.streams, value_parser = number::<u32>("AYLA_STREAMS", 1..=1_000_000))]
    streams: u32,
    /// Maximum calls in flight; further ones are refused as OVERLOADED. One client may have as many as it leaves free.
    #[arg(long = "calls", env = "AYLA_CALLS", value_name = "COUNT",
        default_value_t = Settings::default().calls, value_parser = number::<usize>("AYLA_CALLS", 1..=1_000_000))]
    calls: usize,
    /// Timeout in milliseconds for the first bytes of a connection, for the TLS handshake, and for the rest of a request head.
    #[arg(long = "head-time-ms", env = "AYLA_HEAD_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.head_time), value_parser = number::<u64>("AYLA_HEAD_TIME_MS", TIMEOUTS))]
    head_time_ms: u64,
    /// Timeout in milliseconds for receiving a request body.
    #[arg(long = "body-time-ms", env = "AYLA_BODY_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.body_time), value_parser = number::<u64>("AYLA_BODY_TIME_MS", TIMEOUTS))]
    body_time_ms: u64,
    /// Timeout in milliseconds for a client to take a response. The stream of a search has it after AYLA_DEADLINE_MS.
    #[arg(long = "stall-time-ms", env = "AYLA_STALL_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.answer_time), value_parser = number::<u64>("AYLA_STALL_TIME_MS", TIMEOUTS))]
    stall_time_ms: u64,
    /// Idle timeout of a connection, in milliseconds.
    #[arg(long = "idle-time-ms", env = "AYLA_IDLE_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.idle_time), value_parser = number::<u64>("AYLA_IDLE_TIME_MS", TIMEOUTS))]
    idle_time_ms: u64,
    /// Interval of keep-alive pings on an HTTP/2 connection, in milliseconds.
    #[arg(long = "ping-interval-ms", env = "AYLA_PING_INTERVAL_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.ping_interval), value_parser = number::<u64>("AYLA_PING_INTERVAL_MS", TIMEOUTS))]
    ping_interval_ms: u64,
    /// Timeout in milliseconds for the reply to a keep-alive ping.
    #[arg(long = "ping-time-ms", env = "AYLA_PING_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.ping_time), value_parser = number::<u64>("AYLA_PING_TIME_MS", TIMEOUTS))]
    ping_time_ms: u64,
    /// Maximum age of a connection in milliseconds, give or take a tenth, so that connections opened together do not end
    /// together; 0 for no maximum.
    #[arg(long = "connection-age-ms", env = "AYLA_CONNECTION_AGE_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.age.unwrap_or_default()),
        value_parser = number_or_zero("AYLA_CONNECTION_AGE_MS", 1_000..=86_400_000))]
    connection_age_ms: u64,
    /// Time in milliseconds for calls to finish on an HTTP/2 connection that has reached its maximum age. Keep it above the
    /// sum of AYLA_BODY_TIME_MS and AYLA_DEADLINE_MS.
    #[arg(long = "connection-grace-ms", env = "AYLA_CONNECTION_GRACE_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().http.grace),
        value_parser = number::<u64>("AYLA_CONNECTION_GRACE_MS", 0..=3_600_000))]
    connection_grace_ms: u64,
}

/// The range of timeouts for clients, in milliseconds.
const TIMEOUTS: RangeInclusive<u64> = 100..=3_600_000;

/// The graceful shutdown.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "Shutdown")]
struct Drain {
    /// Time in milliseconds during which new calls are still accepted after SIGTERM, while /readyz returns 503.
    #[arg(long = "drain-delay-ms", env = "AYLA_DRAIN_DELAY_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().drain_delay),
        value_parser = number::<u64>("AYLA_DRAIN_DELAY_MS", 0..=3_600_000))]
    drain_delay_ms: u64,
    /// Time in milliseconds for calls in flight to finish after that. Keep it above the sum of AYLA_BODY_TIME_MS and
    /// AYLA_DEADLINE_MS.
    #[arg(long = "drain-time-ms", env = "AYLA_DRAIN_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().drain_time),
        value_parser = number::<u64>("AYLA_DRAIN_TIME_MS", 0..=3_600_000))]
    drain_time_ms: u64,
}

/// A file of presets, as it was at startup.
#[derive(Clone, Debug)]
pub struct PresetFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The presets that come with Ayla, and those of the file.
    pub presets: Presets,
    /// The hash of its content.
    pub hash: ContentHash,
}

/// The limits of suggestions.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "Suggestions")]
struct Suggest {
    /// Maximum nodes of a suggestion; a node is a move made in the search.
    #[arg(long = "suggest-nodes", env = "AYLA_SUGGEST_NODES", value_name = "NODES",
        default_value_t = Limits::default().suggest_nodes, value_parser = number::<u64>("AYLA_SUGGEST_NODES", 1..=1_000_000_000_000))]
    nodes: u64,
    /// Nodes of a suggestion whose request sets no limit.
    #[arg(long = "suggest-nodes-default", env = "AYLA_SUGGEST_NODES_DEFAULT", value_name = "NODES",
        default_value_t = Limits::default().suggest_nodes_default,
        value_parser = number::<u64>("AYLA_SUGGEST_NODES_DEFAULT", 1..=1_000_000_000_000))]
    nodes_default: u64,
    /// Maximum nodes of a suggestion requested with GET, which link previews do.
    #[arg(long = "suggest-nodes-get", env = "AYLA_SUGGEST_NODES_GET", value_name = "NODES",
        default_value_t = Limits::default().suggest_nodes_by_get,
        value_parser = number::<u64>("AYLA_SUGGEST_NODES_GET", 1..=1_000_000_000_000))]
    nodes_by_get: u64,
    /// Maximum time of a search in milliseconds, at most AYLA_DEADLINE_MS.
    #[arg(long = "suggest-time-ms", env = "AYLA_SUGGEST_TIME_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Limits::default().suggest_time),
        value_parser = number::<u64>("AYLA_SUGGEST_TIME_MS", 1..=600_000))]
    time_ms: u64,
    /// Maximum depth of a suggestion, in moves.
    #[arg(long = "suggest-depth", env = "AYLA_SUGGEST_DEPTH", value_name = "MOVES",
        default_value_t = Limits::default().suggest_depth,
        value_parser = number::<u32>("AYLA_SUGGEST_DEPTH", 1..=MAX_DEPTH.into()))]
    depth: u32,
    /// Searches that run at the same time [default: processors less one, at least 1].
    #[arg(long = "search-slots", env = "AYLA_SEARCH_SLOTS", value_name = "COUNT",
        value_parser = number::<usize>("AYLA_SEARCH_SLOTS", 1..=MAX_SLOTS))]
    slots: Option<usize>,
    /// Searches that may be there besides, waiting for their turns; further ones are refused. One caller may have as many as
    /// it leaves free.
    #[arg(long = "search-queue", env = "AYLA_SEARCH_QUEUE", value_name = "COUNT",
        default_value_t = Limits::default().search_queue,
        value_parser = number::<usize>("AYLA_SEARCH_QUEUE", 0..=100_000))]
    queue: usize,
    /// Memory of all searches together, in MiB [default: 96 for each slot, and 96 more].
    ///
    /// It is allocated when first needed, and released after ten seconds without a search. A search takes 32 KiB to 96 MiB,
    /// depending on its limits, and waits until that is free.
    #[arg(long = "search-memory-mib", env = "AYLA_SEARCH_MEMORY_MIB", value_name = "MIB",
        value_parser = number::<u64>("AYLA_SEARCH_MEMORY_MIB", 128..=1_048_576))]
    memory_mib: Option<u64>,
    /// Memory of endgame tables, in MiB: of files that fit, and of tables built on demand; 0 maps all files and builds none.
    ///
    /// A table is built in the background for each game in use with its options: 2.6 MiB for the capture options of Awalé,
    /// 10 MiB for Anywoli with twelve houses a row, and at most 20 MiB for other rows. Andada has none. The least recently
    /// used table makes room for another.
    #[arg(long = "table-memory", env = "AYLA_TABLE_MEMORY", value_name = "MIB",
        default_value_t = Limits::default().table_memory >> 20, value_parser = number::<usize>("AYLA_TABLE_MEMORY", 0..=1_048_576))]
    table_memory_mib: usize,
    /// Maximum duration of a call in milliseconds, queueing included, whatever the client's deadline.
    #[arg(long = "deadline-ms", env = "AYLA_DEADLINE_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Limits::default().longest_deadline),
        value_parser = number::<u64>("AYLA_DEADLINE_MS", 1..=600_000))]
    deadline_ms: u64,
}

/// The most search slots. Each may take a thread for a search, and one of tokio's 512 blocking threads for a long line.
const MAX_SLOTS: u64 = 250;

/// Settings of the log and of traces.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Log and traces")]
pub struct Log {
    /// Format of the log: text for people, or json for machines, one object per line.
    #[arg(long = "log-format", env = "AYLA_LOG_FORMAT", value_name = "FORMAT", default_value = "text",
        value_parser = log_format)]
    pub format: LogFormat,
    /// Log filter: a level (off, error, warn, info, debug, trace) and levels of parts of the program; `info,ayla::call=debug`
    /// logs every call.
    #[arg(long = "log", env = "AYLA_LOG", value_name = "FILTER", default_value = "info", value_parser = log_filter)]
    pub filter: String,
    /// Whether a call is traced if its client says so (the `sampled` flag of `traceparent`), in samplers that begin with
    /// `parentbased_`. With false, these samplers decide as without a `traceparent`. A client's trace is continued either way.
    #[arg(long = "trust-trace-flags", env = "AYLA_TRUST_TRACE_FLAGS", value_name = "BOOLEAN", default_value_t = true,
        action = ArgAction::Set, value_parser = boolean("AYLA_TRUST_TRACE_FLAGS"))]
    pub trust_trace_flags: bool,
    /// Duration in milliseconds from which a call is logged as slow; time spent in a search does not count.
    #[arg(long = "slow-ms", env = "AYLA_SLOW_MS", value_name = "MILLISECONDS",
        default_value_t = milliseconds(Settings::default().slow), value_parser = number::<u64>("AYLA_SLOW_MS", 1..=3_600_000))]
    slow_ms: u64,
    /// Whether lines about calls name the address of the client.
    #[arg(long = "log-clients", env = "AYLA_LOG_CLIENTS", value_name = "BOOLEAN", default_value_t = true,
        action = clap::ArgAction::Set, value_parser = boolean("AYLA_LOG_CLIENTS"))]
    clients: bool,
}

impl Config {
    /// The limits of the service.
    pub fn limits(&self) -> Limits {
        let (default, suggest) = (Limits::default(), &self.suggest);
        let search_slots = suggest.slots.unwrap_or(default.search_slots).min(MAX_SLOTS as usize);
        let memory = suggest.memory_mib.map_or(Limits::search_memory_for(search_slots), |mib| mib << 20);
        Limits {
            body_bytes: self.client.body_bytes,
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
            picture_slots: match self.pictures.are_on() {
                true => self.pictures.picture_slots.unwrap_or(default.picture_slots).min(MAX_SLOTS as usize),
                false => 0,
            },
            ..default
        }
    }

    /// The access to the public port, as its files say.
    ///
    /// # Errors
    ///
    /// For each setting at fault a sentence.
    pub fn access(&self) -> Result<server::access::Access, Vec<String>> {
        self.access.read(&self.pictures)
    }

    /// The URL at which the public reaches the server.
    pub fn public_url(&self) -> Option<String> {
        self.pictures.public_url.clone()
    }

    /// The limits that are set above another limit, each in a sentence. A default above another limit counts as that limit.
    pub fn conflicts(&self) -> Vec<String> {
        let (suggest, calls) = (&self.suggest, ("AYLA_CALLS", self.client.calls as u64));
        let nodes = ("AYLA_SUGGEST_NODES", suggest.nodes);
        let bounded = [
            ("AYLA_SUGGEST_NODES_DEFAULT", suggest.nodes_default, nodes),
            ("AYLA_SUGGEST_NODES_GET", suggest.nodes_by_get, nodes),
            ("AYLA_SUGGEST_TIME_MS", suggest.time_ms, ("AYLA_DEADLINE_MS", suggest.deadline_ms)),
            ("AYLA_SEARCH_SLOTS", suggest.slots.unwrap_or_default() as u64, calls),
            ("AYLA_SEARCH_QUEUE", suggest.queue as u64, calls),
        ];
        let above = Given::BOUNDED
            .iter()
            .zip(bounded)
            .filter(|(id, (_, value, (_, bound)))| value > bound && self.given.0.contains(id));
        let sentence = |(_, (setting, value, (other, bound)))| {
            format!("{setting} is {value}, which is above {other}, {bound}: lower the one or raise the other")
        };
        above.map(sentence).collect()
    }

    /// The grace periods in which calls may be cut off, each in a sentence.
    pub fn short_periods(&self) -> Vec<String> {
        let (client, drain) = (&self.client, &self.drain);
        let longest = client.body_time_ms + self.suggest.deadline_ms;
        let periods = [
            ("AYLA_DRAIN_TIME_MS", Some(drain.drain_time_ms)),
            ("AYLA_CONNECTION_GRACE_MS", (client.connection_age_ms > 0).then_some(client.connection_grace_ms)),
        ];
        let short =
            periods.into_iter().filter_map(|(setting, time)| Some((setting, time.filter(|time| *time < longest)?)));
        let sentence = |(setting, time)| {
            format!(
                "{setting} is {time}, and a call may take {longest}, the sum of AYLA_BODY_TIME_MS and AYLA_DEADLINE_MS: \
                 calls may be cut off"
            )
        };
        short.map(sentence).collect()
    }

    /// The interval at which operator files are checked for changes; none if they are not.
    pub fn watch(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.watch_ms)).filter(|interval| !interval.is_zero())
    }

    /// The settings of the server.
    pub fn settings(&self) -> Settings {
        let (client, drain) = (&self.client, &self.drain);
        Settings {
            listen: self.listen,
            admin_listen: self.admin.address,
            capacity: Capacity { connections: client.connections, trusted: client.trusted_proxies.clone() },
            calls: client.calls,
            http: Http {
                header_bytes: client.header_bytes,
                streams: client.streams,
                head_time: Duration::from_millis(client.head_time_ms),
                body_time: Duration::from_millis(client.body_time_ms),
                answer_time: Duration::from_millis(client.stall_time_ms),
                idle_time: Duration::from_millis(client.idle_time_ms),
                ping_interval: Duration::from_millis(client.ping_interval_ms),
                ping_time: Duration::from_millis(client.ping_time_ms),
                age: Some(Duration::from_millis(client.connection_age_ms)).filter(|age| !age.is_zero()),
                grace: Duration::from_millis(client.connection_grace_ms),
            },
            drain_delay: Duration::from_millis(drain.drain_delay_ms),
            drain_time: Duration::from_millis(drain.drain_time_ms),
            slow: Duration::from_millis(self.log.slow_ms),
            log_clients: self.log.clients,
            pages: self.pages,
        }
    }

    /// The value in force of each setting that is a number, in its unit, by the name of its variable.
    pub fn numbers(&self) -> Vec<(&'static str, f64)> {
        let (limits, settings) = (self.limits(), self.settings());
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let mib = |bytes: f64| bytes / f64::from(1 << 20);
        vec![
            ("AYLA_WATCH_MS", self.watch_ms as f64),
            ("AYLA_SUGGEST_NODES", limits.suggest_nodes as f64),
            ("AYLA_SUGGEST_NODES_DEFAULT", limits.suggest_nodes_default as f64),
            ("AYLA_SUGGEST_NODES_GET", limits.suggest_nodes_by_get as f64),
            ("AYLA_SUGGEST_TIME_MS", ms(limits.suggest_time)),
            ("AYLA_SUGGEST_DEPTH", limits.suggest_depth.into()),
            ("AYLA_SEARCH_SLOTS", limits.search_slots as f64),
            ("AYLA_SEARCH_QUEUE", limits.search_queue as f64),
            ("AYLA_SEARCH_MEMORY_MIB", mib(limits.search_memory as f64)),
            ("AYLA_TABLE_MEMORY", mib(limits.table_memory as f64)),
            ("AYLA_DEADLINE_MS", ms(limits.longest_deadline)),
            ("AYLA_PICTURE_SLOTS", limits.picture_slots as f64),
            ("AYLA_PICTURE_RATE", self.pictures.picture_rate.get().into()),
            ("AYLA_CALLS", settings.calls as f64),
            ("AYLA_BODY_BYTES", limits.body_bytes as f64),
            ("AYLA_HEADER_BYTES", settings.http.header_bytes.into()),
            ("AYLA_CONNECTIONS", settings.capacity.connections as f64),
            ("AYLA_STREAMS", settings.http.streams.into()),
            ("AYLA_HEAD_TIME_MS", ms(settings.http.head_time)),
            ("AYLA_BODY_TIME_MS", ms(settings.http.body_time)),
            ("AYLA_STALL_TIME_MS", ms(settings.http.answer_time)),
            ("AYLA_IDLE_TIME_MS", ms(settings.http.idle_time)),
            ("AYLA_PING_INTERVAL_MS", ms(settings.http.ping_interval)),
            ("AYLA_PING_TIME_MS", ms(settings.http.ping_time)),
            ("AYLA_CONNECTION_AGE_MS", ms(settings.http.age.unwrap_or_default())),
            ("AYLA_CONNECTION_GRACE_MS", ms(settings.http.grace)),
            ("AYLA_DRAIN_DELAY_MS", ms(settings.drain_delay)),
            ("AYLA_DRAIN_TIME_MS", ms(settings.drain_time)),
            ("AYLA_SLOW_MS", ms(settings.slow)),
        ]
    }
}

fn preset_file(path: PathBuf) -> Result<PresetFile, String> {
    let (contents, hash) = operator_file::read(std::slice::from_ref(&path));
    match contents.and_then(|contents| Presets::parse(&path, &contents.concat())) {
        Ok(presets) => Ok(PresetFile { path, presets, hash }),
        // On lines of their own, so that editors can follow their places.
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
    // A word that is not a level would be read as the name of a part, all of whose lines are logged, and no others.
    let has_level = |directive: &&str| {
        let level = directive.rsplit_once('=').map_or(*directive, |(_, level)| level);
        !level.is_empty() && level.parse::<LevelFilter>().is_ok() && EnvFilter::builder().parse(directive).is_ok()
    };
    let directives: Vec<&str> = text.split(',').map(str::trim).filter(|directive| !directive.is_empty()).collect();
    let wrong = directives.iter().find(|directive| !has_level(directive)).copied();
    match wrong.or(directives.is_empty().then_some(text)) {
        None => Ok(directives.join(",")),
        Some(wrong) => Err(format!(
            "AYLA_LOG is off, error, warn, info, debug or trace, or a list of one of these and levels of parts, such as \
             info,ayla::call=debug; {} is neither a level nor PART=LEVEL",
            quoted(wrong)
        )),
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
    fn without_a_setting_the_defaults_apply() {
        let config = read(&[]).expect("valid");
        assert_eq!(config.limits(), Limits::default());
        assert_eq!(config.settings(), Settings::default());
    }

    #[test]
    fn a_log_filter_is_a_list_of_levels() {
        for (text, filter) in [
            ("off", "off"),
            ("INFO,", "INFO"),
            ("info, ayla::call=debug", "info,ayla::call=debug"),
            ("warn,ayla[call]=trace", "warn,ayla[call]=trace"),
        ] {
            assert_eq!(read(&["--log", text]).expect("valid").log.filter, filter);
        }
    }

    #[test]
    fn a_limit_that_is_set_above_another_is_refused_by_both_names() {
        for (flags, setting, other) in [
            (&["--suggest-time-ms=20000"][..], "AYLA_SUGGEST_TIME_MS is 20000", "AYLA_DEADLINE_MS, 15000"),
            (&["--suggest-time-ms=10000", "--deadline-ms=9999"], "AYLA_SUGGEST_TIME_MS", "AYLA_DEADLINE_MS, 9999"),
            (
                &["--suggest-nodes-default=1001", "--suggest-nodes=1000"],
                "AYLA_SUGGEST_NODES_DEFAULT is 1001",
                "AYLA_SUGGEST_NODES, 1000",
            ),
            (
                &["--suggest-nodes-get=300000000"],
                "AYLA_SUGGEST_NODES_GET is 300000000",
                "AYLA_SUGGEST_NODES, 200000000",
            ),
            (&["--search-slots=8", "--calls=7"], "AYLA_SEARCH_SLOTS is 8", "AYLA_CALLS, 7"),
            (&["--search-queue=1025"], "AYLA_SEARCH_QUEUE is 1025", "AYLA_CALLS, 1024"),
        ] {
            let conflicts = read(flags).expect("valid").conflicts();
            assert!(
                conflicts.len() == 1 && conflicts[0].contains(setting) && conflicts[0].contains(other),
                "{conflicts:?}"
            );
        }
        let flags = ["--suggest-nodes-default=3", "--suggest-nodes-get=4", "--suggest-nodes=2", "--search-queue=2000"];
        assert_eq!(read(&flags).expect("valid").conflicts().len(), 3);
    }

    #[test]
    fn a_default_above_a_limit_that_is_set_counts_as_that_limit() {
        for flags in [&[][..], &["--suggest-nodes=1000"], &["--deadline-ms=100"], &["--calls=1"]] {
            assert_eq!(read(flags).expect("valid").conflicts(), [""; 0], "{flags:?}");
        }
        let limits = read(&["--deadline-ms", "100"]).expect("valid").limits();
        assert_eq!(limits.suggest_time, Duration::from_millis(100));
    }

    #[test]
    fn grace_periods_shorter_than_a_call_are_found() {
        let short = |flags: &[&str]| read(flags).expect("valid").short_periods().len();
        assert_eq!(short(&[]), 0);
        assert_eq!(short(&["--drain-time-ms=24999"]), 1);
        assert_eq!(short(&["--deadline-ms=15001"]), 1);
        assert_eq!(short(&["--deadline-ms=20001", "--connection-age-ms=60000"]), 2);
    }

    #[test]
    fn no_other_limit_exceeds_the_most_nodes() {
        let limits = read(&["--suggest-nodes", "1000"]).expect("valid").limits();
        assert_eq!((limits.suggest_nodes_default, limits.suggest_nodes_by_get), (1_000, 1_000));
    }

    #[test]
    fn search_memory_defaults_to_that_of_the_largest_search_for_each_slot_and_one_more() {
        let memory = |flags: &[&str]| read(flags).expect("valid").limits().search_memory >> 20;
        assert_eq!(memory(&["--search-slots", "3"]), 384);
        assert_eq!(memory(&["--search-slots", "3", "--search-memory-mib", "128"]), 128);
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
            ("--log", "loud", "AYLA_LOG"),
            ("--log", "info,ayla", "AYLA_LOG"),
            ("--log", "", "AYLA_LOG"),
            ("--log", ",", "AYLA_LOG"),
            ("--presets", "no/such/file.toml", "AYLA_PRESETS"),
            ("--watch-ms", "99", "AYLA_WATCH_MS"),
            ("--cors-origins", "https://games.example/page", "AYLA_CORS_ORIGINS"),
        ] {
            let message = read(&[&format!("{flag}={value}")]).expect_err("out of range").to_string();
            assert!(message.contains(flag) && message.contains(setting), "{message}");
        }
    }
}
