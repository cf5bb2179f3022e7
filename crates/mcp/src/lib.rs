//! Mancala games as tools for language models, over the Model Context Protocol.
//!
//! A tool reads its [`arguments`], makes a request of [`ayla_api`] of them, and turns the answer into a
//! [`result`](answer). A service, which the [`server`] knows as a trait, answers the requests in between. Nothing is
//! kept between two calls: a game is its [`handle`], which each answer has and the next call passes back.
//!
//! - [`tool`]: the tools as clients see them, with their schemas.
//! - [`turn`]: start_game, play_move and show_game; [`advice`]: get_hint and review_game; [`puzzles`]: get_puzzle;
//!   [`games`]: list_games and explain_rule.
//! - [`server`]: the server of the protocol, over HTTP and on standard input and output.
//! - [`documents`]: the rules and the notation as resources; [`prompts`]: conversations to begin with.

pub mod advice;
pub mod answer;
pub mod arguments;
pub mod documents;
pub mod games;
pub mod handle;
pub mod prompts;
pub mod puzzles;
mod schema;
pub mod server;
pub mod tool;
pub mod turn;
