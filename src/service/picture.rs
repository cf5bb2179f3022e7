//! Pictures of positions and moves: render-board, and the links to it.

use std::cell::Cell;
use std::sync::Arc;

use ayla_api::answer::BYTES_PER_HOUSE;
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::event_log::EventLog;
use ayla_api::json::Named;
use ayla_api::read::{self, Game};
use ayla_api::request::PictureFormat;
use ayla_api::request::{PositionRequest, RenderBoardRequest, TextOptions};
use ayla_api::rule_calls::Answered;
use ayla_api::text::{self, LastMove};
use ayla_api::words::{Language, Message, enumeration};
use ayla_fair::scheduler::{Priority, Scheduler, Size, Turn};
use ayla_pictures::{Alt, MOST_FRAMES, Marks, Painter, Scene, Still, Theme, Viewer, Width, of_move, svg};
use ayla_rules::{Line, Move, Position, Proposal, Side, Status, View};
use bytes::Bytes;
use metrics::Counter;

use super::Service;
use super::metrics::shed;
use super::operations::{Exchange, Unary};
use crate::call::{Call, Work};
use crate::operation::Operation;
use crate::operation::contract::RenderBoard;

/// How many pictures may wait. They take a few milliseconds each.
const QUEUE: usize = 64;
/// How many that have begun may wait for their next turn: each takes memory.
const PAUSED: usize = 2;
/// The most bytes of drawings that are kept.
const DRAWINGS: usize = 16 << 20;
/// How long each position of a game stands, in hundredths of a second.
const PLY_TIME: u16 = 120;

/// Where pictures are drawn.
#[derive(Debug)]
pub(super) struct Pictures {
    painter: Arc<Painter>,
    slots: Scheduler,
    shed: Shed,
}

/// Counts pictures that were refused because the queue was full.
struct Shed(Counter);

impl std::fmt::Debug for Shed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shed").finish_non_exhaustive()
    }
}

