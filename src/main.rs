//! The `ayla` command: serves the rules of mancala games, or answers one question about them and ends.

mod cli;
mod config;
mod telemetry;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla::server;
use ayla::service::Service;
use ayla::service::preset::Presets;
use cli::Command;
use config::{Config, PresetFile};
use tracing::error;

/// 1.06 to 1.16 times the throughput of the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long work that nobody waits for any more may take to notice that it is to stop.
const STOPPING: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    match cli::read(std::env::args_os()) {
        Ok(Command::Serve(config)) => serve(&config),
        Ok(Command::Ask(question)) => cli::answer(&question),
        Err(usage) => cli::explain(&usage),
    }
}

fn serve(config: &Config) -> ExitCode {
    telemetry::start(&config.log);
    let (presets, file) = match config.presets.clone() {
        Some(PresetFile { path, presets }) => (presets, Some(path)),
        None => (Presets::built_in(), None),
    };
    let service = Arc::new(Service::new(presets, config.suggest.limits()));
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("ayla").build() {
        Ok(runtime) => runtime,
        Err(error) => return failed("cannot start threads", &error),
    };
    let served = runtime.block_on(async {
        server::reload::on_hangup(Arc::clone(&service), file)?;
        server::serve(config.listen, service).await
    });
    runtime.shutdown_timeout(STOPPING);
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed("cannot serve", &error),
    }
}

fn failed(what: &str, error: &std::io::Error) -> ExitCode {
    error!(%error, "{what}");
    ExitCode::FAILURE
}
