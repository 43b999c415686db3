//! Layers of states and the moves between them.
//!
//! A layer is the sorted list of the states that some prefix of decisions reaches. The moves from a layer to the next one
//! say, for each state of the next, which states lead to it under which value of the decided choice. They depend only on
//! the layer and the step, not on what is counted along them. On a board where every row does the same, steps repeat, and
//! after two or three rows the layers repeat too. Then the moves of the previous row are reused, and a step is one pass of
//! additions without any lookup.
//!
//! States are sorted so that additions along the moves access memory in a few streams, and so that the next layer can be
//! built cheaply ([`images`]).

use super::images::{bytes_per_state, images};
use super::key::Key;
use super::moves::LayerMoves;
use super::period::Period;
use super::step::LayerStep;
use crate::engine::control::{Control, Stop};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Steps per state whose moves are computed.
pub(super) const FRESH: f64 = 6.0;

/// Steps per state whose moves are those of an earlier row.
pub(super) const RECALLED: f64 = 0.5;

/// A layer with a number. Layers with the same number are equal.
#[derive(Clone, Debug)]
pub(super) struct NumberedLayer<K> {
    number: usize,
    /// Ascending.
    pub states: Rc<Vec<K>>,
}

/// The result of a step from a layer.
#[derive(Clone, Debug)]
struct StepMemo<K> {
    from: usize,
    moves: Rc<LayerMoves>,
    to: NumberedLayer<K>,
    /// Time of the last use.
    used: usize,
    /// True if it has been used again.
    is_recurring: bool,
}

/// A walk through the layers of a problem.
#[derive(Debug)]
pub(super) struct LayerWalk<'a, K> {
    steps: &'a [LayerStep<K>],
    /// By time: number of the step among the distinct ones (its sort).
    sorts: Vec<usize>,
    /// By sort: remembered results, either not older than a period or of layers that recur.
    memos: Vec<Vec<StepMemo<K>>>,
    /// By sort: time of its last occurrence.
    last: Vec<usize>,
    period: usize,
    layer: NumberedLayer<K>,
    layers: usize,
    time: usize,
    /// By number of decisions made: the steps that they took together.
    spent: Vec<f64>,
    /// True if the last decision had the moves of an earlier one.
    recalled: bool,
    threads: usize,
}

impl<'a, K: Key> LayerWalk<'a, K> {
    /// Creates a walk before the first step, in the initial state.
    pub fn new(steps: &'a [LayerStep<K>], period: Period, threads: usize) -> Self {
        Self::from(steps, period, threads, (0, vec![K::ZERO]))
    }

    /// Creates a walk before step `time`, in the layer of these states, ascending.
    pub fn from(
        steps: &'a [LayerStep<K>],
        period: Period,
        threads: usize,
        (time, states): (usize, Vec<K>),
    ) -> Self {
        let mut known = FxHashMap::default();
        let sorts: Vec<usize> = steps
            .iter()
            .map(|step| {
                let fresh = known.len();
                *known.entry(step).or_insert(fresh)
            })
            .collect();
        let mut last = vec![0; known.len()];
        sorts.iter().enumerate().for_each(|(t, &s)| last[s] = t);
        let memos = (0..known.len()).map(|_| Vec::new()).collect();
        let layer = NumberedLayer { number: 0, states: Rc::new(states) };
        let (period, layers, recalled) = (period.0, 1, false);
        Self { steps, sorts, memos, last, period, layer, layers, time, spent: vec![0.0], recalled, threads }
    }

    /// Creates a walk before an earlier step `time`, in the layer before it. It remembers the same moves.
    pub fn back_at(&self, time: usize, layer: NumberedLayer<K>) -> Self {
        let (sorts, memos, last) = (self.sorts.clone(), self.memos.clone(), self.last.clone());
        Self { sorts, memos, last, layer, time, spent: vec![0.0], recalled: false, ..*self }
    }

    /// Number of decisions made.
    pub fn time(&self) -> usize {
        self.time
    }

    /// Number of the layer; layers with the same number are equal.
    pub fn layer(&self) -> usize {
        self.layer.number
    }

    /// Numbers of the steps of the period that begins at this time.
    pub fn sorts(&self, time: usize, period: Period) -> &[usize] {
        &self.sorts[time..time + period.0]
    }

    /// Returns true if all decisions have been made.
    pub fn is_over(&self) -> bool {
        self.time == self.steps.len()
    }

    /// Returns the states of the layer, ascending.
    pub fn states(&self) -> &[K] {
        &self.layer.states
    }

