//! A job with objectives, in the form that the walks for its optimum share.

use super::form::FrontierForm;
use super::goal::Goal;
use super::halves::Halves;
use super::step::LayerStep;
use crate::engine::control::Control;
use crate::problem::Problem;

/// Search for the best values of a goal.
pub(super) struct Optimization<'a, K> {
    pub problem: &'a Problem,
    pub steps: &'a [LayerStep<K>],
    /// Form of the problem.
    pub form: &'a FrontierForm,
    pub goal: &'a Goal,
    /// Halves that a symmetry exchanges.
    pub halves: Option<&'a Halves>,
    /// True if nothing bounds the search but the halves.
    pub has_only_halves: bool,
    /// True if a solution is requested instead of the number of solutions.
    pub witness: bool,
    /// Number of threads it may use.
    pub threads: usize,
    /// Control that may stop it.
    pub control: &'a Control,
}
