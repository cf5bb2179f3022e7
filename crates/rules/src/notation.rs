//! The text notation of positions, lines and moves, both ways (rulings N).

mod write;

use std::collections::HashSet;

use super::board::{BySide, Side};
use super::fault::{Fault, Faults, Malformed};
use super::games::{EndReason, Variant};
use super::moves::{Move, Proposal};
use super::option::Given;
use super::rules::Rules;
use super::setup::{MAX_QUIET, Phase, Setup};
use super::text::read_number;

pub use super::text::{excerpt, quoted};

/// A line as it is read: where it starts, and the moves made since, not yet read as moves (N-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineText<'a, R = Rules> {
    /// The position it starts from.
    pub setup: Setup<R>,
    /// The moves, each as it was written.
    pub moves: Vec<&'a str>,
}

/// A variant and its options as they are written (N-2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesText<'a> {
    /// The name of the variant.
    pub variant: &'a str,
    /// The options given. No name occurs twice.
    pub options: Vec<(&'a str, Given<&'a str>)>,
}

/// Reads a position, or a line, which is a position followed by `moves` and moves.
///
/// # Errors
///
/// The first fault of form; an unknown variant; or those of [`Setup::with_rules`]. Where the options are in order,
/// whether the position is consistent is for [`Setup::position`] to say.
///
/// ```
/// use ayla_rules::Line;
/// use ayla_rules::notation::{read_line, read_move};
///
/// let text = read_line("awale 444444/444444 0/0 s moves 3 C")?;
/// let mut line = Line::from(text.setup.position()?);
/// for played in text.moves {
///     let proposal = read_move(played, &line.position().rules()).expect("a move");
///     line = match line.play(proposal) {
///         Ok(line) => line,
///         Err(error) => {
///             assert_eq!(error.to_string(), "NOT_YOUR_HOUSE (C-1)");
///             error.from
///         }
///     };
/// }
/// assert_eq!(line.position().to_string(), "awale 440555/544444 0/0 n q1");
/// # Ok::<(), ayla_rules::Faults>(())
/// ```
pub fn read_line(text: &str) -> Result<LineText<'_>, Faults> {
    let LineText { mut setup, moves } = read_text(text)?;
    let RulesText { variant, options } = &mut setup.rules;
    let variant = read_variant(variant)?;
    let options = std::mem::take(options);
    Ok(LineText { setup: setup.with_rules(variant, options)?, moves })
}

/// Reads rules as a position begins with them (N-2): the options given, the others at their defaults. Where the rows
/// would say how long they are, they are as the game has them unless an option says so.
///
/// # Errors
///
/// The first fault of form; or all faults of the variant and the options at once; or that the options do not fit each
/// other.
pub fn read_rules(text: &str) -> Result<Rules, Faults> {
    let RulesText { variant, options } = read_options(text)?;
    let rules = read_variant(variant)?.default_rules().with_options(options)?;
    rules.conflict().map_or(Ok(rules), |fault| Err(fault.into()))
}

/// Reads the name of a variant.
///
/// # Errors
///
/// [`Fault::UnknownVariant`].
pub fn read_variant(name: &str) -> Result<Variant, Fault> {
    Variant::from_name(name).ok_or_else(|| Fault::UnknownVariant { name: name.to_owned() })
}

/// Reads a move of a game by these rules (N-6); nothing when the text is no move at all.
pub fn read_move(text: &str, rules: &Rules) -> Option<Proposal> {
    let words = [Move::Pass, Move::Take, Move::Give, Move::Agree, Move::Swap];
    if let Some(word) = words.into_iter().find(|word| word.kind().name() == text) {
        return Some(word.into());
    }
    if let &[letter] = text.as_bytes()
        && rules.variant().about().letters
    {
        let (side, first) = if letter.is_ascii_uppercase() { (Side::South, b'A') } else { (Side::North, b'a') };
        let index = u32::from(letter.wrapping_sub(first));
        // The letters of six houses are read on shorter rows too.
        if index < rules.houses().max(6) {
            return Some(Proposal::House { number: index + 1, side: Some(side) });
        }
    }
    read_number(text).map(|number| Proposal::House { number, side: None })
}

/// The fields of a text, found byte by byte: a search for either of two characters goes through the text by its
/// characters, which takes longer than all the rest of the reading.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| matches!(byte, b' ' | b'_'));
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Reads a position or a line by the grammar only: the variant and the options stay as they are written.
///
/// # Errors
///
/// The first fault of form.
pub fn read_text(text: &str) -> Result<LineText<'_, RulesText<'_>>, Malformed> {
    if fields(text).any(str::is_empty) {
        return Err(if text.is_empty() { Malformed::Empty } else { Malformed::Separators });
    }
    let mut fields = fields(text);
    let mut field = |name| fields.next().ok_or(Malformed::Ends { before: name });
    let first = field("variant")?;
    if first.split(':').next().is_some_and(|name| name.contains('/')) {
        return Err(Malformed::NoGame(text.to_owned()));
    }
    let rules = read_options(first)?;
    let rows = field("rows")?;
    let (south, north) = rows.split_once('/').ok_or_else(|| Malformed::Rows(rows.to_owned()))?;
    let rows = BySide { south: read_row(south)?, north: read_row(north)? };
    let stores = read_stores(field("stores")?)?;
    let turn = match field("turn")? {
        "s" => Side::South,
        "n" => Side::North,
        other => return Err(Malformed::Turn(other.to_owned())),
    };
    let mut setup = Setup { stores, ..Setup::of_rows(rules, rows, turn) };
    let mut moves = Vec::new();
    let mut last_rank = 0;
    while let Some(flag) = fields.next() {
        if flag == "moves" {
            moves = fields.collect();
            if moves.is_empty() {
                return Err(Malformed::NoMoves);
            }
            break;
        }
        let rank = read_flag(flag, &mut setup)?;
        if rank <= last_rank {
            return Err(Malformed::FlagOrder(flag.to_owned()));
        }
        last_rank = rank;
    }
    Ok(LineText { setup, moves })
}

