//! What can be wrong with a position or an option set, with everything that the messages say.

mod malformed;

use std::fmt;
use std::ops::Deref;

pub use self::malformed::Malformed;
use super::board::{House, Side};
use super::games::{EndReason, Variant};
use super::option::{Given, OptionInfo, Span};
use super::setup::Phase;

/// The kinds of fault.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The text is not in the grammar of the notation.
    Malformed,
    /// No game has this name.
    UnknownVariant,
    /// The game has no option of this name.
    UnknownOption,
    /// The option cannot have this value, alone or beside the others.
    OptionOutOfRange,
    /// The parts do not fit each other or the rules (C-7).
    Inconsistent,
}

/// The place in a position that a fault is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// The text as a whole.
    Text,
    /// The variant.
    Variant,
    /// An option that the game has.
    Option(&'static str),
    /// The options: one of them is not known.
    Options,
    /// A row.
    Row(Side),
    /// A house.
    House(House),
    /// A part that only some games have.
    Part(Part),
    /// The reason why the game has ended.
    Over,
}

string_enum! {
    /// The parts of a position that only some games have.
    pub enum Part {
        /// The stores.
        Stores = "stores",
        /// The phase.
        Phase = "phase",
        /// The count of quiet moves.
        Quiet = "quiet",
        /// The player who began.
        First = "first",
        /// The houses that belong to the other player for the rest of the game.
        Tuzdiks = "tuzdiks",
        /// The houses that hold nothing in this round.
        Burnt = "burnt",
    }
}

/// One thing that is wrong with a position or an option set, with everything that a sentence about it says.
///
/// ```
/// use ayla_rules::{Fault, FaultKind, Position};
///
/// let faults = Position::read("awale 44/444444 0/0 s").expect_err("houses are missing");
/// assert!(matches!(faults[0], Fault::RowLength { houses: 2, .. }));
/// assert_eq!(faults[0].kind(), FaultKind::Inconsistent);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum Fault {
    /// The text is not in the grammar of the notation.
    Malformed(Malformed),
    /// The count of quiet moves is beyond `most`, the number at which it stops (N-3).
    QuietTooLarge { most: u32 },
    /// No game has this name.
    UnknownVariant { name: String },
    /// The game has no option of this name.
    UnknownOption { variant: Variant, name: String },
    /// The option cannot have the value given.
    OptionOutOfRange { option: &'static OptionInfo, given: Given<String> },
    /// The players of a team cannot have equally many of the houses in a row (AN-7). The `kind` is `OptionOutOfRange`
    /// at the start of a game, else `Inconsistent`.
    UnequalTeam { team: u32, houses: u32, kind: FaultKind },
    /// The houses of a row cannot all begin with this many seeds: the row would have more than `most`, or an odd number
    /// where it has to be `even`.
    RowSeeds { houses: u32, seeds: u32, most: u32, even: bool },
    /// A row has a number of houses that the game does not allow (C-7).
    RowLength { variant: Variant, side: Side, houses: usize, allowed: Span },
    /// The rows differ in their numbers of houses (C-7).
    RowsDiffer { south: usize, north: usize },
    /// The value of the option `houses` contradicts the houses in each row (N-2).
    HousesContradictRows { option: u32, houses: usize },
    /// Houses and stores hold more than `most` seeds, with which the game can start (C-7). The `place` is a house or
    /// store that has too many by itself, else the row with the fullest house.
    TooManySeeds { variant: Variant, place: FaultPlace, seeds: u64, most: u32 },
    /// Not every house holds the seeds of the start, and the opening is still to be made (AN-1).
    NotAnOpening { seeds: u32 },
    /// The choice is to be made, and the houses do not hold what the opening leaves (AN-1).
    NotOpened,
    /// Bearing off is given as a phase, and is none with `bear-off=momentary` (AN-9).
    MomentaryBearOff,
    /// A position of Kalah has the phase, which none has by its options, or at its end (KA-11, KA-12).
    NoSuchPhase { phase: Phase },
    /// A tuzdik is in none of the first `most` houses of a row, in which one can arise (TQ-5).
    TuzdikOutside { owner: Side, house: u32, most: u32 },
    /// Both tuzdiks are houses of the same number (TQ-5).
    TuzdiksMirrored { house: u32 },
    /// A house that is a tuzdik of `owner` holds seeds (TQ-6).
    TuzdikHoldsSeeds { owner: Side, house: House, seeds: u32 },
    /// A tuzdik is given, and none arises with `tuzdik=false` (TQ-7).
    NoTuzdiks,
    /// A burnt house is none of the houses 1 to `houses` of its row (CO-14).
    BurntOutside { side: Side, house: u32, houses: u32 },
    /// A house that is burnt holds seeds (CO-14).
    BurntHoldsSeeds { house: House, seeds: u32 },
    /// Every house of a row is burnt (CO-14).
    RowBurnt { side: Side },
    /// The game has no such part (C-7).
    NoSuchPart { variant: Variant, part: Part },
    /// The game has stores, and none are given (C-7).
    NoStores { variant: Variant },
    /// The game never ends for this reason (C-7, N-5).
    NoSuchEnding { variant: Variant, reason: EndReason },
}

