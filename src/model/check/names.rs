//! Declared names of a spec. A parameter, a kind, a family and a layer of regions cannot share a name.

use super::class::Class;
use super::error::NameError;
use super::faults::ModelFaults;
use super::libraries::LibraryParts;
use crate::syntax::ast::{Name, RegionsBody, RouteDecl, Statement, StatementKind};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Names reserved for the coordinates in `cells where`.
const COORDINATES: [&str; 2] = ["x", "y"];

#[derive(Debug, Default)]
pub(super) struct DeclaredNames {
    declared: FxHashMap<Arc<str>, (Class, Span)>,
}

impl DeclaredNames {
    /// Collects the names that these statements declare. The first of two equal names counts; the second is an error.
    pub(super) fn of(statements: &[Statement], parts: &LibraryParts, faults: &mut ModelFaults) -> Self {
        let mut names = Self::default();
        for statement in statements {
            names.declare_statement(statement, parts, faults);
        }
        names
    }

    fn declare_statement(&mut self, statement: &Statement, parts: &LibraryParts, faults: &mut ModelFaults) {
        match &statement.kind {
            StatementKind::Param { name, .. } => self.declare(name, Class::Parameter, faults),
            StatementKind::Piece { name, .. } | StatementKind::Tile { name, .. } => {
                self.declare(name, Class::Kind, faults);
            }
            StatementKind::Pieces { name, .. } | StatementKind::Tiles { name, .. } => {
                self.declare(name, Class::Family, faults);
            }
            StatementKind::Route(route) if route.index.is_none() => {
                self.declare(&route.name, Class::Route, faults);
            }
            // Each member of a family has its own statement.
            StatementKind::Route(RouteDecl { name, .. }) => match self.get(&name.node) {
                Some((Class::RouteFamily, _)) => {}
                _ => self.declare(name, Class::RouteFamily, faults),
            },
            StatementKind::ClueLayer { name, .. } => self.declare(name, Class::ClueLayer, faults),
            StatementKind::Weights { name, .. } => self.declare(name, Class::Weights, faults),
            StatementKind::Use(used) => {
                for name in used {
                    self.declare(name, Class::Kind, faults);
                }
            }
            StatementKind::UseFrom { names, path } => {
                for name in names {
                    let class = parts.origin(path.span, &name.node).map_or(Class::Kind, |origin| origin.0);
                    self.declare(name, class, faults);
                }
            }
            StatementKind::Regions { layer, body } => match layer {
                Some(name) => self.declare(name, Class::Layer, faults),
                None => {
                    let span = match body {
                        RegionsBody::Pictures(pictures) => {
                            pictures.first().map_or(statement.span, |p| p.span)
                        }
                        RegionsBody::Blocks { span, .. } => *span,
                    };
                    self.declare(&Name::new(Arc::from("region"), span), Class::Layer, faults);
                }
            },
            _ => {}
        }
    }

    fn declare(&mut self, name: &Name, class: Class, faults: &mut ModelFaults) {
        if COORDINATES.contains(&&*name.node) {
            faults.push(NameError::Reserved { name: name.node.clone() }.at(name.span));
            return;
        }
        match self.declared.get(&name.node) {
            Some(&(other, first)) => faults
                .push(NameError::Duplicate { name: name.node.clone(), class, other, first }.at(name.span)),
            None => {
                self.declared.insert(name.node.clone(), (class, name.span));
            }
        }
    }

    /// Returns the class of `name` and the span of its declaration.
    pub(super) fn get(&self, name: &str) -> Option<(Class, Span)> {
        self.declared.get(name).copied()
    }

    /// Returns true if this declaration is the one that counts for its name.
    pub(super) fn counts(&self, name: &Name) -> bool {
        self.get(&name.node).is_some_and(|(_, span)| span == name.span)
    }

    /// Returns all names of these classes, sorted.
    pub(super) fn of_classes(&self, classes: &[Class]) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = self
            .declared
            .iter()
            .filter(|(_, (class, _))| classes.contains(class))
            .map(|(name, _)| name.clone())
            .collect();
        names.sort_unstable();
        names
    }

    /// Returns the error for using `name` where one of the classes `wanted` is expected. The message names the first class.
    pub(super) fn misuse(&self, name: &Arc<str>, wanted: &[Class], more: &[Arc<str>]) -> NameError {
        match self.get(name) {
            Some((class, declared)) if !wanted.contains(&class) => {
                NameError::WrongClass { name: name.clone(), class, wanted: wanted[0], declared }
            }
            _ => {
                let mut known = self.of_classes(wanted);
                known.extend_from_slice(more);
                NameError::Unknown { class: wanted[0], name: name.clone(), known }
            }
        }
    }
}
