//! play-turn: the move of a person, the reply of the engine, and all that is shown of the game after them.

use ayla_rules::notation::read_move;
use ayla_rules::{Illegal, Line, Move, Position, Proposal, Side, Status, Variant, View, ruling};

use crate::answer::{
    Agreement, Board, Event, IllegalMove, Play, PlayTurnResponse, Refused, SeenPosition, StartGameResponse,
    SuggestMoveResponse, Texts, Unanswered,
};
use crate::error::{Error, Field, Reason, Result};
use crate::event_log::EventLog;
use crate::json::Named;
use crate::preset::Presets;
use crate::read::{self, Game};
use crate::request::{Omit, Part, PlayTurnRequest, TextOptions, TextRequest};
use crate::search::{Found, SearchOptions};
use crate::text::{self, LastMove};
use crate::words::{self, Message, Voice};

/// The most moves of a reply: a player may have to pass, to take, or to move again, several times in a row.
const MOST_REPLIES: usize = 8;

/// A turn that is being played.
#[derive(Debug)]
pub struct Turn {
    game: Game,
    /// The line before the moves of the turn.
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
#[derive(Debug)]
pub struct Made {
    /// The player who made it.
    pub mover: Side,
    /// The move.
    pub played: Move,
    /// The seat of the player in a team (AN-7).
    pub seat: Option<u32>,
    /// What happened in it.
    pub log: EventLog,
    /// What the engine found before it made the move.
    pub suggestion: Option<SuggestMoveResponse>,
}

impl Turn {
    /// Reads a request, and plays the person's move if there is one.
    ///
    /// # Errors
    ///
    /// Faults of the game, the texts, the names or the reply. A move that cannot be made is no error: the answer says so.
    pub fn begin(request: &PlayTurnRequest, presets: &Presets) -> Result<Self> {
        let PlayTurnRequest { r#move, reply, omit, record, .. } = request;
        let names = request.names.clone().unwrap_or_default();
        let texts = request.text_options().for_reader(request.view, names.clone());
        let mut errors = read::text_faults(&texts);
        errors.extend(read::name_faults(&names));
        let options = reply.map(|reply| SearchOptions::read(reply, |name| Field::named("reply").then(name)));
        let options = options.transpose().map_err(|error| errors.push(*error)).ok().flatten();
        let game = read::game_and_seat(request, presets, errors)?;
        let mut turn = Self {
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

    /// The line before the moves of the turn.
    #[must_use]
    pub const fn before(&self) -> &Line {
        &self.before
    }

    /// The line with the moves of the turn.
    #[must_use]
    pub const fn line(&self) -> &Line {
        self.game.line()
    }

    /// The moves made in the turn.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.moves.iter().map(|made| made.played).collect()
    }

    /// What the answer is to have as texts.
    #[must_use]
    pub const fn texts(&self) -> &TextOptions {
        &self.texts
    }

    /// The game after the turn as sentences without layout.
    #[must_use]
    pub fn spoken(&self) -> String {
        let TextOptions { side, view, voice, .. } = &self.texts;
        let moves: Vec<_> = self.moves.iter().map(Made::last_move).collect();
        text::Scene::new(self.line(), &moves, *side, voice.clone()).seen_by(*view).spoken()
    }

    fn position(&self) -> Position {
        self.line().position()
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
    #[must_use]
    pub fn awaited_reply(&self) -> Option<SearchOptions> {
        let (side, options) = self.engine?;
        (self.is_turn_of(side) && self.replies < MOST_REPLIES).then_some(options)
    }

    fn is_turn_of(&self, side: Side) -> bool {
        let position = self.position();
        position.turn() == side && matches!(position.status(), Status::InProgress { .. })
    }

    /// Plays the move that the engine suggests.
    pub fn reply(&mut self, found: Found) {
        self.replies += 1;
        let played = found.best.played;
        // The value, and what it was found by, would tell of seeds that are hidden.
        let suggestion = (!self.hides()).then(|| SuggestMoveResponse::new(found, self.omit));
        self.play(played, suggestion);
    }

    /// Notes that the reply could not be searched.
    pub fn leave_unanswered(&mut self, error: Box<Error>) {
        self.engine = None;
        self.unanswered = Some(Unanswered::new(error, self.voice().language));
    }

    /// Whether the view hides anything of this game.
    fn hides(&self) -> bool {
        self.texts.view.hides(self.position().rules().variant())
    }

    /// The answer.
    #[must_use]
    pub fn answer(self) -> PlayTurnResponse {
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
        let standing = voice.say(&text::standing(&setup, status, &position, last.last().copied()));
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
    /// The move, for a text.
    #[must_use]
    pub const fn last_move(&self) -> LastMove<'_> {
        LastMove { mover: self.mover, played: self.played, log: &self.log }
    }

    /// The move, as somebody with this view may see it.
    #[must_use]
    pub fn shown(self, variant: Variant, view: View, omit: Omit, voice: &Voice) -> Play {
        let sentence = voice.say_all(&self.last_move().messages(variant, view));
        let Self { mover, played, seat, log, suggestion } = self;
        let has_events = !omit.has(Part::Events);
        let events = || Event::all(&log.events).map(|event| event.seen(variant, view)).collect();
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
