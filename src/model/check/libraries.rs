//! Parts of libraries: the declarations that `use … from` takes from a file.
//!
//! A part has the named pieces and the declarations on which they depend: pieces whose moves they name, pieces that the
//! library takes from other libraries, and parameters. Within a part every name has its meaning in the library, so a piece
//! moves as it does there. Only the named pieces and the parameters become names of the spec.

use super::class::Class;
use super::error::NameError;
use crate::syntax::ast::{
    Expr, ExprKind, KindRef, MoveTerm, Moves, Name, Statement, StatementKind, StepVector,
};
use crate::text::{Span, Spanned};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Declarations that one `use … from` takes from a library, in the library's order.
#[derive(Clone, Debug)]
pub(super) struct LibraryPart {
    pub(super) statements: Vec<Statement>,
    /// For each name, the first statement that declares it, its class, and its span.
    index: FxHashMap<Arc<str>, (usize, Class, Span)>,
}

impl LibraryPart {
    fn new(statements: Vec<Statement>) -> Self {
        let mut index = FxHashMap::default();
        for (i, statement) in statements.iter().enumerate() {
            for (name, class) in declared(&statement.kind) {
                index.entry(name.node.clone()).or_insert((i, class, name.span));
            }
        }
        Self { statements, index }
    }
}

/// Parts taken by a spec, by the span of the path in `use … from "path"`.
#[derive(Clone, Debug, Default)]
pub(super) struct LibraryParts {
    by_path: FxHashMap<Span, LibraryPart>,
}

impl LibraryParts {
    /// Returns the part of the `use … from` with its path at `path`; `None` if the file could not be read.
    pub(super) fn get(&self, path: Span) -> Option<&LibraryPart> {
        self.by_path.get(&path)
    }

    pub(super) fn insert(&mut self, path: Span, part: LibraryPart) {
        self.by_path.insert(path, part);
    }

    /// Returns the class of the piece `name` of the part at `path`, and the span of its declaration in its library.
    pub(super) fn origin(&self, path: Span, name: &str) -> Option<(Class, Span)> {
        let part = self.get(path)?;
        let &(statement, class, span) = part.index.get(name)?;
        match &part.statements[statement].kind {
            StatementKind::UseFrom { path, .. } => self.origin(path.span, name),
            _ => Some((class, span)),
        }
    }
}

/// Returns the names that a statement declares, with their classes. Pieces from a library count as kinds.
fn declared(statement: &StatementKind) -> impl Iterator<Item = (&Name, Class)> {
    let (one, many, class): (Option<&Name>, &[Name], Class) = match statement {
        StatementKind::Param { name, .. } => (Some(name), &[], Class::Parameter),
        StatementKind::Piece { name, .. } | StatementKind::Tile { name, .. } => {
            (Some(name), &[], Class::Kind)
        }
        StatementKind::Pieces { name, .. } => (Some(name), &[], Class::Family),
        StatementKind::Use(names) | StatementKind::UseFrom { names, .. } => (None, names, Class::Kind),
        StatementKind::Regions { layer: Some(name), .. } => (Some(name), &[], Class::Layer),
        _ => (None, &[], Class::Kind),
    };
    one.into_iter().chain(many).map(move |name| (name, class))
}

/// File from which pieces are taken, with everything it includes.
pub(super) struct Library {
    statements: Vec<Statement>,
    /// For each name, the statements that declare it.
    index: FxHashMap<Arc<str>, Vec<usize>>,
}

impl Library {
    pub(super) fn new(statements: Vec<Statement>) -> Self {
        let mut index: FxHashMap<Arc<str>, Vec<usize>> = FxHashMap::default();
        for (i, statement) in statements.iter().enumerate() {
            for (name, _) in declared(&statement.kind) {
                index.entry(name.node.clone()).or_default().push(i);
            }
        }
        Self { statements, index }
    }

    /// Returns the error for taking `name`; `None` if it is a piece of the library.
    pub(super) fn fault(&self, name: &Name) -> Option<NameError> {
        let places = self.index.get(&name.node).map_or(&[][..], Vec::as_slice);
        let found = places.iter().flat_map(|&i| declared(&self.statements[i].kind));
        let mut found = found.filter(|(other, _)| other.node == name.node);
        match found.next() {
            None => Some(NameError::Unknown {
                class: Class::LibraryPiece,
                name: name.node.clone(),
                known: self.pieces(),
            }),
            Some((other, class @ (Class::Parameter | Class::Layer))) => Some(NameError::WrongClass {
                name: name.node.clone(),
                class,
                wanted: Class::LibraryPiece,
                declared: other.span,
            }),
            Some(_) => None,
        }
    }

