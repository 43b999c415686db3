//! The strategy: first the best values, then the solutions that attain them.

use super::super::cubes::{Cubes, work};
use super::super::monitor::Monitor;
use super::super::strategy::Strategy;
use super::super::verdict::{StrategyResult, StrategyVerdict};
use super::climb::climb;
use super::estimate;
use super::position::{At, each};
use super::search::{FactSearch, STARTS, WeightedNode};
use super::sums::MaskSum;
use crate::engine::{Control, Halt, Job, Query, Sink, exhaust};

/// Returns true if only the number of solutions is asked for, not their values nor themselves.
fn uses_group(job: &Job<'_>) -> bool {
    job.query == Query::Count
}

impl<const W: usize> Strategy for FactSearch<W> {
    fn cost(&self, job: &Job<'_>) -> f64 {
        estimate::cost(self, job)
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        1_000_000 / each::<W>()
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        let mut fixed: Vec<MaskSum<W>> = Vec::new();
        let mut optimal = None;
        for objective in self.objectives() {
            let search = self.narrowed(&fixed);
            let parts = search.parts_for_values(job.problem, STARTS);
            let (best, ended) = exhaust(control, |control| {
                climb(&search, (objective, &fixed), &parts, job, control, &mut verdict)
            });
            match (ended, best) {
                (Err(halt), _) => return (verdict, Err(halt)),
                (Ok(_), None) => return (verdict, Ok(())),
                (Ok(exhausted), Some(value)) => {
                    fixed.push(objective.0.clone().within(value, value));
                    optimal = Some(exhausted);
                }
            }
        }
        verdict.optimal = optimal;
        if verdict.is_answer(job) {
            return verdict.show_incumbent(sink);
        }
        let search = self.narrowed(&fixed);
        let parts =
            if uses_group(job) { search.parts_for_values(job.problem, STARTS) } else { search.parts() };
        // The nodes until the first solution must not depend on the number of threads.
        let threads = if matches!(job.query, Query::First(_)) { 1 } else { job.threads };
        let cubes = FactCubes { search: &search, parts, fixed };
        let (tally, ended) = work(&cubes, &Job { threads, ..*job }, control, sink);
        verdict.tally.merge(&tally);
        (verdict, ended)
    }
}

/// The search in parts.
struct FactCubes<'a, const W: usize> {
    search: &'a FactSearch<W>,
    parts: Vec<WeightedNode<W>>,
    fixed: Vec<MaskSum<W>>,
}

impl<const W: usize> Cubes for FactCubes<'_, W> {
    fn cubes(&self) -> usize {
        self.parts.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.parts[cube].weight
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let WeightedNode { node, placed, .. } = self.parts[cube].clone();
        self.search.search(node, &mut At::new(monitor, placed, &self.fixed))
    }
}
