//! Stopped runs make no false claims: wherever a run is stopped, its optimum, infeasibility, bounds and counts agree with a
//! run without limits. Engines are stopped at every power of two of nodes and of control checks, with one, two and seven
//! threads. Whole runs are also resumed from a checkpoint and compared with expectations.

use super::agreement::tiny;
use super::specs::{files_below, model_with, outcome, project, spec_at, spec_of};
use nauck::engine::{Collect, Control, CountOnly, ENGINES, Engine, Evidence, Job, Limits, Run, Sink};
use nauck::ground::ground;
use nauck::model::{Expected, Model, Relation, UpTo};
use nauck::problem::{ChoiceId, Problem};
use nauck::run::{Checkpoint, Discard, Outcome, Query, Request, Status, Verdict, examine, run_written};
use nauck::text::NoFiles;
use num_bigint::BigInt;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of random specs with an objective.
const RANDOM: usize = 300;
/// Minimum number of random specs for which some limit leaves an incumbent worse than the optimum.
const MISLED: usize = 100;
/// Maximum number of nodes of a complete run of one engine.
const LONGEST: u64 = 300;
/// Maximum number of nodes of a complete run with the planner's engines.
const LONGEST_OF_ALL: u64 = 5_000;
/// Maximum number of cells times kinds of an example that is stopped everywhere.
const SMALL: usize = 80;
const THREADS: [usize; 3] = [1, 2, 7];

/// Next random number below `below`, from a linear congruential generator.
fn draw(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*state >> 33) as usize) % below
}

/// A random spec with an objective, on a board large enough to keep an engine busy.
fn random_spec(state: &mut u64) -> String {
    let mut pick = |list: &[&str]| list[draw(state, list.len())].to_owned();
    let board = pick(&["4 x 4", "4 x 3", "3 x 5", "4 x 4 wrap both", "5 x 3"]);
    let moves = [
        "ride orthogonal",
        "leap (1, 2)",
        "king",
        "ride orthogonal + ride diagonal",
        "none",
        "ride diagonal",
    ];
    let (a, b) = (pick(&moves), pick(&moves));
    let rule = pick(&[
        "no attacks",
        "no attacks between a, b",
        "each empty cell: attackers >= 1",
        "each a: count empty within king >= 2",
        "each row: count a <= 2",
        "no attacks within kinds",
    ]);
    let more = pick(&[
        "",
        "count a = count b",
        "count piece = 6",
        "each column: count b <= 1",
        "count a <= 2 * count b + 1",
        "each b: attackers <= 1",
        "count a in row 1 >= 1",
    ]);
    let objective = pick(&[
        "maximize count a",
        "maximize 9 * count a + 5 * count b",
        "maximize count piece",
        "minimize count piece",
        "maximize count a - 2 * count b",
        "minimize 3 * count a + count b",
        "maximize count a\nminimize count b",
        "maximize count empty where attackers = 0",
    ]);
    format!("board {board}\npiece a \"A\" = {a}\npiece b \"B\" = {b}\n{rule}\n{more}\n{objective}\n")
}

fn model_of(text: &str) -> Option<Model> {
    let spec = spec_of(text, "random.puz", &NoFiles).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    spec.model(&Vec::new()).ok().map(|(model, _)| model)
}

/// Random specs with an objective that are solved quickly; about a third use every construct of the language.
fn random_models() -> Vec<(String, Model)> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut state = 2;
    let mut all = Vec::new();
    while all.len() < RANDOM {
        let text = if all.len() % 3 == 0 {
            let tiny = tiny::tiny().new_tree(&mut runner).expect("a tree").current();
            tiny.text(&|text| model_of(text).is_some())
        } else {
            random_spec(&mut state)
        };
        let Some(model) = model_of(&text).filter(|m| !m.objectives.is_empty()) else { continue };
        let limits = Limits { nodes: Some(LONGEST_OF_ALL), ..Limits::default() };
        let first = Request { query: Query::First(1), limits, ..Request::of(&model) };
        if outcome(&model, &first).status() == Status::Complete {
            all.push((text, model));
        }
    }
    all
}

/// Answer of a complete run.
struct Truth {
    /// Optimal values; `None` if there is no solution.
    best: Option<Vec<i64>>,
    run: Run,
}

/// An engine, a problem and a query.
struct Bench<'a> {
    text: &'a str,
    engine: &'static dyn Engine,
    problem: &'a Problem,
    query: Query,
}

