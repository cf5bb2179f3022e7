//! Reads what a caller sent as what the games know: finds every fault of content, with the field it is in.

mod setup;
mod texts;
mod typed;

pub use texts::{text_faults, you_fault};
pub use typed::{TypedMove, move_of_turn, typed_move};

use ayla_rules::line::MAX_MOVES;
use ayla_rules::notation::{self, read_move};
use ayla_rules::{
    BadToken, Fault, FaultPlace, Illegal, Line, Move, Position, Proposal, Recorder, Rules, Setup, Side, Token, Variant,
};

use crate::error::{Error, Field, Reason, Result, Violation};
use crate::options::OptionsInput;
use crate::preset::Presets;
use crate::request::{GameInput, GameRequest, LineInput, PlayTurnRequest, StartInput, VariantInput};
use crate::words::{Message, Voice};

/// The form in which options or a position were given, which decides the field that a fault is in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The text notation, in `position`.
    Text,
    /// The structured form, in `setup`.
    Setup(Variant),
    /// The options of start-game.
    Start(Variant),
}

/// The variant that a request names.
///
/// # Errors
///
/// `MISSING_FIELD` if it names none, `UNKNOWN_VARIANT` for a name that no variant has.
pub fn variant(input: &VariantInput) -> Result<Variant> {
    variant_in(input, Field::named("variant"))
}

fn variant_in(input: &VariantInput, field: Field) -> Result<Variant> {
    match input {
        VariantInput::Known(variant) => Ok(*variant),
        VariantInput::None => Err(Error::at(field, Reason::MissingField, Message::new("variant-missing"))),
        VariantInput::Unknown(name) => {
            notation::read_variant(name).map_err(|fault| Error::at(field, fault.kind().into(), &fault))
        }
    }
}

/// The error of these faults. There must be some.
pub fn faults(faults: &[Fault], form: Form) -> Box<Error> {
    // Thousands of options may be unknown: only those faults that are listed are described.
    let mut listed: Vec<&Fault> = faults.iter().collect();
    listed.sort_by_key(|fault| Reason::from(fault.kind()).class());
    let violations = listed.into_iter().map(|fault| violation(fault, form));
    Error::of_all(violations).unwrap_or_else(Error::internal)
}

fn violation(fault: &Fault, form: Form) -> Violation {
    let field = match form {
        Form::Text => Field::named("position"),
        Form::Start(variant) => match fault.place() {
            FaultPlace::Option(name) => Field::named("options").option(variant, name),
            _ => Field::named("options"),
        },
        Form::Setup(variant) => setup::field(fault.place(), variant),
    };
    Violation::new(field, fault.kind().into(), fault)
}

fn check_variant(options: &OptionsInput, variant: Variant, field: Field) -> Result<()> {
    match options.variant {
        Some(other) if other != variant => Err(mismatch(field, variant, other)),
        _ => Ok(()),
    }
}

fn mismatch(field: Field, expected: Variant, found: Variant) -> Box<Error> {
    let message = Message::new("variant-mismatch").with("found", found.title()).with("expected", expected.title());
    let mut error = Error::at(field, Reason::VariantMismatch, message);
    error.metadata = vec![("expected", expected.name().to_owned()), ("found", found.name().to_owned())];
    error
}

/// The first position of a new game.
///
/// # Errors
///
/// Faults of the variant, the options or the preset, all at once.
pub fn first_position(start: StartInput<'_>, presets: &Presets) -> Result<Position> {
    let variant = variant(start.variant)?;
    let rules = match (start.options, start.preset) {
        (Some(options), Some(name)) => {
            let conflict = Error::conflict(&["options", "preset"], "options-and-preset");
            let others = [start_rules(variant, options).err(), presets.find(variant, name).err()];
            let errors = others.into_iter().flatten().chain([conflict]).map(|error| *error).collect();
            return Err(Error::merged(errors).unwrap_or_else(Error::internal));
        }
        (Some(options), None) => start_rules(variant, options)?,
        (None, Some(name)) => presets.find(variant, name)?.rules,
        (None, None) => variant.default_rules(),
    };
    let first = start.first.map_or(Side::South, |first| first.0);
    rules.first_position(first).map_err(|found| faults(&found, Form::Start(variant)))
}

