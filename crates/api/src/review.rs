//! review-game: what the moves of a game cost, by the searches of its positions.

use ayla_engine::{self as engine, Certainty};
use ayla_rules::fault::Part;
use ayla_rules::{BySide, Line, Move, Position, Side, Status, Winner};

use crate::answer::{LegalMove, ReviewEnd, ReviewGameResponse, ReviewedPly, Unanswered};
use crate::error::{Error, Field, Reason, Result};
use crate::json::Named;
use crate::plies::PlyRange;
use crate::preset::Presets;
use crate::request::{GameRequest, Reply, ReviewGameRequest};
use crate::search::{Allowance, Found, SearchOptions, why_better};
use crate::words::{self, Language, Message, Voice};
use crate::{read, text};

/// The fewest nodes of a search by whose estimate a move is judged.
pub const JUDGING_NODES: u64 = 20_000;

/// A review under way: it says which position is to be searched next, until it has judged all of its moves.
#[derive(Clone, Debug)]
pub struct Review {
    /// The options of each search.
    pub options: SearchOptions,
    voice: Voice,
    /// The game up to the position that is searched next, or was searched last.
    line: Line,
    /// The last ply that was reviewed.
    ply: u32,
    /// The moves that are still to be made.
    moves: std::vec::IntoIter<Move>,
    /// The move before the position that is searched next; none at the beginning.
    made: Option<Made>,
    is_over: bool,
    /// The number of plies so far whose values are too uncertain to judge a move by.
    left_out: u32,
}

/// A move that is to be judged.
#[derive(Clone, Debug)]
struct Made {
    /// The position before it.
    position: Position,
    played: Move,
    /// What is known of that position.
    before: Known,
    /// The play that was expected from it.
    expected: Vec<Move>,
}

impl Review {
    /// Reads a request, and plays the game up to the first ply to review.
    ///
    /// # Errors
    ///
    /// Faults of the game, the range, the limit or the names.
    pub fn begin(
        request: &ReviewGameRequest,
        presets: &Presets,
        language: Language,
        allowance: Allowance,
    ) -> Result<Self> {
        let ReviewGameRequest { nodes, by_get, .. } = *request;
        let you = request.viewer.filter(|_| request.you == Some(true)).map(|Named(side)| side);
        let voice = Voice::new(language, request.names.as_ref()).to(you);
        let nobody = read::you_fault(request.you == Some(true), you.is_some(), "viewer");
        let mut errors: Vec<_> = nobody.into_iter().collect();
        let limits = Reply { nodes, ..Reply::default() };
        let options = SearchOptions::read(limits, None, Field::named).map_err(|error| errors.push(*error)).ok();
        let range = PlyRange::read(request.from, request.to, &mut errors);
        let game = read::game(request.game(), presets, errors)?;
        let plies = range.within(&game, 0)?;

        let skipped = (plies.start() - game.first_ply() - 1) as usize;
        let (before, rest) = game.moves().split_at(skipped);
        let mut line = Line::from(game.start());
        for &played in before {
            line.play_unchecked(played, &mut ());
        }
        let moves = rest[..plies.count()].to_vec();
        // What cannot be read is an error by now.
        let options = options.ok_or_else(Error::internal)?.shared_by(moves.len() + 1, by_get, allowance);
        Ok(Self {
            options,
            voice,
            line,
            ply: game.first_ply() + skipped as u32,
            is_over: moves.is_empty(),
            moves: moves.into_iter(),
            made: None,
            left_out: 0,
        })
    }

    /// The line at whose end a search is awaited; none once all moves are judged.
    pub fn awaited_search(&self) -> Option<&Line> {
        (!self.is_over).then_some(&self.line)
    }

    /// Judges what can be judged by the awaited search.
    ///
    /// # Errors
    ///
    /// `DEADLINE_EXCEEDED` for a search that the clock has cut: what a review finds does not depend on it.
    pub fn go_on(&mut self, found: &Found) -> Result<Vec<ReviewGameResponse>> {
        if found.is_cut() {
            return Err(Self::too_late());
        }
        let known = Known::of(found);
        let mut reviewed: Vec<_> = self.judge(known).into_iter().collect();
        match self.moves.next() {
            None => self.is_over = true,
            Some(played) => {
                let position = self.line.position();
                self.line.play_unchecked(played, &mut ());
                self.made = Some(Made { position, played, before: known, expected: found.report.best.line.clone() });
                if let Status::Over { winner, score, .. } = self.line.position().status() {
                    self.is_over = true;
                    reviewed.extend(self.judge(Known::of_result(winner, score)));
                }
            }
        }
        Ok(reviewed.into_iter().map(|reviewed| ReviewGameResponse { reviewed: Some(reviewed), end: None }).collect())
    }

