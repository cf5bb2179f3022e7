//! The players of the command line: an engine, with limits of a move.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use ayla_engine::Level;
use ayla_rules::notation::quoted;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerSpec {
    /// What stands before the limits.
    name: String,
    pub(super) engine: Engine,
    pub(super) limits: Limits,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    Own,
    /// The own house of the number that the opponent has just played, or else a move of `Own`.
    Imitate,
    /// Random legal moves, all equally likely.
    Random,
    /// Plain UCT, which knows only the rules.
    Uct,
    Program(PathBuf),
    /// The command line of an engine on a pipe.
    Pipe(String),
    Server(String),
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) level: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// The most time, in milliseconds.
    pub(super) time_ms: Option<u32>,
}

impl Limits {
    /// The timeout of a move, much longer than these limits allow.
    pub(super) fn timeout(self) -> Duration {
        match self.time_ms {
            Some(time) => 2 * Duration::from_millis(time.into()) + Duration::from_secs(10),
            None => Duration::from_secs(600),
        }
    }
}

/// The time for a move without limits, in milliseconds.
const TIME_MS: u32 = 100;

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, limits) = match text.rsplit_once(':') {
            // An address has colons too.
            Some((name, limits)) if !limits.contains('/') && limits.contains('=') => (name, Some(limits)),
            Some(_) | None => (text, None),
        };
        let engine = match name {
            "self" => Engine::Own,
            "imitate" => Engine::Imitate,
            "random" => Engine::Random,
            "uct" => Engine::Uct,
            address if address.starts_with("http://") => Engine::Server(address.to_owned()),
            name => match name.strip_prefix("pipe:") {
                Some(command) => Engine::Pipe(command.to_owned()),
                None if Path::new(name).is_file() => Engine::Program(name.into()),
                None => {
                    return Err(format!(
                        "there is no program {}; a player is self, imitate, random, uct, the path of an ayla program, \
                         pipe:COMMAND, or http://HOST:PORT, with limits behind a colon, such as self:depth=9 or \
                         ./ayla-old:time-ms=100",
                        quoted(name)
                    ));
                }
            },
        };
        let limits: Limits = match limits {
            Some(limits) => limits.parse()?,
            None if engine == Engine::Random => Limits::default(),
            None => Limits { time_ms: Some(TIME_MS), ..Limits::default() },
        };
        match engine {
            Engine::Pipe(_) if limits.level.is_some() => Err("an engine on a pipe has no levels".to_owned()),
            Engine::Random if limits != Limits::default() => Err("a random player has no limits".to_owned()),
            Engine::Uct if limits.level.or(limits.depth).is_some() => {
                Err("the limits of uct are nodes and time-ms".to_owned())
            }
            engine => Ok(Self { name: name.to_owned(), engine, limits }),
        }
    }
}

impl FromStr for Limits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        fn set<T: FromStr + PartialEq + From<u8>>(
            limit: &mut Option<T>,
            name: &str,
            value: &str,
        ) -> Result<(), String> {
            if limit.is_some() {
                return Err(format!("the limit {name} is given twice"));
            }
            let number = value.parse().ok().filter(|number| *number != T::from(0));
            *limit = Some(number.ok_or_else(|| format!("the limit {name} is a number from 1, not {}", quoted(value)))?);
            Ok(())
        }
        let mut limits = Self::default();
        for limit in text.split(',') {
            let (name, value) =
                limit.split_once('=').ok_or_else(|| format!("the limit {} is not name=number", quoted(limit)))?;
            match name {
                "level" => {
                    set(&mut limits.level, name, value)?;
                    if limits.level.is_some_and(|level| Level::new(level).is_none()) {
                        return Err(format!("the level is {} to {}", Level::LOWEST, Level::HIGHEST));
                    }
                }
                "depth" => set(&mut limits.depth, name, value)?,
                "nodes" => set(&mut limits.nodes, name, value)?,
                "time-ms" => set(&mut limits.time_ms, name, value)?,
                other => {
                    return Err(format!("there is no limit {}; there are level, depth, nodes, time-ms", quoted(other)));
                }
            }
        }
        Ok(limits)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let Limits { level, depth, nodes, time_ms } = self.limits;
        let given = [
            ("level", level.map(u64::from)),
            ("depth", depth.map(u64::from)),
            ("nodes", nodes),
            ("time-ms", time_ms.map(u64::from)),
        ];
        let mut mark = ':';
        for (name, limit) in given.iter().filter_map(|(name, limit)| limit.map(|limit| (name, limit))) {
            write!(f, "{mark}{name}={limit}")?;
            mark = ',';
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_written() {
        for (text, written) in [
            ("self", "self:time-ms=100"),
            ("self:depth=9", "self:depth=9"),
            ("self:level=10", "self:level=10"),
            ("self:nodes=5000,level=10", "self:level=10,nodes=5000"),
            ("self:time-ms=50,nodes=100000", "self:nodes=100000,time-ms=50"),
            ("imitate:nodes=5000", "imitate:nodes=5000"),
            ("imitate", "imitate:time-ms=100"),
            ("random", "random"),
            ("uct", "uct:time-ms=100"),
            ("uct:nodes=1000", "uct:nodes=1000"),
            ("pipe:./ayla engine", "pipe:./ayla engine:time-ms=100"),
            ("pipe:java -jar other.jar:nodes=9", "pipe:java -jar other.jar:nodes=9"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080:time-ms=100"),
            ("http://127.0.0.1:8080:depth=3", "http://127.0.0.1:8080:depth=3"),
            ("http://[::1]:8080", "http://[::1]:8080:time-ms=100"),
        ] {
            let spec: PlayerSpec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(spec.to_string(), written);
            assert_eq!(written.parse(), Ok(spec), "{text}");
        }
    }

    #[test]
    fn what_is_no_player_is_explained() {
        for (text, said) in [
            ("slef", "there is no program 'slef'"),
            ("", "there is no program ''"),
            ("self:", "there is no program 'self:'"),
            ("random:depth=3", "no limits"),
            ("uct:nodes=9,depth=3", "the limits of uct are nodes and time-ms"),
            ("uct:level=3", "the limits of uct are nodes and time-ms"),
            ("pipe:./ayla engine:level=3", "no levels"),
            ("self:depth=0", "a number from 1, not '0'"),
            ("self:level=0", "a number from 1, not '0'"),
            ("self:level=16", "the level is 1 to 15"),
            ("self:depth=x", "a number from 1, not 'x'"),
            ("self:time-ms=99999999999", "a number from 1"),
            ("self:depth=1,depth=2", "given twice"),
            ("self:deep=1", "there is no limit 'deep'"),
            ("self:depth=1,", "not name=number"),
        ] {
            let error = text.parse::<PlayerSpec>().expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
