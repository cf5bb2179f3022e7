//! Files of tags and moves, as chess programs have them: `[Name "value"]`, numbers of moves, comments, variations and
//! results.

use std::sync::Arc;

use ayla_rules::BySide;
use ayla_steps::{count, has_to_stop, weights};

use crate::assumption::{Assumption, LeftOut};
use crate::fault::{Expected, FaultKind};
use crate::game::{Game, Tag};
use crate::replay::{Moves, Output};
use crate::text::{TextPlace, Word, all_lines, number};

/// A tag with the place of its value.
#[derive(Clone, Debug)]
struct PlacedTag<'a> {
    name: &'a str,
    value: Word<'a>,
}

/// One game of a file: its tags, and the words that are left without comments and variations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section<'a> {
    pub place: TextPlace,
    tags: Vec<PlacedTag<'a>>,
    pub words: Vec<Word<'a>>,
    pub left_out: Vec<Assumption>,
    /// Whether one of the words is more than the number of a move.
    has_moves: bool,
    /// Whether a fault was found in it already.
    pub is_broken: bool,
}

impl<'a> Section<'a> {
    /// The value of a tag.
    pub(crate) fn tag(&self, name: &str) -> Option<Word<'a>> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value)
    }

    /// All the tags.
    pub(crate) fn tags(&self) -> Arc<[Tag]> {
        let unescaped = |value: &str| value.replace("\\\"", "\"").replace("\\\\", "\\");
        self.tags.iter().map(|tag| Tag::new(tag.name, &unescaped(tag.value.text))).collect()
    }

    /// The words without the numbers before moves.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Word<'a>> {
        self.words.iter().map(|&word| numbered(word).1).filter(|word| !word.text.is_empty())
    }

    /// The number of faults with which its game has none of its own.
    pub(crate) const fn faultless(&self, out: &Output) -> usize {
        if self.is_broken { usize::MAX } else { out.faults }
    }

    fn leave_out(&mut self, part: LeftOut) {
        let left_out = Assumption::LeftOut(part);
        if !self.left_out.contains(&left_out) {
            self.left_out.push(left_out);
        }
    }
}

/// The lines of tags.
pub(crate) fn tag_lines(tags: &[Tag]) -> String {
    let value = |tag: &Tag| tag.value.replace('\\', "\\\\").replace('"', "\\\"");
    tags.iter().map(|tag| format!("[{} \"{}\"]\n", tag.name, value(tag))).collect()
}

/// The names of the tags of the players in the formats.
const PLAYERS: BySide<[&str; 3]> = BySide { south: ["South", "P1", "White"], north: ["North", "P2", "Black"] };

/// The tags of a game but those of the names `without`, with the players as a format calls them.
pub(crate) fn tags(game: &Game, players: BySide<&str>, without: &[&str]) -> Vec<Tag> {
    let renamed = |tag: &Tag| {
        let name = tag.name.as_str();
        let player = PLAYERS.iter().zip(players).find(|(names, _)| names.contains(&name));
        Tag::new(player.map_or(name, |(_, player)| player), &tag.value)
    };
    game.tags.iter().filter(|tag| !without.contains(&tag.name.as_str())).map(renamed).collect()
}

/// The number before a move, with its dots, and the rest of the word.
pub(crate) fn numbered(word: Word<'_>) -> (Option<u32>, Word<'_>) {
    let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word.text[digits..].bytes().take_while(|&byte| byte == b'.').count();
    if digits == 0 || dots == 0 {
        return (None, word);
    }
    (word.before(digits).number(), word.after(digits + dots))
}

/// The games of a file, read one after another. A game begins with its tags, or with move 1 after the moves of another.
pub(crate) struct Sections<'a, L> {
    lines: L,
    /// What is left of the line that is read.
    line: Option<Word<'a>>,
    /// Whether a number in parentheses is a variation too.
    variations: bool,
    /// The comment or variation that is read: how it opens, where, and how many are within each other.
    open: Option<(char, TextPlace, u32)>,
}

/// Splits a file into its games.
pub(crate) fn sections(text: &str, variations: bool) -> Sections<'_, impl Iterator<Item = Word<'_>>> {
    Sections { lines: all_lines(text), line: None, variations, open: None }
}

/// The first game of a file.
pub(crate) fn first_section(text: &str, variations: bool) -> Option<Section<'_>> {
    sections(text, variations).read(&mut Output::default())
}

