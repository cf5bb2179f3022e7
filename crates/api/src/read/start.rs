//! The line of a request: where it starts, and its moves, read and played.

use ayla_rules::line::MAX_MOVES;
use ayla_rules::notation::{self, read_move};
use ayla_rules::{Fault, Line, Position, Proposal, Token, Variant};
use ayla_steps::{count, has_to_stop, weights};

use super::game::{Game, IllegalPly};
use super::{Form, bad_token, faults, finish, first_position, keep, mismatch, puzzle, setup, variant, variant_in};
use crate::error::{Error, Field, Reason, Result, Violation};
use crate::preset::Presets;
use crate::request::{GameInput, LineInput, VariantInput};
use crate::words::Message;

/// A request's line before its moves are played.
pub(super) struct Start<'a> {
    /// Where it starts; nothing when that cannot be read or has faults.
    pub(super) position: Option<Position>,
    /// The token that it starts with, whose moves come before all others.
    token: Option<Token<'a>>,
    /// The variant of the position, or at least of the request.
    variant: Option<Variant>,
    /// The moves as they are written.
    moves: Vec<&'a str>,
    /// Whether they stand in the text of the position.
    in_text: bool,
    /// The moves that can be read.
    proposals: Vec<Proposal>,
    /// The errors of the request that were found so far.
    pub(super) errors: Vec<Error>,
}

/// The fault of a text that is no move of these variants.
pub fn no_move(text: &str, variants: &[Variant], field: Field) -> Violation {
    let has_letters = variants.iter().any(|variant| variant.about().letters);
    let message = Message::new(if has_letters { "no-move-or-letter" } else { "no-move" }).quoting("text", text);
    Violation::new(field, Reason::MalformedMove, message)
}

