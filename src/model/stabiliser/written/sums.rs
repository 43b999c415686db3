//! The sums of a model, and comparisons of them with 0.

use crate::model::{Instance, LinearExpr, Model, Query, Relation, RuleBody};

/// Normalizes a comparison with 0. Returns the relation, `= 0` (0), `!= 0` (1) or `>= 0` (2), the factor for the terms, and the
/// constant. The first coefficient of an equation is positive.
pub(super) fn relation(
    terms: &[([i128; 9], i128)],
    constant: i128,
    relation: Relation,
) -> (i128, i128, i128) {
    let lead = terms.first().map_or(1, |t| t.1.signum());
    match relation {
        Relation::Eq => (0, lead, constant * lead),
        Relation::Ne => (1, lead, constant * lead),
        Relation::Ge => (2, 1, constant),
        Relation::Gt => (2, 1, constant - 1),
        Relation::Le => (2, -1, -constant),
        Relation::Lt => (2, -1, -constant - 1),
    }
}

pub(super) fn model_instances(model: &Model) -> impl Iterator<Item = &Instance> {
    model.rules.iter().flat_map(|rule| match &rule.body {
        RuleBody::Compare(instances) => &instances[..],
        _ => &[],
    })
}

/// Returns the sums in alternatives and in rules about each group.
pub(super) fn alternatives(model: &Model) -> impl Iterator<Item = &LinearExpr> {
    let all = model.rules.iter().flat_map(|rule| {
        let (either, of_groups) = match &rule.body {
            RuleBody::Either(all) => (&all[..], &[][..]),
            RuleBody::EachGroup(all) => (&[][..], &all[..]),
            _ => (&[][..], &[][..]),
        };
        either.iter().chain(of_groups.iter().map(|rule| &rule.condition))
    });
    all.flat_map(|either| &either.alternatives).flatten().map(|(left, _)| left)
}

/// Returns the sums whose values appear in the answer.
pub(super) fn sums(model: &Model) -> impl Iterator<Item = &LinearExpr> {
    let table = match &model.find.query {
        Query::CountBy(sum) => Some(sum),
        _ => None,
    };
    model.objectives.iter().map(|o| &o.value).chain(table)
}
