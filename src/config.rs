//! What can be set about the server, by a flag or by an environment variable.
//!
//! What is not in its range is found here, before any port is bound.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

use ayla::search::MAX_DEPTH;
use ayla::service::Limits;
use clap::Args;
use tracing_subscriber::EnvFilter;

/// Settings of the server.
#[derive(Clone, Debug, Args)]
pub(crate) struct Config {
    /// Address and port to serve gRPC, gRPC-web and JSON on. Port 0 picks a free one, which the log names.
    #[arg(long, env = "AYLA_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// What suggestions may cost.
    #[command(flatten)]
    pub(crate) suggest: Suggest,
    /// What is logged, and how.
    #[command(flatten)]
    pub(crate) log: Log,
}

/// What suggestions may cost.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "Suggestions")]
pub(crate) struct Suggest {
    /// The most nodes of a suggestion; a node is a move made.
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
    /// The most time for a suggestion, in milliseconds. At shutdown, calls have 20 seconds to finish.
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
    /// 64 MiB, by its limits, and waits until that is free. Some take up to 32 MiB more for a moment.
    #[arg(long = "search-memory-mib", env = "AYLA_SEARCH_MEMORY_MIB", value_name = "MIB",
        value_parser = number::<u64>("AYLA_SEARCH_MEMORY_MIB", 64..=1_048_576))]
    memory_mib: Option<u64>,
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
pub(crate) struct Log {
    /// The form of the log's lines: text for people, or json for machines, an object a line.
    #[arg(long = "log-format", env = "AYLA_LOG_FORMAT", value_name = "FORMAT", default_value = "text",
        value_parser = log_format)]
    pub(crate) format: LogFormat,
    /// What is logged: a level (error, warn, info, debug, trace), or directives such as `info,ayla=debug`.
    #[arg(long = "log", env = "AYLA_LOG", value_name = "FILTER", default_value = "info", value_parser = log_filter)]
    pub(crate) filter: String,
}

/// The form of the log's lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// Text for people.
    Text,
    /// JSON for machines, an object a line.
    Json,
}

impl Suggest {
    /// The limits that the service holds to.
    pub(crate) fn limits(self) -> Limits {
        let default = Limits::default();
        let search_slots = self.slots.unwrap_or(default.search_slots).min(MOST_SLOTS as usize);
        let memory = self.memory_mib.map_or(Limits::search_memory_for(search_slots), |mib| mib << 20);
        Limits {
            suggest_nodes: self.nodes,
            suggest_nodes_by_get: self.nodes_by_get.min(self.nodes),
            suggest_nodes_default: self.nodes_default.min(self.nodes),
            suggest_time: Duration::from_millis(self.time_ms),
            suggest_depth: self.depth,
            search_slots,
            search_queue: self.queue,
            search_memory: memory,
            longest_deadline: Duration::from_millis(self.deadline_ms),
            ..default
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "AYLA_LISTEN is an IP address and a port, such as 0.0.0.0:8080 or [::1]:0".to_owned())
}

/// A reader of whole numbers in a range, for the setting with this environment variable.
fn number<T: TryFrom<u64>>(
    setting: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("{setting} is a whole number from {} to {}", range.start(), range.end()))
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
    struct Settings {
        #[command(flatten)]
        config: Config,
    }

    fn read(flags: &[&str]) -> Result<Config, clap::Error> {
        Settings::try_parse_from(["ayla"].iter().chain(flags)).map(|settings| settings.config)
    }

    #[test]
    fn without_a_setting_the_limits_are_the_default_ones() {
        let config = read(&[]).expect("nothing is wrong");
        assert_eq!(config.suggest.limits(), Limits::default());
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    }

    #[test]
    fn no_limit_exceeds_the_most_nodes() {
        let limits = read(&["--suggest-nodes", "1000"]).expect("nothing is wrong").suggest.limits();
        assert_eq!((limits.suggest_nodes_default, limits.suggest_nodes_by_get), (1_000, 1_000));
    }

    #[test]
    fn there_is_hash_memory_for_every_slot_when_not_set() {
        let memory = |flags: &[&str]| read(flags).expect("nothing is wrong").suggest.limits().search_memory >> 20;
        assert_eq!(memory(&["--search-slots", "3"]), 192);
        assert_eq!(memory(&["--search-slots", "3", "--search-memory-mib", "100"]), 100);
    }

    #[test]
    fn a_fault_names_the_setting_and_what_is_expected() {
        for (flag, value, setting) in [
            ("--listen", "8080", "AYLA_LISTEN"),
            ("--suggest-nodes", "0", "AYLA_SUGGEST_NODES"),
            ("--suggest-depth", "4294967297", "AYLA_SUGGEST_DEPTH"),
            ("--suggest-time-ms", "10s", "AYLA_SUGGEST_TIME_MS"),
            ("--search-slots", "-1", "AYLA_SEARCH_SLOTS"),
            ("--search-queue", "", "AYLA_SEARCH_QUEUE"),
            ("--search-memory-mib", "63", "AYLA_SEARCH_MEMORY_MIB"),
            ("--deadline-ms", "0", "AYLA_DEADLINE_MS"),
            ("--log-format", "xml", "AYLA_LOG_FORMAT"),
            ("--log", "ayla=loud", "AYLA_LOG"),
        ] {
            let message = read(&[&format!("{flag}={value}")]).expect_err("out of range").to_string();
            assert!(message.contains(flag) && message.contains(setting), "{message}");
        }
    }
}
