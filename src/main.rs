//! The `ayla` command: serves the rules of mancala games, or runs a command that ends.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla::cli::{self, Command};
use ayla::config::{Config, PresetFile};
use ayla::server;
use ayla::server::access::Access;
use ayla::server::metrics::Exporter;
use ayla::server::reload::{self, ReloadSource};
use ayla::service::Service;
use ayla::service::preset::Presets;
use ayla::telemetry;
use tracing::{error, warn};

/// 1.06 to 1.16 times the throughput of the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long abandoned work may take to stop after the server has drained.
const STOP_TIME: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    match cli::parse(std::env::args_os()) {
        Ok(Command::Serve(config)) => serve(&config),
        Ok(Command::OneShot(command)) => command.run(),
        Err(usage) => cli::print_usage(&usage),
    }
}

/// An error that ends the server.
enum Failure {
    /// A setting is invalid: exit code 64.
    Setting(String),
    /// The system refuses something: exit code 1.
    System(&'static str, Box<dyn Error>),
}

impl Failure {
    fn system<E: Error + 'static>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::System(what, error.into())
    }
}

/// Starts tracing, runs the server, and exports the last spans.
fn serve(config: &Config) -> ExitCode {
    let telemetry = match telemetry::start(&config.log) {
        Ok(telemetry) => telemetry,
        Err(error) => return cli::usage_error(&format!("spans cannot be exported by OTLP: {error}")),
    };
    let code = match run(config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Setting(message)) => cli::usage_error(&message),
        Err(Failure::System(what, error)) => {
            error!(%error, "{what}");
            ExitCode::FAILURE
        }
    };
    telemetry.end();
    code
}

/// Builds the service, serves until a signal, and drains within the time of the settings.
fn run(config: &Config) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("ayla").build();
    let runtime = runtime.map_err(Failure::system("cannot start threads"))?;
    let served = runtime.block_on(async {
        // Before the service, whose metrics would otherwise be lost.
        let exporter = Exporter::install().map_err(Failure::system("cannot collect metrics"))?;
        let (service, access, sources) = build(config)?;
        reload::watch(sources, config.watch()).map_err(Failure::system("cannot receive signals"))?;
        server::serve(&config.settings(), access, service, exporter).await.map_err(Failure::system("cannot serve"))
    });
    runtime.shutdown_timeout(STOP_TIME);
    served
}

/// Reads the operator's files, and builds the service without binding a port.
fn build(config: &Config) -> Result<(Arc<Service>, Access, Vec<ReloadSource>), Failure> {
    let (presets, file) = match config.presets.clone() {
        Some(PresetFile { path, presets, hash }) => (presets, Some((path, hash))),
        None => (Presets::built_in(), None),
    };
    let mut service = Service::new(presets, config.limits());
    if let Some(folder) = &config.tables {
        service = service.with_tables_of(folder).map_err(|bad| {
            Failure::Setting(format!("AYLA_TABLES is a folder of endgame tables, and in this one: {bad}"))
        })?;
    }
    let service = Arc::new(service);
    let access = config.access.read().map_err(Failure::Setting)?;
    if access.keys.is_some() && access.tls.is_none() {
        warn!("API keys are accepted without TLS (AYLA_TLS_CERT): anyone who can read the traffic can use them");
    }
    let sources = [
        file.map(|(file, hash)| ReloadSource::presets(Arc::clone(&service), file, hash)),
        access.keys.clone().map(ReloadSource::keys),
        access.tls.clone().map(ReloadSource::certificates),
    ];
    Ok((service, access, sources.into_iter().flatten().collect()))
}
