//! Engine `highs`: the same program as for `milp`, solved by HiGHS (Q. Huangfu and J. Hall, Mathematical Programming
//! Computation 10, 2018). The user supplies the library and names it with [`load_highs`]; until then, the engine declines
//! every job. It is an optional feature.
//!
//! Its results are trusted no more than those of microlp: only the status "optimal" counts as an optimum, the witness is
//! rounded and checked, and an exact engine confirms that nothing is better. The gap within which HiGHS calls a solution
//! optimal is set to zero (relative) or close to it (absolute). HiGHS runs on one thread. A callback lets interrupts and
//! deadlines stop it, and it also gets the remaining time as its time limit.

use super::library::{Columns, HighsInstance, HighsLibrary};
use super::{LinearJob, ObjectiveProgram, PACE, ProgramResult, cost, is_wide, rounded};
use crate::engine::program::ProgramRow;
use crate::engine::{
    Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Prepared, Run, Search, Sink, Stop,
};
use crate::problem::ConstraintKind;
use std::path::Path;
use std::sync::OnceLock;

pub use super::library::HighsError;

/// The linear-programming engine on HiGHS.
pub struct Highs;

/// The loaded library; there is at most one per process.
static LIBRARY: OnceLock<HighsLibrary> = OnceLock::new();

/// Loads HiGHS from the shared library at `path` for the engine `highs`. If a library is already loaded, it is kept.
///
/// The code of the library runs in this process: name only a library that you trust.
///
/// # Errors
/// If the library cannot be loaded or is not a suitable build of HiGHS.
pub fn load_highs(path: &Path) -> Result<(), HighsError> {
    if LIBRARY.get().is_none() {
        // If two threads load a library at once, either one will do.
        let _ = LIBRARY.set(HighsLibrary::open(path)?);
    }
    Ok(())
}

/// Maximum number of entries; more take gigabytes.
const MOST_ENTRIES: usize = 10_000_000;

impl Engine for Highs {
    fn name(&self) -> &'static str {
        "highs"
    }

    fn family(&self) -> Family {
        Family::Programs
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        super::Milp.takes(kind)
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let Some(library) = LIBRARY.get() else {
            return Err(Decline::new("no HiGHS library is loaded; set NAUCK_HIGHS to its path"));
        };
        let linear = LinearJob::new(self.name(), job)?;
        let program = &linear.program;
        if program.rows.iter().map(|r| r.terms.len()).sum::<usize>() > MOST_ENTRIES {
            return Err(Decline::new("the linear program is too large"));
        }
        // Ten by ten knights take 0.9 s here and less with microlp; eight by eight queens take 2 s here and more than 12 s
        // with microlp.
        let share = if is_wide(job.problem) { 0.2 } else { 3.0 };
        let cost = share * cost(job.problem, program);
        let bid = Bid { cost, pace: PACE, evidence: Evidence::Float };
        Ok(Prepared::new(bid, HighsJob { library, linear }))
    }
}

/// A job for the loaded library.
struct HighsJob<'a> {
    library: &'static HighsLibrary,
    linear: LinearJob<'a>,
}

impl Search for HighsJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let seed = self.linear.job.seed;
        self.linear.optimise(control, sink, |task| solve(self.library, task, seed, control))
    }
}

/// Solves `task` within floating-point accuracy.
fn solve(library: &HighsLibrary, task: &ObjectiveProgram<'_>, seed: u64, control: &Control) -> ProgramResult {
    if let Err(stop) = control.check(1) {
        return ProgramResult::Limit(None, stop);
    }
    let Some(mut highs) = prepared(library, seed, control) else {
        return ProgramResult::Fault("HiGHS rejected an option".to_owned());
    };
    if !columns(task).is_some_and(|columns| highs.pass(&columns)) {
        return ProgramResult::Fault("HiGHS rejected the program".to_owned());
    }
    let stopped = OnceLock::new();
    let stop = || control.check(0).inspect_err(|stop| _ = stopped.set(*stop)).is_err();
    let Some(status) = highs.run(&stop) else {
        return ProgramResult::Fault("HiGHS failed to run".to_owned());
    };
    answer(task, &highs, status, stopped.get().copied())
}

/// Model status codes of the C interface.
mod status {
    pub(super) const EMPTY: i32 = 6;
    pub(super) const OPTIMAL: i32 = 7;
    pub(super) const INFEASIBLE: i32 = 8;
    pub(super) const TIME_LIMIT: i32 = 13;
    pub(super) const INTERRUPT: i32 = 17;
    /// Solution status: there is a feasible solution.
    pub(super) const FEASIBLE: i32 = 2;
}

/// Interprets the final status. An unknown status is a fault, never an answer.
fn answer(
    task: &ObjectiveProgram<'_>,
    highs: &HighsInstance<'_>,
    status: i32,
    stopped: Option<Stop>,
) -> ProgramResult {
    let witness = || match highs.values() {
        Some(values) if values.len() == task.program.variables => rounded(task.problem, |c| values[c]),
        _ => Err(ProgramResult::Fault("HiGHS returned no values".to_owned())),
    };
    match status {
        // Without columns, there is nothing to solve.
        status::EMPTY if task.program.variables == 0 => ProgramResult::Optimal(Vec::new()),
        status::OPTIMAL => witness().map_or_else(|fault| fault, ProgramResult::Optimal),
        status::INFEASIBLE => ProgramResult::Infeasible,
        status::TIME_LIMIT | status::INTERRUPT => {
            let stop = stopped.unwrap_or(Stop::Time);
            let is_there = highs.info(c"primal_solution_status") == Some(status::FEASIBLE);
            // The incumbent at the stop is used only if it is a solution.
            ProgramResult::Limit(is_there.then(|| witness().ok()).flatten(), stop)
        }
        other => ProgramResult::Fault(format!("HiGHS returned the unexpected status {other}")),
    }
}

/// Creates a silent solver on one thread with the remaining time as its limit. Returns `None` if it rejects an option.
fn prepared<'l>(library: &'l HighsLibrary, seed: u64, control: &Control) -> Option<HighsInstance<'l>> {
    let mut highs = HighsInstance::new(library)?;
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

/// Converts the task to HiGHS's form. Returns `None` if its numbers are too large.
fn columns(task: &ObjectiveProgram<'_>) -> Option<Columns> {
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
        lower: rows.iter().map(|r: &ProgramRow| bound(r.lo)).collect(),
        upper: rows.iter().map(|r| bound(r.hi)).collect(),
        starts: std::iter::once(Ok(0)).chain(ends).collect::<Result<_, _>>().ok()?,
        index: entries().map(|t| i32::try_from(t.0)).collect::<Result<_, _>>().ok()?,
        weight: entries().map(|t| t.1 as f64).collect(),
    })
}

/// Converts the bound of a row; the extreme values mean that there is none.
fn bound(value: i64) -> f64 {
    match value {
        i64::MIN => f64::NEG_INFINITY,
        i64::MAX => f64::INFINITY,
        value => value as f64,
    }
}
