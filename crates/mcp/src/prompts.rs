//! Prompts: conversations that a person may begin.

use ayla_engine::Level;
use ayla_rules::{Variant, string_enum};
use rmcp::model::{GetPromptResult, JsonObject, Prompt as Listed, PromptArgument, PromptMessage, Role};
use serde_json::Value;

use crate::turn::DEFAULT_LEVEL;

string_enum! {
    /// A prompt.
    pub enum Prompt {
        /// To be taught a game.
        Teach = "teach-me",
        /// To play against the engine.
        Play = "play-against-me",
    }
}

impl Prompt {
    const fn title(self) -> &'static str {
        match self {
            Self::Teach => "Teach me",
            Self::Play => "Play against me",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Teach => "Learn a mancala game by playing it, rule by rule.",
            Self::Play => "Play a mancala game against the engine.",
        }
    }

    /// The prompts as clients list them.
    pub fn all() -> Vec<Listed> {
        let argument = |name, description: &str| PromptArgument::new(name).with_description(description);
        let listed = |&prompt: &Self| {
            let mut arguments = vec![argument("variant", &format!("The game: one of {}.", Variant::NAMES.join(", ")))];
            if prompt == Self::Play {
                arguments
                    .push(argument("level", "How well the engine plays, from 1 to the highest level of the game."));
            }
            Listed::new(prompt.name(), Some(prompt.description()), Some(arguments)).with_title(prompt.title())
        };
        Self::ALL.iter().map(listed).collect()
    }

    /// The values that an argument of the prompt may have; none for an argument that there is not.
    pub fn values(self, argument: &str) -> Vec<String> {
        match (argument, self) {
            ("variant", _) => Variant::NAMES.iter().map(ToString::to_string).collect(),
            ("level", Self::Play) => (Level::LOWEST..=Level::HIGHEST).map(|level| level.to_string()).collect(),
            _ => Vec::new(),
        }
    }

    /// The messages of the prompt, with these arguments.
    ///
    /// # Errors
    ///
    /// What is wrong with an argument.
    pub fn messages(self, arguments: &JsonObject) -> Result<GetPromptResult, String> {
        let given = |name: &str| arguments.get(name).and_then(Value::as_str);
        let game = given("variant")
            .map_or(Some(Variant::Awale), Variant::from_name)
            .ok_or_else(|| format!("the argument variant is one of {}", Variant::NAMES.join(", ")))?;
        let level = match given("level") {
            None => DEFAULT_LEVEL,
            Some(text) => {
                let levels = Level::LOWEST..=game.about().levels;
                text.parse().ok().filter(|level| levels.contains(level)).ok_or_else(|| {
                    format!("the argument level is a number from {} to {} in {game}", levels.start(), levels.end())
                })?
            }
        };
        let text = match self {
            Self::Teach => format!(
                "Teach me to play {game}. List the games first, and explain the aim, the sowing and the captures in a few \
                 sentences. Then start a game at level 1 in which I play south, show me the board before each of my moves, and \
                 let me choose. When a rule comes up for the first time, or I try a move that is refused, explain the ruling \
                 with explain_rule. Never choose a move for me."
            ),
            Self::Play => format!(
                "Play {game} against me. Start a game at level {level} in which I play south. After each move, tell me what the \
                 engine played, show me the board and list my legal moves. Ask me for each of my moves and never choose one for \
                 me. Give a hint only if I ask for one."
            ),
        };
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(self.description()))
    }
}
