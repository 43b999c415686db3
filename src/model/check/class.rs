//! The classes of things that names stand for.

/// What a name stands for, or should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A parameter.
    Parameter,
    /// A kind of piece.
    Kind,
    /// A family of kinds.
    Family,
    /// A layer of regions.
    Layer,
    /// A kind variable of a scope.
    Variable,
    /// The number of a clue scope.
    ClueNumber,
    /// A standard piece.
    StandardPiece,
    /// A piece of the file that `use … from` names.
    LibraryPiece,
    /// A piece whose moves are meant.
    Moves,
    /// A function on numbers.
    Function,
    /// Something that a scope can run over.
    Scope,
}
