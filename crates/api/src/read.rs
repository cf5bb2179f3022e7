//! Reads what a caller sent as what the games know: finds every fault of content, with the field it is in.

mod game;
mod setup;
mod start;
mod typed;

pub use game::{Game, IllegalPly};
pub use start::no_move;
pub use typed::{TypedMove, move_of_turn, typed_move, way_on};

use ayla_puzzles::{Id, Puzzle};
use ayla_rules::congklak::NoRound;
use ayla_rules::notation;
use ayla_rules::{BadToken, Fault, FaultPlace, Line, Position, Proposal, Rules, Side, Variant};

use ayla_steps::{count, weights};

use start::Start;

use crate::error::{Error, Field, Reason, Result, Violation};
use crate::options::OptionsInput;
use crate::preset::Presets;
use crate::request::{GameInput, GameRequest, LineInput, PlayTurnRequest, StartInput, TextOptions, VariantInput};
use crate::text::{MAX_WIDTH, MIN_WIDTH};
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
    /// The text notation, in `after`.
    After,
}

/// The variant that a request names.
///
/// # Errors
///
/// `MISSING_FIELD` if it names none, `UNKNOWN_VARIANT` for a name that no variant has.
pub fn variant(input: &VariantInput) -> Result<Variant> {
    variant_in(input, Field::named("variant"))
}

