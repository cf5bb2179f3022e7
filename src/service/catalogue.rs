//! What there is to know about each game.

use ayla_rules::option::{Domain, OptionInfo, Span, Value};
use ayla_rules::{Side, Variant, andada};

use super::preset::Preset;

/// Where a game is described.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Author, title, year, and where in it.
    pub citation: &'static str,
}

/// The board of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BoardInfo {
    /// Rows of houses.
    pub rows: u32,
    /// Houses in a row, unless an option says otherwise.
    pub default_houses: u32,
    /// Houses that a row may have.
    pub houses: Span,
    /// Seeds in each house at the start, unless an option says otherwise.
    pub default_seeds: u32,
    /// Seeds that each house may start with.
    pub seeds: Span,
}

/// An option, with its default.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionEntry {
    /// What there is to know about it.
    pub info: &'static OptionInfo,
    /// The value when none is given.
    pub default: Value,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// Which.
    pub variant: Variant,
    /// Who plays it and what it is like, in a sentence or two.
    pub summary: &'static str,
    /// Where it is described.
    pub sources: &'static [Source],
    /// The board.
    pub board: BoardInfo,
    /// Every option, in alphabetical order.
    pub options: Vec<OptionEntry>,
    /// The presets.
    pub presets: Vec<Preset>,
}

impl VariantInfo {
    /// A game with these presets.
    #[must_use]
    pub fn new<'a>(variant: Variant, presets: impl Iterator<Item = &'a Preset>) -> Self {
        let options = variant.default_rules().options();
        Self {
            variant,
            summary: summary(variant),
            sources: sources(variant),
            board: board(variant),
            options: options.into_iter().map(|(info, default)| OptionEntry { info, default }).collect(),
            presets: presets.cloned().collect(),
        }
    }
}

const fn summary(variant: Variant) -> &'static str {
    match variant {
        Variant::Awale => {
            "Two rows of six houses, by the Abapa rules of Côte d'Ivoire. Twos and threes are captured from the \
             opponent's row, in a chain backwards from the last seed sown; an empty row must be fed. Most seeds win."
        }
        Variant::Andada => {
            "Two long rows of two seeds a house, played by the Kunama of western Eritrea, often in teams. An opening \
             move lays a pattern of 3, 3, 0; then seeds are sown in relays, captured across, and at last borne off. \
             Who moves last wins."
        }
        Variant::Anywoli => {
            "Two rows of twelve houses, played by the Anuak of western Ethiopia and South Sudan. Seeds are sown in \
             relays; a house that becomes exactly four is captured by its owner, or by the mover with the last seed \
             of a lap. Most seeds win."
        }
    }
}

const fn sources(variant: Variant) -> &'static [Source] {
    match variant {
        Variant::Awale => &[
            Source { citation: "Jean Retschitzki, Stratégies des joueurs d'awélé, 1990" },
            Source { citation: "André Deledicq and Assia Popova, Wari et solo: le jeu de calculs africain, 1977" },
        ],
        Variant::Andada => &[Source {
            citation: "Richard Pankhurst, \"Gabata and Related Board Games of Ethiopia and the Horn of Africa\", \
                       Ethiopia Observer 14 (3), 1971: Game 10",
        }],
        Variant::Anywoli => &[Source {
            citation: "Richard Pankhurst, \"Gabata and Related Board Games of Ethiopia and the Horn of Africa\", \
                       Ethiopia Observer 14 (3), 1971: page 203",
        }],
    }
}

/// The board, from the defaults and ranges of the options where the game leaves them open.
fn board(variant: Variant) -> BoardInfo {
    let rules = variant.default_rules();
    let start = rules.start(Side::South);
    let default_houses = start.south.len() as u32;
    let default_seeds = start.south.first().copied().unwrap_or(andada::SEEDS);
    let span = |name: &str, fixed: u32| {
        let info = variant.options().into_iter().find(|info| info.name == name);
        match info.map(|info| info.domain) {
            Some(Domain::Number(&[span])) => span,
            Some(Domain::Number(_) | Domain::Flag | Domain::Word(_)) | None => Span::new(fixed, fixed),
        }
    };
    BoardInfo {
        rows: Side::ALL.len() as u32,
        default_houses,
        houses: span("houses", default_houses),
        default_seeds,
        seeds: span("seeds", default_seeds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_follow_from_the_options() {
        assert_eq!(board(Variant::Awale).houses, Span::new(6, 6));
        assert_eq!(board(Variant::Andada).houses, Span { min: 3, max: 48, step: 3 });
        assert_eq!(board(Variant::Anywoli).seeds, Span::new(1, 8));
        assert_eq!(board(Variant::Andada).default_seeds, 2);
    }
}
