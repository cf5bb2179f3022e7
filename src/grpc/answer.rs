//! Answers as messages, which cannot fail.

use ayla_api::answer::{
    Agreement, ApplyMoveResponse, Assumption, BatchError, BatchResponse, Board, Bounds, Build, CallerLimits, Candidate,
    Event, FirstIllegal, GameRecord, GetServerInfoResponse, House, HouseCount, IllegalMove, LegalMove,
    LegalMovesResponse, LimitsInfo as Limits, LocalizedTexts, Outcome, Picture, Play, PlayTurnResponse, Position,
    Proposed, PuzzleProgress, PuzzleResponse, Rate, ReadGame, ReadGameResponse, RecordFault, RecordTag, Refused,
    ReplayGameResponse, ReplayedPosition, ReviewEnd, ReviewGameResponse, ReviewedPly, Score, SearchLimits,
    SeenPosition, Setup, StartGameResponse, Status, Stores, SuggestMoveResponse, SuggestMoveStreamResponse, Texts,
    Tuzdiks, Unanswered, ValidateMoveResponse, Violation,
};
use ayla_api::catalogue::{
    BoardInfo, GetVariantResponse, LevelInfo, ListVariantsResponse, NumberRange, OptionInfo, Preset, RulingInfo,
    Source, Variant,
};
use ayla_api::options::OptionValue;

use super::enums::{number, reason_number};
use super::status::path;
use crate::proto::{self, event::Event as ProtoEvent, option_value};

fn into_all<T: Into<U>, U>(all: Vec<T>) -> Vec<U> {
    all.into_iter().map(Into::into).collect()
}

/// Implements `From` for messages whose fields are those of the answer, as they are or each through an expression, but (`-`) for one
/// that no message has.
macro_rules! messages {
    ($($name:ident { $($field:ident $(: $value:expr)?),* $(,)? } $(- $left_out:ident)?)+) => {$(
        impl From<$name> for proto::$name {
            fn from(answer: $name) -> Self {
                let $name { $($field,)* $($left_out: _)? } = answer;
                Self { $($field $(: $value)?),* }
            }
        }
    )+};
}

/// Implements `From` for the messages that each have the fields of a puzzle.
macro_rules! puzzle_messages {
    ($($name:ident)+) => {$(
        impl From<PuzzleResponse> for proto::$name {
            fn from(answer: PuzzleResponse) -> Self {
                let PuzzleResponse {
                    id, variant, position, token, grade, themes, task, moves, text, matches, next, solution, solution_text,
                } = answer;
                Self {
                    id,
                    variant: variant.0.name().to_owned(),
                    position,
                    token,
                    grade: grade.into(),
                    themes: themes.into_iter().map(|theme| number(Some(theme))).collect(),
                    task: number(Some(task)),
                    moves,
                    text,
                    matches,
                    next,
                    solution: solution.unwrap_or_default(),
                    solution_text: solution_text.unwrap_or_default(),
                }
            }
        }
    )+};
}

puzzle_messages! { GetPuzzleResponse FindPuzzleResponse }

