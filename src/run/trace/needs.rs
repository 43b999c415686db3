//! Requirements of a problem as a traced search sees them: sums over choices, which are needs while they are not met, and
//! which rule out what would exceed them.

use super::event::{Need, SearchOrder, Standing};
use crate::geometry::{Board, CellId};
use crate::problem::{ChoiceId, Lit, Problem, Switch};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// `lo ≤ Σ weight · choice ≤ hi`, with positive weights.
#[derive(Clone, Debug)]
struct Requirement {
    of: Vec<ChoiceId>,
    weights: Vec<i64>,
    lo: i128,
    hi: i128,
    /// If not empty, the lower bound applies only if one of these is placed.
    once: Vec<ChoiceId>,
}

impl Requirement {
    fn at_least_one(of: Vec<ChoiceId>, once: Vec<ChoiceId>) -> Self {
        Self { weights: vec![1; of.len()], of, lo: 1, hi: i128::MAX, once }
    }

    /// Weight of the choices whose state is among those counted.
    fn weight(&self, counts: impl Fn(ChoiceId) -> bool) -> i128 {
        let terms = self.of.iter().zip(&self.weights);
        terms.filter(|(c, _)| counts(**c)).map(|(_, w)| i128::from(*w)).sum()
    }
}

/// Pieces of a route on the two ends of a link.
#[derive(Clone, Default)]
struct RouteLink {
    /// On each end, the pieces that use it.
    using: [Vec<ChoiceId>; 2],
    /// On each end, the others.
    other: [Vec<ChoiceId>; 2],
}

/// All requirements, in the order in which the search serves them.
pub(super) struct Needs {
    order: SearchOrder,
    all: Vec<Requirement>,
    /// For each choice, the requirements that contain it.
    about: Vec<Vec<u32>>,
    links: Vec<RouteLink>,
}

impl Needs {
    pub fn new(problem: &Problem, order: SearchOrder) -> Self {
        let links = links_of(problem);
        let mut all = Vec::new();
        for RouteLink { using, .. } in &links {
            // Without pieces that use the link here, nothing is needed there.
            let ends = [(0, 1), (1, 0)].map(|(a, b)| (&using[a], &using[b]));
            for (here, there) in ends.into_iter().filter(|(here, _)| !here.is_empty()) {
                all.push(Requirement::at_least_one(there.clone(), here.clone()));
            }
        }
        for clique in &problem.cliques {
            let one = Requirement::at_least_one(clique.choices.clone(), Vec::new());
            all.push(Requirement { lo: i128::from(clique.exactly), hi: 1, ..one });
        }
        let choice = |l: &Lit| {
            let positive = l.is_positive() && l.var().index() < problem.choices.len();
            positive.then_some(ChoiceId(l.var().0))
        };
        for (clause, _) in &problem.clauses {
            let choices: Option<Vec<ChoiceId>> = clause.iter().map(choice).collect();
            all.extend(choices.map(|of| Requirement::at_least_one(of, Vec::new())));
        }
        for sum in problem.linears.iter().filter(|s| s.guard.is_none()) {
            let of: Option<Vec<ChoiceId>> =
                sum.terms.iter().map(|(w, l)| choice(l).filter(|_| *w > 0)).collect();
            let Some(of) = of else { continue };
            let weights = sum.terms.iter().map(|t| t.0).collect();
            let (lo, hi) = (i128::from(sum.lo), i128::from(sum.hi));
            all.push(Requirement { of, weights, lo, hi, once: Vec::new() });
        }
        if order == SearchOrder::Rows {
            let rows = rows_of(&problem.board);
            all.sort_by_cached_key(|r| reading_key(problem, &rows, &r.of));
        }
        let mut about = vec![Vec::new(); problem.choices.len()];
        for (i, requirement) in all.iter().enumerate() {
            requirement.of.iter().for_each(|c| about[c.index()].push(i as u32));
        }
        Self { order, all, about, links }
    }

