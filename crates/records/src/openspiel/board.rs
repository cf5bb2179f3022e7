//! The boards that OpenSpiel prints, North's row first and from South's left.

use ayla_rules::{Side, Variant};

use crate::fault::{Expected, FaultKind};
use crate::game::Game;
use crate::replay::Output;
use crate::text::Word;

/// The number of lines of the board that begins with this one.
pub(super) fn lines_of(first: &str) -> usize {
    if is_row_of_kalah(first) { 5 } else { 6 }
}

/// Whether a line is the first of a board.
pub(super) fn is_board(line: &str) -> bool {
    line.starts_with("Player 1 score = ") || is_row_of_kalah(line)
}

/// Whether a line may be this one of a board, from 0.
pub(super) fn may_follow(index: usize, line: &str) -> bool {
    index == 2 || !is_board(line)
}

fn is_row_of_kalah(line: &str) -> bool {
    line.len() > 2 && line.starts_with('-') && line.ends_with('-') && line.bytes().any(|byte| byte.is_ascii_digit())
}

/// The game of a board, its rows, its stores and the player to move.
type Board = (Variant, [Vec<u32>; 2], [u32; 2], Side);

/// Reads the lines of a board.
pub(super) fn read_board(lines: &[Word<'_>], out: &mut Output) -> Option<Board> {
    let before = out.faults;
    if lines.len() < lines_of(lines.first()?.text) {
        let last = lines.last()?;
        out.fault(last.after(last.text.len()).place, FaultKind::Ends { expected: Expected::Board });
        return None;
    }
    let board = if is_row_of_kalah(lines[0].text) { read_kalah(lines, out) } else { read_oware(lines, out) };
    board.filter(|_| out.faults == before)
}

/// The numbers of a row; anything else in it is a fault.
fn row(line: Word<'_>, separator: char, out: &mut Output) -> Vec<u32> {
    let parts = line.split(|character| character == separator).filter(|part| !part.text.is_empty());
    let mut numbers = Vec::new();
    for part in parts {
        match part.number() {
            Some(number) => numbers.push(number),
            None => out.unexpected(part, Expected::Number),
        }
    }
    numbers
}

/// North's row and South's, each from its owner's left.
fn rows(far: Vec<u32>, near: Vec<u32>) -> [Vec<u32>; 2] {
    [near, far.into_iter().rev().collect()]
}

fn read_oware(lines: &[Word<'_>], out: &mut Output) -> Option<Board> {
    let mut score = |line: Word<'_>, name: &str| {
        let Some(rest) = line.text.strip_prefix(name) else {
            out.unexpected(line, Expected::Board);
            return None;
        };
        let rest = line.after(line.text.len() - rest.len());
        let number = rest.words().next().and_then(Word::number);
        if number.is_none() {
            out.unexpected(rest, Expected::Number);
        }
        number.map(|number| (number, rest.text.ends_with("[PLAYING]")))
    };
    let north = score(lines[0], "Player 1 score = ");
    let south = score(lines[5], "Player 0 score = ");
    let rows = rows(row(lines[2], ' ', out), row(lines[3], ' ', out));
    let ((north, north_plays), (south, south_plays)) = (north?, south?);
    if north_plays == south_plays {
        out.fault(lines[5].after(lines[5].text.len()).place, FaultKind::Ends { expected: Expected::Turn });
        return None;
    }
    Some((Variant::Awale, rows, [south, north], if north_plays { Side::North } else { Side::South }))
}

fn read_kalah(lines: &[Word<'_>], out: &mut Output) -> Option<Board> {
    let stores = row(lines[1], '-', out);
    let rows = rows(row(lines[0], '-', out), row(lines[2], '-', out));
    let [north, south] = stores[..] else {
        out.unexpected(lines[1], Expected::Board);
        return None;
    };
    let turn = match lines[3].text.strip_prefix("Current player: ") {
        Some("0") => Side::South,
        Some("1") => Side::North,
        _ => {
            out.unexpected(lines[3], Expected::Turn);
            return None;
        }
    };
    Some((Variant::Kalah, rows, [south, north], turn))
}

/// The board of a game that has not begun; none where OpenSpiel would not print it.
pub(super) fn write_board(game: &Game) -> Option<String> {
    let setup = game.start.setup();
    let [south, north] = setup.stores?;
    if setup.over.is_some() {
        return None;
    }
    let oware = game.start.rules().variant() == Variant::Awale;
    let row = |row: &mut dyn Iterator<Item = u32>| -> String {
        row.map(|seeds| if oware { format!("{seeds:>3}") } else { format!("{seeds}-") }).collect()
    };
    let far = row(&mut setup.north.iter().copied().rev());
    let near = row(&mut setup.south.iter().copied());
    let (plays, number) = match setup.turn {
        Side::South => (["", " [PLAYING]"], 0),
        Side::North => ([" [PLAYING]", ""], 1),
    };
    Some(if oware {
        format!(
            "Player 1 score = {north}{}\n  f  e  d  c  b  a\n{far}\n{near}\n  A  B  C  D  E  F\nPlayer 0 score = {south}{}\n",
            plays[0], plays[1]
        )
    } else {
        format!("-{far}\n{north}-----------{south}\n-{near}\nCurrent player: {number}\nMove number: 0\n")
    })
}
