//! Requests from messages. Reading finds syntax errors only; the service finds errors of content.

use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::json::set::Set;
use ayla_api::json::{Nodes, Seed, Whole};
#[cfg(feature = "pictures")]
use ayla_api::request::RenderBoardRequest;
use ayla_api::request::{
    ApplyMoveRequest, BatchRequest, FindPuzzleRequest, GetPuzzleRequest, GetServerInfoRequest, GetVariantRequest,
    LegalMovesRequest, ListVariantsRequest, PlayTurnRequest, ReadGameRequest, ReplayGameRequest, Reply,
    ReviewGameRequest, SetupInput, StartGameRequest, StoresInput, SuggestMoveRequest, TuzdiksInput,
    ValidateMoveRequest, VariantInput,
};
use ayla_api::words::Names;
use ayla_rules::StringEnum;

use super::Protobuf;
use super::enums::{known, unknown, value};
use crate::operation::contract;
use crate::proto;

/// Implements `TryFrom` for requests about a position: the fields that all have, and those of their own.
macro_rules! position_requests {
    ($($message:ident => $request:ident { $($field:ident $(: $value:expr)?),* $(,)? })+) => {$(
        impl TryFrom<proto::$message> for $request {
            type Error = Box<Error>;

            fn try_from(message: proto::$message) -> Result<Self> {
                let proto::$message { position, setup, token, moves, locale, $($field),* } = message;
                let setup = setup.map(SetupInput::try_from).transpose()?.map(Box::new);
                // The variant stands in the position: there is no second place for it.
                let variant = VariantInput::None;
                let by_get = false;
                Ok(Self { variant, by_get, position, setup, token, moves, locale, $($field $(: $value)?),* })
            }
        }
    )+};
}

position_requests! {
    LegalMovesRequest => LegalMovesRequest {
        omit: set(&omit, "omit")?,
        text: set(&text, "text")?,
        viewer: value(viewer, Field::named("viewer"))?,
        width: width.map(Whole::from),
        names: names.map(Into::into),
        you,
    }
    ValidateMoveRequest => ValidateMoveRequest { r#move, seat: seat.map(Whole::from), omit: set(&omit, "omit")? }
    ApplyMoveRequest => ApplyMoveRequest {
        r#move,
        seat: seat.map(Whole::from),
        omit: set(&omit, "omit")?,
        text: set(&text, "text")?,
        viewer: value(viewer, Field::named("viewer"))?,
        width: width.map(Whole::from),
        names: names.map(Into::into),
        you,
    }
    SuggestMoveRequest => SuggestMoveRequest {
        depth: depth.map(Whole::from),
        nodes: nodes.map(Nodes),
        time_ms: time_ms.map(Whole::from),
        candidates,
        multi: multi.map(Whole::from),
        why,
        level: level.map(Whole::from),
        seed: seed.map(Seed),
        omit: set(&omit, "omit")?,
    }
    SuggestMoveStreamRequest => SuggestMoveRequest {
        depth: depth.map(Whole::from),
        nodes: nodes.map(Nodes),
        time_ms: time_ms.map(Whole::from),
        candidates,
        multi: multi.map(Whole::from),
        why,
        level: level.map(Whole::from),
        seed: seed.map(Seed),
        omit: set(&omit, "omit")?,
    }
}

#[cfg(feature = "pictures")]
position_requests! {
    RenderBoardRequest => RenderBoardRequest {
        format: value(format, Field::named("format"))?,
        r#move,
        viewer: value(viewer, Field::named("viewer"))?,
        view: value(view, Field::named("view"))?,
        theme: value(theme, Field::named("theme"))?,
        width: width.map(Whole::from),
        from: from.map(Whole::from),
        to: to.map(Whole::from),
        puzzle,
    }
}

/// Implements `TryFrom` for requests about a game, likewise.
macro_rules! game_requests {
    ($($message:ident => $request:ident { $($field:ident $(: $value:expr)?),* $(,)? })+) => {$(
        impl TryFrom<proto::$message> for $request {
            type Error = Box<Error>;

            fn try_from(message: proto::$message) -> Result<Self> {
                let proto::$message {
                    variant, position, setup, token, moves, options, preset, first, locale, $($field),*
                } = message;
                let setup = setup.map(SetupInput::try_from).transpose()?.map(Box::new);
                let options = options.map(Into::into);
                let first = value(first, Field::named("first"))?;
                let variant = variant.as_str().into();
                let by_get = false;
                Ok(Self {
                    variant, by_get, position, setup, token, moves, options, preset, first, locale,
                    $($field $(: $value)?),*
                })
            }
        }
    )+};
}

game_requests! {
    PlayTurnRequest => PlayTurnRequest {
        r#move,
        seat: seat.map(Whole::from),
        side: value(side, Field::named("side"))?,
        lenient,
        reply: reply.map(Into::into),
        proposed_by: value(proposed_by, Field::named("proposedBy"))?,
        newest_token,
        locales,
        names: names.map(Into::into),
        text: set(&text, "text")?,
        viewer: value(viewer, Field::named("viewer"))?,
        width: width.map(Whole::from),
        you,
        view: value(view, Field::named("view"))?,
        omit: set(&omit, "omit")?,
        record,
        puzzle,
    }
    ReplayGameRequest => ReplayGameRequest {
        from: from.map(Whole::from),
        to: to.map(Whole::from),
        text: set(&text, "text")?,
        viewer: value(viewer, Field::named("viewer"))?,
        width: width.map(Whole::from),
        names: names.map(Into::into),
        you,
        view: value(view, Field::named("view"))?,
        record: value(record, Field::named("record"))?,
        omit: set(&omit, "omit")?,
    }
    ReviewGameRequest => ReviewGameRequest {
        from: from.map(Whole::from),
        to: to.map(Whole::from),
        nodes: nodes.map(Nodes),
        names: names.map(Into::into),
        viewer: value(viewer, Field::named("viewer"))?,
        you,
    }
}

impl From<proto::Names> for Names {
    fn from(proto::Names { south, north }: proto::Names) -> Self {
        Self { south, north }
    }
}

impl From<proto::Reply> for Reply {
    fn from(proto::Reply { level, seed, nodes, depth, time_ms }: proto::Reply) -> Self {
        Self {
            level: level.map(Whole::from),
            seed: seed.map(Seed),
            nodes: nodes.map(Nodes),
            depth: depth.map(Whole::from),
            time_ms: time_ms.map(Whole::from),
        }
    }
}

impl TryFrom<proto::ListVariantsRequest> for ListVariantsRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::ListVariantsRequest) -> Result<Self> {
        let proto::ListVariantsRequest { locale } = message;
        Ok(Self { locale })
    }
}

