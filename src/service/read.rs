//! From what a caller sent to what the games know: every fault is found here, with the field it is in.

use ayla_rules::fault::Part;
use ayla_rules::line::MAX_MOVES;
use ayla_rules::notation::{self, quoted, read_move};
use ayla_rules::option::Given;
use ayla_rules::{Fault, Line, Place, Position, Proposal, Rules, Setup, Side, Variant};

use super::error::{Error, Field, Reason, Result, Violation};
use super::request::{LineInput, MoveInput, OptionInput, OptionsInput, SetupInput};

/// The form in which options or a position were given, which decides the field that a fault is in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The text notation, in `position`.
    Text,
    /// The structured form, in `setup`.
    Setup(Variant),
    /// The options of start-game.
    Start(Variant),
}

/// The game with this name.
///
/// # Errors
///
/// `MISSING_FIELD` for the empty name, `UNKNOWN_VARIANT` for one that no game has.
pub(super) fn variant(name: &str) -> Result<Variant> {
    variant_in(name, Field::named("variant"))
}

fn variant_in(name: &str, field: Field) -> Result<Variant> {
    if name.is_empty() {
        return Err(Error::missing(field, "the variant is missing"));
    }
    notation::read_variant(name)
        .map_err(|fault| Error::of(Violation { field, reason: fault.kind().into(), description: fault.to_string() }))
}

/// The error of these faults. There must be some.
#[must_use]
pub(super) fn faults(faults: &[Fault], form: Form) -> Box<Error> {
    let violations = faults.iter().map(|fault| violation(fault, form)).collect();
    Error::of_all(violations).unwrap_or_else(|| Error::new(Reason::Internal, "a fault was lost"))
}

fn violation(fault: &Fault, form: Form) -> Violation {
    let field = match form {
        Form::Text => Field::named("position"),
        Form::Start(variant) => match fault.place() {
            Place::Option(name) => Field::named("options").option(variant, name),
            _ => Field::named("options"),
        },
        Form::Setup(variant) => setup_field(fault.place(), variant),
    };
    Violation { field, reason: fault.kind().into(), description: fault.to_string() }
}

fn setup_field(place: Place, variant: Variant) -> Field {
    let setup = Field::named("setup");
    match place {
        Place::Text => setup,
        Place::Variant => setup.then("variant"),
        Place::Option(name) => setup.then("options").option(variant, name),
        Place::Options => setup.then("options"),
        Place::Row(side) => setup.then(side.name()),
        Place::House(house) => setup.then(house.side.name()).at(usize::from(house.number) - 1),
        Place::Stores => setup.then("stores"),
        Place::Phase => setup.then("phase"),
        Place::Quiet => setup.then("quiet"),
        Place::First => setup.then("first"),
        Place::Over => setup.then("over"),
    }
}

fn given(options: &OptionsInput) -> impl Iterator<Item = (&str, Given<&str>)> {
    options.values.iter().map(|(name, value)| {
        let value = match value {
            OptionInput::Flag(flag) => Given::Flag(*flag),
            OptionInput::Number(number) => Given::Number(*number),
            OptionInput::Word(word) => Given::Word(word.as_ref()),
            OptionInput::Other(text) => Given::Text(text.as_str()),
        };
        (name.as_ref(), value)
    })
}

fn check_options_variant(options: &OptionsInput, variant: Variant, field: Field) -> Result<()> {
    match options.variant {
        Some(other) if other != variant => Err(mismatch(field, variant, other)),
        _ => Ok(()),
    }
}

fn mismatch(field: Field, expected: Variant, found: Variant) -> Box<Error> {
    let description = format!("this is {}, and {} was asked about", found.title(), expected.title());
    let mut error = Error::of(Violation { field, reason: Reason::VariantMismatch, description });
    error.metadata = vec![("expected", expected.name().to_owned()), ("found", found.name().to_owned())];
    error
}

