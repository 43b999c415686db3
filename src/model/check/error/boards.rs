//! Errors in boards, pictures, locations and givens.

use crate::text::Span;
use std::sync::Arc;

/// An error in a board, a picture, a location or a given.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardError {
    /// A board with a number of sides other than two or three.
    BoardSides {
        found: usize,
    },
    /// A length less than 1.
    SideTooShort {
        length: i64,
    },
    /// A board with too many cells.
    BoardTooLarge {
        cells: u128,
        limit: u64,
    },
    /// A `wrap` on a board with layers.
    WrapInSpace,
    /// Layers of different sizes.
    LayerSize {
        /// Span of the first picture.
        first: Span,
    },
    EmptyPicture,
    /// A row of a picture with the wrong length.
    RaggedRow {
        /// Expected number of characters.
        expected: usize,
        /// Actual number of characters.
        found: usize,
        /// Span of a row with the right length.
        other: Option<Span>,
    },
    /// A number of pictures that differs from the number of layers.
    PictureLayers {
        /// Number of layers of the board.
        expected: usize,
        found: usize,
    },
    /// A picture with too many or too few rows.
    PictureHeight {
        /// Expected number of rows.
        expected: usize,
        /// Actual number of rows.
        found: usize,
    },
    /// A character without a meaning in its picture.
    PictureCharacter {
        character: char,
        /// Description of the allowed characters.
        allowed: &'static str,
    },
    /// An integer without a meaning in its picture.
    PictureNumber {
        number: i64,
        /// Description of the allowed characters.
        allowed: &'static str,
    },
    /// A number among the givens that is the value of no kind, or of several.
    GivenNumber {
        number: i64,
        /// Kinds with this value.
        kinds: Vec<Arc<str>>,
    },
    /// A character that is not the symbol of a kind.
    UnknownSymbol {
        character: char,
        /// Description of the allowed characters.
        allowed: &'static str,
        /// The symbols with their kinds.
        symbols: Vec<(char, Arc<str>)>,
    },
    /// Digits in a board picture without a `clues are` statement.
    DigitsWithoutClues,
    /// A construct that needs a flat board of squares.
    FlatBoardOnly {
        /// Name of the construct.
        what: &'static str,
    },
    /// A construct that needs a board of squares.
    SquaresOnly {
        /// Name of the construct.
        what: String,
    },
    /// A construct that needs a board with equal sides.
    SquareBoardOnly {
        /// Name of the construct.
        what: &'static str,
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
    },
    /// A row or column off the board.
    LineOffBoard {
        /// True for a row, false for a column.
        row: bool,
        /// Number of rows or columns.
        limit: i64,
    },
    /// A vector, cell or window with too many or too few numbers.
    Dimensions {
        /// Expected number of numbers.
        expected: usize,
        /// Actual number of numbers.
        found: usize,
    },
    /// A given on a wall.
    GivenOnWall {
        cell: String,
        /// Span of the wall.
        wall: Option<Span>,
    },
    /// An error in a FEN position.
    Fen {
        message: String,
        help: Option<String>,
    },
    /// Two conflicting givens on one cell.
    GivenTwice {
        cell: String,
        /// The kind given second; `None` for empty.
        given: Option<Arc<str>>,
        /// The kind given first.
        before: Option<Arc<str>>,
        /// Span of the first.
        first: Span,
    },
    /// A spec without a board.
    NoBoard,
}
