//! What answers each operation.

use ayla_api::json::Named;
use ayla_api::operation::Operation;
use ayla_api::operation::types::*;
use ayla_api::operations;
use ayla_api::picture::Shown;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Stopped, WebCall};
use crate::json::json;

/// The body of an answer.
type Answer = std::result::Result<Vec<u8>, Stopped>;

/// Defines what answers an operation: the rules, for the rows of the table that say so, and else what stands here.
macro_rules! answer {
    ($(
        $(#[$doc:meta])*
        $name:ident($request:ident -> $answer:ident) $spelling:literal $how:ident, $kind:ident $(at $path:literal)? { $($row:tt)* };
    )+) => {
        /// Answers a call of an operation.
        pub(crate) fn answer(operation: Operation, call: &mut WebCall<'_>) -> Answer {
            match operation {
                $(Operation::$name => answer!(@$how $name $request call),)+
                _ => Err(Stopped::NoOperation),
            }
        }
    };
    (@by_rules $name:ident $request:ident $call:ident) => {
        by_rules::<$request>($call)
    };
    (@$how:ident PlayTurn $request:ident $call:ident) => {
        $call.play_turn()
    };
    (@$how:ident SuggestMove $request:ident $call:ident) => {
        $call.suggest_move()
    };
    (@$how:ident SuggestMoveStream $request:ident $call:ident) => {
        $call.suggest_move_stream()
    };
    (@$how:ident ReviewGame $request:ident $call:ident) => {
        $call.review_game()
    };
    (@picture RenderBoard $request:ident $call:ident) => {
        render_board($call)
    };
    // What only a server has.
    (@$how:ident GetServerInfo $request:ident $call:ident) => {
        Err(Stopped::NoOperation)
    };
    (@batch Batch $request:ident $call:ident) => {
        Err(Stopped::NoOperation)
    };
}

operations!(answer);

/// Answers by the rules alone.
fn by_rules<R: RuleRequest<Answer: Serialize> + DeserializeOwned>(call: &mut WebCall<'_>) -> Answer {
    let request: R = call.read()?;
    Ok(json(&request.answer(&call.rules.presets, call.language)?.answer))
}

/// Draws a board as SVG.
fn render_board(call: &mut WebCall<'_>) -> Answer {
    let request: RenderBoardRequest = call.read()?;
    let request = RenderBoardRequest { format: Some(Named(PictureFormat::Svg)), ..request };
    Ok(Shown::read(&request, call.language)?.svg(call.language).into_bytes())
}
