//! Expectations checked against outcomes: each holds, fails or is undecided; and the cheapest request that decides all
//! expectations of a model.

use super::outcome::Outcome;
use super::request::Request;
use crate::model::{CountBound, Expect, Expected, Model, Relation};
use crate::query::Query;
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

/// Verdict on an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    /// It fails; the value found instead, a clause.
    Fails(String),
    /// The outcome does not decide it.
    Undecided,
}

/// A number that is known exactly or by a lower bound.
struct KnownNumber {
    least: BigInt,
    exact: bool,
}

impl KnownNumber {
    fn compare(&self, bound: &CountBound, noun: &str) -> Verdict {
        let (least, value) = (&self.least, &bound.value);
        let found = || {
            let at_least = if self.exact { "" } else { "at least " };
            let plural = if *least == BigInt::from(1) { "" } else { "s" };
            Verdict::Fails(format!(
                "there {} {at_least}{least} {noun}{plural}",
                if plural.is_empty() { "is" } else { "are" }
            ))
        };
        if self.exact {
            return if relation_holds(bound.relation, least.cmp(value)) { Verdict::Holds } else { found() };
        }
        // A lower bound can only show that there are enough, or too many.
        match bound.relation {
            Relation::Ge if least >= value => Verdict::Holds,
            Relation::Gt | Relation::Ne if least > value => Verdict::Holds,
            Relation::Le | Relation::Eq if least > value => found(),
            Relation::Lt if least >= value => found(),
            _ => Verdict::Undecided,
        }
    }
}

fn relation_holds(relation: Relation, order: Ordering) -> bool {
    match relation {
        Relation::Eq => order.is_eq(),
        Relation::Ne => order.is_ne(),
        Relation::Lt => order.is_lt(),
        Relation::Le => order.is_le(),
        Relation::Gt => order.is_gt(),
        Relation::Ge => order.is_ge(),
    }
}

/// Checks `expected` against `outcome`.
pub fn examine(expected: &Expected, outcome: &Outcome) -> Verdict {
    let at_least = |number: BigUint| {
        // With an objective a solution counts only once it is proved to be optimal.
        let counts = !outcome.has_objective() || outcome.is_optimal() || outcome.is_exhausted();
        let least = if counts { number } else { BigUint::ZERO };
        KnownNumber { least: BigInt::from_biguint(Sign::Plus, least), exact: outcome.is_exhausted() }
    };
    let solutions = || at_least(outcome.count().clone());
    let exactly = |n: i64| CountBound { relation: Relation::Eq, value: n.into() };
    match expected {
        Expected::Solutions(bound) => solutions().compare(bound, "solution"),
        Expected::Unique => solutions().compare(&exactly(1), "solution"),
        Expected::None if outcome.satisfiable() == Some(true) && !outcome.is_exhausted() => {
            Verdict::Fails("there is a solution".to_owned())
        }
        Expected::None => solutions().compare(&exactly(0), "solution"),
        Expected::Orbits(bound) => match outcome.orbits() {
            Some(table) if !outcome.exchange() => at_least(table.total()).compare(bound, "orbit"),
            _ => Verdict::Undecided,
        },
        Expected::OrbitsUpToExchange(bound) => match outcome.orbits() {
            Some(table) if outcome.exchange() => at_least(table.total()).compare(bound, "orbit"),
            _ => Verdict::Undecided,
        },
        Expected::Optimum(relation, values) => optimum(*relation, values, outcome),
    }
}

fn optimum(relation: Relation, values: &[BigInt], outcome: &Outcome) -> Verdict {
    if outcome.satisfiable() == Some(false) {
        return Verdict::Fails("there is no solution".to_owned());
    }
    let Some(best) = outcome.best().filter(|_| outcome.is_optimal()) else {
        return Verdict::Undecided;
    };
    let best: Vec<BigInt> = best.iter().map(|&b| b.into()).collect();
    if relation_holds(relation, best.as_slice().cmp(values)) {
        return Verdict::Holds;
    }
    let text: Vec<String> = best.iter().map(ToString::to_string).collect();
    let text = if text.len() == 1 { text.concat() } else { format!("({})", text.join(", ")) };
    Verdict::Fails(format!("the optimum is {text}"))
}

