//! Findings of an engine that enumerates solutions one by one.

use super::{End, Exhausted, Halt, Job, Run};
use crate::problem::ChoiceId;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Findings of a run.
#[derive(Debug, Default)]
pub(super) struct Enumerated {
    /// The best values, and a solution that has them.
    pub(super) best: Option<(Vec<i64>, Vec<ChoiceId>)>,
    pub(super) optimal: Option<Exhausted>,
    pub(super) count: u64,
    pub(super) by: BTreeMap<i64, u64>,
    pub(super) nodes: u64,
}

impl Enumerated {
    pub(super) fn report(self, job: &Job<'_>, ended: Result<Exhausted, Halt>) -> Run {
        let count = BigUint::from(self.count);
        let mut run = Run::new(End::of(ended, job.query, &count));
        run.optimal = self.optimal.or(run.optimal);
        if let Some((values, solution)) = self.best {
            run.best = Some(values);
            run.incumbent = Some(solution).filter(|_| run.optimal.is_none());
        }
        run.count = count;
        run.by = self.by.into_iter().map(|(value, n)| (value, BigUint::from(n))).collect();
        run.stats.nodes = self.nodes;
        run
    }
}
