//! The smallest sets of demands that force something together.
//!
//! First come all pairs that could: two demands that are about at most one common open choice force no more together than
//! each alone (what passes from one to the other is a statement about that choice). If no pair forces anything, each
//! decided choice is denied in turn. The demands near it contradict that, in a neighborhood that grows until they do; the
//! contradiction is reduced by deletion, the hardest demand first, and the smallest reduced set is made smaller still as
//! long as that succeeds within a number of searches: a smallest set that meets every set of demands of which one is
//! needed either suffices, or leads to another such set (A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest
//! MUS extraction with minimal hitting set dualization", CP 2015). All limits are numbers of searches, so the result is the
//! same on every machine.

use super::demands::DemandTable;
use super::hitting::{HittingLimits, smallest_hitting_set};
use super::position::Position;
use super::step::{Conclusion, DemandId, Step};
use super::subset::SubsetSolver;
use crate::engine::{Control, Stop};
use crate::problem::ChoiceId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of pairs that are tried for a step.
const MAX_PAIRS: usize = 50_000;
/// Maximum number of searches to make one set of demands smaller.
const MAX_REFINEMENTS: usize = 40;
/// Maximum number of branches of the search for a smallest set.
const MAX_BRANCHES: usize = 20_000;
/// Maximum number of conclusions that are examined for the first time in a step that has found a set already.
const MAX_FRESH: usize = 100;
/// Number of conclusions whose sets are made smaller.
const REFINED: usize = 4;

/// Search for reasons, with what it remembers from step to step.
pub(super) struct ReasonSearch {
    /// Number of decided choices when each demand was last affected by one.
    changed: Vec<u64>,
    now: u64,
    /// Pairs that force nothing, and when that was so.
    idle: FxHashMap<(DemandId, DemandId), u64>,
    /// For each choice, demands that force its value, and when these were reduced.
    reasons: FxHashMap<ChoiceId, (Vec<DemandId>, u64)>,
}

/// Knowledge that the search reads.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub table: &'a DemandTable,
    pub position: &'a Position,
    pub decided: &'a [Option<bool>],
    pub control: &'a Control,
}

impl Known<'_> {
    fn is_open(&self, choice: ChoiceId) -> bool {
        self.position.get(choice).is_none()
    }

    /// Returns the conclusions that are left.
    fn conclusions(&self) -> Vec<Conclusion> {
        let all = (0..).map(ChoiceId).zip(self.decided).filter(|(choice, _)| self.is_open(*choice));
        all.filter_map(|(choice, must)| Some(Conclusion { choice, must: (*must)? })).collect()
    }

    /// Returns the demands that are about the choice or about one that overlaps it, ascending.
    fn near(&self, choice: ChoiceId) -> BTreeSet<DemandId> {
        let mut near: BTreeSet<DemandId> = self.table.about(choice).iter().copied().collect();
        for other in self.table.overlapping(choice).filter(|&o| self.is_open(o)) {
            near.extend(self.table.about(other));
        }
        near
    }
}

impl ReasonSearch {
    pub(super) fn new(table: &DemandTable) -> Self {
        Self {
            changed: vec![0; table.len()],
            now: 0,
            idle: FxHashMap::default(),
            reasons: FxHashMap::default(),
        }
    }

    /// Notes that a choice is decided.
    pub(super) fn change(&mut self, choice: ChoiceId, table: &DemandTable) {
        self.now += 1;
        for demand in table.about(choice) {
            self.changed[demand.index()] = self.now;
        }
        self.reasons.remove(&choice);
    }

    fn is_current(&self, demands: &[DemandId], since: u64) -> bool {
        demands.iter().all(|d| self.changed[d.index()] <= since)
    }

