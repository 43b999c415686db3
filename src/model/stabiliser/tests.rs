//! Tests of the stabiliser on hand-built models.

use super::*;
use crate::geometry::{Board, CellSet, Mode, Movement, Ray, Shape, Vector};
use crate::model::samples::*;
use crate::model::{
    Fact, Filter, Guard, Instance, Layer, LinearExpr, Objective, Query, Reach, Relation, Rule, Shapes, Term,
};
use std::sync::Arc;

fn size(model: &Model) -> usize {
    let group = stabiliser(model, false);
    assert_eq!(group[0].kind, SymmetryKind::Identity);
    // A group is closed under composition.
    for a in &group {
        for b in &group {
            let product: Vec<CellId> = b.cells.iter().map(|&c| a.image(c)).collect();
            assert!(group.iter().any(|g| g.cells == product), "{} after {}", a.kind, b.kind);
        }
    }
    group.len()
}

fn plain(width: u32, height: u32, movement: Movement) -> Model {
    let mut model = model(Board::new(Shape::rectangle(width, height)), vec![kind("queen", movement)]);
    model.rules.push(no_attacks(&[(0, 0)]));
    model
}

#[test]
fn boards_and_moves() {
    assert_eq!(size(&plain(4, 4, queen())), 8);
    assert_eq!(size(&plain(4, 3, queen())), 4);
    assert_eq!(size(&plain(1, 1, queen())), 1);
    assert_eq!(size(&plain(5, 1, queen())), 2);
    let up = |x: &[i32]| Movement::new(x.iter().map(|&x| Ray::leap(Vector::flat(x, 1))), false);
    assert_eq!(size(&plain(4, 4, up(&[-1, 1]))), 2);
    assert_eq!(size(&plain(4, 4, up(&[1]))), 2, "the mirror in the diagonal");
    // On a single row a step up never occurs; a step of four never fits.
    assert_eq!(size(&plain(4, 1, up(&[1]))), 2);
    let far = Movement::new([Ray::leap(Vector::flat(4, 0))], false);
    assert_eq!(size(&plain(4, 4, far)), 8);
    // No rule uses the attacks of this kind.
    let mut idle = plain(4, 4, up(&[1]));
    idle.rules.clear();
    assert_eq!(size(&idle), 8);
}

#[test]
fn walls_facts_and_clues() {
    let mut walled = plain(3, 3, queen());
    walled.board.add_wall(cell(&walled, "a2"));
    assert_eq!(size(&walled), 2);
    let mut given = plain(3, 3, queen());
    given.facts.push(Fact::Holds(cell(&given, "a1"), KindId(0), nowhere()));
    assert_eq!(size(&given), 2);
    given.facts.push(Fact::Empty(cell(&given, "c3"), nowhere()));
    assert_eq!(size(&given), 2);
    let mut clued = plain(3, 3, queen());
    clued.clues = vec![(cell(&clued, "a2"), 1), (cell(&clued, "c2"), 1)];
    assert_eq!(size(&clued), 4);
    clued.clues[1].1 = 2;
    assert_eq!(size(&clued), 2);
}

#[test]
fn regions_are_partitions() {
    let mut model = plain(2, 2, queen());
    let layer = |of: &[u32]| Layer {
        name: "region".into(),
        regions: vec!["A".into(), "B".into()],
        of: of.iter().map(|&r| Some(r)).collect(),
        span: nowhere(),
    };
    model.layers = vec![layer(&[0, 0, 1, 1])];
    assert_eq!(size(&model), 4, "columns may be permuted, but not mapped to rows");
    model.layers.push(layer(&[0, 1, 0, 1]));
    assert_eq!(size(&model), 4, "each layer is mapped to itself");
    model.layers = vec![layer(&[0, 0, 0, 1])];
    assert_eq!(size(&model), 2);
}

