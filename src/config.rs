//! The settings of the server: flags and environment variables, as the `table` has them.
//!
//! Values out of range are found here, before a port is bound. Nothing is read but the command line and the
//! environment: files are read by what uses them.

mod form;
pub(crate) mod memory;
mod setting;
mod table;
pub(crate) mod url;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};

use ayla_rules::notation::quoted;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

pub use setting::Setting;
pub(crate) use table::processors;
pub use table::{Access, Config, Drain, Limits, Log, Server};

/// The format of the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// JSON for machines, one object per line.
    Json,
}

/// The setting of the callers that may request pictures.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PictureMode {
    /// Everyone.
    Open,
    /// Callers with an API key.
    Keyed,
    /// Nobody.
    Off,
}

/// What the command line and the environment say: the settings, and all faults of theirs.
#[derive(Clone, Debug)]
pub struct Given {
    /// The settings. Those at fault have their defaults.
    pub config: Config,
    /// A sentence for each setting at fault.
    pub faults: Vec<String>,
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command.args(Config::default().settings().iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// A setting on the command line, with its help text. Its value is taken as it is, since clap would end at the first
/// fault.
fn argument(setting: &Setting<'_>) -> Arg {
    let lines: Vec<&str> = setting.meaning.lines().map(str::trim).collect();
    let paragraphs: Vec<String> = lines.split(|line| line.is_empty()).map(|lines| lines.join(" ")).collect();
    let argument = Arg::new(setting.variable)
        .long(setting.flag())
        .env(setting.variable)
        .action(ArgAction::Append)
        .value_parser(value_parser!(OsString))
        .value_name(setting.value_name)
        .help_heading(setting.heading)
        .help(paragraphs[0].trim_end_matches('.').to_owned());
    let argument = if paragraphs.len() > 1 { argument.long_help(paragraphs.join("\n\n")) } else { argument };
    if setting.shown.is_empty() { argument } else { argument.default_value(setting.shown.clone()) }
}

/// The value of a setting; none if it is not set. An empty flag or variable counts as not set: templates make them.
/// Flags that are given more than once are a list.
fn value(matches: &ArgMatches, variable: &str) -> Option<OsString> {
    let is_set = matches.value_source(variable) != Some(ValueSource::DefaultValue);
    let values = matches.get_many::<OsString>(variable).into_iter().flatten();
    let values: Vec<&OsStr> = values.map(OsString::as_os_str).filter(|value| is_set && !value.is_empty()).collect();
    // An empty flag hides a variable.
    let variable = || std::env::var_os(variable).filter(|value| !value.is_empty());
    if values.is_empty() { variable() } else { Some(values.join(OsStr::new(","))) }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut config = Config::default();
        let mut faults = Vec::new();
        let mut set = Vec::new();
        for mut setting in config.settings() {
            let Some(value) = value(matches, setting.variable) else { continue };
            match setting.read(&value) {
                Ok(()) => set.push(setting.variable),
                Err(fault) => {
                    let value = quoted(&value.to_string_lossy());
                    let flag = setting.flag();
                    faults.push(format!("invalid value {value} for '--{flag} <{}>': {fault}", setting.value_name));
                }
            }
        }
        faults.extend(config.fit(&set));
        Ok(Self { config, faults })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The variables of all settings.
pub fn variables() -> Vec<&'static str> {
    Config::default().settings().into_iter().map(|setting| setting.variable).collect()
}

impl Config {
    /// The default settings, but for one that is as in this text, unless that is empty.
    ///
    /// # Errors
    ///
    /// As of [`Setting::read`].
    pub fn with(variable: &str, text: &str) -> Result<Self, String> {
        let mut config = Self::default();
        let setting = config.settings().into_iter().find(|setting| setting.variable == variable && !text.is_empty());
        setting.map_or(Ok(()), |mut setting| setting.read(text.as_ref()))?;
        Ok(config)
    }

    /// The value of each setting that is a number, in its unit, by the name of its variable.
    pub fn numbers(&self) -> HashMap<&'static str, u64> {
        let mut config = self.clone();
        config.settings().iter().filter_map(|setting| Some((setting.variable, setting.number?))).collect()
    }

    /// Fits the limits that are not `set` to the others, and returns a sentence for each that is set above another.
    fn fit(&mut self, set: &[&str]) -> Vec<String> {
        let limits = &mut self.limits;
        if !set.contains(&"AYLA_SUGGEST_TIME_MS") {
            limits.suggest_time = limits.suggest_time.min(limits.longest_deadline);
        }
        if !set.contains(&"AYLA_SEARCH_MEMORY_MIB") {
            limits.search_memory = Limits::search_memory_for(limits.search_slots);
        }
        if self.access.pictures == Some(PictureMode::Off) {
            limits.picture_slots = 0;
        }
        let numbers = self.numbers();
        let mut faults = Vec::new();
        for setting in self.settings().iter().filter(|setting| set.contains(&setting.variable)) {
            let (variable, Some(other)) = (setting.variable, setting.at_most) else { continue };
            let value = numbers[variable];
            let bound = numbers[other];
            if value > bound {
                let what_to_do = "lower the one or raise the other";
                faults.push(format!("{variable} is {value}, which is above {other}, {bound}: {what_to_do}"));
            }
        }
        faults
    }

    /// The grace periods in which calls may be cut off, each in a sentence.
    pub fn short_periods(&self) -> Vec<String> {
        let numbers = self.numbers();
        let longest = numbers["AYLA_BODY_TIME_MS"] + numbers["AYLA_DEADLINE_MS"];
        let grace = self.http.age.map(|_| "AYLA_CONNECTION_GRACE_MS");
        let short = ["AYLA_DRAIN_TIME_MS"].into_iter().chain(grace).filter(|period| numbers[period] < longest);
        let sentence = |period: &str| {
            format!(
                "{period} is {}, and a call may take {longest}, the sum of AYLA_BODY_TIME_MS and AYLA_DEADLINE_MS: calls may \
                 be cut off",
                numbers[period]
            )
        };
        short.map(sentence).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::time::Duration;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        given: Given,
    }

    fn read(flags: &[&str]) -> Given {
        CommandLine::try_parse_from(["ayla"].iter().chain(flags)).expect("flags of settings").given
    }

    /// The settings, without faults.
    fn config(flags: &[&str]) -> Config {
        let given = read(flags);
        assert_eq!(given.faults, [""; 0], "{flags:?}");
        given.config
    }

    #[test]
    fn without_a_setting_the_defaults_apply() {
        assert_eq!(config(&[]), Config::default());
    }

    #[test]
    fn a_log_filter_is_a_list_of_levels() {
        for (text, filter) in [("off", "off"), ("INFO,", "INFO"), ("info, ayla::call=debug", "info,ayla::call=debug")] {
            assert_eq!(config(&["--log", text]).log.filter, filter);
        }
        for text in [",", "verbose", "ayla", "ayla=verbose", "=info", "warn,ayla[call]=trace", "ayla[{transport}]=info"]
        {
            let faults = read(&["--log", text]).faults;
            assert!(faults.len() == 1 && faults[0].contains("is neither a level nor PART=LEVEL"), "{text}: {faults:?}");
        }
    }

    #[test]
    fn a_limit_that_is_set_above_another_is_refused_by_both_names() {
        for (flags, setting, other) in [
            (&["--suggest-time-ms=20000"][..], "AYLA_SUGGEST_TIME_MS is 20000", "AYLA_DEADLINE_MS, 15000"),
            (&["--suggest-time-ms=10000", "--deadline-ms=9999"], "AYLA_SUGGEST_TIME_MS", "AYLA_DEADLINE_MS, 9999"),
            (&["--search-slots=8", "--calls=7"], "AYLA_SEARCH_SLOTS is 8", "AYLA_CALLS, 7"),
            (&["--search-queue=1025"], "AYLA_SEARCH_QUEUE is 1025", "AYLA_CALLS, 1024"),
        ] {
            let conflicts = read(flags).faults;
            assert!(
                conflicts.len() == 1 && conflicts[0].contains(setting) && conflicts[0].contains(other),
                "{conflicts:?}"
            );
        }
        let flags = ["--suggest-time-ms=3", "--deadline-ms=2", "--search-slots=9", "--search-queue=2000", "--calls=8"];
        assert_eq!(read(&flags).faults.len(), 3);
    }

    #[test]
    fn a_default_above_a_limit_that_is_set_counts_as_that_limit() {
        for flags in [&[][..], &["--suggest-nodes=1000"], &["--deadline-ms=100"], &["--calls=1"]] {
            config(flags);
        }
        assert_eq!(config(&["--deadline-ms", "100"]).limits.suggest_time, Duration::from_millis(100));
    }

    #[test]
    fn grace_periods_shorter_than_a_call_are_found() {
        let short = |flags: &[&str]| config(flags).short_periods().len();
        assert_eq!(short(&[]), 0);
        assert_eq!(short(&["--drain-time-ms=24999"]), 1);
        assert_eq!(short(&["--deadline-ms=15001"]), 1);
        assert_eq!(short(&["--deadline-ms=20001", "--connection-age-ms=60000"]), 2);
    }

    #[test]
    fn no_other_limit_exceeds_the_most_nodes() {
        let limits = config(&["--suggest-nodes", "1000"]).limits;
        assert_eq!((limits.allowance().default_nodes(), limits.allowance().nodes_by_get()), (1_000, 1_000));
    }

    #[test]
    fn search_memory_defaults_to_that_of_the_largest_search_for_each_slot_and_one_more() {
        let memory = |flags: &[&str]| config(flags).limits.search_memory >> 20;
        assert_eq!(memory(&["--search-slots", "3"]), 384);
        assert_eq!(memory(&["--search-slots", "3", "--search-memory-mib", "128"]), 128);
    }

    #[test]
    fn a_fault_names_the_setting_and_what_is_expected() {
        let too_much = u64::MAX.to_string();
        // Nearly every text names a file, a folder or a host.
        let is_name =
            |setting: &Setting<'_>| ["a f", "host names"].iter().any(|range| setting.range.starts_with(range));
        for setting in Config::default().settings().iter().filter(|setting| !is_name(setting)) {
            let below = setting.range.split(' ').next().and_then(|least| least.parse::<u64>().ok()?.checked_sub(1));
            let below = below.unwrap_or(u64::MAX).to_string();
            for value in ["many", "-1", "1s", "loud,info", &too_much, &below] {
                let flag = format!("--{}", setting.flag());
                let faults = read(&[&format!("{flag}={value}")]).faults;
                assert!(
                    faults.len() == 1 && faults[0].contains(&flag) && faults[0].contains(setting.variable),
                    "{faults:?}"
                );
            }
        }
        for value in ["ayla=loud", "info,ayla", ","] {
            assert_eq!(read(&[&format!("--log={value}")]).faults.len(), 1, "{value}");
        }
    }
}
