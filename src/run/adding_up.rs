//! Contradictions by linear arithmetic: the rows ask for nine tents, the columns for eight.
//!
//! Sums with bounds are multiplied by integers and added. If no 0/1 assignment of the choices meets the result, the sums
//! with a nonzero multiplier contradict each other (Farkas' lemma). The multipliers come from a perceptron (F. Rosenblatt,
//! 1958; A. Novikoff, 1962): the choices that come nearest to the sum so far violate some sums, and the multiplier of each
//! of these grows by the amount it lacks. If multipliers exist, this terminates, and the result is checked in integers; if
//! none exist it does not terminate, so the work is limited.

use crate::problem::{ChoiceId, Lit, Origin, Problem};

/// Sums with greater weights are left out: no arithmetic here overflows.
const HEAVIEST: i64 = 1 << 31;
/// Greatest absolute value of a multiplier.
const GREATEST: i64 = 1 << 61;

/// `lo ≤ Σ weight · variable ≤ hi`.
struct Inequality {
    terms: Vec<(u32, i64)>,
    lo: i64,
    hi: i64,
    origin: Origin,
}

impl Inequality {
    /// Creates a row of terms over literals; `None` if the weights are too large.
    fn new(terms: &[(i64, Lit)], lo: i64, hi: i64, origin: Origin) -> Option<Self> {
        let total: i128 = terms.iter().map(|t| i128::from(t.0).abs()).sum();
        if total > i128::from(HEAVIEST) {
            return None;
        }
        let shift: i64 = terms.iter().filter(|t| !t.1.is_positive()).map(|t| t.0).sum();
        let signed = |&(w, l): &(i64, Lit)| (l.var().0, if l.is_positive() { w } else { -w });
        let bound = |b: i64| b.saturating_sub(shift).clamp(-4 * HEAVIEST, 4 * HEAVIEST);
        Some(Self { terms: terms.iter().map(signed).collect(), lo: bound(lo), hi: bound(hi), origin })
    }

    /// The amount by which the terms with sum `value` are below the lower bound (positive) or above the upper bound
    /// (negative); with a nonzero multiplier also the slack of the bound that it is for.
    fn lack(&self, value: i64, multiplier: i64) -> i64 {
        if value < self.lo || multiplier > 0 {
            self.lo - value
        } else if value > self.hi || multiplier < 0 {
            self.hi - value
        } else {
            0
        }
    }
}

