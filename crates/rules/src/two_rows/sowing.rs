//! The sowing of two rows.

use std::ops::Range;

use super::{BYTES, Houses, TwoRows, house};
use crate::board::{Ring, Side};
use crate::ruling::Ruling;
use crate::sowing::{Event, Place, Recorder};

/// What differs between sowings. The compiler makes a function of its own for each.
pub(crate) trait Sowing {
    /// Whether the first of two or more seeds goes back into the house that they come from.
    const FIRST_GOES_BACK: bool = false;
    /// Whether a seed goes into the mover's store after the mover's last house.
    const INTO_STORE: bool = true;
    /// Whether a last seed in a house that holds seeds begins another lap with all of them.
    const RELAY: bool = false;
    /// Whether some houses are skipped.
    const SKIPS: bool = false;

    /// The houses that are skipped, in which there is never a seed during the sowing.
    #[inline]
    fn skipped(&self) -> Houses {
        Houses::default()
    }
    /// The house of a row whose seeds go to a store, if there is one.
    #[inline]
    fn taker(&self, _row: Side) -> Option<Taker> {
        None
    }
}

/// A house in which no seed stays.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Taker {
    /// Its place in the row.
    pub(crate) at: usize,
    /// The player into whose store each seed goes that is sown into the house.
    pub(crate) to: Side,
    /// The ruling by which it goes there.
    pub(crate) ruling: Ruling,
}

/// Where the last seed of a sowing fell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// In the mover's store.
    Store,
    /// In a house of the row `row`. Its place `at` counts from 0 in the order of sowing, and `holds` is the number of
    /// seeds in it after the sowing: 0 in a [taker](Sowing::taker).
    House { row: Side, at: usize, holds: u8 },
}

/// For each place of a row and the end of the row, a row with one seed in every house before it. More full rows make
/// the number of rows a power of two, so that a remainder is an index. Without any full row, the compiler would know
/// the last house to be empty, and change the houses one by one.
const ONES_BEFORE: [[u8; BYTES]; 2 * BYTES] = {
    let mut rows = [[1; BYTES]; 2 * BYTES];
    let mut place = 0;
    while place < BYTES {
        let mut at = place;
        while at < BYTES {
            rows[place][at] = 0;
            at += 1;
        }
        place += 1;
    }
    rows
};

/// A row with one seed in each of these places.
///
/// It serves to change a row as a whole: reading as a whole what was just written in part is slow.
#[inline]
fn ones(places: Range<usize>) -> [u8; BYTES] {
    let mut row = ONES_BEFORE[places.end % ONES_BEFORE.len()];
    for (house, before) in row.iter_mut().zip(ONES_BEFORE[places.start % ONES_BEFORE.len()]) {
        *house = house.wrapping_sub(before);
    }
    row
}

/// The places that a sowing passes, counted from the first house of the player to move: that player's row, the store if
/// seeds go into it, and the other row.
#[derive(Copy, Clone, Debug)]
struct Circuit {
    ring: Ring,
    mover: Side,
    /// The places between the rows: 1 for the store, or 0.
    stores: usize,
}

impl Circuit {
    #[inline]
    const fn new<S: Sowing>(ring: Ring, mover: Side) -> Self {
        Self { ring, mover, stores: S::INTO_STORE as usize }
    }

    /// Houses in a row.
    #[inline]
    const fn row(self) -> usize {
        self.ring.row as usize
    }

    /// The place of the first house of the opponent's row.
    #[inline]
    const fn far(self) -> usize {
        self.row() + self.stores
    }

    /// The number of places.
    #[inline]
    const fn places(self) -> usize {
        self.far() + self.row()
    }

    /// The end of the part of a round that is sown from a place on, whose seeds leave the hand.
    #[inline]
    fn end_of_part<S: Sowing>(self, sowing: &S, start: usize, hand: &mut usize) -> usize {
        if !S::SKIPS {
            let end = self.places().min(start + *hand);
            *hand -= end - start;
            return end;
        }
        let mut end = start;
        while *hand > 0 && end < self.places() {
            *hand -= usize::from(!self.skips(sowing, end));
            end += 1;
        }
        end
    }

    /// Whether a sowing skips a place.
    #[inline]
    fn skips<S: Sowing>(self, sowing: &S, place: usize) -> bool {
        S::SKIPS && self.house(place).is_some_and(|(row, at)| sowing.skipped().contains(row, at))
    }

    /// The row in which a place of the circuit is, and its place there; none for the store.
    #[inline]
    fn house(self, place: usize) -> Option<(Side, usize)> {
        if place < self.row() {
            Some((self.mover, place))
        } else {
            Some((self.mover.other(), place.checked_sub(self.far())?))
        }
    }

