//! Jobs that an engine solves in another form of their problem: with exchangeable kinds pinned, with equal choices folded into
//! one, with derived facts as choices, or restricted to the solutions that attain a bound on the first objective. Solutions and
//! values are those of the original problem.

use super::pinned::{PinnedSearch, pinned_job};
use crate::engine::{
    Bid, Bound, Control, Decline, End, Engine, EngineError, Evidence, Exhausted, Job, Prepared, Query, Run,
    Search, Sink, Stop, Translation, exhaust,
};
use crate::problem::{ChoiceId, ConstraintKind, Problem, ProblemAtBound, ReducedProblem};
use num_bigint::BigUint;

/// Factor for the estimate of a search for best values with facts as choices: measured, they take 5 to 25 times as long.
const FACTS_FOR_BEST: f64 = 20.0;
/// Factor for other searches with facts as choices: they may take a hundred times as long (queens and a pawn that blocks them),
/// and must not keep a search that deduces more from waiting. A tree that is known is no longer than it is.
const FACTS: f64 = 1e3;
/// Milliseconds of a bid so short that facts as choices, whose bids are mostly too low, are not tried as well.
const SHORT: f64 = 10_000.0;

/// Admits `job`; with exchangeable kinds pinned, unless the engine makes use of them by itself.
///
/// # Errors
/// As [`Engine::admit`].
pub(super) fn admit<'a>(engine: &'static dyn Engine, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
    let Some((own, pinned)) = pinned_job(job).filter(|_| !engine.exchanges_kinds()) else {
        return admit_unpinned(engine, job);
    };
    let prepared = admit_unpinned(engine, &own)?;
    Ok(Prepared::new(prepared.bid(), PinnedSearch { query: job.query, prepared, pinned }))
}

/// Admits `job` in its folded form if it has one. The original form is left out: it is the same problem with more
/// choices.
///
/// # Errors
/// As [`Engine::admit`].
fn admit_unpinned<'a>(engine: &'static dyn Engine, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
    let Some(folded) = job.problem.folded() else {
        return admit_unfolded(engine, job);
    };
    let prepared = admit_unfolded(engine, &Job { problem: &folded.problem, ..*job })?;
    Ok(Prepared::new(prepared.bid(), ReducedSearch { prepared, reduced: folded }))
}

/// Admits `job`, with its derived facts as choices if that is necessary or much better. The first solutions are not asked for in
/// this form: the nodes of a general search depend on the threads, and with them the turns, and so the engine that is first.
fn admit_unfolded<'a>(engine: &'static dyn Engine, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
    let admitted = engine.admit(job);
    if matches!(job.query, Query::First(_)) || admitted.as_ref().is_ok_and(|p| p.bid().milliseconds() < SHORT)
    {
        return admitted;
    }
    let is_taken = takes_facts_as_choices(engine, job.problem);
    let Some(explicit) = is_taken.then(|| job.problem.explicit()).flatten() else { return admitted };
    let explicit_job = Job { problem: &explicit.problem, ..*job };
    let Ok(prepared) = engine.admit(&explicit_job) else { return admitted };
    let bid = prepared.bid();
    let factor = match &job.problem.objectives[..] {
        [] if prepared.is_certain() => 1.0,
        [] => FACTS,
        _ => FACTS_FOR_BEST,
    };
    let bid = Bid { cost: bid.cost * factor, ..bid };
    match admitted {
        Ok(admitted) if admitted.bid().cost <= bid.cost => Ok(admitted),
        _ => Ok(Prepared::new(bid, ReducedSearch { prepared, reduced: explicit })),
    }
}

/// Returns true if nothing but derived facts keeps the engine from taking the problem.
fn takes_facts_as_choices(engine: &dyn Engine, problem: &Problem) -> bool {
    let is_other = |kind: &ConstraintKind| *kind != ConstraintKind::Definition;
    !engine.takes(ConstraintKind::Definition)
        && engine.takes(ConstraintKind::GuardedLinear)
        && problem.constraint_kinds().iter().filter(is_other).all(|kind| engine.takes(kind))
}

/// Admits the search for solutions at the bound on the first objective, or at the value that is `steps` steps worse if no solution
/// attains a better one. If there are none, it gives up: then it has found only a better bound.
pub(super) fn admit_at_bound<'a>(
    engine: &'static dyn Engine,
    job: &Job<'a>,
    steps: usize,
) -> Option<Prepared<'a>> {
    if job.query == Query::First(0) {
        return None;
    }
    let at_bound = (0..steps).try_fold(job.problem.at_bound()?, |at, _| at.worse(job.problem))?;
    let prepared = admit(engine, &Job { problem: &at_bound.reduced.problem, ..*job }).ok()?;
    let bid = prepared.bid();
    // A bound in floating-point numbers decides nothing here.
    (bid.evidence != Evidence::Float)
        .then(|| Prepared::new(bid, BoundSearch { job: *job, prepared, at_bound }))
}

