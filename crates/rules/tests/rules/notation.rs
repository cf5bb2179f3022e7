//! The reader of the text notation, compared with an independent reference.

use ayla_rules::FaultKind;
use ayla_rules::notation::read_line;
use ayla_test_games::vectors::{root, rows, rows_of_all};
use serde_json::Value;

fn reason(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Malformed => "MALFORMED_POSITION",
        FaultKind::UnknownVariant => "UNKNOWN_VARIANT",
        FaultKind::UnknownOption => "UNKNOWN_OPTION",
        FaultKind::OptionOutOfRange => "OPTION_OUT_OF_RANGE",
        FaultKind::Inconsistent => "INCONSISTENT_POSITION",
    }
}

#[test]
fn texts_are_read_or_refused_with_the_expected_reason() {
    let of_games = rows_of_all("texts.jsonl").into_iter().map(|(_, row)| row);
    for row in of_games.chain(rows(&root().join("texts.jsonl"))) {
        let case: Value = serde_json::from_str(&row).expect("a case is JSON");
        let text = case["text"].as_str().expect("a text");
        let position = read_line(text).and_then(|read| read.setup.position());
        match (position, case["canonical"].as_str()) {
            (Ok(position), Some(canonical)) => assert_eq!(position.to_string(), canonical, "{text}"),
            (Err(faults), None) => assert_eq!(case["error"], reason(faults[0].kind()), "{text}: {faults:?}"),
            (Ok(position), None) => panic!("{text} is read as {position}, and ought to be {}", case["error"]),
            (Err(faults), Some(_)) => panic!("{text} is refused: {faults:?}"),
        }
    }
}