    /// The error of a search that began or ended too late.
    pub fn too_late() -> Box<Error> {
        Error::new(Reason::DeadlineExceeded, Message::new("review-too-late"))
    }

    /// The last message: how far the review came, and the error that ended it early, if one did.
    pub fn end(&self, error: Option<Box<Error>>) -> ReviewGameResponse {
        let unanswered = error.map(|error| Unanswered::new(&error, self.voice.language));
        let nodes = self.options.nodes.unwrap_or_default();
        let end = ReviewEnd { reviewed_to: self.ply, nodes, unanswered, left_out: self.left_out };
        ReviewGameResponse { reviewed: None, end: Some(end) }
    }

    /// Judges the move before a position of which this is known, if there is one.
    fn judge(&mut self, after: Known) -> Option<ReviewedPly> {
        let Made { position, played, before, expected } = self.made.take()?;
        self.ply += 1;
        if self.can_judge(&before, &after) {
            Some(self.reviewed(&position, played, [&before, &after], &expected))
        } else {
            self.left_out += 1;
            None
        }
    }

    /// Whether a move can be judged by the values before and after it: they are proven, or estimates of long searches.
    fn can_judge(&self, before: &Known, after: &Known) -> bool {
        let are_proven = [before, after].iter().all(|known| known.worth.certainty == Certainty::Proven);
        are_proven || self.options.nodes.is_none_or(|nodes| nodes >= JUDGING_NODES)
    }

    /// What was found of a move.
    fn reviewed(
        &self,
        position: &Position,
        played: Move,
        [before, after]: [&Known; 2],
        expected: &[Move],
    ) -> ReviewedPly {
        let mover = position.turn();
        let found = [before, after].map(|known| known.worth_to(mover));
        // Both agree, and no search considers it.
        let is_best = before.best == Some(played);
        let [before_move, after_move] = if played == Move::Agree { [found[1]; 2] } else { compare(found, is_best) };
        // Values have fewer digits than that: what lies beyond comes from subtracting.
        let cost = ((before_move.value - after_move.value) * 1e6).round() / 1e6;
        // What estimates differ by may be their error.
        let [mistake, _] = position.rules().variant().about().mistakes;
        let are_proven = [before_move, after_move].iter().all(|worth| worth.certainty == Certainty::Proven);
        let better = before.best.filter(|_| cost > 0.0 && (are_proven || cost >= mistake));
        let is_mistake = better.is_some() && cost >= mistake;
        let why = is_mistake.then(|| why_better(&Line::from(*position), expected, played)).flatten();
        let LegalMove { r#move, seat, .. } = LegalMove::new(position, played);
        ReviewedPly {
            ply: self.ply,
            side: Named(mover),
            r#move,
            seat,
            value_before: before_move.value,
            certainty_before: Named(before_move.certainty),
            value_after: after_move.value,
            certainty_after: Named(after_move.certainty),
            better: better.map(|better| LegalMove::new(position, better)),
            cost,
            sentence: self.sentence(
                mover,
                played,
                better,
                words::given_away(mover, before.winner, after.winner).into_iter().chain(why),
                Worth { value: cost, ..before_move },
                after_move,
            ),
        }
    }

    /// The move, the better one and by how much it was better, what more there is to say of it, and how the game stands
    /// after it.
    fn sentence(
        &self,
        mover: Side,
        played: Move,
        better: Option<Move>,
        why: impl Iterator<Item = Message>,
        cost: Worth,
        after: Worth,
    ) -> String {
        let position = self.line.position();
        let voice = &self.voice;
        let rules = position.rules();
        let mut messages = Vec::new();
        if played != Move::Agree {
            // The value of a game with stores is a number of seeds.
            let margin = rules.variant().about().parts.contains(&Part::Stores).then_some(cost.value);
            let are_proven = [cost, after].iter().all(|worth| worth.certainty == Certainty::Proven);
            let certainty = if are_proven { Certainty::Proven } else { Certainty::Estimated };
            let better = better.map(|better| words::better(better, margin, certainty));
            messages.push(words::played(mover, played));
            messages.push(better.unwrap_or_else(|| Message::new("review-best")));
            messages.extend(why);
        }
        match position.status() {
            Status::InProgress { .. } => {
                let verdict = words::verdict(&rules, mover, after.value, after.certainty);
                format!("{} {}", voice.say_all(&messages), words::sentence(&voice.say(&verdict), voice.language))
            }
            status @ Status::Over { .. } => {
                messages.push(text::standing(&position.setup(), status, &position, None));
                voice.say_all(&messages)
            }
        }
    }
}

/// What is known of a position.
#[derive(Copy, Clone, Debug)]
struct Known {
    /// The player whose value it is.
    of: Side,
    worth: Worth,
    /// The best move; none once the game is over.
    best: Option<Move>,
    /// The winner under best play, if that is proven.
    winner: Option<Winner>,
}

/// The value of a position to a player.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Worth {
    value: f64,
    certainty: Certainty,
}

