//! Compares forced and possible cells, and samples, with all diagrams of a board judged by the literal rules.

use super::connected::{groups, routes};
use super::model_of;
use super::tiny::{Tiny, tiny};
use super::universe::{Truth, truth};
use nauck::engine::{Limits, Occurrence};
use nauck::model::{Diagram, KindId, Model, RouteId};
use nauck::run::{
    ForcedCells, ForcedEntry, Occupant, PresentedSolution, Request, Show, Status, forced, sample,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Maximum number of diagrams for brute force.
const MOST: usize = 7_000;
/// Number of draws for each solution.
const EACH: u64 = 30;

/// Number of solutions in which the occupant covers the cell.
fn number(model: &Model, truth: &Truth, entry: &ForcedEntry) -> usize {
    let is_it = |kind: KindId| match entry.occupant {
        Occupant::Kind(own) => kind == own,
        Occupant::Route(route) => model.kind(kind).line.as_ref().is_some_and(|line| line.route == route),
    };
    let has = |s: &&Diagram| s.at(entry.cell).is_some_and(|piece| is_it(piece.kind));
    truth.solutions.iter().filter(has).count()
}

fn expected(number: usize, all: usize) -> Occurrence {
    match number {
        0 => Occurrence::None,
        n if n == all => Occurrence::All,
        _ => Occurrence::Some,
    }
}

fn asked(model: &Model, limits: Limits, engine: Option<&str>, is_counted: bool) -> ForcedCells {
    let request = Request { limits, engine: engine.map(str::to_owned), ..Request::of(model) };
    forced(model, &request, is_counted, &Default::default(), None).expect("no fault")
}

/// Compares every entry with the solutions; under a limit it may be open.
fn agrees(model: &Model, truth: &Truth, cells: &ForcedCells, is_whole: bool) -> Result<(), String> {
    let all = truth.solutions.len();
    for entry in cells.entries() {
        let number = number(model, truth, entry);
        let is_open = !is_whole && entry.occurrence == Occurrence::Open;
        if entry.occurrence != expected(number, all) && !is_open {
            return Err(format!("{entry:?}, but {number} of {all} solutions have it"));
        }
        if entry.count.as_ref().is_some_and(|count| *count != number.into()) {
            return Err(format!("{entry:?} should have {number}"));
        }
        if entry.count.is_none() && is_whole && cells.is_counted() {
            return Err(format!("{entry:?} has no number"));
        }
    }
    let occupants = |kind: usize| model.kinds[kind].line.is_none();
    let kinds = (0..model.kinds.len()).filter(|&k| occupants(k)).count() + model.routes.len();
    for cell in model.board.open_cells() {
        let top = cells.of_cell(cell).iter().filter(|e| match e.occupant {
            Occupant::Kind(kind) => model.kind(kind).line.is_none(),
            Occupant::Route(RouteId(_)) => true,
        });
        if top.count() != kinds {
            return Err(format!("{cell:?} lacks a kind"));
        }
    }
    let outcome = cells.outcome();
    let known = outcome.satisfiable();
    if known.is_some_and(|some| some == truth.solutions.is_empty()) || (is_whole && known.is_none()) {
        return Err(format!("satisfiable: {known:?}"));
    }
    if outcome.is_exhausted() && *outcome.count() != all.into() {
        return Err(format!("{} solutions, expected {all}", outcome.count()));
    }
    let in_all = |s: &Diagram| cells.forced().placements().iter().all(|p| s.placements().contains(p));
    if !truth.solutions.iter().all(in_all) {
        return Err(format!("not in all solutions: {:?}", cells.forced()));
    }
    let is_complete = outcome.status() == Status::Complete;
    if is_complete != (cells.number(Occurrence::Open) == 0) && (is_whole || is_complete) {
        return Err(format!("{:?}", outcome.status()));
    }
    Ok(())
}

/// Compares on `cases` of these specs; returns the numbers of specs with solutions and of those with a forced piece.
fn compared<S: Strategy<Value = Tiny>>(cases: u32, specs: &S) -> (u32, u32) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (solved, with_forced) = (Cell::new(0), Cell::new(0));
    let result = TestRunner::new_with_rng(config, rng).run(&(specs, 0_u64..60), |(tiny, checks)| {
        let text = tiny.text(&|text| model_of(text).is_some());
        let Some(model) = model_of(&text) else { return Ok(()) };
        let Some(truth) = truth(&model, MOST) else { return Ok(()) };
        let limits = Limits { checks: Some(checks), ..Limits::default() };
        let whole = asked(&model, Limits::default(), None, false);
        let answers = [
            ("witnesses", agrees(&model, &truth, &whole, true)),
            ("numbers", agrees(&model, &truth, &asked(&model, Limits::default(), None, true), true)),
            (
                "oracle",
                agrees(&model, &truth, &asked(&model, Limits::default(), Some("oracle"), false), true),
            ),
            ("limited", agrees(&model, &truth, &asked(&model, limits, None, false), false)),
            ("limited numbers", agrees(&model, &truth, &asked(&model, limits, None, true), false)),
        ];
        for (what, answer) in answers {
            if let Err(error) = answer {
                prop_assert!(false, "{}: {}\n{}", what, error, text);
            }
        }
        solved.set(solved.get() + u32::from(!truth.solutions.is_empty()));
        with_forced.set(with_forced.get() + u32::from(whole.number(Occurrence::All) > 0));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    eprintln!("{} with solutions, {} with forced pieces", solved.get(), with_forced.get());
    (solved.get(), with_forced.get())
}

#[test]
fn forced_cells_are_those_of_all_solutions() {
    let (solved, with_forced) = compared(250, &tiny());
    assert!(solved > 60 && with_forced > 25, "{solved} {with_forced}");
    let (solved, with_forced) = compared(120, &groups());
    assert!(solved > 25 && with_forced > 4, "{solved} {with_forced}");
    let (solved, with_forced) = compared(150, &routes());
    assert!(solved > 25 && with_forced > 10, "{solved} {with_forced}");
}

/// The solutions drawn.
#[derive(Default)]
struct Drawn(Vec<Diagram>);

impl Show for Drawn {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.0.push(shown.diagram.clone());
        ControlFlow::Continue(())
    }
}

/// Chi-square statistic of the draws over the solutions, and their number.
fn chi_square(text: &str, seed: u64) -> (f64, usize) {
    let model = model_of(text).expect("sound");
    let truth = truth(&model, 100_000).expect("few diagrams");
    let draws = EACH * truth.solutions.len() as u64;
    let request = Request { seed, ..Request::of(&model) };
    let mut drawn = Drawn::default();
    let answer = sample(&model, &request, draws, &Default::default(), None, &mut drawn).expect("no fault");
    assert_eq!((answer.outcome().shown(), drawn.0.len() as u64), (draws, draws));
    assert_eq!(*answer.outcome().count(), truth.solutions.len().into());
    assert!(drawn.0.iter().all(|d| truth.solutions.contains(d)));
    let square = |solution: &Diagram| {
        let seen = drawn.0.iter().filter(|d| *d == solution).count() as f64;
        (seen - EACH as f64).powi(2) / EACH as f64
    };
    (truth.solutions.iter().map(square).sum(), truth.solutions.len())
}

#[test]
fn samples_are_uniform() {
    let specs = [
        "board 3 x 3\nuse king\nno attacks\n",
        // The optimal solutions alone.
        "board 3 x 3\nuse knight\nno attacks\ncount knight <= 4\nmaximize count knight\n",
        "board 4 x 2\ntile bar \"##\" turn\ncount empty = 2\n",
        "board 3 x 3\nloop r by wazir\n",
    ];
    for text in specs {
        let (mut total, mut freedom) = (0.0, 0);
        for seed in 0..20 {
            let (square, number) = chi_square(text, seed);
            assert!(number > 4, "{text}: {number} solutions");
            (total, freedom) = (total + square, freedom + number - 1);
        }
        // The sum over the seeds has about a normal distribution with this mean and twice the variance.
        let deviation = (total - freedom as f64) / (2.0 * freedom as f64).sqrt();
        assert!(deviation.abs() < 3.5, "{text}: {deviation}");
    }
}
