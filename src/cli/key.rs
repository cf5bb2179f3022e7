//! `ayla key`: generates API keys.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::access::keys;
use crate::operator_file::name_fault;
use clap::Args;
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom, SystemRandom};

/// The prefix of generated keys, by which a leaked key is recognized.
const PREFIX: &str = "ayla_";
/// The random bytes of a generated key.
const RANDOM_BYTES: usize = 32;

#[derive(Debug, Args)]
pub struct Key {
    /// The name of the caller, which is logged: a lower-case letter and at most 31 more lower-case letters, digits and
    /// hyphens.
    #[arg(value_name = "NAME", value_parser = name)]
    name: String,
    /// The rate limit of the caller, in calls per second: 0.001 or more. 0.1 is a call every ten seconds.
    #[arg(long, value_name = "COUNT", default_value_t = 50.0, value_parser = rate)]
    calls_per_second: f64,
}

impl Key {
    pub(super) fn run(&self) -> Result<ExitCode, String> {
        let mut random = [0; RANDOM_BYTES];
        SystemRandom::new().fill(&mut random).map_err(|_| "the system has no random numbers")?;
        let key = format!("{PREFIX}{}", HEXLOWER.encode(&random));
        let printed = writeln!(io::stderr(), "ayla: the key of {}, shown only once: {key}", self.name);
        let mut out = io::stdout().lock();
        let entry = keys::entry(&self.name, &key, self.calls_per_second);
        let written = printed.and_then(|()| out.write_all(entry.as_bytes())).and_then(|()| out.flush());
        written.map_err(|error| format!("do not use this key, its entry cannot be written: {error}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn name(text: &str) -> Result<String, String> {
    name_fault(text).map_or_else(|| Ok(text.to_owned()), Err)
}

fn rate(text: &str) -> Result<f64, String> {
    let [least, most] = keys::RATES;
    let rate = text.parse().ok().filter(|rate| (least..=most).contains(rate));
    rate.ok_or_else(|| format!("--calls-per-second is a number from {least} to {most}"))
}
