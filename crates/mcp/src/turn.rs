//! start_game, open_game, play_move and show_game: turns of play-turn, with the game in a handle.

use ayla_api::answer::{LegalMove, NextRound, PlayTurnResponse, ReadGameResponse, Refused};
use ayla_api::error::{Error, Field, Reason, Result, Violation};
use ayla_api::json::{Named, Seed, Side as SideName, Whole};
use ayla_api::request::{CallRequest, Part, PlayTurnRequest, ReadGameRequest, Reply, TextForm};
use ayla_api::words::{Argument, Language, Message, message};
use ayla_engine::Level;
use ayla_rules::{Side, Token, Variant, ruling};
use serde_json::{Map, Value};

use crate::answer::{GameAnswer, TurnAnswer, WithText};
use crate::arguments::{self, OpenGame, PlayMove, Seats, SeatsName, ShowGame, StartGame};
use crate::handle::{Handle, Players};

/// The level of the engine in a game that was started without one.
pub(crate) const DEFAULT_LEVEL: u32 = 3;

/// The parts of answers that are of no use to a model, or that the handle has instead.
pub(crate) const OMITTED: [Part; 4] = [Part::Setup, Part::Events, Part::PrincipalLine, Part::IllegalMoves];

/// A call of one of these tools, before and after the service has played the turn.
#[derive(Clone, Debug)]
pub(crate) struct GameCall {
    players: Players,
    hints: bool,
    assist: bool,
    /// What is asked of play-turn.
    pub(crate) request: PlayTurnRequest,
    /// The side of the engine, if the caller wants to move for it.
    refused_side: Option<Side>,
    /// What the text of a game that is opened leaves open, in sentences.
    assumed: Vec<String>,
    /// Whether the result is to leave out what the one before had too.
    is_short: bool,
    /// Whether the result is to have a picture.
    pub(crate) has_picture: bool,
}

impl GameCall {
    /// A call about a game of these players, in which hints are allowed and results list the legal moves.
    fn new(players: Players, language: Language, picture: Option<bool>) -> Self {
        Self {
            players,
            hints: true,
            assist: true,
            request: request(players, language),
            refused_side: None,
            assumed: Vec::new(),
            is_short: false,
            has_picture: picture.unwrap_or_default(),
        }
    }

    /// Reads the arguments of start_game. `seed` is for the engine's random choices unless the arguments have one.
    ///
    /// # Errors
    ///
    /// Faults of the arguments. Those of the game are found when the turn is played.
    pub(crate) fn start(arguments: Map<String, Value>, language: Language, seed: u32) -> Result<Self> {
        let arguments = arguments::read(arguments)?;
        let StartGame { variant, options, preset, side, first, after, level, seed: own_seed, .. } = arguments;
        let StartGame { hints, assist, picture, .. } = arguments;
        let seed = own_seed.map_or(Ok(seed), |Seed(seed)| u32::try_from(seed)).map_err(|_| {
            let message = message!("seed-out-of-range", most = u32::MAX);
            Error::at(Field::named("seed"), Reason::MalformedRequest, message)
        })?;
        let named = variant.map(|Named(variant)| variant);
        let mut call = Self::new(players(named, side, level, seed)?, language, picture);
        call.hints = hints.unwrap_or(true);
        call.assist = assist.unwrap_or(true);
        let after = after.map(ended_round).transpose()?;
        call.request.set_request_line(named, false);
        // A game that a model begins with nothing but its name comes to an end.
        let first_preset = named.filter(|_| options.is_none() && after.is_none());
        let preset = preset.or_else(|| first_preset.map(|variant| variant.about().first_preset().name.to_owned()));
        call.request = PlayTurnRequest { options, preset, first, after, ..call.request };
        Ok(call)
    }

    /// Reads the arguments of open_game: the game, without its moves yet, and the text that is to be read. `seed` is
    /// for the engine's random choices.
    ///
    /// # Errors
    ///
    /// Faults of the arguments.
    pub(crate) fn open(
        arguments: Map<String, Value>,
        language: Language,
        seed: u32,
    ) -> Result<(Self, ReadGameRequest)> {
        let OpenGame { record, format, side, level, picture, locale: _ } = arguments::read(arguments)?;
        if record.is_none() {
            return Err(Error::at(Field::named("record"), Reason::MissingField, Message::new("text-missing")));
        }
        let call = Self::new(players(None, side, level, seed)?, language, picture);
        Ok((call, ReadGameRequest { text: record, format, ..ReadGameRequest::default() }))
    }

