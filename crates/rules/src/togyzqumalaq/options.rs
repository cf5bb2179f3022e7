//! The options of Togyzqumalaq, and what the game says about itself.

use super::{MAX_ROW, rulings};
use crate::about::{About, Preset};
use crate::board::{BySide, House, Side};
use crate::fault::{Fault, Part};
use crate::game::GameOptions;
use crate::games::{EndReason, Variant};
use crate::moves::MoveKind;
use crate::option::{Domain, QUIET, REPETITION, Span};
use crate::setup::Setup;

/// Houses that a row may have.
const HOUSES: Span = Span::new(4, MAX_ROW as u32);

/// The most seeds of a position for each house in a row (C-7): as many as with nine in every house.
const MAX_HOUSE_SEEDS: u32 = 18;

options! {
    /// The options of Togyzqumalaq.
    {
        /// The number of houses in a row.
        "houses" houses: u32 = 9, Domain::Number(&[HOUSES]), [C_7, N_2], start_only: true;
        /// Whether the game ends when a store holds more than half of all seeds (TQ-9).
        "majority" majority: bool = true, Domain::Flag, [TQ_9];
        /// The number of moves in a row that put no seed into a store which ends the game (TQ-10); 0 is never.
        "quiet" quiet: u32 = 0, Domain::Number(QUIET), [TQ_10];
        /// The number of times that a position occurs to end the game (TQ-10); 0 is never.
        "repetition" repetition: u32 = 0, Domain::Number(REPETITION), [TQ_10];
        /// The seeds in each house at the start.
        "seeds" seeds: u32 = 9, Domain::Number(&[Span::new(1, 9)]), [N_2], start_only: true;
        /// Whether tuzdiks arise (TQ-4, TQ-7).
        "tuzdik" tuzdik: bool = true, Domain::Flag, [TQ_4, TQ_7];
    }
}

impl GameOptions for Options {
    const VARIANT: Variant = Variant::Togyzqumalaq;
    const ABOUT: &'static About = &About {
        title: "Togyzqumalaq",
        aliases: &[
            ("togyz-qumalaq", "kazakhstan"),
            ("togyz-kumalak", "kazakhstan"),
            ("toguz-kumalak", "kazakhstan"),
            ("toguz-korgool", "kyrgyzstan"),
        ],
        sources: &[
            "\"Togyz Kumalak Rules\", toguzkumalak.com",
            "\"Toguz korgool\", toguzkorgool.com",
            "PlayStrategy, \"Togyzkumalak\", playstrategy.org",
        ],
        presets: &[
            Preset { name: "default", options: &[] },
            Preset { name: "bestemshe", options: &[("houses", "5"), ("seeds", "5"), ("tuzdik", "false")] },
            Preset { name: "repetition", options: &[("repetition", "3")] },
        ],
        houses: HOUSES,
        parts: &[Part::Stores, Part::Tuzdiks, Part::Quiet],
        sows_into_stores: false,
        sows_in_laps: false,
        moves: &[MoveKind::House],
        letters: false,
        at_a_glance: None,
        ruling_prefix: "TQ",
        rulings: rulings::ALL,
        endings: &[EndReason::NoMove, EndReason::Majority, EndReason::Quiet, EndReason::Repetition],
        mistakes: [4.0, 12.0],
        levels: 14,
        look: super::look::LOOK,
    };

    fn max_seeds(houses: u32) -> u32 {
        MAX_HOUSE_SEEDS * houses
    }

    /// What is wrong with the tuzdiks (TQ-14).
    fn inconsistency<R>(&self, setup: &Setup<R>) -> Vec<Fault> {
        let mut faults = Vec::new();
        let tuzdiks = Side::ALL.iter().filter_map(|&owner| Some((owner, setup.tuzdiks[owner]?)));
        for (owner, number) in tuzdiks {
            let side = owner.other();
            let row = setup.row(side);
            let most = (row.len() as u32).saturating_sub(1);
            if !(1..=most).contains(&number) {
                faults.push(Fault::TuzdikOutside { owner, house: number, most });
            } else if let seeds @ 1.. = row[number as usize - 1] {
                let house = House { side, number: number as u8 };
                faults.push(Fault::TuzdikHoldsSeeds { owner, house, seeds });
            }
        }
        match setup.tuzdiks {
            BySide { south: Some(house), north: Some(other) } if house == other => {
                faults.push(Fault::TuzdiksMirrored { house })
            }
            _ => {}
        }
        if !self.tuzdik && setup.tuzdiks != BySide::default() {
            faults.push(Fault::NoTuzdiks);
        }
        faults
    }
}
