//! Largest sets as coverings by the choices that are left out: "at most two of each window" says that all but two of them are left
//! out, "each knight: attackers knight <= 2" that all but two of its neighbors are, or the knight itself. (If only
//! pairs exclude each other, other searches are better; this one is for sums.)

use super::cover;
use super::strategy::Strategy;
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::{Control, Job, Sink, Translation};
use crate::problem::{ChoiceId, Conflicts, Linear, Lit, Objective, Origin, Problem, ProblemParts};

/// The covering by the choices that are left out, and the search for it.
struct Complement {
    problem: Problem,
    strategy: Box<dyn Strategy>,
}

/// Prepares the problem if it has this form.
pub(super) fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
    let problem = covering(problem)?;
    let strategy = cover::prepare(&problem)?;
    Some(Box::new(Complement { problem, strategy }))
}

/// The problem of leaving out as few choices as possible; `None` if it is no covering.
fn covering(problem: &Problem) -> Option<Problem> {
    let [objective] = &problem.objectives[..] else { return None };
    let objectives = vec![cost_of_leaving_out(objective)?];
    let is_plain = problem.by.is_none() && problem.cliques.is_empty() && !problem.linears.is_empty();
    // Each pair that excludes each other is a clause. They are counted before anything is copied.
    if !is_plain || problem.choices.len() > cover::MOST || problem.conflicts.entries() > 2 * cover::MOST {
        return None;
    }
    let mut clauses: Vec<(Vec<Lit>, Origin)> = problem
        .clauses
        .iter()
        .map(|(lits, origin)| Some((negated(lits)?, *origin)))
        .collect::<Option<_>>()?;
    for (c, others) in problem.choice_ids().zip(problem.conflicts.iter()) {
        let later = others.iter().filter(|&&other| other >= c);
        clauses.extend(later.map(|other| (vec![c.lit(), other.lit()], Origin::BOARD)));
    }
    let linears = problem.linears.iter().map(sum_left_out).collect::<Option<Vec<_>>>()?;
    let parts = ProblemParts {
        clauses,
        linears: linears.into_iter().flatten().collect(),
        objectives,
        conflicts: Conflicts::none(problem.choices.len()),
        bicliques: Vec::new(),
        tight: None,
        ..problem.clone().into_parts()
    };
    Some(Problem::new(parts))
}

/// A clause of choices that are not all placed, as one of those left out.
fn negated(lits: &[Lit]) -> Option<Vec<Lit>> {
    lits.iter().map(|&l| (!l.is_positive()).then_some(!l)).collect()
}

/// An objective that is better the more choices are placed.
fn cost_of_leaving_out(objective: &Objective) -> Option<Objective> {
    let cost = |&(w, l): &(i64, Lit)| {
        let gain = if l.is_positive() == objective.maximize { w } else { -w };
        (gain > 0).then_some((gain, Lit::positive(l.var())))
    };
    let terms = objective.terms.iter().map(cost).collect::<Option<Vec<_>>>()?;
    Some(Objective { maximize: false, terms, constant: 0 })
}

/// An upper bound on how many are placed as a lower bound on how many are left out; `Some(None)` if it says nothing, `None` if it
/// says something else.
fn sum_left_out(sum: &Linear) -> Option<Option<Linear>> {
    let is_plain = sum.lo <= 0 && sum.terms.iter().all(|&(w, l)| w == 1 && l.is_positive());
    let is_guarded = sum.guard.is_none_or(|g| g.is_positive() && sum.terms.iter().all(|term| term.1 != g));
    if !is_plain || !is_guarded {
        return None;
    }
    let need = (sum.terms.len() as i64).saturating_sub(sum.hi);
    let guard = sum.guard.map(|g| !g);
    Some((need > 0).then(|| Linear {
        terms: sum.terms.clone(),
        lo: need,
        hi: i64::MAX,
        guard,
        origin: sum.origin,
    }))
}

impl Complement {
    /// The choices that are not left out, ascending.
    fn placed(&self, out: &[ChoiceId]) -> Vec<ChoiceId> {
        self.problem.choice_ids().filter(|c| out.binary_search(c).is_err()).collect()
    }

    fn job<'a>(&'a self, job: &Job<'_>) -> Job<'a> {
        Job { problem: &self.problem, query: job.query, seed: job.seed, threads: job.threads }
    }
}

impl Strategy for Complement {
    fn cost(&self, job: &Job<'_>) -> f64 {
        self.strategy.cost(&self.job(job))
    }

