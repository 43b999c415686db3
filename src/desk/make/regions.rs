//! Regions around a solution, changed until it is the only one.
//!
//! Every region holds the same number of pieces of the solution if the rules allow it, and otherwise different numbers. Where a
//! second solution exists, a cell that holds a piece of it but none of the first moves to a neighboring region: the first
//! solution does not notice, and the second has a piece less in one region and one more in the other. Second solutions seen before are remembered, and the move that lets the
//! fewest of them back in is taken. After too many moves, the search starts again from another solution.

use super::draft::Draft;
use super::draft_reader::{Attempt, DraftReader};
use super::error::MakeError;
use super::partition::{Partition, neighbors};
use super::reduce::order;
use super::varied::{VariedLayer, VariedParts};
use super::workbench::Rival;
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, Model, judge};
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
            "no division into connected regions of `{}` was found that a solution allows",
            layer.name
        )));
    };
    mended(reader, layer, draft, partition, &solution, random)
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

/// Moves a cell in which the solution and the last rival differ to a region beside it, in a layer that varies, so that clues
/// about regions tell the two apart, and if possible the solution from the other rivals too. The rules allow the solution with
/// the new regions.
pub(super) fn shifted(
    reader: &DraftReader<'_>,
    varied: &VariedParts,
    draft: &Draft,
    solution: &Diagram,
    rivals: &[Diagram],
    random: &mut Random,
) -> Result<Option<Draft>, MakeError> {
    let near = Arc::new(neighbors(&reader.model().board, &draft.walls));
    let gaps: Vec<Vec<i64>> = rivals.iter().map(|rival| gaps(solution, rival, near.len())).collect();
    let Some(newest) = gaps.last() else { return Ok(None) };
    let differ = (0..near.len()).filter(|&c| newest[c] != 0).map(CellId::from_index);
    for layer in varied.regions.iter().filter(|l| !l.scattered) {
        let Some((_, of)) = draft.regions.iter().find(|(name, _)| *name == layer.name) else { continue };
        let mut partition = Partition::from_regions(of, &near);
        let moves = moves_of(&partition, layer, differ.clone());
        let mut scored: Vec<(usize, CellId, u32)> = Vec::new();
        for at in order(moves.len(), random) {
            let (cell, to) = moves[at];
            let from = partition.of[cell.index()].replace(to);
            scored.push((gaps.iter().filter(|gaps| are_level(&partition, gaps)).count(), cell, to));
            partition.of[cell.index()] = from;
        }
        scored.sort_by_key(|s| s.0);
        for (_, cell, to) in scored {
            let mut of = of.clone();
            of[cell.index()] = Some(to);
            let shifted = with_regions(draft, layer, &of);
            if judge(&reader.read(&shifted)?, solution).is_empty() {
                return Ok(Some(shifted));
            }
        }
    }
    Ok(None)
}

/// Difference of two boards at each cell, as numbers of kinds: the digits of a family are in order, and none is 0.
fn gaps(one: &Diagram, other: &Diagram, cells: usize) -> Vec<i64> {
    let number = |kind: &Option<KindId>| kind.map_or(0, |k| k.index() as i64 + 1);
    let (one, other) = (one.kinds_by_cell(cells), other.kinds_by_cell(cells));
    one.iter().zip(&other).map(|(a, b)| number(a) - number(b)).collect()
}

/// Returns true if the differences of each region add up to 0: a hint that clues about regions do not tell the boards apart.
fn are_level(partition: &Partition, gaps: &[i64]) -> bool {
    let mut sums = vec![0; partition.count as usize];
    for (of, gap) in partition.of.iter().zip(gaps) {
        if let Some(region) = of {
            sums[*region as usize] += gap;
        }
    }
    sums.iter().all(|sum| *sum == 0)
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

/// A division that the rules allow, with equally many pieces in each region if possible.
fn fitting(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    near: &Arc<Vec<Vec<CellId>>>,
    solution: &Diagram,
    random: &mut Random,
) -> Result<Option<Partition>, MakeError> {
    match even(reader, layer, draft, near, solution, random)? {
        Some(found) => Ok(Some(found)),
        None => uneven(reader, layer, draft, near, solution, random),
    }
}

/// A division into regions with different numbers of pieces, which the rules allow.
fn uneven(
    reader: &DraftReader<'_>,
    layer: &VariedLayer,
    draft: &Draft,
    near: &Arc<Vec<Vec<CellId>>>,
    solution: &Diagram,
    random: &mut Random,
) -> Result<Option<Partition>, MakeError> {
    let pieces = pieces(solution);
    let open: Vec<CellId> =
        (0..near.len()).filter(|&c| !near[c].is_empty()).map(CellId::from_index).collect();
    for _ in 0..DIVISIONS {
        let count = match layer.drawn {
            0 | 1 => 2 + random.below(pieces.len().max(1)),
            drawn => drawn,
        };
        // Where there are fewer pieces than regions, the others grow from empty cells.
        let mut seeds = pieces.clone();
        let others = order(open.len(), random).into_iter().map(|i| open[i]);
        seeds.extend(others.filter(|c| !pieces.contains(c)).take(count.saturating_sub(pieces.len())));
        let single = Partition::grown(near, &seeds, usize::MAX, random);
        let Some(partition) = single.joined_into(count, random) else { continue };
        if fits(layer, &partition, solution, near) {
            let model = reader.read(&with_regions(draft, layer, &partition.of))?;
            if judge(&model, solution).is_empty() {
                return Ok(Some(partition));
            }
        }
    }
    Ok(None)
}

/// A division into regions with equally many pieces, which the rules allow.
fn even(
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
        let numbers = numbers(&partition, &own);
        let allowed =
            |partition: &Partition| rivals.iter().filter(|r| is_alike(partition, r, &numbers)).count();
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
            // Cells that rest may move after all.
            if resting.is_empty() {
                break;
            }
            resting.clear();
            continue;
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
    let cells = rival.iter().filter(|c| !own.contains(c) && !resting.contains(c));
    moves_of(partition, layer, cells.copied())
}

/// Moves of these cells to a region beside them.
fn moves_of(
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
