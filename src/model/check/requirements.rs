//! Resolved requirements of rules: comparisons, alternatives, distinct pieces.

use super::compiler::Compiler;
use super::error::RuleError;
use super::expressions::{ExprNode, PieceSetNode, Variables};
use super::faults::ModelFaults;
use super::groups::GroupNode;
use crate::model::Relation;
use crate::syntax::ast::{self, Alternative, Alternatives, Expr, Requirement};
use crate::text::{Span, Spanned};

/// Resolved requirement of a rule.
pub(super) enum RequirementNode {
    Compare(ComparisonNode),
    /// At least one of these holds.
    Either(Vec<ComparisonNode>),
    /// At most one piece of each kind.
    Distinct(PieceSetNode),
    /// At most one group.
    Connected(GroupNode),
}

/// Resolved comparison: expressions and the relations between them.
#[derive(Clone)]
pub(super) struct ComparisonNode {
    pub(super) parts: Vec<(ExprNode, Span)>,
    pub(super) relations: Vec<Relation>,
}

impl Compiler<'_, '_> {
    pub(super) fn requirement(
        &mut self,
        requirement: &Requirement,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<RequirementNode> {
        match requirement {
            Requirement::Distinct(set) => self.only_pieces(set, vars, faults).map(RequirementNode::Distinct),
            Requirement::Connected(groups) => {
                self.group_node(groups, vars, faults).map(RequirementNode::Connected)
            }
            Requirement::Compare(written) => {
                let first = self.comparison(&written.first, vars, faults);
                if written.others.is_empty() {
                    return first.map(RequirementNode::Compare);
                }
                self.alternatives(first, written, vars, faults).map(RequirementNode::Either)
            }
        }
    }

    /// Resolves alternatives. A value is one for the right side of the comparison before it, which must be a single `=`.
    fn alternatives(
        &mut self,
        first: Option<ComparisonNode>,
        written: &Alternatives,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<Vec<ComparisonNode>> {
        let (mut before, mut all) = (&written.first, vec![first]);
        // The last comparison that was written out, as opposed to the values after it.
        let mut compared = all.last().cloned().flatten();
        for alternative in &written.others {
            let node = match alternative {
                Alternative::Comparison(comparison) => {
                    before = comparison;
                    compared = self.comparison(comparison, vars, faults);
                    compared.clone()
                }
                Alternative::Value(value) => {
                    self.alternative_value(value, before, vars, faults).and_then(|value| {
                        let mut node = compared.clone()?;
                        node.parts[1] = value;
                        Some(node)
                    })
                }
            };
            all.push(node);
        }
        all.into_iter().collect()
    }

    fn alternative_value(
        &mut self,
        value: &Expr,
        before: &ast::Comparison,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<(ExprNode, Span)> {
        if !matches!(before.rest.as_slice(), [(Spanned { node: Relation::Eq, .. }, _)]) {
            let comparison = before.span;
            return faults.none(RuleError::AlternativeWithoutEquals { comparison }.at(value.span));
        }
        let node = self.expression(value, vars, faults)?;
        if node.counts() {
            return faults.none(RuleError::CountedAlternative.at(value.span));
        }
        Some((node, value.span))
    }

    /// Resolves a comparison, checking every part.
    pub(super) fn comparison(
        &mut self,
        comparison: &ast::Comparison,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<ComparisonNode> {
        let exprs = std::iter::once(&comparison.first).chain(comparison.rest.iter().map(|(_, e)| e));
        let parts: Vec<Option<(ExprNode, Span)>> =
            exprs.map(|e| self.expression(e, vars, faults).map(|n| (n, e.span))).collect();
        let relations = comparison.rest.iter().map(|(Spanned { node, .. }, _)| *node).collect();
        Some(ComparisonNode { parts: parts.into_iter().collect::<Option<_>>()?, relations })
    }
}
