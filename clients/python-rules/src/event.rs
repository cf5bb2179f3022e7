//! What happens in a move.

use ayla_rules::{self as rules, House, Place};
use pyo3::prelude::*;

/// One thing that happened in a move, in the order in which a hand would do it. The kinds are `PickUp`, `Sow`, `Store`,
/// `Capture`, `Tuzdik`, `BearOff`, `Swap` and `Share`.
///
/// >>> from ayla_rules import Event, Position
/// >>> for event in Position("awale 000100/004000 20/23 s").events(4):
/// ...     match event:
/// ...         case Event.PickUp(side=side, house=house, seeds=seeds):
/// ...             print(side, "takes", seeds, "from", house)
/// ...         case Event.Sow(side=side, house=house):
/// ...             print("one seed falls into house", house, "of", side)
/// south takes 1 from 4
/// one seed falls into house 5 of south
#[pyclass(module = "ayla_rules", frozen, eq)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// All seeds of a house are picked up, to be sown. This begins a lap; the first is lap 1.
    PickUp { side: String, house: u8, seeds: u8, lap: u32 },
    /// One seed is sown into a house.
    Sow { side: String, house: u8 },
    /// One seed is sown into the store of a side.
    ///
    /// >>> from ayla_rules import Event, Position
    /// >>> Event.Store("south") in Position("kalah").events(6)
    /// True
    Store { side: String },
    /// All seeds of a house are captured, and go `to` a side, or `"off"` the board.
    Capture { side: String, house: u8, seeds: u8, to: String, ruling: String },
    /// The house is the tuzdik of the side `to` from now on.
    ///
    /// >>> from ayla_rules import Event, Position
    /// >>> Event.Tuzdik("south", 2, "north", "TQ-4") in Position("togyzqumalaq a2bbbb1bb/1aaaaa0aa 12/0 n").events(2)
    /// True
    Tuzdik { side: String, house: u8, to: String, ruling: String },
    /// The seeds in hand leave the board.
    ///
    /// >>> from ayla_rules import Event, Position
    /// >>> Position("andada 000000000000/000000011010 - n b").events(8)[-1] == Event.BearOff(1, "AN-5")
    /// True
    BearOff { seeds: u8, ruling: String },
    /// Each player has the row and the store that the other had.
    ///
    /// >>> from ayla_rules import Event, Position
    /// >>> position = Position("kalah", pie=True)
    /// >>> position.push(1)
    /// >>> position.events("swap") == [Event.Swap("KA-11")]
    /// True
    Swap { ruling: String },
    /// The game ends, and the seeds that are left are shared; those that are `off` count for nobody.
    ///
    /// >>> from ayla_rules import Event, Position
    /// >>> Position("kalah 000001/02b002 23/9 s").events(6)[-1] == Event.Share(0, 15, 0, "KA-6")
    /// True
    Share { south: u8, north: u8, off: u8, ruling: String },
}

#[pymethods]
impl Event {
    fn __repr__(&self) -> String {
        format!("Event.{self:?}").replace(" { ", "(").replace(" }", ")").replace(": ", "=")
    }
}

impl From<rules::Event> for Event {
    fn from(event: rules::Event) -> Self {
        let text = |house: House| (house.side.name().to_owned(), house.number);
        match event {
            rules::Event::PickUp { house, seeds, lap } => {
                let (side, house) = text(house);
                Self::PickUp { side, house, seeds, lap }
            }
            rules::Event::Sow { place: Place::House(house) } => {
                let (side, house) = text(house);
                Self::Sow { side, house }
            }
            rules::Event::Sow { place: Place::Store(side) } => Self::Store { side: side.name().to_owned() },
            rules::Event::Capture { house, seeds, to, ruling } => {
                let (side, house) = text(house);
                Self::Capture { side, house, seeds, to: to.name().to_owned(), ruling: ruling.to_string() }
            }
            rules::Event::Tuzdik { house, to, ruling } => {
                let (side, house) = text(house);
                Self::Tuzdik { side, house, to: to.name().to_owned(), ruling: ruling.to_string() }
            }
            rules::Event::BearOff { seeds, ruling } => Self::BearOff { seeds, ruling: ruling.to_string() },
            rules::Event::Swap { ruling } => Self::Swap { ruling: ruling.to_string() },
            rules::Event::Share { south, north, off, ruling } => {
                Self::Share { south, north, off, ruling: ruling.to_string() }
            }
        }
    }
}
