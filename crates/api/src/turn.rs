//! play-turn: the move of a person, the reply of the engine, and all that is shown of the game after them.

mod puzzle;

use ayla_rules::notation::read_move;
use ayla_rules::{
    BadToken, Illegal, IllegalReason, Line, Move, Position, Proposal, Ruling, Side, Status, Token, Variant, View,
    ruling,
};
use ayla_steps::{count, has_to_stop, weights};

use crate::answer::{
    Agreement, Board, Event, IllegalMove, LocalizedTexts, Play, PlayTurnResponse, Proposed, Refused, SeenPosition,
    StartGameResponse, SuggestMoveResponse, Texts, Unanswered,
};
use crate::error::{Error, Field, Reason, Result};
use crate::event_log::EventLog;
use crate::json::Named;
use crate::preset::Presets;
use crate::read::{self, Game};
use crate::request::{Omit, Part, PlayTurnRequest, TextOptions, TextRequest};
use crate::search::{Found, SearchOptions};
use crate::text::{self, LastMove};
use crate::words::{self, Language, Message, Voice};
use puzzle::Solving;

/// The most moves of a reply: a player may have to pass, to take, or to move again, several times in a row.
const MOST_REPLIES: usize = 8;

/// A turn that is being played.
#[derive(Clone, Debug)]
pub struct Turn {
    game: Game,
    /// The line before the moves of the turn.
    pub before: Line,
    /// The moves made in the turn.
    moves: Vec<Made>,
    /// The side of the engine, and what is asked of it, while it may still have to reply.
    engine: Option<(Side, SearchOptions)>,
    /// The moves of the engine.
    replies: usize,
    /// The proposal to stop that was made in the turn.
    offer: Option<Offer>,
    refused: Option<Refusal>,
    unanswered: Option<Unanswered>,
    /// The puzzle that is being solved.
    puzzle: Option<Solving>,
    /// What the answer is to have as texts.
    pub texts: TextOptions,
    /// The further languages in which the answer is to have the texts.
    languages: Vec<Language>,
    omit: Omit,
    /// Whether the answer is to have the whole game as a line.
    has_record: bool,
}

/// Why the person's move is not played.
#[derive(Clone, Debug)]
struct Refusal {
    reason: Reason,
    ruling: Ruling,
    message: Message,
}

impl Refusal {
    /// Why a move that is not legal is refused.
    fn illegal(illegal: &Illegal) -> Self {
        Self { reason: Reason::Illegal(illegal.reason()), ruling: illegal.ruling(), message: illegal.into() }
    }

    fn shown(&self, voice: &Voice) -> Refused {
        Refused::new(self.reason, self.ruling, &self.message, voice)
    }
}

/// A proposal to stop, before it is known what comes of it.
#[derive(Clone, Debug)]
struct Offer {
    /// Who proposes.
    by: Side,
    /// What agreeing would give.
    terms: Agreement,
    /// Whether the engine agrees; none before it has answered, and between people.
    accepted: Option<bool>,
}

/// A move made in a turn, or in a game that is played again.
#[derive(Clone, Debug)]
pub struct Made {
    /// The move, and what happened in it.
    pub last: LastMove,
    /// The seat of the player in a team (AN-7).
    pub seat: Option<u32>,
    /// What the engine found before it made the move.
    pub suggestion: Option<SuggestMoveResponse>,
}

