//! Levels for people: less search, and a choice among moves that errs.

use super::{Candidate, Certainty, Limits, Report};
use crate::random::Random;
use ayla_rules::{Line, Variant};

/// How well to play: from 1, a beginner who sees one move, to 10, as well as the limits allow.
///
/// A level below the highest searches every legal move within limits of its own and then takes one of them at random, the
/// less likely the more it costs. Neither asks a clock.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use ayla_rules::notation::read_line;
/// use ayla_rules::{Line, Variant};
/// use ayla_engine::search::{Level, suggest};
///
/// let position = read_line("awale 444444/444444 0/0 s").expect("well formed").setup.position().expect("consistent");
/// let line = Line::from(position);
/// let beginner = Level::new(1).expect("there is one");
/// let limits = beginner.limits(Variant::Awale);
/// let seen = suggest(&line, &limits, true, &AtomicBool::new(false)).expect("not over");
/// let [once, again] = [seen.clone(), seen].map(|seen| beginner.choose(seen, &line, 7));
/// assert_eq!(once, again);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level plays.
#[derive(Copy, Clone, Debug)]
struct Play {
    /// The deepest iteration, in moves.
    depth: Option<u32>,
    /// The most moves to make.
    nodes: u64,
    /// What is hardly noticed, in points: a move that costs as much is taken 0.38 times as often as the best. In Andada a
    /// point is a win.
    error: f64,
}

/// So many levels are below the highest.
const BELOW: usize = 9;

/// Full width, within nodes that suffice for it nearly always.
const fn play(depth: u32, error: f64) -> Play {
    Play { depth: Some(depth), nodes: 10_000, error }
}

/// As deep as the nodes allow.
const fn free(nodes: u64, error: f64) -> Play {
    Play { depth: None, nodes, error }
}

/// The levels below the highest, the lowest first. Measured in docs/levels.md.
const fn plays(variant: Variant) -> [Play; BELOW] {
    match variant {
        Variant::Awale => [
            play(1, 8.0),
            play(1, 3.0),
            play(1, 1.2),
            play(2, 1.0),
            play(3, 0.8),
            play(4, 0.6),
            free(2_500, 0.3),
            free(8_000, 0.15),
            free(24_000, 0.08),
        ],
        Variant::Andada => [
            play(1, 0.25),
            play(1, 0.13),
            play(1, 0.06),
            play(2, 0.05),
            play(3, 0.04),
            free(2_000, 0.008),
            free(5_000, 0.0045),
            free(14_000, 0.002),
            free(40_000, 0.0008),
        ],
        Variant::Anywoli => [
            play(1, 16.0),
            play(1, 6.0),
            play(2, 4.0),
            play(2, 2.4),
            play(2, 1.6),
            play(3, 1.3),
            play(3, 0.8),
            free(2_500, 0.6),
            free(7_500, 0.24),
        ],
    }
}

impl Level {
    /// The number of the weakest level.
    pub const LOWEST: u32 = 1;
    /// The number of the strongest level.
    pub const HIGHEST: u32 = BELOW as u32 + 1;

    /// The strongest level.
    pub const FULL: Self = Self(Self::HIGHEST as u8);

    /// The level of this number, if there is one.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        (Self::LOWEST..=Self::HIGHEST).contains(&number).then_some(Self(number as u8))
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// How it plays a game; none at the highest, which does as well as it can.
    fn play(self, variant: Variant) -> Option<Play> {
        plays(variant).get(usize::from(self.0) - 1).copied()
    }

    /// The most that it searches in a game; nothing bounds the highest but what the caller allows.
    #[must_use]
    pub fn limits(self, variant: Variant) -> Limits {
        self.play(variant).map_or_else(Limits::default, |Play { depth, nodes, .. }| Limits {
            depth,
            nodes: Some(nodes),
            ..Limits::default()
        })
    }

    /// The move that it plays at the end of this line, in which every legal move was found to be worth what the report
    /// says: one of the candidates becomes the best, with its own value and line. The highest level changes nothing, nor
    /// does any where there are no candidates.
    ///
    /// The value is proven only if that of the position is, and the move is worth as much. The choice follows from the
    /// values, the position and the seed alone.
    #[must_use]
    pub fn choose(self, report: Report, line: &Line, seed: u64) -> Report {
        let position = line.position();
        let Some(Play { error, .. }) = self.play(position.rules().variant()) else { return report };
        let costs = costs(&report.candidates);
        let weights: Vec<f64> = costs.iter().map(|cost| fading(cost / error)).collect();
        let mut random = Random::new(seed, name(&position.to_string()));
        let mut left = random.fraction() * weights.iter().sum::<f64>();
        let passed = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        // Rounding may leave a crumb; the first candidate is the best.
        let chosen = passed.unwrap_or(0);
        let Some((candidate, cost)) = report.candidates.get(chosen).zip(costs.get(chosen)) else { return report };
        let mut best = candidate.clone();
        if report.best.certainty == Certainty::Estimated || *cost > 0.0 {
            best.certainty = Certainty::Estimated;
        }
        Report { best, ..report }
    }
}

/// What each of these moves gives away against the best of them.
fn costs(candidates: &[Candidate]) -> Vec<f64> {
    let best = candidates.iter().map(|it| it.value).fold(f64::NEG_INFINITY, f64::max);
    candidates.iter().map(|it| best - it.value).collect()
}

/// 1 at 0, and soon next to nothing: nearly the exponential of `-x`, from operations that are the same on every machine.
fn fading(x: f64) -> f64 {
    let mut power = 1.0 / (1.0 + x / 16.0);
    for _ in 0..4 {
        power *= power;
    }
    power
}

/// A number for a text (FNV-1a).
fn name(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::search::suggest;
    use ayla_rules::notation::read_line;

    fn read(text: &str) -> Line {
        Line::from(read_line(text).expect("well formed").setup.position().expect("consistent"))
    }

    fn level(number: u32) -> Level {
        Level::new(number).expect("a level")
    }

    #[test]
    fn there_are_ten() {
        assert_eq!([0, 11, u32::MAX].map(Level::new), [None; 3]);
        assert_eq!(level(10), Level::FULL);
        for variant in Variant::ALL {
            assert_eq!(Level::FULL.limits(*variant), Limits::default());
            for pair in plays(*variant).windows(2) {
                assert!(pair[0].error > pair[1].error, "{pair:?}");
                assert!(pair[0].depth.unwrap_or(u32::MAX) <= pair[1].depth.unwrap_or(u32::MAX), "{pair:?}");
            }
        }
    }

    #[test]
    fn what_costs_more_is_taken_less_often() {
        let shares: Vec<f64> = (0..1_000).map(|x| fading(f64::from(x) / 10.0)).collect();
        assert_eq!(shares[0], 1.0);
        assert!(shares.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(shares[300] < 1e-7);

        // House 6 wins at once, and nothing else does.
        let line = read("awale:majority=true 002011/000011 22/20 s");
        let taken = |number: u32| {
            let seen = suggest(&line, &level(number).limits(Variant::Awale), true, &AtomicBool::new(false));
            let seen = seen.expect("not over");
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
        let seen = suggest(&line, &Limits::default(), true, &AtomicBool::new(false)).expect("not over");
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
