//! Conflicts beyond cliques, in one array; empty if there are none (as for a million choices of queens).

use super::ChoiceId;

/// For each choice, the choices it excludes: sorted, without duplicates, symmetric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflicts {
    choices: usize,
    /// Start of each choice's entries in `others`, with one more entry at the end; empty if there are no conflicts.
    starts: Vec<u32>,
    others: Vec<ChoiceId>,
}

impl Conflicts {
    /// Creates an empty relation over `choices` choices.
    pub fn none(choices: usize) -> Self {
        Self { choices, starts: Vec::new(), others: Vec::new() }
    }

    /// Returns the relation over `choices` choices; those that it had not yet exclude nothing.
    pub(super) fn extended(mut self, choices: usize) -> Self {
        if let Some(&end) = self.starts.last() {
            self.starts.resize(choices + 1, end);
        }
        Self { choices, ..self }
    }

    /// Creates the relation with these pairs, which may have either order and may repeat.
    ///
    /// # Panics
    /// Panics beyond 2³² entries; grounding is limited far below.
    pub fn of_pairs(choices: usize, pairs: &[(ChoiceId, ChoiceId)]) -> Self {
        if pairs.is_empty() {
            return Self::none(choices);
        }
        let entries = u32::try_from(2 * pairs.len()).expect("the number of pairs is limited");
        let mut ends = vec![0_u32; choices + 1];
        for &(a, b) in pairs {
            ends[a.index()] += 1;
            ends[b.index()] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // Filling from the back turns the ends into starts.
        let mut others = vec![ChoiceId(0); entries as usize];
        for &(a, b) in pairs {
            for (from, to) in [(a, b), (b, a)] {
                ends[from.index()] -= 1;
                others[ends[from.index()] as usize] = to;
            }
        }
        let mut all = Self { choices, starts: ends, others };
        all.retain(|_, _| true);
        all
    }

    /// Creates the relation from one list per choice; the lists must be sorted and symmetric.
    pub fn of_lists(lists: Vec<Vec<ChoiceId>>) -> Self {
        let mut pairs = Vec::new();
        for (a, list) in lists.iter().enumerate() {
            pairs.extend(list.iter().map(|&b| (ChoiceId(a as u32), b)));
        }
        Self::of_pairs(lists.len(), &pairs)
    }

    /// Keeps the pairs that `keep` accepts, regardless of their order, and sorts the lists.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(ChoiceId, ChoiceId) -> bool) {
        let (mut from, mut kept) = (0, 0);
        for c in 0..self.starts.len().saturating_sub(1) {
            let to = self.starts[c + 1] as usize;
            self.others[from..to].sort_unstable();
            self.starts[c] = kept as u32;
            for i in from..to {
                let other = self.others[i];
                let again = kept > self.starts[c] as usize && self.others[kept - 1] == other;
                if !again && keep(ChoiceId(c as u32), other) {
                    self.others[kept] = other;
                    kept += 1;
                }
            }
            from = to;
        }
        if let Some(end) = self.starts.last_mut() {
            *end = kept as u32;
        }
        self.others.truncate(kept);
        if kept == 0 {
            *self = Self::none(self.choices);
        }
    }

    #[cfg(test)]
    pub(crate) fn add(&mut self, pairs: impl IntoIterator<Item = (ChoiceId, ChoiceId)>) {
        let mut all: Vec<(ChoiceId, ChoiceId)> = pairs.into_iter().collect();
        for (a, list) in self.iter().enumerate() {
            all.extend(list.iter().map(|&b| (ChoiceId(a as u32), b)));
        }
        *self = Self::of_pairs(self.choices, &all);
    }

    /// Number of choices of the problem.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// Returns true if there are no conflicts.
    pub fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    /// Number of entries of all lists; every pair counts twice.
    pub fn entries(&self) -> usize {
        self.others.len()
    }

    /// Returns true if every list is sorted and every pair is in both of its lists.
    pub(super) fn are_symmetric(&self) -> bool {
        let mutual = |(c, list): (usize, &[ChoiceId])| {
            let own = ChoiceId(c as u32);
            list.is_sorted_by(|a, b| a < b)
                && list.iter().all(|d| self[d.index()].binary_search(&own).is_ok())
        };
        self.iter().enumerate().all(mutual)
    }

    /// Iterates over the lists by choice.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[ChoiceId]> {
        (0..self.choices).map(|c| &self[c])
    }

    /// Returns the lists as separate vectors.
    pub fn to_lists(&self) -> Vec<Vec<ChoiceId>> {
        self.iter().map(<[_]>::to_vec).collect()
    }
}

impl std::ops::Index<usize> for Conflicts {
    type Output = [ChoiceId];

    /// Returns the choices that choice number `choice` excludes.
    fn index(&self, choice: usize) -> &[ChoiceId] {
        match self.starts.get(choice..choice + 2) {
            Some(ends) => &self.others[ends[0] as usize..ends[1] as usize],
            None => {
                assert!(choice < self.choices, "a choice of the problem");
                &[]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_become_lists() {
        let pair = |a, b| (ChoiceId(a), ChoiceId(b));
        let mut conflicts = Conflicts::of_pairs(4, &[pair(2, 0), pair(0, 1), pair(0, 2), pair(3, 3)]);
        assert_eq!(conflicts[0], [ChoiceId(1), ChoiceId(2)]);
        assert_eq!(conflicts[3], [ChoiceId(3)]);
        assert_eq!(conflicts.entries(), 5);
        assert_eq!(Conflicts::of_lists(conflicts.to_lists()), conflicts);
        conflicts.retain(|a, b| a != b && a.0.max(b.0) != 2);
        assert_eq!(conflicts.iter().map(<[_]>::len).collect::<Vec<_>>(), [1, 1, 0, 0]);
        conflicts.retain(|_, _| false);
        assert_eq!(conflicts, Conflicts::none(4));
        assert!(conflicts.is_empty() && conflicts[3].is_empty());
    }
}
