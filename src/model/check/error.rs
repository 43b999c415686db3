//! Semantic errors of a spec, as data and spans. Module `diag` turns them into messages.

use super::class::Class;
use crate::text::{LoadError, Span};
use std::sync::Arc;

/// Semantic error of a spec, or a warning if [`ModelError::is_warning`] is true.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelError {
    /// A file that could not be included.
    IncludeFailed {
        /// The path as written in the source.
        path: Arc<str>,
        /// Reason for the failure.
        reason: LoadError,
        /// Span of the path.
        span: Span,
    },
    /// A file that includes itself, directly or through other files.
    IncludeCycle {
        /// The path as written in the source.
        path: Arc<str>,
        /// Span of the path.
        span: Span,
    },
    /// Includes nested too deeply.
    IncludeDepth {
        /// Maximum depth.
        limit: usize,
        /// Span of the path.
        span: Span,
    },
    /// Two definitions of one name.
    Duplicate {
        /// The name.
        name: Arc<str>,
        /// Class of the second definition.
        class: Class,
        /// Span of the second one.
        span: Span,
        /// Class of the first definition.
        other: Class,
        /// Span of the first one.
        first: Span,
    },
    /// A repeated statement that may occur only once.
    Twice {
        /// First words of the statement.
        statement: &'static str,
        /// Span of the second one.
        span: Span,
        /// Span of the first one.
        first: Span,
    },
    /// A reserved name that is declared.
    Reserved {
        /// The name.
        name: Arc<str>,
        /// Span of the declaration.
        span: Span,
    },
    /// An undeclared name.
    Unknown {
        /// Class expected.
        class: Class,
        /// The name.
        name: Arc<str>,
        /// Span of the use.
        span: Span,
        /// Known names, for a suggestion.
        known: Vec<Arc<str>>,
    },
    /// A name of the wrong class.
    WrongClass {
        /// The name.
        name: Arc<str>,
        /// Class of the name.
        class: Class,
        /// Class expected.
        wanted: Class,
        /// Span of the use.
        span: Span,
        /// Span of the declaration.
        declared: Span,
    },
    /// A standard piece used as a kind without a `use` statement.
    NotInPlay {
        /// The piece.
        name: Arc<str>,
        /// Span of the use.
        span: Span,
    },
    /// A region unknown to its layer.
    UnknownRegion {
        /// The layer.
        layer: Arc<str>,
        /// The region.
        name: Arc<str>,
        /// Span of the use.
        span: Span,
        /// Span of the layer's declaration.
        declared: Span,
        /// The layer's regions.
        known: Vec<Arc<str>>,
    },
    /// Cyclic definitions.
    Circle {
        /// Class of the names.
        class: Class,
        /// Names in the cycle, each defined in terms of the next and the last in terms of the first.
        names: Vec<Arc<str>>,
        /// Span of the first.
        span: Span,
        /// Spans of the others.
        others: Vec<Span>,
    },
    /// A value for a parameter that the spec does not have.
    UnknownOverride {
        /// The parameter.
        name: Arc<str>,
        /// Parameters of the spec.
        known: Vec<Arc<str>>,
    },
    /// A parameter outside its range.
    OutOfRange {
        /// The parameter.
        name: Arc<str>,
        /// Its value.
        value: i64,
        /// Least value.
        low: i64,
        /// Greatest value.
        high: i64,
        /// True if the value is an override.
        overridden: bool,
        /// Span of the default, or of the parameter's name for an override.
        span: Span,
        /// Span of the range.
        range: Span,
    },
    /// A number that does not fit in 64 bits.
    Overflow {
        /// Span of the expression.
        span: Span,
    },
    /// A division by zero.
    DivisionByZero {
        /// Span of the divisor.
        span: Span,
    },
    /// A function with the wrong number of arguments.
    Arguments {
        /// The function.
        name: Arc<str>,
        /// Number of arguments it takes.
        expected: usize,
        /// Number of arguments given.
        found: usize,
        /// Span of the call.
        span: Span,
    },
    /// A count where a plain number is required.
    CountHere {
        /// Span of the count.
        span: Span,
    },
    /// `x` or `y` outside a condition.
    CoordinateHere {
        /// The name.
        name: Arc<str>,
        /// Source span.
        span: Span,
    },
    /// A clue's number where only parameters are allowed.
    ClueHere {
        /// Its name.
        name: Arc<str>,
        /// Source span.
        span: Span,
    },
    /// A product of two counts.
    ProductOfCounts {
        /// Span of the product.
        span: Span,
        /// Span of the left factor.
        left: Span,
        /// Span of the right factor.
        right: Span,
    },
    /// A count in a division.
    CountDivided {
        /// `/` or `%`.
        sign: &'static str,
        /// Span of the count.
        span: Span,
    },
    /// A count as an argument.
    CountInFunction {
        /// Name of the function.
        function: Arc<str>,
        /// Span of the count.
        span: Span,
    },
    /// An exceeded limit on a number of items.
    TooMany {
        /// Name of the items.
        what: &'static str,
        /// Maximum number.
        limit: u64,
        /// Span at which the limit was exceeded.
        span: Span,
    },
    /// An expanded spec that takes too much memory.
    SetsTooLarge {
        /// Maximum number of bytes.
        limit: u64,
        /// Span at which the limit was exceeded.
        span: Span,
    },
    /// Windows, lines or locations too expensive on the board.
    LinesTooLong {
        /// Name of the lines, windows or locations.
        what: &'static str,
        /// Maximum number of steps.
        limit: u64,
        /// Span of the scope.
        span: Span,
    },
    /// A board with a number of sides other than two or three.
    BoardSides {
        /// Number of sides.
        found: usize,
        /// Span of the board.
        span: Span,
    },
    /// A length less than 1.
    SideTooShort {
        /// The length.
        length: i64,
        /// Source span.
        span: Span,
    },
    /// A board with too many cells.
    BoardTooLarge {
        /// Number of cells.
        cells: u128,
        /// Maximum number.
        limit: u64,
        /// Span of the board.
        span: Span,
    },
    /// A `wrap` on a board with layers.
    WrapInSpace {
        /// Span of the `wrap`.
        span: Span,
    },
    /// Layers of different sizes.
    LayerSize {
        /// Span of the picture that differs.
        span: Span,
        /// Span of the first picture.
        first: Span,
    },
    /// An empty picture.
    EmptyPicture {
        /// Span of the picture.
        span: Span,
    },
    /// A row of a picture with the wrong length.
    RaggedRow {
        /// Expected number of characters.
        expected: usize,
        /// Actual number of characters.
        found: usize,
        /// Span of the row.
        span: Span,
        /// Span of a row with the right length.
        other: Option<Span>,
    },
    /// A number of pictures that differs from the number of layers.
    PictureLayers {
        /// Number of layers of the board.
        expected: usize,
        /// Number of pictures.
        found: usize,
        /// Span of the pictures.
        span: Span,
    },
    /// A picture with too many or too few rows.
    PictureHeight {
        /// Expected number of rows.
        expected: usize,
        /// Actual number of rows.
        found: usize,
        /// Span of the picture.
        span: Span,
    },
    /// A character without a meaning in its picture.
    PictureCharacter {
        /// The character.
        character: char,
        /// Description of the allowed characters.
        allowed: &'static str,
        /// Source span.
        span: Span,
    },
    /// A character that is not the symbol of a kind.
    UnknownSymbol {
        /// The character.
        character: char,
        /// Description of the allowed characters.
        allowed: &'static str,
        /// The symbols with their kinds.
        symbols: Vec<(char, Arc<str>)>,
        /// Source span.
        span: Span,
    },
    /// Digits in a board picture without a `clues are` statement.
    DigitsWithoutClues {
        /// Span of the first digit.
        span: Span,
    },
    /// A construct that needs a flat board of squares.
    FlatBoardOnly {
        /// Name of the construct.
        what: &'static str,
        /// Source span.
        span: Span,
    },
    /// A construct that needs a board of squares.
    SquaresOnly {
        /// Name of the construct.
        what: String,
        /// Source span.
        span: Span,
    },
    /// A construct that needs a board with equal sides.
    SquareBoardOnly {
        /// Name of the construct.
        what: &'static str,
        /// Source span.
        span: Span,
    },
    /// Blocks that do not fill the board.
    BlocksDoNotDivide {
        /// Width of a block.
        width: i64,
        /// Height of a block.
        height: i64,
        /// Width of the board.
        columns: i64,
        /// Height of the board.
        rows: i64,
        /// Span of the blocks.
        span: Span,
    },
    /// A cell off the board.
    OffBoard {
        /// The cell as written in the source.
        cell: String,
        /// Width of the board.
        columns: u32,
        /// Height of the board.
        rows: u32,
        /// Name of the last cell of the top row of the last layer.
        corner: String,
        /// Source span.
        span: Span,
    },
    /// A row or column off the board.
    LineOffBoard {
        /// True for a row, false for a column.
        row: bool,
        /// Number of rows or columns.
        limit: i64,
        /// Source span.
        span: Span,
    },
    /// A vector, cell or window with too many or too few numbers.
    Dimensions {
        /// Expected number of numbers.
        expected: usize,
        /// Actual number of numbers.
        found: usize,
        /// Source span.
        span: Span,
    },
    /// A leap or ride by the zero vector.
    NullVector {
        /// Span of the vector.
        span: Span,
    },
    /// A vector with too large numbers.
    VectorTooLong {
        /// Maximum absolute value of a number.
        limit: i64,
        /// Span of the vector.
        span: Span,
    },
    /// A ride with an invalid range of steps.
    RideRange {
        /// First step.
        from: i64,
        /// Last step.
        to: Option<i64>,
        /// Span of the ride.
        span: Span,
    },
    /// A lame leap that passes over no cell.
    NoPath {
        /// Span of the vector.
        span: Span,
    },
    /// `stay` among a piece's moves.
    StayInMoves {
        /// Span of the word.
        span: Span,
    },
    /// A tile's name where moves are required.
    TileAsMoves {
        /// The tile.
        name: Arc<str>,
        /// Source span.
        span: Span,
        /// Span of its declaration.
        declared: Span,
    },
    /// An error in Betza notation.
    Notation {
        /// Code of the notation error.
        code: &'static str,
        /// Message.
        message: String,
        /// Suggested remedy.
        help: Option<String>,
        /// Span of the characters concerned.
        span: Span,
    },
    /// Betza notation with an ignored part: a warning.
    NotationWarning {
        /// Message.
        message: String,
        /// Span of the characters concerned.
        span: Span,
    },
    /// A piece whose name means a different piece elsewhere: a warning.
    PieceNote {
        /// Its meaning here and elsewhere.
        note: &'static str,
        /// Span of its name.
        span: Span,
    },
    /// An index after a name that is not a family.
    NotAFamily {
        /// The name.
        name: Arc<str>,
        /// Source span.
        span: Span,
        /// Span of its declaration.
        declared: Span,
    },
    /// An index without a member of the family.
    NotAMember {
        /// The family.
        name: Arc<str>,
        /// The value.
        value: i64,
        /// Its least value.
        low: i64,
        /// Its greatest value.
        high: i64,
        /// Span of the index.
        span: Span,
        /// Span of the family's declaration.
        declared: Span,
    },
    /// A family without members.
    EmptyFamily {
        /// The family.
        name: Arc<str>,
        /// First value.
        low: i64,
        /// Last value.
        high: i64,
        /// Span of the values.
        span: Span,
    },
    /// A family where a single kind is required.
    FamilyHere {
        /// The family.
        name: Arc<str>,
        /// Source span.
        span: Span,
    },
    /// A tile without cells.
    EmptyTile {
        /// Span of the picture.
        span: Span,
    },
    /// A symbol that is not one character.
    SymbolLength {
        /// Text of the symbol.
        found: Arc<str>,
        /// Source span.
        span: Span,
    },
    /// A symbol that is reserved in pictures.
    SymbolTaken {
        /// The symbol.
        symbol: char,
        /// Source span.
        span: Span,
    },
    /// A hidden or combining character as a symbol.
    SymbolHidden {
        /// The symbol.
        symbol: char,
        /// Source span.
        span: Span,
    },
    /// A digit as a symbol in a spec with clues in the board picture.
    SymbolIsClue {
        /// The symbol.
        symbol: char,
        /// Source span.
        span: Span,
        /// Span of a clue.
        clue: Span,
    },
    /// Two kinds with the same symbol.
    SymbolTwice {
        /// The symbol.
        symbol: char,
        /// Span of the second.
        span: Span,
        /// Span of the first.
        first: Span,
    },
    /// `attackers` or `within` in a rule without a cell.
    NeedsCell {
        /// The word.
        word: &'static str,
        /// Source span.
        span: Span,
    },
    /// `empty` where pieces are required.
    EmptyIsNoPiece {
        /// Span of the word.
        span: Span,
    },
    /// Two scopes over cells.
    TwoCells {
        /// Span of the second.
        span: Span,
        /// Span of the first.
        first: Span,
    },
    /// A variable after a layer's name.
    LayerVariable {
        /// The layer.
        layer: Arc<str>,
        /// Span of the variable.
        span: Span,
        /// Span of the layer's declaration.
        declared: Span,
    },
    /// A variable used as a scope.
    VariableScope {
        /// The variable.
        name: Arc<str>,
        /// Span of the scope.
        span: Span,
        /// Span of the variable.
        declared: Span,
    },
    /// A list of clues whose length differs from the number of lines.
    ListLength {
        /// True for `rows:`, false for `columns:`.
        rows: bool,
        /// Expected number of entries.
        expected: usize,
        /// Actual number of entries.
        found: usize,
        /// Span of the list.
        span: Span,
    },
    /// `no attacks between` with a single set.
    BetweenOne {
        /// Span of the statement.
        span: Span,
    },
    /// `no attacks between` with sets that share a kind.
    BetweenShared {
        /// The kind.
        kind: Arc<str>,
        /// Span of the later set.
        span: Span,
        /// Span of the earlier set.
        first: Span,
    },
    /// A symmetry that the board lacks.
    NotASymmetry {
        /// Span of its name.
        span: Span,
    },
    /// `find` with a number less than 1.
    FindNone {
        /// The number.
        number: i64,
        /// Span of the number.
        span: Span,
    },
    /// A given on a wall.
    GivenOnWall {
        /// The cell.
        cell: String,
        /// Span of the given.
        span: Span,
        /// Span of the wall.
        wall: Option<Span>,
    },
    /// An error in a FEN position.
    Fen {
        /// Message.
        message: String,
        /// Suggested remedy.
        help: Option<String>,
        /// Span of the characters of the position.
        span: Span,
    },
    /// Two conflicting givens on one cell.
    GivenTwice {
        /// The cell.
        cell: String,
        /// The kind given second; `None` for empty.
        given: Option<Arc<str>>,
        /// The kind given first.
        before: Option<Arc<str>>,
        /// Span of the second.
        span: Span,
        /// Span of the first.
        first: Span,
    },
    /// An empty range of a `for`.
    EmptyRange {
        /// First value.
        from: i64,
        /// Last value.
        to: i64,
        /// Span of the range.
        span: Span,
    },
    /// A list of expected values without `for`.
    ListWithoutFor {
        /// Span of the list.
        span: Span,
    },
    /// A list of expected values whose length differs from its `for`.
    ExpectLength {
        /// Expected number of entries.
        expected: usize,
        /// Actual number of entries.
        found: usize,
        /// Span of the list.
        span: Span,
    },
    /// An expected value with too many or too few numbers.
    TupleLength {
        /// Expected number of numbers.
        expected: usize,
        /// Actual number of numbers.
        found: usize,
        /// Span of the value.
        span: Span,
    },
    /// An expected optimum without an objective.
    NoObjective {
        /// Span of the expectation.
        span: Span,
    },
    /// A spec without a board.
    NoBoard {
        /// Span of the beginning of the file.
        span: Span,
    },
}

