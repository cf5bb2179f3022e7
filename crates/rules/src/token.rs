//! Tokens: a line encoded as one short word, for places with little room, such as the data of a chat button.
//! `docs/notation.md` describes the fields.

use std::fmt;

use super::bits::{BitReader, BitWriter, CHARACTER, CHECKSUM, MAX_GROUPS, NoBits, width};
use super::fault::Part;
use super::game::{Game, GameOptions};
use super::games::{EndReason, Variant};
use super::line::{GameLine, Line, MAX_MOVES, MAX_PLY};
use super::moves::Move;
use super::option::{Domain, OptionSpec};
use super::position::Position;
use super::rules::Rules;
use super::setup::{Phase, Setup};
use crate::board::{BySide, MAX_ROW, Side};

/// The newest version of tokens.
///
/// A line is written in the oldest version that can express it, so that builds of different age understand each other.
/// Version 1 has the games and options that it began with. It will always be readable, and nothing can be added to it.
/// In version 2, games, options, phases and reasons have numbers with room for more. These numbers follow the order of
/// the enums, so new values must be added at the end.
pub const NEWEST: u32 = 2;

const VERSION_BITS: u32 = 4;
/// The number of bits for the game, in each version.
const VARIANT_BITS: [u32; NEWEST as usize] = [2, 4];
/// The number of games that version 1 has.
const VERSION_1_GAMES: usize = 3;
const _: () = assert!(Variant::ALL.len() <= 1 << VARIANT_BITS[1], "version 2 has room for 16 games");

const HOUSES_BITS: u32 = 6;
const SIDE_BITS: u32 = 1;
const PHASE_BITS: u32 = 2;
const REASON_BITS: u32 = 4;
const SEEDS_BITS: u32 = 8;
const TUZDIK_BITS: u32 = 4;
/// The most options that a game can have in a token, the burnt houses among them.
const MAX_OPTIONS: u32 = 16;
/// The numbers of the burnt houses of South and of North among the options. The value is a bit for each house, house 1
/// lowest.
const BURNT: [u32; 2] = [MAX_OPTIONS - 2, MAX_OPTIONS - 1];

/// The most characters that a token can have, with [`MAX_MOVES`] moves on the longest rows. Each field counts with the
/// most bits that it can have in any game and version; for a number in groups, these are five bits for each group.
pub const MAX_CHARACTERS: usize = {
    // The numbers are the phase, the reason, the count of quiet moves, the ply, the number of moves and the number of
    // options, and then a number and a value for each option.
    let numbers = (6 + 2 * MAX_OPTIONS) * 5 * MAX_GROUPS;
    let flags = SIDE_BITS + SIDE_BITS + 1 + 1 + 2 * TUZDIK_BITS;
    let board = u8::MAX as u32 + 2 * MAX_ROW as u32 + 2;
    let moves = MAX_MOVES as u32 * width(MAX_ROW as u64);
    let header = VERSION_BITS + VARIANT_BITS[1] + HOUSES_BITS + flags + numbers + SEEDS_BITS;
    ((header + board + moves).div_ceil(CHARACTER) + CHECKSUM / CHARACTER) as usize
};

/// Reads the game, of those that a version has.
fn read_variant(version: u32, bits: &mut BitReader<'_>) -> Option<Variant> {
    let games = if version == 1 { &Variant::ALL[..VERSION_1_GAMES] } else { Variant::ALL };
    bits.take_one(games, VARIANT_BITS[version as usize - 1])
}

/// The game of a text that begins with a version and a game that exist, as every token does.
fn beginning(text: &str) -> Option<Variant> {
    let mut bits = BitReader::unverified(text);
    let version = bits.take(VERSION_BITS).filter(|version| (1..=NEWEST).contains(version))?;
    read_variant(version, &mut bits)
}

/// The reasons why a text is refused as a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BadToken {
    /// The text does not look like a token: it has too few or too many characters, characters that no token has, or a
    /// beginning that no token has.
    NotAToken,
    /// The text begins like a token, but its checksum is wrong: it was cut short or copied wrongly.
    Changed,
    /// The token has this version, which this build cannot read.
    OtherVersion(u32),
    /// The checksum is right, but no game writes such a token.
    NeverWritten,
}

