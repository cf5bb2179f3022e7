//! The reasons for which requests are refused: one table.

use std::borrow::Cow;

use ayla_rules::{FaultKind, IllegalReason};
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::json::string_schema;
use crate::words::Message;

/// What a caller has to change, in the order in which several faults are reported: what cannot be read comes before
/// what does not fit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultClass {
    /// The form of the request.
    Form,
    /// A name that nothing has.
    Name,
    /// A move that the position does not allow.
    Move,
    /// Parts that do not fit each other.
    Fit,
    /// Nothing in the request: who asks, when, or how often.
    Circumstances,
}

macro_rules! reasons {
    ($($(#[$meta:meta])* $reason:ident: $name:literal, $class:ident, $status:literal;)+) => {
        /// Why a request is refused.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Reason {
            $($(#[$meta])* $reason,)+
            /// The move is not legal, or the game has ended (C-9).
            Illegal(IllegalReason),
        }

        impl Reason {
            /// Every reason.
            pub fn all() -> impl Iterator<Item = Self> {
                [$(Self::$reason),+].into_iter().chain(IllegalReason::ALL.iter().copied().map(Self::Illegal))
            }

            /// The spelling in answers.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$reason => $name,)+
                    Self::Illegal(reason) => reason.name(),
                }
            }

            /// What a caller has to change.
            pub const fn class(self) -> FaultClass {
                match self {
                    $(Self::$reason => FaultClass::$class,)+
                    Self::Illegal(_) => FaultClass::Move,
                }
            }

            /// The HTTP status of an error for this reason.
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$reason => $status,)+
                    Self::Illegal(_) => 409,
                }
            }

            /// The meaning in a few words.
            pub fn title(self) -> Message {
                Message::new(format!("title-{}", self.name()))
            }
        }
    };
}

reasons! {
    /// The request does not have the form that the operation takes.
    MalformedRequest: "MALFORMED_REQUEST", Form, 400;
    /// The text of a position is not in the grammar (N-1).
    MalformedPosition: "MALFORMED_POSITION", Form, 400;
    /// A text is no move at all (N-6).
    MalformedMove: "MALFORMED_MOVE", Form, 400;
    /// A text is no token that the service writes, or one that was changed.
    MalformedToken: "MALFORMED_TOKEN", Form, 400;
    /// The operation has no such field or parameter.
    UnknownField: "UNKNOWN_FIELD", Form, 400;
    /// The variant has no such option.
    UnknownOption: "UNKNOWN_OPTION", Form, 400;
    /// The option cannot have that value.
    OptionOutOfRange: "OPTION_OUT_OF_RANGE", Form, 400;
    /// Fields that exclude each other.
    ConflictingFields: "CONFLICTING_FIELDS", Form, 400;
    /// A field that the operation needs.
    MissingField: "MISSING_FIELD", Form, 400;
    /// No such seat, or a seat where none may be named (AN-7).
    SeatOutOfRange: "SEAT_OUT_OF_RANGE", Form, 400;
    /// The parts of the position do not fit each other or the rules (C-7).
    InconsistentPosition: "INCONSISTENT_POSITION", Fit, 422;
    /// The position is one of another variant.
    VariantMismatch: "VARIANT_MISMATCH", Fit, 422;
    /// It is not the turn of the player who speaks. Only play-turn says so, in an answer.
    NotYourTurn: "NOT_YOUR_TURN", Move, 409;
    /// The move is for an older board of the game. Only play-turn says so, in an answer.
    OldBoard: "OLD_BOARD", Move, 409;
    /// A move of the submitted line is not legal.
    IllegalLine: "ILLEGAL_LINE", Move, 409;
    /// There is no next round before a round has ended (CO-17).
    RoundNotOver: "ROUND_NOT_OVER", Move, 409;
    /// The match is over: a player cannot fill a house (CO-17).
    NoFurtherRound: "NO_FURTHER_ROUND", Move, 409;
    /// No variant of that name.
    UnknownVariant: "UNKNOWN_VARIANT", Name, 404;
    /// No preset of that name.
    UnknownPreset: "UNKNOWN_PRESET", Name, 404;
    /// No puzzle of that id, or none that matches.
    NoSuchPuzzle: "NO_SUCH_PUZZLE", Name, 404;
    /// No such path or method.
    NotFound: "NOT_FOUND", Name, 404;
    /// The path exists, and does not take this HTTP method.
    MethodNotAllowed: "METHOD_NOT_ALLOWED", Form, 405;
    /// The request is too large.
    TooLarge: "TOO_LARGE", Form, 413;
    /// The body is not of a content type that the service reads.
    UnsupportedMediaType: "UNSUPPORTED_MEDIA_TYPE", Form, 415;
    /// The body has a transfer coding that the service does not read.
    UnsupportedTransferCoding: "UNSUPPORTED_TRANSFER_CODING", Form, 501;
    /// The call has no API key, or one that is not known.
    Unauthenticated: "UNAUTHENTICATED", Circumstances, 401;
    /// The caller comes under a name, or is a page of an origin, that may not call the tools for language models.
    Forbidden: "FORBIDDEN", Circumstances, 403;
    /// The caller has used up the rate of its API key.
    RateLimited: "RATE_LIMITED", Circumstances, 429;
    /// The queue of suggestions is full.
    SearchQueueFull: "SEARCH_QUEUE_FULL", Circumstances, 429;
    /// The service has more to do than it can.
    Overloaded: "OVERLOADED", Circumstances, 503;
    /// The caller's deadline passed.
    DeadlineExceeded: "DEADLINE_EXCEEDED", Circumstances, 504;
    /// The caller is gone: nobody reads the answer, and the status is for the log.
    Cancelled: "CANCELLED", Circumstances, 408;
    /// A fault of the service.
    Internal: "INTERNAL", Circumstances, 500;
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl PartialSchema for Reason {
    fn schema() -> RefOr<Schema> {
        string_schema(Self::all().map(Self::name))
    }
}

impl ToSchema for Reason {
    fn name() -> Cow<'static, str> {
        "ErrorReason".into()
    }
}

impl From<FaultKind> for Reason {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Malformed => Self::MalformedPosition,
            FaultKind::UnknownVariant => Self::UnknownVariant,
            FaultKind::UnknownOption => Self::UnknownOption,
            FaultKind::OptionOutOfRange => Self::OptionOutOfRange,
            FaultKind::Inconsistent => Self::InconsistentPosition,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_names_of_their_own() {
        let mut names: Vec<_> = Reason::all().map(Reason::name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
