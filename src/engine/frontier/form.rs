//! A problem in the form of this engine: an order of decisions, fields, and their layout.

use super::clock::Clock;
use super::field::StateField;
use super::fields::{fields, matching_fields};
use super::layout::StateLayout;
use super::order::{self, Scan};
use super::period::Period;
use super::slots::Slots;
use super::wide_key::WIDTHS;
use crate::problem::{Objective, Problem, Var};

#[derive(Debug)]
pub(super) struct FrontierForm {
    /// The variables in order of decision: the choices, and the facts that are derived from them.
    pub order: Vec<Var>,
    /// Fields of the state.
    pub fields: Vec<StateField>,
    /// Slots of the fields.
    pub slots: Slots,
    /// Positions of the slots.
    pub layout: StateLayout,
    /// Number of decisions after which steps may repeat.
    pub period: Period,
    /// True if some of the decisions are derived facts.
    pub has_facts: bool,
}

/// A linear function of the variables, by time.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    /// Value if all contributions are 0.
    pub constant: i64,
    /// By time: contributions of the choices "no" and "yes", never negative, one of them 0.
    pub adds: Vec<[u64; 2]>,
}

/// Maximum number of bits of a state.
const BITS: u32 = WIDTHS[WIDTHS.len() - 1];

impl FrontierForm {
    /// Creates the form with the shortest frontier. Returns `None` if the problem trivially has no solution.
    ///
    /// # Errors
    /// The reason why the problem has no form.
    pub fn new(problem: &Problem) -> Result<Option<Self>, String> {
        let mut best: Option<(u32, Scan, Vec<StateField>, Slots)> = None;
        for scan in order::candidates(problem) {
            let steps = scan.order.len();
            let Some(fields) = fields(&Clock::new(problem, &scan.order))? else { return Ok(None) };
            let slots = Slots::new(&fields, steps, false);
            let bits = slots.most_open(steps);
            if best.as_ref().is_none_or(|b| bits < b.0) {
                best = Some((bits, scan, fields, slots));
            }
        }
        let (_, Scan { order, line }, mut fields, mut slots) = best.expect("there is always some order");
        let Some(matchings) = matching_fields(&Clock::new(problem, &order))? else { return Ok(None) };
        if !matchings.is_empty() {
            fields.extend(matchings);
            slots = Slots::new(&fields, order.len(), false);
        }
        let (slots, layout) = Self::layout(&fields, slots, order.len())?;
        let has_facts = !problem.definitions.is_empty();
        Ok(Some(Self { order, fields, slots, layout, period: Period(line), has_facts }))
    }

    /// Returns the layout of `slots`, or of shared slots if the states then take fewer words: sharing costs time at each
    /// fork, and words cost time and memory.
    fn layout(fields: &[StateField], slots: Slots, steps: usize) -> Result<(Slots, StateLayout), String> {
        let width = |layout: &StateLayout| WIDTHS.partition_point(|&width| width < layout.bits);
        let layout = StateLayout::new(&slots.all, steps);
        if width(&layout) == 0 {
            return Ok((slots, layout));
        }
        let shared = Slots::new(fields, steps, true);
        let dense = StateLayout::new(&shared.all, steps);
        let (slots, layout) = if width(&dense) < width(&layout) { (shared, dense) } else { (slots, layout) };
        if layout.bits > BITS {
            return Err(format!("the frontier would take {} bits, more than {BITS}", layout.bits));
        }
        Ok((slots, layout))
    }

    /// Returns true if nearly all fields close within this number of rows.
    pub fn closes_within(&self, rows: usize) -> bool {
        let slots = &self.slots.all;
        let long = slots.iter().filter(|s| (s.close - s.open) as usize > rows * self.period.0).count();
        10 * long <= slots.len()
    }

    /// Returns the weights of `function` by time, or `None` if its values do not fit 63 bits.
    pub fn weights(&self, function: &Objective) -> Option<Weights> {
        let mut net = vec![0i64; self.order.len()];
        let mut constant = function.constant;
        for &(weight, lit) in &function.terms {
            let at = &mut net[lit.var().index()];
            if lit.is_positive() {
                *at = at.checked_add(weight)?;
            } else {
                constant = constant.checked_add(weight)?;
                *at = at.checked_sub(weight)?;
            }
        }
        let mut range: i64 = 0;
        let mut adds = Vec::with_capacity(net.len());
        for var in &self.order {
            let weight = net[var.index()];
            range = range.checked_add(weight.checked_abs()?)?;
            constant = constant.checked_add(weight.min(0))?;
            adds.push(if weight < 0 { [weight.unsigned_abs(), 0] } else { [0, weight as u64] });
        }
        constant.checked_add(range)?;
        Some(Weights { constant, adds })
    }
}

impl Weights {
    /// Returns the difference between the greatest and the least value over all assignments.
    pub fn range(&self) -> u64 {
        self.adds.iter().map(|a| a[0] + a[1]).sum()
    }
}