/// Writes the reason with its arguments, for programmers.
impl fmt::Display for BadToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for BadToken {}

/// A token whose moves have not been played yet. Reading a token is cheap, whatever it contains; [`line`](Self::line)
/// plays its moves.
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
    /// The game of a token, by its beginning alone.
    pub fn variant_of(text: &str) -> Option<Variant> {
        beginning(text)
    }

    /// Reads a token up to its moves, without playing them.
    ///
    /// # Errors
    ///
    /// The reason why the text is not a token. A token that can be read may still turn out to be one that is never
    /// written, when its moves are played.
    pub fn read(text: &'a str) -> Result<Self, BadToken> {
        if text.len() > MAX_CHARACTERS {
            return Err(BadToken::NotAToken);
        }
        let mut bits = BitReader::new(text).map_err(|error| match error {
            NoBits::Checksum if beginning(text).is_some() => BadToken::Changed,
            NoBits::Characters | NoBits::Checksum => BadToken::NotAToken,
        })?;
        match bits.take(VERSION_BITS) {
            None => Err(BadToken::NotAToken),
            Some(version @ 1..=NEWEST) => Self::read_fields(text, version, bits).ok_or(BadToken::NeverWritten),
            Some(version) => Err(BadToken::OtherVersion(version)),
        }
    }

    /// Reads the part after the version.
    fn read_fields(text: &'a str, version: u32, mut bits: BitReader<'a>) -> Option<Self> {
        let variant = read_variant(version, &mut bits)?;
        let (setup, [ply, moves]) = by_variant!(Rules, variant.default_rules(), options => {
            let (setup, counts) = read_start(options, version, &mut bits)?;
            (setup.map_rules(Rules::from), counts)
        });
        let start = setup.position().ok()?;
        let moves = moves as usize;
        (ply <= MAX_PLY && moves <= MAX_MOVES).then_some(Self { text, start, ply, moves, bits })
    }

    /// The position that the moves start from.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.start.rules().variant()
    }

    /// The number of moves that [`line`](Self::line) plays, at most [`MAX_MOVES`].
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The line that the token stands for, with its moves played.
    ///
    /// # Errors
    ///
    /// [`BadToken::NeverWritten`] if a move is not legal, if the line would be written differently, or if more
    /// characters follow it.
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
            // A pass is written like the first house, which cannot be played if a pass is possible.
            let played = house.or_else(|| legal(Move::Pass).filter(|_| number == 0))?;
            line.play_unchecked(played, &mut ());
        }
        Some(line)
    }
}

impl Line {
    /// The token of this line: its text and its ply, in as few characters as possible.
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
        write_start(&setup, [self.ply().saturating_sub(moves.len() as u32), moves.len() as u32], &mut bits);
        for (state, &played) in past.iter().zip(moves) {
            let houses = self.game.occupied(state);
            // A pass is made only if no house can be played, and is written like the first house.
            let number = if played == Move::Pass { 0 } else { houses.rank(played) };
            bits.put(number as u64, width(houses.len() as u64));
        }
        bits.finish()
    }
}

/// Writes everything before the moves, including the ply of the position and the number of moves.
fn write_start<O: GameOptions>(setup: &Setup<O>, counts: [u32; 2], bits: &mut BitWriter) {
    let version = version(&setup.rules);
    bits.put(version.into(), VERSION_BITS);
    bits.put(O::VARIANT as u64, VARIANT_BITS[version as usize - 1]);
    write_options(&setup.rules, &setup.burnt, version, bits);
    if has_houses::<O>() {
        bits.put(setup.south.len() as u64, HOUSES_BITS);
    }
    let place = |bits: &mut BitWriter, place: u32, width| match version {
        1 => bits.put(place.into(), width),
        _ => bits.put_number(place),
    };
    bits.put(setup.turn as u64, SIDE_BITS);
    if let Some(phase) = setup.phase {
        place(bits, phase as u32, PHASE_BITS);
    }
    if let Some(first) = setup.first {
        bits.put(first as u64, SIDE_BITS);
    }
    bits.put_flag(setup.over.is_some());
    if let Some(reason) = setup.over {
        place(bits, reason as u32, REASON_BITS);
    }
    if O::ABOUT.parts.contains(&Part::Tuzdiks) {
        let is_given = setup.tuzdiks != BySide::default();
        bits.put_flag(is_given);
        if is_given {
            setup.tuzdiks.iter().for_each(|house| bits.put(house.unwrap_or(0).into(), TUZDIK_BITS));
        }
    }
    setup.quiet.into_iter().chain(counts).for_each(|number| bits.put_number(number));
    write_board(setup, bits);
}

