//! Tokens: a line as one short word, for places with little room such as the button of a chat. `docs/notation.md` has
//! their fields.

mod bits;

use std::fmt;

use self::bits::{BitReader, BitWriter, CHARACTER, CHECKSUM, MAX_GROUPS, NoBits, width};
use super::fault::Part;
use super::game::{Game, GameOptions};
use super::line::{GameLine, Line, MAX_MOVES, MAX_PLY};
use super::moves::Move;
use super::option::{Given, OptionSpec, Value};
use super::position::Position;
use super::rules::Rules;
use super::setup::{Phase, Setup};
use super::status::EndReason;
use super::variant::Variant;
use crate::board::{MAX_ROW, Side};

/// The version that is written and read. A change of what a token says is a new version: another field, and also another
/// option, another value of one, or another order of the values of an enum.
pub const VERSION: u32 = 1;

const VERSION_BITS: u32 = 4;
const VARIANT_BITS: u32 = 2;
const HOUSES_BITS: u32 = 6;
const SIDE_BITS: u32 = 1;
const PHASE_BITS: u32 = 2;
const REASON_BITS: u32 = 4;
const SEEDS_BITS: u32 = 8;

/// The most characters that a token has: those of [`MAX_MOVES`] moves of the longest rows. Each field is counted with the
/// most bits that it can have in any game, a number with five for each of its groups.
pub const MAX_CHARACTERS: usize = {
    let options = 1 + u32::BITS;
    let flags = SIDE_BITS + PHASE_BITS + SIDE_BITS + 1 + REASON_BITS;
    let numbers = 3 * 5 * MAX_GROUPS;
    let board = u8::MAX as u32 + 2 * MAX_ROW as u32 + 2;
    let moves = MAX_MOVES as u32 * width(MAX_ROW as u64);
    let header = VERSION_BITS + VARIANT_BITS + options + HOUSES_BITS + flags + numbers + SEEDS_BITS;
    ((header + board + moves).div_ceil(CHARACTER) + CHECKSUM / CHARACTER) as usize
};

/// Why a text is refused as a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BadToken {
    /// It has characters that no token has, or too few or too many.
    NotAToken,
    /// Its checksum is wrong: it was changed since it was written.
    Changed,
    /// It has this version, which cannot be read.
    OtherVersion(u32),
    /// Its checksum is right, and yet no token of any game is written so.
    NeverWritten,
}

/// The reason with its arguments, for programmers.
impl fmt::Display for BadToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for BadToken {}

/// A token whose moves were not played yet. Reading one is cheap, whatever it says; [`line`](Self::line) plays.
///
/// ```
/// use ayla_rules::{BadToken, Line, Move, Position, Token};
///
/// let line = Line::from(Position::read("awale 444444/444444 0/0 s")?).play(Move::House(3))?;
/// let text = line.token();
/// assert_eq!(text, "EQQgMPeffffe973g0g");
///
/// let read = Token::read(&text)?.line()?;
/// assert_eq!((read.ply(), read.to_string()), (1, line.to_string()));
/// assert_eq!(Token::read(&text.replace("g0", "h0")).err(), Some(BadToken::Changed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Token<'a> {
    text: &'a str,
    /// The position that the moves start from.
    start: Position,
    /// The ply of that position.
    ply: u32,
    /// The number of moves.
    moves: usize,
    /// The moves.
    bits: BitReader<'a>,
}

impl<'a> Token<'a> {
    /// Reads a token up to its moves.
    ///
    /// # Errors
    ///
    /// Why the text is no token. A token that is read may yet turn out to be one that is never written, when its moves are
    /// played.
    pub fn read(text: &'a str) -> Result<Self, BadToken> {
        if text.len() > MAX_CHARACTERS {
            return Err(BadToken::NotAToken);
        }
        let mut bits = BitReader::new(text).map_err(|error| match error {
            NoBits::Characters => BadToken::NotAToken,
            NoBits::Checksum => BadToken::Changed,
        })?;
        match bits.take(VERSION_BITS) {
            None => Err(BadToken::NotAToken),
            Some(version) if version != VERSION => Err(BadToken::OtherVersion(version)),
            Some(_) => Self::read_fields(text, bits).ok_or(BadToken::NeverWritten),
        }
    }

