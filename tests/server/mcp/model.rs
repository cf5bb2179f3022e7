//! A scripted model that makes the mistakes models make, in some hundred dialogues. The rules, applied here on their
//! own, say after each answer whether the game is still the game.

use ayla_rules::{Line, Move, Token, Variant};
use ayla_test_games::Random;
use ayla_test_server::Server;
use ayla_test_server::mcp::{Mcp, Revision, text};
use serde_json::{Value, json};

const DIALOGUES: u64 = 300;
/// The turns of a dialogue, unless its game ends before.
const TURNS: usize = 10;
/// A mistake is made before one turn in so many.
const MISTAKE_IN: usize = 12;

/// A dialogue: the game as the model knows it, and as the rules have it.
struct Dialogue<'a> {
    mcp: &'a mut Mcp,
    random: Random,
    game: Value,
    line: Line,
    /// Earlier handles, each with its line.
    earlier: Vec<(Value, Line)>,
    turns: u64,
}

/// The line of a handle.
fn line_of(game: &Value) -> Line {
    let (token, _) = game["handle"].as_str().and_then(|handle| handle.split_once('.')).expect("a handle");
    Token::read(token).and_then(|token| token.line()).expect("a token of the service")
}

impl Dialogue<'_> {
    /// Plays a legal move, or has the engine go on, and follows the moves by the rules.
    async fn play(&mut self) {
        self.turns += 1;
        let mut arguments = json!({"handle": self.game["handle"]});
        // Without legal moves, the engine is still to move.
        if let Some(legal) = self.game["turn"]["legalMoves"].as_array() {
            let written = self.random.pick(&(0..legal.len()).collect::<Vec<_>>());
            arguments["move"] = legal[written].clone();
        }
        let mut next = self.mcp.tool("play_move", arguments).await;
        next["side"] = self.game["side"].clone();
        self.earlier.push((self.game["handle"].clone(), self.line.clone()));
        for play in next["turn"]["plays"].as_array().expect("a move was played") {
            let played: Move = self
                .line
                .position()
                .legal_moves()
                .into_iter()
                .find(|legal| legal.text() == play["move"])
                .unwrap_or_else(|| panic!("{play} is not legal"));
            assert_eq!(self.line.position().turn().name(), play["side"].as_str().expect("a side"));
            self.line.play_unchecked(played, &mut ());
        }
        assert_eq!(line_of(&next).token(), self.line.token(), "the game is another one");
        self.game = next;
    }

    /// Makes a mistake, which costs one call and changes nothing; or goes on from an earlier handle, which is a turn.
    async fn err(&mut self) {
        let handle = self.game["handle"].as_str().expect("a handle").to_owned();
        match self.random.below(6) {
            0 => {
                let board = json!({"handle": handle, "side": "awale 000000/000048 0/0 s", "move": "1"});
                self.refused(board, "MALFORMED_REQUEST").await;
            }
            1 => self.refused(json!({"handle": "awale 000001/000000 24/23 s", "move": "6"}), "MALFORMED_TOKEN").await,
            2 => {
                let engine = if self.game["side"] == "south" { "north" } else { "south" };
                self.unchanged(json!({"handle": handle, "move": "1", "side": engine}), "NOT_YOUR_TURN").await;
            }
            3 => self.unchanged(json!({"handle": handle, "move": "the left one"}), "MALFORMED_MOVE").await,
            4 => {
                let place = self.random.below(handle.len());
                let other = if handle[place..].starts_with('x') { "y" } else { "x" };
                let changed = format!("{}{other}{}", &handle[..place], &handle[place + 1..]);
                self.refused(json!({"handle": changed, "move": "1"}), "MALFORMED_TOKEN").await;
            }
            _ => {
                let Some((handle, line)) = self.earlier.first().cloned() else { return };
                self.game = self.mcp.tool("show_game", json!({"handle": handle})).await;
                assert_eq!(self.game["ply"], line.ply());
                self.line = line;
            }
        }
    }

    /// Makes a call that is refused by this reason, and from which the model goes on with the handle that it has.
    async fn refused(&mut self, arguments: Value, reason: &str) {
        let refused = self.mcp.refused("play_move", arguments).await;
        assert!(refused.starts_with(reason), "{refused}");
    }

    /// Makes a call that answers that the move is refused for this reason, and which moves are legal.
    async fn unchanged(&mut self, arguments: Value, reason: &str) {
        let result = self.mcp.call("play_move", arguments).await;
        let answer = &result["structuredContent"];
        assert_eq!(answer["turn"]["refused"]["reason"], reason, "{answer}");
        assert_eq!(answer["handle"], self.game["handle"], "{answer}");
        let legal = answer["turn"]["legalMoves"].as_array().expect("legal moves");
        assert!(legal.iter().all(|legal| text(&result).contains(legal.as_str().expect("text"))), "{result}");
        assert_eq!(answer["turn"]["legalMoves"], self.game["turn"]["legalMoves"]);
    }
}

/// Has some of the dialogues, and returns the numbers of turns and of calls.
async fn converse(server: &Server, revision: Revision, seeds: impl Iterator<Item = u64>) -> (u64, u64) {
    let mut mcp = Mcp::connect(server, revision).await;
    let mut turns = 0;
    for seed in seeds {
        let mut random = Random(seed);
        let variant = random.pick(Variant::ALL);
        let side = random.pick(&["south", "north"]);
        let start = json!({"variant": variant.name(), "level": 1, "seed": seed, "side": side});
        let game = mcp.tool("start_game", start).await;
        // Starting the game is not a turn.
        mcp.sent -= 1;
        let line = line_of(&game);
        let mut dialogue = Dialogue { mcp: &mut mcp, random, game, line, earlier: Vec::new(), turns: 0 };
        for _ in 0..TURNS {
            if dialogue.game["turn"]["status"]["over"] == true {
                break;
            }
            if dialogue.game["turn"]["legalMoves"].is_array() && dialogue.random.chance(MISTAKE_IN) {
                dialogue.err().await;
            }
            dialogue.play().await;
        }
        turns += dialogue.turns;
    }
    (turns, mcp.sent)
}

#[tokio::test]
async fn dialogues_with_mistakes_lead_to_no_illegal_state() {
    let server = Server::shared();
    let halves = [(Revision::Stateless, 0..DIALOGUES / 2), (Revision::Handshake, DIALOGUES / 2..DIALOGUES)];
    let [one, other] = halves.map(|(revision, seeds)| converse(server, revision, seeds));
    let ((turns, calls), (more_turns, more_calls)) = tokio::join!(one, other);
    let turns = turns + more_turns;
    let calls = calls + more_calls;
    assert!(turns > 1_500 && calls > turns, "{turns} turns, {calls} calls");
    assert!(calls * 10 <= turns * 11, "{calls} calls for {turns} turns are more than 1.1 a turn");
}
