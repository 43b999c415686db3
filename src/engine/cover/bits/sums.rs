//! Bounds propagation for rows whose terms fall into groups: an option is dropped if the row's bound cannot be met with it
//! whatever the other groups contribute.

use super::{Bits, clear, has};
use crate::engine::cover::groups::{SumGroup, groups};
use crate::engine::cover::table::CoverTable;

/// Rows in groups, and those whose options have changed since they were settled.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    /// By row: the groups; none if the row is only tested.
    groups: Vec<Vec<SumGroup>>,
    /// Rows without groups.
    pub(super) plain: Vec<u32>,
    /// Rows with groups, as a bit set.
    grouped: Vec<u64>,
    /// Rows with groups to settle, as a bit set.
    pending: Vec<u64>,
    /// Rows whose bounds may change during the search.
    moving: Vec<u64>,
    /// Range of each group of the row at hand.
    spans: Vec<(i64, i64)>,
}

impl Sums {
    /// Marks the row for settling.
    pub(super) fn touch(&mut self, row: u32) {
        self.pending[row as usize / 64] |= (1 << (row % 64)) & self.grouped[row as usize / 64];
    }

    /// Marks a row whose bounds have changed, and may change again.
    pub(super) fn follow(&mut self, row: usize) {
        self.moving[row / 64] |= (1 << (row % 64)) & self.grouped[row / 64];
        self.touch(row as u32);
    }

    /// Marks every row.
    pub(super) fn touch_all(&mut self) {
        self.pending.copy_from_slice(&self.grouped);
    }

    /// After a return to a settled node, only the rows with changed bounds are to be settled.
    pub(super) fn forget(&mut self) {
        self.pending.copy_from_slice(&self.moving);
    }

    fn next(&self) -> Option<usize> {
        let block = self.pending.iter().position(|&rows| rows != 0)?;
        Some(64 * block + self.pending[block].trailing_zeros() as usize)
    }
}

impl<const W: usize> Bits<W> {
    /// Divides the rows into groups, and takes the terms in groups out of the running ranges.
    pub(super) fn group_rows(&mut self, table: &CoverTable) {
        let rows = self.rows.len();
        let words = rows.div_ceil(64);
        self.sums.grouped = vec![0; words];
        self.spread = self.weights.clone();
        let mut items_of = vec![Vec::new(); if rows == 0 { 0 } else { table.options }];
        for (i, item) in (0..).zip(table.items.iter().filter(|_| rows > 0)) {
            item.options.iter().for_each(|&o| items_of[o as usize].push(i));
        }
        for (r, row) in self.rows.iter().enumerate() {
            let (groups, left) = groups(row, table, &items_of);
            if groups.is_empty() {
                self.sums.plain.push(r as u32);
            } else {
                self.sums.grouped[r / 64] |= 1 << (r % 64);
                let ends = |(lo, hi): (i64, i64), t: &(u32, i64)| (lo + t.1.min(0), hi + t.1.max(0));
                self.ranges[r] = left.iter().fold((0, 0), ends);
                for (option, _) in groups.iter().flat_map(|g| &g.terms) {
                    self.spread[*option as usize].retain(|w| w.0 as usize != r);
                }
            }
            self.sums.groups.push(groups);
        }
        self.sums.pending = self.sums.grouped.clone();
        self.sums.moving = vec![0; words];
    }

    /// Drops options until every row with groups is settled. Returns false if a row cannot meet its bounds.
    pub(super) fn settle(&mut self) -> bool {
        while let Some(row) = self.sums.next() {
            if !self.settle_row(row) {
                return false;
            }
        }
        true
    }

    /// Settles a row. If it drops options, the row is to be settled again.
    ///
    /// Proof: of every group at most one term counts, so the sum lies between the running range plus the least, and the
    /// greatest, weights of the groups. A solution with an option of weight w has at least the sum of the least weights of
    /// the other groups and w, which must not exceed the upper bound; likewise for the lower bound.
    fn settle_row(&mut self, row: usize) -> bool {
        let (mut least, mut most) = self.ranges[row];
        self.sums.spans.clear();
        for group in &self.sums.groups[row] {
            let span = group.span(|o| has(&self.active, o));
            (least, most) = (least + span.0, most + span.1);
            self.sums.spans.push(span);
        }
        let (lo, hi) = (self.rows[row].lo, self.rows[row].hi);
        if least > hi || most < lo {
            return false;
        }
        self.sums.pending[row / 64] &= !(1 << (row % 64));
        let (above, below) = (hi.saturating_sub(least), most.saturating_sub(lo));
        for at in 0..self.sums.spans.len() {
            let span = self.sums.spans[at];
            if span.1 - span.0 > above.min(below) {
                self.drop_outside(row, at, span.1.saturating_sub(below), span.0.saturating_add(above));
            }
        }
        true
    }

    /// Drops the active options of a group whose weights lie outside `least..=most`.
    fn drop_outside(&mut self, row: usize, group: usize, least: i64, most: i64) {
        for at in 0..self.sums.groups[row][group].terms.len() {
            let (option, weight) = self.sums.groups[row][group].terms[at];
            if (weight < least || weight > most) && has(&self.active, option) {
                clear(&mut self.active, option);
                self.narrow(option);
            }
        }
    }
}
