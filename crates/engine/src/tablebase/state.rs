//! The state of an entry while its layer is being settled, in one byte.
//!
//! An entry is settled with a value, or still open. The state of an open one holds the value of its best move out of
//! the layer, its *exit*, and, if that loses, the number of moves within the layer that are not known to lose: a player
//! with an exit that does not lose never has to lose. So there are, for layers of up to 24 seeds in which a board has
//! up to 6 moves, 49 values, 25 exits that do not lose, and 25 that lose or do not exist, each with 0 to 6 moves left:
//! 249 in all.

/// The encoding of the states of a game.
pub(super) trait Code {
    const MOST_SEEDS: u8;
    /// The most moves of a board within its layer.
    const MOST_MOVES: u8;

    /// The first open state: those with an exit that does not lose, by what it wins.
    const WINNING: u8 = 2 * Self::MOST_SEEDS + 1;
    /// The first open state whose exit loses, by what it loses, or does not exist, as 0.
    const LOSING: u8 = Self::WINNING + Self::MOST_SEEDS + 1;
    /// The value for no exit, worse than any exit.
    const NO_EXIT: i8 = -(Self::MOST_SEEDS as i8) - 1;
    /// The open states by exit, from [`NO_EXIT`](Self::NO_EXIT), and moves.
    const OPEN: [u8; ROOM] = open_states(Self::MOST_SEEDS, Self::MOST_MOVES);
}

/// The size of a table of the open states of any game.
const ROOM: usize = 512;

/// The entries of that table for each exit, a power of two.
const fn width(most_moves: u8) -> usize {
    (most_moves as usize + 1).next_power_of_two()
}

const fn open_states(most_seeds: u8, most_moves: u8) -> [u8; ROOM] {
    let winning = 2 * most_seeds + 1;
    let losing = 3 * most_seeds + 2;
    assert!(losing as usize + (most_seeds as usize + 1) * (most_moves as usize + 1) <= 256);
    let mut open = [0; ROOM];
    let mut place = 0;
    while place <= 2 * most_seeds + 1 {
        let mut left = 0;
        while left <= most_moves {
            // The exits by what they win, from the greatest loss; no exit is the first.
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

/// The state of an open entry with this exit and number of moves within the layer. It is looked up: a branch on the
/// exit, which has just been loaded, would delay the next entry too.
#[inline]
pub(super) fn open<C: Code>(exit: i8, left: u8) -> u8 {
    let states = const { &C::OPEN };
    states[((exit - C::NO_EXIT) as usize * width(C::MOST_MOVES) + left as usize) % ROOM]
}

/// The update that a settled entry sends to its predecessors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Update {
    /// A move wins the stake or, at stake 0, leads out of the layer eventually.
    Wins = 0,
    /// A move loses the stake.
    Loses = 1,
}

/// The transitions of states at one stake.
#[derive(Debug)]
pub(super) struct Stake {
    /// The next state, by update and state.
    next: [[u8; 256]; 2],
    /// The two states that this stake settles, each with its settled state.
    pub(super) due: [(u8, u8); 2],
    /// The state of an entry that wins the stake; at stake 0 a state that no settled entry has.
    won: u8,
}

impl Stake {
    pub(super) fn new<C: Code>(stake: u8) -> Self {
        let won = settled::<C>(stake as i8);
        let lost = settled::<C>(-(stake as i8));
        let losing = |loss: u8, left: u8| C::LOSING + loss * (C::MOST_MOVES + 1) + left;
        let mut next = [std::array::from_fn(|state| state as u8); 2];
        for state in C::WINNING..=losing(C::MOST_SEEDS, C::MOST_MOVES) {
            next[Update::Wins as usize][usize::from(state)] = won;
            if let Some(place) = state.checked_sub(C::LOSING) {
                let loss = place / (C::MOST_MOVES + 1);
                let left = place % (C::MOST_MOVES + 1);
                next[Update::Loses as usize][usize::from(state)] = match left {
                    0 => state,
                    1 if loss == 0 || loss >= stake => lost,
                    _ => state - 1,
                };
            }
        }
        let exit_wins = (C::WINNING + stake, won);
        let exit_loses = (losing(stake, 0), lost);
        // At stake 0 nothing is lost.
        let due = if stake > 0 { [exit_wins, exit_loses] } else { [exit_wins; 2] };
        Self { next, due, won: if stake > 0 { won } else { u8::MAX } }
    }

    /// The state after an update.
    #[inline]
    pub(super) const fn after(&self, state: u8, update: usize) -> u8 {
        self.next[update % 2][state as usize]
    }

    /// The update for the predecessors of an entry that was settled in this state.
    #[inline]
    pub(super) const fn update(&self, state: u8) -> Update {
        if state == self.won { Update::Loses } else { Update::Wins }
    }
}
