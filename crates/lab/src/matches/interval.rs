//! Statistics of a score: a confidence interval, and the difference in Elo.
//!
//! The two games of an opening are not independent: an opening that favours South is won by South twice. The sample is
//! the pair of games, which has one of five scores (the pentanomial model); its variance is that of the sample.

/// The number of openings whose two games gave 0, ½, 1, 1½ and 2 points.
pub(crate) type Pairs = [u64; 5];

/// The standard score of a two-sided 95% interval.
const Z: f64 = 1.959_963_984_540_054;
/// The pairs added at each end before the interval is computed.
const ADDED: f64 = 2.0;

/// The share of the points in these pairs, from 0 to 1, and both ends of its 95% confidence interval; `None` if there
/// are no pairs.
///
/// The interval is the normal one after two pairs lost and two won have been added ("plus four", Agresti and Coull
/// 1998): without them a handful of pairs that all end alike would seem to leave no doubt.
pub(crate) fn share(pairs: &Pairs) -> Option<[f64; 3]> {
    let count: u64 = pairs.iter().sum();
    if count == 0 {
        return None;
    }
    let points = |pairs: &[f64; 5]| pairs.iter().zip(SCORES).map(|(pairs, score)| pairs * score).sum::<f64>();
    let seen = pairs.map(|pairs| pairs as f64);
    let won = points(&seen) / count as f64;

    let [low, one, two, three, high] = seen;
    let widened = [low + ADDED, one, two, three, high + ADDED];
    let count: f64 = widened.iter().sum();
    let mean = points(&widened) / count;
    let spread: f64 = widened.iter().zip(SCORES).map(|(pairs, score)| pairs * (score - mean).powi(2)).sum();
    let margin = Z * (spread / count / count).sqrt();
    Some([won, (mean - margin).max(0.0), (mean + margin).min(1.0)])
}

/// The shares of the points that a pair can give.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A share with both ends of its interval, in percent.
pub(crate) fn percent([won, low, high]: [f64; 3]) -> String {
    format!("{:.1}% ({:.1}% to {:.1}%)", 100.0 * won, 100.0 * low, 100.0 * high)
}

/// The difference in Elo at which this share of the points is expected; infinite at 0 and 1.
pub(super) fn elo(share: f64) -> f64 {
    // Not -0.
    0.0 - 400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(pairs: Pairs) -> [f64; 3] {
        super::share(&pairs).expect("there are pairs")
    }

    fn assert_close(found: &[f64], expected: &[f64]) {
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < 5e-5, "{found:?} is not {expected:?}");
        }
    }

    #[test]
    fn pairs_won_or_lost_are_the_plus_four_interval_of_coins() {
        // 40 of 100: (42 ± 1.96 sqrt(42 * 62 / 104)) / 104.
        assert_close(&share([60, 0, 0, 0, 40]), &[0.4, 0.309_545, 0.498_148]);
        // Ten of ten: 12 / 14 ± 1.96 sqrt(12 * 2 / 14^3), cut at 1.
        assert_close(&share([0, 0, 0, 0, 10]), &[1.0, 0.673_843, 1.0]);
    }

    #[test]
    fn pairs_that_end_alike_leave_little_doubt_and_some() {
        // 100 pairs of a game each: the variance is that of the four added, 1 / 104.
        assert_close(&share([0, 0, 100, 0, 0]), &[0.5, 0.5 - 1.96 / 104.0, 0.5 + 1.96 / 104.0]);
        // One pair: 1 / 5.
        assert_close(&share([0, 0, 1, 0, 0]), &[0.5, 0.5 - 1.96 / 5.0, 0.5 + 1.96 / 5.0]);
    }

    #[test]
    fn the_sides_are_treated_alike() {
        let [won, low, high] = share([5, 10, 40, 20, 25]);
        let [lost, least, most] = share([25, 20, 40, 10, 5]);
        assert_close(&[won, low, high], &[1.0 - lost, 1.0 - most, 1.0 - least]);
        assert_close(&[won], &[0.625]);
        assert_eq!(super::share(&[0; 5]), None);
    }

    #[test]
    fn twice_the_doubt_takes_a_quarter_of_the_pairs() {
        let width = |pairs: u64| {
            let [_, low, high] = share([pairs, pairs, pairs, pairs, pairs]);
            high - low
        };
        assert!((width(1_000) / width(4_000) - 2.0).abs() < 0.01);
    }

    #[test]
    fn elo_of_known_shares() {
        assert_close(&[elo(0.5), elo(10.0 / 11.0), elo(0.75)], &[0.0, 400.0, 190.848_5]);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
