//! Counters of literals, in clauses. A counter of a linear form returns, for every requested bound, a literal that is
//! *equivalent* to "the form is at least the bound". So it serves constraints, guards, definitions and objectives alike,
//! and no auxiliary variable is free in a model.
//!
//! - Unit weights: the totalizer (Bailleux & Boufkhad, CP 2003), from rustsat; only the outputs asked for are
//!   written (Martins et al., CP 2014).
//! - Few distinct sums: the generalized totalizer (Joshi, Martins & Manquinho, CP 2015), a tree whose nodes have an output
//!   for every sum that occurs.
//! - Otherwise: a network of binary adders and a comparator (Warners 1998; Eén & Sörensson, JSAT 2006), which stays
//!   polynomial for any weights. rustsat has one too, but its order of gates depends on a randomly seeded hash map, and
//!   runs must be reproducible.

use super::cnf::{Bit, Cnf};
use super::linear::NormalForm;
use super::take_clauses::TakeClauses;
use rustc_hash::FxHashMap;
use rustsat::encodings::card::{
    BoundLower, BoundLowerIncremental, BoundUpper, BoundUpperIncremental, Totalizer,
};
use rustsat::types::Lit;
use std::collections::VecDeque;

/// Maximum number of literals of a totalizer, which is quadratic; beyond it, adders are used.
const MOST_UNIT: usize = 1600;
/// Maximum number of clauses of a generalized totalizer; beyond it, adders are used.
const MOST_TREE: usize = 200_000;

/// Outputs for the bounds of one linear form.
pub(super) struct Counter {
    form: NormalForm,
    kind: CounterKind,
    known: FxHashMap<i128, Bit>,
}

enum CounterKind {
    Unit(Box<Totalizer>),
    /// By value: the literal for "the sum is at least this".
    Tree(Vec<(u128, Lit)>),
    /// Binary digits of the sum, the least significant first.
    Adder(Vec<Bit>),
}

impl Counter {
    /// Creates a counter of `form`.
    pub(super) fn new<S: TakeClauses>(form: NormalForm, cnf: &mut Cnf<S>) -> Self {
        let kind = if form.is_unit() && form.terms.len() <= MOST_UNIT {
            CounterKind::Unit(Box::new(form.terms.iter().map(|t| t.1).collect()))
        } else if !form.is_unit() && tree_size(&form) <= MOST_TREE {
            CounterKind::Tree(tree(&form.terms, cnf))
        } else {
            CounterKind::Adder(adder(&form, cnf))
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
            CounterKind::Tree(outputs) => {
                let at = outputs.partition_point(|o| (o.0 as i128) < reduced);
                Bit::Lit(outputs[at].1)
            }
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

/// Returns the distinct sums of a value on the left and one on the right, ascending.
fn sums(left: &[u128], right: &[u128]) -> Vec<u128> {
    let mut all: Vec<u128> = left.iter().flat_map(|l| right.iter().map(move |r| l + r)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Estimates the number of clauses of [`tree`]; stops counting beyond [`MOST_TREE`].
fn tree_size(form: &NormalForm) -> usize {
    fn node(terms: &[(u64, Lit)], size: &mut usize) -> Vec<u128> {
        if let [(w, _)] = terms {
            return vec![0, u128::from(*w)];
        }
        let (a, b) = terms.split_at(terms.len() / 2);
        let (a, b) = (node(a, size), if *size > MOST_TREE { vec![] } else { node(b, size) });
        *size = size.saturating_add(2 * a.len().saturating_mul(b.len()));
        if *size > MOST_TREE { vec![] } else { sums(&a, &b) }
    }
    let mut size = 0;
    node(&form.terms, &mut size);
    size
}

/// Encodes a generalized totalizer and returns its outputs: for every positive sum that occurs, the literal for "at least
/// this".
fn tree<S: TakeClauses>(terms: &[(u64, Lit)], cnf: &mut Cnf<S>) -> Vec<(u128, Lit)> {
    if let [(w, l)] = terms {
        return vec![(u128::from(*w), *l)];
    }
    let (a, b) = terms.split_at(terms.len() / 2);
    let (a, b) = (tree(a, cnf), tree(b, cnf));
    let values =
        |side: &[(u128, Lit)]| -> Vec<u128> { std::iter::once(0).chain(side.iter().map(|o| o.0)).collect() };
    let (va, vb) = (values(&a), values(&b));
    let outputs: Vec<(u128, Lit)> = sums(&va, &vb)[1..].iter().map(|&v| (v, cnf.fresh())).collect();
    for (i, &x) in va.iter().enumerate() {
        for (j, &y) in vb.iter().enumerate() {
            let at = outputs.partition_point(|o| o.0 < x + y);
            // Left at least x and right at least y imply a sum of at least x + y.
            if x + y > 0 {
                let mut clause = vec![outputs[at].1];
                clause.extend((i > 0).then(|| !a[i - 1].1));
                clause.extend((j > 0).then(|| !b[j - 1].1));
                cnf.add(&clause);
            }
            // Left at most x and right at most y imply a sum of at most x + y, below the next output.
            let next = outputs.partition_point(|o| o.0 <= x + y);
            if next < outputs.len() {
                let mut clause = vec![!outputs[next].1];
                clause.extend(a.get(i).map(|o| o.1));
                clause.extend(b.get(j).map(|o| o.1));
                cnf.add(&clause);
            }
        }
    }
    outputs.windows(2).for_each(|w| cnf.add(&[!w[1].1, w[0].1]));
    outputs
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
