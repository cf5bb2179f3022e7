//! Errors: one table of reasons, whatever the transport.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use ayla_rules::notation::quoted;
use ayla_rules::{FaultKind, Illegal, IllegalReason, Variant};

/// The answer of an operation, or every fault of the request.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// What each transport and the log make of a reason.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReasonInfo {
    /// The spelling in answers.
    pub name: &'static str,
    /// The meaning in a few words: the title of an error.
    pub title: &'static str,
    /// The code over gRPC.
    pub grpc: GrpcCode,
    /// The status over HTTP.
    pub http: u16,
}

/// The codes of gRPC that errors have, with their numbers in the protocol. Those of tonic would tie the service to it, which a
/// build for browsers cannot have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in the protocol")]
pub enum GrpcCode {
    Cancelled = 1,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    ResourceExhausted = 8,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    Unauthenticated = 16,
}

macro_rules! reasons {
    ($($(#[$meta:meta])* $reason:ident: $name:literal, $title:literal, $grpc:ident, $http:literal;)+) => {
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

            /// The row of the table.
            #[must_use]
            pub const fn info(self) -> ReasonInfo {
                match self {
                    $(Self::$reason => {
                        ReasonInfo { name: $name, title: $title, grpc: GrpcCode::$grpc, http: $http }
                    })+
                    Self::Illegal(reason) => ReasonInfo {
                        name: reason.name(),
                        title: match reason {
                            IllegalReason::GameOver => "The game has ended",
                            _ => "The move is not legal",
                        },
                        grpc: GrpcCode::InvalidArgument,
                        http: 409,
                    },
                }
            }

            /// The spelling in answers.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.info().name
            }
        }
    };
}

