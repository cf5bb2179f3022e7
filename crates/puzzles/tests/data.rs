//! The puzzles that come with the crate.

use std::collections::HashSet;

use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_puzzles::{Facts, GRADES, Outlook, Puzzle, PuzzleTheme, Reason, Why, least_lead, lines, puzzles, text};
use ayla_rules::{Move, Position, Side, Status, Variant};

fn all(variant: Variant) -> Vec<Puzzle> {
    let read = |(number, puzzle): (usize, Option<Puzzle>)| puzzle.unwrap_or_else(|| panic!("{variant} {number}"));
    (1..).zip(puzzles(variant)).map(read).collect()
}

#[test]
fn every_line_is_a_puzzle_and_is_written_as_it_is_read() {
    for &variant in Variant::ALL {
        let puzzles = all(variant);
        let count = format!("\n# {} puzzles, ", puzzles.len());
        assert!(puzzles.len() == 500 && text(variant).contains(&count), "data/{variant}.txt has {}", puzzles.len());
        for (line, puzzle) in lines(text(variant)).zip(&puzzles) {
            assert_eq!(puzzle.to_string(), line, "{variant}");
            assert!(line.len() < 100, "{variant}: {line}");
            assert_eq!(puzzle.position.turn(), Side::South, "{variant}: {line}");
            let choices = puzzle.choices();
            assert_eq!(choices.first().map(|choice| choice.0), Some(puzzle.position), "{variant}: {line}");
            assert_eq!(choices.last().map(|choice| choice.1), puzzle.line.last().copied(), "{variant}: {line}");
        }
    }
}

#[test]
fn every_puzzle_is_of_the_rules_that_people_are_offered_first() {
    for &variant in Variant::ALL {
        let houses = variant.default_rules().start(Side::South).south.len();
        for puzzle in all(variant) {
            assert_eq!(puzzle.position.rules(), variant.default_rules(), "{variant}: {puzzle}");
            assert_eq!(puzzle.position.setup().south.len(), houses, "{variant}: {puzzle}");
        }
    }
}

/// `check` proves that who wins depends on the first move.
#[test]
fn no_puzzle_is_decided_and_the_best_move_leads_clearly() {
    for &variant in Variant::ALL {
        for puzzle in all(variant) {
            assert!(
                puzzle.value >= 0 && puzzle.value - puzzle.second >= least_lead(&puzzle.position),
                "{variant}: {puzzle}"
            );
            let setup = puzzle.position.setup();
            let most = setup.stores.map_or(0, |stores| stores.south.max(stores.north));
            assert!(u64::from(most) * 2 <= setup.seeds(), "{variant}: {puzzle}");
            let moves = puzzle.position.legal_moves().len();
            assert!(moves > 2 || moves == 2 && puzzle.grade == 1, "{variant}: {puzzle}");
        }
    }
}

#[test]
fn grades_and_themes_are_facts_of_the_solutions() {
    for &variant in Variant::ALL {
        for puzzle in all(variant) {
            let facts = Facts::of(&puzzle);
            assert_eq!((puzzle.grade, &puzzle.themes), (facts.grade, &facts.themes), "{variant}: {puzzle}");
        }
    }
}

#[test]
fn each_grade_has_puzzles_and_the_easy_ones_win_something() {
    /// How many each grade has at least; in most games 70.
    const LEAST: usize = 15;
    for &variant in Variant::ALL {
        let puzzles = all(variant);
        let wins = |puzzle: &&Puzzle| PuzzleTheme::WINS.iter().any(|theme| puzzle.themes.contains(theme));
        for grade in 1..=GRADES {
            let of_grade: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.grade == grade).collect();
            assert!(of_grade.len() >= LEAST, "{variant}, grade {grade}: {}", of_grade.len());
            let first = of_grade.iter().copied().take(8).filter(wins).count();
            let winning = of_grade.iter().copied().filter(wins).count();
            let is_easy = grade <= 2;
            assert!(
                !is_easy || winning * 10 >= of_grade.len() * 6 && first == 8,
                "{variant}, grade {grade}: {winning}"
            );
        }
    }
}

/// What South and North get into their stores.
type Gains = (i64, i64);

fn play(position: Position, played: Move) -> (Position, Gains) {
    let after = position.play_unchecked(played, &mut ()).expect("legal");
    let [old, new] = [position, after].map(|position| position.stores().expect("stores").map(i64::from));
    (after, (new.south - old.south, new.north - old.north))
}

/// The moves that a side can make before the other one moves, where they lead, and what they bring.
fn turns(position: Position, side: Side) -> Vec<(Vec<Move>, Position, Gains)> {
    if position.turn() != side || matches!(position.status(), Status::Over { .. }) {
        return vec![(Vec::new(), position, (0, 0))];
    }
    let mut all = Vec::new();
    for played in position.legal_moves() {
        let (after, (south, north)) = play(position, played);
        for (rest, end, (more, more_of_north)) in turns(after, side) {
            all.push(([vec![played], rest].concat(), end, (south + more, north + more_of_north)));
        }
    }
    all
}

