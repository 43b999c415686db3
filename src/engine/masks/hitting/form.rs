//! The form of a problem of hitting sets. Its constraints are pairs of choices that exclude each other, *covers*, of which at least one
//! choice must be placed, and the needs of private points.
//!
//! A *point* is a set of choices; it is private to a placed choice of the set if no other one of it is placed. A clause that
//! contains the negation of a choice, its *owner*, matters only where the owner is placed. If each of its other literals then
//! says that certain choices are not placed, these choices and the owner are a point, and the clause says that one of its points
//! is private to the owner. Of a queen: no other attacks it, or one of the cells that it attacks is empty and attacked once.

use crate::problem::{ChoiceId, Definition, Lit, Problem};
use rustc_hash::FxHashMap;

/// Literals examined at most, since facts may be shared by many others.
const MOST_STEPS: usize = 1_000_000;

/// Constraints of a problem of hitting sets, without the pairs that exclude each other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HittingForm {
    /// Choices of each point, ascending.
    pub(super) points: Vec<Vec<u32>>,
    /// Choices, each with points of its own; one of them must be private to it if it is placed.
    pub(super) needs: Vec<(u32, Vec<u32>)>,
    /// Sets of choices, ascending, of each of which at least one must be placed.
    pub(super) covers: Vec<Vec<u32>>,
}

impl HittingForm {
    /// Returns the form of a problem without sums and objectives; `None` if it has another.
    pub(super) fn of(problem: &Problem) -> Option<Self> {
        let is_plain = problem.linears.is_empty()
            && problem.objectives.is_empty()
            && problem.matchings.is_empty()
            && problem.connectivities.is_empty()
            && problem.routes.is_empty();
        let mut by = problem.by.iter().flat_map(|by| &by.terms);
        if !is_plain || by.any(|term| problem.choice_of(term.1.var()).is_none()) {
            return None;
        }
        let mut form = Self::default();
        let exact = problem.cliques.iter().filter(|clique| clique.exactly);
        form.covers.extend(exact.map(|clique| clique.choices.iter().map(|c| c.0).collect()));
        let mut numbers = FxHashMap::default();
        let mut steps = MOST_STEPS;
        for (lits, _) in &problem.clauses {
            form.add(problem, lits, &mut numbers, &mut steps)?;
        }
        form.covers.iter_mut().for_each(|cover| cover.sort_unstable());
        form.covers.sort_unstable();
        form.covers.dedup();
        Some(form)
    }

    /// The number of points or of covers, whichever is greater.
    pub(super) fn width(&self) -> usize {
        self.points.len().max(self.covers.len())
    }

    /// Adds a clause; `None` if it is neither a cover nor a need.
    fn add(
        &mut self,
        problem: &Problem,
        clause: &[Lit],
        numbers: &mut FxHashMap<Vec<u32>, u32>,
        steps: &mut usize,
    ) -> Option<()> {
        let choice = |lit: &Lit| problem.choice_of(lit.var());
        let Some(owner) = clause.iter().filter(|l| !l.is_positive()).find_map(choice) else {
            let cover: Option<Vec<u32>> = clause.iter().map(|l| choice(l).map(|c| c.0)).collect();
            self.covers.push(cover?);
            return Some(());
        };
        let mut reading = Reading { problem, owner, alternatives: Vec::new(), steps };
        clause.iter().try_for_each(|&lit| reading.alternative(lit))?;
        let alternatives = reading.alternatives;
        if alternatives.iter().any(Vec::is_empty) {
            return Some(());
        }
        let mut needed: Vec<u32> =
            alternatives.into_iter().map(|vacant| self.point(owner, vacant, numbers)).collect();
        needed.sort_unstable();
        needed.dedup();
        self.needs.push((owner.0, needed));
        Some(())
    }

    /// The number of the point that is private to `owner` if `vacant` are not placed.
    fn point(
        &mut self,
        owner: ChoiceId,
        mut vacant: Vec<u32>,
        numbers: &mut FxHashMap<Vec<u32>, u32>,
    ) -> u32 {
        vacant.push(owner.0);
        vacant.sort_unstable();
        vacant.dedup();
        let next = self.points.len() as u32;
        *numbers.entry(vacant).or_insert_with_key(|point| {
            self.points.push(point.clone());
            next
        })
    }
}