/// Reads what [`write_start`] writes after the game. `options` are the defaults of the game.
fn read_start<O: GameOptions>(mut options: O, version: u32, bits: &mut BitReader<'_>) -> Option<(Setup<O>, [u32; 2])> {
    fn one_of<T: Copy>(of: &[T], width: u32, version: u32, bits: &mut BitReader<'_>) -> Option<T> {
        let place = if version == 1 { bits.take(width) } else { bits.take_number() }?;
        of.get(place as usize).copied()
    }
    let has = |part| O::ABOUT.parts.contains(&part);
    let burnt = read_options(&mut options, version, bits)?;
    if has_houses::<O>() {
        options.set_houses(bits.take(HOUSES_BITS)?);
    }
    let turn = bits.take_one(Side::ALL, SIDE_BITS)?;
    let phase = if options.has_phase() { Some(one_of(Phase::ALL, PHASE_BITS, version, bits)?) } else { None };
    let first = if has(Part::First) { Some(bits.take_one(Side::ALL, SIDE_BITS)?) } else { None };
    let over = if bits.take_flag()? { Some(one_of(EndReason::ALL, REASON_BITS, version, bits)?) } else { None };
    let mut tuzdiks = BySide::default();
    if has(Part::Tuzdiks) && bits.take_flag()? {
        for &owner in Side::ALL {
            tuzdiks[owner] = Some(bits.take(TUZDIK_BITS)?).filter(|&house| house > 0);
        }
    }
    let quiet = if has(Part::Quiet) { Some(bits.take_number()?) } else { None };
    let counts = [bits.take_number()?, bits.take_number()?];
    let mut left = bits.take(SEEDS_BITS)?;
    let mut field = |last: bool| {
        let seeds = match (last, has(Part::Tuzdiks)) {
            (true, _) => left,
            (false, true) => bits.take_number()?,
            (false, false) => bits.take_ones()?,
        };
        left = left.checked_sub(seeds)?;
        Some(seeds)
    };
    let houses = options.houses();
    let has_stores = has(Part::Stores);
    let south = (0..houses).map(|_| field(false)).collect::<Option<_>>()?;
    let north = (1..=houses).map(|house| field(!has_stores && house == houses)).collect::<Option<_>>()?;
    let stores = if has_stores { Some(BySide { south: field(false)?, north: field(true)? }) } else { None };
    Some((
        Setup {
            stores,
            phase,
            tuzdiks,
            burnt,
            quiet,
            first,
            over,
            ..Setup::of_rows(options, BySide { south, north }, turn)
        },
        counts,
    ))
}

/// Writes the seeds: the total, and the seeds of each house and store except for the last, which has the rest. The
/// numbers of a game with tuzdiks are written in groups, because its houses hold many seeds.
fn write_board<O: GameOptions>(setup: &Setup<O>, bits: &mut BitWriter) {
    bits.put(setup.seeds(), SEEDS_BITS);
    let fields = || setup.south.iter().chain(&setup.north).chain(setup.stores.iter().flat_map(BySide::iter));
    for &seeds in fields().take(fields().count().saturating_sub(1)) {
        if O::ABOUT.parts.contains(&Part::Tuzdiks) {
            bits.put_number(seeds);
        } else {
            bits.put_ones(seeds);
        }
    }
}

/// The options that version 1 has, in the order of their numbers.
fn version_1_specs<O: GameOptions>() -> impl DoubleEndedIterator<Item = &'static OptionSpec<O>> {
    O::SPECS.iter().filter(|spec| !spec.info.start_only && spec.number.is_none())
}

/// The options that a token can have, each with its number.
fn specs<O: GameOptions>() -> impl Iterator<Item = (u32, &'static OptionSpec<O>)> {
    let added = O::SPECS.iter().filter_map(|spec| Some((spec.number?, spec)));
    (0..).zip(version_1_specs::<O>()).chain(added)
}

