//! A problem as a linear program over binary variables: one variable per choice, one row per line (a clique row is far
//! stronger than the rows of its pairs), conflicts gathered into cliques, clauses as covering rows. A definition is a
//! variable tied to its literals by two rows; a guard enters with the weight that makes the row redundant when the guard
//! is false; a matching has one variable per edge. Weights and bounds are integers up to a given limit: 2^31 where
//! floating point must hold them exactly.
//!
//! The engine `milp` solves the program, and `export` writes it for other solvers.

use super::Decline;
use crate::problem::cliques_of_pairs::too_many_pairs;
use crate::problem::{ChoiceId, Clique, Definition, Linear, Lit, Matching, Objective, Origin, Problem};

/// Origin of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowSource {
    /// A statement of the spec, or the board.
    Statement(Origin),
    /// Pairs of choices that exclude each other.
    Pairs,
    /// The definition with this number.
    Definition(u32),
}

/// `lo ≤ Σ weight · variable ≤ hi`. A missing bound is `i64::MIN` or `i64::MAX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRow {
    /// Distinct variables with their weights.
    pub terms: Vec<(u32, i64)>,
    pub lo: i64,
    pub hi: i64,
    /// Origin of the row.
    pub source: RowSource,
}

/// Linear form `offset + Σ weight · variable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Distinct variables in ascending order, with their weights.
    pub terms: Vec<(u32, i64)>,
    pub offset: i64,
}

/// Reason for which a problem has no such program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramDecline {
    /// The reason, a clause.
    pub reason: &'static str,
    /// The statement that causes it, if it is a single one.
    pub origin: Option<Origin>,
}

impl From<ProgramDecline> for Decline {
    fn from(unfit: ProgramDecline) -> Self {
        Self::new(unfit.reason)
    }
}

/// Linear program over binary variables.
#[derive(Clone, Debug)]
pub struct Program {
    /// Number of variables, each 0 or 1: the problem's variables under their own numbers, then the edges.
    pub variables: usize,
    /// Edges of all matchings.
    pub edges: Vec<(ChoiceId, ChoiceId)>,
    /// Rows of the program.
    pub rows: Vec<ProgramRow>,
    /// True if a row without variables is violated.
    pub broken: bool,
    /// Limit on the sum of the absolute weights of a row.
    most: i64,
}

/// Limit up to which floating point represents integers and their small sums exactly.
pub const EXACT_IN_FLOATS: i64 = 1 << 31;

impl Form {
    /// Converts terms over literals to a form over variables.
    ///
    /// # Errors
    /// If the absolute weights, with the offset, sum to more than `most`.
    pub fn new(terms: &[(i64, Lit)], constant: i64, most: i64) -> Result<Self, ProgramDecline> {
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
        if whole > i128::from(most) {
            let reason = if most == EXACT_IN_FLOATS {
                "the weights are too large for floating point"
            } else {
                "the weights are too large"
            };
            return Err(ProgramDecline { reason, origin: None });
        }
        let terms = flat.into_iter().filter(|t| t.1 != 0).map(|(v, w)| (v, w as i64)).collect();
        Ok(Self { terms, offset: offset as i64 })
    }

    /// Returns the least and the greatest value.
    pub fn range(&self) -> (i64, i64) {
        let part = |sign: i64| self.terms.iter().map(|t| t.1).filter(|w| w * sign > 0).sum::<i64>();
        (self.offset + part(-1), self.offset + part(1))
    }
}

impl Program {
    /// Builds the program of `problem`, without its objectives. The absolute weights of each row sum to at most `most`.
    ///
    /// # Errors
    /// If that is impossible, or if there are too many conflicting pairs to gather.
    pub fn new(problem: &Problem, most: i64) -> Result<Self, ProgramDecline> {
        if too_many_pairs(problem) {
            return Err(ProgramDecline { reason: "there are too many conflicting pairs", origin: None });
        }
        let variables = problem.var_count();
        let mut program = Self { variables, edges: Vec::new(), rows: Vec::new(), broken: false, most };
        for line in &problem.cliques {
            program.line(line)?;
        }
        for clique in problem.cliques_of_pairs(usize::MAX).expect("there is no limit") {
            program.bound(&units(clique), (0, 1), None, RowSource::Pairs)?;
        }
        for (clause, origin) in &problem.clauses {
            program.bound(&distinct(clause, false), (1, i64::MAX), None, RowSource::Statement(*origin))?;
        }
        for sum in &problem.linears {
            program.sum(sum)?;
        }
        for (i, definition) in problem.definitions.iter().enumerate() {
            program.define(Lit::positive(problem.defined(i)), definition, RowSource::Definition(i as u32))?;
        }
        for matching in &problem.matchings {
            program.matching(matching);
        }
        Ok(program)
    }

    /// Fixes a form to a value.
    pub(super) fn fix(&mut self, form: &Form, value: i64) {
        let bound = value - form.offset;
        let source = RowSource::Statement(Origin::BOARD);
        self.rows.push(ProgramRow { terms: form.terms.clone(), lo: bound, hi: bound, source });
    }

    fn line(&mut self, line: &Clique) -> Result<(), ProgramDecline> {
        let source = RowSource::Statement(line.origin);
        self.bound(&units(&line.choices), (i64::from(line.exactly), 1), None, source)
    }

