//! Players: whom a move is asked of.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ayla::grpc::proto::mancala_service_client::MancalaServiceClient;
use ayla::grpc::proto::{Certainty, GetServerInfoRequest, SuggestMoveRequest};
use ayla::service::preset::Presets;
use ayla::service::request::{LineInput, SuggestMove};
use ayla::service::{self, Service};
use ayla_engine::random::Random;
use ayla_engine::tablebase::Class;
use ayla_engine::{Certainty as EngineCertainty, ENGINE, Level};
use ayla_rules::{Line, Rules};
use tonic::transport::{Channel, Endpoint};

use super::entrant::{Entrant, Limits, Name};
use super::program::Program;

/// A player, ready to be asked. A program that was started for it ends with this value.
#[derive(Debug)]
pub(super) struct Player {
    /// How it is named.
    pub(super) entrant: Entrant,
    /// The engine's version; none of a random player.
    pub(super) engine: Option<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Own(Arc<Service>),
    Random,
    Server {
        client: Box<MancalaServiceClient<Channel>>,
        /// The server, if it was started for the match.
        program: Option<Program>,
    },
}

/// What a player answers.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The move, as text.
    pub(super) played: String,
    /// How it was found; none of a random player.
    pub(super) search: Option<Search>,
}

/// How a move was found.
#[derive(Copy, Clone, Debug)]
pub(super) struct Search {
    /// The depth that was completed, in moves; none where the value is proven, which no depth says anything about.
    pub(super) depth: Option<u32>,
    /// Moves made.
    pub(super) nodes: u64,
    /// From the question to the answer.
    pub(super) took: Duration,
}

/// How long a server may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// How long a player may take to have a table of endings.
const TABLES: Duration = Duration::from_secs(60);
/// How long, if its settings are not known: perhaps it is not to build any.
const PERHAPS: Duration = Duration::from_secs(5);
/// The last engine that looks nothing up.
const WITHOUT_TABLES: &str = "ayla-search/1";
/// How often that is looked at.
const GLANCE: Duration = Duration::from_millis(10);

impl Player {
    /// Makes a player ready, for so many games at once.
    ///
    /// # Errors
    ///
    /// A program or server that is none, or that does not allow the limits.
    pub(super) async fn new(entrant: &Entrant, games: usize) -> Result<Self, String> {
        let (kind, engine) = match &entrant.name {
            Name::Own => {
                let limits = service::Limits {
                    search_slots: games,
                    search_memory: service::Limits::search_memory_for(games),
                    table_memory: service::Limits::default().table_memory,
                    ..ayla::cli::limits()
                };
                let service = Arc::new(Service::new(Presets::built_in(), limits));
                (Kind::Own(service), Some(ENGINE.to_owned()))
            }
            Name::Random => (Kind::Random, None),
            Name::Program(path) => {
                let program = Program::start(path, games).await?;
                let (client, engine) = connect(&program.address, entrant).await?;
                (Kind::Server { client: Box::new(client), program: Some(program) }, Some(engine))
            }
            Name::Server(address) => {
                let (client, engine) = connect(address, entrant).await?;
                (Kind::Server { client: Box::new(client), program: None }, Some(engine))
            }
        };
        Ok(Self { entrant: entrant.clone(), engine, kind })
    }

    /// Waits until the player has what it looks endings up in by the rules of this line, if it does: no game is to be played
    /// with less than the next. Whoever is not ready in time plays without, which is said.
    pub(super) async fn prepare(&self, line: &Line) {
        let rules = line.position().rules();
        // Below full strength nothing is looked up.
        let is_weakened = self.entrant.limits.level.is_some_and(|level| level < Level::HIGHEST);
        if Class::of(&rules).is_none() || is_weakened || self.engine.as_deref() == Some(WITHOUT_TABLES) {
            return;
        }
        let patience = match &self.kind {
            Kind::Own(_) | Kind::Server { program: Some(_), .. } => TABLES,
            Kind::Server { program: None, .. } => PERHAPS,
            Kind::Random => return,
        };
        let ready = async {
            while !self.is_prepared(line, &rules).await {
                tokio::time::sleep(GLANCE).await;
            }
        };
        if tokio::time::timeout(patience, ready).await.is_err() {
            let (entrant, waited) = (&self.entrant, patience.as_secs());
            ayla::cli::say(&format!("{entrant} has no endgame table after {waited} s, and plays without"));
        }
    }

    /// Whether there is nothing to wait for.
    async fn is_prepared(&self, line: &Line, rules: &Rules) -> bool {
        match &self.kind {
            Kind::Random => true,
            Kind::Own(service) => service.tables().get(rules).is_some(),
            Kind::Server { client, .. } => {
                let request = SuggestMoveRequest {
                    position: Some(line.to_string()),
                    nodes: Some(1),
                    ..SuggestMoveRequest::default()
                };
                let answer = client.clone().suggest_move(request).await;
                // Without an answer now the first move will tell.
                answer.map_or(true, |answer| !answer.into_inner().tables.is_empty())
            }
        }
    }

