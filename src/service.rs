//! The operations, free of any transport: a domain request in, a domain answer out. What is legal and what happens is
//! for [`ayla_rules`] to say; this module reads what a caller sent, finds every fault in it, and puts answers together.

pub mod answer;
pub mod catalogue;
pub mod error;
pub mod json;
mod large;
pub mod memory;
pub(crate) mod metrics;
pub mod operation;
pub mod operator_file;
pub mod options;
#[cfg(feature = "pictures")]
pub mod picture;
mod plies;
pub mod pool;
pub mod preset;
mod read;
mod replay;
pub mod request;
pub mod review;
pub mod rule_calls;
pub mod stream;
pub mod suggest;
pub mod tables;
mod turn;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use large::LargeAnswer;
pub use read::variant as variant_named;
pub use suggest::{SearchGate, Searched};

use answer::{ApplyMoveResponse, StartGameResponse};
use arc_swap::ArcSwap;
use ayla_engine::tablebase::TableError;
use ayla_rules::Variant;
use catalogue::{GetServerInfoResponse, GetVariantResponse, ListVariantsResponse};
use error::{Error, Reason, Result};
use large::LargeAnswers;
use memory::Memory;
use metrics::SearchMetrics;
use pool::{Pool, PoolError, Priority};
use preset::Presets;
use request::{ApplyMoveRequest, GetVariantRequest, ListVariantsRequest, PositionRequest, StartGameRequest};
use tables::Tables;

use crate::words::Message;

/// The version of the rulings that answers follow.
pub const RULES_VERSION: &str = "1";

