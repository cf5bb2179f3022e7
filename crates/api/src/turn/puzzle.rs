//! A turn of a puzzle: whether the move is the one of the solution, and what follows a wrong one.

use ayla_puzzles::{Id, Puzzle, PuzzleTask, Why};
use ayla_rules::{Line, Move, Position, Side, Status, Winner};

use super::{MOST_REPLIES, Turn};
use crate::answer::{PuzzleProgress, PuzzleState};
use crate::error::{Error, Field, Reason, Result};
use crate::event_log::EventLog;
use crate::json::Named;
use crate::read;
use crate::search::{Found, SearchOptions};
use crate::text::{LastMove, standing};
use crate::words::{self, Message, Voice};

/// The nodes of the search for each reply to a wrong move.
const NODES: u64 = 20_000;

/// A puzzle that is being solved.
#[derive(Clone, Debug)]
pub(super) struct Solving {
    id: Id,
    whole: Puzzle,
    /// What is left of it.
    rest: Puzzle,
    /// What South gains at most by another move than that of the solution.
    most_of_others: i32,
    /// What was left before the person made a move of the solution in this turn.
    solved: Option<Puzzle>,
    wrong: Option<Wrong>,
}

/// A move that is not the one of the solution.
#[derive(Clone, Debug)]
struct Wrong {
    played: Move,
    /// The line with the move and the replies.
    line: Line,
    replies: Vec<LastMove>,
    /// Whether a reply may be searched for.
    is_open: bool,
    /// The winner after the move under best play, if the search has proven it.
    winner: Option<Winner>,
}

impl Turn {
    /// The line at whose end the awaited reply is to be searched for.
    pub fn searched_line(&self) -> &Line {
        let wrong = self.puzzle.as_ref().and_then(|puzzle| puzzle.wrong.as_ref());
        wrong.map_or_else(|| self.line(), |wrong| &wrong.line)
    }

    /// Makes the moves of North that the solution of the puzzle has now.
    pub(super) fn follow_puzzle(&mut self) {
        while let Some(puzzle) = &mut self.puzzle
            && puzzle.rest.position.turn() == Side::North
            && let Some(played) = puzzle.rest.go_on()
        {
            self.play(Side::North, played, None);
        }
    }

    /// Makes a move if it is the one of the solution, with the reply of the solution.
    ///
    /// # Errors
    ///
    /// `CONFLICTING_FIELDS` if the puzzle is solved.
    pub(super) fn solve(&mut self, played: Move) -> Result<()> {
        let before = self.line().clone();
        let Some(puzzle) = &mut self.puzzle else { return Ok(()) };
        match puzzle.rest.line.first() {
            None => {
                let message = message!("puzzle-over", id = puzzle.id.to_string());
                return Err(Error::at(Field::named("move"), Reason::ConflictingFields, message));
            }
            Some(&best) if best == played => {
                puzzle.solved = Some(puzzle.rest.clone());
                puzzle.rest.go_on();
                self.play(Side::South, played, None);
                self.follow_puzzle();
            }
            Some(_) => puzzle.wrong = Some(Wrong::new(before, played)),
        }
        Ok(())
    }
}

impl Solving {
    /// The puzzle with this id, from a position of its solution on.
    ///
    /// # Errors
    ///
    /// `NO_SUCH_PUZZLE`; `CONFLICTING_FIELDS` for a position that its solution does not have.
    pub(super) fn begin(id: &str, position: &Position) -> Result<Self> {
        let (id, mut rest) = read::puzzle(id, "puzzle")?;
        let whole = rest.clone();
        let mut most_of_others = rest.second;
        while rest.position != *position {
            if rest.go_on().is_none() {
                let message = message!("not-in-puzzle", id = id.to_string());
                return Err(Error::at(Field::named("puzzle"), Reason::ConflictingFields, message));
            }
            most_of_others = rest.value - 1;
        }
        Ok(Self { id, whole, rest, most_of_others, solved: None, wrong: None })
    }

    /// What is asked of the engine, if a reply to a wrong move is still to be found.
    pub(super) fn awaited_reply(&self) -> Option<SearchOptions> {
        let options = SearchOptions { nodes: Some(NODES), ..SearchOptions::default() };
        self.wrong.as_ref().filter(|wrong| wrong.awaits_reply()).map(|_| options)
    }

