//! Races on a host without threads: several engines for one job, or two methods, take turns on the calling thread.
//!
//! Here a run cannot wait for its next turn with all its state. It is stopped, and runs again from the start in a turn that
//! is at least twice as long, so the repeated work at most doubles the total. Turns are measured in nodes, since the host
//! may have no clock. Otherwise the rules are those of [`race`](super::race).

use super::race_rules::{HOPELESS, is_asking_due, least, memory_share, rest, time_to_ask};
use super::solved::{SolveMethod, SolvedRun, better};
use crate::engine::{Accuracy, Bid, Control, End, EngineError, Evidence, Job, Run, Sink, Stop, Turn};
use crate::plan::{Offer, Plan};
use crate::problem::ChoiceId;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Length of the shortest turn of an engine in milliseconds.
const SHORTEST: f64 = 10.0;
/// Number of nodes in the first turn of a method.
const FIRST: u64 = 1 << 20;
/// Number of solutions beyond which nothing is held back: the engine then gets the whole job.
const MOST: usize = 50_000;

/// An engine in the race.
struct RestartRunner<'a> {
    offer: Offer<'a>,
    bid: Bid,
    accuracy: Accuracy,
    /// Bytes that its tables may take.
    memory: Option<u64>,
    /// Length of its last turn in milliseconds.
    used: f64,
}

struct RestartRace<'a> {
    job: &'a Job<'a>,
    plan: Plan<'a>,
    control: &'a Control,
    runners: Vec<RestartRunner<'a>>,
    /// Nodes of the runs without an answer.
    nodes: u64,
    /// Best result of these runs.
    best: Option<Run>,
    /// True if an engine ran out of memory.
    short: bool,
    /// Milliseconds that the search for bounds that no solution attains has taken.
    sought: f64,
}

