//! The rules, compared with the cases of an independent reference.

use ayla_rules::notation::{read_line, read_move};
use ayla_rules::{Event, Line, Position};
use ayla_test_games::{Case, cases};

fn position(case: &Case, text: &str) -> Position {
    let read = read_line(text).unwrap_or_else(|faults| panic!("case {}: {faults:?}", case.number));
    read.setup.position().unwrap_or_else(|faults| panic!("case {}: {faults:?}", case.number))
}

#[test]
fn every_reference_case_holds() {
    for case in cases() {
        let start = position(&case, case.position());
        let number = case.number;
        assert_eq!(start.to_string(), case.settled(), "case {number}");
        if let Some((moves, after)) = case.line() {
            let mut line = Line::from(start);
            for text in moves {
                let proposal = read_move(text, start.rules().variant()).expect("a move");
                let played = line.position().check(proposal, None).expect("legal");
                assert!(line.play_unchecked(played, &mut ()));
            }
            assert_eq!(line.position().to_string(), after, "case {number}");
            continue;
        }
        let legal: Vec<String> = start.legal_moves().iter().map(ToString::to_string).collect();
        assert_eq!(legal, case.legal().expect("legal moves"), "case {number}: {}", case.position());
        for (text, reason) in case.illegal() {
            let proposal = read_move(text, start.rules().variant()).expect("a move");
            let illegal = start.check(proposal, None).expect_err("illegal");
            assert_eq!(illegal.reason().name(), reason, "case {number}: move {text}");
        }
        for (text, after) in case.after() {
            let proposal = read_move(text, start.rules().variant()).expect("a move");
            let played = start.check(proposal, None).unwrap_or_else(|why| panic!("case {number}: {text}: {why:?}"));
            let (mut line, mut events) = (Line::from(start), Vec::new());
            assert!(line.play_unchecked(played, &mut events), "case {number}: move {text}");
            assert_eq!(line.position().to_string(), after, "case {number}: move {text} of {}", case.position());
            if let Some(laps) = case.laps(text) {
                let pick_ups = events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count();
                assert_eq!(pick_ups as u64, laps, "case {number}: move {text}");
            }
        }
    }
}
