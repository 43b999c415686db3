//! How solutions are shown.

use super::mark::Look;

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
    /// Index and number, one a line, as the OEIS has it
    Bfile,
    /// A picture of boards
    Picture(PictureFormat),
}

/// A form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Paths that every viewer draws
    Svg,
    /// A page with everything on it
    Html,
    /// Pixels
    Png,
    /// A LaTeX document
    Tikz,
}

impl PictureFormat {
    /// What a command that draws one thing can write: text (none of these) and each of these.
    pub const OR_TEXT: &[(Option<Self>, &str, &str)] = &[
        (None, "board", "Text"),
        (Some(Self::Svg), "svg", "A picture that every viewer draws, as SVG"),
        (Some(Self::Html), "html", "A page of its own"),
        (Some(Self::Png), "png", "A picture, as PNG"),
        (Some(Self::Tikz), "tikz", "A LaTeX document that draws it"),
    ];
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
        (Self::Jsonl, "jsonl", "One JSON object a solution; or the numbers"),
        (Self::Csv, "csv", "Columns solution, kind, cell; or the numbers"),
        (Self::Json, "json", "One JSON object for the whole run"),
        (
            Self::Bfile,
            "bfile",
            "Index and number, one a line, as the OEIS has it (with a sweep, or --count-by)",
        ),
        (Self::Picture(PictureFormat::Svg), "svg", "A picture of all boards, as SVG"),
        (Self::Picture(PictureFormat::Html), "html", "A page with boards, orbits, figures and the spec"),
        (Self::Picture(PictureFormat::Png), "png", "A picture of all boards, as PNG"),
        (Self::Picture(PictureFormat::Tikz), "tikz", "A LaTeX document that draws all boards"),
    ];

    /// Whether people read it as text, so that a closing line belongs to it.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Board | Self::Grid | Self::Glyph | Self::Matrix)
    }

    /// Whether it has a place for numbers without boards.
    pub fn shows_numbers(self) -> bool {
        let numbers = [Self::Jsonl, Self::Csv, Self::Json, Self::Bfile, Self::Picture(PictureFormat::Html)];
        self.is_for_people() || numbers.contains(&self)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(format, ..)| *format == self).expect("all are there").1
    }

    /// Whether people look at every board, so that only so many make sense.
    pub fn is_looked_at(self) -> bool {
        self.is_for_people() || matches!(self, Self::Picture(_))
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
    /// Characters a line has, for boards side by side.
    pub width: usize,
    /// How single boards are seen.
    pub look: Look,
}