/// Runs the engines of `plan` on `job`.
pub(super) fn race(
    job: &Job<'_>,
    plan: Plan<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<SolvedRun, EngineError> {
    let mut race = RestartRace {
        job,
        plan,
        control,
        runners: Vec::new(),
        nodes: 0,
        best: None,
        short: false,
        sought: 0.0,
    };
    race.line_up();
    race.run(sink)
}

/// Outcome of a turn.
enum TurnOutcome {
    /// The engine has answered, or the whole race was stopped.
    Answered(Run, Vec<Vec<ChoiceId>>),
    /// It has found too many solutions to hold back.
    Full,
    /// Its turn is over.
    Late(Run),
    /// It has given up.
    GivenUp(Run),
}

impl RestartRace<'_> {
    /// Adds the offers of the plan that are not yet in the race.
    fn line_up(&mut self) {
        for offer in self.plan.open_offers().filter(|o| o.bid().evidence != Evidence::Float) {
            if !self.runners.iter().any(|r| r.offer.is_same(offer)) {
                let memory = memory_share(self.control, self.runners.is_empty());
                self.runners.push(RestartRunner {
                    offer: offer.clone(),
                    bid: offer.bid(),
                    accuracy: offer.engine.accuracy(self.job),
                    memory,
                    used: 0.0,
                });
            }
        }
    }

    fn run(&mut self, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
        while let Some((next, target)) = self.next() {
            if self.short && self.expected()[next] > HOPELESS {
                break;
            }
            match self.turn(next, target)? {
                TurnOutcome::Answered(run, held) => {
                    // A sink that stops taking solutions does not change the result of the run.
                    let _ = held.iter().try_for_each(|s| sink.solution(s));
                    return Ok(self.solved(next, run));
                }
                TurnOutcome::Full => return self.let_through(next, sink),
                TurnOutcome::Late(run) => self.learn(run),
                TurnOutcome::GivenUp(run) => {
                    self.short |= run.end == End::Stopped(Stop::Memory);
                    let runner = self.runners.remove(next);
                    if runner.offer.seeks_bound() && !run.bound.is_empty() {
                        // No solution attains the bound: the others need not look for one.
                        let others = self.runners.extract_if(.., |r| r.offer.seeks_bound());
                        self.sought += runner.used + others.map(|r| r.used).sum::<f64>();
                        self.plan.miss_bound(self.job);
                        self.line_up();
                    }
                    self.learn(run);
                }
            }
            self.ask();
        }
        let mut run = self.best.take().expect("somebody has given up");
        run.stats.nodes = self.nodes;
        Ok(SolvedRun { run, engine: self.plan.chosen().engine.name().to_owned() })
    }

    /// Asks the engines whose time has come for bids; at least until somebody runs.
    fn ask(&mut self) {
        let spent = |race: &Self| race.runners.iter().map(|r| r.used).reduce(f64::max);
        let is_due = |race: &Self| spent(race).is_none_or(|spent| is_asking_due(&race.plan, race.job, spent));
        while is_due(self) && self.plan.ask_next(self.job, self.control) {
            self.line_up();
        }
    }

    /// The expected total milliseconds of each runner.
    fn expected(&self) -> Vec<f64> {
        let seekers = self.runners.iter().filter(|r| r.offer.seeks_bound());
        let sought = self.sought + seekers.map(|r| r.used).sum::<f64>();
        let seeks = |r: &RestartRunner<'_>| if r.offer.seeks_bound() { sought } else { 0.0 };
        let rest = |r: &RestartRunner<'_>| rest((r.bid, r.accuracy), r.used, seeks(r));
        self.runners.iter().map(|r| r.used + rest(r)).collect()
    }

    /// The runner with the least expected time, and the length of its turn in milliseconds.
    fn next(&self) -> Option<(usize, f64)> {
        let expected = self.expected();
        let next = least(0..self.runners.len(), &expected, |i| self.runners[i].used)?;
        let others = (0..self.runners.len()).filter(|&i| i != next).map(|i| expected[i]);
        let unasked = time_to_ask(&self.plan, self.job).unwrap_or(f64::INFINITY);
        let rival = others.fold(unasked, f64::min);
        Some((next, rival.max(SHORTEST).max(2.0 * self.runners[next].used)))
    }

    /// Runs an engine from the start, for at most `target` milliseconds by its nodes.
    fn turn(&mut self, i: usize, target: f64) -> Result<TurnOutcome, EngineError> {
        let runner = &mut self.runners[i];
        if let Some(watch) = self.control.watch() {
            watch.engine(runner.offer.engine.name());
        }
        let turn = Turn::Work { milliseconds: target, pace: runner.bid.pace };
        let (control, lane) = self.control.single_turn(runner.memory, turn);
        let mut held = HeldSolutions::default();
        let mut run = match control.check(0) {
            Ok(()) => runner.offer.run(&control, &mut held)?,
            Err(stop) => Run::new(End::Stopped(stop)),
        };
        runner.used = target;
        let stop = self.control.check(0).err();
        if let (false, Some(stop)) = (run.end.is_complete(), stop) {
            // The engine may have given up at that moment, which is not why the race ends.
            run.end = End::Stopped(stop);
        }
        Ok(if held.is_full {
            TurnOutcome::Full
        } else if run.end.is_complete() || stop.is_some() {
            TurnOutcome::Answered(run, held.solutions)
        } else if lane.is_over() {
            TurnOutcome::Late(run)
        } else {
            TurnOutcome::GivenUp(run)
        })
    }

    /// Gives runner `i` the whole job: it has found too many solutions to hold back.
    fn let_through(&mut self, i: usize, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
        let run = self.runners[i].offer.run(self.control, sink)?;
        Ok(self.solved(i, run))
    }

    /// Keeps what a run without an answer has found.
    fn learn(&mut self, run: Run) {
        self.nodes += run.stats.nodes;
        self.best = Some(better(self.job, self.best.take(), run));
    }

    /// The answer of the race: `run`, completed by what the other runs have found if it is incomplete.
    fn solved(&mut self, i: usize, mut run: Run) -> SolvedRun {
        run.stats.nodes += self.nodes;
        let run = better(self.job, self.best.take(), run);
        SolvedRun { run, engine: self.runners[i].offer.engine.name().to_owned() }
    }
}

/// Holds the solutions of a run until it is known to have the answer.
#[derive(Default)]
struct HeldSolutions {
    solutions: Vec<Vec<ChoiceId>>,
    is_full: bool,
}

impl Sink for HeldSolutions {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        self.is_full = self.solutions.len() >= MOST;
        if self.is_full {
            return ControlFlow::Break(());
        }
        self.solutions.push(chosen.to_vec());
        ControlFlow::Continue(())
    }
}

/// A turn of this many nodes: methods consist of several engines, which have no common pace.
fn in_nodes(nodes: u64) -> Turn {
    Turn::Work { milliseconds: nodes as f64, pace: 1 }
}

