//! What Anywoli says about itself.

use crate::about::{About, Preset};
use crate::fault::Part;
use crate::moves::MoveKind;
use crate::option::Span;
use crate::status::EndReason;

/// Houses that a row may have.
pub(super) const HOUSES: Span = Span::new(3, 24);

/// The description of Anywoli.
pub(super) const ABOUT: About = About {
    title: "Anywoli",
    summary: "Two rows of twelve houses, played by the Anuak of western Ethiopia and South Sudan. Seeds are sown in \
              relays; a house that becomes exactly four is captured by its owner, or by the mover with the last seed \
              of a lap. Most seeds win.",
    sources: &["Richard Pankhurst, \"Gabata and Related Board Games of Ethiopia and the Horn of Africa\", \
                Ethiopia Observer 14 (3), 1971: page 203"],
    presets: &[
        Preset {
            name: "default",
            title: "Anywoli",
            summary: "Twelve houses in a row, the last captor takes the last four.",
            options: &[],
        },
        Preset {
            name: "finite",
            title: "Finite",
            summary: "Stops after a hundred moves without a capture.",
            options: &[("quiet", "100")],
        },
        Preset {
            name: "ba-awa",
            title: "Ba-awa ending",
            summary: "The player who began takes the last eight seeds.",
            options: &[("last-four", "starter-takes-eight")],
        },
        Preset {
            name: "bonus",
            title: "Bonus moves",
            summary: "After a capture at the end of a sowing the same player moves again.",
            options: &[("bonus-move", "true")],
        },
    ],
    houses: HOUSES,
    parts: &[Part::Stores, Part::Quiet, Part::First],
    moves: &[MoveKind::House, MoveKind::Pass, MoveKind::Agree],
    letters: false,
    endings: &[
        EndReason::Quiet,
        EndReason::Repetition,
        EndReason::Agreement,
        EndReason::NoMove,
        EndReason::LastFour,
        EndReason::LastEight,
        EndReason::NoSeeds,
    ],
};
