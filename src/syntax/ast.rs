//! The syntax tree: what was written, with the place of every part. Names are not resolved, numbers not
//! computed, and nothing is promised about meaning: `count foo` and `board 0 x 0` are trees.
//!
//! One [`Statement`] stands for one statement of LANGUAGE; the order is that of the text.

#![allow(
    clippy::large_enum_variant,
    reason = "a file has few statements, and boxes would hide the tree's shape"
)]

use crate::text::{Span, Spanned};
use std::sync::Arc;

/// A name as written: `[a-z][a-z0-9_]*`.
pub type Name = Spanned<Arc<str>>;
/// Text between quotes, without them; its span is that of the inside.
pub type Text = Spanned<Arc<str>>;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its statements, in order.
    pub statements: Vec<Statement>,
}

/// One statement and the bytes it takes, from its first token to its last.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `puzzle "…"`
    Puzzle(Text),
    /// `include "…"`
    Include(Text),
    /// `param n = 8 in 1..64`
    Param {
        /// Its name.
        name: Name,
        /// Its default value.
        value: Expr,
        /// The range it must lie in, both ends included.
        range: Option<(Expr, Expr)>,
    },
    /// `board …`
    Board(BoardDecl),
    /// `walls …`
    Walls(Area),
    /// `regions [layer] …`
    Regions {
        /// The layer; `region` where none is written.
        layer: Option<Name>,
        /// A picture, or blocks.
        body: RegionsBody,
    },
    /// `piece queen "Q" = …`
    Piece {
        /// The kind's name.
        name: Name,
        /// Its symbol, where one is written.
        symbol: Option<Text>,
        /// How it moves.
        moves: Moves,
    },
    /// `pieces digit[1..9] = …`
    Pieces {
        /// The family's name.
        name: Name,
        /// First value.
        from: Expr,
        /// Last value.
        to: Expr,
        /// How each of them moves.
        moves: Moves,
    },
    /// `use queen, knight`
    Use(Vec<Name>),
    /// `use marshal, crab from "pieces.puz"`
    UseFrom {
        /// The pieces that are taken.
        names: Vec<Name>,
        /// The file that declares them.
        path: Text,
    },
    /// `tile L """…""" [fixed | turn] [= moves]`
    Tile {
        /// The kind's name.
        name: Name,
        /// Its symbol, where one is written.
        symbol: Option<Text>,
        /// Its cells, drawn `#`.
        picture: Picture,
        /// Which images of the picture may be laid.
        turning: Turning,
        /// Its moves, where it has any.
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
    /// `givens """…"""`, a picture a layer
    Givens(Vec<Picture>),
    /// `givens fen "…"`
    GivensFen(Text),
    /// `each row, each digit d: count d = 1`, `count queen = n`, `in row 1: …`
    Rule {
        /// The scopes, in order; empty for the whole board.
        scopes: Vec<Spanned<Scope>>,
        /// What must hold there.
        comparison: Comparison,
    },
    /// `rows: count ship = [2, 0, _, 3, 1]`
    ClueList {
        /// `rows` or `columns`.
        along: Spanned<Axis>,
        /// The expression that is compared.
        expr: Expr,
        /// How.
        relation: Spanned<Relation>,
        /// One entry a row (from the top) or column (from the left); `None` is `_`.
        values: Vec<Spanned<Option<Expr>>>,
        /// The brackets and what is in them.
        values_span: Span,
    },
    /// `no attacks …`
    NoAttacks(NoAttacks),
    /// `pair tent with tree within wazir`
    Pair {
        /// The one that reaches.
        from: PieceSet,
        /// The one that is reached.
        to: PieceSet,
        /// By these moves.
        moves: Moves,
    },
    /// `symmetric under half turn`
    Symmetric(Vec<Spanned<SymmetryName>>),
    /// `maximize …`, `minimize …`
    Objective {
        /// True for `maximize`.
        maximize: bool,
        /// What.
        expr: Expr,
    },
    /// `find …`
    Find(Find),
    /// `expect …`
    Expect {
        /// The items, joined by commas.
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
        /// Width, height and, where written, depth.
        sides: Vec<Expr>,
        /// Which edges meet.
        wrap: Option<Spanned<Wrap>>,
    },
    /// `board hex n`
    Hex(Expr),
    /// `board """…"""`, with `wrap …`; in three dimensions one picture a layer.
    Picture {
        /// The pictures.
        layers: Vec<Picture>,
        /// Which edges meet.
        wrap: Option<Spanned<Wrap>>,
    },
}