reasons! {
    /// The request does not have the form that the operation takes.
    MalformedRequest: "MALFORMED_REQUEST", "The request is malformed", InvalidArgument, 400;
    /// The text of a position is not in the grammar (N-1).
    MalformedPosition: "MALFORMED_POSITION", "The position is malformed", InvalidArgument, 400;
    /// A text is no move at all (N-6).
    MalformedMove: "MALFORMED_MOVE", "The move is malformed", InvalidArgument, 400;
    /// The operation has no such field or parameter.
    UnknownField: "UNKNOWN_FIELD", "A field is not known", InvalidArgument, 400;
    /// The variant has no such option.
    UnknownOption: "UNKNOWN_OPTION", "An option is not known", InvalidArgument, 400;
    /// The option cannot have that value.
    OptionOutOfRange: "OPTION_OUT_OF_RANGE", "An option is out of range", InvalidArgument, 400;
    /// Fields that exclude each other.
    ConflictingFields: "CONFLICTING_FIELDS", "Fields exclude each other", InvalidArgument, 400;
    /// A field that the operation needs.
    MissingField: "MISSING_FIELD", "A field is missing", InvalidArgument, 400;
    /// No such seat, or a seat where none may be named (AN-7).
    SeatOutOfRange: "SEAT_OUT_OF_RANGE", "The seat is out of range", InvalidArgument, 400;
    /// The parts of the position do not fit each other or the rules (C-7).
    InconsistentPosition: "INCONSISTENT_POSITION", "The position is inconsistent", InvalidArgument, 422;
    /// The position is one of another variant.
    VariantMismatch: "VARIANT_MISMATCH", "The position is one of another variant", InvalidArgument, 422;
    /// A move of the submitted line is not legal.
    IllegalLine: "ILLEGAL_LINE", "The line has an illegal move", InvalidArgument, 409;
    /// No variant of that name.
    UnknownVariant: "UNKNOWN_VARIANT", "The variant is not known", NotFound, 404;
    /// No preset of that name.
    UnknownPreset: "UNKNOWN_PRESET", "The preset is not known", NotFound, 404;
    /// No such path or method.
    NotFound: "NOT_FOUND", "Not found", Unimplemented, 404;
    /// The path exists, and does not take this HTTP method.
    MethodNotAllowed: "METHOD_NOT_ALLOWED", "The method is not allowed", Unimplemented, 405;
    /// The request is too large.
    TooLarge: "TOO_LARGE", "The request is too large", ResourceExhausted, 413;
    /// The body is not of a content type that the service reads.
    UnsupportedMediaType: "UNSUPPORTED_MEDIA_TYPE", "The content type is not supported", InvalidArgument, 415;
    /// The body has a transfer coding that the service does not read.
    UnsupportedTransferCoding:
        "UNSUPPORTED_TRANSFER_CODING", "The transfer coding is not supported", Unimplemented, 501;
    /// The call has no API key, or one that is not known.
    Unauthenticated: "UNAUTHENTICATED", "The API key is missing or not known", Unauthenticated, 401;
    /// The caller has used up the rate of its API key.
    RateLimited: "RATE_LIMITED", "The caller calls too often", ResourceExhausted, 429;
    /// The queue of suggestions is full.
    SearchQueueFull: "SEARCH_QUEUE_FULL", "The queue of suggestions is full", ResourceExhausted, 429;
    /// The service has more to do than it can.
    Overloaded: "OVERLOADED", "The service is overloaded", Unavailable, 503;
    /// The caller's deadline passed.
    DeadlineExceeded: "DEADLINE_EXCEEDED", "The deadline has passed", DeadlineExceeded, 504;
    /// The caller is gone: nobody reads the answer, and the status is for the log.
    Cancelled: "CANCELLED", "The call was cancelled", Cancelled, 408;
    /// A fault of the service.
    Internal: "INTERNAL", "The service failed", Internal, 500;
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

/// A step on the way to a field of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A field, by its JSON name.
    Name(Cow<'static, str>),
    /// An element of a list, from 0.
    At(usize),
    /// An option of a game.
    Option(Variant, String),
}

/// Which field of a request a fault is in. Each transport writes it in its own spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field(Vec<Step>);

impl Field {
    /// A field of the request itself, by its JSON name; the empty name is the request as a whole.
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        if name.is_empty() { Self::default() } else { Self(vec![Step::Name(name)]) }
    }

    /// A field of this field, by its JSON name.
    #[must_use]
    pub fn then(mut self, name: &'static str) -> Self {
        self.0.push(Step::Name(name.into()));
        self
    }

    /// An element of this field, from 0.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        self.0.push(Step::At(index));
        self
    }

    /// An option of this field.
    #[must_use]
    pub fn option(mut self, variant: Variant, name: &str) -> Self {
        self.0.push(Step::Option(variant, name.to_owned()));
        self
    }

    /// The path as gRPC spells it: fields in snake case, an option within the message of its game.
    #[must_use]
    pub fn in_proto(&self) -> String {
        self.path(|step| match step {
            Step::Name(name) => snake_case(name),
            Step::At(index) => format!("[{index}]"),
            Step::Option(variant, name) => format!("{variant}.{}", snake_case(name)),
        })
    }

    fn path(&self, text: impl Fn(&Step) -> String) -> String {
        self.0.iter().fold(String::new(), |path, step| {
            let dot = if path.is_empty() || matches!(step, Step::At(_)) { "" } else { "." };
            path + dot + &text(step)
        })
    }
}

/// The path as JSON spells it, such as `setup.options.over-limit` or `moves[2]`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path(|step| match step {
            Step::Name(name) => name.to_string(),
            Step::At(index) => format!("[{index}]"),
            Step::Option(_, name) => name.clone(),
        }))
    }
}

fn snake_case(name: &str) -> String {
    let separated = name.chars().flat_map(|character| {
        let underscore = character.is_ascii_uppercase().then_some('_');
        underscore.into_iter().chain([if character == '-' { '_' } else { character.to_ascii_lowercase() }])
    });
    separated.collect()
}

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where.
    pub field: Field,
    /// What kind of fault.
    pub reason: Reason,
    /// What is wrong, as a clause.
    pub description: String,
}

impl Violation {
    /// A fault in a field. A description of more than `TEXT_BYTES` is cut.
    #[must_use]
    pub fn new(field: Field, reason: Reason, description: impl Into<String>) -> Self {
        Self { field, reason, description: cut(description.into(), TEXT_BYTES) }
    }
}

/// The most violations that an error lists.
pub const MOST_VIOLATIONS: usize = 20;
/// The most bytes of a description, and of a detail that is one sentence.
const TEXT_BYTES: usize = 1_000;
/// The most bytes of a detail with more than one sentence: gRPC has it in a header.
pub const DETAIL_BYTES: usize = 480;
/// The bytes of a detail that are kept for the number of further faults.
const MORE_BYTES: usize = 40;
/// The name of the fact that says how many faults were found, where that is more than are listed.
const VIOLATIONS: &str = "violations";
/// The name of the fact that says which content encodings of a body are read.
pub const ACCEPT_ENCODING: &str = "acceptEncoding";
/// The content encoding of a body that is not encoded.
const IDENTITY: &str = "identity";
/// The most characters of a move that an error repeats.
const MOVE_CHARACTERS: usize = 40;

