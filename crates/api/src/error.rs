//! Errors, whatever the transport: why a request is refused, with every fault and its field.

mod field;
mod reason;

pub use field::{Field, Step};
pub use reason::{FaultClass, Reason};

use std::fmt;
use std::time::Duration;

use ayla_rules::Illegal;

use crate::words::{Language, Message, sentence};

/// The answer of an operation, or every fault of the request.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// One fault of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Where.
    pub field: Field,
    /// What kind of fault.
    pub reason: Reason,
    /// What is wrong.
    pub message: Message,
}

impl Violation {
    /// A fault in a field.
    pub fn new(field: Field, reason: Reason, message: impl Into<Message>) -> Self {
        Self { field, reason, message: message.into() }
    }

    /// What is wrong, for programs and logs: an English clause. One of more than `TEXT_BYTES` is cut.
    pub fn description(&self) -> String {
        clause(&self.message, Language::ENGLISH)
    }

    /// What is wrong, for a person: a sentence. One of more than `TEXT_BYTES` is cut.
    pub fn sentence(&self, language: Language) -> String {
        sentence(&clause(&self.message, language), language)
    }
}

/// What a message says, cut to `TEXT_BYTES`.
fn clause(message: &Message, language: Language) -> String {
    cut(language.say(message), TEXT_BYTES)
}

/// The most violations that an error lists.
pub const MOST_VIOLATIONS: usize = 20;
/// The most bytes of a description, and of a detail that is one sentence.
const TEXT_BYTES: usize = 1_000;
/// The most bytes of a detail with more than one sentence: gRPC has it in a header.
pub const DETAIL_BYTES: usize = 480;
/// The bytes of a detail that are kept for the number of further faults.
const MORE_BYTES: usize = 60;
/// The name of the fact that says what JSON has in place of a word of ProtoJSON.
pub const MEANT: &str = "meant";
/// The name of the fact that says how many faults were found, where that is more than are listed.
const VIOLATIONS: &str = "violations";
/// The most characters of a move that an error repeats.
const MOVE_CHARACTERS: usize = 40;

/// How long a caller should wait whose request was refused for want of room.
pub const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The reason; that of the first violation where there are several.
    pub reason: Reason,
    /// What is wrong, where that is not what the violations say.
    pub message: Option<Message>,
    /// What comes before what is wrong.
    pub preface: Option<Message>,
    /// Facts for a program, by name.
    pub metadata: Vec<(&'static str, String)>,
    /// The faults found, at most [`MOST_VIOLATIONS`]. If there are more, the metadata has the number of all,
    /// `violations`.
    pub violations: Vec<Violation>,
    /// How many more faults were found.
    pub unlisted: usize,
    /// When it makes sense to try again.
    pub retry_after: Option<Duration>,
}

impl Error {
    /// An error that is not about a field.
    pub fn new(reason: Reason, message: impl Into<Message>) -> Box<Self> {
        Box::new(Self { message: Some(message.into()), ..Self::empty(reason) })
    }

    /// The error of one violation.
    pub fn of(violation: Violation) -> Box<Self> {
        let reason = violation.reason;
        Box::new(Self { violations: vec![violation], ..Self::empty(reason) })
    }

    const fn empty(reason: Reason) -> Self {
        Self {
            reason,
            message: None,
            preface: None,
            metadata: Vec::new(),
            violations: Vec::new(),
            unlisted: 0,
            retry_after: None,
        }
    }

    /// The error of a fault in a field.
    pub fn at(field: Field, reason: Reason, message: impl Into<Message>) -> Box<Self> {
        Self::of(Violation::new(field, reason, message))
    }

    /// Adds what a library says of the cause, in English: a fact for a program, as `cause`.
    pub fn with_cause(mut self: Box<Self>, cause: impl Into<String>) -> Box<Self> {
        self.metadata.push(("cause", cut(cause.into(), TEXT_BYTES)));
        self
    }

    /// Adds the path of the RPC that reads ProtoJSON, if the error is about a word of ProtoJSON.
    pub fn leading_to(mut self: Box<Self>, rpc: Option<String>) -> Box<Self> {
        if let Some(rpc) = rpc
            && self.metadata.iter().any(|(name, _)| *name == MEANT)
        {
            for violation in &mut self.violations {
                let fault = violation.message.clone();
                violation.message = message!("reads-proto-json", fault, path = rpc.clone());
            }
            self.metadata.push(("rpc", rpc));
        }
        self
    }

    /// Whether the detail is one sentence, which is that of all violations.
    pub fn is_one_sentence(&self) -> bool {
        self.unlisted == 0 && self.violations.windows(2).all(|pair| pair[0].message == pair[1].message)
    }

    /// The kind of error in a few words for a person.
    pub fn title(&self, language: Language) -> String {
        language.say(&self.reason.title())
    }

    /// What is wrong, in sentences for a person. Several have at most [`DETAIL_BYTES`] together; one is cut at
    /// `TEXT_BYTES`.
    pub fn detail(&self, language: Language) -> String {
        let detail = match &self.message {
            Some(message) if message.is_verbatim() => clause(message, language),
            Some(message) => sentence(&clause(message, language), language),
            None => sentences(&self.violations, self.unlisted, language),
        };
        match &self.preface {
            Some(preface) => format!("{} {detail}", language.say(preface)),
            None => detail,
        }
    }