    /// Reads what follows the version.
    fn read_fields(text: &'a str, mut bits: BitReader<'a>) -> Option<Self> {
        let variant = bits.take_one(Variant::ALL, VARIANT_BITS)?;
        let (mut rules, about) = (variant.default_rules(), variant.about());
        let has = |part| about.parts.contains(&part);
        by_variant!(Rules, &mut rules, options => {
            read_options(options, &mut bits)?;
            if about.houses.min < about.houses.max {
                options.set_houses(bits.take(HOUSES_BITS)?);
            }
        });
        let turn = bits.take_one(Side::ALL, SIDE_BITS)?;
        let phase = if has(Part::Phase) { Some(bits.take_one(Phase::ALL, PHASE_BITS)?) } else { None };
        let first = if has(Part::First) { Some(bits.take_one(Side::ALL, SIDE_BITS)?) } else { None };
        let over = if bits.take_flag()? { Some(bits.take_one(EndReason::ALL, REASON_BITS)?) } else { None };
        let quiet = if has(Part::Quiet) { Some(bits.take_number()?) } else { None };
        let (ply, moves) = (bits.take_number()?, bits.take_number()? as usize);
        let mut left = bits.take(SEEDS_BITS)?;
        let mut field = |last: bool| {
            let seeds = if last { left } else { bits.take_ones()? };
            left = left.checked_sub(seeds)?;
            Some(seeds)
        };
        let (houses, has_stores) = (rules.houses(), has(Part::Stores));
        let south = (0..houses).map(|_| field(false)).collect::<Option<_>>()?;
        let north = (1..=houses).map(|house| field(!has_stores && house == houses)).collect::<Option<_>>()?;
        let stores = if has_stores { Some([field(false)?, field(true)?]) } else { None };
        let setup = Setup { stores, phase, quiet, first, over, ..Setup::of_rows(rules, [south, north], turn) };
        let start = setup.position().ok().filter(|_| ply <= MAX_PLY && moves <= MAX_MOVES)?;
        Some(Self { text, start, ply, moves, bits })
    }

    /// The position that the moves start from.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.start.rules().variant()
    }

    /// The number of moves that are played by [`line`](Self::line), at most [`MAX_MOVES`].
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The line that the token stands for, with its moves played.
    ///
    /// # Errors
    ///
    /// [`BadToken::NeverWritten`]: a move is not legal, the line is written otherwise, or something follows it.
    pub fn line(&self) -> Result<Line, BadToken> {
        let line = self.play().filter(|line| line.token() == self.text);
        line.ok_or(BadToken::NeverWritten)
    }

    fn play(&self) -> Option<Line> {
        let mut bits = self.bits.clone();
        let mut line = Line::from(self.start);
        by_variant!(Line, &mut line, line => line.set_ply(self.ply));
        for _ in 0..self.moves {
            let mut houses = by_variant!(Line, &line, line => line.game.occupied(&line.state));
            let number = bits.take(width(houses.len() as u64))?;
            let position = line.position();
            let legal = |played: Move| position.check(played.into(), None).ok();
            let house = houses.nth(number as usize).and_then(legal);
            // A pass is written as the first house, which then cannot be played.
            let played = house.or_else(|| legal(Move::Pass).filter(|_| number == 0))?;
            line.play_unchecked(played, &mut ());
        }
        Some(line)
    }
}

impl Line {
    /// The token of this line: what its text says and the ply, in as few characters as possible.
    #[must_use]
    pub fn token(&self) -> String {
        by_variant!(Line, self, line => line.token())
    }
}

