//! Groups and routes as a theory of batsat: after each propagation, the parts whose literals have changed are examined.
//!
//! The examination is stateless, so backtracking only drops the premises of literals that are no longer true.

use super::Reach;
use super::finding::{Finding, State};
use batsat::lbool;
use batsat::theory::{Theory, TheoryArg};
use rustsat::types::Lit;

pub(in crate::engine::sat) struct ReachTheory {
    reach: Reach,
    /// By part: true if a literal has changed since its last examination.
    changed: Vec<bool>,
    /// Number of literals that have been seen, now and at the start of each level.
    seen: usize,
    levels: Vec<(usize, usize)>,
    /// Premises of the literals that were implied; by variable, where they are.
    premises: Vec<batsat::Lit>,
    implied: Vec<(u32, u32)>,
    conflict: Vec<batsat::Lit>,
    /// True once a contradiction without premises was found.
    pub(in crate::engine::sat) refuted: bool,
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.vidx32()), lit.is_pos())
}

impl ReachTheory {
    pub(in crate::engine::sat) fn new(reach: Reach) -> Self {
        let changed = vec![true; reach.parts.len()];
        Self {
            reach,
            changed,
            seen: 0,
            levels: Vec::new(),
            premises: Vec::new(),
            implied: Vec::new(),
            conflict: Vec::new(),
            refuted: false,
        }
    }

    /// Examines a model. Returns false if it violates a constraint, as the solver is told unless there are no models.
    pub(in crate::engine::sat) fn accepts(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        self.examine(acts)
    }

    /// Examines the parts that have changed, and tells the solver what follows. Returns false after a contradiction.
    fn examine(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        for &lit in &acts.model()[self.seen..] {
            self.reach.users(lit.var().idx()).iter().for_each(|&part| self.changed[part as usize] = true);
        }
        self.seen = acts.model().len();
        for part in 0..self.changed.len() {
            if !self.changed[part] {
                continue;
            }
            let Reach { parts, found, .. } = &mut self.reach;
            found.clear();
            parts[part].examine(&|l| value(acts, l), found);
            if !self.tell(acts) {
                return false;
            }
            self.changed[part] = false;
        }
        !self.refuted
    }

    /// Returns false after a contradiction.
    fn tell(&mut self, acts: &mut TheoryArg<'_>) -> bool {
        let found = &self.reach.found;
        let is_false = |f: &&Finding| f.conclusion.is_none_or(|l| value(acts, l) == State::Off);
        let shortest = found.list.iter().filter(is_false).min_by_key(|f| f.premises.len());
        if let Some(&finding) = shortest {
            self.contradict(finding, acts);
            return false;
        }
        let mut at = 0;
        while let Some(&finding) = self.reach.found.list.get(at) {
            at += 1;
            let Some(conclusion) = finding.conclusion else { continue };
            match value(acts, conclusion) {
                State::On => {}
                State::Off => {
                    self.contradict(finding, acts);
                    return false;
                }
                State::Open => self.imply(finding, conclusion, acts),
            }
        }
        true
    }

    fn contradict(&mut self, finding: Finding, acts: &mut TheoryArg<'_>) {
        self.conflict.clear();
        let premises = self.reach.found.of(finding.premises);
        self.conflict.extend(premises.iter().map(|&l| to_batsat(!l)));
        self.conflict.extend(finding.conclusion.map(to_batsat));
        if self.conflict.is_empty() {
            self.refuted = true;
        } else {
            // The solver would take a clause of one literal for news and enqueue it, even if it is false for good.
            self.conflict.push(to_batsat(self.reach.never));
            acts.raise_conflict(&self.conflict, false);
        }
    }

    fn imply(&mut self, finding: Finding, conclusion: Lit, acts: &mut TheoryArg<'_>) {
        let from = self.premises.len() as u32;
        self.premises.extend(self.reach.found.of(finding.premises).iter().map(|&l| to_batsat(l)));
        let var = conclusion.vidx();
        if self.implied.len() <= var {
            self.implied.resize(var + 1, (0, 0));
        }
        self.implied[var] = (from, self.premises.len() as u32);
        acts.propagate(to_batsat(conclusion));
    }
}

fn value(acts: &TheoryArg<'_>, lit: Lit) -> State {
    let value = acts.value(batsat::Var::unsafe_from_idx(lit.vidx32()));
    if value == lbool::UNDEF {
        State::Open
    } else if (value == lbool::TRUE) == lit.is_pos() {
        State::On
    } else {
        State::Off
    }
}

impl Theory for ReachTheory {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.examine(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.examine(acts);
    }

    fn create_level(&mut self) {
        self.levels.push((self.seen, self.premises.len()));
    }

    fn pop_levels(&mut self, n: usize) {
        let left = self.levels.len() - n;
        (self.seen, _) = self.levels[left];
        self.premises.truncate(self.levels[left].1);
        self.levels.truncate(left);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, p: batsat::Lit) -> &[batsat::Lit] {
        let (from, to) = self.implied[p.var().idx() as usize];
        &self.premises[from as usize..to as usize]
    }
}
