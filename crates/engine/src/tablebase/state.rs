//! What is known of an entry while its layer is being settled, in one byte.
//!
//! An entry is settled with a value, or still open. Of an open one it matters how good its best move out of the layer
//! is, its *exit*, and, as long as that loses, how many moves within the layer are not known to lose: a player with an
//! exit that does not lose is never made to lose. So there are, for layers of up to 24 seeds in which a board has up to 6
//! moves, 49 values, 25 exits that do not lose, and 25 that lose or do not exist, each with 0 to 6 moves left: 249 in all.

/// What the states of a game have to tell apart.
pub(super) trait Code: Sync {
    /// The most seeds whose values fit.
    const MOST_SEEDS: u8;
    /// The most moves of a board within its layer.
    const MOST_MOVES: u8;

    /// Where the open states begin: those with an exit that does not lose, by what it wins.
    const WINNING: u8 = 2 * Self::MOST_SEEDS + 1;
    /// Where the open states begin whose exit loses, by what it loses, or does not exist: as 0.
    const LOSING: u8 = Self::WINNING + Self::MOST_SEEDS + 1;
    /// Worse than any exit: there is none.
    const NO_EXIT: i8 = -(Self::MOST_SEEDS as i8) - 1;
    /// The open states by exit, from [`NO_EXIT`](Self::NO_EXIT), and moves.
    const OPEN: [u8; ROOM] = open_states(Self::MOST_SEEDS, Self::MOST_MOVES);
}

/// Room for the open states of any game.
const ROOM: usize = 512;

/// The places in a table for each exit: a power of two.
const fn width(most_moves: u8) -> usize {
    (most_moves as usize + 1).next_power_of_two()
}

const fn open_states(most_seeds: u8, most_moves: u8) -> [u8; ROOM] {
    let (winning, losing) = (2 * most_seeds + 1, 3 * most_seeds + 2);
    assert!(losing as usize + (most_seeds as usize + 1) * (most_moves as usize + 1) <= 256);
    let mut open = [0; ROOM];
    let mut place = 0;
    while place <= 2 * most_seeds + 1 {
        let mut left = 0;
        while left <= most_moves {
            // As much as is won, or lost; no exit is the first.
            let state = match place.checked_sub(most_seeds + 1) {
                Some(won) => winning + won,
                None if place == 0 => losing + left,
                None => losing + (most_seeds + 1 - place) * (most_moves + 1) + left,
            };
            open[place as usize * width(most_moves) + left as usize] = state;
            left += 1;
        }
        place += 1;
    }
    open
}

/// The state of an entry settled with this value.
#[inline]
pub(super) const fn settled<C: Code>(value: i8) -> u8 {
    (value + C::MOST_SEEDS as i8) as u8
}

/// The value of an entry, if it is settled.
#[inline]
pub(super) const fn value<C: Code>(state: u8) -> Option<i8> {
    if state < C::WINNING { Some(state as i8 - C::MOST_SEEDS as i8) } else { None }
}

/// The state of an open entry with this exit, and so many moves within the layer. Looked up, because it waits for what
/// the exit is worth, and a jump that depends on it would keep the next entry waiting too.
#[inline]
pub(super) fn open<C: Code>(exit: i8, left: u8) -> u8 {
    let states = const { &C::OPEN };
    states[((exit - C::NO_EXIT) as usize * width(C::MOST_MOVES) + left as usize) % ROOM]
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
    /// By the news.
    next: [[u8; 256]; 2],
    /// The two states that are settled as soon as the stake is this, and as what.
    due: [(u8, u8); 2],
    /// The state of an entry that wins the stake; when there is none, what no entry is settled as.
    won: u8,
}

impl Stake {
    pub(super) fn new<C: Code>(stake: u8) -> Self {
        let (won, lost) = (settled::<C>(stake as i8), settled::<C>(-(stake as i8)));
        let losing = |loss: u8, left: u8| C::LOSING + loss * (C::MOST_MOVES + 1) + left;
        let mut next = [std::array::from_fn(|state| state as u8); 2];
        for state in C::WINNING..=losing(C::MOST_SEEDS, C::MOST_MOVES) {
            next[News::Wins as usize][usize::from(state)] = won;
            if let Some(place) = state.checked_sub(C::LOSING) {
                let (loss, left) = (place / (C::MOST_MOVES + 1), place % (C::MOST_MOVES + 1));
                next[News::Loses as usize][usize::from(state)] = match left {
                    0 => state,
                    1 if loss == 0 || loss >= stake => lost,
                    _ => state - 1,
                };
            }
        }
        let exit_wins = (C::WINNING + stake, won);
        let exit_loses = (losing(stake, 0), lost);
        // Without a stake nothing is lost.
        let due = if stake > 0 { [exit_wins, exit_loses] } else { [exit_wins; 2] };
        Self { next, due, won: if stake > 0 { won } else { u8::MAX } }
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
        if state == self.won { News::Loses } else { News::Wins }
    }
}
