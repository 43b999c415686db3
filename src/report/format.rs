//! Formats of solutions.

use super::mark::DisplayStyle;

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Boards below each other, files and ranks labelled
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
    /// Index and number, one a line, as in the OEIS
    Bfile,
    /// A picture of boards
    Picture(PictureFormat),
}

/// A picture format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Paths that every viewer draws
    Svg,
    /// An HTML page
    Html,
    /// Pixels
    Png,
    /// A LaTeX document
    Tikz,
}

impl PictureFormat {
    /// Formats of commands that draw one thing: text (`None`) and each picture format.
    pub const OR_TEXT: &[(Option<Self>, &str, &str)] = &[
        (None, "board", "Text"),
        (Some(Self::Svg), "svg", "A picture that every viewer draws, as SVG"),
        (Some(Self::Html), "html", "A self-contained HTML page"),
        (Some(Self::Png), "png", "A picture, as PNG"),
        (Some(Self::Tikz), "tikz", "A LaTeX document that draws it"),
    ];

    /// Returns the format that the extension of a file name stands for.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "svg" => Self::Svg,
            "html" | "htm" => Self::Html,
            "png" => Self::Png,
            "tex" => Self::Tikz,
            _ => return None,
        })
    }
}

impl Format {
    /// Every format with its name and a description.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Board, "board", "Boards below each other, files and ranks labelled"),
        (Self::Grid, "grid", "Boxed boards side by side"),
        (Self::Glyph, "glyph", "As `board`, with chess figures"),
        (Self::Matrix, "matrix", "0 and 1, one row a line"),
        (Self::Coords, "coords", "One solution a line, as `Qg6 Nb2`"),
        (Self::Vector, "vector", "One solution a line, as `[0, 4, 7, 5, 2, 6, 1, 3]`"),
        (Self::Fen, "fen", "One solution a line, as in a chess position"),
        (Self::Jsonl, "jsonl", "One JSON object a solution; or the numbers"),
        (Self::Csv, "csv", "Columns solution, kind, cell; or the numbers"),
        (Self::Json, "json", "One JSON object for the whole run"),
        (Self::Bfile, "bfile", "Index and number, one a line, as in the OEIS (with a sweep, or --count-by)"),
        (Self::Picture(PictureFormat::Svg), "svg", "A picture of all boards, as SVG"),
        (Self::Picture(PictureFormat::Html), "html", "A page with boards, orbits, figures and the spec"),
        (Self::Picture(PictureFormat::Png), "png", "A picture of all boards, as PNG"),
        (Self::Picture(PictureFormat::Tikz), "tikz", "A LaTeX document that draws all boards"),
    ];

    /// Returns the format that the extension of a file name stands for.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let picture = PictureFormat::of_extension(extension).map(Self::Picture);
        picture.or(match extension {
            "json" => Some(Self::Json),
            "jsonl" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            "fen" => Some(Self::Fen),
            _ => None,
        })
    }

    /// Returns true if the format is text for reading, so that a closing line belongs to it.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Board | Self::Grid | Self::Glyph | Self::Matrix)
    }

    /// Returns true if it can show numbers without boards.
    pub fn shows_numbers(self) -> bool {
        let numbers = [Self::Jsonl, Self::Csv, Self::Json, Self::Bfile, Self::Picture(PictureFormat::Html)];
        self.is_for_people() || numbers.contains(&self)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(format, ..)| *format == self).expect("all are there").1
    }

    /// Returns true if users look at every board, so that the number of boards is limited.
    pub fn is_looked_at(self) -> bool {
        self.is_for_people() || matches!(self, Self::Picture(_))
    }
}

/// Meaning of the entries of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorAxis {
    /// The row of each column's piece
    Column,
    /// The column of each row's piece
    Row,
}

impl VectorAxis {
    /// Both with their names and a description of each.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Column, "column", "The row of each column's piece"),
        (Self::Row, "row", "The column of each row's piece"),
    ];
}

/// A format with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The format.
    pub format: Format,
    /// Vectors count from 1.
    pub one_based: bool,
    /// Meaning of the entries of a vector.
    pub by: VectorAxis,
    /// Number of boards in a row of a grid.
    pub columns: Option<usize>,
    /// Characters per line, for boards side by side.
    pub width: usize,
    /// Pictures number the cells of routes along the way.
    pub numbers: bool,
    /// Look of single boards.
    pub look: DisplayStyle,
}
