//! Order in which the choices are decided.
//!
//! Cells are scanned along one axis after another (row by row, column by column, …), and a choice is decided at the first
//! of its cells. The fastest axis determines the length of the frontier: the caller tries the orders of [`candidates`],
//! without those that are clearly worse, and keeps the one with the fewest open bits. A derived fact is decided as soon as
//! all that it depends on is, or, in other orders, with the choices that are the first to need it. Then it is a promise that
//! later decisions must keep: one bit instead of the constraints that would wait for it.

use crate::geometry::Vector;
use crate::problem::{ChoiceId, Definition, Lit, Permutation, Problem, Var};

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

/// Returns the orders to try: up to two on flat boards, up to six on boards with layers; twice as many with derived facts that
/// can be promises. An order that a symmetry of the problem makes of an earlier one is left out, since its frontier has
/// the same bits.
pub(super) fn candidates(problem: &Problem) -> Vec<Scan> {
    let deep = DEEP.iter().filter(|_| problem.board.shape().is_spatial());
    let mut all: Vec<CellScan> = Vec::new();
    for &axes in FLAT.iter().chain(deep) {
        let scan = CellScan::new(problem, axes);
        let is_image = |from: &CellScan, g: &Permutation| {
            from.choices.iter().zip(&scan.choices).all(|(c, image)| g[c.index()] == *image)
        };
        if !all.iter().any(|earlier| problem.group.iter().any(|g| is_image(earlier, g))) {
            all.push(scan);
        }
    }
    all.iter().flat_map(|scan| scan.orders(problem)).collect()
}

/// The choices in order.
struct CellScan {
    choices: Vec<ChoiceId>,
    /// Number of choices before each line of cells, and of all.
    ends: Vec<usize>,
}

impl CellScan {
    /// The choices in the order of these axes.
    fn new(problem: &Problem, axes: Axes) -> Self {
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
        Self { choices: keyed.into_iter().map(|k| k.2).collect(), ends }
    }

    /// The order with each fact as late as possible, and the one with promises if there are any.
    fn orders(&self, problem: &Problem) -> Vec<Scan> {
        let late = latest(problem, &self.choices);
        let early = earliest(problem, &late);
        let promising = (early != late).then(|| self.order(problem, &early));
        std::iter::once(self.order(problem, &late)).chain(promising).collect()
    }

    /// The order in which each fact follows the choice at its place.
    fn order(&self, problem: &Problem, places: &[usize]) -> Scan {
        let facts = (0..problem.definitions.len()).map(|i| problem.defined(i));
        let mut facts: Vec<(usize, Var)> = facts.map(|var| (places[var.index()], var)).collect();
        facts.sort_unstable();
        let decided_in = |from: usize, to: usize| {
            to - from + facts.iter().filter(|fact| (from..to).contains(&fact.0)).count()
        };
        let mut lines: Vec<usize> = self.ends.windows(2).map(|line| decided_in(line[0], line[1])).collect();
        lines.sort_unstable();
        let typical = if facts.is_empty() { lines.last() } else { lines.get(lines.len() / 2) };
        Scan { order: merged(&self.choices, &facts), line: typical.copied().unwrap_or(1) }
    }
}

/// Returns, by variable, the index of the last choice on which it depends.
fn latest(problem: &Problem, choices: &[ChoiceId]) -> Vec<usize> {
    let mut place = vec![0; problem.var_count()];
    choices.iter().enumerate().for_each(|(at, choice)| place[choice.index()] = at);
    for (i, definition) in problem.definitions.iter().enumerate() {
        let last = definition.lits().map(|l| place[l.var().index()]).max();
        place[problem.defined(i).index()] = last.unwrap_or(0);
    }
    place
}

/// Returns, by variable, the same or, if that is less, the index of the last choice beside it in a constraint or definition
/// that needs it. Facts about one cell count as choices.
fn earliest(problem: &Problem, late: &[usize]) -> Vec<usize> {
    let cell = |l: Lit| problem.choice_of(l.var()).and_then(|c| problem.choices.cells(c).first());
    let is_local = |definition: &Definition| {
        let mut cells = definition.lits().map(cell);
        let first = cells.next().flatten();
        first.is_some() && cells.all(|cell| cell == first)
    };
    let mut is_near = vec![true; problem.choices.len()];
    is_near.extend(problem.definitions.iter().map(is_local));
    let mut early = late.to_vec();
    let mut need = |lits: &mut dyn Iterator<Item = Lit>| {
        let (near, far): (Vec<usize>, Vec<usize>) = lits.map(|l| l.var().index()).partition(|&v| is_near[v]);
        if let Some(place) = near.into_iter().map(|v| late[v]).max() {
            far.into_iter().for_each(|v| early[v] = early[v].min(place));
        }
    };
    problem.definitions.iter().for_each(|definition| need(&mut definition.lits()));
    problem.clauses.iter().for_each(|(lits, _)| need(&mut lits.iter().copied()));
    for linear in &problem.linears {
        need(&mut linear.terms.iter().map(|term| term.1).chain(linear.guard));
    }
    early
}

/// Returns the choices with each fact after the choice whose index it has.
fn merged(choices: &[ChoiceId], facts: &[(usize, Var)]) -> Vec<Var> {
    let mut order = Vec::with_capacity(choices.len() + facts.len());
    let mut facts = facts.iter().peekable();
    for (at, &choice) in choices.iter().enumerate() {
        order.push(choice.lit().var());
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
