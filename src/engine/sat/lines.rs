//! Lines as literals: of a line at most one choice is taken, so "the line is taken" is a sum of its choices.
//!
//! Two uses. A weighted sum over choices (the cells that tiles cover in a row) is often a short sum over lines (the cells
//! of the row): the counter becomes as small as the board's row, whatever the number of choices. And a choice that excludes a whole
//! line (a tile beside a cell) says so in one binary clause instead of a pair for each choice on it, and gives the solver
//! the cell to reason with.

use super::cnf::Cnf;
use super::linear::Linear;
use super::solver::TakeClauses;
use crate::problem::{ChoiceId, Problem};
use rustsat::types::Lit;

/// Weights are taken apart unit by unit; beyond so many rounds it is not worth it.
const MOST_ROUNDS: usize = 16;
/// Fewer pairs than this are written as pairs.
const FEW: usize = 3;

/// The lines of a problem, and the literals that some of them have.
pub(super) struct Lines {
    choices: Vec<Vec<u32>>,
    exactly: Vec<bool>,
    /// By choice: its lines.
    at: Vec<Vec<u32>>,
    taken: Vec<Option<Lit>>,
}

impl Lines {
    /// The lines of `problem`, none with a literal yet.
    pub(super) fn new(problem: &Problem) -> Self {
        let mut this = Self {
            choices: Vec::new(),
            exactly: Vec::new(),
            at: vec![Vec::new(); problem.choices.len()],
            taken: vec![None; problem.lines.len()],
        };
        for (i, line) in problem.lines.iter().enumerate() {
            let mut choices: Vec<u32> = line.choices.iter().map(|c| c.0).collect();
            choices.sort_unstable();
            choices.dedup();
            choices.iter().for_each(|&c| this.at[c as usize].push(i as u32));
            this.choices.push(choices);
            this.exactly.push(line.exactly);
        }
        this
    }

    /// The literal that is true where a choice on the line is.
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

    /// `form` as a sum over lines (and what is left), and what lines with exactly one add to it, where that makes it
    /// half as long.
    pub(super) fn apart<S: TakeClauses>(&mut self, form: &Linear, cnf: &mut Cnf<S>) -> Option<(Linear, u64)> {
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
        Some((Linear { terms: kept, offset: 0, divisor: 1 }, fixed))
    }

    /// Takes lines out of the weights, longer ones first, a unit in each round; the lines and how often each was.
    fn subtract(&self, weight: &mut [u64], inside: &[usize]) -> Vec<(u32, u64)> {
        let mut hits = vec![0usize; self.choices.len()];
        inside.iter().flat_map(|&v| &self.at[v]).for_each(|&l| hits[l as usize] += 1);
        let whole = |l: &u32| hits[*l as usize] > 1 && hits[*l as usize] == self.choices[*l as usize].len();
        let mut lines: Vec<u32> = (0..self.choices.len() as u32).filter(whole).collect();
        lines.sort_by_key(|&l| std::cmp::Reverse(self.choices[l as usize].len()));
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

    /// Writes out for each choice the lines that it excludes as a whole; gives back, by choice, the conflicting choices
    /// that this takes care of, sorted.
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
