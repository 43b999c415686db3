//! Expressions, and the pieces, moves and locations in them, each of which may contain expressions again.

use crate::text::{Span, Spanned};
use std::sync::Arc;

/// Name as written: `[a-z][a-z0-9_]*`.
pub type Name = Spanned<Arc<str>>;

/// Text between quotes; its span excludes the quotes.
pub type QuotedText = Spanned<Arc<str>>;

/// Expression with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    /// Span of the expression, parentheses included.
    pub span: Span,
}

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
    Count(CountOperand),
    /// `cells P …`
    Cells(CountOperand),
    /// `sum P …`: the values of the pieces
    Sum(CountOperand),
    /// `sum gold under P …`: the weights of the cells that P covers
    Weights(Name, CountOperand),
    /// `digit at b3`
    ValueAt(PieceSet, CellRef),
    /// `groups of P [by M]`: how many
    Groups(GroupOperand),
    /// `group of P [by M]`: the cells of the one that holds the scope's cell
    Group(GroupOperand),
    /// `links R …`; the location is that of `in`
    Links(KindRef, Option<Location>),
    /// `attackers [P]`
    Attackers(Option<PieceSet>),
    /// `attacks [P on Q]`
    Attacks(Option<(PieceSet, PieceSet)>),
}

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

/// The part after `count`, `cells`, `sum` or `under`.
#[derive(Clone, Debug, PartialEq)]
pub struct CountOperand {
    pub what: PieceSet,
    /// `within M`
    pub within: Option<Moves>,
    /// `in LOCATION`
    pub location: Option<Location>,
    /// `where attackers Q = 0`
    pub filter: Option<Filter>,
}

/// `P [by M]`, the part after `connected`, `group of` or `groups of`.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOperand {
    pub what: PieceSet,
    /// Moves between neighbors; those of a wazir if omitted.
    pub moves: Option<Moves>,
    /// Span of the operand.
    pub span: Span,
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

#[derive(Clone, Debug, PartialEq)]
pub enum PieceSet {
    /// A kind, a family, a variable or a family's member.
    Kind(KindRef),
    /// `piece`
    Any(Span),
    /// `empty`
    Empty(Span),
    /// `turn tour`, `straight tour`, `end tour`: line pieces of a route
    Part(RoutePart, KindRef, Span),
    /// `{queen, rook}`; no member is itself a set.
    Set(Vec<PieceSet>, Span),
}

/// Part of the line pieces of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoutePart {
    /// Two moves that do not point in opposite directions.
    Turn,
    /// Two moves in opposite directions.
    Straight,
    /// One move.
    End,
}

impl PieceSet {
    /// Returns the span of the set.
    pub fn span(&self) -> Span {
        match self {
            Self::Kind(k) => k.span,
            Self::Any(s) | Self::Empty(s) | Self::Part(_, _, s) | Self::Set(_, s) => *s,
        }
    }
}

/// A kind, a scope's variable, or a family's member: `queen`, `d`, `digit[3]`.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRef {
    /// Name of the kind, variable or family.
    pub name: Name,
    pub index: Option<Box<Expr>>,
    /// Span of name and index.
    pub span: Span,
}

/// Moves joined with `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// Terms, in order; never empty.
    pub terms: Vec<Spanned<MoveTerm>>,
    /// Span of the whole sum.
    pub span: Span,
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
        turn: Option<RideTurn>,
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
    Betza(QuotedText),
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

/// `then orthogonal outward`: the steps of a ride after its first one.
#[derive(Clone, Debug, PartialEq)]
pub struct RideTurn {
    /// Vectors of the further steps.
    pub vectors: Vec<Spanned<StepVector>>,
    /// True if only the vectors with the smallest turn are taken.
    pub outward: bool,
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

/// Locations, separated by commas.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    pub parts: Vec<Spanned<LocationPart>>,
    /// Span of the location.
    pub span: Span,
}

/// One part of a location.
#[derive(Clone, Debug, PartialEq)]
pub enum LocationPart {
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
    /// `clues`, `clues NAME`: the cells with a clue in the board picture, or in this layer
    Clues(Option<Name>),
    /// `own row`, `own cage`: the line or region that holds the scope's cell
    Own(OwnPart),
}

/// The line or region of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum OwnPart {
    Row,
    Column,
    /// The region of this layer.
    Layer(Name),
}

#[derive(Clone, Debug, PartialEq)]
pub enum CellRef {
    /// `a1`, `aa12`
    Named(Name),
    /// `(x, y)` from 1, with a third number on boards in space.
    Numbers(Vec<Expr>, Span),
}

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
