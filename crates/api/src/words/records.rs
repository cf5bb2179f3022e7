//! What is said about games in the formats of other programs.

use ayla_records::{Assumption, Fault, FaultKind, Format, LeftOut, OmittedOption, Why, WhyNot};
use ayla_rules::{Side, Variant};

use super::{Argument, Message, enumeration};

/// The names of formats.
fn formats(formats: &[Format]) -> Argument {
    enumeration("list-and", formats.iter().map(|format| format.name()))
}

impl From<&FaultKind> for Message {
    fn from(kind: &FaultKind) -> Self {
        match kind {
            FaultKind::NoGame => Self::new("record-no-game"),
            FaultKind::UnknownFormat => message!("record-unknown-format", formats = formats(Format::ALL)),
            FaultKind::SeveralFormats { formats: found } => {
                message!("record-several-formats", formats = formats(found))
            }
            FaultKind::Unexpected { found, expected } => {
                Self::new(format!("record-unexpected-{expected}")).quoting("found", found)
            }
            FaultKind::Ends { expected } => Self::new(format!("record-ends-{expected}")),
            FaultKind::UnknownGame { name } => Self::new("record-unknown-game").quoting("name", name),
            FaultKind::SeveralGames { variants } => message!(
                "record-several-games",
                variants = enumeration("list-and", distinct(variants).iter().map(|variant| variant.title()))
            ),
            FaultKind::Position(fault) => fault.into(),
            FaultKind::SeedCount { seeds, expected } => message!("record-seed-count", seeds, expected),
            FaultKind::Illegal { ply, illegal } => message!("record-illegal", ply, illegal = Self::from(illegal)),
            FaultKind::EndHouse { ply, said, of: Some(side), is } => {
                message!("record-end-house", ply, said = ayla_rules::House { side: *side, number: *said }, is)
            }
            FaultKind::EndHouse { ply, said, of: None, is } => message!("record-end-number", ply, said, is = is.number),
            FaultKind::Captured { ply, said, is } => message!("record-captured", ply, said, is),
            FaultKind::NoTuzdik { ply } => message!("record-no-tuzdik", ply),
            FaultKind::Result { said, is } => Self::new("record-result").quoting("said", said).with("is", is.clone()),
            FaultKind::MoveNumber { said, expected } => message!("record-move-number", said, expected),
            FaultKind::TooManyMoves { most } => message!("record-too-many-moves", most),
        }
    }
}

/// The games, each once.
fn distinct(variants: &[Variant]) -> Vec<Variant> {
    let mut distinct = variants.to_vec();
    distinct.dedup();
    distinct
}

impl From<&Assumption> for Message {
    fn from(assumption: &Assumption) -> Self {
        match assumption {
            Assumption::Game(variant) => message!("assumed-game", variant = variant.title()),
            Assumption::Option { name, value, why } => {
                let key = match why {
                    Why::Site => "assumed-option-site",
                    Why::WentOn => "assumed-option-went-on",
                    Why::Ending => "assumed-option-ending",
                };
                message!(key, option = *name, value = value.to_string())
            }
            Assumption::Start => Self::new("assumed-start"),
            Assumption::First(side) => message!("assumed-first", side),
            Assumption::SouthToMove => message!("assumed-south-to-move", side = Side::South),
            Assumption::Agreed => Self::new("assumed-agreed"),
            Assumption::Stopped { result } => Self::new("assumed-stopped").quoting("result", result),
            Assumption::ScoresIncludeHouses => Self::new("assumed-scores-include-houses"),
            Assumption::CapturesOfMoves => Self::new("assumed-captures-of-moves"),
            Assumption::UnmarkedTuzdik { ply } => message!("assumed-unmarked-tuzdik", ply),
            Assumption::LeftOut(LeftOut::Comments) => Self::new("assumed-without-comments"),
            Assumption::LeftOut(LeftOut::Variations) => Self::new("assumed-without-variations"),
        }
    }
}

impl From<&OmittedOption> for Message {
    fn from(OmittedOption { name, value }: &OmittedOption) -> Self {
        message!("unsaid-option", option = *name, value = value.to_string())
    }
}

impl From<&WhyNot> for Message {
    fn from(why: &WhyNot) -> Self {
        match why {
            WhyNot::Variant { variant } => message!("unsayable-variant", variant = variant.title()),
            WhyNot::Houses { houses } => message!("unsayable-houses", houses),
            WhyNot::Start => Self::new("unsayable-start"),
            WhyNot::NoMoves => Self::new("unsayable-no-moves"),
            WhyNot::NorthBegins => message!("unsayable-north-begins", north = Side::North, south = Side::South),
            WhyNot::Move { ply, .. } => message!("unsayable-move", ply),
            WhyNot::Option { name, value } => message!("unsayable-option", option = *name, value = value.to_string()),
            WhyNot::MovesFromPosition => Self::new("unsayable-moves-from-position"),
            WhyNot::Over => Self::new("unsayable-over"),
        }
    }
}

/// A fault with the place where it is, for people who look at the text.
pub fn placed(fault: &Fault) -> Message {
    message!("record-at", line = fault.place.line, column = fault.place.column, fault = Message::from(&fault.kind))
}
