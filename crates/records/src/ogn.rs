//! Oware Game Notation, the files of Aualé: tags, and moves by letters with what they capture, such as `C+3`.

use ayla_rules::{BySide, Move, Proposal, Side, Variant};

use crate::assumption::Assumption;
use crate::auale::{board, read_board, rules, starts_as_usual, why_no_board};
use crate::effect::{gain, score, seeds};
use crate::fault::Expected;
use crate::format::{Spec, tournament_rules};
use crate::game::{Game, Tag};
use crate::letters::{letter, letter_move};
use crate::replay::{Count, MoveText, Output, Played, Start, Wrong, assumed_rules};
use crate::tagged::{Numbers, Section, first_section, numbered, read_moves, sections, tag_lines, tags};
use crate::text::Word;
use crate::written::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: &[Variant::Awale], site: Some(tournament_rules), claims, read, write };

/// The name of the rules in the tag `Variant`.
const RULES: &str = "Oware Abapa";

/// The tags that every file has, in this order.
const ROSTER: [&str; 8] = ["Variant", "Event", "Site", "Date", "Round", "South", "North", "Result"];

/// The most characters of a line of moves.
const WIDTH: usize = 79;

fn claims(text: &str) -> bool {
    let is_letter = |word: &str| {
        let letter = word.split('+').next().unwrap_or_default();
        letter.len() == 1 && letter.bytes().all(|byte| matches!(byte, b'A'..=b'F' | b'a'..=b'f'))
    };
    let names_rules = |section: &Section<'_>| section.tag("Variant").is_some_and(|name| name.text == RULES);
    let begins_with_tag = text.trim_start().starts_with('[');
    let has_letters = |section: &Section<'_>| {
        let is_numbered = || section.words.iter().any(|&word| numbered(word).0.is_some());
        section.moves().next().is_some_and(|word| is_letter(word.text)) && (begins_with_tag || is_numbered())
    };
    first_section(text, true).is_some_and(|section| names_rules(&section) || has_letters(&section))
}

fn read(text: &str, out: &mut Output) {
    let mut sections = sections(text, true);
    while let Some(section) = sections.read(out) {
        read_section(&section, out);
    }
}

fn is_result(word: &str) -> bool {
    word == "*" || word.split_once('-').is_some_and(|(south, north)| is_number(south) && is_number(north))
}

fn is_number(text: &str) -> bool {
    crate::text::number(text).is_some()
}

fn read_section(section: &Section<'_>, out: &mut Output) {
    let before = section.faultless(out);
    let mut assumed = assumed_rules(rules());
    match section.tag("Variant") {
        Some(name) if name.text != RULES && name.text != "?" => {
            out.unknown_game(name.place, name.text);
        }
        Some(_) => {}
        None => assumed.insert(0, Assumption::Game(Variant::Awale)),
    }
    let (setup, place) = match section.tag("FEN") {
        Some(fen) => (read_board(fen, out), fen.place),
        None => {
            assumed.push(Assumption::Start);
            (Some(rules().start(Side::South)), section.place)
        }
    };
    let numbers = Numbers { first: 1, skipped: 0 };
    let (moves, result) =
        read_moves(&section.words, is_result, numbers, out, |rest, moves, out| moves.add(read_move(rest), out));
    assumed.extend(section.left_out.iter().cloned());
    let Some(setup) = setup else { return };
    let tags = section.tags();
    let start = Start { board: place, tags, assumed, ..Start::new(section.place, setup) };
    let results: Vec<_> = section.tag("Result").into_iter().chain(result).collect();
    out.game(start, &moves, before, |played| settle(played, &results));
}

fn read_move(word: Word<'_>) -> Result<MoveText<'_>, Wrong<'_>> {
    let letter = word.text.find('+').unwrap_or(word.text.len());
    let moves = letter_move(word.before(letter)).ok_or((word, Expected::Move))?;
    if letter == word.text.len() {
        return Ok(moves);
    }
    let captured = word.after(letter + 1);
    match captured.number() {
        Some(number) => Ok(MoveText { word, count: Some((captured.place, Count::Gain(number))), ..moves }),
        None => Err((captured, Expected::Number)),
    }
}

/// Ends a game as its result says, if that is what agreeing to stop would give; otherwise compares the two.
fn settle(played: &mut Played, results: &[Word<'_>]) {
    let agreed = played.line.position().play(Proposal::Agree).ok().filter(|_| played.whole);
    let score = agreed.and_then(|position| score(&position, BySide::default())).map(seeds);
    if score.is_some() && results.iter().any(|result| Some(result.text) == score.as_deref()) {
        played.game.moves.push(Move::Agree);
        played.line.play_unchecked(Move::Agree, &mut ());
        played.assumed.push(Assumption::Agreed);
    }
    played.check_results(results, &[seeds]);
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let mut why: Vec<_> = why_no_board(game).into_iter().collect();
    let effects = game.effects();
    let mut words = Vec::new();
    for (index, effect) in effects.iter().enumerate() {
        let Move::House(number) = effect.played else {
            if effect.played != Move::Agree {
                why.push(WhyNot::Move { ply: index as u32 + 1, kind: effect.played.kind() });
            }
            continue;
        };
        if index.is_multiple_of(2) {
            words.push(format!("{}.", index / 2 + 1));
        }
        let letter = letter(effect.mover, number);
        words.push(match gain(effect) {
            0 => letter.to_string(),
            gain => format!("{letter}+{gain}"),
        });
    }
    if !why.is_empty() {
        return Err(why);
    }
    // A number of seeds for each player, and not of points.
    let is_seeds = |result: &str| is_result(result) && !["1-0", "0-1"].contains(&result);
    let result = game.result(&effects, seeds, is_seeds);
    let mut text = tag_lines(&all_tags(game, &result));
    if result != "*" && !words.is_empty() {
        words.push(result);
    }
    if !words.is_empty() {
        text.push('\n');
        text.push_str(&wrapped(&words));
    }
    Ok(text)
}

/// The tags of the roster, and then the others by their names.
fn all_tags(game: &Game, result: &str) -> Vec<Tag> {
    let given = tags(game, BySide { south: "South", north: "North" }, &["FEN", "SetUp"]);
    let value = |name| given.iter().find(|tag| tag.name == name).map_or("?", |tag| tag.value.as_str());
    let of_roster = |&name| match name {
        "Variant" => Tag::new(name, RULES),
        "Result" => Tag::new(name, result),
        _ => Tag::new(name, value(name)),
    };
    let fen = (!starts_as_usual(game)).then(|| Tag::new("FEN", &board(&game.start.setup())));
    let others = given.iter().filter(|tag| !ROSTER.contains(&tag.name.as_str())).cloned();
    let mut others: Vec<_> = fen.into_iter().chain(others).collect();
    others.sort_by(|one, other| one.name.cmp(&other.name));
    ROSTER.iter().map(of_roster).chain(others).collect()
}

/// Words in lines.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