    /// The error of these violations; nothing when there are none. No more are made than an error lists.
    pub fn of_all(violations: impl ExactSizeIterator<Item = Violation>) -> Option<Box<Self>> {
        let unlisted = violations.len().saturating_sub(MOST_VIOLATIONS);
        Self::listing(violations.take(MOST_VIOLATIONS).collect(), unlisted, Vec::new())
    }

    /// The error of all violations of these errors, with the facts of the first that has its reason; nothing when there
    /// are none.
    pub fn merged(errors: Vec<Self>) -> Option<Box<Self>> {
        let mut violations = Vec::new();
        let mut unlisted = 0;
        let mut facts = Vec::new();
        for error in errors {
            violations.extend(error.violations);
            unlisted += error.unlisted;
            facts.push((error.reason, error.metadata));
        }
        // What cannot be read comes before what does not fit.
        violations.sort_by_key(|violation: &Violation| violation.reason.class());
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
        Some(Box::new(Self { metadata, violations, unlisted, ..Self::empty(reason) }))
    }

    /// Too many suggestions wait.
    pub fn queue_full() -> Box<Self> {
        Self::new(Reason::SearchQueueFull, Message::new("queue-full")).after(RETRY_AFTER)
    }

    /// The deadline passed before the call could begin, or end.
    pub fn too_late() -> Box<Self> {
        Self::new(Reason::DeadlineExceeded, Message::new("deadline-passed"))
    }

    /// A page or a host of this `name` may not call; the setting could allow it.
    pub fn not_allowed(message: &'static str, name: &str, setting: &'static str) -> Box<Self> {
        let message = Message::new(message).quoting("name", name).with("setting", setting);
        let mut error = Self::new(Reason::Forbidden, message);
        error.metadata = vec![("setting", setting.to_owned())];
        error
    }

    /// The error of a server that makes no pictures.
    pub fn no_pictures() -> Box<Self> {
        Self::new(Reason::NotFound, Message::new("no-pictures"))
    }

    /// Too much else waits.
    pub fn overloaded() -> Box<Self> {
        Self::new(Reason::Overloaded, Message::new("overloaded")).after(RETRY_AFTER)
    }

    /// The service failed, for a reason that is in its log.
    pub fn internal() -> Box<Self> {
        Self::new(Reason::Internal, Message::new("failed"))
    }

    /// The same, where it makes sense to try again after this time.
    pub fn after(mut self: Box<Self>, time: Duration) -> Box<Self> {
        self.retry_after = Some(time);
        self
    }

    /// The error of two or more fields that exclude each other, as the message with this key says.
    pub fn conflict(fields: &[&'static str], key: &'static str) -> Box<Self> {
        let violation =
            |&name: &&'static str| Violation::new(Field::named(name), Reason::ConflictingFields, Message::new(key));
        let violations = fields.iter().map(violation).collect();
        Box::new(Self { violations, ..Self::empty(Reason::ConflictingFields) })
    }

    /// A move that is not legal, refused by apply-move.
    pub fn illegal_move(text: &str, illegal: Illegal) -> Box<Self> {
        let mut error = Self::at(Field::named("move"), Reason::Illegal(illegal.reason()), &illegal);
        error.metadata = vec![("move", cut_move(text)), ("ruling", illegal.ruling().to_string())];
        error
    }

    /// A line whose move number `index`, from 0, is not legal.
    pub fn illegal_line(field: Field, index: usize, text: &str, illegal: &Illegal) -> Box<Self> {
        let message =
            message!("illegal-line", index = index + 1).quoting("move", text).with("illegal", Message::from(illegal));
        let mut error = Self::at(field, Reason::IllegalLine, message);
        error.metadata = vec![
            ("index", index.to_string()),
            ("move", cut_move(text)),
            ("reason", illegal.reason().name().to_owned()),
            ("ruling", illegal.ruling().to_string()),
        ];
        error
    }
}

/// In English.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail(Language::ENGLISH))
    }
}

impl std::error::Error for Error {}

/// A move as a fact for a program: one that is longer than any move needs is cut.
fn cut_move(text: &str) -> String {
    text.chars().take(MOVE_CHARACTERS).collect()
}

/// Cuts a text to at most `most` bytes. An ellipsis marks the cut.
pub fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        let most = most.saturating_sub('…'.len_utf8());
        text.truncate((0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0));
        text.push('…');
    }
    text
}

/// The violations as sentences of at most [`DETAIL_BYTES`] together, but one at least; then how many more faults there
/// are.
fn sentences(violations: &[Violation], unlisted: usize, language: Language) -> String {
    let mut text = String::new();
    let mut listed = 0;
    let mut last = None;
    for violation in violations {
        // Both fields of a conflict have the same message.
        let message = &violation.message;
        if last != Some(message) {
            let next = violation.sentence(language);
            if listed > 0 && text.len() + next.len() > DETAIL_BYTES - MORE_BYTES {
                break;
            }
            let space = if listed > 0 { " " } else { "" };
            text = text + space + &next;
            last = Some(message);
        }
        listed += 1;
    }
    match violations.len() + unlisted - listed {
        0 => text,
        more => text + " " + &language.say(&message!("more-faults", more)),
    }
}