struct ReducedSearch<'a> {
    prepared: Prepared<'a>,
    reduced: &'a ReducedProblem,
}

impl Search for ReducedSearch<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let original = |chosen: &[ChoiceId]| self.reduced.solution(chosen);
        let mut run = self.prepared.run(control, &mut Translation { original, sink })?;
        run.incumbent = run.incumbent.map(|chosen| self.reduced.solution(&chosen));
        Ok(run)
    }
}

struct BoundSearch<'a> {
    job: Job<'a>,
    prepared: Prepared<'a>,
    at_bound: &'a ProblemAtBound,
}

impl Search for BoundSearch<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let original = |chosen: &[ChoiceId]| self.at_bound.reduced.solution(chosen);
        // The values of the other objectives alone mean nothing to a watcher.
        let inner = if self.job.problem.objectives.len() > 1 { &control.unwatched() } else { control };
        let mut run = self.prepared.run(inner, &mut Translation { original, sink })?;
        run.incumbent = run.incumbent.map(|chosen| self.at_bound.reduced.solution(&chosen));
        let is_met = run.count != BigUint::ZERO || run.incumbent.is_some() || run.best.is_some();
        if let (false, Some(exhausted)) = (is_met, run.end.exhausted()) {
            return Ok(self.missed(run, exhausted));
        }
        // Bounds on the other objectives are none on the first.
        run.bound.clear();
        if is_met {
            run.best = Some(match &run.incumbent {
                Some(chosen) => self.job.problem.objective_values(chosen),
                None => std::iter::once(self.at_bound.value).chain(run.best.unwrap_or_default()).collect(),
            });
            if self.job.problem.objectives.len() == 1 {
                // A solution that attains the bound leaves nothing to search.
                run.optimal = exhaust(control, |_| ((), Ok(()))).1.ok();
            }
        }
        Ok(run)
    }
}

