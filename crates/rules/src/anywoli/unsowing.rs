//! Sowing backwards: from which positions a move leads to one, as tables of endings ask.
//!
//! A sowing that captures nothing ends in a house that was empty (AY-4) and holds one seed since. Its last lap went through
//! houses that are filled now, and began in one that it emptied: so in the first empty one against the order of sowing.
//! Before that the lap before it ended there, and so on. Thus each house with one seed says all that can have been sown.

use super::super::board::{Board, Side};
use super::State;

impl State {
    /// A position of these houses with empty stores, in a game that `first` began; not settled (C-8).
    pub fn of(board: Board, turn: Side, first: Side) -> Self {
        let in_play = board.sum(Side::South) + board.sum(Side::North);
        Self { board, stores: [0, 0], in_play, turn, first, over: None, quiet: 0 }
    }
}

/// Names every board from which a move of `mover` that captures nothing leads to this one, on which there are seeds: once
/// for each such move, a pass too. For boards of fewer seeds than houses, where no lap goes round, and no sowing is endless.
pub fn before(board: &Board, mover: Side, mut each: impl FnMut(&Board)) {
    // Who has no seed has to pass, and passes the board on as it is (AY-7).
    if board.side(mover).iter().all(|&seeds| seeds == 0) {
        each(board);
    }
    for end in 0..board.len() as u8 {
        if board.get(end) == 1 {
            unsow(*board, end, |origin, before| {
                if before.owner(origin) == mover {
                    each(before);
                }
            });
        }
    }
}

/// Takes a sowing that ended in this house back, lap by lap: names the house each lap began in, and the board before it.
#[inline]
fn unsow(mut board: Board, mut end: u8, mut each: impl FnMut(u8, &Board)) {
    loop {
        let (mut at, mut seeds) = (end, 0);
        loop {
            match board.get(at) {
                0 => break,
                // Four would have been captured when the last of them was sown (AY-2, AY-3).
                4 => return,
                held => board.seeds_mut()[usize::from(at)] = held - 1,
            }
            seeds += 1;
            at = board.previous(at);
        }
        board.seeds_mut()[usize::from(at)] = seeds;
        each(at, &board);
        // A single seed was nothing for another lap to end on.
        if seeds == 1 {
            return;
        }
        end = at;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::super::moves::Move;
    use super::super::super::rules::Game;
    use super::super::{Anywoli, LastFour, Options};
    use super::*;

    /// All boards of so many seeds.
    fn boards(row: u8, seeds: u8) -> Vec<Board> {
        let mut boards = vec![(Board::filled(row, 0), seeds)];
        for house in 0..2 * row {
            let put = |&(board, left): &(Board, u8)| {
                (0..=left).filter(move |&here| house + 1 < 2 * row || here == left).map(move |here| {
                    let mut board = board;
                    board.seeds_mut()[usize::from(house)] = here;
                    (board, left - here)
                })
            };
            boards = boards.iter().flat_map(put).collect();
        }
        boards.into_iter().map(|(board, _)| board).collect()
    }

    fn check(game: &Anywoli, boards: &[Board]) -> usize {
        let mut edges: HashMap<(Vec<u8>, Vec<u8>), i32> = HashMap::new();
        let key = |before: &Board, after: &Board| (before.seeds().to_vec(), after.seeds().to_vec());
        let mut count = 0;
        for board in boards {
            let state = State::of(*board, Side::South, Side::South);
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
            before(board, Side::South, |before| *edges.entry(key(before, board)).or_default() -= 1);
        }
        assert!(edges.values().all(|&left| left == 0));
        count
    }

    /// And every sowing ends, of up to eight seeds on rows of six houses.
    #[test]
    fn unsowing_is_sowing_backwards() {
        for (houses, most) in [(6, 8), (7, 5), (12, 3), (24, 2)] {
            let game = Anywoli::new(Options { houses, last_four: LastFour::PlayOut, ..Options::default() });
            for seeds in 1..=most {
                let boards = boards(houses as u8, seeds);
                let edges = check(&game, &boards);
                assert!(edges * 2 > boards.len(), "{houses} houses, {seeds} seeds: {edges} moves");
            }
        }
    }
}
