//! The operations, free of any transport: a domain request in, a domain answer out. What is legal and what happens is
//! for [`ayla_rules`] to say; this module reads what a caller sent, finds every fault in it, and puts answers together.

pub(crate) mod batch;
mod large;
pub mod memory;
pub(crate) mod metrics;
pub mod operations;
#[cfg(feature = "pictures")]
pub mod picture;
mod piece;
pub mod preset_file;
pub mod review;
mod server_info;
pub mod stream;
pub mod suggest;
pub mod tables;
mod turn;

use std::path::Path;
use std::sync::Arc;

use arc_swap::ArcSwap;
use ayla_api::error::Result;
use ayla_api::preset::Presets;
use ayla_api::search::Allowance;
use ayla_engine::tablebase::{Table, TableError};
use ayla_fair::pace::Pace;
use ayla_fair::scheduler::{Priority, Scheduler, Size};
use ayla_rules::Rules;

use crate::call::Call;
use crate::config::memory::PAUSED;
use crate::operation::{Operation, Work};
use batch::Batches;
use large::LargeAnswers;
use memory::Memory;
use metrics::SearchMetrics;
use operations::{Messages, Streamed, Unary};
pub(crate) use tables::NICENESS;
use tables::Tables;

pub use crate::config::Limits;

/// The service: presets, limits, and all that answers are computed with. It keeps no game between requests.
pub struct Service {
    /// Replaced as a whole: a call sees one set from beginning to end.
    presets: ArcSwap<Presets>,
    pub(crate) limits: Limits,
    /// Runs the searches of suggestions.
    pub(crate) searches: Arc<Scheduler>,
    /// How late searches end that the clock stops.
    lateness: suggest::Lateness,
    /// The hash tables of searches.
    pub(crate) memory: Arc<Memory>,
    /// The endgame tables of searches.
    pub(crate) tables: Tables,
    /// Runs large work by the rules, whose callers take turns.
    large_work: Scheduler,
    /// The pace of large work; none where the process has all the time of the processors.
    pace: Option<Arc<Pace>>,
    /// The places of large answers.
    large_answers: LargeAnswers,
    /// The places of batches, and what answers them.
    batches: Batches,
    metrics: SearchMetrics,
    /// Draws the pictures; none if the server makes none.
    #[cfg(feature = "pictures")]
    pictures: Option<picture::Pictures>,
    /// The address at which the public reaches the service, without a slash at the end.
    pub(crate) public_url: Option<String>,
}

/// How many calls with large work may wait. If a few were refused at once, callers in a loop would keep the server busy
/// with refusals. What a call holds while it waits is counted among calls.
const LARGE_QUEUE: usize = 1_024;
/// The most searches that may have begun: each has a thread.
const MOST_BEGUN: usize = 512;
/// The most bytes that one search takes: 64 MiB of hash memory, and 32 MiB to search an ending completely.
const LARGEST_SEARCH: u64 = 96 << 20;
const _: () = assert!(LARGEST_SEARCH == ayla_engine::TranspositionTable::MOST_BYTES + (32 << 20));

impl Limits {
    /// The most that is allowed for one search.
    pub const fn allowance(&self) -> Allowance {
        Allowance { nodes: self.suggest_nodes, time: self.suggest_time }
    }

    /// The default memory for this number of slots, in bytes: room for one of the largest searches in each, and for one
    /// more.
    pub const fn search_memory_for(slots: usize) -> u64 {
        (slots as u64 + 1).saturating_mul(LARGEST_SEARCH)
    }

    /// The most bytes of the body of a call of this operation.
    pub const fn bytes_of(&self, operation: Operation) -> usize {
        if matches!(operation, Operation::Batch) { self.batch_bytes } else { self.body_bytes }
    }

    /// The size of the scheduler of searches.
    const fn searches(&self) -> Size {
        Size {
            places: self.search_slots,
            queue: self.search_queue,
            begun: if self.search_queue < MOST_BEGUN { self.search_slots + self.search_queue } else { MOST_BEGUN },
            memory: self.search_memory,
            largest: LARGEST_SEARCH,
        }
    }
}

impl Service {
    /// A service with these presets and limits.
    pub fn new(presets: Presets, limits: Limits) -> Self {
        let size = Size::without_memory(limits.search_slots, LARGE_QUEUE);
        let large_work = Scheduler::new(Size { begun: limits.search_slots + PAUSED, ..size }, Priority::LowOnceOld);
        Self {
            presets: ArcSwap::from_pointee(presets),
            searches: Arc::new(Scheduler::new(limits.searches(), Priority::LowOnceOld)),
            lateness: suggest::Lateness::default(),
            memory: Memory::new(limits.search_memory),
            tables: Tables::new(limits.table_memory),
            large_work,
            pace: None,
            large_answers: LargeAnswers::default(),
            batches: Batches::new(limits.search_slots),
            metrics: SearchMetrics::new(),
            #[cfg(feature = "pictures")]
            pictures: picture::Pictures::new(limits.picture_slots),
            public_url: None,
            limits,
        }
    }

    /// Whether the service draws pictures.
    pub(crate) const fn has_pictures(&self) -> bool {
        #[cfg(feature = "pictures")]
        let has_pictures = self.pictures.is_some();
        #[cfg(not(feature = "pictures"))]
        let has_pictures = false;
        has_pictures
    }

    /// The same with the address at which the public reaches it, such as `https://games.example`, for links in answers.
    #[must_use]
    pub fn with_public_url(mut self, url: Option<String>) -> Self {
        self.public_url = url;
        self
    }

