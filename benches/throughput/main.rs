//! What Ayla costs over a bare server: the binary with everything on, at its default settings, against a server of the
//! same libraries, allocator and settings whose apply-move copies one answer and which has none of our layers. Both
//! answer the same bytes. So it is with the positions of a batch. Each runs on one core and `h2load` on another, and
//! they take turns, so that what else the machine does weighs on both.
//!
//! With `--tonic` and `--axum`, two servers that nobody here wrote stand beside it: `examples.rs`.
//!
//! ```text
//! cargo bench --bench throughput [-- [start] [calls] [batch] [examples] --seconds 1 --pairs 6]
//! ```
//!
//! Prints a table in Markdown; `benches/README.md` says what each row means. Needs Linux with two
//! cores, `h2load` (Debian's package nghttp2-client), and `taskset` and `setpriv` (util-linux).

mod answer;
mod baseline;
mod batch;
mod client;
mod examples;
mod load;
mod process;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use load::{Connections, Load, Run};
use process::Server;
use report::Bound::{Least, Most};
use report::Row;

/// The allocator of the binary, for both servers.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Measures Ayla against a bare server.
#[derive(Clone, Debug, Parser)]
struct Settings {
    /// What is measured; everything by default.
    parts: Vec<Part>,
    /// How long each load lasts, in seconds.
    #[arg(long, default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// How often the two servers take turns.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=99))]
    pairs: u8,
    /// How many starts of the process are timed.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=99))]
    starts: u8,
    /// The program `helloworld-server` of tonic's examples, as benches/README.md builds it.
    #[arg(long)]
    tonic: Option<PathBuf>,
    /// The program `example-hello-world` of axum's examples.
    #[arg(long)]
    axum: Option<PathBuf>,
    /// The core that the servers run on.
    #[arg(long, default_value_t = 0)]
    server_core: usize,
    /// The core that h2load runs on.
    #[arg(long, default_value_t = 1)]
    load_core: usize,
    /// Cargo says so when it runs a benchmark, and not when it runs tests.
    #[arg(long, hide = true)]
    bench: bool,
    #[command(subcommand)]
    role: Option<Role>,
}

/// A group of measurements.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The start of the process.
    Start,
    /// Single calls.
    Calls,
    /// Batches.
    Batch,
    /// Single calls, beside the examples of tonic and axum that `--tonic` and `--axum` name.
    Examples,
}

/// The path of the single call over JSON.
const JSON_PATH: &str = "/v1/variants/awale/apply-move";
const GRPC_PATH: &str = "/mancala.v1.MancalaService/ApplyMove";
/// The single calls of an HTTP/2 connection at the same time.
const STREAMS: u32 = 32;

#[derive(Copy, Clone, Debug, Subcommand)]
enum Role {
    /// Serves as the bare server.
    #[command(hide = true)]
    Baseline { transport: Transport, port: u16 },
}

/// How the question is asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Transport {
    Grpc,
    Json,
}

/// How much is answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Extent {
    Full,
    /// Without the events and the set-up.
    Short,
}

fn seconds(text: &str) -> std::result::Result<f64, String> {
    let allowed = 0.3..=60.0;
    text.parse().ok().filter(|seconds| allowed.contains(seconds)).ok_or_else(|| "0.3 to 60".to_owned())
}

