//! Groups of connected cells on a filled board (by union and find), and rules about each group.

use super::compares;
use super::filled::FilledBoard;
use crate::geometry::CellId;
use crate::model::{CellContents, GroupRule, Groups, LinearExpr, Relation};

/// Disjoint sets of the numbers from 0, each known by one of its members.
struct DisjointSets(Vec<usize>);

impl DisjointSets {
    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The least member stays the root, so groups are found in board order.
        self.0[a.max(b)] = a.min(b);
    }
}

impl FilledBoard<'_> {
    /// Returns true if `what` covers the cell.
    pub(super) fn covers(&self, what: &CellContents, cell: CellId) -> bool {
        match self.kind_at(cell) {
            Some(kind) => what.kinds.contains(kind),
            None => what.empty && self.is_empty(cell),
        }
    }

    /// Returns the groups, each in board order, in the order of their first cells. With `inside`, sorted, only its cells count.
    pub(super) fn groups(&self, groups: &Groups, inside: Option<&[CellId]>) -> Vec<Vec<CellId>> {
        let covered = |c: &CellId| !self.model.board.is_wall(*c) && self.covers(&groups.what, *c);
        let members: Vec<CellId> = match inside {
            None => groups.cells.iter().filter(covered).collect(),
            Some(inside) => {
                inside.iter().copied().filter(|c| groups.cells.contains(*c)).filter(covered).collect()
            }
        };
        self.connected(groups, members)
    }

    /// Returns the groups that these cells form, which are in board order.
    pub(super) fn connected(&self, groups: &Groups, members: Vec<CellId>) -> Vec<Vec<CellId>> {
        let mut sets = DisjointSets((0..members.len()).collect());
        for (number, &cell) in members.iter().enumerate() {
            groups.moves.visit_attacked(&self.model.board, cell, &self.occupied, &mut |neighbor| {
                if let Ok(other) = members.binary_search(&neighbor) {
                    sets.join(number, other);
                }
            });
        }
        let mut place = vec![usize::MAX; members.len()];
        let mut found: Vec<Vec<CellId>> = Vec::new();
        for (number, &cell) in members.iter().enumerate() {
            let root = sets.root(number);
            if place[root] == usize::MAX {
                place[root] = found.len();
                found.push(Vec::new());
            }
            found[place[root]].push(cell);
        }
        found
    }

    /// Returns the number of cells of the group that holds `cell`; 0 if none does.
    pub(super) fn group_size(&self, groups: &Groups, cell: CellId) -> usize {
        if !groups.cells.contains(cell) || !self.covers(&groups.what, cell) {
            return 0;
        }
        let all = self.groups(groups, None);
        all.iter().find(|group| group.binary_search(&cell).is_ok()).map_or(0, Vec::len)
    }

    /// Returns the groups in which the condition of the rule does not hold.
    pub(super) fn breaking_groups(&mut self, rule: &GroupRule) -> Vec<Vec<CellId>> {
        let mut all = self.groups(&rule.groups, None);
        all.retain(|group| {
            let mut holds = |chain: &Vec<(LinearExpr, Relation)>| {
                chain.iter().all(|(left, relation)| compares(self.value_in(left, Some(group)), *relation, 0))
            };
            !rule.condition.alternatives.iter().any(&mut holds)
        });
        all
    }
}
