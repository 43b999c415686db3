//! Marginals: the number of solutions that contain each choice.
//!
//! They are tallied over the list of all solutions. If these are too many to list, the solutions with each choice are counted
//! as a problem of their own, once for each orbit of choices under the symmetries of the problem.

use super::inquiry::Inquiry;
use crate::engine::{CountOnly, EngineError, Stop};
use crate::problem::{ChoiceId, Cube, Problem};
use crate::query::Query;
use num_bigint::BigUint;

pub(super) struct Marginals {
    /// By choice; `None` if a limit came first.
    by_choice: Vec<Option<BigUint>>,
    /// The limit that came first.
    pub stopped: Option<Stop>,
    /// Search nodes that it took.
    pub nodes: u64,
}

impl Marginals {
    /// Tallies the solutions in `list`, those of a problem with this number of choices.
    pub fn of_list(list: &[Vec<ChoiceId>], choices: usize) -> Self {
        let mut tally = vec![0_u64; choices];
        list.iter().flatten().for_each(|c| tally[c.index()] += 1);
        Self { by_choice: tally.into_iter().map(|n| Some(n.into())).collect(), stopped: None, nodes: 0 }
    }

    /// Counts the solutions with each choice of `problem`.
    ///
    /// # Errors
    /// If an engine fails.
    pub fn counted(inquiry: &Inquiry<'_>, problem: &Problem) -> Result<Self, EngineError> {
        let mut marginals = Self { by_choice: vec![None; problem.choices.len()], stopped: None, nodes: 0 };
        let least = |c: ChoiceId| problem.group.iter().map(|g| g[c.index()]).min().unwrap_or(c);
        for choice in problem.choice_ids() {
            let representative = least(choice).min(choice);
            if representative == choice && marginals.stopped.is_none() {
                if let Some(watch) = inquiry.context.control.watch() {
                    watch.stage(format!("choice {} of {}", choice.index() + 1, problem.choices.len()));
                }
                marginals.by_choice[choice.index()] = marginals.with(choice, inquiry, problem)?;
            } else {
                marginals.by_choice[choice.index()] = marginals.by_choice[representative.index()].clone();
            }
        }
        Ok(marginals)
    }

    /// Number of solutions of `problem` with `choice`.
    fn with(
        &mut self,
        choice: ChoiceId,
        inquiry: &Inquiry<'_>,
        problem: &Problem,
    ) -> Result<Option<BigUint>, EngineError> {
        let Some(part) = problem.within(&Cube { placed: vec![choice], ..Cube::whole() }) else {
            return Ok(Some(BigUint::ZERO));
        };
        let job = inquiry.job(&part.problem, Query::Count);
        let run = inquiry.solver().decide(&job, &mut CountOnly)?.run;
        self.nodes += run.stats.nodes;
        self.stopped = run.end.stop();
        Ok(run.end.exhausted().map(|_| run.count))
    }

    /// Returns the number of solutions with a choice of `set`, of which no solution contains two.
    pub fn of_set(&self, set: &[ChoiceId]) -> Option<BigUint> {
        set.iter().map(|c| self.by_choice[c.index()].clone()).sum()
    }
}