fn main() -> ExitCode {
    let settings = Settings::parse();
    let done = match settings.role {
        Some(Role::Baseline { transport, port }) => baseline::serve(transport, port),
        None if settings.bench => measure(&settings),
        None => return ExitCode::SUCCESS,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Takes all measurements, one after the other.
fn measure(settings: &Settings) -> Result<()> {
    process::check_tools(settings)?;
    let mut rows = Vec::new();
    for part in Part::value_variants() {
        if !settings.parts.is_empty() && !settings.parts.contains(part) {
            continue;
        }
        match part {
            Part::Start => rows.extend(start(settings)?),
            Part::Calls => {
                for extent in [Extent::Full, Extent::Short] {
                    for transport in [Transport::Grpc, Transport::Json] {
                        rows.extend(compare(settings, transport, extent)?);
                    }
                }
            }
            Part::Batch => {
                for transport in [Transport::Grpc, Transport::Json] {
                    rows.extend(batch::compare(settings, transport)?);
                }
            }
            Part::Examples => rows.extend(examples::compare(settings)?),
        }
    }
    report::print(settings, &rows);
    Ok(())
}

/// Measures the start of the process, and its memory before the first call.
fn start(settings: &Settings) -> Result<Vec<Row>> {
    let mut times = Vec::new();
    let mut memory = Vec::new();
    let mut own = Vec::new();
    for _ in 0..settings.starts {
        eprintln!("start");
        let server = Server::ayla_unpinned()?;
        times.push(client::first_answer(&server)?.as_secs_f64() * 1e3);
        memory.push(server.memory("VmRSS")?);
        own.push(server.memory("RssAnon")?);
    }
    Ok(vec![
        Row::figure("process start to first answer", &times, "ms", Some(Most(20.0))),
        Row::figure("resident memory when idle", &memory, "MB", Some(Most(20.0))),
        Row::figure("of it, not from the file of the program", &own, "MB", None),
    ])
}

/// Runs the loads of two servers in turn: as fast as they answer, after a run that warms them up, or at a rate.
fn alternate(
    settings: &Settings,
    name: &str,
    [ours, bare]: [(&Server, &Load); 2],
    rate: Option<f64>,
) -> Result<(Vec<Run>, Vec<Run>)> {
    let seconds = Duration::from_secs_f64(settings.seconds);
    if rate.is_none() {
        for (server, load) in [ours, bare] {
            load.run(server, seconds, None)?;
        }
    }
    let mut runs = (Vec::new(), Vec::new());
    for pair in 0..settings.pairs {
        // Neither is always first.
        for ours_now in [pair % 2 == 0, pair % 2 != 0] {
            let ((server, load), runs) = if ours_now { (ours, &mut runs.0) } else { (bare, &mut runs.1) };
            let run = load.run(server, seconds, rate)?;
            eprintln!("{name}, {}: {run}", if ours_now { "ayla" } else { "other" });
            runs.push(run);
        }
    }
    Ok(runs)
}

/// Measures throughput, and for full answers the time that they take.
fn compare(settings: &Settings, transport: Transport, extent: Extent) -> Result<Vec<Row>> {
    let ours = Server::ayla(settings)?;
    let bare = Server::baseline(settings, transport)?;
    client::check_alike(transport, extent, &ours, &bare)?;
    let load = match transport {
        Transport::Grpc => {
            let question = load::frame(&answer::grpc_question(extent));
            Load::new(settings, GRPC_PATH, "application/grpc", Connections::Http2(STREAMS), Some(&question))?
        }
        Transport::Json => {
            let question = answer::json_question(extent);
            let question = Some(question.as_bytes());
            Load::new(settings, JSON_PATH, "application/json", Connections::Http2(STREAMS), question)?
        }
    };
    let name = match (transport, extent) {
        (Transport::Grpc, Extent::Full) => "gRPC",
        (Transport::Json, Extent::Full) => "JSON",
        (Transport::Grpc, Extent::Short) => "gRPC, `omit` of events and setup",
        (Transport::Json, Extent::Short) => "JSON, `omit` of events and setup",
    };
    let (mine, theirs) = alternate(settings, name, [(&ours, &load), (&bare, &load)], None)?;
    let rates = |runs: &[Run]| runs.iter().map(|run| run.rate).collect::<Vec<_>>();
    let least = match transport {
        Transport::Grpc => 0.85,
        Transport::Json => 0.94,
    };
    let bound = (extent == Extent::Full).then_some(Least(least));
    let busy = |runs: &[Run]| runs.iter().map(|run| run.busy).collect::<Vec<_>>();
    let mut rows = vec![
        Row::pair(format!("{name}: answers a second"), &rates(&mine), &rates(&theirs), "", bound),
        Row::pair(format!("{name}: processor time an answer"), &busy(&mine), &busy(&theirs), "µs", None),
    ];
    if extent == Extent::Full {
        // The same rate for both: half of what ours can do.
        let half = report::median(rates(&mine)) / 2.0;
        let (mine, theirs) = alternate(settings, name, [(&ours, &load), (&bare, &load)], Some(half))?;
        let times = |runs: &[Run]| runs.iter().map(|run| run.slow / 1e3).collect::<Vec<_>>();
        let name = format!("{name}: 99th percentile at {half:.0} a second");
        rows.push(Row::pair(name, &times(&mine), &times(&theirs), "ms", Some(Most(1.3))));
    }
    client::check_alike(transport, extent, &ours, &bare)?;
    if (transport, extent) == (Transport::Json, Extent::Full) {
        rows.push(Row::figure("resident memory after the load", &[ours.memory("VmRSS")?], "MB", None));
    }
    Ok(rows)
}