/// What a request may ask for, and what the service answers it from. It keeps nothing between requests.
#[derive(Debug)]
pub struct Service {
    /// Replaced as a whole: a call sees one set from beginning to end.
    presets: ArcSwap<Presets>,
    limits: Limits,
    /// Where suggestions are searched for.
    searches: Pool,
    /// What they are searched in.
    memory: Arc<Memory>,
    /// What they look endings up in.
    tables: Tables,
    /// Where long lines are played.
    lines: Pool,
    /// Where large answers are held.
    large_answers: LargeAnswers,
    metrics: SearchMetrics,
    /// Where pictures are drawn; nowhere if the server makes none.
    #[cfg(feature = "pictures")]
    pictures: Option<picture::Pictures>,
    /// The address at which the public reaches the service, without a slash at the end.
    public_url: Option<String>,
}

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
    /// The most bytes of all endgame tables in memory: those of files that fit, and those built on use. 0 for none.
    pub table_memory: usize,
    /// How long any call may wait and run, whatever its caller's deadline.
    pub longest_deadline: Duration,
    /// How many pictures are drawn at once; 0 for a server that makes none.
    pub picture_slots: usize,
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
            picture_slots: (cores / 2).max(1),
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
        let (presets, metrics) = (ArcSwap::from_pointee(presets), SearchMetrics::new());
        Self {
            presets,
            searches,
            memory,
            tables,
            lines,
            large_answers: LargeAnswers::default(),
            metrics,
            #[cfg(feature = "pictures")]
            pictures: picture::Pictures::new(limits.picture_slots),
            public_url: None,
            limits,
        }
    }

    /// The same with the address at which the public reaches it, such as `https://games.example`, for links in answers.
    #[must_use]
    pub fn with_public_url(mut self, url: Option<String>) -> Self {
        self.public_url = url;
        self
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
        self.presets.load_full()
    }

    /// Replaces the presets for the calls that begin from now on.
    pub fn replace_presets(&self, presets: Presets) {
        self.presets.store(Arc::new(presets));
    }

    /// Every variant.
    #[must_use]
    pub fn variants(&self, request: &ListVariantsRequest) -> ListVariantsResponse {
        let presets = self.presets();
        let describe = |&variant| catalogue::Variant::new(variant, &presets, request.language);
        let variants = Variant::ALL.iter().map(describe);
        ListVariantsResponse { variants: variants.collect() }
    }

    /// One variant.
    ///
    /// # Errors
    ///
    /// `MISSING_FIELD` without a name, `UNKNOWN_VARIANT` for a name that no variant has.
    pub fn variant(&self, request: &GetVariantRequest) -> Result<GetVariantResponse> {
        let variant = read::variant(&request.variant).map_err(|error| error.in_language(request.language))?;
        Ok(GetVariantResponse { variant: catalogue::Variant::new(variant, &self.presets(), request.language) })
    }

    /// The build, and the limits in force.
    #[must_use]
    pub fn server_info(&self) -> GetServerInfoResponse {
        GetServerInfoResponse::new(&self.limits, self.tables.names())
    }

    /// Brings the metrics up to date that tell what is true at the moment.
    pub(crate) fn set_gauges(&self) {
        self.metrics.set_gauges(&self.searches, &self.memory, &self.tables);
    }

    /// The first position of a game.
    ///
    /// # Errors
    ///
    /// As [`rule_calls::start_game`].
    pub fn start_game(&self, request: &StartGameRequest) -> Result<StartGameResponse> {
        rule_calls::start_game(request, &self.presets()).map_err(|error| error.in_language(request.language))
    }

    /// The position after a move, with a place where the answer is held if it is large.
    ///
    /// # Errors
    ///
    /// As [`rule_call`](Self::rule_call); `OVERLOADED` when too many large answers are held.
    pub async fn apply_move(
        &self,
        request: ApplyMoveRequest,
        deadline: Option<Instant>,
    ) -> Result<(ApplyMoveResponse, Option<LargeAnswer>)> {
        let language = request.language;
        let answer = self.rule_call(request, deadline, rule_calls::apply_move).await?;
        let place = self.large_answers.admit(answer.sown_houses()).map_err(|error| error.in_language(language))?;
        Ok((answer, place))
    }

    /// Answers one of the [`rule_calls`] about a position: on this thread, or in a pool when the line is long.
    ///
    /// # Errors
    ///
    /// The errors of the call; `OVERLOADED` when too many long lines wait; `DEADLINE_EXCEEDED` when `deadline`, or the
    /// longest deadline of the limits, passes before the call can begin.
    pub async fn rule_call<T, A, F>(&self, request: T, deadline: Option<Instant>, call: F) -> Result<A>
    where
        T: PositionRequest + Send + 'static,
        A: Send + 'static,
        F: FnOnce(&T) -> Result<A> + Send + 'static,
    {
        let language = request.language();
        let answer =
            if request.line().is_long() { self.long_call(request, deadline, call).await } else { call(&request) };
        answer.map_err(|error| error.in_language(language))
    }

    /// Answers a call with a long line in a pool.
    async fn long_call<T, A, F>(&self, request: T, deadline: Option<Instant>, call: F) -> Result<A>
    where
        T: PositionRequest + Send + 'static,
        A: Send + 'static,
        F: FnOnce(&T) -> Result<A> + Send + 'static,
    {
        let longest = Instant::now() + self.limits.longest_deadline;
        let deadline = deadline.map_or(longest, |deadline| deadline.min(longest));
        // Boxed, so that the many calls with short lines need no room for it.
        match Box::pin(self.lines.run(Some(deadline), move |_| call(&request))).await {
            Ok(answer) => answer,
            Err(PoolError::QueueFull) => {
                self.metrics.lines_full();
                Err(Error::overloaded())
            }
            Err(PoolError::DeadlineExceeded) => {
                Err(Error::new(Reason::DeadlineExceeded, Message::new("deadline-passed")))
            }
            Err(PoolError::Panicked) => Err(Error::internal()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use request::SuggestMoveRequest;
    use tokio::time::Instant;

    const START: &str = "awale 444444/444444 0/0 s";
    const LONGEST: Duration = Duration::from_secs(3_600);

    /// A service without slots, whose calls wait until the longest deadline.
    fn busy() -> Arc<Service> {
        let limits = Limits { search_slots: 0, longest_deadline: LONGEST, ..Limits::default() };
        Arc::new(Service::new(Presets::built_in(), limits))
    }

    /// A request about the first position.
    fn request() -> SuggestMoveRequest {
        SuggestMoveRequest { position: Some(START.to_owned()), ..SuggestMoveRequest::default() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_line_waits_until_the_longest_deadline() {
        let (service, asked) = (busy(), Instant::now());
        let moves = ["1", "1"].repeat(64).into_iter().map(str::to_owned).collect();
        let long = SuggestMoveRequest { moves, ..request() };
        let refused = service.rule_call(long, None, rule_calls::line).await.expect_err("no slot");
        assert_eq!(refused.reason, Reason::DeadlineExceeded);
        assert!(asked.elapsed() >= LONGEST);
    }

    /// Two pairs of seeds that go round one behind the other.
    fn shuffled(moves: usize) -> ayla_rules::Line {
        let start = ayla_rules::Position::read("awale:repetition=10 110000/110000 20/24 s").expect("a position");
        (0..moves).fold(start.into(), |line: ayla_rules::Line, _| {
            let played = line.position().legal_moves()[0];
            line.play(played).expect("legal")
        })
    }

    #[tokio::test(start_paused = true)]
    async fn the_moves_of_a_token_count_as_those_of_a_line() {
        let service = busy();
        let ask = |moves: usize, more: usize| {
            let (token, more) = (Some(shuffled(moves).token()), vec!["1".to_owned(); more]);
            service.rule_call(SuggestMoveRequest { token, moves: more, ..Default::default() }, None, rule_calls::line)
        };
        assert_eq!(ask(64, 0).await.expect("played at once").ply(), 64);
        for (moves, more, reason) in
            [(65, 0, Reason::DeadlineExceeded), (60, 5, Reason::DeadlineExceeded), (60, 941, Reason::MalformedRequest)]
        {
            assert_eq!(ask(moves, more).await.expect_err("no slot").reason, reason, "{moves} and {more}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_suggestion_waits_until_the_longest_deadline_and_is_answered() {
        let (service, asked) = (busy(), Instant::now());
        let (found, searched) = service.suggest_move(request(), None).await.expect("what is known without searching");
        assert_eq!((found.depth, found.stopped_by.0), (0, answer::StoppedBy::Time));
        assert!(!found.deterministic);
        // It was not asked for, and ended the search.
        assert!(found.limits.time_ms.is_some_and(|time| time > 0 && u128::from(time) <= LONGEST.as_millis()));
        // A little is kept back for the answer.
        assert!(asked.elapsed() >= LONGEST - Duration::from_secs(1));
        assert_eq!(searched.time(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_call_is_counted_until_it_is_given_up() {
        let service = busy();
        let waits = tokio::time::timeout(Duration::from_millis(10), service.suggest_move(request(), None));
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
