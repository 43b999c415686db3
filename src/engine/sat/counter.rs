//! Counters of literals, in clauses. A counter of a linear form returns, for every requested bound, a literal that is
//! *equivalent* to "the form is at least the bound". So it serves constraints, guards, definitions and objectives alike,
//! and no auxiliary variable is free in a model.
//!
//! - Unit weights: the totalizer (Bailleux & Boufkhad, CP 2003), from rustsat; only the outputs asked for are
//!   written (Martins et al., CP 2014).
//! - Few distinct sums: a [`tree`](super::tree).
//! - Otherwise: a network of binary adders and a comparator (Warners 1998; Eén & Sörensson, JSAT 2006), which stays
//!   polynomial for any weights. rustsat has one too, but its order of gates depends on a randomly seeded hash map, and
//!   runs must be reproducible.

use super::cnf::{Bit, Cnf};
use super::linear::NormalForm;
use super::lines::LineLiterals;
use super::take_clauses::TakeClauses;
use super::tree::Tree;
use rustc_hash::FxHashMap;
use rustsat::encodings::card::{
    BoundLower, BoundLowerIncremental, BoundUpper, BoundUpperIncremental, Totalizer,
};
use rustsat::types::Lit;
use std::collections::VecDeque;

/// Maximum number of literals of a totalizer, which is quadratic; beyond it, adders are used.
const MOST_UNIT: usize = 1600;

/// Outputs for the bounds of one linear form.
pub(super) struct Counter {
    form: NormalForm,
    kind: CounterKind,
    known: FxHashMap<i128, Bit>,
}

enum CounterKind {
    Unit(Box<Totalizer>),
    Tree {
        tree: Tree,
        /// The part of the sum that is not in the tree.
        fixed: i128,
    },
    /// Binary digits of the sum, the least significant first.
    Adder(Vec<Bit>),
}

impl CounterKind {
    /// Encodes a tree, if the weights differ and it is not too large.
    fn tree<S: TakeClauses>(form: &NormalForm, lines: &LineLiterals, cnf: &mut Cnf<S>) -> Option<Self> {
        if form.is_unit() {
            return None;
        }
        let (leaves, fixed) = lines.leaves(&form.terms);
        Some(Self::Tree { tree: Tree::new(&leaves, cnf)?, fixed })
    }
}

impl Counter {
    /// Creates a counter of `form`.
    pub(super) fn new<S: TakeClauses>(form: NormalForm, lines: &LineLiterals, cnf: &mut Cnf<S>) -> Self {
        let kind = if form.is_unit() && form.terms.len() <= MOST_UNIT {
            CounterKind::Unit(Box::new(form.terms.iter().map(|t| t.1).collect()))
        } else {
            CounterKind::tree(&form, lines, cnf).unwrap_or_else(|| CounterKind::Adder(adder(&form, cnf)))
        };
        Self { form, kind, known: FxHashMap::default() }
    }

    /// Returns a bit equivalent to "the form is at least `bound`".
    pub(super) fn at_least<S: TakeClauses>(&mut self, bound: i128, cnf: &mut Cnf<S>) -> Bit {
        let reduced = self.form.reduced(bound);
        if let Some(bit) = self.form.known(reduced) {
            return bit;
        }
        if let Some(&bit) = self.known.get(&reduced) {
            return bit;
        }
        let bit = match &mut self.kind {
            CounterKind::Unit(totalizer) => Bit::Lit(output(totalizer, reduced as usize, cnf)),
            CounterKind::Tree { tree, fixed } => match u128::try_from(reduced - *fixed) {
                Ok(bound @ 1..) => Bit::Lit(tree.at_least(bound, cnf)),
                _ => Bit::Known(true),
            },
            CounterKind::Adder(digits) => compare(digits, reduced as u128, cnf),
        };
        self.known.insert(reduced, bit);
        bit
    }
}

/// Returns the totalizer's output for "at least `bound`", in both directions.
fn output<S: TakeClauses>(totalizer: &mut Totalizer, bound: usize, cnf: &mut Cnf<S>) -> Lit {
    const FULL: &str = "this collector never runs out of memory";
    totalizer.encode_ub_change(bound - 1..=bound - 1, &mut cnf.clauses, &mut cnf.vars).expect(FULL);
    totalizer.encode_lb_change(bound..=bound, &mut cnf.clauses, &mut cnf.vars).expect(FULL);
    let upper = totalizer.enforce_ub(bound - 1).expect("just encoded")[0];
    let lower = totalizer.enforce_lb(bound).expect("just encoded")[0];
    assert_eq!(lower, !upper, "one output is encoded in both directions");
    lower
}

/// Encodes full adders column by column and returns the binary digits of the sum.
fn adder<S: TakeClauses>(form: &NormalForm, cnf: &mut Cnf<S>) -> Vec<Bit> {
    let mut columns: Vec<VecDeque<Lit>> = Vec::new();
    for &(w, l) in &form.terms {
        for digit in (0..64).filter(|d| w >> d & 1 == 1) {
            columns.resize_with(columns.len().max(digit + 1), VecDeque::new);
            columns[digit].push_back(l);
        }
    }
    let mut digits = Vec::new();
    let mut at = 0;
    while at < columns.len() {
        while columns[at].len() > 1 {
            let mut next = || columns[at].pop_front();
            let (a, b, c) = (next(), next(), next());
            let inputs: Vec<Lit> = [a, b, c].into_iter().flatten().collect();
            let (sum, carry) = add_up(&inputs, cnf);
            columns[at].push_back(sum);
            columns.resize_with(columns.len().max(at + 2), VecDeque::new);
            columns[at + 1].push_back(carry);
        }
        digits.push(columns[at].front().map_or(Bit::Known(false), |&l| Bit::Lit(l)));
        at += 1;
    }
    digits
}

/// Encodes sum and carry of two or three literals by their truth tables.
fn add_up<S: TakeClauses>(inputs: &[Lit], cnf: &mut Cnf<S>) -> (Lit, Lit) {
    let (sum, carry) = (cnf.fresh(), cnf.fresh());
    for row in 0..1u32 << inputs.len() {
        let holds = |i: usize| row >> i & 1 == 1;
        let mut clause: Vec<Lit> =
            inputs.iter().enumerate().map(|(i, &l)| if holds(i) { !l } else { l }).collect();
        let ones = row.count_ones();
        clause.push(if ones % 2 == 1 { sum } else { !sum });
        cnf.add(&clause);
        clause.pop();
        clause.push(if ones >= 2 { carry } else { !carry });
        cnf.add(&clause);
    }
    (sum, carry)
}

/// Returns a bit equivalent to "the number with these digits is at least `bound`".
fn compare<S: TakeClauses>(digits: &[Bit], bound: u128, cnf: &mut Cnf<S>) -> Bit {
    let mut result = Bit::Known(true);
    for (i, &digit) in digits.iter().enumerate() {
        result = if bound >> i & 1 == 1 { cnf.and(digit, result) } else { cnf.or(digit, result) };
    }
    if bound >> digits.len() > 0 { Bit::Known(false) } else { result }
}