/// Returns the answer of the method that finishes first; if neither does, the combined knowledge of both.
pub(super) fn in_turns(
    control: &Control,
    job: &Job<'_>,
    first: &SolveMethod<'_>,
    second: &SolveMethod<'_>,
) -> Result<SolvedRun, EngineError> {
    let (mut ways, mut nodes, mut given_up) = (VecDeque::from([first, second]), 0, None);
    for budget in (0..).map(|round| FIRST.checked_shl(round / 2).unwrap_or(u64::MAX)) {
        let Some(way) = ways.pop_front() else { break };
        let turn = if ways.is_empty() { Turn::Endless } else { in_nodes(budget) };
        let (own, lane) = control.single_turn(control.memory_limit(), turn);
        let mut solved = way(&own)?;
        let is_complete = solved.run.end.is_complete();
        let is_stopped = control.check(0).is_err();
        if !is_complete && !is_stopped && lane.is_over() {
            nodes += solved.run.stats.nodes;
            ways.push_back(way);
            continue;
        }
        if let Some(earlier) = given_up.take() {
            solved.run = better(job, Some(earlier), solved.run);
        }
        if is_complete || is_stopped || ways.is_empty() {
            solved.run.stats.nodes += nodes;
            return Ok(solved);
        }
        nodes += solved.run.stats.nodes;
        given_up = Some(solved.run);
    }
    unreachable!("the last way returns")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Collect, CountOnly, Hooks, Limits, Query};
    use crate::host::Host;
    use crate::plan::plan;
    use crate::problem::{Problem, samples};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    fn control(nodes: Option<u64>) -> Control {
        let hooks = Hooks { host: Host::bare(), ..Hooks::default() };
        Control::with(hooks, Default::default(), Limits { nodes, ..Limits::default() })
    }

    /// Runs a race of all engines, which seek the bound as well, and each of which bids the least.
    fn raced(problem: &Problem, query: Query, nodes: Option<u64>) -> (Run, usize) {
        raced_under(problem, query, control(nodes))
    }

    fn raced_under(problem: &Problem, query: Query, control: Control) -> (Run, usize) {
        let job = Job { problem, query, seed: 0, threads: 1 };
        let mut plan = plan(&job, None, &control).expect("an engine takes it");
        plan.ask_rest(&job, &control);
        plan.seek_bound(&job);
        let (runners, job, control) = (Vec::new(), &job, &control);
        let mut race =
            RestartRace { job, plan, control, runners, nodes: 0, best: None, short: false, sought: 0.0 };
        race.line_up();
        assert!(race.runners.len() > 1);
        race.runners.iter_mut().for_each(|r| r.bid.cost = 1.0);
        let mut found = Collect::default();
        let solved = race.run(&mut found).expect("no fault");
        (solved.run, found.solutions.len())
    }

    #[test]
    fn engines_take_turns_on_one_thread() {
        for (problem, count) in [(samples::queens(8), 92u32), (samples::queens(10), 724)] {
            let (run, _) = raced(&problem, Query::Count, None);
            assert_eq!((run.count, run.end.is_complete()), (count.into(), true));
            let (run, shown) = raced(&problem, Query::All, None);
            assert_eq!((run.end.is_complete(), shown), (true, count as usize));
        }
        let (run, shown) = raced(&samples::most_queens_knights(5), Query::First(1), None);
        assert!(run.optimal.is_some() && shown == 1, "{run:?}");
        let (run, _) = raced(&samples::queens(12), Query::Count, Some(1000));
        assert_eq!(run.end, End::Stopped(Stop::Nodes));
    }

    #[test]
    fn a_race_that_is_stopped_while_an_engine_gives_up_says_why() {
        // No three queens attain the bound.
        let problem = samples::most_queens(3);
        let ended = |most: u64| {
            // Each look at the clock takes a second.
            let looks = AtomicU64::new(0);
            let host = Host::bare().with_clock(move || Duration::from_secs(looks.fetch_add(1, Relaxed)));
            let limits = Limits { time: Some(Duration::from_secs(most)), ..Limits::default() };
            let control = Control::with(Hooks { host, ..Hooks::default() }, Default::default(), limits);
            raced_under(&problem, Query::First(1), control).0.end
        };
        let ends: Vec<End> = (0..60).map(ended).collect();
        assert!(ends.iter().all(|end| end.is_complete() || *end == End::Stopped(Stop::Time)), "{ends:?}");
        assert!(ends[59].is_complete());
    }

    #[test]
    fn methods_take_turns_on_one_thread() {
        let problem = samples::queens(6);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let control = control(None);
        let good = |control: &Control| {
            // Needs more than the first turns.
            let long = (0..5 * FIRST).try_for_each(|_| control.check(1));
            let run = match long {
                Ok(()) => solved(&job, control)?,
                Err(stop) => Run::new(End::Stopped(stop)),
            };
            Ok(SolvedRun { run, engine: "good".to_owned() })
        };
        let endless = |control: &Control| {
            let end = (0..).find_map(|_| control.check(1000).err()).unwrap_or(Stop::GaveUp);
            Ok(SolvedRun { run: Run::new(End::Stopped(end)), engine: "endless".to_owned() })
        };
        let hopeless = |_: &Control| {
            Ok(SolvedRun { run: Run::new(End::Stopped(Stop::GaveUp)), engine: "hopeless".to_owned() })
        };
        let pairs: [[&SolveMethod<'_>; 2]; 4] =
            [[&good, &endless], [&endless, &good], [&hopeless, &good], [&good, &hopeless]];
        for [first, second] in pairs {
            let answer = in_turns(&control, &job, first, second).expect("no fault");
            assert_eq!((answer.engine.as_str(), answer.run.count), ("good", 4u32.into()));
        }
    }

    fn solved(job: &Job<'_>, control: &Control) -> Result<Run, EngineError> {
        plan(job, None, control).expect("an engine takes it").chosen().run(control, &mut CountOnly)
    }
}