#[test]
fn comparisons_written_out() {
    let row = |model: &Model, y: usize| CellSet::of(model.board.len(), model.board.rows()[y].clone());
    let base = plain(3, 3, queen());
    let first = instance(None, count(&[0], row(&base, 0)), Relation::Eq, 1);
    let last = instance(None, count(&[0], row(&base, 2)), Relation::Eq, 1);
    let with = |instances: Vec<Instance>| {
        let mut model = base.clone();
        model.rules.extend(instances.into_iter().map(|i| compare(vec![i])));
        size(&model)
    };
    assert_eq!(with(vec![first.clone()]), 2);
    assert_eq!(with(vec![first.clone(), last.clone()]), 4);
    // The difference of two rows, in several spellings.
    let terms = vec![(1, count(&[0], row(&base, 0))), (-1, count(&[0], row(&base, 2)))];
    let difference =
        |relation| Instance { guard: None, left: LinearExpr { terms: terms.clone(), constant: 0 }, relation };
    assert_eq!(with(vec![difference(Relation::Eq)]), 4);
    assert_eq!(with(vec![difference(Relation::Le)]), 2);
    assert_eq!(with(vec![difference(Relation::Le), difference(Relation::Ge)]), 4);
    // Terms that cancel, and a comparison that always holds.
    let cancelled = LinearExpr {
        terms: vec![(1, count(&[0], row(&base, 0))), (-1, count(&[0], row(&base, 0)))],
        constant: 1,
    };
    assert_eq!(with(vec![Instance { guard: None, left: cancelled, relation: Relation::Gt }]), 8);
    // A guard breaks the symmetries that move its cell.
    let guard = Guard::Empty(cell(&base, "b2"));
    assert_eq!(with(vec![Instance { guard: Some(guard), ..first.clone() }]), 2);
    let attackers = Term::Attackers { by: kinds(&[0]), on: cell(&base, "b2") };
    assert_eq!(with(vec![instance(None, attackers, Relation::Ge, 1)]), 8);
}

#[test]
fn reach_filter_and_sums() {
    let board = Board::new(Shape::rectangle(3, 3));
    let up = Movement::new([Ray::ride(Vector::flat(0, 1))], false);
    let mut base = model(board, vec![kind("pawn", up.clone())]);
    let everywhere = CellSet::full(base.board.len());
    let counted = |reach, filter| match count(&[0], everywhere.clone()) {
        Term::Count { unit, what, cells, .. } => Term::Count { unit, what, cells, reach, filter },
        other => other,
    };
    let reach = Reach::Moves { from: cell(&base, "b2"), moves: up };
    base.rules = vec![compare(vec![instance(None, counted(Some(reach), None), Relation::Eq, 1)])];
    assert_eq!(size(&base), 2);
    let filter = Filter { by: kinds(&[0]), relation: Relation::Eq, value: 0 };
    base.rules = vec![compare(vec![instance(None, counted(None, Some(filter)), Relation::Eq, 1)])];
    assert_eq!(size(&base), 2, "a filter uses attacks");
    base.rules.clear();
    let corner = LinearExpr { terms: vec![(1, count(&[0], cells(&base, "a1")))], constant: 0 };
    base.objectives = vec![Objective { maximize: true, value: corner.clone(), span: nowhere() }];
    assert_eq!(size(&base), 2);
    base.objectives.clear();
    base.find.query = Query::CountBy(corner);
    assert_eq!(size(&base), 2);
}

#[test]
fn imposed_symmetry_counts_as_a_group() {
    let with = |kinds: &[SymmetryKind]| {
        let mut model = plain(4, 4, queen());
        model.rules.push(Rule::whole(RuleBody::Symmetric(kinds.to_vec()), nowhere()));
        size(&model)
    };
    assert_eq!(with(&[SymmetryKind::Rotation(90)]), 8, "the inverse turn is imposed as well");
    assert_eq!(with(&[SymmetryKind::MirrorLeftRight]), 4);
    assert_eq!(with(&[SymmetryKind::MirrorLeftRight, SymmetryKind::MirrorTopBottom]), 8);
}

