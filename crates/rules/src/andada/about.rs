//! What Andada says about itself.

use crate::about::{About, Preset};
use crate::fault::Part;
use crate::moves::MoveKind;
use crate::option::Span;
use crate::status::EndReason;

/// Houses that a row may have.
pub(super) const HOUSES: Span = Span { min: 3, max: 48, step: 3 };

/// The description of Andada.
pub(super) const ABOUT: About = About {
    title: "Andada",
    summary: "Two long rows of two seeds a house, played by the Kunama of western Eritrea, often in teams. An opening \
              move lays a pattern of 3, 3, 0; then seeds are sown in relays, captured across, and at last borne off. \
              Who moves last wins.",
    sources: &["Richard Pankhurst, \"Gabata and Related Board Games of Ethiopia and the Horn of Africa\", \
                Ethiopia Observer 14 (3), 1971: Game 10"],
    presets: &[
        Preset {
            name: "default",
            title: "Andada",
            summary: "Twelve houses in a row, one player a side.",
            options: &[],
        },
        Preset {
            name: "houses-24",
            title: "Long rows",
            summary: "Twenty-four houses in a row, as on large boards.",
            options: &[("houses", "24")],
        },
        Preset {
            name: "teams-of-four",
            title: "Teams of four",
            summary: "Four players a side, three houses each.",
            options: &[("team", "4")],
        },
        Preset {
            name: "clockwise",
            title: "Clockwise",
            summary: "Sown the other way round.",
            options: &[("direction", "clockwise")],
        },
    ],
    houses: HOUSES,
    parts: &[Part::Phase],
    moves: &[MoveKind::House, MoveKind::Take, MoveKind::Give],
    letters: false,
    endings: &[EndReason::NoMove, EndReason::Repetition],
};
