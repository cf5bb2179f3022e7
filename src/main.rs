//! The `ayla` command: serves the rules of mancala games, or answers one question about them and ends.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla::cli::{self, Command};
use ayla::config::{Config, PresetFile};
use ayla::server;
use ayla::server::metrics::Exporter;
use ayla::server::reload::{self, Source};
use ayla::service::Service;
use ayla::service::preset::Presets;
use ayla::telemetry;
use tracing::{error, warn};

/// 1.06 to 1.16 times the throughput of the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long work that nobody waits for any more may take to notice that it is to stop.
const STOPPING: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    match cli::read(std::env::args_os()) {
        Ok(Command::Serve(config)) => serve(&config),
        Ok(Command::Healthcheck(healthcheck)) => healthcheck.run(),
        Ok(Command::Tablebase(tablebase)) => tablebase.run(),
        Ok(Command::Key(key)) => key.run(),
        Ok(Command::Ask(question)) => cli::answer(&question),
        Err(usage) => cli::explain(&usage),
    }
}

fn serve(config: &Config) -> ExitCode {
    let telemetry = match telemetry::start(&config.log) {
        Ok(telemetry) => telemetry,
        Err(error) => return cli::misuse(&format!("spans cannot be exported by OTLP: {error}")),
    };
    let code = match tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("ayla").build() {
        Ok(runtime) => {
            let served = runtime.block_on(run(config));
            runtime.shutdown_timeout(STOPPING);
            served
        }
        Err(error) => failed("cannot start threads", &error),
    };
    telemetry.end();
    code
}

async fn run(config: &Config) -> ExitCode {
    let exporter = match Exporter::install() {
        Ok(exporter) => exporter,
        Err(error) => return failed("cannot collect metrics", &error),
    };
    let (presets, file) = match config.presets.clone() {
        Some(PresetFile { path, presets, seen }) => (presets, Some((path, seen))),
        None => (Presets::built_in(), None),
    };
    let mut service = Service::new(presets, config.limits());
    if let Some(folder) = &config.tables {
        service = match service.with_tables_of(folder) {
            Ok(service) => service,
            Err(bad) => {
                return cli::misuse(&format!("AYLA_TABLES is a folder of endgame tables, and in this one: {bad}"));
            }
        };
    }
    let access = match config.access.read() {
        Ok(access) => access,
        Err(bad) => return cli::misuse(&bad),
    };
    if access.keys.is_some() && access.tls.is_none() {
        warn!("API keys are taken without TLS (AYLA_TLS_CERT): whoever sees them on their way can use them");
    }
    let service = Arc::new(service);
    let sources = [
        file.map(|(file, seen)| Source::presets(Arc::clone(&service), file, seen)),
        access.keys.clone().map(Source::keys),
        access.tls.clone().map(Source::certificates),
    ];
    if let Err(error) = reload::watch(sources.into_iter().flatten().collect(), config.watch()) {
        return failed("cannot receive signals", &error);
    }
    match server::serve(&config.settings(), access, service, exporter).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed("cannot serve", &error),
    }
}

fn failed(what: &str, error: &dyn std::error::Error) -> ExitCode {
    error!(error = %error, "{what}");
    ExitCode::FAILURE
}