/// How long a caller should wait whose request was refused for want of room.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason; that of the first violation where there are several.
    pub reason: Reason,
    /// A sentence for a person.
    pub detail: String,
    /// Facts for a program, by name.
    pub metadata: Vec<(&'static str, String)>,
    /// The faults found, at most [`MOST_VIOLATIONS`]. If there are more, the metadata has the number of all, `violations`.
    pub violations: Vec<Violation>,
    /// How many more faults were found.
    pub unlisted: usize,
    /// When it makes sense to try again.
    pub retry_after: Option<Duration>,
}

impl Error {
    /// An error that is not about a field. A detail of more than `TEXT_BYTES` is cut.
    #[must_use]
    pub fn new(reason: Reason, detail: impl Into<String>) -> Box<Self> {
        let detail = sentence(&cut(detail.into(), TEXT_BYTES));
        let (metadata, violations) = (Vec::new(), Vec::new());
        Box::new(Self { reason, detail, metadata, violations, unlisted: 0, retry_after: None })
    }

    /// The error of one violation.
    #[must_use]
    pub fn of(violation: Violation) -> Box<Self> {
        let error = Self::new(violation.reason, violation.description.as_str());
        Box::new(Self { violations: vec![violation], ..*error })
    }

    /// The error of a fault in a field.
    #[must_use]
    pub fn at(field: Field, reason: Reason, description: impl Into<String>) -> Box<Self> {
        Self::of(Violation::new(field, reason, description))
    }

    /// The error of these violations; nothing when there are none. No more are made than an error lists.
    #[must_use]
    pub fn of_all(violations: impl ExactSizeIterator<Item = Violation>) -> Option<Box<Self>> {
        let unlisted = violations.len().saturating_sub(MOST_VIOLATIONS);
        Self::listing(violations.take(MOST_VIOLATIONS).collect(), unlisted, Vec::new())
    }

    /// The error of all violations of these errors, with the facts of the first that has its reason; nothing when there are
    /// none.
    #[must_use]
    pub fn merged(errors: Vec<Self>) -> Option<Box<Self>> {
        let (mut violations, mut unlisted, mut facts) = (Vec::new(), 0, Vec::new());
        for error in errors {
            violations.extend(error.violations);
            unlisted += error.unlisted;
            facts.push((error.reason, error.metadata));
        }
        // What cannot be read comes before what does not fit.
        violations.sort_by_key(|violation: &Violation| violation.reason.info().http);
        unlisted += violations.len().saturating_sub(MOST_VIOLATIONS);
        violations.truncate(MOST_VIOLATIONS);
        let reason = violations.first()?.reason;
        let mut metadata = facts.into_iter().find(|(other, _)| *other == reason).map(|(_, facts)| facts)?;
        metadata.retain(|(name, _)| *name != VIOLATIONS);
        Self::listing(violations, unlisted, metadata)
    }

    /// The error of these violations, in order, and `unlisted` more.
    fn listing(
        violations: Vec<Violation>,
        unlisted: usize,
        mut metadata: Vec<(&'static str, String)>,
    ) -> Option<Box<Self>> {
        let reason = violations.first()?.reason;
        if unlisted > 0 {
            metadata.push((VIOLATIONS, (violations.len() + unlisted).to_string()));
        }
        let detail = sentences(&violations, unlisted);
        Some(Box::new(Self { reason, detail, metadata, violations, unlisted, retry_after: None }))
    }

    /// Too many suggestions wait.
    #[must_use]
    pub fn queue_full() -> Box<Self> {
        Self::later(Reason::SearchQueueFull, "too many suggestions wait already; try again in a moment")
    }

    /// Too much else waits.
    #[must_use]
    pub fn overloaded() -> Box<Self> {
        Self::later(Reason::Overloaded, "the service has more to do than it can; try again in a moment")
    }

    /// The service failed, for a reason that is in its log.
    #[must_use]
    pub fn internal() -> Box<Self> {
        Self::new(Reason::Internal, "the service failed on this request; this is a fault of the service")
    }

    fn later(reason: Reason, detail: &str) -> Box<Self> {
        Self::new(reason, detail).after(RETRY_AFTER)
    }

    /// The same, where it makes sense to try again after this time.
    #[must_use]
    pub fn after(mut self: Box<Self>, time: Duration) -> Box<Self> {
        self.retry_after = Some(time);
        self
    }

    /// The error of a body with these values of `content-encoding`; nothing if they name only `identity`, the one that is
    /// read. The fact [`ACCEPT_ENCODING`] says so to a program.
    #[must_use]
    pub fn of_content_encoding<'a>(values: impl IntoIterator<Item = &'a [u8]>) -> Option<Box<Self>> {
        let mut encodings =
            values.into_iter().flat_map(|value| value.split(|&byte| byte == b',')).map(<[u8]>::trim_ascii);
        let unread = encodings.find(|name| !name.is_empty() && !name.eq_ignore_ascii_case(IDENTITY.as_bytes()))?;
        let name = quoted(&String::from_utf8_lossy(unread));
        let detail = format!("the content encoding {name} is not read; the only one that is read is {IDENTITY}");
        let mut error = Self::new(Reason::UnsupportedMediaType, detail);
        error.metadata = vec![(ACCEPT_ENCODING, IDENTITY.to_owned())];
        Some(error)
    }

