//! Order in which the choices are decided.
//!
//! Cells are scanned along one axis after another (row by row, column by column, …), and a choice is decided at the first
//! of its cells. The fastest axis determines the length of the frontier: the caller tries all orders of [`candidates`] and
//! keeps the one with the fewest open bits. A derived fact is decided as soon as all that it depends on is.

use crate::geometry::Vector;
use crate::problem::{ChoiceId, Problem, Var};

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
    let mut ends = vec![0];
    ends.extend(keyed.chunk_by(|a, b| line(a) == line(b)).scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let choices: Vec<Var> = keyed.into_iter().map(|k| k.2.lit().var()).collect();
    let facts = facts(problem, &choices);
    let place_of = |fact: &(usize, Var)| fact.0;
    let decided_in = |from: usize, to: usize| {
        to - from + facts.iter().map(place_of).filter(|p| (from..to).contains(p)).count()
    };
    let mut lines: Vec<usize> = ends.windows(2).map(|line| decided_in(line[0], line[1])).collect();
    lines.sort_unstable();
    let typical = if facts.is_empty() { lines.last() } else { lines.get(lines.len() / 2) };
    let line = typical.copied().unwrap_or(1);
    Scan { order: merged(&choices, &facts), line }
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
