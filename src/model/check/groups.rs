//! Groups in rules: their contents and the moves between neighbors.

use super::compiler::Compiler;
use super::expressions::{PieceSetNode, Variables};
use super::faults::ModelFaults;
use super::linear::RulePlace;
use crate::geometry::{CellSet, Movement};
use crate::model::{CellContents, Groups};
use crate::syntax::ast::GroupOperand;
use std::sync::Arc;

/// `P [by M]`
#[derive(Clone, Debug)]
pub(super) struct GroupNode {
    pub(super) what: PieceSetNode,
    pub(super) moves: Movement,
}

impl Compiler<'_, '_> {
    pub(super) fn group_node(
        &mut self,
        written: &GroupOperand,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<GroupNode> {
        let what = self.pieces(&written.what, vars, faults);
        let moves = self.army.moves.leaps(written.moves.as_ref(), faults);
        Some(GroupNode { what: what?, moves: moves? })
    }

    /// Returns the groups at one place: those of its set of cells, which a scope over cells does not narrow.
    pub(super) fn groups_at(
        &mut self,
        node: &GroupNode,
        place: &RulePlace<'_>,
        faults: &mut ModelFaults,
    ) -> Option<Groups> {
        let cells = place.area.map_or_else(|| self.site.open.clone(), |area| area.open.clone());
        self.groups_among(node, cells, place, faults)
    }

    /// Returns the groups among these cells.
    pub(super) fn groups_among(
        &mut self,
        node: &GroupNode,
        cells: Arc<CellSet>,
        place: &RulePlace<'_>,
        faults: &mut ModelFaults,
    ) -> Option<Groups> {
        let kinds = self.kinds_at(&node.what, place, faults)?;
        let what = CellContents { kinds, empty: node.what.empty };
        Some(Groups { what, cells, moves: node.moves.clone() })
    }
}