impl<'a, L: Iterator<Item = Word<'a>>> Sections<'a, L> {
    /// Reads the next game.
    pub(crate) fn read(&mut self, out: &mut Output) -> Option<Section<'a>> {
        let mut read: Option<Section<'a>> = None;
        while let Some((first, line)) = self.rest() {
            let is_new = read.as_ref().is_some_and(|section| match first {
                '[' => !section.words.is_empty(),
                _ => section.has_moves && numbered(line).0 == Some(1) && !line.text.starts_with("1..."),
            });
            if is_new {
                return read;
            }
            let section = read.get_or_insert_with(|| Section { place: line.place, ..Section::default() });
            self.read_piece(first, line, section, out);
        }
        if let (Some((_, place, _)), Some(section)) = (self.open.take(), &mut read) {
            section.is_broken = true;
            out.fault(place, FaultKind::Ends { expected: Expected::Closing });
        }
        read
    }

    /// The next character that is no white space and in no comment or variation, with the rest of its line.
    fn rest(&mut self) -> Option<(char, Word<'a>)> {
        while !has_to_stop() {
            let Some(line) = self.line.take().or_else(|| self.lines.next()) else { break };
            if let Some((mark, _, depth)) = &mut self.open {
                let (up, down) = if *mark == '{' { (None, '}') } else { (Some('('), ')') };
                let is_mark = |&(_, found): &(usize, char)| found == down || Some(found) == up;
                if let Some((at, found)) = line.text.char_indices().find(is_mark) {
                    count(weights::WORD);
                    self.line = Some(line.after(at + 1));
                    *depth = if found == down { *depth - 1 } else { *depth + 1 };
                    if *depth == 0 {
                        self.open = None;
                    }
                }
                continue;
            }
            let line = line.trim_start();
            if let Some(first) = line.text.chars().next() {
                self.line = Some(line);
                return Some((first, line));
            }
        }
        None
    }

    /// Reads a tag, a word, or the mark of a comment or a variation.
    fn read_piece(&mut self, first: char, line: Word<'a>, section: &mut Section<'a>, out: &mut Output) {
        count(weights::WORD);
        self.line = None;
        match first {
            '[' => match tag(line) {
                Some(tag) => section.tags.push(tag),
                None => {
                    section.is_broken = true;
                    out.unexpected(line, Expected::Tag);
                }
            },
            ';' => section.leave_out(LeftOut::Comments),
            '{' => {
                section.leave_out(LeftOut::Comments);
                self.open = Some(('{', line.place, 1));
                self.line = Some(line.after(1));
            }
            '(' if self.variations || !is_total(line) => {
                section.leave_out(LeftOut::Variations);
                self.open = Some(('(', line.place, 1));
                self.line = Some(line.after(1));
            }
            _ => {
                let ends = |character: char| {
                    character.is_whitespace()
                        || matches!(character, '{' | ';' | '$')
                        || (self.variations && character == '(')
                };
                // Glyphs stand before a total, as in `76!(10)`, and after anything.
                let begin = first.len_utf8();
                let end = line.text[begin..].find(ends).map_or(line.text.len(), |at| begin + at);
                let before_total =
                    ["!(", "?("].iter().filter_map(|glyph| line.text[..end].find(glyph)).map(|at| at + 1);
                let end = before_total.min().map_or(end, |at| end.min(at));
                let word = line.before(end);
                let unmarked = word.before(word.text.trim_end_matches(GLYPHS).len());
                let is_glyph = unmarked.text.is_empty() || numeric_glyph(word).is_some();
                if is_glyph || unmarked.text.len() < end {
                    section.leave_out(LeftOut::Comments);
                }
                if !is_glyph {
                    section.has_moves |= !numbered(unmarked).1.text.is_empty();
                    section.words.push(unmarked);
                }
                self.line = Some(line.after(end));
            }
        }
    }
}

/// What stands after a move that is good, bad or doubtful.
const GLYPHS: [char; 6] = ['!', '?', '\u{203c}', '\u{2047}', '\u{2048}', '\u{2049}'];

/// The number of a glyph such as `$1`, which stands for `!`.
fn numeric_glyph(word: Word<'_>) -> Option<u32> {
    word.strip_prefix("$")?.number()
}

/// Whether a line begins with a number in parentheses: the total of a player's captures.
fn is_total(line: Word<'_>) -> bool {
    let inside = line.text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    inside.is_some_and(|(inside, _)| number(inside).is_some())
}

/// Reads `[Name "value"]`.
fn tag(line: Word<'_>) -> Option<PlacedTag<'_>> {
    let inside = line.text.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let (name, _) = inside.split_once('"')?;
    let value = inside[name.len()..].trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let start = 1 + name.len() + 1;
    let value = line.after(start).before(value.len());
    is_name(name.trim()).then_some(PlacedTag { name: name.trim(), value })
}

/// The numbers that the moves of a section should have.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Numbers {
    /// The number of the first turn.
    pub first: u32,
    /// How many moves that turn lacks.
    pub skipped: usize,
}

/// Reads the words of a section up to its result, which is returned too. `read` takes each word, without the number
/// before it.
pub(crate) fn read_moves<'a>(
    words: &[Word<'a>],
    is_result: impl Fn(&str) -> bool,
    Numbers { first, skipped }: Numbers,
    out: &mut Output,
    mut read: impl FnMut(Word<'a>, &mut Moves<'a>, &mut Output),
) -> (Moves<'a>, Option<Word<'a>>) {
    let mut moves = Moves::default();
    let mut result = None;
    for &word in words {
        if has_to_stop() {
            break;
        }
        count(weights::WORD);
        if result.is_some() {
            out.unexpected(word, Expected::End);
            break;
        }
        if is_result(word.text) {
            result = Some(word);
            continue;
        }
        let (number, rest) = numbered(word);
        if let Some(number) = number {
            check_number((number, word.place), moves.count, first, skipped, out);
        }
        if !rest.text.is_empty() {
            read(rest, &mut moves, out);
        }
    }
    (moves, result)
}

/// Compares the number before a move with the one that it has: `index` moves were made before it, `first` is the number
/// of the first turn, and in that turn `skipped` moves are missing.
fn check_number(number: (u32, TextPlace), index: usize, first: u32, skipped: usize, out: &mut Output) {
    let (said, place) = number;
    let expected = first + ((index + skipped) / 2) as u32;
    if said != expected {
        out.fault(place, FaultKind::MoveNumber { said, expected });
    }
}