/// In Andada, which has no stores, only that there is a reason.
#[test]
fn why_the_first_move_is_the_best_agrees_with_the_rules() {
    for &variant in Variant::ALL {
        for puzzle in all(variant) {
            let Why { best, rival, reason, .. } = Why::of(&puzzle).expect("a reason");
            let Some(stores) = puzzle.position.stores() else { continue };
            let (of_best, of_others): (Vec<_>, Vec<_>) =
                turns(puzzle.position, Side::South).into_iter().partition(|(moves, ..)| moves[0] == best.moves[0]);
            let norths = |after| turns(after, Side::North).into_iter().map(|(_, _, (_, north))| north);
            let most_of_north = |after| norths(after).max().expect("a turn");
            let is = |outlook: &Outlook, (moves, after, (south, north)): &(Vec<Move>, Position, Gains)| {
                let gets = (&outlook.moves, i64::from(outlook.turn.south), i64::from(outlook.turn.north));
                let reply = (outlook.answer, i64::from(outlook.reply.north));
                let replies = |(moves, _, (_, north)): (Vec<Move>, _, _)| (moves.first().copied(), north) == reply;
                gets == (moves, *south, *north) && turns(*after, Side::North).into_iter().any(replies)
                    // It is said with which house.
                    && (reply.1 == 0 || matches!(reply.0, Some(Move::House(_))))
            };
            assert_eq!(best.moves.first(), puzzle.line.first(), "{variant}: {puzzle}");
            let own = of_best.iter().filter(|turn| is(&best, turn));
            let after = own.map(|turn| turn.1).find(|&after| most_of_north(after) == i64::from(best.reply.north));
            assert!(after.is_some() && of_others.iter().any(|turn| is(&rival, turn)), "{variant}: {puzzle}");
            let most = of_others.iter().map(|turn| turn.2.0).max().expect("another move");
            assert_eq!(i64::from(rival.turn.south), most, "{variant}: {puzzle}");
            let holds = match reason {
                Reason::Most => i64::from(best.turn.south) > most,
                Reason::Reply => best.turn.south <= rival.turn.south,
                Reason::Denies(least) => {
                    least > best.reply.north && of_others.iter().all(|turn| most_of_north(turn.1) >= i64::from(least))
                }
                Reason::Later { first, seeds, turns } => {
                    let mut position = puzzle.position;
                    let mut turn = 0;
                    let mut mover = Side::North;
                    let mut gained = Vec::new();
                    for &played in &puzzle.line {
                        turn += u32::from(position.turn() == Side::South && mover == Side::North);
                        mover = position.turn();
                        let (after, (south, _)) = play(position, played);
                        if mover == Side::South && turn == turns + 1 {
                            gained.push((played, south));
                        }
                        position = after;
                    }
                    gained[0].0 == first && gained.iter().map(|(_, south)| south).sum::<i64>() == i64::from(seeds)
                }
                Reason::Saves(seeds) => {
                    let mut setup = puzzle.position.setup();
                    setup.turn = Side::North;
                    most_of_north(setup.position().expect("a position")) == i64::from(seeds) && seeds > best.reply.north
                }
                Reason::Total(more) => i32::from(stores.south) - i32::from(stores.north) + more == puzzle.value,
            };
            assert!(holds, "{variant}: {puzzle}: {reason:?}");
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
    // Those of Anywoli take a table of eight million boards.
    for &variant in Variant::ALL.iter().filter(|&&variant| variant != Variant::Anywoli) {
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
    assert_eq!(said(&mut solver, "2 pa 6/0 030011/301320 20/14 6 5"), Verdict::Proven);
    for (text, what) in [
        ("2 pa 8/0 030011/301320 20/14 6 5", "a move of the solution does not keep the value"),
        ("2 pa 6/0 030011/301320 20/14 6 2", "a move of the solution does not keep the value"),
        ("2 pa 6/-2 030011/301320 20/14 6 5", "another move is as good, or better than the second best"),
        ("2 pa 6/2 030011/301320 20/14 6 5", "no other move is as good as the second best"),
        (
            "2 pa 6/5 030011/301320 20/14 6 5",
            "the first move is not South's, or not enough better than the second best",
        ),
        ("2 pa 6/0 030011/301320 20/14", "there is no choice"),
        ("2 pa 26/20 030011/301320 30/4 6 5", "who wins does not depend on the first move"),
    ] {
        assert_eq!(said(&mut solver, text), Verdict::False(what), "{text}");
    }
}
