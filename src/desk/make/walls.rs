//! Walls around a solution: where a second solution has a piece and the first has none, a wall excludes the second.

use super::draft::Draft;
use super::draft_reader::{Attempt, DraftReader};
use super::error::MakeError;
use super::reduce::{order, reduce};
use super::workbench::Rival;
use crate::geometry::CellId;
use crate::model::{Diagram, Model, judge};
use crate::random::Random;

/// Number of changes before the search starts again.
const CHANGES: usize = 300;
/// If their number is free and clues or givens single out a solution, one cell in this number becomes a wall.
const SHARE: usize = 6;

/// If there is no solution without walls, at most one cell in this number becomes a wall at first.
const MOST_AT_FIRST: usize = 3;

/// Draws walls, for a spec whose other parts single out a solution.
pub(super) fn drawn(model: &Model, number: Option<u64>, random: &mut Random) -> Vec<CellId> {
    let open: Vec<CellId> = model.board.open_cells().collect();
    let count = number.map_or(open.len() / SHARE, |n| n as usize);
    let mut walls: Vec<CellId> = order(open.len(), random).into_iter().take(count).map(|i| open[i]).collect();
    walls.sort_unstable();
    walls
}

/// Returns a draft with walls for which a random solution is the only one.
pub(super) fn around(
    reader: &DraftReader<'_>,
    number: Option<u64>,
    random: &mut Random,
) -> Result<Attempt<Draft>, MakeError> {
    let mut walls = number.map_or_else(Vec::new, |_| drawn(reader.model(), number, random));
    let mut model = reader.read(&with(&walls))?;
    let mut found = reader.solution(&model, random)?;
    if found.is_none() && number.is_none() {
        let open = reader.model().board.open_cells().count();
        let some = 1 + random.below((open / MOST_AT_FIRST).max(1));
        walls = drawn(reader.model(), Some(some as u64), random);
        model = reader.read(&with(&walls))?;
        found = reader.solution(&model, random)?;
    }
    let Some(solution) = found else {
        return Ok(Err("the spec has no solution with the walls that were drawn".to_owned()));
    };
    let kinds = solution.kinds_by_cell(model.board.len());
    for _ in 0..CHANGES {
        let model = reader.read(&with(&walls))?;
        let rival = match reader.rival(&model, &solution)? {
            Rival::None if number.is_some() => return Ok(Ok(with(&walls))),
            Rival::None => return fewest(reader, walls, &solution, random).map(Ok),
            Rival::NotASolution => break,
            Rival::Other(rival) => rival,
        };
        let excluding: Vec<CellId> = rival
            .placements()
            .iter()
            .flat_map(|p| p.cells.iter().copied())
            .filter(|c| kinds[c.index()].is_none())
            .collect();
        let Some(next) = changed(reader, &walls, &excluding, number, &solution, random)? else { break };
        walls = next;
    }
    Ok(Err("a second solution remained after many changes of the walls".to_owned()))
}

fn with(walls: &[CellId]) -> Draft {
    let mut walls = walls.to_vec();
    walls.sort_unstable();
    Draft { walls, ..Draft::default() }
}

/// Walls with one more of `excluding`, and one fewer of the others if their number is fixed, that leave the solution one.
fn changed(
    reader: &DraftReader<'_>,
    walls: &[CellId],
    excluding: &[CellId],
    number: Option<u64>,
    solution: &Diagram,
    random: &mut Random,
) -> Result<Option<Vec<CellId>>, MakeError> {
    for i in order(excluding.len(), random) {
        let mut next = walls.to_vec();
        if number.is_some() && !next.is_empty() {
            next.swap_remove(random.below(next.len()));
        }
        next.push(excluding[i]);
        let model = reader.read(&with(&next))?;
        if judge(&model, solution).is_empty() {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

/// Takes walls away as long as the solution is the only one.
fn fewest(
    reader: &DraftReader<'_>,
    walls: Vec<CellId>,
    solution: &Diagram,
    random: &mut Random,
) -> Result<Draft, MakeError> {
    let chosen = |stays: &[bool]| -> Vec<CellId> {
        walls.iter().zip(stays).filter(|(_, stays)| **stays).map(|(wall, _)| *wall).collect()
    };
    let mut still_unique = |stays: &[bool], _: &[usize]| {
        let model = reader.read(&with(&chosen(stays)))?;
        Ok(matches!(reader.rival(&model, solution)?, Rival::None))
    };
    let groups = (0..walls.len()).map(|i| vec![i]).collect();
    let stays = reduce(walls.len(), groups, random, &mut still_unique)?;
    Ok(with(&chosen(&stays)))
}
