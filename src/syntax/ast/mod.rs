//! The syntax tree: the statements as written, each part with its span. Names are not resolved, numbers are not
//! computed, and meaning is not checked: `count foo` and `board 0 x 0` are valid trees.
//!
//! Each [`Statement`] is one statement of the language (`docs/language.md`), in the order of the text. Read `statement`
//! first. The parts of a statement are in `board`, `rule` and `question`; all of them use `expression`, which also has the
//! pieces, moves and locations, because these contain expressions and expressions contain them.

#![allow(
    clippy::large_enum_variant,
    reason = "a file has few statements, and boxes would hide the tree's shape"
)]

mod board;
mod expression;
mod question;
mod route;
mod rule;
mod statement;
mod varied;

pub use board::{
    Area, BoardDecl, ClueMode, Picture, PictureMark, PictureRow, RegionsBody, TileFamily, Turning, Wrap,
};
pub use expression::{
    BinaryOp, CellRef, ColumnRef, Condition, CountOperand, Expr, ExprKind, Filter, GroupOperand, KindRef,
    Location, LocationPart, MoveTerm, Moves, Name, OwnPart, PieceSet, QuotedText, Relation, RideTurn,
    RoutePart, StepVector,
};
pub use question::{Expectation, Expected, ExpectedNumber, ExpectedValue, Find, ForRange, UpTo};
pub use route::{RouteClause, RouteDecl};
pub use rule::{
    Alternative, Alternatives, Axis, Comparison, NoAttacks, Requirement, Scope, ScopeVariable, Side,
    SymmetryName, View,
};
pub use statement::{File, Statement, StatementKind};
pub use varied::Varied;
