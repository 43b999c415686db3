//! The search for covers in independent parts, the same for any number of threads.

use super::super::cubes::Cubes;
use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::SetCover;
use super::search::{CoverGoal, CoverSearch};
use super::state::CoverState;
use crate::engine::Halt;

/// Number of parts that keeps several threads busy to the end. They cost nothing: their nodes would be visited anyway.
const ENOUGH: usize = 128;

/// Part of the search.
#[derive(Clone, Debug)]
pub(super) struct CoverCube<const W: usize> {
    pub(super) state: CoverState<W>,
    /// Initial weights of the clauses.
    pub(super) weights: Vec<i32>,
    /// Orbit of the choice placed first, if covers are counted up to symmetry.
    orbit: Mask<W>,
    /// True if it cannot be cut further.
    leaf: bool,
}

impl<const W: usize> CoverCube<W> {
    pub(super) fn new(state: CoverState<W>, weights: Vec<i32>, orbit: Mask<W>) -> Self {
        Self { state, weights, orbit, leaf: false }
    }
}

/// A search cut into cubes, in the order of the search.
pub(super) struct Cut<'a, const W: usize> {
    cover: &'a SetCover<W>,
    task: CoverGoal<'a>,
    cubes: Vec<CoverCube<W>>,
}

impl<'a, const W: usize> Cut<'a, W> {
    /// Cuts `cubes`, level by level, until there are enough.
    pub(super) fn new(
        cover: &'a SetCover<W>,
        task: CoverGoal<'a>,
        mut cubes: Vec<CoverCube<W>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Halt> {
        let mut search = CoverSearch::new(cover, task, Mask::EMPTY, monitor);
        while cubes.len() < ENOUGH && cubes.iter().any(|c| !c.leaf) {
            let mut finer = Vec::new();
            for mut cube in cubes {
                if cube.leaf {
                    finer.push(cube);
                    continue;
                }
                match search.children(&mut cube.state, &mut cube.weights)? {
                    None => finer.push(CoverCube { leaf: true, ..cube }),
                    Some(states) => finer.extend(
                        states
                            .into_iter()
                            .map(|state| CoverCube::new(state, cube.weights.clone(), cube.orbit)),
                    ),
                }
            }
            cubes = finer;
        }
        Ok(Self { cover, task, cubes })
    }
}

impl<const W: usize> Cubes for Cut<'_, W> {
    fn cubes(&self) -> usize {
        self.cubes.len()
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let cube = &self.cubes[cube];
        CoverSearch::new(self.cover, self.task, cube.orbit, monitor).run(cube.state, &cube.weights)
    }
}
