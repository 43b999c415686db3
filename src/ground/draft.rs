//! A problem under construction: constraints as the rules give them, before they are tidied.

use super::affine::Normal;
use super::truth::{Definitions, Truth};
use super::{TooLarge, limits};
use crate::problem::{ChoiceId, Line, Lit, Matching, Origin, Sum};

/// Sets of choices that belong together since one statement gives them all: the rows of a rook, the cells of the board.
/// Of each at most one holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Family {
    /// Lines, by their index in [`Draft::lines`].
    pub lines: Vec<usize>,
    /// Sets of one choice, which are no lines.
    pub singles: Vec<ChoiceId>,
    /// Whether they are made so that no choice is in two of them.
    pub disjoint: bool,
}

/// When a constraint is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Always.
    Always,
    /// Never.
    Never,
    /// Unless one of these literals holds.
    Unless(Vec<Lit>),
    /// Once for each of these literals, when it holds.
    When(Vec<Lit>),
}

/// Constraints gathered so far.
#[derive(Default)]
pub(super) struct Draft {
    pub lines: Vec<Line>,
    pub families: Vec<Family>,
    /// Choices that exclude each other, with repetitions.
    pub pairs: Vec<(ChoiceId, ChoiceId)>,
    pub bicliques: Vec<(Vec<ChoiceId>, Vec<ChoiceId>)>,
    pub clauses: Vec<(Vec<Lit>, Origin)>,
    pub sums: Vec<Sum>,
    pub matchings: Vec<Matching>,
    entries: u64,
    members: u64,
    literals: u64,
}

impl Draft {
    /// At most one (or exactly one) of these, which are sorted. Returns the index of the line, if it is one.
    pub fn line(&mut self, choices: Vec<ChoiceId>, exactly: bool, origin: Origin) -> Option<usize> {
        match (choices.len(), exactly) {
            (0 | 1, true) => self.clause(choices.into_iter().map(ChoiceId::lit).collect(), origin),
            (0 | 1, false) => {}
            _ => {
                self.members += choices.len() as u64;
                self.lines.push(Line { choices, exactly, origin });
                return Some(self.lines.len() - 1);
            }
        }
        None
    }

    /// Not both of these.
    pub fn pair(&mut self, a: ChoiceId, b: ChoiceId) {
        self.entries += 2;
        if self.entries <= limits::PAIRS {
            self.pairs.push((a, b));
        }
    }

    /// One of these.
    pub fn clause(&mut self, lits: Vec<Lit>, origin: Origin) {
        self.literals += lits.len() as u64 + 1;
        self.clauses.push((lits, origin));
    }

    /// Where `condition` is met: one of these.
    pub fn clause_if(&mut self, condition: &Condition, lits: &[Lit], origin: Origin) {
        match condition {
            Condition::Always => self.clause(lits.to_vec(), origin),
            Condition::Never => {}
            Condition::Unless(unless) => self.clause([lits, unless].concat(), origin),
            Condition::When(when) => {
                for &w in when {
                    self.clause([lits, &[!w]].concat(), origin);
                }
            }
        }
    }

    /// Where `condition` is met: `lo <= sum <= hi` (the sum with its constant).
    pub fn bound(
        &mut self,
        sum: Normal,
        (lo, hi): (i128, i128),
        condition: &Condition,
        origin: Origin,
        defs: &mut Definitions,
    ) -> Option<usize> {
        let (terms, lo, hi) = reduced(sum, lo, hi);
        // The absolute values of a normal sum's weights add up to less than 64 bits hold.
        let (mut least, mut most, mut unit, mut choices_only) = (0, 0, true, true);
        for &(weight, lit) in &terms {
            least += weight.min(0);
            most += weight.max(0);
            unit &= weight == 1;
            choices_only &= defs.is_choice(lit);
        }
        let (least, most) = (i128::from(least), i128::from(most));
        if lo > hi || lo > most || hi < least {
            self.clause_if(condition, &[], origin);
            return None;
        }
        let (open_below, open_above) = (lo <= least, hi >= most);
        if open_below && open_above {
            return None;
        }
        if lo == most || hi == least {
            // Every literal has one possible value.
            for &(weight, lit) in &terms {
                let lit = if (weight > 0) == (lo == most) { lit } else { !lit };
                self.clause_if(condition, &[lit], origin);
            }
            return None;
        }
        if unit && lo == 1 && open_above {
            let lits: Vec<Lit> = terms.iter().map(|t| t.1).collect();
            self.clause_if(condition, &lits, origin);
            return None;
        }
        if unit && hi == 1 && choices_only && *condition == Condition::Always {
            let choices = terms.iter().map(|t| ChoiceId(t.1.var().0)).collect();
            return self.line(choices, lo == 1, origin);
        }
        let lo = if open_below { i64::MIN } else { lo as i64 };
        let hi = if open_above { i64::MAX } else { hi as i64 };
        self.sum(Sum { terms, lo, hi, guard: None, origin }, condition, defs);
        None
    }

    fn sum(&mut self, sum: Sum, condition: &Condition, defs: &mut Definitions) {
        let guard = match condition {
            Condition::Always => None,
            Condition::Never => return,
            Condition::Unless(lits) => Some(!defs.any(lits.iter().map(|&l| Truth::Lit(l)))),
            Condition::When(lits) => Some(defs.any(lits.iter().map(|&l| Truth::Lit(l)))),
        };
        let guard = match guard {
            Some(Truth::False) => return,
            Some(Truth::Lit(l)) => Some(l),
            Some(Truth::True) | None => None,
        };
        self.literals += sum.terms.len() as u64;
        self.sums.push(Sum { guard, ..sum });
    }

    /// Whether all is still within the limits.
    pub fn check(&self) -> Result<(), TooLarge> {
        limits::check("the pairs that exclude each other", self.entries, limits::PAIRS)?;
        limits::check("the lines", self.members, limits::MEMBERS)?;
        limits::check("the constraints", self.literals, limits::LITERALS)
    }
}

/// The terms divided by their greatest common divisor, the first weight positive, and the bounds that go with them.
fn reduced(sum: Normal, lo: i128, hi: i128) -> (Vec<(i64, Lit)>, i128, i128) {
    let mut divisor = 0;
    for weight in sum.terms.iter().map(|t| t.0.unsigned_abs()) {
        divisor = gcd(divisor, weight);
        if divisor == 1 {
            break;
        }
    }
    let divisor = i128::from(divisor.max(1));
    let constant = i128::from(sum.constant);
    // Unbounded sides stay so: they are far outside of what any sum can reach.
    let (mut lo, mut hi) = (lo - constant, hi - constant);
    lo = -(-lo).div_euclid(divisor);
    hi = hi.div_euclid(divisor);
    let negative = sum.terms.first().is_some_and(|t| t.0 < 0);
    if negative {
        (lo, hi) = (-hi, -lo);
    }
    let divisor = if negative { -divisor } else { divisor } as i64;
    let mut terms = sum.terms;
    if divisor != 1 {
        terms.iter_mut().for_each(|t| t.0 /= divisor);
    }
    (terms, lo, hi)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
