//! The players of a match.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ayla::call::Call;
use ayla::operation::Operation;
use ayla::operation::contract::SuggestMove;
use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::proto::{Certainty, GetServerInfoRequest, SuggestMoveRequest};
use ayla::service::{self, Service};
use ayla_api::error::Error;
use ayla_api::preset::Presets;
use ayla_engine::random::Random;
use ayla_engine::tablebase::Class;
use ayla_engine::{Certainty as EngineCertainty, ENGINE, Level};
use ayla_rules::{Line, Move, Rules};
use tonic::transport::{Channel, Endpoint};

use super::pipe::Pipe;
use super::program::Program;
use super::spec::{Engine, Limits, PlayerSpec};
use super::uct;

/// A player that is ready. Dropping it stops the program that was started for it.
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
    Own(Arc<Service>),
    /// Answers a move by the same house, or else as the service does.
    Imitate(Arc<Service>),
    Random,
    Uct,
    Pipe(Pipe),
    Server {
        client: Box<MancalaServiceClient<Channel>>,
        /// The server process, if the match started it.
        program: Option<Program>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) played: String,
    /// The search that found it; none for a random move or an imitated one.
    pub(super) search: Option<SearchStats>,
}

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
    pub(super) fn of(depth: Option<u32>, nodes: u64, took: Duration) -> Self {
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

/// The timeout for a server to name its engine.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout for a player to build its endgame table, at a low priority and perhaps on a machine that has other work.
const TABLES_TIMEOUT: Duration = Duration::from_secs(600);
/// The timeout for a running server, which may be set to build none.
const TABLES_OF_RUNNING_SERVER: Duration = Duration::from_secs(5);
/// The last engine without endgame tables.
const WITHOUT_TABLES: &str = "ayla-search/1";
/// More time than a move takes.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The interval between two looks whether the table is there.
const TABLES_POLL: Duration = Duration::from_millis(10);

impl Player {
    /// Prepares a player for this many games at once.
    ///
    /// # Errors
    ///
    /// The program or server does not answer, or does not allow the limits.
    pub(super) async fn new(spec: &PlayerSpec, games: usize) -> Result<Self, String> {
        let (kind, engine) = match &spec.engine {
            Engine::Own | Engine::Imitate => {
                let limits = service::Limits {
                    // The limits are those of the player.
                    suggest_nodes: 1_000_000_000_000,
                    suggest_time: DAY,
                    longest_deadline: DAY,
                    search_slots: games,
                    search_memory: service::Limits::search_memory_for(games),
                    ..service::Limits::default()
                };
                let service = Arc::new(Service::new(Presets::built_in(), limits));
                let kind = if spec.engine == Engine::Own { Kind::Own(service) } else { Kind::Imitate(service) };
                (kind, Some(ENGINE.to_owned()))
            }
            Engine::Random => (Kind::Random, None),
            Engine::Uct => (Kind::Uct, None),
            Engine::Pipe(command) => {
                let pipe = Pipe::start(command, games).await?;
                let name = pipe.name.clone();
                (Kind::Pipe(pipe), Some(name))
            }
            Engine::Program(path) => {
                let program = Program::start(path, games).await?;
                let (client, engine) = connect(&program.address, spec).await?;
                (Kind::Server { client: Box::new(client), program: Some(program) }, Some(engine))
            }
            Engine::Server(address) => {
                let (client, engine) = connect(address, spec).await?;
                (Kind::Server { client: Box::new(client), program: None }, Some(engine))
            }
        };
        Ok(Self { spec: spec.clone(), engine, kind })
    }

    /// Waits until the player has its endgame table for the rules of this line, if it uses one, so that all games are played with the
    /// same.
    ///
    /// # Errors
    ///
    /// The player is not ready in time. If it plays, it plays without a table.
    pub(super) async fn prepare(&self, line: &Line) -> Result<(), String> {
        let rules = line.position().rules();
        if let Kind::Pipe(pipe) = &self.kind {
            // If it does not answer, the first move reports the error.
            let _ = tokio::time::timeout(TABLES_TIMEOUT, pipe.prepare(&line.to_string())).await;
            return Ok(());
        }
        // Levels below the highest use no tables.
        let is_weakened = self.spec.limits.level.is_some_and(|level| level < Level::HIGHEST);
        if Class::of(&rules).is_none() || is_weakened || self.engine.as_deref() == Some(WITHOUT_TABLES) {
            return Ok(());
        }
        let timeout = match &self.kind {
            Kind::Own(_) | Kind::Imitate(_) | Kind::Server { program: Some(_), .. } => TABLES_TIMEOUT,
            Kind::Server { program: None, .. } => TABLES_OF_RUNNING_SERVER,
            Kind::Random | Kind::Uct | Kind::Pipe(_) => return Ok(()),
        };
        let ready = async {
            while !self.is_prepared(line, &rules).await {
                tokio::time::sleep(TABLES_POLL).await;
            }
        };
        let spec = &self.spec;
        let waited = timeout.as_secs();
        let prepared = tokio::time::timeout(timeout, ready).await;
        prepared.map_err(|_| format!("{spec} has no endgame table after {waited} s"))
    }

    /// Whether the player has its table, or uses none.
    async fn is_prepared(&self, line: &Line, rules: &Rules) -> bool {
        match &self.kind {
            Kind::Random | Kind::Uct | Kind::Pipe(_) => true,
            Kind::Own(service) | Kind::Imitate(service) => service.table(rules, false, &call()).is_some(),
            Kind::Server { client, .. } => {
                let request = SuggestMoveRequest {
                    position: Some(line.to_string()),
                    nodes: Some(1),
                    ..SuggestMoveRequest::default()
                };
                let answer = client.clone().suggest_move(request).await;
                // If it does not answer, the first move reports the error.
                answer.map_or(true, |answer| !answer.into_inner().tables.is_empty())
            }
        }
    }

    /// Asks for a move at the end of a line, where the opponent has just made the move `answered`, if any.
    pub(super) async fn choose(
        &self,
        line: &Line,
        answered: Option<Move>,
        random: &mut Random,
    ) -> Result<Answer, String> {
        if let (Kind::Imitate(_), Some(same @ Move::House(_))) = (&self.kind, answered)
            && line.position().legal_moves().contains(&same)
        {
            return Ok(Answer { played: same.to_string(), search: None });
        }
        let limits = self.spec.limits;
        let request = SuggestMoveRequest {
            position: Some(line.to_string()),
            level: limits.level,
            seed: limits.level.map(|_| random.number()),
            depth: limits.depth,
            nodes: limits.nodes,
            time_ms: limits.time_ms,
            ..SuggestMoveRequest::default()
        };
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
                    let searching = tokio::task::spawn_blocking(move || uct::search(&line, limits, random));
                    let (played, depth, nodes) = searching.await.map_err(|error| error.to_string())??;
                    (played.to_string(), Some(depth), nodes)
                }
                Kind::Pipe(pipe) => pipe.ask(&line.to_string(), limits).await?,
                Kind::Own(service) | Kind::Imitate(service) => ask_service(service, request).await?,
                Kind::Server { client, .. } => ask_server(client, request).await?,
            };
            Ok(Answer { played, search: Some(SearchStats::of(depth, nodes, begun.elapsed())) })
        };
        let timeout = timeout(limits);
        let answer = tokio::time::timeout(timeout, asked).await;
        answer.unwrap_or_else(|_| Err(format!("no answer within {} seconds", timeout.as_secs())))
    }
}

