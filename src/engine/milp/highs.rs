//! The engine `highs`: the same program as `milp`'s, solved by HiGHS (Q. Huangfu and J. Hall, Mathematical Programming
//! Computation 10, 2018), a library that the user has and names: [`load_highs`]. Until then it declines. An optional feature.
//!
//! Its word counts as much as microlp's: only the status "optimal" makes an optimum, the witness is rounded and judged,
//! and that nothing is better is confirmed by an engine that works in whole numbers. The gap within which HiGHS would
//! call a solution optimal is set to nothing. It is asked for one thread; it asks back whether to go on, so interrupts
//! and deadlines hold, and is told the time that is left as well.

use super::library::{Columns, Instance, Library};
use super::{Answer, Milp, Task, cost, fitting, is_wide, optimise, rounded};
use crate::engine::program::Row;
use crate::engine::{Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Run, Sink, Stop};
use std::path::Path;
use std::sync::OnceLock;

pub use super::library::HighsError;

/// The engine.
pub struct Highs;

/// The library, once one is loaded: a process has one.
static LIBRARY: OnceLock<Library> = OnceLock::new();

/// Loads HiGHS from the shared library at `path`, for the engine `highs`. Where one is loaded already, that one stays.
///
/// The library's code runs in this process: name only one that you trust.
///
/// # Errors
/// Where it cannot be loaded or is no HiGHS of the right kind.
pub fn load_highs(path: &Path) -> Result<(), HighsError> {
    if LIBRARY.get().is_none() {
        // Where two come at once, either will do.
        let _ = LIBRARY.set(Library::open(path)?);
    }
    Ok(())
}

/// More entries than this take gigabytes.
const MOST_ENTRIES: usize = 10_000_000;

impl Engine for Highs {
    fn name(&self) -> &'static str {
        "highs"
    }

    fn family(&self) -> Family {
        Family::Programs
    }

    fn pace(&self, job: &Job<'_>) -> u64 {
        Milp.pace(job)
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        if LIBRARY.get().is_none() {
            return Err(Decline::new("no library of HiGHS is named (NAUCK_HIGHS)"));
        }
        let program = fitting(job)?;
        if program.rows.iter().map(|r| r.terms.len()).sum::<usize>() > MOST_ENTRIES {
            return Err(Decline::new("the linear program is too large"));
        }
        // Ten times ten knights take it 0.9 s, and microlp less; eight times eight queens 2 s, and microlp more than 12.
        let share = if is_wide(job.problem) { 0.2 } else { 3.0 };
        Ok(Bid { cost: share * cost(job.problem, &program), evidence: Evidence::Float })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let Some(library) = LIBRARY.get() else {
            let message = "no library of HiGHS is named".to_owned();
            return Err(EngineError { engine: self.name(), message });
        };
        optimise(self.name(), job, control, sink, |task| solve(library, task, job.seed, control))
    }
}

/// The optimum of `task`, as far as floating point goes.
fn solve(library: &Library, task: &Task<'_>, seed: u64, control: &Control) -> Answer {
    if let Err(stop) = control.check(1) {
        return Answer::Limit(None, stop);
    }
    let Some(mut highs) = prepared(library, seed, control) else {
        return Answer::Fault("HiGHS refuses an option".to_owned());
    };
    if !columns(task).is_some_and(|columns| highs.pass(&columns)) {
        return Answer::Fault("HiGHS refuses the program".to_owned());
    }
    let stopped = OnceLock::new();
    let stop = || control.check(0).inspect_err(|stop| _ = stopped.set(*stop)).is_err();
    let Some(status) = highs.run(&stop) else {
        return Answer::Fault("a run of HiGHS failed".to_owned());
    };
    answer(task, &highs, status, stopped.get().copied())
}

/// Numbers of the C interface for what became of a model.
mod status {
    pub(super) const EMPTY: i32 = 6;
    pub(super) const OPTIMAL: i32 = 7;
    pub(super) const INFEASIBLE: i32 = 8;
    pub(super) const TIME_LIMIT: i32 = 13;
    pub(super) const INTERRUPT: i32 = 17;
    /// Of a solution: there is one.
    pub(super) const FEASIBLE: i32 = 2;
}

/// What HiGHS's last word means. Any that is not known here is a fault, never an answer.
fn answer(task: &Task<'_>, highs: &Instance<'_>, status: i32, stopped: Option<Stop>) -> Answer {
    let witness = || match highs.values() {
        Some(values) if values.len() == task.program.variables => rounded(task.problem, |c| values[c]),
        _ => Err(Answer::Fault("HiGHS gives no values".to_owned())),
    };
    match status {
        // Without columns there is nothing to solve.
        status::EMPTY if task.program.variables == 0 => Answer::Optimal(Vec::new()),
        status::OPTIMAL => witness().map_or_else(|fault| fault, Answer::Optimal),
        status::INFEASIBLE => Answer::Infeasible,
        status::TIME_LIMIT | status::INTERRUPT => {
            let stop = stopped.unwrap_or(Stop::Time);
            let is_there = highs.info(c"primal_solution_status") == Some(status::FEASIBLE);
            // What it had when it was stopped is worth having only where it is a solution.
            Answer::Limit(is_there.then(|| witness().ok()).flatten(), stop)
        }
        other => Answer::Fault(format!("HiGHS ends with the status {other}")),
    }
}

/// A silent solver on one thread that stops in time; `None` where it refuses an option.
fn prepared<'l>(library: &'l Library, seed: u64, control: &Control) -> Option<Instance<'l>> {
    let mut highs = Instance::new(library)?;
    let seed = i32::try_from(seed % 0x7fff_ffff).expect("within 31 bits");
    let taken = highs.switch(c"output_flag", false)
        && highs.set_word(c"parallel", c"off")
        && highs.set_number(c"threads", 1)
        && highs.set_number(c"random_seed", seed)
        && highs.set_real(c"mip_rel_gap", 0.0)
        && highs.set_real(c"mip_abs_gap", 1e-6)
        && control.time_left().is_none_or(|left| highs.set_real(c"time_limit", left.as_secs_f64()));
    taken.then_some(highs)
}

/// The task in HiGHS's form; `None` where its numbers are too large for that.
fn columns(task: &Task<'_>) -> Option<Columns> {
    let rows = &task.program.rows;
    let mut cost = vec![0.0; task.program.variables];
    task.form.terms.iter().for_each(|&(v, w)| cost[v as usize] = w as f64);
    let entries = || rows.iter().flat_map(|r| &r.terms);
    let ends = rows.iter().scan(0usize, |end, row| {
        *end += row.terms.len();
        Some(i32::try_from(*end))
    });
    Some(Columns {
        maximize: task.objective.maximize,
        cost,
        lower: rows.iter().map(|r: &Row| bound(r.lo)).collect(),
        upper: rows.iter().map(|r| bound(r.hi)).collect(),
        starts: std::iter::once(Ok(0)).chain(ends).collect::<Result<_, _>>().ok()?,
        index: entries().map(|t| i32::try_from(t.0)).collect::<Result<_, _>>().ok()?,
        weight: entries().map(|t| t.1 as f64).collect(),
    })
}

/// A row's bound; the ends of the range mean that there is none.
fn bound(value: i64) -> f64 {
    match value {
        i64::MIN => f64::NEG_INFINITY,
        i64::MAX => f64::INFINITY,
        value => value as f64,
    }
}
