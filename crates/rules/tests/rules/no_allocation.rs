//! Playing does not allocate: positions and sets of moves are values.

use allocation_counter::measure;
use ayla_rules::Game;
use ayla_rules::{Position, Side, Variant};

/// Plays up to `most` moves, chosen as if at random, and answers how many.
fn play<G: Game>(game: &G, mut state: G::State, past: &mut Vec<G::State>, mut seed: u64, most: usize) -> usize {
    for made in 0..most {
        let moves = game.candidates(&state);
        if moves.is_empty() {
            return made;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let first = (seed >> 33) as usize % moves.len();
        // A move whose sowing does not end is none (C-6): the next one then.
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
        let allocations = measure(|| made += play(game, start, &mut past, seed, MOST));
        assert_eq!(allocations.count_total, 0, "{:?}", game.options());
    }
    made
}

#[test]
fn playing_does_not_allocate() {
    for &variant in Variant::ALL {
        for repetition in [0, 2] {
            let mut rules = variant.default_rules();
            rules.set("repetition", ayla_rules::option::Given::Number(repetition)).expect("every game has it");
            let made = match rules.start(Side::South).position().expect("consistent") {
                Position::Awale(at) => moves_made_without_allocation(&at.game, at.state),
                Position::Andada(at) => moves_made_without_allocation(&at.game, at.state),
                Position::Anywoli(at) => moves_made_without_allocation(&at.game, at.state),
            };
            assert!(made > 1_000, "{variant}: {made} moves");
        }
    }
}
