//! Attacks that the rules forbid, whichever statement says so.

use super::Unground;
use super::affine::{any_or_none, holds};
use super::cancel::CancelCallback;
use crate::model::{Instance, KindId, KindSet, Model, RuleBody, Term};
use crate::problem::Origin;
use std::collections::BTreeMap;

/// Forbidden attacks, (attacker, attacked), each with the first rule that forbids it.
pub(super) type ForbiddenAttacks = BTreeMap<(KindId, KindId), Origin>;

/// Returns the attacks forbidden by all rules.
pub(super) fn attacks(model: &Model, cancel: &CancelCallback<'_>) -> Result<ForbiddenAttacks, Unground> {
    let mut forbidden = ForbiddenAttacks::new();
    for (i, rule) in model.rules.iter().enumerate() {
        let origin = Origin(i as u32);
        match &rule.body {
            RuleBody::NoAttacks(pairs) => {
                for &pair in pairs {
                    cancel.check()?;
                    forbidden.entry(pair).or_insert(origin);
                }
            }
            RuleBody::Compare(instances) => {
                for (by, on) in instances.iter().filter_map(by_comparison) {
                    for pair in by.iter().flat_map(|j| on.iter().map(move |k| (j, k))) {
                        forbidden.entry(pair).or_insert(origin);
                    }
                }
            }
            RuleBody::Either(_)
            | RuleBody::Runs(_)
            | RuleBody::Pair { .. }
            | RuleBody::Symmetric(_)
            | RuleBody::EachGroup(_)
            | RuleBody::Route(_) => {}
        }
    }
    Ok(forbidden)
}

/// Returns the attackers and the attacked of a comparison that only forbids attacks between them.
pub(super) fn by_comparison(instance: &Instance) -> Option<(&KindSet, &KindSet)> {
    let mut terms = instance.left.terms.iter().filter(|t| t.0 != 0);
    let (weight, term) = terms.next()?;
    let Term::Attacks { by, on } = term else {
        return None;
    };
    let constant = instance.left.constant;
    let value = |n: i128| holds(instance.relation, i128::from(*weight) * n + i128::from(constant));
    let none_only = any_or_none(*weight, constant, instance.relation) && value(0) && !value(1);
    (terms.next().is_none() && instance.guard.is_none() && none_only).then_some((by, on))
}
