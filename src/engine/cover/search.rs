//! From a question to searches over a table: objectives by branch and bound, then the solutions.

use super::bits;
use super::dance::Dance;
use super::kernel::Kernel;
use super::memo::Memo;
use super::orbit::orbits;
use super::table::{Row, Table, choice};
use crate::engine::{Ask, Control, Decline, End, EngineError, Job, Run, Sink, Stop};
use crate::problem::{Assignment, ChoiceId};
use num_bigint::BigUint;

/// How many solutions are judged in release builds; all are in debug builds, and whoever shows one judges it by the rules.
const JUDGED: u64 = 100;

/// A job under way.
pub(super) struct Search<'a> {
    job: &'a Job<'a>,
    control: &'a Control,
    table: Table,
    /// A row for each objective, bounds as far as they are known, and what to add to its value.
    objectives: Vec<(Row, i64)>,
    run: Run,
    best: Option<Vec<ChoiceId>>,
    settled: usize,
    nodes: u64,
    fault: Option<EngineError>,
    /// Sparse sets in any case.
    sparse: bool,
}

impl<'a> Search<'a> {
    /// A search for the job.
    ///
    /// # Errors
    /// A [`Decline`] where the problem is no exact cover.
    pub(super) fn new(job: &'a Job<'a>, control: &'a Control, sparse: bool) -> Result<Self, Decline> {
        let problem = job.problem;
        let table = Table::new(problem)?;
        let objectives =
            problem.objectives.iter().map(|o| Table::objective(problem, o)).collect::<Result<_, _>>()?;
        let run = Run::new(End::Complete);
        Ok(Self {
            job,
            control,
            table,
            objectives,
            run,
            best: None,
            settled: 0,
            nodes: 0,
            fault: None,
            sparse,
        })
    }

    /// Works the job off.
    pub(super) fn run(mut self, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        if let Err(stop) = self.work(sink) {
            self.run.end = End::Stopped(stop);
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let total = self.objectives.len();
        self.run.proved = self.run.end == End::Complete || (total > 0 && self.settled == total);
        if total > 0 {
            self.run.best = self.best.as_ref().map(|b| self.job.problem.objective_values(b));
            let shown = self.run.count > BigUint::ZERO && matches!(self.job.ask, Ask::All | Ask::First(_));
            self.run.incumbent = if self.run.end == End::Complete || shown { None } else { self.best };
        }
        self.run.stats.nodes = self.nodes;
        Ok(self.run)
    }

    fn work(&mut self, sink: &mut dyn Sink) -> Result<(), Stop> {
        for at in 0..self.objectives.len() {
            if !self.optimise(at)? {
                return Ok(());
            }
            self.settled += 1;
        }
        if let (Ask::First(1), Some(best)) = (self.job.ask, &self.best) {
            self.run.count += 1u32;
            let _ = sink.solution(best);
            return Ok(());
        }
        self.enumerate(sink)
    }

    /// Finds the best value of objective `at` and fixes it; false where there is no solution.
    fn optimise(&mut self, at: usize) -> Result<bool, Stop> {
        let mut dance = self.kernel();
        let row = self.table.rows.len() + at;
        let maximize = self.job.problem.objectives[at].maximize;
        let (least, most) = (self.objectives[at].0.lo, self.objectives[at].0.hi);
        let mut found = None;
        let stopped = loop {
            match dance.next(self.control) {
                Err(stop) => break Some(stop),
                Ok(false) => break None,
                Ok(true) => {}
            }
            let value = dance.value(row);
            found = Some(value);
            self.best = Some(self.solution(dance.as_ref())?);
            let (lo, hi) = if maximize { (value + 1, most) } else { (least, value - 1) };
            dance.bound(row, lo, hi);
        };
        self.nodes += dance.nodes();
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let Some(value) = found else { return Ok(false) };
        (self.objectives[at].0.lo, self.objectives[at].0.hi) = (value, value);
        Ok(true)
    }

    /// Bit sets where they fit, sparse sets beyond.
    fn kernel(&self) -> Box<dyn Kernel> {
        let rows = self.objectives.iter().map(|o| o.0.clone()).collect();
        if self.table.options <= bits::MOST_OPTIONS && !self.sparse {
            bits::sized(&self.table, rows)
        } else {
            Box::new(Dance::new(&self.table, rows))
        }
    }

    fn enumerate(&mut self, sink: &mut dyn Sink) -> Result<(), Stop> {
        let mut dance = self.kernel();
        let mut memo = Memo::new(self.control.memory_limit());
        let counting = self.job.ask == Ask::Count;
        let free = counting && self.objectives.is_empty();
        let starts = if free { orbits(self.job.problem, &self.table) } else { None };
        let counted = if counting { dance.count(self.control, &mut memo, starts.as_deref()) } else { None };
        if let Some(counted) = counted {
            self.nodes += dance.nodes();
            self.run.stats.more.push(("memo hits", memo.hits()));
            let (tally, end) =
                counted.map_or_else(|(stop, tally)| (tally, Err(stop)), |tally| (tally, Ok(())));
            self.run.count = tally.big();
            return end;
        }
        let mut count = 0u64;
        let result = self.dance(dance.as_mut(), &mut count, sink);
        self.nodes += dance.nodes();
        self.run.count = BigUint::from(count);
        result
    }

    fn dance(&mut self, dance: &mut dyn Kernel, count: &mut u64, sink: &mut dyn Sink) -> Result<(), Stop> {
        let wanted = if let Ask::First(k) = self.job.ask { k } else { u64::MAX };
        let by = self.job.problem.by.as_ref().filter(|_| self.job.ask == Ask::CountBy);
        while *count < wanted && dance.next(self.control)? {
            *count += 1;
            if self.job.ask == Ask::Count {
                debug_assert!(self.solution(dance).is_ok());
                continue;
            }
            let solution = if *count <= JUDGED { self.solution(dance)? } else { chosen(dance) };
            if let Some(by) = by {
                let value = by.value(&Assignment::new(self.job.problem, &solution));
                *self.run.by.entry(value).or_default() += 1u32;
            } else if sink.solution(&solution).is_break() && *count < wanted {
                return Err(Stop::Interrupted);
            }
        }
        Ok(())
    }

    /// The solution that the search stands at, judged by the problem. A wrong one ends the run as a fault.
    fn solution(&mut self, dance: &dyn Kernel) -> Result<Vec<ChoiceId>, Stop> {
        let solution = chosen(dance);
        if self.job.problem.holds(&solution) {
            return Ok(solution);
        }
        let message = format!("a cover breaks a rule: {solution:?}");
        self.fault = Some(EngineError { engine: "cover", message });
        Err(Stop::Interrupted)
    }
}

fn chosen(dance: &dyn Kernel) -> Vec<ChoiceId> {
    let mut chosen: Vec<ChoiceId> = dance.chosen().iter().map(|&o| choice(o)).collect();
    chosen.sort_unstable();
    chosen
}
