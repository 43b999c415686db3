//! Small problems for the engines' tests, built naively from boards and movements (every attack a pair, blocking ignored).
//! They have the form that grounding produces, without the language.

use super::{
    ChoiceId, Choices, Clique, Conflicts, LinePiece, Linear, Objective, Origin, Problem, ProblemParts, Route,
    Switch,
};
use crate::geometry::{Board, CellId, CellSet, Movement, Ray, Shape, Vector};
use std::sync::Arc;

fn images(a: i32, b: i32) -> Vec<Vector> {
    let mut all: Vec<Vector> = [(a, b), (b, a)]
        .iter()
        .flat_map(|&(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)])
        .map(|(x, y)| Vector::flat(x, y))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub(crate) fn leaper(a: i32, b: i32) -> Movement {
    Movement::new(images(a, b).into_iter().map(Ray::leap), false)
}

pub(crate) fn rider(a: i32, b: i32) -> Movement {
    Movement::new(images(a, b).into_iter().map(Ray::ride), false)
}

pub(crate) fn queen() -> Movement {
    rider(1, 0).union(&rider(1, 1))
}

pub(crate) fn king() -> Movement {
    leaper(1, 0).union(&leaper(1, 1))
}

/// Kinds on a `width x height` board, at most one piece per cell, no other rule.
pub(crate) fn free(width: u32, height: u32, kinds: usize) -> Problem {
    on_board(Board::new(Shape::rectangle(width, height)), kinds)
}

pub(crate) fn on_board(board: Board, kinds: usize) -> Problem {
    let mut choices = Choices::default();
    let mut cliques = Vec::new();
    for cell in board.open_cells() {
        let first = choices.len() as u32;
        for kind in 0..kinds {
            choices.push(kind as u16, &[cell]);
        }
        if kinds > 1 {
            let on_cell = (first..choices.len() as u32).map(ChoiceId).collect();
            cliques.push(Clique { choices: on_cell, exactly: false, origin: Origin::BOARD });
        }
    }
    let identity = (0..choices.len() as u32).map(ChoiceId).collect();
    Problem::new(ProblemParts {
        board: Arc::new(board),
        kinds,
        conflicts: Conflicts::none(choices.len()),
        choices,
        definitions: Vec::new(),
        graphs: Vec::new(),
        cliques,
        bicliques: Vec::new(),
        tight: None,
        clauses: Vec::new(),
        linears: Vec::new(),
        matchings: Vec::new(),
        connectivities: Vec::new(),
        routes: Vec::new(),
        objectives: Vec::new(),
        by: None,
        group: vec![identity],
    })
}

pub(crate) fn at(problem: &Problem, kind: u16, cell: CellId) -> ChoiceId {
    let found = problem.choices.iter().position(|c| c.kind == kind && c.cells.contains(&cell));
    ChoiceId(found.expect("a choice") as u32)
}

/// Forbids every attack of kind `by`, with this movement, on kind `on`.
pub(crate) fn forbid(problem: &mut Problem, by: u16, movement: &Movement, on: u16) {
    let none = CellSet::empty(problem.board.len());
    let mut pairs = Vec::new();
    for cell in problem.board.open_cells() {
        for target in movement.attacked(&problem.board, cell, &none).iter() {
            pairs.push((at(problem, by, cell), at(problem, on, target)));
        }
    }
    problem.edit(|p| p.conflicts.add(pairs));
}

/// `lo <= count of kind <= hi`.
pub(crate) fn count(problem: &mut Problem, kind: u16, lo: i64, hi: i64) {
    let terms = of_kind(problem, kind).into_iter().map(|c| (1, c.lit())).collect();
    problem.edit(|p| p.linears.push(Linear { terms, lo, hi, guard: None, origin: Origin(0) }));
}

fn of_kind(problem: &ProblemParts, kind: u16) -> Vec<ChoiceId> {
    problem.choice_ids().filter(|c| problem.choices.kind(*c) == kind).collect()
}

/// n queens on n x n: rows and columns exactly one, diagonals at most one; only cliques, no pairs.
pub(crate) fn queens(n: u32) -> Problem {
    let mut p = free(n, n, 1).into_parts();
    let board = p.board.clone();
    let mut add = |groups: Vec<Vec<CellId>>, exactly: bool| {
        for group in groups.into_iter().filter(|g| g.len() > 1 || exactly) {
            let choices = group.into_iter().map(|c| ChoiceId(c.0)).collect();
            p.cliques.push(Clique { choices, exactly, origin: Origin(0) });
        }
    };
    add(board.rows(), true);
    add(board.columns(), true);
    add(board.falling_diagonals(), false);
    add(board.rising_diagonals(), false);
    Problem::new(p)
}