impl Turn {
    /// Reads a request, and plays the person's move if there is one.
    ///
    /// # Errors
    ///
    /// Faults of the game, the texts or the reply, and `MISSING_FIELD` for `agree` without the side that agrees. A move
    /// that cannot be made is no error: the answer says so.
    pub fn begin(request: &PlayTurnRequest, presets: &Presets, language: Language) -> Result<Self> {
        let newest = newest_board(request)?;
        let is_old = newest.is_some();
        let request = newest.as_ref().unwrap_or(request);
        let PlayTurnRequest { r#move, reply, omit, record, locales, puzzle, .. } = request;
        let texts = request.text_options(language).seen_by(request.view).addressing(request.side);
        let mut errors = read::text_faults(&texts, "side");
        let options = reply.map(|reply| SearchOptions::read(reply, None, |name| Field::named("reply").then(name)));
        let options = options.transpose().map_err(|error| errors.push(*error)).ok().flatten();
        if puzzle.is_some() && reply.is_some() {
            errors.push(*Error::conflict(&["puzzle", "reply"], "puzzle-and-reply"));
        }
        let game = read::game_and_seat(request, presets, &texts.voice, errors)?;
        let position = game.line().position();
        if let Some(options) = options {
            options.check_level(position.rules().variant(), Field::named("reply").then("level"))?;
        }
        let puzzle = puzzle.as_deref().map(|id| Solving::begin(id, &position)).transpose()?;
        let mut turn = Self {
            before: game.line().clone(),
            game,
            moves: Vec::new(),
            engine: None,
            replies: 0,
            offer: None,
            refused: None,
            unanswered: None,
            puzzle,
            texts,
            languages: Vec::new(),
            omit: *omit,
            has_record: record.unwrap_or_default(),
        };
        for language in locales.iter().map(|locale| Language::of_locale(locale).unwrap_or(language)) {
            count(weights::POSITION);
            if has_to_stop() {
                break;
            }
            if !turn.languages.contains(&language) {
                turn.languages.push(language);
            }
        }
        if is_old {
            let message = Message::new("old-board");
            turn.refused = Some(Refusal { reason: Reason::OldBoard, ruling: ruling::C_3, message });
        }
        let mover = turn.position().turn();
        let person = match (request.side, r#move) {
            (Some(Named(side)), _) => side,
            (None, Some(_)) => mover,
            (None, None) => mover.other(),
        };
        turn.engine = options.map(|options| (person.other(), options));
        turn.follow_puzzle();
        turn.play_move(request)?;
        Ok(turn)
    }

    /// The line with the moves of the turn.
    pub const fn line(&self) -> &Line {
        self.game.line()
    }

    /// The moves made in the turn.
    pub fn moves(&self) -> Vec<Move> {
        self.moves.iter().map(|made| made.last.played).collect()
    }

    /// The game after the turn as sentences without layout.
    pub fn spoken(&self) -> String {
        let TextOptions { viewer, view, voice, .. } = &self.texts;
        let moves = self.moves.iter().map(|made| &made.last);
        text::Scene::new(self.line(), moves, *viewer, voice.clone()).seen_by(*view).spoken()
    }

    fn position(&self) -> Position {
        self.line().position()
    }

    /// Plays the person's move, or notes why it is refused, or that it is a proposal.
    fn play_move(&mut self, request: &PlayTurnRequest) -> Result<()> {
        let Some(text) = &request.r#move else { return Ok(()) };
        let position = self.position();
        let seat = request.seat.map(|seat| seat.to_u32());
        let (proposal, named_seat) = if request.lenient.unwrap_or(true) {
            let typed = read::move_of_turn(text, self.line(), &self.texts);
            // A text that names another seat than the request is no move.
            let typed = typed.filter(|typed| typed.seat.is_none() || seat.is_none() || typed.seat == seat);
            (typed.map(|typed| typed.proposal), typed.and_then(|typed| typed.seat))
        } else {
            (read_move(text, &position.rules()), None)
        };
        let seat = seat.or(named_seat);
        match self.allowed(proposal, text, seat, request.side.map(|Named(side)| side)) {
            Ok(Move::Agree) if self.puzzle.is_some() => {
                let message = Message::new("puzzle-without-agreement");
                let reason = Reason::Illegal(IllegalReason::NotInThisGame);
                self.refused = Some(Refusal { reason, ruling: ruling::C_3, message });
            }
            Ok(Move::Agree) => self.agree(request)?,
            Ok(played) if self.puzzle.is_some() => self.solve(played)?,
            Ok(played) => self.play(position.turn(), played, None),
            Err(refused) => {
                self.refused = Some(refused);
                self.engine = None;
            }
        }
        Ok(())
    }

    /// Ends the game if the other person had proposed it; else it is a proposal, for the engine or the other person to
    /// answer.
    fn agree(&mut self, request: &PlayTurnRequest) -> Result<()> {
        let Some(Named(by)) = request.side else {
            return Err(Error::at(Field::named("side"), Reason::MissingField, Message::new("agree-needs-side")));
        };
        if self.engine.is_none() && request.proposed_by == Some(Named(by.other())) {
            self.play(by, Move::Agree, None);
        } else {
            self.offer = Agreement::of(self.position()).map(|terms| Offer { by, terms, accepted: None });
        }
        Ok(())
    }

    /// The move, if `speaker` may make it now.
    fn allowed(
        &self,
        proposal: Option<Proposal>,
        text: &str,
        seat: Option<u32>,
        speaker: Option<Side>,
    ) -> std::result::Result<Move, Refusal> {
        let position = self.position();
        let illegal = |illegal: Illegal| Refusal::illegal(&illegal);
        let is_over = matches!(position.status(), Status::Over { .. });
        // A player may propose to stop in the other's turn, too (AW-7).
        let is_agreed = proposal == Some(Proposal::Agree);
        match (proposal, speaker.filter(|&speaker| speaker != position.turn())) {
            // Every move is refused then (C-8).
            _ if is_over => position.check(proposal.unwrap_or(Proposal::Pass), None).map_err(illegal),
            (_, Some(speaker)) if !is_agreed => {
                let message = message!("not-your-turn", speaker);
                Err(Refusal { reason: Reason::NotYourTurn, ruling: ruling::C_3, message })
            }
            (Some(proposal), _) => position.check(proposal, seat).map_err(illegal),
            (None, _) => {
                let rules = position.rules();
                let can_agree = Agreement::of(position).is_some();
                let message = match read::way_on(text) {
                    Some(key) if can_agree || key != "help-with-stop" => Message::new(key),
                    Some(_) => Message::new("help-with-moves"),
                    None => Message::new("no-move-of-game").quoting("text", text),
                };
                let message = message.with("moves", words::moves(rules.variant().about().moves, rules.houses()));
                Err(Refusal { reason: Reason::MalformedMove, ruling: ruling::N_6, message })
            }
        }
    }

    /// Plays a legal move.
    fn play(&mut self, mover: Side, played: Move, suggestion: Option<SuggestMoveResponse>) {
        let seat = self.position().seat(played);
        let log = self.moves.last().map_or_else(EventLog::default, |made| made.last.log.for_next_move());
        let last = LastMove { mover, ..self.game.play_with_log(played, log) };
        self.moves.push(Made { last, seat, suggestion });
    }

    /// What is asked of the engine, if it is its turn or it has to answer a proposal. It is asked about
    /// [`searched_line`](Self::searched_line).
    pub fn awaited_reply(&self) -> Option<SearchOptions> {
        if let Some(puzzle) = &self.puzzle {
            return puzzle.awaited_reply();
        }
        let (side, options) = self.engine?;
        let has_open_offer = self.offer.as_ref().is_some_and(|offer| offer.accepted.is_none());
        (has_open_offer || self.is_turn_of(side) && self.replies < MOST_REPLIES).then_some(options)
    }

    fn is_turn_of(&self, side: Side) -> bool {
        let position = self.position();
        position.turn() == side && matches!(position.status(), Status::InProgress { .. })
    }

    /// Has the engine answer a proposal by what it found, and if it is its turn, play the move that it suggests.
    pub fn reply(&mut self, found: Found) {
        if let Some(puzzle) = &mut self.puzzle {
            return puzzle.reply(&found);
        }
        self.decide(&found);
        let Some((engine, _)) = self.engine else { return };
        if !self.is_turn_of(engine) {
            return;
        }
        self.replies += 1;
        let played = found.report.best.played;
        // The value, and what it was found by, would tell of seeds that are hidden.
        let suggestion = (!self.hides()).then(|| found.answer(self.omit, self.texts.voice.language));
        self.play(engine, played, suggestion);
    }

    /// The turn after the engine has found this, as by [`reply`](Self::reply).
    #[must_use]
    pub fn after_reply(mut self, found: Found) -> Self {
        self.reply(found);
        self
    }

    /// Has the engine answer an open proposal: it agrees to stop if that gives it no less than it expects.
    fn decide(&mut self, found: &Found) {
        let Some(offer) = self.offer.as_mut().filter(|offer| offer.accepted.is_none()) else { return };
        let by = offer.by;
        let engine = offer.by.other();
        let value = found.best_value();
        let expected = if found.position.turn() == engine { value } else { -value };
        let accepted = offer.terms.margin(engine) >= expected;
        offer.accepted = Some(accepted);
        if accepted {
            self.play(by, Move::Agree, None);
        }
    }

    /// Notes that the reply could not be searched.
    pub fn leave_unanswered(&mut self, error: &Error) {
        self.engine = None;
        self.offer = None;
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.leave_unanswered();
        }
        self.unanswered = Some(Unanswered::new(error, self.texts.voice.language));
    }

