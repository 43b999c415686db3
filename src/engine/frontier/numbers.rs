//! The best numbers of a stored layer. They are mostly near each other; then each takes one byte.

/// Numbers by state.
pub(super) enum StoredNumbers {
    /// The least, and by how much each exceeds it.
    Near {
        least: u64,
        above: Vec<u8>,
    },
    Far(Vec<u64>),
}

impl StoredNumbers {
    pub fn new(numbers: &[u64]) -> Self {
        let least = numbers.iter().copied().min().unwrap_or(0);
        match numbers.iter().map(|number| u8::try_from(number - least)).collect() {
            Ok(above) => Self::Near { least, above },
            Err(_) => Self::Far(numbers.to_vec()),
        }
    }

    /// Memory that they take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Near { above, .. } => above.len() as u64,
            Self::Far(numbers) => size_of_val(&numbers[..]) as u64,
        }
    }

    pub fn to_vec(&self) -> Vec<u64> {
        match self {
            Self::Near { least, above } => above.iter().map(|&above| least + u64::from(above)).collect(),
            Self::Far(numbers) => numbers.clone(),
        }
    }

    /// Returns the first state, and the first of two additions to its number, that make it `sum` and satisfy `holds`.
    pub fn first(
        &self,
        sum: u64,
        adds: [u64; 2],
        holds: impl Fn(usize, usize) -> bool,
    ) -> Option<(usize, usize)> {
        match self {
            Self::Near { least, above } => first_of(above, adds.map(|add| least + add), sum, holds),
            Self::Far(numbers) => first_of(numbers, adds, sum, holds),
        }
    }
}

fn first_of<N: Copy + Into<u64>>(
    numbers: &[N],
    adds: [u64; 2],
    sum: u64,
    holds: impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    for (state, &number) in numbers.iter().enumerate() {
        for (bit, add) in adds.into_iter().enumerate() {
            if number.into() + add == sum && holds(state, bit) {
                return Some((state, bit));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_numbers_are_found_again() {
        for far in [100, 255, 256, u64::MAX >> 1] {
            let numbers = vec![7, 7 + far, 9, 7];
            let stored = StoredNumbers::new(&numbers);
            assert_eq!(stored.to_vec(), numbers);
            assert_eq!(stored.bytes(), if far < 256 { 4 } else { 32 });
            assert_eq!(stored.first(9, [0, 2], |_, _| true), Some((0, 1)));
            assert_eq!(stored.first(9, [0, 2], |state, _| state > 0), Some((2, 0)));
            assert_eq!(stored.first(7 + far, [0, 0], |_, bit| bit == 1), Some((1, 1)));
            assert_eq!(stored.first(8, [0, 2], |_, _| true), None);
        }
        assert!(StoredNumbers::new(&[]).to_vec().is_empty());
    }
}
