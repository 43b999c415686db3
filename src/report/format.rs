//! How solutions are shown.

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One board under the other, files and ranks labelled
    Board,
    /// Boxed boards side by side
    Grid,
    /// As `board`, with chess figures
    Glyph,
    /// 0 and 1, one row a line
    Matrix,
    /// One solution a line, as `Qg6 Nb2`
    Coords,
    /// One solution a line, as `[0, 4, 7, 5, 2, 6, 1, 3]`
    Vector,
    /// One solution a line, as in a chess position
    Fen,
    /// One JSON object a solution
    Jsonl,
    /// Columns solution, kind, cell
    Csv,
    /// One JSON object for the whole run
    Json,
    /// Value and count, one a line, as the OEIS has it (with a sweep)
    Bfile,
}

impl Format {
    /// Every form with its name and a line about it.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Board, "board", "One board under the other, files and ranks labelled"),
        (Self::Grid, "grid", "Boxed boards side by side"),
        (Self::Glyph, "glyph", "As `board`, with chess figures"),
        (Self::Matrix, "matrix", "0 and 1, one row a line"),
        (Self::Coords, "coords", "One solution a line, as `Qg6 Nb2`"),
        (Self::Vector, "vector", "One solution a line, as `[0, 4, 7, 5, 2, 6, 1, 3]`"),
        (Self::Fen, "fen", "One solution a line, as in a chess position"),
        (Self::Jsonl, "jsonl", "One JSON object a solution"),
        (Self::Csv, "csv", "Columns solution, kind, cell"),
        (Self::Json, "json", "One JSON object for the whole run"),
        (Self::Bfile, "bfile", "Value and count, one a line, as the OEIS has it (with a sweep)"),
    ];

    /// Whether people read it, so that only so many boards make sense and a closing line belongs to it.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Board | Self::Grid | Self::Glyph | Self::Matrix)
    }
}

/// What the entries of a vector stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The row of each column's piece
    Column,
    /// The column of each row's piece
    Row,
}

impl Axis {
    /// Both with their names and a line about each.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Column, "column", "The row of each column's piece"),
        (Self::Row, "row", "The column of each row's piece"),
    ];
}

/// A format with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The form.
    pub format: Format,
    /// Vectors count from 1.
    pub one_based: bool,
    /// What a vector's entries stand for.
    pub by: Axis,
    /// Boards side by side in a grid.
    pub columns: Option<usize>,
    /// Characters a line has.
    pub width: usize,
}
