//! The `ayla` command: serves the rules of mancala games, or runs a command that ends.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla::access::Access;
use ayla::access::keys::Keys;
use ayla::access::pictures::PictureAccess;
use ayla::access::tls::Tls;
use ayla::cli::{self, Command};
use ayla::config::{Config, Given, Log};
use ayla::reload::{self, ReloadSource};
use ayla::server::{self, cgroup, descriptors};
use ayla::service::Service;
use ayla::service::preset_file;
use ayla::telemetry;
use ayla::telemetry::metrics::{self, Exporter};
use ayla_api::preset::Presets;
use ayla_terminal::{print, print_usage, report, usage_error, usage_errors};
use tracing::warn;

/// 1.06 to 1.16 times the throughput of the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long abandoned work may take to stop after the server has drained.
const STOP_TIME: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    match cli::parse(std::env::args_os()) {
        Ok(Command::Serve(given)) => serve(&given),
        Ok(Command::Check(given)) => check(&given),
        Ok(Command::OneShot(command)) => command.run(),
        Err(error) => print_usage(&error),
    }
}

/// An error that ends the server.
enum Failure {
    /// Settings are invalid: exit code 64.
    Settings(Vec<String>),
    /// The system refuses something: exit code 1.
    System(&'static str, Box<dyn Error>),
}

impl Failure {
    fn system<E: Error + 'static>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::System(what, error.into())
    }
}

/// Starts tracing, runs the server, and exports the last spans.
fn serve(given: &Given) -> ExitCode {
    if !given.faults.is_empty() {
        return usage_errors(&build(given).err().unwrap_or_default());
    }
    let Log { format, filter, trust_trace_flags, .. } = &given.config.log;
    let telemetry = match telemetry::start(*format, filter, *trust_trace_flags) {
        Ok(telemetry) => telemetry,
        Err(error) => return usage_error(&error),
    };
    let code = match run(given) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Settings(faults)) => usage_errors(&faults),
        Err(Failure::System(what, error)) => {
            telemetry::fatal(what, &*error);
            ExitCode::FAILURE
        }
    };
    telemetry.end();
    code
}

/// Reads what the server would, and reports every fault.
fn check(given: &Given) -> ExitCode {
    let built = build(given);
    let telemetry = telemetry::check();
    let (access, mut faults) = match built {
        Ok(Built { access, .. }) => (Some(access), Vec::new()),
        Err(faults) => (None, faults),
    };
    faults.extend(telemetry.err());
    // A setting that is misspelled has no effect, and a server would start without it.
    faults.extend(unknown_variables());
    faults.extend(descriptors::fault(given.config.capacity.connections));
    warnings(&given.config, access.as_ref()).iter().for_each(|warning| report(warning));
    if faults.is_empty() {
        print("The settings and the files that they name are valid.\n")
    } else {
        usage_errors(&faults)
    }
}

/// Builds the service, serves until a signal, and drains within the time of the settings.
fn run(given: &Given) -> Result<(), Failure> {
    let config = &given.config;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("ayla").build();
    let runtime = runtime.map_err(Failure::system("cannot start threads"))?;
    let served = runtime.block_on(async {
        // Before the service, whose metrics would otherwise be lost.
        let exporter = Exporter::install().map_err(Failure::system("cannot collect metrics"))?;
        metrics::set_limits(config.numbers());
        server::metrics::begin();
        let Built { service, access, sources } = build(given).map_err(Failure::Settings)?;
        let crowded = descriptors::fault(config.capacity.connections);
        if descriptors::raise() == Some(0) {
            return Err(Failure::Settings(crowded.into_iter().collect()));
        }
        let warnings = unknown_variables().into_iter().chain(warnings(config, Some(&access))).chain(crowded);
        warnings.for_each(|warning| warn!("{warning}"));
        reload::watch(sources, config.server.watch).map_err(Failure::system("cannot receive signals"))?;
        server::serve(config, access, service, exporter).await.map_err(Failure::system("cannot serve"))
    });
    runtime.shutdown_timeout(STOP_TIME);
    served
}

/// What the settings of a server name.
struct Built {
    service: Arc<Service>,
    access: Access,
    sources: Vec<ReloadSource>,
}

/// Reads the operator's files, and builds the service without binding a port.
///
/// # Errors
///
/// A sentence for each setting at fault.
fn build(Given { config, faults }: &Given) -> Result<Built, Vec<String>> {
    let mut faults = faults.clone();
    let file = config.server.presets.as_deref();
    let presets = file.map(preset_file::load).transpose().unwrap_or_else(|bad| {
        faults.push(format!("AYLA_PRESETS is a file of presets, and in this one:\n{bad}"));
        None
    });
    let (presets, hash) = presets.map_or_else(|| (Presets::built_in(), None), |(presets, hash)| (presets, Some(hash)));
    let access = Access::read(&config.access);
    // Nobody who follows a link to a picture has a key.
    let has_links = access.as_ref().is_ok_and(|access| matches!(access.pictures, PictureAccess::Open(_)));
    let public_url = config.server.public_url.clone().filter(|_| has_links);
    let mut service = Ok(Service::new(presets, config.limits.clone())
        .with_public_url(public_url)
        .with_processors(cgroup::processors()));
    if let Some(folder) = &config.server.tables {
        let bad = |bad| format!("AYLA_TABLES is a folder of endgame tables, and in this one: {bad}");
        service = service.and_then(|service| service.with_tables_of(folder).map_err(bad));
    }
    let (service, access) = match (service, access) {
        (Ok(service), Ok(access)) if faults.is_empty() => (Arc::new(service), access),
        (service, access) => {
            faults.extend(service.err().into_iter().chain(access.err().into_iter().flatten()));
            return Err(faults);
        }
    };
    let sources = [
        file.zip(hash).map(|(file, hash)| preset_file::source(Arc::clone(&service), file.to_owned(), hash)),
        access.keys.clone().map(Keys::source),
        access.tls.clone().map(Tls::source),
    ];
    Ok(Built { service, access, sources: sources.into_iter().flatten().collect() })
}

/// The variables of this environment that look like settings and are none, each in a sentence.
fn unknown_variables() -> Vec<String> {
    cli::unknown_variables(std::env::vars_os().map(|(name, _)| name))
}

/// Warnings for an operator who starts a server with these settings in this environment.
fn warnings(config: &Config, access: Option<&Access>) -> Vec<String> {
    let mut warnings = config.short_periods();
    warnings.extend(cgroup::faults(config));
    if access.is_some_and(|access| access.keys.is_some() && access.tls.is_none()) {
        let readable = "anyone who can read the traffic can use them";
        warnings.push(format!("API keys are accepted without TLS (AYLA_TLS_CERT): {readable}"));
    }
    warnings
}
