//! Random numbers that a seed decides, the same on every machine and in every version.

/// A generator of random numbers: SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Numbers of their own for each stream of a seed, such as each game of a match.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        Self(Self(seed).next() ^ Self(stream).next().rotate_left(32))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of these, each as likely as the others; nothing when there are none.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        // There are few: that some are likelier by 2^-58 is nothing.
        let at = self.next().checked_rem(of.len() as u64)?;
        of.get(at as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_and_streams_differ() {
        let numbers = |seed, stream| {
            let mut random = Random::new(seed, stream);
            [random.next(), random.next()]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(2, 1));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_eq!(Random::new(1, 1).pick::<u8>(&[]), None);
    }
}
