//! Positions as text for people: South below, North mirrored above, as the players sit.

use std::fmt::Write;

use ayla_rules::{Line, Move, Phase, Position, Setup, Status, Winner};

/// The board at the end of a line, whose turn it is or how the game ended, and the text to go on from.
pub(super) fn standing(line: &Line) -> String {
    let position = line.position();
    let setup = position.setup();
    let (here, line) = (setup.text(), line.to_string());
    let mut text = format!("{}\n{}\nPosition: {here}\n", board(&setup), status(&setup, &position.status()));
    if line != here {
        text += &format!("Line: {line}\n");
    }
    text
}

/// The houses with their numbers, and the stores: North's on the left, South's on the right.
fn board(setup: &Setup) -> String {
    let numbers: Vec<u32> = (1..).take(setup.south.len()).collect();
    let widest = setup.south.iter().chain(&setup.north).chain(&numbers).max().copied().unwrap_or(0);
    let width = widest.to_string().len() + 2;
    let row = |houses: &mut dyn Iterator<Item = &u32>| {
        houses.fold(String::new(), |mut row, seeds| {
            let _ = write!(row, "{seeds:>width$}");
            row
        })
    };
    let [left, right] = match setup.stores {
        Some([south, north]) => [format!("{north:>4}"), format!("{south:>4}")],
        None => [String::new(), String::new()],
    };
    let margin = "North".len() + left.len();
    format!(
        "{:margin$}{}\nNorth{left}{}\n{:margin$}{}{right}  South\n{:margin$}{}\n",
        "",
        row(&mut numbers.iter().rev()),
        row(&mut setup.north.iter().rev()),
        "",
        row(&mut setup.south.iter()),
        "",
        row(&mut numbers.iter()),
    )
}

fn status(setup: &Setup, status: &Status) -> String {
    let mover = setup.turn.title();
    match status {
        Status::InProgress { can_agree } => {
            let mut text = match setup.phase {
                Some(Phase::Opening) => format!("{mover} makes the opening move."),
                Some(Phase::Choice) => format!("{mover} chooses who makes the first regular move: take or give."),
                Some(Phase::BearOff) => format!("{mover} is to move, and bears off."),
                Some(Phase::Play) | None => format!("{mover} is to move."),
            };
            if *can_agree {
                text += " Both may agree to stop.";
            }
            if let Some(quiet @ 1..) = setup.quiet {
                let _ = write!(text, " Moves without a capture: {quiet}.");
            }
            text + "\n"
        }
        Status::Over { reason, winner, score } => {
            let winner = match winner {
                Winner::South => "South wins",
                Winner::North => "North wins",
                Winner::Nobody => "nobody wins",
            };
            let score = score.map(|[south, north]| format!(", {south} to {north}")).unwrap_or_default();
            format!("The game is over ({reason}): {winner}{score}.\n")
        }
    }
}

/// The legal moves, each with its seat where there are several.
fn moves(position: &Position) -> String {
    position.legal_moves().into_iter().map(|played| legal_move(position, played)).collect::<Vec<_>>().join(", ")
}

/// The line that lists the legal moves; empty when there are none.
pub(super) fn legal_moves(position: &Position) -> String {
    let moves = moves(position);
    if moves.is_empty() { String::new() } else { format!("Legal moves: {moves}\n") }
}

/// A legal move, with its seat where there are several.
fn legal_move(position: &Position, played: Move) -> String {
    format!("{played}{}", seat(position, position.seat(played)))
}

/// The seat that makes a move, in brackets; nothing where there is only one.
pub(super) fn seat(position: &Position, seat: Option<u32>) -> String {
    let has_several = position.rules().seats().is_some_and(|seats| seats > 1);
    seat.filter(|_| has_several).map_or_else(String::new, |seat| format!(" (seat {seat})"))
}
