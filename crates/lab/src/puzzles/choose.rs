//! Chooses among the puzzles that were found, and writes their file.

use std::collections::{HashMap, HashSet};
use std::fmt;

use ayla_engine::ENGINE;
use ayla_puzzles::check::{Verdict, check};
use ayla_puzzles::exact::Solver;
use ayla_puzzles::{GRADES, Puzzle, PuzzleTask};
use ayla_rules::{BySide, Phase, Variant};
use ayla_terminal::report;
use xxhash_rust::xxh3::xxh3_64;

use super::find::Found;
use super::recipe::Recipe;
use super::themes::{Facts, facts};

/// The most puzzles with the same idea.
const SAME_IDEA: usize = 4;

/// How much later a puzzle is chosen because nothing but seeds depends on it, as a number of puzzles with the same
/// themes and the same first move.
fn lag(puzzle: &Puzzle) -> i32 {
    match puzzle.task() {
        PuzzleTask::Win | PuzzleTask::Draw => 0,
        PuzzleTask::Seeds => 12 + puzzle.value.abs().min(puzzle.second.abs()) / 4,
    }
}

/// The beginning of the lines of a file that say how its puzzles were made.
const MADE_BY: &str = "# ayla-lab puzzles make";

/// Chooses puzzles, as evenly from the grades and from what they are about as they allow, until the file has `most` of
/// them. Returns the text of the file: the puzzles of `earlier`, which keep their numbers, and those that were chosen,
/// in the order in which they were found. Each of these is checked.
///
/// # Errors
///
/// What is in `earlier` is no puzzle, or what was found is false.
pub(super) fn choose(
    variant: Variant,
    found: Vec<Found>,
    most: usize,
    command: &str,
    earlier: &str,
) -> Result<String, String> {
    let recipe = Recipe::of(variant);
    let mut known = Known::default();
    for line in ayla_puzzles::lines(earlier) {
        let puzzle = Puzzle::read(variant, line).ok_or_else(|| format!("no puzzle: {line}"))?;
        known.add(&puzzle, facts(&puzzle.position, &puzzle.line).idea);
    }
    let before = ayla_puzzles::lines(earlier).count();
    let mut queues = by_grade(&recipe, found, known).map(|puzzles| in_order(puzzles).into_iter());
    let mut solver = Solver::default();
    let mut chosen = Vec::new();
    let mut unknown = 0;
    while before + chosen.len() < most && queues.iter().any(|queue| queue.len() > 0) {
        for queue in &mut queues {
            let Some((number, puzzle)) = queue.next().filter(|_| before + chosen.len() < most) else { continue };
            solver.prepare(&puzzle.position, recipe.check_boards);
            match check(&mut solver, &puzzle, recipe.check_nodes) {
                Verdict::Proven => chosen.push((number, puzzle)),
                Verdict::Unknown => unknown += 1,
                Verdict::False(what) => return Err(format!("{puzzle}: {what}")),
            }
        }
    }
    report(&format!("{} puzzles chosen; {unknown} could not be checked", chosen.len()));
    chosen.sort_by_key(|(number, _)| *number);
    let line = |line: &dyn fmt::Display| format!("{line}\n");
    let mut made_by: String = earlier.lines().filter(|line| line.starts_with(MADE_BY)).map(|it| line(&it)).collect();
    made_by += &line(&format_args!("{MADE_BY} {command}, {ENGINE}"));
    let mut lines: String = ayla_puzzles::lines(earlier).map(|it| line(&it)).collect();
    lines.extend(chosen.iter().map(|(_, puzzle)| line(puzzle)));
    let digest = xxh3_64(lines.as_bytes());
    Ok(format!("{made_by}# {} puzzles, xxh3 {digest:016x}\n{lines}", before + chosen.len()))
}

/// The houses, the tuzdiks and the phase of a position.
type Board = (Vec<u32>, Vec<u32>, BySide<Option<u32>>, Option<Phase>);

/// The boards and ideas of the puzzles so far.
#[derive(Debug, Default)]
struct Known {
    boards: HashSet<Board>,
    ideas: HashMap<String, usize>,
}

impl Known {
    /// Adds a puzzle with its idea, unless it has the board of another one, or the idea of too many. Returns whether it
    /// was added.
    fn add(&mut self, puzzle: &Puzzle, idea: String) -> bool {
        let setup = puzzle.position.setup();
        let alike = self.ideas.entry(idea).or_default();
        let is_new = *alike < SAME_IDEA && self.boards.insert((setup.south, setup.north, setup.tuzdiks, setup.phase));
        *alike += usize::from(is_new);
        is_new
    }
}

/// The puzzles of each grade, with their numbers, without those that are like known ones or like others.
fn by_grade(recipe: &Recipe, found: Vec<Found>, mut known: Known) -> [Vec<(usize, Puzzle)>; GRADES as usize] {
    let mut by_grade = [const { Vec::new() }; GRADES as usize];
    for (number, Found { mut puzzle, effort }) in found.into_iter().enumerate() {
        puzzle.grade = recipe.grade(effort);
        let Facts { themes, idea, .. } = facts(&puzzle.position, &puzzle.line);
        puzzle.themes = themes;
        if known.add(&puzzle, idea) {
            by_grade[usize::from(puzzle.grade) - 1].push((number, puzzle));
        }
    }
    by_grade
}

/// Puzzles of a grade in the order in which they are chosen: those first that have few before them with the same themes
/// and the same first move, and on which the winner depends.
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
