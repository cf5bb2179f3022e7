//! Chooses among the puzzles that were found, and writes their file.

use std::collections::{HashMap, HashSet};

use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_puzzles::{Facts, GRADES, Puzzle, PuzzleTheme};
use ayla_rules::{BySide, Phase, Variant};
use ayla_terminal::report;
use xxhash_rust::xxh3::xxh3_64;

use super::recipe::Recipe;

/// The puzzles with the same idea after which others are chosen first.
const SAME_IDEA: usize = 6;
/// How much later a puzzle is chosen whose first move takes nothing, as a number of puzzles with the same themes.
const QUIET_LAG: usize = 3;

/// The houses, the tuzdiks and the phase of a position.
type Board = (Vec<u32>, Vec<u32>, BySide<Option<u32>>, Option<Phase>);

/// Chooses `most` puzzles, as evenly from the grades and from what they are about as they allow. Returns the text of
/// their file, in which the grades take turns. Each puzzle is checked.
///
/// # Errors
///
/// What was found is false.
pub(super) fn choose(variant: Variant, found: Vec<Puzzle>, most: usize, origin: &str) -> Result<String, String> {
    let recipe = Recipe::of(variant);
    let grades = by_grade(found);
    report(&format!("of each grade {:?}", grades.each_ref().map(Vec::len)));
    let mut queues = grades.map(|puzzles| in_order(puzzles).into_iter());
    let mut solver = Solver::default();
    let mut lines = String::new();
    let mut unknown = 0;
    let mut count = 0;
    while count < most && queues.iter().any(|queue| queue.len() > 0) {
        for queue in &mut queues {
            while count < most
                && let Some(puzzle) = queue.next()
            {
                solver.prepare(&puzzle.position, recipe.check_boards);
                match check(&mut solver, &puzzle, recipe.check_nodes) {
                    Verdict::Proven => {
                        lines += &format!("{puzzle}\n");
                        count += 1;
                        break;
                    }
                    Verdict::Unknown => unknown += 1,
                    Verdict::False(what) => return Err(format!("{puzzle}: {what}")),
                }
            }
        }
    }
    report(&format!("{count} puzzles chosen; {unknown} could not be checked"));
    let digest = xxh3_64(lines.as_bytes());
    Ok(format!("# {origin}\n# {count} puzzles, xxh3 {digest:016x}\n{lines}"))
}

/// The puzzles of each grade, without those whose houses others have.
fn by_grade(found: Vec<Puzzle>) -> [Vec<Puzzle>; GRADES as usize] {
    let mut boards: HashSet<Board> = HashSet::new();
    let mut by_grade = [const { Vec::new() }; GRADES as usize];
    for puzzle in found {
        let setup = puzzle.position.setup();
        if boards.insert((setup.south, setup.north, setup.tuzdiks, setup.phase)) {
            by_grade[usize::from(puzzle.grade) - 1].push(puzzle);
        }
    }
    by_grade
}

/// Puzzles of a grade in the order in which they are chosen: those first that have few before them with the same idea,
/// with the same themes and the same first move, and whose first move takes something; in the lowest grades those last
/// that take nothing.
fn in_order(puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let mut seen: HashMap<_, usize> = HashMap::new();
    let mut ideas: HashMap<String, usize> = HashMap::new();
    let mut ranked = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        let first = puzzle.line.first().map(|played| played.code());
        let alike = seen.entry((puzzle.themes.clone(), first)).or_default();
        *alike += 1;
        let same = ideas.entry(Facts::of(&puzzle).idea).or_default();
        *same += 1;
        let is_quiet = puzzle.themes.contains(&PuzzleTheme::Quiet);
        let wins = PuzzleTheme::WINS.iter().any(|theme| puzzle.themes.contains(theme));
        let rank = *alike + if is_quiet { QUIET_LAG } else { 0 };
        ranked.push((puzzle.grade <= 2 && !wins, *same > SAME_IDEA, rank, puzzle));
    }
    ranked.sort_by_key(|(is_last, is_alike, rank, _)| (*is_last, *is_alike, *rank));
    ranked.into_iter().map(|(.., puzzle)| puzzle).collect()
}
