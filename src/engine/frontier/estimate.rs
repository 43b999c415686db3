//! Estimate of the number of states, from the first few rows.
//!
//! Layers are computed until the end or until a small budget is spent. Beyond the budget, growth is extrapolated in
//! logarithms: per open bit, up to the maximum number of open bits, or per decision, until the frontier is full. In
//! measurements, the estimate is within a factor of ten on plain boards, and up to thirty times too low on tori, whose
//! frontier is full long before the number of states stops growing.

use super::form::FrontierForm;
use super::key::Key;
use super::slots::Slot;
use super::step::LayerStep;
use super::walk::{FRESH, LayerWalk, RECALLED};
use crate::engine::control::{Control, Limits};
use std::sync::Arc;

/// Number of states that the probe may visit.
const BUDGET: u64 = 300_000;

/// The same for states of more than two words, most of which belong to boards that are far too large.
const WIDE_BUDGET: u64 = 30_000;

/// Steps per state whose moves must be computed, for states that are extrapolated: there are up to ten times more than the
/// first layers suggest (tilings, Latin squares).
const UNSEEN: f64 = 12.0;

/// Factor for layers that are extrapolated and never repeat: for queens, states are up to a hundred times more, and an engine that
/// is trusted too much costs the race more than one that waits.
const UNSURE: f64 = 8.0;

/// Steps per state in optimization, which passes through the layers several times and compares more at each state (kings or
/// wazirs that dominate: 20 to 28 steps; independent knights: 19).
const SEEKING: f64 = 20.0;

/// Factor for the same layers if there are derived facts, whose bits say little about the number of states.
const UNSURE_FACTS: f64 = 1e3;

/// Exponent of the cost if bounds by cells drop most states from the first half on. (Equal armies of wazirs and kings on 10 x 10
/// take a fiftieth of what the states without bounds would take, those of camels, which have many more, a ten-thousandth.)
const PRUNED: f64 = 0.75;

#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// States of the largest layer.
    pub widest: f64,
    /// Cost in steps of about ten nanoseconds.
    pub cost: f64,
}

impl Estimate {
    /// Estimates a count with `degrees` degrees, or an optimization if `seeks` is true.
    pub fn new<K: Key>(form: &FrontierForm, steps: &[LayerStep<K>], degrees: u64, seeks: bool) -> Self {
        let budget = if K::BITS <= u128::BITS { BUDGET } else { WIDE_BUDGET };
        let control = Control::new(Arc::default(), Limits { nodes: Some(budget), ..Limits::default() });
        let mut walk = LayerWalk::new(steps, form.period, 1);
        let (mut nodes, mut search, mut widest, mut growth) = (0.0, 0.0, 1.0f64, 0.0f64);
        let mut is_unsure = false;
        let open = form.slots.open_by_time(steps.len());
        while !walk.is_over() && walk.advance(&control).is_ok() {
            let states = walk.states().len().max(1) as f64;
            nodes += states;
            search += states * if walk.is_recalled() { RECALLED } else { FRESH };
            widest = widest.max(states);
            let bits = open[walk.time() - 1];
            if bits > 0 {
                growth = states.log2() / f64::from(bits);
            }
        }
        if !walk.is_over() {
            let most = open.iter().copied().max().unwrap_or(0);
            let by_bits = growth * f64::from(most);
            // The decision at which the frontier is nearly at its longest; until then, states grow at the pace seen so far.
            let full = open.iter().position(|&bits| 20 * bits >= 19 * most).unwrap_or(0);
            let by_pace = widest.log2() / walk.time() as f64 * full as f64;
            // Growth slows down: the true value lies between the two.
            widest = widest.max(by_bits.max((by_bits + by_pace) / 2.0).exp2());
            let left = steps.len() - walk.time();
            let fresh = fresh_steps(form, &walk).min(left);
            is_unsure = fresh == left;
            nodes += widest * left as f64;
            search += widest * (fresh as f64 * UNSEEN + (left - fresh) as f64 * RECALLED);
        }
        if seeks {
            search = nodes * SEEKING;
        }
        if !walk.is_over() && form.has_facts {
            search *= UNSURE_FACTS;
        } else if is_unsure {
            search *= UNSURE;
        }
        // A state also costs some additions per word of its counts.
        Self { widest, cost: search + nodes * steps.len() as f64 / 1000.0 * degrees as f64 }
    }
}

impl Estimate {
    /// The estimate of a search whose halves are bounded ([`super::halves`]), which saves little if most fields are open for
    /// many rows: then the first rows tell little about a state.
    pub fn pruned(self, form: &FrontierForm) -> Self {
        let is_long = |slot: &&Slot| (slot.close - slot.open) as usize > 3 * form.period.0;
        let long = form.slots.all.iter().filter(is_long).count();
        if 10 * long > form.slots.all.len() { self } else { Self { cost: self.cost.powf(PRUNED), ..self } }
    }
}

/// Returns the number of decisions until rows repeat: a few rows, if no field stays open for more than three.
fn fresh_steps<K: Key>(form: &FrontierForm, walk: &LayerWalk<'_, K>) -> usize {
    let longest = form.slots.all.iter().map(|s| (s.close - s.open) as usize).max().unwrap_or(0);
    if !walk.repeats() || longest > 3 * form.period.0 {
        usize::MAX
    } else if walk.is_recalled() {
        0
    } else {
        3 * form.period.0
    }
}

/// Formats a number of states as a power of ten.
pub(super) fn about(states: f64) -> String {
    format!("about 10^{:.0}", states.log10())
}
