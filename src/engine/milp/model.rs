//! A problem as a mixed-integer linear program: one binary a choice, one row a line (a clique row is far stronger than its
//! pairs), conflicts gathered into cliques, covers as they are. Definitions are binaries tied to their literals by two
//! rows, guards enter with the weight that makes the row idle. Coefficients are whole numbers below 2^31, so that
//! floating point holds them exactly.

use crate::engine::Decline;
use crate::engine::cliques::{cliques, too_many_pairs};
use crate::problem::{ChoiceId, Definition, Lit, Objective, Problem, Sum};

/// `lo ≤ Σ weight · variable ≤ hi`; no bound is `i64::MIN`, `i64::MAX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Variables, distinct, and weights.
    pub(super) terms: Vec<(u32, i64)>,
    /// The least value.
    pub(super) lo: i64,
    /// The greatest value.
    pub(super) hi: i64,
}

/// A linear form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Variables, distinct and sorted, and weights.
    pub(super) terms: Vec<(u32, i64)>,
    /// Added to them.
    pub(super) offset: i64,
}

/// The program.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// How many binaries there are: the problem's variables.
    pub(super) variables: usize,
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// Whether a row without variables is already broken.
    pub(super) broken: bool,
}

/// The greatest coefficient or bound.
const MOST: i64 = 1 << 31;

impl Form {
    /// The form that terms over literals come to.
    pub(super) fn new(terms: &[(i64, Lit)], constant: i64) -> Result<Self, Decline> {
        let mut offset = i128::from(constant);
        let mut flat: Vec<(u32, i128)> = Vec::with_capacity(terms.len());
        for &(w, l) in terms {
            let w = i128::from(w);
            offset += if l.is_positive() { 0 } else { w };
            flat.push((l.var().0, if l.is_positive() { w } else { -w }));
        }
        flat.sort_unstable_by_key(|t| t.0);
        flat.dedup_by(|b, a| {
            let same = a.0 == b.0;
            a.1 += if same { b.1 } else { 0 };
            same
        });
        let whole = flat.iter().map(|t| t.1.abs()).sum::<i128>() + offset.abs();
        if whole > i128::from(MOST) {
            return Err(Decline::new("the weights are too large for floating point"));
        }
        let terms = flat.into_iter().filter(|t| t.1 != 0).map(|(v, w)| (v, w as i64)).collect();
        Ok(Self { terms, offset: offset as i64 })
    }

    /// Least and greatest value.
    pub(super) fn range(&self) -> (i64, i64) {
        let part = |sign: i64| self.terms.iter().map(|t| t.1).filter(|w| w * sign > 0).sum::<i64>();
        (self.offset + part(-1), self.offset + part(1))
    }
}

impl Model {
    /// The program of `problem`, without its objectives.
    pub(super) fn new(problem: &Problem) -> Result<Self, Decline> {
        if !problem.matchings.is_empty() {
            return Err(Decline::new("a matching is asked for"));
        }
        if too_many_pairs(problem) {
            return Err(Decline::new("there are too many conflicting pairs"));
        }
        let mut model = Self { variables: problem.var_count(), rows: Vec::new(), broken: false };
        let units =
            |choices: &[ChoiceId]| -> Vec<(i64, Lit)> { choices.iter().map(|c| (1, c.lit())).collect() };
        for line in &problem.lines {
            model.bound(&units(&line.choices), i64::from(line.exactly), 1, None)?;
        }
        for clique in cliques(problem) {
            model.bound(&units(&clique), 0, 1, None)?;
        }
        for (clause, _) in &problem.clauses {
            model.some(clause)?;
        }
        for sum in &problem.sums {
            model.sum(sum)?;
        }
        for (i, definition) in problem.definitions.iter().enumerate() {
            model.define(Lit::positive(problem.defined(i)), definition)?;
        }
        Ok(model)
    }

    /// Fixes a form to a value.
    pub(super) fn fix(&mut self, form: &Form, value: i64) {
        self.rows.push(Row { terms: form.terms.clone(), lo: value - form.offset, hi: value - form.offset });
    }

    fn sum(&mut self, sum: &Sum) -> Result<(), Decline> {
        self.bound(&sum.terms, sum.lo, sum.hi, sum.guard)
    }

    /// One of these is true.
    fn some(&mut self, clause: &[Lit]) -> Result<(), Decline> {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let terms: Vec<(i64, Lit)> = lits.into_iter().map(|l| (1, l)).collect();
        self.bound(&terms, 1, i64::MAX, None)
    }

    fn define(&mut self, gate: Lit, definition: &Definition) -> Result<(), Decline> {
        let distinct = |lits: &[Lit], negate: bool| -> Vec<(i64, Lit)> {
            let mut lits: Vec<Lit> = lits.iter().map(|&l| if negate { !l } else { l }).collect();
            lits.sort_unstable();
            lits.dedup();
            lits.into_iter().map(|l| (1, l)).collect()
        };
        let (gate, terms, bound) = match definition {
            Definition::Any(lits) => (gate, distinct(lits, false), 1),
            Definition::All(lits) => (!gate, distinct(lits, true), 1),
            Definition::AtLeast(terms, bound) => (gate, terms.clone(), *bound),
        };
        self.bound(&terms, bound, i64::MAX, Some(gate))?;
        self.bound(&terms, i64::MIN, bound.saturating_sub(1), Some(!gate))
    }

    /// `guard ⇒ lo ≤ Σ terms ≤ hi`, in as many rows as that takes.
    fn bound(&mut self, terms: &[(i64, Lit)], lo: i64, hi: i64, guard: Option<Lit>) -> Result<(), Decline> {
        let form = Form::new(terms, 0)?;
        let (min, max) = form.range();
        let (low, high) = (lo > min, hi < max);
        let Some(guard) = guard else {
            if low || high {
                let (lo, hi) = (
                    if low { lo.min(max + 1) } else { i64::MIN },
                    if high { hi.max(min - 1) } else { i64::MAX },
                );
                self.push(&form, lo, hi);
            }
            return Ok(());
        };
        // Σ - (lo - min) · guard ≥ min, and likewise above. A bound out of reach excludes the guard.
        if low {
            let mut tied = terms.to_vec();
            tied.push((min - lo.min(max + 1), guard));
            self.push(&Form::new(&tied, 0)?, min, i64::MAX);
        }
        if high {
            let mut tied = terms.to_vec();
            tied.push((max - hi.max(min - 1), guard));
            self.push(&Form::new(&tied, 0)?, i64::MIN, max);
        }
        Ok(())
    }

    fn push(&mut self, form: &Form, lo: i64, hi: i64) {
        let lo = if lo == i64::MIN { lo } else { lo - form.offset };
        let hi = if hi == i64::MAX { hi } else { hi - form.offset };
        if form.terms.is_empty() {
            self.broken |= lo > 0 || hi < 0;
        } else {
            self.rows.push(Row { terms: form.terms.clone(), lo, hi });
        }
    }
}

/// The forms of the objectives.
pub(super) fn objectives(problem: &Problem) -> Result<Vec<Form>, Decline> {
    problem.objectives.iter().map(|o: &Objective| Form::new(&o.terms, o.constant)).collect()
}
