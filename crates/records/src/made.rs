//! What a move does, and how a game ends.

use std::cmp::Ordering;

use ayla_rules::{Destination, Event, House, Line, Move, Place, PlayError, Proposal, Side, Status};

/// What a move does.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub mover: Side,
    pub played: Move,
    /// The last house that a seed is sown into.
    pub end: Option<House>,
    /// The seeds that it puts into the store of its mover, before a game that ends is settled.
    pub captured: u32,
    /// The seeds in the stores then.
    pub stores: [u32; 2],
    /// Whether it makes a tuzdik.
    pub tuzdik: bool,
    pub after: Line,
}

/// Makes a move.
#[expect(clippy::result_large_err, reason = "the error gives back what was taken, and is hardly larger")]
pub(crate) fn make(line: Line, proposal: Proposal, events: &mut Vec<Event>) -> Result<Made, PlayError<Line>> {
    events.clear();
    let mover = line.position().turn();
    let played = line.position().check(proposal, None);
    let after = line.play_recorded(proposal, events)?;
    let mut made = Made {
        mover,
        played: played.unwrap_or(Move::Pass),
        end: None,
        captured: 0,
        stores: after.position().setup().stores.unwrap_or_default(),
        tuzdik: false,
        after,
    };
    let own = Destination::from(mover);
    for event in events.iter() {
        match *event {
            Event::Sow { place: Place::House(house) } => made.end = Some(house),
            Event::Sow { place: Place::Store(side) } => {
                made.end = None;
                made.captured += u32::from(side == mover);
            }
            Event::Capture { seeds, to, .. } if to == own => made.captured += u32::from(seeds),
            Event::Tuzdik { .. } => made.tuzdik = true,
            Event::Share { south, north, .. } => {
                made.stores[0] -= u32::from(south);
                made.stores[1] -= u32::from(north);
            }
            Event::PickUp { .. } | Event::Capture { .. } | Event::BearOff { .. } => {}
        }
    }
    Ok(made)
}

/// What the mover gains, with what a game that ends gives: nothing more once a player has more than half.
pub(crate) fn gain(made: &Made) -> u32 {
    let shared = score(&made.after, made.stores)
        .map_or(0, |score| score[made.mover.index()].saturating_sub(made.stores[made.mover.index()]));
    made.captured + shared
}

/// The score of a game that has ended, as programs give it that share nothing once a player has more than half.
pub(crate) fn score(line: &Line, stores: [u32; 2]) -> Option<[u32; 2]> {
    let position = line.position();
    let Status::Over { score, .. } = position.status() else { return None };
    let has_majority = stores.iter().any(|&store| 2 * u64::from(store) > position.setup().seeds());
    if has_majority { Some(stores) } else { score.map(|score| score.map(u32::from)) }
}

/// The result of a game as points.
pub(crate) fn points([south, north]: [u32; 2]) -> String {
    match south.cmp(&north) {
        Ordering::Greater => "1-0",
        Ordering::Less => "0-1",
        Ordering::Equal => "1/2-1/2",
    }
    .to_owned()
}

/// The result of a game as seeds.
pub(crate) fn seeds([south, north]: [u32; 2]) -> String {
    format!("{south}-{north}")
}
