//! Classes of names.

/// Class of thing that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    Parameter,
    /// A kind of piece.
    Kind,
    /// A family of kinds.
    Family,
    /// A loop or a path.
    Route,
    /// A family of loops and paths.
    RouteFamily,
    /// A layer of regions.
    Layer,
    /// A layer of clues.
    ClueLayer,
    /// A layer of weights.
    Weights,
    /// A kind variable of a scope.
    Variable,
    /// The number of a clue scope.
    ClueNumber,
    StandardPiece,
    /// A piece in the file that `use … from` names.
    LibraryPiece,
    /// A piece used for its moves.
    Moves,
    /// A function on numbers.
    Function,
    /// A scope of `each`.
    Scope,
}
