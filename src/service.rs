//! The operations, free of any transport: a domain request in, a domain answer out. What is legal and what happens is
//! for [`ayla_rules`] to say; this module reads what a caller sent, finds every fault in it, and puts answers together.

pub mod answer;
pub mod catalogue;
pub mod error;
pub mod memory;
pub(crate) mod metrics;
pub mod operator_file;
pub mod pool;
pub mod preset;
mod read;
pub mod request;
pub mod stream;
pub mod suggest;
pub mod tables;

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

pub use suggest::Searched;

use answer::{Applied, MoveList, ServerInfo, Standing, Validated};
use ayla_engine::tablebase::TableError;
use ayla_rules::{Event, Line, Side, Variant};
use catalogue::VariantInfo;
use error::{Error, Reason, Result};
use memory::Memory;
use metrics::SearchMetrics;
use pool::{Pool, Priority, Refused};
use preset::Presets;
use request::{LineInput, MoveInput, Omit, StartGame};
use tables::Tables;

/// The version of the rulings that answers follow.
pub const RULES_VERSION: &str = "1";

/// What a request may ask for, and what the service answers it from. It keeps nothing between requests.
#[derive(Debug)]
pub struct Service {
    /// Replaced as a whole: a call sees one set from beginning to end.
    presets: RwLock<Arc<Presets>>,
    limits: Limits,
    /// Where suggestions are searched for.
    searches: Pool,
    /// What they are searched in.
    memory: Arc<Memory>,
    /// What they look endings up in.
    tables: Tables,
    /// Where long lines are played.
    lines: Pool,
    metrics: SearchMetrics,
}

/// A line of more moves than this is played in a pool: each may be a sowing of thousands of laps.
const LONG_LINE: usize = 64;
/// The text of a line of that many moves is longer than this.
const LONG_TEXT: usize = 256;
/// How many events a move is given room for: most have fewer.
const EVENTS: usize = 8;
/// How many calls with long lines may wait.
const LINE_QUEUE: usize = 1_024;

/// The bounds on a request and on its work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The most bytes of a request's body.
    pub body_bytes: usize,
    /// The most bytes of a query string.
    pub query_bytes: usize,
    /// The most nodes of a suggestion.
    pub suggest_nodes: u64,
    /// The most nodes of a suggestion asked for with GET, which link previews follow.
    pub suggest_nodes_by_get: u64,
    /// The nodes of a suggestion that no limit was given for.
    pub suggest_nodes_default: u64,
    /// The most time for a suggestion.
    pub suggest_time: Duration,
    /// The greatest depth of a suggestion.
    pub suggest_depth: u32,
    /// How many suggestions are worked on at once.
    pub search_slots: usize,
    /// How many more may wait for a slot.
    pub search_queue: usize,
    /// The most bytes of hash memory of all searches together; 64 MiB at least.
    pub search_memory: u64,
    /// The most bytes of all endgame tables that are built on use; 0 for none.
    pub table_memory: usize,
    /// How long any call may wait and run, whatever its caller's deadline.
    pub longest_deadline: Duration,
}

impl Limits {
    /// The hash memory with which no search waits for another's, in bytes.
    #[must_use]
    pub const fn search_memory_for(slots: usize) -> u64 {
        (slots as u64).saturating_mul(ayla_engine::TranspositionTable::MOST_BYTES)
    }
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let search_slots = cores.saturating_sub(1).max(1);
        Self {
            body_bytes: 64 * 1024,
            query_bytes: 4 * 1024,
            suggest_nodes: 200_000_000,
            suggest_nodes_by_get: 200_000,
            suggest_nodes_default: ayla_engine::DEFAULT_NODES,
            suggest_time: Duration::from_secs(10),
            suggest_depth: ayla_engine::MAX_DEPTH,
            search_slots,
            search_queue: 64,
            search_memory: Self::search_memory_for(search_slots),
            table_memory: 64 << 20,
            longest_deadline: Duration::from_secs(15),
        }
    }
}

impl Service {
    /// A service with these presets and limits.
    #[must_use]
    pub fn new(presets: Presets, limits: Limits) -> Self {
        let searches = Pool::new(limits.search_slots, limits.search_queue, Priority::Low);
        let lines = Pool::new(limits.search_slots, LINE_QUEUE, Priority::Normal);
        let memory = Memory::new(limits.search_memory);
        let tables = Tables::new(limits.table_memory);
        let (presets, metrics) = (RwLock::new(Arc::new(presets)), SearchMetrics::new());
        Self { presets, limits, searches, memory, tables, lines, metrics }
    }

