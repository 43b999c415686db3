//! Reference solutions: every diagram of a small board, judged. Also checks the form of every grounded problem.

use crate::engine::{Collect, Control, Engine, Job, Query, engine_named};
use crate::ground::{GroundedProblem, ground};
use crate::model::{CoveredCells, Diagram, Model, Placement, Shapes, UpTo, judge, objective_values};
use crate::problem::{Choice, ChoiceId, Problem};

/// Returns every possible diagram of `model`: on each cell nothing, or a piece whose least cell it is.
pub(super) fn all_diagrams(model: &Model) -> Vec<Diagram> {
    let mut pieces: Vec<Placement> = Vec::new();
    for (k, kind) in model.kinds.iter().enumerate() {
        let id = crate::model::KindId(k as u16);
        for cell in model.board.open_cells() {
            match &kind.shapes {
                Shapes::Point => pieces.push(Placement::point(id, cell)),
                Shapes::Tile(orientations) => {
                    for shape in orientations {
                        let cells: Option<CoveredCells> =
                            shape.iter().map(|&v| model.board.step(cell, v - shape[0])).collect();
                        let Some(mut cells) = cells else { continue };
                        cells.sort_unstable();
                        let apart = cells.windows(2).all(|w| w[0] != w[1]);
                        if apart && cells.iter().all(|&c| !model.board.is_wall(c)) {
                            pieces.push(Placement { kind: id, cells });
                        }
                    }
                }
            }
        }
    }
    pieces.sort();
    pieces.dedup();
    let mut diagrams = Vec::new();
    extend(&pieces, &mut Vec::new(), 0, &mut diagrams);
    diagrams
}

fn extend(pieces: &[Placement], taken: &mut Vec<Placement>, next: usize, diagrams: &mut Vec<Diagram>) {
    diagrams.push(Diagram::new(taken.iter().cloned()));
    for (i, piece) in pieces.iter().enumerate().skip(next) {
        if taken.iter().all(|t| t.cells.iter().all(|c| !piece.cells.contains(c))) {
            taken.push(piece.clone());
            extend(pieces, taken, i + 1, diagrams);
            taken.pop();
        }
    }
}

/// Returns the optimal solutions of `model`, by the judge alone, in canonical order.
pub(super) fn judged(model: &Model) -> Vec<Diagram> {
    let mut solutions: Vec<(Vec<i64>, Diagram)> = all_diagrams(model)
        .into_iter()
        .filter(|d| judge(model, d).is_empty())
        .map(|d| (signed(model, &objective_values(model, &d)), d))
        .collect();
    let best = solutions.iter().map(|s| s.0.clone()).max();
    solutions.retain(|s| Some(&s.0) == best.as_ref());
    let mut diagrams: Vec<Diagram> = solutions.into_iter().map(|s| s.1).collect();
    diagrams.sort();
    diagrams
}

/// Returns the values with signs such that larger is better.
fn signed(model: &Model, values: &[i64]) -> Vec<i64> {
    model.objectives.iter().zip(values).map(|(o, &v)| if o.maximize { v } else { -v }).collect()
}

/// Returns all solutions of a grounded problem, by the oracle, as diagrams in canonical order.
pub(super) fn solved(grounded: &GroundedProblem) -> Vec<Diagram> {
    let job = Job { problem: &grounded.problem, query: Query::All, seed: 0, threads: 1 };
    let oracle: &dyn Engine = engine_named("oracle").expect("the oracle");
    oracle.admit(&job).expect("a small problem");
    let mut sink = Collect::default();
    let run = oracle.run(&job, &Control::unlimited(), &mut sink).expect("no fault");
    assert!(run.end.is_complete());
    let mut diagrams: Vec<Diagram> = sink.solutions.iter().map(|s| grounded.diagram(s)).collect();
    let points = grounded.problem.choices.iter().all(|c| c.cells.len() == 1);
    assert!(!points || diagrams.is_sorted(), "solutions come in canonical order");
    diagrams.sort();
    diagrams
}

