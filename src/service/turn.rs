//! play-turn: the move of a person, the reply of the engine, and all that is shown of the game after them.

use std::sync::Arc;
use std::time::Instant;

#[cfg(feature = "pictures")]
use ayla_rules::Line;
use ayla_rules::notation::read_move;
use ayla_rules::{Illegal, Move, Position, Proposal, Side, Status, Variant, View, ruling};

use super::Service;
use super::answer::{
    Agreement, Board, Event, IllegalMove, Picture, Play, PlayTurnResponse, Refused, SeenPosition, StartGameResponse,
    SuggestMoveResponse, Texts, Unanswered,
};
use super::call::{Answered, Call, CallContext, PlayTurn};
use super::error::{Error, Field, Reason, Result};
use super::json::Named;
use super::operation::Operation;
#[cfg(feature = "pictures")]
use super::picture::Link;
use super::preset::Presets;
use super::read::{self, Game};
use super::request::{Omit, Part, PlayTurnRequest, TextOptions, TextRequest};
use super::suggest::{Found, SearchOptions, Times};
use crate::event_log::EventLog;
use crate::text::{self, LastMove};
use crate::words::{self, Message, Voice};

/// The most moves of a reply: a player may have to pass, to take, or to move again, several times in a row.
const MOST_REPLIES: usize = 8;

/// Plays a person's move, lets the engine reply, and describes the game after that.
///
/// A move that cannot be made and a reply that cannot be searched are answers. Each search is one of suggest-move, with its
/// limits, and waits for its turn as such; the call's gate is asked before it. All of them together end by the deadline.
impl Call for PlayTurn {
    const OPERATION: Operation = Operation::PlayTurn;
    type Request = PlayTurnRequest;
    type Answer = PlayTurnResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: PlayTurnRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<PlayTurnResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let (arrived, presets, language) = (Instant::now(), service.presets(), request.language);
        let times = Times::new(call.deadline(), service.limits().longest_deadline);
        let begin = move |request: &PlayTurnRequest| Turn::begin(request, &presets);
        let mut turn = service.rule_call(request, call.deadline(), call, begin).await?;
        let level = turn.awaited_reply().map(|options| options.level());
        while let Some(options) = turn.awaited_reply() {
            let found = match call.before_search() {
                Ok(()) => {
                    let line = turn.game.line().clone();
                    service.search_line(line, options, times.of_later_search(), call, None).await
                }
                Err(refused) => Err(refused),
            };
            match found {
                Ok(found) => turn.reply(found),
                Err(error) => turn.leave_unanswered(error),
            }
        }
        let picture = service.picture_of(&turn);
        let mut answer = PlayTurnResponse { picture, ..turn.answer() };
        if service.large_answers.admit(call, answer.sown_houses()).is_err() {
            // The moves were made, and may have been searched for long: only what happened in them is left out.
            answer.leave_out_events();
        }
        if let Some(level) = level {
            service.metrics.turn(level, arrived.elapsed());
        }
        Ok(write(Answered::in_language(language, answer)))
    }
}

impl Service {
    /// The picture of the game after a turn; none from a server without pictures, or without a public address.
    #[cfg(feature = "pictures")]
    fn picture_of(&self, turn: &Turn) -> Option<Picture> {
        let Turn { game, before, moves, texts, .. } = turn;
        let moves: Vec<_> = moves.iter().map(Made::last_move).collect();
        let link = Link { side: texts.side, view: texts.view, language: texts.voice.language };
        let url = self.picture_url(before, &moves.iter().map(|last| last.played).collect::<Vec<_>>(), link)?;
        let scene = text::Scene::new(game.line(), &moves, texts.side, texts.voice.clone()).seen_by(texts.view);
        Some(Picture { url, alt: scene.spoken() })
    }

    #[cfg(not(feature = "pictures"))]
    const fn picture_of(&self, _: &Turn) -> Option<Picture> {
        None
    }
}

/// A turn that is being played.
struct Turn {
    game: Game,
    /// The line before the moves of the turn.
    #[cfg(feature = "pictures")]
    before: Line,
    /// The moves made in the turn.
    moves: Vec<Made>,
    /// The side of the engine, and what is asked of it, while it may still have to reply.
    engine: Option<(Side, SearchOptions)>,
    /// The moves of the engine.
    replies: usize,
    refused: Option<Refused>,
    unanswered: Option<Unanswered>,
    texts: TextOptions,
    omit: Omit,
    /// Whether the answer is to have the whole game as a line.
    has_record: bool,
}