    /// Two fields that exclude each other.
    #[must_use]
    pub fn conflict(one: &'static str, other: &'static str, description: &str) -> Box<Self> {
        let violation = |name| Violation::new(Field::named(name), Reason::ConflictingFields, description);
        let mut error = Self::of(violation(one));
        error.violations.push(violation(other));
        error
    }

    /// A move that is not legal, refused by apply-move.
    #[must_use]
    pub fn illegal_move(text: &str, illegal: Illegal) -> Box<Self> {
        let mut error = Self::at(Field::named("move"), Reason::Illegal(illegal.reason()), illegal.to_string());
        error.metadata = vec![("move", cut_move(text)), ("ruling", illegal.ruling().to_string())];
        error
    }

    /// A line whose move number `index`, from 0, is not legal.
    #[must_use]
    pub fn illegal_line(field: Field, index: usize, text: &str, illegal: &Illegal) -> Box<Self> {
        let description = format!("move {} of the line, {}, is not legal: {illegal}", index + 1, quoted(text));
        let mut error = Self::at(field, Reason::IllegalLine, description);
        error.metadata = vec![
            ("index", index.to_string()),
            ("move", cut_move(text)),
            ("reason", illegal.reason().name().to_owned()),
            ("ruling", illegal.ruling().to_string()),
        ];
        error
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Error {}

/// A move as a fact for a program: one that is longer than any move needs is cut.
fn cut_move(text: &str) -> String {
    text.chars().take(MOVE_CHARACTERS).collect()
}

/// Cuts a text to at most `most` bytes. An ellipsis marks the cut.
#[must_use]
pub fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        let most = most.saturating_sub('…'.len_utf8());
        text.truncate((0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0));
        text.push('…');
    }
    text
}

/// A clause as a sentence: with a capital letter and a full stop.
fn sentence(clause: &str) -> String {
    let mut characters = clause.chars();
    let Some(first) = characters.next() else { return String::new() };
    let mut sentence: String = first.to_uppercase().chain(characters).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// The descriptions as sentences of at most [`DETAIL_BYTES`] together, but one at least; then how many more faults there are.
fn sentences(violations: &[Violation], unlisted: usize) -> String {
    let (mut text, mut told, mut last) = (String::new(), 0, "");
    for Violation { description, .. } in violations {
        // Both fields of a conflict have the same description.
        if description != last {
            if told > 0 && text.len() + description.len() > DETAIL_BYTES - MORE_BYTES {
                break;
            }
            let space = if told > 0 { " " } else { "" };
            text = text + space + &sentence(description);
            last = description;
        }
        told += 1;
    }
    match violations.len() + unlisted - told {
        0 => text,
        1 => text + " There is one more fault.",
        more => text + &format!(" There are {more} more faults."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_spelled_as_each_transport_does() {
        let field = Field::named("setup").then("options").option(Variant::Awale, "over-limit");
        assert_eq!(field.to_string(), "setup.options.over-limit");
        assert_eq!(field.in_proto(), "setup.options.awale.over_limit");
        assert_eq!(Field::named("moves").at(2).to_string(), "moves[2]");
        assert_eq!(Field::named("timeMs").in_proto(), "time_ms");
    }

    #[test]
    fn reasons_have_names_of_their_own() {
        let mut names: Vec<_> = Reason::all().map(Reason::name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
