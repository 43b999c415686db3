//! The syntax tree: the statements as written, each part with its span. Names are not resolved, numbers are not
//! computed, and meaning is not checked: `count foo` and `board 0 x 0` are valid trees.
//!
//! Each [`Statement`] is one statement of the language (`docs/language.md`), in the order of the text.

#![allow(
    clippy::large_enum_variant,
    reason = "a file has few statements, and boxes would hide the tree's shape"
)]

use crate::query::Query;
use crate::text::{Span, Spanned};
use std::sync::Arc;

/// Name as written: `[a-z][a-z0-9_]*`.
pub type Name = Spanned<Arc<str>>;
/// Text between quotes; its span excludes the quotes.
pub type Text = Spanned<Arc<str>>;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Statements, in order.
    pub statements: Vec<Statement>,
}

/// One statement, with its span from the first token to the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The parsed statement.
    pub kind: StatementKind,
    /// Span of the statement.
    pub span: Span,
}

/// A parsed statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `puzzle "…"`
    Puzzle(Text),
    /// `include "…"`
    Include(Text),
    /// `param n = 8 in 1..64`
    Param {
        /// Name of the parameter.
        name: Name,
        /// Default value.
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
        /// Pictures or blocks.
        body: RegionsBody,
    },
    /// `piece queen "Q" = …`
    Piece {
        /// Name of the kind.
        name: Name,
        /// Symbol, if given.
        symbol: Option<Text>,
        /// Moves of the piece.
        moves: Moves,
    },
    /// `pieces digit[1..9] = …`
    Pieces {
        /// Name of the family.
        name: Name,
        /// First value.
        from: Expr,
        /// Last value.
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
        path: Text,
    },
    /// `tile L """…""" [fixed | turn] [= moves]`
    Tile {
        /// Name of the kind.
        name: Name,
        /// Symbol, if given.
        symbol: Option<Text>,
        /// Cells of the tile, drawn `#`.
        picture: Picture,
        /// Allowed images of the picture.
        turning: Turning,
        /// Moves, if any.
        moves: Option<Moves>,
    },
    /// `clues are walls`
    Clues(Spanned<ClueMode>),
    /// `place queen at d1, e3`
    Place {
        /// The kind.
        kind: KindRef,
        /// The cells.
        at: Location,
    },
    /// `keep empty a1..b2`
    KeepEmpty(Location),
    /// `givens """…"""`, one picture per layer
    Givens(Vec<Picture>),
    /// `givens fen "…"`
    GivensFen(Text),
    /// `each row, each digit d: count d = 1`, `count queen = n`, `in row 1: …`
    Rule {
        /// Scopes, in order; empty for the whole board.
        scopes: Vec<Spanned<Scope>>,
        /// Comparison that must hold in each scope.
        comparison: Comparison,
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
        /// Expression to optimize.
        expr: Expr,
    },
    /// `find …`
    Find(Find),
    /// `expect …`
    Expect {
        /// Items, separated by commas.
        items: Vec<Spanned<Expectation>>,
        /// `for n in 1..8`
        range: Option<ForRange>,
    },
}

/// `board …`
#[derive(Clone, Debug, PartialEq)]
pub enum BoardDecl {
    /// `board n x n`, `board n x n x n`, with `wrap …`
    Box {
        /// Width, height and, if given, depth.
        sides: Vec<Expr>,
        /// Edges that meet.
        wrap: Option<Spanned<Wrap>>,
    },
    /// `board hex n`
    Hex(Expr),
    /// `board """…"""`, with `wrap …`; in three dimensions one picture per layer.
    Picture {
        /// Pictures, one per layer.
        layers: Vec<Picture>,
        /// Edges that meet.
        wrap: Option<Spanned<Wrap>>,
    },
}

/// Edges of a board that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// Left and right edges meet.
    Columns,
    /// Top and bottom edges meet.
    Rows,
    /// Both pairs meet: a torus.
    Both,
}

/// Picture: the raw text between the quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Rows from the top, without indentation and the single spaces between characters; see [`PictureRow`].
    pub rows: Vec<PictureRow>,
    /// Span of the inside of the quotes.
    pub span: Span,
}

/// One row of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureRow {
    /// Characters of the row, each with its byte offset in the source.
    pub cells: Vec<(char, u32)>,
    /// Span of the row, without indentation and line break.
    pub span: Span,
}

/// Cells to be walled: a location, or pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum Area {
    /// `a1, c3..d4`
    Location(Location),
    /// Pictures, one per layer, in which `#` is a wall.
    Pictures(Vec<Picture>),
}

/// The right side of `regions`.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionsBody {
    /// One letter per cell, one picture per layer.
    Pictures(Vec<Picture>),
    /// `blocks 3 x 3`
    Blocks {
        /// Width of a block.
        width: Expr,
        /// Height of a block.
        height: Expr,
        /// Span of `blocks …`.
        span: Span,
    },
}

/// Images of a tile's picture that may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Only the picture as drawn.
    Fixed,
    /// Rotations of the picture.
    Turn,
    /// Rotations and reflections of the picture.
    Free,
}

