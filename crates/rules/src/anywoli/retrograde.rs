//! Retrograde analysis of Anywoli: the boards from which a move leads to a board, as endgame tables need them.
//!
//! A sowing that captures nothing ends in a house that was empty (AY-4) and holds one seed since. Its last lap went
//! through houses that are filled now, and began in one that it emptied: in the first empty one against the order of
//! sowing. The lap before it ended there, and so on. Thus each house with one seed tells every sowing that can have
//! ended in it.

use super::State;
use crate::board::{Board, BySide, Side};

impl State {
    /// A position of these houses with empty stores, in a game that `first` began; not settled (C-8).
    pub fn of_board(board: Board, turn: Side, first: Side) -> Self {
        let in_play = board.sum(Side::South) + board.sum(Side::North);
        Self { board, stores: BySide::default(), in_play, turn, first, over: None, quiet: 0 }
    }
}

/// Calls `each` with every board from which a move of `mover` that captures nothing leads to this one, a pass included:
/// once for each such move.
///
/// The board must have seeds, and fewer of them than houses: then no lap goes round the board, and no sowing is
/// endless.
///
/// ```
/// use ayla_rules::anywoli::retrograde::predecessors;
/// use ayla_rules::board::{Board, Side};
///
/// let mut board = Board::filled(3, 0);
/// board.add(1);
/// let mut found = Vec::new();
/// predecessors(&board, Side::South, |before| found.push(before.seeds().to_vec()));
/// assert_eq!(found, [[1, 0, 0, 0, 0, 0]]);
/// ```
pub fn predecessors(board: &Board, mover: Side, mut each: impl FnMut(&Board)) {
    // A player without seeds has to pass, and leaves the board as it is (AY-7).
    if board.side(mover).iter().all(|&seeds| seeds == 0) {
        each(board);
    }
    for end in 0..board.houses() as u8 {
        if board.get(end) == 1 {
            unsow(*board, end, |origin, before| {
                if before.owner(origin) == mover {
                    each(before);
                }
            });
        }
    }
}

/// Takes back a sowing that ended in this house, lap by lap: calls `each` with the house each lap began in and the
/// board before that lap.
#[inline]
fn unsow(mut board: Board, mut end: u8, mut each: impl FnMut(u8, &Board)) {
    loop {
        let mut index = end;
        let mut seeds = 0;
        loop {
            match board.get(index) {
                0 => break,
                // Four would have been captured when the last of them was sown (AY-2, AY-3).
                4 => return,
                held => board.seeds_mut()[usize::from(index)] = held - 1,
            }
            seeds += 1;
            index = board.previous(index);
        }
        board.seeds_mut()[usize::from(index)] = seeds;
        each(index, &board);
        // A single seed was nothing for another lap to end on.
        if seeds == 1 {
            return;
        }
        end = index;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::anywoli::{Anywoli, LastFour, Options};
    use crate::board::all_boards;
    use crate::game::Game;
    use crate::moves::Move;

    fn check(game: &Anywoli, boards: &[Board]) -> usize {
        let mut edges: HashMap<(Vec<u8>, Vec<u8>), i32> = HashMap::new();
        let key = |before: &Board, after: &Board| (before.seeds().to_vec(), after.seeds().to_vec());
        let mut count = 0;
        for board in boards {
            let state = State::of_board(*board, Side::South, Side::South);
            for played in game.candidates(&state) {
                let next = game.play(&state, played, &[], &mut ()).expect("every sowing of so few seeds ends");
                if next.in_play == state.in_play {
                    assert!(next.turn == Side::North && next.over.is_none());
                    assert_eq!(played == Move::Pass, board.sum(Side::South) == 0);
                    *edges.entry(key(board, &next.board)).or_default() += 1;
                    count += 1;
                }
            }
        }
        for board in boards {
            predecessors(board, Side::South, |before| *edges.entry(key(before, board)).or_default() -= 1);
        }
        assert!(edges.values().all(|&left| left == 0));
        count
    }

    /// Every sowing of up to eight seeds on rows of six houses ends, too.
    #[test]
    fn unsowing_is_sowing_backwards() {
        for (houses, most) in [(6, 8), (7, 5), (12, 3), (24, 2)] {
            let game = Anywoli::new(Options { houses, last_four: LastFour::PlayOut, ..Options::default() });
            for seeds in 1..=most {
                let boards = all_boards(houses as u8, seeds);
                let edges = check(&game, &boards);
                assert!(edges * 2 > boards.len(), "{houses} houses, {seeds} seeds: {edges} moves");
            }
        }
    }
}