/// Returns the cheapest requests that together decide all of the model's expectations; none if it has none. There are two if
/// some orbits are up to exchange and others are not.
pub fn requests_for(model: &Model) -> Vec<Request> {
    let exchange = |e: &&Expect| matches!(e.what, Expected::OrbitsUpToExchange(_));
    let (with, without): (Vec<&Expect>, Vec<&Expect>) = model.expects.iter().partition(exchange);
    if without.iter().any(|e| matches!(e.what, Expected::Orbits(_))) || with.is_empty() {
        return request_for(model, &without, false)
            .into_iter()
            .chain(request_for(model, &with, true))
            .collect();
    }
    request_for(model, &[with, without].concat(), true).into_iter().collect()
}

/// Returns the cheapest request that decides these expectations.
fn request_for(model: &Model, expects: &[&Expect], exchange: bool) -> Option<Request> {
    let needs = expects.iter().map(|e| need(e)).max()?;
    let mut request = Request { up_to_symmetry: false, most: Some(100), exchange, ..Request::of(model) };
    request.query = match needs {
        Effort::First(k) => Query::First(k),
        // Orbits are counted by the solutions that symmetries fix. Where that is impossible, the job lists all solutions.
        Effort::Count | Effort::Orbits => Query::Count,
    };
    request.orbits = needs == Effort::Orbits;
    Some(request)
}

/// Amount of work needed to decide an expectation, in order of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    First(u64),
    Count,
    Orbits,
}

/// Numbers up to this are decided by finding one solution more, not by counting all.
const FEW: u64 = 3;

fn need(expect: &Expect) -> Effort {
    match &expect.what {
        Expected::Orbits(_) | Expected::OrbitsUpToExchange(_) => Effort::Orbits,
        Expected::None | Expected::Optimum(..) => Effort::First(1),
        Expected::Unique => Effort::First(2),
        Expected::Solutions(bound) => {
            let value = u64::try_from(&bound.value).ok();
            match (bound.relation, value) {
                // This number of solutions decides the comparison.
                (Relation::Ge | Relation::Lt, Some(v)) if v < 1 << 32 => Effort::First(v.max(1)),
                (Relation::Gt | Relation::Le, Some(v)) if v < 1 << 32 => Effort::First(v + 1),
                (_, Some(v)) if v <= FEW => Effort::First(v + 1),
                _ => Effort::Count,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_ask_for_the_least_that_decides_them() {
        let bound = |value: i64| CountBound { relation: Relation::Eq, value: value.into() };
        let asked = |what: Vec<Expected>| {
            let mut model = crate::model::samples::queens_and_knights(4, 4);
            let span = crate::model::samples::nowhere();
            model.expects = what.into_iter().map(|what| Expect { what, span }).collect();
            let requests = requests_for(&model);
            assert_eq!(requests.len(), 1);
            (requests[0].query, requests[0].orbits)
        };
        assert_eq!(asked(vec![Expected::None]), (Query::First(1), false));
        assert_eq!(asked(vec![Expected::Unique, Expected::None]), (Query::First(2), false));
        assert_eq!(asked(vec![Expected::Optimum(Relation::Eq, vec![3.into()])]), (Query::First(1), false));
        assert_eq!(asked(vec![Expected::Solutions(bound(2))]), (Query::First(3), false));
        assert_eq!(asked(vec![Expected::Solutions(bound(92)), Expected::Unique]), (Query::Count, false));
        assert_eq!(asked(vec![Expected::Orbits(bound(12))]), (Query::Count, true));
    }

    #[test]
    fn a_lower_bound_decides_what_it_can() {
        let known = |least: i64, exact| KnownNumber { least: least.into(), exact };
        let bound = |relation, value: i64| CountBound { relation, value: value.into() };
        let decided = [
            (known(3, false), bound(Relation::Ge, 3), true),
            (known(4, false), bound(Relation::Ne, 3), true),
            (known(3, true), bound(Relation::Eq, 3), true),
            (known(4, false), bound(Relation::Eq, 3), false),
            (known(4, false), bound(Relation::Le, 3), false),
            (known(3, true), bound(Relation::Gt, 3), false),
        ];
        for (known, bound, holds) in decided {
            let verdict = known.compare(&bound, "solution");
            assert_eq!(verdict == Verdict::Holds, holds, "{bound:?}");
            assert_ne!(verdict, Verdict::Undecided, "{bound:?}");
        }
        assert_eq!(known(3, false).compare(&bound(Relation::Eq, 3), "solution"), Verdict::Undecided);
        assert_eq!(known(3, false).compare(&bound(Relation::Lt, 4), "solution"), Verdict::Undecided);
    }
}
