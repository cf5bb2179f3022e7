//! Making API keys for callers.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::server::keys;
use crate::service::operator_file::wrong_name;
use clap::Args;

/// Makes an API key for a caller.
///
/// The key is printed on standard error, once: nobody can tell it later. What goes into the file of AYLA_KEYS is
/// printed on standard output, and has only its hash.
#[derive(Debug, Args)]
pub struct Key {
    /// The caller's name, as logs will have it: a lower-case letter, and at most 31 more lower-case letters, digits and
    /// hyphens.
    #[arg(value_name = "NAME", value_parser = name)]
    name: String,
    /// How many calls a second it may make.
    #[arg(long, value_name = "COUNT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    calls_per_second: u32,
}

impl Key {
    pub fn run(&self) -> ExitCode {
        let Ok(key) = keys::generate() else { return super::refuse("the system has no random numbers") };
        let told = writeln!(io::stderr(), "ayla: the key of {}, told this once: {key}", self.name);
        let mut out = io::stdout().lock();
        let entry = keys::entry(&self.name, &key, self.calls_per_second);
        let written = told.and_then(|()| out.write_all(entry.as_bytes())).and_then(|()| out.flush());
        match written {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => super::refuse(&format!("this key is of no use, as its entry could not be written: {error}")),
        }
    }
}

fn name(text: &str) -> Result<String, String> {
    wrong_name(text).map_or_else(|| Ok(text.to_owned()), Err)
}
