//! A search as the engine runs it: its request, its memory, and what its report says.

use std::sync::Arc;
use std::time::Duration;

use ayla_engine::tablebase::Table;
use ayla_engine::{self as engine, ALL_MOVES, Interrupt, Report, Request, TranspositionTable};
use ayla_rules::{IllegalReason, Line, Rules, Status, Variant, ruling};

use super::{Allowance, Found, SearchOptions, why};
use crate::answer::{SearchLimits, StoppedBy};
use crate::error::{Error, Field, RETRY_AFTER, Reason, Result};
use crate::json::milliseconds;
use crate::words::Message;

/// A search that a request asks for.
#[derive(Debug)]
pub struct EngineSearch {
    line: Line,
    options: SearchOptions,
    /// The limits of the search.
    pub limits: SearchLimits,
    endings: Option<Arc<Table>>,
}

impl EngineSearch {
    /// Creates the search for a move at the end of a line, without an endgame table.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST` for a level that the game does not have; `GAME_OVER`.
    pub fn new(line: Line, options: SearchOptions, allowance: Allowance) -> Result<Self> {
        let position = line.position();
        options.check_level(position.rules().variant(), Field::named("level"))?;
        if matches!(position.status(), Status::Over { .. }) {
            return Err(game_over());
        }
        let limits = options.limits(position.rules().variant(), allowance);
        Ok(Self { line, options, limits, endings: None })
    }

    /// The same search with an endgame table, if there is one. Levels that are weak on purpose use none.
    #[must_use]
    pub fn with_table(self, table: impl FnOnce(&Rules) -> Option<Arc<Table>>) -> Self {
        let rules = self.line.position().rules();
        let endings = if self.options.is_weakened(rules.variant()) { None } else { table(&rules) };
        Self { endings, ..self }
    }

    /// The variant of the game.
    pub fn variant(&self) -> Variant {
        self.line.position().rules().variant()
    }

    /// How many moves need a value: those that the caller requests, or all if a level chooses among them.
    fn wanted(&self) -> usize {
        if self.options.is_weakened(self.variant()) { ALL_MOVES } else { self.options.candidates }
    }

    /// The engine's limits for the search, with a hash table of at most this many bytes.
    fn bounds(&self, bytes: u64) -> engine::Limits {
        let mut limits = self.limits.bounds();
        // The size of the table follows from the time. A shorter time makes it smaller; it is not what ends the search.
        while let Some(time) = limits.time.filter(|_| TranspositionTable::bytes_for(&limits) > bytes) {
            limits.time = Some(time / 2);
        }
        limits
    }

    /// The bytes that the search needs besides its hash table.
    pub fn scratch(&self) -> u64 {
        engine::scratch_bytes(&Request {
            endgame: self.endings.as_deref(),
            limits: self.limits.bounds(),
            ..Request::new(&self.line)
        })
    }

    /// The request to the engine, with a hash table of at most this many bytes. `interrupt` may stop the search.
    pub fn request<'a>(&'a self, bytes: u64, interrupt: &'a dyn Fn() -> Option<Interrupt>) -> Request<'a> {
        let endgame = self.endings.as_deref();
        Request { line: &self.line, limits: self.bounds(bytes), wanted: self.wanted(), endgame, interrupt }
    }

    /// Replaces the best move of a report by the one that the level chooses. Candidates that the caller did not request
    /// are removed.
    fn choose(&self, report: Report) -> Report {
        let mut chosen = match self.options.level {
            Some(level) => level.choose(report, &self.line, self.options.seed),
            None => report,
        };
        chosen.candidates.truncate(self.options.candidates);
        chosen
    }

    /// Converts a report. `end` is when the search had to end; none while the search is running.
    pub fn found(&self, report: Report, end: Option<End>) -> Found {
        let mut report = self.choose(report);
        let is_known = report.nodes == 0;
        let position = self.line.position();
        let why = self.options.why.then(|| why(&self.line, &report.best.line));
        // Only once a level has chosen by the finer estimates.
        for it in report.candidates.iter_mut().chain([&mut report.best]) {
            it.value = position.nearest_result(it.value);
        }
        let stopped_by = match report.stopped_by {
            engine::StoppedBy::Proven => StoppedBy::Proven,
            engine::StoppedBy::Depth => StoppedBy::Depth,
            engine::StoppedBy::Nodes => StoppedBy::Nodes,
            // Nobody reads the answer of a cancelled call.
            engine::StoppedBy::Cancelled => StoppedBy::Deadline,
            engine::StoppedBy::Time => end.map_or(StoppedBy::Time, End::stopped_by),
        };
        let mut found = Found {
            position,
            report,
            why,
            limits: self.limits,
            stopped_by,
            table: if is_known { Some(KNOWN_STARTS.to_owned()) } else { self.endings.as_deref().map(table_name) },
            deterministic: self.limits.time_ms.is_none(),
        };
        if found.is_cut() {
            found.deterministic = false;
            if let Some(end) = end {
                found.limits.time_ms.get_or_insert(end.time_ms());
            }
        }
        found
    }
}

/// The moment at which the clock ends a search.
#[derive(Copy, Clone, Debug)]
pub struct End {
    /// Whether this is the caller's deadline rather than a time limit.
    pub by_caller: bool,
    /// The time from the start until then.
    pub time: Duration,
}

impl End {
    /// What is reported to have ended the search.
    const fn stopped_by(self) -> StoppedBy {
        if self.by_caller { StoppedBy::Deadline } else { StoppedBy::Time }
    }

    /// The time in milliseconds, as reported in limits.
    fn time_ms(self) -> u32 {
        milliseconds(self.time).max(1)
    }

    /// The error of a search that has found nothing by then.
    pub fn no_result(self) -> Box<Error> {
        let (reason, message) = if self.by_caller {
            (Reason::DeadlineExceeded, "search-too-late")
        } else {
            (Reason::SearchQueueFull, "search-out-of-time")
        };
        Error::new(reason, Message::new(message)).after(RETRY_AFTER)
    }

    /// Marks an intermediate result as the final one of a search that the clock ended here.
    pub fn cut(self, mut found: Found) -> Found {
        found.stopped_by = self.stopped_by();
        found.limits.time_ms.get_or_insert(self.time_ms());
        found
    }
}

/// What an answer names in place of a table, if its value was proven beforehand.
const KNOWN_STARTS: &str = "known starts";

/// The name of a table: its class and its most seeds, such as `awale:capture=two 12`.
pub fn table_name(table: &Table) -> String {
    format!("{} {}", table.class(), table.seeds())
}

/// The error of a search where no move can be made.
pub fn game_over() -> Box<Error> {
    let mut error = Error::new(Reason::Illegal(IllegalReason::GameOver), Message::new("nothing-to-suggest"));
    error.metadata = vec![("ruling", ruling::C_8.to_string())];
    error
}
