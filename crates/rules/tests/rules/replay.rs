//! Replays events on a set-up without knowing any rule.

use ayla_rules::{BySide, Destination, Event, House, Place, Setup};

/// The houses and stores after the events, and the seeds that left the game.
pub(crate) struct Replay {
    pub(crate) rows: BySide<Vec<u32>>,
    pub(crate) stores: BySide<u32>,
    pub(crate) tuzdiks: BySide<Option<u32>>,
    pub(crate) off: u32,
    hand: u32,
}

impl Replay {
    pub(crate) fn new(before: &Setup) -> Self {
        let stores = before.stores.unwrap_or_default();
        let rows = BySide { south: before.south.clone(), north: before.north.clone() };
        Self { rows, stores, tuzdiks: before.tuzdiks, off: 0, hand: 0 }
    }

    fn house(&mut self, house: House) -> &mut u32 {
        &mut self.rows[house.side][usize::from(house.number) - 1]
    }

    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::PickUp { house, seeds, .. } => {
                assert_eq!(self.hand, 0, "a hand is empty when it picks up");
                self.hand = std::mem::take(self.house(*house));
                assert_eq!(self.hand, u32::from(*seeds));
            }
            Event::Sow { place } => {
                self.hand = self.hand.checked_sub(1).expect("a hand sows what it holds");
                match place {
                    Place::House(house) => *self.house(*house) += 1,
                    Place::Store(side) => self.stores[*side] += 1,
                }
            }
            Event::Capture { house, seeds, to, .. } => {
                let taken = std::mem::take(self.house(*house));
                assert_eq!(taken, u32::from(*seeds));
                match to {
                    Destination::South => self.stores.south += taken,
                    Destination::North => self.stores.north += taken,
                    Destination::Off => self.off += taken,
                }
            }
            Event::Tuzdik { house, to, .. } => {
                assert_eq!(*self.house(*house), 0, "no seed stays in a tuzdik");
                assert_eq!(self.tuzdiks[*to].replace(house.number.into()), None);
            }
            Event::Swap { .. } => {
                self.rows = std::mem::take(&mut self.rows).swapped();
                self.stores = self.stores.swapped();
            }
            Event::BearOff { seeds, .. } => {
                assert_eq!(self.hand, u32::from(*seeds));
                self.off += std::mem::take(&mut self.hand);
            }
            Event::Share { south, north, off, .. } => {
                let left: u32 = self.rows.iter().flatten().sum::<u32>() + std::mem::take(&mut self.hand);
                assert_eq!(left, [south, north, off].into_iter().map(|&seeds| u32::from(seeds)).sum::<u32>());
                self.rows.south.fill(0);
                self.rows.north.fill(0);
                self.stores.south += u32::from(*south);
                self.stores.north += u32::from(*north);
                self.off += u32::from(*off);
            }
        }
    }

    /// Compares the result with the position that the rules produced.
    pub(crate) fn check(&self, after: &Setup) {
        assert_eq!(self.hand, 0, "nothing is left in hand");
        assert_eq!((&self.rows.south, &self.rows.north), (&after.south, &after.north));
        assert_eq!(self.stores, after.stores.unwrap_or_default());
        assert_eq!(self.tuzdiks, after.tuzdiks);
    }
}
