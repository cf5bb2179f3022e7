//! Lines of Ayla's own text notation (N-1 to N-7), one to a line of the text.

use ayla_rules::notation::{read_line, read_move};
use ayla_rules::{Fault as RulesFault, FaultPlace, Faults, Variant};

use crate::fault::{Expected, FaultKind};
use crate::format::Spec;
use crate::game::Game;
use crate::replay::{Moves, Output, Said, Start};
use crate::text::{Place, Word, lines};
use crate::unsaid::WhyNot;

pub(crate) const SPEC: Spec = Spec { variants: Variant::ALL, site: None, claims, read, write };

/// The fields of a line, which a space or `_` separates.
fn fields(line: Word<'_>) -> Vec<Word<'_>> {
    line.split(|character| matches!(character, ' ' | '_')).collect()
}

fn claims(text: &str) -> bool {
    lines(text).next().is_some_and(|line| {
        let name = fields(line)[0].text;
        Variant::from_name(name.split(':').next().unwrap_or(name)).is_some()
    })
}

fn read(text: &str, out: &mut Output) {
    for line in lines(text) {
        let before = out.reading.faults.len();
        let read = match read_line(line.text) {
            Ok(read) => read,
            Err(faults) => {
                report(line, &faults, out);
                continue;
            }
        };
        let fields = fields(line);
        let variant = read.setup.rules.variant();
        let first = fields.len() - read.moves.len();
        let mut said = Moves::default();
        for &word in &fields[first..] {
            let read = read_move(word.text, variant);
            if read.is_none() {
                out.unexpected(word, Expected::Move);
            }
            said.push(read.map(|proposal| Said { proposal, ..Said::house(word, 0, None) }));
        }
        let start = Start { open: false, ..Start::new(line.place, read.setup) };
        if let Err(faults) = start.setup.position() {
            report(line, &faults, out);
            continue;
        }
        out.game(start, &said, before, |_| {});
    }
}

/// Reports the faults of a position, each at the field that it is in.
fn report(line: Word<'_>, faults: &Faults, out: &mut Output) {
    for fault in faults.iter() {
        out.fault(place_of(line, fault), FaultKind::Position(fault.clone()));
    }
}

fn place_of(line: Word<'_>, fault: &RulesFault) -> Place {
    let fields = fields(line);
    let field = |index: usize| fields.get(index).map_or(line.place, |field| field.place);
    let of = |piece: &str| {
        fields
            .iter()
            .find(|field| field.text.contains(piece))
            .map(|&field| field.after(field.text.find(piece).unwrap_or_default()).place)
    };
    match fault.place() {
        FaultPlace::Variant => field(0),
        FaultPlace::Option(name) => of(&format!("{name}=")).unwrap_or(field(0)),
        FaultPlace::Options => match fault {
            RulesFault::UnknownOption { name, .. } => of(&format!("{name}=")).unwrap_or(field(0)),
            _ => field(0),
        },
        FaultPlace::Row(_) | FaultPlace::House(_) => field(1),
        FaultPlace::Part(ayla_rules::fault::Part::Stores) => field(2),
        FaultPlace::Part(_) | FaultPlace::Over => field(4),
        FaultPlace::Text => malformed(line, &fields, fault),
    }
}

/// The place where a line leaves the grammar.
fn malformed(line: Word<'_>, fields: &[Word<'_>], fault: &RulesFault) -> Place {
    use ayla_rules::fault::Malformed;
    let RulesFault::Malformed(malformed) = fault else { return line.place };
    let piece = match malformed {
        Malformed::Empty | Malformed::NoVariant => return line.place,
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