/// Returns the statements whose sums contradict each other, perhaps with some more, ascending; `None` if no contradiction is
/// found within `work` steps, or if `go_on` returns false. Only statements accepted by `speaks` and the board's own sums
/// are used.
pub(super) fn contradiction(
    problem: &Problem,
    speaks: &dyn Fn(Origin) -> bool,
    work: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<Origin>> {
    let rows = rows(problem, speaks);
    let mut multipliers = vec![0_i64; rows.len()];
    let mut chosen = vec![false; problem.var_count()];
    let mut weights = vec![0_i128; problem.var_count()];
    let each = 1 + rows.iter().map(|r| 2 * r.terms.len() + 1).sum::<usize>() + chosen.len();
    for _ in 0..work / each {
        if !go_on() {
            return None;
        }
        let mut moved = false;
        for (row, multiplier) in rows.iter().zip(&mut multipliers) {
            let value: i64 = row.terms.iter().filter(|t| chosen[t.0 as usize]).map(|t| t.1).sum();
            let before = *multiplier;
            let after = before.checked_add(row.lack(value, before)).filter(|m| m.abs() <= GREATEST)?;
            // Slack does not turn a multiplier for one bound into one for the other.
            let is_past = row.lo < row.hi && before.signum() * after.signum() < 0;
            *multiplier = if is_past { 0 } else { after };
            let broken = value < row.lo || value > row.hi;
            moved |= broken;
            let change = i128::from(*multiplier - before);
            row.terms.iter().for_each(|&(v, w)| weights[v as usize] += change * i128::from(w));
        }
        if !moved {
            // The choices satisfy all sums.
            return None;
        }
        let asked =
            |(row, &m): (&Inequality, &i64)| i128::from(m) * i128::from(if m > 0 { row.lo } else { row.hi });
        let most: i128 = weights.iter().map(|&w| w.max(0)).sum();
        if most < rows.iter().zip(&multipliers).map(asked).sum() {
            let used = rows.iter().zip(&multipliers).filter(|(_, m)| **m != 0).map(|(row, _)| row.origin);
            let mut origins: Vec<Origin> = used.filter(|&o| o != Origin::BOARD).collect();
            origins.sort_unstable();
            origins.dedup();
            return Some(origins);
        }
        chosen.iter_mut().zip(&weights).for_each(|(c, &w)| *c = w > 0);
    }
    None
}

/// The sums of the board and of the statements accepted by `speaks`.
fn rows(problem: &Problem, speaks: &dyn Fn(Origin) -> bool) -> Vec<Inequality> {
    let speaks = |o: Origin| o == Origin::BOARD || speaks(o);
    let sums = problem.linears.iter().filter(|s| s.guard.is_none() && speaks(s.origin));
    let mut rows: Vec<Inequality> =
        sums.filter_map(|s| Inequality::new(&s.terms, s.lo, s.hi, s.origin)).collect();
    for (lits, origin) in problem.clauses.iter().filter(|c| speaks(c.1)) {
        let terms: Vec<(i64, Lit)> = lits.iter().map(|&l| (1, l)).collect();
        rows.extend(Inequality::new(&terms, 1, HEAVIEST, *origin));
    }
    let unit = |c: &ChoiceId| (1, c.lit());
    for line in problem.cliques.iter().filter(|l| speaks(l.origin)) {
        let terms: Vec<(i64, Lit)> = line.choices.iter().map(unit).collect();
        rows.extend(Inequality::new(&terms, i64::from(line.exactly), 1, line.origin));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Linear, samples};

    /// Rows and columns of a square board with these total counts.
    fn totals(n: u32, rows: i64, columns: i64) -> Problem {
        let mut problem = samples::free(n, n, 1).into_parts();
        for (asked, step, next) in [(rows, 1, n), (columns, n, 1)] {
            for i in 0..n {
                let terms = (0..n).map(|k| (1, ChoiceId(i * next + k * step).lit())).collect();
                let (share, rest) = (asked / i64::from(n), asked % i64::from(n));
                let value = share + i64::from(i64::from(i) < rest);
                let origin = Origin(if step == 1 { i } else { n + i });
                problem.linears.push(Linear { terms, lo: value, hi: value, guard: None, origin });
            }
        }
        Problem::new(problem)
    }

    #[test]
    fn rows_and_columns_that_differ_in_total_contradict_each_other() {
        let found = |problem: &Problem| contradiction(problem, &|_| true, 50_000_000, &|| true);
        for n in [3, 6, 8, 12] {
            let total = i64::from(n) * 3 / 2;
            let origins = found(&totals(n, total + 1, total)).expect("they differ by one");
            assert_eq!(origins, (0..2 * n).map(Origin).collect::<Vec<_>>(), "{n}");
            assert_eq!(found(&totals(n, total, total)), None, "{n}");
        }
        // At least nine, at most eight.
        let mut bounds = totals(6, 9, 8).into_parts();
        for sum in &mut bounds.linears {
            let is_row = sum.origin.0 < 6;
            (sum.lo, sum.hi) = if is_row { (sum.lo, i64::MAX) } else { (i64::MIN, sum.hi) };
        }
        let bounds = Problem::new(bounds);
        assert_eq!(found(&bounds).expect("nine are more than eight").len(), 12);
        assert_eq!(contradiction(&bounds, &|o| o.0 < 6, 1_000_000, &|| true), None);
        assert_eq!(contradiction(&bounds, &|_| true, 50_000_000, &|| false), None);
    }
}
