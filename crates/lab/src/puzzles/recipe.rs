//! Where puzzles of a game are looked for.

use ayla_rules::Variant;

/// How puzzles of a game are found.
#[derive(Debug)]
pub(super) struct Recipe {
    /// First positions by the default rules, which games have in turn. Few games that begin with all seeds end with so
    /// few that all can be proven, so that some begin with fewer on the board.
    pub(super) starts: &'static [&'static str],
    /// Whether the houses of a first position are shuffled. The moves of the game are random then too: in few positions
    /// of other games does anything depend on the move.
    pub(super) is_shuffled: bool,
    /// The fewest and the most seeds in the houses of a puzzle.
    pub(super) seeds: [u32; 2],
    /// The most seeds of the endgame tables.
    pub(super) table_seeds: u32,
    /// The nodes for the values of a position.
    pub(super) nodes: u64,
    /// The most boards, with equally many seeds, in the table of the check.
    pub(super) check_boards: u64,
    /// The nodes for the check of a puzzle.
    pub(super) check_nodes: u64,
}

impl Recipe {
    pub(super) const fn of(variant: Variant) -> Self {
        let usual = Self {
            starts: &[],
            is_shuffled: false,
            seeds: [4, 28],
            table_seeds: 13,
            nodes: 4_000,
            check_boards: 1_500_000,
            check_nodes: 150_000,
        };
        match variant {
            Variant::Awale => Self {
                starts: &["awale 444444/444444 0/0 s", "awale 222222/222222 12/12 s"],
                seeds: [4, 14],
                table_seeds: 14,
                nodes: 1,
                check_boards: 5_000_000,
                ..usual
            },
            Variant::Kalah => Self { starts: &["kalah 444444/444444 0/0 s", "kalah 333333/333333 6/6 s"], ..usual },
            Variant::Mangala => {
                Self { starts: &["mangala 444444/444444 0/0 s", "mangala 333333/333333 6/6 s"], ..usual }
            }
            Variant::Congklak => Self {
                starts: &["congklak 7777777/7777777 0/0 s", "congklak 2222222/2222222 35/35 s"],
                table_seeds: 11,
                ..usual
            },
            Variant::Anywoli => Self {
                starts: &[
                    "anywoli 332000000000/000000000000 44/44 s",
                    "anywoli 331100000000/000000000000 44/44 s",
                    "anywoli 322100000000/000000000000 44/44 s",
                    "anywoli 321110000000/000000000000 44/44 s",
                    "anywoli 222110000000/000000000000 44/44 s",
                    "anywoli 311111000000/000000000000 44/44 s",
                ],
                is_shuffled: true,
                seeds: [5, 8],
                table_seeds: 8,
                nodes: 1,
                check_boards: 8_000_000,
                ..usual
            },
            Variant::Andada => Self {
                starts: &["andada 222222222222/222222222222 - s o", "andada 101010101010/101010101010 - s"],
                seeds: [4, 16],
                nodes: 6_000,
                check_boards: 500_000,
                ..usual
            },
            Variant::Togyzqumalaq => Self {
                starts: &[
                    "togyzqumalaq 222211110/000000000 75/75 s",
                    "togyzqumalaq 432210000/000000000 75/75 s",
                    "togyzqumalaq 333222100/000000000 73/73 s",
                    "togyzqumalaq 222222111/100000000 73/73 s",
                    "togyzqumalaq 543211000/000000000 73/73 s",
                    "togyzqumalaq 333111000/000000000 75/75 s",
                    "togyzqumalaq 522111000/000000000 75/75 s",
                    "togyzqumalaq 221111000/000000000 77/77 s",
                    "togyzqumalaq 321111100/000000000 76/76 s",
                ],
                is_shuffled: true,
                seeds: [6, 16],
                nodes: 8_000,
                ..usual
            },
        }
    }
}