/// A move made in a turn, or in a game that is played again.
pub(super) struct Made {
    pub(super) mover: Side,
    pub(super) played: Move,
    pub(super) seat: Option<u32>,
    pub(super) log: EventLog,
    pub(super) suggestion: Option<SuggestMoveResponse>,
}

impl Turn {
    /// Reads a request, and plays the person's move if there is one.
    fn begin(request: &PlayTurnRequest, presets: &Presets) -> Result<Self> {
        let PlayTurnRequest { r#move, reply, omit, record, .. } = request;
        let names = request.names.clone().unwrap_or_default();
        let texts = request.text_options().for_reader(request.view, names.clone());
        let mut errors = read::text_faults(&texts);
        errors.extend(read::name_faults(&names));
        let options = reply.map(|reply| SearchOptions::read(reply, |name| Field::named("reply").then(name)));
        let options = options.transpose().map_err(|error| errors.push(*error)).ok().flatten();
        let game = read::game_and_seat(request, presets, errors)?;
        let mut turn = Self {
            #[cfg(feature = "pictures")]
            before: game.line().clone(),
            game,
            moves: Vec::new(),
            engine: None,
            replies: 0,
            refused: None,
            unanswered: None,
            texts,
            omit: *omit,
            has_record: record.unwrap_or_default(),
        };
        let mover = turn.position().turn();
        let person = match (&turn.texts.side, r#move) {
            (Some(side), _) => *side,
            (None, Some(_)) => mover,
            (None, None) => mover.other(),
        };
        turn.engine = options.map(|options| (person.other(), options));
        if turn.engine.is_some() {
            // The board keeps its place while the two play.
            turn.texts.side = Some(person);
        }
        turn.play_move(request);
        Ok(turn)
    }

    fn position(&self) -> Position {
        self.game.line().position()
    }

    fn voice(&self) -> &Voice {
        &self.texts.voice
    }

    /// Plays the person's move, or notes why it is refused.
    fn play_move(&mut self, request: &PlayTurnRequest) {
        let Some(text) = &request.r#move else { return };
        let position = self.position();
        let variant = position.rules().variant();
        let proposal = if request.lenient.unwrap_or(true) {
            read::lenient_move(text, variant, position.turn(), request.language)
        } else {
            read_move(text, variant)
        };
        let seat = request.seat.map(|seat| seat.to_u32());
        match self.allowed(proposal, text, seat, request.side.map(|Named(side)| side)) {
            Ok(played) => self.play(played, None),
            Err(refused) => {
                self.refused = Some(*refused);
                self.engine = None;
            }
        }
    }

    /// The move, if `speaker` may make it now.
    fn allowed(
        &self,
        proposal: Option<Proposal>,
        text: &str,
        seat: Option<u32>,
        speaker: Option<Side>,
    ) -> std::result::Result<Move, Box<Refused>> {
        let (position, voice) = (self.position(), self.voice());
        let illegal = |illegal: Illegal| Box::new(Refused::illegal(&illegal, voice));
        let is_over = matches!(position.status(), Status::Over { .. });
        // Both agree, whoever says so (AW-7).
        let is_agreed = proposal == Some(Proposal::Agree);
        match (proposal, speaker.filter(|&speaker| speaker != position.turn())) {
            // Every move is refused then (C-8).
            _ if is_over => position.check(proposal.unwrap_or(Proposal::Pass), None).map_err(illegal),
            (_, Some(speaker)) if !is_agreed => {
                let message = Message::new("not-your-turn").with("speaker", speaker).with("mover", position.turn());
                Err(Box::new(Refused::new(Reason::NotYourTurn, ruling::C_3, &message, voice)))
            }
            (Some(proposal), _) => position.check(proposal, seat).map_err(illegal),
            (None, _) => {
                let rules = position.rules();
                let message = Message::new("no-move-of-game")
                    .quoting("text", text)
                    .with("moves", words::moves(rules.variant().about().moves, rules.houses()));
                Err(Box::new(Refused::new(Reason::MalformedMove, ruling::N_6, &message, voice)))
            }
        }
    }

    /// Plays a legal move.
    fn play(&mut self, played: Move, suggestion: Option<SuggestMoveResponse>) {
        let position = self.position();
        let mut log = self.moves.last().map_or_else(EventLog::default, |made| made.log.for_next_move());
        self.game.play(played, &mut log);
        let seat = position.seat(played);
        self.moves.push(Made { mover: position.turn(), played, seat, log, suggestion });
    }

    /// What is asked of the engine, if it is its turn.
    fn awaited_reply(&self) -> Option<SearchOptions> {
        let (side, options) = self.engine?;
        (self.is_turn_of(side) && self.replies < MOST_REPLIES).then_some(options)
    }

    fn is_turn_of(&self, side: Side) -> bool {
        let position = self.position();
        position.turn() == side && matches!(position.status(), Status::InProgress { .. })
    }

    /// Plays the move that the engine suggests.
    fn reply(&mut self, found: Found) {
        self.replies += 1;
        let played = found.best.played;
        // The value, and what it was found by, would tell of seeds that are hidden.
        let suggestion = (!self.hides()).then(|| SuggestMoveResponse::new(found, self.omit));
        self.play(played, suggestion);
    }

    /// Notes that the reply could not be searched.
    fn leave_unanswered(&mut self, error: Box<Error>) {
        self.engine = None;
        self.unanswered = Some(Unanswered::new(error, self.voice().language));
    }

    /// Whether the view hides anything of this game.
    fn hides(&self) -> bool {
        self.texts.view.hides(self.position().rules().variant())
    }

    /// The answer.
    fn answer(self) -> PlayTurnResponse {
        let (position, is_hidden) = (self.position(), self.hides());
        let truncated = self.engine.is_some_and(|(side, _)| self.is_turn_of(side)).then_some(true);
        let (setup, status) = (position.setup(), position.status());
        let Self { game, moves, refused, unanswered, texts, omit, has_record, .. } = self;
        let (variant, view, voice) = (setup.rules.variant(), texts.view, texts.voice.clone());
        let shown = StartGameResponse::new(game.line(), omit);
        let last: Vec<_> = moves.iter().map(Made::last_move).collect();
        let notice = refused.as_ref().map(|refused| &refused.message);
        let notice = notice.or_else(|| unanswered.as_ref().map(|unanswered| &unanswered.message)).cloned();
        let text = Texts::new(game.line(), &last, TextOptions { notice, ..texts });
        let standing = voice.say(&text::standing(&setup, status, &position));
        let (prompt, result) = match status {
            Status::InProgress { .. } => (Some(standing), None),
            Status::Over { .. } => (None, Some(standing)),
        };
        PlayTurnResponse {
            plays: moves.into_iter().map(|made| made.shown(variant, view, omit, &voice)).collect(),
            refused,
            unanswered,
            truncated,
            position: SeenPosition::new(shown.position, is_hidden),
            board: Board::new(&setup, view),
            status: shown.status,
            legal_moves: shown.legal_moves,
            illegal_moves: IllegalMove::all(&position, omit, &voice),
            prompt,
            result,
            agree: if is_hidden { None } else { Agreement::of(position) },
            text,
            record: if has_record && !is_hidden { game.record() } else { None },
            picture: None,
        }
    }
}

impl Made {
    pub(super) const fn last_move(&self) -> LastMove<'_> {
        LastMove { mover: self.mover, played: self.played, log: &self.log }
    }

    /// The move, as somebody with this view may see it.
    pub(super) fn shown(self, variant: Variant, view: View, omit: Omit, voice: &Voice) -> Play {
        let sentence = voice.say_all(&self.last_move().messages(variant, view));
        let Self { mover, played, seat, log, suggestion } = self;
        let has_events = !omit.has(Part::Events);
        let events = || log.events.into_iter().map(|event| Event::seen(event, variant, view)).collect();
        Play {
            side: Named(mover),
            r#move: played.text(),
            seat,
            events_truncated: (has_events && log.truncated).then_some(true),
            events: has_events.then(events),
            sentence,
            suggestion,
        }
    }
}
