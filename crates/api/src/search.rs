//! Searches: what a request asks for, what a server allows, and what is found.

mod engine_search;
mod why;

pub use engine_search::{End, EngineSearch, game_over, table_name};
pub use why::{why, why_better};

use std::time::Duration;

use ayla_engine::{ALL_MOVES, Certainty, Level, Report};
use ayla_rules::{Position, Variant, Winner};

use crate::answer::{Bounds, Candidate, LegalMove, Outcome, SearchLimits, StoppedBy, SuggestMoveResponse};
use crate::error::{Error, Field, Reason, Result, Violation};
use crate::json::{Named, Nodes, Whole, milliseconds};
use crate::read;
use crate::request::{Omit, Part, PositionRequest, Reply, SuggestMoveRequest};
use crate::words::{Language, Message};

/// The most that a server allows for one search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The number of moves made in the search.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
}

/// The longest time of a call, queueing included, unless a server says otherwise.
pub const LONGEST_DEADLINE: Duration = Duration::from_secs(15);

impl Allowance {
    /// What is allowed unless a server says otherwise.
    pub const DEFAULT: Self = Self { nodes: 200_000_000, time: Duration::from_secs(10) };

    /// The nodes of a suggestion whose request sets no limit.
    pub fn default_nodes(self) -> u64 {
        ayla_engine::DEFAULT_NODES.min(self.nodes)
    }

    /// The most nodes of a suggestion requested with GET, which link previews do.
    pub fn nodes_by_get(self) -> u64 {
        self.nodes.min(MOST_NODES_BY_GET)
    }
}

/// The most nodes of a suggestion requested with GET.
const MOST_NODES_BY_GET: u64 = 200_000;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The position that was searched.
    pub position: Position,
    /// What the engine reports, with the best moves as many as were requested, and their values as far as results
    /// differ.
    pub report: Report,
    /// Why the best move is good, if that was requested.
    pub why: Option<Message>,
    /// The limits of the search.
    pub limits: SearchLimits,
    /// What ended the search, for the caller.
    pub stopped_by: StoppedBy,
    /// The name of the endgame table in use, if there was one.
    pub table: Option<String>,
    /// Whether the result did not depend on the clock.
    pub deterministic: bool,
}

impl Found {
    /// Whether the clock ended the search early.
    pub const fn is_cut(&self) -> bool {
        matches!(self.stopped_by, StoppedBy::Time | StoppedBy::Deadline)
    }

    /// The value of the position to the player to move: that of the best move found, which a weak level need not
    /// choose.
    pub fn best_value(&self) -> f64 {
        self.report.candidates.iter().map(|candidate| candidate.value).fold(self.report.best.value, f64::max)
    }

    /// The winner under best play, and whether that is proven. Without a proof it is the side that the best value
    /// favours.
    pub fn outcome(&self) -> Outcome {
        let turn = self.position.turn();
        let value = self.best_value();
        let favoured = match value {
            0.0 => Winner::Nobody,
            _ if value > 0.0 => turn.into(),
            _ => turn.other().into(),
        };
        let winner = self.report.winner;
        let certainty = if winner.is_some() { Certainty::Proven } else { Certainty::Estimated };
        Outcome { winner: Named(winner.unwrap_or(favoured)), certainty: Named(certainty) }
    }

