//! From what a search found to what the engine says.

use super::tally::Tally;
use crate::engine::{Ask, Control, End, Exhausted, Halt, Job, Run, Sink, Stats};
use crate::problem::ChoiceId;

/// What a strategy found, whether or not it ran to its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// Solutions and placements.
    pub(super) tally: Tally,
    /// The best solution known, ascending, where there are objectives.
    pub(super) incumbent: Option<Vec<ChoiceId>>,
    /// The evidence that the incumbent is optimal (or, without one, that there is no solution).
    pub(super) optimal: Option<Exhausted>,
}

/// What a strategy found, and how it ended.
pub(super) type Searched = (Verdict, Result<(), Halt>);

impl Verdict {
    /// A solution better than any before, or the first; whoever watches is told.
    pub(super) fn better(&mut self, solution: Vec<ChoiceId>, job: &Job<'_>, control: &Control) {
        if let Some(watch) = control.watch() {
            watch.best(job.problem.objective_values(&solution));
        }
        self.incumbent = Some(solution);
    }

    /// The incumbent, which is optimal, is all that is asked.
    pub(super) fn is_answer(&self, job: &Job<'_>) -> bool {
        job.ask == Ask::First(1) && self.optimal.is_some() && self.incumbent.is_some()
    }

    /// Shows the incumbent.
    pub(super) fn show_incumbent(mut self, sink: &mut dyn Sink) -> Searched {
        if let Some(solution) = &self.incumbent {
            let _ = sink.solution(solution);
            self.tally.count.add(1);
        }
        (self, Err(Halt::Enough))
    }

    /// As the engine's answer to the job, whose search ended so.
    pub(super) fn into_run(self, job: &Job<'_>, ended: Result<Exhausted, Halt>) -> Run {
        let count = self.tally.count.total();
        let end = End::of(ended, job.ask, &count);
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
