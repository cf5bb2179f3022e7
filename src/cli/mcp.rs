//! `ayla mcp`: the tools of the Model Context Protocol on standard input and output.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla_mcp::server::stdio;

use crate::call::Call;
use crate::mcp;
use crate::operation::Operation;
use crate::service::Service;

/// How long the last searches may take to stop.
const STOP_TIME: Duration = Duration::from_secs(1);

pub(super) fn run(service: Service) -> Result<ExitCode, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("ayla").build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    // Calls have no limits here.
    let server = mcp::server(Arc::new(service), Call::local(Operation::Mcp));
    let served = runtime.block_on(stdio::serve(server));
    // A read of standard input cannot be cancelled.
    runtime.shutdown_timeout(STOP_TIME);
    served.map(|()| ExitCode::SUCCESS).map_err(|error| format!("cannot serve: {error}"))
}
