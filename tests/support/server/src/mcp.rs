//! A client of the Model Context Protocol over HTTP, as plain JSON-RPC.

use serde_json::{Value, json};

use crate::server::{Json, Reply, Server};

/// A revision of the protocol.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Revision {
    /// The newest, whose requests stand alone.
    Stateless,
    /// The one before, which begins with a handshake.
    Handshake,
}

impl Revision {
    pub const ALL: [Self; 2] = [Self::Stateless, Self::Handshake];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Stateless => "2026-07-28",
            Self::Handshake => "2025-11-25",
        }
    }
}

/// A client on one connection.
pub struct Mcp {
    json: Json,
    revision: Revision,
    /// The value of the header with the API key, if there is one.
    bearer: Option<String>,
    /// The number of requests sent.
    pub sent: u64,
}

impl Mcp {
    pub async fn connect(server: &Server, revision: Revision) -> Self {
        Self { json: server.json().await, revision, bearer: None, sent: 0 }
    }

    /// Sends this API key with every request from now on.
    #[must_use]
    pub fn by(mut self, key: &str) -> Self {
        self.bearer = Some(format!("Bearer {key}"));
        self
    }

    /// Sends a request, and returns the answer of the transport.
    pub async fn send(&mut self, method: &str, mut params: Value, more: &[(&str, &str)]) -> Reply {
        self.sent += 1;
        let mut headers = vec![("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
        headers.push(("mcp-protocol-version", self.revision.name()));
        headers.extend(more);
        headers.extend(self.bearer.as_deref().map(|bearer| ("authorization", bearer)));
        let name = params["name"].as_str().or(params["uri"].as_str()).map(str::to_owned);
        if self.revision == Revision::Stateless {
            headers.push(("mcp-method", method));
            headers.extend(name.as_deref().map(|name| ("mcp-name", name)));
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = self.revision.name().into();
            meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1"});
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let request = json!({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params});
        self.json.send("POST", "/mcp", &headers, request.to_string().as_bytes()).await
    }

    /// The result of a request.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        let reply = self.send(method, params, &[]).await;
        let mut answer = reply.json();
        assert_eq!(answer["id"], self.sent, "{answer}");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The result of a tool.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// What a tool has answered, as structured content.
    pub async fn tool(&mut self, tool: &str, arguments: Value) -> Value {
        let mut result = self.call(tool, arguments).await;
        assert_ne!(result["isError"], true, "{result}");
        result["structuredContent"].take()
    }

    /// Why a tool has not answered: the text of its error.
    pub async fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        text(&result).to_owned()
    }
}

/// The text of a result.
pub fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {result}"))
}
