//! Upper bound by state on what the undecided choices can still add to the objective, from groups of choices of which
//! at most one can be taken: the kinds on a cell. Of each group only the best choice counts, and nothing of a group
//! whose choices are all blocked.
//!
//! It is sharp if the choices of a group have equal weights. Two equal armies, counted by one of them, do not; but
//! counted by both together they do (the goal counts them so): then the bound is the number of cells that either army
//! can still take.

use super::field::Content;
use super::form::FrontierForm;
use super::key::Key;
use crate::problem::{ChoiceId, Problem};

/// Bounds from the cliques of a problem.
#[derive(Debug)]
pub(super) struct GroupBound<'a> {
    form: &'a FrontierForm,
    /// By decision: the group of the choice, and what taking it adds.
    choices: Vec<(usize, u64)>,
    /// By decision: the field of its blocked bit, if it has one.
    blocked: Vec<Option<usize>>,
    /// By number of decisions made: the maximum that the remaining decisions add if nothing is blocked.
    rest: Vec<u64>,
}

/// Bound for the states between two decisions.
#[derive(Debug)]
pub(super) struct GroupPricing<K> {
    rest: u64,
    /// For each group that may be blocked: the bits that are then all 1, and what is lost.
    blocked: Vec<(K, u64)>,
}

impl<'a> GroupBound<'a> {
    /// Creates the bound on what the decisions of `adds`, the first ones of the form, contribute. The contributions sum to
    /// less than 2⁶³.
    pub fn new(problem: &Problem, form: &'a FrontierForm, adds: &[[u64; 2]]) -> Self {
        let group = groups(problem);
        let choices: Vec<(usize, u64)> =
            form.order.iter().zip(adds).map(|(c, add)| (group[c.index()], add[1])).collect();
        let mut blocked = vec![None; choices.len()];
        for (i, field) in form.fields.iter().enumerate() {
            let at = blocked.get_mut(field.close() as usize).filter(|_| field.width() == 1);
            if let (Content::Blocked, Some(at)) = (&field.content, at) {
                *at = Some(i);
            }
        }
        let mut best = vec![0_u64; group.len()];
        let mut rest = vec![0_u64; choices.len() + 1];
        for (time, &(group, add)) in choices.iter().enumerate().rev() {
            rest[time] = rest[time + 1] + adds[time][0] + add.saturating_sub(best[group]);
            best[group] = best[group].max(add);
        }
        Self { form, choices, blocked, rest }
    }

    /// Returns the bound after `time` decisions.
    pub fn after<K: Key>(&self, time: usize) -> GroupPricing<K> {
        // For each group with a choice left: the bits that block all of them, and the best of them.
        let mut left = std::collections::BTreeMap::<usize, (Option<K>, u64)>::new();
        for (at, &(group, add)) in self.choices.iter().enumerate().skip(time).filter(|(_, c)| c.1 > 0) {
            let open = self.blocked[at].filter(|&f| (self.form.fields[f].open() as usize) < time);
            let slot = open.and_then(|f| self.form.slots.after(f, time as u32 - 1));
            let bit = slot.map(|s| K::mask(self.form.layout.position(s, 1, time as u32), 1));
            let (bits, best) = left.entry(group).or_insert((Some(K::ZERO), 0));
            *bits = bits.zip(bit).map(|(all, one)| all | one);
            *best = (*best).max(add);
        }
        let blocked = left.into_values().filter_map(|(bits, best)| Some((bits?, best))).collect();
        GroupPricing { rest: self.rest[time], blocked }
    }
}

impl<K: Key> GroupPricing<K> {
    /// Returns the maximum that the undecided choices can add in this state.
    #[inline]
    pub fn most(&self, state: K) -> u64 {
        let lost = self.blocked.iter().filter(|(bits, _)| state & *bits == *bits).map(|b| b.1);
        self.rest - lost.sum::<u64>()
    }
}

/// Returns a group for each variable: disjoint cliques, the short ones first (the cells before the lines), and the other
/// variables alone.
pub(super) fn groups(problem: &Problem) -> Vec<usize> {
    let mut cliques: Vec<&[ChoiceId]> = problem.cliques.iter().map(|q| &q.choices[..]).collect();
    cliques.sort_by_key(|q| q.len());
    let mut group = vec![usize::MAX; problem.var_count()];
    for (i, clique) in cliques.iter().enumerate() {
        if clique.iter().all(|c| group[c.index()] == usize::MAX) {
            clique.iter().for_each(|c| group[c.index()] = i);
        }
    }
    for (var, group) in group.iter_mut().enumerate().filter(|(_, g)| **g == usize::MAX) {
        *group = cliques.len() + var;
    }
    // Numbers below the number of variables.
    let mut numbers = rustc_hash::FxHashMap::default();
    for g in &mut group {
        let next = numbers.len();
        *g = *numbers.entry(*g).or_insert(next);
    }
    group
}