impl<G: Game> GameLine<G> {
    fn token(&self) -> String {
        let (past, moves) = self.window();
        let setup = self.game.setup(past.first().unwrap_or(&self.state));
        // Most moves take three bits, half a character.
        let mut bits = BitWriter::with_capacity(64 + moves.len());
        write_start(&setup, &mut bits);
        bits.put_number(self.ply().saturating_sub(moves.len() as u32));
        bits.put_number(moves.len() as u32);
        write_board(&setup, &mut bits);
        for (state, &played) in past.iter().zip(moves) {
            let houses = self.game.occupied(state);
            // A pass is made when no house can be played, and written as the first.
            let number = if played == Move::Pass { 0 } else { houses.rank(played) };
            bits.put(number as u64, width(houses.len() as u64));
        }
        bits.finish()
    }
}

/// Writes everything that stands before the ply.
fn write_start<O: GameOptions>(setup: &Setup<O>, bits: &mut BitWriter) {
    bits.put(VERSION.into(), VERSION_BITS);
    bits.put(O::VARIANT as u64, VARIANT_BITS);
    write_options(&setup.rules, bits);
    if O::ABOUT.houses.min < O::ABOUT.houses.max {
        bits.put(setup.south.len() as u64, HOUSES_BITS);
    }
    bits.put(setup.turn as u64, SIDE_BITS);
    if let Some(phase) = setup.phase {
        bits.put(phase as u64, PHASE_BITS);
    }
    if let Some(first) = setup.first {
        bits.put(first as u64, SIDE_BITS);
    }
    bits.put_flag(setup.over.is_some());
    if let Some(reason) = setup.over {
        bits.put(reason as u64, REASON_BITS);
    }
    if let Some(quiet) = setup.quiet {
        bits.put_number(quiet);
    }
}

/// Writes the seeds: how many there are, and those of each house and store but the last, which has what is left.
fn write_board<O>(setup: &Setup<O>, bits: &mut BitWriter) {
    bits.put(setup.seeds(), SEEDS_BITS);
    let (fields, last) = match (&setup.stores, setup.north.split_last()) {
        (Some([south, _]), _) => (setup.north.as_slice(), Some(*south)),
        (None, Some((_, north))) => (north, None),
        (None, None) => (&[][..], None),
    };
    for &seeds in setup.south.iter().chain(fields).chain(&last) {
        bits.put_ones(seeds);
    }
}

/// The options that a token has.
fn specs<O: GameOptions>() -> impl DoubleEndedIterator<Item = &'static OptionSpec<O>> {
    O::SPECS.iter().filter(|spec| !spec.info.start_only)
}

/// Writes whether an option differs from its default, and if one does, the place of the options among all sets: the first
/// option is the highest digit.
fn write_options<O: GameOptions>(options: &O, bits: &mut BitWriter) {
    let mut default = O::default();
    default.set_houses(options.houses());
    bits.put_flag(*options != default);
    if *options != default {
        let digit = |(place, sets): (u64, u64), OptionSpec { info, get, .. }: &OptionSpec<O>| {
            let size = u64::from(info.domain.size());
            (place * size + u64::from(info.domain.place(get(options)).unwrap_or_default()), sets * size)
        };
        let (place, sets) = specs::<O>().fold((0, 1), digit);
        bits.put(place, width(sets));
    }
}

/// Reads options as [`write_options`] writes them.
fn read_options<O: GameOptions>(options: &mut O, bits: &mut BitReader<'_>) -> Option<()> {
    if bits.take_flag()? {
        let sets = specs::<O>().map(|spec| u64::from(spec.info.domain.size())).product();
        let mut place = bits.take(width(sets))?;
        for OptionSpec { info, .. } in specs::<O>().rev() {
            let given = match info.domain.value(place % info.domain.size())? {
                Value::Flag(flag) => Given::Flag(flag),
                Value::Number(number) => Given::Number(number),
                Value::Word(word) => Given::Word(word),
            };
            options.set(info.name, given).ok()?;
            place /= info.domain.size();
        }
    }
    Some(())
}
