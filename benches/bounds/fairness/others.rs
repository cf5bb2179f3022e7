//! What others call, at which pace, and within which time.

use std::time::Duration;

use ayla_rules::{Line, Position};
use ayla_test_games::Random;
use ayla_test_server::http2::{Answer, Call};
use ayla_test_server::{START, Server};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::calls::{Caller, Calls, Quality};

/// The address of the callers that are measured; no other caller has it.
pub(super) const SOURCE: &str = "127.0.0.2";
/// The time after which a call counts as refused, longer than any call may take.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);

/// A kind of call, made on a connection of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// play-turn with a reply at level 4.
    Turns,
    /// suggest-move of 500 ms.
    Suggestions,
    /// legal-moves.
    RuleCalls,
    /// The page to play, and the OpenAPI document.
    Pages,
    /// PNGs.
    Pictures,
    /// legal-moves, on a new connection each time.
    NewConnections,
    /// replay-game with 100 moves.
    Replays,
}

/// A game with a move to make.
struct Game {
    moves: Vec<String>,
    /// The position after these moves.
    position: String,
    next: String,
}

impl Kind {
    /// What is called beside every row.
    const USUAL: [Self; 5] = [Self::Turns, Self::Suggestions, Self::RuleCalls, Self::Pages, Self::Pictures];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Suggestions => "suggestions of 500 ms",
            Self::RuleCalls => "rule calls",
            Self::Pages => "pages",
            Self::Pictures => "pictures",
            Self::NewConnections => "rule calls on new connections",
            Self::Replays => "replays of 100 moves",
        }
    }

    /// The bound of the 99th percentile.
    pub(super) const fn bound_ms(self) -> u64 {
        match self {
            Self::Turns | Self::Replays => 60,
            Self::Suggestions => 500,
            Self::RuleCalls | Self::NewConnections => 20,
            Self::Pages | Self::Pictures => 250,
        }
    }

    const fn interval(self) -> Duration {
        Duration::from_millis(match self {
            Self::Turns | Self::Replays => 50,
            // With a pause of 500 ms.
            Self::Suggestions => 1_000,
            Self::RuleCalls | Self::NewConnections => 10,
            Self::Pages | Self::Pictures => 100,
        })
    }

    const fn quality(self) -> fn(&Answer) -> Quality {
        match self {
            Self::Turns => of_turn,
            Self::Suggestions => of_suggestion,
            Self::RuleCalls | Self::Pages | Self::Pictures | Self::NewConnections | Self::Replays => Quality::of,
        }
    }

    fn calls(self) -> Vec<Call> {
        let awale = |operation: &str, body: &Value| Call::json(&format!("/v1/variants/awale/{operation}"), body);
        let turn = |game: Game| {
            let moves = game.moves;
            let next = game.next;
            awale("play-turn", &json!({"position": START, "moves": moves, "move": next, "reply": {"level": 4}}))
        };
        let picture = |game: Game| {
            Call::get(&format!("/v1/variants/awale/board.png?position={}", game.position.replace(' ', "_")))
        };
        match self {
            Self::Turns => games(40).map(turn).collect(),
            // Early positions, which no search proves in this time.
            Self::Suggestions => games(10)
                .map(|game| awale("suggest-move", &json!({"position": game.position, "timeMs": 500})))
                .collect(),
            Self::RuleCalls | Self::NewConnections => {
                games(40).map(|game| awale("legal-moves", &json!({"position": game.position}))).collect()
            }
            Self::Pages => vec![Call::get("/"), Call::get("/openapi.json")],
            Self::Pictures => games(40).map(picture).collect(),
            Self::Replays => vec![replay(100)],
        }
    }
}

/// A hundred random games of Awalé of at most `most` moves, the same each time.
fn games(most: usize) -> impl Iterator<Item = Game> {
    let mut random = Random(1);
    let games = std::iter::repeat_with(move || {
        let start = Position::read(START).expect("a position");
        let (mut moves, after) = random.line_from(start, most + 1);
        let next = moves.pop()?;
        let mut before = Line::from(start);
        for &made in &moves {
            before.play_unchecked(made, &mut ());
        }
        let game = || Game {
            moves: moves.iter().map(|made| made.text()).collect(),
            position: before.position().to_string(),
            next: next.text(),
        };
        // Without a reply, or without a choice, nothing would be searched.
        let has_choice = before.position().legal_moves().len() > 1 && !after.position().legal_moves().is_empty();
        has_choice.then(game)
    });
    games.flatten().take(100)
}

/// A call of replay-game with a game without an end, after this many moves: two pairs of seeds that go round one behind
/// the other.
pub(super) fn replay(moves: usize) -> Call {
    let start = Position::read("awale 110000/110000 20/24 s").expect("a position");
    let mut line = Line::from(start);
    let mut made = Vec::new();
    for _ in 0..moves {
        let next = line.position().legal_moves()[0];
        line.play_unchecked(next, &mut ());
        made.push(next.text());
    }
    Call::json("/v1/variants/awale/replay-game", &json!({"position": start.to_string(), "moves": made}))
}

fn of_turn(answer: &Answer) -> Quality {
    let turn = answer.json();
    let plays = turn["plays"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_searched = plays.len() > 1 && plays[1..].iter().all(|play| has_depth(&play["suggestion"]));
    match Quality::of(answer) {
        Quality::Good if !is_searched || !turn["unanswered"].is_null() => Quality::Unsearched,
        quality => quality,
    }
}

/// The quality of an answer to suggest-move.
pub(super) fn of_suggestion(answer: &Answer) -> Quality {
    match Quality::of(answer) {
        Quality::Good if !has_depth(&answer.json()) => Quality::Unsearched,
        quality => quality,
    }
}

fn has_depth(suggestion: &Value) -> bool {
    suggestion["depth"].as_u64().is_some_and(|depth| depth > 0)
}

/// The usual calls and those of another kind, with this API key, for this time.
pub(super) async fn calls(
    server: &Server,
    key: Option<&str>,
    another: Option<Kind>,
    time: Duration,
) -> Vec<(Kind, Calls)> {
    let mut callers = JoinSet::new();
    for kind in Kind::USUAL.into_iter().chain(another) {
        let calls = kind.calls().into_iter().map(|call| match key {
            Some(key) => call.by(key),
            None => call,
        });
        let caller = Caller {
            interval: kind.interval(),
            keeps_connection: kind != Kind::NewConnections,
            quality: kind.quality(),
            ..Caller::new(SOURCE, &server.address, calls.collect::<Vec<_>>(), TIMEOUT)
        };
        callers.spawn(async move { (kind, caller.calls(time).await) });
    }
    let mut all = callers.join_all().await;
    all.sort_by_key(|&(kind, _)| kind as usize);
    all
}
