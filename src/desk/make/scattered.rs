//! Regions that need not be connected, such as the letters of Hitori, changed until a solution is the only one.
//!
//! The first division gives each cell of a line another region, as a Latin square does, or is random. While there is a second
//! solution, a cell changes its region: the first solution must stay, the second must go, and as few as possible of those seen
//! before may come back. Some second solutions no division excludes, such as one with another piece where nothing forbids it;
//! then the search goes on around that one. After too many changes, it starts again from another solution.

use super::draft::Draft;
use super::draft_reader::{Attempt, DraftReader};
use super::error::MakeError;
use super::reduce::order;
use super::regions::{with_regions, without_regions};
use super::varied::VariedLayer;
use super::workbench::Rival;
use crate::geometry::{Board, CellId};
use crate::model::{Diagram, Model, judge};
use crate::random::Random;
use std::collections::VecDeque;

/// Number of changes before the search starts again.
const CHANGES: usize = 300;
/// Number of remembered second solutions.
const REMEMBERED: usize = 20;
/// Number of first divisions tried.
const DIVISIONS: usize = 20;
/// Number of changes that are compared.
const COMPARED: usize = 30;

/// Region of each cell; `None` for walls.
type Labels = Vec<Option<u32>>;

/// A search for regions with one solution.
struct Scattering<'r> {
    reader: &'r DraftReader<'r>,
    layer: &'r VariedLayer,
    draft: &'r Draft,
    /// Number of regions.
    count: usize,
}

/// Returns a draft with regions around a random solution, the only one.
pub(super) fn around(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    random: &mut Random,
) -> Result<Attempt<Draft>, MakeError> {
    let board = &reader.model().board;
    let solution = match without_regions(reader, layer, draft, random)? {
        Ok(solution) => solution,
        Err(reason) => return Ok(Err(reason)),
    };
    let search = Scattering { reader, layer, draft, count: number(layer, board) };
    match search.fitting(&solution, random)? {
        Some(labels) => search.mended(labels, solution, random),
        None => Ok(Err(format!("no regions of `{}` were found that a solution allows", layer.name))),
    }
}

/// Draws regions for a spec whose givens or clues vary too.
pub(super) fn drawn(model: &Model, layer: &VariedLayer, draft: &Draft, random: &mut Random) -> Draft {
    let labels = latin(&model.board, &draft.walls, number(layer, &model.board), random);
    with_regions(draft, layer, &labels)
}

/// Number of regions: as many as the spec draws, otherwise as many as there are rows.
fn number(layer: &VariedLayer, board: &Board) -> usize {
    if layer.drawn > 1 { layer.drawn } else { board.shape().extent().1 as usize }
}

