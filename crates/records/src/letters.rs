//! The letters of Awalé: `A` to `F` are South's houses, `a` to `f` North's, each from its owner's left. A line is a
//! game.

use ayla_rules::{Move, Proposal, Side, Variant};
use ayla_steps::{count, has_to_stop, weights};

use crate::assumption::Assumption;
use crate::auale::why_not_long;
use crate::effect::Effect;
use crate::fault::Expected;
use crate::format::{Spec, default_rules};
use crate::game::Game;
use crate::replay::{MoveText, Moves, Output, Start};
use crate::text::{Word, lines};
use crate::written::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: &[Variant::Awale], site: Some(default_rules), claims, read, write };

/// The seeds in each house of the usual position.
pub(crate) const SEEDS: u32 = 4;

/// Reads moves that may stand together: the letters of the word, each as a move.
pub(crate) fn letters<'a>(word: Word<'a>, out: &mut Output, moves: &mut Moves<'a>) {
    let mut rest = word;
    while let Some(character) = rest.text.chars().next().filter(|_| !has_to_stop()) {
        count(weights::WORD);
        let letter = rest.before(character.len_utf8());
        moves.add(letter_move(letter).ok_or((letter, Expected::Move)), out);
        rest = rest.after(character.len_utf8());
    }
}

/// Reads a move that is a letter.
pub(crate) fn letter_move(word: Word<'_>) -> Option<MoveText<'_>> {
    let is_letter = word.text.len() == 1 && word.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let proposal = ayla_rules::notation::read_move(word.text, &Variant::Awale.default_rules()).filter(|_| is_letter)?;
    Some(MoveText::new(word, proposal))
}

/// The letter of a house.
pub(crate) fn letter(side: Side, number: u8) -> char {
    let first = match side {
        Side::South => b'A',
        Side::North => b'a',
    };
    char::from(first + number - 1)
}

fn is_move(word: &str) -> bool {
    word == "agree" || word.bytes().all(|byte| matches!(byte, b'A'..=b'F' | b'a'..=b'f'))
}

fn claims(text: &str) -> bool {
    lines(text).all(|line| line.words().all(|word| is_move(word.text)))
}

fn read(text: &str, out: &mut Output) {
    for line in lines(text) {
        let before = out.faults;
        let mut moves = Moves::default();
        for word in line.words() {
            if word.text == "agree" {
                moves.push(Some(MoveText::new(word, Proposal::Agree)));
            } else {
                letters(word, out, &mut moves);
            }
        }
        let begins = match moves.read.first().map(|first| first.proposal) {
            Some(Proposal::House { side: Some(side), .. }) => side,
            _ => Side::South,
        };
        let setup = Variant::Awale.default_rules().start(begins);
        let assumed = vec![Assumption::Start];
        out.game(Start { assumed, end_is_open: true, ..Start::new(line.place, setup) }, &moves, before, |_| {});
    }
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let other_start = || (game.usual_seeds() != Some(SEEDS)).then_some(WhyNot::Start);
    if let Some(why) = why_not_long(game).or_else(other_start) {
        return Err(vec![why]);
    }
    let mut words = words(game);
    if words.is_empty() {
        return Err(vec![WhyNot::NoMoves]);
    }
    words.push('\n');
    Ok(words)
}

/// The moves as letters, with spaces between them.
fn words(game: &Game) -> String {
    let word = |effect: &Effect| match effect.played {
        Move::House(number) => letter(effect.mover, number).to_string(),
        other => other.text(),
    };
    game.effects().iter().map(word).collect::<Vec<_>>().join(" ")
}