impl Known {
    /// What a search has found of a position.
    fn of(found: &Found) -> Self {
        let engine::Report { ref best, winner, .. } = found.report;
        let engine::Candidate { played, value, certainty, .. } = *best;
        Self { of: found.position.turn(), worth: Worth { value, certainty }, best: Some(played), winner }
    }

    /// What is known of a game that has ended so.
    fn of_result(winner: Winner, score: Option<BySide<u8>>) -> Self {
        let value = match (score, winner) {
            (Some(BySide { south, north }), _) => f64::from(south) - f64::from(north),
            (None, Winner::South) => 1.0,
            (None, Winner::North) => -1.0,
            (None, Winner::Nobody) => 0.0,
        };
        Self { of: Side::South, worth: Worth { value, certainty: Certainty::Proven }, best: None, winner: Some(winner) }
    }

    /// The value to a player: the turn need not have changed.
    fn worth_to(&self, side: Side) -> Worth {
        let Worth { value, certainty } = self.worth;
        // Plus zero, for there is no value -0.
        let value = if side == self.of { value } else { 0.0 - value };
        Worth { value, certainty }
    }
}

/// The values before and after a move, each in the light of the other, so that the move costs their difference.
/// `is_best` says whether it is the move that the search before it found.
fn compare([before, after]: [Worth; 2], is_best: bool) -> [Worth; 2] {
    match before.certainty {
        // The search after a move has looked further along it than the one before.
        Certainty::Estimated if is_best || after.value > before.value => {
            [Worth { value: after.value, ..before }, after]
        }
        Certainty::Estimated => [before, after],
        // The best move keeps a proven value, and no move is worth more.
        Certainty::Proven if is_best => [before; 2],
        Certainty::Proven => [before, Worth { value: after.value.min(before.value), ..after }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Certainty::{Estimated, Proven};

    fn worth(value: f64, certainty: Certainty) -> Worth {
        Worth { value, certainty }
    }

    #[test]
    fn a_move_costs_what_the_value_falls_by() {
        let estimated = |value| worth(value, Estimated);
        for (before, after, is_best, values) in [
            (estimated(3.1), estimated(-1.2), false, [estimated(3.1), estimated(-1.2)]),
            // The search before was too hopeful of its own move.
            (estimated(18.0), estimated(12.0), true, [estimated(12.0); 2]),
            // The move turned out better than the search before had found.
            (estimated(1.0), estimated(2.5), false, [estimated(2.5); 2]),
            (estimated(1.0), worth(2.0, Proven), true, [estimated(2.0), worth(2.0, Proven)]),
            (worth(4.0, Proven), worth(2.0, Proven), false, [worth(4.0, Proven), worth(2.0, Proven)]),
            // No estimate is above a proven value, and the best move keeps it.
            (worth(4.0, Proven), estimated(5.5), false, [worth(4.0, Proven), estimated(4.0)]),
            (worth(4.0, Proven), estimated(2.5), true, [worth(4.0, Proven); 2]),
        ] {
            assert_eq!(compare([before, after], is_best), values, "{before:?} {after:?}");
        }
    }

    #[test]
    fn a_value_is_that_of_a_player() {
        let found = Known { of: Side::North, worth: worth(2.5, Estimated), best: None, winner: None };
        assert_eq!(found.worth_to(Side::North), worth(2.5, Estimated));
        assert_eq!(found.worth_to(Side::South), worth(-2.5, Estimated));
        for (winner, score, value) in [
            (Winner::North, Some(BySide { south: 21, north: 27 }), -6.0),
            (Winner::Nobody, Some(BySide { south: 24, north: 24 }), 0.0),
            (Winner::South, None, 1.0),
            (Winner::North, None, -1.0),
            (Winner::Nobody, None, 0.0),
        ] {
            let found = Known::of_result(winner, score);
            assert_eq!(found.worth_to(Side::South), worth(value, Proven));
            assert_eq!(found.worth_to(Side::North), worth(0.0 - value, Proven));
            assert!(found.worth_to(Side::North).value.is_sign_positive() || value > 0.0);
        }
    }
}
