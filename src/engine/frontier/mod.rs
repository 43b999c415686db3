//! Engine `frontier`: the transfer-matrix (broken-profile) method.
//!
//! Choices are decided one at a time, cell by cell. After each decision, all prefixes (partial assignments) with the same
//! completions are merged into one *state* that carries their number. The constraints alone determine the state: it holds a
//! few bits of each constraint that is currently open ([`field`], [`slots`]), packed into a word or a few ([`layout`]). A
//! decision is a few mask operations on that word ([`step`]). A derived fact is a decision that the state determines. States that
//! differ by an exchange of lines or kinds that the rest does not distinguish are merged as well ([`exchange`]). The work is the number
//! of states times the number of decisions. As long as the constraints are local, this handles boards far beyond enumeration.
//!
//! Flow: [`form`] (order, fields, slots, layout) → [`step`] (masks) → [`walk`] (layers of states and the moves between
//! them) → [`count`] over [`tables`], or [`best`] for objectives.
//!
//! Method: see for example A. R. Conway, I. G. Enting and A. J. Guttmann on finite-lattice and transfer-matrix enumeration,
//! and S. Mertens, "Domination polynomials of the grid, the cylinder, the torus, and the king graph" (arXiv 2408.08053) for
//! the frontier of covered and waiting cells.
//!
//! Nodes are the states of all layers, each layer counted once.

mod automaton;
mod axes;
mod best;
mod best_walk;
mod block_sort;
mod bound;
mod clock;
mod count;
mod estimate;
mod exchange;
mod field;
mod fields;
mod form;
mod goal;
mod group_bound;
mod halves;
mod images;
mod joined;
mod joint;
mod key;
mod layout;
mod loser_tree;
mod matching;
mod moves;
mod number_map;
mod numbers;
mod openness;
mod optimization;
mod order;
mod period;
mod repetition;
mod runs;
mod slots;
mod step;
mod strips;
mod subsume;
mod tables;
#[cfg(test)]
mod tests;
mod trail;
mod walk;
mod walk_work;
mod wide_key;

use super::control::Control;
use super::exhaust::{Halt, exhaust};
use super::job::{Bid, Decline, Evidence, Job};
use super::outcome::{End, EngineError, Run, Stats};
use super::prepared::{Prepared, Search};
use super::sink::Sink;
use super::unsolvable::Unsolvable;
use super::{Accuracy, Engine, Family, LARGE};
use crate::problem::{ConstraintKind, Problem};
use crate::query::Query;
use best::{Foreseen, Optimum, Probe};
use bound::is_priced;
use estimate::{Estimate, Passes, Projection, about};
use exchange::ExchangeClass;
use form::{FrontierForm, Weights};
use goal::Goal;
use halves::Halves;
use key::Key;
use num_bigint::BigUint;
use optimization::Optimization;
use repetition::Repetition;
use std::ops::Range;
use step::LayerStep;
use wide_key::WIDTHS;
use wide_key::WideKey;

/// Number of literals that facts read from which on asking takes the longer the more there are.
const MANY_READ: f64 = 5000.0;
/// Maximum number of states in a layer, by the estimate; jobs above it are declined.
const MOST_STATES: f64 = 4e8;

/// Bits of states from which on most jobs are declined.
const WIDEST: u32 = 256;

/// Cost of a search for a best value from which halves are worth their own work, if nothing else bounds it.
const LEAST_FOR_HALVES: f64 = 5e6;

/// Rows within which fields close where rows repeat soon, and the cost up to which halves do not pay then (kings 24 x 24: .2 s without
/// them, 2.5 s with them; kings on a torus of 14 x 14: .6 and 2.3 s, though the estimate is 41 s).
const BRIEF: (usize, f64) = (2, 1e10);

/// Divisor of the geometric mean of both estimates where only halves bound the search. (Knights on hexagons took up to three times
/// the quotient.)
const NARROW_WEIGHT: f64 = 2.2;

/// Factors for the plain estimate of a search with halves if a narrow search says nothing, with constraints that close soon (knights
/// that are attacked once or twice: a third to a half) and others (queens and knights: six).
const HALVED: (f64, f64) = (0.5, 2.0);

/// Numbers of rows within which fields close whose first rows tell much about a state (leapers and kings), and those of leapers with
/// counters, for which a narrow search says something if it finds a solution.
const SOON: usize = 4;
const COUNTERS: usize = 5;

/// Greatest factor by which the estimate of a cut narrow search is raised. (Still lifes, whose plain estimate is far too high, take
/// about what the narrow search says.)
const MOST_RAISE: f64 = 5.0;

