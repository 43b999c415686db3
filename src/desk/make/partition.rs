//! A division of the cells of a board into connected regions, and its small changes.

use super::reduce::order;
use crate::geometry::{Board, CellId, Shape, Vector};
use crate::random::Random;
use std::sync::Arc;

/// A division of cells into connected regions.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// Region of each cell; `None` for walls and cells that no region reaches.
    pub of: Vec<Option<u32>>,
    pub count: u32,
    neighbors: Arc<Vec<Vec<CellId>>>,
}

/// Returns the open neighbors of each cell along its edges.
pub(super) fn neighbors(board: &Board, walls: &[CellId]) -> Vec<Vec<CellId>> {
    let steps: Vec<Vector> = match board.shape() {
        Shape::Hex { .. } => board.symmetries().iter().map(|s| s.linear.apply(Vector::flat(1, 0))).collect(),
        Shape::Box { .. } => [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
            .map(|(x, y, z)| Vector::new(x, y, z))
            .to_vec(),
    };
    let is_open = |c: CellId| !board.is_wall(c) && !walls.contains(&c);
    let of_cell = |cell: CellId| {
        if !is_open(cell) {
            return Vec::new();
        }
        let mut near: Vec<CellId> =
            steps.iter().filter_map(|&s| board.step(cell, s)).filter(|&c| is_open(c) && c != cell).collect();
        near.sort_unstable();
        near.dedup();
        near
    };
    board.cells().map(of_cell).collect()
}

impl Partition {
    pub fn from_regions(of: &[Option<u32>], neighbors: &Arc<Vec<Vec<CellId>>>) -> Self {
        let count = of.iter().flatten().max().map_or(0, |last| last + 1);
        Self { of: of.to_vec(), count, neighbors: Arc::clone(neighbors) }
    }

    /// Grows a region from each of `seeds` at random until every cell that can be reached belongs to one. No region grows
    /// beyond `most` cells.
    pub fn grown(
        neighbors: &Arc<Vec<Vec<CellId>>>,
        seeds: &[CellId],
        most: usize,
        random: &mut Random,
    ) -> Self {
        let mut of = vec![None; neighbors.len()];
        seeds.iter().enumerate().for_each(|(i, c)| of[c.index()] = Some(i as u32));
        let mut sizes = vec![1; seeds.len()];
        // Pairs of a cell and a neighbor that it may annex.
        let mut border: Vec<(CellId, CellId)> =
            seeds.iter().flat_map(|&c| neighbors[c.index()].iter().map(move |&n| (c, n))).collect();
        while !border.is_empty() {
            let (from, to) = border.swap_remove(random.below(border.len()));
            let Some(region) = of[from.index()] else { continue };
            if of[to.index()].is_some() || sizes[region as usize] >= most {
                continue;
            }
            of[to.index()] = Some(region);
            sizes[region as usize] += 1;
            border.extend(neighbors[to.index()].iter().map(|&n| (to, n)));
        }
        Self { of, count: seeds.len() as u32, neighbors: Arc::clone(neighbors) }
    }

    /// Divides the cells at random into regions of `sizes` cells (least and greatest), if an attempt succeeds.
    pub fn drawn(
        neighbors: &Arc<Vec<Vec<CellId>>>,
        (least, most): (usize, usize),
        random: &mut Random,
    ) -> Option<Self> {
        let open: Vec<CellId> = cells(neighbors).filter(|c| is_open(neighbors, *c)).collect();
        let count = (2 * open.len() / (least + most).max(1)).max(1);
        if count * most < open.len() {
            return Self::drawn_with(neighbors, &open, open.len().div_ceil(most), (least, most), random);
        }
        Self::drawn_with(neighbors, &open, count, (least, most), random)
    }

    fn drawn_with(
        neighbors: &Arc<Vec<Vec<CellId>>>,
        open: &[CellId],
        count: usize,
        (least, most): (usize, usize),
        random: &mut Random,
    ) -> Option<Self> {
        let seeds: Vec<CellId> = order(open.len(), random).into_iter().take(count).map(|i| open[i]).collect();
        let mut partition = Self::grown(neighbors, &seeds, usize::MAX, random);
        // Cells move from large regions to small neighbors until all sizes fit. Moves between equals let the borders drift.
        for _ in 0..200 * open.len() {
            let sizes = partition.sizes();
            if sizes.iter().all(|s| (least..=most).contains(s)) {
                return Some(partition);
            }
            let cell = open[random.below(open.len())];
            let Some(from) = partition.of[cell.index()] else { continue };
            let near = &neighbors[cell.index()];
            let Some(to) = partition.of[near.get(random.below(near.len()))?.index()] else { continue };
            let (here, there) = (sizes[from as usize], sizes[to as usize]);
            if from != to && here + 1 > there && partition.can_leave(cell) {
                partition.of[cell.index()] = Some(to);
            }
        }
        None
    }

    /// Returns the number of cells of each region.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.count as usize];
        self.of.iter().flatten().for_each(|&r| sizes[r as usize] += 1);
        sizes
    }

    /// Returns the regions beside `cell`, other than its own.
    pub fn beside(&self, cell: CellId) -> Vec<u32> {
        let own = self.of[cell.index()];
        let mut near: Vec<u32> = self.neighbors[cell.index()]
            .iter()
            .filter_map(|n| self.of[n.index()])
            .filter(|r| Some(*r) != own)
            .collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Returns true if the region of `cell` stays connected and not empty without it.
    pub fn can_leave(&self, cell: CellId) -> bool {
        let own = self.of[cell.index()];
        let mates: Vec<CellId> =
            self.neighbors[cell.index()].iter().copied().filter(|n| self.of[n.index()] == own).collect();
        let Some(&first) = mates.first() else { return false };
        let mut seen = vec![first];
        let mut at = 0;
        while at < seen.len() {
            for &next in &self.neighbors[seen[at].index()] {
                if next != cell && self.of[next.index()] == own && !seen.contains(&next) {
                    seen.push(next);
                }
            }
            at += 1;
        }
        mates.iter().all(|m| seen.contains(m))
    }

    /// Joins neighboring regions at random, small ones first, until `count` are left, if that is possible.
    pub fn joined_into(&self, count: usize, random: &mut Random) -> Option<Self> {
        let mut joined = self.clone();
        // Regions of which every joined one is made.
        let mut parts = vec![1; self.count as usize];
        while parts.iter().filter(|n| **n > 0).count() > count {
            let mut borders: Vec<(u32, u32)> = Vec::new();
            for cell in cells(&self.neighbors) {
                if let Some(own) = joined.of[cell.index()] {
                    borders.extend(joined.beside(cell).into_iter().map(|other| (own, other)));
                }
            }
            let least = borders.iter().map(|(own, _)| parts[*own as usize]).min()?;
            borders.retain(|(own, _)| parts[*own as usize] == least);
            let (own, other) = borders[random.below(borders.len())];
            joined.of.iter_mut().filter(|of| **of == Some(own)).for_each(|of| *of = Some(other));
            parts[other as usize] += std::mem::take(&mut parts[own as usize]);
        }
        let kept: Vec<usize> = (0..parts.len()).filter(|&r| parts[r] > 0).collect();
        let number = |r: u32| kept.iter().position(|&k| k == r as usize).map(|at| at as u32);
        joined.of.iter_mut().for_each(|of| *of = of.and_then(number));
        joined.count = kept.len() as u32;
        Some(joined)
    }

    /// Joins neighboring regions at random into regions of `k` of the present ones, if an attempt succeeds.
    pub fn joined(&self, k: usize, random: &mut Random) -> Option<Self> {
        let count = self.count as usize;
        let mut near = vec![Vec::new(); count];
        for cell in cells(&self.neighbors) {
            if let Some(own) = self.of[cell.index()] {
                near[own as usize].extend(self.beside(cell));
            }
        }
        let mut joined: Vec<Option<u32>> = vec![None; count];
        let mut next = 0;
        let mut left: Vec<usize> = order(count, random);
        while !left.is_empty() {
            // The region with the fewest free neighbors first: it is the first to be cut off.
            let free = |r: usize, joined: &[Option<u32>]| {
                near[r].iter().filter(|n| joined[**n as usize].is_none()).count()
            };
            let at = (0..left.len()).min_by_key(|&i| free(left[i], &joined))?;
            let mut group = vec![left.swap_remove(at)];
            joined[group[0]] = Some(next);
            while group.len() < k {
                let mut beside: Vec<usize> = group
                    .iter()
                    .flat_map(|&r| &near[r])
                    .map(|&r| r as usize)
                    .filter(|&r| joined[r].is_none())
                    .collect();
                beside.sort_unstable();
                beside.dedup();
                let fewest = beside.iter().map(|&r| free(r, &joined)).min()?;
                beside.retain(|&r| free(r, &joined) == fewest);
                let more = beside[random.below(beside.len())];
                joined[more] = Some(next);
                left.retain(|&r| r != more);
                group.push(more);
            }
            next += 1;
        }
        let of = self.of.iter().map(|r| r.and_then(|r| joined[r as usize])).collect();
        Some(Self { of, count: next, neighbors: Arc::clone(&self.neighbors) })
    }
}

fn cells(neighbors: &[Vec<CellId>]) -> impl Iterator<Item = CellId> + use<> {
    (0..neighbors.len()).map(CellId::from_index)
}

fn is_open(neighbors: &[Vec<CellId>], cell: CellId) -> bool {
    !neighbors[cell.index()].is_empty()
}
