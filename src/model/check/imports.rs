//! Pieces of libraries as kinds.
//!
//! The part of a library that a `use … from` takes is an army of its own: its names are looked up among themselves, its
//! parameters have the values that the spec gives them, its cells are those of the spec's board. Each part is worked out
//! once, however many libraries build on it.

use super::army::Army;
use super::faults::Faults;
use super::libraries::Parts;
use super::names::Names;
use super::params::Parameters;
use super::site::Site;
use super::symbols::Wish;
use crate::model::Kind;
use crate::syntax::ast::StatementKind;
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A kind, or the members of a family, each with the symbol it asks for.
pub(super) type Export = Vec<(Kind, Wish)>;

/// What a part declares, by name.
pub(super) type Exports = FxHashMap<Arc<str>, Export>;

/// The parts of libraries, worked out as they are asked for.
pub(super) struct Imports<'p> {
    parts: &'p Parts,
    ready: FxHashMap<Span, Rc<Exports>>,
}

impl<'p> Imports<'p> {
    /// Nothing worked out yet.
    pub(super) fn of(parts: &'p Parts) -> Self {
        Self { parts, ready: FxHashMap::default() }
    }

    /// What the `use … from` with its path at `path` may take; `None` where the file could not be read.
    pub(super) fn library(
        &mut self,
        path: Span,
        params: &Parameters,
        site: &Site,
        faults: &mut Faults,
    ) -> Option<Rc<Exports>> {
        if let Some(ready) = self.ready.get(&path) {
            return Some(ready.clone());
        }
        let part = self.parts.get(path)?;
        let names = Names::of(&part.statements, self.parts, faults);
        let army = Army::build(&part.statements, &names, params, site, self, faults);
        let mut exports = Exports::default();
        for statement in &part.statements {
            let (one, many) = match &statement.kind {
                StatementKind::Piece { name, .. }
                | StatementKind::Pieces { name, .. }
                | StatementKind::Tile { name, .. } => (Some(name), &[][..]),
                StatementKind::Use(names) | StatementKind::UseFrom { names, .. } => (None, names.as_slice()),
                _ => continue,
            };
            for name in one.into_iter().chain(many) {
                if let Some(export) = army.export(&name.node) {
                    exports.insert(name.node.clone(), export);
                }
            }
        }
        let exports = Rc::new(exports);
        self.ready.insert(path, exports.clone());
        Some(exports)
    }
}
