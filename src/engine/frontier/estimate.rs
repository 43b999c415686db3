//! Estimate of the number of states, from the first few rows.
//!
//! Layers are computed until the end or until a small budget is spent. If the last row has hardly more states than the one
//! before it, the rest of the board is taken to repeat it. Otherwise growth is extrapolated in logarithms: per open bit, up to
//! the maximum number of open bits, or per decision, until the frontier is full, or per row if the states still grow after
//! that. In measurements, the estimate is mostly within a factor of five. The same projection tells a running search how
//! much is left. Where the first rows tell nothing about later ones, narrow boards are computed instead ([`strips`]).

use super::field::{Content, StateField};
use super::form::{FrontierForm, Weights};
use super::key::Key;
use super::moves::raise;
use super::step::LayerStep;
use super::strips;
use super::walk::{FRESH, LayerWalk, RECALLED};
use super::walk_work::WalkWork;
use crate::engine::control::{Control, Limits};
use std::sync::Arc;

/// Number of states that the probe may visit, fewer if their steps are heavy.
const BUDGET: u64 = 300_000;

/// The same for states of two words, and for those of four and of more, most of which belong to boards that are far too large.
const DOUBLE_BUDGET: u64 = 150_000;
const WIDE_BUDGET: u64 = 30_000;
const WIDEST_BUDGET: u64 = 4_000;

/// States of the largest layer beyond which an estimate ends, if it expects them after this part of its budget. (Of 1029 estimates, 80
/// did; with all of the budget they expected 10^11 or more.)
const HOPELESS: f64 = 1e30;
const EARLY: f64 = 1.0 / 16.0;

/// Steps per extrapolated state whose moves must be computed if choices must be taken (tilings, Latin squares): there are up to ten
/// times more such states than the first layers suggest.
const UNSEEN: f64 = 12.0;

/// Binary logarithm of the growth from one row to the next below which the rows are taken to repeat.
const SETTLED: f64 = 0.3;

/// Factor for extrapolated layers of counts with derived facts, for which estimates were mostly within three times, but up to ten
/// times too low.
const FACTS: f64 = 2.0;

/// Bits for each decision of a row beyond which states grow until four fifths of the board: lines of all slopes, of which many are
/// short (permutations with at most two pieces on a line).
const MANY: usize = 12;

/// The passes of a search through the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passes {
    /// Once, to count.
    Count,
    /// Once, for best values.
    Best,
    /// Several times, for best values, with bounds for each state.
    Bounded,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// States of the largest layer, and of all layers.
    pub widest: f64,
    pub states: f64,
    /// Cost in steps of about ten nanoseconds.
    pub cost: f64,
}

impl Estimate {
    /// Estimates a count, by the values of `by` if they are given, or an optimization.
    pub fn new<K: Key>(
        form: &FrontierForm,
        steps: &[LayerStep<K>],
        by: Option<&Weights>,
        passes: Passes,
    ) -> Self {
        let budget = budget::<K>();
        if let (None, Passes::Count) = (by, passes)
            && let Some(whole) = strips::whole::<K>(form).filter(|whole| whole.nodes > budget as f64)
        {
            return Self::of(whole, whole.search, steps.len(), 1.0);
        }
        let control = Control::new(Arc::default(), Limits { nodes: Some(budget), ..Limits::default() });
        let mut walk = LayerWalk::new(steps, form.period, 1);
        let mut seen = Projection::new(form, steps.len());
        let (mut left, mut values) = (budget as f64, vec![0]);
        let mut is_early = true;
        while let Some(step) = steps.get(walk.time()).filter(|_| left > 0.0) {
            left -= walk.states().len() as f64 * step.weight();
            let time = walk.time();
            let Ok(moves) = walk.advance(&control) else { break };
            if let Some(by) = by {
                values = raise(&values, &moves, walk.states().len(), by.adds[time], 1);
            }
            seen.note(&walk);
            if is_early && left < (1.0 - EARLY) * budget as f64 {
                is_early = false;
                if seen.whole(&walk).widest > HOPELESS {
                    break;
                }
            }
        }
        let whole = seen.whole(&walk);
        let search = match passes {
            Passes::Count if !walk.is_over() && form.has_facts => whole.search * FACTS,
            Passes::Count => whole.search,
            Passes::Best => whole.search * single::<K>(),
            Passes::Bounded => left_by_bounds::<K>(whole.nodes) * bounded::<K>(),
        };
        let reached =
            values.into_iter().max().unwrap_or(0) as f64 * (steps.len() as f64 / walk.time().max(1) as f64);
        let degrees = 1.0 + by.map_or(0.0, |by| reached.min(by.range() as f64));
        Self::of(whole, search, steps.len(), degrees)
    }

