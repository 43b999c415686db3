//! The state of the general search: placed choices, excluded choices, and the range that each linear constraint can still
//! reach, with a trail for backtracking.

use super::choice_value::ChoiceValue;
use super::grouped_sum::SumFindings;
use super::net::Net;
use crate::problem::Lit;

/// Range that a linear constraint can still reach.
#[derive(Clone, Copy, Debug, Default)]
struct LinearRange {
    /// Least value over all completions.
    min: i64,
    /// Greatest value over all completions.
    max: i64,
    /// Number of open terms.
    open: u32,
}

/// Values of the choices, set by decisions and propagation.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    values: Vec<ChoiceValue>,
    reach: Vec<LinearRange>,
    /// Bounds of the linear constraints; those of objectives change.
    bounds: Vec<(i64, i64)>,
    /// For each linear constraint, an upper bound on the weight of an open term, found by a scan of all its terms.
    heaviest: Vec<i64>,
    /// Undo records of these scans: number of known choices, constraint, bound before.
    looks: Vec<(usize, u32, i64)>,
    /// Choices in the order in which they became known.
    known: Vec<u32>,
    /// Number of them already propagated.
    head: usize,
    /// Sums by lines that must be looked at again, and by sum whether it is one of them.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    /// Nanoseconds of work not yet taken, about.
    work: u64,
    /// Scratch space.
    found: SumFindings,
}

/// Nanoseconds for each choice that becomes known, for each constraint and for each conflict on it, for each term of a
/// constraint that is searched for open choices, for each constraint compared in a branch, and for each choice whose value is examined.
const KNOWN: u64 = 15;
const TOUCHED: u64 = 12;
const EXCLUDED: u64 = 2;
const SCANNED: u64 = 1;
const COMPARED: u64 = 1;
const EXAMINED: u64 = 2;

impl Trail {
    /// Creates a trail on which nothing is known.
    pub(super) fn new(net: &Net) -> Self {
        let reach = net.linears.iter().map(|l| {
            let (min, max) = super::choice_linear::span(&l.terms);
            LinearRange { min, max, open: l.terms.len() as u32 }
        });
        Self {
            values: vec![ChoiceValue::Open; net.exclusions.len()],
            reach: reach.collect(),
            bounds: net.linears.iter().map(|l| (l.lo, l.hi)).collect(),
            heaviest: vec![i64::MAX; net.linears.len()],
            looks: Vec::new(),
            known: Vec::with_capacity(net.exclusions.len()),
            head: 0,
            stale: Vec::new(),
            is_stale: vec![false; net.grouped.len()],
            work: 0,
            found: SumFindings::default(),
        }
    }

    pub(super) fn value(&self, choice: u32) -> ChoiceValue {
        self.values[choice as usize]
    }

    /// All values, by choice.
    pub(super) fn values(&self) -> &[ChoiceValue] {
        &self.values
    }

    /// Number of known choices: a mark to backtrack to.
    pub(super) fn mark(&self) -> usize {
        self.known.len()
    }

    /// Adds the work of looking at the values of this number of choices.
    pub(super) fn add_work(&mut self, choices: u64) {
        self.work += EXAMINED * choices;
    }

    /// Returns the nanoseconds of work since the last call, about.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Current bounds of the linear constraint `id`.
    pub(super) fn bounds(&self, id: usize) -> (i64, i64) {
        self.bounds[id]
    }

    /// Returns true if the linear constraint `id` holds for all values of the open choices.
    pub(super) fn entailed(&self, net: &Net, id: usize) -> bool {
        let LinearRange { min, max, .. } = self.reach[id];
        let (lo, hi) = self.bounds[id];
        let off = net.linears[id].guard.is_some_and(|g| self.lit_value(g) == ChoiceValue::Out);
        off || (min >= lo && max <= hi)
    }

    /// Value of a linear constraint all of whose terms are known.
    pub(super) fn settled(&self, id: usize) -> i64 {
        self.reach[id].min
    }