/// The version in which a game with these options is written.
fn version<O: GameOptions>(options: &O) -> u32 {
    let default = default_with_rows_of(options);
    let says = |(_, OptionSpec { get, number, version_1, .. }): (u32, &OptionSpec<O>)| match number {
        None => version_1.place(get(options)).is_some(),
        Some(_) => get(options) == get(&default),
    };
    let is_version_1 = (O::VARIANT as usize) < VERSION_1_GAMES && (*options == default || specs::<O>().all(says));
    if is_version_1 { 1 } else { 2 }
}

/// Whether the houses in a row have a field of their own. Where they could not be chosen at first, they are an option.
fn has_houses<O: GameOptions>() -> bool {
    let is_option = |spec: &OptionSpec<O>| spec.info.name == "houses" && spec.number.is_some();
    O::ABOUT.houses.min < O::ABOUT.houses.max && !O::SPECS.iter().any(is_option)
}

/// The default options, for rows of the same length if that has a field of its own.
fn default_with_rows_of<O: GameOptions>(options: &O) -> O {
    let mut default = O::default();
    if has_houses::<O>() {
        default.set_houses(options.houses());
    }
    default
}

/// Writes the options that differ from their defaults.
///
/// Version 2 has the number of these options, and for each its own number and the place of its value. Version 1 has a
/// bit that says whether there are any, and if so the place of this set among all sets of options, in which the first
/// option is the highest digit.
fn write_options<O: GameOptions>(options: &O, burnt: &BySide<Vec<u32>>, version: u32, bits: &mut BitWriter) {
    let default = default_with_rows_of(options);
    let place = |domain: Domain, spec: &OptionSpec<O>| domain.place((spec.get)(options)).unwrap_or_default();
    if version > 1 {
        let is_changed = |spec: &OptionSpec<O>| (spec.get)(options) != (spec.get)(&default);
        let changed = specs::<O>().filter(|(_, spec)| is_changed(spec));
        let burnt = BURNT.into_iter().zip(burnt.iter()).filter(|(_, numbers)| !numbers.is_empty());
        let mut changed: Vec<_> = changed
            .map(|(number, spec)| (number, place(spec.info.domain, spec)))
            .chain(burnt.map(|(number, houses)| (number, houses.iter().fold(0, |bits, house| bits | 1 << (house - 1)))))
            .collect();
        changed.sort_unstable();
        bits.put_number(changed.len() as u32);
        changed.into_iter().flat_map(|(number, place)| [number, place]).for_each(|number| bits.put_number(number));
        return;
    }
    bits.put_flag(*options != default);
    if *options != default {
        let digit = |(set, sets): (u64, u64), spec: &OptionSpec<O>| {
            let size = u64::from(spec.version_1.size());
            (set * size + u64::from(place(spec.version_1, spec)), sets * size)
        };
        let (set, sets) = version_1_specs::<O>().fold((0, 1), digit);
        bits.put(set, width(sets));
    }
}