    /// The parts of the mover's row and of the other row that a part of the circuit covers.
    #[inline]
    fn parts(self, Range { start, end }: Range<usize>) -> [(Side, Range<usize>); 2] {
        let near = start.min(self.row())..end.min(self.row());
        let far = start.saturating_sub(self.far())..end.saturating_sub(self.far());
        [(self.mover, near), (self.mover.other(), far)]
    }
}

impl TwoRows {
    /// Sows the seeds of a house of the player to move. The turn stays.
    #[inline(always)]
    pub(crate) fn sow<S: Sowing, R: Recorder>(
        &mut self,
        sowing: &S,
        ring: Ring,
        origin: usize,
        recorder: &mut R,
    ) -> Last {
        let circuit = Circuit::new::<S>(ring, self.turn);
        let mut row = self.turn;
        let mut at = origin;
        let mut lap = 1;
        loop {
            let seeds = self.take(row, at);
            recorder.record(Event::PickUp { house: house(ring, row, at), seeds, lap });
            let mut hand = usize::from(seeds);
            let mut start = if row == circuit.mover { at } else { circuit.far() + at };
            if !S::FIRST_GOES_BACK || hand == 1 {
                start += 1;
            }
            let end = loop {
                let end = circuit.end_of_part(sowing, start, &mut hand);
                self.sow_part(sowing, circuit, start..end, recorder);
                if hand == 0 {
                    break end;
                }
                start = 0;
            };
            let Some(last) = circuit.house(end - 1) else { return Last::Store };
            (row, at) = last;
            let holds = self.row(row)[at];
            if !S::RELAY || holds <= 1 {
                return Last::House { row, at, holds };
            }
            lap += 1;
        }
    }

    /// Sows a seed into each place of a part of the circuit.
    #[inline(always)]
    fn sow_part<S: Sowing, R: Recorder>(
        &mut self,
        sowing: &S,
        circuit: Circuit,
        places: Range<usize>,
        recorder: &mut R,
    ) {
        if R::RECORDS {
            let sown = places.clone().filter(|&place| !circuit.skips(sowing, place));
            sown.for_each(|place| record_seed(sowing, circuit, place, recorder));
        }
        if S::INTO_STORE {
            self.stores[circuit.mover.index()] += u8::from(places.contains(&circuit.row()));
        }
        for (row, part) in circuit.parts(places) {
            for (house, one) in self.rows[row.index()].iter_mut().zip(ones(part)) {
                *house = house.wrapping_add(one);
            }
            if S::SKIPS {
                let skipped = sowing.skipped();
                (0..BYTES).filter(|&at| skipped.contains(row, at)).for_each(|at| self.rows[row.index()][at] = 0);
            }
            if let Some(Taker { at, to, .. }) = sowing.taker(row) {
                self.stores[to.index()] += self.take(row, at);
            }
        }
    }

    /// Empties a house; answers its seeds.
    #[inline(always)]
    pub(super) fn take(&mut self, row: Side, at: usize) -> u8 {
        let houses = &mut self.rows[row.index()];
        let seeds = houses[at];
        for (house, one) in houses.iter_mut().zip(ones(at..at + 1)) {
            *house &= one.wrapping_sub(1);
        }
        seeds
    }
}

/// Records that a seed is sown into a place of the circuit, and that it goes to a store if the house is a taker.
fn record_seed<S: Sowing>(sowing: &S, circuit: Circuit, place: usize, recorder: &mut impl Recorder) {
    let Some((row, at)) = circuit.house(place) else {
        return recorder.record(Event::Sow { place: Place::Store(circuit.mover) });
    };
    let house = house(circuit.ring, row, at);
    recorder.record(Event::Sow { place: Place::House(house) });
    if let Some(Taker { to, ruling, .. }) = sowing.taker(row).filter(|taker| taker.at == at) {
        recorder.record(Event::Capture { house, seeds: 1, to: to.into(), ruling });
    }
}

#[cfg(test)]
mod tests {
    use super::super::Stage;
    use super::*;
    use crate::board::{BySide, Direction};
    use crate::ruling;

    struct IntoStore;

    impl Sowing for IntoStore {}

    struct FirstBack;

    impl Sowing for FirstBack {
        const FIRST_GOES_BACK: bool = true;
    }

    struct Relay;

    impl Sowing for Relay {
        const RELAY: bool = true;
    }

    struct Skips(Houses);

    impl Sowing for Skips {
        const RELAY: bool = true;
        const SKIPS: bool = true;

        fn skipped(&self) -> Houses {
            self.0
        }
    }

