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
            FaultKind::UnknownFormat => Self::new("record-unknown-format").with("formats", formats(Format::ALL)),
            FaultKind::SeveralFormats { formats: found } => {
                Self::new("record-several-formats").with("formats", formats(found))
            }
            FaultKind::Unexpected { found, expected } => {
                Self::new(format!("record-unexpected-{expected}")).quoting("found", found)
            }
            FaultKind::Ends { expected } => Self::new(format!("record-ends-{expected}")),
            FaultKind::UnknownGame { name } => Self::new("record-unknown-game").quoting("name", name),
            FaultKind::SeveralGames { variants } => Self::new("record-several-games")
                .with("variants", enumeration("list-and", distinct(variants).iter().map(|variant| variant.title()))),
            FaultKind::Position(fault) => fault.into(),
            FaultKind::SeedCount { seeds, expected } => {
                Self::new("record-seed-count").with("seeds", *seeds).with("expected", *expected)
            }
            FaultKind::Illegal { ply, illegal } => {
                Self::new("record-illegal").with("ply", *ply).with("illegal", Self::from(illegal))
            }
            FaultKind::EndHouse { ply, said, of: Some(side), is } => Self::new("record-end-house")
                .with("ply", *ply)
                .with("said", ayla_rules::House { side: *side, number: *said })
                .with("is", *is),
            FaultKind::EndHouse { ply, said, of: None, is } => {
                Self::new("record-end-number").with("ply", *ply).with("said", *said).with("is", is.number)
            }
            FaultKind::Captured { ply, said, is } => {
                Self::new("record-captured").with("ply", *ply).with("said", *said).with("is", *is)
            }
            FaultKind::NoTuzdik { ply } => Self::new("record-no-tuzdik").with("ply", *ply),
            FaultKind::Result { said, is } => Self::new("record-result").quoting("said", said).with("is", is.clone()),
            FaultKind::MoveNumber { said, expected } => {
                Self::new("record-move-number").with("said", *said).with("expected", *expected)
            }
            FaultKind::TooManyMoves { most } => Self::new("record-too-many-moves").with("most", *most),
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
            Assumption::Game(variant) => Self::new("assumed-game").with("variant", variant.title()),
            Assumption::Option { name, value, why } => {
                let key = match why {
                    Why::Site => "assumed-option-site",
                    Why::WentOn => "assumed-option-went-on",
                    Why::Ending => "assumed-option-ending",
                };
                Self::new(key).with("option", *name).with("value", value.to_string())
            }
            Assumption::Start => Self::new("assumed-start"),
            Assumption::First(side) => Self::new("assumed-first").with("side", *side),
            Assumption::SouthToMove => Self::new("assumed-south-to-move").with("side", Side::South),
            Assumption::Agreed => Self::new("assumed-agreed"),
            Assumption::Stopped { result } => Self::new("assumed-stopped").quoting("result", result),
            Assumption::ScoresIncludeHouses => Self::new("assumed-scores-include-houses"),
            Assumption::CapturesOfMoves => Self::new("assumed-captures-of-moves"),
            Assumption::UnmarkedTuzdik { ply } => Self::new("assumed-unmarked-tuzdik").with("ply", *ply),
            Assumption::LeftOut(LeftOut::Comments) => Self::new("assumed-without-comments"),
            Assumption::LeftOut(LeftOut::Variations) => Self::new("assumed-without-variations"),
        }
    }
}

impl From<&OmittedOption> for Message {
    fn from(OmittedOption { name, value }: &OmittedOption) -> Self {
        Self::new("unsaid-option").with("option", *name).with("value", value.to_string())
    }
}

impl From<&WhyNot> for Message {
    fn from(why: &WhyNot) -> Self {
        match why {
            WhyNot::Variant { variant } => Self::new("unsayable-variant").with("variant", variant.title()),
            WhyNot::Houses { houses } => Self::new("unsayable-houses").with("houses", *houses),
            WhyNot::Start => Self::new("unsayable-start"),
            WhyNot::NoMoves => Self::new("unsayable-no-moves"),
            WhyNot::NorthBegins => {
                Self::new("unsayable-north-begins").with("north", Side::North).with("south", Side::South)
            }
            WhyNot::Move { ply, .. } => Self::new("unsayable-move").with("ply", *ply),
            WhyNot::Option { name, value } => {
                Self::new("unsayable-option").with("option", *name).with("value", value.to_string())
            }
            WhyNot::MovesFromPosition => Self::new("unsayable-moves-from-position"),
            WhyNot::Over => Self::new("unsayable-over"),
        }
    }
}

/// A fault with the place where it is, for people who look at the text.
pub fn placed(fault: &Fault) -> Message {
    Message::new("record-at")
        .with("line", fault.place.line)
        .with("column", fault.place.column)
        .with("fault", Message::from(&fault.kind))
}