/// Reads options as [`write_options`] writes them.
fn read_options<O: GameOptions>(options: &mut O, version: u32, bits: &mut BitReader<'_>) -> Option<BySide<Vec<u32>>> {
    let mut burnt = BySide::<Vec<u32>>::default();
    if version > 1 {
        for _ in 0..bits.take_number().filter(|&count| count <= MAX_OPTIONS)? {
            let number = bits.take_number()?;
            if let Some(side) = BURNT.iter().position(|&burnt| burnt == number) {
                let houses = bits.take_number()?;
                burnt[Side::ALL[side]] = (1..=u32::BITS).filter(|house| houses >> (house - 1) & 1 == 1).collect();
                continue;
            }
            let (_, spec) = specs::<O>().find(|(known, _)| *known == number)?;
            options.set(spec.info.name, spec.info.domain.value(bits.take_number()?)?.into()).ok()?;
        }
    } else if bits.take_flag()? {
        let sets = version_1_specs::<O>().map(|spec| u64::from(spec.version_1.size())).product();
        let mut place = bits.take(width(sets))?;
        for spec in version_1_specs::<O>().rev() {
            options.set(spec.info.name, spec.version_1.value(place % spec.version_1.size())?.into()).ok()?;
            place /= spec.version_1.size();
        }
    }
    Some(burnt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::about::About;
    use crate::option::Span;

    options! {
        /// Options of a game that exists only in this test: two options of version 1, the second of which has been
        /// given more values since, and two that were added later.
        #[allow(unreachable_pub, reason = "the options of a game are public")]
        {
            /// The option that was added last.
            "added-last" added_last: bool = false, Domain::Flag, [C_2], number: 3;
            /// The option that was added first.
            "added" added: u32 = 5, Domain::Number(&[Span::new(0, 700)]), [C_2], number: 2;
            /// An option that version 1 has.
            "flag" flag: bool = false, Domain::Flag, [C_2];
            /// An option that has more values than in version 1.
            "grown" grown: u32 = 0, Domain::Number(&[Span::new(0, 3)]), [C_2],
                version_1: Domain::Number(&[Span::new(0, 1)]);
        }
    }

    impl GameOptions for Options {
        // It stands in for the game, which has no name.
        const VARIANT: Variant = Variant::Awale;
        const ABOUT: &'static About =
            &About { parts: Part::ALL, houses: Span::new(1, 48), ..*crate::awale::Options::ABOUT };

        fn houses(&self) -> u32 {
            3
        }

        fn max_seeds(_: u32) -> u32 {
            u8::MAX.into()
        }

        fn start(&self, first: Side) -> Setup<Self> {
            Setup::filled(*self, self.houses(), 4, first)
        }
    }

    /// Writes a position without moves, and reads it back. Returns the version of its token.
    fn sent(setup: &Setup<Options>) -> u32 {
        let mut bits = BitWriter::with_capacity(64);
        write_start(setup, [17, 0], &mut bits);
        let text = bits.finish();
        let mut bits = BitReader::new(&text).expect("its checksum is right");
        let version = bits.take(VERSION_BITS).expect("a version");
        assert_eq!(bits.take(VARIANT_BITS[version as usize - 1]), Some(Variant::Awale as u32));
        let read = read_start(Options::default(), version, &mut bits).expect("as it was written");
        assert_eq!(read, (setup.clone(), [17, 0]), "{text}");
        version
    }

    #[test]
    fn the_oldest_version_that_can_say_it_is_written_and_each_reads_back() {
        let default = Options::default();
        for (options, version) in [
            (default, 1),
            (Options { flag: true, grown: 1, ..default }, 1),
            (Options { grown: 2, ..default }, 2),
            (Options { added: 700, ..default }, 2),
            (Options { added_last: true, flag: true, grown: 3, added: 0 }, 2),
        ] {
            for phase in Phase::ALL {
                for over in EndReason::ALL.iter().copied().map(Some).chain([None]) {
                    let setup = Setup {
                        stores: Some(BySide { south: 3, north: 1 }),
                        phase: Some(*phase),
                        tuzdiks: BySide { south: None, north: Some(2) },
                        quiet: Some(999_999),
                        first: Some(Side::North),
                        over,
                        ..options.start(Side::North)
                    };
                    assert_eq!(sent(&setup), version, "{setup:?}");
                }
            }
        }
    }

    #[test]
    fn options_have_numbers_that_later_ones_do_not_change() {
        let numbers: Vec<_> = specs::<Options>().map(|(number, spec)| (number, spec.info.name)).collect();
        assert_eq!(numbers, [(0, "flag"), (1, "grown"), (3, "added-last"), (2, "added")]);
        // Three options, each with its number and the place of its value.
        let options = Options { grown: 2, added: 693, added_last: true, ..Options::default() };
        let mut bits = BitWriter::with_capacity(64);
        write_options(&options, &Default::default(), 2, &mut bits);
        let text = bits.finish();
        let mut bits = BitReader::new(&text).expect("its checksum is right");
        let groups = [3, 1, 2, 2].map(Some);
        assert_eq!([(); 4].map(|()| bits.take_number()), groups);
        assert_eq!([(); 3].map(|()| bits.take_number()), [693, 3, 1].map(Some));
    }

    #[test]
    fn no_game_has_more_options_than_a_token_has_room_for() {
        for &variant in Variant::ALL {
            let count = by_variant!(Rules, variant.default_rules(), options => {
                fn count<O: GameOptions>(_: O) -> usize {
                    specs::<O>().count()
                }
                count(options)
            });
            assert!(count <= MAX_OPTIONS as usize, "{variant}");
        }
    }
}
