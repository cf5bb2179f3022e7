//! `ayla-lab puzzles`: the making of puzzles.

use ayla_engine::tablebase::{Class, Table};
use ayla_puzzles::exact::Solver;
use ayla_rules::{Position, Status};

use crate::run;

#[test]
fn the_puzzles_do_not_depend_on_the_jobs() {
    let make = |jobs: &str| run(&["puzzles", "make", "kalah", "--games", "3", "--seed", "3", "--jobs", jobs]).answer();
    let whole = make("1");
    assert!(
        whole.lines().count() > 3 && whole.starts_with("# ayla-lab puzzles make kalah --games 3 --seed 3"),
        "{whole}"
    );
    assert_eq!(make("3"), whole);
}

/// The exact solver and the engine share the rules alone.
#[test]
fn the_exact_solver_agrees_with_the_endgame_tables() {
    let mut compared = 0;
    for start in ["awale 000000/000000 0/0 s", "anywoli 0000000/0000000 0/0 s", "congklak 00000/00000 0/0 s"] {
        let mut setup = Position::read(start).expect("a position").setup();
        setup.over = None;
        let row = setup.south.len();
        let class = Class::of(&setup.rules).expect("there are tables");
        let table = Table::build(class, 7, 1);
        let mut solver = Solver::default();
        for number in 0..24_u64 {
            let mut random = ayla_engine::random::Random::new(5, number);
            setup.south.fill(0);
            setup.north.fill(0);
            for _ in 0..7 {
                let house = (random.number() % (2 * row as u64)) as usize;
                *if house < row { &mut setup.south[house] } else { &mut setup.north[house - row] } += 1;
            }
            let position = setup.position().expect("it is consistent");
            let Some(value) = ayla_engine::proven_value(&position, &table) else { continue };
            assert!(matches!(position.status(), Status::InProgress { .. }));
            solver.prepare(&position, 4_000);
            solver.begin(1_000_000);
            for (wanted, enough) in [(value, true), (value + 1, false)] {
                // Where play goes round, a search with a limit of depth has no answer.
                if let Some(answer) = solver.is_at_least(&position, wanted) {
                    assert_eq!(answer, enough, "{position}: {value}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 80, "{compared}");
}
