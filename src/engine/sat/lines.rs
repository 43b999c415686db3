//! Lines (at-most-one and exactly-one constraints) as literals: at most one choice of a line is taken, so "the line is
//! taken" is the sum of its choices.
//!
//! There are two uses. First, a weighted sum over choices (the cells that tiles cover in a row) is often a short sum over
//! lines (the cells of the row). The counter then depends on the length of the row instead of the number of choices.
//! Second, a choice that excludes a whole line (a tile next to a cell) needs one binary clause instead of one per choice on
//! the line, and the solver can reason with the cell.

use super::cnf::Cnf;
use super::linear::NormalForm;
use super::take_clauses::TakeClauses;
use super::tree::Leaf;
use crate::problem::{ChoiceId, Problem};
use rustc_hash::FxHashMap;
use rustsat::types::Lit;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Maximum number of rounds, each of which subtracts one unit of weight; more are not worthwhile.
const MOST_ROUNDS: usize = 16;
/// Fewer pairs than this are encoded as pairs.
const FEW: usize = 3;

/// The lines of a problem, with a literal for each where one has been requested.
pub(super) struct LineLiterals {
    choices: Vec<Vec<u32>>,
    exactly: Vec<bool>,
    /// By choice: its lines.
    at: Vec<Vec<u32>>,
    taken: Vec<Option<Lit>>,
}

impl LineLiterals {
    /// Creates the lines of `problem`, without literals.
    pub(super) fn new(problem: &Problem) -> Self {
        let mut this = Self {
            choices: Vec::new(),
            exactly: Vec::new(),
            at: vec![Vec::new(); problem.choices.len()],
            taken: vec![None; problem.cliques.len()],
        };
        for (i, line) in problem.cliques.iter().enumerate() {
            let mut choices: Vec<u32> = line.choices.iter().map(|c| c.0).collect();
            choices.sort_unstable();
            choices.dedup();
            choices.iter().for_each(|&c| this.at[c as usize].push(i as u32));
            this.choices.push(choices);
            this.exactly.push(line.exactly);
        }
        this
    }

    /// Returns the literal that is true if a choice on the line is taken.
    fn taken<S: TakeClauses>(&mut self, line: u32, cnf: &mut Cnf<S>) -> Lit {
        if let Some(known) = self.taken[line as usize] {
            return known;
        }
        let literal = cnf.fresh();
        let negated: Vec<Lit> = self.choices[line as usize].iter().map(|&c| Lit::negative(c)).collect();
        cnf.define_and(!literal, &negated);
        self.taken[line as usize] = Some(literal);
        literal
    }

    /// Rewrites `form` as a sum over lines plus remaining terms, if that at least halves its length. Returns the new form
    /// and the constant contributed by exactly-one lines.
    pub(super) fn apart<S: TakeClauses>(
        &mut self,
        form: &NormalForm,
        cnf: &mut Cnf<S>,
    ) -> Option<(NormalForm, u64)> {
        let mut weight = vec![0u64; self.at.len()];
        let (mut inside, mut kept) = (Vec::new(), Vec::new());
        for &(w, l) in &form.terms {
            let var = l.vidx();
            if l.is_pos() && var < weight.len() {
                weight[var] = w;
                inside.push(var);
            } else {
                kept.push((w, l));
            }
        }
        let times = self.subtract(&mut weight, &inside);
        kept.extend(inside.iter().filter(|&&v| weight[v] > 0).map(|&v| (weight[v], Lit::positive(v as u32))));
        if times.is_empty() || 2 * (times.len() + kept.len()) > form.terms.len() {
            return None;
        }
        let mut fixed = 0;
        for (line, w) in times {
            if self.exactly[line as usize] {
                fixed += w;
            } else {
                kept.push((w, self.taken(line, cnf)));
            }
        }
        kept.sort_unstable_by_key(|t| t.1);
        Some((NormalForm { terms: kept, offset: 0, divisor: 1 }, fixed))
    }

    /// Subtracts lines from the weights, longer ones first, one unit per round. Returns the lines and their multiplicities.
    fn subtract(&self, weight: &mut [u64], inside: &[usize]) -> Vec<(u32, u64)> {
        let mut hits = vec![0usize; self.choices.len()];
        inside.iter().flat_map(|&v| &self.at[v]).for_each(|&l| hits[l as usize] += 1);
        let whole = |l: &u32| hits[*l as usize] > 1 && hits[*l as usize] == self.choices[*l as usize].len();
        let mut lines: Vec<u32> = (0..self.choices.len() as u32).filter(whole).collect();
        lines.sort_by_key(|&l| Reverse(self.choices[l as usize].len()));
        let mut times: Vec<(u32, u64)> = lines.into_iter().map(|l| (l, 0)).collect();
        for _ in 0..MOST_ROUNDS {
            let mut any = false;
            for (line, times) in &mut times {
                let choices = &self.choices[*line as usize];
                if choices.iter().all(|&c| weight[c as usize] > 0) {
                    choices.iter().for_each(|&c| weight[c as usize] -= 1);
                    *times += 1;
                    any = true;
                }
            }
            if !any {
                break;
            }
        }
        times.retain(|t| t.1 > 0);
        times
    }

