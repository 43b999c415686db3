//! Reasons why a puzzle is not imported.

use super::limits::{MAX_SIDE, MIN_SIDE};
use std::fmt;

/// Characters of the URL that a message repeats at most.
const SHOWN: usize = 80;

/// Reason why a URL does not become a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text does not have the form of a URL with a puzzle.
    NotAPuzzle,
    /// No genre has this name.
    Genre { name: String, known: Vec<&'static str> },
    /// The URL names a variant of the genre.
    Variant(String),
    /// The URL has flags before the sides.
    Flags(String),
    /// The sides are no numbers, or too small or too large.
    Sides(String),
    /// A Sudoku of this number of columns and rows.
    SudokuSides(usize, usize),
    /// The number of cells, and the limit of the genre that it exceeds.
    Cells(usize, usize),
    /// The number of rooms, and the limit that it exceeds.
    Rooms(usize, usize),
    /// A row of a position that has not this number of cells.
    Row(String, usize),
    /// A piece that is not known.
    Piece(String),
    /// A notation that is not read, with the reason.
    Notation(String, String),
    /// A piece of Popeye that the language cannot say, or that does not exist.
    Walk { name: String, known: Vec<&'static str> },
    /// Tags that name no genre.
    NoTag,
    /// A Star Battle without the number of stars.
    NoStars,
    /// A number of Numberlink that does not stand on two cells.
    Ends(u32),
    /// A clue without a number at this cell, counted from 1 by rows.
    OpenClue(usize),
    /// A character of the body that means nothing here, and what follows.
    Code(String),
    /// The body ends in the middle of a number.
    Truncated,
    /// The body fills more cells than the board has.
    TooLong,
    /// The body goes on, from this text, when all cells are filled.
    Rest(String),
    /// A number that cannot stand on the board.
    Number(u32),
    /// JSON that is not a puzzle in this format, with what is wrong.
    Json(String),
    /// Compressed text that cannot be unpacked.
    NotPacked,
    /// Compressed text of more bytes than this.
    TooMuch(usize),
    /// A kind of constraint that is not read.
    Part(String),
    /// The text made from the URL is not a spec: a bug, or a size beyond the limits of the language.
    NoSpec,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPuzzle => write!(
                f,
                "this is not the URL of a puzzle; one looks like `https://puzz.link/p?nurikabe/5/5/g5k2o1k3g`"
            ),
            Self::Genre { name, known } => {
                write!(f, "there is no import for `{}`; there are {}", start(name), known.join(", "))
            }
            Self::Variant(name) => write!(f, "the variant `{}` is not supported", start(name)),
            Self::Flags(flags) => {
                write!(f, "the flags `{}` before the sides are not supported", start(flags))
            }
            Self::Sides(sides) => write!(
                f,
                "the sides are `{}`; two numbers from {MIN_SIDE} to {MAX_SIDE} are supported",
                start(sides)
            ),
            Self::SudokuSides(columns, rows) => {
                write!(f, "a Sudoku of {columns} x {rows} cells is not supported; 4 x 4 and 9 x 9 are")
            }
            Self::Cells(cells, most) => {
                write!(f, "the board has {cells} cells; at most {most} are supported in this genre")
            }
            Self::Rooms(rooms, most) => {
                write!(f, "the board has {rooms} rooms; at most {most} are supported in this genre")
            }
            Self::Row(row, width) => {
                write!(f, "the row `{}` does not have {width} cells, as the first row has", start(row))
            }
            Self::Piece(piece) => write!(f, "the piece `{}` is not supported", start(piece)),
            Self::Notation(betza, why) => {
                write!(f, "the notation `{}` is not supported: {}", start(betza), start(why))
            }
            Self::Walk { name, known } => {
                write!(
                    f,
                    "there is no import for Popeye's piece `{}`; there are {}",
                    start(name),
                    known.join(", ")
                )
            }
            Self::NoTag => write!(f, "the puzzle has no tag that names its genre"),
            Self::NoStars => write!(f, "no number of stars stands beside the board"),
            Self::Ends(number) => write!(f, "the number {number} does not stand on exactly two cells"),
            Self::OpenClue(cell) => {
                write!(f, "cell {cell} of the body has a clue `?` without a number, which is not supported")
            }
            Self::Code(rest) => write!(f, "the body cannot be read from `{}` on", start(rest)),
            Self::Truncated => write!(f, "the body ends in the middle of a number"),
            Self::TooLong => write!(f, "the body fills more cells than the board has"),
            Self::Rest(rest) => write!(f, "the board is full, but `{}` is left of the body", start(rest)),
            Self::Number(number) => write!(f, "the number {number} cannot stand on this board"),
            Self::Json(words) => write!(f, "this is not a puzzle of f-puzzles: {}", start(words)),
            Self::NotPacked => write!(f, "the text in the URL cannot be unpacked"),
            Self::TooMuch(most) => write!(f, "the text in the URL is longer than {most} bytes"),
            Self::Part(name) => write!(f, "the constraint `{}` is not supported", start(name)),
            Self::NoSpec => write!(f, "the puzzle is beyond the limits of the language"),
        }
    }
}

impl std::error::Error for Refusal {}

fn start(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
