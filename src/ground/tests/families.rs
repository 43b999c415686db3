//! Known puzzles: the form of their problems, and their numbers of solutions.

use super::reference::{check, check_form, solved};
use crate::geometry::{Board, CellSet, Movement, Ray, Shape, Vector};
use crate::ground::ground;
use crate::model::samples::{
    cell, compare, count, diagram, instance, kind, kinds, knight, leaps, model, no_attacks, nowhere, queen,
    rides,
};
use crate::model::{
    CellContents, Fact, Filter, Guard, Instance, KindId, LinearExpr, Model, Objective, Reach, Relation,
    Shapes, Term, Unit, UpTo,
};
use std::sync::Arc;

pub(super) fn everywhere(model: &Model) -> CellSet {
    CellSet::full(model.board.len())
}

/// `n` queens on n x n.
fn queens(n: u32) -> Model {
    let mut m = model(Board::new(Shape::rectangle(n, n)), vec![kind("queen", queen())]);
    m.rules.push(no_attacks(&[(0, 0)]));
    let all = count(&[0], everywhere(&m));
    m.rules.push(compare(vec![instance(None, all, Relation::Eq, i64::from(n))]));
    m
}

fn objective(m: &Model, maximize: bool, numbers: &[u16]) -> Objective {
    let value = LinearExpr { terms: vec![(1, count(numbers, everywhere(m)))], constant: 0 };
    Objective { maximize, value, span: nowhere() }
}

#[test]
fn queens_are_lines() {
    for (n, solutions) in [(1, 1), (2, 0), (3, 0), (4, 2)] {
        assert_eq!(check(&queens(n), "queens"), solutions);
    }
    let p = ground(&queens(6), UpTo::default()).expect("small").problem;
    check_form(&p);
    assert_eq!(p.cliques.iter().filter(|l| l.exactly).count(), 12);
    assert_eq!(p.cliques.len(), 12 + 2 * 9);
    assert!(p.linears.is_empty() && p.clauses.is_empty() && p.conflicts.is_empty());
    assert_eq!(p.group.len(), 8);
    // Five of six: the rows stay at most one, and the count is a sum.
    let mut five = queens(6);
    five.rules[1] = compare(vec![instance(None, count(&[0], everywhere(&five)), Relation::Eq, 5)]);
    let p = ground(&five, UpTo::default()).expect("small").problem;
    assert!(p.cliques.iter().all(|l| !l.exactly) && p.linears.len() == 1);
    // More queens than rows: impossible.
    five.rules[1] = compare(vec![instance(None, count(&[0], everywhere(&five)), Relation::Eq, 7)]);
    assert!(ground(&five, UpTo::default()).expect("small").problem.clauses.iter().any(|c| c.0.is_empty()));
}

#[test]
fn a_thousand_queens_are_lines_only() {
    let grounded = ground(&queens(1000), UpTo::default()).expect("within the limits");
    let p = &grounded.problem;
    assert!(p.conflicts.is_empty() && p.linears.is_empty());
    assert_eq!(p.cliques.len(), 2000 + 2 * 1997);
    assert!(!grounded.whole_group && p.group.len() == 1);
}

#[test]
fn givens_shrink_the_problem() {
    let mut m = queens(8);
    m.facts.push(Fact::Holds(cell(&m, "d1"), KindId(0), nowhere()));
    m.facts.push(Fact::Empty(cell(&m, "a8"), nowhere()));
    let p = ground(&m, UpTo::default()).expect("small").problem;
    // 64 less 1 kept empty and the 7 + 7 + 7 squares that the given queen attacks; more may be found.
    assert!(p.choices.len() <= 42, "{}", p.choices.len());
    check_form(&p);
    let mut small = queens(4);
    small.facts.push(Fact::Holds(cell(&small, "b1"), KindId(0), nowhere()));
    assert_eq!(check(&small, "given"), 1);
    small.facts.push(Fact::Holds(cell(&small, "b2"), KindId(0), nowhere()));
    assert_eq!(check(&small, "two givens"), 0);
}