/// Reads one flag and answers its rank in the order of flags, from 1 (N-3).
fn read_flag<R>(flag: &str, setup: &mut Setup<R>) -> Result<u8, Malformed> {
    let phase = match flag {
        "o" => Some(Phase::Opening),
        "c" => Some(Phase::Choice),
        "b" => Some(Phase::BearOff),
        _ => None,
    };
    if phase.is_some() {
        setup.phase = phase;
        Ok(1)
    } else if let Some(houses) = flag.strip_prefix("tuz=") {
        setup.tuzdiks = read_tuzdiks(houses).ok_or_else(|| Malformed::TuzdikFlag(flag.to_owned()))?;
        Ok(2)
    } else if let Some(houses) = flag.strip_prefix("burnt=") {
        setup.burnt = read_burnt(houses).ok_or_else(|| Malformed::BurntFlag(flag.to_owned()))?;
        Ok(3)
    } else if let Some(count) = flag.strip_prefix('q') {
        let count = read_number(count).filter(|count| (1..=MAX_QUIET).contains(count));
        let malformed = || Malformed::QuietFlag { flag: flag.to_owned(), most: MAX_QUIET };
        setup.quiet = Some(count.ok_or_else(malformed)?);
        Ok(4)
    } else if flag == "first=n" {
        setup.first = Some(Side::North);
        Ok(5)
    } else if let Some(name) = flag.strip_prefix("over=") {
        setup.over = Some(EndReason::from_name(name).ok_or_else(|| Malformed::Ending(name.to_owned()))?);
        Ok(6)
    } else {
        Err(Malformed::Flag(flag.to_owned()))
    }
}

/// Reads `variant[:option=value,...]` by the grammar only: names and values stay as they are written.
///
/// # Errors
///
/// The first fault of form.
pub fn read_options(text: &str) -> Result<RulesText<'_>, Malformed> {
    let Some((variant, list)) = text.split_once(':') else {
        return Ok(RulesText { variant: text, options: Vec::new() });
    };
    if variant.is_empty() {
        return Err(Malformed::NoVariant);
    }
    let mut options = Vec::new();
    let mut names = HashSet::new();
    for item in list.split(',') {
        let (name, value) = item
            .split_once('=')
            .filter(|(name, value)| !name.is_empty() && !value.is_empty())
            .ok_or_else(|| Malformed::Option(item.to_owned()))?;
        if !names.insert(name) {
            return Err(Malformed::RepeatedOption(name.to_owned()));
        }
        if value.bytes().all(|byte| byte.is_ascii_digit()) && read_number(value).is_none() {
            return Err(Malformed::LeadingZero(value.to_owned()));
        }
        options.push((name, Given::Text(value)));
    }
    Ok(RulesText { variant, options })
}

/// Reads a row: a character for each house, `(n)` for 36 seeds and more (N-1).
fn read_row(text: &str) -> Result<Vec<u32>, Malformed> {
    let row = || text.to_owned();
    if text.is_empty() {
        return Err(Malformed::EmptyRow);
    }
    let mut houses = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        houses.push(match character {
            '0'..='9' | 'a'..='z' => character.to_digit(36).unwrap_or_default(),
            '(' => {
                let (digits, after) = rest.split_once(')').ok_or_else(|| Malformed::OpenParenthesis { row: row() })?;
                rest = after;
                read_number(digits).filter(|&seeds| seeds >= 36).ok_or_else(|| Malformed::Parentheses { row: row() })?
            }
            _ => return Err(Malformed::House { row: row(), character }),
        });
    }
    Ok(houses)
}

/// Reads `number/number` or `-`.
fn read_stores(text: &str) -> Result<Option<BySide<u32>>, Malformed> {
    if text == "-" {
        return Ok(None);
    }
    let stores = |(south, north)| Some(BySide { south: read_number(south)?, north: read_number(north)? });
    text.split_once('/').and_then(stores).map(Some).ok_or_else(|| Malformed::Stores(text.to_owned()))
}

/// Reads two numbers of houses, each of which may be `-`, but not both (TQ-14).
fn read_tuzdiks(text: &str) -> Option<BySide<Option<u32>>> {
    let house = |text: &str| if text == "-" { Some(None) } else { read_number(text).map(Some) };
    let (south, north) = text.split_once('/')?;
    Some(BySide { south: house(south)?, north: house(north)? }).filter(|tuzdiks| *tuzdiks != BySide::default())
}

/// Reads two lists of houses, each of which may be `-`, but not both (CO-14).
fn read_burnt(text: &str) -> Option<BySide<Vec<u32>>> {
    let list = |text: &str| {
        let numbers: Option<Vec<_>> =
            if text == "-" { Some(Vec::new()) } else { text.split(',').map(read_number).collect() };
        numbers.filter(|numbers| numbers.is_sorted_by(|one, next| one < next))
    };
    let (south, north) = text.split_once('/')?;
    Some(BySide { south: list(south)?, north: list(north)? })
        .filter(|burnt| burnt.iter().any(|numbers| !numbers.is_empty()))
}
