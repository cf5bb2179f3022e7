//! Whole games from any position: a move is legal exactly when it is listed, and can be played exactly then.
#![no_main]

use ayla_rules::notation::read_line;
use ayla_rules::{Line, Move, Proposal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, Vec<u8>)| {
    let (text, choices) = input;
    let Ok(position) = read_line(text).and_then(|read| read.setup.position()) else { return };
    let mut line = Line::from(position);
    for choice in choices.into_iter().take(64) {
        let position = line.position();
        let legal = position.legal_moves();
        let asked = Proposal::House { number: (choice % 50).into(), side: None };
        match position.check(asked, None) {
            Ok(played) => assert!(legal.contains(&played), "{position}: {played}"),
            Err(_) => assert!(!legal.iter().any(|&played| Proposal::from(played) == asked), "{position}: {asked:?}"),
        }
        let Some(&played) = legal.get(usize::from(choice) % legal.len().max(1)) else { return };
        assert!(played != Move::Agree && line.play_unchecked(played, &mut ()), "{position}: {played}");
    }
});
