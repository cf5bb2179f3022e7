//! What a failure of the attacker rests on.

/// The plies of a path that a failure of the attacker rests on: those of positions that occur again. They lie from one ply
/// to the other, both included.
///
/// A ply is a place on the path as it is, however long that is: one that were cut down to fewer bits would be taken for
/// another, and a failure kept as true on every path that is true on one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Rests {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Rests {
    /// On the position at this ply alone.
    pub(super) const fn on(ply: usize) -> Self {
        Self { from: ply, to: ply }
    }

    /// On all that both rest on.
    pub(super) fn and(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// Without the ply that has come to an end, which no other comes after: what fails there, fails though it should occur
    /// again. Nothing, when there was no other.
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
    fn both_rest_on_what_each_rests_on() {
        let rests = [Rests { from: 2, to: 5 }, Rests::on(0), Rests::on(7), Rests { from: 3, to: 4 }];
        for one in rests {
            for other in rests {
                let both = one.and(other);
                let within = |it: Rests| both.from <= it.from && it.to <= both.to;
                assert!(within(one) && within(other), "{one:?} {other:?} {both:?}");
                assert_eq!(both, other.and(one));
            }
        }
        assert_eq!(Rests::on(7).and(Rests { from: 2, to: 5 }), Rests { from: 2, to: 7 });
    }

    #[test]
    fn a_failure_is_true_once_no_ply_is_left() {
        let rests = Rests { from: 2, to: 5 };
        let left =
            [None, None, None, Some(Rests::on(2)), Some(Rests { from: 2, to: 3 }), Some(Rests { from: 2, to: 4 })];
        for (ply, left) in left.into_iter().enumerate() {
            assert_eq!(rests.without(ply), left, "{ply}");
        }
        assert_eq!(rests.without(6), Some(rests));
    }

    #[test]
    fn no_ply_is_too_deep() {
        for deep in [usize::from(u8::MAX), usize::from(u16::MAX), 1 << 24] {
            assert_eq!(Rests::on(deep + 1).without(deep + 2), Some(Rests::on(deep + 1)));
            assert_eq!(Rests { from: deep, to: deep + 1 }.without(deep + 1), Some(Rests::on(deep)));
            assert_eq!(Rests::on(deep + 1).without(deep + 1), None);
        }
    }
}
