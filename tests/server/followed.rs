//! The id of a call, wherever it is told.

use ayla_test_server::http2::{self, Call, frames};
use ayla_test_server::{START, Server};
use serde_json::{Value, json};
use tonic_types::StatusExt;

const ID: &str = "x-request-id";

fn refused() -> Value {
    json!({"position": START, "move": "99"})
}

/// The id in an answer's headers or trailers.
fn id(headers: &http::HeaderMap) -> &str {
    headers[ID].to_str().expect("text")
}

#[tokio::test]
async fn an_id_of_the_caller_is_kept_if_it_is_fine() {
    let server = Server::shared();
    let mut json = server.json().await;
    let headers = |id| [("content-type", "application/json"), (ID, id)];
    let path = "/v1/variants/awale/apply-move";
    let longest = "i".repeat(128);
    for fine in ["a", "0af7651916cd43dd-8448eb211c80319c", "{\"a\":1}", &longest] {
        let reply = json.send("POST", path, &headers(fine), refused().to_string().as_bytes()).await;
        assert_eq!((id(&reply.headers), reply.json()["requestId"].as_str()), (fine, Some(fine)));
    }
    let mut made = Vec::new();
    for other in ["", "two words", "two\twords", &"i".repeat(129)] {
        let reply = json.send("POST", path, &headers(other), refused().to_string().as_bytes()).await;
        made.push(id(&reply.headers).to_owned());
        assert_eq!(reply.json()["requestId"], *made.last().expect("one"));
        assert!(made.iter().all(|id| id.len() == 16 && id.bytes().all(|digit| digit.is_ascii_hexdigit())), "{made:?}");
    }
    made.dedup();
    assert_eq!(made.len(), 4);
}

#[tokio::test]
async fn answers_that_shared_caches_keep_have_no_id() {
    let server = Server::shared();
    let mut json = server.json().await;
    let path = "/v1/variants/awale/legal-moves?position=awale%20444444/444444%200/0%20s";
    let kept = json.get(path).await;
    assert!(kept.status == 200 && !kept.headers.contains_key(ID));
    let etag = kept.headers["etag"].to_str().expect("text").to_owned();
    let known = json.send("GET", path, &[("if-none-match", &etag)], &[]).await;
    assert!(known.status == 304 && !known.headers.contains_key(ID));
    assert!(!json.get("/").await.headers.contains_key(ID));
    let by_get = json.get("/mancala.v1.MancalaService/ListVariants?encoding=json&message=%7B%7D").await;
    assert_eq!(by_get.status, 200);
    assert!([ID, "trailer-x-request-id"].iter().all(|name| !by_get.headers.contains_key(*name)));
    // An error is not kept.
    assert!(json.get("/v1/variants/chess").await.headers.contains_key(ID));
}

#[tokio::test]
async fn grpc_tells_the_id_in_trailers_and_in_the_details_of_errors() {
    let rpc = Server::shared().rpc().await;
    let body = json!({"position": START, "move": "1"});
    let answer = http2::call(&rpc.0.sender, &Call::grpc("apply-move", &body).with(ID, "fine")).await.answer();
    assert_eq!((answer.headers.contains_key(ID), id(&answer.trailers)), (false, "fine"));
    let body = json!({"position": START, "nodes": 1_000});
    let stream = Call::grpc("suggest-move-stream", &body).with(ID, "stream");
    let answer = http2::call(&rpc.0.sender, &stream).await.answer();
    assert_eq!((id(&answer.headers), id(&answer.trailers)), ("stream", "stream"));
    let answer = http2::call(&rpc.0.sender, &Call::grpc("apply-move", &refused()).with(ID, "bad")).await.answer();
    assert_eq!(id(&answer.headers), "bad");
    let info = answer.grpc_status().get_details_request_info().expect("a detail");
    assert_eq!((info.request_id.as_str(), info.serving_data.as_str()), ("bad", ""));
}

#[tokio::test]
async fn connect_tells_the_id_as_grpc_does() {
    let rpc = Server::shared().rpc().await;
    let path = "/mancala.v1.MancalaService";
    let call = |rpc: &str, kind: &str, body: Vec<u8>| Call::new(&format!("{path}/{rpc}"), kind, body).with(ID, "ours");
    let json = |body: Value| body.to_string().into_bytes();
    let fine = call("ApplyMove", "application/json", json(json!({"position": START, "move": "1"})));
    let fine = http2::call(&rpc.0.sender, &fine).await.answer();
    assert_eq!((id(&fine.headers), &fine.headers["trailer-x-request-id"]), ("ours", &"ours".parse().expect("one")));
    let bad = http2::call(&rpc.0.sender, &call("ApplyMove", "application/json", json(refused()))).await.answer();
    assert_eq!(id(&bad.headers), "ours");
    let details = bad.json()["details"].as_array().expect("a list").clone();
    let info = details.iter().find(|detail| detail["type"] == "google.rpc.RequestInfo").expect("one");
    assert_eq!(info["debug"]["requestId"], "ours");
    let streamed = http2::frame(&json(json!({"position": START, "nodes": 100})));
    let streamed = call("SuggestMoveStream", "application/connect+json", streamed);
    let (_, end) = frames(http2::call(&rpc.0.sender, &streamed).await.answer().body).pop().expect("an end");
    let end: Value = serde_json::from_slice(&end).expect("JSON");
    assert_eq!(end["metadata"][ID], json!(["ours"]));
}
