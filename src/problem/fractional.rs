//! Upper bounds by fractional covers: if sets with weights cover every choice at least once, at most the weighted sum of the
//! sets' upper bounds holds (linear-programming duality). On a triangular board of side n, rows in three directions allow
//! (2n + 1) / 3 queens; whole rows of one direction allow n.
//!
//! The weights come from multiplicative updates (N. Garg and J. Könemann, SIAM Journal on Computing 37, 2007). They are
//! rounded to whole units that cover every choice, so the bound holds however near the optimum they are.

/// Growth of a weight in one update, and the updates at that rate for each set: ever finer, as in annealing.
const RATES: [(f64, usize); 4] = [(0.2, 5), (0.1, 5), (0.05, 10), (0.02, 20)];
/// Most elements looked at in all updates.
const MOST_LOOKS: usize = 1_000_000;
/// Updates after which the weights are compared with the best so far.
const COMPARED: usize = 20;
/// Units of a weight of 1.
const UNIT: u64 = 1 << 20;

/// Sets with upper bounds that together contain all of `0..elements`.
pub(super) struct FractionalCover {
    /// For each set, its elements and the most of them that may hold, at least 1.
    pub sets: Vec<(Vec<usize>, u64)>,
    pub elements: usize,
}

/// At most `most` elements hold. If that number holds, these sets are full, and these elements do not hold.
pub(super) struct CoverBound {
    pub most: u64,
    pub full: Vec<usize>,
    pub out: Vec<usize>,
}

impl FractionalCover {
    /// Returns the value of the linear program if all elements hold to the same degree. No weights give a lower bound.
    pub fn least(&self) -> f64 {
        let all = self.elements as f64;
        let value = |(set, most): &(Vec<usize>, u64)| all * *most as f64 / set.len() as f64;
        self.sets.iter().map(value).fold(all, f64::min)
    }

    /// Returns a bound on the number of elements that hold, with what follows where it is attained.
    ///
    /// **Lemma (reduced costs).** Let sets L of weights w cover each element e with weight w(e) ≥ 1, and let at most u of each set hold, in
    /// all at most F = Σ w·u. If N elements hold, F - N is at least w·(u - |L|) for each set, of which |L| hold, and at least w(e) - 1
    /// for each element that holds. So sets with w > F - N are full, and elements with w(e) - 1 > F - N do not hold.
    ///
    /// *Proof.* N = Σ 1 = Σ w(e) - Σ (w(e) - 1) over the elements that hold, and the first sum is Σ w·|L| = F - Σ w·(u - |L|). ∎
    pub fn bound(&self) -> CoverBound {
        let of = self.sets_of();
        let (weights, least) = self.even_weights().unwrap_or_else(|| self.weights(&of));
        let mut units: Vec<u64> = weights.iter().map(|w| (w / least * UNIT as f64) as u64).collect();
        for sets in &of {
            let covered: u64 = sets.iter().map(|&s| units[s]).sum();
            units[sets[0]] += UNIT.saturating_sub(covered);
        }
        let total: u128 = units.iter().zip(&self.sets).map(|(&u, s)| u128::from(u) * u128::from(s.1)).sum();
        let rest = (total % u128::from(UNIT)) as u64;
        let weight = |e: &usize| of[*e].iter().map(|&s| units[s]).sum::<u64>();
        CoverBound {
            most: u64::try_from(total / u128::from(UNIT)).unwrap_or(u64::MAX),
            full: (0..self.sets.len()).filter(|&s| units[s] > rest).collect(),
            out: (0..self.elements).filter(|e| weight(e) > UNIT + rest).collect(),
        }
    }

    /// For each element, the sets that contain it.
    fn sets_of(&self) -> Vec<Vec<usize>> {
        let mut of = vec![Vec::new(); self.elements];
        for (i, (set, _)) in self.sets.iter().enumerate() {
            set.iter().for_each(|&e| of[e].push(i));
        }
        of
    }

    /// Returns equal weights for the sets that allow the smallest fraction of their elements to hold, and the sum of the weights of an
    /// element's sets, if that is the same for all elements. They give the bound [`Self::least`], which updates approach slowly.
    fn even_weights(&self) -> Option<(Vec<f64>, f64)> {
        let fraction = |(set, most): &(Vec<usize>, u64)| *most as f64 / set.len() as f64;
        let least = self.sets.iter().map(fraction).fold(f64::INFINITY, f64::min);
        let is_kept: Vec<bool> = self.sets.iter().map(|set| fraction(set) <= least).collect();
        let mut covered = vec![0_u32; self.elements];
        for ((set, _), _) in self.sets.iter().zip(&is_kept).filter(|(_, kept)| **kept) {
            set.iter().for_each(|&e| covered[e] += 1);
        }
        let times = *covered.first()?;
        let is_even = times > 0 && covered.iter().all(|&c| c == times);
        is_even
            .then(|| (is_kept.into_iter().map(|kept| f64::from(u8::from(kept))).collect(), f64::from(times)))
    }

