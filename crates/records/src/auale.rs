//! The board strings of Aualé and its engine, with moves as their UCI writes them: `4-4-...-0-0-S moves AbC`. The
//! houses stand in the order of sowing from South's first, and the stores of South and North after them. A line is a
//! game.

use ayla_rules::{BySide, Move, Rules, Setup, Side, Variant};

use crate::assumption::Assumption;
use crate::fault::{Expected, FaultKind};
use crate::format::{Spec, tournament_rules};
use crate::game::Game;
use crate::letters::{SEEDS, letter, letters};
use crate::replay::{Moves, Output, Start, assumed_rules};
use crate::text::{Word, lines};
use crate::written::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: &[Variant::Awale], site: Some(tournament_rules), claims, read, write };

/// The houses of a row.
const ROW: usize = 6;

/// The seeds of a game.
const ALL_SEEDS: u64 = 48;

/// The rules that Aualé plays by.
pub(crate) fn rules() -> Rules {
    tournament_rules(&Variant::Awale.default_rules())
}

fn is_board(word: &str) -> bool {
    let mut parts = word.split('-');
    parts.clone().nth(2 * ROW).is_some() && parts.next().is_some_and(|first| crate::text::number(first).is_some())
}

fn claims(text: &str) -> bool {
    lines(text).all(|line| {
        let words = line.words().filter(|word| !["position", "fen"].contains(&word.text));
        words.take(1).all(|word| word.text == "startpos" || is_board(word.text))
    })
}

fn read(text: &str, out: &mut Output) {
    for line in lines(text) {
        let before = out.faults;
        let mut words = line.words().filter(|word| !["position", "fen"].contains(&word.text));
        let Some(board) = words.next() else {
            out.ends(line, Expected::Board);
            continue;
        };
        let mut assumed = assumed_rules(rules());
        let setup = if board.text == "startpos" {
            assumed.push(Assumption::Start);
            Some(rules().start(Side::South))
        } else {
            read_board(board, out)
        };
        let mut moves = Moves::default();
        for (index, word) in words.enumerate() {
            if index > 0 {
                letters(word, out, &mut moves);
            } else if word.text != "moves" {
                moves.add(Err((word, Expected::Move)), out);
                break;
            }
        }
        let Some(setup) = setup else { continue };
        out.game(Start { board: board.place, assumed, ..Start::new(line.place, setup) }, &moves, before, |_| {});
    }
}

/// Reads a board string.
pub(crate) fn read_board(word: Word<'_>, out: &mut Output) -> Option<Setup<Rules>> {
    let before = out.faults;
    // As many as a board has, and one that is too many.
    let parts: Vec<_> = word.split(|character| character == '-').take(2 * ROW + 4).collect();
    let (numbers, turn) = parts.split_at(parts.len().min(2 * ROW + 2));
    let seeds: Vec<_> = numbers.iter().filter_map(|&part| out.number(part)).collect();
    let turn = match turn {
        [turn] if turn.text == "S" => Some(Side::South),
        [turn] if turn.text == "N" => Some(Side::North),
        [turn, ..] => out.refuse(*turn, Expected::Turn),
        [] => {
            out.ends(word, Expected::Number);
            None
        }
    };
    let turn = turn.filter(|_| out.faults == before)?;
    let all: u64 = seeds.iter().copied().map(u64::from).sum();
    if all != ALL_SEEDS {
        out.fault(word.place, FaultKind::SeedCount { seeds: all, expected: ALL_SEEDS });
        return None;
    }
    let rows = BySide { south: seeds[..ROW].to_vec(), north: seeds[ROW..2 * ROW].to_vec() };
    let stores = BySide { south: seeds[2 * ROW], north: seeds[2 * ROW + 1] };
    Some(Setup { stores: Some(stores), ..Setup::of_rows(rules(), rows, turn) })
}

/// The board string of a position.
pub(crate) fn board(setup: &Setup<Rules>) -> String {
    let stores = setup.stores.unwrap_or_default();
    let numbers = setup.south.iter().chain(&setup.north).chain(stores.iter()).map(|number| format!("{number}-"));
    numbers.chain([setup.turn.letter().to_owned()]).collect()
}

/// What keeps a position from being written as a board: it has other rows or other seeds than the game, or the game is
/// over.
pub(crate) fn why_no_board(game: &Game) -> Option<WhyNot> {
    let setup = game.start.setup();
    let is_over = setup.over.is_some().then_some(WhyNot::Over);
    is_over.or(why_not_long(game)).or((setup.seeds() != ALL_SEEDS).then_some(WhyNot::Start))
}

/// Why a game cannot be written whose rows are longer or shorter than the usual ones.
pub(crate) fn why_not_long(game: &Game) -> Option<WhyNot> {
    let houses = game.start.rules().houses();
    (houses as usize != ROW).then_some(WhyNot::Houses { houses })
}

/// Whether the game starts as games do, and South begins.
pub(crate) fn starts_as_usual(game: &Game) -> bool {
    game.usual_seeds() == Some(SEEDS) && game.start.turn() == Side::South
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let mut why: Vec<_> = why_no_board(game).into_iter().collect();
    let mut moves = String::with_capacity(game.moves.len());
    for (ply, effect) in (1..).zip(game.effects()) {
        match effect.played {
            Move::House(number) => moves.push(letter(effect.mover, number)),
            other => why.push(WhyNot::Move { ply, kind: other.kind() }),
        }
    }
    if !why.is_empty() {
        return Err(why);
    }
    let board = board(&game.start.setup());
    Ok(if moves.is_empty() { format!("{board}\n") } else { format!("{board} moves {moves}\n") })
}
