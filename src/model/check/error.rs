//! What can be wrong with the meaning of a spec: data and places, no words. `diag` has the words.

use super::class::Class;
use crate::text::{LoadError, Span};
use std::sync::Arc;

/// A fault in what a spec means (or, where [`ModelError::is_warning`] says so, something suspicious in it).
#[derive(Clone, Debug, PartialEq)]
pub enum ModelError {
    /// A file that could not be included.
    IncludeFailed {
        /// The path as written.
        path: Arc<str>,
        /// Why.
        reason: LoadError,
        /// The path.
        span: Span,
    },
    /// A file that includes itself, at once or by others.
    IncludeCycle {
        /// The path as written.
        path: Arc<str>,
        /// The path.
        span: Span,
    },
    /// Files that include files that include files …
    IncludeDepth {
        /// How deep they may.
        limit: usize,
        /// The path.
        span: Span,
    },
    /// Two definitions of one name.
    Duplicate {
        /// The name.
        name: Arc<str>,
        /// What the second one defines.
        class: Class,
        /// The second one.
        span: Span,
        /// What the first one defines.
        other: Class,
        /// The first one.
        first: Span,
    },
    /// A statement that may stand once only.
    Twice {
        /// Its first words.
        statement: &'static str,
        /// The second one.
        span: Span,
        /// The first one.
        first: Span,
    },
    /// A name that the language keeps for itself.
    Reserved {
        /// The name.
        name: Arc<str>,
        /// Where it is declared.
        span: Span,
    },
    /// A name that nothing defines.
    Unknown {
        /// What is looked for.
        class: Class,
        /// The name.
        name: Arc<str>,
        /// Where it is used.
        span: Span,
        /// What could be meant.
        known: Vec<Arc<str>>,
    },
    /// A name of one class where another is wanted.
    WrongClass {
        /// The name.
        name: Arc<str>,
        /// What it is.
        class: Class,
        /// What it should be.
        wanted: Class,
        /// Where it is used.
        span: Span,
        /// Where it was declared.
        declared: Span,
    },
    /// A standard piece in a rule, without the `use` that makes it a kind.
    NotInPlay {
        /// The piece.
        name: Arc<str>,
        /// Where it is used.
        span: Span,
    },
    /// A region that its layer does not have.
    UnknownRegion {
        /// The layer.
        layer: Arc<str>,
        /// The region.
        name: Arc<str>,
        /// Where it is used.
        span: Span,
        /// The layer's declaration.
        declared: Span,
        /// The layer's regions.
        known: Vec<Arc<str>>,
    },
    /// Definitions that go round in a circle.
    Circle {
        /// What they define.
        class: Class,
        /// The names, each defined by the next, the last by the first.
        names: Vec<Arc<str>>,
        /// The first.
        span: Span,
        /// The others.
        others: Vec<Span>,
    },
    /// A value for a parameter that the spec does not have.
    UnknownOverride {
        /// The parameter.
        name: Arc<str>,
        /// Those it has.
        known: Vec<Arc<str>>,
    },
    /// A parameter out of its range.
    OutOfRange {
        /// The parameter.
        name: Arc<str>,
        /// Its value.
        value: i64,
        /// Least value.
        low: i64,
        /// Greatest value.
        high: i64,
        /// Whether the value came from outside.
        overridden: bool,
        /// The default, or for a value from outside the parameter's name.
        span: Span,
        /// The range.
        range: Span,
    },
    /// A number that does not fit 64 bits.
    Overflow {
        /// The expression.
        span: Span,
    },
    /// A division by zero.
    DivisionByZero {
        /// The divisor.
        span: Span,
    },
    /// A function with the wrong number of arguments.
    Arguments {
        /// The function.
        name: Arc<str>,
        /// How many it takes.
        expected: usize,
        /// How many it got.
        found: usize,
        /// The call.
        span: Span,
    },
    /// A count where a plain number must stand.
    CountHere {
        /// The count.
        span: Span,
    },
    /// `x` or `y` outside a condition.
    CoordinateHere {
        /// Which.
        name: Arc<str>,
        /// Where.
        span: Span,
    },
    /// A clue's number where only parameters may stand.
    ClueHere {
        /// Its name.
        name: Arc<str>,
        /// Where.
        span: Span,
    },
    /// A product of two counts.
    ProductOfCounts {
        /// The product.
        span: Span,
        /// The one.
        left: Span,
        /// The other.
        right: Span,
    },
    /// A count in a division.
    CountDivided {
        /// `/` or `%`.
        sign: &'static str,
        /// The count.
        span: Span,
    },
    /// A count as an argument.
    CountInFunction {
        /// Of this function.
        function: Arc<str>,
        /// The count.
        span: Span,
    },
    /// More of something than there may be.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        limit: u64,
        /// Where the limit was passed.
        span: Span,
    },
    /// What the statements are written out into takes too much memory.
    SetsTooLarge {
        /// Bytes they may take.
        limit: u64,
        /// Where the limit was passed.
        span: Span,
    },
    /// Windows, lines or locations of a board too large for them.
    LinesTooLong {
        /// Which.
        what: &'static str,
        /// Steps that finding them may take.
        limit: u64,
        /// The scope.
        span: Span,
    },
    /// A board of one side, or of four.
    BoardSides {
        /// How many.
        found: usize,
        /// The board.
        span: Span,
    },
    /// A length under 1.
    SideTooShort {
        /// The length.
        length: i64,
        /// Where.
        span: Span,
    },
    /// A board of too many cells.
    BoardTooLarge {
        /// How many.
        cells: u128,
        /// How many there may be.
        limit: u64,
        /// The board.
        span: Span,
    },
    /// Edges that meet on a board with layers.
    WrapInSpace {
        /// The words.
        span: Span,
    },
    /// Layers of different sizes.
    LayerSize {
        /// The odd picture.
        span: Span,
        /// The first picture.
        first: Span,
    },
    /// A picture without a character.
    EmptyPicture {
        /// The picture.
        span: Span,
    },
    /// A picture's row of another length.
    RaggedRow {
        /// Characters it should have.
        expected: usize,
        /// Characters it has.
        found: usize,
        /// The row.
        span: Span,
        /// A row of the right length.
        other: Option<Span>,
    },
    /// Another number of pictures than the board has layers.
    PictureLayers {
        /// Layers of the board.
        expected: usize,
        /// Pictures.
        found: usize,
        /// The pictures.
        span: Span,
    },
    /// A picture of too many or too few rows.
    PictureHeight {
        /// Rows it should have.
        expected: usize,
        /// Rows it has.
        found: usize,
        /// The picture.
        span: Span,
    },
    /// A character that means nothing in its picture.
    PictureCharacter {
        /// The character.
        character: char,
        /// What may stand there, in words.
        allowed: &'static str,
        /// Where.
        span: Span,
    },
    /// A character that is no kind's symbol.
    UnknownSymbol {
        /// The character.
        character: char,
        /// What may stand there, in words.
        allowed: &'static str,
        /// The symbols, with the kinds they stand for.
        symbols: Vec<(char, Arc<str>)>,
        /// Where.
        span: Span,
    },
    /// Digits in a board picture, and nothing that says what they are.
    DigitsWithoutClues {
        /// The first digit.
        span: Span,
    },
    /// Something that only flat boards of squares have.
    FlatBoardOnly {
        /// What.
        what: &'static str,
        /// Where.
        span: Span,
    },
    /// Something that only boards of squares have.
    SquaresOnly {
        /// What.
        what: String,
        /// Where.
        span: Span,
    },
    /// Something that only boards as wide as high have.
    SquareBoardOnly {
        /// What.
        what: &'static str,
        /// Where.
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
        /// The blocks.
        span: Span,
    },
    /// A cell off the board.
    OffBoard {
        /// The cell as written.
        cell: String,
        /// Width of the board.
        columns: u32,
        /// Height of the board.
        rows: u32,
        /// The name of the last cell.
        corner: String,
        /// Where.
        span: Span,
    },
    /// A row or column off the board.
    LineOffBoard {
        /// Whether it is a row.
        row: bool,
        /// How many there are.
        limit: i64,
        /// Where.
        span: Span,
    },
    /// A vector, a cell or a window of too many or too few numbers.
    Dimensions {
        /// Numbers it should have.
        expected: usize,
        /// Numbers it has.
        found: usize,
        /// Where.
        span: Span,
    },
    /// A leap or ride that goes nowhere.
    NullVector {
        /// The vector.
        span: Span,
    },
    /// A vector of too large numbers.
    VectorTooLong {
        /// How large they may be.
        limit: i64,
        /// The vector.
        span: Span,
    },
    /// A ride whose steps make no sense.
    RideRange {
        /// First step.
        from: i64,
        /// Last step.
        to: Option<i64>,
        /// The ride.
        span: Span,
    },
    /// A lame leap that passes no cell.
    NoPath {
        /// The vector.
        span: Span,
    },
    /// `stay` as a piece's move.
    StayInMoves {
        /// The word.
        span: Span,
    },
    /// A tile's name where moves must stand.
    TileAsMoves {
        /// The tile.
        name: Arc<str>,
        /// Where.
        span: Span,
        /// Its declaration.
        declared: Span,
    },
    /// A fault in Betza notation.
    Notation {
        /// The notation's own code.
        code: &'static str,
        /// What is wrong.
        message: String,
        /// What to write.
        help: Option<String>,
        /// The very characters.
        span: Span,
    },
    /// Betza notation of which a part is left out: a warning.
    NotationWarning {
        /// What is left out.
        message: String,
        /// The very characters.
        span: Span,
    },
    /// A piece whose name means another piece elsewhere: a warning.
    PieceNote {
        /// What it means here, and where it means something else.
        note: &'static str,
        /// Its name.
        span: Span,
    },
    /// An index behind a name that is no family.
    NotAFamily {
        /// The name.
        name: Arc<str>,
        /// Where.
        span: Span,
        /// Its declaration.
        declared: Span,
    },
    /// A value that a family does not have.
    NotAMember {
        /// The family.
        name: Arc<str>,
        /// The value.
        value: i64,
        /// Its least value.
        low: i64,
        /// Its greatest value.
        high: i64,
        /// The index.
        span: Span,
        /// The family's declaration.
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
        /// The values.
        span: Span,
    },
    /// A family where one kind must stand.
    FamilyHere {
        /// The family.
        name: Arc<str>,
        /// Where.
        span: Span,
    },
    /// A tile without a cell.
    EmptyTile {
        /// The picture.
        span: Span,
    },
    /// A symbol that is not one character.
    SymbolLength {
        /// What was written.
        found: Arc<str>,
        /// Where.
        span: Span,
    },
    /// A symbol with a meaning of its own in pictures.
    SymbolTaken {
        /// The symbol.
        symbol: char,
        /// Where.
        span: Span,
    },
    /// A symbol that is not seen, or changes how others are.
    SymbolHidden {
        /// The symbol.
        symbol: char,
        /// Where.
        span: Span,
    },
    /// A digit as a symbol beside a board picture with clues.
    SymbolIsClue {
        /// The symbol.
        symbol: char,
        /// Where.
        span: Span,
        /// A clue.
        clue: Span,
    },
    /// Two kinds with one symbol.
    SymbolTwice {
        /// The symbol.
        symbol: char,
        /// The second.
        span: Span,
        /// The first.
        first: Span,
    },
    /// `attackers` or `within` where no one cell is spoken of.
    NeedsCell {
        /// The word.
        word: &'static str,
        /// Where.
        span: Span,
    },
    /// `empty` where pieces must stand.
    EmptyIsNoPiece {
        /// The word.
        span: Span,
    },
    /// Two scopes that both are cells.
    TwoCells {
        /// The second.
        span: Span,
        /// The first.
        first: Span,
    },
    /// A variable behind a layer's name.
    LayerVariable {
        /// The layer.
        layer: Arc<str>,
        /// The variable.
        span: Span,
        /// The layer's declaration.
        declared: Span,
    },
    /// A variable as a scope of its own.
    VariableScope {
        /// The variable.
        name: Arc<str>,
        /// The scope.
        span: Span,
        /// The variable.
        declared: Span,
    },
    /// A list of clues of another length than the board has lines.
    ListLength {
        /// Whether it is of rows.
        rows: bool,
        /// Entries it should have.
        expected: usize,
        /// Entries it has.
        found: usize,
        /// The list.
        span: Span,
    },
    /// `no attacks between` a single set.
    BetweenOne {
        /// The statement.
        span: Span,
    },
    /// `no attacks between` sets that share a kind.
    BetweenShared {
        /// The kind.
        kind: Arc<str>,
        /// The later set.
        span: Span,
        /// The earlier set.
        first: Span,
    },
    /// A symmetry that the board does not have.
    NotASymmetry {
        /// Its name.
        span: Span,
    },
    /// `find 0`, or fewer.
    FindNone {
        /// How many.
        number: i64,
        /// The number.
        span: Span,
    },
    /// A given on a wall.
    GivenOnWall {
        /// The cell.
        cell: String,
        /// The given.
        span: Span,
        /// The wall.
        wall: Option<Span>,
    },
    /// A fault in a chess position.
    Fen {
        /// A sentence.
        message: String,
        /// What to write instead.
        help: Option<String>,
        /// The characters of the position.
        span: Span,
    },
    /// Two givens on one cell that differ.
    GivenTwice {
        /// The cell.
        cell: String,
        /// The kind given second; `None` for empty.
        given: Option<Arc<str>>,
        /// The kind given first.
        before: Option<Arc<str>>,
        /// The second.
        span: Span,
        /// The first.
        first: Span,
    },
    /// A `for` without values.
    EmptyRange {
        /// First value.
        from: i64,
        /// Last value.
        to: i64,
        /// The range.
        span: Span,
    },
    /// A list of expected values without `for`.
    ListWithoutFor {
        /// The list.
        span: Span,
    },
    /// A list of expected values of another length than its `for`.
    ExpectLength {
        /// Entries it should have.
        expected: usize,
        /// Entries it has.
        found: usize,
        /// The list.
        span: Span,
    },
    /// An expected value of too many or too few numbers.
    TupleLength {
        /// Numbers it should have.
        expected: usize,
        /// Numbers it has.
        found: usize,
        /// The value.
        span: Span,
    },
    /// An expected optimum without an objective.
    NoObjective {
        /// The expectation.
        span: Span,
    },
    /// A spec without a board.
    NoBoard {
        /// The beginning of the file.
        span: Span,
    },
}

impl ModelError {
    /// Whether the spec can be run all the same.
    pub fn is_warning(&self) -> bool {
        matches!(self, Self::NotationWarning { .. } | Self::PieceNote { .. })
    }

    /// The characters at fault; `None` for a value that came from outside the text.
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