/// The timeout of a move, much longer than its limits allow.
fn timeout(limits: Limits) -> Duration {
    match limits.time_ms {
        Some(time) => 2 * Duration::from_millis(time.into()) + Duration::from_secs(10),
        None => Duration::from_secs(600),
    }
}

/// A move, the depth unless its value is proven, and the nodes.
type Found = (String, Option<u32>, u64);

/// Asks the service of this process, as a server does, so that a limit of time means the same for both.
async fn ask_service(service: &Arc<Service>, request: SuggestMoveRequest) -> Result<Found, String> {
    let request = request.try_into().map_err(|error: Box<Error>| error.to_string())?;
    let found = service.answer::<SuggestMove>(request, &call()).await.map_err(|error| error.to_string())?;
    let depth = (found.certainty.0 == EngineCertainty::Estimated).then_some(found.depth);
    Ok((found.r#move, depth, found.nodes))
}

async fn ask_server(client: &MancalaServiceClient<Channel>, request: SuggestMoveRequest) -> Result<Found, String> {
    // A clone is another handle on the same connection.
    let found = client.clone().suggest_move(request).await.map_err(|status| describe(&status))?.into_inner();
    let depth = (found.certainty() == Certainty::Estimated).then_some(found.depth);
    Ok((found.r#move, depth, found.nodes))
}

/// Connects to a server, and returns the version of its engine too.
async fn connect(address: &str, spec: &PlayerSpec) -> Result<(MancalaServiceClient<Channel>, String), String> {
    let failed = |why: String| format!("{spec} cannot be asked at {address}: {why}");
    let endpoint = Endpoint::from_shared(address.to_owned()).map_err(|error| failed(with_causes(&error)))?;
    let channel =
        endpoint.connect_timeout(CONNECT_TIMEOUT).connect().await.map_err(|error| failed(with_causes(&error)))?;
    let mut client = MancalaServiceClient::new(channel);
    let info = tokio::time::timeout(CONNECT_TIMEOUT, client.get_server_info(GetServerInfoRequest {}))
        .await
        .map_err(|_| failed("it does not answer".to_owned()))?
        .map_err(|status| failed(describe(&status)))?
        .into_inner();
    let most = info.limits.unwrap_or_default();
    let Limits { level, depth, nodes, time_ms } = spec.limits;
    for (name, asked, most) in [
        ("depth", depth.map(u64::from), u64::from(most.suggest_depth_max)),
        ("nodes", nodes, most.suggest_nodes_max),
        ("time-ms", time_ms.map(u64::from), u64::from(most.suggest_time_ms_max)),
    ] {
        if asked.is_some_and(|asked| asked > most) {
            return Err(format!("{spec}: the server allows no more than {name}={most}"));
        }
    }
    if level.is_some() && !knows_levels(&mut client).await {
        return Err(format!("{spec}: the server knows no levels"));
    }
    Ok((client, info.engine))
}

/// Whether a server knows levels, instead of ignoring the field.
async fn knows_levels(client: &mut MancalaServiceClient<Channel>) -> bool {
    let request = SuggestMoveRequest {
        position: Some("awale 444444/444444 0/0 s".to_owned()),
        level: Some(1),
        nodes: Some(1),
        ..SuggestMoveRequest::default()
    };
    let answer = client.suggest_move(request).await.ok().and_then(|answer| answer.into_inner().limits);
    answer.is_some_and(|limits| limits.level.is_some())
}

fn describe(status: &tonic::Status) -> String {
    format!("{}: {}", status.code().description(), status.message())
}

/// An error with its causes as text.
fn with_causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// The context of a call to a service within the process.
fn call() -> Call {
    Call::local(Operation::SuggestMove)
}