    /// Estimate of a walk whose states cost `search` steps and, for each value that they may have, some additions per word of their
    /// counts.
    fn of(whole: WalkWork, search: f64, decisions: usize, values: f64) -> Self {
        let additions = whole.nodes * decisions as f64 / 1000.0 * values;
        Self { widest: whole.widest, states: whole.nodes, cost: search + additions }
    }

    /// Estimates an optimization that visits this number of states.
    pub fn of_states<K: Key>(states: f64, steps: &[LayerStep<K>]) -> Self {
        let layers = steps.len().max(1) as f64;
        let weight = steps.iter().map(LayerStep::weight).sum::<f64>() / layers;
        Self { widest: states / layers, states, cost: states * bounded::<K>() * weight }
    }
}

/// Number of states that an estimate may visit.
pub(super) fn budget<K: Key>() -> u64 {
    match K::BITS {
        ..64 => BUDGET,
        64..128 => DOUBLE_BUDGET,
        128..256 => WIDE_BUDGET,
        _ => WIDEST_BUDGET,
    }
}

/// Steps for a best value in one pass, per step of a count.
fn single<K: Key>() -> f64 {
    match K::BITS {
        ..64 => 1.0,
        64..128 => 2.0,
        _ => 6.0,
    }
}

/// States from which on bounds sort out more than the passes add, and the exponent to which the number of others is lowered. (Among
/// 25 searches, mostly dominations: 1 to 3 times fewer states at 2 to 10 million, about 10 times at 20 to 90 million, 50 to 130 times
/// around a billion, in some cases far more.)
const BOUNDED_FROM: f64 = 5e5;
const BOUNDED_TO: f64 = 0.6;

/// States that all passes of a search with bounds visit, from their number without bounds. Of states of several words too few were
/// measured.
fn left_by_bounds<K: Key>(states: f64) -> f64 {
    match K::BITS {
        ..64 => states.min(BOUNDED_FROM * (states / BOUNDED_FROM).powf(BOUNDED_TO)),
        _ => states,
    }
}

/// Steps per state with bounds, in all passes (in one word, tilings and independent pieces: 6 to 10 steps; dominations and numbers
/// of neighbors: 11 to 17).
fn bounded<K: Key>() -> f64 {
    match K::BITS {
        ..128 => 12.0,
        128..256 => 45.0,
        _ => 90.0,
    }
}

/// The work that a walk has done, and what that says about the whole.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    /// By decision: the number of open bits after it.
    open: Vec<u32>,
    /// The most decisions for which a field is open and read now and then.
    longest: usize,
    done: WalkWork,
    /// The most bits open so far.
    bits: u32,
    /// Binary logarithm of the states, by decision.
    logs: Vec<f64>,
    row: usize,
    /// Steps per state to come whose moves must be computed.
    unseen: f64,
    /// Binary logarithm of a bound on the states of a layer.
    most: f64,
}

impl Projection {
    pub fn new(form: &FrontierForm, steps: usize) -> Self {
        // Fields around the edge of a torus count as if the rows between were not there.
        let busy = |field: &StateField| {
            let idle = field.times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize;
            let whole = (field.close() - field.open()) as usize;
            whole - idle.saturating_sub(2 * form.period.0)
        };
        let longest = form.fields.iter().map(busy).max().unwrap_or(0);
        let (row, open) = (form.period.0, form.slots.open_by_time(steps));
        let done = WalkWork::NONE;
        let is_exact = |field: &StateField| matches!(field.content, Content::Clique { exactly: true });
        let unseen = if form.fields.iter().any(is_exact) { UNSEEN } else { FRESH };
        Self {
            open,
            longest,
            done,
            bits: 0,
            logs: Vec::new(),
            row: row.max(1),
            unseen,
            most: form.most_states,
        }
    }

    /// Adds the last decision of `walk`.
    pub fn note<K: Key>(&mut self, walk: &LayerWalk<'_, K>) {
        self.done.note(walk);
        self.logs.push((walk.states().len().max(1) as f64).log2());
        self.bits = self.bits.max(self.open[walk.time() - 1]);
    }

