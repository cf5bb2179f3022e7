//! Golden playthroughs: complete games with every event in words. Each file of a folder `playthroughs` in
//! `tests/vectors` has a first position and the moves. The game is played again here, and its description must be the
//! same.
//!
//! After a change of the rules, `AYLA_MEND=1 cargo test --test rules playthroughs` rewrites the files for review.

use std::fmt::Write;
use std::fs;

use ayla_rules::{BySide, EndReason, Event, House, Place, Status, Variant};
use ayla_test_games::vectors::folder;
use ayla_test_games::{UNPLAYED, play, read};

fn house(house: House) -> String {
    format!("{} {}", house.side.title(), house.number)
}

fn place(to: Place) -> String {
    match to {
        Place::House(to) => house(to),
        Place::Store(side) => format!("{}'s store", side.title()),
    }
}

/// Describes events: one, or seeds sown one after the other.
fn describe(events: &[Event]) -> String {
    match &events[0] {
        Event::PickUp { house: from, seeds, lap } => format!("lap {lap}: takes {seeds} from {}", house(*from)),
        Event::Sow { .. } => {
            let places: Vec<_> = events.iter().filter_map(Event::sown).map(place).collect();
            format!("sows {}", places.join(", "))
        }
        Event::Capture { house: from, seeds, to, ruling } => {
            format!("captures {seeds} from {}, to {to} ({ruling})", house(*from))
        }
        Event::Tuzdik { house: made, to, ruling } => format!("{} is {}'s tuzdik ({ruling})", house(*made), to.title()),
        Event::BearOff { seeds, ruling } => format!("bears off {seeds} ({ruling})"),
        Event::Swap { ruling } => format!("swaps the sides ({ruling})"),
        Event::Share { south, north, off, ruling } => {
            format!("shares what is left: South {south}, North {north}, off {off} ({ruling})")
        }
    }
}

/// Plays a game and describes it in the format of the files.
fn record(title: &str, start: &str, moves: &[&str]) -> (String, Status) {
    let mut line = read(start);
    let mut text = format!("# {title}\n\n{start}\n");
    for played in moves {
        let mover = line.position().turn();
        let mut events = Vec::new();
        line = play(line, played, &mut events);
        writeln!(text, "\n{} plays {played}", mover.title()).expect("text");
        for events in events.chunk_by(|one, next| one.sown().is_some() && next.sown().is_some()) {
            writeln!(text, "  {}", describe(events)).expect("text");
        }
        writeln!(text, "  {}", line.position()).expect("text");
    }
    let status = line.position().status();
    if let Status::Over { reason, winner, score } = status {
        let score = score.map_or(String::new(), |BySide { south, north }| format!(", {south} to {north}"));
        writeln!(text, "\nover by {reason}, winner: {winner}{score}").expect("text");
    }
    (text, status)
}

/// The paths and texts of the playthroughs of a game.
fn files(variant: Variant) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder(variant).join("playthroughs"))
        .expect("the folder of playthroughs")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text")))
        .collect();
    files.sort();
    files
}

#[test]
fn every_playthrough_matches_its_recording() {
    for &variant in Variant::ALL {
        let mut seen: Vec<EndReason> = Vec::new();
        for (path, text) in files(variant) {
            let mut lines = text.lines();
            let title = lines.next().and_then(|line| line.strip_prefix("# ")).expect("a title");
            let start = lines.nth(1).expect("a first position");
            let moves: Vec<&str> = lines.filter_map(|line| Some(line.split_once(" plays ")?.1)).collect();
            assert_eq!(start.split([':', ' ']).next(), Some(variant.name()), "{path}");
            let (recorded, status) = record(title, start, &moves);
            if std::env::var_os("AYLA_MEND").is_some() {
                fs::write(&path, &recorded).expect("the file can be written");
            } else {
                assert!(
                    recorded == text,
                    "{path} differs; the comment of this module says what to do. Now:\n{recorded}"
                );
            }
            let Status::Over { reason, .. } = status else { panic!("{path}: the game is not over") };
            seen.push(reason);
        }
        assert!(seen.len() >= 4, "four games of {variant}");
        for &reason in variant.about().endings {
            assert!(seen.contains(&reason) || (variant, reason) == UNPLAYED, "no {variant} game ends by {reason}");
        }
    }
}
