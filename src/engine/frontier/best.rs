//! Finds the best value of the objectives along the layers, and either the number of solutions that attain it or one of
//! them.
//!
//! If the constraints ([`super::bound`], [`super::group_bound`]) or the halves of the board ([`super::halves`]) give a bound,
//! searches that keep only a limited number of states (beam searches) find attained values, and each following search drops
//! the states that cannot reach the best of them. The first search that drops nothing because of the beam is complete, and
//! its counts are exact: states dropped by the bound cannot lead to an optimum. (Knight domination 10 x 10: 5 million
//! states instead of some 700 million.)

use super::best_walk::{BestWalk, Pruning};
use super::bound::PriceBound;
use super::estimate::{Projection, budget};
use super::group_bound::GroupBound;
use super::halves::{Halves, HalvesBound};
use super::key::Key;
use super::optimization::Optimization;
use super::tables::Counts;
use super::trail::LayerTrail;
use crate::engine::control::Stop;
use crate::problem::ChoiceId;
use num_bigint::BigUint;

/// Result of a search so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Optimum {
    /// Best attained values of the objectives.
    pub values: Option<Vec<i64>>,
    /// Number of solutions that attain them, if requested and the search is complete.
    pub count: BigUint,
    /// A solution that attains them, ascending, if requested.
    pub witness: Option<Vec<ChoiceId>>,
    /// States of all layers.
    pub nodes: u64,
    /// States of the largest layer.
    pub widest: u64,
}

/// Maximum number of states in a layer in the first search, the second, …
const BEAMS: [usize; 4] = [1_000, 1_000 * WIDER, 1_000 * WIDER.pow(2), 1_000 * WIDER.pow(3)];

/// Ratio of the beams of successive searches.
const WIDER: usize = 8;

/// Fraction of the states that the whole search visits without bounds from which on a beam is hardly narrower. (Without searches with
/// such beams, dominations took up to 40 % less time, and no problem more.)
const WIDE: f64 = 0.4;

/// Divisor of the budget of an estimate for a narrow search, whose states take longer.
const NARROW: u64 = 3;

/// Factors from the states of a narrow search, which found a solution or did not, to those of the whole search (for equal armies
/// hardly more to 60 times, and 100 to 1000 times, as many).
const WITH_SOLUTION: f64 = 4.0;
const WITHOUT_SOLUTION: f64 = 100.0;

/// The same factor again if only the halves of the board give a bound, which says less (still life and zebras: the whole search
/// had up to 150 times the states of the narrow one).
const ONLY_HALVES: f64 = 10.0;

/// Findings of an estimate that help the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foreseen {
    /// A number that some solution attains; 0 if none is known.
    pub attained: u64,
    /// The states that it visits without bounds.
    pub states: f64,
}

/// Estimate by a narrow search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Probe {
    /// A number that some solution attains; 0 if none is known.
    pub attained: u64,
    /// The states that the whole search is expected to visit.
    pub states: f64,
    /// True if the narrow search left states out, so that it is not the whole search.
    pub is_cut: bool,
}