/// The rules of a game with these options. Whether a game can start by them is for [`Rules::first_position`] to say.
///
/// # Errors
///
/// All options that are unknown or out of range.
pub fn start_rules(variant: Variant, options: &OptionsInput) -> Result<Rules> {
    check_variant(options, variant, Field::named("options"))?;
    variant.default_rules().with_options(options.pairs()).map_err(|found| faults(&found, Form::Start(variant)))
}

fn bad_token(error: BadToken) -> Box<Error> {
    Error::at(Field::named("token"), Reason::MalformedToken, Message::from(error))
}

/// The value; or none, with the error among those found.
fn keep<T>(result: Result<T>, errors: &mut Vec<Error>) -> Option<T> {
    result.map_err(|error| errors.push(*error)).ok()
}

/// The value, unless errors were found.
fn finish<T>(errors: Vec<Error>, value: Option<T>) -> Result<T> {
    match (Error::merged(errors), value) {
        (None, Some(value)) => Ok(value),
        (error, _) => Err(error.unwrap_or_else(Error::internal)),
    }
}

/// A game as far as a request tells it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The first position that is known.
    start: Position,
    /// The moves made since.
    moves: Vec<Move>,
    /// The line from there, as far as a rule looks back.
    pub(crate) line: Line,
}

impl From<Line> for Game {
    fn from(line: Line) -> Self {
        Self { start: line.start(), moves: line.moves().to_vec(), line }
    }
}

impl Game {
    /// The line.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// The first position that is known.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The moves made since.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The ply of the first position that is known.
    pub fn first_ply(&self) -> u32 {
        self.line.ply().saturating_sub(self.moves.len() as u32)
    }

    /// How many times the last position occurred before among those that are known: the same houses, phase and player to move.
    pub fn recurrences(&self) -> u32 {
        let houses = |position: &Position| Setup { quiet: None, over: None, ..position.setup() };
        let last = houses(&self.line.position());
        let turn = self.line.position().turn();
        let mut occurred = 0;
        let mut position = self.start;
        for &played in &self.moves {
            occurred += u32::from(position.turn() == turn && houses(&position) == last);
            position = position.play_unchecked(played, &mut ()).unwrap_or(position);
        }
        occurred
    }

    /// Plays a move that was found legal.
    pub fn play<R: Recorder>(&mut self, played: Move, recorder: &mut R) {
        self.line.play_unchecked(played, recorder);
        self.moves.push(played);
    }

    /// A game without an end, after this many moves: two pairs of seeds that go round one behind the other.
    #[cfg(test)]
    pub fn endless(moves: usize) -> Self {
        let start = Position::read("awale 110000/110000 20/24 s").expect("a position");
        let mut game = Self::from(Line::from(start));
        for _ in 0..moves {
            let played = game.line.position().legal_moves()[0];
            game.play(played, &mut ());
        }
        game
    }

    /// The game as a line in text notation, to its first known position; nothing if it has more moves than a line may have.
    pub fn record(&self) -> Option<String> {
        let mut record = self.start.to_string();
        for (index, played) in self.moves.iter().enumerate() {
            record += if index == 0 { " moves " } else { " " };
            record += &played.text();
        }
        (self.moves.len() <= MAX_MOVES).then_some(record)
    }
}

/// A move that is not legal, in a game that is played up to it.
#[derive(Debug)]
pub struct IllegalPly {
    /// Its place among the moves of the request, from 0.
    pub index: usize,
    /// The moves from there on that were not made, this one included.
    pub unmade: usize,
    /// Why it is not legal.
    pub illegal: Illegal,
}