    /// Returns the step with the fewest demands that was found, if anything is left to conclude. No single demand forces
    /// anything.
    pub(super) fn step(&mut self, known: Known<'_>) -> Result<Option<Step>, Stop> {
        if let Some(step) = self.pair(known)? {
            return Ok(Some(step));
        }
        let table = known.table;
        let mut whole = SubsetSolver::at(table, table.ids().collect(), None, known.position, known.control);
        // Those with few demands at the last step come first, then those never examined.
        let mut conclusions = known.conclusions();
        // What is out of scope follows from the board once the one choice that it overlaps is placed.
        conclusions.retain(|c| whole.scope().binary_search(&c.choice).is_ok());
        let size_before = |c: &Conclusion| self.reasons.get(&c.choice).map_or(usize::MAX, |r| r.0.len());
        conclusions.sort_by_key(|c| (size_before(c), !c.must, c.choice));
        let mut found: Vec<(usize, Conclusion)> = Vec::new();
        let (mut least, mut fresh) = (usize::MAX, 0);
        for conclusion in conclusions {
            let before = self.reasons.get(&conclusion.choice).map(|r| r.0.len());
            fresh += usize::from(before.is_none());
            let is_far = before.is_some_and(|size| size > least.saturating_add(1)) || fresh > MAX_FRESH;
            // No pair forces anything, so three is the least.
            if least <= 3 || (is_far && least < usize::MAX) {
                break;
            }
            let size = self.reason(conclusion, &mut whole, known)?.len();
            least = least.min(size);
            found.push((size, conclusion));
        }
        found.sort_by_key(|&(size, c)| (size, !c.must, c.choice));
        for &(_, conclusion) in found.iter().filter(|_| least > 3).take(REFINED) {
            self.refine(conclusion, known)?;
        }
        let size = |c: &Conclusion| self.reasons[&c.choice].0.len();
        let Some(best) = found.iter().map(|f| f.1).min_by_key(|c| (size(c), !c.must, c.choice)) else {
            return Ok(None);
        };
        let because = self.reasons[&best.choice].0.clone();
        let mut solver =
            SubsetSolver::at(table, because.clone(), Some(best.choice), known.position, known.control);
        let mut conclusions = solver.forced(&because, known.position, known.decided, &mut Vec::new())?;
        // The set is known to be irreducible for the best one.
        conclusions.sort_by_key(|c| (*c != best, *c));
        Ok(Some(Step { because, conclusions }))
    }

    /// Returns the step of the first pair of demands that forces something.
    fn pair(&mut self, known: Known<'_>) -> Result<Option<Step>, Stop> {
        for (a, b) in linked_pairs(known) {
            let pair = [a, b];
            if self.idle.get(&(a, b)).is_some_and(|&since| self.is_current(&pair, since)) {
                continue;
            }
            known.control.check(1)?;
            let mut solver =
                SubsetSolver::at(known.table, pair.to_vec(), None, known.position, known.control);
            let conclusions = solver.forced(&pair, known.position, known.decided, &mut Vec::new())?;
            if !conclusions.is_empty() {
                return Ok(Some(Step { because: pair.to_vec(), conclusions }));
            }
            self.idle.insert((a, b), self.now);
        }
        Ok(None)
    }

    /// Returns demands that force the conclusion, none of which can be left out.
    fn reason(
        &mut self,
        conclusion: Conclusion,
        whole: &mut SubsetSolver,
        known: Known<'_>,
    ) -> Result<&[DemandId], Stop> {
        let mut best: Option<Vec<DemandId>> = None;
        if let Some((old, since)) = self.reasons.get(&conclusion.choice) {
            if self.is_current(old, *since) {
                return Ok(&self.reasons[&conclusion.choice].0);
            }
            best = Some(reduced(old.clone(), conclusion, known)?);
        }
        let near = contradicting(conclusion, whole, known)?;
        let new = reduced(near, conclusion, known)?;
        let best = best.filter(|old| old.len() <= new.len()).unwrap_or(new);
        let entry = self.reasons.entry(conclusion.choice).insert_entry((best, self.now));
        Ok(&entry.into_mut().0)
    }

    /// Looks for fewer demands that force the conclusion.
    fn refine(&mut self, conclusion: Conclusion, known: Known<'_>) -> Result<(), Stop> {
        let size = self.reasons[&conclusion.choice].0.len();
        let Some(members) = size.checked_sub(1) else { return Ok(()) };
        let limits = HittingLimits { members, branches: MAX_BRANCHES };
        let mut needed: Vec<Vec<DemandId>> = Vec::new();
        let all = neighborhood(conclusion, known);
        let mut solver = SubsetSolver::at(
            known.table,
            all.clone(),
            Some(conclusion.choice),
            known.position,
            known.control,
        );
        for _ in 0..MAX_REFINEMENTS {
            let Some(hitting) = smallest_hitting_set(&needed, &[], limits) else { return Ok(()) };
            if !solver.solve(&hitting, known.position, Some(conclusion))? {
                let core = reduced(sorted(solver.core().0), conclusion, known)?;
                self.reasons.insert(conclusion.choice, (core, self.now));
                return Ok(());
            }
            // Demands are added as long as there is a solution; of the others, one is needed.
            let mut on = hitting;
            let mut others = Vec::new();
            for &demand in &all {
                if on.contains(&demand) {
                    continue;
                }
                on.push(demand);
                if !solver.solve(&on, known.position, Some(conclusion))? {
                    on.pop();
                    others.push(demand);
                }
            }
            if others.is_empty() {
                return Ok(());
            }
            others.sort_unstable();
            needed.push(others);
        }
        Ok(())
    }
}

