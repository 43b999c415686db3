//! Packing by matching: the heaviest independent set of a bipartite graph. Leapers that change color on every move (knights,
//! zebras, wazirs, on boards with holes and in three dimensions too) attack only across the two colors of the board.
//!
//! By König's theorem, the largest independent set of a bipartite graph and its maximum matching add up to the number of
//! vertices; with weights, the matching becomes a flow, and the independent set a minimum cut ([`graph`], [`flow`]). So the
//! optimum and its proof take polynomial time. All optimal solutions are the minimum cuts, which [`sets`] describes
//! without search: they are listed without a dead end, and counted by dynamic programming ([`count`]).
//!
//! Several objectives are one with weights that compare lexicographically. Givens are placed first. A node is a path of the
//! flow, a solution listed, or an entry of a table of the count.

mod count;
mod flow;
mod graph;
mod parts;
mod sets;
#[cfg(test)]
mod tests;

use super::monitor::Monitor;
use super::strategy::{PACE, Strategy};
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::{Control, CountOnly, Halt, Job, Query, Sink, exhaust};
use crate::problem::Problem;
use count::CountPlan;
use graph::ConflictGraph;
use sets::OptimalSets;

/// Largest graph, in vertices and edges, that is solved for the estimate of a count.
const SOLVED_FOR_BID: usize = 20_000;

struct Matching {
    graph: ConflictGraph,
    /// The optimal solutions and the number of paths of the flow, if the estimate needed them.
    solved: Option<(OptimalSets, u64)>,
}

/// Prepares the job if its problem has this form.
pub(super) fn prepare(job: &Job<'_>) -> Option<Box<dyn Strategy>> {
    Some(Box::new(Matching::new(job.problem, job.query)?))
}

impl Strategy for Matching {
    /// A few passes over the graph for the flow, then the tables of the count.
    fn cost(&self, job: &Job<'_>) -> f64 {
        let (vertices, edges) = self.graph.size();
        let flow = 100.0 * (vertices + edges) as f64;
        match (&self.solved, job.query) {
            (_, Query::First(_)) => flow,
            (Some((sets, _)), _) => flow + 20.0 * CountPlan::new(sets).entries(),
            (None, _) => flow * (vertices + edges) as f64,
        }
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        PACE
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        let (computed, ended) = exhaust(control, |control| match self.solve(control) {
            Ok(computed) => (computed, Ok(())),
            Err(halt) => (None, Err(halt)),
        });
        let exhausted = match ended {
            Ok(exhausted) => exhausted,
            Err(halt) => return (verdict, Err(halt)),
        };
        let (sets, paths) =
            computed.as_ref().or(self.solved.as_ref()).expect("a search that ended has an answer");
        verdict.tally.nodes += paths;
        verdict.better(sets.solution(&vec![false; sets.parts.len()]), job, control);
        verdict.optimal = Some(exhausted);
        match job.query {
            Query::First(1) => verdict.show_incumbent(sink),
            Query::First(0) => (verdict, Err(Halt::Enough)),
            Query::First(most) => list(sets, job, control, (sink, most), verdict),
            Query::All => list(sets, job, control, (sink, u64::MAX), verdict),
            Query::CountBy(()) => list(sets, job, control, (&mut CountOnly, u64::MAX), verdict),
            Query::Count => count(sets, control, verdict),
        }
    }
}

impl Matching {
    fn new(problem: &Problem, query: Query) -> Option<Self> {
        let graph = ConflictGraph::new(problem)?;
        let (vertices, edges) = graph.size();
        let is_small = vertices + edges <= SOLVED_FOR_BID;
        let solved = if matches!(query, Query::First(_)) || !is_small {
            None
        } else {
            OptimalSets::of(&graph, &Control::unlimited()).ok()
        };
        Some(Self { graph, solved })
    }

    /// Finds the optimal solutions, unless they are known.
    fn solve(&self, control: &Control) -> Result<Option<(OptimalSets, u64)>, Halt> {
        control.check(0)?;
        if self.solved.is_some() { Ok(None) } else { Ok(Some(OptimalSets::of(&self.graph, control)?)) }
    }
}

/// Delivers the optimal solutions one by one, up to a number.
fn list(
    sets: &OptimalSets,
    job: &Job<'_>,
    control: &Control,
    (sink, most): (&mut dyn Sink, u64),
    mut verdict: StrategyVerdict,
) -> StrategyResult {
    let mut monitor = Monitor::new(job.problem, job.query, control, Some((sink, most)));
    let mut inside = vec![false; sets.parts.len()];
    let listed = loop {
        let delivered = monitor.tick().and_then(|()| monitor.solution(&sets.solution(&inside)));
        if delivered.is_err() || !sets.advance(&mut inside) {
            break delivered;
        }
    };
    let (tally, finished) = monitor.finish();
    verdict.tally.merge(&tally);
    (verdict, listed.and(finished))
}

fn count(sets: &OptimalSets, control: &Control, mut verdict: StrategyVerdict) -> StrategyResult {
    match CountPlan::new(sets).count(control) {
        Ok((count, nodes)) => {
            verdict.tally.count.add_big(&count);
            verdict.tally.nodes += nodes;
            (verdict, Ok(()))
        }
        Err(halt) => (verdict, Err(halt)),
    }
}
