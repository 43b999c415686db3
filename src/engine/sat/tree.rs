//! Counters of weighted sums: the generalized totalizer (Joshi, Martins & Manquinho, CP 2015), a tree whose nodes have an output
//! for every sum that occurs. Its leaves are sets of choices of which at most one is taken, such as the digits of a cell, so that
//! few sums occur (Bofill, Coll, Suy & Villaret, CPAIOR 2019). The root writes only the outputs that are asked for.

use super::cnf::Cnf;
use super::take_clauses::TakeClauses;
use rustsat::types::Lit;

/// Maximum number of clauses of a tree.
const MOST_CLAUSES: usize = 200_000;

/// By value, ascending: the literal for "the sum is at least this". The least value is 0 and needs none.
type Outputs = Vec<(u128, Lit)>;

/// A leaf: its value is the weight of the literal that is true, or `otherwise` if none is. At most one of them is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) terms: Vec<(u128, Lit)>,
    /// `None` if one of the literals is true.
    pub(super) otherwise: Option<u128>,
}

impl Leaf {
    /// A leaf of one literal.
    pub(super) fn single((weight, literal): (u64, Lit)) -> Self {
        Self { terms: vec![(weight.into(), literal)], otherwise: Some(0) }
    }

    /// Returns the values that the leaf may have, ascending.
    fn values(&self) -> Vec<u128> {
        let mut values: Vec<u128> = self.terms.iter().map(|t| t.0).chain(self.otherwise).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Lowers all values by the least and returns that.
    pub(super) fn lower(&mut self) -> u128 {
        let least = self.values()[0];
        self.terms.iter_mut().for_each(|t| t.0 -= least);
        self.otherwise = self.otherwise.map(|value| value - least);
        least
    }

    /// Writes the outputs. Those above the value of no literal are disjunctions of the literals above; the others exclude the literals
    /// below.
    fn outputs<S: TakeClauses>(&self, cnf: &mut Cnf<S>) -> Outputs {
        let values = self.values();
        let middle = self.otherwise.unwrap_or(0);
        let of =
            |value: u128| -> Vec<Lit> { self.terms.iter().filter(|t| t.0 == value).map(|t| t.1).collect() };
        let mut outputs = Outputs::new();
        let mut below: Option<Lit> = None;
        for pair in values.windows(2).take_while(|pair| pair[1] <= middle) {
            let lits = of(pair[0]).into_iter().chain(below).collect();
            let any = any_of(lits, cnf);
            outputs.push((pair[1], !any));
            below = Some(any);
        }
        let kept = outputs.len();
        let mut above: Option<Lit> = None;
        for &value in values[1..].iter().rev().take_while(|value| **value > middle) {
            let any = any_of(of(value).into_iter().chain(above).collect(), cnf);
            outputs.insert(kept, (value, any));
            above = Some(any);
        }
        outputs
    }
}

/// Returns a literal equivalent to the disjunction of `lits`, which has one at least.
fn any_of<S: TakeClauses>(lits: Vec<Lit>, cnf: &mut Cnf<S>) -> Lit {
    if let [lit] = lits[..] {
        return lit;
    }
    let any = cnf.fresh();
    let negated: Vec<Lit> = lits.into_iter().map(|l| !l).collect();
    cnf.define_and(!any, &negated);
    any
}

/// The two halves of a sum.
pub(super) struct Tree {
    halves: [Outputs; 2],
}

impl Tree {
    /// Encodes the sum of `leaves`, whose least value is 0, or returns `None` if that takes too many clauses.
    pub(super) fn new<S: TakeClauses>(leaves: &[Leaf], cnf: &mut Cnf<S>) -> Option<Self> {
        let (left, right) = leaves.split_at(leaves.len() / 2);
        let mut size = 0;
        let values = [left, right].map(|half| values_of(half, &mut size));
        size = size.saturating_add(2 * values[0].len().saturating_mul(values[1].len()));
        (size <= MOST_CLAUSES).then(|| Self { halves: [left, right].map(|half| outputs_of(half, cnf)) })
    }

    /// Returns a literal equivalent to "the sum is at least `bound`", for a positive bound.
    pub(super) fn at_least<S: TakeClauses>(&self, bound: u128, cnf: &mut Cnf<S>) -> Lit {
        let output = cnf.fresh();
        let [left, right] = &self.halves;
        let value = |side: &Outputs, i: usize| if i == 0 { 0 } else { side[i - 1].0 };
        // By value of the left half: how many values of the right half leave the sum below the bound.
        let short: Vec<usize> = (0..=left.len())
            .map(|i| (0..=right.len()).take_while(|&j| value(left, i) + value(right, j) < bound).count())
            .collect();
        for (i, &j) in short.iter().enumerate() {
            // Left at least its value and right at least the first that suffices; less on the left might do as well.
            if j <= right.len() && (i == 0 || short[i - 1] != j) {
                let needs = [i.checked_sub(1).map(|i| left[i].1), j.checked_sub(1).map(|j| right[j].1)];
                cnf.add(&needs.into_iter().flatten().map(|l| !l).chain([output]).collect::<Vec<_>>());
            }
            // Left at most its value and right at most the last that does not suffice; more on the left might not do either.
            if j > 0 && short.get(i + 1) != Some(&j) {
                let more = [left.get(i), right.get(j - 1)];
                cnf.add(&more.into_iter().flatten().map(|o| o.1).chain([!output]).collect::<Vec<_>>());
            }
        }
        output
    }
}

/// Returns the distinct sums of a value on the left and one on the right, ascending.
fn sums(left: &[u128], right: &[u128]) -> Vec<u128> {
    let mut all: Vec<u128> = left.iter().flat_map(|l| right.iter().map(move |r| l + r)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the sums that occur and adds the clauses of the nodes to `size`; stops beyond [`MOST_CLAUSES`].
fn values_of(leaves: &[Leaf], size: &mut usize) -> Vec<u128> {
    if let [] | [_] = leaves {
        return leaves.first().map_or_else(|| vec![0], Leaf::values);
    }
    let (a, b) = leaves.split_at(leaves.len() / 2);
    let (a, b) = (values_of(a, size), if *size > MOST_CLAUSES { vec![] } else { values_of(b, size) });
    *size = size.saturating_add(2 * a.len().saturating_mul(b.len()));
    if *size > MOST_CLAUSES { vec![] } else { sums(&a, &b) }
}

/// Encodes a node and returns its outputs.
fn outputs_of<S: TakeClauses>(leaves: &[Leaf], cnf: &mut Cnf<S>) -> Outputs {
    if let [] | [_] = leaves {
        return leaves.first().map_or_else(Outputs::new, |leaf| leaf.outputs(cnf));
    }
    let (a, b) = leaves.split_at(leaves.len() / 2);
    let (a, b) = (outputs_of(a, cnf), outputs_of(b, cnf));
    let values =
        |side: &Outputs| -> Vec<u128> { std::iter::once(0).chain(side.iter().map(|o| o.0)).collect() };
    let (va, vb) = (values(&a), values(&b));
    let outputs: Outputs = sums(&va, &vb)[1..].iter().map(|&v| (v, cnf.fresh())).collect();
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
