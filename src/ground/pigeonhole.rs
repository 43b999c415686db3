//! Lines that must be full.

use super::draft::Family;
use super::grounder::Grounder;
use crate::problem::{ChoiceId, Lit, Sum};

impl Grounder<'_> {
    /// **Lemma C (pigeonhole).** Let L₁ … L_m be sets of choices of each of which at most one holds. Let a sum Σ w_c·c ≥ lo
    /// be required, and let g > 0 be such that each choice c is in exactly g·w_c of the sets (choices not in the sum in none). Then
    /// g·lo ≤ m or there is no solution, and if g·lo = m exactly one choice of each set holds, and the
    /// sum is lo.
    ///
    /// *Proof.* Counting the choices of each set, g·Σ w_c·c = Σ_i |L_i| ≤ m, where |L_i| counts the choices of L_i that hold. So
    /// g·lo ≤ m. If they are equal, every |L_i| is 1, and the sum is m / g. ∎
    ///
    /// So n queens fill the rows and columns of an n × n board, and tiles that cover as many cells as there are
    /// cover each. The sum itself is then implied, and so is an upper bound of at least m / g in any case.
    ///
    /// Makes such lines exact, drops implied sums, and returns how many lines became exact.
    pub(super) fn full_lines(&mut self) -> usize {
        let mut full = 0;
        let families = std::mem::take(&mut self.draft.families);
        let mut sums = std::mem::take(&mut self.draft.sums);
        let mut uses = vec![0_i64; self.choices.list.len()];
        // A sum speaks to several families (rows and columns), so it goes only after all have heard it.
        let mut needed = vec![true; sums.len()];
        for family in &families {
            let members = self.count_uses(family, &mut uses);
            for (sum, needed) in sums.iter_mut().zip(&mut needed) {
                *needed &= self.keep(sum, family, members, &uses, &mut full);
            }
            uses.fill(0);
        }
        let mut at = 0;
        sums.retain(|_| {
            at += 1;
            needed[at - 1]
        });
        self.draft.sums = sums;
        full
    }

    /// Counts by choice the sets of `family` that have it, and returns how many choices are in any.
    fn count_uses(&self, family: &Family, uses: &mut [i64]) -> usize {
        let mut members = 0;
        let lines = family.lines.iter().flat_map(|&l| &self.draft.lines[l].choices);
        for c in lines.chain(&family.singles) {
            members += usize::from(uses[c.index()] == 0);
            uses[c.index()] += 1;
        }
        members
    }

    /// Applies the lemma to `sum` and `family`; false where the sum is implied.
    fn keep(
        &mut self,
        sum: &mut Sum,
        family: &Family,
        members: usize,
        uses: &[i64],
        full: &mut usize,
    ) -> bool {
        let Some(scale) = scale(sum, members, uses, |l| self.defs.is_choice(l)) else {
            return true;
        };
        let sets = (family.lines.len() + family.singles.len()) as i128;
        let scaled = |bound: i64| i128::from(bound) * i128::from(scale);
        let filled = family.singles.is_empty() && family.lines.iter().all(|&l| self.draft.lines[l].exactly);
        let too_many = sum.lo != i64::MIN && scaled(sum.lo) > sets;
        let too_few = filled && sum.hi != i64::MAX && scaled(sum.hi) < sets;
        if too_many || too_few {
            self.draft.clause(Vec::new(), sum.origin);
            return false;
        }
        if filled {
            return false;
        }
        if sum.lo != i64::MIN && scaled(sum.lo) == sets {
            for &l in &family.lines {
                *full += usize::from(!self.draft.lines[l].exactly);
                self.draft.lines[l].exactly = true;
            }
            for &single in &family.singles {
                self.draft.clause(vec![single.lit()], sum.origin);
            }
            return false;
        }
        if sum.hi != i64::MAX && scaled(sum.hi) >= sets {
            sum.hi = i64::MAX;
        }
        sum.lo != i64::MIN || sum.hi != i64::MAX
    }
}

/// The number g of the lemma, where there is one.
fn scale(sum: &Sum, members: usize, uses: &[i64], is_choice: impl Fn(Lit) -> bool) -> Option<i64> {
    if sum.guard.is_some() || sum.terms.len() != members {
        return None;
    }
    let used = |l: Lit| if is_choice(l) { uses[ChoiceId(l.var().0).index()] } else { 0 };
    let &(weight, lit) = sum.terms.first()?;
    if weight <= 0 || used(lit) % weight != 0 {
        return None;
    }
    let scale = used(lit) / weight;
    (scale > 0 && sum.terms.iter().all(|&(w, l)| w.checked_mul(scale) == Some(used(l)))).then_some(scale)
}
