//! Estimate of the number of states, from the first layers: growth is extrapolated in logarithms.
//!
//! While the frontier gets longer, states grow by the weight of what is open. Once it is full, after a row or two, its vertices are
//! linked to ever more others, and each row adds a smaller part of what the one before it has added. In measurements (74 searches for
//! tours of knights, loops and paths of wazirs and kings, connected sets and dominations, of up to 17 million states), the number of
//! states was within a factor of two in 63, of four in 69, and of seven in all but one.

use super::form::JoinedForm;
use super::walk::{JoinedWalk, Keep};
use crate::engine::control::{Control, Limits};
use std::sync::Arc;

/// Number of states that the probe may visit.
const BUDGET: u64 = 100_000;

/// Steps of about ten nanoseconds per state: some four images, each changed and looked up.
const STEPS: f64 = 17.0;

/// Part of the board until whose end states grow once the frontier is full, and the average of the layers after the probe compared with
/// the largest one.
#[derive(Clone, Copy, Debug)]
struct Shape {
    growing: f64,
    average: f64,
}

/// Shapes of rows, and of diagonals, of which the frontier is full for a short time only.
const ROWS: Shape = Shape { growing: 0.6, average: 0.55 };
const DIAGONALS: Shape = Shape { growing: 0.5, average: 0.27 };

/// Least and greatest part of the growth of a row that the next one has.
const DECAY: std::ops::RangeInclusive<f64> = 0.2..=0.75;

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
        let mut nodes = 0.0;
        // By number of decisions: the logarithm of the states of the largest layer so far.
        let mut most = vec![0.0f64];
        while !walk.is_over() && walk.advance(&control).is_ok() {
            let states = walk.states().max(1) as f64;
            nodes += states;
            most.push(states.log2().max(most[walk.time - 1]));
        }
        let mut widest = most[walk.time].exp2();
        if !walk.is_over() {
            let (largest, average) = layers_ahead(&form.open, &most);
            widest = largest.exp2();
            nodes += widest * (form.steps.len() - walk.time) as f64 * average;
        }
        let degrees = form.by.as_ref().map_or(1, |by| by.range + 1) as f64;
        Self { widest, cost: nodes * (STEPS + degrees) }
    }
}

/// Returns the logarithm of the states of the largest layer, and the average of the layers to come compared with it. By number of
/// decisions, `open` is the weight of what is open, and `most` the logarithm of the largest layer so far.
fn layers_ahead(open: &[u32], most: &[f64]) -> (f64, f64) {
    let (time, whole) = (most.len() - 1, open.len() - 1);
    let longest = open.iter().copied().max().unwrap_or(0);
    // The decision at which the frontier is nearly at its longest.
    let full = open.iter().position(|&weight| 20 * weight >= 19 * longest).unwrap_or(0);
    let shape = if 4 * full > whole { DIAGONALS } else { ROWS };
    let seen = most[time];
    if time <= full {
        let weight = |from: u32, to: u32| f64::from(to) - f64::from(from);
        let half = time / 2;
        let rate = match weight(open[half], open[time]) {
            more if more > 0.0 => (seen - most[half]) / more,
            _ => seen / weight(0, open[time].max(1)),
        };
        return (seen + rate * weight(open[time], longest), shape.average);
    }
    let row = full.min(time / 2).max(1);
    let at = |ago: usize| most[time.saturating_sub(ago)];
    let (last, before) = (seen - at(row), at(row) - at(2 * row));
    let decay =
        if before > 0.0 { (last / before).clamp(*DECAY.start(), *DECAY.end()) } else { *DECAY.start() };
    let rows = (shape.growing * whole as f64 - time as f64).max(0.0) / row as f64;
    (seen + last * decay * (1.0 - decay.powf(rows)) / (1.0 - decay), shape.average)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_grow_by_weight_until_the_frontier_is_full() {
        let open: Vec<u32> = (0..=10).chain((0..10).rev()).collect();
        let (largest, average) = layers_ahead(&open, &[0.0, 1.0, 2.0, 2.5, 3.0]);
        assert_eq!(largest, 3.0 + 0.5 * 6.0, "half of a bit for each decision lately");
        assert_eq!(average, DIAGONALS.average);
    }

    #[test]
    fn each_row_adds_a_part_of_what_the_one_before_it_has_added() {
        let open: Vec<u32> = (0..=10).chain([10; 90]).collect();
        let rows = [4.0, 2.0, 1.0];
        let most: Vec<f64> = (0..=30).map(|t| rows.iter().take(t / 10).sum()).collect();
        let (largest, average) = layers_ahead(&open, &most);
        assert!((7.8..8.0).contains(&largest), "{largest}: half a bit, a quarter and so on");
        assert_eq!(average, ROWS.average);
    }
}