    /// Asks for a move at the end of a line, in a game that goes on.
    ///
    /// # Errors
    ///
    /// There is no answer, or none in time.
    pub(super) async fn choose(&self, line: &Line, random: &mut Random) -> Result<Answer, String> {
        let limits = self.entrant.limits;
        let seed = limits.level.map(|_| random.number());
        let begun = Instant::now();
        let asked = async {
            match &self.kind {
                Kind::Own(service) => own(service, line, limits, seed).await,
                Kind::Random => {
                    let played = random.pick(&line.position().legal_moves()).ok_or("there is no legal move")?;
                    Ok((played.to_string(), None))
                }
                Kind::Server { client, .. } => ask(client, line, limits, seed).await,
            }
        };
        let patience = patience(limits);
        let (played, found) = tokio::time::timeout(patience, asked)
            .await
            .unwrap_or_else(|_| Err(format!("no answer within {} seconds", patience.as_secs())))?;
        let took = begun.elapsed();
        let search = found.map(|Found { depth, nodes }| Search { depth, nodes, took });
        Ok(Answer { played, search })
    }
}

/// How long a player is waited for: much longer than its limits let it take.
fn patience(limits: Limits) -> Duration {
    match limits.time_ms {
        Some(time) => 2 * Duration::from_millis(time.into()) + Duration::from_secs(10),
        None => Duration::from_secs(600),
    }
}

/// What a search looked at.
struct Found {
    depth: Option<u32>,
    nodes: u64,
}

/// Asks the service as a server does, so that a time limit means the same for this program and for another.
async fn own(
    service: &Arc<Service>,
    line: &Line,
    limits: Limits,
    seed: Option<u64>,
) -> Result<(String, Option<Found>), String> {
    let request = SuggestMove {
        from: LineInput { position: Some(line.to_string()), ..LineInput::default() },
        level: limits.level,
        seed,
        depth: limits.depth,
        nodes: limits.nodes,
        time: limits.time_ms.map(|time| Duration::from_millis(time.into())),
        ..SuggestMove::default()
    };
    let (found, _) = service.suggest_move(request).await.map_err(|error| error.detail)?;
    let depth = (found.best.certainty == EngineCertainty::Estimated).then_some(found.depth);
    Ok((found.best.legal.played.to_string(), Some(Found { depth, nodes: found.nodes })))
}

async fn ask(
    client: &MancalaServiceClient<Channel>,
    line: &Line,
    limits: Limits,
    seed: Option<u64>,
) -> Result<(String, Option<Found>), String> {
    let request = SuggestMoveRequest {
        position: Some(line.to_string()),
        level: limits.level,
        seed,
        depth: limits.depth,
        nodes: limits.nodes,
        time_ms: limits.time_ms,
        ..SuggestMoveRequest::default()
    };
    // A clone is another handle on the same connection.
    let found = client.clone().suggest_move(request).await.map_err(|status| refused(&status))?.into_inner();
    let depth = (found.certainty() == Certainty::Estimated).then_some(found.depth);
    Ok((found.r#move, Some(Found { depth, nodes: found.nodes })))
}

/// Connects to a server, and asks for its engine.
async fn connect(address: &str, entrant: &Entrant) -> Result<(MancalaServiceClient<Channel>, String), String> {
    let failed = |why: String| format!("{entrant} cannot be asked at {address}: {why}");
    let endpoint = Endpoint::from_shared(address.to_owned()).map_err(|error| failed(told(&error)))?;
    let channel = endpoint.connect_timeout(INTRODUCTION).connect().await.map_err(|error| failed(told(&error)))?;
    let mut client = MancalaServiceClient::new(channel);
    let info = tokio::time::timeout(INTRODUCTION, client.get_server_info(GetServerInfoRequest {}))
        .await
        .map_err(|_| failed("it does not answer".to_owned()))?
        .map_err(|status| failed(refused(&status)))?
        .into_inner();
    let most = info.limits.unwrap_or_default();
    let Limits { level, depth, nodes, time_ms } = entrant.limits;
    for (name, asked, most) in [
        ("depth", depth.map(u64::from), u64::from(most.suggest_depth_max)),
        ("nodes", nodes, most.suggest_nodes_max),
        ("time-ms", time_ms.map(u64::from), u64::from(most.suggest_time_ms_max)),
    ] {
        if asked.is_some_and(|asked| asked > most) {
            return Err(format!("{entrant}: the server allows no more than {name}={most}"));
        }
    }
    if level.is_some() && !knows_levels(&mut client).await {
        return Err(format!("{entrant}: the server knows no levels"));
    }
    Ok((client, info.engine))
}

/// Whether a server does not just pass over the level that it is asked for.
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

/// An error of a call, in a sentence.
fn refused(status: &tonic::Status) -> String {
    format!("{}: {}", status.code().description(), status.message())
}

/// An error with what caused it.
fn told(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