    /// Returns the names of its pieces, sorted.
    fn pieces(&self) -> Vec<Arc<str>> {
        let all = self.statements.iter().flat_map(|s| declared(&s.kind));
        let pieces = all.filter(|(_, class)| matches!(class, Class::Kind | Class::Family));
        let mut names: Vec<Arc<str>> = pieces.map(|(name, _)| name.node.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the part with `names`. `parts` has the parts that this library itself takes.
    pub(super) fn part(&self, names: &[Name], parts: &LibraryParts) -> LibraryPart {
        let mut wanted: FxHashSet<Arc<str>> = FxHashSet::default();
        let mut taken: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<Arc<str>> = names.iter().map(|n| n.node.clone()).collect();
        while let Some(name) = open.pop() {
            let places = self.index.get(&name).map_or(&[][..], Vec::as_slice);
            if !wanted.insert(name) {
                continue;
            }
            for &i in places {
                if taken.insert(i) {
                    needs(&self.statements[i].kind, parts, &mut |need| open.push(need.clone()));
                }
            }
        }
        let mut taken: Vec<usize> = taken.into_iter().collect();
        taken.sort_unstable();
        let narrowed = |&i: &usize| {
            let mut statement = self.statements[i].clone();
            if let StatementKind::Use(names) | StatementKind::UseFrom { names, .. } = &mut statement.kind {
                names.retain(|name| wanted.contains(&name.node));
            }
            statement
        };
        LibraryPart::new(taken.iter().map(narrowed).collect())
    }
}

/// Visits the names on which a declaration depends.
fn needs(statement: &StatementKind, parts: &LibraryParts, visit: &mut impl FnMut(&Arc<str>)) {
    match statement {
        StatementKind::Param { value, range, .. } => {
            in_expr(value, visit);
            if let Some((low, high)) = range {
                in_expr(low, visit);
                in_expr(high, visit);
            }
        }
        StatementKind::Piece { moves, .. } => in_moves(moves, visit),
        StatementKind::Pieces { from, to, moves, .. } => {
            in_expr(from, visit);
            in_expr(to, visit);
            in_moves(moves, visit);
        }
        StatementKind::Tile { moves: Some(moves), .. } => in_moves(moves, visit),
        StatementKind::UseFrom { path, .. } => {
            // The parameters of a library's own library are names in both.
            for statement in parts.get(path.span).iter().flat_map(|part| &part.statements) {
                if let StatementKind::Param { name, .. } = &statement.kind {
                    visit(&name.node);
                }
            }
        }
        _ => {}
    }
}

fn in_moves(moves: &Moves, visit: &mut impl FnMut(&Arc<str>)) {
    for term in &moves.terms {
        match &term.node {
            MoveTerm::Leap { vectors, .. } | MoveTerm::Hop { vectors, .. } => in_vectors(vectors, visit),
            MoveTerm::Ride { vectors, turn, from, to, .. } => {
                in_vectors(vectors, visit);
                turn.iter().for_each(|turn| in_vectors(&turn.vectors, visit));
                from.iter().chain(to).for_each(|bound| in_expr(bound, visit));
            }
            MoveTerm::Named(KindRef { name, index, .. }) => {
                visit(&name.node);
                index.iter().for_each(|index| in_expr(index, visit));
            }
            MoveTerm::Leaper(a, b) | MoveTerm::Rider(a, b) => {
                in_expr(a, visit);
                in_expr(b, visit);
            }
            MoveTerm::Betza(_) | MoveTerm::None | MoveTerm::Stay => {}
        }
    }
}

fn in_vectors(vectors: &[Spanned<StepVector>], visit: &mut impl FnMut(&Arc<str>)) {
    for vector in vectors {
        if let StepVector::Numbers(numbers) = &vector.node {
            numbers.iter().for_each(|number| in_expr(number, visit));
        }
    }
}

fn in_expr(expr: &Expr, visit: &mut impl FnMut(&Arc<str>)) {
    match &expr.kind {
        ExprKind::Name(name) => visit(name),
        ExprKind::Neg(inner) => in_expr(inner, visit),
        ExprKind::Binary(_, left, right) => {
            in_expr(left, visit);
            in_expr(right, visit);
        }
        ExprKind::Call(_, arguments) => arguments.iter().for_each(|argument| in_expr(argument, visit)),
        ExprKind::Int(_)
        | ExprKind::Count(_)
        | ExprKind::Cells(_)
        | ExprKind::Sum(_)
        | ExprKind::Weights(..)
        | ExprKind::ValueAt(..)
        | ExprKind::Groups(_)
        | ExprKind::Group(_)
        | ExprKind::Links(..)
        | ExprKind::Attackers(_)
        | ExprKind::Attacks(_) => {}
    }
}
