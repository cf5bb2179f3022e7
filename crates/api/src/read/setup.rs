//! Positions in structured form.

use ayla_rules::fault::Part;
use ayla_rules::{BySide, FaultPlace, Position, Setup, Side, Variant};

use super::{Form, check_variant, faults, finish, keep};
use crate::error::{Error, Field, Reason, Result, Violation};
use crate::json::{Named, Whole};
use crate::options::OptionsInput;
use crate::request::{SetupInput, TuzdiksInput};
use crate::words::Message;

/// The position that a structured form describes.
pub(super) fn position_of_setup(input: &SetupInput, variant: Variant) -> Result<Position> {
    let at = |name| Field::named("setup").then(name);
    let mut errors = Vec::new();
    let row = |row: &Option<Vec<Whole>>| -> Vec<u32> { row.iter().flatten().map(|seeds| seeds.to_u32()).collect() };
    let south = row(&input.south);
    let north = row(&input.north);
    let burnt = input.burnt.as_ref().map(|burnt| BySide { south: row(&burnt.south), north: row(&burnt.north) });
    let stores = input.stores.map(|stores| BySide { south: stores.south, north: stores.north });
    let lacks_stores = stores.is_none() && variant.about().parts.contains(&Part::Stores);
    let needed = [
        (south.is_empty(), "south", message!("row-missing", side = Side::South)),
        (north.is_empty(), "north", message!("row-missing", side = Side::North)),
        (input.turn.is_none(), "turn", Message::new("turn-missing")),
        (lacks_stores, "stores", Message::new("stores-missing")),
    ];
    let absent = needed.into_iter().filter(|(absent, ..)| *absent).map(|(_, name, what)| (at(name), what));
    let halves = stores.into_iter().flat_map(|stores| Side::ALL.iter().zip(stores));
    let absent_halves = halves
        .filter(|(_, seeds)| seeds.is_none())
        .map(|(side, _)| (at("stores").then(side.name()), Message::new("store-missing")));
    let missing = absent.chain(absent_halves).map(|(field, what)| Violation::new(field, Reason::MissingField, what));
    errors.extend(Error::of_all(missing.collect::<Vec<_>>().into_iter()).map(|error| *error));
    let options = input.options.as_ref();
    let options = options.filter(|options| keep(check_variant(options, variant, at("options")), &mut errors).is_some());
    let given = options.into_iter().flat_map(OptionsInput::pairs);
    let position = if south.is_empty() || north.is_empty() {
        // Only the options can be looked at.
        variant.default_rules().with_options(given).map(|_| None)
    } else {
        let setup = Setup {
            rules: (),
            south,
            north,
            stores: match stores {
                Some(stores) => Some(stores.map(|seeds| seeds.map_or(0, Whole::to_u32))),
                None => lacks_stores.then_some(BySide::default()),
            },
            turn: input.turn.map_or(Side::South, |Named(turn)| turn),
            phase: input.phase.map(|Named(phase)| phase),
            tuzdiks: input
                .tuzdiks
                .map(|TuzdiksInput { south, north }| BySide { south, north }.map(|house| house.map(Whole::to_u32)))
                .unwrap_or_default(),
            burnt: burnt.unwrap_or_default(),
            quiet: input.quiet.map(Whole::to_u32),
            first: input.first.map(|Named(first)| first),
            over: input.over.map(|Named(over)| over),
        };
        setup.with_rules(variant, given).and_then(|setup| setup.position()).map(Some)
    };
    let position = keep(position.map_err(|found| faults(&found, Form::Setup(variant))), &mut errors);
    finish(errors, position.flatten())
}

/// The field of a structured form that a fault of the rules is in.
pub(super) fn field(place: FaultPlace, variant: Variant) -> Field {
    let setup = Field::named("setup");
    match place {
        FaultPlace::Text => setup,
        FaultPlace::Variant => setup.then("variant"),
        FaultPlace::Option(name) => setup.then("options").option(variant, name),
        FaultPlace::Options => setup.then("options"),
        FaultPlace::Row(side) => setup.then(side.name()),
        FaultPlace::House(house) => setup.then(house.side.name()).at(usize::from(house.number) - 1),
        FaultPlace::Part(part) => setup.then(part.name()),
        FaultPlace::Over => setup.then("over"),
    }
}