/// The rules of a game with these options. Whether a game can start by them is for [`Rules::first_position`] to say.
///
/// # Errors
///
/// All options that are unknown or out of range.
pub(super) fn start_rules(variant: Variant, options: &OptionsInput) -> Result<Rules> {
    check_options_variant(options, variant, Field::named("options"))?;
    variant.default_rules().with_options(given(options)).map_err(|found| faults(&found, Form::Start(variant)))
}

/// The set-up that a structured form describes.
fn setup(input: &SetupInput) -> Result<Setup> {
    let at = |name| Field::named("setup").then(name);
    let variant = variant_in(&input.variant, at("variant"))?;
    check_options_variant(&input.options, variant, at("options"))?;
    let needed = [
        (input.south.is_empty(), "south", "South's row is missing"),
        (input.north.is_empty(), "north", "North's row is missing"),
        (input.turn.is_none(), "turn", "the turn is missing"),
        (input.stores.is_none() && variant.about().parts.contains(&Part::Stores), "stores", "the stores are missing"),
    ];
    let absent = needed.into_iter().filter(|(absent, ..)| *absent).map(|(_, name, what)| (at(name), what));
    let halves = input.stores.into_iter().flat_map(|stores| Side::ALL.iter().zip(stores));
    let absent_halves = halves
        .filter(|(_, seeds)| seeds.is_none())
        .map(|(side, _)| (at("stores").then(side.name()), "one of the stores is missing"));
    let violation =
        |(field, what): (_, &str)| Violation { field, reason: Reason::MissingField, description: what.to_owned() };
    if let Some(error) = Error::of_all(absent.chain(absent_halves).map(violation).collect()) {
        return Err(error);
    }
    let rules = Rules::of_rows(variant, input.south.len(), given(&input.options))
        .map_err(|found| faults(&found, Form::Setup(variant)))?;
    Ok(Setup {
        rules,
        south: input.south.clone(),
        north: input.north.clone(),
        stores: input.stores.map(|stores| stores.map(Option::unwrap_or_default)),
        turn: input.turn.unwrap_or(Side::South),
        phase: input.phase,
        quiet: input.quiet,
        first: input.first,
        over: input.over,
    })
}

/// A request's line before its moves are played: where it starts, the moves, and the field they stand in.
struct Start<'a> {
    position: Position,
    moves: Vec<&'a str>,
    in_text: bool,
}

impl<'a> Start<'a> {
    fn read(from: &'a LineInput) -> Result<Self> {
        let (start, form, moves) = match (&from.position, &from.setup) {
            (Some(_), Some(_)) => {
                return Err(Error::conflict("position", "setup", "give the position as text or as setup, not both"));
            }
            (None, None) => {
                return Err(Error::missing(
                    Field::named("position"),
                    "the position is missing: give position or setup",
                ));
            }
            (Some(text), None) => {
                let line = notation::read_line(text).map_err(|found| faults(&found, Form::Text))?;
                (line.setup, Form::Text, line.moves)
            }
            (None, Some(input)) => {
                let setup = setup(input)?;
                let variant = setup.rules.variant();
                (setup, Form::Setup(variant), Vec::new())
            }
        };
        if !moves.is_empty() && !from.moves.is_empty() {
            let description = "the position is a line already: give its moves there or in moves, not in both";
            return Err(Error::conflict("position", "moves", description));
        }
        let variant = start.rules.variant();
        if let Some(expected) = from.variant.filter(|&expected| expected != variant) {
            let field = if form == Form::Text { "position" } else { "setup" };
            return Err(mismatch(Field::named(field), expected, variant));
        }
        let position = start.position().map_err(|found| faults(&found, form))?;
        let in_text = !moves.is_empty();
        let moves = if in_text { moves } else { from.moves.iter().map(String::as_str).collect() };
        Ok(Self { position, moves, in_text })
    }

    /// The field of one of the moves.
    fn field(&self, index: usize) -> Field {
        if self.in_text { Field::named("position") } else { Field::named("moves").at(index) }
    }

