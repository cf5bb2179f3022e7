//! Reads what a caller sent as what the games know: finds every fault of content, with the field it is in.

use ayla_rules::fault::Part;
use ayla_rules::line::MAX_MOVES;
use ayla_rules::notation::{self, quoted, read_move};
use ayla_rules::{Fault, Line, Place, Position, Proposal, Rules, Setup, Side, Variant};

use super::error::{Error, Field, Reason, Result, Violation};
use super::json::{Named, Whole};
use super::options::OptionsInput;
use super::request::{LineInput, SetupInput};

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

/// The variant with this name.
///
/// # Errors
///
/// `MISSING_FIELD` for the empty name, `UNKNOWN_VARIANT` for a name that no variant has.
pub fn variant(name: &str) -> Result<Variant> {
    variant_in(name, Field::named("variant"))
}

fn variant_in(name: &str, field: Field) -> Result<Variant> {
    if name.is_empty() {
        return Err(Error::at(field, Reason::MissingField, "the variant is missing"));
    }
    notation::read_variant(name).map_err(|fault| Error::at(field, fault.kind().into(), fault.to_string()))
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
    Violation::new(field, fault.kind().into(), fault.to_string())
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
        Place::Part(part) => setup.then(part.name()),
        Place::Over => setup.then("over"),
    }
}

fn check_options_variant(options: &OptionsInput, variant: Variant, field: Field) -> Result<()> {
    match options.variant {
        Some(other) if other != variant => Err(mismatch(field, variant, other)),
        _ => Ok(()),
    }
}

fn mismatch(field: Field, expected: Variant, found: Variant) -> Box<Error> {
    let description =
        format!("the position is one of {}, and the request is about {}", found.title(), expected.title());
    let mut error = Error::at(field, Reason::VariantMismatch, description);
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
    variant.default_rules().with_options(options.given()).map_err(|found| faults(&found, Form::Start(variant)))
}

/// The set-up that a structured form describes.
fn setup(input: &SetupInput) -> Result<Setup> {
    let at = |name| Field::named("setup").then(name);
    let variant = variant_in(input.variant.as_deref().unwrap_or_default(), at("variant"))?;
    let no_options = OptionsInput::default();
    let options = input.options.as_ref().unwrap_or(&no_options);
    check_options_variant(options, variant, at("options"))?;
    let row = |row: &Option<Vec<Whole>>| -> Vec<u32> { row.iter().flatten().map(|seeds| seeds.to_u32()).collect() };
    let (south, north) = (row(&input.south), row(&input.north));
    let stores = input.stores.map(|stores| [stores.south, stores.north]);
    let needed = [
        (south.is_empty(), "south", "South's row is missing"),
        (north.is_empty(), "north", "North's row is missing"),
        (input.turn.is_none(), "turn", "the turn is missing"),
        (stores.is_none() && variant.about().parts.contains(&Part::Stores), "stores", "the stores are missing"),
    ];
    let absent = needed.into_iter().filter(|(absent, ..)| *absent).map(|(_, name, what)| (at(name), what));
    let halves = stores.into_iter().flat_map(|stores| Side::ALL.iter().zip(stores));
    let absent_halves = halves
        .filter(|(_, seeds)| seeds.is_none())
        .map(|(side, _)| (at("stores").then(side.name()), "one of the stores is missing"));
    let violation = |(field, what): (_, &str)| Violation::new(field, Reason::MissingField, what);
    if let Some(error) = Error::of_all(absent.chain(absent_halves).map(violation).collect()) {
        return Err(error);
    }
    let rules =
        Rules::of_rows(variant, south.len(), options.given()).map_err(|found| faults(&found, Form::Setup(variant)))?;
    Ok(Setup {
        rules,
        south,
        north,
        stores: stores.map(|stores| stores.map(|seeds| seeds.map_or(0, Whole::to_u32))),
        turn: input.turn.map_or(Side::South, |Named(turn)| turn),
        phase: input.phase.map(|Named(phase)| phase),
        quiet: input.quiet.map(Whole::to_u32),
        first: input.first.map(|Named(first)| first),
        over: input.over.map(|Named(over)| over),
    })
}

/// A request's line before its moves are played: where it starts, the moves, and the field they stand in.
struct Start<'a> {
    position: Position,
    moves: Vec<&'a str>,
    in_text: bool,
}

impl<'a> Start<'a> {
    fn read(from: LineInput<'a>) -> Result<Self> {
        let (start, form, moves) = match (from.position, from.setup) {
            (Some(_), Some(_)) => {
                return Err(Error::conflict("position", "setup", "give the position as text or as setup, not both"));
            }
            (None, None) => {
                let description = "the position is missing: give position or setup";
                return Err(Error::at(Field::named("position"), Reason::MissingField, description));
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

    /// Reads the moves. Those that are no moves are among the violations.
    fn proposals(&self, violations: &mut Vec<Violation>) -> Result<Vec<Proposal>> {
        if self.moves.len() > MAX_MOVES {
            let field = Field::named(if self.in_text { "position" } else { "moves" });
            let description = format!("the line has {} moves; {MAX_MOVES} are allowed", self.moves.len());
            return Err(Error::at(field, Reason::MalformedRequest, description));
        }
        let variant = self.position.rules().variant();
        let mut proposals = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            match read_move(text, variant) {
                Some(proposal) => proposals.push(proposal),
                None => violations.push(malformed_move(self.field(index), text, variant)),
            }
        }
        Ok(proposals)
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
    Violation::new(field, Reason::MalformedMove, description)
}

/// Reads and plays the line that a request is about.
///
/// # Errors
///
/// Faults of the position, of the form of the moves, all at once; then the first move that is not legal.
pub(super) fn line(from: LineInput<'_>) -> Result<Line> {
    let start = Start::read(from)?;
    let mut violations = Vec::new();
    let proposals = start.proposals(&mut violations)?;
    Error::of_all(violations).map_or_else(|| start.play(&proposals), Err)
}

/// Reads and plays the line that a request is about, and reads the move that it asks about.
///
/// # Errors
///
/// As [`line`].
pub(super) fn line_and_move(from: LineInput<'_>, text: Option<&str>, seat: Option<u32>) -> Result<(Line, Proposal)> {
    let start = Start::read(from)?;
    let mut violations = Vec::new();
    let proposals = start.proposals(&mut violations)?;
    let (rules, field) = (start.position.rules(), Field::named("move"));
    let proposal = text.and_then(|text| read_move(text, rules.variant()));
    match (text, proposal) {
        (None, _) => violations.push(Violation::new(field, Reason::MissingField, "the move is missing")),
        (Some(text), None) => violations.push(malformed_move(field, text, rules.variant())),
        (_, Some(proposal)) => violations.extend(seat.and_then(|seat| wrong_seat(seat, proposal, &rules))),
    }
    match (Error::of_all(violations), proposal) {
        (None, Some(proposal)) => Ok((start.play(&proposals)?, proposal)),
        (error, _) => Err(error.unwrap_or_else(Error::internal)),
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
    Some(Violation::new(Field::named("seat"), Reason::SeatOutOfRange, description))
}
