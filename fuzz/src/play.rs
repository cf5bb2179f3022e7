//! Whole games from any position: a move is legal exactly when it is listed, and can be played exactly then.

use ayla_rules::notation::read_line;
use ayla_rules::{Line, Move, Proposal};

/// A position in a line, then a byte for each choice of a move.
pub fn check(input: &[u8]) {
    let Some((text, choices)) = crate::first_line(input) else { return };
    let Ok(position) = read_line(text).and_then(|read| read.setup.position()) else { return };
    let mut line = Line::from(position);
    for &choice in choices.iter().take(64) {
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
}
