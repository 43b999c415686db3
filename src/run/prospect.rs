//! The time that an engine is expected to need yet. Its total time is taken to be log-normally distributed about its bid.
//!
//! A further turn costs time and has a chance to end the search. The time to expect is the least quotient of the two over all
//! lengths of a turn, the reciprocal of an index of Gittins (Journal of the Royal Statistical Society B 41, 1979): where one of
//! several searches has to end, the one with the greatest index is next. An engine near its bid thus has good prospects, one
//! far beyond it poor ones, and of two bids the more reliable one counts more.

use crate::engine::{Accuracy, Bid};

/// Least bid in milliseconds. Those below it are taken for it.
const LEAST: f64 = 1.0;
/// Factor from one length of a turn that is examined to the next.
const STEP: f64 = 1.5;
/// Standard deviations from the median within which turns end, and the factor from the time used up to which they do at least.
const DEVIATIONS: f64 = 5.0;
const REACH: f64 = 16.0;

pub(super) struct Prospect {
    /// Milliseconds.
    median: f64,
    spread: f64,
}

impl Prospect {
    pub fn new(bid: Bid, accuracy: Accuracy) -> Self {
        Self { median: bid.milliseconds().max(LEAST) * accuracy.ratio, spread: accuracy.spread }
    }

    /// Milliseconds to expect once it has used `used` milliseconds.
    pub fn rest(&self, used: f64) -> f64 {
        let deviation = (DEVIATIONS * self.spread).exp();
        let last = (self.median * deviation).max(REACH * used);
        let start = self.log_survival(used);
        let (mut time, mut alive, mut spent, mut least) = (used, 1.0, 0.0, f64::INFINITY);
        let mut end = (STEP * used).max(self.median / deviation);
        while time < last {
            let left = (self.log_survival(end) - start).exp();
            spent += (end - time) * (alive + left) / 2.0;
            least = least.min(spent / (1.0 - left));
            (time, alive, end) = (end, left, STEP * end);
        }
        least
    }

    /// The natural logarithm of the probability that the engine needs more than `time` milliseconds. The normal distribution is that of
    /// Bowling, Khasawneh, Kaewkuekool and Cho (Journal of Industrial Engineering and Management 2, 2009).
    fn log_survival(&self, time: f64) -> f64 {
        let z = (time / self.median).ln() / self.spread;
        let logit = z * (1.5976 + 0.07056 * z * z);
        -(logit.max(0.0) + (-logit.abs()).exp().ln_1p())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Evidence;

    fn prospect(milliseconds: f64, spread: f64) -> Prospect {
        let bid = Bid { cost: milliseconds * Bid::STEPS, pace: 1, evidence: Evidence::Exhaustive };
        Prospect::new(bid, Accuracy { ratio: 1.0, spread })
    }

    #[test]
    fn a_reliable_bid_is_the_time_to_expect() {
        let sure = prospect(1000.0, 0.05);
        for used in [0.0, 100.0, 500.0] {
            let rest = sure.rest(used);
            assert!((rest / (1000.0 - used) - 1.0).abs() < 0.5, "{used}: {rest}");
        }
        assert!((prospect(0.0, 1.0).rest(0.0) - prospect(LEAST, 1.0).rest(0.0)).abs() < 1e-9);
    }

    #[test]
    fn an_engine_far_beyond_its_bid_has_poor_prospects() {
        let usual = prospect(100.0, 1.0);
        assert!(usual.rest(100.0) < usual.rest(0.0) && usual.rest(0.0) < usual.rest(1e3));
        assert!(usual.rest(1e4) > 1e3 && usual.rest(1e12).is_finite());
    }

    #[test]
    fn beyond_its_bid_a_vague_bidder_has_worse_prospects() {
        let rests = |used: f64| [prospect(100.0, 1.0), prospect(100.0, 3.0)].map(|p| p.rest(used));
        let [sure, vague] = rests(300.0);
        assert!(vague > sure, "{vague} {sure}");
    }
}
