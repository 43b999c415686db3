//! A problem under construction: the constraints of the rules before tidying.

use super::affine::Normal;
use super::truth::{Definitions, Truth};
use super::{TooLarge, limits};
use crate::problem::{
    ChoiceId, Clique, Connectivity, Graph, GraphId, Linear, Lit, Matching, Origin, Route, TightBound,
};

/// At-most-one sets of choices that belong together because one statement produces them: the rows of a rook, the cells of
/// the board.
#[derive(Clone, Debug, Default)]
pub(super) struct CliqueFamily {
    /// Cliques, as indices into [`Draft::cliques`].
    pub cliques: Vec<usize>,
    /// Sets of one choice, which need no clique.
    pub singles: Vec<ChoiceId>,
    /// True if the sets are disjoint by construction.
    pub disjoint: bool,
}

/// Condition under which a constraint applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConstraintCondition {
    Always,
    Never,
    /// Unless one of these literals holds.
    Unless(Vec<Lit>),
    /// Once for each of these literals that holds.
    When(Vec<Lit>),
}

/// Constraints collected so far.
#[derive(Default)]
pub(super) struct Draft {
    pub cliques: Vec<Clique>,
    pub families: Vec<CliqueFamily>,
    /// Choices that exclude each other, with repetitions.
    pub pairs: Vec<(ChoiceId, ChoiceId)>,
    pub bicliques: Vec<(Vec<ChoiceId>, Vec<ChoiceId>)>,
    pub tight: Option<TightBound>,
    pub clauses: Vec<(Vec<Lit>, Origin)>,
    pub linears: Vec<Linear>,
    pub matchings: Vec<Matching>,
    pub graphs: Vec<Graph>,
    pub connectivities: Vec<Connectivity>,
    pub routes: Vec<Route>,
    entries: u64,
    members: u64,
    literals: u64,
}

impl Draft {
    /// Adds at most one (or exactly one) of these choices, which must be sorted. Returns the index of the clique, if it
    /// becomes one.
    pub fn clique(&mut self, choices: Vec<ChoiceId>, exactly: bool, origin: Origin) -> Option<usize> {
        match (choices.len(), exactly) {
            (0 | 1, true) => self.clause(choices.into_iter().map(ChoiceId::lit).collect(), origin),
            (0 | 1, false) => {}
            _ => {
                self.members += choices.len() as u64;
                self.cliques.push(Clique { choices, exactly, origin });
                return Some(self.cliques.len() - 1);
            }
        }
        None
    }

    /// Excludes `a` and `b` together.
    pub fn pair(&mut self, a: ChoiceId, b: ChoiceId) {
        self.entries += 2;
        if self.entries <= limits::PAIRS {
            self.pairs.push((a, b));
        }
    }

    /// Requires one of these literals.
    pub fn clause(&mut self, lits: Vec<Lit>, origin: Origin) {
        self.literals += lits.len() as u64 + 1;
        self.clauses.push((lits, origin));
    }

    /// Requires one of these literals under `condition`.
    pub fn clause_if(&mut self, condition: &ConstraintCondition, lits: &[Lit], origin: Origin) {
        match condition {
            ConstraintCondition::Always => self.clause(lits.to_vec(), origin),
            ConstraintCondition::Never => {}
            ConstraintCondition::Unless(unless) => self.clause([lits, unless].concat(), origin),
            ConstraintCondition::When(when) => {
                for &w in when {
                    self.clause([lits, &[!w]].concat(), origin);
                }
            }
        }
    }

    /// Adds a graph.
    pub fn graph(&mut self, graph: Graph) -> GraphId {
        self.literals += (graph.vertices.len() + graph.edges.len()) as u64;
        self.graphs.push(graph);
        GraphId(self.graphs.len() as u32 - 1)
    }

    /// Returns the literal that must be true for a constraint under `condition` to apply; the outer `None` if it never does.
    pub fn guard(condition: &ConstraintCondition, defs: &mut Definitions) -> Option<Option<Lit>> {
        let guard = match condition {
            ConstraintCondition::Always => return Some(None),
            ConstraintCondition::Never => return None,
            ConstraintCondition::Unless(lits) => !defs.any(lits.iter().map(|&l| Truth::Lit(l))),
            ConstraintCondition::When(lits) => defs.any(lits.iter().map(|&l| Truth::Lit(l))),
        };
        match guard {
            Truth::False => None,
            Truth::Lit(l) => Some(Some(l)),
            Truth::True => Some(None),
        }
    }

    /// Requires `lo <= sum <= hi` under `condition`, where the sum includes its constant.
    pub fn bound(
        &mut self,
        sum: Normal,
        (lo, hi): (i128, i128),
        condition: &ConstraintCondition,
        origin: Origin,
        defs: &mut Definitions,
    ) -> Option<usize> {
        let (terms, lo, hi) = reduced(sum, lo, hi);
        // The absolute weights of a normal sum add up to at most 2⁶⁰.
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
            // Only one value of each literal is possible.
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
        if unit && hi == 1 && choices_only && *condition == ConstraintCondition::Always {
            let choices = terms.iter().map(|t| ChoiceId(t.1.var().0)).collect();
            return self.clique(choices, lo == 1, origin);
        }
        let lo = if open_below { i64::MIN } else { lo as i64 };
        let hi = if open_above { i64::MAX } else { hi as i64 };
        self.sum(Linear { terms, lo, hi, guard: None, origin }, condition, defs);
        None
    }

    fn sum(&mut self, sum: Linear, condition: &ConstraintCondition, defs: &mut Definitions) {
        let Some(guard) = Self::guard(condition, defs) else { return };
        self.literals += sum.terms.len() as u64;
        self.linears.push(Linear { guard, ..sum });
    }

    pub fn check(&self) -> Result<(), TooLarge> {
        limits::check("the pairs that exclude each other", self.entries, limits::PAIRS)?;
        limits::check("the lines", self.members, limits::MEMBERS)?;
        limits::check("the constraints", self.literals, limits::LITERALS)
    }
}

/// Divides the terms by their greatest common divisor and makes the first weight positive; adjusts the bounds.
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
    // Unbounded sides stay unbounded: they are far outside any sum's range.
    let (mut lo, mut hi) = (lo - constant, hi - constant);
    if divisor > 1 {
        lo = -(-lo).div_euclid(divisor);
        hi = hi.div_euclid(divisor);
    }
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