/// Grounds `model`, checks the problem's form, and compares its solutions with the judged diagrams. Returns their number.
pub(super) fn check(model: &Model, name: &str) -> usize {
    let grounded = ground(model, UpTo::default()).expect("a small model");
    check_form(&grounded.problem);
    let (expected, found) = (judged(model), solved(&grounded));
    if expected != found {
        let missing: Vec<&Diagram> = expected.iter().filter(|d| !found.contains(d)).collect();
        let extra: Vec<&Diagram> = found.iter().filter(|d| !expected.contains(d)).collect();
        panic!(
            "{name}: {} judged, {} solved;\nmissing {:?}\nextra {:?}\n{model:#?}\n{:#?}\n{:?}",
            expected.len(),
            found.len(),
            missing.first(),
            extra.first(),
            grounded.problem,
            grounded.lemmas,
        );
    }
    for solution in &found {
        let chosen = grounded.choices(solution).expect("made of choices");
        assert_eq!(grounded.problem.objective_values(&chosen), objective_values(model, solution), "{name}");
        for permutation in &grounded.problem.group {
            let mut image: Vec<ChoiceId> = chosen.iter().map(|c| permutation[c.index()]).collect();
            image.sort_unstable();
            assert!(grounded.problem.holds(&image), "{name}: the group keeps solutions");
        }
    }
    found.len()
}

/// Checks the invariants of [`Problem`] that types do not express.
pub(super) fn check_form(p: &Problem) {
    let key = |c: Choice<'_>| (c.cells[0], c.kind, c.cells.to_vec());
    assert!(p.choices.iter().map(key).is_sorted_by(|a, b| a < b));
    for (i, line) in p.cliques.iter().enumerate() {
        assert!(line.choices.is_sorted_by(|a, b| a < b) && line.choices.len() > 1);
        let within = |o: &crate::problem::Clique| line.choices.iter().all(|c| o.choices.contains(c));
        let other = p.cliques.iter().enumerate().find(|(j, o)| *j != i && within(o));
        assert!(
            other.is_none() || line.exactly && other.is_none_or(|o| o.1.choices.len() > line.choices.len())
        );
    }
    for (c, others) in p.conflicts.iter().enumerate() {
        assert!(others.is_sorted_by(|a, b| a < b));
        for d in others {
            assert!(p.conflicts[d.index()].contains(&ChoiceId(c as u32)), "pairs are symmetric");
            let both =
                |l: &crate::problem::Clique| l.choices.contains(d) && l.choices.contains(&ChoiceId(c as u32));
            assert!(!p.cliques.iter().any(both), "no pair shares a line");
        }
    }
    for sum in &p.linears {
        assert!(sum.terms.is_sorted_by(|a, b| a.1.var() < b.1.var()) && sum.terms.iter().all(|t| t.0 != 0));
        assert!(sum.lo <= sum.hi);
    }
    for (i, (lits, _)) in p.clauses.iter().enumerate() {
        assert!(lits.is_sorted_by(|a, b| a.var() < b.var()));
        assert!(p.clauses[..i].iter().all(|c| c.0 != *lits), "clauses differ");
    }
    for (i, d) in p.definitions.iter().enumerate() {
        let lits: Vec<_> = match d {
            crate::problem::Definition::All(l) | crate::problem::Definition::Any(l) => l.to_vec(),
            crate::problem::Definition::AtLeast(t, _) => t.iter().map(|t| t.1).collect(),
            crate::problem::Definition::Linked { .. } => continue,
        };
        assert!(lits.len() > 1 && lits.iter().all(|l| l.var() < p.defined(i)));
    }
    let identity: Vec<ChoiceId> = p.choice_ids().collect();
    assert_eq!(p.group[0], identity);
    for a in &p.group {
        for b in &p.group {
            let product: Vec<ChoiceId> = b.iter().map(|c| a[c.index()]).collect();
            assert!(p.group.contains(&product), "the group is closed");
        }
    }
}
