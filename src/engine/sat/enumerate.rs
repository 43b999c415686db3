//! Enumeration of all solutions, in cubes.
//!
//! Each solution found is excluded by a clause ([`blocker`](super::blocker)). So that these clauses do not accumulate, the
//! solutions are enumerated in cubes: sets of literals of choices that hold in the cube. The clauses of a cube depend on a
//! literal of its own, its *guard*, which is assumed while the cube is searched. If a cube turns out to hold many
//! solutions, it is cut in two by a choice that about half of those found so far contain, and each half receives the
//! clauses of its own. When a cube is done or cut, its guard becomes false, and the solver drops its clauses. A solution is
//! in one half only, so none is found twice; and no solution is lost, since the halves make up the cube.
//!
//! So at most [`MOST_IN_CUBE`] of these clauses are in force, however many solutions there are.

use super::blocker::Blocker;
use super::cnf::Cnf;
use super::failure::SearchFailure;
use super::linear::lit;
use super::solver::SatSolver;
use crate::engine::{Control, EngineError, Halt, Job, Query, Sink};
use crate::problem::{Assignment, ChoiceId};
use rustsat::types::Lit;
use std::collections::BTreeMap;

/// Number of solutions known in a cube before it is cut.
pub(super) const MOST_IN_CUBE: usize = 200;

/// Solutions enumerated so far.
pub(super) struct Enumeration<'a> {
    job: &'a Job<'a>,
    blocker: Blocker,
    /// Number of solutions known in a cube before it is cut, at least 2.
    most: usize,
    pub(super) count: u64,
    /// Number of solutions by value of `by`.
    pub(super) by: BTreeMap<i64, u64>,
    /// The solution found last.
    pub(super) last: Option<Vec<ChoiceId>>,
}

/// Solutions that satisfy these literals of choices.
#[derive(Default)]
struct Cube {
    literals: Vec<Lit>,
    /// For each solution that was found before the cube was cut off, the clause that excludes it.
    found: Vec<Vec<Lit>>,
}

/// Reason for which the solver is to stop looking for models.
enum Pause {
    /// The cube is to be cut.
    Full,
    /// No more solutions are wanted.
    Enough,
    Fault(EngineError),
}

impl<'a> Enumeration<'a> {
    /// Creates an enumeration that cuts cubes with `most` solutions.
    pub(super) fn new(job: &'a Job<'a>, most: usize) -> Self {
        Self {
            job,
            blocker: Blocker::new(job.problem),
            most: most.max(2),
            count: 0,
            by: BTreeMap::new(),
            last: None,
        }
    }

    /// Enumerates the solutions of `cnf`.
    ///
    /// # Errors
    /// If the control stops the search, enough solutions are found, or a model is not a solution.
    pub(super) fn run<S: SatSolver>(
        &mut self,
        cnf: &mut Cnf<S>,
        control: &Control,
        sink: &mut dyn Sink,
    ) -> Result<(), SearchFailure> {
        if self.job.query == Query::First(0) {
            return Err(SearchFailure::Halt(Halt::Enough));
        }
        let never = cnf.fresh();
        cnf.add(&[!never]);
        let mut cubes = vec![Cube::default()];
        while let Some(mut cube) = cubes.pop() {
            control.check(0)?;
            let guard = cnf.fresh();
            for clause in &cube.found {
                let guarded: Vec<Lit> = clause.iter().copied().chain([!guard]).collect();
                cnf.add(&guarded);
            }
            let assumptions: Vec<Lit> = [guard].into_iter().chain(cube.literals.iter().copied()).collect();
            let is_full = self.is_full(cnf, &mut cube, &assumptions, [!guard, never], sink)?;
            cnf.add(&[!guard]);
            if is_full {
                cubes.extend(cube.halves(self.job.problem.choices.len()));
            }
        }
        Ok(())
    }

    /// Enumerates the other solutions of a cube, which satisfies `assumptions`. The clauses that exclude them end with
    /// `tail`. Returns true if the cube must be cut before the rest is enumerated.
    fn is_full<S: SatSolver>(
        &mut self,
        cnf: &mut Cnf<S>,
        cube: &mut Cube,
        assumptions: &[Lit],
        tail: [Lit; 2],
        sink: &mut dyn Sink,
    ) -> Result<bool, SearchFailure> {
        let mut pause = None;
        cnf.clauses.solver.each_model(assumptions, &mut |value| {
            let chosen: Vec<ChoiceId> =
                self.job.problem.choice_ids().filter(|c| value(lit(c.lit()))).collect();
            let clause = self.blocker.clause(self.job.problem, &chosen);
            let guarded = clause.iter().copied().chain(tail).collect();
            cube.found.push(clause);
            pause = self.take(chosen, sink, S::ENGINE);
            if pause.is_none() && cube.found.len() >= self.most {
                pause = Some(Pause::Full);
            }
            (guarded, pause.is_some())
        })?;
        match pause {
            None => Ok(false),
            Some(Pause::Full) => Ok(true),
            Some(Pause::Enough) => Err(SearchFailure::Halt(Halt::Enough)),
            Some(Pause::Fault(fault)) => Err(SearchFailure::Fault(fault)),
        }
    }