/// Which edges of a board meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// Left and right edges meet.
    Columns,
    /// Top and bottom edges meet.
    Rows,
    /// A torus.
    Both,
}

/// A picture: the raw text between the quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its rows from the top, indentation and single spaces between characters removed; see [`PictureRow`].
    pub rows: Vec<PictureRow>,
    /// The inside of the quotes.
    pub span: Span,
}

/// One row of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureRow {
    /// Its characters, each with the byte at which it stands in the source.
    pub cells: Vec<(char, u32)>,
    /// The row as it stands, without indentation and the line break.
    pub span: Span,
}

/// Cells to be walled: a location, or pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum Area {
    /// `a1, c3..d4`
    Location(Location),
    /// Pictures, one a layer, in which `#` is a wall.
    Pictures(Vec<Picture>),
}

/// The right side of `regions`.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionsBody {
    /// One letter a cell; a picture a layer.
    Pictures(Vec<Picture>),
    /// `blocks 3 x 3`
    Blocks {
        /// Width of a block.
        width: Expr,
        /// Height of a block.
        height: Expr,
        /// The words `blocks …`.
        span: Span,
    },
}

/// Which images of a tile's picture may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// The picture alone.
    Fixed,
    /// Its rotations.
    Turn,
    /// Rotations and reflections.
    Free,
}

/// What clue cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueMode {
    /// They are walls.
    Walls,
    /// Cells on which a piece may stand.
    Cells,
    /// Cells on which none may.
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
    /// The terms in order; never empty.
    pub terms: Vec<Spanned<MoveTerm>>,
    /// All of them.
    pub span: Span,
}

/// `then orthogonal outward`: how a ride goes on after its first step.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The vectors.
    pub vectors: Vec<Spanned<StepVector>>,
    /// Only those that turn the least.
    pub outward: bool,
}

/// One term of a sum of moves.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveTerm {
    /// `leap [only] (1, 2), … [lame]`
    Leap {
        /// Only the vectors as written.
        only: bool,
        /// The vectors.
        vectors: Vec<Spanned<StepVector>>,
        /// Where the word `lame` stands.
        lame: Option<Span>,
    },
    /// `ride [only] (1, 2), … [then …] [up to k | from i to k] [through]`
    Ride {
        /// Only the vectors as written.
        only: bool,
        /// The vectors.
        vectors: Vec<Spanned<StepVector>>,
        /// What follows the first step, where that differs.
        turn: Option<Turn>,
        /// First step that attacks, where written.
        from: Option<Expr>,
        /// Last step, where written.
        to: Option<Expr>,
        /// Passes over pieces.
        through: bool,
    },
    /// `ride [only] (1, 2), … over one`, `… behind one`
    Hop {
        /// Only the vectors as written.
        only: bool,
        /// The vectors.
        vectors: Vec<Spanned<StepVector>>,
        /// Stops right behind the piece that it hops over.
        behind: bool,
    },
    /// `betza "FC"`
    Betza(Text),
    /// `none`
    None,
    /// `stay`
    Stay,
    /// A piece's name; for a family's member with its index.
    Named(KindRef),
    /// `leaper[1,2]`: the wording of integer-sequence entries.
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
    /// The name.
    pub name: Name,
    /// The index, where there is one.
    pub index: Option<Box<Expr>>,
    /// Name and index.
    pub span: Span,
}

