//! Solutions that bear witness for answers about single choices. Each that shows something new is judged first.

use super::error::RunError;
use crate::engine::Sink;
use crate::ground::GroundedProblem;
use crate::model::{Diagram, Model, Violation, judge};
use crate::problem::ChoiceId;
use std::ops::ControlFlow;

/// Number of solutions that are kept.
const KEPT: usize = 2;

pub(super) struct Witnesses<'a> {
    model: &'a Model,
    grounded: &'a GroundedProblem,
    /// By choice: true if a solution contains it.
    seen: Vec<bool>,
    /// The choices that all solutions contain, ascending; `None` without a solution.
    common: Option<Vec<ChoiceId>>,
    kept: Vec<Diagram>,
    fault: Option<(Diagram, Vec<Violation>)>,
}

impl<'a> Witnesses<'a> {
    pub fn new(model: &'a Model, grounded: &'a GroundedProblem) -> Self {
        let seen = vec![false; grounded.problem.choices.len()];
        Self { model, grounded, seen, common: None, kept: Vec::new(), fault: None }
    }

    /// Returns true if a solution contains a choice of `set` and another one does not.
    pub fn divide(&self, set: &[ChoiceId]) -> bool {
        let is_common = |c| self.common.as_ref().is_some_and(|all| all.binary_search(c).is_ok());
        // Of several choices of a set, each may be missing where another is not.
        set.len() == 1 && set.iter().all(|c| self.seen[c.index()] && !is_common(c))
    }

    /// Returns the first solutions.
    ///
    /// # Errors
    /// If `engine` gave a solution that breaks a rule.
    pub fn finish(self, engine: &str) -> Result<Vec<Diagram>, RunError> {
        match self.fault {
            None => Ok(self.kept),
            Some((diagram, violations)) => {
                Err(RunError::Wrong { engine: engine.to_owned(), diagram, violations })
            }
        }
    }
}

impl Sink for Witnesses<'_> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        let lacks = |c: &ChoiceId| chosen.binary_search(c).is_err();
        let is_less = self.common.as_ref().is_none_or(|all| all.iter().any(lacks));
        let is_more = chosen.iter().any(|c| !self.seen[c.index()]);
        if !is_less && !is_more && self.kept.len() >= KEPT {
            return ControlFlow::Continue(());
        }
        let diagram = self.grounded.diagram(chosen);
        let violations = judge(self.model, &diagram);
        if !violations.is_empty() {
            self.fault = Some((diagram, violations));
            return ControlFlow::Break(());
        }
        chosen.iter().for_each(|c| self.seen[c.index()] = true);
        match &mut self.common {
            Some(all) => all.retain(|c| chosen.binary_search(c).is_ok()),
            None => self.common = Some(chosen.to_vec()),
        }
        if self.kept.len() < KEPT {
            self.kept.push(diagram);
        }
        ControlFlow::Continue(())
    }
}