pub(crate) fn variant_in(input: &VariantInput, field: Field) -> Result<Variant> {
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
        Form::After => Field::named("after"),
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
    let message = message!("variant-mismatch", found = found.title(), expected = expected.title());
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
    if let Some(text) = start.after {
        return next_round(text, start);
    }
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

/// The first position of the round after one that has ended (CO-15 to CO-17).
fn next_round(text: &str, start: StartInput<'_>) -> Result<Position> {
    let options = ("options", start.options.is_some());
    let given: Vec<_> = [options, ("preset", start.preset.is_some())].into_iter().filter(|(_, is)| *is).collect();
    if let [(field, _), ..] = given[..] {
        return Err(Error::conflict(&[field, "after"], "round-has-options"));
    }
    count(text.len() as u64 / 16 * weights::SIXTEEN_BYTES);
    let ended = Position::read(text).map_err(|found| faults(&found, Form::After))?;
    let found = ended.rules().variant();
    if *start.variant != VariantInput::None && variant(start.variant)? != found {
        return Err(mismatch(Field::named("after"), variant(start.variant)?, found));
    }
    ended.next_round(start.first.map(|first| first.0)).map_err(|why| {
        let refuse = |reason, message| Error::at(Field::named("after"), reason, message);
        match why {
            NoRound::OtherGame => refuse(Reason::InconsistentPosition, Message::new("no-rounds")),
            NoRound::Unequal => refuse(Reason::InconsistentPosition, Message::new("round-unequal")),
            NoRound::NotOver => refuse(Reason::RoundNotOver, Message::new("round-not-over")),
            NoRound::Lost(side) => {
                let message = message!("round-lost", side, winner = side.other());
                refuse(Reason::NoFurtherRound, message)
            }
        }
    })
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

/// The puzzle with the id in a field.
///
/// # Errors
///
/// `NO_SUCH_PUZZLE`.
pub(crate) fn puzzle(text: &str, field: &'static str) -> Result<(Id, Puzzle)> {
    let id = text.parse::<Id>().ok();
    id.and_then(|id| Some((id, id.puzzle()?))).ok_or_else(|| {
        Error::at(Field::named(field), Reason::NoSuchPuzzle, Message::new("no-such-puzzle").quoting("id", text))
    })
}

fn bad_token(error: BadToken) -> Box<Error> {
    Error::at(Field::named("token"), Reason::MalformedToken, Message::from(error))
}

/// The value; or none, with the error among those found.
pub(crate) fn keep<T>(result: Result<T>, errors: &mut Vec<Error>) -> Option<T> {
    result.map_err(|error| errors.push(*error)).ok()
}

/// The value, unless errors were found.
pub(crate) fn finish<T>(errors: Vec<Error>, value: Option<T>) -> Result<T> {
    match (Error::merged(errors), value) {
        (None, Some(value)) => Ok(value),
        (error, _) => Err(error.unwrap_or_else(Error::internal)),
    }
}

/// Reads and plays the line that a request is about. `errors` are those that were found elsewhere in the request.
///
/// # Errors
///
/// Faults of the position and of the form of the moves, all at once; then the first move that is not legal.
pub fn line(from: LineInput<'_>, errors: Vec<Error>) -> Result<Line> {
    Ok(Start::of_line(from, errors).play()?.line)
}

/// Reads and plays the game that a request is about, as [`line()`] does.
///
/// # Errors
///
/// As [`line()`]; for a new game, faults of the variant, the options or the preset.
pub fn game(from: GameInput<'_>, presets: &Presets, errors: Vec<Error>) -> Result<Game> {
    Start::of_game(from, presets, errors).play()
}

/// Reads and plays the game of a turn, and looks at the seat that is named.
///
/// # Errors
///
/// As [`game`], with the faults of the seat. Its move may be unreadable, or not legal.
pub fn game_and_seat(request: &PlayTurnRequest, presets: &Presets, voice: &Voice, errors: Vec<Error>) -> Result<Game> {
    let mut from = request.game();
    if !from.line.has_start() {
        from.line.puzzle = request.puzzle.as_deref();
    }
    let mut start = Start::of_game(from, presets, errors);
    if let Some((seat, position)) = request.seat.zip(start.position) {
        let rules = position.rules();
        let about = match &request.r#move {
            // No move is no house, like any word.
            None => Proposal::Pass,
            // Who moves does not matter here. What cannot be read may be a house.
            Some(text) => typed_move(text, &rules, Side::South, voice)
                .map_or(Proposal::House { number: 0, side: None }, |typed| typed.proposal),
        };
        start.errors.extend(wrong_seat(seat.to_u32(), about, &rules).map(|fault| *Error::of(fault)));
    }
    start.play()
}

/// Reads the game that a request is about, and plays it up to the first move that is not legal.
///
/// # Errors
///
/// As [`game`], that move apart.
pub fn legal_game(from: GameInput<'_>, presets: &Presets, errors: Vec<Error>) -> Result<(Game, Option<IllegalPly>)> {
    Start::of_game(from, presets, errors).play_legal()
}

/// Reads and plays the line that a request is about, and reads the move that it asks about. `errors` are those that
/// were found elsewhere in the request.
///
/// # Errors
///
/// As [`line()`], with the faults of the move and the seat.
pub fn line_and_move(
    from: LineInput<'_>,
    text: Option<&str>,
    seat: Option<u32>,
    errors: Vec<Error>,
) -> Result<(Line, Proposal)> {
    let mut start = Start::of_line(from, errors);
    let proposal = match text {
        Some(text) => start.read_asked_move(text),
        None => Err(Error::at(Field::named("move"), Reason::MissingField, Message::new("move-missing"))),
    };
    let proposal = start.keep(proposal);
    if let (Some(seat), Some(proposal), Some(position)) = (seat, proposal, start.position) {
        start.errors.extend(wrong_seat(seat, proposal, &position.rules()).map(|violation| *Error::of(violation)));
    }
    let line = start.play()?.line;
    // What cannot be read is an error by now.
    Ok((line, proposal.ok_or_else(Error::internal)?))
}

/// Reads and plays the line that a request is about, and reads the move that it may ask about. `errors` are those that
/// were found elsewhere in the request.
///
/// # Errors
///
/// As [`line()`], with the faults of the move.
pub fn game_and_move(from: LineInput<'_>, text: Option<&str>, errors: Vec<Error>) -> Result<(Game, Option<Proposal>)> {
    let mut start = Start::of_line(from, errors);
    let proposal = text.map(|text| start.read_asked_move(text)).and_then(|read| start.keep(read));
    Ok((start.play()?, proposal))
}

/// What is wrong with naming this seat (AN-7).
pub fn wrong_seat(seat: u32, proposal: Proposal, rules: &Rules) -> Option<Violation> {
    let message = match (rules.seats(), proposal) {
        (Some(seats), Proposal::House { .. }) if (1..=seats).contains(&seat) => return None,
        (Some(1), Proposal::House { .. }) => message!("only-seat-one", seat),
        (Some(seats), Proposal::House { .. }) => message!("no-such-seat", seat, seats),
        (Some(_), _) => Message::new("seat-without-house"),
        (None, _) => message!("no-seats", variant = rules.variant().title()),
    };
    Some(Violation::new(Field::named("seat"), Reason::SeatOutOfRange, message))
}

/// What is wrong with what a request says about texts. `addressee` is the field that says who is addressed.
pub fn text_faults(options: &TextOptions, addressee: &'static str) -> Vec<Error> {
    let width = options.width.filter(|width| !(MIN_WIDTH..=MAX_WIDTH).contains(width));
    let width = width.map(|_| {
        let message = message!("width-out-of-range", least = MIN_WIDTH, most = MAX_WIDTH);
        *Error::at(Field::named("width"), Reason::MalformedRequest, message)
    });
    let nobody = you_fault(options.is_personal, options.voice.you.is_some(), addressee);
    width.into_iter().chain(nobody).collect()
}

/// The fault of a request whose sentences are to address somebody (`is_personal`) without saying whom.
pub fn you_fault(is_personal: bool, is_known: bool, addressee: &'static str) -> Option<Error> {
    let message = || message!("nobody-addressed", field = addressee);
    (is_personal && !is_known).then(|| *Error::at(Field::named(addressee), Reason::MissingField, message()))
}