    /// The answer, in this language.
    pub fn answer(self, omit: Omit, language: Language) -> SuggestMoveResponse {
        let position = self.position;
        let candidate = |candidate: ayla_engine::Candidate| {
            let LegalMove { r#move, seat, .. } = LegalMove::new(&position, candidate.played);
            let line = if omit.has(Part::PrincipalLine) { &[] } else { candidate.line.as_slice() };
            let principal_line = line.iter().map(|played| played.text()).collect();
            Candidate { r#move, seat, value: candidate.value, certainty: Named(candidate.certainty), principal_line }
        };
        let outcome = self.outcome();
        let Report { best, candidates, winner: _, bounds, depth, nodes, stopped_by: _ } = self.report;
        let Candidate { r#move, seat, value, certainty, principal_line } = candidate(best);
        SuggestMoveResponse {
            r#move,
            seat,
            value,
            certainty,
            outcome,
            bounds: bounds.map(|[least, most]| Bounds { least, most }),
            why: self.why.map(|why| language.say(&why)),
            principal_line,
            candidates: candidates.into_iter().map(candidate).collect(),
            depth,
            nodes,
            limits: self.limits,
            stopped_by: Named(self.stopped_by),
            tables: self.table.into_iter().collect(),
            engine: ayla_engine::ENGINE,
            deterministic: self.deterministic,
        }
    }

    /// Whether there was enough time to search anything.
    pub const fn is_searched(&self) -> bool {
        self.report.depth > 0 || !self.is_cut()
    }
}

/// The search options of a request, within the ranges of the contract.
#[derive(Copy, Clone, Debug, Default)]
pub struct SearchOptions {
    /// How well the engine is to play.
    pub level: Option<Level>,
    /// The seed for the random choices of a level.
    pub seed: u64,
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// How many candidates the caller wants; [`ALL_MOVES`] for all.
    pub candidates: usize,
    /// Whether the caller wants to know why the move is good.
    pub why: bool,
    /// Whether the request came by GET, which allows less work.
    pub by_get: bool,
}

impl SearchOptions {
    /// Reads the limits of a search, and how many moves are to be valued. `field` turns the name of a limit into the
    /// field to report for it.
    ///
    /// # Errors
    ///
    /// Limits of 0, and a level that no game has.
    pub fn read(limits: Reply, multi: Option<Whole>, field: impl Fn(&'static str) -> Field) -> Result<Self> {
        let malformed = |name, message| Violation::new(field(name), Reason::MalformedRequest, message);
        let counts = [
            ("depth", limits.depth),
            ("nodes", limits.nodes.map(|Nodes(nodes)| Whole(nodes))),
            ("timeMs", limits.time_ms),
            ("multi", multi),
        ];
        let zeros = counts
            .into_iter()
            .filter(|(_, limit)| *limit == Some(Whole(0)))
            .map(|(name, _)| malformed(name, message!("limit-zero", limit = name)));
        let level = limits.level.map(|level| Level::new(level.to_u32()));
        let no_level = (level == Some(None)).then(|| {
            let lowest = Level::LOWEST;
            let highest = Level::HIGHEST;
            malformed("level", message!("level-out-of-range", lowest, highest))
        });
        match Error::of_all(zeros.chain(no_level).collect::<Vec<_>>().into_iter()) {
            Some(error) => Err(error),
            None => Ok(Self {
                level: level.flatten(),
                seed: limits.seed.map_or(0, |seed| seed.0),
                depth: limits.depth.map(Whole::to_u32),
                nodes: limits.nodes.map(|Nodes(nodes)| nodes),
                time: limits.time_ms.map(|time| Duration::from_millis(time.to_u32().into())),
                candidates: multi.map_or(0, |multi| multi.to_u32() as usize),
                ..Self::default()
            }),
        }
    }

    /// The options of a suggestion.
    ///
    /// # Errors
    ///
    /// The options are not those of a search, or the position has faults: all faults are reported together.
    pub fn of_suggestion(request: &SuggestMoveRequest) -> Result<Self> {
        let options = Self::read(request.limits(), request.multi, Field::named)
            .map_err(|error| read::line(request.line(), vec![*error]).err().unwrap_or_else(Error::internal))?;
        let candidates = if request.candidates == Some(true) { ALL_MOVES } else { options.candidates };
        let why = request.why.unwrap_or_default();
        Ok(Self { candidates, why, by_get: request.by_get, ..options })
    }

    /// The options for each of several searches, which share the nodes allowed for one search.
    #[must_use]
    pub fn shared_by(self, searches: usize, by_get: bool, allowance: Allowance) -> Self {
        let most = Self { by_get, ..self }.most_nodes(allowance) / searches as u64;
        let nodes = self.nodes.unwrap_or(allowance.default_nodes()).min(most).max(1);
        Self { nodes: Some(nodes), by_get, ..self }
    }

    /// Whether the level is below the highest of the game.
    pub fn is_weakened(&self, variant: Variant) -> bool {
        self.level.is_some_and(|level| !level.is_full(variant))
    }

    /// Checks that the game has the level. `field` is that of the level.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST`.
    pub fn check_level(&self, variant: Variant, field: Field) -> Result<()> {
        let highest = Level::highest(variant);
        match self.level {
            Some(level) if level > highest => {
                let message = message!("level-out-of-range", lowest = Level::LOWEST, highest = highest.number());
                Err(Error::at(field, Reason::MalformedRequest, message))
            }
            _ => Ok(()),
        }
    }

    /// The most nodes that the service allows.
    fn most_nodes(&self, allowance: Allowance) -> u64 {
        if self.by_get { allowance.nodes_by_get() } else { allowance.nodes }
    }

    /// The longest time to search, if the request limits it, within the maximum of the service.
    pub fn time(&self, allowance: Allowance) -> Option<Duration> {
        self.time.map(|time| time.min(allowance.time))
    }

    /// The limits of the search: those of the request, capped by the level and the service.
    pub fn limits(&self, variant: Variant, allowance: Allowance) -> SearchLimits {
        let most = self.most_nodes(allowance);
        let own = self.level.map_or_else(ayla_engine::Limits::default, |level| level.limits(variant));
        let depth = self.depth.into_iter().chain(own.depth).min();
        let is_unlimited = depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let default = if is_unlimited { allowance.default_nodes() } else { most };
        let nodes = self.nodes.into_iter().chain(own.nodes).min().unwrap_or(default);
        SearchLimits {
            level: self.level.map(Level::number),
            depth: depth.map(|depth| depth.min(ayla_engine::MAX_DEPTH)),
            nodes: nodes.min(most),
            time_ms: self.time(allowance).map(milliseconds),
        }
    }
}

impl SearchLimits {
    /// Converts the limits into those of the engine.
    pub fn bounds(self) -> ayla_engine::Limits {
        let time = self.time_ms.map(|time| Duration::from_millis(time.into()));
        ayla_engine::Limits { depth: self.depth, nodes: Some(self.nodes), time }
    }
}
