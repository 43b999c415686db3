//! Order in which the choices are decided.
//!
//! Cells are scanned along one axis after another (row by row, column by column, …), and a choice is decided at the first
//! of its cells. The fastest axis determines the length of the frontier: the caller tries all orders of [`candidates`] and
//! keeps the one with the fewest open bits. A derived fact is decided as soon as all that it depends on is.

use crate::geometry::Vector;
use crate::problem::{ChoiceId, Permutation, Problem, Var};

/// An order of the variables.
pub(super) struct Scan {
    /// Variables in order of decision.
    pub order: Vec<Var>,
    /// Number of decisions in a line of cells (a row, a column): the longest, or with derived facts, which mostly are
    /// decided in later lines, the median.
    pub line: usize,
}

/// Sort key of a cell: the first two coordinates identify the line, the last one the place in it.
type Axes = fn(Vector) -> [i32; 3];

const FLAT: [Axes; 2] = [|v| [v.z, -v.y, v.x], |v| [v.z, v.x, -v.y]];
const DEEP: [Axes; 4] =
    [|v| [-v.y, v.z, v.x], |v| [-v.y, v.x, v.z], |v| [v.x, v.z, -v.y], |v| [v.x, -v.y, v.z]];

/// Returns the orders to try: up to two on flat boards, up to six on boards with layers. An order that a symmetry of the
/// problem makes of an earlier one is left out, since its frontier has the same bits.
pub(super) fn candidates(problem: &Problem) -> Vec<Scan> {
    let deep = DEEP.iter().filter(|_| problem.board.shape().is_spatial());
    let mut all: Vec<(Vec<ChoiceId>, Scan)> = Vec::new();
    for &axes in FLAT.iter().chain(deep) {
        let (choices, scan) = scan(problem, axes);
        let is_image = |from: &[ChoiceId], g: &Permutation| {
            from.iter().zip(&choices).all(|(c, image)| g[c.index()] == *image)
        };
        if !all.iter().any(|(earlier, _)| problem.group.iter().any(|g| is_image(earlier, g))) {
            all.push((choices, scan));
        }
    }
    all.into_iter().map(|(_, scan)| scan).collect()
}

/// The choices in the order of these axes, and the order of all variables.
fn scan(problem: &Problem, axes: Axes) -> (Vec<ChoiceId>, Scan) {
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
    let mut ends = vec![0];
    ends.extend(keyed.chunk_by(|a, b| line(a) == line(b)).scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let choices: Vec<ChoiceId> = keyed.into_iter().map(|k| k.2).collect();
    let decided: Vec<Var> = choices.iter().map(|c| c.lit().var()).collect();
    let facts = facts(problem, &decided);
    let place_of = |fact: &(usize, Var)| fact.0;
    let decided_in = |from: usize, to: usize| {
        to - from + facts.iter().map(place_of).filter(|p| (from..to).contains(p)).count()
    };
    let mut lines: Vec<usize> = ends.windows(2).map(|line| decided_in(line[0], line[1])).collect();
    lines.sort_unstable();
    let typical = if facts.is_empty() { lines.last() } else { lines.get(lines.len() / 2) };
    let line = typical.copied().unwrap_or(1);
    (choices, Scan { order: merged(&decided, &facts), line })
}

/// Returns the derived facts, each with the index of the last choice on which it depends; ascending.
fn facts(problem: &Problem, choices: &[Var]) -> Vec<(usize, Var)> {
    let mut place = vec![0; problem.var_count()];
    choices.iter().enumerate().for_each(|(at, var)| place[var.index()] = at);
    for (i, definition) in problem.definitions.iter().enumerate() {
        let last = definition.lits().map(|l| place[l.var().index()]).max();
        place[problem.defined(i).index()] = last.unwrap_or(0);
    }
    let facts = (0..problem.definitions.len()).map(|i| problem.defined(i));
    let mut facts: Vec<(usize, Var)> = facts.map(|var| (place[var.index()], var)).collect();
    facts.sort_unstable();
    facts
}

/// Returns the choices with each fact after the choice whose index it has.
fn merged(choices: &[Var], facts: &[(usize, Var)]) -> Vec<Var> {
    let mut order = Vec::with_capacity(choices.len() + facts.len());
    let mut facts = facts.iter().peekable();
    for (at, &choice) in choices.iter().enumerate() {
        order.push(choice);
        order.extend(std::iter::from_fn(|| facts.next_if(|fact| fact.0 == at)).map(|fact| fact.1));
    }
    order.extend(facts.map(|fact| fact.1));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::grouped;
    use crate::problem::samples;

    #[test]
    fn orders_that_symmetries_make_of_one_another_are_tried_once() {
        let square = samples::peaceful(4, 4, &samples::king());
        assert_eq!(candidates(&square).len(), 2, "no symmetry is known");
        assert_eq!(candidates(&grouped(square)).len(), 1);
        assert_eq!(candidates(&grouped(samples::peaceful(4, 3, &samples::king()))).len(), 2);
    }
}
