//! Sets of pieces in expressions: kinds, families, variables, members with an index.

use super::army::{Meaning, unknown_kind};
use super::class::Class;
use super::compiler::Compiler;
use super::error::{NameError, NumberError, PieceError, RuleError};
use super::expressions::{ExprNode, PieceSetNode, Variables};
use super::faults::ModelFaults;
use crate::model::KindSet;
use crate::syntax::ast::{KindRef, Name, PieceSet, RoutePart};

impl Compiler<'_, '_> {
    pub(super) fn every_kind(&self) -> PieceSetNode {
        PieceSetNode {
            fixed: KindSet::all(self.army.kinds.len()).iter().collect(),
            ..PieceSetNode::default()
        }
    }

    /// Resolves a set of pieces; `empty` is an error.
    pub(super) fn only_pieces(
        &mut self,
        set: &PieceSet,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<PieceSetNode> {
        let pieces = self.pieces(set, vars, faults)?;
        if pieces.empty {
            return faults.none(RuleError::EmptyIsNoPiece.at(set.span()));
        }
        Some(pieces)
    }

    /// Resolves a set of kinds that does not depend on a place.
    pub(super) fn kind_set(&mut self, set: &PieceSet, faults: &mut ModelFaults) -> Option<KindSet> {
        let pieces = self.only_pieces(set, &Variables::default(), faults)?;
        Some(KindSet::new(pieces.fixed))
    }

    pub(super) fn pieces(
        &mut self,
        set: &PieceSet,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<PieceSetNode> {
        match set {
            PieceSet::Any(_) => Some(self.every_kind()),
            PieceSet::Empty(_) => Some(PieceSetNode { empty: true, ..PieceSetNode::default() }),
            PieceSet::Kind(reference) if self.names_route(reference, vars) => {
                self.line_pieces(reference, None, vars, faults)
            }
            PieceSet::Kind(reference) => self.kind_reference(reference, vars, faults),
            PieceSet::Part(part, reference, _) => self.line_pieces(reference, Some(*part), vars, faults),
            PieceSet::Set(members, _) => {
                let mut union = PieceSetNode::default();
                let mut sound = true;
                for member in members {
                    match self.pieces(member, vars, faults) {
                        Some(mut more) => {
                            union.fixed.append(&mut more.fixed);
                            union.empty |= more.empty;
                            union.variables.append(&mut more.variables);
                            union.indexed.append(&mut more.indexed);
                            union.routes.append(&mut more.routes);
                        }
                        None => sound = false,
                    }
                }
                sound.then_some(union)
            }
        }
    }

    /// The line pieces of routes, or a part of them.
    fn line_pieces(
        &mut self,
        reference: &KindRef,
        part: Option<RoutePart>,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<PieceSetNode> {
        let routes = self.route_set(reference, vars, faults)?;
        let fixed = routes.fixed.iter().flat_map(|&route| self.army.line_pieces(route, part)).collect();
        let of_place = routes.variable.is_some() || routes.indexed.is_some();
        let routes = if of_place { vec![(part, routes)] } else { Vec::new() };
        Some(PieceSetNode { fixed, routes, ..PieceSetNode::default() })
    }

    fn kind_reference(
        &mut self,
        reference: &KindRef,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<PieceSetNode> {
        let name = &reference.name;
        if let Some(i) = vars.kinds.iter().position(|v| v.node == name.node) {
            if reference.index.is_some() {
                let (declared, name) = (vars.kinds[i].span, name.node.clone());
                return faults.none(PieceError::NotAFamily { name, declared }.at(reference.span));
            }
            return Some(PieceSetNode { variables: vec![i], ..PieceSetNode::default() });
        }
        let meaning = match self.army.meaning(&name.node) {
            Some(meaning) => meaning,
            None => return faults.none(self.no_kind(name, vars).at(name.span)),
        };
        let Some(index) = &reference.index else {
            let fixed = self.army.kinds_of(meaning).iter().collect();
            return Some(PieceSetNode { fixed, ..PieceSetNode::default() });
        };
        let family = match meaning {
            Meaning::Family(family) => family,
            Meaning::Kind(kind) => {
                let declared = self.army.kinds[kind.index()].span;
                let name = name.node.clone();
                return faults.none(PieceError::NotAFamily { name, declared }.at(reference.span));
            }
            // References to routes are resolved before.
            Meaning::Route(_) | Meaning::RouteFamily(_) => return None,
        };
        let node = self.expression(index, vars, faults)?;
        if node.counts() {
            return faults.none(NumberError::CountHere.at(index.span));
        }
        match node {
            ExprNode::Constant(value) => match self.army.member(family, value) {
                Some(kind) => Some(PieceSetNode { fixed: vec![kind], ..PieceSetNode::default() }),
                // The members of a family with an error are unknown.
                None if self.army.families[family].members.is_empty() => None,
                None => faults.none(self.army.no_member(family, value).at(index.span)),
            },
            node => {
                Some(PieceSetNode { indexed: vec![(family, node, index.span)], ..PieceSetNode::default() })
            }
        }
    }

    fn no_kind(&self, name: &Name, vars: &Variables) -> NameError {
        if let Some(clue) = vars.clue.as_ref().filter(|c| c.node == name.node) {
            return NameError::WrongClass {
                name: name.node.clone(),
                class: Class::ClueNumber,
                wanted: Class::Kind,
                declared: clue.span,
            };
        }
        match unknown_kind(&name.node, self.names) {
            NameError::Unknown { class, name, mut known } => {
                known.extend(vars.kinds.iter().map(|v| v.node.clone()));
                NameError::Unknown { class, name, known }
            }
            other => other,
        }
    }
}
