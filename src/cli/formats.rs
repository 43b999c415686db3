//! Formats and axes as words of the command line. They are the report's, which knows nothing of command lines.

use crate::report::{Axis, Format};
use clap::ValueEnum;
use clap::builder::PossibleValue;

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        use Format::{Bfile, Board, Coords, Csv, Fen, Glyph, Grid, Json, Jsonl, Matrix, Vector};
        &[Board, Grid, Glyph, Matrix, Coords, Vector, Fen, Jsonl, Csv, Json, Bfile]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Board => ("board", "One board under the other, files and ranks labelled"),
            Self::Grid => ("grid", "Boxed boards side by side"),
            Self::Glyph => ("glyph", "As `board`, with chess figures"),
            Self::Matrix => ("matrix", "0 and 1, one row a line"),
            Self::Coords => ("coords", "One solution a line, as `Qg6 Nb2`"),
            Self::Vector => ("vector", "One solution a line, as `[0, 4, 7, 5, 2, 6, 1, 3]`"),
            Self::Fen => ("fen", "One solution a line, as in a chess position"),
            Self::Jsonl => ("jsonl", "One JSON object a solution"),
            Self::Csv => ("csv", "Columns solution, kind, cell"),
            Self::Json => ("json", "One JSON object for the whole run"),
            Self::Bfile => ("bfile", "Value and count, one a line, as the OEIS has it (with a sweep)"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl ValueEnum for Axis {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Column, Self::Row]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Column => PossibleValue::new("column").help("The row of each column's piece"),
            Self::Row => PossibleValue::new("row").help("The column of each row's piece"),
        })
    }
}
