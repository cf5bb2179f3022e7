//! The facts of a solution: what it is about, and how hard it is for people.

use ayla_rules::awale::{GrandSlam, Options};
use ayla_rules::{BySide, ByTurn, Line, Move, Position, Rules, Side, Status, Taken, Variant};

use crate::{GRADES, Puzzle, PuzzleTheme};

/// The fewest laps of a move with the theme `relay`.
const RELAY: u32 = 5;
/// The seeds sown that make a point of difficulty.
const SEEDS: u32 = 6;
/// The most first moves that make points.
const MOST_MOVES: usize = 9;
/// The most other moves that make points because they bring as much.
const MOST_RIVALS: usize = 3;
/// The most seeds of a lead that make a puzzle easier.
const MOST_LEAD: i32 = 12;
/// The lowest grade of a puzzle that takes nothing: the first ones that people meet take something.
const QUIET: u8 = 3;

/// The fewest points of each grade after the first. Where boards are small, as in Anywoli, or have many moves, as in
/// Congklak, a grade is as hard in its game as people find it there, and not as hard as in the others.
const fn fewest_points(variant: Variant) -> [i32; GRADES as usize - 1] {
    match variant {
        Variant::Awale => [0, 3, 5, 7, 9],
        Variant::Andada => [3, 5, 6, 8, 10],
        Variant::Anywoli => [-6, -2, 0, 1, 3],
        Variant::Kalah => [-1, 3, 6, 7, 9],
        Variant::Mangala => [1, 3, 6, 8, 10],
        Variant::Congklak => [1, 4, 6, 8, 10],
        Variant::Togyzqumalaq => [-6, -4, 0, 3, 5],
    }
}

/// The facts of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What it is about, in the order of [`PuzzleTheme::ALL`].
    pub themes: Vec<PuzzleTheme>,
    /// How hard it is for people to find, in points:
    ///
    /// - two for each first move, nine moves at most, which have to be looked at;
    /// - one for each other one that brings as much as the best at first sight, three at most;
    /// - one for each choice of South after the first one, which has to be foreseen;
    /// - one for every six seeds that are sown in the solution, which have to be counted, lap by lap;
    /// - one less for each seed by which the best move leads the second best, twelve at most: the more, the more it
    ///   stands out.
    pub points: i32,
    /// The grade, from 1, the easiest, to [`GRADES`], by the points. Of two first moves one is soon found.
    pub grade: u8,
    /// What puzzles with the same idea have in common: South's moves, the seeds that they sow, and what is captured.
    pub idea: String,
}

impl Facts {
    /// The facts of the solution of a puzzle, whatever its themes and its grade are so far.
    pub fn of(puzzle: &Puzzle) -> Self {
        let Puzzle { position: start, line: solution, value, second, .. } = puzzle;
        let mut found = Vec::new();
        let mut idea = String::new();
        let mut choices = 0;
        let mut sown = 0;
        let mut line = Line::from(*start);
        // The seeds that South's last move has taken, and whether South has moved again after one before it.
        let mut last: Option<u32> = None;
        let mut is_again = false;
        for &played in solution {
            let before = line.position();
            let has_choice = before.legal_moves().len() > 1;
            let Some((after, taken)) = Taken::by(line.clone(), played) else { break };
            line = after;
            sown += taken.sown;
            if before.turn() == Side::North {
                let is_sacrifice = last == Some(0) && taken.by_mover() > 0;
                found.extend(is_sacrifice.then_some(PuzzleTheme::Sacrifice));
                is_again = false;
                continue;
            }
            choices += i32::from(has_choice && last.is_some());
            let again = line.position().turn() == Side::South;
            let gained = taken.by_mover() + taken.borne_off;
            let prepares = last == Some(0) && gained > 0 && !found.contains(&PuzzleTheme::Prepares);
            let themes = [(PuzzleTheme::Prepares, prepares), (PuzzleTheme::Run, is_again && again)];
            found.extend(themes.into_iter().filter_map(|(theme, holds)| holds.then_some(theme)));
            found.extend(themes_of_move(before, &line, &taken));
            if last.is_none() {
                found.extend(themes_of_first_move(before, &line, gained));
            }
            let houses = taken.houses.iter().map(|(house, seeds)| format!(" {}{}:{seeds}", house.side, house.number));
            idea += &format!("\n{} with {}{}", played.text(), taken.sown, houses.collect::<String>());
            last = Some(gained);
            is_again = again;
        }
        if is_over(&line) {
            found.push(PuzzleTheme::Endgame);
        }
        let FirstSight { best, others } = FirstSight::of(start, solution);
        let rivals = others.iter().filter(|&&brings| brings == best).count();
        let is_trap = others.iter().any(|&brings| brings > best);
        found.extend(is_trap.then_some(PuzzleTheme::Trap));
        let first_moves = 1 + others.len();
        let points =
            (2 * first_moves.min(MOST_MOVES) + rivals.min(MOST_RIVALS)) as i32 + choices + (sown / SEEDS) as i32
                - (value - second).min(MOST_LEAD);
        let themes: Vec<PuzzleTheme> = PuzzleTheme::ALL.iter().copied().filter(|theme| found.contains(theme)).collect();
        idea.extend(themes.iter().map(|theme| theme.letter()));
        let fewest = fewest_points(start.rules().variant());
        let by_points = 1 + fewest.iter().filter(|&&fewest| points >= fewest).count() as u8;
        let grade = match PuzzleTheme::WINS.iter().any(|theme| themes.contains(theme)) {
            _ if first_moves == 2 => 1,
            true => by_points,
            false => by_points.max(QUIET),
        };
        Self { themes, points, grade, idea }
    }
}

pub(crate) fn is_over(line: &Line) -> bool {
    !matches!(line.position().status(), Status::InProgress { .. })
}