impl TryFrom<proto::GetServerInfoRequest> for GetServerInfoRequest {
    type Error = Box<Error>;

    fn try_from(_: proto::GetServerInfoRequest) -> Result<Self> {
        Ok(Self {})
    }
}

impl TryFrom<proto::GetVariantRequest> for GetVariantRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::GetVariantRequest) -> Result<Self> {
        let proto::GetVariantRequest { variant, locale } = message;
        Ok(Self { variant: variant.as_str().into(), locale })
    }
}

impl TryFrom<proto::StartGameRequest> for StartGameRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::StartGameRequest) -> Result<Self> {
        let proto::StartGameRequest { variant, options, preset, first, omit, text, viewer, width, names, you, locale } =
            message;
        Ok(Self {
            variant: variant.as_str().into(),
            options: options.map(Into::into),
            preset,
            first: value(first, Field::named("first"))?,
            omit: set(&omit, "omit")?,
            text: set(&text, "text")?,
            viewer: value(viewer, Field::named("viewer"))?,
            width: width.map(Whole::from),
            names: names.map(Into::into),
            you,
            locale,
        })
    }
}

impl TryFrom<proto::ReadGameRequest> for ReadGameRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::ReadGameRequest) -> Result<Self> {
        let proto::ReadGameRequest { text, format, locale } = message;
        Ok(Self {
            text: Some(text).filter(|text| !text.is_empty()),
            format: value(format, Field::named("format"))?,
            locale,
        })
    }
}

impl TryFrom<proto::GetPuzzleRequest> for GetPuzzleRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::GetPuzzleRequest) -> Result<Self> {
        let proto::GetPuzzleRequest { id, solution, locale } = message;
        Ok(Self { id, solution, locale })
    }
}

impl TryFrom<proto::FindPuzzleRequest> for FindPuzzleRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::FindPuzzleRequest) -> Result<Self> {
        let proto::FindPuzzleRequest { game, theme, grade, after, day, solution, locale } = message;
        Ok(Self {
            game: Some(game),
            theme: value(theme, Field::named("theme"))?,
            grade: grade.map(Whole::from),
            after,
            day,
            solution,
            locale,
        })
    }
}

impl TryFrom<proto::BatchRequest> for BatchRequest {
    type Error = Box<Error>;