    /// The game that was read.
    ///
    /// # Errors
    ///
    /// Every fault of the text, or there is more than one game in it.
    pub(crate) fn with_record(mut self, reading: ReadGameResponse) -> Result<Self> {
        let fault = |message| Violation::new(Field::named("record"), Reason::MalformedRequest, message);
        let faults = reading.faults.into_iter().map(|found| {
            let message = message!("record-at", line = found.line, column = found.column);
            fault(message.with("fault", found.message))
        });
        if let Some(error) = Error::of_all(faults) {
            return Err(error);
        }
        let count = reading.games.len();
        let mut games = reading.games.into_iter();
        let (Some(game), None) = (games.next(), games.next()) else {
            let message = message!("tool-one-game", games = count);
            return Err(Error::at(Field::named("record"), Reason::MalformedRequest, message));
        };
        self.request.set_request_line(Some(game.variant.0), false);
        self.request.position = Some(game.position);
        self.request.moves = game.moves;
        self.assumed = game.assumed.into_iter().map(|assumption| assumption.message).collect();
        Ok(self)
    }

    /// Reads the arguments of play_move.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, and `MALFORMED_TOKEN` for the handle. A move that cannot be made is no error.
    pub(crate) fn play(arguments: Map<String, Value>, language: Language) -> Result<Self> {
        let PlayMove { handle, r#move, side, events, picture, locale: _ } = arguments::read(arguments)?;
        let handle = read_handle(handle)?;
        let mut call = Self::go_on(&handle, language, picture);
        call.is_short = events != Some(true);
        if call.is_short {
            call.request.text = [TextForm::Line].into_iter().collect();
        } else {
            call.request.omit = OMITTED.into_iter().filter(|part| *part != Part::Events).collect();
        }
        match (side, handle.players.person()) {
            (Some(Named(side)), Some(person)) if side != person => {
                // Nothing is played, whoever is to move.
                call.refused_side = Some(side);
                call.request.reply = None;
            }
            (side, _) => {
                call.request.side = side.or(call.request.side);
                call.request.r#move = r#move.map(|written| written.0);
            }
        }
        Ok(call)
    }

    /// Reads the arguments of show_game.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, and `MALFORMED_TOKEN` for the handle.
    pub(crate) fn show(arguments: Map<String, Value>, language: Language) -> Result<Self> {
        let ShowGame { handle, picture, locale: _ } = arguments::read(arguments)?;
        let mut call = Self::go_on(&read_handle(handle)?, language, picture);
        call.request.reply = None;
        Ok(call)
    }

    /// A call about the game of a handle.
    fn go_on(handle: &Handle, language: Language, picture: Option<bool>) -> Self {
        let Handle { token, players, hints, assist } = handle;
        let mut call = Self { hints: *hints, assist: *assist, ..Self::new(*players, language, picture) };
        call.request.set_request_line(Token::read(token).ok().map(|token| token.variant()), false);
        call.request.token = Some(token.clone());
        call
    }

    /// The side from which the board is seen.
    pub(crate) fn viewer(&self) -> SideName {
        self.request.viewer.unwrap_or(Named(Side::South))
    }

    /// The result in this language, from what play-turn has answered.
    ///
    /// # Errors
    ///
    /// `INTERNAL` for an answer without a token.
    pub(crate) fn result(self, mut turn: PlayTurnResponse, language: Language) -> Result<WithText<GameAnswer>> {
        let token = turn.position.token.take().ok_or_else(Error::internal)?;
        let players = self.players_after(&turn);
        let handle = Handle { token, players, hints: self.hints, assist: self.assist };
        let game = Token::read(&handle.token).map(|token| token.variant()).map_err(|_| Error::internal())?;
        let (side, level) = match players {
            Players::Engine { person: Side::South, level, .. } => (Seats::South, Some(level)),
            Players::Engine { person: Side::North, level, .. } => (Seats::North, Some(level)),
            Players::People { .. } => (Seats::Both, None),
        };
        let text = turn.text.take().unwrap_or_default();
        let mut spoken = match (text.spoken, text.line) {
            (None, Some(line)) => self.in_short(&turn, &line),
            (spoken, _) => spoken.unwrap_or_default(),
        };
        if let Some(side) = self.refused_side {
            let message = message!("side-of-engine", side);
            let refused = Refused::new(Reason::NotYourTurn, ruling::C_3, &message, &language.into());
            spoken = format!("{} {spoken}", refused.message);
            turn.refused = Some(refused);
        }
        if !self.assumed.is_empty() {
            spoken = format!("{} {spoken}", self.assumed.join(" "));
        }
        let ply = turn.position.ply;
        let handle = handle.to_string();
        let text = self.text(&turn, spoken, &handle, language);
        // Moves that are the engine's are not for the client to choose from.
        if !self.assist || self.awaits_engine(&turn) {
            turn.legal_moves = None;
        }
        let fixed = !self.is_short;
        let mut turn = TurnAnswer::new(turn, self.is_short);
        if !fixed && self.players.person().is_some() {
            turn.status.turn = None;
        }
        let answer = GameAnswer {
            handle,
            variant: fixed.then_some(Named(game)),
            side: fixed.then_some(Named(side)),
            level: level.filter(|_| fixed),
            hints: fixed.then_some(self.hints),
            assist: fixed.then_some(self.assist),
            ply,
            turn,
        };
        Ok(WithText { answer, text })
    }

    /// The players after a turn, with the proposal to stop that is open then.
    fn players_after(&self, turn: &PlayTurnResponse) -> Players {
        let Players::People { proposal } = self.players else { return self.players };
        let proposal = match &turn.proposed {
            Some(proposed) => proposed.accepted.is_none().then_some(proposed.by.0),
            // Whoever plays on declines. A move that was refused changes nothing.
            None => proposal.filter(|_| turn.plays.is_empty()),
        };
        Players::People { proposal }
    }

    /// Whether the engine is to move, because it could not or has made as many moves as it makes in a turn.
    fn awaits_engine(&self, turn: &PlayTurnResponse) -> bool {
        self.players.person().is_some_and(|person| turn.status.turn != Some(Named(person)))
    }

    /// The game in sentences, the legal moves, and the handle.
    fn text(&self, turn: &PlayTurnResponse, spoken: String, handle: &str, language: Language) -> String {
        let say = |message: &Message| language.say(message);
        let mut lines = vec![spoken];
        if !turn.status.over {
            if self.awaits_engine(turn) {
                lines.push(say(&Message::new("tool-engine-to-move")));
            } else if let Some(moves) = turn.legal_moves.as_ref().filter(|_| self.assist) {
                lines.push(say(&legal_moves(moves)));
            }
            if turn.status.can_agree == Some(true) && !self.is_short {
                lines.push(say(&Message::new("tool-agree")));
            }
        }
        if let Some(NextRound { first: Named(first) }) = turn.status.next_round {
            lines.push(say(&Message::new("tool-next-round").with("first", first)));
        }
        let players = match self.players {
            Players::Engine { person, level, .. } => {
                say(&message!("tool-players", person, engine = person.other(), level))
            }
            Players::People { .. } => say(&Message::new("tool-two-people")),
        };
        if !self.is_short {
            lines.push(players);
        }
        let key = if self.is_short { "tool-handle-short" } else { "tool-handle" };
        lines.push(say(&message!(key, ply = turn.position.ply, handle = handle.to_owned())));
        lines.join("\n")
    }

    /// What happened without where each sowing ended, and the rows of a text of three lines in short.
    fn in_short(&self, turn: &PlayTurnResponse, line: &str) -> String {
        let refused = turn.refused.iter().map(|refused| refused.message.clone());
        let unanswered = turn.unanswered.iter().map(|unanswered| unanswered.message.clone());
        let proposed = turn.proposed.iter().map(|proposed| proposed.message.clone());
        let plays = turn.plays.iter().map(|play| {
            let mut sentences = play.sentence.splitn(3, ". ");
            let first = sentences.next().unwrap_or_default();
            sentences
                .nth(1)
                .map_or_else(|| format!("{}.", first.trim_end_matches('.')), |rest| format!("{first}. {rest}"))
        });
        // Against the engine the legal moves say whose turn it is; advice may follow.
        let prompt = turn.prompt.as_deref().and_then(|prompt| match self.players {
            Players::Engine { .. } => Some(prompt.split_once(". ")?.1),
            Players::People { .. } => Some(prompt),
        });
        let outcome = turn.result.as_deref().or(prompt).map(str::to_owned);
        let said: Vec<_> = refused.chain(unanswered).chain(proposed).chain(plays).chain(outcome).collect();
        let rows = line.lines().skip(1).map(short_row);
        [said.join(" ")].into_iter().filter(|said| !said.is_empty()).chain(rows).collect::<Vec<_>>().join("\n")
    }
}

/// A row without the number of each house: `N 6-1: 4 4 4 4 4 5 [0]`.
fn short_row(row: &str) -> String {
    let numbers: Vec<_> = row.split(' ').filter_map(|house| house.split_once(':')).map(|(number, _)| number).collect();
    let name = row.split(' ').next().unwrap_or_default();
    let counts = row.split(' ').skip(1).map(|house| house.split_once(':').map_or(house, |(_, count)| count));
    let [first, .., last] = numbers[..] else { return row.to_owned() };
    format!("{name} {first}-{last}: {}", counts.collect::<Vec<_>>().join(" "))
}

/// The position of a handle, after which the next round begins.
fn ended_round(handle: String) -> Result<String> {
    let Handle { token, .. } = read_handle(Some(handle))?;
    Token::read(&token).map(|token| token.start().to_string()).map_err(|_| Error::internal())
}

/// Returns the players of a game: a person and the engine, or two people.
fn players(variant: Option<Variant>, side: Option<SeatsName>, level: Option<Whole>, seed: u32) -> Result<Players> {
    let fault = |reason, message| Error::at(Field::named("level"), reason, message);
    let person = match side.map_or(Seats::South, |Named(side)| side) {
        Seats::South => Side::South,
        Seats::North => Side::North,
        Seats::Both if level.is_some() => {
            return Err(fault(Reason::ConflictingFields, Message::new("level-of-nobody")));
        }
        Seats::Both => return Ok(Players::People { proposal: None }),
    };
    let level = level.map_or(DEFAULT_LEVEL, Whole::to_u32);
    let highest = variant.map_or(Level::HIGHEST, |variant| variant.about().levels);
    if !(Level::LOWEST..=highest).contains(&level) {
        let message = message!("level-out-of-range", lowest = Level::LOWEST, highest);
        return Err(fault(Reason::MalformedRequest, message));
    }
    Ok(Players::Engine { person, level, seed })
}

/// The legal moves, those that are words with their labels.
pub(crate) fn legal_moves(moves: &[LegalMove]) -> Message {
    let move_and_label = |legal: &LegalMove| match legal.label.clone().filter(|_| legal.r#move.parse::<u32>().is_err())
    {
        Some(label) => message!("tool-move", move = legal.r#move.clone(), label).into(),
        None => Argument::from(legal.r#move.clone()),
    };
    message!("tool-moves", moves = moves.iter().map(move_and_label).collect::<Argument>())
}

/// Reads the handle that a tool needs.
///
/// # Errors
///
/// `MISSING_FIELD`, `MALFORMED_TOKEN`.
pub(crate) fn read_handle(handle: Option<String>) -> Result<Handle> {
    let missing = || Error::at(Field::named("handle"), Reason::MissingField, Message::new("handle-missing"));
    // What models write around it is not of it.
    let is_around = |character: char| !(character.is_ascii_alphanumeric() || "-_".contains(character));
    handle.ok_or_else(missing).and_then(|text| Handle::read(text.trim_matches(is_around)))
}

/// What is asked of play-turn in every game of these players.
fn request(players: Players, language: Language) -> PlayTurnRequest {
    let (side, reply, proposed_by) = match players {
        Players::Engine { person, level, seed } => {
            let reply = Reply { level: Some(level.into()), seed: Some(Seed(seed.into())), ..Reply::default() };
            (Some(Named(person)), Some(reply), None)
        }
        Players::People { proposal } => (None, None, proposal.map(Named)),
    };
    PlayTurnRequest {
        side,
        viewer: side,
        reply,
        proposed_by,
        lenient: Some(true),
        text: [TextForm::Spoken].into_iter().collect(),
        omit: OMITTED.into_iter().collect(),
        locale: Some(language.tag().to_owned()),
        ..PlayTurnRequest::default()
    }
}