    /// Binary logarithm of the states of the largest layer, per open bit.
    fn growth(&self) -> f64 {
        self.done.widest.log2() / f64::from(self.bits.max(1))
    }

    /// Returns the states of the layers to come if each row has as many as the last one, or `None` if that was larger than
    /// the one before it.
    fn like_last_row(&self) -> Option<Vec<f64>> {
        let (time, row) = (self.logs.len(), self.row);
        let first = time.checked_sub(2 * row)?;
        let (before, last) = self.logs[first..].split_at(row);
        if last.iter().sum::<f64>() - before.iter().sum::<f64>() > SETTLED * row as f64 {
            return None;
        }
        let layer = |ahead: usize| {
            let like = time - row + ahead % row;
            let more = f64::from(self.open[time + ahead]) - f64::from(self.open[like]);
            (self.logs[like] + self.growth() * more).exp2()
        };
        Some((0..self.open.len() - time).map(layer).collect())
    }

    /// Returns which fraction of the work of `walk` is finished; 0 until it has got beyond what an estimate examines.
    pub fn finished<K: Key>(&self, walk: &LayerWalk<'_, K>) -> f64 {
        let by_rows = walk.finished();
        if by_rows > 0.0 || self.done.nodes < BUDGET as f64 {
            return by_rows;
        }
        self.done.search / self.whole(walk).search
    }

    /// Binary logarithm of the most states if they grow until `full` at the pace seen so far or, after the first row, at that of the
    /// last half of a row if it is lower.
    fn by_pace(&self, full: usize) -> f64 {
        let (time, half) = (self.logs.len(), (self.row / 2).max(1));
        let seen = self.done.widest.log2();
        let even = seen / time as f64 * full as f64;
        if time <= self.row + 2 {
            return even;
        }
        let (before, last) = self.logs[time - 2 * half..].split_at(half);
        let growth = (last.iter().sum::<f64>() - before.iter().sum::<f64>()).max(0.0) / (half * half) as f64;
        even.min(seen + growth * full.saturating_sub(time) as f64)
    }

    /// Binary logarithm of the most states to come if they still grow although the frontier is nearly at its longest, as it is since
    /// `full` (queens: all lines are open after a row, and the rows fill them): the growth of the last row, falling to nothing in the
    /// middle of the board or later ([`MANY`]), or where the fields that opened first have closed. Layers before the last that has
    /// a single state (a first row that is pinned) tell nothing.
    fn by_rows(&self, full: usize) -> f64 {
        let most = self.open.iter().copied().max().unwrap_or(0) as usize;
        let middle = if most > MANY * self.row { self.open.len() * 4 / 5 } else { self.open.len() / 2 };
        let (time, last) = (self.logs.len(), self.longest.min(middle));
        let (seen, fall) = match time {
            _ if time >= last => return 0.0,
            _ if time > full + self.row => (self.row, 2.0),
            // Less than a row tells something if lines stay open to the end of the board.
            _ if time > 4 && 3 * self.longest > 2 * self.open.len() => (self.row.min(time / 4), 3.0),
            _ => return 0.0,
        };
        let single = self.logs[..time - 1].iter().rposition(|&log| log == 0.0).unwrap_or(0);
        let seen = seen.min(time - 1 - single);
        let growth = (self.logs[time - 1] - self.logs[time - 1 - seen]) / seen as f64;
        self.logs[time - 1] + growth.max(0.0) * (last - time) as f64 / fall
    }

    /// States of a layer of the last row, on average, if there were more before and constraints close soon: the first to close sort
    /// out many of the states that the first rows made (windows).
    fn falling(&self) -> Option<f64> {
        if self.longest >= 3 * self.row {
            return None;
        }
        let states = |log: &f64| log.exp2();
        let row = &self.logs[self.logs.len().checked_sub(2 * self.row)? + self.row..];
        let is_falling = row.last().is_some_and(|last| states(last) < self.done.widest);
        is_falling.then(|| row.iter().map(states).sum::<f64>() / self.row as f64)
    }

