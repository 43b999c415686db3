//! Connected sets and routes along the frontier.
//!
//! The cells are decided one after another. Between two decisions, a state says for each open vertex of a graph whether it is
//! on and to which group it belongs, and for each open vertex of a route whether a line ends there and at which vertex that
//! line ends on the other side; groups and lines that are complete leave no trace but their number. Beside this, it holds the
//! states of small automata, one for each other constraint ([`sums`]), and for the links of each cell that are decided
//! already ([`classes`]): only what they have in common matters, so all tours that reach a cell by two links are one.
//!
//! Flow: [`sites`] (what is decided at once) → [`order`] → [`parts`] → [`form`] (fields, layout, steps) → [`walk`] (layers of
//! states) over [`step`] and [`state`].
//!
//! Method: D. E. Knuth's Simpath (The Art of Computer Programming, volume 4A, exercise 7.1.4–225) for the mates of lines; K.
//! Sekine, H. Imai and S. Tani, "Computing the Tutte polynomial of a graph of moderate size" (1995), for labels of groups.
//! Unlike there, vertices are decided, not links: line pieces are choices.
//!
//! Nodes are the states of all layers, each layer counted once.

mod classes;
mod drawing;
mod estimate;
mod form;
mod groups;
mod layer;
mod layered;
mod layout;
mod order;
mod parts;
mod sites;
mod state;
mod step;
mod sums;
mod tally;
#[cfg(test)]
mod tests;
mod walk;
mod weights;

use super::MOST_STATES;
use super::count::DEFAULT_MEMORY;
use super::estimate::about;
use crate::engine::control::{Control, Stop};
use crate::engine::exhaust::{Halt, exhaust};
use crate::engine::job::{Bid, Decline, Evidence, Job};
use crate::engine::outcome::{End, EngineError, Run, Stats};
use crate::engine::prepared::{Prepared, Search};
use crate::engine::sink::Sink;
use crate::problem::{ChoiceId, ConstraintKind};
use crate::query::Query;
use estimate::JoinedEstimate;
use form::JoinedForm;
use num_bigint::BigUint;
use state::WORDS;
use std::collections::BTreeMap;
use walk::{JoinedWalk, Keep};

/// States visited per millisecond.
const PACE: u64 = 5_000;

/// Prepares a job with graphs or routes; `None` if it trivially has no solution.
///
/// # Errors
/// The reason why it is declined.
pub(super) fn prepare<'a>(job: &Job<'a>) -> Result<Option<Prepared<'a>>, Decline> {
    if job.problem.choices.is_empty() {
        return Err(Decline::new("there is nothing to decide"));
    }
    if !job.problem.matchings.is_empty() {
        return Err(super::unsupported(ConstraintKind::Matching));
    }
    let counts_by = job.query == Query::CountBy(());
    let Some(form) = JoinedForm::new(job.problem, counts_by).map_err(Decline::new)? else { return Ok(None) };
    match WORDS.iter().position(|&w| w == form.words) {
        Some(0) => prepared::<{ WORDS[0] }>(job, form),
        Some(1) => prepared::<{ WORDS[1] }>(job, form),
        Some(2) => prepared::<{ WORDS[2] }>(job, form),
        Some(3) => prepared::<{ WORDS[3] }>(job, form),
        _ => prepared::<{ WORDS[4] }>(job, form),
    }
    .map(Some)
}

fn prepared<'a, const W: usize>(job: &Job<'a>, form: JoinedForm) -> Result<Prepared<'a>, Decline> {
    let estimate = JoinedEstimate::new::<W>(&form);
    if estimate.widest > MOST_STATES {
        return Err(Decline::new(format!("the frontier would hold {} states", about(estimate.widest))));
    }
    let bid = Bid { cost: estimate.cost, pace: PACE, evidence: Evidence::Exhaustive };
    Ok(Prepared::new(bid, JoinedJob::<W> { job: *job, form }))
}

/// A job whose decisions are compiled for states of `W` words.
struct JoinedJob<'a, const W: usize> {
    job: Job<'a>,
    form: JoinedForm,
}

/// Result of a walk.
#[derive(Default)]
struct JoinedCount {
    by: BTreeMap<i64, BigUint>,
    /// Best values of the objectives.
    values: Option<Vec<i64>>,
    witness: Option<Vec<ChoiceId>>,
    nodes: u64,
    widest: u64,
}

impl<const W: usize> Search for JoinedJob<'_, W> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let (mut found, ended) = exhaust(control, |control| {
            let mut found = JoinedCount::default();
            let ended = self.walk(control, &mut found);
            (found, ended.map_err(Halt::Stop))
        });
        let mut run = Run::new(End::of(ended, self.job.query, &BigUint::ZERO));
        run.stats = Stats { nodes: found.nodes, more: vec![("widest layer", found.widest)] };
        if run.optimal.is_none() {
            return Ok(run);
        }
        run.best = found.values;
        run.count = found.by.values().sum();
        if let Some(witness) = found.witness.take() {
            run.count = 1u32.into();
            run.end = End::Enough;
            // Only one solution was requested, so the sink's reply makes no difference.
            let _ = sink.solution(&witness);
        }
        if self.form.by.is_some() {
            run.by = found.by;
        }
        Ok(run)
    }
}

impl<const W: usize> JoinedJob<'_, W> {
    fn walk(&self, control: &Control, found: &mut JoinedCount) -> Result<(), Stop> {
        let keep = if matches!(self.job.query, Query::First(_)) { Keep::Ways } else { Keep::Counts };
        let limit = control.memory_limit().unwrap_or(DEFAULT_MEMORY);
        let mut walk = JoinedWalk::<W>::new(&self.form, keep, limit);
        while !walk.is_over() {
            found.nodes += walk.states() as u64;
            walk.advance(control)?;
            found.widest = found.widest.max(walk.states() as u64);
        }
        let Some(best) = walk.accepted().map(|s| walk.best(s)).max() else { return Ok(()) };
        found.values = self.form.goal.as_ref().map(|goal| goal.values(best));
        let mut optimal = walk.accepted().filter(|&s| walk.best(s) == best);
        if keep == Keep::Ways {
            found.witness = optimal.next().map(|state| self.solution(&walk.way_to(state)));
            return Ok(());
        }
        let constant = self.form.by.as_ref().map_or(0, |by| by.constant);
        let counts = optimal.flat_map(|s| (constant..).zip(walk.tally.of(s)));
        for (value, count) in counts.filter(|(_, count)| *count != BigUint::ZERO) {
            *found.by.entry(value).or_default() += count;
        }
        Ok(())
    }

    /// Returns the choices of a solution with these effects. At each site, a filling has the effect and agrees with the
    /// links that are already used, because states with one class have fillings with the same effects.
    fn solution(&self, effects: &[u32]) -> Vec<ChoiceId> {
        let mut chosen = Vec::new();
        for (step, &effect) in self.form.steps.iter().zip(effects) {
            let links = |&(time, link): &(u32, u32)| {
                let earlier = &self.form.steps[time as usize];
                let used = earlier.effects.iter().find(|e| e.number == effects[time as usize]);
                used.is_some_and(|e| e.links >> link & 1 == 1)
            };
            let early = (0..).zip(&step.early).fold(0, |set, (i, e)| set | u64::from(links(e)) << i);
            let filling = step.fillings.iter().find(|f| f.effect == effect && f.early == early);
            chosen.extend(filling.iter().flat_map(|f| &f.chosen));
        }
        chosen.sort_unstable();
        chosen
    }
}
