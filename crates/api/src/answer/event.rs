//! What happened in a move.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::{self as rules, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::HouseCount;
use crate::json::{Destination, Named, Side};

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct House {
    pub side: Side,
    pub house: u32,
}

impl From<rules::House> for House {
    fn from(house: rules::House) -> Self {
        Self { side: Named(house.side), house: house.number.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Event {
    PickUp(PickUpEvent),
    Sow(SowEvent),
    Capture(CaptureEvent),
    Tuzdik(TuzdikEvent),
    BearOff(BearOffEvent),
    Swap(SwapEvent),
    Share(ShareEvent),
}

answer! {
    #[derive(Copy)]
    pub struct PickUpEvent {
        pub house: House,
        pub seeds: u32,
        pub or_more: Option<bool>,
        pub lap: u32,
    }
}

answer! {
    pub struct SowEvent {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        pub houses: Vec<House>,
        pub store: Option<Side>,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CaptureEvent {
    pub house: House,
    pub seeds: u32,
    pub to: Destination,
    pub ruling: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TuzdikEvent {
    pub house: House,
    pub to: Side,
    pub ruling: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BearOffEvent {
    pub seeds: u32,
    pub ruling: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SwapEvent {
    pub ruling: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ShareEvent {
    pub south: u32,
    pub north: u32,
    pub off: u32,
    pub ruling: &'static str,
}

impl Event {
    /// The events of a move. Seeds sown into houses with nothing between them are one event.
    pub fn all(events: &[rules::Event]) -> impl Iterator<Item = Self> {
        let house = |event: &rules::Event| match event.sown() {
            Some(rules::Place::House(house)) => Some(house),
            Some(rules::Place::Store(_)) | None => None,
        };
        events.chunk_by(move |one, next| house(one).is_some() && house(next).is_some()).map(move |run| match run[0] {
            rules::Event::PickUp { house, seeds, lap } => {
                Self::PickUp(PickUpEvent { house: house.into(), seeds: seeds.into(), or_more: None, lap })
            }
            rules::Event::Sow { place: rules::Place::House(_) } => {
                Self::Sow(SowEvent { houses: run.iter().filter_map(house).map(Into::into).collect(), store: None })
            }
            rules::Event::Sow { place: rules::Place::Store(side) } => {
                Self::Sow(SowEvent { houses: Vec::new(), store: Some(Named(side)) })
            }
            rules::Event::Capture { house, seeds, to, ruling } => Self::Capture(CaptureEvent {
                house: house.into(),
                seeds: seeds.into(),
                to: Named(to),
                ruling: ruling.number(),
            }),
            rules::Event::Tuzdik { house, to, ruling } => {
                Self::Tuzdik(TuzdikEvent { house: house.into(), to: Named(to), ruling: ruling.number() })
            }
            rules::Event::BearOff { seeds, ruling } => {
                Self::BearOff(BearOffEvent { seeds: seeds.into(), ruling: ruling.number() })
            }
            rules::Event::Swap { ruling } => Self::Swap(SwapEvent { ruling: ruling.number() }),
            rules::Event::Share { south, north, off, ruling } => Self::Share(ShareEvent {
                south: south.into(),
                north: north.into(),
                off: off.into(),
                ruling: ruling.number(),
            }),
        })
    }

    /// This event of a game, as somebody with this view may see it (AW-12).
    #[must_use]
    pub fn seen(self, variant: rules::Variant, view: View) -> Self {
        match self {
            Self::PickUp(PickUpEvent { house, seeds, lap, .. }) => {
                let HouseCount { seeds, or_more } = view.see(variant, house.side.0, seeds).into();
                Self::PickUp(PickUpEvent { house, seeds, or_more, lap })
            }
            Self::Sow(_) | Self::Capture(_) | Self::Tuzdik(_) | Self::BearOff(_) | Self::Swap(_) | Self::Share(_) => {
                self
            }
        }
    }
}

/// The room that a sown house takes at most over JSON, with its share of the rest of its lap: by this other parts of an
/// answer are counted as sown houses.
pub const BYTES_PER_HOUSE: usize = 87;

/// The sown houses that these events tell of. A store that a seed is sown into counts as one.
pub(super) fn sown_houses<'a>(events: impl IntoIterator<Item = &'a Event>) -> usize {
    let seeds = |sow: &SowEvent| sow.houses.len() + usize::from(sow.store.is_some());
    events.into_iter().map(|event| if let Event::Sow(sow) = event { seeds(sow) } else { 0 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::{House, Place, Side::North, Side::South};
    use serde_json::json;

    #[test]
    fn a_seed_sown_into_a_store_is_an_event_of_its_own() {
        let sow = |place| rules::Event::Sow { place };
        let house = |side, number| sow(Place::House(House { side, number }));
        let events = [house(South, 6), sow(Place::Store(South)), house(North, 1), house(North, 2)];
        let said: Vec<_> = Event::all(&events).collect();
        let expected = json!([
            {"sow": {"houses": [{"side": "south", "house": 6}]}},
            {"sow": {"store": "south"}},
            {"sow": {"houses": [{"side": "north", "house": 1}, {"side": "north", "house": 2}]}},
        ]);
        assert_eq!(serde_json::to_value(&said).expect("JSON"), expected);
        assert_eq!(sown_houses(&said), 4);
    }
}
