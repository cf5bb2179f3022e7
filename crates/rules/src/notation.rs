//! The text notation of positions, lines and moves, both ways (rulings N).

use std::fmt;

use super::board::Side;
use super::moves::{EndReason, Proposal};
use super::option::Given;
use super::rules::{OptionFault, Rules, Variant};
use super::setup::{Fault, FaultKind, MAX_QUIET, Phase, Place, Setup};

/// A line as it is read: where it starts, and the moves made since, not yet read as moves (N-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineText<'a> {
    /// The position it starts from.
    pub setup: Setup,
    /// The moves, each as it was written.
    pub moves: Vec<&'a str>,
}

/// Reads a position, or a line, which is a position followed by `moves` and moves.
///
/// # Errors
///
/// The first fault of form; or all faults of the variant and the options at once. Whether the position is consistent
/// is for [`Setup::position`] to say.
pub fn read_line(text: &str) -> Result<LineText<'_>, Vec<Fault>> {
    let mut raw = Raw::read(text).map_err(|message| vec![Fault::new(FaultKind::Malformed, Place::Text, message)])?;
    let moves = std::mem::take(&mut raw.moves);
    Ok(LineText { setup: raw.interpret()?, moves })
}

/// Reads a move (N-6); nothing when the text is no move at all.
#[must_use]
pub fn read_move(text: &str, variant: Variant) -> Option<Proposal> {
    match text {
        "pass" => return Some(Proposal::Pass),
        "take" => return Some(Proposal::Take),
        "give" => return Some(Proposal::Give),
        "agree" => return Some(Proposal::Agree),
        _ => {}
    }
    if let (&[letter], Variant::Awale) = (text.as_bytes(), variant) {
        let side_and_first = match letter {
            b'A'..=b'F' => Some((Side::South, b'A')),
            b'a'..=b'f' => Some((Side::North, b'a')),
            _ => None,
        };
        if let Some((side, first)) = side_and_first {
            return Some(Proposal::House { number: u32::from(letter - first) + 1, side: Some(side) });
        }
    }
    number(text).map(|number| Proposal::House { number, side: None })
}

/// A number without leading zeros; those too large for any use are `u32::MAX`.
pub(super) fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    Some(text.parse().unwrap_or(u32::MAX))
}

/// The most characters of a caller's text that a message repeats.
const QUOTED: usize = 40;

/// A piece of a caller's text, as a message repeats it: in quotation marks and not too long.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("'{}…'", text[..end].escape_debug()),
        None => format!("'{}'", text.escape_debug()),
    }
}

/// Whether a byte stands between two fields.
const fn parts_fields(byte: u8) -> bool {
    matches!(byte, b' ' | b'_')
}

/// The fields of a text, found byte by byte: a search for either of two characters goes through the text by its
/// characters, which takes longer than all the rest of the reading.
#[derive(Clone, Debug)]
struct Fields<'a>(Option<&'a str>);

impl<'a> Iterator for Fields<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0?;
        let end = text.bytes().position(parts_fields);
        let (field, rest) = match end {
            Some(end) => (&text[..end], Some(&text[end + 1..])),
            None => (text, None),
        };
        self.0 = rest;
        Some(field)
    }
}

/// Whether there is a field with nothing in it.
fn has_empty_field(text: &str) -> bool {
    let mut empty = true;
    for byte in text.bytes() {
        let parts = parts_fields(byte);
        if empty && parts {
            return true;
        }
        empty = parts;
    }
    empty
}

/// The fields of a position, read by the grammar alone.
struct Raw<'a> {
    variant: &'a str,
    options: Vec<(&'a str, &'a str)>,
    south: Vec<u32>,
    north: Vec<u32>,
    stores: Option<[u32; 2]>,
    turn: Side,
    phase: Option<Phase>,
    quiet: Option<u32>,
    first: Option<Side>,
    over: Option<EndReason>,
    moves: Vec<&'a str>,
}

impl<'a> Raw<'a> {
    fn read(text: &'a str) -> Result<Self, String> {
        let mut fields = Fields(Some(text));
        if has_empty_field(text) {
            return Err(if text.is_empty() {
                "the position is empty".to_owned()
            } else {
                "fields are separated by one space or underscore, with none at either end".to_owned()
            });
        }
        let mut field = |what: &str| fields.next().ok_or_else(|| format!("the position ends before its {what}"));
        let (variant, options) = read_options(field("variant")?)?;
        let rows = field("rows")?;
        let (south, north) =
            rows.split_once('/').ok_or_else(|| format!("the rows {} are not parted by '/'", quoted(rows)))?;
        let (south, north) = (read_row(south)?, read_row(north)?);
        let stores = read_stores(field("stores")?)?;
        let turn = match field("turn")? {
            "s" => Side::South,
            "n" => Side::North,
            other => return Err(format!("the turn is 's' or 'n', not {}", quoted(other))),
        };
        let mut raw = Self {
            variant,
            options,
            south,
            north,
            stores,
            turn,
            phase: None,
            quiet: None,
            first: None,
            over: None,
            moves: Vec::new(),
        };
        let mut rank = 0;
        while let Some(flag) = fields.next() {
            if flag == "moves" {
                raw.moves = fields.collect();
                if raw.moves.is_empty() {
                    return Err("no move follows 'moves'".to_owned());
                }
                break;
            }
            let place = raw.read_flag(flag)?;
            if place <= rank {
                return Err(format!("the flag {} is repeated or out of order", quoted(flag)));
            }
            rank = place;
        }
        Ok(raw)
    }

