//! Lines that must be full.

use super::draft::CliqueFamily;
use super::grounder::Grounder;
use crate::problem::{ChoiceId, Linear, Lit, Origin};

impl Grounder<'_> {
    /// **Lemma C (pigeonhole).** Let L₁ … L_m be at-most-one sets of choices. Let a sum Σ w_c·c ≥ lo be required, and let g
    /// be a positive number such that each choice c is in exactly g·w_c of the sets (choices not in the sum are in none).
    /// Then g·lo ≤ m or there is no solution, and if g·lo = m exactly one choice of each set holds, and the sum is lo.
    ///
    /// *Proof.* Counting the choices of each set, g·Σ w_c·c = Σ_i |L_i| ≤ m, where |L_i| counts the choices of L_i that
    /// hold. So g·lo ≤ m. If they are equal, every |L_i| is 1, and the sum is m / g. ∎
    ///
    /// For example, n queens fill the rows and columns of an n × n board, and tiles that cover as many cells as there are
    /// cover every cell. The sum itself is then implied; an upper bound of at least m / g is implied in any case.
    ///
    /// Makes such lines exact, drops implied sums, and returns the number of lines that became exact.
    pub(super) fn full_lines(&mut self) -> usize {
        let mut full = 0;
        let families = std::mem::take(&mut self.draft.families);
        let mut linears = std::mem::take(&mut self.draft.linears);
        // A sum may apply to several families (rows and columns), so it is dropped only after all of them.
        let mut needed = vec![true; linears.len()];
        let weights: Vec<Option<i64>> = linears.iter().map(weights).collect();
        for family in &families {
            let mut uses = None;
            let entries = self.entries(family);
            for ((sum, weights), needed) in linears.iter_mut().zip(&weights).zip(&mut needed) {
                if let Some(scale) = scale(*weights, entries) {
                    *needed &= self.keep(sum, family, scale, &mut uses, &mut full);
                }
            }
        }
        let mut at = 0;
        linears.retain(|_| {
            at += 1;
            needed[at - 1]
        });
        self.draft.linears = linears;
        full
    }

    /// Applies the lemma to `sum` and `family`; returns false if the sum is implied. `uses` caches the number of sets that
    /// contain each choice.
    fn keep(
        &mut self,
        sum: &mut Linear,
        family: &CliqueFamily,
        scale: i64,
        uses: &mut Option<Vec<i64>>,
        full: &mut usize,
    ) -> bool {
        let sets = (family.cliques.len() + family.singles.len()) as i128;
        let scaled = |bound: i64| i128::from(bound) * i128::from(scale);
        let filled =
            family.singles.is_empty() && family.cliques.iter().all(|&l| self.draft.cliques[l].exactly);
        let reaches = sum.lo != i64::MIN && scaled(sum.lo) >= sets;
        let bounds = sum.hi != i64::MAX && (scaled(sum.hi) >= sets || filled);
        if !(reaches || bounds || filled) || !self.fits(sum, family, scale, uses) {
            return true;
        }
        let too_many = sum.lo != i64::MIN && scaled(sum.lo) > sets;
        let too_few = filled && sum.hi != i64::MAX && scaled(sum.hi) < sets;
        if too_many || too_few {
            self.draft.clause(Vec::new(), sum.origin);
            return false;
        }
        if filled {
            return false;
        }
        if reaches {
            self.fill(family, sum.origin, full);
            return false;
        }
        if sum.hi != i64::MAX && scaled(sum.hi) >= sets {
            sum.hi = i64::MAX;
        }
        sum.lo != i64::MIN || sum.hi != i64::MAX
    }

    /// Requires exactly one choice in every set of `family`.
    fn fill(&mut self, family: &CliqueFamily, origin: Origin, full: &mut usize) {
        for &l in &family.cliques {
            *full += usize::from(!self.draft.cliques[l].exactly);
            self.draft.cliques[l].exactly = true;
        }
        for &single in &family.singles {
            self.draft.clause(vec![single.lit()], origin);
        }
    }

    /// Number of entries of all sets.
    fn entries(&self, family: &CliqueFamily) -> usize {
        let cliques = family.cliques.iter().map(|&l| self.draft.cliques[l].choices.len());
        cliques.sum::<usize>() + family.singles.len()
    }

    /// Returns true if each choice is in exactly `scale` times its weight in `sum` of the sets.
    fn fits(&self, sum: &Linear, family: &CliqueFamily, scale: i64, uses: &mut Option<Vec<i64>>) -> bool {
        let choices = self.choices.list.len();
        if !sum.terms.iter().all(|t| self.defs.is_choice(t.1)) {
            return false;
        }
        // Disjoint sets with as many entries as there are choices contain each choice once, and a normal sum has no
        // repetitions.
        if family.disjoint && sum.terms.len() == choices && self.entries(family) == choices {
            return sum.terms.iter().all(|t| t.0.checked_mul(scale) == Some(1));
        }
        let uses = uses.get_or_insert_with(|| {
            let mut uses = vec![0_i64; choices];
            let cliques = family.cliques.iter().flat_map(|&l| &self.draft.cliques[l].choices);
            cliques.chain(&family.singles).for_each(|c| uses[c.index()] += 1);
            uses
        });
        // The number of entries is `scale` times the total weight, so the sets contain no choice outside the sum.
        let used = |l: Lit| uses[ChoiceId(l.var().0).index()];
        sum.terms.iter().all(|&(w, l)| w > 0 && w.checked_mul(scale) == Some(used(l)))
    }
}

/// Returns the total weight of `sum`, if the lemma may apply.
fn weights(sum: &Linear) -> Option<i64> {
    let first = sum.terms.first().filter(|_| sum.guard.is_none())?;
    (first.0 > 0).then(|| sum.terms.iter().map(|t| t.0).sum())
}

/// Returns the only possible g of the lemma: the number of entries of all sets divided by the total weight.
fn scale(weights: Option<i64>, entries: usize) -> Option<i64> {
    let (weights, entries) = (weights.filter(|&w| w > 0)?, i64::try_from(entries).ok()?);
    (entries > 0 && entries % weights == 0).then(|| entries / weights)
}