/// Returns demands near the choice that contradict the denial of the conclusion.
fn contradicting(
    conclusion: Conclusion,
    whole: &mut SubsetSolver,
    known: Known<'_>,
) -> Result<Vec<DemandId>, Stop> {
    let mut near = known.near(conclusion.choice);
    let mut seen: FxHashSet<ChoiceId> = FxHashSet::default();
    loop {
        let on: Vec<DemandId> = near.iter().copied().collect();
        if !whole.solve(&on, known.position, Some(conclusion))? {
            return Ok(sorted(whole.core().0));
        }
        let before = near.len();
        for demand in on {
            for &choice in &known.table.get(demand).scope {
                if known.is_open(choice) && seen.insert(choice) {
                    near.extend(known.near(choice));
                }
            }
        }
        if near.len() == before {
            let all: Vec<DemandId> = known.table.ids().collect();
            let has_solution = whole.solve(&all, known.position, Some(conclusion))?;
            debug_assert!(!has_solution, "it is decided");
            return Ok(sorted(whole.core().0));
        }
    }
}

/// Returns the pairs of demands that share at least two open choices, or choices that overlap, the easiest first.
fn linked_pairs(known: Known<'_>) -> Vec<(DemandId, DemandId)> {
    let mut shared: BTreeMap<(DemandId, DemandId), [u32; 2]> = BTreeMap::new();
    for choice in (0..known.table.width() as u32).map(ChoiceId).filter(|&c| known.is_open(c)) {
        let near = known.near(choice);
        for &a in known.table.about(choice) {
            for &b in near.iter().filter(|&&b| b != a) {
                let (pair, side) = if a < b { ((a, b), 0) } else { ((b, a), 1) };
                shared.entry(pair).or_default()[side] += 1;
            }
        }
        if shared.len() > MAX_PAIRS {
            break;
        }
    }
    let mut pairs: Vec<(DemandId, DemandId)> = shared
        .into_iter()
        .filter(|(_, shares)| shares.iter().all(|&n| n > 1))
        .map(|(pair, _)| pair)
        .collect();
    pairs.sort_by_key(|&(a, b)| (b, a));
    pairs
}

/// Returns the demands up to two steps from the choice.
fn neighborhood(conclusion: Conclusion, known: Known<'_>) -> Vec<DemandId> {
    let first = known.near(conclusion.choice);
    let choices: BTreeSet<ChoiceId> = first
        .iter()
        .flat_map(|&d| &known.table.get(d).scope)
        .copied()
        .filter(|&c| known.is_open(c))
        .collect();
    let all: BTreeSet<DemandId> = choices.iter().flat_map(|&c| known.near(c)).chain(first).collect();
    all.into_iter().collect()
}

fn sorted(mut demands: Vec<DemandId>) -> Vec<DemandId> {
    demands.sort_unstable();
    demands
}

/// Returns a part of the demands, which are ascending, that contradicts the denial of the conclusion as they do, and of which
/// none can be left out. The last, which are the hardest to see, are left out first.
pub(super) fn reduced(
    demands: Vec<DemandId>,
    conclusion: Conclusion,
    known: Known<'_>,
) -> Result<Vec<DemandId>, Stop> {
    let mut solver = SubsetSolver::at(
        known.table,
        demands.clone(),
        Some(conclusion.choice),
        known.position,
        known.control,
    );
    irreducible(&mut solver, demands, known.position, Some(conclusion))
}

/// See [`reduced`]; without a conclusion, the demands contradict the position.
pub(super) fn irreducible(
    solver: &mut SubsetSolver,
    mut demands: Vec<DemandId>,
    position: &Position,
    denied: Option<Conclusion>,
) -> Result<Vec<DemandId>, Stop> {
    let mut at = demands.len();
    while at > 0 {
        at -= 1;
        let mut less = demands.clone();
        less.remove(at);
        if !solver.solve(&less, position, denied)? {
            let core: BTreeSet<DemandId> = solver.core().0.into_iter().collect();
            at = less[..at].iter().filter(|d| core.contains(d)).count();
            less.retain(|d| core.contains(d));
            demands = less;
        }
    }
    Ok(demands)
}
