//! The oracle: tries the choices in order, taking each before leaving it out, and evaluates the naive `holds` of every
//! constraint on each complete set. The only pruning is that two choices of one line, or two that exclude each other, are
//! never both taken. It is slow and obviously correct; it serves for small problems and for testing other engines.
//!
//! A node is a decision about one choice. Solutions are found in canonical order. With objectives there are two passes:
//! one for the best values, one for the solutions that attain them.

use super::enumerated::Enumerated;
use super::{
    Bid, Control, Decline, Engine, EngineError, Evidence, Family, Halt, Job, Prepared, Query, Run, Search,
    Sink, exhaust, exhaust_into,
};
use crate::problem::{Assignment, ChoiceId, ConstraintKind, Problem};
use std::cmp::Ordering;

/// See the [module](self).
pub struct Oracle;

/// Limit on the number of sets to try.
const MOST_LEAVES: f64 = 4e6;

/// Maximum number of nodes between two checks of the control.
const STRIDE: u64 = 1024;

impl Engine for Oracle {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn family(&self) -> Family {
        Family::Enumeration
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            K::Definition
            | K::AtMostOne
            | K::ExactlyOne
            | K::Conflict
            | K::Clause
            | K::Linear
            | K::GuardedLinear => true,
            K::Objective | K::SecondObjective | K::NumberBy | K::Matching => true,
            K::Linked | K::Connected | K::Route => true,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let leaves = most_leaves(job.problem);
        if leaves > MOST_LEAVES {
            return Err(Decline::new(format!(
                "it would have to try up to {leaves:.0e} sets of choices; its limit is {MOST_LEAVES:.0e}"
            )));
        }
        let passes = if job.problem.objectives.is_empty() { 1.0 } else { 2.0 };
        let cost = leaves * passes * size(job.problem);
        let bid = Bid { cost, pace: 1_000, evidence: Evidence::Exhaustive };
        Ok(Prepared::new(bid, OracleJob { job: *job }))
    }
}

struct OracleJob<'a> {
    job: Job<'a>,
}

impl Search for OracleJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let (found, ended) = exhaust_into(control, sink, |control, sink| {
            let mut found = Enumerated::default();
            let ended = search(&self.job, control, sink, &mut found);
            (found, ended)
        });
        Ok(found.report(&self.job, ended))
    }
}

/// Searches in one pass, or two with objectives.
fn search(job: &Job<'_>, control: &Control, sink: &mut dyn Sink, found: &mut Enumerated) -> Result<(), Halt> {
    let mut search = SetEnumerator::new(job.problem, control);
    let ended = both_passes(job, control, &mut search, sink, found);
    found.nodes = search.nodes;
    ended
}

fn both_passes(
    job: &Job<'_>,
    control: &Control,
    search: &mut SetEnumerator<'_>,
    sink: &mut dyn Sink,
    found: &mut Enumerated,
) -> Result<(), Halt> {
    if !job.problem.objectives.is_empty() {
        let (best, ended) = exhaust(control, |_| {
            let mut best: Option<(Vec<i64>, Vec<ChoiceId>)> = None;
            let ended = search.all(&mut |chosen| {
                let values = job.problem.objective_values(chosen);
                if best.as_ref().is_none_or(|(b, _)| better(job.problem, &values, b)) {
                    best = Some((values, chosen.to_vec()));
                }
                Ok(())
            });
            (best, ended)
        });
        found.best = best;
        found.optimal = Some(ended?);
        if found.best.is_none() {
            return Ok(());
        }
    }
    deliver(job, search, sink, found)
}

/// Second pass (the only one without objectives): delivers and counts the solutions.
fn deliver(
    job: &Job<'_>,
    search: &mut SetEnumerator<'_>,
    sink: &mut dyn Sink,
    found: &mut Enumerated,
) -> Result<(), Halt> {
    if job.query == Query::First(0) {
        return Err(Halt::Enough);
    }
    search.all(&mut |chosen| {
        if found.best.as_ref().is_some_and(|(b, _)| job.problem.objective_values(chosen) != *b) {
            return Ok(());
        }
        found.count += 1;
        if let (Query::CountBy(()), Some(value)) = (job.query, &job.problem.by) {
            *found.by.entry(value.value(&Assignment::new(job.problem, chosen))).or_default() += 1;
        }
        let shown = matches!(job.query, Query::All | Query::First(_));
        let enough = shown && sink.solution(chosen).is_break() || job.query == Query::First(found.count);
        if enough { Err(Halt::Enough) } else { Ok(()) }
    })
}

/// Returns true if `values` are better than `best` in the first objective in which they differ.
fn better(problem: &Problem, values: &[i64], best: &[i64]) -> bool {
    let decided = problem.objectives.iter().zip(values.iter().zip(best)).find_map(|(o, (v, b))| {
        match if o.maximize { v.cmp(b) } else { b.cmp(v) } {
            Ordering::Equal => None,
            other => Some(other),
        }
    });
    decided == Some(Ordering::Greater)
}

