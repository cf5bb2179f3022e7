//! The table of all settings: one row each.
//!
//! A row has the meaning of the setting, as `ayla serve --help` prints it; the variable, from which the flag follows;
//! the field that it sets, with its type and default; and the form of its values, with their range. From the rows
//! follow the command line, the checks of variables and values, the metrics of limits, and the test of the
//! documentation.
//!
//! Variables have their units in their names or meanings. Fields have times as `Duration`, and memory in bytes. To
//! add a setting, add a row here, use its field, and add a row to `docs/operations.md`.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use ayla_api::form::BODY_BYTES;
use ayla_api::search::{Allowance, LONGEST_DEADLINE};
use ayla_net::{Capacity, Http};
use http::HeaderValue;

use super::form::{
    address, choice, contact, count, hosts, log_filter, mebibytes, milliseconds, milliseconds_or_zero, networks,
    origins, path, public_url, rate, seconds_or_zero,
};
use super::setting::{Setting, settings};
use super::{LogFormat, PictureMode};

settings! {
    /// Where the server listens, and what it serves.
    "Addresses and files" => struct Server in server {
        /// Public port, for gRPC, gRPC-web and JSON. Port 0 picks a free one, which is logged.
        AYLA_LISTEN => listen: SocketAddr = local(8080), address();
        /// Admin port of the server, for health and metrics: /livez, /readyz, /metrics. Do not expose it to the public.
        /// Port 0 picks a free one, which is logged.
        AYLA_ADMIN_LISTEN => admin_listen: SocketAddr = local(9090), address();
        /// URL at which the public reaches the server, such as `https://games.example`; answers of play-turn then have
        /// links to pictures.
        AYLA_PUBLIC_URL => public_url: Option<String> = None, public_url();
        /// Whether there are pages for people, on or off: a greeting at /, to play at /play, to try the API at /docs,
        /// and the rules.
        AYLA_PAGES => pages: bool = true, choice("on|off", [("on", true), ("off", false)]);
        /// TOML file of presets besides the built-in ones, with a table for each, such as `[awale.village]`. Reloaded
        /// when it changes and on SIGHUP; a file with a fault changes nothing.
        AYLA_PRESETS => presets: Option<PathBuf> = None, path("FILE");
        /// Folder of endgame tables, as built by `ayla tablebase build`, in files whose names end in `.ayla`. Those
        /// that fit into AYLA_TABLE_MEMORY are read into memory, the others are mapped.
        AYLA_TABLES => tables: Option<PathBuf> = None, path("FOLDER");
        /// Interval in milliseconds at which the files of presets, API keys and certificates are checked for changes. 0
        /// disables it; SIGHUP always reloads them.
        AYLA_WATCH_MS => watch: Option<Duration> = Some(Duration::from_secs(10)), milliseconds_or_zero(100..=HOUR);
    }

    /// Access to the public port: TLS, API keys, CORS and pictures.
    "Access" => struct Access in access {
        /// PEM file with the certificate chain of the public port, which is then served over TLS only. Reloaded when it
        /// or its key changes.
        AYLA_TLS_CERT => tls_cert: Option<PathBuf> = None, path("FILE");
        /// PEM file with the private key of the certificate.
        AYLA_TLS_KEY => tls_key: Option<PathBuf> = None, path("FILE");
        /// TOML file of API keys, with a table for each caller, such as `[village-bot]`, as `ayla key` prints it.
        /// Calls without one of these keys, or above its rate limit, are refused. Reloaded when it changes.
        AYLA_KEYS => keys: Option<PathBuf> = None, path("FILE");
        /// Origins of web pages that may call the service from a browser, separated by commas, such as
        /// `https://games.example`; `*` allows all origins.
        AYLA_CORS_ORIGINS => cors_origins: Vec<HeaderValue> = Vec::new(), origins();
        /// Host names and addresses, besides those of this machine and of AYLA_PUBLIC_URL, under which the tools for
        /// language models may be called without an API key, separated by commas, such as `ayla.games.svc,192.168.1.7`;
        /// `*` allows all.
        AYLA_TOOL_HOSTS => tool_hosts: Vec<String> = Vec::new(), hosts();
        /// Origins of web pages that may show the page to play in a frame, separated by commas, such as
        /// `https://games.example`; `*` allows all origins.
        AYLA_FRAME_ORIGINS => frame_origins: Vec<HeaderValue> = Vec::new(), origins();
        /// Time in seconds for which browsers are to reach the server over TLS only, as the header
        /// `strict-transport-security` of every answer over HTTP says; 0 sends no such header.
        AYLA_HSTS_SECONDS => hsts: Option<Duration> = None, seconds_or_zero(60..=TWO_YEARS);
        /// Where to report a security problem of this server, such as `mailto:security@games.example`: the server then
        /// has /.well-known/security.txt.
        AYLA_SECURITY_CONTACT => security_contact: Option<String> = None, contact();
        /// Who may request pictures of boards: `keyed`, callers with an API key; `open`, everyone, as the image
        /// proxies of chat platforms need; `off`, nobody.
        AYLA_PICTURES => pictures: Option<PictureMode> = None, choice("MODE", [
            ("open", Some(PictureMode::Open)), ("keyed", Some(PictureMode::Keyed)), ("off", Some(PictureMode::Off)),
        ]).by_default("keyed with AYLA_KEYS, else open");
        /// Pictures that one address, or one IPv6 /64 network, may request per second if pictures are open; bursts
        /// may be four times as large. If a trusted proxy names no client, the proxy counts as the client.
        AYLA_PICTURE_RATE => picture_rate: NonZero<u32> = const { NonZero::new(50).unwrap() }, rate(1..=1_000_000);
    }

    /// The limits on requests and on the work that they cause.
    "Requests, searches and pictures" => struct Limits in limits {
        /// Maximum calls in flight; further ones are refused as OVERLOADED. One client may have at most as many as
        /// remain free. Health watches do not count.
        AYLA_CALLS => calls: usize = 1_024, count("COUNT", 1..=1_000_000);
        /// Maximum duration of a call in milliseconds, queueing included, whatever the client's deadline.
        AYLA_DEADLINE_MS => longest_deadline: Duration = LONGEST_DEADLINE, milliseconds(1..=600_000);
        /// Maximum size of a request body, in bytes.
        AYLA_BODY_BYTES => body_bytes: usize = BODY_BYTES, count("BYTES", 1_024..=16_777_216);
        /// Maximum size of the body of a batch, in bytes; each of its positions may have AYLA_BODY_BYTES.
        AYLA_BATCH_BYTES => batch_bytes: usize = 512 * 1_024, count("BYTES", 1_024..=16_777_216);
        /// Maximum nodes of a suggestion; a node is a move made in the search.
        AYLA_SUGGEST_NODES => suggest_nodes: u64 = Allowance::DEFAULT.nodes, count("NODES", 1..=1_000_000_000_000);
        /// Maximum time of a search in milliseconds, at most AYLA_DEADLINE_MS.
        AYLA_SUGGEST_TIME_MS => suggest_time: Duration = Allowance::DEFAULT.time,
            milliseconds(1..=600_000).at_most("AYLA_DEADLINE_MS");
        /// Searches that run at the same time.
        AYLA_SEARCH_SLOTS => search_slots: usize = default_search_slots(),
            count("COUNT", 1..=MAX_SLOTS as u64).at_most("AYLA_CALLS").by_default("processors less one, at least 1");
        /// Further searches that may wait for a turn; any more are refused. One caller may have at most as many
        /// running and waiting searches as remain free.
        AYLA_SEARCH_QUEUE => search_queue: usize = 256, count("COUNT", 0..=100_000).at_most("AYLA_CALLS");
        /// Memory of all searches together, in MiB.
        ///
        /// It is allocated when first needed, and released after ten seconds without a search. A search takes 32 KiB
        /// to 96 MiB, depending on its limits, and does not begin until that much is free.
        AYLA_SEARCH_MEMORY_MIB => search_memory: u64 = Limits::search_memory_for(default_search_slots()),
            mebibytes(128..=1_048_576).by_default("96 for each slot, and 96 more");
        /// Memory of endgame tables, in MiB: of files that fit, and of tables built on demand; 0 maps all files and
        /// builds none.
        ///
        /// In the background, a table is built for each game and set of options in use: 2.6 MiB for the capture
        /// options of Awalé, 10 MiB for Anywoli with twelve houses a row, and at most 20 MiB for other rows. Andada
        /// has no tables. To make room for another table, the least recently used one is dropped.
        AYLA_TABLE_MEMORY => table_memory: usize = 96 << 20, mebibytes(0..=1_048_576);
        /// Pictures that are drawn at the same time. 64 more may wait; further ones are refused as OVERLOADED.
        AYLA_PICTURE_SLOTS => picture_slots: usize = (processors() / 2).clamp(1, MAX_SLOTS),
            count("COUNT", 1..=MAX_SLOTS as u64).by_default("half of the processors, at least 1");
    }

    /// How many connections may be open at once, and who may open them.
    "Connections" => use Capacity in capacity {
        /// Maximum open connections. One address, or one IPv6 /64 network, may have at most as many as remain free.
        /// To make room for another one, the connection that has kept a call waiting longest is closed, or else the
        /// one that has been without a call for longest.
        // The default stays below the 1,024 file descriptors that many systems allow a process.
        AYLA_CONNECTIONS => connections: usize = 1_000, count("COUNT", 1..=1_000_000);
        /// Addresses or networks of proxies, separated by commas, such as 10.0.0.0/8. They may open any number of
        /// connections. Their calls count for the client that the header `x-forwarded-for` names, and the log names
        /// this client too.
        AYLA_TRUSTED_PROXIES => trusted: Vec<ipnet::IpNet> = Vec::new(), networks();
    }

    /// The limits of each connection.
    "Connections" => use Http in http {
        /// Maximum concurrent streams of an HTTP/2 connection.
        AYLA_STREAMS => streams: u32 = 200, count("COUNT", 1..=1_000_000);
        /// Timeout in milliseconds for the first bytes of a connection, for the TLS handshake, and for the rest of a
        /// request head.
        AYLA_HEAD_TIME_MS => head_time: Duration = Duration::from_secs(10), milliseconds(TIMEOUTS);
        /// Timeout in milliseconds for a request body, from the moment its head has arrived.
        // A body of the largest default size then has to arrive at 6.5 KB per second.
        AYLA_BODY_TIME_MS => body_time: Duration = Duration::from_secs(10), milliseconds(TIMEOUTS);
        /// Timeout in milliseconds for a client to read a response. For the stream of a search, it begins after
        /// AYLA_DEADLINE_MS.
        AYLA_STALL_TIME_MS => answer_time: Duration = Duration::from_secs(10), milliseconds(TIMEOUTS);
        /// Idle timeout of a connection, in milliseconds.
        // The default is longer than the minute for which proxies commonly keep an idle connection. The proxy then
        // closes it first, and no request arrives while the server is closing it.
        AYLA_IDLE_TIME_MS => idle_time: Duration = Duration::from_secs(75), milliseconds(TIMEOUTS);
        /// Interval of keep-alive pings on an HTTP/2 connection, and timeout for the reply to each, in milliseconds.
        AYLA_PING_INTERVAL_MS => ping_interval: Duration = Duration::from_secs(20), milliseconds(TIMEOUTS);
        /// Maximum age of a connection in milliseconds, give or take a tenth, so that connections opened together do
        /// not end together; 0 for no maximum.
        AYLA_CONNECTION_AGE_MS => age: Option<Duration> = None, milliseconds_or_zero(1_000..=86_400_000);
        /// Time in milliseconds for calls to finish on an HTTP/2 connection that has reached its maximum age. Keep it
        /// above the sum of AYLA_BODY_TIME_MS and AYLA_DEADLINE_MS.
        AYLA_CONNECTION_GRACE_MS => grace: Duration = Duration::from_secs(30), milliseconds(0..=HOUR);
    }

    /// The graceful shutdown.
    "Shutdown" => struct Drain in drain {
        /// Time in milliseconds during which new calls are still accepted after SIGTERM, while /readyz returns 503.
        AYLA_DRAIN_DELAY_MS => delay: Duration = Duration::ZERO, milliseconds(0..=HOUR);
        /// Time in milliseconds for calls in flight to finish after that. Keep it above the sum of AYLA_BODY_TIME_MS
        /// and AYLA_DEADLINE_MS.
        // The default is that sum, and less than the 30 seconds after which Kubernetes kills a process.
        AYLA_DRAIN_TIME_MS => time: Duration = Duration::from_secs(25), milliseconds(0..=HOUR);
    }

    /// The log and the traces.
    "Log and traces" => struct Log in log {
        /// Format of the log: text for people, or json for machines, one object per line.
        AYLA_LOG_FORMAT => format: LogFormat = LogFormat::Text,
            choice("FORMAT", [("text", LogFormat::Text), ("json", LogFormat::Json)]);
        /// Log filter: a level (off, error, warn, info, debug, trace) and levels of parts of the program;
        /// `info,ayla::call=debug` logs every call.
        AYLA_LOG => filter: String = "info".to_owned(), log_filter();
        /// Whether a call is traced if its client says so (the `sampled` flag of `traceparent`), in samplers that begin
        /// with `parentbased_`. With false, these samplers decide as without a `traceparent`. A client's trace is
        /// continued either way.
        AYLA_TRUST_TRACE_FLAGS => trust_trace_flags: bool = true, choice("BOOLEAN", [("true", true), ("false", false)]);
        /// Duration in milliseconds from which a call is logged as slow; time spent in a search does not count.
        AYLA_SLOW_MS => slow: Duration = Duration::from_secs(1), milliseconds(1..=HOUR);
        /// Whether lines about calls name the address of the client.
        AYLA_LOG_CLIENTS => clients: bool = true, choice("BOOLEAN", [("true", true), ("false", false)]);
    }
}

/// The range of timeouts for clients, in milliseconds.
const TIMEOUTS: RangeInclusive<u64> = 100..=HOUR;
/// An hour in milliseconds.
const HOUR: u64 = 3_600_000;
/// Two years in seconds, which the lists of sites with TLS recommend.
const TWO_YEARS: u64 = 63_072_000;
/// The most search slots. Each may need threads for a search and for large work, and one of tokio's 512 blocking
/// threads for a batch.
const MAX_SLOTS: usize = 250;

fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// The whole processors that the process may use, at least one.
pub(crate) fn processors() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

fn default_search_slots() -> usize {
    (processors() - 1).clamp(1, MAX_SLOTS)
}
