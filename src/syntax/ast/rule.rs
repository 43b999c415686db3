//! Rules: comparisons, the scopes to which they apply, attacks, symmetries.

use super::expression::{Expr, KindRef, Location, Name, PieceSet, Relation};
use crate::text::{Span, Spanned};

/// `a <= b = c`: a chain of at least two expressions.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    Rows,
    Columns,
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
    HalfTurn,
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
