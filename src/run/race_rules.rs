//! Rules of a race: what an engine is expected to need yet, and when others are asked for bids.
//!
//! An engine is expected to need what its bid and the accuracy of its bids promise ([`Prospect`]).

use super::prospect::Prospect;
use crate::engine::{Accuracy, Bid, Control, Job};
use crate::plan::{Plan, can_wait};

/// Factor from the time that all searches for solutions that attain a bound have used to the time that each is expected to
/// need yet: if there are any, one of them mostly finds one soon.
const DOUBTFUL: f64 = 6.0;
/// Fraction of the work below which the total that it promises is hardly better than the bid, though the work is even: then
/// the geometric mean of both counts.
const EARLY: f64 = 0.1;
/// Milliseconds not worth waiting for after a better bidder ran out of memory: a day.
pub(super) const HOPELESS: f64 = 8.64e7;
/// Milliseconds, some thirty years, beyond which rests are not compared: then nobody knows which is shorter.
const BEYOND: f64 = 1e12;
/// Divisors of the memory: the best bidder gets all but the first fraction, each other engine the second.
const SHARES: (u64, u64) = (4, 20);

/// Milliseconds that an engine is expected to need yet when it has used `used`. If it seeks solutions that attain a bound, `sought` is
/// what all engines that do have used together, else 0.
pub(super) fn rest((bid, accuracy): (Bid, Accuracy), used: f64, sought: f64) -> f64 {
    Prospect::new(bid, accuracy).rest(used).max(DOUBTFUL * sought)
}

/// Total milliseconds of an engine whose work is even, after `used` milliseconds and when this fraction is finished.
pub(super) fn even_total(bid: (Bid, Accuracy), used: f64, finished: f64) -> f64 {
    let promised = used / finished;
    let expected = used + rest(bid, used, 0.0);
    if finished < EARLY { (promised * expected).sqrt() } else { promised }
}

/// Returns the runner with the least expected rest among `runners`; of equal ones, as those that seek a bound often are and those
/// without prospects always, the one that has used least.
pub(super) fn least(
    runners: impl Iterator<Item = usize>,
    rests: &[f64],
    used: impl Fn(usize) -> f64,
) -> Option<usize> {
    let rest = |i: usize| rests[i].min(BEYOND);
    runners.min_by(|&i, &j| rest(i).total_cmp(&rest(j)).then(used(i).total_cmp(&used(j))))
}

/// Returns true if the race, which has taken `spent` milliseconds, is to ask the next engine for a bid: at once if all bids
/// are long, else when it has taken as long as asking.
pub(super) fn is_asking_due(plan: &Plan<'_>, job: &Job<'_>, spent: f64) -> bool {
    time_to_ask(plan, job).is_some_and(|time| time <= spent)
}

/// Returns the milliseconds after which [`is_asking_due`]; `None` if all engines have been asked.
pub(super) fn time_to_ask(plan: &Plan<'_>, job: &Job<'_>) -> Option<f64> {
    let next = *plan.unasked().first()?;
    Some(if plan.open_offers().any(|o| can_wait(next, job, o.bid())) { next.asking_about(job) } else { 0.0 })
}

/// Bytes that the tables of the best bidder, or of another engine, may take, if there is a limit.
pub(super) fn memory_share(control: &Control, is_best: bool) -> Option<u64> {
    let share = |memory: u64| if is_best { memory - memory / SHARES.0 } else { memory / SHARES.1 };
    control.memory_limit().map(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Evidence, Job, Query};
    use crate::plan::plan;
    use crate::problem::samples;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn bid(milliseconds: f64) -> Bid {
        Bid { cost: milliseconds * Bid::STEPS, pace: 1000, evidence: Evidence::Exhaustive }
    }

    const SURE: Accuracy = Accuracy { ratio: 1.0, spread: 0.1 };

    #[test]
    fn an_engine_near_the_end_of_its_bid_keeps_its_turn() {
        let rests = |used: f64| [rest((bid(100.0), SURE), used, 0.0), rest((bid(110.0), SURE), 0.0, 0.0)];
        let next = |used: f64| least(0..2, &rests(used), |i| if i == 0 { used } else { 0.0 });
        assert!([0.0, 50.0, 99.0, 100.0].into_iter().all(|used| next(used) == Some(0)));
        assert_eq!(next(2000.0), Some(1), "it was wrong");
    }

    #[test]
    fn engines_without_prospects_take_turns() {
        let next = |used: [f64; 2]| least(0..2, &[1e40, 1e20], |i| used[i]);
        assert_eq!((next([1.0, 2.0]), next([3.0, 2.0])), (Some(0), Some(1)));
        assert_eq!(least(0..2, &[1e40, 1e9], |_| 0.0), Some(1));
    }

    #[test]
    fn an_early_report_counts_as_much_as_the_bid() {
        let total = |milliseconds, used, finished| even_total((bid(milliseconds), SURE), used, finished);
        let early = total(400.0, 10.0, 0.01);
        assert!((550.0..750.0).contains(&early), "between 400 and 1000: {early}");
        assert!((total(400.0, 100.0, 0.1) - 1000.0).abs() < 1e-6);
    }

    #[test]
    fn engines_are_asked_when_the_job_has_taken_as_long_as_asking() {
        let problem = samples::queens(8);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let control = Control::unlimited();
        let mut plan = plan(&job, None, &control).expect("an engine takes it");
        assert!(plan.unasked().len() > 1);
        while let Some(asking) = plan.unasked().first().map(|engine| engine.asking()) {
            assert!(!is_asking_due(&plan, &job, asking - 1.0), "{plan:?}");
            assert!(is_asking_due(&plan, &job, asking) && plan.ask_next(&job, &control));
        }
        assert!(!is_asking_due(&plan, &job, f64::INFINITY), "all have been asked");
    }

    #[test]
    fn long_bids_are_no_reason_to_wait() {
        let problem = samples::queens(16);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let control = Control::new(Arc::new(AtomicBool::new(true)), Default::default());
        // Nobody has time to ask more than one.
        let plan = plan(&job, None, &control).expect("an engine takes it");
        assert!(!plan.unasked().is_empty() && is_asking_due(&plan, &job, 0.0));
    }
}
