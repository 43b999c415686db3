//! The backbone of a problem: for each of several sets of choices, if all, some or no solutions contain a choice of it.
//!
//! Method: a first model makes one of "all" and "none" impossible for each set; the literal that would make the other
//! impossible is its *target*. The solver is then asked for a model in which at least one of a chunk of targets is true. A
//! model removes the targets that are true in it, from all chunks; a refutation shows that all targets of its chunk are
//! false in every model, and they are fixed so. A clause that requires a target depends on a literal that is assumed for one
//! call and false afterwards (M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for computing backbones of propositional
//! formulae", AI Communications 28(2), 2015: chunks with models as filters). One call decides many sets in either case, and
//! what the solver has learnt serves the next call.
//!
//! Solutions are closed under the symmetries of the problem, so a set and its images occur alike. They form a class with one
//! target, which is true in a model if it is true for any of them.
//!
//! If the search is stopped, the sets with a target are open: they are neither in all nor in no solution for certain.

use super::encode::Encoding;
use super::failure::SearchFailure;
use super::linear::lit;
use super::solver::{Batsat, SatSolver};
use super::watched::watched;
use crate::engine::{
    Control, End, EngineError, Halt, Job, Occurrence, Query, Sink, Stats, exhaust, exhaust_into,
};
use crate::problem::{ChoiceId, Problem};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

/// Number of targets of one call. Smaller chunks decide more before a limit, larger ones take fewer calls.
const CHUNK: usize = 100;
/// Maximum number of choices in the images of all sets; beyond it, each set is a class of its own.
const MOST_IMAGES: usize = 20_000_000;

/// Occurrence of sets of choices in the solutions of a problem.
#[derive(Clone, Debug)]
pub struct Backbone {
    /// By set.
    pub occurrences: Vec<Occurrence>,
    /// End of the search: exhausted if every set is decided.
    pub end: End,
    /// Number of solutions found.
    pub solutions: u64,
    pub stats: Stats,
}

/// Decides for each of `sets`, each ascending, if all, some or no solutions of the job's problem contain a choice of it. The problem has no
/// objectives. The solutions found go to `sink`; if it has enough, the search stops.
///
/// # Errors
/// A fault: a model that violates a constraint.
///
/// # Panics
/// If the problem has objectives.
pub fn backbone(
    job: &Job<'_>,
    sets: &[Vec<ChoiceId>],
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<Backbone, EngineError> {
    assert!(job.problem.objectives.is_empty(), "objectives are settled first");
    let ((search, fault), ended) = exhaust_into(control, sink, |control, sink| {
        let mut search = BackboneSearch::new(job, sets, control);
        match search.run(sink) {
            Ok(()) => ((search, None), Ok(())),
            Err(SearchFailure::Halt(halt)) => ((search, None), Err(halt)),
            Err(SearchFailure::Fault(fault)) => ((search, Some(fault)), Ok(())),
        }
    });
    fault.map_or_else(|| Ok(search.result(End::of(ended, Query::All, &BigUint::ZERO))), Err)
}

/// An open class, and what no model so far has shown of it.
#[derive(Clone, Copy)]
struct Target {
    class: usize,
    /// True if no model contains a choice of its sets, false if all models do.
    is_present: bool,
}

struct BackboneSearch<'a> {
    problem: &'a Problem,
    sets: &'a [Vec<ChoiceId>],
    control: Control,
    encoding: Encoding<Batsat>,
    /// By set: true in the models that contain a choice of it. `None` for an empty set.
    literals: Vec<Option<Lit>>,
    /// Sets that are images of each other, by class.
    classes: Vec<Vec<usize>>,
    /// By class.
    occurrences: Vec<Occurrence>,
    targets: Vec<Target>,
    /// By choice: true if the last model contains it.
    chosen: Vec<bool>,
    solutions: u64,
}

impl<'a> BackboneSearch<'a> {
    fn new(job: &Job<'a>, sets: &'a [Vec<ChoiceId>], control: &Control) -> Self {
        let mut encoding = watched(job.problem, Batsat::new(control, job.seed));
        let literals = sets.iter().map(|set| literal(&mut encoding, set)).collect();
        let classes = classes(job.problem, sets);
        Self {
            problem: job.problem,
            sets,
            control: control.clone(),
            encoding,
            literals,
            occurrences: vec![Occurrence::Open; classes.len()],
            classes,
            targets: Vec::new(),
            chosen: vec![false; job.problem.choices.len()],
            solutions: 0,
        }
    }

