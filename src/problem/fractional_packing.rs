//! Lower bounds by fractional packings: if demands with weights load no choice with more than 1, at least the weighted sum of the demands
//! holds (linear-programming duality). Two rooks for each empty cell of an n x n board: a rook adds to 2n - 2 other cells and stands for
//! the two that its own would need, so a weight of 1 / 2n for each cell requires n rooks. No two of these demands are disjoint.
//!
//! Only equal weights are tried. They are best where each choice adds as much, and each demand asks as much of its choices: rooks, and
//! boards without edges. Elsewhere the bound is rarely attained, so nothing is said about solutions that attain it. Weights are rounded
//! down to whole units, so the bound holds.

/// Units of a weight of 1.
const UNIT: u64 = 1 << 30;

/// The weights of the elements that hold sum to at least `least`. Weights are positive, and none is above `least`.
pub(super) struct PackedDemand {
    pub terms: Vec<(usize, u64)>,
    pub least: u64,
}

/// Demands on the elements `0..elements`.
pub(super) struct FractionalPacking {
    pub demands: Vec<PackedDemand>,
    pub elements: usize,
}

/// At least `least` elements hold. If that number holds, these demands are met exactly.
pub(super) struct PackingBound {
    pub least: u64,
    pub exact: Vec<usize>,
}

impl FractionalPacking {
    /// Returns a bound on the number of elements that hold, with what follows where it is attained if equal weights are the best; `None`
    /// if the demands load no element.
    ///
    /// **Lemma (reduced costs).** Let demands Σ a(e) ≥ d of weight w load each element with Σ w·a(e) ≤ 1, and let F = Σ w·d. If N elements
    /// hold, N - F is at least w·(A - d) for each demand, whose sum is A. So all are met exactly if w > N - F.
    ///
    /// *Proof.* N is at least the sum of the loads of the elements that hold, Σ w·A = F + Σ w·(A - d). ∎
    pub fn bound(&self) -> Option<PackingBound> {
        let loads = self.loads()?;
        let unit = u128::from(UNIT / loads.iter().copied().max().filter(|&load| load > 0)?);
        let asked: u128 = self.demands.iter().map(|d| u128::from(d.least)).sum();
        let least = (unit * asked).div_ceil(u128::from(UNIT));
        let rest = least * u128::from(UNIT) - unit * asked;
        let is_tight = unit > rest && loads.iter().all(|&load| load == loads[0]) && self.ask_alike();
        let exact = if is_tight { (0..self.demands.len()).collect() } else { Vec::new() };
        Some(PackingBound { least: u64::try_from(least).ok()?, exact })
    }

    /// Returns the load of each element where all weights are 1.
    fn loads(&self) -> Option<Vec<u64>> {
        let mut loads = vec![0_u64; self.elements];
        for &(e, a) in self.demands.iter().flat_map(|d| &d.terms) {
            loads[e] = loads[e].checked_add(a)?;
        }
        Some(loads)
    }

    /// Returns true if each demand asks as much of its elements.
    fn ask_alike(&self) -> bool {
        let sum = |d: &PackedDemand| d.terms.iter().map(|t| u128::from(t.1)).sum::<u128>();
        let alike =
            |a: &PackedDemand, b: &PackedDemand| sum(a) * u128::from(b.least) == sum(b) * u128::from(a.least);
        self.demands.iter().all(|demand| alike(demand, &self.demands[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of a board of side `n`, each of which needs `least` pieces that `reaches` it, unless it has one.
    fn domination(n: i32, least: u64, reaches: impl Fn(i32, i32) -> bool) -> FractionalPacking {
        let cells: Vec<(i32, i32)> = (0..n * n).map(|i| (i % n, i / n)).collect();
        let term = |&(x, y): &(i32, i32), e: usize| match (cells[e].0 - x, cells[e].1 - y) {
            (0, 0) => Some((e, least)),
            (dx, dy) => reaches(dx.abs(), dy.abs()).then_some((e, 1)),
        };
        let terms = |cell| (0..cells.len()).filter_map(|e| term(cell, e)).collect();
        let demands = cells.iter().map(|cell| PackedDemand { terms: terms(cell), least }).collect();
        FractionalPacking { demands, elements: cells.len() }
    }

    #[test]
    fn two_rooks_for_each_empty_cell_are_n() {
        for n in [3, 8, 20] {
            let bound =
                domination(n, 2, |dx, dy| dx == 0 || dy == 0).bound().expect("rooks reach as many cells");
            assert_eq!((bound.least, bound.exact.len()), (n as u64, (n * n) as usize));
        }
        // 64 / 15 rooks: five, and some cells are attacked twice.
        let bound = domination(8, 1, |dx, dy| dx == 0 || dy == 0).bound().expect("rooks reach as many cells");
        assert_eq!((bound.least, bound.exact.len()), (5, 0));
    }

    #[test]
    fn edges_weaken_the_bound() {
        // 64 / 9 kings, but nine are needed.
        let bound = domination(8, 1, |dx, dy| dx < 2 && dy < 2).bound().expect("kings reach cells");
        assert_eq!((bound.least, bound.exact.len()), (8, 0));
        // 36 / 9 kings is the truth, but those on the edge count less.
        let bound = domination(6, 1, |dx, dy| dx < 2 && dy < 2).bound().expect("kings reach cells");
        assert_eq!((bound.least, bound.exact.len()), (4, 0));
        assert!(FractionalPacking { demands: Vec::new(), elements: 2 }.bound().is_none());
    }
}
