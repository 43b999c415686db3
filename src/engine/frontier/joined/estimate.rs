//! Estimate of the number of states, from the first layers, as for the other form of the frontier: growth is extrapolated
//! in logarithms, by the weight of what is open.

use super::form::JoinedForm;
use super::walk::{JoinedWalk, Keep};
use crate::engine::control::{Control, Limits};
use std::sync::Arc;

/// Number of states that the probe may visit.
const BUDGET: u64 = 30_000;

/// Steps of about ten nanoseconds per state: some four images, each changed and looked up.
const STEPS: f64 = 30.0;

/// Estimate of a count.
#[derive(Clone, Copy, Debug)]
pub(super) struct JoinedEstimate {
    /// States of the largest layer.
    pub widest: f64,
    /// Cost in steps of about ten nanoseconds.
    pub cost: f64,
}

impl JoinedEstimate {
    /// Estimates a count along the layers of `form`.
    pub fn new<const W: usize>(form: &JoinedForm) -> Self {
        let control = Control::new(Arc::default(), Limits { nodes: Some(BUDGET), ..Limits::default() });
        let mut walk = JoinedWalk::<W>::new(form, Keep::Counts, u64::MAX);
        let (mut nodes, mut widest, mut growth) = (0.0, 1.0f64, 0.0f64);
        while !walk.is_over() && walk.advance(&control).is_ok() {
            let states = walk.states().max(1) as f64;
            nodes += states;
            widest = widest.max(states);
            let open = form.open[walk.time];
            if open > 0 {
                growth = states.log2() / f64::from(open);
            }
        }
        if !walk.is_over() {
            let most = form.open.iter().copied().max().unwrap_or(0);
            widest = widest.max((growth * f64::from(most)).exp2());
            nodes += widest * (form.steps.len() - walk.time) as f64;
        }
        let degrees = form.by.as_ref().map_or(1, |by| by.range + 1) as f64;
        Self { widest, cost: nodes * (STEPS + degrees) }
    }
}
