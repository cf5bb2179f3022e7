//! The interface of a game to its tables.

use super::layer::Builder;
use ayla_rules::Game;

/// A game with endgame tables.
pub trait Tabled: Game {
    /// The most seeds of a table by any options.
    const MOST_SEEDS: u8;
    /// The shortest rows with tables.
    const LEAST_HOUSES: u32;

    /// The options that values depend on, the others at their defaults; `None` if games by these options have no
    /// tables. The direction mirrors the board, the number of seeds at the start does not matter later, and stops are
    /// for the user of a table to consider.
    fn relevant(options: &Self::Options) -> Option<Self::Options>;

    /// The most seeds of a table by these relevant options.
    fn most_seeds(_: &Self::Options) -> u8 {
        Self::MOST_SEEDS
    }

    /// The most seeds of a table that takes seconds to build and little memory, by these relevant options.
    fn few_seeds(options: &Self::Options) -> u32;

    /// The most seeds of a table that is worth its memory where these relevant options are searched often.
    fn many_seeds(options: &Self::Options) -> u32 {
        Self::few_seeds(options)
    }

    /// The number of entries with fewer seeds, by these relevant options.
    fn fewer(options: &Self::Options, seeds: u8) -> usize;

    /// The builder of a table of up to this many seeds, by these relevant options.
    fn builder(options: &Self::Options, seeds: u8) -> Box<dyn Builder>;

    /// The seeds in the houses.
    fn seeds(state: &Self::State) -> u8;

    /// The index among the entries with as many seeds.
    fn index(&self, state: &Self::State) -> usize;
}
