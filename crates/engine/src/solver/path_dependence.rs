//! The part of a path that a failure of the attacker depends on.

/// The plies that a failure of the attacker depends on, as a range with both ends included: those of positions that
/// recur.
///
/// Plies are not truncated, however long the path is: a truncated ply could be taken for another, and a failure that is
/// true on one path only would be stored as true on all.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct PathDependence {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl PathDependence {
    /// Dependence on the position at one ply.
    pub(super) const fn on(ply: usize) -> Self {
        Self { from: ply, to: ply }
    }

    /// The plies that either depends on.
    pub(super) fn union(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// The dependence once the search leaves `ply`, the last on the path: what fails there fails even if it recurs.
    /// `None` if it depended on no other ply.
    pub(super) const fn without(self, ply: usize) -> Option<Self> {
        if self.from >= ply {
            None
        } else if self.to >= ply {
            Some(Self { from: self.from, to: ply - 1 })
        } else {
            Some(self)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_contains_both() {
        let depends_on = [
            PathDependence { from: 2, to: 5 },
            PathDependence::on(0),
            PathDependence::on(7),
            PathDependence { from: 3, to: 4 },
        ];
        for one in depends_on {
            for other in depends_on {
                let both = one.union(other);
                let within = |it: PathDependence| both.from <= it.from && it.to <= both.to;
                assert!(within(one) && within(other), "{one:?} {other:?} {both:?}");
                assert_eq!(both, other.union(one));
            }
        }
        assert_eq!(PathDependence::on(7).union(PathDependence { from: 2, to: 5 }), PathDependence { from: 2, to: 7 });
    }

    #[test]
    fn a_failure_is_path_independent_once_no_ply_is_left() {
        let depends_on = PathDependence { from: 2, to: 5 };
        let left = [
            None,
            None,
            None,
            Some(PathDependence::on(2)),
            Some(PathDependence { from: 2, to: 3 }),
            Some(PathDependence { from: 2, to: 4 }),
        ];
        for (ply, left) in left.into_iter().enumerate() {
            assert_eq!(depends_on.without(ply), left, "{ply}");
        }
        assert_eq!(depends_on.without(6), Some(depends_on));
    }

    #[test]
    fn no_ply_is_too_deep() {
        for deep in [usize::from(u8::MAX), usize::from(u16::MAX), 1 << 24] {
            assert_eq!(PathDependence::on(deep + 1).without(deep + 2), Some(PathDependence::on(deep + 1)));
            assert_eq!(PathDependence { from: deep, to: deep + 1 }.without(deep + 1), Some(PathDependence::on(deep)));
            assert_eq!(PathDependence::on(deep + 1).without(deep + 1), None);
        }
    }
}