    /// Whether the view hides anything of this game.
    fn hides(&self) -> bool {
        self.texts.view.hides(self.position().rules().variant())
    }

    /// The answer.
    pub fn answer(self) -> PlayTurnResponse {
        let position = self.position();
        let is_hidden = self.hides();
        let truncated = self.engine.is_some_and(|(side, _)| self.is_turn_of(side)).then_some(true);
        let setup = position.setup();
        let status = position.status();
        let Self { game, moves, offer, refused, unanswered, puzzle, texts, languages, omit, has_record, .. } = self;
        let variant = setup.rules.variant();
        let view = texts.view;
        let voice = texts.voice.clone();
        let labels = texts.labels();
        let shown = StartGameResponse::new(game.line(), omit, labels);
        let label = labels.filter(|_| !omit.has(Part::Labels)).map(|language| language.say(&words::label(Move::Agree)));
        let agreement = Agreement::of(position).map(|agreement| Agreement { label, ..agreement });
        let last = moves.last().map(|made| &made.last);
        let notice = |voice: &Voice| {
            // That the game is over is said anyway, and that both agreed.
            let is_over = |refusal: &&Refusal| refusal.reason == Reason::Illegal(IllegalReason::GameOver);
            let refused = refused.as_ref().filter(|refusal| !is_over(refusal));
            let declined = offer.as_ref().filter(|offer| offer.accepted != Some(true));
            refused
                .map(|refusal| refusal.shown(voice).message)
                .or_else(|| Some(unanswered.as_ref()?.message_in(voice.language)))
                .or_else(|| declined.map(|offer| offer.shown(is_hidden, voice).message))
                .or_else(|| Some(puzzle.as_ref()?.text(voice)))
        };
        let texts_in = |language: Language| {
            let voice = texts.voice.clone().in_language(language);
            let notice = notice(&voice);
            let moves = moves.iter().map(|made| &made.last);
            Texts::new(game.line(), moves, TextOptions { notice, voice, ..texts.clone() })
        };
        let text = texts_in(voice.language);
        let others = languages
            .iter()
            .filter_map(|&language| Some(LocalizedTexts { locale: language.tag(), text: texts_in(language)? }));
        let others: Vec<_> = others.collect();
        let refused = refused.as_ref().map(|refusal| refusal.shown(&voice));
        let proposed = offer.as_ref().map(|offer| offer.shown(is_hidden, &voice));
        let standing = voice.say(&text::standing(&setup, status, &position, last));
        let advice = text::advice(&setup, status).map(|advice| voice.say(&advice));
        let said = [Some(standing), advice].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let (prompt, result) = match status {
            Status::InProgress { .. } => (Some(said), None),
            Status::Over { .. } => (None, Some(said)),
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
            agree: if is_hidden { None } else { agreement },
            text,
            texts: (!others.is_empty()).then_some(others),
            proposed,
            recurrences: game.recurrences(),
            record: if has_record && !is_hidden { game.record() } else { None },
            picture: None,
            puzzle: puzzle.map(|puzzle| puzzle.progress(&voice)),
        }
    }
}

