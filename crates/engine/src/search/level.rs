//! Levels of play for people: less search, and a choice among moves that errs.

use super::{Certainty, Limits, Report};
use crate::data::{Strength, data};
use crate::hash::hash_bytes;
use crate::random::Random;
use ayla_rules::about::LEVELS;
use ayla_rules::{Line, Variant};

/// A level of play, from 1, a beginner who sees one move ahead, to 10, the best within the limits.
///
/// A level below the highest searches every legal move within limits of its own, and then chooses one of them at
/// random: the more a move loses, the less often. No clock is involved.
///
/// ```
/// use ayla_engine::{ALL_MOVES, Level, Request, suggest};
/// use ayla_rules::{Line, Position, Variant};
///
/// let line = Line::from(Position::read("awale 444444/444444 0/0 s").expect("a position"));
/// let beginner = Level::new(1).expect("there is one");
/// let limits = beginner.limits(Variant::Awale);
/// let seen = suggest(&Request { limits, wanted: ALL_MOVES, ..Request::new(&line) }).expect("the game is not over");
/// let [once, again] = [seen.clone(), seen].map(|seen| beginner.choose(seen, &line, 7));
/// assert_eq!(once, again);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The number of the weakest level.
    pub const LOWEST: u32 = 1;
    /// The number of the strongest level.
    pub const HIGHEST: u32 = LEVELS as u32 + 1;

    /// The strongest level.
    pub const FULL: Self = Self(Self::HIGHEST as u8);

    /// The level with this number, if there is one.
    pub fn new(number: u32) -> Option<Self> {
        (Self::LOWEST..=Self::HIGHEST).contains(&number).then_some(Self(number as u8))
    }

    /// The number of the level.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// How the level plays a game; `None` for the highest, which plays as well as it can.
    fn play(self, variant: Variant) -> Option<&'static Strength> {
        data(variant)?.levels.get(usize::from(self.0) - 1)
    }

    /// The limits of the level in a game; the highest has none of its own.
    pub fn limits(self, variant: Variant) -> Limits {
        self.play(variant).map_or_else(Limits::default, |&Strength { depth, nodes, .. }| Limits {
            depth,
            nodes: Some(nodes),
            ..Limits::default()
        })
    }

    /// Chooses the move to play from a report with all candidates: one of them becomes the best, with its own value and
    /// line. The highest level changes nothing, nor does any level if there are no candidates.
    ///
    /// The value is proven only if that of the position is, and the move is as good. The choice depends only on the
    /// values, the position and the seed.
    pub fn choose(self, report: Report, line: &Line, seed: u64) -> Report {
        let position = line.position();
        let Some(Strength { error, .. }) = self.play(position.rules().variant()) else { return report };
        let most = report.candidates.iter().map(|it| it.value).fold(f64::NEG_INFINITY, f64::max);
        let losses: Vec<f64> = report.candidates.iter().map(|it| most - it.value).collect();
        let weights: Vec<f64> = losses.iter().map(|loss| fading(loss / error)).collect();
        let mut random = Random::new(seed, hash_bytes(position.to_string().as_bytes()));
        let mut left = random.fraction() * weights.iter().sum::<f64>();
        let passed = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        // Rounding may leave a remainder; the first candidate is the best.
        let chosen = passed.unwrap_or(0);
        let Some((candidate, loss)) = report.candidates.get(chosen).zip(losses.get(chosen)) else { return report };
        let mut best = candidate.clone();
        if report.best.certainty == Certainty::Estimated || *loss > 0.0 {
            best.certainty = Certainty::Estimated;
        }
        Report { best, ..report }
    }
}

/// A decreasing weight, 1 at 0: nearly the exponential of `-x`, from operations that are the same on every machine.
fn fading(x: f64) -> f64 {
    let mut power = 1.0 / (1.0 + x / 16.0);
    for _ in 0..4 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{ALL_MOVES, Request, suggest};
    use ayla_test_games::read;

    fn all_moves(line: &Line, limits: Limits) -> Report {
        suggest(&Request { limits, wanted: ALL_MOVES, ..Request::new(line) }).expect("the game is not over")
    }

    fn level(number: u32) -> Level {
        Level::new(number).expect("a level")
    }

    #[test]
    fn there_are_ten_levels() {
        assert_eq!([0, 11, u32::MAX].map(Level::new), [None; 3]);
        assert_eq!(level(10), Level::FULL);
        for variant in Variant::ALL {
            assert_eq!(Level::FULL.limits(*variant), Limits::default());
            for pair in data(*variant).expect("the data of the game").levels.windows(2) {
                // A level that looks further may err more.
                assert!(pair[0].error > pair[1].error || pair[0].depth < pair[1].depth, "{pair:?}");
                assert!(pair[0].depth.unwrap_or(u32::MAX) <= pair[1].depth.unwrap_or(u32::MAX), "{pair:?}");
            }
        }
    }

    #[test]
    fn moves_that_lose_more_are_chosen_less_often() {
        let shares: Vec<f64> = (0..1_000).map(|x| fading(f64::from(x) / 10.0)).collect();
        assert_eq!(shares[0], 1.0);
        assert!(shares.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(shares[300] < 1e-7);

        // One move is better than the others, and the deeper a level looks, the better it sees that.
        let line = read("awale 000233/111250 14/16 s");
        let taken = |number: u32| {
            let seen = all_moves(&line, level(number).limits(Variant::Awale));
            let best = seen.best.played;
            (0..500).filter(|seed| level(number).choose(seen.clone(), &line, *seed).best.played == best).count()
        };
        let counts: Vec<usize> = (1..10).map(taken).collect();
        assert!(counts[0] < 400 && counts[8] == 500, "{counts:?}");
        assert!(counts.windows(2).all(|pair| pair[0] <= pair[1] + 40), "{counts:?}");
    }

    #[test]
    fn a_mistake_is_not_proven_to_be_the_value() {
        let line = read("awale 110001/110000 20/23 s");
        let seen = all_moves(&line, Limits::default());
        assert!(seen.candidates.iter().all(|it| it.certainty == Certainty::Proven), "{seen:#?}");
        let mut moves = std::collections::HashSet::new();
        for seed in 0..200 {
            let chosen = level(1).choose(seen.clone(), &line, seed);
            let candidate = seen.candidates.iter().find(|it| it.played == chosen.best.played).expect("a candidate");
            assert_eq!((chosen.best.value, &chosen.best.line), (candidate.value, &candidate.line));
            assert_eq!(chosen.best.certainty == Certainty::Proven, candidate.value == seen.best.value);
            assert_eq!(chosen.candidates, seen.candidates);
            moves.insert(chosen.best.played);
        }
        assert!(moves.len() > 1);
        assert_eq!(Level::FULL.choose(seen.clone(), &line, 5), seen);
    }
}
