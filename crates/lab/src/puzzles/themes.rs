//! What a puzzle is about, by the facts of its solution.

use ayla_api::search::Taken;
use ayla_puzzles::PuzzleTheme;
use ayla_rules::{Event, Line, Move, Position, Side, Status};

/// The laps from which on a move is a relay to speak of.
const RELAY: usize = 5;

/// The facts of a solution.
pub(super) struct Facts {
    /// What South's moves are about, in the order of [`PuzzleTheme::ALL`].
    pub(super) themes: Vec<PuzzleTheme>,
    /// Whether there is something to show for it: South gains seeds after the first move, or averts a loss with it, or
    /// the game ends.
    pub(super) pays: bool,
    /// What puzzles with the same idea have in common: South's moves, and the houses that are captured from.
    pub(super) idea: String,
}

/// The facts of a solution from a position.
pub(super) fn facts(position: &Position, solution: &[Move]) -> Facts {
    let mut found = Vec::new();
    let mut idea = position.rules().to_string();
    let mut line = Line::from(*position);
    let mut first = None;
    let mut pays = false;
    let mut quiet_before = false;
    for &played in solution {
        let before = line.position();
        let Some((after, taken)) = Taken::by(line.clone(), played) else { break };
        line = after;
        if before.turn() == Side::North {
            if quiet_before && taken.by_mover() > 0 {
                found.push(PuzzleTheme::Sacrifice);
            }
            quiet_before = false;
            continue;
        }
        let gained = taken.by_mover() + taken.borne_off;
        quiet_before = gained == 0;
        let stores = |position: Position| position.setup().stores.map_or(0, |stores| stores.south);
        let houses = taken.houses.iter().map(|(house, _)| format!(" {}{}", house.side, house.number));
        idea = idea + "\n" + &played.text() + &houses.collect::<String>();
        found.extend(themes_of_move(before, &line, played, &taken));
        match first {
            None => {
                first = Some(gained);
                found.extend(themes_of_first_move(before, &line, gained));
            }
            Some(before_it) => {
                pays |= gained > 0 || stores(line.position()) > stores(before);
                if before_it == 0 && gained > 0 {
                    found.push(PuzzleTheme::Prepares);
                }
                // Only the next move counts as prepared.
                first = Some(1);
            }
        }
    }
    if !matches!(line.position().status(), Status::InProgress { .. }) {
        found.push(PuzzleTheme::Ends);
    }
    pays |= found.contains(&PuzzleTheme::Ends) || found.contains(&PuzzleTheme::Defends);
    let themes: Vec<PuzzleTheme> = PuzzleTheme::ALL.iter().copied().filter(|theme| found.contains(theme)).collect();
    idea.extend(themes.iter().map(|theme| theme.letter()));
    Facts { themes, pays, idea }
}

fn themes_of_first_move(before: Position, after: &Line, gained: u32) -> Vec<PuzzleTheme> {
    let again = after.position().turn() == before.turn();
    let mut found = Vec::new();
    if gained > 0 {
        found.push(PuzzleTheme::Capture);
    } else if !again {
        found.push(PuzzleTheme::Quiet);
    }
    if again {
        found.push(PuzzleTheme::Again);
    } else if Taken::most_of_opponent(before).by_mover() > Taken::most(after).by_mover() {
        found.push(PuzzleTheme::Defends);
    }
    found
}

fn themes_of_move(before: Position, after: &Line, played: Move, taken: &Taken) -> Vec<PuzzleTheme> {
    let mut events: Vec<Event> = Vec::new();
    before.play_unchecked(played, &mut events);
    let laps = events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count();
    let sown = events.iter().filter(|event| event.sown().is_some()).count();
    let starved = |position: Position| position.setup().north.iter().all(|&seeds| seeds == 0);
    let theirs = taken.houses.iter().filter(|(house, _)| house.side == Side::North).count();
    let is_over = !matches!(after.position().status(), Status::InProgress { .. });
    let houses = 2 * before.setup().south.len();
    [
        (PuzzleTheme::Chain, theirs > 1),
        (PuzzleTheme::Sacrifice, taken.by_mover() == 0 && taken.by_opponent > 0),
        (PuzzleTheme::Feeds, starved(before) && !starved(after.position())),
        (PuzzleTheme::Starves, !is_over && !starved(before) && starved(after.position())),
        (PuzzleTheme::Tuzdik, taken.tuzdik.is_some()),
        (PuzzleTheme::Round, laps == 1 && sown >= houses),
        (PuzzleTheme::Relay, laps >= RELAY),
        (PuzzleTheme::BearsOff, taken.borne_off > 0),
    ]
    .into_iter()
    .filter_map(|(theme, holds)| holds.then_some(theme))
    .collect()
}
