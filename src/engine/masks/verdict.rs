//! Conversion of a search's result into the engine's answer.

use super::tally::SearchTally;
use crate::engine::{Control, End, Exhausted, Halt, Job, Query, Run, Sink, Stats};
use crate::problem::ChoiceId;

/// Result of a strategy, which may or may not have run to its end.
#[derive(Clone, Debug, Default)]
pub(super) struct StrategyVerdict {
    pub(super) tally: SearchTally,
    /// The best solution known, ascending, if there are objectives.
    pub(super) incumbent: Option<Vec<ChoiceId>>,
    /// Evidence that the incumbent is optimal (or, without one, that there is no solution).
    pub(super) optimal: Option<Exhausted>,
}

/// Result of a strategy, and how it ended.
pub(super) type StrategyResult = (StrategyVerdict, Result<(), Halt>);

impl StrategyVerdict {
    /// Stores a new incumbent and reports it.
    pub(super) fn better(&mut self, solution: Vec<ChoiceId>, job: &Job<'_>, control: &Control) {
        if !job.problem.objectives.is_empty() {
            control.better(|| job.problem.objective_values(&solution));
        }
        self.incumbent = Some(solution);
    }

    /// Returns true if the incumbent is optimal and answers the question.
    pub(super) fn is_answer(&self, job: &Job<'_>) -> bool {
        job.query == Query::First(1) && self.optimal.is_some() && self.incumbent.is_some()
    }

    pub(super) fn show_incumbent(mut self, sink: &mut dyn Sink) -> StrategyResult {
        if let Some(solution) = &self.incumbent {
            let _ = sink.solution(solution);
            self.tally.count.add(1);
        }
        (self, Err(Halt::Enough))
    }

    /// Converts to the engine's answer to the job, whose search ended this way.
    pub(super) fn into_run(self, job: &Job<'_>, ended: Result<Exhausted, Halt>) -> Run {
        let count = self.tally.count.total();
        let end = End::of(ended, job.query, &count);
        Run {
            count,
            by: self.tally.by.iter().map(|(&v, a)| (v, a.total())).collect(),
            best: self.incumbent.as_ref().map(|s| job.problem.objective_values(s)),
            optimal: self.optimal.or(end.exhausted()),
            incumbent: self.incumbent,
            stats: Stats { nodes: self.tally.nodes, more: Vec::new() },
            ..Run::new(end)
        }
    }
}
