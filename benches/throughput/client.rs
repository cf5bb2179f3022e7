//! Single calls: whether the servers answer the same, and when first.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use ayla::proto::ApplyMoveResponse;
use ayla::proto::mancala_service_client::MancalaServiceClient;

use super::process::Server;
use super::{Extent, JSON_PATH, Result, Transport, answer};

/// The timeout for an answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The time from the start of the process to its first answer.
pub(crate) fn first_answer(server: &Server) -> Result<Duration> {
    let mut stream = server.await_connection()?;
    ask_json(&mut stream, Extent::Full)?;
    Ok(server.started.elapsed())
}

/// Checks that both servers give the same answer.
pub(crate) fn check_alike(transport: Transport, extent: Extent, ours: &Server, bare: &Server) -> Result<()> {
    let same = match transport {
        Transport::Grpc => ask_grpc(ours, extent)? == ask_grpc(bare, extent)?,
        Transport::Json => {
            ask_json(&mut ours.await_connection()?, extent)? == ask_json(&mut bare.await_connection()?, extent)?
        }
    };
    if same { Ok(()) } else { Err(format!("the two servers answer differently over {transport:?}").into()) }
}

fn ask_grpc(server: &Server, extent: Extent) -> Result<ApplyMoveResponse> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let question = answer::grpc_question(extent);
    runtime.block_on(async {
        let mut client = MancalaServiceClient::connect(format!("http://{}", server.address)).await?;
        Ok(tokio::time::timeout(TIMEOUT, client.apply_move(question)).await??.into_inner())
    })
}

/// Calls by an HTTP/1.1 request written by hand: a client would take longer to start than the server.
fn ask_json(stream: &mut TcpStream, extent: Extent) -> Result<String> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    let question = answer::json_question(extent);
    write!(
        stream,
        "POST {JSON_PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{question}",
        question.len()
    )?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    let mut length = 0;
    stream.read_line(&mut line)?;
    if !line.starts_with("HTTP/1.1 200") {
        return Err(format!("a server answered {line:?}").into());
    }
    while line != "\r\n" {
        line.clear();
        stream.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(String::from_utf8(body)?)
}
