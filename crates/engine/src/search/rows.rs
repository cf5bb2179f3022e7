//! What rows of houses are worth by the seeds in them, for the games of rows of any length.

/// The numbers for rows of one length. `SEEDS` is the most seeds that are told apart, and one more for none.
#[derive(Debug)]
pub(in crate::search) struct Board<const SEEDS: usize> {
    /// Houses in a row of the games they were fitted to.
    pub(in crate::search) houses: u8,
    /// The parts of the game, the last of it first.
    pub(in crate::search) phases: &'static [Phase<SEEDS>],
}

/// The numbers for a part of the game, in units still to be gained by the player to move.
#[derive(Debug)]
pub(in crate::search) struct Phase<const SEEDS: usize> {
    /// The fewest seeds in the houses with which it begins.
    pub(in crate::search) seeds: u8,
    /// To have the move.
    pub(in crate::search) tempo: i16,
    /// By the place of the mover's house in the order of sowing, and the seeds in it. The opponent's count against.
    pub(in crate::search) places: &'static [[i16; SEEDS]],
}

/// The board whose rows are the nearest in length.
#[inline]
pub(in crate::search) fn nearest<const SEEDS: usize>(
    boards: &'static [Board<SEEDS>],
    houses: usize,
) -> Option<&'static Board<SEEDS>> {
    boards.iter().min_by_key(|board| usize::from(board.houses).abs_diff(houses))
}

impl<const SEEDS: usize> Board<SEEDS> {
    /// What the player with the row `near`, who is to move, still gains, in the part of the game with so many seeds.
    #[inline]
    pub(in crate::search) fn worth(&self, near: &[u8], far: &[u8], seeds: u32) -> i32 {
        let Some(phase) = self.phases.iter().rfind(|phase| u32::from(phase.seeds) <= seeds) else {
            return 0;
        };
        let houses = near.iter().zip(far);
        let of = |[near, far]: [u8; 2], values: &[i16; SEEDS]| {
            let value = |seeds: u8| i32::from(values[usize::from(seeds).min(SEEDS - 1)]);
            value(near) - value(far)
        };
        let sum: i32 = if near.len() == phase.places.len() {
            houses.zip(phase.places).map(|((&near, &far), values)| of([near, far], values)).sum()
        } else {
            // The rows of the numbers stretched to the length of these, or shrunk.
            let place = |at: usize| (2 * at + 1) * phase.places.len() / (2 * near.len());
            houses.enumerate().map(|(at, (&near, &far))| of([near, far], &phase.places[place(at)])).sum()
        };
        sum + i32::from(phase.tempo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static BOARDS: [Board<3>; 2] = [
        Board {
            houses: 2,
            phases: &[
                Phase { seeds: 0, tempo: 1, places: &[[0, 2, 4], [0, 10, 20]] },
                Phase { seeds: 9, tempo: 3, places: &[[0, 100, 200], [0, 1_000, 2_000]] },
            ],
        },
        Board { houses: 6, phases: &[Phase { seeds: 0, tempo: 0, places: &[[0, 1, 2]; 6] }] },
    ];

    #[test]
    fn rows_of_another_length_are_worth_what_their_parts_are() {
        let short = nearest(&BOARDS, 3).expect("there are boards");
        assert_eq!(short.houses, 2);
        // More seeds than are told apart count as the most that are.
        assert_eq!(short.worth(&[1, 2], &[0, 7], 8), 1 + 2 + 20 - 20);
        assert_eq!(short.worth(&[1, 2], &[1, 0], 9), 3 + 2_000);
        // The middle house belongs to the second half.
        assert_eq!(short.worth(&[1, 0, 0], &[0, 0, 0], 1), 1 + 2);
        assert_eq!(short.worth(&[0, 0, 0], &[0, 1, 1], 2), 1 - 20);
        assert_eq!(nearest(&BOARDS, 5).map(|board| board.houses), Some(6));
    }
}
