//! Pseudo-random numbers: splitmix64 (G. Steele, D. Lea and C. Flood, OOPSLA 2014). The same seed gives the same numbers on
//! every machine.

#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`, or 0 if `n` is 0. Some are more likely than others by `n` / 2⁶⁴.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.draw()) * n as u128) >> 64) as usize
    }

    /// Returns an index with a probability proportional to its share, and that probability. The shares are not negative, and at
    /// least one is positive.
    pub fn weighted(&mut self, shares: &[f64]) -> (usize, f64) {
        let total: f64 = shares.iter().sum();
        let mut left = (self.draw() >> 11) as f64 / (1u64 << 53) as f64 * total;
        let reached = |share: &f64| {
            left -= share;
            left < 0.0
        };
        // Rounding may leave a little beyond the last share.
        let at = shares.iter().position(reached).or(shares.iter().rposition(|&s| s > 0.0)).unwrap_or(0);
        (at, shares[at] / total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_reference() {
        // The first numbers of the authors' program for the seed 1234567.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.draw()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn all_numbers_below_a_bound_occur() {
        let mut random = Random::new(0);
        let mut seen = [0; 6];
        (0..600).for_each(|_| seen[random.below(6)] += 1);
        assert!(seen.iter().all(|&n| (50..150).contains(&n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn indices_are_drawn_by_their_shares() {
        let mut random = Random::new(0);
        let mut seen = [0; 3];
        for _ in 0..600 {
            let (at, share) = random.weighted(&[0.0, 1.0, 3.0]);
            assert_eq!(share, [0.0, 0.25, 0.75][at]);
            seen[at] += 1;
        }
        assert!(seen[0] == 0 && (100..200).contains(&seen[1]), "{seen:?}");
    }
}
