//! A problem as the items and options of an exact cover with multiplicities. Each kind of constraint becomes an item:
//!
//! | constraint | item covered |
//! | --- | --- |
//! | exactly-one | once |
//! | at-most-one | at most once |
//! | count between a and b (unit weights) | a to b times |
//! | clause of choices | at least once |
//! | clause of k negations | at most k - 1 times |
//! | conflicts | at most once, one item per clique |
//!
//! All other constraints (weights, differences of counts, guards, mixed clauses) become an [`OptionLinear`]: a linear
//! form with bounds, tested against the range that the undecided options leave open.

use crate::engine::Decline;
use crate::problem::cliques_of_pairs::too_many_pairs;
use crate::problem::{ChoiceId, Clique, Linear, Lit, Objective, Problem};

/// Bounds on how often an item is covered, and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CoverItem {
    /// Options that cover it, sorted.
    pub(super) options: Vec<u32>,
    /// Minimum number of times it is covered.
    pub(super) lo: u32,
    /// Maximum number of times it is covered.
    pub(super) hi: u32,
}

/// `lo ≤ Σ weight · option ≤ hi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionLinear {
    pub(super) terms: Vec<(u32, i64)>,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

/// Items, options and rows of a problem. Option numbers are choice numbers.
#[derive(Clone, Debug)]
pub(super) struct CoverTable {
    pub(super) options: usize,
    /// By option: true if it can never be used.
    pub(super) banned: Vec<bool>,
    pub(super) items: Vec<CoverItem>,
    pub(super) rows: Vec<OptionLinear>,
    /// True if a constraint without options is violated.
    pub(super) broken: bool,
}

/// A linear form over options, built from a weighted sum of literals.
struct OptionForm {
    terms: Vec<(u32, i128)>,
    offset: i128,
}

/// Maximum number of neighbors examined to find cliques, a few tenths of a second. An estimate has to wait for it.
const MOST_LOOKS: usize = 1 << 24;

/// Upper limit on absolute values of forms, so that no sum overflows.
const MOST: i128 = 1 << 60;

impl OptionForm {
    fn new(problem: &Problem, terms: &[(i64, Lit)]) -> Result<Self, Decline> {
        let mut form = Self { terms: Vec::new(), offset: 0 };
        for &(w, l) in terms {
            form.add(problem, i128::from(w), l)?;
        }
        Ok(form)
    }

    fn add(&mut self, problem: &Problem, weight: i128, l: Lit) -> Result<(), Decline> {
        let var = l.var().index();
        if var >= problem.choices.len() {
            return Err(Decline::new("a sum depends on derived facts, not only on placements"));
        }
        let weight = if l.is_positive() {
            weight
        } else {
            self.offset += weight;
            -weight
        };
        self.terms.push((var as u32, weight));
        Ok(())
    }

    /// Merges terms of the same option and drops zero weights.
    fn tidy(&mut self) {
        self.terms.sort_unstable_by_key(|t| t.0);
        self.terms.dedup_by(|b, a| {
            let same = a.0 == b.0;
            if same {
                a.1 += b.1;
            }
            same
        });
        self.terms.retain(|t| t.1 != 0);
    }

    /// Returns the least and the greatest value of the terms.
    fn range(&self) -> (i128, i128) {
        let part = |sign: i128| self.terms.iter().map(|t| t.1).filter(|w| w * sign > 0).sum();
        (part(-1), part(1))
    }
}

fn small(value: i128) -> Result<i64, Decline> {
    if value.abs() > MOST {
        return Err(Decline::new("weights are too large"));
    }
    Ok(value as i64)
}

impl CoverTable {
    /// Creates the table of `problem`, without its objectives.
    pub(super) fn new(problem: &Problem) -> Result<Self, Decline> {
        if !problem.matchings.is_empty() {
            return Err(Decline::new("it does not support matchings"));
        }
        if too_many_pairs(problem) {
            return Err(Decline::new("there are too many conflicting pairs"));
        }
        let n = problem.choices.len();
        let mut table =
            Self { options: n, banned: vec![false; n], items: Vec::new(), rows: Vec::new(), broken: false };
        for (clause, _) in &problem.clauses {
            table.clause(problem, clause)?;
        }
        for sum in &problem.linears {
            table.sum(problem, sum)?;
        }
        problem.cliques.iter().for_each(|l| table.line(l));
        let cliques = problem.cliques_of_pairs(MOST_LOOKS);
        for clique in cliques.ok_or_else(|| Decline::new("there are too many conflicting pairs"))? {
            table.item(clique.iter().map(|c| c.0).collect(), 0, 1);
        }
        table.settle();
        Ok(table)
    }

    /// Returns an objective as a row, bounded only by its own range, and the constant to add to the row's value.
    pub(super) fn objective(
        problem: &Problem,
        objective: &Objective,
    ) -> Result<(OptionLinear, i64), Decline> {
        let mut form = OptionForm::new(problem, &objective.terms)?;
        form.tidy();
        let (min, max) = form.range();
        let (lo, hi) = (small(min)?, small(max)?);
        let offset = small(form.offset + i128::from(objective.constant))?;
        Ok((OptionLinear { terms: form.terms.iter().map(|&(o, w)| (o, w as i64)).collect(), lo, hi }, offset))
    }

    fn line(&mut self, line: &Clique) {
        self.item(line.choices.iter().map(|c| c.0).collect(), u32::from(line.exactly), 1);
    }

    fn item(&mut self, mut options: Vec<u32>, lo: u32, hi: u32) {
        options.sort_unstable();
        options.dedup();
        self.items.push(CoverItem { options, lo, hi });
    }

