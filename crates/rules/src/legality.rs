//! Whether a move is legal, and if not, why: the tests of C-9 in their order.

use super::moves::{Illegal, IllegalReason, Move, Proposal};
use super::rules::{Game, Variant};
use super::ruling;

/// Tests a move that somebody asks about. `seat` is the seat named with it (AN-7); it is looked at only for houses in
/// games with seats.
///
/// # Errors
///
/// The first reason of C-9 that holds.
pub(super) fn check<G: Game>(
    game: &G,
    state: &G::State,
    proposal: Proposal,
    seat: Option<u32>,
) -> Result<Move, Illegal> {
    let no = |reason, ruling| Err(Illegal { reason, ruling, message: sentence(game, state, proposal, seat, reason) });
    if game.over(state).is_some() {
        return no(IllegalReason::GameOver, ruling::C_8);
    }
    let row = game.rules().houses();
    let played = match proposal {
        Proposal::House { number, .. } => Move::House(number.clamp(1, row) as u8),
        Proposal::Pass => Move::Pass,
        Proposal::Take => Move::Take,
        Proposal::Give => Move::Give,
        Proposal::Agree => Move::Agree,
    };
    if !game.knows(played) {
        return no(IllegalReason::NotInThisGame, ruling::C_3);
    }
    if game.wrong_phase(state, played) {
        return no(IllegalReason::WrongPhase, ruling::AN_2);
    }
    if let Proposal::House { number, side } = proposal {
        if number == 0 || number > row {
            return no(IllegalReason::NoSuchHouse, ruling::C_1);
        }
        if side.is_some_and(|side| side != game.turn(state)) {
            return no(IllegalReason::NotYourHouse, ruling::C_1);
        }
        let controller = game.seat(number as u8);
        if seat.is_some() && controller.is_some() && seat != controller {
            return no(IllegalReason::NotYourHouse, ruling::AN_7);
        }
    }
    match game.obstacle(state, played) {
        Some((reason, ruling)) => no(reason, ruling),
        None => Ok(played),
    }
}

/// The reason as a sentence for a person.
fn sentence<G: Game>(
    game: &G,
    state: &G::State,
    proposal: Proposal,
    seat: Option<u32>,
    reason: IllegalReason,
) -> String {
    let (rules, turn) = (game.rules(), game.turn(state));
    let (mover, opponent) = (turn.title(), turn.other().title());
    let house = match proposal {
        Proposal::House { number, .. } => format!("house {number}"),
        Proposal::Pass | Proposal::Take | Proposal::Give | Proposal::Agree => String::new(),
    };
    match reason {
        IllegalReason::GameOver => match game.over(state) {
            Some(ended) => format!("The game has ended ({ended}); no further move can be made."),
            None => "The game has ended; no further move can be made.".to_owned(),
        },
        IllegalReason::NotInThisGame => format!(
            "{} has no move '{}'; its moves are {}.",
            rules.variant().title(),
            name(proposal),
            kinds(rules.variant()),
        ),
        IllegalReason::WrongPhase => match proposal {
            Proposal::House { .. } => {
                format!("{mover} must first say who makes the first regular move: 'take' or 'give'.")
            }
            Proposal::Pass | Proposal::Take | Proposal::Give | Proposal::Agree => format!(
                "'{}' answers the opening move, and is not possible at this point; {mover} plays a house.",
                name(proposal)
            ),
        },
        IllegalReason::NoSuchHouse => format!("There is no {house}: a row has the houses 1 to {}.", rules.houses()),
        IllegalReason::NotYourHouse => match proposal {
            Proposal::House { side: Some(side), .. } if side != turn => {
                format!("The letter names a house of {}, and it is {mover}'s turn.", side.title())
            }
            _ => match (seat, seat_of(game, proposal)) {
                (Some(seat), Some(controller)) => {
                    format!("Seat {seat} does not control {house}; seat {controller} does.")
                }
                _ => format!("{mover} does not control {house}."),
            },
        },
        IllegalReason::EmptyHouse => format!("{mover}'s {house} is empty."),
        IllegalReason::MustFeed => {
            format!("{opponent}'s row is empty, and {house} puts no seed into it; a house that does must be played.")
        }
        IllegalReason::EndlessSowing => format!(
            "The sowing from {mover}'s {house} would not end within {} laps, so nobody could carry it out.",
            super::sowing::MAX_LAPS
        ),
        IllegalReason::MustMove => format!("{mover} has a legal move, so must not pass."),
    }
}

fn seat_of<G: Game>(game: &G, proposal: Proposal) -> Option<u32> {
    match proposal {
        Proposal::House { number, .. } => game.seat(number as u8),
        Proposal::Pass | Proposal::Take | Proposal::Give | Proposal::Agree => None,
    }
}

const fn name(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::House { .. } => "a house",
        Proposal::Pass => "pass",
        Proposal::Take => "take",
        Proposal::Give => "give",
        Proposal::Agree => "agree",
    }
}

const fn kinds(variant: Variant) -> &'static str {
    match variant {
        Variant::Awale => "the houses 1 to 6 and 'agree'",
        Variant::Andada => "the houses, 'take' and 'give'",
        Variant::Anywoli => "the houses, 'pass' and 'agree'",
    }
}

/// Every house that the player to move cannot play, with the reason why not.
pub(super) fn illegal_houses<G: Game>(game: &G, state: &G::State) -> Vec<(Move, Illegal)> {
    (1..=game.rules().houses() as u8)
        .filter_map(|number| {
            let house = Move::House(number);
            check(game, state, house.into(), None).err().map(|illegal| (house, illegal))
        })
        .collect()
}

/// The legal moves, houses in ascending order: the candidates whose sowing ends.
pub(super) fn legal_moves<G: Game>(game: &G, state: &G::State) -> Vec<Move> {
    game.candidates(state).filter(|&played| game.play(state, played, &[], &mut ()).is_some()).collect()
}
