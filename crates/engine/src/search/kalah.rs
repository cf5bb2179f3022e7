//! Kalah for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::{Networks, networks};
use super::searchable::{Key, Searchable};
use super::two_rows;
use ayla_rules::kalah::{Kalah, State};

impl Searchable for Kalah {
    const UNIT: i32 = 100;
    const FUTILITY_MARGIN: i32 = 300;

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        two_rows::key(self, state)
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [near, far] = two_rows::rows(self, state);
        NETWORKS.evaluate(near, far, state.in_play().into())
    }
}

static NETWORKS: LazyLock<Networks<14, 32>> = networks!("kalah");

#[cfg(test)]
mod tests {
    use ayla_rules::{Line, Position};

    use crate::{Certainty, Limits, Request, suggest};

    /// Houses in a row, seeds in each, and what South gains by best play without and with empty captures.
    ///
    /// The values with empty captures are those of table 9 of Irving, Donkers and Uiterwijk ("Solving Kalah", 2000). That South
    /// wins four houses and three seeds by six without them is in the results of <https://github.com/jakesellison/kalah>.
    const SOLVED: [(usize, u8, [f64; 2]); 9] = [
        (4, 1, [2.0, 2.0]),
        (4, 2, [6.0, 6.0]),
        (4, 3, [6.0, 8.0]),
        (4, 4, [2.0, 2.0]),
        (5, 1, [0.0, 0.0]),
        (5, 2, [2.0, 0.0]),
        (5, 3, [6.0, 8.0]),
        (6, 1, [2.0, 2.0]),
        (6, 2, [6.0, 10.0]),
    ];

    #[test]
    fn small_boards_have_their_published_values() {
        for (houses, seeds, values) in SOLVED {
            for (empty_capture, value) in [false, true].into_iter().zip(values) {
                let row = seeds.to_string().repeat(houses);
                let start = format!("kalah:empty-capture={empty_capture} {row}/{row} 0/0 s");
                let line = Line::from(Position::read(&start).expect("a position"));
                let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
                let report = suggest(&Request { limits, ..Request::new(&line) }).expect("the game is not over");
                assert_eq!((report.best.certainty, report.best.value), (Certainty::Proven, value), "{start}");
            }
        }
    }
}
