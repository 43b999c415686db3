//! What a run is asked for: the spec's own question with the command line's word over it.

use crate::engine::Limits;
use crate::model::{self, Model, UpTo};

/// How much is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Every solution.
    All,
    /// So many.
    First(u64),
    /// Their number.
    Count,
    /// Their number for each value of the model's `by` expression.
    CountBy,
}

/// In which order solutions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Canonical while there are at most [`Request::SORTED_AT_MOST`], else as they are found.
    Auto,
    /// Canonical, however many there are.
    Sorted,
    /// As they are found.
    Found,
}

/// A request to the runner.
#[derive(Clone, Debug)]
pub struct Request {
    /// How much is asked for.
    pub wanted: Wanted,
    /// One solution is taken for each orbit.
    pub up_to_symmetry: bool,
    /// Orbits are those under translations as well, where edges meet.
    pub translations: bool,
    /// The table of orbits is wanted.
    pub orbits: bool,
    /// Every solution shown is to come with the size of its orbit and the symmetries that it keeps.
    pub describe: bool,
    /// Every solution shown is to come with the other members of its orbit.
    pub members: bool,
    /// At most so many are shown; all where `None`.
    pub most: Option<u64>,
    /// In which order they are shown.
    pub order: Order,
    /// The engine that must do it.
    pub engine: Option<String>,
    /// Threads an engine may use.
    pub threads: usize,
    /// Which solutions are found first where only some are wanted, in no certain order; 0 leaves it to the engine.
    pub seed: u64,
    /// What the run may use.
    pub limits: Limits,
    /// The memory of the process is watched: the run stops where it reaches [`Limits::memory`], or fills the machine.
    #[cfg(feature = "usage")]
    pub watch_memory: bool,
    /// The outcome is to name the digest of the problem.
    pub digest: bool,
}

impl Request {
    /// So many solutions are put in order before they are shown.
    pub const SORTED_AT_MOST: usize = 1_000_000;

    /// What the spec itself asks for.
    pub fn of(model: &Model) -> Self {
        let wanted = match model.question.ask {
            model::Ask::All => Wanted::All,
            model::Ask::Some(k) => Wanted::First(k),
            model::Ask::Number => Wanted::Count,
            model::Ask::NumberBy(_) => Wanted::CountBy,
        };
        Self {
            wanted,
            up_to_symmetry: model.question.up_to.is_some(),
            translations: model.question.up_to == Some(UpTo::SymmetryAndTranslation),
            orbits: false,
            describe: false,
            members: false,
            most: None,
            order: Order::Auto,
            engine: None,
            threads: 1,
            seed: 0,
            limits: Limits::default(),
            #[cfg(feature = "usage")]
            watch_memory: false,
            digest: false,
        }
    }

    /// Whether orbits have to be told apart.
    pub fn needs_orbits(&self) -> bool {
        (self.up_to_symmetry || self.orbits || self.members) && !self.is_for_one_orbit()
    }

    /// Whether one solution up to symmetry is wanted: any solution gives its orbit, so nothing has to be told apart.
    pub fn is_for_one_orbit(&self) -> bool {
        self.up_to_symmetry && self.wanted == Wanted::First(1)
    }

    /// Whether the first solutions in canonical order are wanted: not any, but those.
    pub fn is_for_first_in_order(&self) -> bool {
        self.order == Order::Sorted && matches!(self.wanted, Wanted::First(_))
    }

    /// Whether solutions are shown at all.
    pub fn shows(&self) -> bool {
        matches!(self.wanted, Wanted::All | Wanted::First(_))
    }
}