    /// Among the unmet needs, the first of those with the fewest open choices, or the first of all, by the order. A sum that
    /// is exceeded has no open choice.
    pub fn next(&self, standing: &[Standing]) -> Option<Need> {
        let is = |wanted: Standing| move |c: ChoiceId| standing[c.index()] == wanted;
        let mut least: Option<Need> = None;
        for requirement in &self.all {
            let value = requirement.weight(is(Standing::Placed));
            let number = |wanted| requirement.of.iter().filter(|c| is(wanted)(**c)).count();
            let need = |open| Need { of: requirement.of.clone(), open, out: number(Standing::Out) };
            if value > requirement.hi {
                return Some(need(0));
            }
            let applies =
                requirement.once.is_empty() || requirement.once.iter().any(|&c| is(Standing::Placed)(c));
            if value >= requirement.lo || !applies {
                continue;
            }
            let reach = value + requirement.weight(is(Standing::Open));
            let open = if reach < requirement.lo { 0 } else { number(Standing::Open) };
            let is_first = self.order == SearchOrder::Fewest || least.is_none();
            if is_first && least.as_ref().is_none_or(|l| open < l.open) {
                least = Some(need(open));
            }
        }
        least
    }

    /// Calls `out` for the choices that the rules exclude beside `choice`, which was placed.
    pub fn excluded(&self, choice: ChoiceId, standing: &[Standing], out: &mut dyn FnMut(ChoiceId)) {
        for &i in &self.about[choice.index()] {
            self.exceeding(&self.all[i as usize], standing, out);
        }
        for RouteLink { using, other } in &self.links {
            for (here, there) in [(0, 1), (1, 0)] {
                if using[here].contains(&choice) {
                    other[there].iter().for_each(|&c| out(c));
                }
                if other[here].contains(&choice) {
                    using[there].iter().for_each(|&c| out(c));
                }
            }
        }
    }

    /// Calls `out` for the choices that no board can hold.
    pub fn impossible(&self, standing: &[Standing], out: &mut dyn FnMut(ChoiceId)) {
        self.all.iter().for_each(|r| self.exceeding(r, standing, out));
    }

    fn exceeding(&self, requirement: &Requirement, standing: &[Standing], out: &mut dyn FnMut(ChoiceId)) {
        let value = requirement.weight(|c| standing[c.index()] == Standing::Placed);
        for (&c, &weight) in requirement.of.iter().zip(&requirement.weights) {
            if value + i128::from(weight) > requirement.hi {
                out(c);
            }
        }
    }
}

/// Returns the number of each cell's row, in reading order.
fn rows_of(board: &Board) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let row = |cell: CellId| {
        let at = board.coordinate(cell);
        let next = numbers.len();
        *numbers.entry((at.z, at.y)).or_insert(next)
    };
    board.cells().map(row).collect()
}

/// The place of a requirement in reading order: that of its last cell, because a reader of the board meets it there. Among
/// those that end together, the shorter comes first, so a row precedes the columns.
type ReadingKey = (usize, Reverse<usize>, usize, Reverse<usize>);

fn reading_key(problem: &Problem, rows: &[usize], of: &[ChoiceId]) -> ReadingKey {
    let cells = |c: &ChoiceId| problem.choices.cells(*c).iter().copied();
    let shared = |cell: &CellId| of.iter().all(|c| cells(c).any(|other| other == *cell));
    let all: Vec<CellId> = match of.first().and_then(|first| cells(first).find(shared)) {
        Some(cell) => vec![cell],
        None => of.iter().flat_map(cells).collect(),
    };
    let by_row = || all.iter().map(|c| rows[c.index()]);
    let by_cell = || all.iter().map(|c| c.index());
    let end = |number: Option<usize>| number.unwrap_or(0);
    (end(by_row().max()), Reverse(end(by_row().min())), end(by_cell().max()), Reverse(end(by_cell().min())))
}

/// Returns the links of all routes whose pieces are choices.
fn links_of(problem: &Problem) -> Vec<RouteLink> {
    let choice = |switch: Switch| {
        let lit = switch.lit().filter(|l| l.is_positive() && l.var().index() < problem.choices.len())?;
        Some(ChoiceId(lit.var().0))
    };
    let mut found = Vec::new();
    for route in &problem.routes {
        let Some(pieces) = route.pieces.iter().map(|p| choice(p.placed)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let mut links = vec![RouteLink::default(); route.links.len()];
        let mut at: Vec<Vec<(u32, usize)>> = vec![Vec::new(); route.vertices as usize];
        for (number, &(a, b)) in (0..).zip(&route.links) {
            at[a as usize].push((number, 0));
            at[b as usize].push((number, 1));
        }
        for (piece, &choice) in route.pieces.iter().zip(&pieces) {
            for &(number, end) in &at[piece.vertex as usize] {
                let link = &mut links[number as usize];
                let side = if piece.links.contains(&number) { &mut link.using } else { &mut link.other };
                side[end].push(choice);
            }
        }
        found.extend(links);
    }
    found
}
