//! Moves by their start and end holes, numbered from the left of their owners: `76` goes from hole 7 and ends in a hole
//! 6, on either side. The total of the mover's captures follows in parentheses. Wikimanqala writes games of Oware so,
//! and the players of Togyzqumalaq their score sheets, with an `x` for a move that makes a tuzdik.

use ayla_rules::{BySide, Move, Side, Variant};

use crate::assumption::Assumption;
use crate::effect::{points, seeds};
use crate::fault::Expected;
use crate::format::{Spec, default_rules};
use crate::game::Game;
use crate::replay::{Count, End, MoveText, Output, Start, Wrong};
use crate::tagged::{Numbers, Section, first_section, read_moves, sections, tag_lines, tags};
use crate::text::{TextPlace, Word};
use crate::written::WhyNot;

pub(crate) const WIKIMANQALA: Spec = Spec {
    variants: &[Variant::Awale],
    site: Some(default_rules),
    claims,
    read: |text, out| read(text, &AWALE, out),
    write: |game| write(game, &AWALE),
};

pub(crate) const SCORE_SHEET: Spec = Spec {
    variants: &[Variant::Togyzqumalaq],
    site: Some(default_rules),
    claims,
    read: |text, out| read(text, &TOGYZQUMALAQ, out),
    write: |game| write(game, &TOGYZQUMALAQ),
};

/// What differs between the games.
struct Sheet {
    variant: Variant,
    /// Houses in a row.
    houses: u8,
    /// Seeds in each house at the start.
    seeds: u32,
    /// Whether a mark shows the moves that make a tuzdik.
    tuzdiks: bool,
}

const AWALE: Sheet = Sheet { variant: Variant::Awale, houses: 6, seeds: 4, tuzdiks: false };
const TOGYZQUMALAQ: Sheet = Sheet { variant: Variant::Togyzqumalaq, houses: 9, seeds: 9, tuzdiks: true };

/// The letters that mark a tuzdik, in Latin and in Cyrillic writing.
const MARKS: [char; 4] = ['x', 'X', 'х', 'Х'];

fn claims(text: &str) -> bool {
    first_section(text, false).and_then(|section| section.moves().next()).is_some_and(|word| {
        let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
        digits == 2 && !word.text[digits..].starts_with(['-', '/', ',', 'S'])
    })
}

fn read(text: &str, sheet: &Sheet, out: &mut Output) {
    let mut sections = sections(text, false);
    while let Some(section) = sections.read(out) {
        read_section(&section, sheet, out);
    }
}

fn is_result(word: &str) -> bool {
    let is_number = |text: &str| crate::text::number(text).is_some();
    ["*", "1/2-1/2"].contains(&word)
        || word.split_once(['-', ':']).is_some_and(|(south, north)| is_number(south) && is_number(north))
}

fn read_section(section: &Section<'_>, sheet: &Sheet, out: &mut Output) {
    let before = section.faultless(out);
    let numbers = Numbers { first: 1, skipped: 0 };
    let (moves, result) = read_moves(&section.words, is_result, numbers, out, |rest, moves, out| {
        if rest.text.starts_with('(') {
            match total(rest) {
                Ok(total) if !moves.is_cut => match moves.read.last_mut().filter(|last| last.count.is_none()) {
                    Some(last) => last.count = Some(total),
                    None => out.unexpected(rest, Expected::Move),
                },
                // What it belongs to could not be read.
                Ok(_) => {}
                Err((word, expected)) => out.unexpected(word, expected),
            }
            return;
        }
        moves.add(read_move(rest, sheet), out);
    });
    let mut assumed = vec![Assumption::Game(sheet.variant), Assumption::Start, Assumption::First(Side::South)];
    assumed.extend(section.left_out.iter().cloned());
    let setup = sheet.variant.default_rules().start(Side::South);
    let start = Start {
        tags: section.tags(),
        assumed,
        end_is_open: sheet.variant == Variant::Awale,
        ..Start::new(section.place, setup)
    };
    let results: Vec<_> = section.tag("Result").into_iter().chain(result).collect();
    out.game(start, &moves, before, |played| played.check_results(&results, &[seeds, points]));
}

/// Reads a total in parentheses.
fn total(word: Word<'_>) -> Result<(TextPlace, Count), Wrong<'_>> {
    let inside = word.after(1);
    let end = inside.text.strip_suffix(')').ok_or((word, Expected::Number))?.len();
    let number = inside.before(end).number().ok_or((inside, Expected::Number))?;
    Ok((inside.place, Count::Total(number)))
}

fn read_move<'a>(word: Word<'a>, sheet: &Sheet) -> Result<MoveText<'a>, Wrong<'a>> {
    let mut characters = word.text.chars();
    let mut house = || {
        let digit = characters.next().and_then(|character| character.to_digit(10));
        digit.filter(|&digit| (1..=u32::from(sheet.houses)).contains(&digit))
    };
    let (from, to) = house().zip(house()).ok_or((word, Expected::Move))?;
    let mut rest = word.after(2);
    let mark = rest.text.chars().next().filter(|mark| sheet.tuzdiks && MARKS.contains(mark));
    if let Some(mark) = mark {
        rest = rest.after(mark.len_utf8());
    }
    let count = match rest.text {
        "" => None,
        text if text.starts_with('(') => Some(total(rest)?),
        _ => return Err((rest, Expected::Move)),
    };
    Ok(MoveText {
        end: Some((word.after(1).place, End::Number(to as u8))),
        count,
        tuzdik: sheet.tuzdiks.then_some(mark.is_some()),
        ..MoveText::house(word, from, None)
    })
}

fn write(game: &Game, sheet: &Sheet) -> Result<String, Vec<WhyNot>> {
    let mut why = Vec::new();
    let houses = game.start.rules().houses();
    if houses != u32::from(sheet.houses) {
        why.push(WhyNot::Houses { houses });
    } else if game.usual_seeds() != Some(sheet.seeds) {
        why.push(WhyNot::Start);
    }
    if game.start.turn() == Side::North {
        why.push(WhyNot::NorthBegins);
    }
    if game.moves.is_empty() {
        why.push(WhyNot::NoMoves);
    }
    let mut text = tag_lines(&tags(game, BySide { south: "White", north: "Black" }, &["Variant", "FEN", "SetUp"]));
    if !text.is_empty() {
        text.push('\n');
    }
    for (index, effect) in game.effects().iter().enumerate() {
        let (Move::House(number), Some(end)) = (effect.played, effect.end) else {
            why.push(WhyNot::Move { ply: index as u32 + 1, kind: effect.played.kind() });
            continue;
        };
        if index.is_multiple_of(2) {
            let line_end = if index == 0 { "" } else { "\n" };
            text.push_str(&format!("{line_end}{}.", index / 2 + 1));
        }
        text.push_str(&format!(" {number}{}", end.number));
        if effect.tuzdik {
            text.push('x');
        }
        if effect.captured > 0 {
            let space = if sheet.tuzdiks { "" } else { " " };
            text.push_str(&format!("{space}({})", effect.stores[effect.mover]));
        }
    }
    text.push('\n');
    if why.is_empty() { Ok(text) } else { Err(why) }
}