impl Bench<'_> {
    fn run(&self, limits: Limits, threads: usize) -> (Run, Vec<Vec<ChoiceId>>) {
        let job = Job { problem: self.problem, query: self.query, seed: 3, threads };
        let mut found = Collect::default();
        let mut nobody = CountOnly;
        let lists = matches!(self.query, Query::All | Query::First(_));
        let sink: &mut dyn Sink = if lists { &mut found } else { &mut nobody };
        let run = self.engine.run(&job, &Control::new(Arc::default(), limits), sink).expect("no fault");
        (run, found.solutions)
    }

    /// Complete answer of the engine, if it admits the job and needs few nodes.
    fn truth(&self) -> Option<Truth> {
        let job = Job { problem: self.problem, query: self.query, seed: 3, threads: 1 };
        self.engine.admit(&job).ok()?;
        let (run, _) = self.run(Limits { nodes: Some(LONGEST), ..Limits::default() }, 1);
        run.end.is_complete().then(|| Truth { best: run.best.clone(), run })
    }

    /// Stops the engine at every limit; returns how often it had an incumbent worse than the optimum.
    fn stopped(&self, truth: &Truth, threads: &[usize]) -> usize {
        let mut misled = 0;
        for &threads in threads {
            for exponent in 0..30 {
                let (nodes, looks) = (1 << exponent, (1 << exponent) - 1);
                let limits = [
                    Limits { nodes: Some(nodes), ..Limits::default() },
                    Limits { checks: Some(looks), ..Limits::default() },
                ];
                let runs = limits.map(|limits| self.run(limits, threads));
                for (run, solutions) in &runs {
                    self.judge(truth, run, solutions);
                    misled += usize::from(run.best.is_some() && run.best != truth.best);
                }
                if runs.iter().all(|(run, _)| run.end.is_complete()) {
                    break;
                }
            }
        }
        misled
    }

    fn judge(&self, truth: &Truth, run: &Run, solutions: &[Vec<ChoiceId>]) {
        let about = || format!("{} {:?}: {run:?}\n{}", self.engine.name(), self.query, self.text);
        let objectives = &self.problem.objectives;
        if run.optimal.is_some() {
            assert_eq!(run.best, truth.best, "{}", about());
        }
        if run.end.exhausted().is_some() {
            assert_eq!((&run.count, &run.by), (&truth.run.count, &truth.run.by), "{}", about());
        }
        for ((bound, best), objective) in run.bound.iter().zip(truth.best.iter().flatten()).zip(objectives) {
            let right = if objective.maximize { bound.value() >= *best } else { bound.value() <= *best };
            assert!(right, "{}", about());
        }
        if run.optimal.is_none() || objectives.is_empty() {
            assert!(objectives.is_empty() || solutions.is_empty() || self.believes(), "{}", about());
        }
        for solution in solutions.iter().chain(&run.incumbent) {
            assert!(self.problem.holds(solution), "{}", about());
        }
        for solution in solutions.iter().filter(|_| !objectives.is_empty()) {
            assert_eq!(Some(self.problem.objective_values(solution)), truth.best, "{}", about());
        }
        assert!(run.count <= truth.run.count, "{}", about());
    }

    /// Returns true if another engine must confirm the optimum before it counts.
    fn believes(&self) -> bool {
        let job = Job { problem: self.problem, query: self.query, seed: 3, threads: 1 };
        self.engine.admit(&job).is_ok_and(|p| p.bid().evidence == Evidence::Float)
    }
}

/// Stops every engine on two queries: the first solution, and another that depends on `turn`. Returns how often an engine
/// had an incumbent worse than the optimum.
fn engines_stopped(turn: usize, text: &str, model: &Model) -> usize {
    let grounded = ground(model, UpTo::default()).expect("it is small");
    let problem = &grounded.problem;
    let last = if problem.by.is_some() { Query::CountBy(()) } else { Query::Count };
    let other = [Query::First(3), Query::All, last][turn % 3];
    let asks = [(Query::First(1), &THREADS[..]), (other, &THREADS[turn / 3 % 3..][..1])];
    let mut misled = 0;
    for &engine in ENGINES {
        for (query, threads) in asks {
            let bench = Bench { text, engine, problem, query };
            misled += bench.truth().map_or(0, |truth| bench.stopped(&truth, threads));
        }
    }
    misled
}

#[test]
fn no_engine_takes_a_stop_for_an_answer() {
    let models = random_models();
    let stopped = models.iter().enumerate().filter(|(i, (text, model))| engines_stopped(*i, text, model) > 0);
    let misled = stopped.count();
    eprintln!("{misled} of {RANDOM} specs with an incumbent that was not optimal");
    assert!(misled >= MISLED, "{misled}");
}

