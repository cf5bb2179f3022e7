//! The players of a match.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ayla_api::search::{Allowance, EngineSearch, SearchOptions};
use ayla_engine::random::Random;
use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{Certainty, ENGINE, Interrupt, Level, TranspositionTable, suggest_in};
use ayla_rules::{Line, Move};

use super::pipe::Pipe;
use super::server::Server;
use super::spec::{Engine, Limits, PlayerSpec};
use super::uct;

/// A player that is ready. Dropping it stops the programs that were started for it.
#[derive(Debug)]
pub(super) struct Player {
    /// The player as named on the command line.
    pub(super) spec: PlayerSpec,
    /// The version of its engine; none for a player that is part of `ayla-lab` only.
    pub(super) engine: Option<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Own(Arc<Own>),
    Random,
    Uct,
    Pipe(Pipe),
    Server(Server),
}

/// The engine of this program.
#[derive(Debug, Default)]
struct Own {
    /// The endgame tables for the rules of the openings.
    tables: Mutex<Vec<Arc<Table>>>,
    /// The memory that no search uses.
    memory: Mutex<Vec<TranspositionTable>>,
}

#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) played: String,
    /// The search that found it; none for a random move or an imitated one.
    pub(super) search: Option<SearchStats>,
}

/// A move, the depth unless its value is proven, and the nodes.
pub(super) type Found = (String, Option<u32>, u64);

/// Statistics of the searches of a player.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct SearchStats {
    pub(super) searches: u64,
    /// The number of searches without a proof, and the sum of their depths.
    pub(super) depths: [u64; 2],
    pub(super) nodes: u64,
    /// The time of all searches.
    pub(super) took: Duration,
    /// The time of the longest search.
    pub(super) longest: Duration,
}

impl SearchStats {
    /// The statistics of one search; without a depth if the value is proven, since it then says nothing.
    fn of(depth: Option<u32>, nodes: u64, took: Duration) -> Self {
        Self { searches: 1, depths: depth.map_or([0; 2], |depth| [1, depth.into()]), nodes, took, longest: took }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.depths = [0, 1].map(|at| self.depths[at] + other.depths[at]);
        self.nodes += other.nodes;
        self.took += other.took;
        self.longest = self.longest.max(other.longest);
    }
}

/// The timeout for a player to build its endgame table, perhaps on a machine that has other work.
const TABLES_TIMEOUT: Duration = Duration::from_secs(600);
/// More than the limits of any player.
const ANYTHING: Allowance = Allowance { nodes: 1_000_000_000_000, time: Duration::from_secs(24 * 60 * 60) };

impl Player {
    /// Prepares a player for this many games at once.
    ///
    /// # Errors
    ///
    /// The program or server does not answer, or does not allow the limits.
    pub(super) async fn new(spec: &PlayerSpec, games: usize) -> Result<Self, String> {
        let (kind, engine) = match &spec.engine {
            Engine::Own | Engine::Imitate => (Kind::Own(Arc::default()), Some(ENGINE.to_owned())),
            Engine::Random => (Kind::Random, None),
            Engine::Uct => (Kind::Uct, None),
            Engine::Pipe(command) => {
                let words: Vec<&str> = command.split_whitespace().collect();
                let (pipe, name) = Pipe::start(&words, &[], games).await?;
                (Kind::Pipe(pipe), Some(name))
            }
            Engine::Program(path) => {
                // A name without a slash is a file too, not a program in PATH.
                let path = std::path::absolute(path).map_err(|error| error.to_string())?;
                let words = [&*path.to_string_lossy(), "engine"];
                // As a server and `self` it keeps nothing from one search to the next.
                let options: Vec<_> =
                    [("Hash", 0)].into_iter().chain(spec.limits.level.map(|it| ("Level", it))).collect();
                let (pipe, name) = Pipe::start(&words, &options, games).await?;
                // Such as `Ayla 0.1.0 (ayla-search/13)`.
                (Kind::Pipe(pipe), name.split(['(', ')']).rev().nth(1).map(str::to_owned))
            }
            Engine::Server(address) => {
                let (server, engine) = Server::connect(address, spec).await?;
                (Kind::Server(server), Some(engine))
            }
        };
        Ok(Self { spec: spec.clone(), engine, kind })
    }

