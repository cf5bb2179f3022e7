//! Lines of Ayla's own text notation (N-1 to N-7), one to a line of the text.

use std::collections::HashMap;

use ayla_rules::notation::{read_line, read_move};
use ayla_rules::{Fault as RulesFault, FaultPlace, Faults, Variant};
use ayla_steps::{count, has_to_stop, weights};

use crate::fault::{Expected, FaultKind};
use crate::format::Spec;
use crate::game::Game;
use crate::replay::{MoveText, Moves, Output, Start};
use crate::text::{TextPlace, Word, lines};
use crate::written::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: Variant::ALL, site: None, claims, read, write };

/// The fields of a line, which a space or `_` separates.
fn fields(line: Word<'_>) -> Vec<Word<'_>> {
    line.split(|character| matches!(character, ' ' | '_')).collect()
}

fn claims(text: &str) -> bool {
    lines(text).next().is_some_and(|line| {
        let is_name_end = |character| matches!(character, ' ' | '_' | ':');
        line.split(is_name_end).next().is_some_and(|name| Variant::from_name(name.text).is_some())
    })
}

fn read(text: &str, out: &mut Output) {
    for line in lines(text) {
        count(weights::POSITION);
        let before = out.faults;
        let read = match read_line(line.text) {
            Ok(read) => read,
            Err(faults) => {
                report(line, &faults, out);
                continue;
            }
        };
        let fields = fields(line);
        let first = fields.len().saturating_sub(read.moves.len());
        let mut moves = Moves::default();
        for &word in &fields[first..] {
            let proposal = read_move(word.text, &read.setup.rules).ok_or((word, Expected::Move));
            moves.add(proposal.map(|proposal| MoveText::new(word, proposal)), out);
        }
        let start = Start { open: false, ..Start::new(line.place, read.setup) };
        if let Err(faults) = start.setup.position() {
            report(line, &faults, out);
            continue;
        }
        out.game(start, &moves, before, |_| {});
    }
}

/// Reports the faults of a position, each at the field that it is in.
fn report(line: Word<'_>, faults: &Faults, out: &mut Output) {
    let fields = fields(line);
    let rules = fields.first().map_or(line, |&rules| rules);
    let variant = rules.text.find(':').map_or(rules.text.len(), |end| end + 1);
    let options = rules.after(variant).split(|character| character == ',');
    let options = options.filter_map(|option| Some((option.text.split_once('=')?.0, option.place))).collect();
    for fault in faults.iter() {
        if has_to_stop() {
            break;
        }
        out.fault(place_of(line, &fields, &options, fault), FaultKind::Position(fault.clone()));
    }
}

/// The place of a fault in a line of these fields, with the places of the options in it.
fn place_of(line: Word<'_>, fields: &[Word<'_>], options: &HashMap<&str, TextPlace>, fault: &RulesFault) -> TextPlace {
    let field = |index: usize| fields.get(index).map_or(line.place, |field| field.place);
    let option = |name: &str| options.get(name).copied().unwrap_or(field(0));
    match fault.place() {
        FaultPlace::Variant => field(0),
        FaultPlace::Option(name) => option(name),
        FaultPlace::Options => match fault {
            RulesFault::UnknownOption { name, .. } => option(name),
            _ => field(0),
        },
        FaultPlace::Row(_) | FaultPlace::House(_) => field(1),
        FaultPlace::Part(ayla_rules::fault::Part::Stores) => field(2),
        FaultPlace::Part(_) | FaultPlace::Over => field(4),
        FaultPlace::Text => malformed(line, fields, fault),
    }
}

/// The place where a line leaves the grammar.
fn malformed(line: Word<'_>, fields: &[Word<'_>], fault: &RulesFault) -> TextPlace {
    use ayla_rules::fault::Malformed;
    let RulesFault::Malformed(malformed) = fault else { return line.place };
    let piece = match malformed {
        Malformed::Empty | Malformed::NoVariant | Malformed::NoGame(_) => return line.place,
        Malformed::Separators => {
            return fields.iter().find(|field| field.text.is_empty()).map_or(line.place, |field| field.place);
        }
        Malformed::Ends { .. } | Malformed::NoMoves | Malformed::EmptyRow | Malformed::Moves => {
            return line.after(line.text.len()).place;
        }
        Malformed::RepeatedOption(name) => {
            let again = format!(",{name}=");
            return line.text.rfind(&again).map_or(line.place, |at| line.after(at + 1).place);
        }
        Malformed::House { character, .. } => {
            return fields.get(1).and_then(|row| Some(row.after(row.text.find(*character)?))).unwrap_or(line).place;
        }
        Malformed::OpenParenthesis { row } | Malformed::Parentheses { row } => row,
        Malformed::Option(piece)
        | Malformed::LeadingZero(piece)
        | Malformed::Rows(piece)
        | Malformed::Stores(piece)
        | Malformed::Turn(piece)
        | Malformed::Flag(piece)
        | Malformed::FlagOrder(piece)
        | Malformed::TuzdikFlag(piece)
        | Malformed::BurntFlag(piece)
        | Malformed::Ending(piece) => piece,
        Malformed::QuietFlag { flag, .. } => flag,
    };
    let is_whole = |field: &&Word<'_>| field.text == piece.as_str();
    let part = || line.text.find(piece.as_str()).map(|at| line.after(at).place);
    fields.iter().rev().find(is_whole).map(|field| field.place).or_else(part).unwrap_or(line.place)
}

#[expect(clippy::unnecessary_wraps, reason = "other formats cannot express every game")]
fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    Ok(format!("{game}\n"))
}