#[test]
fn shapes_of_tiles_always_count() {
    let horizontal = Shapes::Tile(vec![vec![Vector::flat(0, 0), Vector::flat(1, 0)]]);
    let mut tiles = model(Board::new(Shape::rectangle(3, 3)), vec![kind("domino", Movement::default())]);
    tiles.kinds[0].shapes = horizontal;
    assert_eq!(size(&tiles), 4);
    let both = [(1, 0), (0, 1)].map(|(x, y)| vec![Vector::ZERO, Vector::flat(x, y)]);
    tiles.kinds[0].shapes = Shapes::Tile(both.to_vec());
    assert_eq!(size(&tiles), 8);
    let long = vec![(0..4).map(|x| Vector::flat(x, 0)).collect()];
    tiles.kinds[0].shapes = Shapes::Tile(long);
    assert_eq!(size(&tiles), 8, "the tile fits nowhere");
}

#[test]
fn translations_of_a_torus() {
    let torus = Shape::Box { width: 4, height: 4, depth: 1, wrap_x: true, wrap_y: true };
    let mut model = model(Board::new(torus), vec![kind("queen", queen())]);
    model.rules.push(no_attacks(&[(0, 0)]));
    assert_eq!(stabiliser(&model, false).len(), 8);
    assert_eq!(stabiliser(&model, true).len(), 128);
    model.facts.push(Fact::Holds(cell(&model, "b2"), KindId(0), nowhere()));
    assert_eq!(stabiliser(&model, true).len(), 8, "those that fix one cell");
    // On this torus, two steps to the right equal two to the left.
    model.facts.clear();
    model.kinds[0].movement = Movement::new([Ray::leap(Vector::flat(2, 0))], false);
    assert_eq!(stabiliser(&model, false).len(), 4);
}

#[test]
fn kinds_that_can_be_exchanged() {
    let digits = ["one", "two", "three"].map(|n| kind(n, Movement::default()));
    let mut latin = model(Board::new(Shape::rectangle(3, 3)), digits.to_vec());
    let lines = [latin.board.rows(), latin.board.columns()].concat();
    let sets: Vec<Arc<CellSet>> = lines.into_iter().map(|l| Arc::new(CellSet::of(9, l))).collect();
    for k in 0..3 {
        let all = sets.iter().map(|s| instance(None, count(&[k], CellSet::clone(s)), Relation::Eq, 1));
        latin.rules.push(compare(all.collect()));
    }
    let classes = |model: &Model| -> Vec<Vec<u16>> {
        exchangeable_kinds(model).iter().map(|c| c.iter().map(|k| k.0).collect()).collect()
    };
    assert_eq!(classes(&latin), [[0, 1, 2]]);
    assert_eq!(size(&latin), 8);
    latin.facts.push(Fact::Holds(CellId(0), KindId(1), nowhere()));
    assert_eq!(classes(&latin), [[0, 2]]);
    let mut armies = queens_and_knights(4, 4);
    assert_eq!(classes(&armies), Vec::<Vec<u16>>::new());
    armies.kinds[1].movement = queen();
    armies.rules = vec![no_attacks(&[(0, 1), (1, 0)])];
    assert_eq!(classes(&armies), [[0, 1]]);
    armies.rules = vec![no_attacks(&[(0, 1)])];
    assert_eq!(classes(&armies), Vec::<Vec<u16>>::new());
}

/// On a hexagon few symmetries preserve the path of a lame leap, which follows the axes of the square.
#[test]
fn lame_leaps_on_a_hexagon() {
    let turns = [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)];
    let of = |mode| turns.map(|(x, y)| Ray { mode, ..Ray::leap(Vector::flat(x, y)) });
    let mut hex =
        model(Board::new(Shape::Hex { edge: 3 }), vec![kind("wing", Movement::new(of(Mode::Plain), false))]);
    hex.rules.push(no_attacks(&[(0, 0)]));
    assert_eq!(size(&hex), 12);
    hex.kinds[0].movement = Movement::new(of(Mode::Lame), false);
    assert_eq!(size(&hex), 4);
}