    /// Waits until the player has its endgame table for the rules of this line, if it uses one, so that all games are
    /// played with the same.
    ///
    /// # Errors
    ///
    /// The player has no table in time, and plays without one.
    pub(super) async fn prepare(&self, line: &Line) -> Result<(), String> {
        // Levels below the highest use no tables.
        let variant = line.position().rules().variant();
        let is_weakened = self.spec.limits.level.is_some_and(|level| level < variant.about().levels);
        let class = Class::of(&line.position().rules()).filter(|_| !is_weakened);
        let is_timed = self.spec.limits.time_ms.is_some();
        match (&self.kind, class) {
            (Kind::Own(own), Some(class)) => {
                let own = Arc::clone(own);
                // As a server, where a time limit makes answers differ anyway.
                let seeds = if is_timed { class.many_seeds() } else { class.few_seeds() };
                let build = move || own.tables().push(Arc::new(Table::build(class, seeds, 1)));
                tokio::task::spawn_blocking(build).await.map_err(|error| error.to_string())
            }
            (Kind::Pipe(pipe), _) => {
                // If it does not answer, the first move reports the error.
                let _ = tokio::time::timeout(TABLES_TIMEOUT, pipe.prepare(&line.to_string())).await;
                Ok(())
            }
            (Kind::Server(server), Some(_)) => server.prepare(line).await.map_err(|why| format!("{} {why}", self.spec)),
            (Kind::Own(_) | Kind::Server(_), None) | (Kind::Random | Kind::Uct, _) => Ok(()),
        }
    }

    /// Asks for a move at the end of a line, where the opponent has just made the move `answered`, if any.
    pub(super) async fn choose(
        &self,
        line: &Line,
        answered: Option<Move>,
        random: &mut Random,
    ) -> Result<Answer, String> {
        if let (Engine::Imitate, Some(same @ Move::House(_))) = (&self.spec.engine, answered)
            && line.position().legal_moves().contains(&same)
        {
            return Ok(Answer { played: same.to_string(), search: None });
        }
        let limits = self.spec.limits;
        let seed = limits.level.map(|_| random.number());
        let timeout = limits.timeout();
        let begun = Instant::now();
        let asked = async {
            let (played, depth, nodes) = match &self.kind {
                Kind::Random => {
                    let played = random.pick(&line.position().legal_moves()).ok_or("there is no legal move")?;
                    return Ok(Answer { played: played.to_string(), search: None });
                }
                Kind::Uct => {
                    let line = line.clone();
                    let random = Random::new(random.number(), 0);
                    in_thread(move || uct::search(&line, limits, random)).await?
                }
                Kind::Own(own) => {
                    let own = Arc::clone(own);
                    let line = line.clone();
                    in_thread(move || own.search(line, limits, seed)).await?
                }
                Kind::Pipe(pipe) => pipe.ask(&line.to_string(), limits, seed).await?,
                Kind::Server(server) => server.ask(line, limits, seed).await?,
            };
            Ok(Answer { played, search: Some(SearchStats::of(depth, nodes, begun.elapsed())) })
        };
        let answer = tokio::time::timeout(timeout, asked).await;
        answer.unwrap_or_else(|_| Err(format!("no answer within {} seconds", timeout.as_secs())))
    }
}

/// Searches in a thread of its own.
async fn in_thread(search: impl FnOnce() -> Result<Found, String> + Send + 'static) -> Result<Found, String> {
    tokio::task::spawn_blocking(search).await.map_err(|error| error.to_string())?
}

impl Own {
    fn tables(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches as a server does, so that limits mean the same for both.
    fn search(&self, line: Line, limits: Limits, seed: Option<u64>) -> Result<Found, String> {
        let begun = Instant::now();
        let time = limits.time_ms.map(|time| Duration::from_millis(time.into()));
        let options = SearchOptions {
            level: limits.level.and_then(Level::new),
            seed: seed.unwrap_or_default(),
            depth: limits.depth,
            nodes: limits.nodes,
            time,
            ..SearchOptions::default()
        };
        let class = Class::of(&line.position().rules());
        let table = self.tables().iter().find(|table| Some(table.class()) == class.as_ref()).cloned();
        let search =
            EngineSearch::new(line, options, ANYTHING).map_err(|error| error.to_string())?.with_table(|_| table);
        let ends = time.unwrap_or(limits.timeout());
        let interrupt = || (begun.elapsed() >= ends).then_some(Interrupt::Time);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let report = suggest_in(&mut memory, &search.request(u64::MAX, &interrupt));
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        let found = search.found(report.ok_or("the game is over")?, None);
        let depth = (found.report.best.certainty == Certainty::Estimated).then_some(found.report.depth);
        Ok((found.report.best.played.to_string(), depth, found.report.nodes))
    }
}
