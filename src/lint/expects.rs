//! Expectations that say nothing, and expectations at odds.

use super::Lint;
use crate::model::{Bound, Expect, Expected, Model, Relation};
use num_bigint::BigInt;

/// The numbers of solutions that an expectation allows: at least, and at most where there is a most.
type Interval = (BigInt, Option<BigInt>);

/// Expectations that are compared with each other.
const MAX_COMPARED: usize = 1_000;

pub(super) fn find(model: &Model) -> Vec<Lint> {
    let mut found: Vec<Lint> = model.expects.iter().filter_map(idle).collect();
    let said: Vec<(&Expect, Interval)> =
        model.expects.iter().filter(|e| idle(e).is_none()).filter_map(|e| Some((e, interval(e)?))).collect();
    // A list of so many is made by a program, which knows what it says.
    let said = if said.len() > MAX_COMPARED { &[] } else { said.as_slice() };
    for (i, (later, a)) in said.iter().enumerate() {
        let clash =
            said[..i].iter().find_map(|(earlier, b)| Some((earlier, apart(a, b).or_else(|| apart(b, a))?)));
        if let Some((earlier, bounds)) = clash {
            found.push(Lint::ExpectationsClash { span: later.span, other: earlier.span, bounds });
        }
    }
    found
}

/// A count is never negative.
fn idle(expect: &Expect) -> Option<Lint> {
    let (Expected::Solutions(Bound { relation, value }) | Expected::Orbits(Bound { relation, value })) =
        &expect.what
    else {
        return None;
    };
    let (zero, negative) = (*value == BigInt::ZERO, *value < BigInt::ZERO);
    let holds = match relation {
        Relation::Ge if zero || negative => true,
        Relation::Gt | Relation::Ne if negative => true,
        Relation::Lt if zero || negative => false,
        Relation::Le | Relation::Eq if negative => false,
        _ => return None,
    };
    Some(Lint::IdleExpectation { holds, span: expect.span })
}

/// What an expectation says about the number of solutions. There are no more orbits than solutions, and none only where
/// there are none.
fn interval(expect: &Expect) -> Option<Interval> {
    let one = || BigInt::from(1);
    Some(match &expect.what {
        Expected::Unique => (one(), Some(one())),
        Expected::None => (BigInt::ZERO, Some(BigInt::ZERO)),
        Expected::Optimum(Relation::Eq, _) => (one(), None),
        Expected::Optimum(..) => return None,
        Expected::Solutions(bound) => of(bound)?,
        Expected::Orbits(bound) => {
            let (least, most) = of(bound)?;
            (least, most.filter(|m| *m == BigInt::ZERO))
        }
    })
}

fn of(Bound { relation, value }: &Bound) -> Option<Interval> {
    let value = value.clone();
    Some(match relation {
        Relation::Eq => (value.clone(), Some(value)),
        Relation::Ne => return None,
        Relation::Lt => (BigInt::ZERO, Some(value - 1)),
        Relation::Le => (BigInt::ZERO, Some(value)),
        Relation::Gt => (value + 1, None),
        Relation::Ge => (value, None),
    })
}

/// The least of `a` and the most of `b`, where that is less.
fn apart(a: &Interval, b: &Interval) -> Option<(BigInt, BigInt)> {
    b.1.as_ref().filter(|most| **most < a.0).map(|most| (a.0.clone(), most.clone()))
}
