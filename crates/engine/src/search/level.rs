//! Levels of play for people: less search, and a choice among moves that errs.

use super::{Candidate, Certainty, Limits, Report};
use crate::data::{Strength, data};
use crate::hash::hash_bytes;
use crate::random::Random;
use ayla_rules::about::MOST_LEVELS;
use ayla_rules::{Event, Line, Recorder, Variant};

/// A level of play, from 1, a beginner who sees one move ahead, to the highest of a game, the best within the limits.
///
/// A level below the highest of the game searches every legal move within limits of its own, and then overlooks some of what each
/// is worth, at random: more of a long sowing than of a short one, and never more than a bound. No clock is involved.
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
    /// The number of the strongest level of the game that has most of them.
    pub const HIGHEST: u32 = MOST_LEVELS;

    /// The level with this number, if a game has one.
    pub fn new(number: u32) -> Option<Self> {
        (Self::LOWEST..=Self::HIGHEST).contains(&number).then_some(Self(number as u8))
    }

    /// The number of the level.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The strongest level of a game.
    pub fn highest(variant: Variant) -> Self {
        Self(variant.about().levels as u8)
    }

    /// Whether the level plays a game as well as it can: the highest, and those that the game does not have.
    pub fn is_full(self, variant: Variant) -> bool {
        self >= Self::highest(variant)
    }

    /// How the level plays a game; `None` where it [is full](Self::is_full).
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
        let mut random = Random::new(seed, hash_bytes(position.to_string().as_bytes()));
        let seen = report.candidates.iter().map(|it| it.value - error * length(line, it) * random.fraction());
        let chosen = report.candidates.iter().zip(seen).max_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((candidate, _)) = chosen else { return report };
        let mut best = candidate.clone();
        if report.best.certainty == Certainty::Estimated || report.candidates.iter().any(|it| it.value > best.value) {
            best.certainty = Certainty::Estimated;
        }
        Report { best, ..report }
    }
}

/// The seeds sown in a move.
#[derive(Default)]
struct Sown(u32);

impl Recorder for Sown {
    fn record(&mut self, event: Event) {
        self.0 += u32::from(event.sown().is_some());
    }
}

/// The length of a move: from a half for a house or a few to 2 for two rounds of the board or more.
fn length(line: &Line, candidate: &Candidate) -> f64 {
    let mut sown = Sown::default();
    let position = line.position();
    let _ = position.play_unchecked(candidate.played, &mut sown);
    let houses = 2 * position.rules().houses();
    (0.5 + f64::from(sown.0) / f64::from(houses)).min(2.0)
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
    fn each_game_has_its_levels() {
        assert_eq!([0, Level::HIGHEST + 1, u32::MAX].map(Level::new), [None; 3]);
        assert_eq!(Variant::ALL.iter().map(|it| it.about().levels).max(), Some(Level::HIGHEST));
        for variant in Variant::ALL {
            assert_eq!(Level::highest(*variant).limits(*variant), Limits::default());
            for pair in data(*variant).expect("the data of the game").levels.windows(2) {
                // A level that looks further may err more.
                let [lower, higher] = [&pair[0], &pair[1]].map(|it| (it.depth.unwrap_or(u32::MAX), it.nodes));
                assert!(pair[0].error > pair[1].error || lower < higher, "{pair:?}");
                assert!(lower <= higher, "{pair:?}");
            }
        }
    }

    #[test]
    fn higher_levels_err_less_often() {
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

    /// How often the level misses the candidate that is so much better than the others, in this many games.
    fn misses(number: u32, line: &Line, better: usize, by: f64, games: u64) -> usize {
        let mut seen = all_moves(line, level(1).limits(line.position().rules().variant()));
        for (index, it) in seen.candidates.iter_mut().enumerate() {
            it.value = if index == better { by } else { 0.0 };
        }
        let best = seen.candidates[better].played;
        let chosen = |seed| level(number).choose(seen.clone(), line, seed).best.played;
        (0..games).filter(|&seed| chosen(seed) != best).count()
    }

    #[test]
    fn what_is_far_is_missed_first_and_half_the_board_by_no_good_player() {
        // House 6 goes round the board, house 1 next door.
        let line = read("awale 22222e/444440 7/7 s");
        let place = |number| {
            let seen = all_moves(&line, level(1).limits(Variant::Awale));
            seen.candidates.iter().position(|it| it.played == ayla_rules::Move::House(number)).expect("a move")
        };
        for number in 2..6 {
            let [far, near] = [6, 1].map(|house| misses(number, &line, place(house), 2.0, 2_000));
            assert!(far > near + 100, "level {number} misses {far} and {near}");
        }
        for &variant in Variant::ALL {
            let start = Line::from(variant.default_rules().first_position(ayla_rules::Side::South).expect("a start"));
            // In a game without stores a win is the whole.
            let half = start.position().stores().map_or(1.0, |_| start.position().setup().seeds() as f64 / 2.0);
            for index in 0..all_moves(&start, level(1).limits(variant)).candidates.len() {
                assert_eq!(misses(6, &start, index, half, 300), 0, "{variant}");
            }
        }
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
        assert_eq!(Level::highest(Variant::Awale).choose(seen.clone(), &line, 5), seen);
    }
}