/// States visited per millisecond, without their images.
const PACE: u64 = 100_000;

/// Statistic: the rows of the board that repeat.
pub const REPEATED_ROWS: &str = "repeated rows";

/// Statistic: the states between two repeated rows.
pub const STATES_BETWEEN: &str = "states between rows";

/// Maximum number of values to count by.
const MOST_DEGREES: u64 = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub struct Frontier;

impl Engine for Frontier {
    fn name(&self) -> &'static str {
        "frontier"
    }

    fn family(&self) -> Family {
        Family::Frontier
    }

    /// It computes the first layers.
    fn asking(&self) -> f64 {
        30.0
    }

    /// Asking takes longer where facts are derived from many choices: each has an automaton.
    fn asking_about(&self, job: &Job<'_>) -> f64 {
        let read: usize = job.problem.definitions.iter().map(|fact| fact.lits().count()).sum();
        let size = (job.problem.var_count() as f64 / LARGE).max(read as f64 / MANY_READ);
        self.asking() * size.max(1.0)
    }

    fn accuracy(&self, job: &Job<'_>) -> Accuracy {
        let best = Accuracy { ratio: 1.2, spread: 0.7 };
        Accuracy::by_question(job, [best, Accuracy::USUAL, Accuracy::USUAL])
    }

    fn exchanges_kinds(&self) -> bool {
        true
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            K::AtMostOne | K::ExactlyOne | K::Conflict | K::Clause | K::Linear | K::GuardedLinear => true,
            K::Objective | K::SecondObjective | K::NumberBy | K::Matching => true,
            K::Connected | K::Route | K::Definition => true,
            K::Linked => false,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        counts(job)?;
        let job = &Job { problem: job.problem.chained().unwrap_or(job.problem), ..*job };
        let empty = || {
            let bid = Bid { cost: 1.0, pace: PACE, evidence: Evidence::Exhaustive };
            Prepared::new(bid, Unsolvable { job: *job })
        };
        if is_joined(job.problem) {
            return Ok(joined::prepare(job)?.unwrap_or_else(empty));
        }
        let Some(transfer) = Transfer::new(job)? else { return Ok(empty()) };
        match WIDTHS.partition_point(|&width| width < transfer.form.layout.bits) {
            0 => transfer.prepared::<u64>(),
            1 => transfer.prepared::<u128>(),
            2 => transfer.prepared::<WideKey<4>>(),
            _ => transfer.prepared::<WideKey<16>>(),
        }
    }
}

/// Declines jobs that ask for something else than numbers, best values, or one best solution.
fn counts(job: &Job<'_>) -> Result<(), Decline> {
    match job.query {
        Query::Count | Query::CountBy(()) => Ok(()),
        Query::First(1) if !job.problem.objectives.is_empty() => Ok(()),
        Query::First(_) | Query::All => Err(Decline::new("it counts solutions and does not list them")),
    }
}

/// Declines constraints of this kind, in the words of [`Engine::admit`].
fn unsupported(kind: ConstraintKind) -> Decline {
    Decline::new(format!("it does not support {}", kind.plural()))
}

/// Returns true if the problem is about groups or routes.
fn is_joined(problem: &Problem) -> bool {
    !(problem.connectivities.is_empty() && problem.routes.is_empty())
}

/// A job whose decisions are compiled for states of type `K`.
struct CompiledJob<'a, K> {
    transfer: Transfer<'a>,
    steps: Vec<LayerStep<K>>,
    foreseen: Foreseen,
}

impl<K: Key> Search for CompiledJob<'_, K> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let job = &self.transfer.job;
        let mut run = match &self.transfer.goal {
            None => self.count(control),
            Some(goal) => self.best(goal, control, sink),
        };
        if job.query == Query::CountBy(()) && run.end.is_complete() && run.best.is_some() {
            count_best_by(job, control, &mut run)?;
        }
        Ok(run)
    }
}

/// Completes `run`, which has found the optimum, with the counts by value. They are the counts of the problem that
/// requires the optimal values instead of optimizing.
fn count_best_by(job: &Job<'_>, control: &Control, run: &mut Run) -> Result<(), EngineError> {
    let mut problem = job.problem.at_values(run.best.as_deref().unwrap_or_default());
    problem.edit(|p| p.by.clone_from(&job.problem.by));
    let counted = Frontier.run(&Job { problem: &problem, ..*job }, control, &mut super::sink::CountOnly)?;
    run.end = counted.end;
    run.by = counted.by;
    run.stats.nodes += counted.stats.nodes;
    Ok(())
}

