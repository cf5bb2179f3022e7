//! The boards that OpenSpiel prints, North's row first and from South's left.

use ayla_rules::{BySide, Setup, Side, Variant};

use super::rules;
use crate::fault::Expected;
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

fn is_row_of_kalah(line: &str) -> bool {
    line.len() > 2 && line.starts_with('-') && line.ends_with('-') && line.bytes().any(|byte| byte.is_ascii_digit())
}

/// Reads the lines of a board.
pub(super) fn read_board(lines: &[Word<'_>], out: &mut Output) -> Option<Setup> {
    let before = out.faults;
    if lines.len() < lines_of(lines.first()?.text) {
        out.ends(*lines.last()?, Expected::Board);
        return None;
    }
    let board = if is_row_of_kalah(lines[0].text) { read_kalah(lines, out) } else { read_oware(lines, out) };
    board.filter(|_| out.faults == before)
}

/// The numbers of a row; anything else in it is a fault.
fn row(line: Word<'_>, separator: char, out: &mut Output) -> Vec<u32> {
    let parts = line.split(|character| character == separator).filter(|part| !part.text.is_empty());
    parts.filter_map(|part| out.number(part)).collect()
}

/// The position of these rows, both from South's left, and stores.
fn setup(variant: Variant, mut rows: BySide<Vec<u32>>, stores: BySide<u32>, turn: Side) -> Setup {
    rows.north.reverse();
    Setup { stores: Some(stores), ..Setup::of_rows(rules(variant), rows, turn) }
}

fn read_oware(lines: &[Word<'_>], out: &mut Output) -> Option<Setup> {
    let mut score = |line: Word<'_>, name: &str| {
        let rest = line.strip_prefix(name).or_else(|| out.refuse(line, Expected::Board))?;
        let number = rest.words().next().and_then(Word::number).or_else(|| out.refuse(rest, Expected::Number))?;
        Some((number, rest.text.ends_with("[PLAYING]")))
    };
    let north = score(lines[0], "Player 1 score = ");
    let south = score(lines[5], "Player 0 score = ");
    let rows = BySide { north: row(lines[2], ' ', out), south: row(lines[3], ' ', out) };
    let (north, north_plays) = north?;
    let (south, south_plays) = south?;
    if north_plays == south_plays {
        out.ends(lines[5], Expected::Turn);
        return None;
    }
    Some(setup(Variant::Awale, rows, BySide { south, north }, if north_plays { Side::North } else { Side::South }))
}

fn read_kalah(lines: &[Word<'_>], out: &mut Output) -> Option<Setup> {
    let stores = row(lines[1], '-', out);
    let rows = BySide { north: row(lines[0], '-', out), south: row(lines[2], '-', out) };
    let [north, south] = stores[..] else { return out.refuse(lines[1], Expected::Board) };
    let turn = match lines[3].text.strip_prefix("Current player: ") {
        Some("0") => Side::South,
        Some("1") => Side::North,
        _ => return out.refuse(lines[3], Expected::Turn),
    };
    Some(setup(Variant::Kalah, rows, BySide { south, north }, turn))
}

/// The board of a game that has not begun; none where OpenSpiel would not print it.
pub(super) fn write_board(game: &Game) -> Option<String> {
    let setup = game.start.setup();
    let BySide { south, north } = setup.stores?;
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
