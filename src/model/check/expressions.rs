//! Resolved expressions over counts, before expansion for each place of a rule.

use super::arithmetic::{Function, binary, checked};
use super::class::Class;
use super::compiler::{Area, Compiler};
use super::error::{NameError, NumberError, PieceError, RuleError};
use super::faults::ModelFaults;
use super::groups::GroupNode;
use super::locations::{names_own, uses};
use super::numbers::Numbers;
use super::regroup::regrouped;
use super::routes::RouteSetNode;
use crate::geometry::Movement;
use crate::model::{KindId, Relation, Unit};
use crate::syntax::ast::{
    self, BinaryOp, CellRef, CountOperand, Expr, ExprKind, Location, LocationPart, MoveTerm, Moves, Name,
    PieceSet, RoutePart,
};
use crate::text::{Span, Spanned};
use std::sync::Arc;

/// Names bound by a rule's scopes.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    pub(super) kinds: Vec<Name>,
    /// For each of them, true if all its kinds have values.
    pub(super) valued: Vec<bool>,
    /// For each of them, true if it runs over routes.
    pub(super) routes: Vec<bool>,
    /// True if the rule is about each group.
    pub(super) in_group: bool,
    /// Name of the clue's number.
    pub(super) clue: Option<Name>,
    /// True if each place has a cell.
    pub(super) cell: bool,
}

#[derive(Clone, Debug)]
pub(super) enum ExprNode {
    Constant(i64),
    /// The number of the scope's clue.
    Clue,
    /// The value of a kind variable.
    Value(usize),
    Neg(Box<ExprNode>, Span),
    Binary {
        op: BinaryOp,
        a: Box<ExprNode>,
        b: Box<ExprNode>,
        span: Span,
        right: Span,
    },
    Call(Function, Vec<ExprNode>, Span),
    Count(Box<CountNode>),
    /// The sum of the values of the pieces that are counted.
    Sum(Box<CountNode>),
    /// The sum of the weights of the cells that are counted.
    Weights(usize, Box<CountNode>),
    /// The number of groups.
    Groups(Box<GroupNode>),
    /// The size of the group that holds the scope's cell.
    GroupSize(Box<GroupNode>),
    /// The links of routes in an area.
    Links(RouteSetNode, Option<AreaNode>, Span),
    Attackers(PieceSetNode),
    Attacks {
        by: PieceSetNode,
        on: PieceSetNode,
    },
}

/// Location of a count.
#[derive(Clone, Debug)]
pub(super) enum AreaNode {
    Fixed(Area),
    /// A location that depends on the scope's cell or on the values of variables.
    OfPlace {
        location: Location,
        variables: Vec<Name>,
        /// True if the scope does not narrow it.
        anywhere: bool,
    },
    /// A location that the scope does not narrow.
    Anywhere(Area),
}

/// `count …`, `cells …`, `sum …`
#[derive(Clone, Debug)]
pub(super) struct CountNode {
    pub(super) unit: Unit,
    pub(super) what: PieceSetNode,
    pub(super) area: Option<AreaNode>,
    pub(super) within: Option<WithinNode>,
    pub(super) filter: Option<FilterNode>,
    pub(super) span: Span,
}

/// `within …`
#[derive(Clone, Debug)]
pub(super) enum WithinNode {
    Moves(Movement),
    Routes(RouteSetNode),
}

/// `where attackers Q = 0`
#[derive(Clone, Debug)]
pub(super) struct FilterNode {
    pub(super) by: PieceSetNode,
    pub(super) relation: Relation,
    pub(super) value: ExprNode,
}

/// Set of pieces that may depend on the place.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceSetNode {
    pub(super) fixed: Vec<KindId>,
    pub(super) empty: bool,
    /// Indices of kind variables.
    pub(super) variables: Vec<usize>,
    /// Members whose index depends on a clue: family, index, span of the index.
    pub(super) indexed: Vec<(usize, ExprNode, Span)>,
    /// Line pieces, or a part of them, of routes that depend on the place.
    pub(super) routes: Vec<(Option<RoutePart>, RouteSetNode)>,
}

