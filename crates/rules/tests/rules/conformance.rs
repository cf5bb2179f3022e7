//! The rules, compared with the cases of an independent reference.

use ayla_rules::congklak::NoRound;
use ayla_rules::notation::read_move;
use ayla_rules::{Event, Side, Variant};
use ayla_test_games::vectors::{folder, rows};
use ayla_test_games::{Case, cases, play, read};
use serde_json::Value;

#[test]
fn every_reference_case_holds() {
    for (name, case) in cases() {
        match case {
            Case::Line { position, moves, after } => {
                assert_eq!(read(&position).to_string(), position, "case {name}");
                let end = read(&format!("{position} moves {}", moves.join(" "))).position();
                assert_eq!(end.to_string(), after, "case {name}");
            }
            Case::Position { position, settled, legal, illegal, after, laps } => {
                let line = read(&position);
                let start = line.position();
                assert_eq!(start.to_string(), settled.as_ref().unwrap_or(&position).as_str(), "case {name}");
                let listed: Vec<String> = start.legal_moves().iter().map(ToString::to_string).collect();
                assert_eq!(listed, legal, "case {name}: {position}");
                for (text, reason) in illegal {
                    let proposal = read_move(&text, &start.rules()).expect("a move");
                    let illegal = start.check(proposal, None).expect_err("illegal");
                    assert_eq!(illegal.reason().name(), reason, "case {name}: move {text}");
                }
                for (text, after) in after {
                    let mut events = Vec::new();
                    let next = play(line.clone(), &text, &mut events).position();
                    assert_eq!(next.to_string(), after, "case {name}: move {text} of {position}");
                    if let Some(&laps) = laps.get(&text) {
                        let pick_ups = events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count();
                        assert_eq!(pick_ups, laps, "case {name}: move {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_round_leads_to_the_one_of_the_reference() {
    for row in rows(&folder(Variant::Congklak).join("rounds.jsonl")) {
        let case: Value = serde_json::from_str(&row).expect("a case is JSON");
        let text = |name| case[name].as_str();
        let first = text("first").and_then(Side::from_name);
        let ended = read(text("position").expect("a position")).position();
        let next = ended.next_round(first).map(|next| next.to_string()).map_err(|why| match why {
            NoRound::NotOver => "ROUND_NOT_OVER",
            NoRound::Unequal => "INCONSISTENT_POSITION",
            NoRound::Lost(_) => "NO_FURTHER_ROUND",
            NoRound::OtherGame => unreachable!(),
        });
        assert_eq!(next.as_deref().map_err(|why| Some(*why)), text("next").ok_or(text("refused-next")), "{row}");
    }
}
