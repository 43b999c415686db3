//! Grounds comparisons: conditional sums between bounds, reduced to clauses and cliques where possible.

use super::Unground;
use super::affine::{Affine, Normal, any_or_none, bounds};
use super::draft::{CliqueFamily, ConstraintCondition};
use super::forbidden;
use super::grounder::Grounder;
use super::truth::Truth;
use crate::geometry::CellId;
use crate::model::{Disjunction, Guard, Instance, KindSet, Term};
use crate::problem::{Lit, Origin};

impl Grounder<'_> {
    /// Grounds the comparisons of one rule.
    pub(super) fn compare(&mut self, instances: &[Instance], origin: Origin) -> Result<(), Unground> {
        let mut family = CliqueFamily::default();
        for instance in instances.iter().filter(|i| forbidden::by_comparison(i).is_none()) {
            family.cliques.extend(self.instance(instance, origin)?);
            self.check()?;
        }
        if family.cliques.len() > 1 {
            self.draft.families.push(family);
        }
        Ok(())
    }

    /// Grounds alternatives: under their guard, one of them holds.
    pub(super) fn either(&mut self, all: &[Disjunction], origin: Origin) -> Result<(), Unground> {
        for either in all {
            let condition = self.condition(either.guard.as_ref());
            if condition == ConstraintCondition::Never {
                continue;
            }
            let mut holds = Vec::with_capacity(either.alternatives.len());
            for chain in &either.alternatives {
                let mut parts = Vec::with_capacity(chain.len());
                for (left, relation) in chain {
                    let left = self.linear(left)?;
                    parts.push(self.compares(&left, *relation, 0));
                }
                holds.push(self.defs.all(parts));
            }
            let any = self.defs.any(holds);
            self.require(any, &condition, origin);
            self.check()?;
        }
        Ok(())
    }

    /// Requires `what` under a condition.
    pub(super) fn require(&mut self, what: Truth, condition: &ConstraintCondition, origin: Origin) {
        match what {
            Truth::True => {}
            Truth::False => self.draft.clause_if(condition, &[], origin),
            Truth::Lit(lit) => self.draft.clause_if(condition, &[lit], origin),
        }
    }

    /// Grounds one comparison; returns its line, if it becomes one.
    fn instance(&mut self, instance: &Instance, origin: Origin) -> Result<Option<usize>, Unground> {
        let condition = self.condition(instance.guard.as_ref());
        if condition == ConstraintCondition::Never {
            return Ok(None);
        }
        if let Some(grounded) = self.group_bound(instance, &condition, origin) {
            return grounded.map(|()| None);
        }
        let left = match self.any_attackers(instance) {
            Some(left) => left?,
            None => self.linear(&instance.left)?,
        };
        let Some(bounds) = bounds(instance.relation) else {
            self.differs(&left, &condition, origin);
            return Ok(None);
        };
        Ok(self.draft.bound(left, bounds, &condition, origin, &mut self.defs))
    }

    /// Returns the left side if it only asks for the existence of an attacker and Lemma B applies.
    fn any_attackers(&mut self, instance: &Instance) -> Option<Result<Normal, Unground>> {
        let mut terms = instance.left.terms.iter().filter(|t| t.0 != 0);
        let (weight, term) = terms.next()?;
        let Term::Attackers { by, on } = term else {
            return None;
        };
        let constant = instance.left.constant;
        if terms.next().is_some()
            || !any_or_none(*weight, constant, instance.relation)
            || !self.seen_is_attacked(by)
        {
            return None;
        }
        let mut sum = Affine::default();
        sum.add(constant, Truth::True);
        for attacker in self.attackers(by, *on, true) {
            sum.add(*weight, attacker);
        }
        Some(sum.normal().map_err(Unground::from))
    }

    /// Requires that `sum` is not 0: it is at least 1, or not at least 0.
    pub(super) fn differs(&mut self, sum: &Normal, condition: &ConstraintCondition, origin: Origin) {
        let above = self.defs.at_least(&sum.terms, 1 - sum.constant);
        let below = !self.defs.at_least(&sum.terms, -sum.constant);
        let differs = self.defs.any([above, below]);
        self.require(differs, condition, origin);
    }

    fn condition(&mut self, guard: Option<&Guard>) -> ConstraintCondition {
        let lits = |kinds: Option<&KindSet>, cell: CellId| -> Vec<Lit> {
            match kinds {
                None => self.choices.covering(cell).iter().map(|c| c.lit()).collect(),
                Some(kinds) => self.choices.of_kinds(cell, kinds).map(|c| c.lit()).collect(),
            }
        };
        match guard {
            None => ConstraintCondition::Always,
            Some(Guard::Empty(cell)) if self.model.board.is_wall(*cell) => ConstraintCondition::Never,
            Some(Guard::Empty(cell)) => match lits(None, *cell) {
                none if none.is_empty() => ConstraintCondition::Always,
                lits => ConstraintCondition::Unless(lits),
            },
            Some(Guard::Occupied(cell, kinds)) => match lits(Some(kinds), *cell) {
                none if none.is_empty() => ConstraintCondition::Never,
                lits => ConstraintCondition::When(lits),
            },
        }
    }
}
