//! Random numbers that a seed decides, the same on every machine and in every version.

/// A generator of random numbers: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers of their own for each stream of a seed, such as each game of a match.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(Self(seed).number() ^ Self(stream).number().rotate_left(32))
    }

    /// The next number, any as likely as any other.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to 1, without that.
    pub fn fraction(&mut self) -> f64 {
        // As many bits as are exact.
        (self.number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of these, each as likely as the others; nothing when there are none.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        // There are few: that some are likelier by 2^-58 is nothing.
        let at = self.number().checked_rem(of.len() as u64)?;
        of.get(at as usize).copied()
    }

    /// Puts these into another order, any as likely as any other.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, (self.number() % (at as u64 + 1)) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_and_streams_differ() {
        let numbers = |seed, stream| {
            let mut random = Random::new(seed, stream);
            [random.number(), random.number()]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(2, 1));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_eq!(Random::new(1, 1).pick::<u8>(&[]), None);
        let mut random = Random::new(3, 4);
        let fractions: Vec<f64> = (0..1_000).map(|_| random.fraction()).collect();
        assert!(fractions.iter().all(|fraction| (0.0..1.0).contains(fraction)));
        assert!(fractions.iter().any(|&low| low < 0.01) && fractions.iter().any(|&high| high > 0.99));
    }
}
