//! The walk through the layers: counts along them, and the best number with which each state is reached.

use super::form::JoinedForm;
use super::layer::{StateLayer, to_grow};
use super::state::State;
use super::step::{SiteEffect, SiteStep};
use super::tally::Tally;
use crate::engine::control::{Control, Stop};

/// Maximum number of states between two checks of the control.
const CHUNK: u64 = 1 << 10;

/// Maximum memory that the images of these states may take, in bytes, if there is more than one.
const CHUNK_BYTES: usize = 1 << 20;

/// The way to a state with its best number: a state of the layer before, and an effect.
type Parent = (u32, u32);

/// Data that a walk keeps beside the states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nothing, for an estimate.
    Nothing,
    /// Numbers of prefixes.
    Counts,
    /// The way to each state with the best number, for finding a solution.
    Ways,
}

/// A walk through the layers of a form.
pub(super) struct JoinedWalk<'a, const W: usize> {
    form: &'a JoinedForm,
    keep: Keep,
    pub time: usize,
    layer: StateLayer<W>,
    pub tally: Tally,
    /// By state: the best number, if there are objectives.
    best: Vec<u64>,
    /// By layer, by state.
    ways: Vec<Vec<Parent>>,
    limit: u64,
}

impl<'a, const W: usize> JoinedWalk<'a, W> {
    /// Creates a walk before the first decision. Its tables take at most `limit` bytes.
    pub fn new(form: &'a JoinedForm, keep: Keep, limit: u64) -> Self {
        let mut layer = StateLayer::new();
        layer.number(State::EMPTY);
        Self { form, keep, time: 0, layer, tally: Tally::one(), best: vec![0], ways: Vec::new(), limit }
    }

    /// Number of states of the layer.
    pub fn states(&self) -> usize {
        self.layer.states.len()
    }

    /// Returns true if every site is decided.
    pub fn is_over(&self) -> bool {
        self.time == self.form.steps.len()
    }

    /// Makes the next decision.
    ///
    /// # Errors
    /// If `control` stops it, or its tables get too large.
    pub fn advance(&mut self, control: &Control) -> Result<(), Stop> {
        let form = self.form;
        let step = &form.steps[self.time];
        let most_by = step.effects.iter().map(|e| e.by).max().unwrap_or(0);
        let fan = |r: &std::ops::Range<u32>| {
            step.effects[r.start as usize..r.end as usize].iter().map(|e| e.times).sum::<u64>()
        };
        let fan = step.classes.iter().map(fan).max().unwrap_or(0);
        let mut next = NextLayer {
            layer: StateLayer::new(),
            tally: if self.keep == Keep::Counts { self.tally.next(fan, most_by) } else { Tally::default() },
            best: Vec::new(),
            ways: Vec::new(),
        };
        let most_images = step.classes.iter().map(std::ops::Range::len).max().unwrap_or(0).max(1);
        let fitting = CHUNK_BYTES / (most_images * next.bytes_per_state());
        let stride = (control.stride(CHUNK) as usize).min(fitting).max(1);
        let before = self.bytes();
        for start in (0..self.states()).step_by(stride) {
            let chunk = start..self.states().min(start + stride);
            control.check(chunk.len() as u64)?;
            if before + next.bytes_with(chunk.len() * most_images) > self.limit {
                return Err(Stop::Memory);
            }
            match (self.keep, form.goal.is_some()) {
                (Keep::Nothing, _) => self.extend(step, chunk, &mut next, |_, _, _, _, _| {}),
                (Keep::Ways, _) => self.extend(step, chunk, &mut next, Self::way),
                (Keep::Counts, true) => self.extend(step, chunk, &mut next, Self::best_count),
                (Keep::Counts, false) if self.tally.is_plain() && next.tally.is_plain() => {
                    self.extend(step, chunk, &mut next, Self::plain_count);
                }
                (Keep::Counts, false) => self.extend(step, chunk, &mut next, Self::count),
            }
        }
        next.layer.seal();
        self.layer = next.layer;
        self.tally = next.tally;
        self.best = next.best;
        if self.keep == Keep::Ways {
            self.ways.push(next.ways);
        }
        self.time += 1;
        Ok(())
    }

