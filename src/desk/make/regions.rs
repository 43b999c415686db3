//! Regions around a solution, changed until it is the only one.
//!
//! Every region holds the same number of pieces of the solution. Where a second solution exists, a cell that holds a piece of
//! it but none of the first moves to a neighboring region: the first solution does not notice, and the second has a piece too
//! few in one region and one too many in the other. Second solutions seen before are remembered, and the move that lets the
//! fewest of them back in is taken. After too many moves, the search starts again from another solution.

use super::draft::Draft;
use super::draft_reader::{Attempt, DraftReader};
use super::error::MakeError;
use super::partition::{Partition, neighbors};
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

/// Returns a draft with regions around a random solution, the only one.
pub(super) fn around(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    random: &mut Random,
) -> Result<Attempt<Draft>, MakeError> {
    let near = Arc::new(neighbors(&reader.model().board, &draft.walls));
    let blank = with_regions(draft, layer, &vec![None; near.len()]);
    let free = reader.read(&blank)?;
    let Some(solution) = reader.solution(&free, random)? else {
        return Ok(Err("the spec has no solution even without regions".to_owned()));
    };
    let Some(partition) = fitting(reader, layer, draft, &near, &solution, random)? else {
        return Ok(Err(format!(
            "no division into connected regions was found that a solution allows with the same number of pieces in each \
             region of `{}`",
            layer.name
        )));
    };
    mended(reader, layer, draft, partition, &solution, random)
}

/// Draws regions of the stated sizes, for a spec whose givens or clues vary too.
pub(super) fn drawn(model: &Model, layer: &VariedLayer, draft: &Draft, random: &mut Random) -> Option<Draft> {
    let near = Arc::new(neighbors(&model.board, &draft.walls));
    let open = near.iter().filter(|n| !n.is_empty()).count();
    let (_, rows, _) = model.board.shape().extent();
    let count = if layer.drawn > 0 { layer.drawn } else { rows as usize };
    let sizes = layer.sizes.unwrap_or((open / count.max(1), open.div_ceil(count.max(1))));
    let partition = (0..DIVISIONS).find_map(|_| Partition::drawn(&near, sizes, random))?;
    Some(with_regions(draft, layer, &partition.of))
}

fn with_regions(draft: &Draft, layer: &VariedLayer, of: &[Option<u32>]) -> Draft {
    let mut draft = draft.clone();
    draft.regions.retain(|(name, _)| *name != layer.name);
    draft.regions.push((layer.name.clone(), of.to_vec()));
    draft
}

/// Cells of the pieces of a solution, one for each.
fn pieces(solution: &Diagram) -> Vec<CellId> {
    solution.placements().iter().map(|p| p.cells[0]).collect()
}

/// A division into regions with equally many pieces, which the rules allow.
fn fitting(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    near: &Arc<Vec<Vec<CellId>>>,
    solution: &Diagram,
    random: &mut Random,
) -> Result<Option<Partition>, MakeError> {
    let pieces = pieces(solution);
    let most = layer.sizes.map_or(usize::MAX, |s| s.1);
    for k in (1..=MOST_PIECES).filter(|k| pieces.len().is_multiple_of(*k) && !pieces.is_empty()) {
        if layer.drawn > 1 && pieces.len() / k != layer.drawn {
            continue;
        }
        for _ in 0..DIVISIONS {
            let single = Partition::grown(near, &pieces, most.div_ceil(k), random);
            let Some(partition) = single.joined(k, random) else { continue };
            if !fits(layer, &partition, solution, near) {
                continue;
            }
            let model = reader.read(&with_regions(draft, layer, &partition.of))?;
            if judge(&model, solution).is_empty() {
                return Ok(Some(partition));
            }
            // Another division has the same numbers of pieces.
            break;
        }
    }
    Ok(None)
}

/// Returns true if the sizes are those stated, and every piece and every cell that can be reached has a region.
fn fits(layer: &VariedLayer, partition: &Partition, solution: &Diagram, near: &[Vec<CellId>]) -> bool {
    let sized = layer.sizes.is_none_or(|(least, most)| {
        let whole = near.iter().zip(&partition.of).all(|(near, of)| near.is_empty() || of.is_some());
        whole && partition.sizes().iter().all(|s| (least..=most).contains(s))
    });
    sized && pieces(solution).iter().all(|c| partition.of[c.index()].is_some())
}

fn mended(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    mut partition: Partition,
    solution: &Diagram,
    random: &mut Random,
) -> Result<Attempt<Draft>, MakeError> {
    let own = pieces(solution);
    let mut rivals: VecDeque<Vec<CellId>> = VecDeque::new();
    let mut resting: VecDeque<CellId> = VecDeque::new();
    for _ in 0..CHANGES {
        let written = with_regions(draft, layer, &partition.of);
        let model = reader.read(&written)?;
        let rival = match reader.rival(&model, solution)? {
            Rival::None => return Ok(Ok(written)),
            Rival::NotASolution => break,
            Rival::Other(rival) => pieces(&rival),
        };
        let moves = moves(&partition, layer, &own, &rival, &resting);
        rivals.push_back(rival);
        let allowed = |partition: &Partition| rivals.iter().filter(|r| is_even(partition, r)).count();
        let mut best: Vec<(usize, CellId, u32)> = Vec::new();
        for (cell, to) in moves {
            let from = partition.of[cell.index()].replace(to);
            let back = allowed(&partition);
            partition.of[cell.index()] = from;
            if best.first().is_none_or(|b| back < b.0) {
                best.clear();
            }
            if best.first().is_none_or(|b| back == b.0) {
                best.push((back, cell, to));
            }
        }
        if best.is_empty() {
            break;
        }
        let (_, cell, to) = best[random.below(best.len())];
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

/// Moves of a cell with a piece of the rival alone to a region beside it.
fn moves(
    partition: &Partition,
    layer: &VariedLayer,
    own: &[CellId],
    rival: &[CellId],
    resting: &VecDeque<CellId>,
) -> Vec<(CellId, u32)> {
    let sizes = partition.sizes();
    let (least, most) = layer.sizes.unwrap_or((1, usize::MAX));
    let mut moves = Vec::new();
    for &cell in rival.iter().filter(|c| !own.contains(c) && !resting.contains(c)) {
        let Some(from) = partition.of[cell.index()] else { continue };
        if sizes[from as usize] <= least || !partition.can_leave(cell) {
            continue;
        }
        let near = partition.beside(cell).into_iter().filter(|&to| sizes[to as usize] < most);
        moves.extend(near.map(|to| (cell, to)));
    }
    moves
}

/// Returns true if every region has the same number of these pieces: a hint that the rules allow them.
fn is_even(partition: &Partition, pieces: &[CellId]) -> bool {
    let mut counts = vec![0; partition.count as usize];
    for piece in pieces {
        match partition.of[piece.index()] {
            Some(region) => counts[region as usize] += 1,
            None => return false,
        }
    }
    counts.windows(2).all(|pair| pair[0] == pair[1])
}
