//! Answers, free of any transport.

use ayla_engine::{Certainty, Level};
use ayla_rules::{Event, Illegal, Line, Move, Position, Setup, Status};

use super::Limits;
use super::request::Omit;

/// A position as answers give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnswer {
    /// The canonical text.
    pub text: String,
    /// The line to send next time, so that no rule that looks back is lost (N-7).
    pub line: String,
    /// The structured form, which can be sent back unchanged; nothing when the caller does without.
    pub setup: Option<Setup>,
}

/// A position and how the game stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The position, settled (C-8).
    pub position: PositionAnswer,
    /// How the game stands.
    pub status: Status,
}

impl Standing {
    /// How a line stands.
    #[must_use]
    pub fn new(line: &Line, omit: Omit) -> Self {
        let position = line.position();
        let setup = position.setup();
        let text = setup.text();
        let status = position.status();
        let line = if line.is_only_position() { text.clone() } else { line.to_string() };
        Self { position: PositionAnswer { text, line, setup: (!omit.setup).then_some(setup) }, status }
    }
}

/// A legal move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move.
    pub played: Move,
    /// The seat that makes it, in games with seats (AN-7).
    pub seat: Option<u32>,
}

/// The moves of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// Every legal move but `agree`; nothing when the caller does without.
    pub legal: Option<Vec<LegalMove>>,
    /// Every house that cannot be played, with the reason; only in legal-moves.
    pub illegal: Vec<(Move, Illegal)>,
}

impl MoveList {
    /// The legal moves.
    #[must_use]
    pub fn new(position: &Position, omit: Omit) -> Self {
        let legal = |played| LegalMove { played, seat: position.seat(played) };
        let moves = || position.legal_moves().into_iter().map(legal).collect();
        Self { legal: (!omit.legal_moves).then(moves), illegal: Vec::new() }
    }

    /// The legal moves, and for every other house the reason why not.
    #[must_use]
    pub fn with_illegal(position: &Position, omit: Omit) -> Self {
        Self { illegal: position.illegal_houses(), ..Self::new(position, omit) }
    }
}

/// The answer of validate-move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validated {
    /// The position asked about.
    pub standing: Standing,
    /// Why the move is not legal, if it is not.
    pub illegal: Option<Illegal>,
}

/// The answer of apply-move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The position after the move.
    pub standing: Standing,
    /// What happened on the way; nothing when the caller does without.
    pub events: Option<Vec<Event>>,
    /// The moves of the player to move next.
    pub moves: MoveList,
}

/// One move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move, and the seat that makes it.
    pub legal: LegalMove,
    /// Final stores of the player to move minus the opponent's; in Andada 1 won, -1 lost, 0 neither (C-10).
    pub value: f64,
    /// Whether the value is the game-theoretic one.
    pub certainty: Certainty,
    /// The moves that the value rests on, this one first.
    pub line: Vec<Move>,
}

ayla_rules::string_enum! {
    /// What ended a search.
    pub enum StoppedBy {
        /// The value is proven: there is nothing more to find.
        Proven = "proven",
        /// The limit of depth.
        Depth = "depth",
        /// The limit of nodes.
        Nodes = "nodes",
        /// The limit of time, the caller's or the server's.
        Time = "time",
        /// The caller's deadline.
        Deadline = "deadline",
        /// Nothing yet: it goes on, and a better answer may follow.
        Nothing = "nothing",
    }
}

/// Limits of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The level, where one was asked for.
    pub level: Option<Level>,
    /// The greatest depth, in moves.
    pub depth: Option<u32>,
    /// The most nodes; a node is a move made in the search.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<std::time::Duration>,
}

/// The answer of suggest-move.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The best move.
    pub best: Candidate,
    /// Every legal move, best first, when asked for.
    pub candidates: Vec<Candidate>,
    /// The depth of the last search that was completed.
    pub depth: u32,
    /// The moves made.
    pub nodes: u64,
    /// The limits in force after the server's clamps.
    pub limits: SearchLimits,
    /// What ended the search.
    pub stopped_by: StoppedBy,
    /// The endgame tables used.
    pub tables: Vec<String>,
    /// The engine, with its version.
    pub engine: &'static str,
    /// Whether the answer depends on nothing but the request, the engine and the tables.
    pub deterministic: bool,
}

/// The answer of server-info.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerInfo {
    /// The version of Ayla.
    pub version: &'static str,
    /// The commit it was built from, where the build was told.
    pub commit: Option<&'static str>,
    /// The engine, with its version.
    pub engine: &'static str,
    /// The version of the rulings.
    pub rules: &'static str,
    /// The limits in force.
    pub limits: Limits,
    /// The endgame tables loaded.
    pub tables: Vec<String>,
}