    /// Extends these states by every effect that agrees with them; `reach` keeps what is wanted of each image.
    #[inline]
    fn extend(
        &self,
        step: &SiteStep,
        states: std::ops::Range<usize>,
        next: &mut NextLayer<W>,
        reach: impl Fn(&Self, &mut NextLayer<W>, usize, usize, &SiteEffect),
    ) {
        for source in states {
            let state = self.layer.states[source];
            for effect in step.effects(&state) {
                if let Some(image) = step.apply(state, effect, &self.form.routes, self.time as u32) {
                    let number = next.layer.number(image);
                    reach(self, next, number, source, effect);
                }
            }
        }
    }

    #[inline]
    fn plain_count(&self, next: &mut NextLayer<W>, number: usize, source: usize, effect: &SiteEffect) {
        next.tally.reserve(number);
        next.tally.add_plain(number, &self.tally, source, effect);
    }

    fn count(&self, next: &mut NextLayer<W>, number: usize, source: usize, effect: &SiteEffect) {
        next.tally.reserve(number);
        next.tally.add(number, &self.tally, source, effect);
    }

    fn best_count(&self, next: &mut NextLayer<W>, number: usize, source: usize, effect: &SiteEffect) {
        let value = self.best[source] + effect.goal;
        next.tally.reserve(number);
        if number == next.best.len() {
            next.best.push(value);
        } else if value > next.best[number] {
            next.best[number] = value;
            next.tally.clear(number);
        }
        if value == next.best[number] {
            next.tally.add(number, &self.tally, source, effect);
        }
    }

    fn way(&self, next: &mut NextLayer<W>, number: usize, source: usize, effect: &SiteEffect) {
        let value = self.best[source] + effect.goal;
        let parent = (source as u32, effect.number);
        if number == next.best.len() {
            next.best.push(value);
            next.ways.push(parent);
        } else if value > next.best[number] {
            next.best[number] = value;
            next.ways[number] = parent;
        }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        let ways: usize = self.ways.iter().map(|w| w.capacity() * size_of::<Parent>()).sum();
        self.layer.bytes() + self.tally.bytes() + (8 * self.best.capacity() + ways) as u64
    }

    /// Returns the states of the last layer that are solutions.
    pub fn accepted(&self) -> impl Iterator<Item = usize> + '_ {
        let accepts = |state: &State<W>| self.form.wanted.iter().all(|&(f, least)| state.get(f) >= least);
        (0..self.states()).filter(move |&s| accepts(&self.layer.states[s]))
    }

    /// Returns the best number of a state; 0 without objectives.
    pub fn best(&self, state: usize) -> u64 {
        self.best.get(state).copied().unwrap_or(0)
    }

    /// Returns the effects of the way to a state of the last layer, by time.
    pub fn way_to(&self, mut state: usize) -> Vec<u32> {
        let mut effects: Vec<u32> = Vec::with_capacity(self.ways.len());
        for ways in self.ways.iter().rev() {
            let (before, effect) = ways[state];
            effects.push(effect);
            state = before as usize;
        }
        effects.reverse();
        effects
    }
}

/// The next layer while it is built.
struct NextLayer<const W: usize> {
    layer: StateLayer<W>,
    tally: Tally,
    best: Vec<u64>,
    ways: Vec<Parent>,
}

impl<const W: usize> NextLayer<W> {
    /// Memory of one more state, in bytes.
    fn bytes_per_state(&self) -> usize {
        StateLayer::<W>::BYTES_PER_STATE + 8 * self.tally.width() + 8 + size_of::<Parent>()
    }

    /// Memory that it may use while it gets `more` states, in bytes.
    fn bytes_with(&self, more: usize) -> u64 {
        let layer = self.layer.bytes() + self.layer.bytes_to_grow(more);
        let tally = self.tally.bytes() + self.tally.bytes_to_grow(self.layer.states.len() + more);
        let best = 8 * (self.best.capacity() + to_grow(&self.best, self.best.len() + more));
        let ways = size_of::<Parent>() * (self.ways.capacity() + to_grow(&self.ways, self.ways.len() + more));
        layer + tally + (best + ways) as u64
    }
}
