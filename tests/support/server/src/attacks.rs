//! What one hostile client does to keep others from being answered.

use std::time::Duration;

use h2::client::{Builder, SendRequest};
use hyper::Request;
use hyper::body::Bytes;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::http2::{self, Call, Connection, Outcome};
use crate::server::connect;
use crate::{START, Server, hostile};

/// A way to use up what a server has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Every stream of six connections takes one byte of its answer every four seconds.
    SlowAnswers,
    /// Heads on every stream of six connections, without the bodies that they announce.
    MissingBodies,
    /// HTTP/2 connections without calls, which answer pings.
    IdleConnections,
    /// 196 calls at a time, each with as many unknown options as a body has room for.
    UnknownOptions,
    /// PRIORITY, WINDOW_UPDATE and unknown frames without end.
    EndlessFrames,
    /// Connections to the admin port that send nothing.
    AdminConnections,
}

/// The connections of an attack by calls, each with all of its streams: together more than the calls that a server
/// admits.
const CONNECTIONS: usize = 6;
const STREAMS: usize = 200;
/// The idle connections: more than one address may have by default.
const IDLE_CONNECTIONS: usize = 600;
/// The admin port has as many.
const ADMIN_CONNECTIONS: usize = 64;
/// The connections of the calls full of faults, and the calls of each.
const FAULTY: [usize; 2] = [4, 49];

/// The address that attacks come from.
const SOURCE: &str = "127.0.0.1";
/// The pause before a connection that was closed or refused is opened again, and before another head is sent.
const PAUSE: Duration = Duration::from_millis(500);

/// The time between two bytes of an answer that is taken slowly.
const BYTE_INTERVAL: Duration = Duration::from_secs(4);

/// The connection preface of HTTP/2, and empty settings.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// PRIORITY of stream 1, WINDOW_UPDATE of the connection by 1, and a frame of a type that HTTP/2 does not have.
const FRAMES: [&[u8]; 3] =
    [b"\0\0\x05\x02\0\0\0\0\x01\0\0\0\0\x10", b"\0\0\x04\x08\0\0\0\0\0\0\0\0\x01", b"\0\0\x05\xf0\0\0\0\0\0hello"];

impl Attack {
    pub const ALL: [Self; 6] = [
        Self::SlowAnswers,
        Self::MissingBodies,
        Self::IdleConnections,
        Self::UnknownOptions,
        Self::EndlessFrames,
        Self::AdminConnections,
    ];

    /// What the client does.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SlowAnswers => "answers taken one byte every 4 s, on all streams",
            Self::MissingBodies => "heads without their bodies, on all streams",
            Self::IdleConnections => "600 idle HTTP/2 connections",
            Self::UnknownOptions => "196 calls at a time with 64 KB of unknown options",
            Self::EndlessFrames => "endless PRIORITY, WINDOW_UPDATE and unknown frames",
            Self::AdminConnections => "64 idle connections to the admin port",
        }
    }

    /// Begins the attack, which goes on until the result is dropped.
    pub fn begin(self, server: &Server) -> JoinSet<()> {
        let mut clients = JoinSet::new();
        let public = server.address.clone();
        let admin = server.admin.clone();
        match self {
            Self::SlowAnswers => repeat(&mut clients, CONNECTIONS, move || slow_answers(public.clone())),
            Self::MissingBodies => repeat(&mut clients, CONNECTIONS, move || missing_bodies(public.clone())),
            Self::IdleConnections => repeat(&mut clients, IDLE_CONNECTIONS, move || idle(public.clone())),
            Self::UnknownOptions => repeat(&mut clients, FAULTY[0], move || unknown_options(public.clone())),
            Self::EndlessFrames => {
                for frame in FRAMES {
                    let public = public.clone();
                    repeat(&mut clients, 2, move || endless_frames(public.clone(), frame));
                }
            }
            Self::AdminConnections => repeat(&mut clients, ADMIN_CONNECTIONS, move || silent(admin.clone())),
        }
        clients
    }
}

/// Spawns clients, each of which connects again after a pause when its connection has ended or was refused.
fn repeat<F>(clients: &mut JoinSet<()>, count: usize, client: impl Fn() -> F + Clone + Send + 'static)
where
    F: Future<Output = Option<()>> + Send,
{
    for _ in 0..count {
        let client = client.clone();
        clients.spawn(async move {
            loop {
                client().await;
                sleep(PAUSE).await;
            }
        });
    }
}

/// Repeats a call on every stream of a connection until it ends.
async fn on_every_stream<F>(connection: Connection, count: usize, call: impl Fn(SendRequest<Bytes>) -> F)
where
    F: Future<Output = Option<()>> + Send + 'static,
{
    let mut streams = JoinSet::new();
    for _ in 0..count {
        streams.spawn(call(connection.sender.clone()));
    }
    streams.join_all().await;
}

async fn slow_answers(address: String) -> Option<()> {
    let connection = Connection::attempt(SOURCE, &address, Builder::new().initial_window_size(1)).await?;
    on_every_stream(connection, STREAMS, async |sender| {
        loop {
            let request = Request::get("http://ayla/v1/server-info").body(()).expect("a request");
            let (answer, _) = sender.clone().ready().await.ok()?.send_request(request, true).ok()?;
            let mut body = answer.await.ok()?.into_body();
            while let Some(Ok(piece)) = body.data().await {
                let _ = body.flow_control().release_capacity(piece.len());
                sleep(BYTE_INTERVAL).await;
            }
        }
    })
    .await;
    Some(())
}

async fn missing_bodies(address: String) -> Option<()> {
    let connection = Connection::attempt(SOURCE, &address, &Builder::new()).await?;
    on_every_stream(connection, STREAMS, async |sender| {
        let call = Call::json("/v1/variants/awale/legal-moves", &json!({"position": START}));
        loop {
            let (answer, _body) = sender.clone().ready().await.ok()?.send_request(call.head(), false).ok()?;
            answer.await.ok()?;
            // Otherwise it would be a flood of calls that are refused.
            sleep(PAUSE).await;
        }
    })
    .await;
    Some(())
}

async fn idle(address: String) -> Option<()> {
    let Connection { sender, ended } = Connection::attempt(SOURCE, &address, &Builder::new()).await?;
    let _ = ended.await;
    drop(sender);
    Some(())
}

async fn unknown_options(address: String) -> Option<()> {
    let connection = Connection::attempt(SOURCE, &address, &Builder::new()).await?;
    let call = hostile::unknown_options(64 * 1_024);
    on_every_stream(connection, FAULTY[1], move |sender| {
        let call = call.clone();
        async move {
            while let Outcome::Answered(_) = http2::call(&sender, &call).await {}
            Some(())
        }
    })
    .await;
    Some(())
}

async fn endless_frames(address: String, frame: &'static [u8]) -> Option<()> {
    let mut stream = connect(SOURCE, &address).await.ok()?;
    stream.write_all(PREFACE).await.ok()?;
    let frames = frame.repeat(1_000);
    loop {
        stream.write_all(&frames).await.ok()?;
    }
}

async fn silent(address: String) -> Option<()> {
    // Nothing comes: it ends with the connection.
    connect(SOURCE, &address).await.ok()?.read_u8().await.ok()?;
    Some(())
}
