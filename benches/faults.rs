//! The processor time of reading requests that are as bad as the limits allow, and of finding their faults. An answer may
//! not cost its caller's neighbours more than the bound, since it is made on a thread that serves connections.
//!
//! ```text
//! cargo bench --bench faults [-- --check]
//! ```
//!
//! Prints a table in Markdown, which `docs/performance.md` explains. With `--check` it fails if a median is more than three
//! times the bound.

use std::process::ExitCode;
use std::time::Duration;

use ayla_test_server::{Server, hostile, http2};
use clap::Parser;

/// The most processor time of one request.
const BOUND: Duration = Duration::from_millis(5);
/// The most that a median may be with `--check`, in bounds: the machine may be busy.
const TOLERANCE: u32 = 3;

/// Measures what requests full of faults cost.
#[derive(Clone, Debug, Parser)]
struct Settings {
    /// How often each request is sent.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Whether to fail if a request costs much more than the bound.
    #[arg(long)]
    check: bool,
    /// Cargo says so when it runs a benchmark, and not when it runs tests.
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let settings = Settings::parse();
    if !settings.bench {
        return ExitCode::SUCCESS;
    }
    let server = Server::start();
    let connection = server.rpc().await.0;
    println!("| request | bytes of the answer | median processor time | longest |\n|---|--:|--:|--:|");
    let mut kept = true;
    for case in hostile::cases() {
        let (mut times, mut bytes) = (Vec::new(), 0);
        for _ in 0..settings.rounds {
            let before = server.processor_time();
            let answer = http2::call(&connection.sender, &case.call).await.answer();
            times.push(server.processor_time() - before);
            let headers = answer.headers.iter().chain(&answer.trailers);
            bytes = answer.body.len() + headers.map(|(name, value)| name.as_str().len() + value.len()).sum::<usize>();
        }
        times.sort_unstable();
        let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        println!("| {} | {bytes} | {} | {} |", case.name, ms(median), ms(longest));
        kept &= median <= TOLERANCE * BOUND;
    }
    if settings.check && !kept {
        eprintln!("a median is more than {TOLERANCE} times {} ms", BOUND.as_millis());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
