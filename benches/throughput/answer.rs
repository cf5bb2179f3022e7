//! The question, and the answer that the bare server gives to it.

use std::sync::LazyLock;

use ayla::proto::{self, IntoProto};
use ayla_api::answer::ApplyMoveResponse;
use ayla_api::preset::Presets;
use ayla_api::request::{ApplyMoveRequest, Omit, Part};
use ayla_api::rule_calls::RuleRequest;
use ayla_api::words::Language;

use super::Extent;

/// A position in the middle of a game, and a move that sows five seeds and captures two houses.
const POSITION: &str = "awale 240515/611043 8/8 s";
const MOVE: &str = "4";

/// The question as a message.
pub(crate) fn grpc_question(extent: Extent) -> proto::ApplyMoveRequest {
    let omit = match extent {
        Extent::Full => vec![],
        Extent::Short => vec![proto::Part::Setup.into(), proto::Part::Events.into()],
    };
    proto::ApplyMoveRequest {
        position: Some(POSITION.to_owned()),
        r#move: Some(MOVE.to_owned()),
        omit,
        ..Default::default()
    }
}

/// The question as a body.
pub(crate) fn json_question(extent: Extent) -> String {
    let omit = match extent {
        Extent::Full => "",
        Extent::Short => r#","omit":["setup","events"]"#,
    };
    format!(r#"{{"position":"{POSITION}","move":"{MOVE}"{omit}}}"#)
}

/// An answer in the form of one transport, full and short. A copy of it takes the allocations of a new one.
pub(crate) struct Answers<T>([T; 2]);

/// The answers as messages.
pub(crate) static GRPC: LazyLock<Answers<proto::ApplyMoveResponse>> =
    LazyLock::new(|| Answers::new(IntoProto::into_proto));
/// The answers as the type that becomes JSON.
pub(crate) static JSON: LazyLock<Answers<ApplyMoveResponse>> = LazyLock::new(|| Answers::new(|answer| answer));

impl<T: Clone> Answers<T> {
    fn new(form: fn(ApplyMoveResponse) -> T) -> Self {
        let answer = |omit: &[Part]| {
            let position = Some(POSITION.to_owned());
            let r#move = Some(MOVE.to_owned());
            let omit = omit.iter().copied().collect::<Omit>();
            let request = ApplyMoveRequest { position, r#move, omit, ..ApplyMoveRequest::default() };
            form(request.answer(&Presets::default(), Language::ENGLISH).expect("the move is legal").answer)
        };
        Self([answer(&[]), answer(&[Part::Setup, Part::Events])])
    }

    /// A copy of the full or the short answer.
    pub(crate) fn copy(&self, extent: Extent) -> T {
        self.0[extent as usize].clone()
    }
}
