//! get-puzzle and find-puzzle: the puzzles by their ids, by what is wanted of them, and by the day.

use ayla_puzzles::{Filter, GRADES, Id};
use ayla_rules::Variant;

use crate::answer::{PlayTurnResponse, PuzzleResponse, PuzzleState};
use crate::error::{Error, Field, Reason, Result};
use crate::json::Named;
use crate::read::{self, finish, keep};
use crate::request::{FindPuzzleRequest, GetPuzzleRequest, PlayTurnRequest};
use crate::words::{Language, Message};

/// Moves that somebody tries in a puzzle, each in a turn of play-turn, as long as they are right.
#[derive(Debug)]
pub struct Attempt {
    tried: std::vec::IntoIter<String>,
    turn: PlayTurnRequest,
}

impl Attempt {
    /// These moves in order. All turns have what this one has, with the puzzle.
    pub fn new(tried: Vec<String>, turn: PlayTurnRequest) -> Self {
        Self { tried: tried.into_iter(), turn }
    }

    /// The turn of the next move, if there is one, in the position of this token; at first, in that of the puzzle.
    pub fn next(&mut self, token: Option<String>) -> PlayTurnRequest {
        PlayTurnRequest { token, r#move: self.tried.next(), ..self.turn.clone() }
    }

    /// Whether there is another move to try after this answer.
    pub fn goes_on(&self, turn: &PlayTurnResponse) -> bool {
        let state = turn.puzzle.as_ref().map(|puzzle| puzzle.state);
        self.tried.len() > 0 && turn.refused.is_none() && state == Some(Named(PuzzleState::GoesOn))
    }
}

/// The puzzle with an id.
///
/// # Errors
///
/// `NO_SUCH_PUZZLE`.
pub fn get_puzzle(request: &GetPuzzleRequest, language: Language) -> Result<PuzzleResponse> {
    let (id, puzzle) = read::puzzle(&request.id, "id")?;
    let has_solution = request.solution == Some(true);
    Ok(PuzzleResponse::new(id, &puzzle, Filter::default(), has_solution, language))
}

/// The first puzzle that matches, the next one, or that of a day.
///
/// # Errors
///
/// Faults of the request, all at once; then `NO_SUCH_PUZZLE` if none matches.
pub fn find_puzzle(request: &FindPuzzleRequest, language: Language) -> Result<PuzzleResponse> {
    let FindPuzzleRequest { variant, theme, grade, after, day, solution, locale: _ } = request;
    let mut errors = Vec::new();
    let malformed = |field, message| Error::at(Field::named(field), Reason::MalformedRequest, message);
    let variant = read::variant_in(&variant.as_deref().unwrap_or_default().into(), Field::named("variant"));
    let variant = keep(variant, &mut errors);
    let grade = grade.map(|grade| grade.to_u32());
    let grades = 1..=u32::from(GRADES);
    if grade.is_some_and(|grade| !grades.contains(&grade)) {
        let message = message!("grade-out-of-range", lowest = *grades.start(), highest = *grades.end());
        errors.push(*malformed("grade", message));
    }
    let after = after.as_ref().and_then(|text| {
        let id = text.parse::<Id>().map_err(|()| malformed("after", Message::new("no-puzzle-id").quoting("id", text)));
        keep(id, &mut errors)
    });
    if after.zip(variant).is_some_and(|(after, variant)| after.variant != variant) {
        errors.push(*Error::conflict(&["variant", "after"], "puzzle-of-other-game"));
    }
    let day = day.as_ref().and_then(|text| {
        keep(text.parse().map_err(|()| malformed("day", Message::new("no-day").quoting("day", text))), &mut errors)
    });
    if request.after.is_some() && request.day.is_some() {
        errors.push(*Error::conflict(&["after", "day"], "after-and-day"));
    }
    let variant: Variant = finish(errors, variant)?;
    let filter = Filter { theme: theme.map(|theme| theme.0), grade: grade.map(|grade| grade as u8) };
    let found = match day {
        Some(day) => filter.of_day(variant, day),
        None => filter.ids(variant).find(|id| after.is_none_or(|after| id.number > after.number)),
    };
    let (id, puzzle) = found.and_then(|id| Some((id, id.puzzle()?))).ok_or_else(|| {
        let message = match &request.after {
            Some(after) => message!("no-puzzle-after", after = after.clone()),
            None => Message::new("no-puzzle-matches"),
        };
        Error::new(Reason::NoSuchPuzzle, message)
    })?;
    Ok(PuzzleResponse::new(id, &puzzle, filter, *solution == Some(true), language))
}
