//! The search for covers in independent parts, the same for any number of threads.

use super::super::cubes::Cubes;
use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::Cover;
use super::search::{Search, Task};
use super::state::State;
use crate::engine::Halt;

/// Number of parts that keeps several threads busy to the end. They cost nothing: their nodes would be visited anyway.
const ENOUGH: usize = 128;

/// Part of the search.
#[derive(Clone, Debug)]
pub(super) struct Cube<const W: usize> {
    pub(super) state: State<W>,
    /// Initial weights of the clauses.
    pub(super) weights: Vec<i32>,
    /// Orbit of the choice placed first, if covers are counted up to symmetry.
    orbit: Mask<W>,
    /// True if it cannot be cut further.
    leaf: bool,
}

impl<const W: usize> Cube<W> {
    pub(super) fn new(state: State<W>, weights: Vec<i32>, orbit: Mask<W>) -> Self {
        Self { state, weights, orbit, leaf: false }
    }
}

/// A search cut into cubes, in the order of the search.
pub(super) struct Cut<'a, const W: usize> {
    cover: &'a Cover<W>,
    task: Task<'a>,
    cubes: Vec<Cube<W>>,
}

impl<'a, const W: usize> Cut<'a, W> {
    /// Cuts `cubes`, level by level, until there are enough.
    pub(super) fn new(
        cover: &'a Cover<W>,
        task: Task<'a>,
        mut cubes: Vec<Cube<W>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Halt> {
        let mut search = Search::new(cover, task, Mask::EMPTY, monitor);
        while cubes.len() < ENOUGH && cubes.iter().any(|c| !c.leaf) {
            let mut finer = Vec::new();
            for mut cube in cubes {
                if cube.leaf {
                    finer.push(cube);
                    continue;
                }
                match search.children(&mut cube.state, &mut cube.weights)? {
                    None => finer.push(Cube { leaf: true, ..cube }),
                    Some(states) => finer.extend(
                        states.into_iter().map(|state| Cube::new(state, cube.weights.clone(), cube.orbit)),
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
        Search::new(self.cover, self.task, cube.orbit, monitor).run(cube.state, &cube.weights)
    }
}
