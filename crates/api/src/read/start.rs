//! The line of a request: where it starts, and its moves, read and played.

use ayla_rules::line::MAX_MOVES;
use ayla_rules::notation::{self, read_move};
use ayla_rules::{Fault, Line, Position, Proposal, Token, Variant};
use ayla_steps::{count, has_to_stop, weights};

use super::game::{Game, IllegalPly};
use super::{Form, bad_token, faults, first_position, keep, mismatch, puzzle, setup, variant, variant_in};
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
    /// The moves, not yet read.
    moves: Vec<&'a str>,
    /// Whether the moves stand in the text of the position.
    in_text: bool,
}

impl<'a> Start<'a> {
    /// Reads where a game starts: at a position, or at its beginning. Errors go to `errors`.
    pub(super) fn of_game(
        GameInput { line, start }: GameInput<'a>,
        presets: &Presets,
        errors: &mut Vec<Error>,
    ) -> Self {
        if !line.has_start() {
            let position = keep(first_position(start, presets), errors);
            let moves = line.moves.iter().map(String::as_str).collect();
            return Self { position, token: None, variant: line.variant, moves, in_text: false };
        }
        let read = Self::read(line, errors);
        if *start.variant != VariantInput::None {
            keep(variant(start.variant), errors);
        }
        let given = [
            ("options", start.options.is_some()),
            ("preset", start.preset.is_some()),
            ("first", start.first.is_some()),
        ];
        let given: Vec<_> = given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
        if !given.is_empty() {
            errors.push(*Error::conflict(&given, "start-of-position"));
        }
        read
    }

    /// Reads where a line starts. Errors go to `errors`.
    pub(super) fn read(from: LineInput<'a>, errors: &mut Vec<Error>) -> Self {
        let mut start = Self { position: None, token: None, variant: from.variant, moves: Vec::new(), in_text: false };
        match (from.position, from.setup, from.token, from.puzzle) {
            (None, None, None, None) => {
                let message = Message::new("position-missing");
                errors.push(*Error::at(Field::named("position"), Reason::MissingField, message));
            }
            (Some(text), None, None, None) => start.read_text(text, errors),
            (None, None, Some(text), None) => start.read_token(text, errors),
            (None, Some(input), None, None) => {
                let named = input.variant.as_deref().unwrap_or_default().into();
                let variant = keep(variant_in(&named, Field::named("setup").then("variant")), errors);
                start.check_variant(variant, "setup", errors);
                if let Some(variant) = variant {
                    start.position = keep(setup::position_of_setup(input, variant), errors);
                }
            }
            (None, None, None, Some(id)) => {
                if let Some((id, puzzle)) = keep(puzzle(id, "puzzle"), errors) {
                    start.position = Some(puzzle.position);
                    start.check_variant(Some(id.variant), "puzzle", errors);
                }
            }
            (position, setup, token, puzzle) => {
                let forms = [
                    ("position", position.is_some()),
                    ("setup", setup.is_some()),
                    ("token", token.is_some()),
                    ("puzzle", puzzle.is_some()),
                ];
                let given: Vec<_> = forms.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
                errors.push(*Error::conflict(&given, "position-twice"));
            }
        }
        start.in_text = !start.moves.is_empty();
        if !start.in_text {
            start.moves = from.moves.iter().map(String::as_str).collect();
        } else if !from.moves.is_empty() {
            errors.push(*Error::conflict(&["position", "moves"], "moves-twice"));
        }
        start
    }

    /// Reads the text notation of a line.
    fn read_text(&mut self, text: &'a str, errors: &mut Vec<Error>) {
        count(text.len() as u64 / 16 * weights::SIXTEEN_BYTES);
        let fault = |fault: Fault| faults(&[fault], Form::Text);
        let Some(line) =
            keep(notation::read_text(text).map_err(|malformed| fault(Fault::Malformed(malformed))), errors)
        else {
            return;
        };
        self.moves = line.moves;
        let variant = keep(notation::read_variant(line.setup.rules.variant).map_err(fault), errors);
        self.check_variant(variant, "position", errors);
        if let Some(variant) = variant {
            let options = line.setup.rules.options.clone();
            let position = line.setup.with_rules(variant, options).and_then(|setup| setup.position());
            self.position = keep(position.map_err(|found| faults(&found, Form::Text)), errors);
        }
    }

