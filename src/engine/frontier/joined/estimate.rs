//! Estimate of the number of states, from the first layers: growth is extrapolated in logarithms.
//!
//! While the frontier gets longer, states grow by the weight of what is open and by decision; the truth lies between the two.
//! Where moves reach far, the frontier is full after a few decisions. Then its vertices are linked to ever more others, at
//! a pace that slows down until the middle of the board. In measurements (tours of knights, loops and paths of wazirs and
//! kings, connected sets), the number of states of the largest layer is within a factor of four.

use super::form::JoinedForm;
use super::walk::{JoinedWalk, Keep};
use crate::engine::control::{Control, Limits};
use std::sync::Arc;

/// Number of states that the probe may visit.
const BUDGET: u64 = 30_000;

/// Steps of about ten nanoseconds per state: some four images, each changed and looked up.
const STEPS: f64 = 30.0;

/// Number of decisions from which a pace is read, at least.
const FEW: usize = 3;

/// Pace of a full frontier from the probe to the middle of the board, on average, compared with that before.
const SLOWER: f64 = 0.7;

/// States of the largest layer compared with the average of those after the probe.
const PEAK: f64 = 3.0;

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
        let mut walk = JoinedWalk::<W>::new(form, Keep::Nothing, u64::MAX);
        let (mut nodes, mut growth) = (0.0, 0.0f64);
        // By number of decisions: the logarithm of the states of the largest layer so far.
        let mut most = vec![0.0f64];
        while !walk.is_over() && walk.advance(&control).is_ok() {
            let states = walk.states().max(1) as f64;
            nodes += states;
            most.push(states.log2().max(most[walk.time - 1]));
            let open = form.open[walk.time];
            if open > 0 {
                growth = states.log2() / f64::from(open);
            }
        }
        let mut widest = most[walk.time].exp2();
        if !walk.is_over() {
            widest = widest_layer(&form.open, &most, growth).exp2();
            nodes += widest * (form.steps.len() - walk.time) as f64 / PEAK;
        }
        let degrees = form.by.as_ref().map_or(1, |by| by.range + 1) as f64;
        Self { widest, cost: nodes * (STEPS + degrees) }
    }
}

/// Returns the logarithm of the states of the largest layer. By number of decisions, `open` is the weight of what is open, and
/// `most` the logarithm for the layers so far. The last of these have `growth` per weight.
fn widest_layer(open: &[u32], most: &[f64], growth: f64) -> f64 {
    let (time, middle) = (most.len() - 1, (open.len() - 1) / 2);
    let longest = open.iter().copied().max().unwrap_or(0);
    // The decision at which the frontier is nearly at its longest.
    let full = open.iter().position(|&weight| 20 * weight >= 19 * longest).unwrap_or(0);
    if time > full {
        // The pace of a frontier that still grows is another, but a few decisions are needed to see one.
        let from = full.min(time.saturating_sub(FEW)).max(time / 2);
        let pace = (most[time] - most[from]) / (time - from) as f64;
        return most[time] + SLOWER * pace * middle.saturating_sub(time) as f64;
    }
    let by_weight = growth * f64::from(longest);
    let by_pace = most[time] / time.max(1) as f64 * full as f64;
    most[time].max(by_weight).max((2.0 * by_weight + by_pace) / 3.0)
}
