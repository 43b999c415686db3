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

/// Content of a cell in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureMark {
    Character(char),
    /// An integer of several characters, in a row whose cells are separated by blanks.
    Number(i64),
}

impl PictureRow {
    /// Returns the content of each cell of the row, with its span. A row with blanks between its cells may have integers of
    /// several characters; in any other row each character is a cell.
    pub fn marks(&self) -> Vec<(PictureMark, Span)> {
        if self.cells.iter().any(is_blank) {
            let words = self.cells.split(is_blank).filter(|word| !word.is_empty());
            if let Some(marks) = words.map(|word| self.word(word)).collect() {
                return marks;
            }
        }
        self.cells.iter().map(|&(c, at)| (PictureMark::Character(c), self.span_of(at, c))).collect()
    }

    /// Returns the number of cells of the row.
    pub fn width(&self) -> usize {
        if self.cells.iter().any(is_blank) { self.marks().len() } else { self.cells.len() }
    }

    /// Returns a word as one cell; `None` if it is neither a character nor an integer.
    fn word(&self, word: &[(char, u32)]) -> Option<(PictureMark, Span)> {
        if let [(c, at)] = *word {
            return Some((PictureMark::Character(c), self.span_of(at, c)));
        }
        let text: String = word.iter().map(|w| w.0).collect();
        let span = self.span_of(word[0].1, word[0].0).to(self.span_of(word[word.len() - 1].1, '0'));
        let digits = text.strip_prefix('-').unwrap_or(&text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        Some((PictureMark::Number(text.parse().ok().filter(|_| plain)?), span))
    }

    fn span_of(&self, at: u32, character: char) -> Span {
        Span::new(self.span.source, at as usize, at as usize + character.len_utf8())
    }
}

fn is_blank(&(character, _): &(char, u32)) -> bool {
    matches!(character, ' ' | '\t')
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

/// Families of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileFamily {
    /// All rectangles of an area.
    Rectangles,
    /// All polyominoes of an area.
    Polyominoes,
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
