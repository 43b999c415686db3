//! A file and its statements.

use super::board::{Area, BoardDecl, ClueMode, Picture, RegionsBody, TileFamily, Turning};
use super::expression::{Expr, KindRef, Location, Moves, Name, PieceSet, QuotedText, Relation, RoutePart};
use super::question::{Expectation, Find, ForRange};
use super::route::RouteDecl;
use super::rule::{Axis, NoAttacks, Requirement, Scope, Side, SymmetryName, View};
use super::varied::Varied;
use crate::text::{Span, Spanned};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    pub statements: Vec<Statement>,
}

/// One statement, with its span from the first token to the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    /// Span of the statement.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `puzzle "…"`
    Puzzle(QuotedText),
    /// `rules "…"`: a paragraph of the rules in words
    Rules(QuotedText),
    /// `include "…"`
    Include(QuotedText),
    /// `param n = 8 in 1..64`
    Param {
        /// Name of the parameter.
        name: Name,
        value: Expr,
        /// Allowed range, both ends included.
        range: Option<(Expr, Expr)>,
    },
    /// `board …`
    Board(BoardDecl),
    /// `walls …`
    Walls(Area),
    /// `regions [layer] …`
    Regions {
        /// Layer name; `region` if omitted.
        layer: Option<Name>,
        body: RegionsBody,
    },
    /// `piece queen "Q" = …`
    Piece {
        /// Name of the kind.
        name: Name,
        symbol: Option<QuotedText>,
        /// Moves of the piece.
        moves: Moves,
    },
    /// `pieces digit[1..9] = …`
    Pieces {
        /// Name of the family.
        name: Name,
        from: Expr,
        to: Expr,
        /// Moves of each member.
        moves: Moves,
    },
    /// `use queen, knight`
    Use(Vec<Name>),
    /// `use marshal, crab from "pieces.puz"`
    UseFrom {
        /// Names of the imported pieces.
        names: Vec<Name>,
        /// Path of the file that declares them.
        path: QuotedText,
    },
    /// `tile L """…""" [or """…"""] [fixed | turn] [= moves]`
    Tile {
        /// Name of the kind.
        name: Name,
        symbol: Option<QuotedText>,
        /// Shapes of the tile, its cells drawn `#`; each has one picture per layer.
        shapes: Vec<Vec<Picture>>,
        /// Allowed images of the picture.
        turning: Turning,
        moves: Option<Moves>,
    },
    /// `tiles rect[1..12] = rectangles`
    Tiles {
        /// Name of the family.
        name: Name,
        from: Expr,
        to: Expr,
        shapes: TileFamily,
    },
    /// `clues are walls`
    Clues(Spanned<ClueMode>),
    /// `clues total """…""" [are walls]`, one picture per layer of the board
    ClueLayer { name: Name, pictures: Vec<Picture>, mode: Option<Spanned<ClueMode>> },
    /// `weights gold """…"""`, one picture per layer of the board
    Weights { name: Name, pictures: Vec<Picture> },
    /// `loop tour "T" by knight through every cell`, `path wire[1] by wazir from a1 to c4`
    Route(RouteDecl),
    /// `place queen at d1, e3`, `place turn tour at c3`
    Place {
        /// Part of a route's line pieces, if the kind is a route.
        part: Option<RoutePart>,
        kind: KindRef,
        at: Location,
    },
    /// `keep empty a1..b2`
    KeepEmpty(Location),
    /// `givens """…"""`, one picture per layer
    Givens(Vec<Picture>),
    /// `givens fen "…"`
    GivensFen(QuotedText),
    /// `each row, each digit d: count d = 1`, `count queen = n`, `in row 1: …`
    Rule {
        /// Scopes, in order; empty for the whole board.
        scopes: Vec<Spanned<Scope>>,
        /// Requirement in each place of the scopes.
        requirement: Requirement,
    },
    /// `rows: count ship = [2, 0, _, 3, 1]`
    ClueList {
        /// `rows` or `columns`.
        along: Spanned<Axis>,
        /// Expression on the left.
        expr: Expr,
        /// Relation between the expression and each entry.
        relation: Spanned<Relation>,
        /// One entry per row (from the top) or column (from the left); `None` is `_`.
        values: Vec<Spanned<Option<Expr>>>,
        /// Span of the list, brackets included.
        values_span: Span,
    },
    /// `rows: runs of black = [3 1, 2, _, 0]`
    Runs {
        along: Spanned<Axis>,
        /// Pieces that make up the runs.
        what: PieceSet,
        /// Lengths of the runs of each row (from the top) or column (from the left); `None` is `_`.
        values: Vec<Spanned<Option<Vec<Expr>>>>,
        /// Span of the list, brackets included.
        values_span: Span,
    },
    /// `from left: visible digit = [2, _, 4, 1]`
    SideList {
        side: Spanned<Side>,
        view: View,
        what: PieceSet,
        relation: Spanned<Relation>,
        /// One entry per row (from the top) or column (from the left); `None` is `_`.
        values: Vec<Spanned<Option<Expr>>>,
        /// Span of the list, brackets included.
        values_span: Span,
    },
    /// `cage: sum digit = {A: 10, C: 7}`
    RegionList {
        layer: Name,
        /// Expression on the left.
        expr: Expr,
        relation: Spanned<Relation>,
        /// Regions with their values.
        values: Vec<(Name, Expr)>,
    },
    /// `no attacks …`
    NoAttacks(NoAttacks),
    /// `pair tent with tree within wazir`
    Pair {
        /// Pieces whose moves count.
        from: PieceSet,
        /// Pieces that must be reached.
        to: PieceSet,
        /// Moves that must reach.
        moves: Moves,
    },
    /// `symmetric under half turn`
    Symmetric(Vec<Spanned<SymmetryName>>),
    /// `maximize …`, `minimize …`
    Objective {
        /// True for `maximize`.
        maximize: bool,
        expr: Expr,
    },
    /// `find …`
    Find(Find),
    /// `vary givens`, `vary clues total`: a part of the spec that `puzzle make` chooses
    Vary(Varied),
    /// `intended """…"""`, one picture per layer
    Intended(Vec<Picture>),
    /// `expect …`
    Expect {
        /// Items, separated by commas.
        items: Vec<Spanned<Expectation>>,
        /// `for n in 1..8`
        range: Option<ForRange>,
    },
}
