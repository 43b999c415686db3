//! What the two ways to walk a table have in common.

use super::memo::{Memo, Tally};
use super::table::{Row, Table};
use crate::engine::{Control, Stop};

/// A search under way: one of the two ways to walk a table.
pub(super) trait Kernel {
    /// Goes on to the next solution; false when there are no more.
    fn next(&mut self, control: &Control) -> Result<bool, Stop>;
    /// Sets the bounds of row `row` for the rest of the search.
    fn bound(&mut self, row: usize, lo: i64, hi: i64);
    /// The value of row `row`, at a solution.
    fn value(&self, row: usize) -> i64;
    /// The options chosen, at a solution; unsorted.
    fn chosen(&self) -> &[u32];
    /// Nodes so far.
    fn nodes(&self) -> u64;
    /// All solutions counted at once, where this way of walking can do that for this table; `Err` with what was
    /// counted before it was stopped. Where `starts` is given, only the solutions with each of these options are counted,
    /// so many times.
    fn count(
        &mut self,
        _control: &Control,
        _memo: &mut Memo,
        _starts: Option<&[(u32, u32)]>,
    ) -> Option<Result<Tally, (Stop, Tally)>> {
        None
    }
}

/// By option: rows and weights; by row: the range that all usable options together leave. Empty without rows.
#[allow(clippy::type_complexity)]
pub(super) fn weigh(rows: &[Row], table: &Table) -> (Vec<Vec<(u32, i64)>>, Vec<(i64, i64)>) {
    let mut weights = vec![Vec::new(); if rows.is_empty() { 0 } else { table.options }];
    let mut ranges = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let mut range = (0, 0);
        for &(o, w) in row.terms.iter().filter(|t| !table.banned[t.0 as usize]) {
            weights[o as usize].push((r as u32, w));
            range = (range.0 + w.min(0), range.1 + w.max(0));
        }
        ranges.push(range);
    }
    (weights, ranges)
}