/// Treatment of clue cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueMode {
    /// Clue cells are walls.
    Walls,
    /// Pieces may stand on clue cells.
    Cells,
    /// No piece may stand on a clue cell.
    Empty,
}

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Top to bottom.
    Rows,
    /// Left to right.
    Columns,
}

/// Moves joined with `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// Terms, in order; never empty.
    pub terms: Vec<Spanned<MoveTerm>>,
    /// Span of the whole sum.
    pub span: Span,
}

/// `then orthogonal outward`: the steps of a ride after its first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Vectors of the further steps.
    pub vectors: Vec<Spanned<StepVector>>,
    /// True if only the vectors with the smallest turn are taken.
    pub outward: bool,
}

/// One term of a sum of moves.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveTerm {
    /// `leap [only] (1, 2), … [lame]`
    Leap {
        /// True if the vectors are taken without their images.
        only: bool,
        /// Vectors of the leap.
        vectors: Vec<Spanned<StepVector>>,
        /// Span of the word `lame`.
        lame: Option<Span>,
    },
    /// `ride [only] (1, 2), … [then …] [up to k | from i to k] [through]`
    Ride {
        /// True if the vectors are taken without their images.
        only: bool,
        /// Vectors of the first step.
        vectors: Vec<Spanned<StepVector>>,
        /// Steps after the first, if they differ.
        turn: Option<Turn>,
        /// First step that attacks, if given.
        from: Option<Expr>,
        /// Last step, if given.
        to: Option<Expr>,
        /// True if the ride passes over pieces.
        through: bool,
    },
    /// `ride [only] (1, 2), … over one`, `… behind one`
    Hop {
        /// True if the vectors are taken without their images.
        only: bool,
        /// Vectors of the ride.
        vectors: Vec<Spanned<StepVector>>,
        /// True if the hop ends right behind the hurdle.
        behind: bool,
    },
    /// `betza "FC"`
    Betza(Text),
    /// `none`
    None,
    /// `stay`
    Stay,
    /// Name of a piece, or of a family's member with its index.
    Named(KindRef),
    /// `leaper[1,2]`, as integer-sequence entries write it.
    Leaper(Expr, Expr),
    /// `rider[1,3]`
    Rider(Expr, Expr),
}

/// A vector as written.
#[derive(Clone, Debug, PartialEq)]
pub enum StepVector {
    /// `orthogonal`
    Orthogonal,
    /// `diagonal`
    Diagonal,
    /// `(1, 2)`, `(1, 2, 0)`
    Numbers(Vec<Expr>),
}

/// A kind, a scope's variable, or a family's member: `queen`, `d`, `digit[3]`.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRef {
    /// Name of the kind, variable or family.
    pub name: Name,
    /// Index, if any.
    pub index: Option<Box<Expr>>,
    /// Span of name and index.
    pub span: Span,
}

/// Set of pieces.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceSet {
    /// A kind, a family, a variable or a family's member.
    Kind(KindRef),
    /// `piece`
    Any(Span),
    /// `empty`
    Empty(Span),
    /// `{queen, rook}`; no member is itself a set.
    Set(Vec<PieceSet>, Span),
}

impl PieceSet {
    /// Returns the span of the set.
    pub fn span(&self) -> Span {
        match self {
            Self::Kind(k) => k.span,
            Self::Any(s) | Self::Empty(s) | Self::Set(_, s) => *s,
        }
    }
}

/// Expression with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The parsed expression.
    pub kind: ExprKind,
    /// Span of the expression, parentheses included.
    pub span: Span,
}

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number. Digits that do not fit 64 bits are a syntax error.
    Int(i64),
    /// A parameter, `x`, `y`, `z` in conditions, or a clue's variable.
    Name(Arc<str>),
    /// `-a`
    Neg(Box<Expr>),
    /// `a + b`, and so on.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `min(a, b)`, `max(a, b)`, `abs(a)`; the tree allows any number of arguments.
    Call(Name, Vec<Expr>),
    /// `count P …`
    Count(Counted),
    /// `cells P …`
    Cells(Counted),
    /// `attackers [P]`
    Attackers(Option<PieceSet>),
    /// `attacks [P on Q]`
    Attacks(Option<(PieceSet, PieceSet)>),
}

/// The part after `count` or `cells`.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Pieces to count.
    pub what: PieceSet,
    /// `within M`
    pub within: Option<Moves>,
    /// `in LOCATION`
    pub location: Option<Location>,
    /// `where attackers Q = 0`
    pub filter: Option<Filter>,
}

/// `where attackers Q = 0`
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// Attackers to count; all pieces if omitted.
    pub of: Option<PieceSet>,
    /// Relation of the count to the value.
    pub relation: Spanned<Relation>,
    /// Right side: a number, a name or a parenthesis.
    pub value: Box<Expr>,
    /// Span of the filter.
    pub span: Span,
}

/// Binary arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, floored
    Div,
    /// `%`, floored
    Rem,
}

/// Comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Relation {
    /// Returns true if `a RELATION b`.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
        }
    }
}