    /// The work of the whole walk.
    fn whole<K: Key>(&self, walk: &LayerWalk<'_, K>) -> WalkWork {
        let WalkWork { nodes, search, .. } = self.done;
        if walk.is_over() {
            return self.done;
        }
        let (widest, ahead) = self.layers_ahead();
        let left = self.open.len() - self.logs.len();
        // Rows repeat after three rows at most, unless a field is open for longer.
        let fresh = match 3 * self.row {
            _ if !walk.repeats() => left,
            rows if rows < self.longest => left,
            _ if walk.is_recalled() => 0,
            rows => rows.min(left),
        };
        let each = (fresh as f64 * self.unseen + (left - fresh) as f64 * RECALLED) / left as f64;
        WalkWork { nodes: nodes + ahead, search: search + ahead * each, widest }
    }

    /// The most states in a layer, and the states of all layers to come.
    fn layers_ahead(&self) -> (f64, f64) {
        let (seen, growth) = (self.done.widest, self.growth());
        if let Some(layers) = self.like_last_row() {
            return (layers.iter().copied().fold(seen, f64::max), layers.iter().sum());
        }
        let most = self.open.iter().copied().max().unwrap_or(0);
        let by_bits = growth * f64::from(most);
        // The decision at which the frontier is nearly at its longest; until then, states grow at the pace seen so far.
        let full = self.open.iter().position(|&bits| 20 * bits >= 19 * most).unwrap_or(0);
        // Growth slows down: the true value lies between the two.
        let grown = by_bits.max((by_bits + self.by_pace(full)) / 2.0).max(self.by_rows(full));
        let (past, rest) = self.open.split_at(self.logs.len());
        // In the second half of the board, the layers become shorter once the frontier does.
        let now = past.last().copied().unwrap_or(0);
        if past.len() < rest.len() || rest.iter().any(|&bits| bits > now) {
            let widest = seen.max(grown.min(self.most).exp2());
            return (widest, self.falling().unwrap_or(widest) * rest.len() as f64);
        }
        let last = self.logs[self.logs.len() - 1];
        let layer = |&bits: &u32| seen.min((last + growth * (f64::from(bits) - f64::from(now))).exp2());
        (seen, rest.iter().map(layer).sum())
    }
}

/// Formats a number of states as a power of ten.
pub(super) fn about(states: f64) -> String {
    format!("about 10^{:.0}", states.log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The projection of 40 decisions in rows of four, all of which open lines to the end, after these states.
    fn seen(logs: &[f64]) -> Projection {
        let widest = logs.iter().copied().fold(0.0, f64::max).exp2();
        let done = WalkWork { nodes: widest, search: widest, widest };
        Projection {
            open: vec![10; 40],
            longest: 40,
            done,
            bits: 10,
            logs: logs.to_vec(),
            row: 4,
            unseen: FRESH,
            most: f64::INFINITY,
        }
    }

    #[test]
    fn states_that_hardly_grow_along_a_row_do_not_grow_at_the_pace_of_the_first() {
        let grown = seen(&[1.0, 2.0, 3.0, 4.0, 4.75, 5.0, 5.0, 5.0, 5.0, 5.0]);
        assert_eq!(grown.by_pace(30), 5.0);
        let growing = seen(&[1.0, 2.0, 3.0, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0]);
        assert_eq!(growing.by_pace(30), 7.0 + 20.0 / 2.0);
        assert_eq!(
            seen(&[1.0, 2.0, 3.0, 4.0, 4.5, 5.0]).by_pace(30),
            5.0 / 6.0 * 30.0,
            "it is too early to tell"
        );
    }

    #[test]
    fn states_that_the_first_rows_made_fall_if_constraints_close_soon() {
        let logs = [1.0, 2.0, 3.0, 4.0, 5.0, 4.0, 4.0, 4.0];
        assert_eq!(seen(&logs).falling(), None, "lines stay open to the end");
        let windows = |logs: &[f64]| Projection { longest: 9, ..seen(logs) }.falling();
        assert_eq!(windows(&logs), Some((32.0 + 3.0 * 16.0) / 4.0));
        assert_eq!(windows(&[1.0, 2.0, 3.0, 4.0, 4.0, 4.0, 4.0, 5.0]), None, "they grow");
        assert_eq!(windows(&logs[..7]), None, "it is too early to tell");
    }

    #[test]
    fn layers_of_a_pinned_row_say_nothing_about_growth() {
        let pinned = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.5, 3.0];
        assert_eq!(seen(&pinned).by_rows(20), 3.0 + 1.5 * 12.0 / 3.0);
    }
}
