//! Parts of a search for covers: the cubes into which it is cut for threads, more of them.
//!
//! For a minimum, a cover found by local search is the incumbent. If one cover is wanted, the parts are those of the search for
//! a smaller one; else those of the search for covers of that size, and each is first searched for a smaller one.

use super::super::monitor::Monitor;
use super::super::strategy::StrategyParts;
use super::super::verdict::{StrategyResult, StrategyVerdict};
use super::cubes::{CoverCube, Cut};
use super::search::CoverGoal;
use super::{Mask, SetCover, starts};
use crate::engine::masks::cubes::search_one;
use crate::engine::{Collect, Control, Division, Halt, Job, Query, Sink, exhaust};
use crate::problem::{ChoiceId, Cube, Permutation};

/// Parts of a search, each as the choices placed and those that may be placed.
pub(super) struct CoverParts<'a, const W: usize, const D: usize> {
    cover: &'a SetCover<W, D>,
    motions: &'a [Permutation],
    /// A cover by few choices, if the number is to be minimized.
    incumbent: Option<&'a [ChoiceId]>,
    cubes: Vec<[Mask<W>; 2]>,
}

impl<const W: usize, const D: usize> SetCover<W, D> {
    /// Divides the search for `job`.
    pub(super) fn division(
        &self,
        job: &Job<'_>,
        wanted: usize,
        incumbent: Option<&[ChoiceId]>,
    ) -> Option<Division> {
        let one = matches!(job.query, Query::First(_));
        let is_minimum = self.fixed.is_none();
        if self.costs.is_some()
            || !self.is_coverable()
            || (one && (job.query != Query::First(1) || !is_minimum))
        {
            return None;
        }
        let incumbent = match incumbent {
            _ if !is_minimum => None,
            Some(known) => Some(known.to_vec()),
            None if self.free => Some(self.small_cover(job).to_vec()),
            None => return None,
        };
        let size = incumbent.as_ref().map_or(self.fixed.unwrap_or_default(), |cover| cover.len() as u32);
        let control = Control::unlimited();
        let mut monitor = Monitor::new(job.problem, Query::Count, &control, None);
        let (goal, cubes) = if one {
            let group = job.problem.group.get(1..).unwrap_or_default();
            let whole = starts::whole(self, (size.checked_sub(1)?, u64::MAX));
            (CoverGoal { exactly: false, motions: group }, vec![whole])
        } else {
            let is_counting = job.query == Query::Count;
            let cubes = starts::starts(self, (size, u64::MAX), job.problem, is_counting);
            (CoverGoal { exactly: true, motions: &[] }, cubes)
        };
        let cut = Cut::new(self, goal, cubes, wanted, &mut monitor).ok()?;
        let ids = |set: &Mask<W>| set.iter().map(|c| ChoiceId(c as u32)).collect();
        let all = Mask::of(0..self.covers.len());
        let cube = |cube: CoverCube<W, D>| {
            let (placed, allowed) = (cube.state.placed, cube.state.allowed);
            let dropped = all.without(&allowed).without(&placed);
            Cube { placed: ids(&placed), dropped: ids(&dropped), weight: cube.weight }
        };
        Some(Division { cubes: cut.cubes.into_iter().map(cube).collect(), incumbent, costs: None })
    }

    /// Prepares parts of the division.
    pub(super) fn parts_of<'s>(
        &'s self,
        job: &Job<'s>,
        cubes: &[Cube],
        incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<CoverParts<'s, W, D>> {
        let size = match (self.fixed, incumbent) {
            (Some(size), None) => size,
            (None, Some(cover)) => cover.len() as u32,
            _ => return None,
        };
        let fits = |cube: &Cube| cube.placed.len() <= size as usize;
        if self.costs.is_some() || !cubes.iter().all(fits) {
            return None;
        }
        let set = |choices: &[ChoiceId]| Mask::of(choices.iter().map(|c| c.index()));
        let cubes = cubes.iter().map(|cube| [set(&cube.placed), self.allowed.without(&set(&cube.dropped))]);
        let motions = job.problem.group.get(1..).unwrap_or_default();
        Some(CoverParts { cover: self, motions, incumbent, cubes: cubes.collect() })
    }
}

impl<const W: usize, const D: usize> CoverParts<'_, W, D> {
    /// A part as a cube of covers by `size` choices; `None` if there are none.
    fn cube(&self, part: usize, size: u32) -> Option<CoverCube<W, D>> {
        let whole = starts::whole(self.cover, (size, u64::MAX));
        let [placed, allowed] = &self.cubes[part];
        let mut state = whole.state;
        for c in placed.iter() {
            if state.left == 0 {
                return None;
            }
            state = state.with(self.cover, c);
        }
        state.allowed = state.allowed.and(allowed);
        Some(CoverCube { state, ..whole })
    }

    /// Finds smaller covers in a part until there is none.
    fn smaller(
        &self,
        part: usize,
        (job, control): (&Job<'_>, &Control),
        verdict: &mut StrategyVerdict,
    ) -> Result<(), Halt> {
        let goal = CoverGoal { exactly: false, motions: self.motions };
        while let Some(size) = self.size(verdict).checked_sub(1)
            && let Some(cube) = self.cube(part, size)
        {
            let cut = Cut::one(self.cover, goal, cube);
            let mut witness = Collect::default();
            let (tally, ended) = search_one(&cut, 0, Query::First(1), job, control, &mut witness);
            verdict.tally.nodes += tally.nodes;
            if let Err(Halt::Stop(stop)) = ended {
                return Err(Halt::Stop(stop));
            }
            let Some(cover) = witness.solutions.pop() else { return Ok(()) };
            verdict.better(cover, job, control);
        }
        Ok(())
    }

    /// Number of choices of the covers that are wanted: as given, or as in the best cover known.
    fn size(&self, verdict: &StrategyVerdict) -> u32 {
        let best = verdict.incumbent.as_deref().or(self.incumbent);
        best.map_or(self.cover.fixed.unwrap_or_default(), |cover| cover.len() as u32)
    }
}

impl<const W: usize, const D: usize> StrategyParts for CoverParts<'_, W, D> {
    fn run(&self, part: usize, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        if self.incumbent.is_some() {
            let ((), ended) =
                exhaust(control, |control| ((), self.smaller(part, (job, control), &mut verdict)));
            match ended {
                Ok(exhausted) => verdict.optimal = Some(exhausted),
                Err(halt) => return (verdict, Err(halt)),
            }
            if let Query::First(_) = job.query {
                return if verdict.is_answer(job) { verdict.show_incumbent(sink) } else { (verdict, Ok(())) };
            }
        }
        let Some(cube) = self.cube(part, self.size(&verdict)) else { return (verdict, Ok(())) };
        let goal = CoverGoal { exactly: true, motions: &[] };
        let cut = Cut::one(self.cover, goal, cube);
        let (tally, ended) = search_one(&cut, 0, job.query, job, control, sink);
        if verdict.incumbent.is_none() && tally.count.total() != 0u32.into() {
            verdict.incumbent = self.incumbent.map(<[ChoiceId]>::to_vec);
        }
        verdict.tally.merge(&tally);
        (verdict, ended)
    }
}
