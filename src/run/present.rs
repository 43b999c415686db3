//! The last step before output: a solution is turned into a diagram, judged by the literal rules, and passed to a [`Show`].

use super::orbits::Orbits;
use super::transformation::Transformation;
use crate::engine::{Control, Stop};
use crate::ground::{GroundedProblem, OrbitGroup};
use crate::model::{Diagram, Model, Violation, judge, objective_values};
use crate::problem::ChoiceId;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::time::Duration;

/// A solution in the form in which it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct PresentedSolution {
    pub diagram: Diagram,
    /// Its orbit, if orbits were requested.
    pub orbit: Option<Orbit>,
}

/// The orbit of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbit {
    pub size: usize,
    /// The symmetries that fix the solution, without the identity.
    pub keeps: Vec<Transformation>,
    /// Each member once, with a symmetry that maps the solution to it, the solution itself first; only if members were
    /// requested.
    pub members: Vec<(Transformation, Diagram)>,
}

/// Receives the solutions to show.
pub trait Show {
    /// Receives the next solution. Returns `Break` to end the output.
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()>;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl Show for Discard {
    fn solution(&mut self, _shown: &PresentedSolution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Judges solutions and passes them on.
pub(super) struct Presenter<'a> {
    pub model: &'a Model,
    pub grounded: &'a GroundedProblem,
    pub show: &'a mut dyn Show,
    /// True if orbits are described, and true if with all their members.
    pub orbits: bool,
    pub members: bool,
    /// Number of solutions passed on.
    pub shown: u64,
    pub control: &'a Control,
    /// Why the output is cut short, and when that was first noticed, by the host's clock.
    pub noticed: Option<(Stop, Option<Duration>)>,
    /// Number of solutions not passed on for that reason.
    pub left_out: u64,
    /// True if the output was closed.
    pub gone: bool,
    /// The first solution that breaks a rule, and the violations.
    pub fault: Option<(Diagram, Vec<Violation>)>,
    /// The last solution shown.
    pub last: Option<Diagram>,
}

/// Longest time for showing the solutions found before an interrupt.
const GRACE: Duration = Duration::from_millis(500);
/// Longest time for showing the solutions found before the time or memory limit.
const LATE: Duration = Duration::from_millis(100);
/// Approximate maximum of solutions shown in that time; if as many have been shown already, none are.
const SHOWN_LATE: usize = 50_000;

impl Presenter<'_> {
    /// Returns true if an interrupt or a limit now ends the output. Without a clock only the number of solutions does.
    pub fn is_cut(&mut self) -> bool {
        let is_much = self.shown >= SHOWN_LATE as u64;
        let grace = |stop| if stop == Stop::Interrupted { GRACE } else { LATE };
        let Some((stop, since)) = self.notice() else { return false };
        is_much || self.control.host().since(since) >= Some(grace(stop))
    }

    /// Number of solutions that can still be shown, if an interrupt or a limit has been noticed.
    pub fn room(&mut self) -> Option<usize> {
        self.notice().map(|_| SHOWN_LATE)
    }

    /// Why the output was cut short, if solutions were left out.
    pub fn cut(&self) -> Option<Stop> {
        self.noticed.map(|n| n.0).filter(|_| self.left_out > 0)
    }

    fn notice(&mut self) -> Option<(Stop, Option<Duration>)> {
        if self.noticed.is_none() {
            let stop = self.control.over()?;
            self.noticed = Some((stop, self.control.host().now()));
        }
        self.noticed
    }

    /// Judges the solution `chosen` and passes it on.
    pub fn present(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        let diagram = self.grounded.diagram(chosen);
        let violations = judge(self.model, &diagram);
        if !violations.is_empty() {
            self.fault.get_or_insert((diagram, violations));
            return ControlFlow::Break(());
        }
        let orbit = self.orbits.then(|| self.orbit(chosen));
        self.shown += 1;
        let shown = PresentedSolution { diagram, orbit };
        let flow = self.show.solution(&shown);
        self.gone |= flow.is_break();
        self.last = Some(shown.diagram);
        flow
    }

    /// Checks that solutions shown as optimal have the value `optimum`, by the literal objectives. Returns the last of them and
    /// what is wrong with it otherwise.
    pub fn misvalued(&mut self, optimum: &[i64]) -> Option<(Diagram, Vec<Violation>)> {
        let last = self.last.take()?;
        let values = objective_values(self.model, &last);
        let message = format!("its value is {values:?}, and not the optimum {optimum:?}");
        (values != optimum).then(|| (last, vec![Violation { span: None, message }]))
    }

    fn orbit(&self, chosen: &[ChoiceId]) -> Orbit {
        let images = Orbits::new(self.grounded.orbit_group()).images(chosen);
        let fixes = |image: &Vec<ChoiceId>| image.as_slice() == chosen;
        let fixing: Vec<usize> = (0..images.len()).filter(|&i| fixes(&images[i])).collect();
        let keeps = fixing.iter().map(|&i| self.transformation(i)).filter(|t| !t.is_identity()).collect();
        let mut members = Vec::new();
        if self.members {
            let mut seen = FxHashSet::default();
            let first = |i: &usize| seen.insert(&images[*i]);
            let member = |i| (self.transformation(i), self.grounded.diagram(&images[i]));
            members.extend((0..images.len()).filter(first).map(member));
        }
        Orbit { size: images.len() / fixing.len().max(1), keeps, members }
    }

    /// Element of the group for its permutation at `index`.
    fn transformation(&self, index: usize) -> Transformation {
        match &self.grounded.exchange {
            None => self.grounded.symmetries[index].kind.into(),
            Some(OrbitGroup { group, elements, .. }) => {
                let element = &elements[index];
                let symmetry = group.cosets[element.coset].symmetry.kind;
                Transformation { symmetry, exchange: group.words(self.model, element) }
            }
        }
    }
}
