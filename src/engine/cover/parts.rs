//! The search as a whole and in parts. The parts of a count or a list are the cubes of the search tree that threads would
//! get. A count uses the symmetry of one item, as in one run: the cubes below the first option of an orbit weigh as much as
//! the orbit is long.
//!
//! A memo lives as long as a share of the parts. Where it saves much of the work (tilings by few shapes), parts would repeat
//! what the memo knows, so such a search has no parts. Where it saves some (pentominoes), cubes with the same state are one
//! part, and neighboring parts go to the same machine, since neighbors have more states in common.

use super::job::TableJob;
use super::kernel::{CubePart, Decision, Kernel, below, cubes, steps_below};
use super::memo::{CountMemo, MemoUse};
use super::search::{Running, starts};
use crate::engine::{
    Control, Division, EngineError, Limits, Parts, Query, Run, Search, Sink, Stop, exhaust_into,
};
use crate::problem::{ChoiceId, Cube};
use std::sync::{Mutex, OnceLock};

/// Nodes of the trial that shows what a memo saves.
const TRIAL: u64 = 200_000;

impl Search for TableJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let (running, ended) = exhaust_into(control, sink, |control, sink| {
            let mut running = Running::new(self, control);
            let ended = running.work(sink);
            (running, ended)
        });
        running.report(ended)
    }

    fn divide(&self, wanted: usize, _incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        self.division(wanted)
    }

    fn parts<'s>(
        &'s self,
        cubes: &[Cube],
        _incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn Parts + 's>> {
        Some(Box::new(CoverParts::new(self, cubes)))
    }
}

impl TableJob<'_> {
    /// Divides the search into at least `wanted` parts, if it has as many.
    fn division(&self, wanted: usize) -> Option<Division> {
        if !self.objectives.is_empty() || matches!(self.job.query, Query::First(_)) {
            return None;
        }
        match *self.memo_use.get_or_init(|| self.use_of_memo()) {
            MemoUse::Much => None,
            MemoUse::Some => Some(self.by_state(wanted)),
            MemoUse::None => {
                let cubes = cubes(self.kernel().as_mut(), starts(self), wanted, false);
                Some(Division::plain(cubes.into_iter().map(cube).collect()))
            }
        }
    }

    /// Divides a count into at least `wanted` parts, if it has as many, with different states.
    pub(super) fn by_state(&self, wanted: usize) -> Division {
        let mut kernel = self.kernel();
        let kernel = kernel.as_mut();
        let cubes = cubes(kernel, starts(self), wanted, true);
        let costs = cubes.iter().map(|(steps, _)| expected(kernel, steps)).collect();
        Division { costs: Some(costs), ..Division::plain(cubes.into_iter().map(cube).collect()) }
    }

    fn kernel(&self) -> Box<dyn Kernel> {
        Running::new(self, &Control::unlimited()).kernel()
    }

    /// Returns what a memo saves of a count that is not small. Nothing else uses a memo.
    fn use_of_memo(&self) -> MemoUse {
        if self.job.query != Query::Count {
            return MemoUse::None;
        }
        let control = Control::new(Default::default(), Limits { nodes: Some(TRIAL), ..Limits::default() });
        let memo = CountMemo::new(None);
        let mut kernel = Running::new(self, &control).kernel();
        let is_large = kernel.enter(&[]) && matches!(kernel.count(&control, &memo), Some((_, Err(_))));
        if is_large { memo.saved() } else { MemoUse::None }
    }
}

/// The cube at the end of these steps.
fn cube((steps, weight): (Vec<Decision>, u64)) -> Cube {
    let side = |taken: bool| {
        let mut side: Vec<ChoiceId> =
            steps.iter().filter(|s| s.1 == taken).map(|s| super::table::choice(s.0)).collect();
        side.sort_unstable();
        side
    };
    Cube { placed: side(true), dropped: side(false), weight }
}

/// Expected cost of a cube, up to a factor: a power, found by experiment, of the number of cubes two levels below it.
fn expected(kernel: &mut dyn Kernel, steps: &[Decision]) -> f64 {
    let next = below(kernel, steps);
    let number: usize = next.iter().map(|steps| steps_below(kernel, steps).len()).sum();
    let number = 1.0 + number as f64;
    number * number.sqrt()
}

/// Some cubes of a search.
struct CoverParts<'a> {
    table: &'a TableJob<'a>,
    cubes: Vec<Vec<Decision>>,
    /// Made by the first part that runs, within its memory limit.
    memo: OnceLock<CountMemo>,
    /// Kernels at the root: to build one takes longer than a small part.
    idle: Mutex<Vec<Box<dyn Kernel>>>,
}

impl<'a> CoverParts<'a> {
    fn new(table: &'a TableJob<'a>, cubes: &[Cube]) -> Self {
        // An option may be left out only as long as no chosen option excludes it.
        let steps = |cube: &Cube| {
            let side = |side: &[ChoiceId], taken: bool| side.iter().map(|c| (c.0, taken)).collect::<Vec<_>>();
            [side(&cube.dropped, false), side(&cube.placed, true)].concat()
        };
        let cubes = cubes.iter().map(steps).collect();
        Self { table, cubes, memo: OnceLock::new(), idle: Mutex::default() }
    }

    fn count(&self, running: &mut Running<'_>, cube: &[Decision], control: &Control) -> Result<(), Stop> {
        let memo = self.memo.get_or_init(|| CountMemo::new(control.memory_limit()));
        let idle = || self.idle.lock().expect("no thread panics while it holds the lock");
        let known = idle().pop();
        let mut kernel = known.unwrap_or_else(|| running.kernel());
        running.count_part(kernel.as_mut(), cube, memo)?;
        // A kernel whose building was stopped is not kept.
        idle().push(kernel);
        Ok(())
    }
}

impl Parts for CoverParts<'_> {
    fn run(&self, part: usize, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let cube = &self.cubes[part];
        let (running, ended) = exhaust_into(control, sink, |control, sink| {
            let mut running = Running::new(self.table, control);
            let ended = match self.table.job.query {
                Query::Count | Query::CountBy(()) => {
                    self.count(&mut running, cube, control).map_err(Into::into)
                }
                Query::All | Query::First(_) => running.enumerate(CubePart::at(cube.clone()), sink),
            };
            (running, ended)
        });
        running.report(ended)
    }
}
