//! Pieces of libraries as kinds.
//!
//! Each part that a `use … from` takes from a library becomes a separate [`Army`]: its names are resolved within the part, its
//! parameters have the spec's values, and its cells are those of the spec's board. Each part is compiled once, even if
//! several libraries use it.

use super::faults::Faults;
use super::libraries::Parts;
use super::names::Names;
use super::params::Parameters;
use super::resolve::Army;
use super::site::Site;
use super::symbols::Wish;
use crate::model::Kind;
use crate::syntax::ast::StatementKind;
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A kind, or the members of a family, each with its requested symbol.
pub(super) type Export = Vec<(Kind, Wish)>;

/// Exported kinds of a part, by name.
pub(super) type Exports = FxHashMap<Arc<str>, Export>;

/// Parts of libraries, compiled on demand.
pub(super) struct Imports<'p> {
    parts: &'p Parts,
    ready: FxHashMap<Span, Rc<Exports>>,
}

impl<'p> Imports<'p> {
    pub(super) fn of(parts: &'p Parts) -> Self {
        Self { parts, ready: FxHashMap::default() }
    }

    /// Returns the exports for the `use … from` with its path at `path`; `None` if the file could not be read.
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
