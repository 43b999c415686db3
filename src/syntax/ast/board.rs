//! Boards, pictures and the cells that they draw: walls, regions, tiles, clues.

use super::expression::{Expr, Location};
use crate::text::{Span, Spanned};

/// `board …`
#[derive(Clone, Debug, PartialEq)]
pub enum BoardDecl {
    /// `board n x n`, `board n x n x n`, with `wrap …`
    Box {
        /// Width, height and, if given, depth.
        sides: Vec<Expr>,
        wrap: Option<Spanned<Wrap>>,
    },
    /// `board hex n`
    Hex(Expr),
    /// `board """…"""`, with `wrap …`; in three dimensions one picture per layer.
    Picture {
        /// Pictures, one per layer.
        layers: Vec<Picture>,
        wrap: Option<Spanned<Wrap>>,
    },
}

/// Edges of a board that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// Left and right edges meet.
    Columns,
    /// Top and bottom edges meet.
    Rows,
    /// Both pairs meet: a torus.
    Both,
}

/// Picture: the raw text between the quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Rows from the top, without indentation and the single spaces between characters; see [`PictureRow`].
    pub rows: Vec<PictureRow>,
    /// Span of the inside of the quotes.
    pub span: Span,
}

/// One row of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureRow {
    /// Characters of the row, each with its byte offset in the source.
    pub cells: Vec<(char, u32)>,
    /// Span of the row, without indentation and line break.
    pub span: Span,
}

/// Cells to be walled: a location, or pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum Area {
    /// `a1, c3..d4`
    Location(Location),
    /// Pictures, one per layer, in which `#` is a wall.
    Pictures(Vec<Picture>),
}

/// The right side of `regions`.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionsBody {
    /// One letter per cell, one picture per layer.
    Pictures(Vec<Picture>),
    /// `blocks 3 x 3`
    Blocks {
        /// Width of a block.
        width: Expr,
        /// Height of a block.
        height: Expr,
        /// Span of `blocks …`.
        span: Span,
    },
}

/// Images of a tile's picture that may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Only the picture as drawn.
    Fixed,
    /// Rotations of the picture.
    Turn,
    /// Rotations and reflections of the picture.
    Free,
}

/// Treatment of clue cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueMode {
    /// Clue cells are walls.
    Walls,
    /// Pieces may stand on clue cells.
    Cells,
    /// No piece may stand on a clue cell.
    Empty,
}
