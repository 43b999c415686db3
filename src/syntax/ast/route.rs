//! Routes: `loop …` and `path …`.

use super::expression::{CellRef, Expr, Location, Moves, Name, QuotedText};
use crate::text::Spanned;

/// `loop NAME …`, `path NAME …`
#[derive(Clone, Debug, PartialEq)]
pub struct RouteDecl {
    /// True for `loop`.
    pub closed: bool,
    /// Name of the route or of its family.
    pub name: Name,
    /// Number of a family's member.
    pub index: Option<Expr>,
    pub symbol: Option<QuotedText>,
    pub moves: Moves,
    /// Parts behind the moves, in order; each word occurs at most once.
    pub clauses: Vec<Spanned<RouteClause>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum RouteClause {
    /// `through every cell`
    Everywhere,
    /// `through LOCATION`
    Through(Location),
    /// `avoiding LOCATION`
    Avoiding(Location),
    /// `from CELL`
    From(CellRef),
    /// `to CELL`
    To(CellRef),
}