    /// Reads one flag and answers its place in the order of flags, from 1 (N-3).
    fn read_flag(&mut self, flag: &str) -> Result<u8, String> {
        let phase = match flag {
            "o" => Some(Phase::Opening),
            "c" => Some(Phase::Choice),
            "b" => Some(Phase::BearOff),
            _ => None,
        };
        if phase.is_some() {
            self.phase = phase;
            Ok(1)
        } else if let Some(count) = flag.strip_prefix('q') {
            let count = number(count).filter(|count| (1..=MAX_QUIET).contains(count));
            self.quiet =
                Some(count.ok_or_else(|| {
                    format!("the flag {} is not 'q' and a number from 1 to {}", quoted(flag), MAX_QUIET)
                })?);
            Ok(2)
        } else if flag == "first=n" {
            self.first = Some(Side::North);
            Ok(3)
        } else if let Some(reason) = flag.strip_prefix("over=") {
            let reason = EndReason::from_name(reason)
                .ok_or_else(|| format!("no game ends for a reason called {}", quoted(reason)))?;
            self.over = Some(reason);
            Ok(4)
        } else {
            Err(format!("there is no flag {}", quoted(flag)))
        }
    }

    /// The set-up that the fields describe.
    fn interpret(self) -> Result<Setup, Vec<Fault>> {
        let Some(variant) = Variant::from_name(self.variant) else {
            return Err(vec![unknown_variant(self.variant)]);
        };
        let given = self.options.iter().map(|&(name, value)| (name, Given::Text(value)));
        let rules = rules_of_rows(variant, self.south.len(), given)?;
        let default = |flag| (variant == Variant::Andada).then_some(flag);
        Ok(Setup {
            rules,
            south: self.south,
            north: self.north,
            stores: self.stores,
            turn: self.turn,
            phase: self.phase.or(default(Phase::Play)),
            quiet: self.quiet,
            first: self.first,
            over: self.over,
        })
    }
}

/// The fault of a variant that does not exist.
#[must_use]
pub fn unknown_variant(name: &str) -> Fault {
    let message = format!("no game is called {}; there are {}", quoted(name), Variant::NAMES.join(", "));
    Fault::new(FaultKind::UnknownVariant, Place::Variant, message)
}

/// The rules of a position with rows of `houses`: the options given, the others at their defaults (N-2).
///
/// # Errors
///
/// All options that are unknown or out of range.
pub fn rules_of_rows<'a>(
    variant: Variant,
    houses: usize,
    given: impl IntoIterator<Item = (&'a str, Given<'a>)>,
) -> Result<Rules, Vec<Fault>> {
    let mut rules = variant.default_rules();
    rules.set_houses(u32::try_from(houses).unwrap_or(u32::MAX));
    set_options(rules, given)
}

/// These rules with the options given.
///
/// # Errors
///
/// All options that are unknown or out of range.
pub fn set_options<'a>(
    mut rules: Rules,
    given: impl IntoIterator<Item = (&'a str, Given<'a>)>,
) -> Result<Rules, Vec<Fault>> {
    let mut faults = Vec::new();
    for (name, value) in given {
        match rules.set(name, value) {
            Ok(()) => {}
            Err(OptionFault::Unknown) => {
                let names: Vec<_> = rules.variant().options().iter().map(|info| info.name).collect();
                let message = format!(
                    "{} has no option called {}; it has {}",
                    rules.variant().title(),
                    quoted(name),
                    names.join(", ")
                );
                faults.push(Fault::new(FaultKind::UnknownOption, Place::Options, message));
            }
            Err(OptionFault::OutOfRange(info)) => {
                let message = format!("the option {} is {}, not {value}", info.name, info.domain);
                faults.push(Fault::new(FaultKind::OptionOutOfRange, Place::Option(info.name), message));
            }
        }
    }
    if faults.is_empty() { Ok(rules) } else { Err(faults) }
}

/// Reads rules alone, as a position begins with them (N-2): the options given, the others at their defaults. Where the
/// rows would say how long they are, they are as the game has them unless an option says so.
///
/// # Errors
///
/// The first fault of form; or all faults of the variant and the options at once, those that do not fit each other too.
pub fn read_rules(text: &str) -> Result<Rules, Vec<Fault>> {
    let (variant, options) =
        read_options(text).map_err(|message| vec![Fault::new(FaultKind::Malformed, Place::Text, message)])?;
    let variant = Variant::from_name(variant).ok_or_else(|| vec![unknown_variant(variant)])?;
    let given = options.into_iter().map(|(name, value)| (name, Given::Text(value)));
    let rules = set_options(variant.default_rules(), given)?;
    let conflicts = rules.conflicts();
    if conflicts.is_empty() { Ok(rules) } else { Err(conflicts) }
}