    /// The same with the endgame tables of a folder beside those that are built on use.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or one of the files is no table in order.
    pub fn with_tables_of(mut self, folder: &Path) -> std::result::Result<Self, TableError> {
        self.tables = self.tables.with_folder(folder)?;
        Ok(self)
    }

    /// The endgame tables.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Where suggestions are searched for: how many are, and how many wait.
    #[must_use]
    pub const fn searches(&self) -> &Pool {
        &self.searches
    }

    /// Where calls with long lines are answered.
    #[must_use]
    pub const fn long_lines(&self) -> &Pool {
        &self.lines
    }

    /// The hash memory of all searches.
    #[must_use]
    pub fn search_memory(&self) -> &Memory {
        &self.memory
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The presets as they are now.
    #[must_use]
    pub fn presets(&self) -> Arc<Presets> {
        // Nothing can fail while the lock is held, and a set is never half replaced.
        Arc::clone(&self.presets.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the presets for the calls that begin from now on.
    pub fn replace_presets(&self, presets: Presets) {
        *self.presets.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(presets);
    }

    /// Every game.
    #[must_use]
    pub fn variants(&self) -> Vec<VariantInfo> {
        let presets = self.presets();
        Variant::ALL.iter().map(|&variant| VariantInfo::new(variant, presets.of(variant))).collect()
    }

    /// One game.
    ///
    /// # Errors
    ///
    /// `MISSING_FIELD` without a name, `UNKNOWN_VARIANT` for one that no game has.
    pub fn variant(&self, name: &str) -> Result<VariantInfo> {
        read::variant(name).map(|variant| VariantInfo::new(variant, self.presets().of(variant)))
    }

    /// The game with this name, without its description.
    ///
    /// # Errors
    ///
    /// As [`variant`](Self::variant).
    pub fn game(name: &str) -> Result<Variant> {
        read::variant(name)
    }

    /// What is running, and its limits.
    #[must_use]
    pub fn server_info(&self) -> ServerInfo {
        ServerInfo {
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("AYLA_COMMIT"),
            engine: ayla_engine::ENGINE,
            rules: RULES_VERSION,
            limits: self.limits.clone(),
            tables: self.tables.names(),
        }
    }

    /// Brings the metrics up to date that tell what is true at the moment.
    pub(crate) fn observe(&self) {
        self.metrics.observe(&self.searches, &self.memory, &self.tables);
    }

    /// The first position of a game.
    ///
    /// # Errors
    ///
    /// Faults of the variant, the options or the preset, all at once.
    pub fn start_game(&self, request: &StartGame) -> Result<(Standing, MoveList)> {
        let variant = read::variant(&request.variant)?;
        let rules = match (&request.options, &request.preset) {
            (Some(_), Some(_)) => {
                return Err(Error::conflict("options", "preset", "give either options or a preset, not both"));
            }
            (Some(options), None) => read::start_rules(variant, options)?,
            (None, Some(name)) => self.presets().find(variant, name)?.rules,
            (None, None) => variant.default_rules(),
        };
        let first = request.first.unwrap_or(Side::South);
        let position =
            rules.first_position(first).map_err(|faults| read::faults(&faults, read::Form::Start(variant)))?;
        let line = Line::from(position);
        Ok((Standing::new(&line, request.omit), MoveList::new(&position, request.omit)))
    }

    /// Answers one of the rule calls below: where it stands, or in a pool when it has a long line to play.
    ///
    /// # Errors
    ///
    /// What the call answers; `OVERLOADED` when too many long lines wait, `DEADLINE_EXCEEDED` when `deadline`, or the
    /// longest that the limits allow, passes before the call can begin.
    pub async fn rule_call<T: Send + 'static>(
        self: &Arc<Self>,
        from: LineInput,
        deadline: Option<Instant>,
        call: impl FnOnce(&Self, &LineInput) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let long = from.moves.len() > LONG_LINE || from.position.as_ref().is_some_and(|text| text.len() > LONG_TEXT);
        if !long {
            return call(self, &from);
        }
        let service = Arc::clone(self);
        let longest = Instant::now() + self.limits.longest_deadline;
        let deadline = deadline.map_or(longest, |deadline| deadline.min(longest));
        // In a box, so that the many calls that do not come here need not carry the room for it about.
        match Box::pin(self.lines.run(Some(deadline), move |_| call(&service, &from))).await {
            Ok(answer) => answer,
            Err(Refused::Full) => {
                self.metrics.lines_full();
                Err(Error::overloaded())
            }
            Err(Refused::Late) => {
                Err(Error::new(Reason::DeadlineExceeded, "the deadline passed before the call could begin"))
            }
            Err(Refused::Failed) => Err(Error::new(Reason::Internal, "the call failed")),
        }
    }

    /// The line that a request is about, played to its end.
    ///
    /// # Errors
    ///
    /// Faults of the position and its moves.
    pub fn line(&self, from: &LineInput) -> Result<Line> {
        read::line(from, None).map(|(line, _)| line)
    }

    /// Every legal move, and for every other house the reason why not.
    ///
    /// # Errors
    ///
    /// Faults of the position and its moves.
    pub fn legal_moves(&self, from: &LineInput, omit: Omit) -> Result<(Standing, MoveList)> {
        let line = self.line(from)?;
        Ok((Standing::new(&line, omit), MoveList::with_illegal(&line.position(), omit)))
    }

    /// Whether a move is legal, and if not, why.
    ///
    /// # Errors
    ///
    /// Faults of the position, its moves, or the form of the move.
    pub fn validate_move(&self, from: &LineInput, asked: &MoveInput, omit: Omit) -> Result<Validated> {
        let (line, proposal) = read::line_and_move(from, asked)?;
        let illegal = line.position().check(proposal, asked.seat).err();
        Ok(Validated { standing: Standing::new(&line, omit), illegal })
    }

    /// The position after a move, and what happened on the way.
    ///
    /// # Errors
    ///
    /// Faults of the position, its moves, or the form of the move; and the reason when the move is not legal.
    pub fn apply_move(&self, from: &LineInput, asked: &MoveInput, omit: Omit) -> Result<Applied> {
        let (mut line, proposal) = read::line_and_move(from, asked)?;
        let text = asked.text.as_deref().unwrap_or_default();
        let played = match line.position().check(proposal, asked.seat) {
            Ok(played) => played,
            Err(illegal) => return Err(Error::illegal_move(text, illegal)),
        };
        let events = if omit.events {
            line.play_unchecked(played, &mut ());
            None
        } else {
            let mut events: Vec<Event> = Vec::with_capacity(EVENTS);
            line.play_unchecked(played, &mut events);
            Some(events)
        };
        let position = line.position();
        Ok(Applied { standing: Standing::new(&line, omit), events, moves: MoveList::new(&position, omit) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "awale 444444/444444 0/0 s";

    /// A service that never comes to do anything.
    fn busy() -> Arc<Service> {
        let longest_deadline = Duration::from_millis(50);
        Arc::new(Service::new(Presets::built_in(), Limits { search_slots: 0, longest_deadline, ..Limits::default() }))
    }

    #[tokio::test]
    async fn nothing_waits_longer_than_the_longest_deadline() {
        let service = busy();
        let moves = ["1", "1"].repeat(LONG_LINE).into_iter().map(str::to_owned).collect();
        let from = LineInput { position: Some(START.to_owned()), moves, ..LineInput::default() };
        let refused = service.rule_call(from, None, Service::line).await.expect_err("no slot");
        assert_eq!(refused.reason, Reason::DeadlineExceeded);

        let from = LineInput { position: Some(START.to_owned()), ..LineInput::default() };
        let request = request::SuggestMove { from, ..request::SuggestMove::default() };
        let asked = Instant::now();
        let (found, searched) = service.suggest_move(request).await.expect("what is known without looking");
        assert_eq!((found.depth, found.stopped_by), (0, answer::StoppedBy::Time));
        assert!(!found.deterministic);
        assert!(asked.elapsed() >= Duration::from_millis(20), "{:?}", asked.elapsed());
        assert_eq!(searched.time(), Duration::ZERO);
    }

    #[tokio::test]
    async fn who_waits_is_counted_until_he_goes() {
        let service = busy();
        let from = LineInput { position: Some(START.to_owned()), ..LineInput::default() };
        let request = request::SuggestMove { from, ..request::SuggestMove::default() };
        let waits = tokio::time::timeout(Duration::from_millis(10), service.suggest_move(request));
        let counted = async {
            tokio::task::yield_now().await;
            [service.searches().busy(), service.searches().waiting()]
        };
        let (given_up, counted) = tokio::join!(waits, counted);
        assert!(given_up.is_err());
        assert_eq!(counted, [0, 1]);
        assert_eq!(service.searches().waiting(), 0);
        assert_eq!(service.search_memory().held(), 0);
    }
}
