//! Batches: the questions, the bare server's answers, and whether the servers answer the same.

use std::convert::Infallible;
use std::io::{Read, Write};
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::proto::{self, IntoProto};
use ayla_api::answer::BatchResponse;
use ayla_api::batch::{Batch, MOST_POSITIONS};
use ayla_api::request::BatchRequest;
use ayla_api::words::Language;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use http::{Request, Response};
use hyper::body::Incoming;
use tonic::body::Body;
use tonic::server::Grpc;
use tonic::{Status, Streaming};
use tonic_prost::ProstCodec;
use tower::service_fn;

use super::load::{Connections, Load, frame};
use super::process::Server;
use super::report::Bound::Least;
use super::report::Row;
use super::{Result, Settings, Transport, alternate};

/// The path over JSON.
pub(crate) const JSON_PATH: &str = "/v1/batch";
pub(crate) const GRPC_PATH: &str = "/mancala.v1.MancalaService/Batch";
const NDJSON: &str = "application/x-ndjson";
/// A position in the middle of a game.
const POSITION: &str = "awale 240515/611043 8/8 s";
/// The batches of a connection at the same time. All together are fewer than a client may have.
const STREAMS: u32 = 4;
/// The timeout for an answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The requests of a batch, each with an id.
fn questions() -> impl Iterator<Item = BatchRequest> {
    (0..MOST_POSITIONS).map(|id| BatchRequest {
        id: Some(id.to_string()),
        position: Some(POSITION.to_owned()),
        ..BatchRequest::default()
    })
}

/// The body of a batch.
fn body(transport: Transport) -> Vec<u8> {
    let body = questions().map(|BatchRequest { id, position, .. }| match transport {
        Transport::Grpc => frame(&proto::BatchRequest { id, position, ..Default::default() }),
        Transport::Json => format!("{}\n", serde_json::json!({"id": id, "position": position})).into_bytes(),
    });
    body.flatten().collect()
}

/// The answer but for its id, as the type that becomes JSON, and as a message.
static ANSWERS: LazyLock<(BatchResponse, proto::BatchResponse)> = LazyLock::new(|| {
    let request = BatchRequest { position: Some(POSITION.to_owned()), ..BatchRequest::default() };
    let answer = Batch::default().answer(request, Language::ENGLISH, |_, _| None);
    (answer.clone(), answer.into_proto())
});

/// The bare server over JSON: reads each line, and writes a copy of the answer.
pub(crate) async fn json(body: Bytes) -> impl IntoResponse {
    let mut answers = Vec::with_capacity(4 * body.len());
    for line in body.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let request: BatchRequest = serde_json::from_slice(line).unwrap_or_default();
        let answer = BatchResponse { id: request.id, ..ANSWERS.0.clone() };
        let _ = serde_json::to_writer(&mut answers, &answer);
        answers.push(b'\n');
    }
    ([(CONTENT_TYPE, NDJSON)], answers)
}

/// The bare server over gRPC, as the generated server does it: answers each message with a copy of the answer.
pub(crate) async fn grpc(request: Request<Incoming>) -> std::result::Result<Response<Body>, Infallible> {
    type Answers = Pin<Box<dyn Stream<Item = std::result::Result<proto::BatchResponse, Status>> + Send>>;
    let batch = service_fn(async |request: tonic::Request<Streaming<proto::BatchRequest>>| {
        let answers = request.into_inner().map(|request| {
            let proto::BatchRequest { id, .. } = request?;
            Ok(proto::BatchResponse { id, ..ANSWERS.1.clone() })
        });
        Ok::<_, Status>(tonic::Response::new(Box::pin(answers) as Answers))
    });
    Ok(Grpc::new(ProstCodec::default()).streaming(batch, request).await)
}

/// Measures the positions that each server answers a second, and the processor time of each.
pub(crate) fn compare(settings: &Settings, transport: Transport) -> Result<Vec<Row>> {
    let ours = Server::ayla(settings)?;
    let bare = Server::baseline(settings, transport)?;
    check_alike(transport, &ours, &bare)?;
    let (path, media_type, name, goal) = match transport {
        Transport::Grpc => (GRPC_PATH, "application/grpc", "batch over gRPC", 250_000.0),
        Transport::Json => (JSON_PATH, NDJSON, "batch over JSON", 150_000.0),
    };
    let load = Load::new(settings, path, media_type, Connections::Http2(STREAMS), Some(&body(transport)))?;
    let (mine, theirs) = alternate(settings, name, [(&ours, &load), (&bare, &load)], None)?;
    check_alike(transport, &ours, &bare)?;
    let positions = MOST_POSITIONS as f64;
    let rates = |runs: &[super::Run]| runs.iter().map(|run| run.rate * positions).collect::<Vec<_>>();
    let busy = |runs: &[super::Run]| runs.iter().map(|run| run.busy / positions).collect::<Vec<_>>();
    // The rate of a core that does nothing else.
    let of_core: Vec<_> = busy(&mine).iter().map(|busy| 1e6 / busy).collect();
    Ok(vec![
        Row::pair(format!("{name}: positions a second"), &rates(&mine), &rates(&theirs), "", None),
        Row::pair(format!("{name}: processor time a position"), &busy(&mine), &busy(&theirs), "µs", None),
        Row::figure(&format!("{name}: positions a second of processor time"), &of_core, "", Some(Least(goal))),
    ])
}

/// Checks that both servers give the same answers.
fn check_alike(transport: Transport, ours: &Server, bare: &Server) -> Result<()> {
    let same = match transport {
        Transport::Grpc => ask_grpc(ours)? == ask_grpc(bare)?,
        Transport::Json => ask_json(ours)? == ask_json(bare)?,
    };
    if same { Ok(()) } else { Err(format!("the two servers answer a batch differently over {transport:?}").into()) }
}

fn ask_grpc(server: &Server) -> Result<Vec<proto::BatchResponse>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let questions =
        questions().map(|BatchRequest { id, position, .. }| proto::BatchRequest { id, position, ..Default::default() });
    let questions: Vec<_> = questions.collect();
    runtime.block_on(async {
        let mut client = MancalaServiceClient::connect(format!("http://{}", server.address)).await?;
        let answers = tokio::time::timeout(TIMEOUT, client.batch(stream::iter(questions))).await??.into_inner();
        let answers: Vec<_> = answers.collect().await;
        let answers = answers.into_iter().collect::<std::result::Result<Vec<_>, Status>>()?;
        if answers.len() == MOST_POSITIONS { Ok(answers) } else { Err("a batch lacks answers".into()) }
    })
}

/// Calls over HTTP/1.0, where the answer ends with the connection.
fn ask_json(server: &Server) -> Result<String> {
    let mut stream = server.await_connection()?;
    let body = body(Transport::Json);
    stream.set_read_timeout(Some(TIMEOUT))?;
    let length = body.len();
    write!(
        stream,
        "POST {JSON_PATH} HTTP/1.0\r\nhost: localhost\r\ncontent-type: {NDJSON}\r\ncontent-length: {length}\r\n\r\n"
    )?;
    stream.write_all(&body)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, answers) = answer.split_once("\r\n\r\n").ok_or("an answer has no head")?;
    if head.split(' ').nth(1) == Some("200") && answers.lines().count() == MOST_POSITIONS {
        Ok(answers.to_owned())
    } else {
        Err(format!("a server answered {head:?}").into())
    }
}
