//! In which order the choices are decided.
//!
//! Cells are scanned along one axis after the other (row by row, column by column, …), and a choice is decided
//! at the first of its cells. Which axis runs fastest decides how long the frontier is: the caller tries all
//! orders of [`candidates`] and keeps the one with the fewest open bits.

use crate::geometry::Vector;
use crate::problem::{ChoiceId, Problem};

/// An order of the choices.
pub(super) struct Scan {
    /// The choices.
    pub order: Vec<ChoiceId>,
    /// How many choices the longest line of cells (a row, a column) has.
    pub longest_line: usize,
}

/// The coordinates by which to sort: the first two say the line, the last the place in it.
type Axes = fn(Vector) -> [i32; 3];

const FLAT: [Axes; 2] = [|v| [v.z, -v.y, v.x], |v| [v.z, v.x, -v.y]];
const DEEP: [Axes; 4] =
    [|v| [-v.y, v.z, v.x], |v| [-v.y, v.x, v.z], |v| [v.x, v.z, -v.y], |v| [v.x, -v.y, v.z]];

/// The orders to try: two on flat boards, six on boards of layers.
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
