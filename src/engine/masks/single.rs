//! Independent sets of one class with sizes from a list (any number of queens, or n - 1 of them), without objectives. The
//! kernel [`sets`](super::sets) counts all sizes in one search, starts are taken up to the group ([`starts`](super::starts)).

use super::cubes::{Cubes, work};
use super::monitor::Monitor;
use super::sampling;
use super::sets::{Sets, Sizes};
use super::starts::Starts;
use super::strategy::{MOST, PACE, Strategy};
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::{Control, Halt, Job, Query, Sink};
use crate::problem::Exclusions;
use std::sync::Arc;

/// A class, and the sizes of its sets that are wanted.
pub(super) struct Single {
    exclusions: Arc<Exclusions>,
    /// Cliques that partition the class, in the order in which they are gone through.
    cliques: Vec<Vec<u32>>,
    sizes: Sizes,
    /// Estimated steps of the search, and of preparing it.
    steps: f64,
    prepared: f64,
}

/// Steps of a search that pay for one more start.
const STEPS_PER_START: f64 = 800.0;

impl Single {
    pub(super) fn new(
        exclusions: Arc<Exclusions>,
        cliques: Vec<Vec<u32>>,
        sizes: Sizes,
        job: &Job<'_>,
    ) -> Self {
        let members: usize = cliques.iter().map(Vec::len).sum();
        let words = members as f64 / 64.0;
        let prepared = members as f64 * (10.0 + 2.0 * words);
        let mut single = Self { exclusions, cliques, sizes, steps: 0.0, prepared };
        let numbers = sampling::sets_by_size(
            &single.exclusions,
            &single.cliques.concat(),
            single.sizes.most(),
            job.seed,
        );
        single.steps = match job.query {
            Query::All => numbers.iter().sum::<f64>() * (2.0 + 0.4 * words),
            _ => single.visited(&numbers) * (0.4 + 0.4 * words) / job.problem.group.len().max(1) as f64,
        };
        single
    }

    /// Estimated number of sets visited to count them; `numbers` are those of all sets of each size. Of those of a size below
    /// the least, only the ones whose members fill the first cliques with few gaps are visited; of the others, those without a
    /// member of the last.
    fn visited(&self, numbers: &[f64]) -> f64 {
        let (cliques, least) = (self.cliques.len(), self.sizes.least());
        let share = |size: usize| match size < least {
            true => sampling::early_share(cliques, size, least),
            false => 1.0 - size as f64 / cliques as f64,
        };
        numbers[..self.sizes.most()].iter().enumerate().map(|(size, number)| number * share(size)).sum()
    }
}

impl Strategy for Single {
    fn cost(&self, _job: &Job<'_>) -> f64 {
        (self.steps + self.prepared).min(MOST)
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        PACE
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let members = self.cliques.concat();
        let budget = (self.steps / STEPS_PER_START) as usize;
        // Every solution is delivered, or their numbers are weighted.
        let group = if job.query == Query::All { &[][..] } else { &job.problem.group };
        let most = self.sizes.most();
        let starts = match Starts::within(control, &members, most, budget, &self.exclusions, group) {
            Ok(starts) => starts,
            Err(stop) => return (StrategyVerdict::default(), Err(stop.into())),
        };
        let sets = Sets::new(&self.exclusions, &self.cliques);
        let rests = sets.rests(&starts.rings);
        let search = SingleCubes { single: self, sets, starts, rests };
        let (tally, ended) = work(&search, job, control, sink);
        (StrategyVerdict { tally, ..StrategyVerdict::default() }, ended)
    }
}

/// The search by starts.
struct SingleCubes<'a> {
    single: &'a Single,
    sets: Sets,
    starts: Starts,
    /// For each number of rings, the members that are on none of the first of them.
    rests: Vec<Vec<u64>>,
}

impl Cubes for SingleCubes<'_> {
    fn cubes(&self) -> usize {
        self.starts.all.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.starts.all[cube].weight
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let start = &self.starts.all[cube];
        let Single { exclusions, sizes, .. } = self.single;
        monitor.ticks(start.placed.len() as u64)?;
        self.sets.search(exclusions, start, &self.rests[start.closed], sizes, monitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    fn estimate(n: u32, sizes: impl Iterator<Item = usize>) -> f64 {
        let problem = samples::peaceful(n, n, &samples::queen());
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let exclusions = problem.exclusions();
        let members: Vec<u32> = (0..n * n).collect();
        let cliques = super::super::cliques::partition(exclusions, &members);
        let sizes = Sizes::new(sizes.map(|s| (s, 0))).expect("sizes");
        Single::new(Arc::clone(exclusions), cliques, sizes, &job).cost(&job)
    }

    #[test]
    fn costs_of_queens() {
        // 118,969 sets without symmetry.
        assert!((20_000.0..200_000.0).contains(&estimate(8, 0..=8)));
        assert!(estimate(8, 7..=7) < estimate(8, 0..=8) / 2.0);
        assert!(estimate(8, 2..=2) < 10_000.0);
    }
}
