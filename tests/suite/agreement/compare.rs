//! Compares every engine that admits a model with the solutions found by brute force, query by query.

use super::universe::{Truth, truth};
use crate::suite::specs::outcome;
use nauck::engine::{Collect, Control, ENGINES, End, Engine, Evidence, Job, Run, Stop};
use nauck::geometry::{CellId, Symmetry};
use nauck::ground::{GroundedProblem, ground};
use nauck::model::{Diagram, KindId, Model, Placement, UpTo, value};
use nauck::run::{Query, Request};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of diagrams for brute force.
const MOST: usize = 7_000;

/// Result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Skipped: too many diagrams.
    Passed,
    /// All answers are right. Gives the number of solutions and the number of answers compared.
    Agreed { solutions: usize, answers: usize },
}

/// Compares all engines with the literal rules.
///
/// # Errors
/// Description of the first disagreement.
pub fn compare(model: &Model) -> Result<Compared, String> {
    let Some(truth) = truth(model, MOST) else { return Ok(Compared::Passed) };
    let mut answers = 0;
    for translations in [false, true] {
        if translations && !model.board.shape().wraps() {
            continue;
        }
        let up_to = UpTo { translation: translations, exchange: true };
        let grounded = ground(model, up_to).map_err(|e| e.to_string())?;
        closed(model, &grounded, &truth)?;
        for &engine in ENGINES {
            let bench = Bench { engine, model, grounded: &grounded, truth: &truth };
            answers += bench.check().map_err(|e| format!("{}: {e}", engine.name()))?;
        }
        orbits(model, &grounded, &truth, translations)?;
        orbits_up_to_exchange(model, &grounded, &truth, translations)?;
    }
    Ok(Compared::Agreed { solutions: truth.solutions.len(), answers })
}

fn image(model: &Model, diagram: &Diagram, symmetry: &Symmetry) -> Diagram {
    Diagram::new(diagram.placements().iter().map(|p| {
        let mut cells: Vec<_> = p.cells.iter().map(|&c| symmetry.image(c)).collect();
        cells.sort_unstable();
        let kind = model.kind_image(p.kind, &symmetry.linear).expect("line pieces have images");
        Placement { kind, cells: cells.into_iter().collect() }
    }))
}

/// Checks that the spec's symmetry group maps solutions to solutions.
fn closed(model: &Model, grounded: &GroundedProblem, truth: &Truth) -> Result<(), String> {
    for symmetry in &grounded.symmetries {
        for solution in &truth.solutions {
            if !truth.solutions.contains(&image(model, solution, symmetry)) {
                return Err(format!("{:?} is not a symmetry: {}", symmetry.kind, words(model, solution)));
            }
        }
    }
    Ok(())
}

/// Compares the reported orbits with orbits computed from the images of each solution.
fn orbits(
    model: &Model,
    grounded: &GroundedProblem,
    truth: &Truth,
    translations: bool,
) -> Result<(), String> {
    let mut left = truth.solutions.clone();
    let mut sizes: BTreeMap<usize, u64> = BTreeMap::new();
    while let Some(first) = left.pop_first() {
        let orbit: BTreeSet<Diagram> = grounded.symmetries.iter().map(|s| image(model, &first, s)).collect();
        for member in &orbit {
            left.remove(member);
        }
        *sizes.entry(orbit.len()).or_default() += 1;
    }
    let request = Request { query: Query::All, orbits: true, translations, ..Request::of(model) };
    let outcome = outcome(model, &request);
    let rows = outcome.orbits().ok_or("no orbits")?.rows();
    let table: BTreeMap<usize, u64> =
        rows.map(|(size, n)| (size, u64::try_from(n).expect("few orbits"))).collect();
    if table == sizes { Ok(()) } else { Err(format!("orbits {table:?}, expected {sizes:?}")) }
}

/// Compares the orbits up to exchange, told apart and counted, with those computed from images under the literal group.
fn orbits_up_to_exchange(
    model: &Model,
    grounded: &GroundedProblem,
    truth: &Truth,
    translations: bool,
) -> Result<(), String> {
    let group = &grounded.exchange.as_ref().expect("it was requested").group;
    let elements = group.elements();
    if elements.len() * truth.solutions.len() > 200_000 {
        return Ok(());
    }
    let images: Vec<_> = elements.iter().map(|element| group.images(model, element)).collect();
    let mut left = truth.solutions.clone();
    let mut orbits = 0u32;
    while let Some(first) = left.pop_first() {
        for (cells, kinds) in &images {
            let image = moved(&first, cells, kinds);
            if !truth.solutions.contains(&image) {
                return Err(format!("an exchange is no symmetry: {}", words(model, &first)));
            }
            left.remove(&image);
        }
        orbits += 1;
    }
    for (query, threads) in [(Query::All, 1), (Query::Count, 1), (Query::Count, 2), (Query::Count, 7)] {
        let request =
            Request { query, threads, orbits: true, translations, exchange: true, ..Request::of(model) };
        let found = outcome(model, &request).orbits().ok_or("no orbits")?.total();
        if found != orbits.into() {
            return Err(format!("{found} orbits up to exchange by {query:?}, expected {orbits}"));
        }
    }
    Ok(())
}

