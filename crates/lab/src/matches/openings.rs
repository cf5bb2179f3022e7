//! Openings: lines from a file, or random moves.

use std::collections::HashSet;

use ayla_api::read::{self, Game};
use ayla_api::request::LineInput;
use ayla_api::words;
use ayla_engine::random::Random;
use ayla_rules::{Line, Rules, Side};

fn is_over(opening: &Game) -> bool {
    opening.line().position().legal_moves().is_empty()
}

/// Reads openings: a position or a line of moves on each line of text, with comments after `#`.
pub(super) fn read(text: &str) -> Result<Vec<Game>, String> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let input = LineInput { position: Some(line), ..LineInput::default() };
        match read::game_and_move(input, None, Vec::new()) {
            Ok((opening, _)) if is_over(&opening) => return Err(format!("line {number}: the game is over there")),
            Ok((opening, _)) => openings.push(opening),
            Err(error) => return Err(format!("line {number}: {error}")),
        }
    }
    if openings.is_empty() { Err("there is no opening in it".to_owned()) } else { Ok(openings) }
}

/// The attempts for each opening: where there are few openings, most attempts repeat one.
const TRIES: usize = 1_000;

/// Makes `count` openings of random legal moves. No two lead to the same position, and none ends the game.
pub(crate) fn random(rules: Rules, plies: usize, count: usize, seed: u64) -> Result<Vec<Game>, String> {
    let start = rules.first_position(Side::South).map_err(|faults| words::faults(&faults))?;
    // A stream that no game uses.
    let mut random = Random::new(seed, u64::MAX);
    let mut openings = Vec::with_capacity(count);
    let mut known = HashSet::new();
    for _ in 0..count.saturating_mul(TRIES) {
        if openings.len() == count {
            break;
        }
        let mut opening = Game::from(Line::from(start));
        while opening.moves().len() < plies
            && let Some(played) = random.pick(&opening.line().position().legal_moves())
        {
            opening.play(played, &mut ());
        }
        if !is_over(&opening) && known.insert(opening.line().position().to_string()) {
            openings.push(opening);
        }
    }
    if openings.len() == count {
        Ok(openings)
    } else {
        Err(format!("only {} different openings of {plies} plies were found, and {count} are needed", openings.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::{Move, Variant};

    #[test]
    fn a_file_has_positions_lines_and_comments() {
        let text = "# two\nawale 444444/444444 0/0 s moves 1 1 # a line\n\n  awale_444444/444444_0/0_n  \n";
        let openings = read(text).expect("two openings");
        assert_eq!(openings[0].line().position().to_string(), "awale 055554/055554 0/0 s q2");
        assert_eq!(openings[0].moves(), [Move::House(1), Move::House(1)]);
        assert_eq!(openings[1].line().to_string(), "awale 444444/444444 0/0 n");
    }

    #[test]
    fn a_fault_of_a_file_has_its_line() {
        for (text, said) in [
            ("# nothing\n\n", "no opening"),
            ("\nchess 8/8 0/0 s", "line 2: No game is called 'chess'"),
            ("awale 44444/444444 0/0 s", "line 1: "),
            ("awale 444444/444444 0/0 s moves 1 x", "line 1: 'x' is no move"),
            ("awale 444444/444444 0/0 s moves 7", "line 1: Move 1 of the line"),
            ("awale 000000/000000 24/24 s", "line 1: the game is over there"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn random_openings_differ_and_the_seed_decides() {
        let texts = |seed| {
            let openings = random(Variant::Awale.default_rules(), 4, 50, seed).expect("fifty openings");
            openings.iter().map(|opening| opening.line().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
        assert_eq!(texts(1).iter().collect::<HashSet<_>>().len(), 50);
        let error = random(Variant::Awale.default_rules(), 1, 7, 1).expect_err("six moves");
        assert!(error.contains("only 6 different openings of 1 plies"), "{error}");
    }
}