/// `a <= b = c`: a chain of at least two expressions.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Leftmost expression.
    pub first: Expr,
    /// Each relation with the expression to its right; never empty.
    pub rest: Vec<(Spanned<Relation>, Expr)>,
    /// Span of the chain.
    pub span: Span,
}

/// `each …` or `in …`
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    /// `each row`
    Rows,
    /// `each column`
    Columns,
    /// `each diagonal` (both), `each falling diagonal`, `each rising diagonal`
    Diagonals {
        /// Diagonals that fall to the right.
        falling: bool,
        /// Diagonals that rise to the right.
        rising: bool,
    },
    /// `each window 3 x 1`
    Windows(Vec<Expr>),
    /// `each straight line`
    StraightLines,
    /// `each cell`
    Cells,
    /// `each empty cell`
    EmptyCells,
    /// `each clue [c]`
    Clues(Option<Name>),
    /// `each kind k`
    Kinds(Name),
    /// `each piece`
    Pieces,
    /// `each NAME [variable]`: a layer, a kind or a family; with a variable, the scope runs over kinds.
    Named(KindRef, Option<Name>),
    /// `in LOCATION`
    In(Location),
}

/// Locations, separated by commas.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// Parts; never empty.
    pub parts: Vec<Spanned<Place>>,
    /// Span of the location.
    pub span: Span,
}

/// One part of a location.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// `a1`, `(1, 1)`
    Cell(CellRef),
    /// `a1..c3`
    Rectangle(CellRef, CellRef),
    /// `row 3`
    Row(Expr),
    /// `column b`, `column 2`, `column (n)`
    Column(ColumnRef),
    /// `region A`, `box B2`: layer and region; the region's name may be upper case.
    Region(Name, Name),
    /// `border`
    Border,
    /// `corners`
    Corners,
    /// `diagonal`
    Diagonal,
    /// `antidiagonal`
    Antidiagonal,
    /// `cells where CONDITION`
    Where(Condition),
}

/// Cell as written.
#[derive(Clone, Debug, PartialEq)]
pub enum CellRef {
    /// `a1`, `aa12`
    Named(Name),
    /// `(x, y)` from 1, with a third number on boards in space.
    Numbers(Vec<Expr>, Span),
}

/// Column as written.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnRef {
    /// Column by its letters.
    Letters(Name),
    /// Column by its number, from 1.
    Number(Expr),
}

/// Condition on `x`, `y` and parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A single comparison, not a chain.
    Compare(Expr, Relation, Expr),
    /// `a and b`
    And(Box<Condition>, Box<Condition>),
    /// `a or b`
    Or(Box<Condition>, Box<Condition>),
    /// `not a`
    Not(Box<Condition>),
}

/// `no attacks …`
#[derive(Clone, Debug, PartialEq)]
pub enum NoAttacks {
    /// `no attacks`
    All,
    /// `no attacks among P, Q`
    Among(Vec<PieceSet>),
    /// `no attacks between P, Q`
    Between(Vec<PieceSet>),
    /// `no attacks within kinds`
    WithinKinds,
}

/// Name of a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymmetryName {
    /// Rotation by 180°.
    HalfTurn,
    /// Rotation by 90°.
    QuarterTurn,
    /// Reflection that exchanges left and right.
    MirrorLeftRight,
    /// Reflection that exchanges top and bottom.
    MirrorTopBottom,
    /// Reflection that fixes `a1` and the top right corner.
    MirrorDiagonal,
    /// Reflection that fixes the top left and the bottom right corner.
    MirrorAntidiagonal,
}

/// `find …`
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The query; the number and the expression are as written.
    pub query: Query<Expr, Expr>,
    /// Equivalence of solutions, if given.
    pub up_to: Option<Spanned<UpTo>>,
}

/// Equivalence under which solutions count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpTo {
    /// `up to symmetry`
    Symmetry,
    /// `up to symmetry and translation`
    SymmetryAndTranslation,
}

/// One item of an `expect`.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// `solutions = 92`, or a list
    Solutions(Relation, Expected),
    /// `orbits = 12`, or a list
    Orbits(Relation, Expected),
    /// `optimum = 5`, `optimum = (5, 7)`, or a list
    Optimum(Relation, Expected),
    /// `unique`
    Unique,
    /// `none`
    None,
}

/// The right side of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// One value (or one tuple, for several objectives).
    One(ExpectedValue),
    /// `[…]`: one entry per value of the `for`.
    List(Vec<ExpectedValue>, Span),
}

/// One expected value.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedValue {
    /// One number, or one per objective. Decimal digits of any length, with an optional sign.
    pub numbers: Vec<ExpectedNumber>,
    /// Span of the value.
    pub span: Span,
}

/// A number in an expectation: digits of any length, or an expression in parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedNumber {
    /// Plain digits, kept as text since counts may exceed 64 bits.
    Digits(Arc<str>),
    /// Any other expression.
    Expr(Expr),
}

/// `for n in 1..8`
#[derive(Clone, Debug, PartialEq)]
pub struct ForRange {
    /// Name of the parameter.
    pub name: Name,
    /// First value.
    pub from: Expr,
    /// Last value.
    pub to: Expr,
}
