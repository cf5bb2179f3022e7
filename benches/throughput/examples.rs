//! Servers that nobody here wrote: the first examples of tonic and axum, unchanged, which answer every call with a
//! greeting.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use prost::Message;

use super::load::{Connections, Load, frame};
use super::process::Server;
use super::report::Row;
use super::{Extent, GRPC_PATH, JSON_PATH, Result, Run, STREAMS, Settings, alternate, answer};

/// The connections of HTTP/1.1: axum's example has no HTTP/2.
const CONNECTIONS: u32 = 32;

/// The question of tonic's example: a name.
#[derive(Clone, PartialEq, Message)]
struct Hello {
    #[prost(string, tag = "1")]
    name: String,
}

/// Measures Ayla's apply-move beside the greeting of each example that was named.
pub(crate) fn compare(settings: &Settings) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    if let Some(program) = &settings.tonic {
        let connections = Connections::Http2(STREAMS);
        let load = |path, question: &[u8]| Load::new(settings, path, "application/grpc", connections, Some(question));
        let ours = load(GRPC_PATH, &frame(&answer::grpc_question(Extent::Full)))?;
        let theirs = load("/helloworld.Greeter/SayHello", &frame(&Hello { name: "Amina".to_owned() }))?;
        let server = Server::example(settings, program, SocketAddr::from((Ipv6Addr::LOCALHOST, 50_051)))?;
        rows.extend(beside(settings, "gRPC, beside tonic's example", &ours, (&server, &theirs))?);
    }
    if let Some(program) = &settings.axum {
        let connections = Connections::Http1(CONNECTIONS);
        let question = answer::json_question(Extent::Full);
        let ours = Load::new(settings, JSON_PATH, "application/json", connections, Some(question.as_bytes()))?;
        let theirs = Load::new(settings, "/", "", connections, None)?;
        let server = Server::example(settings, program, SocketAddr::from((Ipv4Addr::LOCALHOST, 3_000)))?;
        rows.extend(beside(settings, "JSON over HTTP/1.1, beside axum's example", &ours, (&server, &theirs))?);
    }
    Ok(rows)
}

fn beside(settings: &Settings, name: &str, load: &Load, theirs: (&Server, &Load)) -> Result<[Row; 2]> {
    let ours = Server::ayla(settings)?;
    let (mine, theirs) = alternate(settings, name, [(&ours, load), theirs], None)?;
    let figures = |runs: &[Run], figure: fn(&Run) -> f64| runs.iter().map(figure).collect::<Vec<_>>();
    let rates = [&mine, &theirs].map(|runs| figures(runs, |run| run.rate));
    let busy = [&mine, &theirs].map(|runs| figures(runs, |run| run.busy));
    Ok([
        Row::pair(format!("{name}: answers a second"), &rates[0], &rates[1], "", None),
        Row::pair(format!("{name}: processor time an answer"), &busy[0], &busy[1], "µs", None),
    ])
}
