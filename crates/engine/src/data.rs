//! The data of the games in `games/`: how levels play, and what networks are trained to. `games/README.md` describes
//! them.

use ayla_rules::Variant;

/// The phases of a network.
pub const PHASES: usize = 4;

/// What the engine knows of a game beside its rules and its weights.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Data {
    /// The strengths of the levels below the highest, the lowest first. `docs/evidence.md` has their measurements.
    pub levels: &'static [Strength],
    /// What networks are trained to.
    pub training: Training,
    /// The hash of the weights of networks.
    pub(crate) weights: u64,
}

/// The strength of a level of play below the highest: the limits of its search, and how it errs.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Strength {
    /// The depth to which it searches in full width, if it does; otherwise it searches as deep as the nodes allow.
    pub depth: Option<u32>,
    /// The most nodes that it searches.
    pub nodes: u64,
    /// The most of its value, in points, that is overlooked in a move that sows half the board. Of a longer one it is
    /// up to twice as much, of a shorter one half as much.
    pub error: f64,
}

impl Strength {
    /// Full width to a depth, within nodes that nearly always suffice.
    const fn to_depth(depth: u32, error: f64) -> Self {
        Self { depth: Some(depth), nodes: 10_000, error }
    }

    /// As deep as the nodes allow.
    const fn within(nodes: u64, error: f64) -> Self {
        Self { depth: None, nodes, error }
    }
}

/// What the networks of a game are trained to.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Training {
    /// First positions, which games have in turn: texts in which `{4}` stands for a row of houses with four seeds each.
    /// None for a game without networks.
    pub starts: &'static [&'static str],
    /// Whether games are played with an endgame table.
    pub with_table: bool,
    /// The fewest random plies of an opening, and the number of possible counts from there.
    pub opening: [u64; 2],
    /// After the opening one move in this many is random, so that games leave the path of best play.
    pub aside: u64,
    /// The seeds from which on a house counts as having this many.
    pub most_seeds: u8,
    /// The fewest seeds in the houses of each phase, the last phase of the game first, for rows of twelve houses.
    pub phases: [u32; PHASES],
    /// A greater error, in points, counts as this, so that a few surprising games do not decide.
    pub greatest_error: f32,
    /// How often each position is seen.
    pub epochs: usize,
    /// The size of the hidden layer.
    pub hidden: usize,
    /// The number of units of a score in a point.
    pub unit: f32,
    /// The power of two by which output weights have a finer unit, with that of the hidden layer.
    pub shift: u32,
}

impl Training {
    /// That of a game without networks.
    const NONE: Self = Self {
        starts: &[],
        with_table: false,
        opening: [0, 1],
        aside: 64,
        most_seeds: 0,
        phases: [0; PHASES],
        greatest_error: 1.0,
        epochs: 0,
        hidden: 0,
        unit: 100.0,
        shift: 0,
    };
}

/// By the names of the games.
#[allow(clippy::needless_update, reason = "a game without networks leaves out what they are trained to")]
static GAMES: &[(&str, Data)] = &include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The data of a game; none if it has no file.
pub fn data(variant: Variant) -> Option<&'static Data> {
    GAMES.iter().find(|(name, _)| *name == variant.name()).map(|(_, data)| data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_data() {
        for variant in Variant::ALL {
            let data = data(*variant).unwrap_or_else(|| panic!("crates/engine/games/{variant}.txt is missing"));
            assert_eq!(data.levels.len() as u32 + 1, variant.about().levels, "levels of {variant}");
        }
    }
}
