//! Parts of a search: what an engine would hand to its threads, handed to other machines instead. An engine that keeps its
//! symmetries and its first steps in its parts does no more work in them together than in one run.
//!
//! A part is a [`Cube`] with a weight. So it can be stored, and its reader can check that solutions lie in it; but only
//! the engine that made it knows how to search it without losing what it knows about the whole problem.

use super::{Control, EngineError, Run, Sink};
use crate::problem::{ChoiceId, Cube};

/// A search divided into parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Division {
    /// The parts: disjoint cubes whose solutions, each as often as its cube weighs, are those of the problem.
    pub cubes: Vec<Cube>,
    /// With objectives: a solution. The parts are searched only for solutions that are at least as good, or better if one
    /// solution is requested.
    pub incumbent: Option<Vec<ChoiceId>>,
    /// Estimated costs of the parts, if neighbors share work that a machine does only once: then it should get many parts in
    /// a row. `None` if they do not, and all cost about the same.
    pub costs: Option<Vec<f64>>,
}

impl Division {
    /// Parts of a search without objectives.
    pub fn plain(cubes: Vec<Cube>) -> Self {
        Self { cubes, incumbent: None, costs: None }
    }
}

/// Some parts of a search, ready to run in any order and on any thread.
pub trait Parts: Sync {
    /// Searches one part and counts each of its solutions once. With objectives, solutions worse than the incumbent are
    /// not found.
    ///
    /// # Errors
    /// Only an internal error of the engine; reaching a limit is an [`End`](super::End).
    fn run(&self, part: usize, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError>;
}