/// Upper bound on the number of sets tried: of each of several disjoint lines at most one choice is taken.
fn most_leaves(problem: &Problem) -> f64 {
    let mut free = vec![true; problem.choices.len()];
    let mut lines: Vec<&[ChoiceId]> = problem.cliques.iter().map(|l| &l.choices[..]).collect();
    lines.sort_by_key(|l| std::cmp::Reverse(l.len()));
    let mut leaves = 1.0_f64;
    for line in lines {
        if line.iter().all(|c| free[c.index()]) {
            line.iter().for_each(|c| free[c.index()] = false);
            leaves *= line.len() as f64 + 1.0;
        }
    }
    leaves * 2_f64.powi(free.iter().filter(|&&f| f).count() as i32)
}

/// Rough cost in steps of evaluating one set.
fn size(problem: &Problem) -> f64 {
    let lits = problem.clauses.iter().map(|c| c.0.len()).sum::<usize>()
        + problem.cliques.iter().map(|l| l.choices.len()).sum::<usize>()
        + problem.linears.iter().map(|s| s.terms.len()).sum::<usize>();
    (problem.var_count() + lits) as f64
}

struct SetEnumerator<'a> {
    problem: &'a Problem,
    control: &'a Control,
    /// For each choice, the earlier choices that exclude it.
    excluded: Vec<Vec<ChoiceId>>,
    taken: Vec<bool>,
    chosen: Vec<ChoiceId>,
    nodes: u64,
    checked: u64,
    stride: u64,
}

impl<'a> SetEnumerator<'a> {
    fn new(problem: &'a Problem, control: &'a Control) -> Self {
        let mut excluded = problem.conflicts.to_lists();
        for line in &problem.cliques {
            for &c in &line.choices {
                excluded[c.index()].extend(line.choices.iter().filter(|&&d| d != c));
            }
        }
        for (c, others) in excluded.iter_mut().enumerate() {
            others.retain(|d| d.index() < c);
        }
        let taken = vec![false; problem.choices.len()];
        Self {
            problem,
            control,
            excluded,
            taken,
            chosen: Vec::new(),
            nodes: 0,
            checked: 0,
            stride: control.stride(STRIDE),
        }
    }

    /// Calls `found` with every solution, until `found` or the control stops the search.
    fn all(&mut self, found: &mut dyn FnMut(&[ChoiceId]) -> Result<(), Halt>) -> Result<(), Halt> {
        self.chosen.clear();
        self.taken.fill(false);
        self.decide(0, found)
    }

    fn decide(
        &mut self,
        choice: usize,
        found: &mut dyn FnMut(&[ChoiceId]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes - self.checked >= self.stride {
            self.checked = self.nodes;
            self.control.check(self.stride)?;
        }
        if choice == self.taken.len() {
            return if self.problem.holds(&self.chosen) { found(&self.chosen) } else { Ok(()) };
        }
        if self.excluded[choice].iter().all(|d| !self.taken[d.index()]) {
            self.taken[choice] = true;
            self.chosen.push(ChoiceId(choice as u32));
            self.decide(choice + 1, found)?;
            self.chosen.pop();
            self.taken[choice] = false;
        }
        self.decide(choice + 1, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Collect, End, Stop};
    use crate::problem::samples;
    use num_bigint::BigUint;

    fn run(problem: &Problem, query: Query) -> (Run, Vec<Vec<ChoiceId>>) {
        let job = Job { problem, query, seed: 0, threads: 1 };
        Oracle.admit(&job).expect("small");
        let mut sink = Collect::default();
        let run = Oracle.run(&job, &Control::unlimited(), &mut sink).expect("no fault");
        (run, sink.solutions)
    }

    #[test]
    fn queens() {
        for (n, expected) in [(1_u32, 1_u32), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)] {
            let (run, solutions) = run(&samples::queens(n), Query::All);
            assert!(run.end.exhausted().is_some(), "{n}");
            assert_eq!(run.count, BigUint::from(expected), "{n}");
            assert_eq!(solutions.len(), expected as usize);
            assert!(solutions.is_sorted_by(|a, b| a < b));
        }
        let (first, solutions) = run(&samples::queens(5), Query::First(3));
        assert_eq!((first.end, solutions.len()), (End::Enough, 3));
    }

    #[test]
    fn objectives_and_tables() {
        let (best, solutions) = run(&samples::domination(4, &samples::queen()), Query::All);
        assert_eq!((best.best, best.optimal.is_some()), (Some(vec![2]), true));
        assert_eq!(solutions.len(), 12);
        let mut kings = samples::peaceful(2, 3, &samples::king());
        let terms = kings.choice_ids().map(|c| (1, c.lit())).collect();
        kings.edit(|p| p.by = Some(crate::problem::Objective { maximize: false, terms, constant: 0 }));
        let (table, _) = run(&kings, Query::CountBy(()));
        let table: Vec<(i64, BigUint)> = table.by.into_iter().collect();
        assert_eq!(table, [(0, 1_u32), (1, 6), (2, 4)].map(|(v, n)| (v, BigUint::from(n))));
    }

    #[test]
    fn large_problems_are_declined() {
        let problem = samples::free(6, 6, 1);
        assert!(Oracle.admit(&Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 }).is_err());
    }

    #[test]
    fn limits_stop_it() {
        let problem = samples::free(4, 5, 1);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let limits = crate::engine::Limits { nodes: Some(5000), ..Default::default() };
        let control = Control::new(Default::default(), limits);
        let run = Oracle.run(&job, &control, &mut Collect::default()).expect("no fault");
        assert_eq!(run.end, End::Stopped(Stop::Nodes));
        assert!(run.optimal.is_none());
    }
}