impl Scattering<'_> {
    fn written(&self, labels: &Labels) -> Draft {
        with_regions(self.draft, self.layer, labels)
    }

    /// Returns true for each of these boards that the rules allow with these regions.
    fn allowed(&self, labels: &Labels, boards: &[&Diagram]) -> Result<Vec<bool>, MakeError> {
        let control = self.reader.bench.control();
        control.over().map_or(Ok(()), |stop| Err(MakeError::from(stop)))?;
        let model = self.reader.read(&self.written(labels))?;
        Ok(boards.iter().map(|board| judge(&model, board).is_empty()).collect())
    }

    /// A first division that `solution` allows.
    fn fitting(&self, solution: &Diagram, random: &mut Random) -> Result<Option<Labels>, MakeError> {
        let board = &self.reader.model().board;
        for attempt in 0..DIVISIONS {
            let labels = match attempt % 2 {
                0 => latin(board, &self.draft.walls, self.count, random),
                _ => labels(board, &self.draft.walls, |_| random.below(self.count)),
            };
            if self.allowed(&labels, &[solution])?[0] {
                return Ok(Some(labels));
            }
        }
        Ok(None)
    }

    fn mended(
        &self,
        mut labels: Labels,
        mut solution: Diagram,
        random: &mut Random,
    ) -> Result<Attempt<Draft>, MakeError> {
        let mut rivals: VecDeque<Diagram> = VecDeque::new();
        for _ in 0..CHANGES {
            let written = self.written(&labels);
            let rival = match self.reader.rival(&self.reader.read(&written)?, &solution)? {
                Rival::None => return Ok(Ok(written)),
                Rival::NotASolution => break,
                Rival::Other(rival) => rival,
            };
            match self.change(&labels, &solution, &rival, &rivals, random)? {
                Some((cell, to)) => {
                    labels[cell.index()] = Some(to);
                    rivals.push_back(rival);
                }
                None => {
                    rivals.retain(|known| *known != rival);
                    rivals.push_back(std::mem::replace(&mut solution, rival));
                }
            }
            if rivals.len() > REMEMBERED {
                rivals.pop_front();
            }
        }
        Ok(Err("a second solution remained after many changes of the regions".to_owned()))
    }

    /// The change that keeps the solution, excludes the rival, and lets the fewest of the others back in.
    fn change(
        &self,
        labels: &Labels,
        solution: &Diagram,
        rival: &Diagram,
        others: &VecDeque<Diagram>,
        random: &mut Random,
    ) -> Result<Option<(CellId, u32)>, MakeError> {
        let boards: Vec<&Diagram> = [solution, rival].into_iter().chain(others).collect();
        let mut best: Option<(usize, CellId, u32)> = None;
        for (cell, to) in self.candidates(labels, solution, rival, random) {
            let mut changed = labels.clone();
            changed[cell.index()] = Some(to);
            let allowed = self.allowed(&changed, &boards)?;
            if !allowed[0] || allowed[1] {
                continue;
            }
            let back = allowed[2..].iter().filter(|a| **a).count();
            if best.is_none_or(|b| back < b.0) {
                best = Some((back, cell, to));
            }
            if back == 0 {
                break;
            }
        }
        Ok(best.map(|(_, cell, to)| (cell, to)))
    }

    /// Some changes at random: mostly of cells where the two boards differ.
    fn candidates(
        &self,
        labels: &Labels,
        solution: &Diagram,
        rival: &Diagram,
        random: &mut Random,
    ) -> Vec<(CellId, u32)> {
        let (own, other) = (solution.kinds_by_cell(labels.len()), rival.kinds_by_cell(labels.len()));
        let changes = |cells: Vec<usize>| -> Vec<(CellId, u32)> {
            let others = |c: usize| (0..self.count as u32).filter(move |&to| labels[c] != Some(to));
            cells.into_iter().flat_map(|c| others(c).map(move |to| (CellId::from_index(c), to))).collect()
        };
        let (differ, agree): (Vec<usize>, Vec<usize>) =
            (0..labels.len()).filter(|&c| labels[c].is_some()).partition(|&c| own[c] != other[c]);
        let mut drawn = |changes: &[(CellId, u32)], most: usize| -> Vec<(CellId, u32)> {
            order(changes.len(), random).into_iter().take(most).map(|i| changes[i]).collect()
        };
        let mut found = drawn(&changes(differ), COMPARED);
        found.extend(drawn(&changes(agree), COMPARED / 2));
        found
    }
}

fn labels(board: &Board, walls: &[CellId], mut of: impl FnMut(CellId) -> usize) -> Labels {
    let is_open = |c: &CellId| !board.is_wall(*c) && !walls.contains(c);
    board.cells().map(|c| is_open(&c).then(|| of(c) as u32)).collect()
}

/// Regions of a Latin square: sums of numbers of the column, the row and the level, which are shuffled.
fn latin(board: &Board, walls: &[CellId], count: usize, random: &mut Random) -> Labels {
    let (columns, rows, levels) = board.shape().extent();
    let shuffled = [columns, rows, levels].map(|n| order(n as usize, random));
    let names = order(count, random);
    labels(board, walls, |cell| {
        let at = board.coordinate(cell);
        let parts = shuffled.iter().zip([at.x, at.y, at.z]);
        let sum: usize =
            parts.map(|(numbers, at)| numbers[at.rem_euclid(numbers.len() as i32) as usize]).sum();
        names[sum % count]
    })
}
