//! Several engines for one job: each in its own thread, taking turns.
//!
//! Estimates can be wrong by orders of magnitude, so no engine may run without bound. The engine that is expected to need least
//! yet ([`RaceRunner::rest`]) gets the next turn. A waiting engine keeps its state, so no work is repeated (an algorithm portfolio:
//! C. Gomes and B. Selman, Artificial Intelligence 126, 2001; theirs restart). If an engine reports which fraction of its search
//! is finished ([`Outlook`](super::outlook::Outlook)), the rest extrapolated from that counts if it is lower. If it is higher, it
//! counts only if the engine says that its work is even, and in part if its bid was too low, since a tree may have its largest
//! branches first. Engines that were not asked for a bid, because asking would have taken a great part of the best bid, are asked
//! when the race has taken as long. Every engine that is not hopeless has a small share. A solution that attains a bound known by
//! counting or proved by another engine ends the race.
//!
//! Which solutions come first depends on the engine that finds them. Turns are then measured in work, so that the same
//! engine wins on every machine. Otherwise the answer does not depend on the engine, and time is the better measure.

use super::buffered::BufferedSink;
use super::race_rules::{HOPELESS, is_asking_due, least, memory_share};
use super::race_runner::{LaneGuard, RaceRunner, StartedEngine};
use super::solved::{SolvedRun, better};
use crate::engine::{
    Bound, Control, End, EngineError, Evidence, Job, Phase, Query, Run, Sink, Stop, Turn, exhaust,
};
use crate::host::{ThreadScope, Threads};
use crate::plan::{Offer, Plan};
use num_bigint::BigUint;
use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// Length of the shortest turn in milliseconds.
const SHORTEST: f64 = 2.0;
/// Factor from the time an engine has used to the end of its next turn.
const LOOK: f64 = 1.5;
/// Total milliseconds from which every engine gets a share, and the divisor that defines it.
const SHARE_FROM: f64 = 500.0;
const SHARE: f64 = 32.0;
/// Factor from the least rest to the greatest of which a share is worthwhile, if that is more than [`HOPELESS`].
const UNLIKELY: f64 = 100.0;

/// Runs the engines of `plan` on `job`.
pub(super) fn race(
    job: &Job<'_>,
    plan: Plan<'_>,
    control: &Control,
    threads: Threads,
    sink: &mut dyn Sink,
) -> Result<SolvedRun, EngineError> {
    let mut race = Race::new(job, plan, control);
    threads.scope(|scope| {
        let solved = race.run(scope, sink);
        race.runners.clear();
        solved
    })
}

struct Race<'a> {
    job: &'a Job<'a>,
    plan: Plan<'a>,
    control: &'a Control,
    runners: Vec<RaceRunner<'a>>,
    /// Nodes of the engines that have given up.
    nodes: u64,
    /// Best result of the engines that have given up.
    best: Option<Run>,
    /// True if an engine ran out of memory.
    short: bool,
    /// Milliseconds that the search for bounds that no solution attains has taken.
    sought: f64,
    /// The bound on the objective that counting gives, once it has been asked for.
    counted: OnceCell<Option<i64>>,
}

impl<'a> Race<'a> {
    /// Lines up the offers of the plan.
    fn new(job: &'a Job<'a>, plan: Plan<'a>, control: &'a Control) -> Self {
        let (runners, best, counted) = (Vec::new(), None, OnceCell::new());
        let mut race =
            Self { job, plan, control, runners, nodes: 0, best, short: false, sought: 0.0, counted };
        race.line_up();
        race
    }

    /// Adds the offers of the plan that are not yet in the race.
    fn line_up(&mut self) {
        for offer in self.plan.open_offers().filter(|o| o.bid().evidence != Evidence::Float) {
            if self.runners.iter().any(|r| r.offer.is_same(offer)) {
                continue;
            }
            let memory = memory_share(self.control, self.runners.is_empty());
            self.runners.push(RaceRunner::new(offer.clone(), self.job, self.control.lane(memory)));
        }
    }

    /// Returns the milliseconds that each runner is expected to need yet.
    fn rests(&self) -> Vec<f64> {
        let seekers = self.runners.iter().filter(|r| r.offer.seeks_bound());
        let sought = self.sought + seekers.map(|r| r.used).sum::<f64>();
        self.runners.iter().map(|r| r.rest(sought)).collect()
    }

