//! Endgame tables of Awalé by the default rules, computed plainly: on one thread, every board of a layer is visited again and
//! again until the bounds of the values no longer change.

/// The houses against the order of sowing, the mover's row first.
type Board = [u8; 12];

/// `C(n, k)`.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, at| product * (n - at) / (at + 1))
}

/// The index of a board among those with as many seeds.
fn place(terms: &[[usize; 32]; 12], board: &Board) -> usize {
    let mut sum = 0;
    board[..11].iter().zip(terms).fold(0, |place, (&seeds, terms)| {
        sum += usize::from(seeds);
        place + terms[sum]
    })
}

/// Collects all boards with this many more seeds in the houses up to `house`, in order.
fn fill(board: &mut Board, house: usize, seeds: u8, boards: &mut Vec<Board>) {
    for here in (0..=seeds).rev() {
        board[house] = here;
        if house > 0 {
            fill(board, house - 1, seeds - here, boards);
        } else if here == seeds {
            boards.push(*board);
        }
    }
}

/// Sows a house. Returns the board as the opponent sees it, and the seeds captured.
fn sow(board: &Board, origin: usize) -> (Board, u8) {
    let (mut sown, mut at) = (*board, origin);
    let mut hand = std::mem::take(&mut sown[origin]);
    while hand > 0 {
        at = (at + 11) % 12;
        if at != origin {
            sown[at] += 1;
            hand -= 1;
        }
    }
    let (mut rest, mut captured) = (sown, 0);
    while (6..12).contains(&at) && (2..=3).contains(&rest[at]) {
        captured += std::mem::take(&mut rest[at]);
        at += 1;
    }
    // A capture of all the opponent's seeds takes none.
    if rest[6..].iter().all(|&seeds| seeds == 0) {
        (rest, captured) = (sown, 0);
    }
    rest.rotate_left(6);
    (rest, captured)
}

/// The moves that leave the opponent a seed.
fn moves(board: &Board) -> impl Iterator<Item = (Board, u8)> {
    let filled = (0..6).filter(|&origin| board[origin] > 0);
    filled.map(|origin| sow(board, origin)).filter(|(next, _)| next[..6].iter().any(|&seeds| seeds > 0))
}

/// The values of all boards of up to `most` seeds, by seeds and in order.
#[must_use]
pub fn build(most: u8) -> Vec<Vec<i8>> {
    let terms: [[usize; 32]; 12] = std::array::from_fn(|house| {
        std::array::from_fn(|sum| if sum == 0 { 0 } else { choose(sum + house, house + 1) })
    });
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for seeds in 0..=most {
        let mut boards = Vec::new();
        fill(&mut [0; 12], 11, seeds, &mut boards);
        // Bounds of the value to the player to move. Without a move each player keeps their own row.
        let own = |board: &Board| (0..6).map(|at| board[at] as i8 - board[at + 6] as i8).sum();
        let settled = |board: &Board| moves(board).next().is_none().then(|| own(board));
        let mut bounds: Vec<[i8; 2]> =
            boards.iter().map(|board| settled(board).map_or([-100, 100], |value| [value; 2])).collect();
        loop {
            let mut changed = false;
            for (at, board) in boards.iter().enumerate() {
                if bounds[at][0] == bounds[at][1] {
                    continue;
                }
                let mut best = [-100; 2];
                for (next, captured) in moves(board) {
                    let to = place(&terms, &next);
                    let [low, high] =
                        if captured == 0 { bounds[to] } else { [layers[usize::from(seeds - captured)][to]; 2] };
                    best = [best[0].max(captured as i8 - high), best[1].max(captured as i8 - low)];
                }
                changed |= best != bounds[at];
                bounds[at] = best;
            }
            if !changed {
                break;
            }
        }
        // Where the bounds do not meet, play goes round for ever.
        layers.push(bounds.iter().map(|&[low, high]| 0.clamp(low, high)).collect());
    }
    layers
}
