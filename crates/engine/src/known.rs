//! First positions whose values were proven beforehand, which a search within the default limit does not prove.
//! `crates/lab/docs/solving.md` says how their file is made.

use ayla_rules::{Line, Move, Side};

/// A position, its value to the player to move, and a line of best play on each line.
static STARTS: &str = include_str!("../games/starts");

/// The proven value of a line without a move, and the best play from there, if it is known.
pub(crate) fn known(line: &Line) -> Option<(i32, Vec<Move>)> {
    let setup = line.position().setup();
    if setup.stores.is_none_or(|stores| stores.south + stores.north > 0) {
        return None;
    }
    let text = if setup.turn == Side::North { setup.mirrored() } else { setup }.text();
    let mut words = STARTS.lines().find_map(|line| line.strip_prefix(&*text)?.strip_prefix(" value "))?.split(' ');
    let value = words.next()?.parse().ok()?;
    Some((value, words.map(|house| house.parse().map(Move::House)).collect::<Result<_, _>>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, suggest};
    use ayla_rules::{BySide, Status};
    use ayla_test_games::read;

    #[test]
    fn known_starts_are_answered_without_a_search() {
        for text in STARTS.lines() {
            let (start, _) = text.split_once(" value ").expect("a value");
            let first = read(start);
            let (value, moves) = known(&first).expect("it is known");
            let mut line = first.clone();
            for &played in &moves {
                line = line.play(played).expect("legal");
            }
            // A line may be shorter than the game.
            if let Status::Over { score: Some(BySide { south, north }), .. } = line.position().status() {
                assert_eq!(value, i32::from(south) - i32::from(north), "{text}");
            }
            let north = Line::from(first.position().setup().mirrored().position().expect("a position"));
            for line in [first, north] {
                let report = suggest(&Request::new(&line)).expect("not over");
                assert_eq!((report.best.value, report.nodes), (value.into(), 0));
                assert_eq!(report.best.line, moves);
            }
        }
        assert_eq!(known(&read("kalah 444444/444444 0/0 s moves 3")), None);
    }
}