impl Pictures {
    /// So many slots; nothing for 0.
    pub(super) fn new(slots: usize) -> Option<Self> {
        let pictures = || Self {
            painter: Arc::new(Painter::new(DRAWINGS)),
            // A caller who wants a picture waits a little longer than one who asks for a rule.
            slots: Scheduler::new(Size { begun: slots + PAUSED, ..Size::without_memory(slots, QUEUE) }, Priority::Low),
            shed: Shed(shed("picture-queue")),
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

/// Draws a position, a move or a game. The call holds a place for the picture if it is large.
///
/// Beside faults of the position, the moves and the picture, its errors are `NOT_FOUND` from a server that makes no pictures;
/// `OVERLOADED` when too many wait; `DEADLINE_EXCEEDED` when the deadline passes before one can be drawn.
impl Exchange for RenderBoard {
    const OPERATION: Operation = Operation::RenderBoard;
    type Request = RenderBoardRequest;
    type Answer = RenderBoardResponse;
}

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
        let work = move |turn: &Turn| {
            let shown = Shown::read(&request, language)?;
            let stop = Cell::new(None);
            let picture = shown.draw(&painter, language, &|| {
                stop.set(stop.get().or_else(|| turn.interrupt()));
                stop.get().is_none()
            })?;
            // What was cut short is no picture.
            if stop.get().is_none() { Ok(picture) } else { Err(Error::too_late()) }
        };
        call.before(Work::Picture)?;
        let client = call.client(Work::Picture);
        let drawn = slots.run(service.short_task(call.deadline(), &client), work).await;
        let answer = drawn.unwrap_or_else(|refused| Err(service.refused(refused, || shed.0.increment(1))))?;
        service.large_answers.admit(call, answer.picture.len() / BYTES_PER_HOUSE)?;
        Ok(write(Answered::with_sentences(answer)))
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
    Shown::read(request, language)?.draw(painter, language, &|| true)
}

/// Plays the move that a picture shows as just made.
fn play(request: &RenderBoardRequest, game: &mut Game, proposal: Option<Proposal>) -> Result<Option<(Move, EventLog)>> {
    let Some(proposal) = proposal else { return Ok(None) };
    let text = request.r#move.as_deref().unwrap_or_default();
    let played = game.line().position().check(proposal, None).map_err(|illegal| Error::illegal_move(text, illegal))?;
    let mut log = EventLog::default();
    game.play(played, &mut log);
    Ok(Some((played, log)))
}

/// What a picture is to show.
struct Shown {
    /// The position, or the last one.
    last: Scene,
    /// In what is animated, the scenes before it, with the time of each, and the time of the last.
    earlier: Vec<Still>,
    time: u16,
    format: PictureFormat,
    title: String,
    description: String,
}

impl Shown {
    /// Reads a request, and plays its moves.
    fn read(request: &RenderBoardRequest, language: Language) -> Result<Self> {
        let mut errors = Vec::new();
        let format = request.format.map(|Named(format)| format).or_else(|| {
            errors.push(*Error::at(Field::named("format"), Reason::MissingField, Message::new("format-missing")));
            None
        });
        let width = width(request, &mut errors);
        let asked = [("from", request.from), ("to", request.to)].map(|(name, ply)| Some((name, ply?.to_u32())));
        if format.is_some_and(|format| format != PictureFormat::Gif) {
            let faults = asked.into_iter().flatten().map(|(name, _)| {
                Error::at(Field::named(name), Reason::MalformedRequest, Message::new("plies-without-gif"))
            });
            errors.extend(faults.map(|error| *error));
        }
        let (mut game, proposal) = read::game_and_move(request.line(), request.r#move.as_deref(), errors)?;
        let before = game.line().position();
        let log = play(request, &mut game, proposal)?;
        let near = request.viewer.map_or(Side::South, |Named(side)| side);
        let view = request.view.map_or(View::All, |Named(view)| view);
        let theme = request.theme.map_or(Theme::Light, |Named(theme)| theme);
        let viewer = Viewer { near, view, theme, width };
        let format = format.unwrap_or(PictureFormat::Svg);
        let mut shown = Self::new(&game, log.as_ref(), before, viewer, format, language);
        if asked.iter().any(Option::is_some) {
            let [from, to] = asked.map(|asked| asked.map(|(_, ply)| ply));
            shown.show_game(&game, from.unwrap_or(0), to, viewer)?;
        } else if let Some((_, log)) = log.as_ref().filter(|_| format == PictureFormat::Gif) {
            let scene = Scene { setup: before.setup(), marks: Marks::default(), viewer };
            let (first, others) = of_move(&scene, &log.events, shown.last.clone());
            shown.show([vec![first], others].concat());
        }
        Ok(shown)
    }

    /// The last position of a game, reached by this move.
    fn new(
        game: &Game,
        log: Option<&(Move, EventLog)>,
        before: Position,
        viewer: Viewer,
        format: PictureFormat,
        language: Language,
    ) -> Self {
        let line = game.line();
        let position = game.line().position();
        let last = log.map(|(played, log)| LastMove { mover: before.turn(), played: *played, log });
        let words = text::Scene::new(line, last.as_slice(), viewer.near, language).seen_by(viewer.view);
        let setup = position.setup();
        let standing = language.say(&text::standing(&setup, position.status(), &position, last));
        let title = format!("{}. {standing}", setup.rules.variant().title());
        let marks = log.map_or_else(Marks::default, |(_, log)| marks(log));
        Self {
            last: scene(&position, marks, viewer),
            earlier: Vec::new(),
            time: PLY_TIME,
            format,
            title,
            description: words.spoken(),
        }
    }

    /// Shows these frames; there must be some.
    fn show(&mut self, mut frames: Vec<Still>) {
        if let Some(last) = frames.pop() {
            (self.last, self.time, self.earlier) = (last.scene, last.time, frames);
        }
    }

    /// Shows each position of a game, from after so many of its moves to after so many.
    fn show_game(&mut self, game: &Game, from: u32, to: Option<u32>, viewer: Viewer) -> Result<()> {
        let plies = game.moves().len() as u32;
        let to = to.unwrap_or(plies);
        let fault = |name, message| Err(Error::at(Field::named(name), Reason::MalformedRequest, message));
        if to > plies {
            return fault("to", Message::new("no-such-ply").with("plies", plies));
        }
        if from > to {
            return fault("from", Message::new("plies-backwards").with("from", from).with("to", to));
        }
        if to - from >= MOST_FRAMES as u32 {
            return fault("from", Message::new("too-many-plies").with("most", MOST_FRAMES));
        }
        let mut line = Line::from(game.start());
        let mut frames = Vec::with_capacity((to - from) as usize + 1);
        for ply in 0..=to {
            let log = (ply > 0).then(|| {
                let mut log = EventLog::default();
                line.play_unchecked(game.moves()[ply as usize - 1], &mut log);
                log
            });
            if ply >= from {
                let marks = log.as_ref().map_or_else(Marks::default, marks);
                frames.push(Still { scene: scene(&line.position(), marks, viewer), time: PLY_TIME });
            }
        }
        self.show(frames);
        Ok(())
    }

    /// Draws the picture, as long as `goes_on` says so. Its words are in this language.
    fn draw(self, painter: &Painter, language: Language, goes_on: &dyn Fn() -> bool) -> Result<RenderBoardResponse> {
        let alt = Alt { title: &self.title, description: &self.description, language: language.tag() };
        let still = |scene: &Scene| Still { scene: scene.clone(), time: self.time };
        let picture = match self.format {
            PictureFormat::Svg => Some(svg(&self.last, &alt).into_bytes()),
            PictureFormat::Png => painter.png(&self.last, &alt).ok(),
            PictureFormat::Gif => match self.earlier.split_first() {
                None => painter.gif(&still(&self.last), &[], &alt).ok(),
                Some((first, others)) => {
                    let others = [others, &[still(&self.last)]].concat();
                    painter.gif_while(first, &others, &alt, goes_on).ok()
                }
            },
        };
        let picture = picture.ok_or_else(Error::internal)?.into();
        Ok(RenderBoardResponse { picture, format: self.format, alt: self.description })
    }
}

/// A position with the houses that can be played.
fn scene(position: &Position, marks: Marks, viewer: Viewer) -> Scene {
    let legal = match position.status() {
        Status::InProgress { .. } => position.legal_moves(),
        Status::Over { .. } => Vec::new(),
    };
    Scene { setup: position.setup(), marks: marks.with_legal(&legal), viewer }
}

/// The marks of a move.
fn marks(log: &EventLog) -> Marks {
    let marks = Marks::of_move(&log.events);
    if log.truncated { marks.without_end() } else { marks }
}

/// The width asked for.
fn width(request: &RenderBoardRequest, errors: &mut Vec<Error>) -> Width {
    let Some(asked) = request.width else { return Width::W640 };
    let asked = asked.to_u32();
    Width::ALL.iter().copied().find(|width| width.pixels() == asked).unwrap_or_else(|| {
        let widths = enumeration("list-or", Width::ALL.iter().map(|width| width.pixels()));
        let message = Message::new("picture-width").with("widths", widths);
        errors.push(*Error::at(Field::named("width"), Reason::MalformedRequest, message));
        Width::W640
    })
}
