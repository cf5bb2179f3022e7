//! Endgame tables in a server: built on first use, or mapped from files.

use std::fs;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use ayla_engine::tablebase::{Class, WorkerPool, build_file};
use ayla_rules::Variant;
use ayla_test_server::command::{folder, run_with, text};
use ayla_test_server::{Json, Server, in_time};
use serde_json::{Value, json};

/// Eight seeds, whose play a search of a few nodes does not follow to the end.
const ENDING: &str = "awale 002010/100211 20/20 n";
const NODES: u64 = 100;

async fn ask(json: &mut Json, position: &str) -> Value {
    json.ask("awale", "suggest-move", &json!({"position": position, "nodes": NODES})).await.json()
}

#[tokio::test]
async fn a_table_is_built_on_first_use_and_named_in_answers() {
    let server = Server::start_with(&[("AYLA_TABLE_MEMORY", "3")]);
    let mut json = server.json().await;
    let get = format!("/v1/variants/awale/suggest-move?nodes={NODES}&position={}", ENDING.replace(' ', "_"));
    let tag = json.get(&get).await.headers["etag"].clone();
    // No call waits for the table.
    let first = ask(&mut json, ENDING).await;
    let built = async {
        loop {
            let found = ask(&mut json, ENDING).await;
            if found["tables"] != json!([]) {
                break found;
            }
            assert_eq!(found, first);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let found = in_time(built).await;
    assert_eq!((&first["certainty"], &first["tables"]), (&json!("estimated"), &json!([])));
    assert_eq!((&found["certainty"], &found["tables"]), (&json!("proven"), &json!(["awale 12"])));
    assert_eq!(json.get("/v1/server-info").await.json()["tables"], json!(["awale 12"]));
    assert_eq!(server.metric("ayla_endgame_tables").await, Some(1.0));
    assert_ne!(json.get(&get).await.headers["etag"], tag, "another answer");

    // With an option that ends the game early, the table is only guidance. A low level does not use it.
    let stopped = ask(&mut json, &ENDING.replace("awale", "awale:quiet=30")).await;
    assert_eq!((&stopped["certainty"], &stopped["tables"]), (&json!("estimated"), &json!(["awale 12"])));
    let weak = json.ask("awale", "suggest-move", &json!({"position": ENDING, "level": 3})).await.json();
    assert_eq!(weak["tables"], json!([]));
}

#[tokio::test]
async fn table_files_are_mapped_and_a_damaged_one_is_named() {
    let folder = folder("endings");
    let file = folder.join("eight.ayla");
    let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    let done = AtomicU64::new(0);
    build_file(class, 8, &file, &WorkerPool::new(2, &done), |_| ()).expect("built");
    let settings = [("AYLA_TABLES", text(&folder))];
    let server = Server::start_with(&settings);
    let mut json = server.json().await;
    let found = ask(&mut json, ENDING).await;
    assert_eq!((&found["certainty"], &found["tables"]), (&json!("proven"), &json!(["awale 8"])));

    // Nothing is answered from a file that was truncated while it is mapped, and the server lives.
    let whole = fs::read(&file).expect("readable");
    fs::File::options().write(true).open(&file).and_then(|file| file.set_len(500)).expect("truncated");
    assert_eq!(server.metric("ayla_endgame_tables_dropped_total").await, Some(0.0));
    let found = ask(&mut json, ENDING).await;
    assert_eq!((&found["certainty"], &found["tables"]), (&json!("estimated"), &json!([])));
    assert_eq!(server.metric("ayla_endgame_tables_dropped_total").await, Some(1.0));
    assert_eq!(server.metric("ayla_endgame_tables").await, Some(0.0));
    assert_eq!(json.get("/v1/server-info").await.json()["tables"], json!([]));
    let entry = server.logged("an endgame table is no longer used").pop().expect("it is logged");
    assert!(entry["reason"].as_str().is_some_and(|why| why.ends_with("bytes and now has 500")), "{entry}");
    assert_eq!((&entry["file"], &entry["table"]), (&json!(text(&file)), &json!("awale 8")));
    fs::write(&file, whole).expect("written");

    let mut bytes = fs::read(&file).expect("readable");
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    fs::write(folder.join("seven.ayla"), bytes).expect("written");
    let said = run_with(&[], &settings).refusal(64);
    assert!(said.contains("seven.ayla: is altered: the boards of 8 seeds do not match their checksum"), "{said}");
}
