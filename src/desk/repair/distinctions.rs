//! Smallest sets of givens and clues to add, for a spec with several solutions.

use super::change::{Change, MAX_BRANCHES, REPAIRS, Repair, ranked};
use crate::desk::hitting::{HittingLimits, smallest_hitting_set};
use crate::desk::make::{Draft, GivenProblem, MakeError, Rival, Script, Workbench, clue_values};
use crate::engine::PlacedOrNot;
use crate::geometry::CellId;
use crate::model::{CellContents, Diagram, KindId, KindSet, Model, Shapes};

/// Limits of the search for givens to add.
const LIMITS: HittingLimits = HittingLimits { members: 5, branches: MAX_BRANCHES };
/// Greatest number of clues that are tried one by one.
const TRIED: usize = 200;

/// Returns the smallest repairs that leave the first solution, or if it is not `fixed`, one of the two.
pub(super) fn distinctions(
    script: &Script,
    model: &Model,
    bench: &Workbench<'_>,
    solutions: [&Diagram; 2],
    fixed: bool,
) -> Result<Vec<Repair>, MakeError> {
    let mut repairs = Vec::new();
    let candidates = if fixed { &solutions[..1] } else { &solutions[..] };
    if let Some(mut problem) = bench.given_problem(model, 0)? {
        for solution in candidates {
            // Pieces as givens are better than empty cells.
            let (with_pieces, with_all) = (offer(model, false), offer(model, true));
            let found = givens(model, bench, &mut problem, solution, &with_pieces)?;
            match found.is_empty() {
                true => repairs.extend(givens(model, bench, &mut problem, solution, &with_all)?),
                false => repairs.extend(found),
            }
        }
    }
    for solution in candidates {
        repairs.extend(clues(script, model, bench, solution)?);
    }
    Ok(ranked(repairs))
}

/// The givens that may be added.
fn offer(model: &Model, empty: bool) -> CellContents {
    let is_point = |k: &KindId| model.kind(*k).line.is_none() && model.kind(*k).shapes == Shapes::Point;
    CellContents { kinds: KindSet::new(model.all_kinds().iter().filter(is_point)), empty }
}

/// Smallest sets of givens that no other solution has.
fn givens(
    model: &Model,
    bench: &Workbench<'_>,
    problem: &mut GivenProblem,
    solution: &Diagram,
    of: &CellContents,
) -> Result<Vec<Repair>, MakeError> {
    let items = problem.items(model, solution, of);
    let own = solution.kinds_by_cell(model.board.len());
    let (mut differences, mut found): (Vec<Vec<usize>>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let mut repairs = Vec::new();
    while repairs.len() < REPAIRS {
        let Some(chosen) = smallest_hitting_set(&differences, &found, LIMITS) else { break };
        if found.first().is_some_and(|f| f.len() < chosen.len()) {
            break;
        }
        bench.stage(format!("trying {} givens", chosen.len()));
        let assumed: Vec<PlacedOrNot> = chosen.iter().flat_map(|&i| items[i].literals().to_vec()).collect();
        match problem.other(solution, &assumed)? {
            Some(rival) => {
                let other = rival.kinds_by_cell(model.board.len());
                let differs = |cell: CellId| own[cell.index()] != other[cell.index()];
                differences.push((0..items.len()).filter(|&i| differs(items[i].cell)).collect());
            }
            None => {
                let give = |&i: &usize| Change::Give { cell: items[i].cell, kind: items[i].kind };
                repairs.push(Repair { changes: chosen.iter().map(give).collect(), unique: true });
                found.push(chosen);
            }
        }
    }
    Ok(repairs)
}

/// Single clues that only this solution allows.
fn clues(
    script: &Script,
    model: &Model,
    bench: &Workbench<'_>,
    solution: &Diagram,
) -> Result<Vec<Repair>, MakeError> {
    let script = script.completing();
    let blank = Draft { clues: Some(Vec::new()), ..Draft::default() };
    let mut repairs = Vec::new();
    for clue in clue_values(&script, bench, model, &blank, solution)?.into_iter().take(TRIED) {
        let draft = Draft { clues: Some(vec![clue.clone()]), ..Draft::default() };
        let Ok(more) = bench.model(&script.write(model, &draft, false)?) else { continue };
        if matches!(bench.rival(&more, solution)?, Rival::None) {
            let (value, place) = (clue.value.text(), script.place(model, clue.site));
            repairs.push(Repair { changes: vec![Change::Clue { value, place }], unique: true });
        }
        if repairs.len() == REPAIRS {
            break;
        }
    }
    Ok(repairs)
}
