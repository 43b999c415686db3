//! An engine in a [`race`](super::race): its turns, and what it is expected to need yet.

use super::outlook::Outlook;
use super::race_rules::{even_total, rest};
use crate::engine::{Accuracy, Bid, Control, EngineError, Job, Lane, Phase, Run, Turn};
use crate::plan::Offer;
use crate::problem::ChoiceId;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// An engine in the race.
pub(super) struct RaceRunner<'a> {
    pub offer: Offer<'a>,
    pub bid: Bid,
    accuracy: Accuracy,
    pub lane: Arc<Lane>,
    pub control: Control,
    /// Milliseconds used so far, by the clock or by the work done.
    pub used: f64,
    /// The outlook from its reports, once there is one.
    outlook: Option<Outlook>,
    /// Its total milliseconds, if its reports are good in both directions.
    pub total: Option<f64>,
    /// Nodes per millisecond, if turns are measured in work.
    pub pace: Option<u64>,
    pub started: Option<StartedEngine>,
}

/// Result of an engine, and the solutions it held back.
pub(super) type Finish = (Result<Run, EngineError>, Vec<Vec<ChoiceId>>);

pub(super) struct StartedEngine {
    pub finish: Receiver<Finish>,
    /// Solutions, once there are too many to hold back.
    pub stream: Receiver<Vec<Vec<ChoiceId>>>,
    /// True once there are.
    pub is_full: Arc<std::sync::atomic::AtomicBool>,
}

impl<'a> RaceRunner<'a> {
    /// Creates a runner that has not started; `control` and `lane` are its own.
    pub fn new(offer: Offer<'a>, job: &Job<'_>, (control, lane): (Control, Arc<Lane>)) -> Self {
        let (bid, accuracy) = (offer.bid(), offer.engine.accuracy(job));
        Self {
            offer,
            bid,
            accuracy,
            lane,
            control,
            used: 0.0,
            outlook: None,
            total: None,
            pace: None,
            started: None,
        }
    }

    /// Milliseconds that it is expected to need yet, given what all engines that seek a bound have used together.
    pub fn rest(&self, sought: f64) -> f64 {
        if let Some(total) = self.total {
            return (total - self.used).max(0.0);
        }
        let sought = if self.offer.seeks_bound() { sought } else { 0.0 };
        let expected = rest((self.bid, self.accuracy), self.used, sought);
        let Some(outlook) = &self.outlook else { return expected };
        match outlook.rest(self.used) {
            Some(promised) if promised < expected && !outlook.is_broken() => promised,
            Some(promised) if outlook.is_broken() => (promised * expected).sqrt(),
            // Its bid was wrong, and the more it has exceeded it, the more its reports count that say that it was wrong by far.
            Some(promised) => expected * (promised / expected).powf(self.doubt()),
            None => expected,
        }
    }

    /// Part that reports have in what is expected, beside the bid: half once it has taken twice as long as that.
    fn doubt(&self) -> f64 {
        let excess = self.used / self.bid.milliseconds().max(1.0);
        (excess.log2() / 2.0).clamp(0.0, 0.5)
    }

    /// Sets the milliseconds used and the cost of the bid, with the usual accuracy.
    #[cfg(test)]
    pub fn set(&mut self, used: f64, cost: f64) {
        (self.used, self.bid.cost, self.accuracy) = (used, cost, Accuracy::USUAL);
    }

    /// Gives the engine a turn until it has used `target` milliseconds, and waits for the end of the turn.
    pub fn turn(&mut self, target: f64) -> Phase {
        let (host, before) = (self.control.host(), self.control.host().now());
        if let Some(watch) = self.control.watch() {
            watch.engine(self.offer.engine.name());
        }
        self.lane.grant(match self.pace {
            _ if target == f64::INFINITY => Turn::Endless,
            Some(pace) => Turn::Work { milliseconds: target, pace },
            None => Turn::Time(Duration::from_secs_f64(((target - self.used) / 1e3).min(1e9))),
        });
        let phase = self.lane.watch();
        let used = match self.pace {
            Some(_) => self.lane.work(),
            None => self.used + host.since(before).unwrap_or_default().as_secs_f64() * 1e3,
        };
        let start = std::mem::replace(&mut self.used, used);
        let finished = self.lane.finished();
        // More than all of the work that was foreseen says nothing about the rest.
        let is_told = self.lane.is_even() && finished > 0.0 && finished < 1.0;
        self.total = is_told.then(|| even_total((self.bid, self.accuracy), used, finished));
        // Other reports depend on the number of threads, which the answer must not.
        if self.pace.is_none() {
            self.outlook = Outlook::after(self.outlook.take(), finished, start, used);
        }
        phase
    }

    /// Waits for the end of the run.
    ///
    /// # Errors
    /// If it panicked.
    pub fn receive(&mut self) -> Result<Finish, EngineError> {
        let started = self.started.take().expect("it has started");
        started.finish.recv().map_err(|_| self.panicked())
    }

    pub fn panicked(&self) -> EngineError {
        EngineError { engine: self.offer.engine.name(), message: "it panicked".to_owned() }
    }
}

/// Dismisses an engine that is still waiting when the race is over.
impl Drop for RaceRunner<'_> {
    fn drop(&mut self) {
        self.lane.dismiss();
    }
}

/// Signals the end of a run, also on a panic.
pub(super) struct LaneGuard(pub Arc<Lane>);

impl Drop for LaneGuard {
    fn drop(&mut self) {
        self.0.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Query;
    use crate::plan::plan;
    use crate::problem::samples;

    #[test]
    fn a_promise_counts_in_part_once_an_earlier_one_was_broken() {
        let problem = samples::queens(6);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let control = Control::unlimited();
        let plan = plan(&job, None, &control).expect("an engine takes it");
        let mut runner = RaceRunner::new(plan.chosen().clone(), &job, control.lane(None));
        runner.set(100.0, 1000.0 * Bid::STEPS);
        let expected = runner.rest(0.0);
        // Half of the work took a millisecond, the next half of the rest far more than another.
        runner.outlook = Outlook::after(Outlook::after(None, 0.5, 0.0, 1.0), 0.99, 1.0, 100.0);
        let promised = runner.outlook.as_ref().and_then(|outlook| outlook.rest(100.0)).expect("a report");
        assert!(promised < 100.0 && expected > 500.0, "{promised} {expected}");
        assert!(runner.rest(0.0) > 2.0 * promised && runner.rest(0.0) < expected / 2.0);
    }

    #[test]
    fn a_report_of_a_long_rest_counts_in_part_once_the_bid_is_exceeded() {
        let problem = samples::queens(6);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let control = Control::unlimited();
        let plan = plan(&job, None, &control).expect("an engine takes it");
        let mut runner = RaceRunner::new(plan.chosen().clone(), &job, control.lane(None));
        let mut rest = |bid: f64, finished: f64| {
            runner.set(100.0, bid * Bid::STEPS);
            runner.outlook = Outlook::after(None, finished, 0.0, 100.0);
            runner.rest(0.0)
        };
        assert!(rest(1.0, 0.01) > 2.0 * rest(1.0, 0.0), "its bid was too low");
        assert!(rest(1.0, 0.01) < 9900.0, "the rest by its report");
        assert!((rest(1000.0, 0.01) - rest(1000.0, 0.0)).abs() < 1e-6, "its bid may be right");
        assert!(rest(1000.0, 0.99) < 2.0, "it is nearly done");
    }
}