/// The digits from 1 to 9 on 3 x 3, each once, with the same sum in rows, columns and the two long diagonals; kind 0 is the
/// digit 1.
pub(crate) fn magic_square() -> Problem {
    let mut p = free(3, 3, 9);
    let board = p.board.clone();
    let exactly = |choices| Clique { choices, exactly: true, origin: Origin(0) };
    let kinds = (0..9).map(|kind| board.open_cells().map(|cell| at(&p, kind, cell)).collect());
    let kinds: Vec<Clique> = kinds.map(exactly).collect();
    p.edit(|p| {
        p.cliques.iter_mut().for_each(|clique| clique.exactly = true);
        p.cliques.extend(kinds);
    });
    let diagonals = [board.rising_diagonals(), board.falling_diagonals()].concat();
    let long = diagonals.into_iter().filter(|line| line.len() == 3);
    for line in [board.rows(), board.columns()].concat().into_iter().chain(long) {
        let choices = line.into_iter().flat_map(|cell| (0..9).map(move |kind| (kind, cell)));
        let terms = choices.map(|(kind, cell)| (i64::from(kind) + 1, at(&p, kind, cell).lit())).collect();
        p.edit(|p| p.linears.push(Linear { terms, lo: 15, hi: 15, guard: None, origin: Origin(0) }));
    }
    p
}

/// At most `most` pieces of kind 0 on each of the lines.
pub(crate) fn limit(problem: &mut Problem, lines: Vec<Vec<CellId>>, most: i64) {
    for line in lines {
        let terms = line.into_iter().map(|c| (1, ChoiceId(c.0).lit())).collect();
        let linear = Linear { terms, lo: i64::MIN, hi: most, guard: None, origin: Origin(0) };
        problem.edit(|p| p.linears.push(linear));
    }
}

/// One piece on each row and column of n x n, and at most two on each diagonal.
pub(crate) fn crowded_rooks(n: u32) -> Problem {
    let mut p = free(n, n, 1);
    let board = p.board.clone();
    let lines = [board.rows(), board.columns()].concat();
    for line in lines {
        let choices = line.into_iter().map(|c| ChoiceId(c.0)).collect();
        p.edit(|p| p.cliques.push(Clique { choices, exactly: true, origin: Origin(0) }));
    }
    limit(&mut p, [board.rising_diagonals(), board.falling_diagonals()].concat(), 2);
    p
}

/// k queens (kind 0) and k knights (kind 1), none attacking another; all as pairs.
pub(crate) fn queens_knights(n: u32, k: i64) -> Problem {
    let mut p = free(n, n, 2);
    for (by, movement) in [(0, queen()), (1, leaper(1, 2))] {
        forbid(&mut p, by, &movement, 0);
        forbid(&mut p, by, &movement, 1);
        count(&mut p, by, k, k);
    }
    p
}

/// Equal numbers of queens and knights, maximized.
pub(crate) fn most_queens_knights(n: u32) -> Problem {
    let mut p = queens_knights(n, 0).into_parts();
    p.linears.clear();
    let all: Vec<ChoiceId> = p.choice_ids().collect();
    let weight = |c: &ChoiceId| if p.choices.kind(*c) == 0 { 1 } else { -1 };
    let terms = all.iter().map(|c| (weight(c), c.lit())).collect();
    p.linears.push(Linear { terms, lo: 0, hi: 0, guard: None, origin: Origin(0) });
    let terms = all.iter().map(|c| (1, c.lit())).collect();
    p.objectives.push(Objective { maximize: true, terms, constant: 0 });
    Problem::new(p)
}

/// As many queens as possible, none attacking another.
pub(crate) fn most_queens(n: u32) -> Problem {
    let mut p = queens(n).into_parts();
    p.cliques.iter_mut().for_each(|l| l.exactly = false);
    let terms = p.choice_ids().map(|c| (1, c.lit())).collect();
    p.objectives.push(Objective { maximize: true, terms, constant: 0 });
    Problem::new(p)
}

/// Any number of pieces, none attacking another.
pub(crate) fn peaceful(width: u32, height: u32, movement: &Movement) -> Problem {
    let mut p = free(width, height, 1);
    forbid(&mut p, 0, movement, 0);
    p
}

/// Fewest pieces such that every empty cell is attacked.
pub(crate) fn domination(n: u32, movement: &Movement) -> Problem {
    let mut p = free(n, n, 1).into_parts();
    let none = CellSet::empty(p.board.len());
    for cell in p.board.clone().open_cells() {
        let mut clause: Vec<ChoiceId> =
            movement.attacked(&p.board, cell, &none).iter().map(|c| ChoiceId(c.0)).collect();
        clause.push(ChoiceId(cell.0));
        clause.sort_unstable();
        p.clauses.push((clause.into_iter().map(ChoiceId::lit).collect(), Origin(0)));
    }
    let terms = p.choice_ids().map(|c| (1, c.lit())).collect();
    p.objectives.push(Objective { maximize: false, terms, constant: 0 });
    Problem::new(p)
}