/// The request about the newest board without its move, where the move is for an older one.
///
/// # Errors
///
/// `MISSING_FIELD` if there is no older board, `MALFORMED_TOKEN`.
fn newest_board(request: &PlayTurnRequest) -> Result<Option<PlayTurnRequest>> {
    const FIELD: &str = "newestToken";
    let Some(newest) = &request.newest_token else { return Ok(None) };
    let malformed = |bad: BadToken| Error::at(Field::named(FIELD), Reason::MalformedToken, bad);
    Token::read(newest).map_err(malformed)?;
    match &request.token {
        None => Err(Error::at(Field::named("token"), Reason::MissingField, Message::new("newest-needs-token"))),
        Some(token) if token == newest => Ok(None),
        Some(_) => {
            let token = Some(newest.clone());
            let moves = Vec::new();
            Ok(Some(PlayTurnRequest { token, moves, r#move: None, seat: None, reply: None, ..request.clone() }))
        }
    }
}

impl Offer {
    /// The proposal, or what came of it, as somebody may see it from whom the seeds of some houses are hidden, if they
    /// are.
    fn shown(&self, is_hidden: bool, voice: &Voice) -> Proposed {
        let Self { by, ref terms, accepted } = *self;
        let message = match accepted {
            None => message!("proposes-to-stop", by),
            Some(true) => message!("agrees-to-stop", other = by.other()),
            Some(false) => message!("plays-on", other = by.other()),
        };
        let terms = (!is_hidden).then(|| terms.clone());
        let result = terms.as_ref().filter(|_| accepted.is_none()).map(Agreement::result);
        let is_asked = accepted.is_none() && voice.you == Some(by.other());
        let question = is_asked.then(|| Message::new("do-you-agree"));
        let messages: Vec<_> = [Some(message), result, question].into_iter().flatten().collect();
        Proposed {
            by: Named(by),
            winner: terms.as_ref().map(|terms| terms.winner),
            score: terms.map(|terms| terms.score),
            accepted,
            message: voice.say_all(&messages),
        }
    }
}

impl Made {
    /// The move, as somebody with this view may see it.
    pub fn shown(self, variant: Variant, view: View, omit: Omit, voice: &Voice) -> Play {
        let Self { last, seat, suggestion } = self;
        let sentence = voice.say_all(&last.messages(variant, view));
        let LastMove { mover, played, log } = last;
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