    /// Tells the service how many processors its process may use, which can be a fraction. If they are fewer than two,
    /// large work uses a third of their time.
    #[must_use]
    pub fn with_processors(mut self, processors: Option<f64>) -> Self {
        let few = processors.filter(|&processors| processors < 2.0);
        self.pace = few.map(|processors| Arc::new(Pace::new(processors)));
        if let Some(pace) = &self.pace {
            self.large_work.keep_pace(pace);
            self.batches.turns.keep_pace(pace);
            #[cfg(feature = "pictures")]
            self.pictures.iter().for_each(|pictures| pictures.slots.keep_pace(pace));
        }
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

    /// The endgame table for a search by these rules, if one is ready. Otherwise one may be built for later calls.
    pub fn table(&self, rules: &Rules, is_timed: bool, call: &Call) -> Option<Arc<Table>> {
        self.tables.get(rules, is_timed, &call.client(Work::Search), &self.searches)
    }

    /// The presets as they are now.
    pub fn presets(&self) -> Arc<Presets> {
        self.presets.load_full()
    }

    /// Sets the gauges: the metrics of the present state.
    pub(crate) fn set_gauges(&self) {
        self.metrics.set_gauges(&self.searches, &self.memory, &self.tables);
    }

    /// Answers a call.
    ///
    /// # Errors
    ///
    /// The errors of the operation.
    pub async fn answer<O: Unary>(self: &Arc<Self>, request: O::Request, call: &Call) -> Result<O::Answer> {
        O::run(self, request, call, |answered| answered.answer).await
    }

    /// Answers a call with messages.
    ///
    /// # Errors
    ///
    /// The errors of the operation.
    pub async fn stream<O: Streamed>(
        self: &Arc<Self>,
        request: O::Request,
        call: &Call,
    ) -> Result<Messages<O::Answer>> {
        Ok(O::run(self, request, call).await?.answer)
    }

    /// Reads or writes what is large, in turns with other callers.
    ///
    /// # Errors
    ///
    /// The errors of the work, and of [`Service::compute`].
    pub(crate) async fn in_turns<T: Send + 'static>(
        &self,
        call: &Call,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
    ) -> Result<T> {
        self.run_piece(&self.rules(), call, call.deadline(), work, Ok).await
    }
}

#[cfg(test)]
mod tests {
    use super::operations::Exchange;
    use super::*;
    use crate::service::operations::{ReadGame, SuggestMove};
    use ayla_api::error::Reason;
    use ayla_api::request::{ReadGameRequest, SuggestMoveRequest};
    use std::time::Duration;
    use tokio::time::Instant;

    const START: &str = "awale 444444/444444 0/0 s";
    const LONGEST: Duration = Duration::from_secs(3_600);

    /// A service without slots, whose calls wait until the longest deadline.
    fn busy() -> Arc<Service> {
        let limits = Limits { search_slots: 0, longest_deadline: LONGEST, ..Limits::default() };
        Arc::new(Service::new(Presets::built_in(), limits))
    }

    fn context() -> Call {
        Call::local(SuggestMove::OPERATION)
    }

    /// A request about the first position.
    fn request() -> SuggestMoveRequest {
        SuggestMoveRequest { position: Some(START.to_owned()), ..SuggestMoveRequest::default() }
    }

    #[tokio::test(start_paused = true)]
    async fn large_work_waits_until_the_longest_deadline() {
        let service = busy();
        let asked = Instant::now();
        let request = ReadGameRequest { text: Some("1. ".repeat(20_000)), ..ReadGameRequest::default() };
        let refused = service.answer::<ReadGame>(request, &Call::local(ReadGame::OPERATION)).await;
        assert_eq!(refused.expect_err("no slot").reason, Reason::DeadlineExceeded);
        assert!(asked.elapsed() >= LONGEST);
        let request = ReadGameRequest { text: Some("1. 64 64".to_owned()), ..ReadGameRequest::default() };
        assert!(service.answer::<ReadGame>(request, &Call::local(ReadGame::OPERATION)).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_suggestion_waits_until_the_longest_deadline_and_is_then_refused() {
        let service = busy();
        let asked = Instant::now();
        let refused = service.answer::<SuggestMove>(request(), &context()).await.expect_err("no slot");
        assert_eq!((refused.reason, refused.retry_after.is_some()), (Reason::SearchQueueFull, true));
        // A little is kept back for the answer.
        assert!(asked.elapsed() >= LONGEST - Duration::from_secs(1));
        let request_of_client = http::Request::get("/mancala.v1.MancalaService/SuggestMove")
            .header(http::header::CONTENT_TYPE, "application/grpc")
            .header("grpc-timeout", "9S");
        let request_of_client = request_of_client.body(()).expect("a request");
        let call = Call::unlimited(&request_of_client);
        let refused = service.answer::<SuggestMove>(request(), &call).await.expect_err("no slot");
        assert_eq!((refused.reason, refused.retry_after.is_some()), (Reason::DeadlineExceeded, true));
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_call_is_counted_until_it_is_given_up() {
        let service = busy();
        let call = context();
        let waits = tokio::time::timeout(Duration::from_millis(10), service.answer::<SuggestMove>(request(), &call));
        let counted = async {
            tokio::task::yield_now().await;
            [service.searches.busy(), service.searches.waiting()]
        };
        let (given_up, counted) = tokio::join!(waits, counted);
        assert!(given_up.is_err());
        assert_eq!(counted, [0, 1]);
        assert_eq!(service.searches.waiting(), 0);
        assert_eq!(service.memory.held(), 0);
    }
}