    fn sum(&mut self, sum: &Linear) -> Result<(), ProgramDecline> {
        let bounded = self.bound(&sum.terms, (sum.lo, sum.hi), sum.guard, RowSource::Statement(sum.origin));
        bounded.map_err(|unfit| ProgramDecline { origin: Some(sum.origin), ..unfit })
    }

    fn define(
        &mut self,
        gate: Lit,
        definition: &Definition,
        source: RowSource,
    ) -> Result<(), ProgramDecline> {
        let (gate, terms, bound) = match definition {
            Definition::Any(lits) => (gate, distinct(lits, false), 1),
            Definition::All(lits) => (!gate, distinct(lits, true), 1),
            Definition::AtLeast(terms, bound) => (gate, terms.clone(), *bound),
            Definition::Linked { .. } => {
                return Err(ProgramDecline { origin: None, reason: "groups are no linear rows" });
            }
        };
        self.bound(&terms, (bound, i64::MAX), Some(gate), source)?;
        self.bound(&terms, (i64::MIN, bound.saturating_sub(1)), Some(!gate), source)
    }

    /// Adds a variable for every edge: an edge in use is open, and every chosen end is on exactly one edge in use.
    fn matching(&mut self, matching: &Matching) {
        let source = RowSource::Statement(matching.origin);
        let mut at: [Vec<(ChoiceId, u32)>; 2] = Default::default();
        for &(l, r, open) in &matching.edges {
            if matching.left.binary_search(&l).is_err() || matching.right.binary_search(&r).is_err() {
                continue;
            }
            let edge = self.variables as u32;
            self.variables += 1;
            self.edges.push((l, r));
            at[0].push((l, edge));
            at[1].push((r, edge));
            if let Some(open) = open {
                let (weight, hi) = if open.is_positive() { (-1, 0) } else { (1, 1) };
                let terms = vec![(open.var().0, weight), (edge, 1)];
                self.rows.push(ProgramRow { terms, lo: i64::MIN, hi, source });
            }
        }
        for (side, mut at) in [&matching.left, &matching.right].into_iter().zip(at) {
            at.sort_unstable();
            for &end in side {
                let from = at.partition_point(|e| e.0 < end);
                let edges = at[from..].iter().take_while(|e| e.0 == end).map(|e| (e.1, 1));
                let terms = std::iter::once((end.0, -1)).chain(edges).collect();
                self.rows.push(ProgramRow { terms, lo: 0, hi: 0, source });
            }
        }
    }

    /// Adds `guard ⇒ lo ≤ Σ terms ≤ hi`, in as many rows as needed.
    fn bound(
        &mut self,
        terms: &[(i64, Lit)],
        (lo, hi): (i64, i64),
        guard: Option<Lit>,
        source: RowSource,
    ) -> Result<(), ProgramDecline> {
        let form = Form::new(terms, 0, self.most)?;
        let (min, max) = form.range();
        let (low, high) = (lo > min, hi < max);
        let Some(guard) = guard else {
            if low || high {
                let (lo, hi) = (
                    if low { lo.min(max + 1) } else { i64::MIN },
                    if high { hi.max(min - 1) } else { i64::MAX },
                );
                self.push(&form, lo, hi, source);
            }
            return Ok(());
        };
        // Σ - (lo - min) · guard ≥ min, and likewise above. An unattainable bound excludes the guard.
        if low {
            let mut tied = terms.to_vec();
            tied.push((min - lo.min(max + 1), guard));
            self.push(&Form::new(&tied, 0, self.most)?, min, i64::MAX, source);
        }
        if high {
            let mut tied = terms.to_vec();
            tied.push((max - hi.max(min - 1), guard));
            self.push(&Form::new(&tied, 0, self.most)?, i64::MIN, max, source);
        }
        Ok(())
    }

    fn push(&mut self, form: &Form, lo: i64, hi: i64, source: RowSource) {
        let lo = if lo == i64::MIN { lo } else { lo - form.offset };
        let hi = if hi == i64::MAX { hi } else { hi - form.offset };
        if form.terms.is_empty() {
            self.broken |= lo > 0 || hi < 0;
        } else {
            self.rows.push(ProgramRow { terms: form.terms.clone(), lo, hi, source });
        }
    }
}

fn units(choices: &[ChoiceId]) -> Vec<(i64, Lit)> {
    choices.iter().map(|c| (1, c.lit())).collect()
}

/// The literals (or their negations) without repetition, each with weight 1.
fn distinct(lits: &[Lit], negate: bool) -> Vec<(i64, Lit)> {
    let mut lits: Vec<Lit> = lits.iter().map(|&l| if negate { !l } else { l }).collect();
    lits.sort_unstable();
    lits.dedup();
    lits.into_iter().map(|l| (1, l)).collect()
}

/// Forms of the objectives, the most important first.
///
/// # Errors
/// If the absolute weights of one, with its offset, sum to more than `most`.
pub fn objective_forms(problem: &Problem, most: i64) -> Result<Vec<Form>, ProgramDecline> {
    problem.objectives.iter().map(|o: &Objective| Form::new(&o.terms, o.constant, most)).collect()
}
