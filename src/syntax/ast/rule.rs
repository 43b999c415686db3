//! Rules: comparisons, the scopes to which they apply, attacks, symmetries.

use super::expression::{Expr, GroupOperand, KindRef, Location, Name, PieceSet, Relation};
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

/// Requirement of a rule in each place of its scopes.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// `a = b`, `a = 0 or 2`, `a = b or c >= 3`
    Compare(Alternatives),
    /// `distinct P`: at most one piece of each kind
    Distinct(PieceSet),
    /// `connected P [by M]`: at most one group
    Connected(GroupOperand),
}

impl Requirement {
    /// Returns the comparisons in it.
    pub fn comparisons(&self) -> impl Iterator<Item = &Comparison> {
        let (first, others) = match self {
            Self::Compare(all) => (Some(&all.first), &all.others[..]),
            Self::Distinct(_) | Self::Connected(_) => (None, &[][..]),
        };
        let others = others.iter().filter_map(|other| match other {
            Alternative::Comparison(comparison) => Some(comparison),
            Alternative::Value(_) => None,
        });
        first.into_iter().chain(others)
    }
}

/// Comparisons of which at least one must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternatives {
    pub first: Comparison,
    /// The parts after each `or`.
    pub others: Vec<Alternative>,
}

/// The part after an `or`.
#[derive(Clone, Debug, PartialEq)]
pub enum Alternative {
    Comparison(Comparison),
    /// Another value for the right side of the comparison before it.
    Value(Expr),
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
    /// `each NAME [variable]`: a layer of regions or clues, a kind or a family; with a variable, the scope runs over kinds or
    /// clues.
    Named(KindRef, Option<ScopeVariable>),
    /// `each group of P [by M]`
    Groups(GroupOperand),
    /// `in LOCATION`
    In(Location),
}

/// `d`, `d in 1..4`
#[derive(Clone, Debug, PartialEq)]
pub struct ScopeVariable {
    pub name: Name,
    /// Range of the values of the family's members.
    pub range: Option<(Expr, Expr)>,
}

/// Edge of the board from which a line is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// Number that a line shows to the side from which it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum View {
    /// `visible P`: the number of pieces with a value above all before them
    Visible,
    /// `first P`: the value of the first piece
    First,
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
