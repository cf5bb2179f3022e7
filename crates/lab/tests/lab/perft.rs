//! `ayla-lab perft`.

use serde_json::{Value, json};

use crate::{START, run};

fn perft(position: &str, depth: &str) -> Value {
    run(&["perft", position, depth, "--json"]).json()
}

#[test]
fn perft_counts_lines() {
    let text = run(&["perft", START, "3"]).only_answer();
    assert!(text.starts_with("1      "), "{text}");
    assert!(text.contains("\ntotal 190\n") && text.ends_with(" lines/s\n"), "{text}");

    let count = perft(START, "2");
    assert_eq!((&count["depth"], &count["total"]), (&2.into(), &36.into()));
    assert_eq!(count["moves"][5], json!({"move": "6", "lines": 6}));
    assert!(count["seconds"].is_number());
    assert_eq!(perft(START, "0")["total"], 1);
    assert_eq!(perft("awale 000000/000000 24/24 s", "1000")["total"], 0);
}
