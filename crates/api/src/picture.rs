//! render-board: what a picture shows, and its words.

use ayla_pictures::{Alt, MOST_FRAMES, Marks, Scene, Still, Theme, Viewer, Width, of_move, svg};
use ayla_rules::{Line, Position, Proposal, Side, Status, View};
use ayla_steps::has_to_stop;

use crate::error::{Error, Field, Reason, Result};
use crate::event_log::EventLog;
use crate::json::{Named, Whole};
use crate::read::{self, Game};
use crate::request::{LineInput, PictureFormat, PositionRequest, RenderBoardRequest};
use crate::text::{self, LastMove};
use crate::words::{Language, Message, enumeration};

/// How long each position of a game stands, in hundredths of a second.
const PLY_TIME: u16 = 120;

/// Plays the move that a picture shows as just made.
fn play(request: &RenderBoardRequest, game: &mut Game, proposal: Option<Proposal>) -> Result<Option<LastMove>> {
    let Some(proposal) = proposal else { return Ok(None) };
    let text = request.r#move.as_deref().unwrap_or_default();
    let played = game.line().position().check(proposal, None).map_err(|illegal| Error::illegal_move(text, illegal))?;
    Ok(Some(game.play_with_log(played, EventLog::default())))
}

/// What a picture is to show.
#[derive(Debug)]
pub struct Shown {
    /// The position, or the last one.
    pub last: Scene,
    /// In what is animated, the scenes before it, with the time of each, and the time of the last.
    pub earlier: Vec<Still>,
    /// The time of the last scene, in hundredths of a second.
    pub time: u16,
    /// The format.
    pub format: PictureFormat,
    /// A few words.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
}

impl Shown {
    /// Reads a request, and plays its moves. The words are in this language.
    ///
    /// # Errors
    ///
    /// Faults of the position, the moves and the picture.
    pub fn read(request: &RenderBoardRequest, language: Language) -> Result<Self> {
        let mut errors = Vec::new();
        let format = request.format.map(|Named(format)| format).or_else(|| {
            errors.push(*Error::at(Field::named("format"), Reason::MissingField, Message::new("format-missing")));
            None
        });
        let width = width(request, &mut errors);
        let [from, to] = [request.from, request.to].map(|ply| ply.map(Whole::to_u32));
        if format.is_some_and(|format| format != PictureFormat::Gif) {
            for (name, _) in [("from", from), ("to", to)].into_iter().filter(|(_, ply)| ply.is_some()) {
                let message = Message::new("plies-without-gif");
                errors.push(*Error::at(Field::named(name), Reason::MalformedRequest, message));
            }
        }
        let line = LineInput { puzzle: request.puzzle.as_deref(), ..request.line() };
        let (mut game, proposal) = read::game_and_move(line, request.r#move.as_deref(), errors)?;
        let before = game.line().position();
        let last = play(request, &mut game, proposal)?;
        let near = request.viewer.map_or(Side::South, |Named(side)| side);
        let view = request.view.map_or(View::All, |Named(view)| view);
        let theme = request.theme.map_or(Theme::Light, |Named(theme)| theme);
        let viewer = Viewer { near, view, theme, width };
        let format = format.unwrap_or(PictureFormat::Svg);
        let mut shown = Self::new(&game, last.as_ref(), viewer, format, language);
        if from.is_some() || to.is_some() {
            shown.show_game(&game, from.unwrap_or(0), to, viewer)?;
        } else if let Some(LastMove { log, .. }) = last.filter(|_| format == PictureFormat::Gif) {
            let scene = Scene { setup: before.setup(), marks: Marks::default(), viewer };
            let (first, others) = of_move(&scene, &log.events, shown.last.clone());
            shown.show([vec![first], others].concat());
        }
        Ok(shown)
    }

    /// The last position of a game, reached by this move.
    fn new(game: &Game, last: Option<&LastMove>, viewer: Viewer, format: PictureFormat, language: Language) -> Self {
        let position = game.line().position();
        let words = text::Scene::new(game.line(), last, viewer.near, language).seen_by(viewer.view);
        let setup = position.setup();
        let standing = language.say(&text::standing(&setup, position.status(), &position, last));
        let title = format!("{}. {standing}", setup.rules.variant().title());
        let marks = last.map_or_else(Marks::default, |last| marks(&last.log));
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

    /// Shows each position of a game from the ply `from` to the ply `to`, or to its last one.
    fn show_game(&mut self, game: &Game, from: u32, to: Option<u32>, viewer: Viewer) -> Result<()> {
        let plies = game.moves().len() as u32;
        let to = to.unwrap_or(plies);
        let fault = |name, message| Err(Error::at(Field::named(name), Reason::MalformedRequest, message));
        if to > plies {
            return fault("to", message!("no-such-ply", plies));
        }
        if from > to {
            return fault("from", message!("plies-backwards", from, to));
        }
        if to - from >= MOST_FRAMES as u32 {
            return fault("from", message!("too-many-plies", most = MOST_FRAMES));
        }
        let mut line = Line::from(game.start());
        let mut frames = Vec::with_capacity((to - from) as usize + 1);
        for ply in 0..=to {
            if has_to_stop() {
                break;
            }
            let played = ply.checked_sub(1).map(|before| game.moves()[before as usize]);
            let last = played.map(|played| LastMove::play(&mut line, played, EventLog::default()));
            if ply >= from {
                let marks = last.map_or_else(Marks::default, |last| marks(&last.log));
                frames.push(Still { scene: scene(&line.position(), marks, viewer), time: PLY_TIME });
            }
        }
        self.show(frames);
        Ok(())
    }

    /// The picture as SVG, with the words in the language in which it was read.
    pub fn svg(&self, language: Language) -> String {
        svg(&self.last, &self.alt(language))
    }

    /// The words of the picture.
    pub fn alt(&self, language: Language) -> Alt<'_> {
        Alt { title: &self.title, description: &self.description, language: language.tag() }
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
    let mut marks = Marks::of_move(&log.events);
    marks.end = marks.end.filter(|_| !log.truncated);
    marks
}

/// The width asked for.
fn width(request: &RenderBoardRequest, errors: &mut Vec<Error>) -> Width {
    let Some(asked) = request.width else { return Width::W640 };
    let asked = asked.to_u32();
    Width::ALL.iter().copied().find(|width| width.pixels() == asked).unwrap_or_else(|| {
        let widths = enumeration("list-or", Width::ALL.iter().map(|width| width.pixels()));
        let message = message!("picture-width", widths);
        errors.push(*Error::at(Field::named("width"), Reason::MalformedRequest, message));
        Width::W640
    })
}