    /// Returns the runner that has the next turn, and its total milliseconds at the end of that turn.
    fn next(&self) -> Option<(usize, f64)> {
        let rests = self.rests();
        if let Some(due) = self.due(&rests) {
            return Some(due);
        }
        let next = self.least(0..self.runners.len(), &rests)?;
        Some((next, LOOK * self.runners[next].used + SHORTEST))
    }

    /// Among runners with less than half of their share: the one with the least rest, and its share. However poor its prospects, a
    /// runner may be the only one that ends.
    fn due(&self, rests: &[f64]) -> Option<(usize, f64)> {
        let share = self.spent() / SHARE;
        if share < SHARE_FROM / SHARE {
            return None;
        }
        let least = rests.iter().copied().fold(f64::INFINITY, f64::min);
        let most = HOPELESS.max(UNLIKELY * least);
        let is_due = |&i: &usize| 2.0 * self.runners[i].used < share && rests[i] <= most;
        let next = self.least((0..self.runners.len()).filter(is_due), rests)?;
        Some((next, share))
    }

    fn least(&self, runners: impl Iterator<Item = usize>, rests: &[f64]) -> Option<usize> {
        least(runners, rests, |i| self.runners[i].used)
    }

    /// Milliseconds used by all runners.
    fn spent(&self) -> f64 {
        self.runners.iter().map(|r| r.used).sum()
    }

    /// Asks the engines whose time has come for bids; at least until somebody runs.
    fn ask(&mut self) {
        let is_due =
            |race: &Self| race.runners.is_empty() || is_asking_due(&race.plan, race.job, race.spent());
        while is_due(self) && self.plan.ask_next(self.job, self.control) {
            self.line_up();
        }
    }