fn moved(diagram: &Diagram, cells: &[CellId], kinds: &[KindId]) -> Diagram {
    Diagram::new(diagram.placements().iter().map(|p| {
        let mut images: Vec<_> = p.cells.iter().map(|c| cells[c.index()]).collect();
        images.sort_unstable();
        Placement { kind: kinds[p.kind.index()], cells: images.into_iter().collect() }
    }))
}

/// Text of a diagram: the kind and cells of each piece.
fn words(model: &Model, diagram: &Diagram) -> String {
    let piece = |p: &Placement| {
        let cells: Vec<String> = p.cells.iter().map(|&c| model.board.cell_name(c).to_string()).collect();
        format!("{} {}", model.kind(p.kind).name, cells.join(" "))
    };
    diagram.placements().iter().map(piece).collect::<Vec<_>>().join(", ")
}

/// An engine with the expected answers.
struct Bench<'a> {
    engine: &'static dyn Engine,
    model: &'a Model,
    grounded: &'a GroundedProblem,
    truth: &'a Truth,
}

impl Bench<'_> {
    /// Checks every query that the engine admits; returns the number of queries.
    fn check(&self) -> Result<usize, String> {
        let mut asks = vec![Query::All, Query::Count, Query::First(1), Query::First(2), Query::First(1000)];
        asks.extend(self.grounded.problem.by.as_ref().map(|_| Query::CountBy(())));
        let mut answers = 0;
        let asks = asks.into_iter().map(|query| (query, 1)).chain([(Query::All, 2), (Query::Count, 2)]);
        for (query, threads) in asks {
            let job = Job { problem: &self.grounded.problem, query, seed: 7, threads };
            if let Ok(prepared) = self.engine.admit(&job) {
                self.ask(&job, prepared.bid().evidence)
                    .map_err(|e| format!("{query:?}, {threads} threads: {e}"))?;
                answers += 1;
            }
        }
        Ok(answers)
    }

    fn ask(&self, job: &Job<'_>, evidence: Evidence) -> Result<(), String> {
        let mut sink = Collect::default();
        let run = self.engine.run(job, &Control::unlimited(), &mut sink).map_err(|e| e.to_string())?;
        let total = self.truth.solutions.len();
        // With floating-point bounds, infeasibility is not proved, so the engine gives up.
        let believed = evidence == Evidence::Float && total == 0 && run.end == End::Stopped(Stop::GaveUp);
        if !run.end.is_complete() && !believed {
            return Err(format!("the run ended with {:?}", run.end));
        }
        let expected = match job.query {
            Query::First(k) => total.min(k as usize),
            _ => total,
        };
        if run.count != expected.into() {
            return Err(format!("{} solutions, expected {expected}", run.count));
        }
        // An optimum from floating-point bounds is proved only once another engine confirms it.
        let sure = run.optimal.is_some() || evidence == Evidence::Float;
        if !self.model.objectives.is_empty() && (run.best != self.truth.best || !sure) {
            return Err(format!("optimum {:?}, expected {:?}", run.best, self.truth.best));
        }
        if job.query == Query::CountBy(()) {
            return self.table(&run);
        }
        if job.query == Query::Count {
            return Ok(());
        }
        self.solutions(&sink.solutions, expected)
    }

    /// Checks the table of `find number by`.
    fn table(&self, run: &Run) -> Result<(), String> {
        let nauck::model::Query::CountBy(by) = &self.model.find.query else {
            return Err("the spec asks for no table".to_owned());
        };
        let mut table: BTreeMap<i64, u64> = BTreeMap::new();
        for solution in &self.truth.solutions {
            *table.entry(value(self.model, solution, by)).or_default() += 1;
        }
        let found: BTreeMap<i64, u64> =
            run.by.iter().map(|(v, n)| (*v, n.try_into().expect("few"))).collect();
        if found == table { Ok(()) } else { Err(format!("table {found:?}, expected {table:?}")) }
    }

    /// Checks that `chosen` holds `wanted` distinct solutions.
    fn solutions(&self, chosen: &[Vec<nauck::problem::ChoiceId>], expected: usize) -> Result<(), String> {
        let found: BTreeSet<Diagram> = chosen.iter().map(|c| self.grounded.diagram(c)).collect();
        if found.len() != chosen.len() {
            return Err("duplicate solution".to_owned());
        }
        if let Some(wrong) = found.iter().find(|d| !self.truth.solutions.contains(d)) {
            return Err(format!("not a solution: {}", words(self.model, wrong)));
        }
        if chosen.len() == expected {
            Ok(())
        } else {
            Err(format!("{} listed, expected {expected}", chosen.len()))
        }
    }
}
