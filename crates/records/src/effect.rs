//! What a move does, and how a game ends.

use std::cmp::Ordering;

use ayla_rules::{
    BySide, Destination, Event, House, Illegal, Line, Move, Place, Position, Proposal, Recorder, Side, Status,
};

/// What a move does.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub mover: Side,
    pub played: Move,
    /// The last house that a seed is sown into.
    pub end: Option<House>,
    /// The seeds that it puts into the store of its mover, before a game that ends is settled.
    pub captured: u32,
    /// The seeds in the stores then.
    pub stores: BySide<u32>,
    /// The score of the game that it ends.
    pub score: Option<BySide<u32>>,
    /// Whether it makes a tuzdik.
    pub tuzdik: bool,
    /// The seeds that are shared after it.
    shared: BySide<u32>,
}

impl Recorder for Effect {
    fn record(&mut self, event: Event) {
        match event {
            Event::Sow { place: Place::House(house) } => self.end = Some(house),
            Event::Sow { place: Place::Store(side) } => {
                self.end = None;
                self.captured += u32::from(side == self.mover);
            }
            Event::Capture { seeds, to, .. } if to == Destination::from(self.mover) => {
                self.captured += u32::from(seeds);
            }
            Event::Tuzdik { .. } => self.tuzdik = true,
            Event::Share { south, north, .. } => self.shared = BySide { south, north }.map(u32::from),
            Event::PickUp { .. } | Event::Capture { .. } | Event::BearOff { .. } | Event::Swap { .. } => {}
        }
    }
}

/// Plays a move, unless it is not legal.
pub(crate) fn play_move(line: &mut Line, proposal: Proposal) -> Result<Effect, Illegal> {
    let position = line.position();
    let played = position.check(proposal, None)?;
    let mover = position.turn();
    let mut effect = Effect {
        mover,
        played,
        end: None,
        captured: 0,
        stores: BySide::default(),
        score: None,
        tuzdik: false,
        shared: BySide::default(),
    };
    line.play_unchecked(played, &mut effect);
    let after = line.position();
    let settled = stores(&after);
    effect.stores = BySide::from_fn(|side| settled[side].saturating_sub(effect.shared[side]));
    effect.score = score(&after, effect.stores);
    Ok(effect)
}

/// What the mover gains, with what a game that ends gives: nothing more once a player has more than half.
pub(crate) fn gain(effect: &Effect) -> u32 {
    let own = effect.mover;
    effect.captured + effect.score.map_or(0, |score| score[own].saturating_sub(effect.stores[own]))
}

/// The seeds in the stores; none where there are no stores.
pub(crate) fn stores(position: &Position) -> BySide<u32> {
    position.stores().unwrap_or_default().map(u32::from)
}

/// The score of a game that has ended, as programs give it that share nothing once a player has more than half.
pub(crate) fn score(position: &Position, stores: BySide<u32>) -> Option<BySide<u32>> {
    let Status::Over { score, .. } = position.status() else { return None };
    let has_majority = stores.iter().any(|&store| 2 * u64::from(store) > position.setup().seeds());
    if has_majority { Some(stores) } else { score.map(|score| score.map(u32::from)) }
}

/// The result of a game as points.
pub(crate) fn points(BySide { south, north }: BySide<u32>) -> String {
    match south.cmp(&north) {
        Ordering::Greater => "1-0",
        Ordering::Less => "0-1",
        Ordering::Equal => "1/2-1/2",
    }
    .to_owned()
}

/// The result of a game as seeds.
pub(crate) fn seeds(BySide { south, north }: BySide<u32>) -> String {
    format!("{south}-{north}")
}
