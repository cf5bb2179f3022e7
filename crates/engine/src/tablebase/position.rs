//! Positions that tables know.

use ayla_rules::{Rules, andada};

/// A position that can be looked up in a table.
pub trait TablePosition {
    /// The seeds in the houses.
    fn seeds(&self) -> u8;

    /// The index among the entries with as many seeds, in a table for these rules; `None` if they are of another game.
    fn index(&self, rules: &Rules) -> Option<usize>;
}

/// Andada has no tables.
impl TablePosition for andada::State {
    fn seeds(&self) -> u8 {
        self.seeds()
    }

    fn index(&self, _: &Rules) -> Option<usize> {
        None
    }
}