    /// Has North reply to the wrong move as the engine has found.
    pub(super) fn reply(&mut self, found: &Found) {
        let Some(wrong) = &mut self.wrong else { return };
        if wrong.replies.is_empty() {
            wrong.winner = found.report.winner;
        }
        let played = found.report.best.played;
        wrong.replies.push(LastMove::play(&mut wrong.line, played, EventLog::default()));
    }

    /// Notes that no reply can be searched for.
    pub(super) const fn leave_unanswered(&mut self) {
        if let Some(wrong) = &mut self.wrong {
            wrong.is_open = false;
        }
    }

    const fn state(&self) -> PuzzleState {
        match &self.wrong {
            Some(_) => PuzzleState::Wrong,
            None if self.rest.line.is_empty() => PuzzleState::Solved,
            None => PuzzleState::GoesOn,
        }
    }

    /// What became of the move in sentences; without a move, the task.
    pub(super) fn text(&self, voice: &Voice) -> String {
        // What is still to be found is not told before the end.
        let is_kept = |puzzle: &Puzzle| Why::of(puzzle).is_some_and(|why| why.tells_next());
        match (&self.wrong, &self.solved) {
            (Some(wrong), _) => voice.say_all(&self.why_not(wrong)),
            (None, solved) if self.rest.line.is_empty() => {
                let first = Some(&self.whole).filter(|whole| solved.as_ref() != Some(whole) && is_kept(whole));
                let mut messages = vec![Message::new("puzzle-solved")];
                messages.extend(first.into_iter().chain(solved).flat_map(words::puzzle_why));
                messages.push(words::puzzle_worth(&self.whole));
                voice.say_all(&messages)
            }
            (None, Some(solved)) => {
                let mut messages = vec![message!("puzzle-right", moves = self.moves_left())];
                messages.extend(Some(solved).filter(|solved| !is_kept(solved)).into_iter().flat_map(words::puzzle_why));
                voice.say_all(&messages)
            }
            (None, None) => voice.say(&words::puzzle_task(self.whole.task(), &self.rest.position)),
        }
    }

    /// The replies to a wrong move with what they capture, how the game ends if it does, and what is missed.
    fn why_not(&self, wrong: &Wrong) -> Vec<Message> {
        let position = wrong.line.position();
        let messages_of = |reply: &LastMove| {
            let captures = reply.captures().collect::<Vec<_>>();
            [vec![words::played(reply.mover, reply.played)], captures].concat()
        };
        let mut messages: Vec<_> = wrong.replies.iter().flat_map(messages_of).collect();
        let status = position.status();
        let winner = match status {
            Status::Over { winner, .. } => {
                messages.push(standing(&position.setup(), status, &position, None));
                Some(winner)
            }
            Status::InProgress { .. } => wrong.winner,
        };
        let cannot_win = self.most_of_others <= 0 || winner.is_some_and(|winner| winner != Winner::South);
        messages.push(Message::new(match self.whole.task() {
            PuzzleTask::Win if cannot_win => "puzzle-no-win",
            PuzzleTask::Draw => "puzzle-loses",
            PuzzleTask::Win => "puzzle-wins-less",
            PuzzleTask::Seeds => "puzzle-fewer-seeds",
        }));
        messages
    }

    fn moves_left(&self) -> usize {
        self.rest.choices().len()
    }

    /// The puzzle as the answer has it.
    pub(super) fn progress(&self, voice: &Voice) -> PuzzleProgress {
        PuzzleProgress {
            id: self.id.to_string(),
            state: Named(self.state()),
            text: self.text(voice),
            moves_left: self.moves_left() as u32,
            refutation: self.wrong.as_ref().map(Wrong::refutation),
        }
    }
}

impl Wrong {
    fn new(mut line: Line, played: Move) -> Self {
        line.play_unchecked(played, &mut ());
        Self { played, line, replies: Vec::new(), is_open: true, winner: None }
    }

    fn awaits_reply(&self) -> bool {
        let position = self.line.position();
        let is_norths_turn = position.turn() == Side::North && matches!(position.status(), Status::InProgress { .. });
        self.is_open && is_norths_turn && self.replies.len() < MOST_REPLIES
    }

    /// The move and the replies.
    fn refutation(&self) -> Vec<String> {
        let replies = self.replies.iter().map(|reply| reply.played);
        [self.played].into_iter().chain(replies).map(|played| played.text()).collect()
    }
}