    /// Returns shared ownership of the layer.
    pub fn shared_layer(&self) -> NumberedLayer<K> {
        self.layer.clone()
    }

    /// Replaces the states of the layer by these, ascending.
    pub fn replace(&mut self, states: Vec<K>) {
        self.layers += 1;
        self.layer = NumberedLayer { number: self.layers - 1, states: Rc::new(states) };
    }

    /// Returns true if most steps are repetitions of others.
    pub fn repeats(&self) -> bool {
        2 * self.memos.len() < self.steps.len()
    }

    /// Returns true if the last decision had the moves of an earlier one.
    pub fn is_recalled(&self) -> bool {
        self.recalled
    }

    /// Estimated fraction of the work that is finished if each decision to come costs as much as one of the last row did. As
    /// long as the rows grow nothing is known, and it is 0.
    pub fn finished(&self) -> f64 {
        let (row, made) = (self.period.max(1), self.spent.len() - 1);
        if made < 2 * row {
            return 0.0;
        }
        let [first, middle, spent] = [2 * row, row, 0].map(|ago| self.spent[made - ago]);
        let last = spent - middle;
        if last > middle - first {
            return 0.0;
        }
        spent / (spent + last / row as f64 * (self.steps.len() - self.time) as f64)
    }

    /// Memory needed by the next decision, in bytes.
    pub fn bytes_to_advance(&self) -> u64 {
        (self.states().len() * bytes_per_state::<K>()) as u64
    }

    /// Memory used by cached layers and moves, in bytes.
    pub fn bytes(&self) -> u64 {
        let memo = |m: &StepMemo<K>| m.moves.bytes() + m.to.states.len() * size_of::<K>();
        self.memos.iter().flatten().map(memo).sum::<usize>() as u64
    }

    /// Drops the moves cached from earlier rows.
    pub fn forget(&mut self) {
        self.memos.iter_mut().for_each(Vec::clear);
    }

    /// Makes the next decision and returns the moves into the new layer.
    ///
    /// # Errors
    /// If `control` stops it.
    pub fn advance(&mut self, control: &Control) -> Result<Rc<LayerMoves>, Stop> {
        let (time, sort, from) = (self.time, self.sorts[self.time], self.layer.number);
        let (spent, size) = (self.spent[self.spent.len() - 1], self.layer.states.len() as f64);
        self.time += 1;
        self.memos
            .iter_mut()
            .for_each(|memos| memos.retain(|m| m.is_recurring || m.used + self.period >= time));
        if let Some(memo) = self.memos[sort].iter_mut().find(|m| m.from == from) {
            let stride = control.stride(u64::MAX);
            let mut left = self.layer.states.len() as u64;
            while left > 0 {
                control.check(left.min(stride))?;
                left -= left.min(stride);
            }
            (memo.used, memo.is_recurring) = (time, true);
            self.recalled = true;
            self.spent.push(spent + RECALLED * size);
            self.layer = memo.to.clone();
            return Ok(memo.moves.clone());
        }
        self.recalled = false;
        self.spent.push(spent + FRESH * size);
        let (states, moves) = images(&self.layer.states, &self.steps[time], self.threads, control)?;
        let moves = Rc::new(moves);
        self.layer = match self.memos[sort].iter().find(|m| *m.to.states == states) {
            Some(memo) => memo.to.clone(),
            None => {
                self.layers += 1;
                NumberedLayer { number: self.layers - 1, states: Rc::new(states) }
            }
        };
        if time < self.last[sort] {
            self.memos[sort].push(StepMemo {
                from,
                moves: moves.clone(),
                to: self.layer.clone(),
                used: time,
                is_recurring: false,
            });
        }
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::super::form::FrontierForm;
    use super::super::step;
    use super::*;
    use crate::problem::samples;

    #[test]
    fn a_walk_taken_up_again_remembers_the_moves_of_its_rows() {
        let problem = samples::peaceful(6, 12, &samples::king());
        let form = FrontierForm::new(&problem).expect("it fits").expect("not trivial");
        let (steps, control) = (step::compile::<u64>(&form), Control::unlimited());
        let mut walk = LayerWalk::new(&steps, form.period, 1);
        let mut layers = Vec::new();
        while !walk.is_over() {
            layers.push(walk.shared_layer());
            walk.advance(&control).expect("no limit");
        }
        let mut again = walk.back_at(40, layers[40].clone());
        for layer in &layers[41..54] {
            again.advance(&control).expect("no limit");
            assert!(again.is_recalled());
            assert_eq!(again.states(), &layer.states[..]);
        }
    }
}