/// What the players get by a move: into the stores, or in games without them by captures.
pub(crate) fn gains(before: Position, after: &Line, taken: &Taken) -> BySide<u32> {
    let captured = ByTurn { mover: taken.by_mover(), other: taken.by_opponent }.by_side(before.turn());
    let stores = before.stores().zip(after.position().stores());
    stores.map_or(captured, |(before, after)| BySide::from_fn(|side| u32::from(after[side] - before[side])))
}

/// What the first moves bring at first sight: seeds in the store or off the board, and another move as much as a seed.
struct FirstSight {
    /// That of the solution.
    best: i32,
    others: Vec<i32>,
}

impl FirstSight {
    fn of(start: &Position, solution: &[Move]) -> Self {
        let mut seen = Self { best: 0, others: Vec::new() };
        for (played, after, taken) in Taken::by_each(&Line::from(*start)) {
            let seeds = gains(*start, &after, &taken).map(u32::cast_signed);
            let bears_off = if start.stores().is_none() { taken.borne_off } else { 0 };
            let is_again = after.position().turn() == start.turn();
            let brings = seeds.south - seeds.north + bears_off.cast_signed() + i32::from(is_again);
            if Some(&played) == solution.first() {
                seen.best = brings;
            } else {
                seen.others.push(brings);
            }
        }
        seen
    }
}

fn themes_of_first_move(before: Position, after: &Line, gained: u32) -> Vec<PuzzleTheme> {
    let again = after.position().turn() == before.turn();
    let feared = Taken::with_opponent_to_move(before);
    let most = |line: &Line| Taken::most(line).by_mover();
    let denies = |feared: &Line| !again && most(feared) > most(after);
    [
        (PuzzleTheme::Capture, gained > 0),
        (PuzzleTheme::Quiet, gained == 0 && !again),
        (PuzzleTheme::Denies, feared.as_ref().is_some_and(denies)),
        (PuzzleTheme::Tuzdik, denies_tuzdik(before, after)),
        (PuzzleTheme::GrandSlam, has_grand_slam(before)),
    ]
    .into_iter()
    .filter_map(|(theme, holds)| holds.then_some(theme))
    .collect()
}

/// Whether the opponent could make a tuzdik if it were the opponent's turn, but not after the move.
pub(crate) fn denies_tuzdik(before: Position, after: &Line) -> bool {
    let has_tuzdik = |line: &Line| Taken::by_each(line).any(|(_, _, taken)| taken.tuzdik.is_some());
    let again = after.position().turn() == before.turn();
    !again && !has_tuzdik(after) && Taken::with_opponent_to_move(before).is_some_and(|feared| has_tuzdik(&feared))
}

/// Whether a move is a grand slam, which captures nothing (AW-3).
fn has_grand_slam(position: Position) -> bool {
    let Rules::Awale(options) = position.rules() else { return false };
    let rules = Rules::Awale(Options { grand_slam: GrandSlam::Capture, ..options });
    let Ok(allowed) = (ayla_rules::Setup { rules, ..position.setup() }).position() else { return false };
    let captured = |position| -> Vec<u32> {
        Taken::by_each(&Line::from(position)).map(|(_, _, taken)| taken.by_mover()).collect()
    };
    captured(allowed) != captured(position)
}

/// The number of houses of North, in Anywoli also of South, from which a move of South captures.
pub(crate) fn captured_from(before: Position, taken: &Taken) -> usize {
    let is_any_row = before.rules().variant() == Variant::Anywoli;
    taken.houses.iter().filter(|(house, _)| is_any_row || house.side == Side::North).count()
}

fn themes_of_move(before: Position, after: &Line, taken: &Taken) -> Vec<PuzzleTheme> {
    let starved = |position: Position| position.setup().north.iter().all(|&seeds| seeds == 0);
    let houses = 2 * before.rules().houses();
    [
        (PuzzleTheme::Chain, captured_from(before, taken) > 1),
        (PuzzleTheme::Sacrifice, taken.by_mover() == 0 && taken.by_opponent > 0),
        (PuzzleTheme::ExtraMove, after.position().turn() == before.turn() && !is_over(after)),
        (PuzzleTheme::Feeds, starved(before) && !starved(after.position())),
        (PuzzleTheme::Starves, !is_over(after) && !starved(before) && starved(after.position())),
        (PuzzleTheme::Tuzdik, taken.tuzdik.is_some()),
        (PuzzleTheme::Round, taken.laps == 1 && taken.sown >= houses),
        (PuzzleTheme::Relay, taken.laps >= RELAY),
        (PuzzleTheme::BearsOff, taken.borne_off > 0),
    ]
    .into_iter()
    .filter_map(|(theme, holds)| holds.then_some(theme))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_in_a_solution_gives_its_themes_and_points() {
        for (position, solution, themes, points) in [
            ("awale 100002/111100 20/20 s", &[6][..], "capture chain", 4),
            // The other move brings no more.
            ("awale 100003/112000 20/20 s", &[1], "quiet grand-slam", 5),
            ("kalah 000011/002010 23/20 s", &[6], "extra-move", 4),
            ("togyzqumalaq 000000305/104205550 60/60 s", &[9], "capture tuzdik", 4),
        ] {
            let position = Position::read(position).expect("a position");
            let line = solution.iter().map(|&house| Move::House(house)).collect();
            let puzzle = Puzzle { position, grade: 1, themes: Vec::new(), value: 0, second: 0, line };
            let facts = Facts::of(&puzzle);
            let found: Vec<&str> = facts.themes.iter().map(|theme| theme.name()).collect();
            assert_eq!((found.join(" ").as_str(), facts.points), (themes, points), "{position}");
        }
    }
}
