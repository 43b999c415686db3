//! From what a search found to what the engine says.

use super::post::Halt;
use super::tally::Tally;
use crate::engine::{Ask, Control, End, Job, Run, Sink, Stats, Stop};
use crate::problem::ChoiceId;

/// What a strategy came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// Solutions and placements.
    pub(super) tally: Tally,
    /// The best solution known, ascending, where there are objectives.
    pub(super) incumbent: Option<Vec<ChoiceId>>,
    /// Whether the incumbent is proved best (or, without one, that there is no solution).
    pub(super) proved: bool,
    /// Why it ended, where it was not exhausted.
    pub(super) halted: Option<Halt>,
}

impl Verdict {
    /// Ended early.
    pub(super) fn halt(mut self, halt: Halt) -> Self {
        self.halted = Some(halt);
        self
    }

    /// A solution better than any before, or the first; whoever watches is told.
    pub(super) fn better(&mut self, solution: Vec<ChoiceId>, job: &Job<'_>, control: &Control) {
        if let Some(watch) = control.watch() {
            watch.best(job.problem.objective_values(&solution));
        }
        self.incumbent = Some(solution);
    }

    /// The incumbent, proved best, is all that is asked: `First(1)`.
    pub(super) fn show_incumbent(mut self, sink: &mut dyn Sink) -> Self {
        self.proved = true;
        if let Some(solution) = &self.incumbent {
            let _ = sink.solution(solution);
            self.tally.count.add(1);
        }
        self
    }

    /// As the engine's answer to the job.
    pub(super) fn into_run(self, job: &Job<'_>) -> Run {
        let count = self.tally.count.total();
        let served = matches!(job.ask, Ask::First(k) if count >= k.into());
        let end = match self.halted {
            None => End::Complete,
            Some(Halt::Enough) if served => End::Complete,
            Some(Halt::Enough) => End::Stopped(Stop::Interrupted),
            Some(Halt::Stop(stop)) => End::Stopped(stop),
        };
        let best = self.incumbent.as_ref().map(|s| job.problem.objective_values(s));
        Run {
            count,
            by: self.tally.by.iter().map(|(&v, a)| (v, a.total())).collect(),
            bound: if self.proved { best.clone().unwrap_or_default() } else { Vec::new() },
            best,
            proved: self.proved || end == End::Complete,
            incumbent: self.incumbent,
            stats: Stats { nodes: self.tally.nodes, more: Vec::new() },
            ..Run::new(end)
        }
    }
}