/// A job in the form of this engine.
struct Transfer<'a> {
    job: Job<'a>,
    form: FrontierForm,
    /// Function to count by.
    by: Option<Weights>,
    goal: Option<Goal>,
    /// Halves of the board that bound the search for the optimum.
    halves: Option<Halves>,
}

impl<'a> Transfer<'a> {
    /// Returns `None` if the job trivially has no solution.
    fn new(job: &Job<'a>) -> Result<Option<Self>, Decline> {
        let (problem, query) = (job.problem, job.query);
        let Some(form) = FrontierForm::new(problem).map_err(Decline::new)? else { return Ok(None) };
        let by = match (&problem.by, query) {
            (Some(by), Query::CountBy(())) => {
                let weights = form.weights(by).filter(|w| w.range() < MOST_DEGREES);
                Some(weights.ok_or_else(|| Decline::new("there are too many values to count by"))?)
            }
            _ => None,
        };
        let goal = if problem.objectives.is_empty() {
            None
        } else {
            let goal = Goal::new(problem, &form);
            Some(goal.ok_or_else(|| Decline::new("the objectives take too many values"))?)
        };
        let is_counting = !matches!(query, Query::First(_));
        let halves = goal.as_ref().and_then(|goal| Halves::new(problem, &form, goal.adds(), is_counting));
        Ok(Some(Self { job: *job, form, by, goal, halves }))
    }

    /// Lets the steps at `times` sort the states where that is worth it.
    fn sort<K: Key>(&mut self, steps: &mut [LayerStep<K>], times: Range<usize>) {
        if !times.is_empty()
            && let Some(classes) = self.exchange_classes(times)
        {
            step::sort(steps, &self.form, &classes);
        }
    }

    /// Returns the contents of states that may be sorted, at `times` only. A solution cannot be read off sorted states. If sorted
    /// states do not keep to the halves, the halves are dropped.
    fn exchange_classes(&mut self, times: Range<usize>) -> Option<Vec<Vec<ExchangeClass>>> {
        if matches!(self.job.query, Query::First(_)) {
            return None;
        }
        let mut weights: Vec<&[[u64; 2]]> =
            self.by.iter().map(|by| &by.adds[..]).chain(self.goal.iter().map(Goal::adds)).collect();
        let classes = exchange::exchange_classes(self.job.problem, &self.form, &weights, times.clone())?;
        if let Some(halves) = &self.halves {
            let marks = halves.marks(self.form.order.len());
            weights.push(&marks);
            let kept = exchange::exchange_classes(self.job.problem, &self.form, &weights, times);
            self.halves = self.halves.take_if(|_| kept.as_ref() == Some(&classes));
        }
        Some(classes)
    }

    /// Compiles the decisions for states of type `K`, unless there would be too many states.
    fn prepared<K: Key + 'a>(mut self) -> Result<Prepared<'a>, Decline> {
        let all = self.form.order.len();
        // Most jobs with states of many words are declined, for which a part of the decisions is enough.
        let some = if K::BITS < WIDEST { all } else { all / 4 };
        let mut steps = step::compile::<K>(&self.form);
        self.sort(&mut steps, 0..some);
        let (estimate, foreseen) = self.estimate(&steps);
        if estimate.widest > MOST_STATES {
            return Err(Decline::new(format!("the frontier would hold {} states", about(estimate.widest))));
        }
        self.sort(&mut steps, some..all);
        let bid = Bid { cost: estimate.cost, pace: PACE, evidence: Evidence::Exhaustive };
        Ok(Prepared::new(bid, CompiledJob { transfer: self, steps, foreseen }))
    }

    /// Returns the estimate, and what else it foresees. Drops halves that are the only bound and do not pay: with a bound, rows do
    /// not repeat.
    fn estimate<K: Key>(&mut self, steps: &[LayerStep<K>]) -> (Estimate, Foreseen) {
        if self.goal.as_ref().is_some_and(|goal| goal.is_combined)
            && let Some((estimate, probe)) = self.narrow(steps, SOON)
        {
            return (estimate, Foreseen { attained: probe.attained, states: f64::INFINITY });
        }
        let plain = Estimate::new(&self.form, steps, self.by.as_ref(), self.passes());
        let foreseen = |attained| Foreseen { attained, states: plain.states };
        if self.has_only_halves() {
            let is_brief = self.form.closes_within(BRIEF.0) && plain.cost < BRIEF.1;
            if plain.cost < LEAST_FOR_HALVES || is_brief {
                self.halves = None;
                return (plain, foreseen(0));
            }
            let soon = self.form.closes_within(SOON);
            let is_useful = |(estimate, probe): &(Estimate, Probe)| {
                estimate.cost < plain.cost && (soon || probe.attained > 0)
            };
            match self.narrow(steps, COUNTERS).filter(is_useful) {
                Some((mut estimate, probe)) => {
                    if probe.is_cut {
                        let mean = (estimate.cost * plain.cost).sqrt() / NARROW_WEIGHT;
                        estimate.cost = mean.clamp(estimate.cost, estimate.cost * MOST_RAISE);
                    }
                    return (estimate, foreseen(probe.attained));
                }
                None if soon => self.halves = None,
                None => {
                    let factor = if self.form.closes_within(COUNTERS) { HALVED.0 } else { HALVED.1 };
                    return (Estimate { cost: plain.cost * factor, ..plain }, foreseen(0));
                }
            }
        }
        (plain, foreseen(0))
    }