impl Fault {
    /// The kind of fault.
    pub const fn kind(&self) -> FaultKind {
        self.kind_and_place().0
    }

    /// The place in the position that the fault is in.
    pub const fn place(&self) -> FaultPlace {
        self.kind_and_place().1
    }

    const fn kind_and_place(&self) -> (FaultKind, FaultPlace) {
        use FaultKind as Kind;
        match self {
            Self::Malformed(_) => (Kind::Malformed, FaultPlace::Text),
            Self::QuietTooLarge { .. } => (Kind::Malformed, FaultPlace::Part(Part::Quiet)),
            Self::UnknownVariant { .. } => (Kind::UnknownVariant, FaultPlace::Variant),
            Self::UnknownOption { .. } => (Kind::UnknownOption, FaultPlace::Options),
            Self::OptionOutOfRange { option, .. } => (Kind::OptionOutOfRange, FaultPlace::Option(option.name)),
            Self::UnequalTeam { kind, .. } => (*kind, FaultPlace::Option("team")),
            Self::RowSeeds { .. } => (Kind::OptionOutOfRange, FaultPlace::Option("seeds")),
            Self::RowLength { side, .. } => (Kind::Inconsistent, FaultPlace::Row(*side)),
            Self::RowsDiffer { .. } => (Kind::Inconsistent, FaultPlace::Row(Side::North)),
            Self::HousesContradictRows { .. } => (Kind::Inconsistent, FaultPlace::Option("houses")),
            Self::TooManySeeds { place, .. } => (Kind::Inconsistent, *place),
            Self::NotAnOpening { .. } | Self::NotOpened | Self::MomentaryBearOff | Self::NoSuchPhase { .. } => {
                (Kind::Inconsistent, FaultPlace::Part(Part::Phase))
            }
            Self::TuzdikOutside { .. } | Self::TuzdiksMirrored { .. } | Self::NoTuzdiks => {
                (Kind::Inconsistent, FaultPlace::Part(Part::Tuzdiks))
            }
            Self::BurntOutside { .. } | Self::RowBurnt { .. } => (Kind::Inconsistent, FaultPlace::Part(Part::Burnt)),
            Self::TuzdikHoldsSeeds { house, .. } | Self::BurntHoldsSeeds { house, .. } => {
                (Kind::Inconsistent, FaultPlace::House(*house))
            }
            Self::NoSuchPart { part, .. } => (Kind::Inconsistent, FaultPlace::Part(*part)),
            Self::NoStores { .. } => (Kind::Inconsistent, FaultPlace::Part(Part::Stores)),
            Self::NoSuchEnding { .. } => (Kind::Inconsistent, FaultPlace::Over),
        }
    }
}

/// The fault with its arguments, for programmers.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Fault {}

/// Everything that is wrong with a position or an option set: at least one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// These faults as an error; `Ok` with the value when there are none.
    ///
    /// # Errors
    ///
    /// The faults, when there are any.
    pub(super) fn check<T>(faults: Vec<Fault>, value: impl FnOnce() -> T) -> Result<T, Self> {
        if faults.is_empty() { Ok(value()) } else { Err(Self(faults)) }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl From<Malformed> for Faults {
    fn from(malformed: Malformed) -> Self {
        Fault::Malformed(malformed).into()
    }
}

impl Deref for Faults {
    type Target = [Fault];

    fn deref(&self) -> &[Fault] {
        &self.0
    }
}

/// The faults with their arguments, separated by `; `.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<_> = self.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_written_with_their_arguments() {
        let fault = Fault::RowsDiffer { south: 6, north: 5 };
        assert_eq!(fault.to_string(), "RowsDiffer { south: 6, north: 5 }");
        assert_eq!(Faults(vec![fault, Fault::NotOpened]).to_string(), "RowsDiffer { south: 6, north: 5 }; NotOpened");
    }
}
