//! The knowledge about a position: a score, and bounds on the true value with the ply that they depend on.

/// The ply of a bound that is path-independent: later than any.
pub(super) const NO_PLY: u8 = u8::MAX;

/// Points: seeds, at most 240, or 1 for a win. The type is small because every node returns bounds.
pub(super) type Points = i16;

/// A lower or an upper bound, in points.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// The tightest bound known on this path.
    pub(super) tight: Points,
    /// The earliest ply that `tight` depends on, or [`NO_PLY`].
    pub(super) depends_on_ply: u8,
    /// The tightest bound that holds on every path; equal to `tight` if that one does.
    pub(super) path_independent: Points,
}

impl Bound {
    /// A bound that holds on every path.
    pub(super) const fn path_independent(points: Points) -> Self {
        Self { tight: points, depends_on_ply: NO_PLY, path_independent: points }
    }

    const fn negated(self) -> Self {
        Self { tight: -self.tight, path_independent: -self.path_independent, ..self }
    }

    const fn raised(self, by: Points) -> Self {
        Self { tight: self.tight + by, path_independent: self.path_independent + by, ..self }
    }

    /// The greater of two lower bounds. One of them is enough, so of two equal ones the bound with the later ply is
    /// taken.
    #[inline]
    pub(super) fn greater(self, other: Self) -> Self {
        let tight = self.tight.max(other.tight);
        let path_independent = self.path_independent.max(other.path_independent);
        let ply = |bound: Self| if bound.tight == tight { bound.depends_on_ply } else { 0 };
        let depends_on_ply = if path_independent == tight { NO_PLY } else { ply(self).max(ply(other)) };
        Self { tight, depends_on_ply, path_independent }
    }

    /// The greater of two upper bounds. Both have to hold, so the result depends on the earlier ply of the two.
    #[inline]
    pub(super) fn greater_of_all(self, other: Self) -> Self {
        let tight = self.tight.max(other.tight);
        let path_independent = self.path_independent.max(other.path_independent);
        let depends_on_ply = self.ply_within(tight).min(other.ply_within(tight));
        Self { tight, depends_on_ply, path_independent }
    }

    /// The ply that this upper bound depends on where `tight` is enough: none if it is below that on every path.
    const fn ply_within(self, tight: Points) -> u8 {
        if self.path_independent <= tight { NO_PLY } else { self.depends_on_ply }
    }

    /// This bound, depending on a ply unless it is path-independent.
    pub(super) const fn depending_on(self, ply: u8) -> Self {
        Self { depends_on_ply: if self.tight == self.path_independent { NO_PLY } else { ply }, ..self }
    }
}

/// A score in units, and bounds on the true value in points: what the player to move still gains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) score: i32,
    pub(super) low: Bound,
    pub(super) high: Bound,
}

impl Bounds {
    /// Path-independent bounds, with a score of 0.
    pub(super) const fn between(low: i32, high: i32) -> Self {
        Self { score: 0, low: Bound::path_independent(low as Points), high: Bound::path_independent(high as Points) }
    }

    pub(super) const fn exactly(value: i32, unit: i32) -> Self {
        Self { score: value * unit, ..Self::between(value, value) }
    }

    /// The bounds of a position that occurred before, at `ply`: 0, as though nobody gained any more (C-10), unless it
    /// is known to have another value.
    pub(super) fn recurrence(ply: u8, known: &Self) -> Self {
        let low = known.low.path_independent;
        let high = known.high.path_independent;
        if low > 0 || high < 0 {
            return Self::between(low.into(), high.into());
        }
        let bound = |path_independent| Bound { tight: 0, depends_on_ply: ply, path_independent }.depending_on(ply);
        Self { score: 0, low: bound(low), high: bound(high) }
    }

    /// These bounds as the player before the move sees them, who has `gained` points by it. `turned`: it was the other
    /// player's move.
    pub(super) const fn before(self, turned: bool, gained: i32, unit: i32) -> Self {
        let seen =
            if turned { Self { score: -self.score, low: self.high.negated(), high: self.low.negated() } } else { self };
        Self {
            score: seen.score + gained * unit,
            low: seen.low.raised(gained as Points),
            high: seen.high.raised(gained as Points),
        }
    }

    pub(super) const fn lower(&self) -> i32 {
        self.low.tight as i32
    }

    pub(super) const fn upper(&self) -> i32 {
        self.high.tight as i32
    }

    /// These bounds, with the score clamped to them.
    pub(super) fn clamped(mut self, unit: i32) -> Self {
        self.score = self.score.min(self.upper() * unit).max(self.lower() * unit);
        self
    }

    /// Whether the value is known on this path.
    pub(super) const fn is_exact(&self) -> bool {
        self.low.tight == self.high.tight
    }

