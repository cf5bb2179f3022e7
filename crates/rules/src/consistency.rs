//! Everything that makes a set-up inconsistent (C-7), in all games alike.

use super::about::About;
use super::board::{BySide, House, Side};
use super::fault::{Fault, FaultPlace, Part};
use super::game::GameOptions;
use super::rules::Rules;
use super::setup::{MAX_QUIET, Setup};

impl Rules {
    /// Everything that is wrong with a set-up for these rules (C-7).
    pub(super) fn faults<R>(&self, setup: &Setup<R>) -> Vec<Fault> {
        by_variant!(Rules, self, options => faults(setup, options))
    }
}

fn faults<R, O: GameOptions>(setup: &Setup<R>, options: &O) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_rows(setup, options, &mut faults);
    faults.extend(too_many_seeds::<R, O>(setup));
    faults.extend(options.inconsistency(setup));
    check_parts::<R, O>(setup, &mut faults);
    faults
}

/// Tests the rows: equally long, as `houses` says, and of a length that the game allows.
fn check_rows<R, O: GameOptions>(setup: &Setup<R>, options: &O, faults: &mut Vec<Fault>) {
    let variant = O::VARIANT;
    let allowed = O::ABOUT.houses;
    for &side in Side::ALL {
        let houses = setup.row(side).len();
        if !u32::try_from(houses).is_ok_and(|houses| allowed.contains(houses)) {
            faults.push(Fault::RowLength { variant, side, houses, allowed });
        }
    }
    let option = options.houses();
    let south = setup.south.len();
    let north = setup.north.len();
    if south != north {
        faults.push(Fault::RowsDiffer { south, north });
    } else if allowed.min < allowed.max && south != option as usize {
        faults.push(Fault::HousesContradictRows { option, houses: south });
    }
}

/// The fault of more seeds than the game can start with.
fn too_many_seeds<R, O: GameOptions>(setup: &Setup<R>) -> Option<Fault> {
    let most = O::max_seeds((setup.south.len() as u32).min(O::ABOUT.houses.max));
    let seeds = setup.seeds();
    if seeds <= u64::from(most) {
        return None;
    }
    let fullest = if setup.south.iter().max() >= setup.north.iter().max() { Side::South } else { Side::North };
    let house = setup.row(fullest).iter().position(|&seeds| seeds > most);
    let place = match house.and_then(|index| u8::try_from(index + 1).ok()) {
        Some(number) => FaultPlace::House(House { side: fullest, number }),
        None if setup.stores.unwrap_or_default().iter().any(|&seeds| seeds > most) => FaultPlace::Part(Part::Stores),
        None => FaultPlace::Row(fullest),
    };
    Some(Fault::TooManySeeds { variant: O::VARIANT, place, seeds, most })
}

/// Tests stores, flags and reason: only those that the game has.
fn check_parts<R, O: GameOptions>(setup: &Setup<R>, faults: &mut Vec<Fault>) {
    let (variant, About { parts, endings, .. }) = (O::VARIANT, O::ABOUT);
    for (part, given) in [
        (Part::Stores, setup.stores.is_some()),
        (Part::Phase, setup.phase.is_some()),
        (Part::Quiet, setup.quiet.is_some()),
        (Part::First, setup.first.is_some()),
        (Part::Tuzdiks, setup.tuzdiks != BySide::default()),
        (Part::Burnt, setup.has_burnt_houses()),
    ] {
        if given && !parts.contains(&part) {
            faults.push(Fault::NoSuchPart { variant, part });
        }
    }
    if let Some(reason) = setup.over.filter(|reason| !endings.contains(reason)) {
        faults.push(Fault::NoSuchEnding { variant, reason });
    }
    if setup.stores.is_none() && parts.contains(&Part::Stores) {
        faults.push(Fault::NoStores { variant });
    }
    if setup.quiet.is_some_and(|quiet| quiet > MAX_QUIET) {
        faults.push(Fault::QuietTooLarge { most: MAX_QUIET });
    }
}
