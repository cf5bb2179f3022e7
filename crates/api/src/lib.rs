//! Requests and answers about mancala games, free of any transport, clock and search: what a caller sends as JSON or in
//! the types of this crate, every fault in it, and what is answered, in several languages. The service adds transports,
//! searches and limits; a browser or a program on its own can use this crate as it is. No module uses one above it:
//!
//! 1. [`operation`]: the table of operations; and the calls: [`rule_calls`], [`batch`], [`puzzles`], [`records`],
//!    [`replay`], [`turn`], [`review`], and `picture` with the feature `pictures`.
//! 2. [`form`] reads requests from JSON and queries, [`read`] and [`plies`] what they mean, with every fault;
//!    [`search`] is what is asked of a search, and its result; [`catalogue`] describes the games, and [`problem`]
//!    errors.
//! 3. [`request`] and [`answer`](mod@answer): the types, as JSON has them.
//! 4. [`error`], [`options`], [`preset`], [`event_log`]; and [`text`]: positions in words and as boards.
//! 5. [`words`]: sentences for people; [`json`]: values that serde alone would read or write differently.
//!
//! ```
//! use ayla_api::request::LegalMovesRequest;
//! use ayla_api::rule_calls::RuleRequest;
//! use ayla_api::preset::Presets;
//! use ayla_api::words::Language;
//!
//! let request: LegalMovesRequest = serde_json::from_str(r#"{"position": "awale 000100/004000 20/23 s"}"#)?;
//! let answer = serde_json::to_value(request.answer(&Presets::built_in(), Language::ENGLISH)?.answer)?;
//! assert_eq!(answer["legalMoves"][0]["move"], "4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
pub mod words;

pub mod answer;
pub mod batch;
pub mod catalogue;
pub mod error;
pub mod event_log;
pub mod form;
pub mod json;
pub mod operation;
pub mod options;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod plies;
pub mod preset;
pub mod problem;
pub mod puzzles;
pub mod read;
pub mod records;
pub mod replay;
pub mod request;
pub mod review;
pub mod rule_calls;
pub mod search;
pub mod text;
pub mod turn;