messages! {
    Position { text, line, token, ply, setup: setup.map(Into::into) }
    Stores { south, north }
    Tuzdiks { south, north }
    Score { south, north }
    Setup {
        variant: variant.0.name().to_owned(),
        options: Some((&options).into()),
        south,
        north,
        stores: stores.map(Into::into),
        turn: number(Some(turn)),
        phase: number(phase),
        tuzdiks: tuzdiks.map(Into::into),
        quiet,
        first: number(first),
        over: number(over),
    }
    Status {
        over,
        reason: number(reason),
        winner: number(winner),
        score: score.map(Into::into),
        can_agree,
        turn: number(turn),
        stores: stores.map(Into::into),
    }
    LegalMove { r#move, seat, label }
    IllegalMove { r#move, reason: number(Some(reason)), ruling: ruling.to_owned(), ruling_title, message }
    StartGameResponse {
        position: Some(position.into()),
        status: Some(status.into()),
        legal_moves: into_all(legal_moves.unwrap_or_default()),
        text: text.map(Into::into),
    }
    LegalMovesResponse {
        position: Some(position.into()),
        status: Some(status.into()),
        legal_moves: into_all(legal_moves.unwrap_or_default()),
        illegal_moves: into_all(illegal_moves.unwrap_or_default()),
        text: text.map(Into::into),
    }
    ValidateMoveResponse {
        position: Some(position.into()),
        status: Some(status.into()),
        legal,
        reason: reason.map(|reason| number(Some(reason))),
        ruling: ruling.map(ToOwned::to_owned),
        ruling_title,
        message,
    }
    ApplyMoveResponse {
        position: Some(position.into()),
        events: into_all(events.unwrap_or_default()),
        events_truncated,
        status: Some(status.into()),
        legal_moves: into_all(legal_moves.unwrap_or_default()),
        text: text.map(Into::into),
    }
    Texts { line, board, spoken }
    BatchResponse {
        id,
        position,
        text,
        status: status.map(Into::into),
        legal_moves: into_all(legal_moves.unwrap_or_default()),
        value,
        error: error.map(Into::into),
    }
    BatchError {
        reason: reason_number(reason),
        detail,
        retry_after_ms,
        metadata: metadata.into_iter().collect(),
        violations: into_all(violations),
    }
    Violation { field: path(&field), reason: reason_number(reason), description, message }
    PlayTurnResponse {
        plays: into_all(plays),
        refused: refused.map(Into::into),
        unanswered: unanswered.map(Into::into),
        truncated,
        position: Some(position.into()),
        board: Some(board.into()),
        status: Some(status.into()),
        legal_moves: into_all(legal_moves.unwrap_or_default()),
        illegal_moves: into_all(illegal_moves.unwrap_or_default()),
        prompt,
        result,
        agree: agree.map(Into::into),
        proposed: proposed.map(Into::into),
        recurrences,
        text: text.map(Into::into),
        texts: into_all(texts.unwrap_or_default()),
        record,
        picture: picture.map(Into::into),
        puzzle: puzzle.map(Into::into),
    }
    PuzzleProgress { id, state: number(Some(state)), text, moves_left, refutation: refutation.unwrap_or_default() }
    LocalizedTexts { locale: locale.to_owned(), text: Some(text.into()) }
    Picture { url, alt }
    Play {
        side: number(Some(side)),
        r#move,
        seat,
        events: into_all(events.unwrap_or_default()),
        events_truncated,
        sentence,
        suggestion: suggestion.map(Into::into),
    }
    Refused { reason: reason_number(reason), ruling: ruling.to_owned(), ruling_title, message }
    Unanswered { reason: reason_number(reason), message, retry_after_ms }
    SeenPosition { text, line, token, ply, setup: setup.map(Into::into) }
    Board { south: into_all(south), north: into_all(north), stores: stores.map(Into::into), tuzdiks: tuzdiks.map(Into::into) }
    HouseCount { seeds, or_more }
    Proposed { by: number(Some(by)), winner: number(winner), score: score.map(Into::into), accepted, message }
    Agreement { winner: number(Some(winner)), score: Some(score.into()), label }
    ReplayGameResponse {
        positions: into_all(positions),
        result,
        first_illegal: first_illegal.map(Into::into),
        record: record.map(Into::into),
    }
    GameRecord { text, notes }
    ReadGameResponse {
        format: number(format),
        games: into_all(games),
        more_games,
        faults: into_all(faults),
        more_faults,
    }
    ReadGame {
        line,
        variant: variant.0.name().to_owned(),
        position,
        moves,
        assumed: into_all(assumed),
        tags: into_all(tags),
    }
    Assumption { kind: number(Some(kind)), message }
    RecordTag { name, value }
    RecordFault { line, column, kind: number(Some(kind)), message }
    ReplayedPosition {
        position: Some(position.into()),
        status: Some(status.into()),
        play: play.map(Into::into),
        board: board.map(Into::into),
        text: text.map(Into::into),
    }
    FirstIllegal { index, reason: number(Some(reason)), ruling: ruling.to_owned(), ruling_title, message }
    ReviewGameResponse { reviewed: reviewed.map(Into::into), end: end.map(Into::into) }
    ReviewedPly {
        ply,
        side: number(Some(side)),
        r#move,
        seat,
        value_before,
        certainty_before: number(Some(certainty_before)),
        value_after,
        certainty_after: number(Some(certainty_after)),
        better: better.map(Into::into),
        cost,
        sentence,
    }
    ReviewEnd { reviewed_to, nodes, unanswered: unanswered.map(Into::into), left_out }
    House { side: number(Some(side)), house }
    Candidate { r#move, seat, value, certainty: number(Some(certainty)), principal_line }
    SearchLimits { depth, nodes: Some(nodes), time_ms, level }
    Outcome { winner: number(Some(winner)), certainty: number(Some(certainty)) }
    Bounds { least, most }
    SuggestMoveResponse {
        r#move,
        seat,
        value,
        certainty: number(Some(certainty)),
        outcome: Some(outcome.into()),
        bounds: bounds.map(Into::into),
        why,
        principal_line,
        candidates: into_all(candidates),
        depth,
        nodes,
        limits: Some(limits.into()),
        stopped_by: number(Some(stopped_by)),
        tables,
        engine: engine.to_owned(),
        deterministic,
    }
    SuggestMoveStreamResponse { suggestion: Some(suggestion.into()), last }
    Source { citation: citation.to_owned() }
    NumberRange { min, max, step }
    BoardInfo { rows, default_houses, houses: Some(houses.into()), default_seeds, seeds: Some(seeds.into()) }
    OptionInfo {
        name: name.to_owned(),
        title,
        r#type: number(Some(r#type)),
        values: into_all(values),
        value_titles,
        ranges: into_all(ranges),
        default: Some(default.into()),
        meaning: meaning.to_owned(),
        rulings: into_all(rulings),
        start_only,
    } - domain
    Preset { name, title, summary, options: Some((&options).into()), built_in }
    Variant {
        name: name.to_owned(),
        title: title.to_owned(),
        summary: summary.to_owned(),
        sources: into_all(sources),
        board: Some(board.into()),
        options: into_all(options),
        presets: into_all(presets),
        levels: into_all(levels),
        rulings: into_all(rulings),
    }
    LevelInfo { level, title }
    RulingInfo { number: number.to_owned(), title }
    ListVariantsResponse { variants: into_all(variants) }
    GetVariantResponse { variant: Some(variant.into()) }
    Build { version: version.to_owned(), commit: commit.map(ToOwned::to_owned) }
    Limits {
        body_bytes,
        query_bytes,
        line_moves,
        sowing_laps,
        suggest_nodes_max,
        suggest_time_ms_max,
        suggest_depth_max,
        get_suggest_nodes_max,
        default_suggest_nodes,
        search_slots,
        search_queue,
        deadline_ms,
        batch_bytes,
        batch_positions,
        batch_moves,
    }
    GetServerInfoResponse {
        build: Some(build.into()),
        engine: engine.to_owned(),
        rules: rules.to_owned(),
        limits: Some(limits.into()),
        tables,
        caller: caller.map(Into::into),
    }
    Rate { per_second, burst }
    CallerLimits {
        calls: Some(calls.into()),
        suggestions: Some(suggestions.into()),
        search_ms: search_ms.map(Into::into),
        picture_ms: picture_ms.map(Into::into),
        rule_ms: rule_ms.map(Into::into),
    }
}

impl From<Event> for proto::Event {
    fn from(event: Event) -> Self {
        let event = match event {
            Event::PickUp(event) => ProtoEvent::PickUp(proto::PickUpEvent {
                house: Some(event.house.into()),
                seeds: event.seeds,
                lap: event.lap,
                or_more: event.or_more,
            }),
            Event::Sow(event) => {
                ProtoEvent::Sow(proto::SowEvent { houses: into_all(event.houses), store: number(event.store) })
            }
            Event::Capture(event) => ProtoEvent::Capture(proto::CaptureEvent {
                house: Some(event.house.into()),
                seeds: event.seeds,
                to: number(Some(event.to)),
                ruling: event.ruling.to_owned(),
            }),
            Event::Tuzdik(event) => ProtoEvent::Tuzdik(proto::TuzdikEvent {
                house: Some(event.house.into()),
                to: number(Some(event.to)),
                ruling: event.ruling.to_owned(),
            }),
            Event::BearOff(event) => {
                ProtoEvent::BearOff(proto::BearOffEvent { seeds: event.seeds, ruling: event.ruling.to_owned() })
            }
            Event::Share(event) => ProtoEvent::Share(proto::ShareEvent {
                south: event.south,
                north: event.north,
                off: event.off,
                ruling: event.ruling.to_owned(),
            }),
        };
        Self { event: Some(event) }
    }
}

impl From<OptionValue> for proto::OptionValue {
    fn from(OptionValue(value): OptionValue) -> Self {
        use ayla_rules::option::Value;
        let value = match value {
            Value::Flag(flag) => option_value::Value::Flag(flag),
            Value::Number(number) => option_value::Value::Number(number),
            Value::Word(word) => option_value::Value::Word(word.to_owned()),
        };
        Self { value: Some(value) }
    }
}

#[cfg(feature = "pictures")]
impl From<crate::service::picture::RenderBoardResponse> for proto::RenderBoardResponse {
    fn from(answer: crate::service::picture::RenderBoardResponse) -> Self {
        let media_type = crate::operation::media_type(answer.format).to_owned();
        Self { picture: answer.picture.into(), media_type, alt: answer.alt }
    }
}
