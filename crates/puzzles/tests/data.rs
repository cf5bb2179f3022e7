//! The puzzles that come with the crate.

use std::collections::HashSet;

use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_puzzles::{Puzzle, PuzzleTheme, lines, puzzles, text};
use ayla_rules::{Side, Variant};

fn all(variant: Variant) -> Vec<Puzzle> {
    let read = |(number, puzzle): (usize, Option<Puzzle>)| puzzle.unwrap_or_else(|| panic!("{variant} {number}"));
    (1..).zip(puzzles(variant)).map(read).collect()
}

#[test]
fn every_line_is_a_puzzle_and_is_written_as_it_is_read() {
    for &variant in Variant::ALL {
        let puzzles = all(variant);
        let count = format!("\n# {} puzzles, ", puzzles.len());
        assert!(puzzles.len() >= 4 && text(variant).contains(&count), "data/{variant}.txt has {}", puzzles.len());
        for (line, puzzle) in lines(text(variant)).zip(&puzzles) {
            assert_eq!(puzzle.to_string(), line, "{variant}");
            assert!(line.len() < 100, "{variant}: {line}");
            assert_eq!(puzzle.position.turn(), Side::South, "{variant}: {line}");
            assert!(puzzle.choices().len() >= 2 && puzzle.second < puzzle.value, "{variant}: {line}");
            assert_eq!(
                puzzle.choices().last().map(|choice| choice.1),
                puzzle.line.last().copied(),
                "{variant}: {line}"
            );
            assert!(puzzle.themes.windows(2).all(|pair| (pair[0] as u8) < pair[1] as u8), "{variant}: {line}");
        }
    }
}

/// Where a game stands in a solution follows from its position.
#[test]
fn no_position_occurs_twice_in_a_solution() {
    for &variant in Variant::ALL {
        for puzzle in all(variant) {
            let mut position = puzzle.position;
            let mut known = vec![position];
            for &played in &puzzle.line {
                position = position.play_unchecked(played, &mut ()).expect("legal");
                assert!(!known.contains(&position), "{variant}: {puzzle}");
                known.push(position);
            }
        }
    }
}

#[test]
fn no_two_puzzles_of_a_game_have_the_same_houses() {
    for &variant in Variant::ALL {
        let mut known = HashSet::new();
        for puzzle in all(variant) {
            let setup = puzzle.position.setup();
            let houses = (setup.south, setup.north, setup.tuzdiks, setup.phase);
            assert!(known.insert(houses), "{variant}: {puzzle}");
        }
    }
}

#[test]
fn every_theme_has_a_letter_of_its_own() {
    for &theme in PuzzleTheme::ALL {
        assert_eq!(PuzzleTheme::from_letter(theme.letter()), Some(theme));
    }
}

/// `ayla-lab puzzles check` checks all.
#[test]
fn what_the_smallest_puzzles_say_is_true() {
    /// How many of each game are checked.
    const CHECKED: usize = 12;
    for &variant in Variant::ALL {
        let mut puzzles = all(variant);
        let size = |puzzle: &Puzzle| {
            let setup = puzzle.position.setup();
            (setup.south.len(), setup.south.iter().chain(&setup.north).sum::<u32>())
        };
        puzzles.sort_by_key(size);
        let mut solver = Solver::default();
        for puzzle in puzzles.iter().take(CHECKED) {
            solver.prepare(&puzzle.position, 210_000);
            assert_eq!(check(&mut solver, puzzle, 2_000_000), Verdict::Proven, "{variant}: {puzzle}");
        }
    }
}

#[test]
fn what_is_not_true_is_found() {
    let mut solver = Solver::default();
    let said = |solver: &mut Solver, text: &str| {
        let puzzle = Puzzle::read(Variant::Kalah, text).expect("a puzzle");
        solver.prepare(&puzzle.position, 40_000);
        check(solver, &puzzle, 2_000_000)
    };
    assert_eq!(said(&mut solver, "4 q 2/0 110000/504002 22/13 2 3 1 1"), Verdict::Proven);
    for (text, what) in [
        ("4 q 4/0 110000/504002 22/13 2 3 1 1", "a move of the solution does not keep the value"),
        ("4 q 2/0 110000/504002 22/13 1 3", "a move of the solution does not keep the value"),
        ("4 q 2/-2 110000/504002 22/13 2 3 1 1", "another move is as good, or better than the second best"),
        ("4 q 2/1 110000/504002 22/13 2 3 1 1", "no other move is as good as the second best"),
        ("4 q 2/2 110000/504002 22/13 2 3 1 1", "the first move is not South's, or no better than the second best"),
        ("4 q 2/0 110000/504002 22/13 2", "there is no second choice"),
    ] {
        assert_eq!(said(&mut solver, text), Verdict::False(what), "{text}");
    }
}
