//! A running server, asked over HTTP.

use std::io;
use std::time::Duration;

use ayla_rules::Line;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::player::Found;
use super::spec::{Limits, PlayerSpec};

/// The host and port of a server.
#[derive(Debug)]
pub(super) struct Server(String);

/// The timeout for a server to name its engine.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout for a server to build an endgame table. It may be set to build none.
const TABLES_TIMEOUT: Duration = Duration::from_secs(5);
/// The interval between two questions whether the table is there.
const TABLES_POLL: Duration = Duration::from_millis(10);

impl Server {
    /// The server at `http://HOST:PORT`, and the version of its engine.
    ///
    /// # Errors
    ///
    /// It does not answer, or does not allow the limits.
    pub(super) async fn connect(address: &str, spec: &PlayerSpec) -> Result<(Self, String), String> {
        let server = Self(address.trim_start_matches("http://").trim_end_matches('/').to_owned());
        let info = tokio::time::timeout(CONNECT_TIMEOUT, server.call("GET", "server-info", "")).await;
        let info = info.unwrap_or_else(|_| Err("it does not answer".to_owned()));
        let info = info.map_err(|why| format!("{spec} cannot be asked at {address}: {why}"))?;
        let Limits { depth, nodes, time_ms, .. } = spec.limits;
        for (name, limit, field) in [
            ("depth", depth.map(u64::from), "suggestDepthMax"),
            ("nodes", nodes, "suggestNodesMax"),
            ("time-ms", time_ms.map(u64::from), "suggestTimeMsMax"),
        ] {
            let most = &info["limits"][field];
            if limit > most.as_u64() {
                return Err(format!("{spec}: the server allows no more than {name}={most}"));
            }
        }
        Ok((server, info["engine"].as_str().unwrap_or_default().to_owned()))
    }

    /// Waits until suggestions use an endgame table for the rules of this line.
    ///
    /// # Errors
    ///
    /// They do not in time.
    pub(super) async fn prepare(&self, line: &Line) -> Result<(), String> {
        let ready = async {
            // If it does not answer, the first move reports the error.
            while self.suggest(line, json!({"nodes": 1})).await.is_ok_and(|answer| answer["tables"] == json!([])) {
                tokio::time::sleep(TABLES_POLL).await;
            }
        };
        let timely = tokio::time::timeout(TABLES_TIMEOUT, ready).await;
        timely.map_err(|_| format!("has no endgame table after {} s", TABLES_TIMEOUT.as_secs()))
    }

    /// Asks for a move at the end of a line.
    pub(super) async fn ask(&self, line: &Line, limits: Limits, seed: Option<u64>) -> Result<Found, String> {
        let Limits { level, depth, nodes, time_ms } = limits;
        let limits = json!({"level": level, "seed": seed, "depth": depth, "nodes": nodes, "timeMs": time_ms});
        let found = self.suggest(line, limits).await?;
        let depth = found["depth"].as_u64().filter(|_| found["certainty"] == "estimated");
        let played = found["move"].as_str().ok_or("it suggests no move")?.to_owned();
        Ok((played, depth.map(|depth| depth as u32), found["nodes"].as_u64().unwrap_or_default()))
    }

    async fn suggest(&self, line: &Line, mut request: Value) -> Result<Value, String> {
        request["position"] = line.to_string().into();
        let variant = line.position().rules().variant();
        self.call("POST", &format!("variants/{variant}/suggest-move"), &request.to_string()).await
    }

    /// Calls an operation, each on a connection of its own: in HTTP/1.0 an answer ends where the connection does.
    async fn call(&self, method: &str, path: &str, body: &str) -> Result<Value, String> {
        let host = &self.0;
        let length = body.len();
        let request = format!(
            "{method} /v1/{path} HTTP/1.0\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let exchange = async {
            let mut stream = TcpStream::connect(host).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await?;
            Ok(answer)
        };
        let answer = exchange.await.map_err(|error: io::Error| error.to_string())?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("its answer is not HTTP")?;
        let answer: Value = serde_json::from_str(body).map_err(|error| format!("its answer is not JSON: {error}"))?;
        if head.split(' ').nth(1) == Some("200") {
            Ok(answer)
        } else {
            Err(format!("{} {}", answer["reason"], answer["detail"]))
        }
    }
}
