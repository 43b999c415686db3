//! The search of a problem with [pinned](crate::problem::Problem::pinned) kinds, as a search of the original: each solution
//! stands for as many as there are orders of the kinds.

use crate::engine::{
    Control, Division, End, EngineError, Job, Parts, Prepared, Query, Run, Search, Sink, Stop, Translation,
};
use crate::problem::{ChoiceId, Cube, PinnedProblem};
use std::ops::ControlFlow;

/// Returns the job on the pinned problem that answers `job`, if there is one. Several solutions of many are not asked for in
/// this form: they would be one solution with other kinds.
pub(super) fn pinned_job<'a>(job: &Job<'a>) -> Option<(Job<'a>, &'a PinnedProblem)> {
    if matches!(job.query, Query::First(2..)) {
        return None;
    }
    let pinned = job.problem.pinned()?;
    Some((Job { problem: pinned.problem(), ..*job }, pinned))
}

pub(super) struct PinnedSearch<'a> {
    pub query: Query,
    pub prepared: Prepared<'a>,
    pub pinned: &'a PinnedProblem,
}

impl Search for PinnedSearch<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let original = |chosen: &[ChoiceId]| self.pinned.solution(chosen);
        let mut run = if self.query == Query::All {
            let mut all = AllOrders { pinned: self.pinned, control, sink, stop: None };
            let run = self.prepared.run(control, &mut all)?;
            Run { end: all.stop.map_or(run.end, End::Stopped), ..run }
        } else {
            self.prepared.run(control, &mut Translation { original, sink })?
        };
        if !matches!(self.query, Query::First(_)) {
            run.count *= self.pinned.weight();
            run.by.values_mut().for_each(|n| *n *= self.pinned.weight());
        }
        run.incumbent = run.incumbent.map(|chosen| original(&chosen));
        Ok(run)
    }

    fn divide(&self, wanted: usize, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        if incumbent.is_some() || !self.has_parts() {
            return None;
        }
        let own = self.prepared.divide(wanted, None).filter(|own| own.incumbent.is_none())?;
        let cubes: Option<Vec<Cube>> = own.cubes.iter().map(|cube| self.pinned.cube(cube)).collect();
        Some(Division { cubes: cubes?, ..own })
    }

    fn parts<'s>(&'s self, cubes: &[Cube], incumbent: Option<&'s [ChoiceId]>) -> Option<Box<dyn Parts + 's>> {
        if incumbent.is_some() || !self.has_parts() {
            return None;
        }
        let own: Option<Vec<Cube>> = cubes.iter().map(|cube| self.pinned.own_cube(cube)).collect();
        let parts = self.prepared.parts(&own?, None)?;
        Some(Box::new(PinnedParts { parts, pinned: self.pinned }))
    }
}

impl PinnedSearch<'_> {
    /// Returns true if the question is how many solutions there are: then parts may be counted for others.
    fn has_parts(&self) -> bool {
        matches!(self.query, Query::Count | Query::CountBy(()))
    }
}

/// Passes on each solution in all orders of the kinds, each as a node of the search.
struct AllOrders<'s> {
    pinned: &'s PinnedProblem,
    control: &'s Control,
    sink: &'s mut dyn Sink,
    /// Reason why the control stopped it.
    stop: Option<Stop>,
}

impl Sink for AllOrders<'_> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        for solution in self.pinned.solutions(chosen) {
            self.stop = self.control.check(1).err();
            if self.stop.is_some() {
                return ControlFlow::Break(());
            }
            self.sink.solution(&solution)?;
        }
        ControlFlow::Continue(())
    }
}

struct PinnedParts<'s> {
    parts: Box<dyn Parts + 's>,
    pinned: &'s PinnedProblem,
}

impl Parts for PinnedParts<'_> {
    fn run(&self, part: usize, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let original = |chosen: &[ChoiceId]| self.pinned.solution(chosen);
        let mut run = self.parts.run(part, control, &mut Translation { original, sink })?;
        run.incumbent = run.incumbent.map(|chosen| self.pinned.solution(&chosen));
        Ok(run)
    }
}