    /// Records a solution. Returns a reason to pause if there is one.
    fn take(&mut self, chosen: Vec<ChoiceId>, sink: &mut dyn Sink, engine: &'static str) -> Option<Pause> {
        let problem = self.job.problem;
        if !problem.holds(&chosen) {
            let message = format!("a model violates a constraint: {chosen:?}");
            return Some(Pause::Fault(EngineError { engine, message }));
        }
        self.count += 1;
        if let (Query::CountBy(()), Some(by)) = (self.job.query, &problem.by) {
            *self.by.entry(by.value(&Assignment::new(problem, &chosen))).or_default() += 1;
        }
        let is_shown = matches!(self.job.query, Query::All | Query::First(_));
        let is_closed = is_shown && sink.solution(&chosen).is_break();
        self.last = Some(chosen);
        let is_enough = matches!(self.job.query, Query::First(k) if self.count >= k);
        (is_closed || is_enough).then_some(Pause::Enough)
    }
}

impl Cube {
    /// Cuts the cube by the choice that most evenly divides the solutions found. There are at least two, so it divides
    /// them.
    fn halves(self, choices: usize) -> [Self; 2] {
        let mut times = vec![0usize; choices];
        // The clause of a solution denies the choices that it contains.
        let denied = self.found.iter().flatten().filter(|l| l.is_neg());
        denied.for_each(|l| times[l.vidx()] += 1);
        let balance = |c: &usize| (times[*c].min(self.found.len() - times[*c]), std::cmp::Reverse(*c));
        let middle = (0..choices).max_by_key(balance).expect("two solutions differ in a choice");
        let cut = Lit::positive(middle as u32);
        let (with, without): (Vec<_>, Vec<_>) =
            self.found.into_iter().partition(|clause| clause.contains(&!cut));
        let half = |side: Lit, found| Self {
            literals: self.literals.iter().copied().chain([side]).collect(),
            found,
        };
        [half(!cut, without), half(cut, with)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Collect;
    use crate::engine::conformance::{job, solutions};
    use crate::engine::sat::solver::Batsat;
    use crate::engine::sat::watched::watched;
    use crate::problem::random::{Mix, problems};
    use crate::problem::{Problem, samples};
    use proptest::prelude::*;

    /// Solutions listed with cubes of at most `most`, ascending, and whether the enumeration came to its end.
    fn listed(problem: &Problem, query: Query, most: usize) -> (Vec<Vec<ChoiceId>>, bool) {
        let control = Control::unlimited();
        let job = job(problem, query);
        let mut encoding = watched(problem, Batsat::new(&control, 0));
        let mut sink = Collect::default();
        let mut enumeration = Enumeration::new(&job, most);
        let ended = enumeration.run(&mut encoding.cnf, &control, &mut sink);
        sink.solutions.sort();
        assert_eq!(enumeration.count, sink.solutions.len() as u64);
        (sink.solutions, ended.is_ok())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// However small the cubes, each solution is found once.
        #[test]
        fn cubes_make_up_the_whole(
            problem in problems(Mix { objectives: false, ..Mix::EVERYTHING }),
            most in 2usize..6,
        ) {
            let expected = solutions(&problem);
            prop_assert_eq!(listed(&problem, Query::All, most), (expected.clone(), true));
            let (two, is_whole) = listed(&problem, Query::First(2), most);
            prop_assert_eq!(two.len(), expected.len().min(2));
            prop_assert_eq!(is_whole, expected.len() < 2);
            prop_assert!(two.iter().all(|s| expected.binary_search(s).is_ok()));
        }
    }

    #[test]
    fn thousands_of_solutions() {
        let kings = samples::peaceful(5, 5, &samples::king());
        let (all, is_whole) = listed(&kings, Query::All, 50);
        assert!(is_whole && all.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(all.len(), 6427, "OEIS A063443");
    }
}
