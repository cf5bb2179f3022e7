//! Pictures of positions and moves: render-board, and the links to it.

use std::sync::Arc;

use ayla_api::answer::BYTES_PER_HOUSE;
use ayla_api::error::{Error, Result};
use ayla_api::picture::Shown;
use ayla_api::request::{PictureFormat, RenderBoardRequest, TextOptions};
use ayla_api::rule_calls::Answered;
use ayla_api::words::Language;
use ayla_fair::scheduler::{Priority, Scheduler, Size};
use ayla_pictures::{Painter, Scene, Still};
use ayla_rules::{Line, Move, Side, View};
use bytes::Bytes;
use metrics::Counter;

use super::Service;
use super::operations::{RenderBoard, Unary};
use super::piece::Turns;
use crate::call::Call;
use crate::config::memory::{DRAWINGS, PAUSED_PICTURES};
use crate::operation::{Work, media_type};
use crate::proto::{self, IntoProto};
use crate::telemetry::load::shed;

/// How many pictures may wait. They take a few milliseconds each.
const QUEUE: usize = 64;

/// Where pictures are drawn.
pub(super) struct Pictures {
    painter: Arc<Painter>,
    pub(super) slots: Scheduler,
    /// Counts pictures that were refused because the queue was full.
    shed: Counter,
}

impl Pictures {
    /// So many slots; nothing for 0.
    pub(super) fn new(slots: usize) -> Option<Self> {
        let pictures = || Self {
            painter: Arc::new(Painter::new(DRAWINGS)),
            // A caller who wants a picture waits a little longer than one who asks for a rule.
            slots: Scheduler::new(
                Size { begun: slots + PAUSED_PICTURES, ..Size::without_memory(slots, QUEUE) },
                Priority::Low,
            ),
            shed: shed("picture-queue"),
        };
        (slots > 0).then(pictures)
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderBoardResponse {
    /// The bytes.
    pub picture: Bytes,
    /// The format.
    pub format: PictureFormat,
    /// What it shows, in sentences.
    pub alt: String,
}

impl IntoProto<proto::RenderBoardResponse> for RenderBoardResponse {
    fn into_proto(self) -> proto::RenderBoardResponse {
        let media_type = media_type(self.format).to_owned();
        proto::RenderBoardResponse { picture: self.picture.into(), media_type, alt: self.alt }
    }
}

/// Draws a position, a move or a game. The call holds a place for the picture if it is large.
///
/// Beside faults of the position, the moves and the picture, its errors are `NOT_FOUND` from a server that makes no
/// pictures; `OVERLOADED` when too many wait; `DEADLINE_EXCEEDED` when the deadline passes before one can be drawn.
impl Unary for RenderBoard {
    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: RenderBoardRequest,
        call: &Call,
        write: impl FnOnce(Answered<RenderBoardResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let Some(Pictures { painter, slots, shed }) = &service.pictures else {
            return Err(Error::no_pictures());
        };
        let painter = Arc::clone(painter);
        let language = call.language();
        let work = move || render(&request, &painter, language);
        let own = call.clone();
        let large_answers = service.large_answers.clone();
        let finish = move |answer: RenderBoardResponse| {
            large_answers.admit(&own, answer.picture.len() / BYTES_PER_HOUSE)?;
            Ok(own.part("write").in_scope(|| write(Answered::with_sentences(answer))))
        };
        let turns = Turns { scheduler: slots, work: Work::Picture, full: shed };
        service.run_piece(&turns, call, call.deadline(), work, finish).await
    }
}

impl Service {
    /// The address of the picture of a line after these moves, the last of them marked; none where answers have no such
    /// links. The board is shown as in these texts. The token of the line holds everything, whatever the view.
    pub(super) fn picture_url(&self, line: &Line, moves: &[Move], texts: &TextOptions) -> Option<String> {
        let base = self.public_url.as_ref().filter(|_| self.pictures.is_some())?;
        let variant = line.position().rules().variant();
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("token", &line.token());
        if let Some((last, earlier)) = moves.split_last() {
            if !earlier.is_empty() {
                let earlier: Vec<_> = earlier.iter().map(|played| played.text()).collect();
                query.append_pair("moves", &earlier.join(","));
            }
            query.append_pair("move", &last.text());
        }
        if texts.viewer != Side::South {
            query.append_pair("viewer", texts.viewer.name());
        }
        if texts.view != View::All {
            query.append_pair("view", texts.view.name());
        }
        query.append_pair("locale", texts.voice.language.tag());
        Some(format!("{base}/v1/variants/{variant}/board.png?{}", query.finish()))
    }
}

/// Draws a picture, with words in this language.
///
/// # Errors
///
/// Faults of the position, the moves and the picture.
pub fn render(request: &RenderBoardRequest, painter: &Painter, language: Language) -> Result<RenderBoardResponse> {
    let shown = Shown::read(request, language)?;
    let alt = shown.alt(language);
    let still = |scene: &Scene| Still { scene: scene.clone(), time: shown.time };
    let picture = match shown.format {
        PictureFormat::Svg => Some(shown.svg(language).into_bytes()),
        PictureFormat::Png => painter.png(&shown.last, &alt).ok(),
        PictureFormat::Gif => match shown.earlier.split_first() {
            None => painter.gif(&still(&shown.last), &[], &alt).ok(),
            Some((first, others)) => {
                let others = [others, &[still(&shown.last)]].concat();
                painter.gif(first, &others, &alt).ok()
            }
        },
    };
    let picture = picture.ok_or_else(Error::internal)?.into();
    Ok(RenderBoardResponse { picture, format: shown.format, alt: shown.description })
}