    /// Divides the terms of a sum into sets of which at most one is true, and returns the sum of their least values, which the leaves
    /// do not contain.
    pub(super) fn leaves(&self, terms: &[(u64, Lit)]) -> (Vec<Leaf>, i128) {
        let mut left: BTreeMap<u32, (u64, Lit)> = terms.iter().map(|t| (t.1.vidx32(), *t)).collect();
        let lines_of = |var: &u32| self.at.get(*var as usize).into_iter().flatten();
        let mut hits: FxHashMap<u32, usize> = FxHashMap::default();
        left.keys().flat_map(lines_of).for_each(|&line| *hits.entry(line).or_default() += 1);
        let mut lines: Vec<(u32, usize)> = hits.into_iter().filter(|hit| hit.1 > 1).collect();
        lines.sort_unstable_by_key(|&(line, hits)| (Reverse(hits), line));
        let mut leaves = Vec::new();
        let mut fixed = 0;
        for (line, _) in lines {
            let choices = &self.choices[line as usize];
            if choices.iter().filter(|c| left.contains_key(c)).nth(1).is_some() {
                let members: Vec<(u64, Lit)> = choices.iter().filter_map(|c| left.remove(c)).collect();
                let is_whole = self.exactly[line as usize] && members.len() == choices.len();
                let (mut leaf, offset) = exclusive(&members, is_whole);
                fixed += offset + leaf.lower() as i128;
                leaves.push(leaf);
            }
        }
        leaves.extend(left.into_values().map(Leaf::single));
        leaves.sort_by_key(|leaf| leaf.terms[0].1.vidx32());
        (leaves, fixed)
    }

    /// Encodes, for each choice, the lines that it excludes as a whole. Returns, by choice, the conflicting choices covered
    /// by this, sorted.
    pub(super) fn exclude<S: TakeClauses>(
        &mut self,
        problem: &Problem,
        cnf: &mut Cnf<S>,
    ) -> Vec<Vec<ChoiceId>> {
        let mut done = vec![Vec::new(); problem.choices.len()];
        let mut excluded = vec![u32::MAX; problem.choices.len()];
        let mut hits = vec![0usize; self.choices.len()];
        for a in problem.choice_ids() {
            let conflicts = &problem.conflicts[a.index()];
            if conflicts.len() < FEW {
                continue;
            }
            let mates = self.at[a.index()].iter().flat_map(|&l| &self.choices[l as usize]).copied();
            mates.chain(conflicts.iter().map(|c| c.0)).for_each(|c| excluded[c as usize] = a.0);
            let touched = || conflicts.iter().flat_map(|b| &self.at[b.index()]).copied();
            touched().for_each(|l| hits[l as usize] += 1);
            let mut lines: Vec<u32> = touched().filter(|&l| hits[l as usize] >= FEW).collect();
            touched().for_each(|l| hits[l as usize] = 0);
            lines.sort_unstable();
            lines.dedup();
            for line in lines {
                let choices = &self.choices[line as usize];
                if choices.contains(&a.0) || choices.iter().any(|&c| excluded[c as usize] != a.0) {
                    continue;
                }
                done[a.index()].extend(choices.iter().map(|&c| ChoiceId(c)));
                let line = self.taken(line, cnf);
                cnf.add(&[Lit::negative(a.0), !line]);
            }
            done[a.index()].sort_unstable();
            done[a.index()].dedup();
        }
        done
    }
}

/// Returns a leaf with the value of a sum of terms over choices of which at most one is taken, exactly one if `is_whole`, and the
/// constant to add. A term over a choice that is not taken, `w·¬x`, counts as `w - w·x`.
fn exclusive(terms: &[(u64, Lit)], is_whole: bool) -> (Leaf, i128) {
    let off = || terms.iter().filter(|t| t.1.is_neg()).map(|t| u128::from(t.0));
    let most = off().max().unwrap_or(0);
    let value = |&(w, l): &(u64, Lit)| {
        let w = u128::from(w);
        (if l.is_pos() { most + w } else { most - w }, Lit::positive(l.vidx32()))
    };
    let leaf = Leaf { terms: terms.iter().map(value).collect(), otherwise: (!is_whole).then_some(most) };
    (leaf, (off().sum::<u128>() - most) as i128)
}
