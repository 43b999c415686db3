//! Counting orbits without enumerating solutions: for each conjugacy class of subgroups the solutions that it fixes are
//! counted (a search in a problem of about the square root of the size). The table of orbit sizes follows by inversion over
//! the lattice of subgroups (W. Burnside's table of marks; the number of orbits alone is the lemma of Cauchy and Frobenius).

use super::orbits::OrbitTable;
use super::solver::JobSolver;
use crate::engine::{EngineError, Job};
use crate::problem::Permutation;
use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

/// Order of the largest group; larger ones are left to enumeration, since they have many subgroups.
pub(super) const LARGEST_GROUP: usize = 48;

/// A set of element indices, as bits.
type Subgroup = u64;

/// The table of orbits under `group` of a problem with `total` solutions (with objectives: of those with the values `best`). `None` if a
/// limit came first or the problem has no quotients.
pub(super) fn table(
    solver: &JobSolver<'_>,
    job: &Job<'_>,
    group: &[Permutation],
    total: &BigUint,
    best: Option<&[i64]>,
) -> Result<Option<OrbitTable>, EngineError> {
    let problem = job.problem.at_values(best.unwrap_or_default());
    let group = PermutationGroup::new(group);
    let subgroups = group.subgroups();
    let mut fixed: Vec<BigInt> = Vec::new();
    for (i, &subgroup) in subgroups.iter().enumerate() {
        if let Some(j) = (0..i).find(|&j| group.are_conjugate(subgroups[j], subgroup)) {
            fixed.push(fixed[j].clone());
            continue;
        }
        if subgroup == 1 {
            fixed.push(total.clone().into());
            continue;
        }
        let elements: Vec<&Permutation> = group.members(subgroup).map(|g| &group.elements[g]).collect();
        let Some(quotient) = problem.fixed_by(&elements) else { return Ok(None) };
        let Some(run) = solver.count(&quotient, job)? else { return Ok(None) };
        fixed.push(run.count.into());
    }
    Ok(Some(invert(&group, &subgroups, &fixed)))
}

/// Computes from the numbers of solutions fixed by each subgroup those of the solutions with exactly this stabiliser, and
/// from these the numbers of orbits. Subgroups come largest first.
fn invert(group: &PermutationGroup, subgroups: &[Subgroup], fixed: &[BigInt]) -> OrbitTable {
    let mut exactly: Vec<BigInt> = Vec::new();
    let mut sizes: std::collections::BTreeMap<usize, BigInt> = std::collections::BTreeMap::new();
    for (i, &subgroup) in subgroups.iter().enumerate() {
        let above = (0..i).filter(|&j| subgroups[j] & subgroup == subgroup).map(|j| &exactly[j]);
        let own = &fixed[i] - above.sum::<BigInt>();
        *sizes.entry(group.elements.len() / subgroup.count_ones() as usize).or_default() += &own;
        exactly.push(own);
    }
    let mut table = OrbitTable::default();
    for (size, solutions) in sizes {
        let orbits = solutions / BigInt::from(size);
        table.add_many(size, orbits.to_biguint().expect("an orbit has its size in solutions"));
    }
    table
}

/// A permutation group with its multiplication table.
struct PermutationGroup {
    /// The distinct elements, the identity first.
    elements: Vec<Permutation>,
    /// `product[a][b]`: first b, then a.
    product: Vec<Vec<usize>>,
}

impl PermutationGroup {
    fn new(permutations: &[Permutation]) -> Self {
        let mut elements: Vec<Permutation> = Vec::new();
        let mut index: FxHashMap<Permutation, usize> = FxHashMap::default();
        for p in permutations {
            if !index.contains_key(p) {
                index.insert(p.clone(), elements.len());
                elements.push(p.clone());
            }
        }
        let times = |a: &Permutation, b: &Permutation| -> usize {
            let product: Permutation = b.iter().map(|c| a[c.index()]).collect();
            index[&product]
        };
        let product = elements.iter().map(|a| elements.iter().map(|b| times(a, b)).collect()).collect();
        Self { elements, product }
    }

    fn members(&self, subgroup: Subgroup) -> impl Iterator<Item = usize> + use<> {
        let order = self.elements.len();
        (0..order).filter(move |g| subgroup >> g & 1 == 1)
    }

    /// The least subgroup that contains these elements.
    fn closure(&self, elements: Subgroup) -> Subgroup {
        let mut closed = elements | 1;
        loop {
            let mut next = closed;
            for a in self.members(closed) {
                for b in self.members(closed) {
                    next |= 1 << self.product[a][b];
                }
            }
            if next == closed {
                return closed;
            }
            closed = next;
        }
    }

    /// All subgroups, the largest first.
    fn subgroups(&self) -> Vec<Subgroup> {
        let cyclic: Vec<Subgroup> = (0..self.elements.len()).map(|g| self.closure(1 << g)).collect();
        let mut all = cyclic.clone();
        let mut next = 0;
        while next < all.len() {
            for &c in &cyclic {
                let join = self.closure(all[next] | c);
                if !all.contains(&join) {
                    all.push(join);
                }
            }
            next += 1;
        }
        all.sort_unstable();
        all.dedup();
        all.sort_by_key(|s| std::cmp::Reverse(s.count_ones()));
        all
    }

    fn are_conjugate(&self, a: Subgroup, b: Subgroup) -> bool {
        if a.count_ones() != b.count_ones() {
            return false;
        }
        (0..self.elements.len()).any(|g| {
            let image = |h: usize| {
                let inverse =
                    self.product[g].iter().position(|&p| p == 0).expect("every element has an inverse");
                self.product[self.product[g][h]][inverse]
            };
            self.members(a).all(|h| b >> image(h) & 1 == 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, Shape};
    use crate::problem::ChoiceId;

    #[test]
    fn the_square_has_ten_subgroups_in_eight_classes() {
        let board = Board::new(Shape::rectangle(3, 3));
        let permutations: Vec<Permutation> =
            board.symmetries().iter().map(|s| s.cells.iter().map(|c| ChoiceId(c.0)).collect()).collect();
        let group = PermutationGroup::new(&permutations);
        let subgroups = group.subgroups();
        assert_eq!(subgroups.len(), 10);
        let new = |i: &usize| !(0..*i).any(|j| group.are_conjugate(subgroups[j], subgroups[*i]));
        assert_eq!((0..10).filter(new).count(), 8);
    }
}
