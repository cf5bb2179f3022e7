//! The tools, as clients see them.

use std::sync::{Arc, OnceLock};

use ayla_api::words::{self, Language};
use ayla_rules::{Variant, string_enum};
use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::answer::{GameAnswer, GamesAnswer, HintAnswer, PuzzleAnswer, ReviewAnswer, RuleAnswer};
use crate::arguments::{
    ExplainRule, GetHint, GetPuzzle, ListGames, OpenGame, PlayMove, ReviewGame, ShowGame, StartGame,
};
use crate::documents::{BOARD, ui_meta};
use crate::schema;

string_enum! {
    /// A tool.
    pub enum Tool {
        /// The games.
        ListGames = "list_games",
        /// A new game.
        StartGame = "start_game",
        /// A game of another program, to go on with.
        OpenGame = "open_game",
        /// A person's move, and the engine's reply.
        PlayMove = "play_move",
        /// A game as it stands.
        ShowGame = "show_game",
        /// A good move.
        GetHint = "get_hint",
        /// What the moves of a game cost.
        ReviewGame = "review_game",
        /// A puzzle.
        GetPuzzle = "get_puzzle",
        /// What a rule says.
        ExplainRule = "explain_rule",
    }
}

/// What models are told about all of the tools.
pub const INSTRUCTIONS: &str = "Ayla knows the rules of traditional mancala games, and plays them. Begin with start_game. Every \
     result about a game has a handle, which is the whole game: pass the latest one to the next call, exactly as it is. \
     Nothing is stored on the server, so a handle stays valid, and an earlier one goes back to its move. Choose moves from the \
     legal moves of the latest result. The engine plays the other side by itself: never move for it. Never make up a board, a \
     move or a handle.";

/// The schema with the values that each option has in each game, as no schema that all hosts know can say it.
fn with_games(mut schema: JsonObject) -> JsonObject {
    let options = schema.get_mut("properties").and_then(|fields| fields.get_mut("options")?.get_mut("properties"));
    for (name, option) in options.and_then(Value::as_object_mut).into_iter().flatten() {
        let mut games: Vec<(String, Vec<&str>)> = Vec::new();
        for variant in Variant::ALL {
            let known = variant.default_rules().options().into_iter().find(|(info, _)| info.name == name);
            let Some((info, _)) = known else { continue };
            let values = Language::ENGLISH.say(&words::domain(info.domain));
            match games.iter_mut().find(|(others, _)| *others == values) {
                Some((_, games)) => games.push(variant.name()),
                None => games.push((values, vec![variant.name()])),
            }
        }
        let games = games.into_iter().map(|(values, games)| format!("{}: {values}", games.join(", ")));
        option["description"] = games.collect::<Vec<_>>().join("; ").into();
    }
    schema
}

impl Tool {
    /// The tools as clients list them.
    pub fn all() -> &'static [Listed] {
        static LISTED: OnceLock<Vec<Listed>> = OnceLock::new();
        LISTED.get_or_init(|| Self::ALL.iter().map(|tool| tool.row()).collect())
    }

    /// The tool as clients list it.
    pub fn listed(self) -> &'static Listed {
        // In the order of the list.
        &Self::all()[self as usize]
    }

    /// The row of the list: the arguments, the result, a title, and what the tool does, with its limits.
    fn row(self) -> Listed {
        match self {
            Self::ListGames => self.describe::<ListGames, GamesAnswer>(
                "List the games",
                "Lists the mancala games with their presets, or describes one game with its options, levels and rulings. \
                 Changes nothing.",
            ),
            Self::StartGame => self.describe::<StartGame, GameAnswer>(
                "Start a game",
                "Starts a game of mancala, of a person against the engine or of two people, and returns its handle, the board \
                 and the legal moves. If the engine begins, it has already moved. Nothing is stored: the handle is the game.",
            ),
            Self::OpenGame => self.describe::<OpenGame, GameAnswer>(
                "Open a game",
                "Reads a game that is written in the format of another program, such as Oware Game Notation or a score sheet, and \
                 goes on with it from its last move, as start_game begins one. Says what the text leaves open, or every fault \
                 with its line and column.",
            ),
            Self::PlayMove => self.describe::<PlayMove, GameAnswer>(
                "Play a move",
                "Plays the person's move and the engine's reply, and returns the new handle, what happened and the legal moves. \
                 A move that is not legal changes nothing; the result says why, and which moves are legal. With `agree` the \
                 person proposes to stop: the engine answers at once, another person with their own `agree`. The handle decides \
                 which game and which move it is: one that was used before goes on from its own move.",
            ),
            Self::ShowGame => self.describe::<ShowGame, GameAnswer>(
                "Show a game",
                "Shows a game as it stands: the board, whose turn it is and the legal moves. With `picture`, the board is an \
                 image too. Changes nothing.",
            ),
            Self::GetHint => self.describe::<GetHint, HintAnswer>(
                "Get a hint",
                "Searches for the best move of the player to move, and says how the game stands. Refused in a game that was \
                 started without hints. Plays nothing. May take seconds, and wait for other searches.",
            ),
            Self::ReviewGame => self.describe::<ReviewGame, ReviewAnswer>(
                "Review a game",
                "Says of up to 50 moves what each cost, and which would have been better. A handle holds only the moves since \
                 the last that cannot be undone by further play, so pass the handle of start_game and all moves since for the \
                 whole game. In a game without hints, only after its end. May take seconds; sends progress if asked to.",
            ),
            Self::GetPuzzle => self.describe::<GetPuzzle, PuzzleAnswer>(
                "Get a puzzle",
                "Returns a puzzle: a position with exactly one best move for South. To solve it, call again with its `id` and, in \
                 `answer`, all moves of South tried so far: the replies of North are made, and a wrong move gets a refutation. \
                 The solution is never told. Stores nothing.",
            ),
            Self::ExplainRule => self.describe::<ExplainRule, RuleAnswer>(
                "Explain a rule",
                "Explains a ruling by its number, such as AW-3, or an option of a game by its name, with the section of the \
                 rules that states it. Changes nothing.",
            ),
        }
    }

    /// No tool changes anything, and none calls other services. Only new games differ each time, as they have their own
    /// seeds.
    fn describe<A: ToSchema, R: ToSchema>(self, title: &'static str, description: &'static str) -> Listed {
        let is_repeatable = !matches!(self, Self::StartGame | Self::OpenGame);
        let annotations = ToolAnnotations::with_title(title)
            .read_only(true)
            .destructive(false)
            .idempotent(is_repeatable)
            .open_world(false);
        let listed = Listed::new(self.name(), description, Arc::new(with_games(schema::of::<A>(usize::MAX))))
            .with_title(title)
            .with_raw_output_schema(Arc::new(schema::of_result::<R>()))
            .with_annotations(annotations);
        match self {
            Self::StartGame | Self::OpenGame | Self::PlayMove | Self::ShowGame => {
                listed.with_meta(ui_meta(json!({"resourceUri": BOARD})))
            }
            Self::ListGames | Self::GetHint | Self::ReviewGame | Self::GetPuzzle | Self::ExplainRule => listed,
        }
    }
}
