//! The model of a spec for one choice of parameters.

use super::{Diagram, Expect, Family, Kind, KindId, KindSet, Objective, Question, Rule};
use crate::geometry::{Board, CellId, CellSet};
use crate::text::Span;
use std::sync::Arc;

/// A spec, resolved.
#[derive(Clone, Debug)]
pub struct Model {
    /// The text after `puzzle`.
    pub title: Option<Arc<str>>,
    /// Parameters in order of declaration, with their values.
    pub params: Vec<(Arc<str>, i64)>,
    /// The board with its walls (clue cells that are walls included).
    pub board: Board,
    /// Region layers.
    pub layers: Vec<Layer>,
    /// The kinds in play, in order of declaration.
    pub kinds: Vec<Kind>,
    /// Families.
    pub families: Vec<Family>,
    /// What clue cells are, where there are any.
    pub clue_mode: Option<ClueMode>,
    /// Clue cells with their numbers, in board order.
    pub clues: Vec<(CellId, i64)>,
    /// Givens, `place`, `keep empty`.
    pub facts: Vec<Fact>,
    /// Every rule, written out.
    pub rules: Vec<Rule>,
    /// Objectives, the most important first.
    pub objectives: Vec<Objective>,
    /// What is asked for.
    pub question: Question,
    /// What the answer must be, for these parameters.
    pub expects: Vec<Expect>,
}

impl Model {
    /// The set of all kinds.
    pub fn all_kinds(&self) -> KindSet {
        KindSet::all(self.kinds.len())
    }

    /// The kind of that name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| &*k.name == name).map(|i| KindId(i as u16))
    }

    /// The kind of that number.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The cells occupied in `diagram`.
    pub fn occupied(&self, diagram: &Diagram) -> CellSet {
        CellSet::of(self.board.len(), diagram.placements().iter().flat_map(|p| p.cells.iter().copied()))
    }
}

/// A layer of regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name; `region` where none was written.
    pub name: Arc<str>,
    /// Names of its regions: in a picture the letter, with blocks `A1`, …
    pub regions: Vec<Arc<str>>,
    /// By cell: its region, an index into `regions`.
    pub of: Vec<Option<u32>>,
    /// Where it was declared.
    pub span: Span,
}

/// What clue cells are.
pub use crate::syntax::ast::ClueMode;

/// Something that is given about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// The kind covers the cell.
    Holds(CellId, KindId, Span),
    /// Nothing covers the cell.
    Empty(CellId, Span),
}