    /// Returns weights whose sum is small compared with the least sum of the weights of an element's sets, and that sum.
    fn weights(&self, of: &[Vec<usize>]) -> (Vec<f64>, f64) {
        let mut weights: Vec<f64> = self.sets.iter().map(|(_, most)| 1.0 / *most as f64).collect();
        let mut covered: Vec<f64> = of.iter().map(|sets| sets.iter().map(|&s| weights[s]).sum()).collect();
        let mut best: Option<(f64, Vec<f64>, f64)> = None;
        let updates: usize = RATES.iter().map(|rate| rate.1).sum();
        let each = self.sets.len().min(MOST_LOOKS / (updates * self.elements.max(1)));
        let rates = RATES.iter().flat_map(|&(rate, updates)| std::iter::repeat_n(rate, updates * each));
        for (update, rate) in rates.enumerate() {
            let (worst, least) = minimum(&covered);
            if update % COMPARED == 0 {
                let total: f64 = weights.iter().zip(&self.sets).map(|(w, s)| w * s.1 as f64).sum();
                if best.as_ref().is_none_or(|b| total / least < b.0) {
                    best = Some((total / least, weights.clone(), least));
                }
            }
            let flow = of[worst].iter().map(|&s| self.sets[s].1).min().unwrap_or(1) as f64;
            for &s in &of[worst] {
                let (set, most) = &self.sets[s];
                let more = weights[s] * rate * flow / *most as f64;
                weights[s] += more;
                set.iter().for_each(|&e| covered[e] += more);
            }
        }
        best.map_or((weights, 1.0), |(_, weights, least)| (weights, least))
    }
}

/// Returns the index of the least value, and the value.
fn minimum(values: &[f64]) -> (usize, f64) {
    let least = values.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    least.unwrap_or((0, f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a triangle of side `n` in three directions, with at most one element each.
    fn triangle(n: usize) -> FractionalCover {
        let cells: Vec<(usize, usize)> = (0..n).flat_map(|x| (0..n - x).map(move |y| (x, y))).collect();
        let row = |has: &dyn Fn((usize, usize)) -> bool| {
            ((0..cells.len()).filter(|&e| has(cells[e])).collect::<Vec<_>>(), 1)
        };
        let sets = (0..n).flat_map(|i| [row(&|c| c.0 == i), row(&|c| c.1 == i), row(&|c| c.0 + c.1 == i)]);
        FractionalCover { sets: sets.collect(), elements: cells.len() }
    }

    #[test]
    fn triangles_hold_two_queens_for_three_rows() {
        for n in [2, 5, 8, 14, 20, 26] {
            assert_eq!(triangle(n).bound().most, (2 * n as u64 + 1) / 3, "side {n}");
        }
    }

    /// Squares of four elements on a torus of 13 x 13, and every two neighboring rows, which allow less.
    #[test]
    fn the_sets_that_allow_least_are_enough_if_they_overlap_evenly() {
        let at = |x: usize, y: usize| x % 13 + 13 * (y % 13);
        let square =
            |i: usize| (vec![at(i, i / 13), at(i + 1, i / 13), at(i, i / 13 + 1), at(i + 1, i / 13 + 1)], 1);
        let rows = |y: usize| ((0..26).map(|i| at(i, y + i / 13)).collect(), 6);
        let sets = (0..169).map(square).chain((0..13).map(rows)).collect();
        let bound = FractionalCover { sets, elements: 169 }.bound();
        assert_eq!((bound.most, bound.full), (39, (169..182).collect()));
    }

    #[test]
    fn squares_hold_what_their_rows_allow() {
        let line = |from: usize, step: usize| ((0..6).map(|k| from + step * k).collect(), 2);
        let sets = (0..6).flat_map(|i| [line(6 * i, 1), line(i, 6)]).collect();
        let cover = FractionalCover { sets, elements: 36 };
        let bound = cover.bound();
        assert_eq!((bound.most, cover.least()), (12, 12.0));
        assert_eq!((bound.full, bound.out), ((0..12).collect(), vec![]), "each row and column");
    }
}