    /// The passes of the search if halves do not bound it.
    fn passes(&self) -> Passes {
        match &self.goal {
            None => Passes::Count,
            Some(goal) if goal.is_combined || is_priced(&self.form, goal.adds()) => Passes::Bounded,
            Some(_) => Passes::Best,
        }
    }

    /// True if nothing bounds the search but the halves.
    fn has_only_halves(&self) -> bool {
        self.halves.is_some() && self.goal.as_ref().is_some_and(|goal| !goal.is_bounded())
    }

    /// Returns the estimate by a narrow search, and what it found, if nearly all fields close within this number of rows.
    fn narrow<K: Key>(&self, steps: &[LayerStep<K>], rows: usize) -> Option<(Estimate, Probe)> {
        let goal = self.goal.as_ref().filter(|_| self.form.closes_within(rows))?;
        let probe = self.optimization(goal, steps, &Control::unlimited()).probe()?;
        Some((Estimate::of_states(probe.states, steps), probe))
    }

    /// Returns the search for the best values of `goal`.
    fn optimization<'s, K>(
        &'s self,
        goal: &'s Goal,
        steps: &'s [LayerStep<K>],
        control: &'s Control,
    ) -> Optimization<'s, K> {
        Optimization {
            problem: self.job.problem,
            steps,
            form: &self.form,
            goal,
            halves: self.halves.as_ref(),
            has_only_halves: self.has_only_halves(),
            witness: matches!(self.job.query, Query::First(_)),
            threads: control.threads(self.job.threads),
            control,
        }
    }
}

impl<K: Key> CompiledJob<'_, K> {
    fn count(&self, control: &Control) -> Run {
        let Transfer { job, form, by, .. } = &self.transfer;
        let count = |control: &Control| match count::count(
            &self.steps,
            form.period,
            by.as_ref(),
            Projection::new(form, self.steps.len()),
            control.threads(job.threads),
            control,
        ) {
            Ok(found) => (found, Ok(())),
            Err(stop) => (count::FrontierCount::default(), Err(Halt::Stop(stop))),
        };
        let (found, ended) = exhaust(control, count);
        let mut run = Run::new(End::of(ended, job.query, &BigUint::ZERO));
        run.count = found.by.values().sum();
        run.stats = stats(found.nodes, found.widest);
        let Repetition { rows, states, .. } = found.repetition;
        if rows > 0 {
            run.stats.more.extend([(REPEATED_ROWS, rows), (STATES_BETWEEN, states)]);
        }
        if by.is_some() {
            run.by = found.by;
        }
        run
    }

    fn best(&self, goal: &Goal, control: &Control, sink: &mut dyn Sink) -> Run {
        let (mut found, ended) = exhaust(control, |control| {
            let mut found = Optimum::default();
            let search = self.transfer.optimization(goal, &self.steps, control);
            let ended = search.run(self.foreseen, &mut found);
            (found, ended.map_err(Halt::Stop))
        });
        let mut run = Run::new(End::of(ended, self.transfer.job.query, &BigUint::ZERO));
        match (run.optimal, found.witness.take()) {
            (None, witness) => run.incumbent = witness,
            (Some(_), None) => run.count = found.count,
            (Some(_), Some(witness)) => {
                run.count = 1u32.into();
                run.end = End::Enough;
                // Only one solution was requested, so the sink's reply makes no difference.
                let _ = sink.solution(&witness);
            }
        }
        run.best = found.values;
        run.stats = stats(found.nodes, found.widest);
        run
    }
}

fn stats(nodes: u64, widest: u64) -> Stats {
    Stats { nodes, more: vec![("widest layer", widest)] }
}
