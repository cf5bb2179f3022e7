//! What is known of a position: a score, and bounds on its true value with what they rest on.

/// Rests on nothing: true on every path.
pub(super) const FREE: u8 = u8::MAX;

/// Points: seeds, of which there are 240 at most, or 1 for a win. Small, since every node hands up its bounds.
pub(super) type Points = i16;

/// A bound in points, from below or from above.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// The tightest bound known.
    pub(super) tight: Points,
    /// The earliest ply that it rests on, or [`FREE`].
    pub(super) rests: u8,
    /// The tightest bound that rests on nothing; `tight` itself if that does.
    pub(super) free: Points,
}

impl Bound {
    pub(super) const fn free(at: Points) -> Self {
        Self { tight: at, rests: FREE, free: at }
    }

    const fn negated(self) -> Self {
        Self { tight: -self.tight, rests: self.rests, free: -self.free }
    }

    const fn raised(self, by: Points) -> Self {
        Self { tight: self.tight + by, rests: self.rests, free: self.free + by }
    }

    const fn released(self) -> Self {
        Self::free(self.tight)
    }

    /// The greater of two bounds from below. It is as good when either holds, so of two that are alike the one that rests
    /// on less is taken.
    #[inline]
    pub(super) fn greater(self, other: Self) -> Self {
        let (tight, free) = (self.tight.max(other.tight), self.free.max(other.free));
        let rests = |bound: Self| if bound.tight == tight { bound.rests } else { 0 };
        Self { tight, free, rests: if free == tight { FREE } else { rests(self).max(rests(other)) } }
    }

    /// The greater of two bounds from above that both have to hold, and so rest on what either rests on.
    #[inline]
    pub(super) fn greater_of_all(self, other: Self) -> Self {
        let (tight, free) = (self.tight.max(other.tight), self.free.max(other.free));
        // What stays within the bound freely needs nothing to rest on.
        let rests = |bound: Self| if bound.free <= tight { FREE } else { bound.rests };
        Self { tight, free, rests: rests(self).min(rests(other)) }
    }

    /// The same, if it says more than what it says freely, resting on this ply.
    pub(super) const fn resting(self, ply: u8) -> Self {
        Self { rests: if self.tight == self.free { FREE } else { ply }, ..self }
    }
}

/// A score in units, and bounds on the true value in points: of the player to move, from here on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) score: i32,
    pub(super) low: Bound,
    pub(super) high: Bound,
}

impl Claim {
    /// Bounds that rest on nothing; no score yet.
    pub(super) const fn between(low: i32, high: i32) -> Self {
        Self { score: 0, low: Bound::free(low as Points), high: Bound::free(high as Points) }
    }

    /// A position that occurred before, at `ply`, counts as though nobody gained any more (C-10), unless it is known to
    /// be worth something else.
    pub(super) fn recurrence(ply: u8, known: &Self) -> Self {
        let (low, high) = (known.low.free, known.high.free);
        if low > 0 || high < 0 {
            return Self::between(low.into(), high.into());
        }
        let bound = |free| if free == 0 { Bound::free(0) } else { Bound { tight: 0, rests: ply, free } };
        Self { score: 0, low: bound(low), high: bound(high) }
    }

    /// The same seen by the player before the move: one who has `gained` points by it, and who is the other player if
    /// `turned`.
    pub(super) const fn before(self, turned: bool, gained: i32, unit: i32) -> Self {
        let seen =
            if turned { Self { score: -self.score, low: self.high.negated(), high: self.low.negated() } } else { self };
        Self {
            score: seen.score + gained * unit,
            low: seen.low.raised(gained as Points),
            high: seen.high.raised(gained as Points),
        }
    }

    /// The bound from below on this path.
    pub(super) const fn lowest(&self) -> i32 {
        self.low.tight as i32
    }

    /// The bound from above on this path.
    pub(super) const fn highest(&self) -> i32 {
        self.high.tight as i32
    }

    /// The score, moved between the bounds.
    pub(super) fn within_bounds(mut self, unit: i32) -> Self {
        self.score = self.score.min(self.highest() * unit).max(self.lowest() * unit);
        self
    }

    /// Whether the value is known on this path.
    pub(super) const fn settled(&self) -> bool {
        self.low.tight == self.high.tight
    }