#[test]
fn queens_and_knights() {
    let mut m = crate::model::samples::queens_and_knights(3, 3);
    let balance = LinearExpr {
        terms: vec![(1, count(&[0], everywhere(&m))), (-1, count(&[1], everywhere(&m)))],
        constant: 0,
    };
    m.rules.push(compare(vec![Instance { guard: None, left: balance, relation: Relation::Eq }]));
    m.objectives.push(objective(&m, true, &[0, 1]));
    check(&m, "queens and knights");
    let grounded = ground(&m, UpTo::default()).expect("small");
    let p = &grounded.problem;
    assert!(p.definitions.is_empty() && p.clauses.is_empty() && p.linears.len() == 1);
    assert_eq!(grounded.lemmas.len(), 1);
    assert_eq!(p.group.len(), 8);
}

#[test]
fn domination() {
    let mut m = model(Board::new(Shape::rectangle(4, 3)), vec![kind("queen", queen())]);
    let dominated = |m: &Model| {
        let instances = m.board.open_cells().map(|on| {
            let term = Term::Attackers { by: kinds(&[0]), on };
            instance(Some(Guard::Empty(on)), term, Relation::Ge, 1)
        });
        compare(instances.collect())
    };
    m.rules.push(dominated(&m));
    m.objectives.push(objective(&m, false, &[0]));
    check(&m, "queens dominate");
    let p = ground(&m, UpTo::default()).expect("small").problem;
    assert!(p.definitions.is_empty() && p.linears.is_empty());
    assert_eq!(p.clauses.len(), 12);
    // With a knight on the board, a piece that does not carry the queens' rides on can block them.
    m.kinds.push(kind("knight", knight()));
    m.objectives = vec![objective(&m, false, &[0, 1])];
    m.rules.push(compare(vec![instance(None, count(&[1], everywhere(&m)), Relation::Eq, 1)]));
    m.board = Board::new(Shape::rectangle(3, 3));
    m.rules[0] = dominated(&m);
    m.rules[1] = compare(vec![instance(None, count(&[1], everywhere(&m)), Relation::Eq, 1)]);
    m.objectives = vec![objective(&m, false, &[0, 1])];
    check(&m, "queens dominate, a knight blocks");
    assert!(!ground(&m, UpTo::default()).expect("small").problem.definitions.is_empty());
}

#[test]
fn armies() {
    let mut m =
        model(Board::new(Shape::rectangle(3, 3)), vec![kind("white", queen()), kind("black", queen())]);
    m.rules.push(no_attacks(&[(0, 1), (1, 0)]));
    let balance = LinearExpr {
        terms: vec![(1, count(&[0], everywhere(&m))), (-1, count(&[1], everywhere(&m)))],
        constant: 0,
    };
    m.rules.push(compare(vec![Instance { guard: None, left: balance, relation: Relation::Eq }]));
    m.objectives.push(objective(&m, true, &[0]));
    check(&m, "armies");
    let p = ground(&m, UpTo::default()).expect("small").problem;
    assert!(
        p.clauses.is_empty() && p.definitions.is_empty(),
        "every blocker is an ally that carries the ride on"
    );
    // 3 rows, 3 columns, 3 and 3 diagonals of length over 1.
    assert_eq!(p.bicliques.len(), 12);
}

#[test]
fn kings() {
    let mut m =
        model(Board::new(Shape::rectangle(3, 4)), vec![kind("king", leaps(1, 0).union(&leaps(1, 1)))]);
    m.rules.push(no_attacks(&[(0, 0)]));
    // The same number as tilings of 4 x 5 with squares of sides 1 and 2 (OEIS A054854).
    assert_eq!(check(&m, "kings"), 93);
    let p = ground(&m, UpTo::default()).expect("small").problem;
    assert!(p.cliques.is_empty() && p.conflicts.iter().any(|c| c.len() == 8));
}

