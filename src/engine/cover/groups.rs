//! The terms of a row in groups of which at most one counts. A range that looks at every term alone is far too wide: in a
//! magic square it allows a cell all its numbers at once, or none.

use super::table::{CoverTable, OptionLinear};
use std::cmp::Reverse;

/// Terms of a row of which a solution contains at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SumGroup {
    /// Options and their weights, lightest first.
    pub(super) terms: Vec<(u32, i64)>,
    /// True if a solution may contain none of the terms.
    pub(super) optional: bool,
}

impl SumGroup {
    /// Returns the least and the greatest weight that the group can add, with the options that `is_active` admits: an
    /// option that was chosen is no longer active, and neither are the others of its group then.
    ///
    /// Proof of the bounds: all terms belong to one item that is covered at most once, so at most one of them counts. If
    /// the group is not optional, the item is covered exactly once and has no other options, so one of them counts as long
    /// as the item is open; once it is covered, or cannot be, no option is active.
    pub(super) fn span(&self, is_active: impl Fn(u32) -> bool) -> (i64, i64) {
        let lightest = self.terms.iter().find(|t| is_active(t.0));
        let heaviest = self.terms.iter().rev().find(|t| is_active(t.0));
        match (lightest, heaviest) {
            (Some(&(_, least)), Some(&(_, most))) if self.optional => (least.min(0), most.max(0)),
            (Some(&(_, least)), Some(&(_, most))) => (least, most),
            _ => (0, 0),
        }
    }
}

/// Divides the terms of `row` into groups, largest first. Returns the groups of more than one term, and the other terms.
/// `items_of` has the items of each option.
pub(super) fn groups(
    row: &OptionLinear,
    table: &CoverTable,
    items_of: &[Vec<u32>],
) -> (Vec<SumGroup>, Vec<(u32, i64)>) {
    let mut left = row.terms.clone();
    left.retain(|t| !table.banned[t.0 as usize]);
    let mut items: Vec<u32> = left.iter().flat_map(|t| &items_of[t.0 as usize]).copied().collect();
    items.retain(|&i| table.items[i as usize].hi == 1);
    items.sort_unstable();
    let mut sizes: Vec<(usize, u32)> =
        items.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
    let is_whole = |&(size, i): &(usize, u32)| {
        let item = &table.items[i as usize];
        item.lo == 1 && item.options.len() == size
    };
    sizes.sort_by_key(|s| (Reverse(is_whole(s)), Reverse(s.0), s.1));
    let mut found = Vec::new();
    for (_, item) in sizes {
        let item = &table.items[item as usize];
        let is_member = |t: &(u32, i64)| item.options.binary_search(&t.0).is_ok();
        if left.iter().filter(|t| is_member(t)).count() < 2 {
            continue;
        }
        let (mut terms, others): (Vec<_>, Vec<_>) = left.into_iter().partition(is_member);
        left = others;
        terms.sort_by_key(|t| t.1);
        let optional = item.lo == 0 || terms.len() < item.options.len();
        found.push(SumGroup { terms, optional });
    }
    (found, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn terms_of_one_cell_or_line_are_a_group() {
        // Queens on 4 x 4: rows have exactly one queen, diagonals at most one.
        let table = CoverTable::new(&samples::queens(4)).expect("a cover");
        let mut items_of = vec![Vec::new(); table.options];
        for (i, item) in (0..).zip(&table.items) {
            item.options.iter().for_each(|&o| items_of[o as usize].push(i));
        }
        let terms = vec![(0, 3), (1, -1), (2, 5), (3, 2), (6, 1), (9, 4), (15, 7)];
        let row = OptionLinear { terms, lo: 0, hi: 9 };
        let (groups, left) = groups(&row, &table, &items_of);
        let spans: Vec<(i64, i64)> = groups.iter().map(|g| g.span(|_| true)).collect();
        assert_eq!(spans, [(-1, 5), (0, 4)]);
        assert_eq!(groups[0].span(|o| o == 0 || o == 3), (2, 3));
        assert_eq!(groups[1].span(|o| o > 9), (0, 0));
        assert_eq!(left, [(15, 7)]);
    }
}
