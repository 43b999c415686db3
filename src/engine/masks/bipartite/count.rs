//! Number of optimal solutions: the parts are decided in the order of the board, and partial decisions that agree on the
//! parts with a neighbor still to be decided are counted together.

use super::sets::OptimalSets;
use crate::engine::{Control, Halt, Stop};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Sides of the parts that matter, one bit for each slot.
type Key = SmallVec<[u64; 2]>;

/// Approximate bytes of a table's entry.
const ENTRY: u64 = 100;

/// Steps of the count, in the order of the board.
pub(super) struct CountPlan {
    steps: Vec<Step>,
    /// Number of words in a key.
    words: usize,
}

/// Decision on one part.
struct Step {
    /// Place of its bit.
    slot: usize,
    /// Slots of the parts that it needs, and of those that need it, among those decided before.
    needs: Vec<usize>,
    needed_by: Vec<usize>,
    /// Slots that are free after this step.
    freed: Vec<usize>,
    /// Number of slots in use after this step.
    live: usize,
}

impl CountPlan {
    pub(super) fn new(sets: &OptimalSets) -> Self {
        let n = sets.parts.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&i| sets.first_choice(i));
        let mut time = vec![0; n];
        order.iter().enumerate().for_each(|(t, &i)| time[i] = t);
        let mut needed_by = vec![Vec::new(); n];
        for (i, part) in sets.parts.iter().enumerate() {
            part.needs.iter().for_each(|&j| needed_by[j].push(i));
        }
        let neighbors = |i: usize| sets.parts[i].needs.iter().chain(&needed_by[i]).copied();
        let mut ends = vec![Vec::new(); n];
        for i in 0..n {
            let last = neighbors(i).map(|j| time[j]).fold(time[i], usize::max);
            ends[last].push(i);
        }
        let (mut slots, mut slot_of) = (Slots::default(), vec![0; n]);
        let mut steps = Vec::with_capacity(n);
        for (t, &i) in order.iter().enumerate() {
            slot_of[i] = slots.take();
            let before = |parts: &[usize]| -> Vec<usize> {
                parts.iter().filter(|&&j| time[j] < t).map(|&j| slot_of[j]).collect()
            };
            let (needs, needed_by) = (before(&sets.parts[i].needs), before(&needed_by[i]));
            let freed: Vec<usize> = ends[t].iter().map(|&j| slot_of[j]).collect();
            freed.iter().for_each(|&slot| slots.give_back(slot));
            steps.push(Step { slot: slot_of[i], needs, needed_by, freed, live: slots.live() });
        }
        Self { steps, words: slots.most.div_ceil(64).max(1) }
    }

    /// Upper bound on the number of entries of all tables together.
    pub(super) fn entries(&self) -> f64 {
        self.steps.iter().map(|s| (s.live as f64).exp2()).sum()
    }

    /// Counts the solutions. A node is an entry of a table.
    ///
    /// # Errors
    /// If the control stops the count, or a table would take too much memory.
    pub(super) fn count(&self, control: &Control) -> Result<(BigUint, u64), Halt> {
        let most = control.memory_limit().unwrap_or(u64::MAX) / (2 * ENTRY);
        let mut table: FxHashMap<Key, BigUint> = FxHashMap::default();
        table.insert(SmallVec::from_elem(0, self.words), BigUint::from(1u32));
        let mut nodes = 0;
        for step in &self.steps {
            let mut next: FxHashMap<Key, BigUint> = FxHashMap::default();
            for (key, count) in &table {
                for after in step.decisions(key) {
                    *next.entry(after).or_default() += count;
                }
                if next.len() as u64 > most {
                    return Err(Halt::Stop(Stop::Memory));
                }
            }
            nodes += next.len() as u64;
            control.check(next.len() as u64)?;
            table = next;
        }
        Ok((table.into_values().sum(), nodes))
    }
}

impl Step {
    /// Keys after the part is put on the side of the source, and on the other, where that is possible.
    fn decisions(&self, key: &Key) -> impl Iterator<Item = Key> {
        let has = |slot: &usize| key[slot / 64] >> (slot % 64) & 1 == 1;
        let inside = self.needs.iter().all(has);
        let outside = !self.needed_by.iter().any(has);
        let with = |is_inside: bool| {
            let mut after = key.clone();
            after[self.slot / 64] |= u64::from(is_inside) << (self.slot % 64);
            self.freed.iter().for_each(|slot| after[slot / 64] &= !(1 << (slot % 64)));
            after
        };
        [inside.then(|| with(true)), outside.then(|| with(false))].into_iter().flatten()
    }
}

/// Numbers for the bits of a key.
#[derive(Default)]
struct Slots {
    free: Vec<usize>,
    most: usize,
}

impl Slots {
    fn take(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.most += 1;
            self.most - 1
        })
    }

    fn give_back(&mut self, slot: usize) {
        self.free.push(slot);
    }

    fn live(&self) -> usize {
        self.most - self.free.len()
    }
}
