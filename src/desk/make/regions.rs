//! Regions around a solution, changed until it is the only one.
//!
//! Every region holds the same number of pieces of the solution if the rules allow it, and otherwise different numbers. Where a
//! second solution exists, a cell that holds a piece of it but none of the first moves to a neighboring region: the first
//! solution does not notice, and the second has a piece less in one region and one more in the other. Second solutions seen
//! before are remembered, and the move that lets the fewest of them back in is taken. After too many moves, the search starts
//! again from another solution.

use super::draft::Draft;
use super::draft_reader::{Attempt, DraftReader};
use super::error::MakeError;
use super::partition::{Partition, neighbors};
use super::reduce::order;
use super::varied::VariedLayer;
use super::workbench::Rival;
use crate::geometry::CellId;
use crate::model::{Diagram, Model, judge};
use crate::random::Random;
use std::collections::VecDeque;
use std::sync::Arc;

/// Number of changes before the search starts again.
const CHANGES: usize = 400;
/// Number of remembered second solutions.
const REMEMBERED: usize = 300;
/// Number of divisions drawn in search of one that a solution allows.
const DIVISIONS: usize = 40;
/// Greatest number of pieces of a region.
const MOST_PIECES: usize = 8;
/// Number of changes for which a moved cell stays.
const RESTING: usize = 4;

/// A search for regions around a solution.
struct RegionSearch<'r> {
    reader: &'r DraftReader<'r>,
    layer: &'r VariedLayer,
    draft: &'r Draft,
    near: Arc<Vec<Vec<CellId>>>,
    solution: Diagram,
    /// Cells of the pieces of the solution, one for each.
    pieces: Vec<CellId>,
}

/// Returns a draft with regions around a random solution, the only one.
pub(super) fn around(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    random: &mut Random,
) -> Result<Attempt<Draft>, MakeError> {
    let near = Arc::new(neighbors(&reader.model().board, &draft.walls));
    let solution = match without_regions(reader, layer, draft, random)? {
        Ok(solution) => solution,
        Err(reason) => return Ok(Err(reason)),
    };
    let pieces = pieces(&solution);
    let search = RegionSearch { reader, layer, draft, near, solution, pieces };
    match search.fitting(random)? {
        Some(partition) => search.mended(partition, random),
        None => Ok(Err(format!(
            "no division into connected regions of `{}` was found that a solution allows",
            layer.name
        ))),
    }
}

/// Returns a random solution of the spec without the regions of the layer.
pub(super) fn without_regions(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    random: &mut Random,
) -> Result<Attempt<Diagram>, MakeError> {
    let free = reader.read(&with_regions(draft, layer, &vec![None; reader.model().board.len()]))?;
    let solution = reader.solution(&free, random)?;
    Ok(solution.ok_or_else(|| "the spec has no solution even without regions".to_owned()))
}

/// Draws regions of the stated sizes, for a spec whose givens or clues vary too.
pub(super) fn drawn(
    model: &Model,
    layer: &VariedLayer,
    draft: &Draft,
    random: &mut Random,
) -> Attempt<Draft> {
    let near = Arc::new(neighbors(&model.board, &draft.walls));
    let open = near.iter().filter(|n| !n.is_empty()).count();
    let (_, rows, _) = model.board.shape().extent();
    let count = if layer.drawn > 0 { layer.drawn } else { rows as usize };
    let sizes = layer.sizes.unwrap_or((open / count.max(1), open.div_ceil(count.max(1))));
    match (0..DIVISIONS).find_map(|_| Partition::drawn(&near, sizes, random)) {
        Some(partition) => Ok(with_regions(draft, layer, &partition.of)),
        None => Err(format!("no regions of `{}` with the stated sizes were found", layer.name)),
    }
}

/// Returns the draft with these regions of the layer.
pub(super) fn with_regions(draft: &Draft, layer: &VariedLayer, of: &[Option<u32>]) -> Draft {
    let mut draft = draft.clone();
    draft.regions.retain(|(name, _)| *name != layer.name);
    draft.regions.push((layer.name.clone(), of.to_vec()));
    draft
}

/// Cells of the pieces of a solution, one for each.
fn pieces(solution: &Diagram) -> Vec<CellId> {
    solution.placements().iter().map(|p| p.cells[0]).collect()
}

