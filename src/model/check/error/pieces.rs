//! Errors in pieces: moves, families, tiles, symbols.

use crate::text::Span;
use std::sync::Arc;

/// An error in a piece: its moves, family, tile or symbol.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceError {
    /// A leap or ride by the zero vector.
    NullVector,
    /// A vector with too large numbers.
    VectorTooLong {
        /// Maximum absolute value of a number.
        limit: i64,
    },
    /// A ride with an invalid range of steps.
    RideRange { from: i64, to: Option<i64> },
    /// A lame leap that passes over no cell.
    NoPath,
    /// Moves other than leaps, in a route or between the cells of a group.
    LeapsOnly {
        /// Leaps with the same steps, as written.
        offer: Option<String>,
    },
    /// No leap at all where one is required.
    NoLeap,
    /// A route joined with other moves.
    RouteJoined {
        /// Name of the route, as written.
        name: Arc<str>,
    },
    /// `stay` among a piece's moves.
    StayInMoves,
    /// A tile's name where moves are required.
    TileAsMoves {
        name: Arc<str>,
        /// Span of its declaration.
        declared: Span,
    },
    /// An error in Betza notation.
    Notation {
        /// Code of the notation error.
        code: &'static str,
        message: String,
        help: Option<String>,
    },
    /// Betza notation with an ignored part: a warning.
    NotationWarning { message: String },
    /// A piece whose name means a different piece elsewhere: a warning.
    PieceNote {
        /// Its meaning here and elsewhere.
        note: &'static str,
    },
    /// An index after a name that is not a family.
    NotAFamily {
        name: Arc<str>,
        /// Span of its declaration.
        declared: Span,
    },
    /// An index without a member of the family.
    NotAMember {
        name: Arc<str>,
        value: i64,
        low: i64,
        high: i64,
        /// Span of the family's declaration.
        declared: Span,
    },
    /// A family without members.
    EmptyFamily { name: Arc<str>, low: i64, high: i64 },
    /// A family where a single kind is required.
    FamilyHere { name: Arc<str> },
    /// An area of a family of tiles that is out of range.
    TileArea { area: i64, limit: i64 },
    /// A standard piece declared without moves.
    StandardWithoutMoves { name: Arc<str> },
    /// A tile without cells.
    EmptyTile,
    /// A symbol that is not one character.
    SymbolLength {
        /// Text of the symbol.
        found: Arc<str>,
    },
    /// A symbol that is reserved in pictures.
    SymbolTaken { symbol: char },
    /// A hidden or combining character as a symbol.
    SymbolHidden { symbol: char },
    /// A digit as a symbol in a spec with clues in the board picture.
    SymbolIsClue {
        symbol: char,
        /// Span of a clue.
        clue: Span,
    },
    /// Two kinds with the same symbol.
    SymbolTwice {
        symbol: char,
        /// Span of the first.
        first: Span,
    },
}
