//! Order in which the choices are decided.
//!
//! Cells are scanned along one axis after another (row by row, column by column, …), and a choice is decided at the first
//! of its cells. The fastest axis determines the length of the frontier: the caller tries all orders of [`candidates`] and
//! keeps the one with the fewest open bits.

use crate::geometry::Vector;
use crate::problem::{ChoiceId, Problem};

/// An order of the choices.
pub(super) struct Scan {
    /// Choices in order of decision.
    pub order: Vec<ChoiceId>,
    /// Number of choices in the longest line of cells (a row, a column).
    pub longest_line: usize,
}

/// Sort key of a cell: the first two coordinates identify the line, the last one the place in it.
type Axes = fn(Vector) -> [i32; 3];

const FLAT: [Axes; 2] = [|v| [v.z, -v.y, v.x], |v| [v.z, v.x, -v.y]];
const DEEP: [Axes; 4] =
    [|v| [-v.y, v.z, v.x], |v| [-v.y, v.x, v.z], |v| [v.x, v.z, -v.y], |v| [v.x, -v.y, v.z]];

/// Returns the orders to try: two on flat boards, six on boards with layers.
pub(super) fn candidates(problem: &Problem) -> Vec<Scan> {
    let deep = DEEP.iter().filter(|_| problem.board.shape().is_spatial());
    FLAT.iter().chain(deep).map(|&axes| scan(problem, axes)).collect()
}

fn scan(problem: &Problem, axes: Axes) -> Scan {
    let mut keyed: Vec<(Vec<[i32; 3]>, u16, ChoiceId)> = problem
        .choice_ids()
        .map(|c| {
            let choice = problem.choices.get(c);
            let mut cells: Vec<[i32; 3]> =
                choice.cells.iter().map(|&cell| axes(problem.board.coordinate(cell))).collect();
            cells.sort_unstable();
            (cells, choice.kind, c)
        })
        .collect();
    keyed.sort_unstable();
    let line = |k: &(Vec<[i32; 3]>, u16, ChoiceId)| k.0.first().map(|c| [c[0], c[1]]);
    let longest_line = keyed.chunk_by(|a, b| line(a) == line(b)).map(<[_]>::len).max().unwrap_or(1);
    Scan { order: keyed.into_iter().map(|k| k.2).collect(), longest_line }
}
