//! Limits of a filling: sets of choices of which at most a given number, above one, may be placed (two on a diagonal).
//! The kernel [`rows`](super::rows) counts down the room that each has left and excludes its choices when there is none.

use super::choice_linear::ChoiceLinear;

/// At most `most` of the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// Ascending.
    choices: Vec<u32>,
    most: u32,
}

impl Limit {
    /// The limit that `linear` is, if it is one: without condition, with equal weights of 1 or -1, and with a lower bound
    /// that always holds.
    pub(super) fn of(linear: &ChoiceLinear) -> Option<Self> {
        let sign = linear.terms.first()?.0;
        let (lo, hi) = if sign > 0 { (linear.lo, linear.hi) } else { (-linear.hi, -linear.lo) };
        let equal = linear.terms.iter().all(|t| t.0 == sign);
        if sign.abs() != 1 || !equal || linear.guard.is_some() || lo > 0 {
            return None;
        }
        let mut choices: Vec<u32> = linear.terms.iter().map(|t| t.1).collect();
        choices.sort_unstable();
        Some(Self { choices, most: u32::try_from(hi).ok()? })
    }

    /// Leaves out choices that cannot be placed.
    pub(super) fn retain(mut self, possible: impl Fn(u32) -> bool) -> Self {
        self.choices.retain(|&c| possible(c));
        self
    }

    /// Returns true if it is seen to follow from the lines `exact`, each of which takes one choice.
    ///
    /// Lemma. If all its choices but k lie on m of these lines, at most m + k of them are placed.
    pub(super) fn follows(&self, exact: &[Vec<u32>]) -> bool {
        let mut left = self.choices.clone();
        for room in (1..=self.most).rev() {
            if left.len() <= room as usize {
                return true;
            }
            let shared = |line: &&Vec<u32>| left.iter().filter(|c| line.binary_search(c).is_ok()).count();
            let Some(line) = exact.iter().max_by_key(shared) else { break };
            left.retain(|c| line.binary_search(c).is_err());
        }
        left.is_empty()
    }
}

/// Several limits, and for each choice those that contain it.
#[derive(Debug, Default)]
pub(super) struct Limits {
    all: Vec<Limit>,
    of_choice: Vec<Vec<u32>>,
}

/// Room left in each limit.
pub(super) type Rooms = Vec<u32>;

impl Limits {
    /// Creates them for a problem with that many choices.
    pub(super) fn new(all: Vec<Limit>, choices: usize) -> Self {
        let mut of_choice = vec![Vec::new(); choices];
        for (limit, id) in all.iter().zip(0..) {
            limit.choices.iter().for_each(|&c| of_choice[c as usize].push(id));
        }
        Self { all, of_choice }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The limits that contain a choice.
    pub(super) fn of(&self, choice: u32) -> &[u32] {
        &self.of_choice[choice as usize]
    }

    /// Mean number of limits that contain a choice.
    pub(super) fn density(&self) -> f64 {
        let entries: usize = self.all.iter().map(|l| l.choices.len()).sum();
        entries as f64 / self.of_choice.len().max(1) as f64
    }

    /// The choices of limit `id`.
    pub(super) fn choices(&self, id: u32) -> &[u32] {
        &self.all[id as usize].choices
    }

    /// The room that is left beside the choices of `placed`; `None` if they exceed a limit.
    pub(super) fn rooms(&self, placed: &[u32]) -> Option<Rooms> {
        let mut rooms: Rooms = self.all.iter().map(|l| l.most).collect();
        for &id in placed.iter().flat_map(|&c| self.of(c)) {
            rooms[id as usize] = rooms[id as usize].checked_sub(1)?;
        }
        Some(rooms)
    }

    /// Choices of the limits without room.
    pub(super) fn closed<'a>(&'a self, rooms: &'a Rooms) -> impl Iterator<Item = u32> + 'a {
        let full = self.all.iter().zip(rooms).filter(|(_, room)| **room == 0);
        full.flat_map(|(limit, _)| limit.choices.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ChoiceId, Lit};

    fn linear(terms: &[(i64, u32)], lo: i64, hi: i64) -> ChoiceLinear {
        let lits: Vec<(i64, Lit)> = terms.iter().map(|&(w, c)| (w, ChoiceId(c).lit())).collect();
        ChoiceLinear::new(&lits, lo, hi, None)
    }

    #[test]
    fn limits_among_the_sums() {
        let three = [(1, 4), (1, 1), (1, 3)];
        let limit = Some(Limit { choices: vec![1, 3, 4], most: 2 });
        assert_eq!(Limit::of(&linear(&three, i64::MIN, 2)), limit);
        assert_eq!(Limit::of(&linear(&three.map(|t| (-1, t.1)), -2, i64::MAX)), limit);
        assert_eq!(Limit::of(&linear(&three, 1, 2)), None, "one is needed");
        assert_eq!(Limit::of(&linear(&[(1, 0), (2, 1)], 0, 2)), None, "unequal weights");
    }

    #[test]
    fn limits_that_follow_from_lines() {
        let limit = Limit { choices: vec![0, 1, 4], most: 2 };
        assert!(limit.follows(&[vec![0, 1, 2], vec![3, 4, 5]]));
        assert!(limit.follows(&[vec![0, 1, 2], vec![3]]), "4 is the second");
        assert!(!limit.follows(&[vec![0, 2, 3], vec![1, 5], vec![4]]));
        assert!(limit.retain(|c| c != 1).follows(&[]));
    }

    #[test]
    fn rooms_are_counted_down() {
        let limits = Limits::new(vec![Limit { choices: vec![0, 1, 2], most: 2 }], 4);
        let rooms = limits.rooms(&[0, 2, 3]).expect("two of three");
        assert_eq!(limits.closed(&rooms).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(limits.rooms(&[0, 1, 2]), None);
    }
}
