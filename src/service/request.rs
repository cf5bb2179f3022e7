//! Requests, as both transports hand them over: typed, nothing checked yet.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use ayla_rules::{EndReason, Phase, Side, Variant};

ayla_rules::string_enum! {
    /// A part of an answer that a caller can do without.
    pub enum Part {
        /// The structured form of the position.
        Setup = "setup",
        /// What happened during the move.
        Events = "events",
        /// The legal moves.
        LegalMoves = "legalMoves",
    }
}

/// Which parts of an answer the caller does without.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Omit {
    /// The structured form of the position.
    pub setup: bool,
    /// What happened during the move.
    pub events: bool,
    /// The legal moves.
    pub legal_moves: bool,
}

impl FromIterator<Part> for Omit {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let mut omit = Self::default();
        for part in parts {
            match part {
                Part::Setup => omit.setup = true,
                Part::Events => omit.events = true,
                Part::LegalMoves => omit.legal_moves = true,
            }
        }
        omit
    }
}

/// The value of an option as a caller gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionInput {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// A word.
    Word(Cow<'static, str>),
    /// What no option can be, as it was written, such as a negative number.
    Other(String),
}

/// Options as a caller gave them, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionsInput {
    /// The game they are of, where the form says so.
    pub variant: Option<Variant>,
    /// Names and values; no name occurs twice.
    pub values: Vec<(Cow<'static, str>, OptionInput)>,
}

/// A position in structured form. An empty name or row is one that was not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields of ayla_rules::Setup, before they are checked")]
pub struct SetupInput {
    pub variant: String,
    pub options: OptionsInput,
    pub south: Vec<u32>,
    pub north: Vec<u32>,
    pub stores: Option<[Option<u32>; 2]>,
    pub turn: Option<Side>,
    pub phase: Option<Phase>,
    pub quiet: Option<u32>,
    pub first: Option<Side>,
    pub over: Option<EndReason>,
}

/// The position that a request is about, and the moves made since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineInput {
    /// The game that the position must be of, where the request names it apart.
    pub variant: Option<Variant>,
    /// A position or a line in the text notation.
    pub position: Option<String>,
    /// Or a position in structured form. In a box, since few requests have one and all are handed on by value.
    pub setup: Option<Box<SetupInput>>,
    /// The moves made since.
    pub moves: Vec<String>,
}

/// The move that a request is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveInput {
    /// The move's text (N-6).
    pub text: Option<String>,
    /// The seat that makes it (AN-7).
    pub seat: Option<u32>,
}

/// start-game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartGame {
    /// The game's name.
    pub variant: String,
    /// The options, the others at their defaults.
    pub options: Option<OptionsInput>,
    /// Or the name of a preset.
    pub preset: Option<String>,
    /// Who begins; South when not given (C-5).
    pub first: Option<Side>,
    /// What the answer leaves out.
    pub omit: Omit,
}

/// suggest-move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuggestMove {
    /// The position.
    pub from: LineInput,
    /// How well to play, 1 to 10; as well as the limits allow when not given.
    pub level: Option<u32>,
    /// What the choices of a level follow from; 0 when not given.
    pub seed: Option<u64>,
    /// The greatest depth, in moves.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// Whether every legal move is wanted with its value.
    pub candidates: bool,
    /// When the caller stops waiting.
    pub deadline: Option<Instant>,
    /// Whether the request came by GET, which allows less work.
    pub by_get: bool,
}
