//! The options of Congklak, and what the game says about itself.

use super::{MAX_ROW, rulings};
use crate::about::{About, Preset};
use crate::board::{Direction, House, Side};
use crate::fault::{Fault, Part};
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, Span};
use crate::setup::Setup;

/// Houses that a row may have.
const HOUSES: Span = Span::new(3, MAX_ROW as u32);

/// The most seeds of a position for each house in a row (C-7): as many as with ten in every house.
const MAX_HOUSE_SEEDS: u32 = 20;

string_enum! {
    /// When a last seed captures (CO-5, CO-6).
    pub enum Capture {
        /// In any move.
        Any = "any",
        /// In a move that has put a seed into the mover's store before.
        AfterStore = "after-store",
    }
}

string_enum! {
    /// When a game ends (CO-8, CO-9, CO-10).
    pub enum End {
        /// When no seed is left in any house.
        PlayOut = "play-out",
        /// When the row of the player to move is empty.
        NoMove = "no-move",
        /// When a row is empty after a move.
        EmptyRow = "empty-row",
    }
}

options! {
    /// The options of Congklak.
    {
        /// When a last seed captures (CO-6).
        "capture" capture: Capture = Capture::Any, Domain::Word(Capture::NAMES), [CO_5, CO_6];
        /// The direction of sowing (CO-12).
        "direction" direction: Direction = Direction::Anticlockwise, Domain::Word(Direction::NAMES), [C_2, CO_12];
        /// Whether the last seed in an empty house of the mover is captured when the opposite house is empty, too
        /// (CO-5).
        "empty-capture" empty_capture: bool = false, Domain::Flag, [CO_5];
        /// When the game ends (CO-8, CO-9, CO-10).
        "end" end: End = End::PlayOut, Domain::Word(End::NAMES), [CO_8, CO_9, CO_10];
        /// The number of houses in a row.
        "houses" houses: u32 = 7, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 7, Domain::Number(&[Span::new(1, 10)]), [N_2], start_only: true;
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Congklak;
    const ABOUT: &'static About = &About {
        title: "Congklak",
        aliases: &[("congkak", "malaysia"), ("dakon", "java"), ("sungka", "philippines")],
        sources: &[
            "Wikipedia, \"Congklak\" (Indonesian) and \"Southeast Asian mancala\" (English)",
            "Mancala World, \"Dakon\" and \"Congkak\", mancala.fandom.com",
        ],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset {
                name: "congkak",
                options: &[("direction", "clockwise"), ("empty-capture", "true"), ("end", "no-move")],
            },
            Preset {
                name: "bga",
                options: &[("direction", "clockwise"), ("empty-capture", "true"), ("end", "empty-row")],
            },
            Preset { name: "five", options: &[("houses", "5"), ("seeds", "5")] },
        ],
        houses: HOUSES,
        parts: &[Part::Stores, Part::Burnt],
        sows_into_stores: true,
        sows_in_laps: true,
        moves: &[MoveKind::House, MoveKind::Pass],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "CO",
        rulings: rulings::ALL,
        endings: &[EndReason::NoSeeds, EndReason::NoMove, EndReason::EmptyRow],
        mistakes: [3.0, 9.0],
        levels: 10,
        look: super::look::LOOK,
    };

    fn stores_every_seed(&self) -> bool {
        true
    }

    fn max_seeds(houses: u32) -> u32 {
        MAX_HOUSE_SEEDS * houses
    }

    /// CO-14.
    fn inconsistency<R>(&self, setup: &Setup<R>) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (&side, numbers) in Side::ALL.iter().zip(setup.burnt.iter()) {
            let row = setup.row(side);
            let houses = row.len() as u32;
            for &number in numbers {
                match number.checked_sub(1).and_then(|at| row.get(at as usize)) {
                    None => faults.push(Fault::BurntOutside { side, house: number, houses }),
                    Some(&seeds @ 1..) => {
                        faults.push(Fault::BurntHoldsSeeds { house: House { side, number: number as u8 }, seeds });
                    }
                    Some(0) => {}
                }
            }
            if (1..=houses).all(|number| numbers.contains(&number)) {
                faults.push(Fault::RowBurnt { side });
            }
        }
        faults
    }
}
