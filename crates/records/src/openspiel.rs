//! OpenSpiel's games `oware` and `mancala`, which is Kalah: serialized games, playthroughs, and the boards that it
//! prints.

mod board;

use ayla_rules::{BySide, Move, Rules, Setup, Side, Variant};

use self::board::{is_board, read_board, write_board};
use crate::fault::{Expected, FaultKind};
use crate::format::{Spec, tournament_rules};
use crate::game::Game;
use crate::replay::{MoveText, Moves, Output, Start, assumed_rules};
use crate::text::{TextPlace, Word, lines};
use crate::written::WhyNot;

pub(crate) const SPEC: Spec =
    Spec { variants: &[Variant::Awale, Variant::Kalah], site: Some(tournament_rules), claims, read, write };

/// The houses of a row, in both games.
const HOUSES: u32 = 6;

/// The seeds in each house at the start, unless a parameter says otherwise.
const SEEDS: u32 = 4;

/// The rules that OpenSpiel plays by.
fn rules(variant: Variant) -> Rules {
    tournament_rules(&variant.default_rules())
}

fn claims(text: &str) -> bool {
    lines(text).any(|line| line.text == "[Game]" || line.text.starts_with("game: ") || is_board(line.text))
}

/// A serialized game or a playthrough, as it is read.
struct Serialized<'a> {
    place: TextPlace,
    game: Option<Word<'a>>,
    actions: Vec<Word<'a>>,
    faults: usize,
}

/// The part of a serialized game that a line is in.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Part {
    Other,
    Game,
    State,
}

fn read(text: &str, out: &mut Output) {
    let mut part = Part::Other;
    let mut open: Option<Serialized<'_>> = None;
    let mut lines = lines(text).peekable();
    while let Some(line) = lines.next() {
        let new =
            |game, out: &Output| Some(Serialized { place: line.place, game, actions: Vec::new(), faults: out.faults });
        if let Some(game) = line.strip_prefix("game: ") {
            finish(open.take(), out);
            open = new(Some(game), out);
            part = Part::Other;
        } else if let Some(action) = line.strip_prefix("action: ") {
            match &mut open {
                Some(open) => open.actions.push(action),
                None => out.unexpected(line, Expected::Game),
            }
        } else if is_board(line.text) && part == Part::Other && open.is_none() {
            let mut rows = vec![line];
            while rows.len() < board::lines_of(line.text)
                && let Some(next) = lines.next_if(|line| rows.len() == 2 || !is_board(line.text))
            {
                rows.push(next);
            }
            read_single(&rows, out);
        } else if line.text.starts_with('[') {
            part = match line.text {
                "[Game]" => Part::Game,
                "[State]" => Part::State,
                _ => Part::Other,
            };
            if part == Part::Game {
                finish(open.take(), out);
                open = new(None, out);
            }
        } else if !line.text.starts_with('#') {
            match (&mut open, part) {
                (Some(open), Part::Game) if open.game.is_none() => open.game = Some(line),
                (Some(open), Part::State) => open.actions.push(line),
                _ => {}
            }
        }
    }
    finish(open, out);
}

fn read_single(rows: &[Word<'_>], out: &mut Output) {
    let before = out.faults;
    let Some(setup) = read_board(rows, out) else { return };
    let start = Start { assumed: assumed_rules(setup.rules), ..Start::new(rows[0].place, setup) };
    out.game(start, &Moves::default(), before, |_| {});
}

/// Plays a serialized game.
fn finish(read: Option<Serialized<'_>>, out: &mut Output) {
    let Some(Serialized { place, game, actions, faults }) = read else { return };
    let Some(game) = game else { return out.fault(place, FaultKind::Ends { expected: Expected::Game }) };
    let Some((variant, seeds)) = read_game(game, out) else { return };
    let rules = rules(variant);
    let row = || vec![seeds; HOUSES as usize];
    let setup =
        Setup { stores: Some(BySide::default()), ..Setup::of_rows(rules, BySide::from_fn(|_| row()), Side::South) };
    let start = Start { board: game.place, assumed: assumed_rules(rules), ..Start::new(place, setup) };
    let mut moves = Moves::default();
    for action in actions {
        let read = |number: u32| {
            let (number, side) = match variant {
                // In Oware an action is the index of a house of the player to move.
                Variant::Awale => (number.saturating_add(1), None),
                // In Kalah it is an index of the ring: North's store is 0, South's is 7.
                _ if number > HOUSES => (number.saturating_sub(HOUSES + 1), Some(Side::North)),
                _ => (number, Some(Side::South)),
            };
            MoveText::house(action, number, side)
        };
        moves.push(out.number(action).map(read));
    }
    out.game(start, &moves, faults, |_| {});
}

/// Reads the name and the parameters of a game: the game, and the seeds in each house.
fn read_game(word: Word<'_>, out: &mut Output) -> Option<(Variant, u32)> {
    let name = word.text.split('(').next().unwrap_or_default();
    let variant = match name {
        "oware" => Variant::Awale,
        // The older name.
        "mancala" | "kalah" => Variant::Kalah,
        _ => {
            out.unknown_game(word.place, word.text);
            return None;
        }
    };
    let mut seeds = SEEDS;
    let inside = word.after(name.len());
    for parameter in inside.split(|character| matches!(character, '(' | ',' | ')')).filter(|word| !word.text.is_empty())
    {
        let (name, value) = parameter.text.split_once('=').unwrap_or((parameter.text, ""));
        match (variant, name, value.parse::<u32>()) {
            (Variant::Awale, "num_seeds_per_house", Ok(number)) => seeds = number,
            (Variant::Awale, "num_houses_per_player", Ok(HOUSES)) => {}
            _ => {
                out.unknown_game(parameter.place, word.text);
                return None;
            }
        }
    }
    Some((variant, seeds))
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let rules = game.start.rules();
    let variant = rules.variant();
    if rules.houses() != HOUSES {
        return Err(vec![WhyNot::Houses { houses: rules.houses() }]);
    }
    let seeds = game.usual_seeds().filter(|&seeds| variant == Variant::Awale || seeds == SEEDS);
    let starts_there = game.start.turn() == Side::South && seeds.is_some();
    if !starts_there {
        return match write_board(game) {
            Some(board) if game.moves.is_empty() => Ok(board),
            Some(_) => Err(vec![WhyNot::MovesFromPosition]),
            None => Err(vec![WhyNot::Over]),
        };
    }
    let name = match (variant, seeds) {
        (Variant::Awale, Some(SEEDS)) => "oware()".to_owned(),
        (Variant::Awale, Some(seeds)) => format!("oware(num_seeds_per_house={seeds})"),
        _ => "mancala()".to_owned(),
    };
    let mut why = Vec::new();
    let mut text = format!(
        "# Automatically generated by OpenSpiel SerializeGameAndState\n[Meta]\nVersion: 1\n\n[Game]\n{name}\n[State]\n"
    );
    for (ply, effect) in (1..).zip(game.effects()) {
        let Move::House(number) = effect.played else {
            why.push(WhyNot::Move { ply, kind: effect.played.kind() });
            continue;
        };
        let action = match (variant, effect.mover) {
            (Variant::Awale, _) => u32::from(number) - 1,
            (_, Side::South) => number.into(),
            (_, Side::North) => u32::from(number) + HOUSES + 1,
        };
        text.push_str(&format!("{action}\n"));
    }
    text.push('\n');
    if why.is_empty() { Ok(text) } else { Err(why) }
}