    fn pace(&self, job: &Job<'_>) -> u64 {
        self.strategy.pace(&self.job(job))
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let original = |out: &[ChoiceId]| self.placed(out);
        // The values of the covering mean nothing to a watcher.
        let (verdict, ended) =
            self.strategy.run(&self.job(job), &control.unwatched(), &mut Translation { original, sink });
        let incumbent = verdict.incumbent.map(|out| self.placed(&out));
        (StrategyVerdict { incumbent, ..verdict }, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::solutions;
    use crate::engine::{Collect, Query};
    use crate::problem::samples;
    use proptest::prelude::{Strategy as _, *};

    const CHOICES: u32 = 12;

    /// Random sums of 12 choices with upper bounds, some of them only where a choice is placed, with pairs that exclude each other
    /// and clauses of which not all choices are placed.
    fn packings() -> impl proptest::strategy::Strategy<Value = Problem> {
        let set = || prop::collection::btree_set(0..CHOICES, 2..=5);
        let sum = (set(), 0i64..4, prop::option::of(0..CHOICES));
        let pairs = prop::collection::vec((0..CHOICES, 0..CHOICES), 0..4);
        let (sums, clauses) = (prop::collection::vec(sum, 1..10), prop::collection::vec(set(), 0..3));
        (sums, pairs, clauses, any::<bool>()).prop_map(|(sums, pairs, clauses, maximize)| {
            let mut p = samples::free(4, 3, 1).into_parts();
            let lit = |c: &u32| ChoiceId(*c).lit();
            for (set, hi, guard) in sums {
                let guard = guard.filter(|g| !set.contains(g)).map(|g| lit(&g));
                let hi = hi.min(set.len() as i64 - 1);
                let terms = set.iter().map(|c| (1, lit(c))).collect();
                p.linears.push(Linear { terms, lo: i64::MIN, hi, guard, origin: Origin(0) });
            }
            pairs.iter().for_each(|&(a, b)| p.conflicts.add([(ChoiceId(a), ChoiceId(b))]));
            p.clauses =
                clauses.iter().map(|set| (set.iter().map(|c| !lit(c)).collect(), Origin(0))).collect();
            // As many as possible, or as few empty cells.
            let literal = |c: u32| if maximize { lit(&c) } else { !lit(&c) };
            let terms = (0..CHOICES).map(|c| (2, literal(c))).collect();
            p.objectives = vec![Objective { maximize, terms, constant: 5 }];
            Problem::new(p)
        })
    }

    proptest! {
        #[test]
        fn the_largest_sets_are_found(problem in packings()) {
            let expected = solutions(&problem);
            let strategy = prepare(&problem).expect("a covering");
            let found = |query: Query| {
                let job = Job { problem: &problem, query, seed: 0, threads: 1 };
                let mut sink = Collect::default();
                let (verdict, _) = strategy.run(&job, &Control::unlimited(), &mut sink);
                (verdict, sink.solutions)
            };
            let (verdict, mut all) = found(Query::All);
            all.sort();
            prop_assert_eq!(&all, &expected);
            prop_assert!(verdict.optimal.is_some());
            prop_assert_eq!(found(Query::Count).0.tally.count.total(), expected.len().into());
            let (verdict, one) = found(Query::First(1));
            prop_assert!(one.len() == 1 && expected.contains(&one[0]));
            prop_assert_eq!(verdict.incumbent, one.into_iter().next());
        }
    }

    #[test]
    fn other_sums_are_left_alone() {
        let sum = |lo, hi, guard: Option<Lit>| {
            let terms = (0..4).map(|c| (1, ChoiceId(c).lit())).collect();
            sum_left_out(&Linear { terms, lo, hi, guard, origin: Origin(0) })
        };
        let need = |sum: Option<Option<Linear>>| sum.map(|sum| sum.map(|sum| (sum.lo, sum.guard)));
        let other = ChoiceId(7).lit();
        assert_eq!(need(sum(0, 1, None)), Some(Some((3, None))));
        assert_eq!(need(sum(i64::MIN, 2, Some(other))), Some(Some((2, Some(!other)))));
        assert_eq!(need(sum(0, i64::MAX, None)), Some(None));
        assert_eq!(need(sum(1, 2, None)), None);
        assert_eq!(need(sum(0, 2, Some(!other))), None);
        assert_eq!(need(sum(0, 2, Some(ChoiceId(1).lit()))), None);
    }
}