impl ModelError {
    /// Returns true for a warning, which does not prevent a run.
    pub fn is_warning(&self) -> bool {
        matches!(self, Self::NotationWarning { .. } | Self::PieceNote { .. })
    }

    /// Returns the span of the error; `None` for an override, which has no source text.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::UnknownOverride { .. } => None,
            Self::IncludeFailed { span, .. }
            | Self::IncludeCycle { span, .. }
            | Self::IncludeDepth { span, .. }
            | Self::Duplicate { span, .. }
            | Self::Twice { span, .. }
            | Self::Reserved { span, .. }
            | Self::Unknown { span, .. }
            | Self::WrongClass { span, .. }
            | Self::NotInPlay { span, .. }
            | Self::UnknownRegion { span, .. }
            | Self::Circle { span, .. }
            | Self::OutOfRange { span, .. }
            | Self::Overflow { span, .. }
            | Self::DivisionByZero { span, .. }
            | Self::Arguments { span, .. }
            | Self::CountHere { span, .. }
            | Self::CoordinateHere { span, .. }
            | Self::ClueHere { span, .. }
            | Self::ProductOfCounts { span, .. }
            | Self::CountDivided { span, .. }
            | Self::CountInFunction { span, .. }
            | Self::TooMany { span, .. }
            | Self::SetsTooLarge { span, .. }
            | Self::LinesTooLong { span, .. }
            | Self::BoardSides { span, .. }
            | Self::SideTooShort { span, .. }
            | Self::BoardTooLarge { span, .. }
            | Self::WrapInSpace { span, .. }
            | Self::LayerSize { span, .. }
            | Self::EmptyPicture { span, .. }
            | Self::RaggedRow { span, .. }
            | Self::PictureLayers { span, .. }
            | Self::PictureHeight { span, .. }
            | Self::PictureCharacter { span, .. }
            | Self::UnknownSymbol { span, .. }
            | Self::DigitsWithoutClues { span, .. }
            | Self::FlatBoardOnly { span, .. }
            | Self::SquaresOnly { span, .. }
            | Self::SquareBoardOnly { span, .. }
            | Self::BlocksDoNotDivide { span, .. }
            | Self::OffBoard { span, .. }
            | Self::LineOffBoard { span, .. }
            | Self::Dimensions { span, .. }
            | Self::NullVector { span, .. }
            | Self::VectorTooLong { span, .. }
            | Self::RideRange { span, .. }
            | Self::NoPath { span, .. }
            | Self::StayInMoves { span, .. }
            | Self::TileAsMoves { span, .. }
            | Self::Notation { span, .. }
            | Self::NotationWarning { span, .. }
            | Self::PieceNote { span, .. }
            | Self::NotAFamily { span, .. }
            | Self::NotAMember { span, .. }
            | Self::EmptyFamily { span, .. }
            | Self::FamilyHere { span, .. }
            | Self::EmptyTile { span, .. }
            | Self::SymbolLength { span, .. }
            | Self::SymbolTaken { span, .. }
            | Self::SymbolHidden { span, .. }
            | Self::SymbolIsClue { span, .. }
            | Self::SymbolTwice { span, .. }
            | Self::NeedsCell { span, .. }
            | Self::EmptyIsNoPiece { span, .. }
            | Self::TwoCells { span, .. }
            | Self::LayerVariable { span, .. }
            | Self::VariableScope { span, .. }
            | Self::ListLength { span, .. }
            | Self::BetweenOne { span, .. }
            | Self::BetweenShared { span, .. }
            | Self::NotASymmetry { span, .. }
            | Self::FindNone { span, .. }
            | Self::GivenOnWall { span, .. }
            | Self::Fen { span, .. }
            | Self::GivenTwice { span, .. }
            | Self::EmptyRange { span, .. }
            | Self::ListWithoutFor { span, .. }
            | Self::ExpectLength { span, .. }
            | Self::TupleLength { span, .. }
            | Self::NoObjective { span, .. }
            | Self::NoBoard { span, .. } => Some(*span),
        }
    }
}
