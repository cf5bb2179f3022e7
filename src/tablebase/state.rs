//! What is known of an entry while its layer is being settled, in one byte.
//!
//! An entry is settled with a value, or still open. Of an open one it matters how good its best move out of the layer
//! is, its *exit*, and, as long as that loses, how many moves within the layer are not known to lose: a player with an
//! exit that does not lose is never made to lose. So there are, for layers of up to 24 seeds, 49 values, 25 exits that
//! do not lose, and 25 that lose or do not exist, each with 0 to 6 moves left: 249 in all.

/// The most seeds whose values fit.
pub(super) const MOST_SEEDS: u8 = 24;
/// The most moves of a board within its layer.
const MOST_MOVES: u8 = 6;

/// Where the open states begin: those with an exit that does not lose, by what it wins.
const WINNING: u8 = 2 * MOST_SEEDS + 1;
/// Where the open states begin whose exit loses, by what it loses, or does not exist: as 0.
const LOSING: u8 = WINNING + MOST_SEEDS + 1;
const _: () = assert!(LOSING as usize + (MOST_SEEDS as usize + 1) * (MOST_MOVES as usize + 1) <= 256);

/// The state of an entry settled with this value.
pub(super) const fn settled(value: i8) -> u8 {
    (value + MOST_SEEDS as i8) as u8
}

/// The value of an entry, if it is settled.
pub(super) const fn value(state: u8) -> Option<i8> {
    if state < WINNING { Some(state as i8 - MOST_SEEDS as i8) } else { None }
}

/// Worse than any exit: there is none.
pub(super) const NO_EXIT: i8 = -(MOST_SEEDS as i8) - 1;

/// The state of an open entry with this exit, and so many moves within the layer. Looked up, because it waits for what
/// the exit is worth, and a jump that depends on it would keep the next entry waiting too.
#[inline]
pub(super) fn open(exit: i8, left: u8) -> u8 {
    /// By exit, from [`NO_EXIT`], and moves.
    static OPEN: [[u8; 8]; 64] = {
        let mut open = [[0; 8]; 64];
        let mut place = 0;
        while place <= 2 * MOST_SEEDS + 1 {
            let exit = place as i8 + NO_EXIT;
            let mut left = 0;
            while left <= MOST_MOVES {
                open[place as usize][left as usize] = match exit {
                    0.. => WINNING + exit as u8,
                    NO_EXIT => losing(0, left),
                    _ => losing(exit.unsigned_abs(), left),
                };
                left += 1;
            }
            place += 1;
        }
        open
    };
    OPEN[(exit - NO_EXIT) as usize % 64][left as usize % 8]
}

const fn losing(loss: u8, left: u8) -> u8 {
    LOSING + loss * (MOST_MOVES + 1) + left
}

/// What becomes known of the entry before another, once that one is settled.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// A move of it wins the stake; at stake 0, leads out of the layer by and by.
    Wins = 0,
    /// A move of it loses the stake.
    Loses = 1,
}

/// What happens to each state at one stake.
#[derive(Debug)]
pub(super) struct Stake {
    stake: u8,
    /// By the news.
    next: [[u8; 256]; 2],
    /// The two states that are settled as soon as the stake is this, and as what.
    due: [(u8, u8); 2],
}

impl Stake {
    pub(super) fn new(stake: u8) -> Self {
        let (won, lost) = (settled(stake as i8), settled(-(stake as i8)));
        let mut next = [std::array::from_fn(|state| state as u8); 2];
        for state in WINNING..=losing(MOST_SEEDS, MOST_MOVES) {
            next[News::Wins as usize][usize::from(state)] = won;
            if let Some(place) = state.checked_sub(LOSING) {
                let (loss, left) = (place / (MOST_MOVES + 1), place % (MOST_MOVES + 1));
                next[News::Loses as usize][usize::from(state)] = match left {
                    0 => state,
                    1 if loss == 0 || loss >= stake => lost,
                    _ => state - 1,
                };
            }
        }
        let exit_wins = (WINNING + stake, won);
        let exit_loses = (losing(stake, 0), lost);
        // Without a stake nothing is lost.
        Self { stake, next, due: if stake > 0 { [exit_wins, exit_loses] } else { [exit_wins; 2] } }
    }

    /// The state after the news.
    #[inline]
    pub(super) const fn after(&self, state: u8, news: usize) -> u8 {
        self.next[news % 2][state as usize]
    }

    /// The two states that the stake alone settles, each with what it is then.
    #[inline]
    pub(super) const fn due(&self) -> [(u8, u8); 2] {
        self.due
    }

    /// What the entries before one hear that has been settled so.
    #[inline]
    pub(super) const fn news(&self, state: u8) -> News {
        if self.stake > 0 && state == settled(self.stake as i8) { News::Loses } else { News::Wins }
    }
}