/// The names of the fields that are given.
fn given<const N: usize>(fields: [(&'static str, bool); N]) -> Vec<&'static str> {
    fields.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
}

impl<'a> Start<'a> {
    /// Reads a game, which starts at a position or at its beginning. `errors` are those that were found elsewhere in
    /// the request.
    pub(super) fn of_game(GameInput { line, start }: GameInput<'a>, presets: &Presets, errors: Vec<Error>) -> Self {
        let mut read = Self::new(line.variant, errors);
        if line.has_start() {
            read.read_position(&line);
            if *start.variant != VariantInput::None {
                read.keep(variant(start.variant));
            }
            let options = ("options", start.options.is_some());
            let [preset, after] = [start.preset, start.after].map(|text| text.is_some());
            let given = given([options, ("preset", preset), ("first", start.first.is_some()), ("after", after)]);
            if !given.is_empty() {
                read.errors.push(*Error::conflict(&given, "start-of-position"));
            }
        } else {
            read.position = read.keep(first_position(start, presets));
            read.moves = line.moves.iter().map(String::as_str).collect();
        }
        read.read_moves();
        read
    }

    /// Reads a line. `errors` are those that were found elsewhere in the request.
    pub(super) fn of_line(line: LineInput<'a>, errors: Vec<Error>) -> Self {
        let mut read = Self::new(line.variant, errors);
        read.read_position(&line);
        read.read_moves();
        read
    }

    const fn new(variant: Option<Variant>, errors: Vec<Error>) -> Self {
        Self { position: None, token: None, variant, moves: Vec::new(), in_text: false, proposals: Vec::new(), errors }
    }

    /// The value; or none, with the error among those found.
    pub(super) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        keep(result, &mut self.errors)
    }

    /// Reads where a line starts.
    fn read_position(&mut self, from: &LineInput<'a>) {
        match (from.position, from.setup, from.token, from.puzzle) {
            (None, None, None, None) => {
                let message = Message::new("position-missing");
                self.errors.push(*Error::at(Field::named("position"), Reason::MissingField, message));
            }
            (Some(text), None, None, None) => self.read_text(text),
            (None, None, Some(text), None) => {
                self.token = self.keep(Token::read(text).map_err(bad_token));
                self.position = self.token.as_ref().map(Token::start);
                self.check_variant(self.token.as_ref().map(Token::variant), "token");
            }
            (None, Some(input), None, None) => {
                let named = input.variant.as_deref().unwrap_or_default().into();
                let variant = self.keep(variant_in(&named, Field::named("setup").then("variant")));
                self.check_variant(variant, "setup");
                self.position = variant.and_then(|variant| self.keep(setup::position_of_setup(input, variant)));
            }
            (None, None, None, Some(id)) => {
                if let Some((id, puzzle)) = self.keep(puzzle(id, "puzzle")) {
                    self.position = Some(puzzle.position);
                    self.check_variant(Some(id.variant), "puzzle");
                }
            }
            (position, setup, token, puzzle) => {
                let [position, setup] = [("position", position.is_some()), ("setup", setup.is_some())];
                let given = given([position, setup, ("token", token.is_some()), ("puzzle", puzzle.is_some())]);
                self.errors.push(*Error::conflict(&given, "position-twice"));
            }
        }
        self.in_text = !self.moves.is_empty();
        if !self.in_text {
            self.moves = from.moves.iter().map(String::as_str).collect();
        } else if !from.moves.is_empty() {
            self.errors.push(*Error::conflict(&["position", "moves"], "moves-twice"));
        }
    }

    /// Reads the text notation of a line.
    fn read_text(&mut self, text: &'a str) {
        count(text.len() as u64 / 16 * weights::SIXTEEN_BYTES);
        let fault = |fault: Fault| faults(&[fault], Form::Text);
        let line = notation::read_text(text).map_err(|malformed| fault(Fault::Malformed(malformed)));
        let Some(line) = self.keep(line) else { return };
        self.moves = line.moves;
        let variant = self.keep(notation::read_variant(line.setup.rules.variant).map_err(fault));
        self.check_variant(variant, "position");
        if let Some(variant) = variant {
            let options = line.setup.rules.options.clone();
            let position = line.setup.with_rules(variant, options).and_then(|setup| setup.position());
            self.position = self.keep(position.map_err(|found| faults(&found, Form::Text)));
        }
    }

    /// Notes the variant of the position, which is to be that of the request.
    fn check_variant(&mut self, found: Option<Variant>, field: &'static str) {
        if let Some((expected, found)) = self.variant.zip(found).filter(|(expected, found)| expected != found) {
            self.errors.push(*mismatch(Field::named(field), expected, found));
        }
        self.variant = found.or(self.variant);
    }

    /// The field of one of the moves.
    fn field(&self, index: usize) -> Field {
        if self.in_text { Field::named("position") } else { Field::named("moves").at(index) }
    }

    /// Reads a move as one of the position or, where that is not known, of the variant, or of any.
    fn read_move(&self, text: &str) -> Option<Proposal> {
        match self.position {
            Some(position) => read_move(text, &position.rules()),
            None => self.variants().iter().find_map(|variant| read_move(text, &variant.default_rules())),
        }
    }

    /// Reads the move that a request asks about.
    pub(super) fn read_asked_move(&self, text: &str) -> Result<Proposal> {
        self.read_move(text).ok_or_else(|| Error::of(no_move(text, self.variants(), Field::named("move"))))
    }

    /// The variant or, where it is not known, all of them.
    fn variants(&self) -> &[Variant] {
        self.variant.as_ref().map_or(Variant::ALL, std::slice::from_ref)
    }

    /// Reads the moves.
    fn read_moves(&mut self) {
        let moves = self.moves.len() + self.token.as_ref().map_or(0, Token::moves);
        if moves > MAX_MOVES {
            let field = Field::named(if self.in_text { "position" } else { "moves" });
            let message = message!("too-many-moves", moves, most = MAX_MOVES);
            self.errors.push(*Error::at(field, Reason::MalformedRequest, message));
            return;
        }
        self.proposals.reserve_exact(self.moves.len());
        let mut malformed = Vec::new();
        count(moves as u64 * weights::WORD);
        for (index, text) in self.moves.iter().enumerate() {
            match self.read_move(text) {
                Some(proposal) => self.proposals.push(proposal),
                None => malformed.push(index),
            }
        }
        let faults = malformed.into_iter().map(|index| no_move(self.moves[index], self.variants(), self.field(index)));
        let error = Error::of_all(faults).map(|error| *error);
        self.errors.extend(error);
    }

    /// Plays the moves of the token, if it starts with one, and then the others.
    ///
    /// # Errors
    ///
    /// All errors that were found, or else the first move that is not legal.
    pub(super) fn play(&mut self) -> Result<Game> {
        match self.play_legal()? {
            (game, None) => Ok(game),
            (_, Some(IllegalPly { index, illegal, .. })) => {
                Err(Error::illegal_line(self.field(index), index, self.moves[index], &illegal))
            }
        }
    }

    /// Plays the moves up to the first that is not legal.
    ///
    /// # Errors
    ///
    /// All errors that were found.
    pub(super) fn play_legal(&mut self) -> Result<(Game, Option<IllegalPly>)> {
        let position = finish(std::mem::take(&mut self.errors), self.position)?;
        let line = match &self.token {
            Some(token) => token.line().map_err(bad_token)?,
            None => Line::from(position),
        };
        let mut game = Game::from(line);
        for (index, &proposal) in self.proposals.iter().enumerate() {
            if has_to_stop() {
                break;
            }
            match game.line.position().check(proposal, None) {
                Ok(played) => game.play(played, &mut ()),
                Err(illegal) => {
                    return Ok((game, Some(IllegalPly { index, unmade: self.proposals.len() - index, illegal })));
                }
            }
        }
        Ok((game, None))
    }
}
