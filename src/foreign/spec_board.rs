//! The board of a spec: the parts that can be read off it before its rules are understood. A writer guesses a puzzle from it; the
//! caller compares that puzzle with the spec.

use crate::syntax::ast::Relation;

/// A flat board of squares. Cells are numbered by rows from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecBoard {
    pub columns: usize,
    pub rows: usize,
    pub title: Option<String>,
    pub walls: Vec<bool>,
    /// Layers of clues, each with its name and the clue of each cell; the layer of the board's picture has an empty name.
    pub clues: Vec<(String, Vec<Option<i64>>)>,
    /// Layers of regions: for each cell the number of its region, counted by first cells, if it has one.
    pub regions: Vec<Vec<Option<usize>>>,
    /// Piece given on each cell.
    pub givens: Vec<Option<Given>>,
    /// Rules that compare a sum over cells with a number, `sum = number`.
    pub sums: Vec<(Vec<usize>, i64)>,
    /// Lines and the lengths of their runs.
    pub runs: Vec<(Vec<usize>, Vec<u32>)>,
    /// Ends of paths.
    pub ends: Vec<[usize; 2]>,
    /// Sets of cells with distinct pieces.
    pub distinct: Vec<Vec<usize>>,
    /// Rules about values.
    pub values: Vec<ValueRule>,
    /// Sets of cells in which a value occurs at least so often: cells, value, number.
    pub least: Vec<(Vec<usize>, i64, i64)>,
    /// True if some pieces may not attack others.
    pub attacks: bool,
    /// Value of each cell in the only solution.
    pub solution: Option<Vec<i64>>,
    /// The largest value of a family.
    pub largest: u32,
}

/// A given piece: the name of its kind or family, and its value in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub name: String,
    pub value: Option<i64>,
}

/// In one of these alternatives, every comparison holds.
pub type ValueRule = Vec<Vec<ValueComparison>>;

/// The sums of the values on sets of cells, each with its coefficient, plus a constant, compared with 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueComparison {
    pub terms: Vec<(i64, Vec<usize>)>,
    pub constant: i64,
    pub relation: Relation,
}

impl SpecBoard {
    /// The clues of the layer with this name.
    pub(super) fn layer(&self, name: &str) -> Option<&[Option<i64>]> {
        self.clues.iter().find(|layer| layer.0 == name).map(|layer| &layer.1[..])
    }

    /// The number with which the sum over exactly these cells is compared. Walls do not matter.
    pub(super) fn sum_of(&self, cells: &[usize]) -> Option<i64> {
        let mut cells: Vec<usize> = cells.iter().copied().filter(|&cell| !self.walls[cell]).collect();
        cells.sort_unstable();
        self.sums.iter().find(|sum| sum.0 == cells).map(|sum| sum.1)
    }

    /// The columns from the left, then the rows from the top.
    pub(super) fn lines(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let (columns, rows) = (self.columns, self.rows);
        let column = move |column| (0..rows).map(|row| row * columns + column).collect();
        let row = move |row: usize| (row * columns..(row + 1) * columns).collect();
        (0..columns).map(column).chain((0..rows).map(row))
    }
}