#[test]
fn no_example_takes_a_stop_for_an_answer() {
    let mut seen = 0;
    for path in files_below(&project().join("examples"), "puz") {
        let spec = spec_at(&path);
        if spec.is_part() {
            continue;
        }
        let model = model_with(&spec, &[]);
        if model.objectives.is_empty() {
            continue;
        }
        let cells = model.board.len() * model.kinds.len();
        let limits = Limits { nodes: Some(LONGEST), ..Limits::default() };
        let first = Request { query: Query::First(1), ..Request::of(&model) };
        let is_small = cells <= SMALL
            && outcome(&model, &Request { limits, ..first.clone() }).status() == Status::Complete;
        if !is_small {
            continue;
        }
        engines_stopped(seen, &path.to_string_lossy(), &model);
        whole_runs(&path.to_string_lossy(), &model, &first);
        seen += 1;
    }
    eprintln!("{seen} examples with an objective");
    assert!(seen >= 8, "{seen} examples with an objective");
}

/// Compares runs under limits, with and without a checkpoint, and resumed runs with the run without limits.
fn whole_runs(text: &str, model: &Model, request: &Request) {
    let whole = outcome(model, request);
    let nodes = whole.nodes().max(1);
    for threads in [1, 2] {
        for part in [16, 2] {
            let limits = Limits { nodes: Some(nodes / part), ..Limits::default() };
            let stopped = Request { threads, limits, ..request.clone() };
            assert_true(text, model, &outcome(model, &stopped), &whole);
            let path = fresh_path();
            assert_true(text, model, &written(model, &stopped, &Checkpoint::New(path.clone())), &whole);
            let resumed = Request { threads, ..request.clone() };
            let resumed = written(model, &resumed, &Checkpoint::Resume(path.clone()));
            assert_eq!(resumed.status(), Status::Complete, "{text}");
            assert_true(text, model, &resumed, &whole);
            remove(&path);
        }
    }
}

/// Path of a file that no other test of this run uses.
fn fresh_path() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("nauck-truth-{}-{number}", std::process::id()))
}

fn remove(path: &Path) {
    std::fs::remove_file(path).expect("the checkpoint was written");
}

fn written(model: &Model, request: &Request, written: &Checkpoint) -> Outcome {
    run_written(model, request, &Arc::default(), None, written, &mut Discard)
        .unwrap_or_else(|e| panic!("{e}"))
}

/// Asserts that the claims of `outcome` agree with `whole`, the outcome without limits.
fn assert_true(text: &str, model: &Model, outcome: &Outcome, whole: &Outcome) {
    let about = || format!("{outcome:?}\n{text}");
    if outcome.is_optimal() {
        assert_eq!(outcome.best(), whole.best(), "{}", about());
    }
    if outcome.is_exhausted() {
        assert_eq!(outcome.count(), whole.count(), "{}", about());
    }
    if outcome.status() == Status::Complete {
        assert_eq!((outcome.best(), outcome.is_optimal()), (whole.best(), whole.is_optimal()), "{}", about());
        assert_eq!((outcome.count(), outcome.by()), (whole.count(), whole.by()), "{}", about());
        let orbits = |o: &Outcome| o.orbits().map(|table| table.total());
        assert_eq!(orbits(outcome), orbits(whole), "{}", about());
    }
    if let Some(satisfiable) = outcome.satisfiable() {
        assert_eq!(Some(satisfiable), whole.satisfiable(), "{}", about());
    }
    let best = whole.best().unwrap_or_default();
    for ((bound, best), objective) in outcome.bound().iter().zip(best).zip(&model.objectives) {
        assert!(if objective.maximize { bound >= best } else { bound <= best }, "{}", about());
    }
    for value in outcome.best().iter().flat_map(|b| b.first()).chain(best.first()) {
        let mut claimed: Vec<BigInt> = best.iter().map(|&b| b.into()).collect();
        if let Some(first) = claimed.first_mut() {
            *first = (*value).into();
        }
        let expected = Expected::Optimum(Relation::Eq, claimed);
        let truth = examine(&expected, whole);
        let verdict = examine(&expected, outcome);
        let agrees =
            verdict == Verdict::Undecided || (verdict == Verdict::Holds) == (truth == Verdict::Holds);
        assert!(agrees, "{verdict:?}, expected {truth:?}: {}", about());
    }
}

#[test]
fn a_checkpoint_keeps_no_false_answer() {
    for (i, (text, model)) in random_models().iter().step_by(15).enumerate() {
        let query = [Query::First(1), Query::All, Query::Count][i % 3];
        let orbits = query == Query::All;
        let request = Request { query, up_to_symmetry: false, orbits, ..Request::of(model) };
        whole_runs(text, model, &request);
    }
}