/// Which pieces are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceSet {
    /// A kind, a family, a variable, a family's member.
    Kind(KindRef),
    /// `piece`
    Any(Span),
    /// `empty`
    Empty(Span),
    /// `{queen, rook}`; the members are never sets themselves.
    Set(Vec<PieceSet>, Span),
}

impl PieceSet {
    /// Where it is written.
    pub fn span(&self) -> Span {
        match self {
            Self::Kind(k) => k.span,
            Self::Any(s) | Self::Empty(s) | Self::Set(_, s) => *s,
        }
    }
}

/// An expression and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, parentheses included.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number. Digits that do not fit 64 bits are a syntax error.
    Int(i64),
    /// A parameter, `x`, `y`, `z` in conditions, or a clue's variable.
    Name(Arc<str>),
    /// `-a`
    Neg(Box<Expr>),
    /// `a + b` and so on.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `min(a, b)`, `max(a, b)`, `abs(a)`; any number of arguments is a tree.
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
    /// Which pieces.
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
    /// Attackers of these; all where none is written.
    pub of: Option<PieceSet>,
    /// How compared.
    pub relation: Spanned<Relation>,
    /// With what: a number, a name or a parenthesis.
    pub value: Box<Expr>,
    /// All of it.
    pub span: Span,
}

/// Arithmetic of two.
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

/// How two numbers are compared.
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
    /// Whether `a RELATION b`.
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
    /// The leftmost.
    pub first: Expr,
    /// Each relation with the expression to its right; never empty.
    pub rest: Vec<(Spanned<Relation>, Expr)>,
    /// All of it.
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
    /// `each NAME [variable]`: a layer, a kind or a family; a variable makes it run over kinds.
    Named(KindRef, Option<Name>),
    /// `in LOCATION`
    In(Location),
}

/// Locations joined with commas.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// The parts; never empty.
    pub parts: Vec<Spanned<Place>>,
    /// All of them.
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
    /// `region A`, `box B2`: layer and region, the region's name as written (it may be upper case).
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

/// A cell as written.
#[derive(Clone, Debug, PartialEq)]
pub enum CellRef {
    /// `a1`, `aa12`
    Named(Name),
    /// `(x, y)` from 1, with a third number on boards of three dimensions.
    Numbers(Vec<Expr>, Span),
}

/// A column as written.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnRef {
    /// By its letters.
    Letters(Name),
    /// By its number from 1.
    Number(Expr),
}

/// A condition on `x`, `y` and parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// One comparison (no chain).
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

/// A symmetry's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymmetryName {
    /// Rotation by 180°.
    HalfTurn,
    /// Rotation by 90°.
    QuarterTurn,
    /// Left and right exchanged.
    MirrorLeftRight,
    /// Top and bottom exchanged.
    MirrorTopBottom,
    /// Reflection that keeps `a1` and the top right.
    MirrorDiagonal,
    /// Reflection that keeps the other diagonal.
    MirrorAntidiagonal,
}

/// `find …`
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// What is asked for.
    pub what: FindWhat,
    /// Up to what.
    pub up_to: Option<Spanned<UpTo>>,
}

/// What `find` asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum FindWhat {
    /// `find all`
    All,
    /// `find 10`
    Some(Expr),
    /// `find number`
    Number,
    /// `find number by EXPR`
    NumberBy(Expr),
}

/// Which solutions are taken for one.
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
    /// `[…]`: one entry a value of the `for`.
    List(Vec<ExpectedValue>, Span),
}

/// One expected value.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedValue {
    /// One number, or one for each objective. Decimal digits of any length, with a sign.
    pub numbers: Vec<ExpectedNumber>,
    /// Where it stands.
    pub span: Span,
}

/// A number in an expectation: digits of any length, or an expression in parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedNumber {
    /// Plain digits, kept as text since counts may exceed 64 bits.
    Digits(Arc<str>),
    /// Anything else.
    Expr(Expr),
}

/// `for n in 1..8`
#[derive(Clone, Debug, PartialEq)]
pub struct ForRange {
    /// The parameter.
    pub name: Name,
    /// First value.
    pub from: Expr,
    /// Last value.
    pub to: Expr,
}
