//! Maps between small numbers.

/// A map between small numbers, which is cleared at once.
#[derive(Debug, Default)]
pub(super) struct NumberMap {
    /// By key: the round of its last insertion, and the value.
    values: Vec<(u32, usize)>,
    keys: Vec<usize>,
    round: u32,
}

impl NumberMap {
    /// Creates an empty map for this number of keys.
    pub fn new(keys: usize) -> Self {
        Self { values: vec![(0, 0); keys], keys: Vec::new(), round: 1 }
    }

    pub fn clear(&mut self) {
        self.keys.clear();
        self.round += 1;
    }

    pub fn get(&self, key: usize) -> Option<usize> {
        let (round, value) = self.values[key];
        (round == self.round).then_some(value)
    }

    /// Returns the value that the key had before.
    pub fn insert(&mut self, key: usize, value: usize) -> Option<usize> {
        let before = self.get(key);
        if before.is_none() {
            self.keys.push(key);
        }
        self.values[key] = (self.round, value);
        before
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key inserted after `i` others.
    pub fn key(&self, i: usize) -> usize {
        self.keys[i]
    }

    /// The keys with their values, in the order of their first insertion.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.keys.iter().map(|&key| (key, self.values[key].1))
    }
}
