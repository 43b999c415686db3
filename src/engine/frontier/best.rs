//! The best value of the objectives along the layers, how many solutions attain it, or one of them.
//!
//! Where the constraints give a bound ([`super::bound`]), searches that keep few states find numbers that are
//! reached, and each next search drops what cannot reach them. The first that never had to drop for lack of
//! room is complete, with exact counts: what a bound drops could not have been among the best.
//! (Knight domination 10 x 10: 5 million states; all would be some 700 million.)

use super::bound::Bound;
use super::form::Form;
use super::goal::Goal;
use super::key::Key;
use super::race::{Pruning, Race};
use super::step::Step;
use super::tables::Counts;
use super::trail::Trail;
use crate::engine::control::{Control, Stop};
use crate::problem::ChoiceId;
use num_bigint::BigUint;

pub(super) struct Search<'a, K> {
    /// The decisions.
    pub steps: &'a [Step<K>],
    /// Their form.
    pub form: &'a Form,
    /// What to make best.
    pub goal: &'a Goal,
    /// Whether a solution is asked for, rather than the number of them.
    pub witness: bool,
    /// How many threads it may use.
    pub threads: usize,
    /// What may stop it.
    pub control: &'a Control,
}

/// What a search found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Optimum {
    /// The best values of the objectives that are attained.
    pub values: Option<Vec<i64>>,
    /// How many solutions have them, where that was asked and the search is complete.
    pub count: BigUint,
    /// A solution that has them, ascending, if that was asked.
    pub witness: Option<Vec<ChoiceId>>,
    /// States of all layers.
    pub nodes: u64,
    /// States of the largest layer.
    pub widest: u64,
}

/// How many states a layer may have in the first search, the second, …
const BEAMS: [usize; 4] = [1_000, 8_000, 64_000, 512_000];

impl<K: Key> Search<'_, K> {
    /// Finds the best. When it is stopped, `found` has the best so far.
    ///
    /// # Errors
    /// When the control stops it.
    pub fn run(&self, found: &mut Optimum) -> Result<(), Stop> {
        let Some(bound) = Bound::new(self.form, self.goal.adds()) else {
            return self.along(None, found).map(|_| ());
        };
        let mut pruning = Pruning { bound, reached: 0, beam: 0 };
        for beam in BEAMS {
            pruning.beam = beam;
            let (number, complete) = self.along(Some(&pruning), found)?;
            if complete {
                return Ok(());
            }
            if number <= pruning.reached {
                break;
            }
            pruning.reached = number;
        }
        // More room made nothing better: probably nothing does.
        pruning.beam = usize::MAX;
        self.along(Some(&pruning), found).map(|_| ())
    }

    /// One search through all layers: the best number, and whether it is complete.
    fn along(&self, pruning: Option<&Pruning<'_>>, found: &mut Optimum) -> Result<(u64, bool), Stop> {
        let mut race = Race::from(self, pruning, (0, vec![K::ZERO], vec![0]));
        race.counts = (!self.witness).then(Counts::one);
        let mut trail = Trail::new(self.steps.len());
        while !race.walk.is_over() {
            if self.witness {
                trail.pass(&race);
            }
            found.nodes += race.walk.states().len() as u64;
            race.advance(trail.bytes(), self.control)?;
            found.widest = found.widest.max(race.walk.states().len() as u64);
        }
        let complete = !race.is_cut;
        let Some(&number) = race.best.first() else { return Ok((0, complete)) };
        debug_assert_eq!(race.best.len(), 1, "after the last decision all states are one");
        if let Some(counts) = race.counts.as_ref().filter(|_| complete) {
            found.count = counts.by_degree([(0, 0)].into_iter()).into_iter().map(|(_, n)| n).sum();
        }
        drop(race);
        if self.witness {
            found.witness = Some(trail.back(self, pruning, number)?);
        }
        found.values = Some(self.goal.values(number));
        Ok((number, complete))
    }
}
