//! The boards of the Kalah Game Protocol: `<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>` is the length of a row, the stores of South
//! and North, and the houses of South and North, each from its owner's left. The protocol shows every board to the
//! player who is to move, as South: a `state`, and the `move` made on it. A `state` that follows from the last one goes
//! on with its game.

use ayla_rules::option::Given;
use ayla_rules::{BySide, ByTurn, Line, Move, Position, Rules, Setup, Side, Variant};
use ayla_steps::{count, has_to_stop, weights};

use crate::assumption::Assumption;
use crate::fault::Expected;
use crate::format::{Spec, default_rules};
use crate::game::Game;
use crate::replay::{MoveText, Moves, Output, Start};
use crate::text::{Word, lines};
use crate::written::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: &[Variant::Kalah], site: Some(default_rules), claims, read, write };

fn claims(text: &str) -> bool {
    lines(text).any(|line| {
        line.text.split('<').nth(1).is_some_and(|board| board.starts_with(|first: char| first.is_ascii_digit()))
    })
}

/// A game as it grows.
struct OpenGame<'a> {
    start: Start,
    moves: Moves<'a>,
    /// The board that was shown last; none if it cannot be.
    shown: Option<Position>,
    /// The move on that board, which its player may still change.
    last: Option<MoveText<'a>>,
    faults: usize,
}

impl OpenGame<'_> {
    /// The position after the last move.
    fn next(&self) -> Option<Position> {
        self.shown?.play(self.last.as_ref()?.proposal).ok()
    }
}

/// What the server and the client say beside boards and moves.
const OTHER_COMMANDS: [&str; 9] = ["kgp", "mode", "stop", "yield", "ping", "pong", "set", "ok", "goodbye"];

fn read(text: &str, out: &mut Output) {
    let mut open: Option<OpenGame<'_>> = None;
    for line in lines(text) {
        let line = without_id(line);
        let command = line.words().next().map_or("", |word| word.text);
        if let Some(at) = line.text.find('<') {
            let end = line.text.find('>').map_or(line.text.len(), |end| end + 1);
            let word = line.after(at).before(end.saturating_sub(at));
            let faults = out.faults;
            count(weights::POSITION);
            let Some(setup) = read_board(word, out) else { continue };
            let next = open.as_ref().and_then(OpenGame::next);
            match (&mut open, next.filter(|next| seen_by_mover(&next.setup()) == seen_by_mover(&setup))) {
                (Some(open), Some(next)) => {
                    open.moves.push(open.last.take());
                    open.shown = Some(next);
                }
                _ => {
                    finish(open.take(), out);
                    let shown = setup.position().ok();
                    let assumed = vec![Assumption::SouthToMove];
                    let start = Start { assumed, ..Start::new(word.place, setup) };
                    open = Some(OpenGame { start, moves: Moves::default(), shown, last: None, faults });
                }
            }
            if let (Some(word), Some(open)) = (line.after(end).words().next(), &mut open) {
                open.last = read_move(word, out);
            }
        } else if command == "move" {
            match (&mut open, line.words().nth(1)) {
                (Some(open), Some(word)) => open.last = read_move(word, out),
                (Some(_), None) => out.ends(line, Expected::Move),
                (None, _) => out.unexpected(line, Expected::Board),
            }
        } else if !OTHER_COMMANDS.contains(&command) {
            out.unexpected(line, Expected::Board);
        }
    }
    finish(open, out);
}

fn finish(open: Option<OpenGame<'_>>, out: &mut Output) {
    if let Some(OpenGame { start, mut moves, last, faults, .. }) = open {
        if last.is_some() {
            moves.push(last);
        }
        out.game(Start { open: false, ..start }, &moves, faults, |_| {});
    }
}

fn read_move<'a>(word: Word<'a>, out: &mut Output) -> Option<MoveText<'a>> {
    let number = word.number().or_else(|| out.refuse(word, Expected::Move))?;
    Some(MoveText::house(word, number, None))
}

/// A line without who says it, its number, and the number that it refers to.
fn without_id(line: Word<'_>) -> Word<'_> {
    let line = line.trim_start();
    let line = line.strip_prefix("s:").unwrap_or(line);
    let line = line.strip_prefix("c:").unwrap_or(line);
    let is_of_id = |character: char| character.is_ascii_digit() || character == '@' || character.is_whitespace();
    line.after(line.text.len() - line.text.trim_start_matches(is_of_id).len())
}

/// Reads a board.
fn read_board(word: Word<'_>, out: &mut Output) -> Option<Setup<Rules>> {
    let Some(inside) = word.text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
        out.ends(word, Expected::Closing);
        return None;
    };
    let parts = word.after(1).before(inside.len()).split(|character| character == ',');
    let number = |part: Word<'_>| {
        let number = crate::text::number(part.text.trim());
        number.or_else(|| out.refuse(part.trim_start(), Expected::Number))
    };
    let numbers: Vec<_> = parts.map(number).collect::<Option<_>>()?;
    let [row, south, north, ref rest @ ..] = numbers[..] else { return out.refuse(word, Expected::Board) };
    let mut rules = Variant::Kalah.default_rules();
    let is_of_rules = rules.set("houses", Given::Number(row)).is_ok();
    if !is_of_rules || rest.len() != 2 * row as usize {
        return out.refuse(word, Expected::Board);
    }
    let (near, far) = rest.split_at(row as usize);
    let rows = BySide { south: near.to_vec(), north: far.to_vec() };
    Some(Setup { stores: Some(BySide { south, north }), ..Setup::of_rows(rules, rows, Side::South) })
}

/// The rows and the stores of a position, as they are shown to the player to move.
fn seen_by_mover(setup: &Setup<Rules>) -> (ByTurn<&[u32]>, ByTurn<u32>) {
    (setup.rows_by_turn(), setup.stores.unwrap_or_default().by_turn(setup.turn))
}

/// A position as a board.
fn board(setup: &Setup<Rules>) -> String {
    let (rows, stores) = seen_by_mover(setup);
    let head = [rows.mover.len() as u32, stores.mover, stores.other];
    let numbers: Vec<_> = head.iter().chain(rows.mover).chain(rows.other).map(u32::to_string).collect();
    format!("<{}>", numbers.join(","))
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let setup = game.start.setup();
    let mut why = Vec::new();
    if setup.turn == Side::North {
        why.push(WhyNot::NorthBegins);
    }
    if setup.over.is_some() {
        why.push(WhyNot::Over);
    }
    if game.moves.is_empty() && why.is_empty() {
        return Ok(format!("{}\n", board(&setup)));
    }
    let mut line = Line::from(game.start);
    let mut text = String::new();
    for (ply, &played) in (1..).zip(&game.moves) {
        if has_to_stop() {
            break;
        }
        count(weights::POSITION);
        text.push_str(&format!("state {}\nmove {played}\n", board(&line.position().setup())));
        if !matches!(played, Move::House(_)) {
            why.push(WhyNot::Move { ply, kind: played.kind() });
        }
        line.play_unchecked(played, &mut ());
    }
    if why.is_empty() { Ok(text) } else { Err(why) }
}
