//! What Awalé says about itself.

use crate::about::{About, Preset};
use crate::fault::Part;
use crate::moves::MoveKind;
use crate::option::Span;
use crate::status::EndReason;

/// Houses in a row.
pub const ROW: u8 = 6;

/// The description of Awalé.
pub(super) const ABOUT: About = About {
    title: "Awalé",
    summary: "Two rows of six houses, by the Abapa rules of Côte d'Ivoire. Twos and threes are captured from the \
              opponent's row, in a chain backwards from the last seed sown; an empty row must be fed. Most seeds win.",
    sources: &[
        "Jean Retschitzki, Stratégies des joueurs d'awélé, 1990",
        "André Deledicq and Assia Popova, Wari et solo: le jeu de calculs africain, 1977",
    ],
    presets: &[
        Preset {
            name: "default",
            title: "Abapa",
            summary: "Four seeds in each house, twos and threes captured, no stop option.",
            options: &[],
        },
        Preset {
            name: "tournament",
            title: "Tournament",
            summary: "Stops at a majority, and when a position recurs.",
            options: &[("majority", "true"), ("repetition", "2")],
        },
        Preset {
            name: "twos-only",
            title: "Twos only",
            summary: "Only a house that holds two can be captured.",
            options: &[("capture", "two")],
        },
    ],
    houses: Span::new(ROW as u32, ROW as u32),
    parts: &[Part::Stores, Part::Quiet],
    moves: &[MoveKind::House, MoveKind::Agree],
    letters: true,
    endings: &[
        EndReason::Famine,
        EndReason::Majority,
        EndReason::Few,
        EndReason::Quiet,
        EndReason::Repetition,
        EndReason::Agreement,
    ],
};