impl ExprNode {
    /// Returns true if the expression contains a count.
    pub(super) fn counts(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Clue | Self::Value(_) => false,
            Self::Neg(inner, _) => inner.counts(),
            Self::Binary { a, b, .. } => a.counts() || b.counts(),
            Self::Call(_, arguments, _) => arguments.iter().any(Self::counts),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Weights(..)
            | Self::Groups(_)
            | Self::GroupSize(_)
            | Self::Links(..)
            | Self::Attackers(_)
            | Self::Attacks { .. } => true,
        }
    }
}

impl Compiler<'_, '_> {
    pub(super) fn expression(
        &mut self,
        expr: &Expr,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<ExprNode> {
        let names = self.names;
        let is_number = |name: &str| {
            let bound = vars.kinds.iter().chain(&vars.clue).any(|v| &*v.node == name);
            bound || matches!(names.get(name), Some((Class::Parameter, _)))
        };
        match regrouped(expr, &is_number) {
            Some(expr) => self.grouped(&expr, vars, faults),
            None => self.grouped(expr, vars, faults),
        }
    }

    /// Resolves an expression whose moves end where they should.
    fn grouped(&mut self, expr: &Expr, vars: &Variables, faults: &mut ModelFaults) -> Option<ExprNode> {
        match &expr.kind {
            ExprKind::Int(n) => Some(ExprNode::Constant(*n)),
            ExprKind::Name(name) => self.number_name(name, expr.span, vars, faults),
            ExprKind::Neg(inner) => match self.grouped(inner, vars, faults)? {
                ExprNode::Constant(n) => {
                    Some(ExprNode::Constant(checked(n.checked_neg(), expr.span, faults)?))
                }
                node => Some(ExprNode::Neg(Box::new(node), expr.span)),
            },
            ExprKind::Binary(op, a, b) => {
                let left = self.grouped(a, vars, faults);
                let right = self.grouped(b, vars, faults);
                join(*op, (left?, a.span), (right?, b.span), expr.span, faults)
            }
            ExprKind::Call(name, arguments) => {
                let function = Function::of(name, arguments.len(), expr.span, faults);
                let nodes: Vec<Option<ExprNode>> =
                    arguments.iter().map(|a| self.grouped(a, vars, faults)).collect();
                let nodes: Vec<ExprNode> = nodes.into_iter().collect::<Option<_>>()?;
                if let Some(i) = nodes.iter().position(ExprNode::counts) {
                    let span = arguments[i].span;
                    return faults
                        .none(NumberError::CountInFunction { function: name.node.clone() }.at(span));
                }
                Some(ExprNode::Call(function?, nodes, expr.span))
            }
            ExprKind::Count(counted) => {
                self.counted(Unit::Pieces, counted, expr.span, vars, faults).map(ExprNode::Count)
            }
            ExprKind::Cells(counted) => {
                self.counted(Unit::Cells, counted, expr.span, vars, faults).map(ExprNode::Count)
            }
            ExprKind::Sum(counted) => {
                let count = self.counted(Unit::Pieces, counted, expr.span, vars, faults);
                let valued = self.valued(&counted.what, vars, faults);
                valued.and(count).map(ExprNode::Sum)
            }
            ExprKind::Weights(name, counted) => {
                let layer = self.weight_layer(name, faults);
                let count = self.counted(Unit::Cells, counted, expr.span, vars, faults);
                Some(ExprNode::Weights(layer?, count?))
            }
            ExprKind::ValueAt(what, cell) => self.value_at(what, cell, expr.span, vars, faults),
            ExprKind::Groups(groups) => {
                self.group_node(groups, vars, faults).map(|node| ExprNode::Groups(Box::new(node)))
            }
            ExprKind::Group(groups) => {
                let node = self.group_node(groups, vars, faults);
                self.needs_cell("group of", expr.span, vars, faults)?;
                Some(ExprNode::GroupSize(Box::new(node?)))
            }
            ExprKind::Links(route, location) => {
                let routes = self.route_set(route, vars, faults);
                let area = match location {
                    None => None,
                    Some(location) => Some(self.area_node(location, vars, faults)?),
                };
                Some(ExprNode::Links(routes?, area, expr.span))
            }
            ExprKind::Attackers(by) => {
                let by = self.attackers(by.as_ref(), vars, faults);
                self.needs_cell("attackers", expr.span, vars, faults)?;
                Some(ExprNode::Attackers(by?))
            }
            ExprKind::Attacks(_) if vars.in_group => {
                faults.none(RuleError::NotInGroup { word: "attacks" }.at(expr.span))
            }
            ExprKind::Attacks(None) => {
                let all = self.every_kind();
                Some(ExprNode::Attacks { by: all.clone(), on: all })
            }
            ExprKind::Attacks(Some((by, on))) => {
                let (by, on) = (self.only_pieces(by, vars, faults), self.only_pieces(on, vars, faults));
                Some(ExprNode::Attacks { by: by?, on: on? })
            }
        }
    }

    fn number_name(
        &mut self,
        name: &Arc<str>,
        span: Span,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<ExprNode> {
        if vars.clue.as_ref().is_some_and(|c| c.node == *name) {
            return Some(ExprNode::Clue);
        }
        if let Some(i) = vars.kinds.iter().position(|v| v.node == *name) {
            let variable = &vars.kinds[i];
            if vars.valued[i] {
                return Some(ExprNode::Value(i));
            }
            return faults.none(
                NameError::WrongClass {
                    name: name.clone(),
                    class: Class::Variable,
                    wanted: Class::Parameter,
                    declared: variable.span,
                }
                .at(span),
            );
        }
        let expr = Expr { kind: ExprKind::Name(name.clone()), span };
        Numbers::new(self.names, self.params).of(&expr, faults).map(ExprNode::Constant)
    }

    fn needs_cell(
        &self,
        word: &'static str,
        span: Span,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        match (vars.cell, vars.in_group) {
            (true, _) => Some(()),
            (false, true) => faults.none(RuleError::NotInGroup { word }.at(span)),
            (false, false) => faults.none(RuleError::NeedsCell { word }.at(span)),
        }
    }

    fn counted(
        &mut self,
        unit: Unit,
        counted: &CountOperand,
        span: Span,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<Box<CountNode>> {
        let what = self.pieces(&counted.what, vars, faults);
        let within = match &counted.within {
            None => Some(None),
            Some(moves) => {
                let reach = self.reach(moves, vars, faults);
                let cell = self.needs_cell("within", moves.span, vars, faults);
                cell.and(reach).map(Some)
            }
        };
        let area = match &counted.location {
            None => Some(None),
            Some(location) => self.area_node(location, vars, faults).map(Some),
        };
        let filter = match &counted.filter {
            None => Some(None),
            Some(filter) => self.filter(filter, vars, faults).map(Some),
        };
        let (what, area, within, filter) = (what?, area?, within?, filter?);
        Some(Box::new(CountNode { unit, what, area, within, filter, span }))
    }

    /// Resolves the moves or the route behind `within`.
    fn reach(&mut self, moves: &Moves, vars: &Variables, faults: &mut ModelFaults) -> Option<WithinNode> {
        for term in &moves.terms {
            if let MoveTerm::Named(reference) = &term.node
                && self.names_route(reference, vars)
            {
                if moves.terms.len() > 1 {
                    let name = reference.name.node.clone();
                    return faults.none(PieceError::RouteJoined { name }.at(term.span));
                }
                return self.route_set(reference, vars, faults).map(WithinNode::Routes);
            }
        }
        self.army.reach(moves, faults).map(WithinNode::Moves)
    }

    fn area_node(
        &mut self,
        location: &Location,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<AreaNode> {
        let is_own = names_own(location);
        if is_own {
            self.needs_cell("own", location.span, vars, faults)?;
        }
        let valued = vars.kinds.iter().zip(&vars.valued).filter(|v| *v.1);
        let variables: Vec<Name> = valued.map(|(name, _)| name.clone()).collect();
        if is_own || uses(location, &variables) {
            return Some(AreaNode::OfPlace { location: location.clone(), variables, anywhere: false });
        }
        let clue = vars.clue.as_ref().map(|c| &*c.node);
        self.location(location, clue, faults).map(|(area, _)| AreaNode::Fixed(area))
    }

    /// `digit at b3`: the sum of the values on one cell, whatever the scope.
    fn value_at(
        &mut self,
        what: &PieceSet,
        cell: &CellRef,
        span: Span,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<ExprNode> {
        if vars.in_group {
            return faults.none(RuleError::NotInGroup { word: "at" }.at(span));
        }
        let pieces = self.only_pieces(what, vars, faults);
        let valued = self.valued(what, vars, faults);
        let part = Spanned::new(LocationPart::Cell(cell.clone()), span);
        let area = match self.area_node(&Location { parts: vec![part], span }, vars, faults)? {
            AreaNode::OfPlace { location, variables, .. } => {
                AreaNode::OfPlace { location, variables, anywhere: true }
            }
            AreaNode::Fixed(area) | AreaNode::Anywhere(area) => AreaNode::Anywhere(area),
        };
        valued?;
        let (unit, what) = (Unit::Pieces, pieces?);
        Some(ExprNode::Sum(Box::new(CountNode {
            unit,
            what,
            area: Some(area),
            within: None,
            filter: None,
            span,
        })))
    }

    /// Checks that every piece of the set has a value.
    pub(super) fn valued(
        &mut self,
        set: &PieceSet,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let pieces = self.only_pieces(set, vars, faults)?;
        let of_variables =
            pieces.variables.iter().filter(|&&v| !vars.valued[v]).map(|&v| vars.kinds[v].node.clone());
        let valueless = |k: &&KindId| self.army.kinds[k.index()].family.is_none();
        let kinds = pieces.fixed.iter().filter(valueless).map(|k| self.army.told_name(*k));
        let of_routes = pieces.routes.iter().map(|_| Arc::from("a route"));
        match of_variables.chain(kinds).chain(of_routes).next() {
            None => Some(()),
            Some(kind) => faults.none(RuleError::NoValue { kind }.at(set.span())),
        }
    }

    fn weight_layer(&self, name: &Name, faults: &mut ModelFaults) -> Option<usize> {
        match self.site.weights.iter().position(|w| w.name == name.node) {
            // A declared layer with an error has already been reported.
            None if matches!(self.names.get(&name.node), Some((Class::Weights, _))) => None,
            None => faults.none(self.names.misuse(&name.node, &[Class::Weights], &[]).at(name.span)),
            layer => layer,
        }
    }

    fn filter(
        &mut self,
        filter: &ast::Filter,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<FilterNode> {
        let by = self.attackers(filter.of.as_ref(), vars, faults);
        let value = self.expression(&filter.value, vars, faults)?;
        if value.counts() {
            return faults.none(NumberError::CountHere.at(filter.value.span));
        }
        Some(FilterNode { by: by?, relation: filter.relation.node, value })
    }

    fn attackers(
        &mut self,
        by: Option<&PieceSet>,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<PieceSetNode> {
        match by {
            None => Some(self.every_kind()),
            Some(set) => self.only_pieces(set, vars, faults),
        }
    }
}

/// Builds `a op b`, evaluated immediately if both are constants.
fn join(
    op: BinaryOp,
    (a, left): (ExprNode, Span),
    (b, right): (ExprNode, Span),
    span: Span,
    faults: &mut ModelFaults,
) -> Option<ExprNode> {
    if let (ExprNode::Constant(x), ExprNode::Constant(y)) = (&a, &b) {
        return binary(op, *x, *y, span, right, faults).map(ExprNode::Constant);
    }
    let (counts_a, counts_b) = (a.counts(), b.counts());
    match op {
        BinaryOp::Mul if counts_a && counts_b => {
            return faults.none(NumberError::ProductOfCounts { left, right }.at(span));
        }
        BinaryOp::Div | BinaryOp::Rem if counts_a || counts_b => {
            let sign = if op == BinaryOp::Div { "/" } else { "%" };
            let count = if counts_a { left } else { right };
            return faults.none(NumberError::CountDivided { sign }.at(count));
        }
        _ => {}
    }
    Some(ExprNode::Binary { op, a: Box::new(a), b: Box::new(b), span, right })
}