    /// Reads a token up to its moves.
    fn read_token(&mut self, text: &'a str, errors: &mut Vec<Error>) {
        self.token = keep(Token::read(text).map_err(bad_token), errors);
        self.position = self.token.as_ref().map(Token::start);
        self.check_variant(self.token.as_ref().map(Token::variant), "token", errors);
    }

    /// Notes the variant of the position, which is to be that of the request.
    fn check_variant(&mut self, found: Option<Variant>, field: &'static str, errors: &mut Vec<Error>) {
        if let Some((expected, found)) = self.variant.zip(found).filter(|(expected, found)| expected != found) {
            errors.push(*mismatch(Field::named(field), expected, found));
        }
        self.variant = found.or(self.variant);
    }

    /// The field of one of the moves.
    fn field(&self, index: usize) -> Field {
        if self.in_text { Field::named("position") } else { Field::named("moves").at(index) }
    }

    /// Reads a move as one of the variant or, where that is not known, of any.
    fn read_move(&self, text: &str) -> Option<Proposal> {
        self.variants().iter().find_map(|&variant| read_move(text, variant))
    }

    /// Reads the move that a request asks about.
    pub(super) fn read_asked_move(&self, text: &str) -> Result<Proposal> {
        self.read_move(text).ok_or_else(|| Error::of(self.no_move(text, Field::named("move"))))
    }

    /// The variant or, where it is not known, all of them.
    fn variants(&self) -> &[Variant] {
        self.variant.as_ref().map_or(Variant::ALL, std::slice::from_ref)
    }

    /// The fault of a text that is no move.
    fn no_move(&self, text: &str, field: Field) -> Violation {
        let has_letters = self.variants().iter().any(|variant| variant.about().letters);
        let message = Message::new(if has_letters { "no-move-or-letter" } else { "no-move" }).quoting("text", text);
        Violation::new(field, Reason::MalformedMove, message)
    }

    /// The number of moves, with those of the token.
    fn move_count(&self) -> usize {
        self.moves.len() + self.token.as_ref().map_or(0, Token::moves)
    }

    /// The field of all moves.
    fn field_of_moves(&self) -> Field {
        Field::named(if self.in_text { "position" } else { "moves" })
    }

    /// Reads the moves. Errors go to `errors`.
    pub(super) fn read_moves(&self, errors: &mut Vec<Error>) -> Vec<Proposal> {
        let moves = self.move_count();
        if moves > MAX_MOVES {
            let field = self.field_of_moves();
            let message = Message::new("too-many-moves").with("moves", moves).with("most", MAX_MOVES);
            errors.push(*Error::at(field, Reason::MalformedRequest, message));
            return Vec::new();
        }
        let mut proposals = Vec::with_capacity(self.moves.len());
        let mut malformed = Vec::new();
        count(moves as u64 * weights::WORD);
        for (index, text) in self.moves.iter().enumerate() {
            match self.read_move(text) {
                Some(proposal) => proposals.push(proposal),
                None => malformed.push(index),
            }
        }
        let faults = malformed.into_iter().map(|index| self.no_move(self.moves[index], self.field(index)));
        errors.extend(Error::of_all(faults).map(|error| *error));
        proposals
    }

    /// Plays the moves of the token, if it starts with one, and then the others.
    pub(super) fn play(&self, position: Position, proposals: &[Proposal]) -> Result<Game> {
        match self.play_legal(position, proposals)? {
            (game, None) => Ok(game),
            (_, Some(IllegalPly { index, illegal, .. })) => {
                Err(Error::illegal_line(self.field(index), index, self.moves[index], &illegal))
            }
        }
    }

    /// Plays the moves up to the first that is not legal.
    pub(super) fn play_legal(&self, position: Position, proposals: &[Proposal]) -> Result<(Game, Option<IllegalPly>)> {
        let line = match &self.token {
            Some(token) => token.line().map_err(bad_token)?,
            None => Line::from(position),
        };
        let mut game = Game::from(line);
        for (index, &proposal) in proposals.iter().enumerate() {
            if has_to_stop() {
                break;
            }
            match game.line.position().check(proposal, None) {
                Ok(played) => game.play(played, &mut ()),
                Err(illegal) => {
                    return Ok((game, Some(IllegalPly { index, unmade: proposals.len() - index, illegal })));
                }
            }
        }
        Ok((game, None))
    }
}