impl RegionSearch<'_> {
    /// A division that the rules allow, with equally many pieces in each region if possible.
    fn fitting(&self, random: &mut Random) -> Result<Option<Partition>, MakeError> {
        match self.even(random)? {
            Some(found) => Ok(Some(found)),
            None => self.uneven(random),
        }
    }

    /// A division into regions with equally many pieces, which the rules allow.
    fn even(&self, random: &mut Random) -> Result<Option<Partition>, MakeError> {
        let number = self.pieces.len();
        let most = self.layer.sizes.map_or(usize::MAX, |s| s.1);
        for k in (1..=MOST_PIECES).filter(|k| number.is_multiple_of(*k) && number > 0) {
            if self.layer.drawn > 1 && number / k != self.layer.drawn {
                continue;
            }
            for _ in 0..DIVISIONS {
                let single = Partition::grown(&self.near, &self.pieces, most.div_ceil(k), random);
                let Some(partition) = single.joined(k, random) else { continue };
                if !self.fits(&partition) {
                    continue;
                }
                if self.is_allowed(&partition)? {
                    return Ok(Some(partition));
                }
                // Another division has the same numbers of pieces.
                break;
            }
        }
        Ok(None)
    }

    /// A division into regions with different numbers of pieces, which the rules allow.
    fn uneven(&self, random: &mut Random) -> Result<Option<Partition>, MakeError> {
        let free: Vec<CellId> = (0..self.near.len())
            .filter(|&c| !self.near[c].is_empty())
            .map(CellId::from_index)
            .filter(|c| !self.pieces.contains(c))
            .collect();
        for _ in 0..DIVISIONS {
            let count = match self.layer.drawn {
                0 | 1 => 2 + random.below(self.pieces.len().max(1)),
                drawn => drawn,
            };
            // Where there are fewer pieces than regions, the others grow from empty cells.
            let more = order(free.len(), random).into_iter().map(|i| free[i]);
            let lacking = count.saturating_sub(self.pieces.len());
            let seeds: Vec<CellId> = self.pieces.iter().copied().chain(more.take(lacking)).collect();
            let single = Partition::grown(&self.near, &seeds, usize::MAX, random);
            let Some(partition) = single.joined_into(count, random) else { continue };
            if self.fits(&partition) && self.is_allowed(&partition)? {
                return Ok(Some(partition));
            }
        }
        Ok(None)
    }

    /// Returns true if the sizes are those stated, and every piece and every cell that can be reached has a region.
    fn fits(&self, partition: &Partition) -> bool {
        let sized = self.layer.sizes.is_none_or(|(least, most)| {
            let whole = self.near.iter().zip(&partition.of).all(|(near, of)| near.is_empty() || of.is_some());
            whole && partition.sizes().iter().all(|s| (least..=most).contains(s))
        });
        sized && self.pieces.iter().all(|c| partition.of[c.index()].is_some())
    }

    /// Returns true if the rules allow the solution with these regions.
    fn is_allowed(&self, partition: &Partition) -> Result<bool, MakeError> {
        let model = self.reader.read(&with_regions(self.draft, self.layer, &partition.of))?;
        Ok(judge(&model, &self.solution).is_empty())
    }

    /// Moves cells until there is no other solution.
    fn mended(&self, mut partition: Partition, random: &mut Random) -> Result<Attempt<Draft>, MakeError> {
        let mut rivals: VecDeque<Vec<CellId>> = VecDeque::new();
        let mut resting: VecDeque<CellId> = VecDeque::new();
        for _ in 0..CHANGES {
            let written = with_regions(self.draft, self.layer, &partition.of);
            let rival = match self.reader.rival(&self.reader.read(&written)?, &self.solution)? {
                Rival::None => return Ok(Ok(written)),
                Rival::NotASolution => break,
                Rival::Other(rival) => pieces(&rival),
            };
            let cells = rival.iter().filter(|c| !self.pieces.contains(c) && !resting.contains(c));
            let moves = moves(&partition, self.layer, cells.copied());
            rivals.push_back(rival);
            let best = self.best(&mut partition, moves, &rivals);
            if best.is_empty() {
                // Cells that rest may move after all.
                if resting.is_empty() {
                    break;
                }
                resting.clear();
                continue;
            }
            let (cell, to) = best[random.below(best.len())];
            partition.of[cell.index()] = Some(to);
            resting.push_back(cell);
            if resting.len() > RESTING {
                resting.pop_front();
            }
            if rivals.len() > REMEMBERED {
                rivals.pop_front();
            }
        }
        Ok(Err("a second solution remained after many changes of the regions".to_owned()))
    }

    /// The moves that let the fewest of these rivals back in.
    fn best(
        &self,
        partition: &mut Partition,
        moves: Vec<(CellId, u32)>,
        rivals: &VecDeque<Vec<CellId>>,
    ) -> Vec<(CellId, u32)> {
        let own = numbers(partition, &self.pieces);
        let (mut fewest, mut best) = (usize::MAX, Vec::new());
        for (cell, to) in moves {
            let from = partition.of[cell.index()].replace(to);
            let back = rivals.iter().filter(|r| is_alike(partition, r, &own)).count();
            partition.of[cell.index()] = from;
            if back < fewest {
                (fewest, best) = (back, Vec::new());
            }
            if back == fewest {
                best.push((cell, to));
            }
        }
        best
    }
}

/// Moves of these cells to a region beside them.
pub(super) fn moves(
    partition: &Partition,
    layer: &VariedLayer,
    cells: impl Iterator<Item = CellId>,
) -> Vec<(CellId, u32)> {
    let sizes = partition.sizes();
    let (least, most) = layer.sizes.unwrap_or((1, usize::MAX));
    let mut moves = Vec::new();
    for cell in cells {
        let Some(from) = partition.of[cell.index()] else { continue };
        if sizes[from as usize] <= least || !partition.can_leave(cell) {
            continue;
        }
        let near = partition.beside(cell).into_iter().filter(|&to| sizes[to as usize] < most);
        moves.extend(near.map(|to| (cell, to)));
    }
    moves
}

/// Number of these pieces in each region, and then of those in none.
fn numbers(partition: &Partition, pieces: &[CellId]) -> Vec<usize> {
    let mut counts = vec![0; partition.count as usize + 1];
    for piece in pieces {
        counts[partition.of[piece.index()].unwrap_or(partition.count) as usize] += 1;
    }
    counts
}

/// Returns true if the numbers of pieces are within those of the solution: a hint that the rules allow them.
fn is_alike(partition: &Partition, pieces: &[CellId], own: &[usize]) -> bool {
    let (regions, outside) = own.split_at(own.len() - 1);
    let found = numbers(partition, pieces);
    let (least, most) = (regions.iter().min(), regions.iter().max());
    let (found, rest) = found.split_at(own.len() - 1);
    rest == outside && found.iter().all(|n| Some(n) >= least && Some(n) <= most)
}
