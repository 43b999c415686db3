//! Answers to queries: the optimum of each objective in turn, then the solutions that attain them.

use super::search::{Enumerator, placed};
use super::state::State;
use crate::engine::enumerated::Enumerated;
use crate::engine::{Control, Halt, Job, Query, Sink, exhaust};
use crate::problem::Problem;

/// An answer that is being found.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) found: Enumerated,
}

impl Answer {
    /// Answers the job's query.
    pub(super) fn seek(
        &mut self,
        job: &Job<'_>,
        search: &mut Enumerator<'_>,
        control: &Control,
        sink: &mut dyn Sink,
    ) -> Result<(), Halt> {
        if search.settle().is_err() {
            return Ok(());
        }
        let ended = self.both_parts(job, search, control, sink);
        self.found.nodes = search.nodes;
        ended
    }

    fn both_parts(
        &mut self,
        job: &Job<'_>,
        search: &mut Enumerator<'_>,
        control: &Control,
        sink: &mut dyn Sink,
    ) -> Result<(), Halt> {
        if !job.problem.objectives.is_empty() {
            let (_, ended) = exhaust(control, |control| ((), self.optimize(job.problem, search, control)));
            self.found.optimal = Some(ended?);
            if self.found.best.is_none() {
                return Ok(());
            }
        }
        if job.query == Query::First(0) {
            return Err(Halt::Enough);
        }
        search.all(control, &mut |state| self.deliver(job, state, sink))
    }

    /// Finds the best values, and bounds the objectives' rows by them. The solution that is best by the earlier objectives
    /// bounds the later ones.
    fn optimize(
        &mut self,
        problem: &Problem,
        search: &mut Enumerator<'_>,
        control: &Control,
    ) -> Result<(), Halt> {
        for (number, &row) in search.state.net.objectives.iter().enumerate() {
            let objective = &problem.objectives[number];
            let better = |value: i64| {
                if objective.maximize { (value + 1, i64::MAX) } else { (i64::MIN, value - 1) }
            };
            let mut best = self.found.best.as_ref().map(|(values, _)| values[number] - objective.constant);
            if let Some(value) = best {
                search.state.sums.bounds[row as usize] = better(value);
            }
            search.all(control, &mut |state| {
                let value = state.sums.range[row as usize].0;
                best = Some(value);
                state.sums.bounds[row as usize] = better(value);
                self.found.best = Some((values(problem, state), placed(state)));
                Ok(())
            })?;
            let Some(value) = best else { return Ok(()) };
            search.state.sums.bounds[row as usize] = (value, value);
        }
        Ok(())
    }

    /// Counts a solution, and hands it to the sink if the query wants it.
    fn deliver(&mut self, job: &Job<'_>, state: &State<'_>, sink: &mut dyn Sink) -> Result<(), Halt> {
        self.found.count += 1;
        match job.query {
            Query::CountBy(()) => {
                if let (Some(row), Some(by)) = (state.net.by, &job.problem.by) {
                    let value = state.sums.range[row as usize].0 + by.constant;
                    *self.found.by.entry(value).or_default() += 1;
                }
            }
            Query::Count => {}
            Query::All | Query::First(_) => {
                if sink.solution(&placed(state)).is_break() || job.query == Query::First(self.found.count) {
                    return Err(Halt::Enough);
                }
            }
        }
        Ok(())
    }
}

/// Values of the objectives in a decided state.
fn values(problem: &Problem, state: &State<'_>) -> Vec<i64> {
    let rows = problem.objectives.iter().zip(&state.net.objectives);
    rows.map(|(o, &row)| state.sums.range[row as usize].0 + o.constant).collect()
}