/// A request's line before its moves are played.
struct Start<'a> {
    /// Where it starts; nothing when that cannot be read or has faults.
    position: Option<Position>,
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
    fn of_game(GameInput { line, start }: GameInput<'a>, presets: &Presets, errors: &mut Vec<Error>) -> Self {
        if line.position.is_none() && line.setup.is_none() && line.token.is_none() {
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
    fn read(from: LineInput<'a>, errors: &mut Vec<Error>) -> Self {
        let mut start = Self { position: None, token: None, variant: from.variant, moves: Vec::new(), in_text: false };
        match (from.position, from.setup, from.token) {
            (None, None, None) => {
                let message = Message::new("position-missing");
                errors.push(*Error::at(Field::named("position"), Reason::MissingField, message));
            }
            (Some(text), None, None) => start.read_text(text, errors),
            (None, None, Some(text)) => start.read_token(text, errors),
            (None, Some(input), None) => {
                let named = input.variant.as_deref().unwrap_or_default().into();
                let variant = keep(variant_in(&named, Field::named("setup").then("variant")), errors);
                start.check_variant(variant, "setup", errors);
                if let Some(variant) = variant {
                    start.position = keep(setup::position_of_setup(input, variant), errors);
                }
            }
            (position, setup, token) => {
                let forms = [("position", position.is_some()), ("setup", setup.is_some()), ("token", token.is_some())];
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
    fn read_asked_move(&self, text: &str) -> Result<Proposal> {
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
    fn read_moves(&self, errors: &mut Vec<Error>) -> Vec<Proposal> {
        let moves = self.move_count();
        if moves > MAX_MOVES {
            let field = self.field_of_moves();
            let message = Message::new("too-many-moves").with("moves", moves).with("most", MAX_MOVES);
            errors.push(*Error::at(field, Reason::MalformedRequest, message));
            return Vec::new();
        }
        let mut proposals = Vec::with_capacity(self.moves.len());
        let mut malformed = Vec::new();
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
    fn play(&self, position: Position, proposals: &[Proposal]) -> Result<Game> {
        match self.play_legal(position, proposals)? {
            (game, None) => Ok(game),
            (_, Some(IllegalPly { index, illegal, .. })) => {
                Err(Error::illegal_line(self.field(index), index, self.moves[index], &illegal))
            }
        }
    }

    /// Plays the moves up to the first that is not legal.
    fn play_legal(&self, position: Position, proposals: &[Proposal]) -> Result<(Game, Option<IllegalPly>)> {
        let line = match &self.token {
            Some(token) => token.line().map_err(bad_token)?,
            None => Line::from(position),
        };
        let mut game = Game::from(line);
        for (index, &proposal) in proposals.iter().enumerate() {
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

/// Reads and plays the line that a request is about. `errors` are those that were found elsewhere in the request.
///
/// # Errors
///
/// Faults of the position and of the form of the moves, all at once; then the first move that is not legal.
pub fn line(from: LineInput<'_>, mut errors: Vec<Error>) -> Result<Line> {
    let start = Start::read(from, &mut errors);
    let proposals = start.read_moves(&mut errors);
    Ok(start.play(finish(errors, start.position)?, &proposals)?.line)
}

/// Reads and plays the game that a request is about, as [`line()`] does.
///
/// # Errors
///
/// As [`line()`]; for a new game, faults of the variant, the options or the preset.
pub fn game(from: GameInput<'_>, presets: &Presets, mut errors: Vec<Error>) -> Result<Game> {
    let start = Start::of_game(from, presets, &mut errors);
    let proposals = start.read_moves(&mut errors);
    start.play(finish(errors, start.position)?, &proposals)
}

/// Reads and plays the game of a turn, and looks at the seat that is named.
///
/// # Errors
///
/// As [`game`], with the faults of the seat. Its move may be unreadable, or not legal.
pub fn game_and_seat(
    request: &PlayTurnRequest,
    presets: &Presets,
    voice: &Voice,
    mut errors: Vec<Error>,
) -> Result<Game> {
    let start = Start::of_game(request.game(), presets, &mut errors);
    let proposals = start.read_moves(&mut errors);
    if let Some((seat, position)) = request.seat.zip(start.position) {
        let rules = position.rules();
        let about = match &request.r#move {
            // No move is no house, like any word.
            None => Proposal::Pass,
            // Who moves does not matter here. What cannot be read may be a house.
            Some(text) => typed_move(text, rules.variant(), Side::South, voice)
                .map_or(Proposal::House { number: 0, side: None }, |typed| typed.proposal),
        };
        errors.extend(wrong_seat(seat.to_u32(), about, &rules).map(|fault| *Error::of(fault)));
    }
    start.play(finish(errors, start.position)?, &proposals)
}

/// Reads the game that a request is about, and plays it up to the first move that is not legal.
///
/// # Errors
///
/// As [`game`], that move apart.
pub fn legal_game(
    from: GameInput<'_>,
    presets: &Presets,
    mut errors: Vec<Error>,
) -> Result<(Game, Option<IllegalPly>)> {
    let start = Start::of_game(from, presets, &mut errors);
    let proposals = start.read_moves(&mut errors);
    start.play_legal(finish(errors, start.position)?, &proposals)
}

/// The value, unless there are errors beside.
pub fn finish_with<T>(mut errors: Vec<Error>, value: Result<T>) -> Result<T> {
    let value = keep(value, &mut errors);
    finish(errors, value)
}

/// Reads and plays the line that a request is about, and reads the move that it asks about. `errors` are those that were
/// found elsewhere in the request.
///
/// # Errors
///
/// As [`line()`], with the faults of the move and the seat.
pub fn line_and_move(
    from: LineInput<'_>,
    text: Option<&str>,
    seat: Option<u32>,
    mut errors: Vec<Error>,
) -> Result<(Line, Proposal)> {
    let start = Start::read(from, &mut errors);
    let proposals = start.read_moves(&mut errors);
    let proposal = match text {
        Some(text) => start.read_asked_move(text),
        None => Err(Error::at(Field::named("move"), Reason::MissingField, Message::new("move-missing"))),
    };
    let proposal = keep(proposal, &mut errors);
    if let (Some(seat), Some(proposal), Some(position)) = (seat, proposal, start.position) {
        errors.extend(wrong_seat(seat, proposal, &position.rules()).map(|violation| *Error::of(violation)));
    }
    let (position, proposal) = finish(errors, start.position.zip(proposal))?;
    Ok((start.play(position, &proposals)?.line, proposal))
}

/// Reads and plays the line that a request is about, and reads the move that it may ask about. `errors` are those that were
/// found elsewhere in the request.
///
/// # Errors
///
/// As [`line()`], with the faults of the move.
pub fn game_and_move(
    from: LineInput<'_>,
    text: Option<&str>,
    mut errors: Vec<Error>,
) -> Result<(Game, Option<Proposal>)> {
    let start = Start::read(from, &mut errors);
    let proposals = start.read_moves(&mut errors);
    let proposal = text.and_then(|text| keep(start.read_asked_move(text), &mut errors));
    Ok((start.play(finish(errors, start.position)?, &proposals)?, proposal))
}

/// What is wrong with naming this seat (AN-7).
pub fn wrong_seat(seat: u32, proposal: Proposal, rules: &Rules) -> Option<Violation> {
    let message = match (rules.seats(), proposal) {
        (Some(seats), Proposal::House { .. }) if (1..=seats).contains(&seat) => return None,
        (Some(1), Proposal::House { .. }) => Message::new("only-seat-one").with("seat", seat),
        (Some(seats), Proposal::House { .. }) => Message::new("no-such-seat").with("seat", seat).with("seats", seats),
        (Some(_), _) => Message::new("seat-without-house"),
        (None, _) => Message::new("no-seats").with("variant", rules.variant().title()),
    };
    Some(Violation::new(Field::named("seat"), Reason::SeatOutOfRange, message))
}
