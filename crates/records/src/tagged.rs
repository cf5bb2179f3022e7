//! Files of tags and moves, as chess programs have them: `[Name "value"]`, numbers of moves, comments, variations and results.

use crate::assumption::{Assumption, LeftOut};
use crate::fault::{Expected, FaultKind};
use crate::game::Tag;
use crate::replay::{Moves, Output};
use crate::text::{Place, Word};

/// A tag with the place of its value.
#[derive(Clone, Debug)]
pub(crate) struct PlacedTag<'a> {
    pub name: &'a str,
    pub value: Word<'a>,
}

/// One game of a file: its tags, and the words that are left without comments and variations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section<'a> {
    pub place: Place,
    pub tags: Vec<PlacedTag<'a>>,
    pub words: Vec<Word<'a>>,
    pub left_out: Vec<Assumption>,
    /// Whether a fault was found in it already.
    pub is_broken: bool,
}

impl<'a> Section<'a> {
    /// The value of a tag.
    pub(crate) fn tag(&self, name: &str) -> Option<Word<'a>> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value)
    }

    /// The tags, without what stands for a position or a result.
    pub(crate) fn tags(&self) -> Vec<Tag> {
        let tag = |tag: &PlacedTag<'_>| Tag { name: tag.name.to_owned(), value: unescaped(tag.value.text) };
        self.tags.iter().map(tag).collect()
    }

    /// The number of faults with which its game has none of its own.
    pub(crate) const fn faultless(&self, out: &Output) -> usize {
        if self.is_broken { usize::MAX } else { out.reading.faults.len() }
    }

    fn leave_out(&mut self, part: LeftOut) {
        let left_out = Assumption::LeftOut(part);
        if !self.left_out.contains(&left_out) {
            self.left_out.push(left_out);
        }
    }
}

fn unescaped(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// The line of a tag.
pub(crate) fn tag_line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether a text begins with a tag.
pub(crate) fn begins_with_tag(text: &str) -> bool {
    text.trim_start().starts_with('[')
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

/// Splits a file into its games. A game begins with its tags, or with move 1 after the moves of another.
pub(crate) fn sections<'a>(text: &'a str, variations: bool, out: &mut Output) -> Vec<Section<'a>> {
    let mut sections: Vec<Section<'a>> = Vec::new();
    let mut open: Option<(char, Place, u32)> = None;
    for (index, text) in text.lines().enumerate() {
        let mut line = Word { text, place: Place { line: index as u32 + 1, column: 1 } };
        loop {
            if let Some((mark, _, depth)) = &mut open {
                let (up, down) = if *mark == '{' { (None, '}') } else { (Some('('), ')') };
                let Some((at, found)) = line.text.char_indices().find(|&(_, found)| found == down || Some(found) == up)
                else {
                    break;
                };
                line = line.after(at + 1);
                *depth = if found == down { *depth - 1 } else { *depth + 1 };
                if *depth == 0 {
                    open = None;
                }
                continue;
            }
            let blank = line.text.len() - line.text.trim_start().len();
            line = line.after(blank);
            let Some(first) = line.text.chars().next() else { break };
            let is_new = match first {
                '[' => sections.last().is_none_or(|section| !section.words.is_empty()),
                _ => {
                    let again = numbered(line).0 == Some(1) && !line.text.starts_with("1...");
                    sections.last().is_none_or(|section| again && section.words.iter().any(is_moves))
                }
            };
            if is_new {
                sections.push(Section { place: line.place, ..Section::default() });
            }
            let Some(section) = sections.last_mut() else { break };
            match first {
                '[' => {
                    match tag(line) {
                        Some(tag) => section.tags.push(tag),
                        None => {
                            section.is_broken = true;
                            out.unexpected(line, Expected::Tag);
                        }
                    }
                    break;
                }
                ';' => {
                    section.leave_out(LeftOut::Comments);
                    break;
                }
                '{' => {
                    section.leave_out(LeftOut::Comments);
                    open = Some(('{', line.place, 1));
                    line = line.after(1);
                }
                '(' if variations => {
                    section.leave_out(LeftOut::Variations);
                    open = Some(('(', line.place, 1));
                    line = line.after(1);
                }
                _ => {
                    let ends = |character: char| {
                        character.is_whitespace() || matches!(character, '{' | ';') || (variations && character == '(')
                    };
                    let end = line.text.find(ends).unwrap_or(line.text.len());
                    section.words.push(line.before(end));
                    line = line.after(end);
                }
            }
        }
    }
    if let Some((_, place, _)) = open {
        sections.iter_mut().rev().take(1).for_each(|section| section.is_broken = true);
        out.fault(place, FaultKind::Ends { expected: Expected::Closing });
    }
    sections
}

/// Whether a word is more than the number of a move.
fn is_moves(word: &Word<'_>) -> bool {
    !numbered(*word).1.text.is_empty()
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

/// Reads the words of a section up to its result, which is returned too. `read` takes each word, without the number before it.
pub(crate) fn read_moves<'a>(
    words: &[Word<'a>],
    is_result: impl Fn(&str) -> bool,
    Numbers { first, skipped }: Numbers,
    out: &mut Output,
    mut read: impl FnMut(Word<'a>, &mut Moves<'a>, &mut Output),
) -> (Moves<'a>, Option<Word<'a>>) {
    let mut said = Moves::default();
    let mut result = None;
    for &word in words {
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
            check_number((number, word.place), said.count, first, skipped, out);
        }
        if !rest.text.is_empty() {
            read(rest, &mut said, out);
        }
    }
    (said, result)
}

/// Compares the number before a move with the one that it has: `index` moves were made before it, `first` is the number of the
/// first turn, and in that turn `skipped` moves are missing.
fn check_number(number: (u32, Place), index: usize, first: u32, skipped: usize, out: &mut Output) {
    let (said, place) = number;
    let expected = first + ((index + skipped) / 2) as u32;
    if said != expected {
        out.fault(place, FaultKind::MoveNumber { said, expected });
    }
}