#[test]
fn torus_queens_ride_in_cycles() {
    let torus = Shape::Box { width: 5, height: 5, depth: 1, wrap_x: true, wrap_y: true };
    let mut m = queens(5);
    m.board = Board::new(torus);
    let grounded = ground(&m, UpTo { translation: true, ..UpTo::default() }).expect("small");
    assert_eq!(grounded.problem.cliques.len(), 20);
    assert!(grounded.problem.cliques.iter().all(|l| l.exactly));
    assert_eq!(solved(&grounded).len(), 10);
    assert_eq!(grounded.problem.group.len(), 200);
    check_form(&ground(&m, UpTo::default()).expect("small").problem);
}

#[test]
fn tiles_that_cover_everything() {
    // Dominoes on 3 x 4: 11 tilings (OEIS A001835).
    let mut m = model(Board::new(Shape::rectangle(3, 4)), vec![kind("domino", Movement::default())]);
    let across = vec![Vector::flat(0, 0), Vector::flat(1, 0)];
    let up = vec![Vector::flat(0, 0), Vector::flat(0, 1)];
    m.kinds[0].shapes = Shapes::Tile(vec![across, up]);
    let none = CellContents { kinds: kinds(&[]), empty: true };
    let empty = Term::Count {
        unit: Unit::Pieces,
        what: none,
        cells: everywhere(&m).into(),
        reach: None,
        filter: None,
    };
    m.rules.push(compare(vec![instance(None, empty, Relation::Eq, 0)]));
    let grounded = ground(&m, UpTo::default()).expect("small");
    check_form(&grounded.problem);
    assert!(grounded.problem.linears.is_empty());
    assert_eq!(grounded.problem.cliques.iter().filter(|l| l.exactly).count(), 12);
    assert_eq!(solved(&grounded).len(), 11);
    m.board = Board::new(Shape::rectangle(2, 3));
    let all = Term::Count {
        unit: Unit::Cells,
        what: CellContents { kinds: kinds(&[0]), empty: false },
        cells: everywhere(&m).into(),
        reach: None,
        filter: None,
    };
    m.rules[0] = compare(vec![instance(None, all, Relation::Eq, 6)]);
    assert_eq!(check(&m, "dominoes"), 3);
}

/// Requires that no cell is empty.
fn no_empty_cell(m: &Model) -> crate::model::Rule {
    let what = CellContents { kinds: kinds(&[]), empty: true };
    let cells = everywhere(m).into();
    let empty = Term::Count { unit: Unit::Pieces, what, cells, reach: None, filter: None };
    compare(vec![instance(None, empty, Relation::Eq, 0)])
}

#[test]
fn full_boards_turn_rides_into_steps() {
    let late = Movement::new([Ray { from: 2, ..Ray::ride(Vector::flat(1, 0)) }], false);
    let cylinder = Shape::Box { width: 3, height: 2, depth: 1, wrap_x: true, wrap_y: false };
    let mut solutions = 0;
    for shape in [Shape::rectangle(3, 2), cylinder] {
        for (a, b) in
            [(rides(1, 0), queen()), (rides(1, 1), Movement::default()), (late.clone(), rides(1, 0))]
        {
            let mut m = model(Board::new(shape), vec![kind("a", a), kind("b", b)]);
            m.rules.push(no_attacks(&[(0, 0)]));
            m.rules.push(no_empty_cell(&m));
            solutions += check(&m, "full board");
            let grounded = ground(&m, UpTo::default()).expect("small");
            assert!(grounded.lemmas.iter().any(|l| l.starts_with("full board")), "{:?}", grounded.lemmas);
            assert!(grounded.problem.definitions.is_empty() && grounded.problem.clauses.is_empty());
            // Where a cell may stay empty, rides are blocked or not.
            m.rules.pop();
            let grounded = ground(&m, UpTo::default()).expect("small");
            assert!(!grounded.lemmas.iter().any(|l| l.starts_with("full board")));
            check(&m, "a board with empty cells");
        }
    }
    assert!(solutions > 20);
}

/// Requires between `lo` and `hi` pieces on each of these sets of cells.
fn between(sets: &[CellSet], lo: i64, hi: i64) -> [crate::model::Rule; 2] {
    let rule = |relation, value| {
        compare(sets.iter().map(|set| instance(None, count(&[0], set.clone()), relation, value)).collect())
    };
    [rule(Relation::Ge, lo), rule(Relation::Le, hi)]
}

