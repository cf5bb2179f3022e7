//! Oware Game Notation, the files of Aualé: tags, and moves by letters with what they capture, such as `C+3`.

use ayla_rules::{Move, Proposal, Side, Variant};

use crate::assumption::Assumption;
use crate::auale::{board, read_board, rules, starts_as_usual, why_no_board};
use crate::fault::Expected;
use crate::format::{Spec, tournament_rules};
use crate::game::{Game, Tag};
use crate::letters::{letter, letter_move};
use crate::made::{Made, gain, score, seeds};
use crate::replay::{Count, Output, Played, Said, Start, assumed_rules};
use crate::tagged::{Numbers, Section, begins_with_tag, numbered, read_moves, sections, tag_line};
use crate::text::Word;
use crate::unsaid::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: &[Variant::Awale], site: Some(tournament_rules), claims, read, write };

/// The name of the rules in the tag `Variant`.
const RULES: &str = "Oware Abapa";

/// The tags that every file has, in this order.
const ROSTER: [&str; 8] = ["Variant", "Event", "Site", "Date", "Round", "South", "North", "Result"];

/// The names of the players' tags in other formats, beside those of this one.
const PLAYERS: [(&str, [&str; 3]); 2] = [("South", ["South", "P1", "White"]), ("North", ["North", "P2", "Black"])];

/// The most characters of a line of moves.
const WIDTH: usize = 79;

fn claims(text: &str) -> bool {
    let is_letter = |word: &str| {
        let letter = word.split('+').next().unwrap_or_default();
        letter.len() == 1 && letter.bytes().all(|byte| matches!(byte, b'A'..=b'F' | b'a'..=b'f'))
    };
    let names_rules = |section: &Section<'_>| section.tag("Variant").is_some_and(|name| name.text == RULES);
    let has_letters = |section: &Section<'_>| {
        let is_numbered = || section.words.iter().any(|&word| numbered(word).0.is_some());
        section.moves().next().is_some_and(|word| is_letter(word.text)) && (begins_with_tag(text) || is_numbered())
    };
    let section = sections(text, true).read(&mut Output::new(crate::Format::Ogn));
    section.is_some_and(|section| names_rules(&section) || has_letters(&section))
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
    let (said, result) = read_moves(&section.words, is_result, numbers, out, |rest, said, out| match read_move(rest) {
        Ok(read) => said.push(Some(read)),
        Err((word, expected)) => {
            out.unexpected(word, expected);
            said.push(None);
        }
    });
    assumed.extend(section.left_out.iter().cloned());
    let Some(setup) = setup else { return };
    let tags = section.tags();
    let start = Start { board: place, tags, assumed, ..Start::new(section.place, setup) };
    let results: Vec<_> = section.tag("Result").into_iter().chain(result).collect();
    out.game(start, &said, before, |played| settle(played, &results));
}

fn read_move(word: Word<'_>) -> Result<Said<'_>, (Word<'_>, Expected)> {
    let letter = word.text.find('+').unwrap_or(word.text.len());
    let said = letter_move(word.before(letter)).ok_or((word, Expected::Move))?;
    if letter == word.text.len() {
        return Ok(said);
    }
    let captured = word.after(letter + 1);
    match captured.number() {
        Some(number) => Ok(Said { word, count: Some((captured.place, Count::Gain(number))), ..said }),
        None => Err((captured, Expected::Number)),
    }
}

/// Ends a game as its result says, if that is what agreeing to stop would give; otherwise compares the two.
fn settle(played: &mut Played, results: &[Word<'_>]) {
    let agreed = played.line.position().play(Proposal::Agree).ok().filter(|_| played.whole);
    let score = agreed.and_then(|position| score(&position, [0, 0])).map(seeds);
    if score.is_some() && results.iter().any(|result| Some(result.text) == score.as_deref()) {
        played.game.moves.push(Move::Agree);
        played.line.play_unchecked(Move::Agree, &mut ());
        played.assumed.push(Assumption::Agreed);
    }
    played.check_results(results, &[seeds]);
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let mut why: Vec<_> = why_no_board(game).into_iter().collect();
    let made = game.made();
    let mut words = Vec::new();
    for (index, made) in made.iter().enumerate() {
        let Move::House(number) = made.played else {
            if made.played != Move::Agree {
                why.push(WhyNot::Move { ply: index as u32 + 1, kind: made.played.kind() });
            }
            continue;
        };
        if index.is_multiple_of(2) {
            words.push(format!("{}.", index / 2 + 1));
        }
        let letter = letter(made.mover, number);
        words.push(match gain(made) {
            0 => letter.to_string(),
            gain => format!("{letter}+{gain}"),
        });
    }
    if !why.is_empty() {
        return Err(why);
    }
    let result = result(game, &made);
    if result != "*" && !words.is_empty() {
        words.push(result.clone());
    }
    let mut text = tags(game, result).iter().map(|tag| tag_line(&tag.name, &tag.value)).collect::<String>();
    if !words.is_empty() {
        text.push('\n');
        text.push_str(&wrapped(&words));
    }
    Ok(text)
}

/// The result of a game: its score, or what was known of one that was broken off.
fn result(game: &Game, made: &[Made]) -> String {
    match game.score(made) {
        Some(score) => seeds(score),
        None => game.tag(&["Result"]).filter(|result| is_result(result) && is_score(result)).unwrap_or("*").to_owned(),
    }
}

/// Whether a result is a number of seeds for each player, and not of points.
fn is_score(result: &str) -> bool {
    !["1-0", "0-1"].contains(&result)
}

fn tags(game: &Game, result: String) -> Vec<Tag> {
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    let mut tags: Vec<_> = ROSTER
        .iter()
        .map(|&name| {
            let players = PLAYERS.iter().find(|(player, _)| *player == name).map(|(_, names)| &names[..]);
            let given = game.tag(players.unwrap_or(&[name])).unwrap_or("?");
            tag(
                name,
                match name {
                    "Variant" => RULES.to_owned(),
                    "Result" => result.clone(),
                    _ => given.to_owned(),
                },
            )
        })
        .collect();
    let fen = (!starts_as_usual(game)).then(|| tag("FEN", board(&game.start.setup())));
    let is_known = |tag: &&Tag| {
        let is_player = PLAYERS.iter().any(|(_, names)| names.contains(&tag.name.as_str()));
        ROSTER.contains(&tag.name.as_str()) || is_player || ["FEN", "SetUp"].contains(&tag.name.as_str())
    };
    let mut others: Vec<_> = fen.into_iter().chain(game.tags.iter().filter(|tag| !is_known(tag)).cloned()).collect();
    others.sort_by(|one, other| one.name.cmp(&other.name));
    tags.extend(others);
    tags
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
