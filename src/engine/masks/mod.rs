//! The engine `masks`: depth-first search over sets of choices that are still allowed.
//!
//! Every choice has a mask of the choices it excludes, and placing it removes that mask from the set. The structure of
//! the problem alone decides which strategy is built on this ([`choose`]): filling of rows ([`fill`]), two armies
//! ([`peaceable`]), packing by matching ([`bipartite`]) or by number ([`pack`], and for one class [`single`] or [`largest`]), covering
//! ([`cover`]), hitting sets ([`hitting`]), or the general search ([`backtrack`]), which takes every problem that the others do not.
//! Hitting sets may depend on derived facts, the others may not; for sums of derived facts there is a search of its own ([`facts`]).
//! A node is a placement tried; for coverings, it is a bound evaluated on the open clauses or one of the last placements; for
//! matchings, a step of the flow or the count.

mod backtrack;
mod bipartite;
mod choice_linear;
mod choice_value;
mod choose;
mod cliques;
mod complement;
mod cover;
mod cubes;
mod facts;
mod fill;
mod grouped_sum;
mod hitting;
mod independent;
mod largest;
mod limits;
mod mask;
mod monitor;
mod net;
mod offsets;
mod pack;
mod pack_parts;
mod peaceable;
mod rows;
mod sampling;
mod sets;
mod single;
mod starts;
mod strategy;
mod tally;
#[cfg(test)]
mod tests;
mod trail;
mod verdict;

use super::{
    Accuracy, Bid, Control, Decline, Division, Engine, EngineError, Evidence, Family, Job, Parts, Prepared,
    Run, Search, Sink, admit_by_kinds, exhaust_into,
};
use crate::problem::{ChoiceId, ConstraintKind, Cube, Exclusions};
use strategy::{Strategy, StrategyParts};

/// Depth-first search over forbidden-square masks.
#[derive(Clone, Copy, Debug)]
pub struct Masks;

impl Engine for Masks {
    fn name(&self) -> &'static str {
        "masks"
    }

    fn family(&self) -> Family {
        Family::Backtracking
    }

    fn accuracy(&self, job: &Job<'_>) -> Accuracy {
        let all = Accuracy { ratio: 1.65, spread: 1.0 };
        Accuracy::by_question(job, [Accuracy::USUAL, Accuracy::USUAL, all])
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            K::AtMostOne | K::ExactlyOne | K::Conflict | K::Clause | K::Linear | K::GuardedLinear => true,
            K::Objective | K::SecondObjective | K::NumberBy => true,
            K::Definition | K::Matching | K::Linked | K::Connected | K::Route => false,
        }
    }

    fn admit<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let has_facts = !job.problem.definitions.is_empty() && !net::too_heavy(job.problem);
        let prepare = || hitting::prepare(job.problem).or_else(|| facts::prepare(job));
        match has_facts.then(prepare).flatten() {
            Some(strategy) => Ok(prepared(job, strategy)),
            None => admit_by_kinds(self, job),
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let problem = job.problem;
        if net::too_heavy(problem) {
            return Err(Decline::new("a sum or objective has weights that add up to more than 2^60"));
        }
        if problem.exclusion_bound() > Exclusions::MOST {
            return Err(Decline::new("the lists of conflicting choices would not fit in memory"));
        }
        Ok(prepared(job, choose::choose(job)))
    }
}

/// The bid of a strategy, and the job that it runs.
fn prepared<'a>(job: &Job<'a>, strategy: Box<dyn Strategy + 'a>) -> Prepared<'a> {
    let cost = strategy.cost(job) + job.problem.exclusion_bound() as f64 / 2.0;
    let cost = cost.clamp(job.problem.choices.len().max(1) as f64, strategy::MOST);
    let bid = Bid { cost, pace: strategy.pace(job), evidence: Evidence::Exhaustive };
    let (is_bounded, is_certain) = (strategy.is_bounded(), strategy.is_certain(job));
    Prepared::new(bid, MasksJob { job: *job, strategy }).bounded(is_bounded).certain(is_certain)
}

/// A job with the strategy chosen for it.
struct MasksJob<'a> {
    job: Job<'a>,
    strategy: Box<dyn Strategy + 'a>,
}

impl Search for MasksJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let search = |control: &Control, sink: &mut dyn Sink| self.strategy.run(&self.job, control, sink);
        let (verdict, ended) = exhaust_into(control, sink, search);
        Ok(verdict.into_run(&self.job, ended))
    }

    fn divide(&self, wanted: usize, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        self.strategy.divide(&self.job, wanted, incumbent)
    }

    fn parts<'s>(&'s self, cubes: &[Cube], incumbent: Option<&'s [ChoiceId]>) -> Option<Box<dyn Parts + 's>> {
        let parts = self.strategy.parts(&self.job, cubes, incumbent)?;
        Some(Box::new(MasksParts { job: &self.job, parts }))
    }
}

/// Parts of a job.
struct MasksParts<'a> {
    job: &'a Job<'a>,
    parts: Box<dyn StrategyParts + 'a>,
}

impl Parts for MasksParts<'_> {
    fn run(&self, part: usize, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let search = |control: &Control, sink: &mut dyn Sink| self.parts.run(part, self.job, control, sink);
        let (verdict, ended) = exhaust_into(control, sink, search);
        Ok(verdict.into_run(self.job, ended))
    }
}
