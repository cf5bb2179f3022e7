//! The range of plies that replay-game and review-game tell of.

use std::ops::RangeInclusive;

use crate::error::{Error, Field, Reason, Result};
use crate::json::Whole;
use crate::read::Game;
use crate::words::Message;

/// The most plies of a range.
pub const MOST_PLIES: u32 = 50;

/// A range of plies as a request gives it. A ply is numbered by the moves made with it, as in positions.
#[derive(Copy, Clone, Debug)]
pub struct PlyRange {
    from: Option<u32>,
    to: Option<u32>,
}

impl PlyRange {
    /// Reads a range. Faults go to `errors`.
    pub fn read(from: Option<Whole>, to: Option<Whole>, errors: &mut Vec<Error>) -> Self {
        let from = from.map(Whole::to_u32);
        let to = to.map(Whole::to_u32);
        if let (Some(from), Some(to)) = (from, to) {
            let fault = match to.checked_sub(from) {
                None => Some(("from", message!("range-backwards", from, to))),
                Some(more) if more >= MOST_PLIES => {
                    let message = Message::new("range-too-long");
                    Some(("to", message.with("plies", u64::from(more) + 1).with("most", MOST_PLIES)))
                }
                Some(_) => None,
            };
            errors.extend(fault.map(|(field, message)| malformed(field, message)));
        }
        Self { from, to }
    }

    /// The plies of the range that were made in a game; `unmade` more moves were asked for.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST` for plies that are not among those of the game, made or not.
    pub fn within(self, game: &Game, unmade: usize) -> Result<RangeInclusive<u32>> {
        let first = game.first_ply() + 1;
        let made = game.first_ply() + game.moves().len() as u32;
        let last = made + unmade as u32;
        let given = [("from", self.from), ("to", self.to)];
        let outside = given.into_iter().filter(|(_, ply)| ply.is_some_and(|ply| !(first..=last).contains(&ply)));
        let outside = outside.map(|(field, ply)| {
            let message = if last < first {
                Message::new("range-of-no-plies")
            } else {
                message!("range-outside", ply = ply.unwrap_or_default(), first, last, plies = last - first + 1)
            };
            malformed(field, message)
        });
        if let Some(error) = Error::merged(outside.collect()) {
            return Err(error);
        }
        let from = match (self.from, self.to) {
            (Some(from), _) => from,
            (None, to) => (to.unwrap_or(made) + 1).saturating_sub(MOST_PLIES).max(first),
        };
        let to = self.to.unwrap_or_else(|| from.saturating_add(MOST_PLIES - 1));
        Ok(from..=to.min(made))
    }
}

fn malformed(field: &'static str, message: Message) -> Error {
    *Error::at(Field::named(field), Reason::MalformedRequest, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: Option<u32>, to: Option<u32>) -> std::result::Result<PlyRange, String> {
        let mut errors = Vec::new();
        let range = PlyRange::read(from.map(Into::into), to.map(Into::into), &mut errors);
        errors.first().map_or(Ok(range), |error| Err(error.violations[0].field.to_string()))
    }

    #[test]
    fn a_range_has_at_most_fifty_plies() {
        let game = Game::endless(120);
        for (from, to, plies) in [
            (None, None, 71..=120),
            (Some(3), None, 3..=52),
            (Some(100), None, 100..=120),
            (None, Some(90), 41..=90),
            (None, Some(7), 1..=7),
            (Some(8), Some(57), 8..=57),
            (Some(120), Some(120), 120..=120),
        ] {
            let range = range(from, to).expect("a range");
            assert_eq!(range.within(&game, 0).expect("within"), plies, "{from:?} {to:?}");
        }
        assert_eq!(range(Some(8), Some(58)).expect_err("too long"), "to");
        assert_eq!(range(Some(8), Some(7)).expect_err("backwards"), "from");
        assert_eq!(range(Some(1), Some(u32::MAX)).expect_err("too long"), "to");
    }

    #[test]
    fn a_range_is_within_the_game() {
        let game = Game::endless(10);
        for (from, to, field) in [(Some(0), None, "from"), (None, Some(11), "to"), (Some(11), None, "from")] {
            let error = range(from, to).expect("a range").within(&game, 0).expect_err("outside");
            assert_eq!(error.violations[0].field.to_string(), field);
        }
        // Moves that could not be made are of the game all the same.
        let unmade = range(Some(9), Some(12)).expect("a range").within(&game, 2).expect("within");
        assert_eq!(unmade, 9..=10);
        assert!(range(Some(11), None).expect("a range").within(&game, 2).expect("within").is_empty());
        let nothing = Game::endless(0);
        assert!(range(None, None).expect("a range").within(&nothing, 0).expect("within").is_empty());
        assert!(range(Some(1), None).expect("a range").within(&nothing, 0).is_err());
    }
}
