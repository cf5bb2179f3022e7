//! Where puzzles of a game are looked for.

use ayla_puzzles::GRADES;
use ayla_rules::Variant;

/// A first position of games.
#[derive(Debug)]
pub(super) struct Start {
    /// The position.
    pub(super) position: &'static str,
    /// The fewest and the most seeds in the houses of a puzzle.
    pub(super) seeds: [u64; 2],
}

/// How puzzles of a game are found.
#[derive(Debug)]
pub(super) struct Recipe {
    /// First positions, which games have in turn.
    pub(super) starts: &'static [Start],
    /// The most seeds of the endgame tables.
    pub(super) table_seeds: u32,
    /// The nodes for the values of a position.
    pub(super) nodes: u64,
    /// The least loss, in seeds, that matters when the winner stays the same.
    pub(super) margin: i32,
    /// The most effort of the puzzles of each grade but the last.
    pub(super) grades: [u8; GRADES as usize - 1],
    /// The most boards, with equally many seeds, in the table of the check.
    pub(super) check_boards: u64,
    /// The nodes for the check of a puzzle.
    pub(super) check_nodes: u64,
}

/// What most games have: grades where the levels are about equally far apart.
const USUAL: Recipe = Recipe {
    starts: &[],
    table_seeds: 0,
    nodes: 20_000,
    margin: 4,
    grades: [4, 5, 7, 9, 11],
    check_boards: 1_500_000,
    check_nodes: 20_000_000,
};

impl Recipe {
    /// The grade for the effort that a puzzle takes.
    pub(super) fn grade(&self, effort: u8) -> u8 {
        1 + self.grades.iter().filter(|most| effort > **most).count() as u8
    }

    pub(super) const fn of(variant: Variant) -> Self {
        match variant {
            Variant::Awale => Self {
                starts: &[Start { position: "awale 444444/444444 0/0 s", seeds: [5, 16] }],
                table_seeds: 16,
                nodes: 1,
                check_boards: 14_000_000,
                ..USUAL
            },
            Variant::Kalah => Self {
                starts: &[Start { position: "kalah 444444/444444 0/0 s", seeds: [6, 24] }],
                table_seeds: 13,
                nodes: 300_000,
                ..USUAL
            },
            Variant::Mangala => Self {
                starts: &[Start { position: "mangala 444444/444444 0/0 s", seeds: [6, 24] }],
                table_seeds: 13,
                nodes: 300_000,
                ..USUAL
            },
            Variant::Congklak => Self {
                starts: &[Start { position: "congklak 7777777/7777777 0/0 s", seeds: [6, 22] }],
                table_seeds: 11,
                nodes: 300_000,
                grades: [7, 8, 9, 10, 11],
                ..USUAL
            },
            Variant::Anywoli => Self {
                starts: &[
                    Start { position: "anywoli 444444444444/444444444444 0/0 s", seeds: [6, 10] },
                    Start { position: "anywoli 4444444/4444444 0/0 s", seeds: [6, 13] },
                ],
                table_seeds: 8,
                grades: [2, 3, 4, 5, 7],
                check_boards: 8_000_000,
                ..USUAL
            },
            Variant::Andada => Self {
                starts: &[
                    Start { position: "andada 222222222222/222222222222 - s o", seeds: [4, 14] },
                    Start { position: "andada 222222222/222222222 - s o", seeds: [4, 14] },
                    Start { position: "andada 222222/222222 - s o", seeds: [4, 14] },
                ],
                nodes: 30_000,
                margin: 1,
                grades: [2, 3, 4, 6, 8],
                check_boards: 500_000,
                check_nodes: 1_000_000,
                ..USUAL
            },
            Variant::Togyzqumalaq => Self {
                starts: &[
                    Start { position: "togyzqumalaq 999999999/999999999 0/0 s", seeds: [4, 50] },
                    // Few games of the large board end with so few seeds that all can be proven.
                    Start { position: "togyzqumalaq:tuzdik=false 55555/55555 0/0 s", seeds: [4, 24] },
                    Start { position: "togyzqumalaq:tuzdik=false 55555/55555 0/0 s", seeds: [4, 24] },
                ],
                ..USUAL
            },
        }
    }
}
