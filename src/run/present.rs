//! The last step before a solution is seen: it becomes a diagram, is judged by the literal rules, and is handed to
//! whoever draws it.

use super::orbits::Orbits;
use crate::engine::{Control, Stop};
use crate::geometry::SymmetryKind;
use crate::ground::Grounded;
use crate::model::{Diagram, Model, Violation, judge};
use crate::problem::ChoiceId;
use std::ops::ControlFlow;
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
    /// What may stop it.
    pub control: &'a Control,
    /// Why what is shown was to be cut short, and when that was first noticed.
    pub noticed: Option<(Stop, Instant)>,
    /// How many were not handed on because of that.
    pub left_out: u64,
    /// Whether the one who looks has gone.
    pub gone: bool,
    /// The first solution that the rules do not accept, and what it breaks.
    pub fault: Option<(Diagram, Vec<Violation>)>,
}

/// What was found before an interrupt is shown for so long and no longer.
const GRACE: Duration = Duration::from_millis(500);
/// What was found before the time was over, or the memory used up.
const LATE: Duration = Duration::from_millis(100);
/// So many are shown in that time at most, roughly; where so many have been shown before, none.
const SHOWN_LATE: usize = 50_000;

impl Presenter<'_> {
    /// Whether an interrupt or the end of the time cuts short what is shown.
    pub fn is_cut(&mut self) -> bool {
        let is_much = self.shown >= SHOWN_LATE as u64;
        let grace = |stop| if stop == Stop::Interrupted { GRACE } else { LATE };
        self.notice().is_some_and(|(stop, since)| is_much || since.elapsed() >= grace(stop))
    }

    /// How many can still be shown, where an interrupt or the end of the time has been noticed.
    pub fn room(&mut self) -> Option<usize> {
        self.notice().map(|_| SHOWN_LATE)
    }

    /// Why it is cut short, where some were left out.
    pub fn cut(&self) -> Option<Stop> {
        self.noticed.map(|n| n.0).filter(|_| self.left_out > 0)
    }

    fn notice(&mut self) -> Option<(Stop, Instant)> {
        if self.noticed.is_none() {
            let stop = self.control.over()?;
            self.noticed = Some((stop, Instant::now()));
        }
        self.noticed
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
