//! Chooses among the puzzles that were found, and writes their file.

use std::collections::{HashMap, HashSet};

use ayla_engine::ENGINE;
use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_puzzles::{GRADES, Puzzle, PuzzleTask};
use ayla_rules::Variant;
use xxhash_rust::xxh3::xxh3_64;

use super::find::Found;
use super::recipe::Recipe;
use super::themes::{Facts, facts};

/// The most puzzles with the same idea.
const SAME_IDEA: usize = 4;

/// How much later a puzzle is chosen because nothing but seeds depends on it, as a number of puzzles with the same themes and the
/// same first move.
fn lag(puzzle: &Puzzle) -> i32 {
    match puzzle.task() {
        PuzzleTask::Win | PuzzleTask::Draw => 0,
        PuzzleTask::Seeds => 12 + puzzle.value.abs().min(puzzle.second.abs()) / 4,
    }
}

/// Chooses at most this many puzzles, as evenly from the grades and from what they are about as they allow, and returns the text of
/// their file. Each is checked.
///
/// # Errors
///
/// What was found is no puzzle, or is false.
pub(super) fn choose(variant: Variant, found: Vec<Found>, most: usize, command: &str) -> Result<String, String> {
    let recipe = Recipe::of(variant);
    let mut queues: Vec<_> =
        by_grade(variant, &recipe, found)?.into_iter().map(|it| in_order(it).into_iter()).collect();
    let mut solver = Solver::default();
    let mut chosen = Vec::new();
    let mut unknown = 0;
    while chosen.len() < most && queues.iter().any(|queue| queue.len() > 0) {
        for queue in &mut queues {
            let Some((number, puzzle)) = queue.next().filter(|_| chosen.len() < most) else { continue };
            solver.prepare(&puzzle.position, recipe.check_boards);
            match check(&mut solver, &puzzle, recipe.check_nodes) {
                Verdict::Proven => chosen.push((number, puzzle)),
                Verdict::Unknown => unknown += 1,
                Verdict::False(what) => return Err(format!("{puzzle}: {what}")),
            }
        }
    }
    ayla::cli::report(&format!("{} puzzles chosen; {unknown} could not be checked", chosen.len()));
    chosen.sort_by_key(|(number, _)| *number);
    let lines: String = chosen.iter().map(|(_, puzzle)| format!("{puzzle}\n")).collect();
    let digest = xxh3_64(lines.as_bytes());
    Ok(format!("# {command}, {ENGINE}\n# {} puzzles, xxh3 {digest:016x}\n{lines}", chosen.len()))
}

/// The puzzles of each grade, with their numbers, without those that are like others.
fn by_grade(variant: Variant, recipe: &Recipe, found: Vec<Found>) -> Result<Vec<Vec<(usize, Puzzle)>>, String> {
    let mut boards = HashSet::new();
    let mut ideas: HashMap<String, usize> = HashMap::new();
    let mut by_grade = vec![Vec::new(); GRADES.into()];
    for (number, Found { puzzle, effort }) in found.into_iter().enumerate() {
        let mut puzzle = Puzzle::read(variant, &puzzle).map_err(|why| why.to_string())?;
        puzzle.grade = recipe.grade(effort);
        let Facts { themes, idea, .. } = facts(&puzzle.position, &puzzle.line);
        puzzle.themes = themes;
        let setup = puzzle.position.setup();
        let alike = ideas.entry(idea).or_default();
        if *alike < SAME_IDEA && boards.insert((setup.south, setup.north, setup.tuzdiks, setup.phase)) {
            *alike += 1;
            by_grade[usize::from(puzzle.grade) - 1].push((number, puzzle));
        }
    }
    Ok(by_grade)
}

/// Puzzles of a grade in the order in which they are chosen: those first that have few before them with the same themes and the
/// same first move, and on which the winner depends.
fn in_order(puzzles: Vec<(usize, Puzzle)>) -> Vec<(usize, Puzzle)> {
    let mut seen: HashMap<_, i32> = HashMap::new();
    let mut ranked = Vec::with_capacity(puzzles.len());
    for (number, puzzle) in puzzles {
        let first = puzzle.line.first().map(|played| played.code());
        let alike = seen.entry((puzzle.themes.clone(), first)).or_default();
        *alike += 1;
        ranked.push((*alike + lag(&puzzle), (number, puzzle)));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, puzzle)| puzzle).collect()
}
