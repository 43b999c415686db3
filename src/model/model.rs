//! Model of a spec for given parameters.

use super::{
    ClueLayer, Diagram, Expect, Family, Find, Intended, Kind, KindId, KindSet, Layer, LinePiece, Objective,
    Route, RouteId, Rule, Vary, WeightLayer,
};
use crate::geometry::{Board, CellId, CellSet, Matrix};
use crate::text::{Span, Spanned};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Model {
    /// The text after `puzzle`.
    pub title: Option<Arc<str>>,
    /// Parameters with their values, in order of declaration.
    pub params: Vec<(Arc<str>, i64)>,
    /// The board with its walls, including clue cells that are walls.
    pub board: Board,
    pub layers: Vec<Layer>,
    pub clue_layers: Vec<ClueLayer>,
    pub weights: Vec<WeightLayer>,
    /// Kinds in play, in order of declaration; then the line pieces of the routes.
    pub kinds: Vec<Kind>,
    pub families: Vec<Family>,
    /// Loops and paths, in order of declaration.
    pub routes: Vec<Route>,
    /// Treatment of clue cells, if declared.
    pub clue_mode: Option<ClueMode>,
    /// Clue cells with their numbers, in board order.
    pub clues: Vec<(CellId, i64)>,
    /// Facts from `givens`, `place`, `keep empty`, the board picture and clue cells that stay empty.
    pub facts: Vec<Fact>,
    pub rules: Vec<Rule>,
    /// Objectives, the most important first.
    pub objectives: Vec<Objective>,
    /// Query of the spec.
    pub find: Find,
    /// Expectations for these parameters.
    pub expects: Vec<Expect>,
    /// Parts that `puzzle make` chooses.
    pub varies: Vec<Spanned<Vary>>,
    /// The solution that the author intends, if it is stated.
    pub intended: Option<Spanned<Intended>>,
}

impl Model {
    /// Returns the set of all kinds.
    pub fn all_kinds(&self) -> KindSet {
        KindSet::all(self.kinds.len())
    }

    /// Returns the kind with this name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| &*k.name == name).map(|i| KindId(i as u16))
    }

    /// Returns the kind with this number.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// Returns the name of a kind in messages: for a line piece, that of its route.
    pub fn told_name(&self, kind: KindId) -> &Arc<str> {
        let kind = self.kind(kind);
        kind.line.as_ref().map_or(&kind.name, |line| &self.route(line.route).name)
    }

    /// Returns the route with this number.
    pub fn route(&self, id: RouteId) -> &Route {
        &self.routes[id.index()]
    }

    /// Returns the kind that stands on the image of a cell under a symmetry of the board with this linear map, if a piece of `kind`
    /// stands on the cell: the moves of a line piece turn with the board, other kinds stay themselves. `None` if there is no line
    /// piece with these moves.
    pub fn kind_image(&self, kind: KindId, linear: &Matrix) -> Option<KindId> {
        let Some(piece) = &self.kind(kind).line else { return Some(kind) };
        let shape = self.board.shape();
        let mut moves: smallvec::SmallVec<_> =
            piece.moves.iter().map(|&v| shape.reduced(linear.apply(v))).collect();
        moves.sort_unstable();
        let image = LinePiece { route: piece.route, moves };
        self.route(piece.route).pieces.iter().find(|&k| self.kind(k).line.as_ref() == Some(&image))
    }

    /// Returns the cells occupied in `diagram`.
    pub fn occupied(&self, diagram: &Diagram) -> CellSet {
        CellSet::of(self.board.len(), diagram.placements().iter().flat_map(|p| p.cells.iter().copied()))
    }
}

/// Treatment of clue cells.
pub use crate::syntax::ast::ClueMode;

/// Given about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// A piece of the kind covers the cell.
    Holds(CellId, KindId, Span),
    /// No piece covers the cell.
    Empty(CellId, Span),
}
