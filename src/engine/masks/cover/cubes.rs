//! The search for covers in independent parts, the same for any number of threads.

use super::super::cubes::Cubes;
use super::super::monitor::Monitor;
use super::SetCover;
use super::search::{CoverGoal, CoverSearch};
use super::state::CoverState;
use crate::engine::Halt;

/// Number of parts that keeps several threads busy to the end. They cost nothing: their nodes would be visited anyway.
const ENOUGH: usize = 128;

/// Part of the search.
#[derive(Clone, Debug)]
pub(super) struct CoverCube<const W: usize, const D: usize> {
    pub(super) state: CoverState<W, D>,
    /// Initial weights of the clauses.
    pub(super) weights: Vec<i32>,
    /// Number of cubes that this one stands for.
    pub(super) weight: u64,
    /// True if it cannot be cut further.
    pub(super) leaf: bool,
}

impl<const W: usize, const D: usize> CoverCube<W, D> {
    pub(super) fn new(state: CoverState<W, D>, weights: Vec<i32>) -> Self {
        Self { state, weights, weight: 1, leaf: false }
    }
}

/// A search cut into cubes, in the order of the search.
pub(super) struct Cut<'a, const W: usize, const D: usize> {
    cover: &'a SetCover<W, D>,
    task: CoverGoal<'a>,
    pub(super) cubes: Vec<CoverCube<W, D>>,
}

impl<'a, const W: usize, const D: usize> Cut<'a, W, D> {
    /// A search of one cube.
    pub(super) fn one(cover: &'a SetCover<W, D>, task: CoverGoal<'a>, cube: CoverCube<W, D>) -> Self {
        Self { cover, task, cubes: vec![cube] }
    }

    /// Cuts `cubes`, level by level, until there are enough for threads, and `wanted` if there can be.
    pub(super) fn new(
        cover: &'a SetCover<W, D>,
        task: CoverGoal<'a>,
        mut cubes: Vec<CoverCube<W, D>>,
        wanted: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Halt> {
        let mut search = CoverSearch::new(cover, task, monitor);
        let wanted = wanted.max(ENOUGH);
        while cubes.len() < wanted && cubes.iter().any(|c| !c.leaf) {
            let (mut finer, mut left) = (Vec::new(), cubes.len());
            for mut cube in cubes {
                left -= 1;
                if cube.leaf || finer.len() + left >= wanted {
                    finer.push(cube);
                    continue;
                }
                match search.children(&mut cube.state, &mut cube.weights)? {
                    None => finer.push(CoverCube { leaf: true, ..cube }),
                    Some(states) => {
                        finer.extend(states.into_iter().map(|state| CoverCube { state, ..cube.clone() }));
                    }
                }
            }
            cubes = finer;
        }
        Ok(Self { cover, task, cubes })
    }
}

impl<const W: usize, const D: usize> Cubes for Cut<'_, W, D> {
    fn cubes(&self) -> usize {
        self.cubes.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.cubes[cube].weight
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let cube = &self.cubes[cube];
        CoverSearch::new(self.cover, self.task, monitor).run(cube.state, &cube.weights)
    }
}
