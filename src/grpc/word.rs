//! Enums that the contract and the domain share, value by value.

use crate::service::answer::StoppedBy;
use ayla_engine::Certainty;
use ayla_rules::andada::BearOff;
use ayla_rules::anywoli::LastFour;
use ayla_rules::awale::{Capture, OverLimit};
use ayla_rules::option::Remaining;
use ayla_rules::{Destination, Direction, EndReason, IllegalReason, Phase, Side, Winner};

use super::proto;

/// A number that the contract's enum does not have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct UnknownNumber(pub(super) i32);

/// An enum of the domain that the contract has too.
pub(super) trait Word: Copy {
    /// The number of the value in the contract.
    fn number(self) -> i32;

    /// The value with this number; nothing for the unspecified one.
    ///
    /// # Errors
    ///
    /// No value has the number.
    fn from_number(number: i32) -> Result<Option<Self>, UnknownNumber>;

    /// The spelling in the rules of play.
    fn spelling(self) -> &'static str;
}

/// Pairs each value of an enum of the domain with that of the contract; the compiler sees to it that none is left out.
macro_rules! pairs {
    ($($domain:ty = $proto:ty { $($value:ident = $proto_value:ident),+ $(,)? })+) => {$(
        impl Word for $domain {
            fn number(self) -> i32 {
                match self { $(<$domain>::$value => <$proto>::$proto_value as i32),+ }
            }

            fn from_number(number: i32) -> Result<Option<Self>, UnknownNumber> {
                match <$proto>::try_from(number) {
                    Ok(<$proto>::Unspecified) => Ok(None),
                    $(Ok(<$proto>::$proto_value) => Ok(Some(<$domain>::$value)),)+
                    Err(_) => Err(UnknownNumber(number)),
                }
            }

            fn spelling(self) -> &'static str {
                self.name()
            }
        }
    )+};
}

pairs! {
    Side = proto::Side { South = South, North = North }
    Direction = proto::Direction { Anticlockwise = Anticlockwise, Clockwise = Clockwise }
    Capture = proto::Capture { TwoOrThree = TwoOrThree, Two = Two }
    OverLimit = proto::OverLimit { Last = Last, Nothing = None }
    Remaining = proto::Remaining { OwnSide = OwnSide, Split = Split, Leave = Leave }
    BearOff = proto::BearOff { Permanent = Permanent, Momentary = Momentary }
    LastFour = proto::LastFour {
        LastCaptor = LastCaptor,
        StarterTakesEight = StarterTakesEight,
        PlayOut = PlayOut,
    }
    Phase = proto::Phase { Opening = Opening, Choice = Choice, Play = Play, BearOff = BearOff }
    EndReason = proto::EndReason {
        Famine = Famine,
        Majority = Majority,
        Few = Few,
        Quiet = Quiet,
        Repetition = Repetition,
        Agreement = Agreement,
        NoMove = NoMove,
        LastFour = LastFour,
        LastEight = LastEight,
        NoSeeds = NoSeeds,
    }
    Winner = proto::Winner { South = South, North = North, Nobody = None }
    Destination = proto::Destination { South = South, North = North, Off = Off }
    IllegalReason = proto::IllegalReason {
        GameOver = GameOver,
        NotInThisGame = NotInThisGame,
        WrongPhase = WrongPhase,
        NoSuchHouse = NoSuchHouse,
        NotYourHouse = NotYourHouse,
        EmptyHouse = EmptyHouse,
        MustFeed = MustFeed,
        EndlessSowing = EndlessSowing,
        MustMove = MustMove,
    }
    Certainty = proto::Certainty { Proven = Proven, Estimated = Estimated }
    StoppedBy = proto::StoppedBy {
        Proven = Proven, Depth = Depth, Nodes = Nodes, Time = Time, Deadline = Deadline, Nothing = Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unspecified_is_not_given_and_an_unknown_number_is_refused() {
        assert_eq!(Side::from_number(0), Ok(None));
        assert_eq!(Side::from_number(2), Ok(Some(Side::North)));
        assert_eq!(Side::from_number(3), Err(UnknownNumber(3)));
        assert_eq!(OverLimit::from_number(OverLimit::Nothing.number()), Ok(Some(OverLimit::Nothing)));
    }

    #[test]
    fn names_in_the_contract_are_the_spellings_of_the_rules() {
        fn spelled<W: Word>(values: &[W], name: impl Fn(i32) -> Option<&'static str>, prefix: &str) {
            for &value in values {
                let expected = format!("{prefix}{}", value.spelling().to_uppercase().replace('-', "_"));
                assert_eq!(name(value.number()), Some(expected.as_str()));
            }
        }
        macro_rules! check {
            ($($name:ident $prefix:literal),+) => {$(
                spelled($name::ALL, |number| Some(proto::$name::try_from(number).ok()?.as_str_name()), $prefix);
            )+};
        }
        check!(Side "SIDE_", Direction "DIRECTION_", Capture "CAPTURE_", OverLimit "OVER_LIMIT_");
        check!(Remaining "REMAINING_", BearOff "BEAR_OFF_", LastFour "LAST_FOUR_", Phase "PHASE_");
        check!(EndReason "END_REASON_", Winner "WINNER_", Destination "DESTINATION_", Certainty "CERTAINTY_");
        check!(StoppedBy "STOPPED_BY_");
        check!(IllegalReason "ILLEGAL_REASON_");
    }
}
