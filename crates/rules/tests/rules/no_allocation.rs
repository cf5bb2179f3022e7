//! Playing does not allocate: positions and sets of moves are values.

use allocation_counter::measure;
use ayla_rules::notation::read_rules;
use ayla_rules::{Game, Position, Side, Variant, by_variant};
use ayla_test_games::Random;

/// Plays up to `most` random moves, and returns the number of moves played.
fn play<G: Game>(game: &G, mut state: G::State, past: &mut Vec<G::State>, mut random: Random, most: usize) -> usize {
    for made in 0..most {
        let moves = game.candidates(&state);
        if moves.is_empty() {
            return made;
        }
        let first = random.below(moves.len());
        // If the sowing of the chosen move does not end (C-6), the next move is tried.
        let next =
            moves.cycle().skip(first).take(moves.len()).find_map(|played| game.play(&state, played, past, &mut ()));
        let Some(next) = next else { return made };
        past.push(state);
        state = next;
    }
    most
}

fn moves_made_without_allocation<G: Game>(game: &G, start: G::State) -> usize {
    const MOST: usize = 300;
    let mut past = Vec::with_capacity(MOST);
    let mut made = 0;
    for seed in 0..100 {
        past.clear();
        let allocations = measure(|| made += play(game, start, &mut past, Random(seed), MOST));
        assert_eq!(allocations.count_total, 0, "{:?}", game.options());
    }
    made
}

#[test]
fn playing_does_not_allocate() {
    for &variant in Variant::ALL {
        let with_repetition = variant.about().can_recur().then(|| format!("{variant}:repetition=2"));
        for rules in [variant.to_string()].into_iter().chain(with_repetition) {
            let rules = read_rules(&rules).expect("well formed");
            let start = rules.first_position(Side::South).expect("consistent");
            let made = by_variant!(Position, start, at => moves_made_without_allocation(&at.game, at.state));
            assert!(made > 1_000, "{variant}: {made} moves");
        }
    }
}