/// The names and values of options as they are written.
type WrittenOptions<'a> = Vec<(&'a str, &'a str)>;

/// Reads `variant[:option=value,...]`.
fn read_options(text: &str) -> Result<(&str, WrittenOptions<'_>), String> {
    let Some((variant, list)) = text.split_once(':') else { return Ok((text, Vec::new())) };
    if variant.is_empty() {
        return Err("no variant stands before the options".to_owned());
    }
    let mut options = WrittenOptions::new();
    for item in list.split(',') {
        let (name, value) = item
            .split_once('=')
            .filter(|(name, value)| !name.is_empty() && !value.is_empty())
            .ok_or_else(|| format!("the option {} is not 'name=value'", quoted(item)))?;
        if options.iter().any(|(earlier, _)| *earlier == name) {
            return Err(format!("the option {} is given twice", quoted(name)));
        }
        if value.bytes().all(|byte| byte.is_ascii_digit()) && number(value).is_none() {
            return Err(format!("the number {} has a leading zero", quoted(value)));
        }
        options.push((name, value));
    }
    Ok((variant, options))
}

/// Reads a row: a character a house, `(n)` for 36 seeds and more (N-1).
fn read_row(text: &str) -> Result<Vec<u32>, String> {
    if text.is_empty() {
        return Err("a row has no houses".to_owned());
    }
    let mut row = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&byte) = rest.as_bytes().first() {
        let seeds = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'(' => {
                let (digits, after) = rest[1..]
                    .split_once(')')
                    .ok_or_else(|| format!("in the row {} a '(' is not closed", quoted(text)))?;
                let seeds = number(digits).filter(|&seeds| seeds >= 36).ok_or_else(|| {
                    format!("in the row {} the parentheses do not hold a number of 36 or more", quoted(text))
                })?;
                row.push(seeds);
                rest = after;
                continue;
            }
            _ => {
                let character = rest.chars().next().unwrap_or_default();
                return Err(format!("in the row {} the character {character:?} is no house", quoted(text)));
            }
        };
        row.push(seeds.into());
        rest = &rest[1..];
    }
    Ok(row)
}

/// Reads `number/number` or `-`.
fn read_stores(text: &str) -> Result<Option<[u32; 2]>, String> {
    if text == "-" {
        return Ok(None);
    }
    text.split_once('/')
        .and_then(|(south, north)| Some([number(south)?, number(north)?]))
        .map(Some)
        .ok_or_else(|| format!("the stores are two numbers parted by '/', or '-', not {}", quoted(text)))
}

/// About the most bytes of a position of Awalé: what its text is given room for.
const TEXT_BYTES: usize = 48;

impl Setup {
    /// The canonical text (N-1 to N-4).
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(TEXT_BYTES);
        // A string takes whatever is written to it.
        let _ = self.write(&mut text);
        text
    }

    /// Writes the canonical text. Without the machinery of formatting, which takes several times as long.
    pub(super) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.rules.write(out)?;
        out.write_char(' ')?;
        write_row(&self.south, out)?;
        out.write_char('/')?;
        write_row(&self.north, out)?;
        match self.stores {
            Some([south, north]) => {
                out.write_char(' ')?;
                write_number(south, out)?;
                out.write_char('/')?;
                write_number(north, out)?;
            }
            None => out.write_str(" -")?,
        }
        out.write_str(match self.turn {
            Side::South => " s",
            Side::North => " n",
        })?;
        out.write_str(match self.phase {
            Some(Phase::Opening) => " o",
            Some(Phase::Choice) => " c",
            Some(Phase::BearOff) => " b",
            Some(Phase::Play) | None => "",
        })?;
        if let Some(quiet @ 1..) = self.quiet {
            out.write_str(" q")?;
            write_number(quiet, out)?;
        }
        if self.first == Some(Side::North) {
            out.write_str(" first=n")?;
        }
        if let Some(reason) = self.over {
            out.write_str(" over=")?;
            out.write_str(reason.name())?;
        }
        Ok(())
    }
}

/// The canonical text of a position (N-1 to N-4).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

fn write_row(row: &[u32], out: &mut impl fmt::Write) -> fmt::Result {
    row.iter().try_for_each(|&seeds| match char::from_digit(seeds, 36) {
        Some(character) => out.write_char(character),
        None => write!(out, "({seeds})"),
    })
}

/// Writes a number, which has seldom more than two digits.
pub(super) fn write_number(number: u32, out: &mut impl fmt::Write) -> fmt::Result {
    let digit = |number: u32| char::from_digit(number, 10).unwrap_or_default();
    match number {
        0..=9 => out.write_char(digit(number)),
        10..=99 => {
            out.write_char(digit(number / 10))?;
            out.write_char(digit(number % 10))
        }
        _ => write!(out, "{number}"),
    }
}