    /// Restricts the objective bound as linear constraint `id` to values better than `value`. Call [`Self::check`] for it before
    /// continuing.
    pub(super) fn raise(&mut self, id: usize, rising: bool, value: i64) {
        let (lo, hi) = self.bounds[id];
        self.bounds[id] = if rising { (value + 1, hi) } else { (lo, value - 1) };
    }

    /// Undoes everything since `mark`.
    pub(super) fn undo(&mut self, net: &Net, mark: usize) {
        while self.known.len() > mark {
            let c = self.known.pop().expect("longer than the mark") as usize;
            if self.known.len() < self.head {
                self.head = self.known.len();
                let value = self.values[c];
                for &(id, w) in &net.uses[c] {
                    self.move_reach(id, w, value, -1);
                }
            }
            self.values[c] = ChoiceValue::Open;
        }
        while let Some(&(_, id, before)) = self.looks.last().filter(|look| look.0 > mark) {
            self.heaviest[id as usize] = before;
            self.looks.pop();
        }
    }

    fn move_reach(&mut self, id: u32, w: i64, value: ChoiceValue, sign: i64) {
        let reach = &mut self.reach[id as usize];
        if (w > 0) == (value == ChoiceValue::In) {
            reach.min += sign * w.abs();
        } else {
            reach.max -= sign * w.abs();
        }
        reach.open = reach.open.wrapping_add_signed(-sign as i32);
    }

    /// Sets the value of `choice` and propagates. Returns false on a conflict; the caller must then backtrack.
    pub(super) fn assume(&mut self, net: &Net, choice: u32, value: ChoiceValue) -> bool {
        self.set(choice, value) && self.propagate(net)
    }

    fn set(&mut self, choice: u32, value: ChoiceValue) -> bool {
        let old = &mut self.values[choice as usize];
        if *old == ChoiceValue::Open {
            *old = value;
            self.known.push(choice);
            return true;
        }
        *old == value
    }

    fn set_lit(&mut self, lit: Lit) -> bool {
        self.set(lit.var().0, if lit.is_positive() { ChoiceValue::In } else { ChoiceValue::Out })
    }

    fn propagate(&mut self, net: &Net) -> bool {
        let fine = loop {
            if !self.propagate_terms(net) {
                break false;
            }
            let Some(sum) = self.stale.pop() else { break true };
            self.is_stale[sum as usize] = false;
            if !self.narrow_grouped(net, sum as usize) {
                break false;
            }
        };
        while let Some(sum) = self.stale.pop() {
            self.is_stale[sum as usize] = false;
        }
        fine
    }

    /// Propagates a sum by lines.
    fn narrow_grouped(&mut self, net: &Net, sum: usize) -> bool {
        self.work += SCANNED * net.grouped[sum].terms() as u64;
        let mut found = std::mem::take(&mut self.found);
        let fine = net.grouped[sum].narrow(&self.values, &mut found)
            && found.forced.iter().all(|&(c, value)| self.set(c, value));
        self.found = found;
        fine
    }

    fn mark_stale(&mut self, sum: u32) {
        if !std::mem::replace(&mut self.is_stale[sum as usize], true) {
            self.stale.push(sum);
        }
    }

    /// Propagates all constraints term by term.
    fn propagate_terms(&mut self, net: &Net) -> bool {
        while self.head < self.known.len() {
            let c = self.known[self.head] as usize;
            self.head += 1;
            let value = self.values[c];
            for &(id, w) in &net.uses[c] {
                self.move_reach(id, w, value, 1);
            }
            self.work += KNOWN + TOUCHED * net.uses[c].len() as u64;
            net.in_grouped[c].iter().for_each(|&sum| self.mark_stale(sum));
            if value == ChoiceValue::In {
                self.work += EXCLUDED * net.exclusions[c].len() as u64;
                if !net.exclusions[c].iter().all(|&k| self.set(k, ChoiceValue::Out)) {
                    return false;
                }
            }
            let touched = net.uses[c].iter().map(|u| u.0).chain(net.guards[c].iter().copied());
            for id in touched {
                if !self.narrow(net, id as usize) {
                    return false;
                }
            }
        }
        true
    }