#[test]
fn sets_of_several_are_full() {
    let board = Board::new(Shape::rectangle(4, 3));
    let m = model(board, vec![kind("point", Movement::default())]);
    let lines =
        |names: &[&str]| names.iter().map(|n| crate::model::samples::cells(&m, n)).collect::<Vec<_>>();
    let rows = lines(&["a1 b1 c1 d1", "a2 b2 c2 d2", "a3 b3 c3 d3"]);
    let columns = lines(&["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "d1 d2 d3"]);
    let all = std::slice::from_ref(&everywhere(&m)).to_vec();
    // Columns of at most two hold eight; rows of at most two, six; rows of at least two leave no room beyond six.
    for (row, column, total, exact) in [
        ((0, 3), (0, 2), (8, 12), Some(4)),
        ((0, 2), (0, 3), (6, 12), Some(3)),
        ((2, 4), (0, 2), (0, 6), Some(3)),
        ((0, 2), (0, 3), (5, 12), None),
        ((0, 2), (0, 3), (7, 12), None),
    ] {
        let mut m = m.clone();
        let rules = [between(&rows, row.0, row.1), between(&columns, column.0, column.1)];
        m.rules = rules.concat();
        m.rules.extend(between(&all, total.0, total.1));
        check(&m, "sets of several");
        let lemmas = ground(&m, UpTo::default()).expect("small").lemmas;
        let noted = lemmas
            .iter()
            .find(|l| l.starts_with("capacities"))
            .map(|l| l.contains(&format!("{} sets", exact.unwrap_or(0))));
        assert_eq!(noted, exact.map(|_| true), "{lemmas:?}");
    }
}

#[test]
fn filters_and_reaches() {
    let mut m = model(
        Board::new(Shape::rectangle(3, 3)),
        vec![kind("rook", rides(1, 0)), kind("stone", Movement::default())],
    );
    let unattacked = Filter { by: kinds(&[0]), relation: Relation::Eq, value: 0 };
    let empty = Term::Count {
        unit: Unit::Pieces,
        what: CellContents { kinds: kinds(&[]), empty: true },
        cells: everywhere(&m).into(),
        reach: None,
        filter: Some(unattacked),
    };
    m.rules.push(compare(vec![instance(None, empty, Relation::Ge, 3)]));
    m.rules.push(compare(vec![instance(None, count(&[0], everywhere(&m)), Relation::Eq, 2)]));
    let seen = Term::Count {
        unit: Unit::Pieces,
        what: CellContents { kinds: kinds(&[0, 1]), empty: true },
        cells: Arc::new(everywhere(&m)),
        reach: Some(Reach::Moves { from: cell(&m, "a1"), moves: rides(1, 0) }),
        filter: None,
    };
    m.rules.push(compare(vec![instance(None, seen, Relation::Eq, 3)]));
    assert!(check(&m, "filters and reaches") > 0);
}

#[test]
fn the_way_back() {
    let m = queens(4);
    let grounded = ground(&m, UpTo::default()).expect("small");
    let d = diagram(&m, "queen a2, queen b4, queen c1, queen d3");
    let chosen = grounded.choices(&d).expect("made of choices");
    assert!(grounded.problem.holds(&chosen));
    assert_eq!(grounded.diagram(&chosen), d);
    assert_eq!(grounded.span(grounded.problem.cliques[0].origin), Some(nowhere()));
}

#[test]
fn limits_are_named() {
    let mut m = queens(4);
    let all = count(&[0], everywhere(&m));
    let left = LinearExpr { terms: vec![(i64::MAX, all.clone()), (i64::MAX - 1, all)], constant: 0 };
    m.rules.push(compare(vec![Instance { guard: None, left, relation: Relation::Eq }]));
    let error = ground(&m, UpTo::default()).expect_err("too large");
    assert_eq!(error.what, "the coefficients of a sum");
}