    /// The bounds of a choice between moves: the greatest lower bound of any, the greatest upper bound of all.
    pub(super) fn choice(moves: impl Iterator<Item = Self> + Clone) -> Option<Self> {
        let low = moves.clone().map(|bounds| bounds.low).reduce(Bound::greater)?;
        let tight = moves.clone().map(|bounds| bounds.high.tight).max()?;
        let path_independent = moves.clone().map(|bounds| bounds.high.path_independent).max()?;
        let depends_on_ply = moves.map(|bounds| bounds.high.ply_within(tight)).min()?;
        Some(Self { score: 0, low, high: Bound { tight, depends_on_ply, path_independent } })
    }

    /// The bounds of a choice between two moves, and the greater score.
    #[inline]
    pub(super) fn or(self, other: &Self) -> Self {
        Self {
            score: self.score.max(other.score),
            low: self.low.greater(other.low),
            high: self.high.greater_of_all(other.high),
        }
    }

    /// The tighter of the bounds of one position, with the score of `self`.
    pub(super) fn tightened(self, known: &Self) -> Self {
        let mut both = Self {
            score: self.score,
            low: self.low.greater(known.low),
            high: self.high.negated().greater(known.high.negated()).negated(),
        };
        // A bound that depends on the path may contradict one that does not: then it is of no use.
        if both.low.tight > both.high.tight {
            both.low = Bound::path_independent(both.low.path_independent);
            both.high = Bound::path_independent(both.high.path_independent);
        }
        both
    }

    /// These bounds on the return to `ply`: those that depend on no earlier ply become path-independent.
    pub(super) fn resolved_at(mut self, ply: u8) -> Self {
        for bound in [&mut self.low, &mut self.high] {
            if bound.depends_on_ply >= ply {
                *bound = Bound::path_independent(bound.tight);
            }
        }
        self
    }

    /// These bounds after a move that cannot be undone: no earlier ply matters.
    pub(super) fn resolved(self) -> Self {
        self.resolved_at(0)
    }

    /// These bounds as they hold in the context of the position only; in any context nobody gains more than `reach`.
    pub(super) fn in_context(mut self, reach: i32) -> Self {
        for (bound, path_independent) in [(&mut self.low, -reach as Points), (&mut self.high, reach as Points)] {
            *bound = Bound { path_independent, ..*bound }.depending_on(0);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOSE: Bounds = Bounds::between(-3, 3);

    #[test]
    fn a_recurrence_is_resolved_at_its_ply() {
        let bounds = Bounds::recurrence(4, &LOOSE);
        assert!(bounds.is_exact());
        assert_eq!((bounds.low.path_independent, bounds.high.path_independent), (-3, 3));
        let below = bounds.resolved_at(5);
        assert_eq!(below, bounds);
        let above = bounds.resolved_at(4);
        assert_eq!((above.low, above.high), (Bound::path_independent(0), Bound::path_independent(0)));
    }

    #[test]
    fn known_bounds_outweigh_a_recurrence() {
        assert_eq!(Bounds::recurrence(4, &Bounds::between(1, 3)), Bounds::between(1, 3));
        let half = Bounds::recurrence(4, &Bounds::between(0, 3));
        assert_eq!(
            (half.low, half.high),
            (Bound::path_independent(0), Bound { tight: 0, depends_on_ply: 4, path_independent: 3 })
        );
    }

    #[test]
    fn a_lower_bound_above_the_recurrence_is_path_independent() {
        let won = Bounds::between(2, 2);
        let choice = Bounds::choice([Bounds::recurrence(1, &LOOSE), won].into_iter()).expect("two");
        assert_eq!(
            (choice.low, choice.high),
            (Bound::path_independent(2), Bound { tight: 2, depends_on_ply: 1, path_independent: 3 })
        );
    }

    #[test]
    fn the_upper_bound_depends_on_the_earliest_ply() {
        let moves = [Bounds::recurrence(5, &LOOSE), Bounds::recurrence(2, &LOOSE), Bounds::between(-1, -1)];
        let choice = Bounds::choice(moves.into_iter()).expect("three");
        assert_eq!(choice.high, Bound { tight: 0, depends_on_ply: 2, path_independent: 3 });
        // One move is enough for the lower bound: the one with the later ply is resolved sooner.
        assert_eq!(choice.low, Bound { tight: 0, depends_on_ply: 5, path_independent: -1 });
    }

    #[test]
    fn bounds_are_negated_when_the_turn_passes() {
        let bounds = Bounds { score: 150, ..Bounds::between(1, 2) };
        let before = bounds.before(true, 3, 100);
        assert_eq!((before.score, before.low.tight, before.high.tight), (150, 1, 2));
        assert_eq!(bounds.before(false, 3, 100), Bounds { score: 450, ..Bounds::between(4, 5) });
    }

    #[test]
    fn a_contradiction_leaves_the_path_independent_bounds() {
        let dependent = Bounds::recurrence(1, &LOOSE);
        let both = dependent.tightened(&Bounds::between(-3, -2));
        assert_eq!((both.low, both.high), (Bound::path_independent(-3), Bound::path_independent(-2)));
    }
}