    /// Propagates every constraint, before the first decision.
    pub(super) fn settle(&mut self, net: &Net) -> bool {
        (0..net.grouped.len()).for_each(|sum| self.mark_stale(sum as u32));
        (0..net.linears.len()).all(|id| self.narrow(net, id)) && self.propagate(net)
    }

    /// Propagates the linear constraint `id`, whose bounds have changed.
    pub(super) fn check(&mut self, net: &Net, id: usize) -> bool {
        self.narrow(net, id) && self.propagate(net)
    }

    fn lit_value(&self, lit: Lit) -> ChoiceValue {
        match (self.values[lit.var().index()], lit.is_positive()) {
            (ChoiceValue::In, false) => ChoiceValue::Out,
            (ChoiceValue::Out, false) => ChoiceValue::In,
            (v, _) => v,
        }
    }

    fn narrow(&mut self, net: &Net, id: usize) -> bool {
        let linear = &net.linears[id];
        let LinearRange { min, max, .. } = self.reach[id];
        let (lo, hi) = self.bounds[id];
        let possible = lo <= hi && min <= hi && max >= lo;
        match linear.guard {
            Some(g) if self.lit_value(g) == ChoiceValue::Out => return true,
            Some(g) if self.lit_value(g) == ChoiceValue::Open => return possible || self.set_lit(!g),
            _ if !possible => return false,
            _ => {}
        }
        let (up, down) = (hi - min, max - lo);
        let room = up.min(down);
        if linear.widest.min(self.heaviest[id]) <= room {
            return true;
        }
        self.work += SCANNED * linear.terms.len() as u64;
        for &(w, c) in &linear.terms {
            if self.values[c as usize] != ChoiceValue::Open || w.abs() <= room {
                continue;
            }
            // Placing it raises min (w > 0) or lowers max (w < 0); excluding it does the opposite.
            let (rise, fall) =
                if w > 0 { (ChoiceValue::Out, ChoiceValue::In) } else { (ChoiceValue::In, ChoiceValue::Out) };
            let fine = (w.abs() <= up || self.set(c, rise)) && (w.abs() <= down || self.set(c, fall));
            if !fine {
                return false;
            }
        }
        self.looks.push((self.known.len(), id as u32, self.heaviest[id]));
        self.heaviest[id] = room;
        true
    }

    /// Selects the choice to branch on: an open term of the unsatisfied constraint with fewest open terms, else any open
    /// choice; `None` if all are known. Among the terms that raise the constraint, it is the first from index `turn` on
    /// (modulo the number of terms). Also returns the number of open terms, at
    /// least 2.
    pub(super) fn branch(&mut self, net: &Net, turn: usize) -> Option<(u32, u32)> {
        self.work += COMPARED * self.reach.len() as u64;
        let open = |c: &u32| self.values[*c as usize] == ChoiceValue::Open;
        match self.neediest(net) {
            Some((ways, id)) => {
                let terms = &net.linears[id].terms;
                let (before, from) = terms.split_at(turn % terms.len());
                let rising = from.iter().chain(before).filter(|t| t.0 > 0).map(|t| t.1).find(open);
                rising.or_else(|| terms.iter().map(|t| t.1).find(open)).map(|c| (c, ways.max(2)))
            }
            None => (0..self.values.len() as u32).find(open).map(|c| (c, 2)),
        }
    }

    /// Of the constraints below their lower bound, one with fewest open terms: their number, and its index.
    fn neediest(&self, net: &Net) -> Option<(u32, usize)> {
        let mut best: Option<(u32, usize)> = None;
        for (id, reach) in self.reach.iter().enumerate() {
            let lo = self.bounds[id].0;
            if reach.open == 0 || reach.min >= lo || best.is_some_and(|b| b.0 <= reach.open) {
                continue;
            }
            if net.linears[id].guard.is_none_or(|g| self.lit_value(g) == ChoiceValue::In) {
                best = Some((reach.open, id));
            }
        }
        best
    }
}
