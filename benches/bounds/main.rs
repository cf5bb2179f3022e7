//! The times that the service promises: while searches run, for requests full of faults, under attack, and beside
//! greedy callers.
//!
//! ```text
//! cargo bench --bench bounds [-- [latency] [faults] [attacks] [fairness] [--check]]
//! cargo bench --bench bounds -- fairness --only two-loops,12
//! ```
//!
//! Prints tables in Markdown, which `benches/README.md` explains. With `--check` it fails if a time is more than three
//! times its bound, since the machine may be busy, or in a debug build ten times, or if a call of others is refused.

mod attacks;
mod calls;
mod fairness;
mod faults;
mod latency;
mod report;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use fairness::Row;
use report::Report;

/// A group of measurements.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Calls while searches run.
    Latency,
    /// Requests full of faults.
    Faults,
    /// Calls while a client attacks.
    Attacks,
    /// Calls of others while callers take what they can get.
    Fairness,
}

/// Measures the times that the service promises.
#[derive(Clone, Debug, Parser)]
struct Settings {
    /// What is measured; everything by default.
    parts: Vec<Part>,
    /// How often each time is measured while searches run, except for those of rule calls, and each request full of
    /// faults is sent.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// The duration of each attack and of each row of fairness, in seconds.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3_600))]
    seconds: u32,
    /// The rows of fairness that are measured, by name or number; all by default.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Row>,
    /// Whether to fail if a figure is much more than its bound.
    #[arg(long)]
    check: bool,
    /// Cargo sets this when it runs a benchmark, and not when it runs tests.
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let settings = Settings::parse();
    if !settings.bench {
        return ExitCode::SUCCESS;
    }
    let mut report = Report::default();
    for part in Part::value_variants() {
        if !settings.parts.is_empty() && !settings.parts.contains(part) {
            continue;
        }
        match part {
            Part::Latency => latency::measure(&mut report, settings.rounds).await,
            Part::Faults => faults::measure(&mut report, settings.rounds).await,
            Part::Attacks => attacks::measure(&mut report, settings.seconds).await,
            Part::Fairness => fairness::measure(&mut report, settings.seconds, &settings.only).await,
        }
    }
    if settings.check && !report.is_kept() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
