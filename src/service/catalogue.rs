//! What there is to know about each game.

use ayla_rules::about::Source;
use ayla_rules::option::{Domain, OptionInfo, Span, Value};
use ayla_rules::{Side, Variant};

use super::preset::Preset;

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
            summary: variant.about().summary,
            sources: variant.about().sources,
            board: board(variant),
            options: options.into_iter().map(|(info, default)| OptionEntry { info, default }).collect(),
            presets: presets.cloned().collect(),
        }
    }
}

/// The board, from the defaults and ranges of the options where the game leaves them open.
fn board(variant: Variant) -> BoardInfo {
    let rules = variant.default_rules();
    let start = rules.start(Side::South);
    let default_houses = start.south.len() as u32;
    let default_seeds = start.south.first().copied().unwrap_or_default();
    let seeds = match variant.options().into_iter().find(|info| info.name == "seeds").map(|info| info.domain) {
        Some(Domain::Number(&[seeds])) => seeds,
        Some(Domain::Number(_) | Domain::Flag | Domain::Word(_)) | None => Span::new(default_seeds, default_seeds),
    };
    BoardInfo { rows: Side::ALL.len() as u32, default_houses, houses: variant.about().houses, default_seeds, seeds }
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
