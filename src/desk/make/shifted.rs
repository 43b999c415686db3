//! Regions beside givens or clues, changed where all of these leave a second solution.
//!
//! Clues about regions tell two boards apart if some region has different contents in them. A cell where they differ moves to
//! a neighboring region, so that the contents of two regions change, in one board by another amount than in the other.

use super::draft::Draft;
use super::draft_reader::DraftReader;
use super::error::MakeError;
use super::partition::{Partition, neighbors};
use super::reduce::order;
use super::regions::{moves, with_regions};
use super::varied::VariedParts;
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, judge};
use crate::random::Random;
use std::sync::Arc;

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
        let all = moves(&partition, layer, differ.clone());
        let mut scored: Vec<(usize, CellId, u32)> = Vec::new();
        for at in order(all.len(), random) {
            let (cell, to) = all[at];
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
