//! What a move does, and how a game ends.

use std::cmp::Ordering;

use ayla_rules::{Destination, Event, House, Illegal, Line, Move, Place, Position, Proposal, Recorder, Side, Status};

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
    /// The score of the game that it ends.
    pub score: Option<[u32; 2]>,
    /// Whether it makes a tuzdik.
    pub tuzdik: bool,
}

/// A move that is being made, with the seeds that are shared after it.
struct Making {
    made: Made,
    shared: [u32; 2],
}

impl Recorder for Making {
    fn record(&mut self, event: Event) {
        let made = &mut self.made;
        match event {
            Event::Sow { place: Place::House(house) } => made.end = Some(house),
            Event::Sow { place: Place::Store(side) } => {
                made.end = None;
                made.captured += u32::from(side == made.mover);
            }
            Event::Capture { seeds, to, .. } if to == Destination::from(made.mover) => {
                made.captured += u32::from(seeds);
            }
            Event::Tuzdik { .. } => made.tuzdik = true,
            Event::Share { south, north, .. } => {
                self.shared[0] += u32::from(south);
                self.shared[1] += u32::from(north);
            }
            Event::PickUp { .. } | Event::Capture { .. } | Event::BearOff { .. } => {}
        }
    }
}

/// Makes a move, unless it is not legal.
pub(crate) fn make(line: &mut Line, proposal: Proposal) -> Result<Made, Illegal> {
    let position = line.position();
    let played = position.check(proposal, None)?;
    let mover = position.turn();
    let made = Made { mover, played, end: None, captured: 0, stores: [0; 2], score: None, tuzdik: false };
    let mut making = Making { made, shared: [0; 2] };
    line.play_unchecked(played, &mut making);
    let Making { mut made, shared } = making;
    let after = line.position();
    let settled = stores(&after);
    made.stores = [0, 1].map(|player| settled[player].saturating_sub(shared[player]));
    made.score = score(&after, made.stores);
    Ok(made)
}

/// What the mover gains, with what a game that ends gives: nothing more once a player has more than half.
pub(crate) fn gain(made: &Made) -> u32 {
    let own = made.mover.index();
    made.captured + made.score.map_or(0, |score| score[own].saturating_sub(made.stores[own]))
}

/// The seeds in the stores; none where there are no stores.
pub(crate) fn stores(position: &Position) -> [u32; 2] {
    position.stores().unwrap_or_default().map(u32::from)
}

/// The score of a game that has ended, as programs give it that share nothing once a player has more than half.
pub(crate) fn score(position: &Position, stores: [u32; 2]) -> Option<[u32; 2]> {
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
