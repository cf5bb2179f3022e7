//! A server that has the pseudo-languages too, for the tests of the pages. Its settings are those of `ayla`.

use std::error::Error;
use std::sync::Arc;

use ayla::access::Access;
use ayla::cli::{self, Command};
use ayla::server;
use ayla::service::Service;
use ayla::telemetry::metrics::Exporter;
use ayla_api::preset::Presets;
use ayla_test_languages::pseudo_languages;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    ayla_api::words::add_languages(pseudo_languages()).map_err(|_| "a language was used before")?;
    let Ok(Command::Serve(given)) = cli::parse(std::env::args_os()) else {
        return Err("the server takes settings only".into());
    };
    let exporter = Exporter::install()?;
    server::metrics::begin();
    let config = &given.config;
    let access = Access::read(&config.access).map_err(|faults| faults.join(" "))?;
    let service = Arc::new(Service::new(Presets::built_in(), config.limits.clone()));
    Ok(server::serve(config, access, service, exporter).await?)
}