impl BoundSearch<'_> {
    /// The result if no solution attains the bound: the best value is at least one worse.
    fn missed(&self, run: Run, exhausted: Exhausted) -> Run {
        let worse = if self.job.problem.objectives[0].maximize { -1 } else { 1 };
        let mut missed = Run::new(End::Stopped(Stop::GaveUp));
        missed.bound = vec![Bound::shown(self.at_bound.value.saturating_add(worse), exhausted)];
        missed.stats = run.stats;
        missed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Collect, CountOnly, ENGINES, Limits, engine_named};
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples::{self, latin, solutions};
    use crate::problem::{Cube, Definition, Linear, Lit, Objective, Origin};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn engines_that_take_no_facts_take_them_as_choices(
            problem in problems(Mix { matchings: false, objectives: false, ..Mix::WITHOUT_GRAPHS })
        ) {
            let mut expected = solutions(&problem);
            expected.sort();
            let engine = engine_named("masks").expect("it exists");
            for query in [Query::All, Query::Count] {
                let job = Job { problem: &problem, query, seed: 0, threads: 1 };
                let mut sink = Collect::default();
                let prepared = admit(engine, &job).map_err(|decline| TestCaseError::fail(decline.reason))?;
                let run = prepared.run(&Control::unlimited(), &mut sink).expect("no fault");
                prop_assert_eq!(run.count, BigUint::from(expected.len()));
                sink.solutions.sort();
                prop_assert!(query == Query::Count || sink.solutions == expected);
            }
        }
    }

    /// Three cells a, b and c with 2a - b + c at least 1, as a fact.
    #[test]
    fn a_known_tree_with_facts_as_choices_is_no_longer_than_it_is() {
        let mut problem = samples::free(3, 1, 1);
        let terms = [(2, 0), (-1, 1), (1, 2)].map(|(weight, c)| (weight, ChoiceId(c).lit()));
        problem.edit(|p| p.definitions.push(Definition::AtLeast(terms.to_vec(), 1)));
        let fact = Lit::positive(problem.defined(0));
        problem.edit(|p| p.clauses.push((vec![fact], Origin::BOARD)));
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let masks = engine_named("masks").expect("it exists");
        assert!(masks.admit(&job).is_err(), "it does not take this fact");
        let prepared = admit(masks, &job).expect("it takes facts as choices");
        assert!(prepared.bid().milliseconds() < 0.1, "{:?}", prepared.bid());
        let run = prepared.run(&Control::unlimited(), &mut CountOnly).expect("no fault");
        assert_eq!(run.count, 5_u32.into());
    }

    /// Latin squares of side 4: 576, a 24th of them with the first row in order.
    #[test]
    fn engines_answer_for_all_kinds_that_are_pinned() {
        let mut problem = latin(4, 4);
        let by = Objective {
            maximize: true,
            terms: vec![(1, ChoiceId(4).lit()), (1, ChoiceId(5).lit())],
            constant: 0,
        };
        problem.edit(|p| p.by = Some(by));
        assert!(problem.pinned().is_none(), "the first two kinds are not like the others");
        problem.edit(|p| p.by = None);
        assert_eq!(problem.pinned().expect("a row of all kinds").weight(), 24);
        let mut asked = 0;
        for &engine in ENGINES {
            for query in [Query::All, Query::Count, Query::First(1), Query::First(30)] {
                let job = Job { problem: &problem, query, seed: 0, threads: 1 };
                let Ok(prepared) = admit(engine, &job) else { continue };
                if prepared.bid().evidence != Evidence::Exhaustive {
                    continue;
                }
                let mut found = Collect::default();
                let run = prepared.run(&Control::unlimited(), &mut found).expect("no fault");
                let expected = if let Query::First(k) = query { k } else { 576 };
                assert_eq!(run.count, BigUint::from(expected), "{} {query:?}", engine.name());
                assert!(run.end.is_complete());
                assert!(found.solutions.iter().all(|s| problem.holds(s)));
                found.solutions.sort();
                found.solutions.dedup();
                let delivered = if query == Query::Count { 0 } else { expected };
                assert!(found.solutions.len() as u64 >= delivered, "{} {query:?}", engine.name());
                asked += 1;
            }
        }
        assert!(asked > 12, "{asked}");
    }

    /// Three rows with at most two choices each: six at most, and which six is decided by the second objective.
    #[test]
    fn a_bound_on_the_second_objective_is_none_on_the_first() {
        let mut problem = samples::free(4, 3, 1);
        let terms = |of: std::ops::Range<u32>| of.map(|c| (1, ChoiceId(c).lit())).collect::<Vec<_>>();
        let row = |y: u32| Linear {
            terms: terms(4 * y..4 * y + 4),
            lo: 0,
            hi: 2,
            guard: None,
            origin: Origin::BOARD,
        };
        let weighed = (0..12).map(|c| (i64::from(c * 5 % 7) + 1, ChoiceId(c).lit())).collect();
        problem.edit(|p| {
            p.linears = (0..3).map(row).collect();
            p.objectives = vec![
                Objective { maximize: true, terms: terms(0..12), constant: 0 },
                Objective { maximize: false, terms: weighed, constant: -100 },
            ];
        });
        let best =
            solutions(&problem).iter().map(|s| problem.objective_values(s)).min_by_key(|v| (-v[0], v[1]));
        let (mut ended, mut stopped) = (0, 0);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        for (&engine, nodes) in ENGINES.iter().flat_map(|e| (1..40).chain([1000]).map(move |n| (e, n))) {
            let Some(prepared) = admit_at_bound(engine, &job, 0) else { continue };
            let control =
                Control::new(Default::default(), Limits { nodes: Some(nodes), ..Limits::default() });
            let run = prepared.run(&control, &mut Collect::default()).expect("no fault");
            assert!(run.bound.iter().all(|bound| bound.value() >= 6), "{} {nodes}", engine.name());
            if run.optimal.is_some() {
                assert_eq!(run.best, best, "{} {nodes}", engine.name());
                ended += 1;
            } else {
                stopped += 1;
            }
        }
        assert!(ended > 5 && stopped > 5, "{ended} ended, {stopped} stopped");
    }

    #[test]
    fn solutions_with_other_kinds_are_within_the_limits() {
        let problem = latin(4, 4);
        let engine = engine_named("cover").expect("it exists");
        let job = Job { problem: &problem, query: Query::All, seed: 0, threads: 1 };
        let prepared = admit(engine, &job).expect("it takes exact covers");
        let mut found = Collect::default();
        let control = Control::new(Default::default(), Limits { nodes: Some(40), ..Limits::default() });
        let run = prepared.run(&control, &mut found).expect("no fault");
        assert_eq!(run.end, End::Stopped(Stop::Nodes));
        assert!(run.optimal.is_none() && found.solutions.len() <= 40);
    }

    #[test]
    fn parts_with_pinned_kinds_are_those_of_the_whole() {
        let problem = latin(4, 4);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let mut divided = 0;
        for &engine in ENGINES {
            let Ok(prepared) = admit(engine, &job) else { continue };
            let Some(division) = prepared.divide(3, None) else { continue };
            let parts = prepared.parts(&division.cubes, None).expect("parts of this search");
            let count = |(i, cube): (usize, &Cube)| {
                let run = parts.run(i, &Control::unlimited(), &mut CountOnly).expect("no fault");
                run.count * cube.weight
            };
            let sum: BigUint = division.cubes.iter().enumerate().map(count).sum();
            assert_eq!(sum, BigUint::from(576_u32), "{}", engine.name());
            divided += 1;
        }
        assert!(divided > 0);
    }
}