/// Two armies of equal, maximal size, neither attacking the other.
pub(crate) fn armies(n: u32, movement: &Movement) -> Problem {
    let mut p = free(n, n, 2);
    forbid(&mut p, 0, movement, 1);
    forbid(&mut p, 1, movement, 0);
    let mut p = p.into_parts();
    let weight = |kind: u16| if kind == 0 { 1 } else { -1 };
    let terms = p.choice_ids().map(|c| (weight(p.choices.kind(c)), c.lit())).collect();
    p.linears.push(Linear { terms, lo: 0, hi: 0, guard: None, origin: Origin(0) });
    let terms = of_kind(&p, 0).into_iter().map(|c| (1, c.lit())).collect();
    p.objectives.push(Objective { maximize: true, terms, constant: 0 });
    Problem::new(p)
}

/// One route by `movement`, closed or open. With `through_all` it visits every cell.
pub(crate) fn route(
    width: u32,
    height: u32,
    movement: &Movement,
    closed: bool,
    through_all: bool,
) -> Problem {
    route_on(Board::new(Shape::rectangle(width, height)), movement, closed, through_all)
}

/// Like [`route`], on any board.
pub(crate) fn route_on(board: Board, movement: &Movement, closed: bool, through_all: bool) -> Problem {
    let none = CellSet::empty(board.len());
    let mut links: Vec<(u32, u32)> = Vec::new();
    for cell in board.open_cells() {
        let targets = movement.attacked(&board, cell, &none);
        links.extend(
            targets
                .iter()
                .filter(|&t| t != cell && !board.is_wall(t))
                .map(|t| (cell.0.min(t.0), cell.0.max(t.0))),
        );
    }
    links.sort_unstable();
    links.dedup();
    let vertices = board.len() as u32;
    let mut at = vec![Vec::new(); board.len()];
    for (&(x, y), link) in links.iter().zip(0..) {
        at[x as usize].push(link);
        at[y as usize].push(link);
    }
    let mut p = on_board(board.clone(), 0).into_parts();
    let mut pieces = Vec::new();
    for cell in board.open_cells() {
        let here: &Vec<u32> = &at[cell.index()];
        let pairs =
            here.iter().enumerate().flat_map(|(i, &a)| here[i + 1..].iter().map(move |&b| vec![a, b]));
        let ends = here.iter().filter(|_| !closed).map(|&a| vec![a]);
        let first = p.choices.len() as u32;
        for (kind, links) in pairs.chain(ends).enumerate() {
            let placed = Switch::If(ChoiceId(p.choices.len() as u32).lit());
            p.choices.push(kind as u16, &[cell]);
            p.kinds = p.kinds.max(kind + 1);
            pieces.push(LinePiece { placed, vertex: cell.0, links: links.into_iter().collect() });
        }
        let choices = (first..p.choices.len() as u32).map(ChoiceId).collect();
        p.cliques.push(Clique { choices, exactly: through_all, origin: Origin::BOARD });
    }
    p.conflicts = Conflicts::none(p.choices.len());
    p.group = vec![p.choice_ids().collect()];
    p.routes.push(Route { closed, vertices, links, pieces, origin: Origin(0) });
    Problem::new(p)
}

/// The sum of these choices, between two bounds.
pub(crate) fn sum(choices: impl Iterator<Item = u32>, lo: i64, hi: i64) -> Linear {
    let terms = choices.map(|c| (1, ChoiceId(c).lit())).collect();
    Linear { terms, lo, hi, guard: None, origin: Origin(0) }
}

/// Squares of side `n` with one of `kinds` kinds on each cell, each kind at most once in every row and column.
pub(crate) fn latin(n: u32, kinds: u32) -> Problem {
    let mut problem = free(n, n, kinds as usize);
    let cells: Vec<CellId> = problem.board.cells().collect();
    let choice = |cell: CellId, kind: u32| ChoiceId(cell.0 * kinds + kind);
    let group = problem.board.symmetries().into_iter().map(|s| {
        let images = |&cell: &CellId| (0..kinds).map(move |kind| (cell, kind));
        cells.iter().flat_map(images).map(|(cell, kind)| choice(s.image(cell), kind)).collect()
    });
    let group = group.collect();
    problem.edit(|p| {
        p.group = group;
        p.cliques.iter_mut().for_each(|on_cell| on_cell.exactly = true);
        for kind in 0..kinds {
            for i in 0..n {
                let (row, column) = ((0..n).map(|j| CellId(i * n + j)), (0..n).map(|j| CellId(j * n + i)));
                for cells in [row.collect::<Vec<_>>(), column.collect()] {
                    let choices = cells.into_iter().map(|cell| choice(cell, kind)).collect();
                    p.cliques.push(Clique { choices, exactly: false, origin: Origin(0) });
                }
            }
        }
    });
    problem
}

/// All solutions by brute force, whatever the objectives.
pub(crate) fn solutions(problem: &Problem) -> Vec<Vec<ChoiceId>> {
    assert!(problem.choices.len() <= 16, "small problems only");
    let set = |bits: u32| problem.choice_ids().filter(|c| bits >> c.0 & 1 == 1).collect::<Vec<_>>();
    (0..1 << problem.choices.len()).map(set).filter(|chosen| problem.holds(chosen)).collect()
}