    fn run(&mut self, sink: &mut dyn Sink) -> Result<(), SearchFailure> {
        if !self.finds_model(&[], sink)? {
            self.occurrences.fill(Occurrence::None);
            return Ok(());
        }
        for class in 0..self.classes.len() {
            match [true, false].map(|is_present| self.is_shown(Target { class, is_present })) {
                [true, true] => self.occurrences[class] = Occurrence::Some,
                [true, false] => self.targets.push(Target { class, is_present: false }),
                [false, _] if self.literals[self.classes[class][0]].is_none() => {
                    self.occurrences[class] = Occurrence::None;
                }
                [false, _] => self.targets.push(Target { class, is_present: true }),
            }
        }
        while !self.targets.is_empty() {
            let chunk = self.targets.len().min(CHUNK);
            let literals: Vec<Lit> =
                self.targets[..chunk].iter().flat_map(|&t| self.literals_of(t)).collect();
            let guard = self.encoding.cnf.fresh();
            self.encoding.cnf.add(&literals.iter().copied().chain([!guard]).collect::<Vec<Lit>>());
            if self.finds_model(&[guard], sink)? {
                self.filter();
            } else {
                literals.iter().for_each(|&l| self.encoding.cnf.add(&[!l]));
                for target in self.targets.drain(..chunk) {
                    let found = if target.is_present { Occurrence::None } else { Occurrence::All };
                    self.occurrences[target.class] = found;
                }
            }
            self.encoding.cnf.add(&[!guard]);
        }
        Ok(())
    }

    /// Literals of which any shows the target.
    fn literals_of(&self, target: Target) -> impl Iterator<Item = Lit> {
        let literals = self.classes[target.class].iter().filter_map(|&set| self.literals[set]);
        literals.map(move |l| if target.is_present { l } else { !l })
    }

    /// Returns true if the last model shows the target.
    fn is_shown(&self, target: Target) -> bool {
        let contains = |set: &usize| self.sets[*set].iter().any(|c| self.chosen[c.index()]);
        self.classes[target.class].iter().any(|set| contains(set) == target.is_present)
    }

    /// Asks the solver for a model under `assumptions` and passes it on. Returns false if there is none.
    fn finds_model(&mut self, assumptions: &[Lit], sink: &mut dyn Sink) -> Result<bool, SearchFailure> {
        let solver = &mut self.encoding.cnf.clauses.solver;
        let (has_model, ended) = exhaust(&self.control, |_| match solver.solve(assumptions) {
            Ok(has_model) => (has_model, Ok(())),
            Err(stop) => (false, Err(Halt::Stop(stop))),
        });
        if !has_model {
            return ended.map(|_| false).map_err(SearchFailure::Halt);
        }
        let chosen: Vec<ChoiceId> =
            self.problem.choice_ids().filter(|c| solver.value(lit(c.lit()))).collect();
        if !self.problem.holds(&chosen) {
            let message = format!("a model violates a constraint: {chosen:?}");
            return Err(SearchFailure::Fault(EngineError { engine: Batsat::ENGINE, message }));
        }
        self.chosen.fill(false);
        chosen.iter().for_each(|c| self.chosen[c.index()] = true);
        self.solutions += 1;
        if sink.solution(&chosen).is_break() {
            return Err(SearchFailure::Halt(Halt::Enough));
        }
        Ok(true)
    }

    /// Removes the targets that the last model shows: their sets are in some solutions.
    fn filter(&mut self) {
        let mut targets = std::mem::take(&mut self.targets);
        targets.retain(|&target| {
            let is_shown = self.is_shown(target);
            if is_shown {
                self.occurrences[target.class] = Occurrence::Some;
            }
            !is_shown
        });
        self.targets = targets;
    }