/// Reading of a clause where its owner is placed. The methods return `None` where a literal does not fit the form.
struct Reading<'a> {
    problem: &'a Problem,
    owner: ChoiceId,
    /// Sets of choices; the clause holds if all of one set are not placed.
    alternatives: Vec<Vec<u32>>,
    steps: &'a mut usize,
}

impl<'a> Reading<'a> {
    fn step(&mut self) -> Option<()> {
        *self.steps = self.steps.checked_sub(1)?;
        Some(())
    }

    fn definition(&self, lit: Lit) -> Option<&'a Definition> {
        let problem = self.problem;
        lit.var().index().checked_sub(problem.choices.len()).map(|i| &problem.definitions[i])
    }

    /// Adds the alternatives that `lit` stands for.
    fn alternative(&mut self, lit: Lit) -> Option<()> {
        self.step()?;
        match (self.definition(lit), lit.is_positive()) {
            (Some(Definition::Any(lits)), true) => lits.iter().try_for_each(|&l| self.alternative(l)),
            (Some(Definition::All(lits)), false) => lits.iter().try_for_each(|&l| self.alternative(!l)),
            _ => {
                let mut vacant = Vec::new();
                if self.restrict(lit, &mut vacant)? {
                    self.alternatives.push(vacant);
                }
                Some(())
            }
        }
    }

    /// Adds to `vacant` the choices that are not placed if `lit` holds; false if it cannot hold.
    fn restrict(&mut self, lit: Lit, vacant: &mut Vec<u32>) -> Option<bool> {
        self.step()?;
        let (positive, owner) = (lit.is_positive(), self.owner.lit());
        match self.definition(lit) {
            None if lit.var() == owner.var() => Some(positive),
            None if positive => None,
            None => {
                vacant.push(lit.var().0);
                Some(true)
            }
            Some(Definition::All(lits)) if positive => self.restrict_all(lits, false, vacant),
            Some(Definition::Any(lits)) if !positive => self.restrict_all(lits, true, vacant),
            Some(Definition::Any(lits)) if lits.contains(&owner) => Some(true),
            Some(Definition::All(lits)) if lits.contains(&owner) => {
                let mut others = lits.iter().filter(|l| **l != owner);
                let (one, more) = (others.next(), others.next());
                if more.is_some() {
                    None
                } else {
                    one.map_or(Some(false), |&one| self.restrict(!one, vacant))
                }
            }
            Some(Definition::AtLeast(terms, bound)) => {
                let plain = |&(weight, lit): &(i64, Lit)| {
                    weight > 0 && lit.is_positive() && self.problem.choice_of(lit.var()).is_some()
                };
                terms.iter().all(plain).then_some(())?;
                reaches(terms, *bound, owner, positive, vacant)
            }
            Some(_) => None,
        }
    }

    fn restrict_all(&mut self, lits: &[Lit], negated: bool, vacant: &mut Vec<u32>) -> Option<bool> {
        for &lit in lits {
            if !self.restrict(if negated { !lit } else { lit }, vacant)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// [`Reading::restrict`] for a sum of choices with positive weights that reaches `bound`, or does not.
fn reaches(
    terms: &[(i64, Lit)],
    bound: i64,
    owner: Lit,
    reached: bool,
    vacant: &mut Vec<u32>,
) -> Option<bool> {
    let own = terms.iter().find(|term| term.1 == owner).map_or(0, |term| term.0);
    let room = bound.checked_sub(1)?.checked_sub(own)?;
    match (reached, room < 0) {
        (true, true) => Some(true),
        (true, false) => None,
        (false, true) => Some(false),
        (false, false) => {
            let others = || terms.iter().filter(|term| term.1 != owner);
            vacant.extend(others().map(|term| term.1.var().0));
            others().all(|term| term.0 > room).then_some(true)
        }
    }
}