    /// The bounds of a choice between these: the greatest bound from below of any, the greatest from above of all.
    pub(super) fn choice(claims: impl Iterator<Item = Self> + Clone) -> Option<Self> {
        let low = claims.clone().map(|claim| claim.low).reduce(Bound::greater)?;
        let tight = claims.clone().map(|claim| claim.high.tight).max()?;
        let free = claims.clone().map(|claim| claim.high.free).max()?;
        // What stays within the bound freely needs nothing to rest on.
        let rests = claims.map(|claim| if claim.high.free <= tight { FREE } else { claim.high.rests }).min()?;
        Some(Self { score: 0, low, high: Bound { tight, rests, free } })
    }

    /// The bounds of a choice between the two, and the greater score.
    #[inline]
    pub(super) fn or(self, other: &Self) -> Self {
        Self {
            score: self.score.max(other.score),
            low: self.low.greater(other.low),
            high: self.high.greater_of_all(other.high),
        }
    }

    /// Both at once: the tighter of the bounds of one position. The score is kept.
    pub(super) fn and(self, known: &Self) -> Self {
        let mut both = Self {
            score: self.score,
            low: self.low.greater(known.low),
            high: self.high.negated().greater(known.high.negated()).negated(),
        };
        // A bound that rests on a path may contradict what is true without it: then it is of no use.
        if both.low.tight > both.high.tight {
            both.low = Bound::free(both.low.free);
            both.high = Bound::free(both.high.free);
        }
        both
    }

    /// On the return to `ply`: what rests on nothing earlier is true here, whatever came before.
    pub(super) fn released_at(mut self, ply: u8) -> Self {
        for bound in [&mut self.low, &mut self.high] {
            if bound.rests >= ply {
                *bound = bound.released();
            }
        }
        self
    }

    /// After a move that cannot be undone: nothing earlier matters.
    pub(super) fn released(self) -> Self {
        self.released_at(0)
    }

    /// Rests on the context of the position before, but for what is true of any: nobody gains more than `reach`.
    pub(super) fn bound_to_context(mut self, reach: i32) -> Self {
        for (bound, free) in [(&mut self.low, -reach as Points), (&mut self.high, reach as Points)] {
            bound.free = free;
            bound.rests = if bound.tight == free { FREE } else { 0 };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOSE: Claim = Claim::between(-3, 3);

    #[test]
    fn a_recurrence_is_released_where_it_closes() {
        let claim = Claim::recurrence(4, &LOOSE);
        assert!(claim.settled());
        assert_eq!((claim.low.free, claim.high.free), (-3, 3));
        let below = claim.released_at(5);
        assert_eq!(below, claim);
        let above = claim.released_at(4);
        assert_eq!((above.low, above.high), (Bound::free(0), Bound::free(0)));
    }

    #[test]
    fn what_is_true_of_a_position_outweighs_its_recurrence() {
        assert_eq!(Claim::recurrence(4, &Claim::between(1, 3)), Claim::between(1, 3));
        let half = Claim::recurrence(4, &Claim::between(0, 3));
        assert_eq!((half.low, half.high), (Bound::free(0), Bound { tight: 0, rests: 4, free: 3 }));
    }

    #[test]
    fn a_bound_above_the_recurrence_rests_on_nothing() {
        let won = Claim::between(2, 2);
        let choice = Claim::choice([Claim::recurrence(1, &LOOSE), won].into_iter()).expect("two");
        assert_eq!((choice.low, choice.high), (Bound::free(2), Bound { tight: 2, rests: 1, free: 3 }));
    }

    #[test]
    fn the_bound_from_above_rests_on_the_earliest_ply() {
        let claims = [Claim::recurrence(5, &LOOSE), Claim::recurrence(2, &LOOSE), Claim::between(-1, -1)];
        let choice = Claim::choice(claims.into_iter()).expect("three");
        assert_eq!(choice.high, Bound { tight: 0, rests: 2, free: 3 });
        // Any one of the moves will do from below: the one that rests on the later ply is released sooner.
        assert_eq!(choice.low, Bound { tight: 0, rests: 5, free: -1 });
    }

    #[test]
    fn bounds_turn_with_the_player() {
        let claim = Claim { score: 150, ..Claim::between(1, 2) };
        let before = claim.before(true, 3, 100);
        assert_eq!((before.score, before.low.tight, before.high.tight), (150, 1, 2));
        assert_eq!(claim.before(false, 3, 100), Claim { score: 450, ..Claim::between(4, 5) });
    }

    #[test]
    fn a_contradiction_leaves_what_is_free() {
        let resting = Claim::recurrence(1, &LOOSE);
        let both = resting.and(&Claim::between(-3, -2));
        assert_eq!((both.low, both.high), (Bound::free(-3), Bound::free(-2)));
    }
}
