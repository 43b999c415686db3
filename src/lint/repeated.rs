//! Rules that say what another one says, or less.
//!
//! A written-out rule is, for each sum it compares, an interval in which the sum must lie. One rule follows from another
//! when the other has each of its sums, with an interval inside. Two lines that happen to agree for the default parameters need
//! not agree for others: so lines with parameters are compared word by word alone.

use super::Lint;
use super::words::Words;
use crate::model::check::Spec;
use crate::model::{Guard, Instance, KindId, Model, Relation, Rule, RuleBody, Term};
use crate::syntax::ast::StatementKind;
use rustc_hash::FxHashMap;

/// Written-out comparisons, times the words of a set of cells, that may be looked at.
const MAX_WORK: usize = 2_000_000;
/// Rules that may be compared with each other.
const MAX_RULES: usize = 400;

/// What a comparison speaks of: the condition, and the sum without its constant.
type Sum<'m> = (Option<&'m Guard>, Vec<(i64, &'m Term)>);
/// The least and the greatest value that are allowed.
type Interval = (i128, i128);

/// A rule in a form in which rules can be compared.
enum Said<'m> {
    Intervals(FxHashMap<Sum<'m>, Interval>),
    NoAttacks(&'m [(KindId, KindId)]),
    /// Comparable only with itself.
    Other(&'m RuleBody),
}

pub(super) fn find(spec: &Spec, model: &Model, words: &Words<'_>) -> Vec<Lint> {
    let size = |r: &Rule| match &r.body {
        RuleBody::Compare(instances) => instances.len(),
        _ => 1,
    };
    let work: usize = model.rules.iter().map(size).sum::<usize>() * (model.board.len() / 64 + 1);
    if work > MAX_WORK || model.rules.len() > MAX_RULES {
        return Vec::new();
    }
    let said: Vec<Said<'_>> = model.rules.iter().map(|r| say(&r.body)).collect();
    let mut found = Vec::new();
    for (i, rule) in model.rules.iter().enumerate() {
        if rule.span.source != spec.root() {
            continue;
        }
        let stronger = (0..said.len()).filter(|&j| j != i).find_map(|j| {
            let other = &model.rules[j];
            let (follows, implies) = (implies(&said[j], &said[i]), implies(&said[i], &said[j]));
            let comparable =
                same_words(words, rule, other) || !has_parameter(words, rule) && !has_parameter(words, other);
            match (comparable && follows, implies) {
                (true, false) => Some(Lint::Looser { span: rule.span, other: other.span }),
                // Of two that say the same, the later is too much.
                (true, true) if j < i => Some(Lint::SaidTwice { span: rule.span, other: other.span }),
                _ => None,
            }
        });
        found.extend(stronger);
    }
    found.retain(|lint| {
        spec.statements()
            .iter()
            .any(|s| s.span == lint.span() && !matches!(s.kind, StatementKind::ClueList { .. }))
    });
    found
}

fn say(body: &RuleBody) -> Said<'_> {
    match body {
        RuleBody::NoAttacks(pairs) => Said::NoAttacks(pairs),
        RuleBody::Compare(instances) if !instances.is_empty() => match intervals(instances) {
            Some(intervals) => Said::Intervals(intervals),
            None => Said::Other(body),
        },
        other => Said::Other(other),
    }
}

/// For each sum the interval in which it must lie; `None` with `!=`, which leaves none.
fn intervals(instances: &[Instance]) -> Option<FxHashMap<Sum<'_>, Interval>> {
    let mut all: FxHashMap<Sum<'_>, Interval> = FxHashMap::default();
    for instance in instances {
        let mut terms: Vec<(i64, &Term)> =
            instance.left.terms.iter().filter(|t| t.0 != 0).map(|(f, t)| (*f, t)).collect();
        terms.sort_unstable();
        let flip = terms.first().is_some_and(|t| t.0 < 0);
        if flip {
            terms.iter_mut().for_each(|t| t.0 = t.0.saturating_neg());
        }
        let value =
            if flip { i128::from(instance.left.constant) } else { -i128::from(instance.left.constant) };
        let (least, most) = (i128::MIN, i128::MAX);
        let (low, high) = match (instance.relation, flip) {
            (Relation::Eq, _) => (value, value),
            (Relation::Ne, _) => return None,
            (Relation::Le, false) | (Relation::Ge, true) => (least, value),
            (Relation::Lt, false) | (Relation::Gt, true) => (least, value - 1),
            (Relation::Ge, false) | (Relation::Le, true) => (value, most),
            (Relation::Gt, false) | (Relation::Lt, true) => (value + 1, most),
        };
        let interval = all.entry((instance.guard.as_ref(), terms)).or_insert((least, most));
        *interval = (interval.0.max(low), interval.1.min(high));
    }
    Some(all)
}

/// Whether whatever keeps `a` keeps `b`.
fn implies(a: &Said<'_>, b: &Said<'_>) -> bool {
    match (a, b) {
        (Said::Intervals(a), Said::Intervals(b)) => b
            .iter()
            .all(|(sum, wide)| a.get(sum).is_some_and(|narrow| wide.0 <= narrow.0 && narrow.1 <= wide.1)),
        (Said::NoAttacks(a), Said::NoAttacks(b)) => b.iter().all(|pair| a.binary_search(pair).is_ok()),
        (Said::Other(a), Said::Other(b)) => a == b && !matches!(a, RuleBody::Compare(i) if i.is_empty()),
        _ => false,
    }
}

fn has_parameter(words: &Words<'_>, rule: &Rule) -> bool {
    let parameters = words.parameters();
    words.at(rule.span).is_none_or(|s| s.iter().any(|w| parameters.contains(w.text)))
}

fn same_words(words: &Words<'_>, a: &Rule, b: &Rule) -> bool {
    match (words.at(a.span), words.at(b.span)) {
        (Some(a), Some(b)) => a.iter().map(|w| w.text).eq(b.iter().map(|w| w.text)),
        _ => false,
    }
}
