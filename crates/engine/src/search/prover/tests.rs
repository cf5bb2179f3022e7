//! Proofs compared with tables, by all options of small boards.

use super::*;
use crate::random::Random;
use crate::tablebase::Class;
use ayla_rules::notation::read_rules;
use ayla_rules::two_rows::Row;
use ayla_rules::{BySide, Side};

/// Plays the line of a verdict, and returns what the player who began has gained at the end of the game.
fn played<O: StoreSearch + Into<Rules>>(game: &StoreGame<O>, start: &TwoRows, line: &[Move]) -> i32 {
    let play = |state: TwoRows, played: &Move| game.play(&state, *played, &[], &mut ()).expect("legal");
    let end = line.iter().fold(*start, play);
    assert!(game.over(&end).is_some(), "{line:?}");
    let gained = game.standing(&end);
    (if game.turn(&end) == game.turn(start) { gained } else { -gained }) - game.standing(start)
}

/// Proves random positions of 7 to 10 seeds, with a table of few seeds and without, and compares with a table of ten.
fn check<O: StoreSearch + Into<Rules>>(game: StoreGame<O>, random: &mut Random) {
    let class = Class::of(&(*game.options()).into()).expect("there are tables");
    let all = Table::build(class, 10, 1);
    let few = Table::build(class, 5, 1);
    let row = game.options().houses() as usize;
    let mut proven = 0;
    let mut lasting = Proofs::lasting(0);
    while proven < 60 {
        let mut rows = BySide::<Row>::default();
        for _ in 0..random.number() % 4 + 7 {
            let place = (random.number() % (2 * row as u64)) as usize;
            let side = if place < row { Side::South } else { Side::North };
            rows[side][place % row] += 1;
        }
        let state = game.settled(TwoRows::of_rows(rows));
        if game.over(&state).is_some() {
            continue;
        }
        let value = i32::from(all.value(&game, &state).expect("few seeds"));
        for (table, guess, order, lasts) in [
            (None, 0, Order::MostPromisingFirst, false),
            (Some(&few), 100, Order::MostPromisingFirst, false),
            (None, -100, Order::FarFromStoreFirst, false),
            (None, 0, Order::MostPromisingFirst, true),
        ] {
            let proofs = Some(&mut lasting).filter(|_| lasts);
            let mut prover = Prover::new(game, &state, SolverInput { bytes: 0, table, guess, order }, proofs)
                .expect("few positions");
            let verdict = loop {
                if let Some(verdict) = prover.step(7) {
                    break verdict;
                }
                let ProvenBounds { low, high, best } = prover.bounds();
                assert!(low <= value && value <= high, "{state:?}: {low} to {high}");
                if let Some(best) = best {
                    let next = game.play(&state, best, &[], &mut ()).expect("legal");
                    let gained = game.standing(&next);
                    let value =
                        if game.over(&next).is_some() { 0 } else { all.value(&game, &next).expect("few").into() };
                    let turned = game.turn(&next) != game.turn(&state);
                    let worth = if turned { -gained - value } else { gained + value } - game.standing(&state);
                    assert!(low <= worth, "{state:?}: {best}, {low} to {high}");
                }
            };
            assert_eq!(verdict.value, value, "{state:?}");
            assert_eq!(played(&game, &state, &verdict.line), value, "{state:?}: {verdict:?}");
        }
        proven += 1;
    }
}

#[test]
fn proofs_agree_with_tables_by_all_options() {
    let mut random = Random::new(7, 0);
    let mut texts = vec!["mangala:houses=4".to_owned(), "mangala:houses=5,remaining=own-side".to_owned()];
    for end in ["either-row", "own-turn"] {
        for remaining in ["own-side", "finisher", "leave"] {
            for capture in [false, true] {
                let houses = 3 + texts.len() % 3;
                texts.push(format!("kalah:empty-capture={capture},end={end},houses={houses},remaining={remaining}"));
            }
        }
    }
    for end in ["play-out", "no-move", "empty-row"] {
        for rest in ["capture=after-store", "direction=clockwise,empty-capture=true", "direction=clockwise"] {
            let houses = 3 + texts.len() % 3;
            texts.push(format!("congklak:{rest},end={end},houses={houses}"));
        }
    }
    for text in texts {
        match read_rules(&text).expect("rules") {
            Rules::Kalah(options) => check(StoreGame::with_options(options, 10), &mut random),
            Rules::Congklak(options) => check(StoreGame::with_options(options, 10), &mut random),
            Rules::Mangala(options) => check(StoreGame::with_options(options, 10), &mut random),
            _ => unreachable!(),
        }
    }
}
