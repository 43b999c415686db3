//! Rules that repeat another rule or follow from it.
//!
//! An expanded rule gives, for each sum it compares, an interval in which the sum must lie. One rule follows from another
//! if the other restricts each of its sums to a subinterval. Two rules that agree for the default parameters need not agree
//! for others, so rules with parameters are compared only word by word.

use super::statements::Statements;
use super::words::Words;
use super::{Lint, LintKind};
use crate::model::{Guard, Instance, KindId, Model, Relation, Rule, RuleBody, Term};
use crate::syntax::ast::StatementKind;
use crate::text::Span;
use rustc_hash::FxHashMap;

/// Limit on the expanded comparisons times the words of a set of cells.
const MAX_WORK: usize = 200_000;
/// Limit on the rules compared with each other.
const MAX_RULES: usize = 400;

/// A condition, and a sum without its constant.
type Sum<'m> = (Option<&'m Guard>, Vec<(i64, &'m Term)>);
/// Least and greatest allowed value.
type SumInterval = (i128, i128);

/// A rule in comparable form.
enum ComparableRule<'m> {
    Intervals(FxHashMap<Sum<'m>, SumInterval>),
    NoAttacks(&'m [(KindId, KindId)]),
    /// Comparable only with an equal rule.
    Other(&'m RuleBody),
}

pub(super) fn find(statements: &Statements<'_>, model: &Model, words: &Words<'_>) -> Vec<Lint> {
    let size = |r: &Rule| match &r.body {
        RuleBody::Compare(instances) => instances.len(),
        RuleBody::Either(disjunctions) => disjunctions.len(),
        _ => 1,
    };
    let work: usize = model.rules.iter().map(size).sum::<usize>() * (model.board.len() / 64 + 1);
    if work > MAX_WORK || model.rules.len() > MAX_RULES {
        return Vec::new();
    }
    let said: Vec<ComparableRule<'_>> = model.rules.iter().map(|r| say(&r.body)).collect();
    let is_list = |span: Span| statements.get(&span).is_some_and(|s| is_clue_list(&s.kind));
    let mut found = Vec::new();
    for (i, rule) in model.rules.iter().enumerate().filter(|(_, rule)| !is_list(rule.span)) {
        let stronger = (0..said.len()).filter(|&j| j != i).find_map(|j| {
            let other = &model.rules[j];
            if !implies(&said[j], &said[i]) || !are_comparable(words, rule, other) {
                return None;
            }
            match implies(&said[i], &said[j]) {
                false => Some(LintKind::Looser { other: other.span }.at(rule.span)),
                // Of two equal rules, the later is redundant.
                true if j < i => Some(LintKind::SaidTwice { other: other.span }.at(rule.span)),
                true => None,
            }
        });
        found.extend(stronger);
    }
    found
}

fn is_clue_list(kind: &StatementKind) -> bool {
    use StatementKind::{ClueList, RegionList, Runs, SideList};
    matches!(kind, ClueList { .. } | RegionList { .. } | Runs { .. } | SideList { .. })
}

/// Returns true if a relation between the rules for the default parameters holds for all parameters.
fn are_comparable(words: &Words<'_>, a: &Rule, b: &Rule) -> bool {
    same_words(words, a, b) || !has_parameter(words, a) && !has_parameter(words, b)
}

fn say(body: &RuleBody) -> ComparableRule<'_> {
    match body {
        RuleBody::NoAttacks(pairs) => ComparableRule::NoAttacks(pairs),
        RuleBody::Compare(instances) if !instances.is_empty() => match intervals(instances) {
            Some(intervals) => ComparableRule::Intervals(intervals),
            None => ComparableRule::Other(body),
        },
        other => ComparableRule::Other(other),
    }
}

/// Returns the interval for each sum; `None` for `!=`, which is no interval.
fn intervals(instances: &[Instance]) -> Option<FxHashMap<Sum<'_>, SumInterval>> {
    let mut all: FxHashMap<Sum<'_>, SumInterval> = FxHashMap::default();
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

/// Returns true if `a` implies `b`.
fn implies(a: &ComparableRule<'_>, b: &ComparableRule<'_>) -> bool {
    match (a, b) {
        (ComparableRule::Intervals(a), ComparableRule::Intervals(b)) => b
            .iter()
            .all(|(sum, wide)| a.get(sum).is_some_and(|narrow| wide.0 <= narrow.0 && narrow.1 <= wide.1)),
        (ComparableRule::NoAttacks(a), ComparableRule::NoAttacks(b)) => {
            b.iter().all(|pair| a.binary_search(pair).is_ok())
        }
        (ComparableRule::Other(a), ComparableRule::Other(b)) => {
            a == b && !matches!(a, RuleBody::Compare(i) if i.is_empty())
        }
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
