use std::collections::BTreeSet;

use ayla_rules::{MoveKind, Variant};
use ayla_test_games::Random;

use super::*;
use crate::request::{PlayTurnRequest, TextRequest};

/// Names that make reading hard: with the full stop of a sentence, and with the number of a house and a question mark.
const NAMES: [&str; 2] = ["St. Amina", "Bot 2?"];

/// Positions with moves that random games seldom have: a choice, seats, a pass.
const RARE: [&str; 5] = [
    "andada 033/033 - n c",
    "andada:team=3 222/222 - s o",
    "anywoli 000000000000/100000000000 20/27 s",
    "congklak 0000000/0000010 41/51 s",
    "kalah:pie=true 055554/444444 0/0 n c",
];

/// What is printed of a move that can be made after a line, in one voice: by answers, tools, pages and the command
/// line.
fn printed(line: &Line, played: Move, voice: &Voice) -> Vec<String> {
    let position = line.position();
    let mover = position.turn();
    let text = played.text();
    let label = voice.say(&words::label(played));
    let with_label = Message::new("tool-move").with("move", text.clone()).with("label", label.clone());
    let best = Message::new("best-move").with("move", text.clone());
    let mut printed = vec![label, voice.say(&with_label), voice.say(&words::played(mover, played))];
    printed.push(words::sentence(&voice.say(&best), voice.language));
    if let Some(seat) = position.seat(played) {
        let with_seat = Message::new("with-seat").with("move", text.clone()).with("seat", seat);
        printed.push(voice.say(&with_seat));
        printed.push(voice.say(&Message::new("best-move").with("move", with_seat)));
    }
    if words::WORD_MOVES.contains(&played) {
        let word = Message::new(format!("word-{text}"));
        printed.push(voice.say(&Message::new("quotation").with("text", word)));
        printed.push(voice.say(&Message::new(format!("page-move-{text}"))));
    }
    let last = LastMove::play(&mut line.clone(), played, EventLog::default());
    let messages = last.messages(position.rules().variant(), ayla_rules::View::All);
    // Of an agreement that shares seeds, only that is told.
    if messages.first() == Some(&words::played(mover, played)) {
        printed.push(voice.say_all(&messages));
    }
    printed.push(text);
    printed
}

/// The texts of a room in a language, whose players may have names.
fn rooms(names: Option<&Names>) -> Vec<TextOptions> {
    let request = PlayTurnRequest { names: names.cloned(), ..PlayTurnRequest::default() };
    Language::all().map(|language| request.text_options(language)).collect()
}

#[test]
fn every_printed_form_of_a_move_is_read_as_that_move_in_every_language() {
    let [south, north] = NAMES.map(|name| Some(name.to_owned()));
    let names = Names { south, north };
    for &variant in Variant::ALL {
        let mut kinds: BTreeSet<&str> = BTreeSet::new();
        let mut lines: Vec<Line> = (0..10).map(|seed| Random(seed << 8 | variant as u64).line(variant, 8).2).collect();
        lines.extend(
            RARE.into_iter().map(ayla_test_games::read).filter(|line| line.position().rules().variant() == variant),
        );
        for line in &lines {
            let position = line.position();
            let agrees = position.check(Proposal::Agree, None).ok();
            for played in position.legal_moves().into_iter().chain(agrees) {
                kinds.insert(played.kind().name());
                for names in [None, Some(&names)] {
                    let rooms = rooms(names);
                    let voices = rooms.iter().flat_map(|room| in_every_person(&room.voice));
                    let forms: BTreeSet<String> = voices.flat_map(|voice| printed(line, played, &voice)).collect();
                    for (form, room) in forms.iter().flat_map(|form| rooms.iter().map(move |room| (form, room))) {
                        let read = move_of_turn(form, line, room);
                        let made = read.and_then(|typed| position.check(typed.proposal, typed.seat).ok());
                        assert_eq!(made, Some(played), "{form:?} in {} at {position}", room.voice.language);
                    }
                }
            }
        }
        let all: BTreeSet<&str> = variant.about().moves.iter().map(|kind: &MoveKind| kind.name()).collect();
        assert_eq!(kinds, all, "{variant}");
    }
}

#[test]
fn what_is_told_of_another_move_or_of_more_is_no_move() {
    let line = ayla_test_games::read("awale 444444/444444 0/0 s");
    for room in rooms(None) {
        for text in [
            "South plays house 3. The last of 5 seeds falls in North's house 1.",
            "South plays house 3. The last of 4 seeds falls in North's house 2.",
            "South plays house 3. The last of 4 seeds falls in North's house 1. North plays house 3.",
            "South plays house 3. North plays house 3.",
            "North plays house 3.",
            "Nord joue la case 3.",
            "3 (seat 1)",
        ] {
            assert_eq!(move_of_turn(text, &line, &room), None, "{text}");
        }
    }
}

#[test]
fn the_letters_of_turkish_are_read_in_either_size() {
    for (small, large) in [("kapı", "KAPI"), ("iki", "İKİ"), ("ıi", "Iİ")] {
        assert_eq!(words_of(small), words_of(large));
    }
}

#[test]
fn a_name_is_no_move() {
    let [south, north] = ["2", "not"].map(|name| Some(name.to_owned()));
    let names = Names { south, north };
    let line = ayla_test_games::read("awale 444444/444444 0/0 s");
    for room in rooms(Some(&names)) {
        let read = |text| move_of_turn(text, &line, &room).map(|typed| typed.proposal);
        assert_eq!(read("2 plays house 3."), Some(Move::House(3).into()));
        for text in ["2 3", "not 3", "house 2 3", "not plays house 3."] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