    fn clause(&mut self, problem: &Problem, clause: &[Lit]) -> Result<(), Decline> {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.iter().any(|l| l.var().index() >= problem.choices.len()) {
            return Err(Decline::new("a rule depends on derived facts, not only on placements"));
        }
        if lits.windows(2).any(|w| w[0].var() == w[1].var()) {
            return Ok(());
        }
        let options: Vec<u32> = lits.iter().map(|l| l.var().0).collect();
        let positive = lits.iter().filter(|l| l.is_positive()).count();
        let all = lits.len() as u32;
        if positive == lits.len() {
            self.item(options, 1, all);
        } else if positive == 0 {
            self.item(options, 0, all - 1);
        } else {
            // Σ positive - Σ negated ≥ 1 - number of negated literals.
            let weight = |l: &Lit| if l.is_positive() { 1 } else { -1 };
            let terms = lits.iter().map(|l| (l.var().0, weight(l))).collect();
            self.rows.push(OptionLinear { terms, lo: 1 - (lits.len() - positive) as i64, hi: i64::MAX });
        }
        Ok(())
    }

    fn sum(&mut self, problem: &Problem, sum: &Linear) -> Result<(), Decline> {
        let mut form = OptionForm::new(problem, &sum.terms)?;
        form.tidy();
        let (lo, hi) = (i128::from(sum.lo) - form.offset, i128::from(sum.hi) - form.offset);
        let (lo, hi) = (
            if sum.lo == i64::MIN { i128::MIN } else { lo },
            if sum.hi == i64::MAX { i128::MAX } else { hi },
        );
        if let Some(guard) = sum.guard {
            return self.guarded(problem, &form, (lo, hi), guard);
        }
        let weight = form.terms.first().map_or(1, |t| t.1);
        if form.terms.iter().all(|t| t.1 == weight) {
            self.count(&form, lo, hi, weight);
            return Ok(());
        }
        self.row(&form, lo, hi)
    }

    /// `lo ≤ weight · number ≤ hi` as an item.
    fn count(&mut self, form: &OptionForm, lo: i128, hi: i128, weight: i128) {
        let n = form.terms.len() as i128;
        // Clamp first, so that no bound overflows.
        let reach = weight.abs() * (n + 1);
        let (lo, hi) = (lo.clamp(-reach, reach), hi.clamp(-reach, reach));
        let (lo, hi) = if weight > 0 { (lo, hi) } else { (-hi, -lo) };
        let weight = weight.abs();
        let (least, most) = (-(-lo).div_euclid(weight), hi.div_euclid(weight));
        if least > most || least > n || most < 0 {
            self.broken = true;
        } else {
            let options = form.terms.iter().map(|t| t.0).collect();
            self.item(options, least.max(0) as u32, most.min(n) as u32);
        }
    }

    /// Adds a guarded constraint as up to two rows. In each, the guard's weight is the difference between the bound and the
    /// form's natural range, so the row is inactive if the guard is false.
    fn guarded(
        &mut self,
        problem: &Problem,
        form: &OptionForm,
        (lo, hi): (i128, i128),
        guard: Lit,
    ) -> Result<(), Decline> {
        let (min, max) = form.range();
        for (needed, weight, bound) in
            [(lo > min, min - lo.max(min), (min, i128::MAX)), (hi < max, max - hi.min(max), (i128::MIN, max))]
        {
            if needed {
                let mut tied = OptionForm { terms: form.terms.clone(), offset: 0 };
                tied.add(problem, weight, guard)?;
                tied.tidy();
                let shift = |b: i128| if b.abs() < i128::MAX { b - tied.offset } else { b };
                let bounds = (if bound.0 == i128::MIN { bound.0 } else { shift(bound.0) }, shift(bound.1));
                self.row(&tied, bounds.0, bounds.1)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, form: &OptionForm, lo: i128, hi: i128) -> Result<(), Decline> {
        let (min, max) = form.range();
        small(min)?;
        small(max)?;
        let terms = form.terms.iter().map(|&(o, w)| (o, w as i64)).collect();
        let bound = |b: i128| b.clamp(min - 1, max + 1) as i64;
        self.rows.push(OptionLinear { terms, lo: bound(lo), hi: bound(hi) });
        Ok(())
    }

    /// Bans options of items that may not be covered, removes banned options from all items and rows, and drops items that
    /// impose nothing.
    fn settle(&mut self) {
        for item in self.items.iter().filter(|i| i.hi == 0) {
            item.options.iter().for_each(|&o| self.banned[o as usize] = true);
        }
        let banned = &self.banned;
        for item in &mut self.items {
            item.options.retain(|&o| !banned[o as usize]);
            item.hi = item.hi.min(item.options.len() as u32);
        }
        for row in &mut self.rows {
            row.terms.retain(|t| !banned[t.0 as usize]);
        }
        self.broken |= self.items.iter().any(|i| i.lo > i.hi);
        self.items.retain(|i| i.lo > 0 || i.hi < i.options.len() as u32);
        self.items.sort_by_key(|i| i.lo == 0);
        self.items.dedup();
    }

    /// Returns the options that no item with a fixed multiplicity decides. They are branched on once all items are
    /// satisfied.
    pub(super) fn loose(&self) -> Vec<u32> {
        let mut tied = self.banned.clone();
        for item in self.items.iter().filter(|i| i.lo == i.hi) {
            item.options.iter().for_each(|&o| tied[o as usize] = true);
        }
        (0..self.options as u32).filter(|&o| !tied[o as usize]).collect()
    }

    /// Returns the number of items that must be covered.
    pub(super) fn primary(&self) -> usize {
        self.items.iter().filter(|i| i.lo > 0).count()
    }
}

/// Returns the choice of an option.
pub(super) fn choice(option: u32) -> ChoiceId {
    ChoiceId(option)
}