    fn result(self, end: End) -> Backbone {
        let solver = &self.encoding.cnf.clauses.solver;
        let (nodes, conflicts) = solver.effort();
        let mut more: Vec<(&'static str, u64)> = conflicts.map(|c| ("conflicts", c)).into_iter().collect();
        let (variables, clauses) = self.encoding.cnf.size();
        more.extend([("variables", variables), ("clauses", clauses)]);
        let mut occurrences = vec![Occurrence::Open; self.sets.len()];
        for (class, &occurrence) in self.classes.iter().zip(&self.occurrences) {
            class.iter().for_each(|&set| occurrences[set] = occurrence);
        }
        Backbone { occurrences, end, solutions: self.solutions, stats: Stats { nodes, more } }
    }
}

/// Returns a literal that is true in the models that contain a choice of `set`; `None` for an empty set.
fn literal(encoding: &mut Encoding<Batsat>, set: &[ChoiceId]) -> Option<Lit> {
    match set {
        [] => None,
        [only] => Some(lit(only.lit())),
        several => {
            let gate = encoding.cnf.fresh();
            let negated: Vec<Lit> = several.iter().map(|c| !lit(c.lit())).collect();
            encoding.cnf.define_and(!gate, &negated);
            Some(gate)
        }
    }
}

/// Returns the indices of the sets that are images of each other under the symmetries of the problem, by class.
fn classes(problem: &Problem, sets: &[Vec<ChoiceId>]) -> Vec<Vec<usize>> {
    let size: usize = sets.iter().map(|set| set.len() + 1).sum();
    if problem.group.len() < 2 || size.saturating_mul(problem.group.len()) > MOST_IMAGES {
        return (0..sets.len()).map(|set| vec![set]).collect();
    }
    let mut by_set: FxHashMap<&[ChoiceId], Vec<usize>> = FxHashMap::default();
    for (i, set) in sets.iter().enumerate() {
        by_set.entry(set).or_default().push(i);
    }
    let (mut classes, mut is_classed) = (Vec::new(), vec![false; sets.len()]);
    for first in 0..sets.len() {
        if is_classed[first] {
            continue;
        }
        let mut class = Vec::new();
        for permutation in &problem.group {
            let mut image: Vec<ChoiceId> = sets[first].iter().map(|c| permutation[c.index()]).collect();
            image.sort_unstable();
            for &set in by_set.get(image.as_slice()).into_iter().flatten() {
                if !std::mem::replace(&mut is_classed[set], true) {
                    class.push(set);
                }
            }
        }
        classes.push(class);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::{grouped, job, solutions};
    use crate::engine::{Collect, Limits};
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples;
    use proptest::prelude::*;

    /// The single choices, pairs of neighbors in number, and the empty set.
    fn sets(problem: &Problem) -> Vec<Vec<ChoiceId>> {
        let single = problem.choice_ids().map(|c| vec![c]);
        let pairs = problem.choice_ids().zip(problem.choice_ids().skip(1)).map(|(a, b)| vec![a, b]);
        single.chain(pairs).chain([Vec::new()]).collect()
    }

    fn expected(set: &[ChoiceId], solutions: &[Vec<ChoiceId>]) -> Occurrence {
        let has = |s: &&Vec<ChoiceId>| s.iter().any(|c| set.contains(c));
        match solutions.iter().filter(has).count() {
            0 => Occurrence::None,
            n if n == solutions.len() => Occurrence::All,
            _ => Occurrence::Some,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// The occurrences are those in the list of all solutions; under a limit each is one of these or open.
        #[test]
        fn agrees_with_all_solutions(
            problem in problems(Mix { objectives: false, ..Mix::EVERYTHING }),
            nodes in 0u64..40,
        ) {
            let (all, sets) = (solutions(&problem), sets(&problem));
            let job = job(&problem, Query::All);
            let mut found = Collect::default();
            let whole = backbone(&job, &sets, &Control::unlimited(), &mut found).expect("no fault");
            prop_assert!(whole.end.exhausted().is_some());
            prop_assert_eq!(found.solutions.len() as u64, whole.solutions);
            prop_assert!(found.solutions.iter().all(|s| all.binary_search(s).is_ok()));
            let limited = Control::new(Default::default(), Limits { checks: Some(nodes), ..Limits::default() });
            let part = backbone(&job, &sets, &limited, &mut Collect::default()).expect("no fault");
            for (i, set) in sets.iter().enumerate() {
                let expected = expected(set, &all);
                prop_assert_eq!(whole.occurrences[i], expected);
                let known = part.occurrences[i];
                prop_assert!(known == expected || (known == Occurrence::Open && part.end.exhausted().is_none()));
            }
        }
    }

    #[test]
    fn images_occur_alike() {
        for problem in [samples::queens(4), samples::peaceful(3, 3, &samples::king())].map(grouped) {
            let (all, sets) = (solutions(&problem), sets(&problem));
            assert!(problem.group.len() > 1 && classes(&problem, &sets).len() < sets.len());
            let job = job(&problem, Query::All);
            let found =
                backbone(&job, &sets, &Control::unlimited(), &mut Collect::default()).expect("no fault");
            for (set, occurrence) in sets.iter().zip(found.occurrences) {
                assert_eq!(occurrence, expected(set, &all));
            }
        }
    }

    #[test]
    fn a_sink_that_has_enough_leaves_the_rest_open() {
        struct One;
        impl Sink for One {
            fn solution(&mut self, _: &[ChoiceId]) -> std::ops::ControlFlow<()> {
                std::ops::ControlFlow::Break(())
            }
        }
        let problem = samples::queens(6);
        let sets = sets(&problem);
        let found =
            backbone(&job(&problem, Query::All), &sets, &Control::unlimited(), &mut One).expect("no fault");
        assert!(found.end.exhausted().is_none() && found.solutions == 1);
        assert!(found.occurrences.iter().all(|&o| o == Occurrence::Open));
    }
}
