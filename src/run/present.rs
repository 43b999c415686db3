//! The last step before a solution is seen: it becomes a diagram, is judged by the literal rules, and is handed to
//! whoever draws it.

use super::orbits::Orbits;
use crate::geometry::SymmetryKind;
use crate::ground::Grounded;
use crate::model::{Diagram, Model, Violation, judge};
use crate::problem::ChoiceId;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A solution as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The board.
    pub diagram: Diagram,
    /// Its orbit, where orbits were asked for.
    pub orbit: Option<Orbit>,
}

/// The orbit of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbit {
    /// How many members it has.
    pub size: usize,
    /// The symmetries that leave the solution as it is, the identity left out.
    pub keeps: Vec<SymmetryKind>,
    /// Each member once, with a symmetry that maps the solution to it, the solution itself first; only where members
    /// were asked for.
    pub members: Vec<(SymmetryKind, Diagram)>,
}

/// Takes solutions that are to be seen.
pub trait Show {
    /// The next one. `Break` where nobody looks any more.
    fn solution(&mut self, shown: &Shown) -> ControlFlow<()>;
}

/// Looks at nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl Show for Discard {
    fn solution(&mut self, _shown: &Shown) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Judges and hands on.
pub(super) struct Presenter<'a> {
    pub model: &'a Model,
    pub grounded: &'a Grounded,
    pub show: &'a mut dyn Show,
    /// Whether orbits are described, and whether with all their members.
    pub orbits: bool,
    pub members: bool,
    /// How many were handed on.
    pub shown: u64,
    /// Set by an interrupt.
    pub interrupt: Arc<AtomicBool>,
    /// When the interrupt was first noticed.
    pub noticed: Option<Instant>,
    /// How many were not handed on because of an interrupt.
    pub left_out: u64,
    /// Whether the one who looks has gone.
    pub gone: bool,
    /// The first solution that the rules do not accept, and what it breaks.
    pub fault: Option<(Diagram, Vec<Violation>)>,
}

/// What was found before an interrupt is shown for so long and no longer.
const GRACE: Duration = Duration::from_millis(500);

impl Presenter<'_> {
    /// Whether an interrupt cuts short what is shown.
    pub fn is_cut(&mut self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
            && self.noticed.get_or_insert_with(Instant::now).elapsed() >= GRACE
    }

    /// Judges the solution `chosen` and hands it on.
    pub fn present(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        let diagram = self.grounded.diagram(chosen);
        let violations = judge(self.model, &diagram);
        if !violations.is_empty() {
            self.fault.get_or_insert((diagram, violations));
            return ControlFlow::Break(());
        }
        let orbit = self.orbits.then(|| self.orbit(chosen));
        self.shown += 1;
        let flow = self.show.solution(&Shown { diagram, orbit });
        self.gone |= flow.is_break();
        flow
    }

    fn orbit(&self, chosen: &[ChoiceId]) -> Orbit {
        let images = Orbits::new(&self.grounded.problem.group).images(chosen);
        let fixes = |image: &Vec<ChoiceId>| image.as_slice() == chosen;
        let kinds = self.grounded.symmetries.iter().map(|s| s.kind);
        let fixing = images.iter().filter(|i| fixes(i)).count();
        let keeps = kinds
            .clone()
            .zip(&images)
            .filter(|(kind, image)| fixes(image) && *kind != SymmetryKind::Identity)
            .map(|(kind, _)| kind)
            .collect();
        let mut members = Vec::new();
        if self.members {
            let first = |i: &usize| !images[..*i].contains(&images[*i]);
            let kinds: Vec<SymmetryKind> = kinds.collect();
            members.extend(
                (0..images.len()).filter(first).map(|i| (kinds[i], self.grounded.diagram(&images[i]))),
            );
        }
        Orbit { size: images.len() / fixing.max(1), keeps, members }
    }
}