    struct Takers(BySide<Option<usize>>);

    impl Sowing for Takers {
        const FIRST_GOES_BACK: bool = true;
        const INTO_STORE: bool = false;

        fn taker(&self, row: Side) -> Option<Taker> {
            self.0[row].map(|at| Taker { at, to: row.other(), ruling: ruling::KA_1 })
        }
    }

    /// Sows seed by seed. Answers nothing when the sowing takes many laps.
    fn seed_by_seed<S: Sowing>(
        sowing: &S,
        state: &mut TwoRows,
        ring: Ring,
        origin: usize,
        events: &mut Vec<Event>,
    ) -> Option<Last> {
        let mover = state.turn;
        let mut row = mover;
        let mut at = origin;
        for lap in 1..=100 {
            let mut hand = std::mem::take(&mut state.rows[row.index()][at]);
            events.push(Event::PickUp { house: house(ring, row, at), seeds: hand, lap });
            if !S::FIRST_GOES_BACK || hand == 1 {
                at += 1;
            }
            while hand > 0 {
                hand -= 1;
                if at == usize::from(ring.row) {
                    if S::INTO_STORE && row == mover {
                        state.stores[mover.index()] += 1;
                        events.push(Event::Sow { place: Place::Store(mover) });
                        if hand == 0 {
                            return Some(Last::Store);
                        }
                        hand -= 1;
                    }
                    row = row.other();
                    at = 0;
                }
                if sowing.skipped().contains(row, at) {
                    hand += 1;
                    at += 1;
                    continue;
                }
                let into = house(ring, row, at);
                events.push(Event::Sow { place: Place::House(into) });
                match sowing.taker(row) {
                    Some(Taker { at: taken, to, ruling }) if taken == at => {
                        state.stores[to.index()] += 1;
                        events.push(Event::Capture { house: into, seeds: 1, to: to.into(), ruling });
                    }
                    _ => state.rows[row.index()][at] += 1,
                }
                at += 1;
            }
            at -= 1;
            let holds = state.rows[row.index()][at];
            if !S::RELAY || holds <= 1 {
                return Some(Last::House { row, at, holds });
            }
        }
        None
    }

    fn assert_sows_seed_by_seed<S: Sowing>(sowing: &S, length: usize) {
        for (turn, direction) in [(Side::South, Direction::Anticlockwise), (Side::North, Direction::Clockwise)] {
            let ring = Ring { row: length as u8, direction };
            let origins = (0..length).filter(|&at| !sowing.skipped().contains(turn, at));
            for (origin, seeds) in origins.flat_map(|origin| (1..=60).map(move |seeds| (origin, seeds))) {
                let mut before = TwoRows { rows: Default::default(), stores: [3, 5], turn, stage: Stage::Play };
                for (side, at) in
                    [Side::South, Side::North].into_iter().flat_map(|side| (0..length).map(move |at| (side, at)))
                {
                    let is_taker = sowing.taker(side).is_some_and(|taker| taker.at == at);
                    if !is_taker && !sowing.skipped().contains(side, at) {
                        before.rows[side.index()][at] = (at as u8 + seeds) % 3;
                    }
                }
                before.rows[turn.index()][origin] = seeds;
                let mut expected = before;
                let mut expected_events = Vec::new();
                let Some(last) = seed_by_seed(sowing, &mut expected, ring, origin, &mut expected_events) else {
                    continue;
                };
                let mut recorded = before;
                let mut events = Vec::new();
                assert_eq!(recorded.sow(sowing, ring, origin, &mut events), last, "{before:?} {origin}");
                assert_eq!(recorded, expected, "{before:?} {origin}");
                assert_eq!(events, expected_events, "{before:?} {origin}");
                let mut unrecorded = before;
                assert_eq!(unrecorded.sow(sowing, ring, origin, &mut ()), last, "{before:?} {origin}");
                assert_eq!(unrecorded, expected, "{before:?} {origin}");
            }
        }
    }

    #[test]
    fn every_sowing_goes_seed_by_seed() {
        for length in 1..BYTES {
            assert_sows_seed_by_seed(&IntoStore, length);
            assert_sows_seed_by_seed(&FirstBack, length);
            assert_sows_seed_by_seed(&Relay, length);
            assert_sows_seed_by_seed(&Skips(Houses::of(Side::North, 0b10_0101)), length);
            assert_sows_seed_by_seed(&Skips(Houses::of(Side::South, 0b110)), length);
            for taker in [None, Some(0), Some(length / 2), Some(length - 1)] {
                assert_sows_seed_by_seed(&Takers(BySide { south: taker, north: Some(length / 3) }), length);
            }
        }
    }
}