    /// Plays the moves.
    fn play(&self, proposals: &[Proposal]) -> Result<Line> {
        let mut line = Line::from(self.position);
        for (index, (&proposal, text)) in proposals.iter().zip(&self.moves).enumerate() {
            match line.position().check(proposal, None) {
                Ok(played) => {
                    line.play_unchecked(played, &mut ());
                }
                Err(illegal) => return Err(Error::illegal_line(self.field(index), index, text, &illegal)),
            }
        }
        Ok(line)
    }
}

fn malformed_move(field: Field, text: &str, variant: Variant) -> Violation {
    let letters = if variant.about().letters { ", the letters A to F and a to f" } else { "" };
    let description = format!(
        "{} is no move (N-6): moves are the numbers of houses{letters}, 'pass', 'take', 'give' and 'agree'",
        quoted(text)
    );
    Violation { field, reason: Reason::MalformedMove, description }
}

/// Reads and plays the line that a request is about, and reads the move it asks about.
///
/// # Errors
///
/// Faults of the position, of the form of the moves, all at once; then the first move that is not legal.
pub(super) fn line(from: &LineInput, asked: Option<&MoveInput>) -> Result<(Line, Option<Proposal>)> {
    let start = Start::read(from)?;
    let rules = start.position.rules();
    let variant = rules.variant();
    if start.moves.len() > MAX_MOVES {
        let field = Field::named(if start.in_text { "position" } else { "moves" });
        let description = format!("the line has {} moves; {MAX_MOVES} are allowed", start.moves.len());
        return Err(Error::of(Violation { field, reason: Reason::MalformedRequest, description }));
    }
    let mut violations = Vec::new();
    let mut read = |text: &str, field: Field| {
        let proposal = read_move(text, variant);
        if proposal.is_none() {
            violations.push(malformed_move(field, text, variant));
        }
        proposal
    };
    let proposals: Vec<_> =
        start.moves.iter().enumerate().filter_map(|(index, text)| read(text, start.field(index))).collect();
    let mut proposal = None;
    if let Some(asked) = asked {
        match &asked.text {
            Some(text) => {
                proposal = read(text, Field::named("move"));
                violations.extend(proposal.and_then(|proposal| wrong_seat(asked.seat?, proposal, &rules)));
            }
            None => violations.push(Violation {
                field: Field::named("move"),
                reason: Reason::MissingField,
                description: "the move is missing".to_owned(),
            }),
        }
    }
    match Error::of_all(violations) {
        Some(error) => Err(error),
        None => Ok((start.play(&proposals)?, proposal)),
    }
}

/// The same for a request that asks about a move.
///
/// # Errors
///
/// As [`line`].
pub(super) fn line_and_move(from: &LineInput, asked: &MoveInput) -> Result<(Line, Proposal)> {
    match line(from, Some(asked))? {
        (line, Some(proposal)) => Ok((line, proposal)),
        (_, None) => Err(Error::missing(Field::named("move"), "the move is missing")),
    }
}

/// What is wrong with naming this seat (AN-7).
fn wrong_seat(seat: u32, proposal: Proposal, rules: &Rules) -> Option<Violation> {
    let description = match (rules.seats(), proposal) {
        (Some(seats), Proposal::House { .. }) if (1..=seats).contains(&seat) => return None,
        (Some(1), Proposal::House { .. }) => format!("there is no seat {seat}: a team of one has only seat 1 (AN-7)"),
        (Some(seats), Proposal::House { .. }) => {
            format!("there is no seat {seat}: a team has the seats 1 to {seats} (AN-7)")
        }
        (Some(_), _) => "a seat is named only with a house (AN-7)".to_owned(),
        (None, _) => format!("{} has no seats (AN-7)", rules.variant().title()),
    };
    Some(Violation { field: Field::named("seat"), reason: Reason::SeatOutOfRange, description })
}