    fn run<'s>(
        &mut self,
        scope: &'s ThreadScope<'s, 'a>,
        sink: &mut dyn Sink,
    ) -> Result<SolvedRun, EngineError> {
        while let Some((next, target)) = self.next() {
            if self.short && self.rests()[next] > HOPELESS {
                break;
            }
            if self.runners[next].started.is_none() {
                self.start(next, scope);
            }
            match self.runners[next].turn(target) {
                Phase::Over => {
                    if let Some(solved) = self.finish(next, sink)? {
                        return Ok(solved);
                    }
                }
                Phase::Runs | Phase::Waits => {
                    if self.is_full(next) {
                        return self.let_through(next, sink);
                    }
                    if let Some(bound) = self.met_bound(next) {
                        return self.end_at(bound, next, sink);
                    }
                }
            }
            self.ask();
        }
        let mut run = self.best.take().expect("somebody has given up");
        run.stats.nodes = self.nodes;
        Ok(SolvedRun { run, engine: self.plan.chosen().engine.name().to_owned() })
    }

    fn start<'s>(&mut self, i: usize, scope: &'s ThreadScope<'s, 'a>) {
        let (job, runner) = (self.job, &mut self.runners[i]);
        let offer = runner.offer.clone();
        runner.pace = matches!(job.query, Query::First(_)).then(|| offer.bid().pace);
        let (mut held, stream, is_full) = BufferedSink::new(Arc::clone(&runner.lane));
        let (sender, finish) = channel();
        let (control, lane) = (runner.control.clone(), Arc::clone(&runner.lane));
        scope.spawn(move || {
            let _leave = LaneGuard(lane);
            let run = match control.check(0) {
                Ok(()) => offer.run(&control, &mut held),
                Err(stop) => Ok(Run::new(End::Stopped(stop))),
            };
            // The receiver may be gone.
            let _ = sender.send((run, held.finish()));
        });
        runner.started = Some(StartedEngine { finish, stream, is_full });
    }

    fn is_full(&self, i: usize) -> bool {
        let full = |s: &StartedEngine| s.is_full.load(std::sync::atomic::Ordering::Relaxed);
        self.runners[i].started.as_ref().is_some_and(full)
    }

    /// Handles the end of runner `i`. Returns its answer, or that of the race if the race as a whole was stopped; `None` if
    /// only this engine gave up and others continue.
    fn finish(&mut self, i: usize, sink: &mut dyn Sink) -> Result<Option<SolvedRun>, EngineError> {
        let mut runner = self.runners.remove(i);
        let (run, held) = runner.receive()?;
        let mut run = run?;
        let stop = self.control.check(0).err();
        self.short |= run.end == End::Stopped(Stop::Memory);
        match stop {
            _ if run.end.is_complete() => {}
            // The engine may have given up at that moment, which is not why the race ends.
            Some(stop) => run.end = End::Stopped(stop),
            None => {
                self.nodes += run.stats.nodes;
                if runner.offer.seeks_bound() && !run.bound.is_empty() {
                    // No solution attains the bound: the others need not look for one.
                    let others = self.runners.extract_if(.., |r| r.offer.seeks_bound());
                    self.sought += runner.used + others.map(|r| r.used).sum::<f64>();
                    self.plan.miss_bound(self.job);
                    self.line_up();
                }
                self.best = Some(better(self.job, self.best.take(), run));
                return Ok(None);
            }
        }
        // A sink that stops taking solutions does not change the result of the run.
        let _ = held.iter().try_for_each(|s| sink.solution(s));
        self.solved(&runner.offer, run).map(Some)
    }

    /// Gives runner `i` the whole job: it has found too many solutions to hold back.
    fn let_through(&mut self, i: usize, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
        let mut runner = self.runners.remove(i);
        if let Some(watch) = self.control.watch() {
            watch.engine(runner.offer.engine.name());
        }
        runner.lane.grant(Turn::Endless);
        let started = runner.started.take().expect("it has found something");
        // If the sink has enough, the stream is closed, which ends the run.
        let _ = started.stream.into_iter().flatten().try_for_each(|s| sink.solution(&s));
        let (run, _) = started.finish.recv().map_err(|_| runner.panicked())?;
        self.solved(&runner.offer, run?)
    }

    /// Returns the bound that counting gives, or that engines which have given up have proved, if runner `i` has found a solution that
    /// attains it and one such solution is all that is asked for.
    fn met_bound(&self, i: usize) -> Option<i64> {
        let [objective] = &self.job.problem.objectives[..] else { return None };
        if self.job.query != Query::First(1) {
            return None;
        }
        let value = *self.runners[i].lane.best()?.first()?;
        let proved = self.best.as_ref().and_then(|run| run.bound.first()).map(|bound| bound.value());
        let by_counting = || Bound::by_counting(self.job.problem, objective).map(Bound::value);
        (proved == Some(value) || *self.counted.get_or_init(by_counting) == Some(value)).then_some(value)
    }

    /// Ends the race with the solution of runner `i`, which attains the bound.
    fn end_at(&mut self, bound: i64, i: usize, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
        let mut runner = self.runners.remove(i);
        runner.lane.dismiss();
        let mut run = runner.receive()?.0?;
        let solution = run.incumbent.as_ref().filter(|_| run.best.as_deref() == Some(&[bound]));
        // Nothing is left to search.
        if let (Some(solution), Ok(met)) = (solution, exhaust(self.control, |_| ((), Ok(()))).1) {
            let _ = sink.solution(solution);
            (run.end, run.optimal, run.count) = (End::Enough, Some(met), BigUint::ONE);
            run.bound.clear();
        }
        self.solved(&runner.offer, run)
    }

    /// Returns the answer of the race: `run`, completed by what the other engines know if `run` is incomplete.
    fn solved(&mut self, offer: &Offer<'_>, mut run: Run) -> Result<SolvedRun, EngineError> {
        run.stats.nodes += self.nodes;
        for mut other in self.runners.drain(..).filter(|r| r.started.is_some()) {
            run.stats.nodes += other.lane.nodes();
            if !run.end.is_complete() {
                other.lane.dismiss();
                self.best = Some(better(self.job, self.best.take(), other.receive()?.0?));
            }
        }
        let run = better(self.job, self.best.take(), run);
        Ok(SolvedRun { run, engine: offer.engine.name().to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Bid;
    use crate::plan::plan;
    use crate::problem::samples;

    /// A race between all engines, which seek the bound as well.
    fn lined_up<'a>(job: &'a Job<'a>, control: &'a Control) -> Race<'a> {
        let mut plan = plan(job, None, control).expect("an engine takes it");
        plan.ask_rest(job, control);
        plan.seek_bound(job);
        Race::new(job, plan, control)
    }

    #[test]
    fn a_solution_that_attains_a_proved_bound_ends_the_race() {
        let problem = samples::most_queens(6);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let all = Job { query: Query::Count, ..job };
        let control = Control::unlimited();
        let mut race = lined_up(&job, &control);
        let mut given_up = Run::new(End::Stopped(Stop::GaveUp));
        let (_, proved) = exhaust(&control, |_| ((), Ok(())));
        given_up.bound = vec![Bound::shown(5, proved.expect("nothing stops it"))];
        race.best = Some(given_up);
        race.runners[0].control.better(|| vec![4]);
        assert_eq!(race.met_bound(0), None);
        race.runners[0].control.better(|| vec![5]);
        assert_eq!(race.met_bound(0), Some(5));
        race.job = &all;
        assert_eq!(race.met_bound(0), None, "there may be more");
    }

    #[test]
    fn a_solution_that_attains_a_bound_by_counting_ends_the_race() {
        let problem = samples::most_queens(6);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let control = Control::unlimited();
        let race = lined_up(&job, &control);
        for (value, met) in [(5, None), (6, Some(6))] {
            race.runners[0].control.better(|| vec![value]);
            assert_eq!(race.met_bound(0), met, "six rows");
        }
    }

    #[test]
    fn engines_that_seek_a_bound_share_an_allowance_and_take_turns() {
        let problem = samples::most_queens(6);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let control = Control::unlimited();
        let mut race = lined_up(&job, &control);
        let (seekers, others): (Vec<usize>, Vec<usize>) =
            (0..race.runners.len()).partition(|&i| race.runners[i].offer.seeks_bound());
        assert!(seekers.len() > 1 && !others.is_empty());
        race.runners.iter_mut().for_each(|r| r.set(0.0, Bid::STEPS));
        others.iter().for_each(|&i| race.runners[i].set(0.0, 100.0 * Bid::STEPS));
        let mut turns = vec![0; race.runners.len()];
        while let Some((next, _)) = race.next().filter(|(i, _)| seekers.contains(i)) {
            race.runners[next].used += 1.0;
            turns[next] += 1;
        }
        let sought: usize = turns.iter().sum();
        let whole = others.iter().map(|&i| race.rests()[i]).fold(f64::INFINITY, f64::min);
        assert!(
            (sought as f64 / whole - 1.0 / 6.0).abs() < 0.04,
            "a sixth of what the whole is expected to take: {sought}"
        );
        let each = sought / seekers.len();
        assert!(seekers.iter().all(|&i| (each..=each + 1).contains(&turns[i])), "{turns:?}");
    }

    #[test]
    fn whatever_an_engine_bid_it_has_a_share() {
        let problem = samples::most_queens_knights(6);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let control = Control::unlimited();
        let mut race = lined_up(&job, &control);
        assert!(race.runners.len() > 1);
        let days = |days: f64| days * HOPELESS * Bid::STEPS;
        let others = |race: &mut Race<'_>, used: f64, cost: f64| {
            race.runners.iter_mut().skip(1).for_each(|r| r.set(used, cost));
        };
        others(&mut race, 0.0, days(0.1));
        for (used, next) in [(1.0, 0), (SHARE_FROM - 1.0, 0), (SHARE_FROM, 1), (1e5, 1)] {
            race.runners[0].set(used, 1.0);
            assert_eq!(race.next().map(|n| n.0), Some(next), "{used}");
        }
        assert_eq!(race.next(), Some((1, 1e5 / SHARE)));
        others(&mut race, 1e5 / SHARE, days(0.1));
        assert_eq!(race.next().map(|n| n.0), Some(0), "each has had its share");
        others(&mut race, 0.0, days(10.0));
        assert_eq!(race.next().map(|n| n.0), Some(0), "a bid of days is hopeless");
        race.runners[0].set(SHARE_FROM, days(10.0));
        assert_eq!(race.next().map(|n| n.0), Some(1), "where all are hopeless as well");
    }
}