    fn try_from(message: proto::BatchRequest) -> Result<Self> {
        let proto::BatchRequest { id, position, setup, token, moves, r#move, locale } = message;
        let setup = setup.map(SetupInput::try_from).transpose()?.map(Box::new);
        Ok(Self { id, position, setup, token, moves, r#move, locale, ..Self::default() })
    }
}

impl TryFrom<proto::Setup> for SetupInput {
    type Error = Box<Error>;

    fn try_from(setup: proto::Setup) -> Result<Self> {
        let at = |name| Field::named("setup").then(name);
        let row = |row: Vec<u32>| Some(row.into_iter().map(Whole::from).collect());
        let stores =
            |stores: proto::Stores| StoresInput { south: Some(stores.south.into()), north: Some(stores.north.into()) };
        let tuzdiks = |tuzdiks: proto::Tuzdiks| TuzdiksInput {
            south: tuzdiks.south.map(Whole::from),
            north: tuzdiks.north.map(Whole::from),
        };
        Ok(Self {
            variant: Some(setup.variant),
            options: setup.options.map(Into::into),
            south: row(setup.south),
            north: row(setup.north),
            stores: setup.stores.map(stores),
            turn: value(setup.turn, at("turn"))?,
            phase: value(setup.phase, at("phase"))?,
            tuzdiks: setup.tuzdiks.map(tuzdiks),
            quiet: setup.quiet.map(Whole::from),
            first: value(setup.first, at("first"))?,
            over: value(setup.over, at("over"))?,
        })
    }
}

/// A set of values of the list in a field.
fn set<T: StringEnum>(numbers: &[i32], field: &'static str) -> Result<Set<T>> {
    let value = |(index, &number): (usize, &i32)| {
        known::<T>(number).ok_or_else(|| {
            let field = Field::named(field).at(index);
            let message = unknown(&field, number);
            Error::at(field, Reason::MalformedRequest, message)
        })
    };
    numbers.iter().enumerate().map(value).collect()
}

/// Names the messages of operations.
macro_rules! protobuf {
    ($($(#[$meta:meta])* $operation:ident($request:ident -> $answer:ident);)+) => {$(
        $(#[$meta])*
        impl Protobuf for contract::$operation {
            type Received = proto::$request;
            type Sent = proto::$answer;
        }
    )+};
}

protobuf! {
    ListVariants(ListVariantsRequest -> ListVariantsResponse);
    GetVariant(GetVariantRequest -> GetVariantResponse);
    StartGame(StartGameRequest -> StartGameResponse);
    LegalMoves(LegalMovesRequest -> LegalMovesResponse);
    ValidateMove(ValidateMoveRequest -> ValidateMoveResponse);
    ApplyMove(ApplyMoveRequest -> ApplyMoveResponse);
    PlayTurn(PlayTurnRequest -> PlayTurnResponse);
    ReplayGame(ReplayGameRequest -> ReplayGameResponse);
    ReadGame(ReadGameRequest -> ReadGameResponse);
    GetPuzzle(GetPuzzleRequest -> GetPuzzleResponse);
    FindPuzzle(FindPuzzleRequest -> FindPuzzleResponse);
    SuggestMove(SuggestMoveRequest -> SuggestMoveResponse);
    GetServerInfo(GetServerInfoRequest -> GetServerInfoResponse);
    #[cfg(feature = "pictures")]
    RenderBoard(RenderBoardRequest -> RenderBoardResponse);
    SuggestMoveStream(SuggestMoveStreamRequest -> SuggestMoveStreamResponse);
    ReviewGame(ReviewGameRequest -> ReviewGameResponse);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_api::json::Named;
    use ayla_rules::Side;

    fn fault<T: std::fmt::Debug>(result: Result<T>) -> String {
        let error = result.expect_err("a fault");
        assert_eq!(error.reason, Reason::MalformedRequest);
        super::super::status::path(&error.violations[0].field)
    }

    #[test]
    fn faults_of_form_name_their_field() {
        let omitting = |omit| LegalMovesRequest::try_from(proto::LegalMovesRequest { omit, ..Default::default() });
        assert_eq!(fault(omitting(vec![1, 0])), "omit[1]");
        assert_eq!(fault(omitting(vec![99])), "omit[0]");
        let start = proto::StartGameRequest { first: -1, ..Default::default() };
        assert_eq!(fault(StartGameRequest::try_from(start)), "first");
        let setup = proto::Setup { over: 99, ..Default::default() };
        let request = proto::SuggestMoveRequest { setup: Some(setup), ..Default::default() };
        assert_eq!(fault(SuggestMoveRequest::try_from(request)), "setup.over");
    }

    #[test]
    fn absent_fields_stay_absent() {
        let request = proto::StartGameRequest { options: Some(proto::Options::default()), ..Default::default() };
        let read = StartGameRequest::try_from(request).expect("well formed");
        assert_eq!(read.options, Some(Default::default()));
        assert_eq!(read.first, None);
        let request = proto::StartGameRequest { first: 2, ..Default::default() };
        let read = StartGameRequest::try_from(request).expect("well formed");
        assert_eq!(read.first, Some(Named(Side::North)));
    }
}