impl<K: Key> Optimization<'_, K> {
    /// Returns the bounds, with which nothing is dropped yet; `None` if there are none.
    fn pruning(&self) -> Option<Pruning<'_>> {
        let adds = self.goal.adds();
        let prices = PriceBound::new(self.form, adds);
        let has_groups = self.goal.is_combined || self.has_only_halves;
        let groups = has_groups.then(|| GroupBound::new(self.problem, self.form, adds));
        if prices.is_none() && groups.is_none() {
            return None;
        }
        let halves = self.halves.map(|halves| HalvesBound::new(halves, self.problem, self.form, adds));
        Some(Pruning { prices, groups, halves, reached: 0, beam: usize::MAX })
    }

    /// Looks for a solution with a beam as narrow as the budget of an estimate allows, and estimates what the whole search takes.
    /// Returns `None` if there are no bounds, or if the control stops it.
    pub fn probe(&self) -> Option<Probe> {
        let mut pruning = self.pruning()?;
        let budget = budget::<K>() / NARROW;
        pruning.beam = (budget as usize / self.steps.len().max(1)).clamp(1, BEAMS[0]);
        let mut walk = BestWalk::from(self, Some(&pruning), (0, vec![K::ZERO], vec![0]));
        let mut states = 0;
        while !walk.walk.is_over() {
            states += walk.walk.states().len();
            walk.advance(0, self.control).ok()?;
        }
        let attained = walk.best.first().copied().unwrap_or(0);
        let factor = match (walk.is_cut, attained) {
            (false, _) => 1.0,
            (true, 0) => WITHOUT_SOLUTION,
            (true, _) => WITH_SOLUTION,
        };
        let loose = if walk.is_cut && self.has_only_halves { ONLY_HALVES } else { 1.0 };
        Some(Probe { attained, states: loose * factor * states as f64, is_cut: walk.is_cut })
    }

    /// Finds the optimum. If it is stopped, `found` has the best result so far. The number that a solution is known to attain
    /// saves the first search, and few states save those with wide beams.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn run(&self, foreseen: Foreseen, found: &mut Optimum) -> Result<(), Stop> {
        let Some(mut pruning) = self.pruning() else { return self.along(None, found).map(|_| ()) };
        pruning.reached = foreseen.attained;
        let mut attained = 0;
        for &beam in BEAMS.iter().skip(usize::from(foreseen.attained > 0)) {
            let most = (beam * self.steps.len()) as f64;
            if found.values.is_some() && most > WIDE * foreseen.states {
                break;
            }
            pruning.beam = beam;
            let (number, complete) = self.along(Some(&pruning), found)?;
            if complete && !self.must_count_again(&pruning, number) {
                return Ok(());
            }
            // A beam too narrow for any solution says nothing about the value.
            if found.values.is_none() {
                continue;
            }
            if number <= attained {
                break;
            }
            attained = number;
            // If one solution is requested, only better ones are of interest from now on.
            pruning.reached = number + if self.witness { self.goal.step() } else { 0 };
        }
        // The value is probably optimal, or a better one is found as fast without a beam.
        pruning.beam = usize::MAX;
        loop {
            let (number, _) = self.along(Some(&pruning), found)?;
            if !self.must_count_again(&pruning, number) {
                return Ok(());
            }
            pruning.reached = number;
        }
    }

    /// Returns true if the solutions were counted by halves as if the best number were another than it is.
    fn must_count_again(&self, pruning: &Pruning<'_>, number: u64) -> bool {
        !self.witness && pruning.halves.is_some() && number != pruning.reached
    }

    /// Counts the solutions that [`BestWalk::weigh`] left out, along the walk that it returned.
    fn count_missing(
        &self,
        mut walk: BestWalk<'_, K>,
        number: u64,
        halves: &Halves,
    ) -> Result<BigUint, Stop> {
        let first = walk.best[0];
        while !walk.walk.is_over() {
            walk.advance(0, self.control)?;
            if walk.walk.time() == halves.middle.end {
                walk.retain(halves.with_middle(first));
            }
        }
        Ok(if walk.best == [number] { walk.total() } else { BigUint::ZERO })
    }

    /// Runs one search through all layers. Returns the best number, and true if the search is complete.
    fn along(&self, pruning: Option<&Pruning<'_>>, found: &mut Optimum) -> Result<(u64, bool), Stop> {
        let mut walk = BestWalk::from(self, pruning, (0, vec![K::ZERO], vec![0]));
        walk.counts = (!self.witness).then(Counts::one);
        let mut trail = LayerTrail::new(self.steps.len(), self.control);
        let halves = pruning.and_then(|pruning| Some((pruning, pruning.halves.as_ref()?.halves)));
        // A search with a beam is followed by one that takes as much longer as its beam is wider.
        let is_last = pruning.is_none_or(|pruning| pruning.beam == usize::MAX);
        let control = if is_last { self.control.clone() } else { self.control.part(0, 1 + WIDER) };
        let mut projection = Projection::new(self.form, self.steps.len());
        let mut missing: Option<BestWalk<'_, K>> = None;
        while !walk.walk.is_over() {
            if self.witness {
                trail.pass(&walk);
            } else if let Some((pruning, halves)) = halves.filter(|(_, h)| h.middle.start == walk.walk.time())
            {
                missing = walk.weigh(self, halves, pruning.reached);
            }
            found.nodes += walk.walk.states().len() as u64;
            let kept = trail.bytes() + missing.as_ref().map_or(0, BestWalk::bytes);
            walk.advance(kept, self.control)?;
            projection.note(&walk.walk);
            if !is_last {
                control.finished(walk.walk.finished());
            } else if pruning.is_some() {
                // The projection cannot foresee where the bounds begin to tell.
                control.finished(projection.finished(&walk.walk));
            } else {
                control.finished_evenly(projection.finished(&walk.walk));
            }
            found.widest = found.widest.max(walk.walk.states().len() as u64);
        }
        let complete = !walk.is_cut;
        let Some(&number) = walk.best.first() else { return Ok((0, complete)) };
        debug_assert_eq!(walk.best.len(), 1, "after the last decision there is one state");
        if complete && !self.witness {
            found.count = walk.total();
            if let (Some(missing), Some((pruning, halves))) = (missing, halves) {
                found.count += self.count_missing(missing, pruning.reached, halves)?;
            }
        }
        if self.witness {
            found.witness = Some(trail.back(self, &walk, number)?);
        }
        found.values = Some(self.goal.values(number));
        self.control.better(|| self.goal.values(number));
        Ok((number, complete))
    }
}
